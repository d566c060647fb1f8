//! Convex parts of a body with pockets, from which the size of every ball in it follows.

use super::Solid;
use super::bridge::{filled, hull};
use super::clip::{Half, closed, opened};
use super::convex::Convex;
use super::edge::{Edge, Meridian, at_angle, dot};
use super::pocket::{Pocket, Window, fan, headings};
use super::profile::Profile;
use super::wedge::{MeridianBox, Wedge};
use crate::tolerance::{COARSE_FAN_RAD, FINE_FAN_RAD, WIDEST_FAN_RAD, WIDEST_TURN_RAD};

/// A convex part of a body: what one line through a corner of a pocket keeps off the pocket; or
/// what holds such parts of several corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part.
    pub solid: Solid,
    /// The whole part is in the body: a point deep in the part is as deep in the body.
    pub within: bool,
    /// Depth in it is at least this share of the size of any ball in the body that a line of its
    /// range keeps off the pocket ...
    share: f64,
    /// ... as far as that is at most this, mm.
    whole: f64,
    /// Nothing in the body is deeper, mm.
    most: f64,
    /// Where the middles of the balls are that it tells of.
    wedge: Wedge,
    /// Its place among all parts of the body.
    place: usize,
    /// Those of both halves of the range, by their places; none of a single line.
    halves: Vec<usize>,
}

impl Part {
    /// Upper bound on the size of balls of its range, from one on the depth in the part, mm.
    pub fn outer(&self, hi: f64) -> f64 {
        let depth = if hi > 0.0 { hi / self.share } else { hi };
        if depth <= self.whole { depth } else { depth.max(self.most) }
    }

    /// Whether it tells of a ball whose middle is in a box, in a body that tells by place.
    pub(crate) fn concerns(&self, middles: &MeridianBox) -> bool {
        self.wedge.meets(middles)
    }

    /// Its place among all parts of the body.
    pub fn place(&self) -> usize {
        self.place
    }

    /// Whether the part bounds the size of balls at least this large, mm.
    pub fn tells(&self, lo: f64) -> bool {
        lo <= self.whole
    }

    /// A depth in the part below which balls of its range are smaller than `depth`, mm.
    pub fn inner(&self, depth: f64) -> f64 {
        if depth > 0.0 { depth.min(self.whole) * self.share } else { depth }
    }
}

/// All parts of a body.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    all: Vec<Part>,
    /// Those whose ranges are together all lines that touch a pocket, by their places.
    first: Vec<usize>,
    /// What the lines along the edges of its pockets keep: together all of the body.
    cover: Vec<Solid>,
    /// What lines at most [`COARSE_FAN_RAD`] apart keep.
    coarse: Vec<Solid>,
    /// The convex hull of what the lines along the edges of each pocket keep.
    hulls: Vec<Option<Convex>>,
}

/// The convex hull of both.
fn together(a: Option<Convex>, b: Option<Convex>) -> Option<Convex> {
    hull(&a?, &b?)
}

impl Parts {
    pub fn new(profile: &Profile, pockets: &[Pocket], windows: &[Window]) -> Self {
        let edges = profile.edges();
        let height = profile.top() - edges[0].start()[1];
        let most = profile.radius().min(0.5 * height);
        if pockets.is_empty() {
            return Self::of_one(profile.body(false), most);
        }
        let mut parts = Self {
            all: Vec::new(),
            first: Vec::new(),
            cover: Vec::new(),
            coarse: Vec::new(),
            hulls: Vec::new(),
        };
        for (pocket, window) in pockets.iter().zip(windows) {
            parts.divide(edges, pocket, window, most);
            let lines = fan(edges, pocket, COARSE_FAN_RAD);
            parts.coarse.extend(lines.iter().filter_map(|line| window.kept(line)));
        }
        parts
    }

    /// That of a body without pockets.
    fn of_one(body: Convex, most: f64) -> Self {
        let solid = Solid::Round(body.clone());
        let cover = vec![solid.clone()];
        let coarse = cover.clone();
        let (within, share, whole, place, halves) = (true, 1.0, f64::INFINITY, 0, Vec::new());
        let wedge = Wedge::default();
        let all = vec![Part { solid, within, share, whole, most, wedge, place, halves }];
        Self { all, first: vec![0], cover, coarse, hulls: vec![Some(body)] }
    }

    pub fn cover(&self) -> &[Solid] {
        &self.cover
    }

    /// The convex hull of all parts; `None` where it cannot be determined.
    pub fn hull(&self) -> Option<Solid> {
        let all = self.hulls.iter().cloned().reduce(together).flatten()?;
        Some(Solid::Round(filled(all)))
    }

    pub fn coarse(&self) -> &[Solid] {
        &self.coarse
    }

    pub fn first(&self) -> impl Iterator<Item = &Part> {
        self.first.iter().map(|&at| &self.all[at])
    }

    pub fn halves(&self, part: &Part) -> impl Iterator<Item = &Part> {
        part.halves.iter().map(|&at| &self.all[at])
    }

    /// The closest part that tells as much as `part` of balls whose middles are in a box; `None`
    /// where there are no such balls in its range.
    pub fn closest<'a>(&'a self, mut part: &'a Part, middles: &MeridianBox) -> Option<&'a Part> {
        if !part.concerns(middles) {
            return None;
        }
        loop {
            let mut halves = self.halves(part).filter(|half| half.concerns(middles));
            match (halves.next(), halves.next()) {
                (Some(only), None) => part = only,
                _ => return Some(part),
            }
        }
    }

    /// Puts the parts of a pocket: those of its borders, and those of the lines between them, as
    /// many corners together as turn little.
    fn divide(&mut self, edges: &[Edge], pocket: &Pocket, window: &Window, most: f64) {
        // Half of the widest turn beside an edge that is told by edges alone.
        let mut beside = 0.0;
        let mut heading = headings(edges, pocket.first)[0];
        let mut bundles: Vec<Bundle> = Vec::new();
        let mut along: Vec<Option<Convex>> = Vec::new();
        for i in pocket.first..=pocket.last {
            let turn = Turn { corner: edges[i].end(), window, most };
            let [before, after] = headings(edges, i);
            // Told on from the corner before: angles of a run only fall.
            let range = [heading, heading - (before - after)];
            let half = 0.5 * (before - after);
            let narrow = if 2.0 * half <= FINE_FAN_RAD { half } else { 0.0 };
            let apart = narrow.max(beside);
            let back = (i > pocket.first).then(|| edges[i - 1].end());
            let before = self.edge(&turn, range[0], apart, [back, Some(turn.corner)]);
            let at = along.len();
            along.push(self.convex(before));
            if i == pocket.first {
                self.first.extend(before);
            } else {
                let corners = vec![edges[i - 1].end(), turn.corner];
                let range = [range[0] + apart, range[0] - apart];
                let parts = before.into_iter().collect();
                bundles.push(Bundle { parts, range, corners, edges: [at - 1, at + 1] });
            }
            if narrow == 0.0 {
                let (corners, parts) = (vec![turn.corner], self.turn(&turn, range));
                bundles.push(Bundle { parts, range, corners, edges: [at, at + 1] });
            }
            if i == pocket.last {
                let after = self.edge(&turn, range[1], narrow, [Some(turn.corner), None]);
                along.push(self.convex(after));
                self.first.extend(after);
            }
            (beside, heading) = (narrow, range[1]);
        }
        let (tops, hull) = self.bundled(&bundles, &along, window, most);
        self.first.extend(tops);
        self.hulls.push(hull.or_else(|| along.into_iter().reduce(together).flatten()));
    }

    fn convex(&self, part: Option<usize>) -> Option<Convex> {
        match &self.all[part?].solid {
            Solid::Round(body) => Some(body.clone()),
            Solid::Faceted(_) => None,
        }
    }

    /// Puts the part of a line along an edge of a pocket, which leads from one corner to another;
    /// a border comes from none or goes on beyond the last.
    fn edge(
        &mut self,
        turn: &Turn,
        angle: f64,
        apart: f64,
        corners: [Option<Meridian>; 2],
    ) -> Option<usize> {
        let range = [angle + apart, angle - apart];
        let at = self.line(turn, range, corners, Vec::new())?;
        self.cover.push(self.all[at].solid.clone());
        Some(at)
    }

    /// Puts the part of a range of lines, after those of its halves, until these are at most
    /// [`FINE_FAN_RAD`] wide; its place, or those of the halves where nothing is left of it.
    ///
    /// A ball that a line of the range keeps off, at a right angle to the way from the corner to
    /// its middle, is kept off by the one in the middle of the range, made smaller by the cosine of
    /// the angle between the two: next to nothing is left of it where the range is half a turn.
    /// Where the ball has no such line it is a border that keeps it off.
    fn turn(&mut self, turn: &Turn, range: [f64; 2]) -> Vec<usize> {
        let [before, after] = range;
        let (middle, wide) = (0.5 * (before + after), before - after);
        let mut halves = Vec::new();
        if wide > FINE_FAN_RAD {
            for half in [[before, middle], [middle, after]] {
                halves.extend(self.turn(turn, half));
            }
        }
        if wide > WIDEST_TURN_RAD {
            return halves;
        }
        match self.line(turn, range, [Some(turn.corner); 2], halves.clone()) {
            Some(at) => vec![at],
            None => halves,
        }
    }

    /// Puts the part of the line in the middle of a range, for the lines of it that touch the pocket
    /// between two corners.
    fn line(
        &mut self,
        turn: &Turn,
        range: [f64; 2],
        corners: [Option<Meridian>; 2],
        halves: Vec<usize>,
    ) -> Option<usize> {
        let [before, after] = range;
        let direction = at_angle(0.5 * (before + after));
        let solid = turn.window.kept(&Half::left_of(turn.corner, direction))?;
        let (share, whole, most) = ((0.5 * (before - after)).cos(), turn.window.whole, turn.most);
        let (wedge, place) = (Wedge::new(range, corners), self.all.len());
        self.all.push(Part { solid, within: true, share, whole, most, wedge, place, halves });
        Some(place)
    }

    /// Puts parts that tell of the lines of several corners each, as far as these turn little,
    /// after those that they are made of; the places of the widest, and the hull of what the edges
    /// there keep.
    ///
    /// Two lines along edges keep together what any line through the corner between them keeps, so
    /// that a ball kept off by a line of the range lies in that hull. Of such a ball of radius s
    /// about c let q be the nearest point of the pocket, between two of the corners or in one, and
    /// n and m the normals of the line that keeps it off there and of the middle of the range, δ
    /// apart: `m · (q - c) >= s cos δ`. So a line across m through the farthest corner along m
    /// leaves of the ball that share.
    fn bundled(
        &mut self,
        bundles: &[Bundle],
        edges: &[Option<Convex>],
        window: &Window,
        most: f64,
    ) -> (Vec<usize>, Option<Convex>) {
        let (Some(first), Some(last)) = (bundles.first(), bundles.last()) else {
            return (Vec::new(), None);
        };
        if bundles.len() < FEW_BUNDLES {
            let all = edges[first.edges[0]..=last.edges[1]].iter().cloned();
            let parts = bundles.iter().flat_map(|bundle| bundle.parts.iter().copied());
            return (parts.collect(), all.reduce(together).flatten());
        }
        let (early, late) = bundles.split_at(bundles.len() / 2);
        let (mut halves, low) = self.bundled(early, edges, window, most);
        let (others, high) = self.bundled(late, edges, window, most);
        halves.extend(others);
        let hull = together(low, high);
        let [before, after] = [first.range[0], last.range[1]];
        let apart = 0.5 * (before - after);
        if 2.0 * apart > WIDEST_FAN_RAD {
            return (halves, hull);
        }
        let direction = at_angle(0.5 * (before + after));
        let normal = Half::left_of([0.0; 2], direction).normal;
        let corners = bundles.iter().flat_map(|bundle| &bundle.corners);
        let farthest = corners.max_by(|a, b| dot(normal, **a).total_cmp(&dot(normal, **b)));
        let part = hull.as_ref().zip(farthest).and_then(|(hull, corner)| {
            let line = Half::left_of(*corner, direction);
            let chain = opened(&line.clip(&closed(hull.edges())))?;
            let solid = Solid::Round(Convex::new(chain, false));
            let (share, whole, halves) = (apart.cos(), window.whole, halves.clone());
            let ends = [first.corners.first(), last.corners.last()].map(Option::<&_>::copied);
            let (wedge, place) = (Wedge::new([before, after], ends), self.all.len());
            Some(Part { solid, within: false, share, whole, most, wedge, place, halves })
        });
        let Some(part) = part else { return (halves, hull) };
        let place = part.place;
        self.all.push(part);
        (vec![place], hull)
    }
}

/// Fewer corners and edges are not told of together.
const FEW_BUNDLES: usize = 4;

/// Parts, the lines whose range they tell of, radians, the corners that these go through, and the
/// first and the last of the edges there.
struct Bundle {
    parts: Vec<usize>,
    range: [f64; 2],
    corners: Vec<Meridian>,
    edges: [usize; 2],
}

/// A corner of a pocket.
struct Turn<'a> {
    corner: Meridian,
    window: &'a Window,
    most: f64,
}
