//! How deep a facet reaches into a convex piece that moves along a straight line.
//!
//! The depth of a point in a convex body is the least, over all unit u, of
//! `support(u) - u · x`: a concave function, negative outside. Facet point and time enter x
//! linearly, so the deepest pair is the peak of a concave function over facet × time, and
//! every supporting plane is a cut above it. Cuts are added where the peak of the cuts so far
//! lies (Kelley 1960): the peak of the roof is a proved upper bound, the depth there a lower
//! one, and they close in on each other.

use super::capsule;
use super::domain::Patch;
use super::grooved;
use super::hollow;
use super::lp::Roof;
use crate::geom::{Triangle, Vec3};
use crate::tolerance::{FLOAT_MM, MAX_CUTS};
use crate::tool::{Depth, Piece, Solid};

/// The deepest point of a facet in a moving piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Proved: the depth there is at least this, mm (negative: the distance).
    pub lo: f64,
    /// Proved: nowhere on the facet, at no time, is the depth more, mm.
    pub hi: f64,
    /// The point of the facet, mm.
    pub point: Vec3,
    /// The time, 0 to 1.
    pub t: f64,
}

/// How far the true path may be from the straight one at the same time: `by` mm, perpendicular
/// to `normal` (in any direction when that is zero).
#[derive(Clone, Copy, Debug)]
pub struct Sag {
    /// Distance, mm.
    pub by: f64,
    /// Unit normal of the arc's plane, or zero.
    pub normal: Vec3,
}

impl Sag {
    /// A straight path.
    pub const NONE: Self = Self { by: 0.0, normal: Vec3::new(0.0, 0.0, 0.0) };

    /// Support of the disc of all deviations in the unit direction `u`.
    pub(super) fn support(&self, u: &Vec3) -> f64 {
        let along = self.normal.dot(u);
        self.by * (1.0 - along * along).max(0.0).sqrt()
    }
}

/// The deepest point of `tri` in `piece` while its control point moves from `from` by `travel`,
/// to within `gap` mm; `None` as soon as it is proved less deep than `floor`. The upper bound
/// holds for every path within `sag` of the straight one, the lower for the straight one only.
pub fn deepest(
    piece: &Piece,
    tri: &Triangle,
    from: &Vec3,
    travel: &Vec3,
    sag: &Sag,
    floor: f64,
    gap: f64,
) -> Option<Deepest> {
    let solid = match piece {
        Piece::Solid(solid) => solid,
        Piece::Grooved(body) => {
            return grooved::deepest(body, tri, from, travel, sag, floor, gap);
        }
        Piece::Hollow(shell) => {
            return hollow::deepest(shell, tri, from, travel, sag, floor, gap);
        }
    };
    if let Solid::Round(body) = solid
        && let Some(radius) = body.ball_column()
    {
        let found = capsule::deepest(radius, body, tri, from, travel, sag);
        return (found.hi >= floor).then_some(found);
    }
    climb(solid, &Patch::whole(tri), from, travel, sag, floor, gap)
}

/// How deep a facet reaches into a convex piece that stands still at the origin, upper bound,
/// mm; `None` when it is less deep than `floor`.
pub(crate) fn touch(piece: &Solid, tri: &Triangle, floor: f64) -> Option<f64> {
    let still = Vec3::zeros();
    climb(piece, &Patch::whole(tri), &still, &still, &Sag::NONE, floor, FLOAT_MM).map(|d| d.hi)
}

/// [`deepest`] for any convex piece over any patch of a facet.
pub(super) fn climb(
    piece: &Solid,
    patch: &Patch,
    from: &Vec3,
    travel: &Vec3,
    sag: &Sag,
    floor: f64,
    gap: f64,
) -> Option<Deepest> {
    // The planes of the piece moved out by the deviation support the widened piece as well;
    // the roof they form need not be its lowest, but it is a roof.
    let depth_at = |y: [f64; 2], t: f64| {
        let plane = piece.depth(&(patch.point(y) - from - travel * t));
        let by = sag.support(&plane.normal);
        (plane.depth, Depth { depth: plane.depth + by, offset: plane.offset + by, ..plane })
    };
    let middle = patch.middle();
    let (straight, first) = depth_at(middle, 0.5);
    let mut best = (straight, middle, 0.5);
    let mut reached = first.depth;
    let mut hi = f64::INFINITY;
    let mut roof = Roof::new(&patch.corners, patch.cut(from, travel, &first, None));
    for _ in 0..MAX_CUTS {
        let Ok(peak) = roof.peak() else { break };
        hi = hi.min(peak.bound);
        if hi + FLOAT_MM < floor {
            return None;
        }
        let (straight, here) = depth_at(peak.y, peak.t);
        if straight > best.0 {
            best = (straight, peak.y, peak.t);
        }
        reached = reached.max(here.depth);
        if hi - reached <= gap {
            break;
        }
        roof.add(patch.cut(from, travel, &here, None));
    }
    let t = best.2.clamp(0.0, 1.0);
    let hi = hi.max(best.0) + FLOAT_MM;
    Some(Deepest { lo: best.0 - FLOAT_MM, hi, point: patch.point(best.1), t })
}
