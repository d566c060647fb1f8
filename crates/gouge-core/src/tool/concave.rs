//! A body of revolution with pockets: a neck above a head, a hollow corner.
//!
//! Depth in such a body is not concave, so it is measured in convex parts of the body that come
//! close enough to the whole. Where the silhouette turns back outwards it has a **pocket**: a run
//! of re-entrant corners. A ball inside the body misses the pocket, so some line that touches the
//! pocket at one of its corners keeps the ball on one side. The body cut by that line is convex. If
//! the lines are no more than δ apart, one of them leaves of any ball of radius s at least the
//! concentric ball of radius s cos(δ/2): the line through the same corner whose direction is
//! nearest.
//!
//! A line of the fan between the pocket's two borders is enough: beyond a border the silhouette
//! runs on below that border (it turns only left there), so a ball that no line of the fan keeps
//! off the pocket is kept off by the border itself. That argument reaches as far as the next
//! pocket. A body with several pockets is therefore cut into windows of one pocket each, which
//! overlap between neighbouring pockets; balls small enough for the overlap lie in one window, and
//! for larger ones the parts give nothing but the greatest size of any ball.
//!
//! A tip that hangs down around the axis is hollow there although the meridian is convex. No line
//! keeps a ball off that hollow, so such a body is its own only part: planes do not come near it
//! there, but its edges bound the depth of points in a box ([`ConcaveRevolve::ceiling`]).

use super::Solid;
use super::bound_tree::{BoundTree, Extent};
use super::convex::Convex;
use super::edge::{Edge, Meridian, cap, dot, level_direction, meridian_of, norm, sub};
use super::outline::outline;
use super::parts::{Part, Parts};
use super::pocket::{columns, pockets, straightened, windows};
use super::profile::Profile;
use super::silhouette::Silhouette;
use super::under_edge::{near_edge, under_edge};
use super::wedge::MeridianBox;
use super::window::half_space;
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Body, Hull, Outline, Vec3};

/// A body of revolution about +Z that is not convex, because of its meridian or of a hollow tip.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcaveRevolve {
    /// The chain without its top cap.
    chain: Vec<Edge>,
    /// The chain's edges, and the cap last.
    edges: BoundTree<Extent<2>>,
    /// Convex parts of the body.
    parts: Parts,
    /// The body's convex hull.
    around: Box<Solid>,
    /// An upright cylinder around the body.
    hull: Hull,
    /// Convex parts that go through several pockets.
    columns: Vec<Solid>,
    /// The outline of the convex hull: what the hull has beyond the chain is never a support.
    outline: Outline,
    /// What was declared, where chords replace hollow arcs of that, or what grew, where the body goes
    /// around more.
    declared: Option<Silhouette>,
    /// How far the body is overstated, mm.
    overstated: f64,
    /// Whether the meridian never leads down again, ...
    rises: bool,
    /// ... or only to a hollow tip.
    rises_beyond_tip: bool,
}

impl ConcaveRevolve {
    /// The body of a profile; `None` when that is convex.
    pub(super) fn new(profile: &Profile) -> Option<Self> {
        let declared = Some(Silhouette::of(profile)).filter(Silhouette::is_hollow);
        let overstated = profile.facet_error();
        let profile = &Profile::from_edges(joined(straightened(profile.edges())));
        let pockets = pockets(profile.edges());
        // A tip that rounding alone makes hang is as near to its planes as any bound is told.
        if pockets.is_empty() && profile.hangs() <= FLOAT_MM {
            return None;
        }
        let windows = windows(profile, &pockets);
        let parts = Parts::new(profile, &pockets, &windows);
        let chain = profile.edges().to_vec();
        Some(Self {
            outline: outline(&meridian(profile.edges()), false),
            edges: BoundTree::new(&meridian(&chain).iter().map(Edge::bounds).collect::<Vec<_>>()),
            chain,
            around: Box::new(parts.hull().unwrap_or_else(|| cylinder(profile))),
            hull: hull(profile.edges()),
            columns: columns(profile.edges(), &pockets),
            parts,
            declared,
            overstated,
            rises: profile.rises(),
            rises_beyond_tip: profile.rises_beyond_tip(),
        })
    }

    /// The space within `by` mm of the body, and how far it is overstated beyond what the body is,
    /// mm.
    pub(super) fn inflated(&self, by: f64) -> (super::Piece, f64) {
        let (mut piece, excess) = super::inflate::body(&[(self.meridian(), by)]);
        let super::Piece::ConcaveRevolve(body) = &mut piece else { return (piece, excess) };
        // What is within so much less of the chain is within `by` of what was declared.
        let less = by - self.overstated;
        let declared = match &self.declared {
            Some(declared) => Some(Silhouette::grown([(declared, by)])),
            None if excess > 0.0 && less > 0.0 => {
                let chain = Silhouette::of(&Profile::from_edges(self.chain.clone()));
                Some(Silhouette::grown([(&chain, less)]))
            }
            None => None,
        };
        if declared.is_some() {
            body.declared = declared;
            body.overstated = self.overstated + excess;
        }
        (piece, excess)
    }

    /// The meridian without its top cap.
    pub(super) fn chain(&self) -> &[Edge] {
        &self.chain
    }

    /// The meridian, the top cap included.
    pub fn meridian(&self) -> Vec<Edge> {
        meridian(&self.chain)
    }

    /// Convex parts whose union is the body.
    pub fn cover(&self) -> &[Solid] {
        self.parts.cover()
    }

    /// Convex parts that fit between two pockets, in which everything is as deep as in the whole
    /// body, to half a hundredth.
    pub fn coarse(&self) -> &[Solid] {
        self.parts.coarse()
    }

    /// The convex hull, or the cylinder around it: nothing lies deeper in the body than in that.
    pub fn around(&self) -> &Solid {
        &self.around
    }

    /// Convex parts that go upright through several pockets: most large balls lie in one.
    pub fn columns(&self) -> &[Solid] {
        &self.columns
    }

    /// Parts that bound the size of every ball in the body.
    pub fn first(&self) -> impl Iterator<Item = &Part> {
        self.parts.first()
    }

    /// Parts that bound the same balls as `part` more closely; none where that is as close as it
    /// gets.
    pub fn halves(&self, part: &Part) -> impl Iterator<Item = &Part> {
        self.parts.halves(part)
    }

    /// Whether each of its parts need only be asked about balls whose middles are where it tells of:
    /// with several pockets, those that go through two of them are in no range of lines.
    pub(crate) fn tells_by_place(&self) -> bool {
        self.first().all(|part| part.tells(f64::INFINITY))
    }

    /// The closest part that tells as much as `part` of balls whose middles are in a box; `None`
    /// where there are no such balls in its range.
    pub(crate) fn closest<'a>(&'a self, part: &'a Part, middles: &MeridianBox) -> Option<&'a Part> {
        self.parts.closest(part, middles)
    }

    /// How deep `x` (mm, relative to the control point) lies in the body, mm; negative outside.
    pub fn depth(&self, x: &Vec3) -> f64 {
        let p = meridian_of(x);
        let (_, distance) = self.nearest_edge(p);
        let beside = |[r, z]: &Extent<2>, _| p[0] <= r[1] && z[0] <= p[1] && p[1] <= z[1];
        let mut inside = false;
        self.edges.within(beside, |i| {
            // The cap is level.
            inside ^= self.chain.get(i).is_some_and(|edge| edge.parts_outwards(p));
        });
        if inside { distance } else { -distance }
    }

    /// The declared shape; `None` where the body is that.
    pub fn declared(&self) -> Option<&Silhouette> {
        self.declared.as_ref()
    }

    /// How far the body is beyond the declared shape, mm.
    pub fn overstated(&self) -> f64 {
        self.overstated
    }

    /// A straight segment of the surface, or a point of it, that holds the surface point nearest to
    /// `x`, mm.
    pub fn nearest(&self, x: &Vec3) -> [Vec3; 2] {
        let (p, out) = (meridian_of(x), level_direction(x));
        let stand = |p: Meridian| Vec3::new(p[0] * out[0], p[0] * out[1], p[1]);
        let (edge, _) = self.nearest_edge(p);
        match edge {
            Edge::Line { a, b } => [a, b].map(stand),
            Edge::Arc { .. } => [stand(edge.nearest(p).at); 2],
        }
    }

    /// The outward direction at the edge nearest to `x`.
    pub fn outward(&self, x: &Vec3) -> Vec3 {
        let (p, [x, y]) = (meridian_of(x), level_direction(x));
        let out = self.nearest_edge(p).0.nearest(p).outward;
        Vec3::new(out[0] * x, out[0] * y, out[1])
    }

    /// A linear bound on depth in the body over a box, mm, valid for what is deeper than `level`,
    /// from the part of the surface nearest to `at`: slope and offset, if one is found.
    pub fn ceiling(&self, room: &Aabb, at: &Vec3, level: f64) -> Option<(Vec3, f64)> {
        let (edge, _) = self.nearest_edge(meridian_of(at));
        let most = |(slope, offset): &(Vec3, f64)| {
            let corners = room.corners().into_iter().map(|c| offset + slope.dot(&c));
            corners.fold(f64::NEG_INFINITY, f64::max)
        };
        let under = under_edge(&edge, self.rises_beyond_tip, room, at, level);
        let told = near_edge(&edge, room, at).into_iter().chain(under);
        told.min_by(|a, b| most(a).total_cmp(&most(b)))
    }

    /// Whether its meridian never leads down again: each level section is a disc, and no point is
    /// deeper the farther it is from the axis.
    ///
    /// A ball in the body stays in it on its level way to the axis. From a point outside the way to
    /// the nearest of the body is no longer after such a way: where that would be nearer to the
    /// axis than the place it is straight beneath or above is in the body too.
    pub fn rises(&self) -> bool {
        self.rises
    }

    /// A half space `normal · x <= level` that holds all of the body in `room`, chosen so that
    /// `at`, a point outside, lies beyond it; mm from the control point. The level is minus
    /// infinity where nothing lies there; `None` where the meridian leads down again.
    pub fn half_space(&self, room: &Aabb, at: &Vec3) -> Option<(Vec3, f64)> {
        let p = meridian_of(at);
        let foot = || self.nearest_edge(p).0.nearest(p).at;
        self.rises.then(|| half_space(&self.chain, room, at, foot()))
    }

    /// The edge of the meridian nearest to a point of it, and how far that is, mm.
    fn nearest_edge(&self, p: Meridian) -> (Edge, f64) {
        let aside = |[low, high]: [f64; 2], v: f64| (low - v).max(v - high).max(0.0);
        let bound = |[r, z]: &Extent<2>| norm([aside(*r, p[0]), aside(*z, p[1])]);
        let edge = |i: usize| self.chain.get(i).copied().unwrap_or_else(|| cap(&self.chain));
        let nearest = self.edges.find(bound, |i| norm(sub(edge(i).nearest(p).at, p)));
        nearest.map_or((cap(&self.chain), f64::INFINITY), |(i, far)| (edge(i), far))
    }
}

impl Body for ConcaveRevolve {
    fn support(&self, u: &Vec3) -> f64 {
        support(&self.chain, [norm([u.x, u.y]), u.z])
    }

    fn hull(&self) -> Hull {
        self.hull
    }

    fn outline(&self) -> Option<&Outline> {
        Some(&self.outline)
    }
}

/// Edges of which each begins exactly where the one before ends. A level between the two would meet
/// neither, and what is inside there would be outside; and an edge that closes the gap, if it leads
/// in, would leave convex parts without what is above it.
fn joined(mut edges: Vec<Edge>) -> Vec<Edge> {
    for i in 1..edges.len() {
        let end = edges[i - 1].end();
        let (Edge::Line { a, .. } | Edge::Arc { a, .. }) = &mut edges[i];
        *a = end;
    }
    edges
}

/// The greatest along `d` over what a chain bounds, mm.
fn support(chain: &[Edge], d: Meridian) -> f64 {
    let edges = chain.iter().map(|e| dot(e.extreme(d), d));
    edges.fold(dot(cap(chain).end(), d), f64::max)
}

/// An upright cylinder around what a chain bounds.
fn hull(chain: &[Edge]) -> Hull {
    let axis = [-support(chain, [0.0, -1.0]), support(chain, [0.0, 1.0])];
    Hull { axis, radius: support(chain, [1.0, 0.0]), round: false }
}

/// A chain with its top cap.
fn meridian(chain: &[Edge]) -> Vec<Edge> {
    [chain, &[cap(chain)]].concat()
}

/// The cylinder around a profile.
fn cylinder(profile: &Profile) -> Solid {
    let (radius, top) = (profile.radius(), profile.top());
    let lowest = profile.edges().iter().map(|e| e.extreme([0.0, -1.0])[1]);
    let bottom = lowest.fold(top, f64::min);
    let corners = [[0.0, bottom], [radius, bottom], [radius, top], [0.0, top]];
    let edges = corners.windows(2).map(|c| Edge::Line { a: c[0], b: c[1] });
    Solid::Round(Convex::new(edges.collect(), false))
}

#[cfg(test)]
mod tests;
