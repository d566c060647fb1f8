//! Convex parts of a body with pockets, from which the size of every ball in it is told.

use super::Solid;
use super::clip::Half;
use super::edge::{Edge, Meridian, dot};
use super::pocket::{Pocket, Window, headings};
use super::profile::Profile;
use crate::tolerance::{COARSE_FAN_RAD, FINE_FAN_RAD};

/// A convex part of a body: what one line through a corner of a pocket keeps off that.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part.
    pub solid: Solid,
    /// Depth in it is at least this share of the size of any ball in the body that a line of its
    /// range keeps off the pocket ...
    share: f64,
    /// ... less this, mm, where the lines of its range go through several corners ...
    slack: f64,
    /// ... as far as the ball is at most this large, mm.
    whole: f64,
    /// Nothing lies deeper in the body, mm.
    most: f64,
    /// Those of both halves of the range, by their places; none of a single line.
    halves: Vec<usize>,
}

impl Part {
    /// Upper bound of the size of balls of its range from one of the depth in the part, mm.
    pub fn outer(&self, hi: f64) -> f64 {
        let told = if self.slack > 0.0 { hi.max(0.0) + self.slack } else { hi };
        let depth = if told > 0.0 { told / self.share } else { told };
        if depth <= self.whole { depth } else { depth.max(self.most) }
    }

    /// Whether it bounds the size of balls that are at least this large, mm.
    pub fn tells(&self, lo: f64) -> bool {
        lo <= self.whole
    }

    /// A depth in the part below which balls of its range are smaller than `depth`, mm; none where it says
    /// nothing of balls that small.
    pub fn inner(&self, depth: f64) -> Option<f64> {
        let least =
            if depth > 0.0 { depth.min(self.whole) * self.share - self.slack } else { depth };
        (self.slack == 0.0 || least > 0.0).then_some(least)
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
}

impl Parts {
    pub fn new(profile: &Profile, pockets: &[Pocket], windows: &[Window]) -> Self {
        let edges = profile.edges();
        let height = profile.top() - edges[0].start()[1];
        let most = profile.radius().min(0.5 * height);
        let mut parts = Self { all: Vec::new(), first: Vec::new(), cover: Vec::new() };
        for (pocket, window) in pockets.iter().zip(windows) {
            parts.divide(edges, pocket, window, most);
        }
        parts
    }

    pub fn cover(&self) -> &[Solid] {
        &self.cover
    }

    pub fn first(&self) -> impl Iterator<Item = &Part> {
        self.first.iter().map(|&at| &self.all[at])
    }

    pub fn halves(&self, part: &Part) -> impl Iterator<Item = &Part> {
        part.halves.iter().map(|&at| &self.all[at])
    }

    /// Puts the parts of a pocket: those of its borders, and those of the lines between them, as many
    /// corners together as turn little.
    fn divide(&mut self, edges: &[Edge], pocket: &Pocket, window: &Window, most: f64) {
        // Half of the widest turn beside an edge that is told by edges alone.
        let mut beside = 0.0;
        let mut heading = headings(edges, pocket.first)[0];
        let mut bundles: Vec<Bundle> = Vec::new();
        for i in pocket.first..=pocket.last {
            let turn = Turn { corner: edges[i].end(), window, most };
            let [before, after] = headings(edges, i);
            // Told on from the corner before: angles of a run only fall.
            let range = [heading, heading - (before - after)];
            let half = 0.5 * (before - after);
            let narrow = if 2.0 * half <= FINE_FAN_RAD { half } else { 0.0 };
            let apart = narrow.max(beside);
            let along = self.edge(&turn, range[0], apart);
            if i == pocket.first {
                self.first.extend(along);
            } else {
                let corners = vec![edges[i - 1].end(), turn.corner];
                let range = [range[0] + apart, range[0] - apart];
                let parts = along.into_iter().collect();
                bundles.push(Bundle { parts, range, corners });
            }
            if narrow == 0.0 {
                let (corners, parts) = (vec![turn.corner], self.turn(&turn, range));
                bundles.push(Bundle { parts, range, corners });
            }
            if i == pocket.last {
                let last = self.edge(&turn, range[1], narrow);
                self.first.extend(last);
            }
            (beside, heading) = (narrow, range[1]);
        }
        let tops = self.bundled(&bundles, window, most);
        self.first.extend(tops);
    }

    /// Puts the part of a line along an edge of a pocket.
    fn edge(&mut self, turn: &Turn, angle: f64, apart: f64) -> Option<usize> {
        let at = self.line(turn, angle, apart, Vec::new())?;
        self.cover.push(self.all[at].solid.clone());
        Some(at)
    }

    /// Puts the part of a range of lines, after those of its halves, until these are at most
    /// [`FINE_FAN_RAD`] wide; its place, or those of the halves where nothing is left of it.
    ///
    /// A ball that a line of the range keeps off, at a right angle to the way from the corner to its
    /// middle, is kept off by the one in the middle of the range, made smaller by the cosine of the
    /// angle between the two. Where the ball has no such line it is a border that keeps it off.
    fn turn(&mut self, turn: &Turn, range: [f64; 2]) -> Vec<usize> {
        let [before, after] = range;
        let (middle, wide) = (0.5 * (before + after), before - after);
        let mut halves = Vec::new();
        if wide > FINE_FAN_RAD {
            for half in [[before, middle], [middle, after]] {
                halves.extend(self.turn(turn, half));
            }
        }
        match self.line(turn, middle, 0.5 * wide, halves.clone()) {
            Some(at) => vec![at],
            None => halves,
        }
    }

    /// Puts the part of the line that runs at `angle`, for lines up to `apart` from it.
    fn line(&mut self, turn: &Turn, angle: f64, apart: f64, halves: Vec<usize>) -> Option<usize> {
        let solid = turn.window.kept(&Half::left_of(turn.corner, along(angle)))?;
        let (share, whole, most) = (apart.cos(), turn.window.whole, turn.most);
        self.all.push(Part { solid, share, slack: 0.0, whole, most, halves });
        Some(self.all.len() - 1)
    }

    /// Puts parts that tell of the lines of several corners each, as far as these turn little, after
    /// those that they are made of; the places of the widest.
    ///
    /// Of a ball of radius s about c let q be the nearest point of the pocket, between two of these corners
    /// or in one, and n and m the normals of the line that keeps the ball off there and of that
    /// in the middle of the range, δ apart, which goes through the corner p. It leaves of the ball
    /// `m · (p - c) = m · (q - c) - m · (q - p) >= s cos δ - m · (q - p)`, and no q is farther beyond p along m
    /// than one of the corners.
    fn bundled(&mut self, bundles: &[Bundle], window: &Window, most: f64) -> Vec<usize> {
        let (Some(first), Some(last)) = (bundles.first(), bundles.last()) else {
            return Vec::new();
        };
        if bundles.len() == 1 {
            return first.parts.clone();
        }
        let (early, late) = bundles.split_at(bundles.len() / 2);
        let mut halves = self.bundled(early, window, most);
        halves.extend(self.bundled(late, window, most));
        let [before, after] = [first.range[0], last.range[1]];
        let apart = 0.5 * (before - after);
        if 2.0 * apart > COARSE_FAN_RAD {
            return halves;
        }
        let direction = along(0.5 * (before + after));
        let normal = Half::left_of([0.0; 2], direction).normal;
        let corners = || bundles.iter().flat_map(|bundle| &bundle.corners);
        let beyond = |p: &&Meridian| dot(normal, **p);
        let nearest = corners().min_by(|a, b| beyond(a).total_cmp(&beyond(b)));
        let farthest = corners().map(|p| beyond(&p)).fold(f64::NEG_INFINITY, f64::max);
        let part = nearest.and_then(|corner| {
            let solid = window.kept(&Half::left_of(*corner, direction))?;
            let (slack, share) = (farthest - beyond(&corner), apart.cos());
            Some(Part { solid, share, slack, whole: window.whole, most, halves: halves.clone() })
        });
        let Some(part) = part else { return halves };
        self.all.push(part);
        vec![self.all.len() - 1]
    }
}

/// Parts, the lines whose range they tell of, radians, and the corners that these go through.
struct Bundle {
    parts: Vec<usize>,
    range: [f64; 2],
    corners: Vec<Meridian>,
}

/// A corner of a pocket.
struct Turn<'a> {
    corner: Meridian,
    window: &'a Window,
    most: f64,
}

/// The unit direction at an angle.
fn along(angle: f64) -> Meridian {
    [angle.cos(), angle.sin()]
}
