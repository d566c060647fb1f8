//! A body of revolution with pockets: a neck above a head, a hollow corner.
//!
//! Depth in such a body is not concave, so it is taken into convex parts of it that are close
//! enough to the whole. Where the silhouette turns back outwards it has a **pocket**: a run of
//! re-entrant corners. A ball inside the body misses the pocket, so some line that touches the
//! pocket in one of its corners keeps the ball on one side. The body cut by that line is convex.
//! With lines no more than δ apart, one of them leaves of any ball of radius s at least the
//! concentric ball of radius s cos(δ/2): the line through the same corner whose direction is
//! nearest.
//!
//! That a line of the fan between the pocket's two borders is enough: beyond a border the
//! silhouette runs on below that border (it turns only left there), so what is not kept off the
//! pocket by a line of the fan is kept off by the border itself. That argument reaches as far as
//! the next pocket. A body with several pockets is therefore cut into windows of one pocket
//! each, which overlap between neighbouring pockets; balls small enough for the overlap lie in
//! one window, and for larger ones the parts say nothing but the greatest size of any ball.

use std::f64::consts::TAU;

use super::Solid;
use super::clip::{Half, closed, opened};
use super::convex::Convex;
use super::edge::{Edge, Meridian, dot, norm, sub};
use super::outline::outline;
use super::profile::Profile;
use crate::tolerance::{COARSE_FAN_RAD, FINE_FAN_RAD, SAME_DISTANCE_MM, STRAIGHT_SINE};
use gouge_mesh::geom::{Body, Hull, Outline, Vec3};

/// A convex part of a body: what one line through a corner of a pocket keeps off that.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part.
    pub solid: Solid,
    /// Depth in it is at least this share of the size of any ball in the body that a line of its
    /// range keeps off the pocket ...
    share: f64,
    /// ... as far as that is at most this, mm.
    whole: f64,
    /// Nothing lies deeper in the body, mm.
    most: f64,
    /// Those of both halves of the range, by their places; none of a single line.
    halves: Vec<usize>,
}

impl Part {
    /// Upper bound of the size of balls of its range from one of the depth in the part, mm.
    pub fn outer(&self, hi: f64) -> f64 {
        let depth = if hi > 0.0 { hi / self.share } else { hi };
        if depth <= self.whole { depth } else { depth.max(self.most) }
    }

    /// Whether it bounds the size of balls that are at least this large, mm.
    pub fn tells(&self, lo: f64) -> bool {
        lo <= self.whole
    }

    /// A depth in the part below which balls of its range are smaller than `depth`, mm.
    pub fn inner(&self, depth: f64) -> f64 {
        if depth > 0.0 { depth.min(self.whole) * self.share } else { depth }
    }
}

/// A body of revolution about +Z whose meridian is not convex.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcaveRevolve {
    /// The chain without its top cap.
    chain: Vec<Edge>,
    /// Convex parts, together all of it.
    coarse: Vec<Solid>,
    /// Parts whose ranges are all lines that touch a pocket, and the parts of halves of those.
    parts: Vec<Part>,
    /// The first of them, by their places: their ranges are all there are.
    first: Vec<usize>,
    /// The cylinder around it.
    around: Solid,
    /// Convex parts that go through several pockets.
    columns: Vec<Solid>,
    /// Of the convex hull: what it has beyond the chain's own is never a support.
    outline: Outline,
}

impl ConcaveRevolve {
    /// The body of a profile; `None` when that is convex.
    pub(super) fn new(profile: &Profile) -> Option<Self> {
        let profile = &Profile::from_edges(straightened(profile.edges()));
        let pockets = pockets(profile.edges());
        if pockets.is_empty() {
            return None;
        }
        let windows = windows(profile, &pockets);
        let (parts, first) = divided(profile, &pockets, &windows);
        Some(Self {
            outline: outline_of(profile.edges()),
            chain: profile.edges().to_vec(),
            around: around(profile),
            columns: columns(profile.edges(), &pockets),
            coarse: coarse(profile.edges(), &pockets, &windows),
            parts,
            first,
        })
    }

    /// All that is within `by` mm of it, and how far that is overstated, mm.
    pub(super) fn inflated(&self, by: f64) -> (super::Piece, f64) {
        super::inflate::body(&[(self.meridian(), by)])
    }

    /// The meridian, the top cap included.
    pub fn meridian(&self) -> Vec<Edge> {
        let mut edges = self.chain.clone();
        if let Some(top) = edges.last().map(Edge::end) {
            edges.push(Edge::Line { a: top, b: [0.0, top[1]] });
        }
        edges
    }

    /// Convex parts, together all of it.
    pub fn coarse(&self) -> &[Solid] {
        &self.coarse
    }

    /// The cylinder around it: nothing lies deeper in the body than in that.
    pub fn around(&self) -> &Solid {
        &self.around
    }

    /// Convex parts of it that go upright through several pockets: most large balls lie in one.
    pub fn columns(&self) -> &[Solid] {
        &self.columns
    }

    /// Parts that bound the size of every ball in the body.
    pub fn first(&self) -> impl Iterator<Item = &Part> {
        self.first.iter().map(|&at| &self.parts[at])
    }

    /// Parts that bound more closely what a part bounds; none where that is as close as it gets.
    pub fn halves(&self, part: &Part) -> impl Iterator<Item = &Part> {
        part.halves.iter().map(|&at| &self.parts[at])
    }

    /// How deep `x` (mm, relative to the control point) lies in the body, mm; negative outside.
    pub fn depth(&self, x: &Vec3) -> f64 {
        let p = [norm([x.x, x.y]), x.z];
        let top = self.top();
        let cap = Edge::Line { a: top, b: [0.0, top[1]] };
        let far = |e: &Edge| {
            let at = e.nearest(p).at;
            norm(sub(at, p))
        };
        let distance = self.chain.iter().chain([&cap]).map(far).fold(f64::INFINITY, f64::min);
        let inside = self.coarse.iter().any(|s| s.depth(x).depth >= 0.0);
        if inside { distance } else { -distance }
    }

    /// A straight way on the surface, or a point of it, that holds the point of the surface nearest to
    /// `x`, mm.
    pub fn nearest(&self, x: &Vec3) -> [Vec3; 2] {
        let r = norm([x.x, x.y]);
        let out = if r > 0.0 { [x.x / r, x.y / r] } else { [1.0, 0.0] };
        let stand = |p: Meridian| Vec3::new(p[0] * out[0], p[0] * out[1], p[1]);
        let mut best = (f64::INFINITY, [self.top(); 2]);
        for edge in self.meridian() {
            let at = edge.nearest([r, x.z]).at;
            let far = norm(sub(at, [r, x.z]));
            if far < best.0 {
                best = match edge {
                    Edge::Line { a, b } => (far, [a, b]),
                    Edge::Arc { .. } => (far, [at; 2]),
                };
            }
        }
        best.1.map(stand)
    }

    fn top(&self) -> Meridian {
        self.chain.last().map_or([0.0, 0.0], Edge::end)
    }
}

impl Body for ConcaveRevolve {
    fn support(&self, u: &Vec3) -> f64 {
        let d = [norm([u.x, u.y]), u.z];
        self.chain.iter().map(|e| dot(e.extreme(d), d)).fold(dot([0.0, self.top()[1]], d), f64::max)
    }

    fn hull(&self) -> Hull {
        let up = Vec3::z();
        let axis = [-self.support(&-up), self.support(&up)];
        Hull { axis, radius: self.support(&Vec3::x()), round: false }
    }

    fn outline(&self) -> Option<&Outline> {
        Some(&self.outline)
    }
}

/// The chain with its top cap.
fn outline_of(chain: &[Edge]) -> Outline {
    let top = chain.last().map_or([0.0, 0.0], Edge::end);
    let cap = Edge::Line { a: top, b: [0.0, top[1]] };
    outline(&[chain, &[cap]].concat(), false)
}

/// A run of re-entrant corners with straight edges between them: indices of the edges that end
/// in the first and in the last corner.
struct Pocket {
    first: usize,
    last: usize,
}

fn around(profile: &Profile) -> Solid {
    let (radius, top) = (profile.radius(), profile.top());
    let lowest = profile.edges().iter().map(|e| e.extreme([0.0, -1.0])[1]);
    let bottom = lowest.fold(top, f64::min);
    let corners = [[0.0, bottom], [radius, bottom], [radius, top], [0.0, top]];
    let edges = corners.windows(2).map(|c| Edge::Line { a: c[0], b: c[1] });
    Solid::Round(Convex::new(edges.collect(), false))
}

/// What of a profile is looked at for one of its pockets.
struct Window {
    outline: Vec<Edge>,
    /// Balls in the body of at most this radius lie each in the window of a pocket, mm.
    whole: f64,
}

fn windows(profile: &Profile, pockets: &[Pocket]) -> Vec<Window> {
    let edges = profile.edges();
    let outline = closed(edges);
    let mut windows = Vec::new();
    let mut whole = f64::INFINITY;
    for (i, pocket) in pockets.iter().enumerate() {
        let mut window = outline.clone();
        if i > 0 {
            let floor = edges[pockets[i - 1].last].end();
            window = Half::left_of(floor, [1.0, 0.0]).clip(&window);
        }
        if let Some(next) = pockets.get(i + 1) {
            let ceiling = edges[next.first].end();
            window = Half::left_of(ceiling, [-1.0, 0.0]).clip(&window);
            let overlap = ceiling[1] - edges[pocket.last].end()[1];
            whole = whole.min(0.5 * overlap);
        }
        windows.push(window);
    }
    windows.into_iter().map(|outline| Window { outline, whole }).collect()
}

/// What of a profile stands upright between two of its pockets and all between them.
fn columns(edges: &[Edge], pockets: &[Pocket]) -> Vec<Solid> {
    let outline = closed(edges);
    let corner = |i: usize| edges[i].end();
    let mut columns = Vec::new();
    for first in 0..pockets.len() {
        let mut waist = f64::INFINITY;
        for last in first..pockets.len() {
            let corners = pockets[last].first..=pockets[last].last;
            waist = corners.map(|i| corner(i)[0]).fold(waist, f64::min);
            if last == first {
                continue;
            }
            let mut sides = vec![Half::left_of([waist, 0.0], [0.0, 1.0])];
            sides.extend(
                first
                    .checked_sub(1)
                    .map(|below| Half::left_of(corner(pockets[below].last), [1.0, 0.0])),
            );
            sides.extend(
                pockets.get(last + 1).map(|above| Half::left_of(corner(above.first), [-1.0, 0.0])),
            );
            let cut = sides.iter().fold(outline.clone(), |left, side| side.clip(&left));
            columns.extend(opened(&cut).map(|chain| Solid::Round(Convex::new(chain, false))));
        }
    }
    columns
}

/// What a line keeps of a window.
fn kept(window: &Window, line: &Half) -> Option<Solid> {
    let chain = opened(&line.clip(&window.outline))?;
    Some(Solid::Round(Convex::new(chain, false)))
}

/// The parts of a profile with lines at most [`COARSE_FAN_RAD`] apart.
fn coarse(edges: &[Edge], pockets: &[Pocket], windows: &[Window]) -> Vec<Solid> {
    let part = |(pocket, window)| {
        let lines = fan(edges, pocket, COARSE_FAN_RAD);
        lines.into_iter().filter_map(move |line| kept(window, &line))
    };
    pockets.iter().zip(windows).flat_map(part).collect()
}

/// The parts of all pockets of a profile, and which of them come first: at each corner those of both
/// borders, and that of the middle of all lines between them where the borders are far apart.
fn divided(profile: &Profile, pockets: &[Pocket], windows: &[Window]) -> (Vec<Part>, Vec<usize>) {
    let edges = profile.edges();
    let height = profile.top() - edges[0].start()[1];
    let most = profile.radius().min(0.5 * height);
    let (mut parts, mut first) = (Vec::new(), Vec::new());
    for (pocket, window) in pockets.iter().zip(windows) {
        // Half of the widest turn beside a border that is told by borders alone.
        let mut beside = 0.0;
        for i in pocket.first..=pocket.last {
            let turn = Turn { corner: edges[i].end(), window, most };
            let range = headings(edges, i);
            let half = 0.5 * (range[0] - range[1]);
            let narrow = if 2.0 * half <= FINE_FAN_RAD { half } else { 0.0 };
            first.extend(turn.part(range[0], narrow.max(beside), Vec::new(), &mut parts));
            if narrow == 0.0 {
                first.extend(turn.divide(range, &mut parts));
            }
            if i == pocket.last {
                first.extend(turn.part(range[1], narrow, Vec::new(), &mut parts));
            }
            beside = narrow;
        }
    }
    (parts, first)
}

/// A corner of a pocket.
struct Turn<'a> {
    corner: Meridian,
    window: &'a Window,
    most: f64,
}

impl Turn<'_> {
    /// Puts the part of a range of lines, after those of its halves, until these are at most
    /// [`FINE_FAN_RAD`] wide; its place, or those of the halves where nothing is left of it.
    ///
    /// A ball that a line of the range keeps off, at a right angle to the way from the corner to its
    /// middle, is kept off by the one in the middle of the range, made smaller by the cosine of the
    /// angle between the two. Where the ball has no such line it is a border that keeps it off.
    fn divide(&self, range: [f64; 2], parts: &mut Vec<Part>) -> Vec<usize> {
        let [before, after] = range;
        let (middle, wide) = (0.5 * (before + after), before - after);
        let mut halves = Vec::new();
        if wide > FINE_FAN_RAD {
            for half in [[before, middle], [middle, after]] {
                halves.extend(self.divide(half, parts));
            }
        }
        match self.part(middle, 0.5 * wide, halves.clone(), parts) {
            Some(at) => vec![at],
            None => halves,
        }
    }

    /// Puts the part of the line that runs at `angle`, for lines up to `apart` from it.
    fn part(
        &self,
        angle: f64,
        apart: f64,
        halves: Vec<usize>,
        parts: &mut Vec<Part>,
    ) -> Option<usize> {
        let line = Half::left_of(self.corner, [angle.cos(), angle.sin()]);
        let solid = kept(self.window, &line)?;
        let (share, whole) = (apart.cos(), self.window.whole);
        parts.push(Part { solid, share, whole, most: self.most, halves });
        Some(parts.len() - 1)
    }
}

/// A chain whose edges that lead straight on are one each: a pocket goes on between two corners only along
/// one edge.
fn straightened(edges: &[Edge]) -> Vec<Edge> {
    let mut chain: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges {
        if let (Some(Edge::Line { a, b }), Edge::Line { b: end, .. }) = (chain.last(), edge) {
            let [way, whole] = [sub(*b, *a), sub(*end, *a)];
            let beside = (way[0] * whole[1] - way[1] * whole[0]).abs();
            if beside <= SAME_DISTANCE_MM * norm(whole) && dot(way, sub(*end, *b)) >= 0.0 {
                let a = *a;
                chain.pop();
                chain.push(Edge::Line { a, b: *end });
                continue;
            }
        }
        chain.push(*edge);
    }
    chain
}

fn pockets(edges: &[Edge]) -> Vec<Pocket> {
    let mut pockets: Vec<Pocket> = Vec::new();
    for (i, pair) in edges.windows(2).enumerate() {
        let (d, e) = (pair[0].direction_at_end(), pair[1].direction_at_start());
        if d[0] * e[1] - d[1] * e[0] >= -STRAIGHT_SINE {
            continue;
        }
        match pockets.last_mut() {
            Some(pocket) if pocket.last + 1 == i && matches!(pair[0], Edge::Line { .. }) => {
                pocket.last = i;
            }
            _ => pockets.push(Pocket { first: i, last: i }),
        }
    }
    pockets
}

/// Which way the edges before and after a re-entrant corner run there, radians: the second less than
/// the first, since it turns to the right, also where rounding has a level edge run down on its way in.
fn headings(edges: &[Edge], i: usize) -> [f64; 2] {
    let heading = |d: Meridian| d[1].atan2(d[0]);
    let before = heading(edges[i].direction_at_end());
    let after = heading(edges[i + 1].direction_at_start());
    [before, before - (before - after).rem_euclid(TAU)]
}

/// The lines that touch a pocket, at most `step` radians apart, from its lower border to its
/// upper one.
fn fan(edges: &[Edge], pocket: &Pocket, step: f64) -> Vec<Half> {
    let mut lines = Vec::new();
    for i in pocket.first..=pocket.last {
        let corner = edges[i].end();
        let [before, after] = headings(edges, i);
        let count = ((before - after) / step).ceil().max(1.0);
        // The line along an edge between two corners belongs to the first of them.
        let start = if i == pocket.first { 0 } else { 1 };
        for k in start..=count as usize {
            let angle = before + (after - before) * k as f64 / count;
            lines.push(Half::left_of(corner, [angle.cos(), angle.sin()]));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::profile_file::read;
    use super::*;
    use gouge_mesh::geom::Vec3;

    fn wide(edges: &[Edge], p: Meridian) -> bool {
        let crossings = edges.iter().filter(|e| {
            let (a, b) = (e.start(), e.end());
            if !(a[1] <= p[1] && p[1] < b[1]) {
                return false;
            }
            let r = match **e {
                Edge::Line { .. } => a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]),
                Edge::Arc { center, radius, .. } => {
                    let h = p[1] - center[1];
                    center[0] + (radius * radius - h * h).max(0.0).sqrt()
                }
            };
            r > p[0]
        });
        crossings.count() % 2 == 1
    }

    /// Checks what parts of any fineness promise at a grid of points.
    fn promise(text: &str) {
        let profile = read(text, 1.0).unwrap();
        let body = ConcaveRevolve::new(&profile).unwrap();
        let (top, radius) = (profile.top(), profile.radius());
        let mut inside = 0;
        for i in 0..80 {
            for k in 0..240 {
                let p = [radius * (i as f64 + 0.31) / 80.0, top * (k as f64 + 0.47) / 240.0];
                let x = Vec3::new(p[0], 0.0, p[1]);
                let ball = body.depth(&x);
                assert_eq!(ball > 0.0, wide(profile.edges(), p), "{text}: {p:?}");
                let deep = |column: &Solid| column.depth(&x).depth;
                assert!(body.columns().iter().all(|c| deep(c) <= ball + 1e-9), "{text}: {p:?}");
                let depth = |part: &Part| part.solid.depth(&x).depth;
                let mut open: Vec<&Part> = body.first().collect();
                loop {
                    let outer = open.iter().map(|part| part.outer(depth(part)));
                    let outer = outer.fold(f64::NEG_INFINITY, f64::max);
                    assert!(outer >= ball - 1e-9, "{text}: {p:?} {outer} {ball}");
                    assert!(open.iter().all(|part| depth(part) <= ball + 1e-9), "{text}: {p:?}");
                    if open.iter().all(|part| part.halves.is_empty()) {
                        break;
                    }
                    let closer = |part| match body.halves(part).collect::<Vec<_>>() {
                        none if none.is_empty() => vec![part],
                        halves => halves,
                    };
                    open = open.into_iter().flat_map(closer).collect();
                }
                assert!(body.around().depth(&x).depth >= ball - 1e-9, "{text}: {p:?} {ball}");
                inside += usize::from(ball > 0.0);
            }
        }
        assert!(inside > 1000, "{inside}");
    }

    #[test]
    fn slot() {
        promise("start 0 0\nline 4 0\nline 4 2\nline 2 2\nline 2 30");
    }

    #[test]
    fn lollipop() {
        promise("start 0 0\narc 2 6.236067977 4\nline 2 20");
    }

    #[test]
    fn dovetail() {
        promise("start 0 0\nline 5 0\nline 2 4\nline 2 12");
    }

    #[test]
    fn hollow_corner() {
        promise("start 0 0\nline 2 0\narc 4 2 -2\nline 4 30");
    }

    #[test]
    fn steps_in_and_out() {
        promise(
            "start 0 0\nline 3 0\nline 3 1\nline 4 1\nline 4 2\nline 3 2\nline 3 3\nline 6 3\nline 6 4",
        );
    }

    #[test]
    fn neck_of_two_steps() {
        promise(
            "start 0 0\nline 5 0\nline 5 2\nline 3 3\nline 2 6\nline 2 9\nline 4 12\nline 4 20",
        );
    }

    #[test]
    fn two_grooves() {
        promise(
            "start 0 0\nline 4 0\nline 4 5\nline 3 6\nline 3 7\nline 4 8\nline 4 14\nline 2 14\nline 2 20",
        );
    }
}
