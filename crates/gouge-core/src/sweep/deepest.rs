//! How deep a facet reaches into any piece that moves along a straight line.

use super::climb::{Deepest, climb};
use super::domain::Patch;
use super::loose::Loose;
use super::sag::Sag;
use super::{capsule, concave, nonconvex};
use crate::tolerance::FLOAT_MM;
use crate::tool::{Piece, Solid};
use gouge_mesh::geom::{Triangle, Vec3};

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
    deepest_loosely(piece, tri, from, travel, sag, floor, gap, &Loose::NEVER)
}

/// As [`deepest`], less close where the depth is great and closeness costs much.
#[expect(clippy::too_many_arguments, reason = "those of `deepest`, and one more")]
pub(super) fn deepest_loosely(
    piece: &Piece,
    tri: &Triangle,
    from: &Vec3,
    travel: &Vec3,
    sag: &Sag,
    floor: f64,
    gap: f64,
    loose: &Loose,
) -> Option<Deepest> {
    let solid = match piece {
        Piece::Solid(solid) => solid,
        Piece::ConcaveRevolve(body) => {
            return concave::deepest(body, tri, (from, travel, sag), floor, (gap, loose));
        }
        Piece::Nonconvex(shell) => {
            return nonconvex::deepest(shell, tri, from, travel, sag, floor, gap);
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
