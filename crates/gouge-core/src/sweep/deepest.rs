//! How deep a facet reaches into any piece that moves along a straight line.

use super::climb::{Deepest, climb};
use super::domain::Patch;
use super::gap::Gap;
use super::learned::Learned;
use super::segment::Segment;
use super::{capsule, concave, nonconvex};
use crate::tolerance::FLOAT_MM;
use crate::tool::{Piece, Solid};
use gouge_mesh::geom::Triangle;
use std::ops::ControlFlow;

/// The deepest point of `tri` in `piece` while its control point moves along `way`, its bounds no
/// farther apart than `gap`; `None` as soon as it is proved less deep than `floor`. The upper bound
/// holds for every path within the sagitta of the straight one, the lower for the straight one
/// only.
pub fn deepest(
    piece: &Piece,
    tri: &Triangle,
    way: &Segment,
    floor: f64,
    gap: &Gap,
) -> Option<Deepest> {
    let solid = match piece {
        Piece::Solid(solid) => solid,
        Piece::ConcaveRevolve(body) => {
            return concave::deepest(body, tri, way, floor, gap, &mut Learned::default());
        }
        Piece::Nonconvex(mesh) => return nonconvex::deepest(mesh, tri, way, floor, gap),
    };
    match in_closed_form(solid, tri, way, floor) {
        ControlFlow::Break(told) => told,
        ControlFlow::Continue(()) => climb(solid, &Patch::whole(tri), way, floor, gap),
    }
}

/// The answer for ball-ended columns, unless the top of one comes into it.
///
/// One that ends at a top lies in the one that goes on, and in its capsule: nothing is deeper in
/// it; and what lies no nearer to the top than to the wall is as deep.
pub(super) fn in_closed_form(
    solid: &Solid,
    tri: &Triangle,
    way: &Segment,
    floor: f64,
) -> ControlFlow<Option<Deepest>> {
    let Solid::Round(body) = solid else { return ControlFlow::Continue(()) };
    let Some(radius) = body.ball_column() else { return ControlFlow::Continue(()) };
    let found = capsule::deepest(radius, body, tri, way);
    let depth = || body.depth(&(found.point - way.from - way.travel * found.t)).depth;
    match () {
        () if found.hi < floor => ControlFlow::Break(None),
        () if way.sag.arc.is_some() => ControlFlow::Continue(()),
        () if body.is_open() || depth() >= found.lo => ControlFlow::Break(Some(found)),
        () => ControlFlow::Continue(()),
    }
}

/// How deep a facet reaches into a convex piece that stands still at the origin, upper bound,
/// mm; `None` when it is less deep than `floor`.
pub(crate) fn touch(piece: &Solid, tri: &Triangle, floor: f64) -> Option<f64> {
    climb(piece, &Patch::whole(tri), &Segment::STILL, floor, &Gap::of(FLOAT_MM)).map(|d| d.hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Sag;
    use crate::sweep::arc::{Arc, tests::random_arc};
    use crate::tool::Spec;
    use gouge_mesh::geom::Vec3;
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
                let sag = Sag { by: random.between(0.0, 1e-3), ..Sag::NONE };
                let way = &Segment { from, travel, sag: &sag };
                let lowest = f64::NEG_INFINITY;
                let (patch, gap) = (Patch::whole(&tri), Gap::of(GAP));
                let planes = climb(solid, &patch, way, lowest, &gap).unwrap();
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

    /// Along an arc a facet was told of no closer than the arc bends away from its chord: a helix
    /// in a bore took hundreds of chords.
    #[test]
    fn no_place_of_a_facet_is_deeper_along_an_arc_than_said() {
        const GAP: f64 = 1e-4;
        let mut random = Random::new(61);
        let (mut told, mut closely, mut concave) = (0, 0, 0);
        let specs = [
            "flat:6;len=8",
            "bull:8,1.5",
            "ball:7",
            "taper:1,12,9",
            "drill:6,118;len=9",
            "flat:8;len=4;shank=4,6;holder=12,6",
        ];
        for case in 0..1500 {
            let spec = specs[case % specs.len()];
            let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(60.0);
            let pieces = match tool.seams.first().and_then(|seam| seam.within(seam.reach(0.0))) {
                Some(whole) => vec![whole],
                None => tool.components[0].pieces.clone(),
            };
            let piece = &pieces[0];
            concave += u32::from(matches!(piece, Piece::ConcaveRevolve(_)));
            let arc = random_arc(&mut random, 0.7);
            let arc = Arc { off: [0.0, 1e-6][case % 2], ..arc };
            let (from, to) = (arc.at(0.0), arc.at(1.0));
            let by = arc.turn.angle.powi(2) * arc.radius[0].max(arc.radius[1]);
            let sag = Sag { by, arc: Some(arc), ..Sag::NONE };
            let at = arc.at(0.5) + random.vector(4.0) + Vec3::z() * random.between(0.0, 6.0);
            let tri = [0; 3].map(|_| at + random.vector(2.0));
            let way = Segment { from, travel: to - from, sag: &sag };
            let floor = [f64::NEG_INFINITY, random.between(-1.0, 2.0)][random.below(2)];
            let found = deepest(piece, &tri, &way, floor, &Gap::of(GAP));
            let hi = found.map_or(floor, |found| found.hi);
            if let Some(found) = found {
                let own = piece.depth(&(found.point - arc.at(found.t)));
                assert!(found.lo <= own + 1e-7, "{spec} {found:?} {own}");
                told += 1;
                closely += u32::from(found.hi - found.lo <= 2.0 * GAP);
            }
            for _ in 0..200 {
                let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (a, b) = if a + b > 1.0 { (1.0 - a, 1.0 - b) } else { (a, b) };
                let q = tri[0] + (tri[1] - tri[0]) * a + (tri[2] - tri[0]) * b;
                let t = random.between(0.0, 1.0);
                let depth = piece.depth(&(q - arc.at(t)));
                assert!(depth <= hi, "{spec} {arc:?} {tri:?} {t}: {depth} {hi}");
            }
        }
        assert!(told > 800 && closely > 400 && concave > 200, "{told} {closely} {concave}");
    }
}
