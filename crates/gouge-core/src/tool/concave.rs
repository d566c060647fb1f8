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

use super::Solid;
use super::clip::{Half, closed, opened};
use super::convex::Convex;
use super::edge::{Edge, Meridian, dot, norm, sub};
use super::outline::outline;
use super::profile::Profile;
use crate::tolerance::{COARSE_FAN_RAD, FINE_FAN_RAD, STRAIGHT_SINE};
use gouge_mesh::geom::{Body, Hull, Outline, Vec3};

/// Convex parts of a body, together all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The parts.
    pub solids: Vec<Solid>,
    /// Depth in some part is at least this share of the depth in the body ...
    share: f64,
    /// ... as far as that is at most this, mm.
    whole: f64,
    /// Nothing lies deeper in the body, mm.
    most: f64,
}

impl Parts {
    /// Upper bound of the depth in the body from one of the depth in its parts, mm.
    pub fn outer(&self, hi: f64) -> f64 {
        let depth = if hi > 0.0 { hi / self.share } else { hi };
        if depth <= self.whole { depth } else { depth.max(self.most) }
    }

    /// Whether they bound the depth of something that is at least `lo` deep in one of them, mm.
    pub fn tells(&self, lo: f64) -> bool {
        lo <= self.whole
    }

    /// A depth in the parts below which the depth in the body is below `depth`, mm.
    pub fn inner(&self, depth: f64) -> f64 {
        if depth > 0.0 { depth.min(self.whole) * self.share } else { depth }
    }
}

/// A body of revolution about +Z whose meridian is not convex.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcaveRevolve {
    /// The chain without its top cap.
    chain: Vec<Edge>,
    coarse: Parts,
    fine: Parts,
    /// The cylinder around it.
    around: Solid,
    /// Of the convex hull: what it has beyond the chain's own is never a support.
    outline: Outline,
}

impl ConcaveRevolve {
    /// The body of a profile; `None` when that is convex.
    pub(super) fn new(profile: &Profile) -> Option<Self> {
        let pockets = pockets(profile.edges());
        (!pockets.is_empty()).then(|| Self {
            outline: outline_of(profile.edges()),
            chain: profile.edges().to_vec(),
            around: around(profile),
            coarse: parts(profile, &pockets, COARSE_FAN_RAD),
            fine: parts(profile, &pockets, FINE_FAN_RAD),
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

    /// Few parts, for a first bound.
    pub fn coarse(&self) -> &Parts {
        &self.coarse
    }

    /// The cylinder around it: nothing lies deeper in the body than in that.
    pub fn around(&self) -> &Solid {
        &self.around
    }

    /// Many parts, for the last digits.
    pub fn fine(&self) -> &Parts {
        &self.fine
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
        let inside = self.coarse.solids.iter().any(|s| s.depth(x).depth >= 0.0);
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

/// The parts of a profile with lines at most `step` radians apart.
fn parts(profile: &Profile, pockets: &[Pocket], step: f64) -> Parts {
    let edges = profile.edges();
    let outline = closed(edges);
    let mut solids = Vec::new();
    let mut whole = f64::INFINITY;
    let mut widest = 0f64;
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
        let (lines, apart) = fan(edges, pocket, step);
        widest = widest.max(apart);
        let bodies = lines.iter().filter_map(|l| opened(&l.clip(&window)));
        solids.extend(bodies.map(|chain| Solid::Round(Convex::new(chain, false))));
    }
    let height = profile.top() - edges[0].start()[1];
    Parts { solids, share: (0.5 * widest).cos(), whole, most: profile.radius().min(0.5 * height) }
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

/// The lines that touch a pocket, at most `step` radians apart, from its lower border to its
/// upper one, and how far they are apart at most.
fn fan(edges: &[Edge], pocket: &Pocket, step: f64) -> (Vec<Half>, f64) {
    let (mut lines, mut apart) = (Vec::new(), 0f64);
    for i in pocket.first..=pocket.last {
        let corner = edges[i].end();
        let heading = |d: Meridian| d[1].atan2(d[0]);
        let before = heading(edges[i].direction_at_end());
        let after = heading(edges[i + 1].direction_at_start());
        let count = ((before - after) / step).ceil().max(1.0);
        apart = apart.max((before - after) / count);
        // The line along an edge between two corners belongs to the first of them.
        let start = if i == pocket.first { 0 } else { 1 };
        for k in start..=count as usize {
            let angle = before + (after - before) * k as f64 / count;
            lines.push(Half::left_of(corner, [angle.cos(), angle.sin()]));
        }
    }
    (lines, apart)
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

    /// Checks what [`Parts`] promise at a grid of points.
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
                for parts in [&body.coarse, &body.fine] {
                    let depths = parts.solids.iter().map(|part| part.depth(&x).depth);
                    let depth = depths.fold(f64::NEG_INFINITY, f64::max);
                    assert!(depth <= ball + 1e-9, "{text}: {p:?} {depth} {ball}");
                    assert!(parts.outer(depth) >= ball - 1e-9, "{text}: {p:?} {depth} {ball}");
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
