//! How deep a facet reaches into any piece that moves along a straight line.

use super::climb::{Deepest, climb};
use super::domain::Patch;
use super::loose::Loose;
use super::sag::Sag;
use super::{capsule, concave, nonconvex};
use crate::tolerance::FLOAT_MM;
use crate::tool::{Piece, Solid};
use gouge_mesh::geom::{Triangle, Vec3};
use std::ops::ControlFlow;

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
            return nonconvex::deepest(shell, tri, (from, travel, sag), floor, (gap, loose));
        }
    };
    match in_closed_form(solid, tri, (from, travel, sag), floor) {
        ControlFlow::Break(told) => told,
        ControlFlow::Continue(()) => {
            climb(solid, &Patch::whole(tri), from, travel, sag, floor, (gap, loose))
        }
    }
}

/// The answer for ball-ended columns, unless the top of one comes into it.
///
/// One that ends at a top lies in the one that goes on, and in its capsule: nothing is deeper in it;
/// and what lies no nearer to the top than to the wall is as deep.
pub(super) fn in_closed_form(
    solid: &Solid,
    tri: &Triangle,
    (from, travel, sag): (&Vec3, &Vec3, &Sag),
    floor: f64,
) -> ControlFlow<Option<Deepest>> {
    let Solid::Round(body) = solid else { return ControlFlow::Continue(()) };
    let Some(radius) = body.ball_column() else { return ControlFlow::Continue(()) };
    let found = capsule::deepest(radius, body, tri, from, travel, sag);
    let depth = || body.depth(&(found.point - from - travel * found.t)).depth;
    match () {
        () if found.hi < floor => ControlFlow::Break(None),
        () if body.is_open() || depth() >= found.lo => ControlFlow::Break(Some(found)),
        () => ControlFlow::Continue(()),
    }
}

/// How deep a facet reaches into a convex piece that stands still at the origin, upper bound,
/// mm; `None` when it is less deep than `floor`.
pub(crate) fn touch(piece: &Solid, tri: &Triangle, floor: f64) -> Option<f64> {
    let (still, gap) = (Vec3::zeros(), (FLOAT_MM, &Loose::NEVER));
    climb(piece, &Patch::whole(tri), &still, &still, &Sag::NONE, floor, gap).map(|d| d.hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Spec;
    use gouge_random::Random;

    #[test]
    fn a_ball_with_a_top_is_as_deep_in_closed_form_as_its_planes_say() {
        const GAP: f64 = 1e-7;
        let mut random = Random::new(9);
        let (mut told, mut left) = (0, 0);
        for spec in ["ball:20;len=30", "ball:6;len=4"] {
            let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
            let Piece::Solid(solid) = &tool.components[0].pieces[0] else { panic!("{spec}") };
            let Solid::Round(body) = solid else { panic!("{spec}") };
            assert!(!body.is_open() && body.ball_column().is_some());
            for _ in 0..400 {
                let at = random.vector(8.0) + Vec3::z() * random.between(0.0, 8.0);
                let tri = [0; 3].map(|_| at + random.vector(3.0));
                let (from, travel) = (random.vector(1.0), random.vector(2.0));
                let sag = Sag { by: random.between(0.0, 1e-3), normal: Vec3::zeros() };
                let way = (&from, &travel, &sag);
                let lowest = f64::NEG_INFINITY;
                let (patch, gap) = (Patch::whole(&tri), (GAP, &Loose::NEVER));
                let planes = climb(solid, &patch, &from, &travel, &sag, lowest, gap).unwrap();
                let ControlFlow::Break(found) = in_closed_form(solid, &tri, way, lowest) else {
                    left += 1;
                    continue;
                };
                let found = found.unwrap();
                told += 1;
                assert!(found.lo <= planes.hi && planes.lo <= found.hi, "{found:?} {planes:?}");
                let at = found.point - from - travel * found.t;
                assert!(body.depth(&at).depth >= found.lo, "{found:?}");
                assert!(found.hi - found.lo <= sag.by + 4.0 * FLOAT_MM, "{found:?}");
            }
        }
        assert!(told > 300 && left > 10, "{told} {left}");
    }
}
