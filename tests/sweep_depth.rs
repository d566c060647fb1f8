//! The exact test closes its bounds on every kind of tool.

use std::path::Path;

use gouge::geom::Vec3;
use gouge::sweep::{Gap, Segment, deepest};
use gouge::tool::{Piece, Profile, Shape, Spec, Step};
use proptest::prelude::*;

const TOOLS: [&str; 8] = [
    "flat:6",
    "flat:6;len=15",
    "ball:6",
    "ball:6;len=12",
    "bull:6,1",
    "taper:0.5,15,6",
    "taper:0,45,6;len=9",
    "drill:5,118",
];

fn point(size: f64) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from)
}

/// Cutters so short that facets pass where bottom and top are equally far.
const SHORT: [&str; 4] = [
    "ball:7.133359;len=5.809456",
    "ball:9.489275;len=5.193474",
    "bull:11.235676,4.850499;len=7.755975",
    "drill:5.969195,41.920828;len=15.650913",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn bounds_close_in(
        tool in prop::sample::select(&TOOLS[..]),
        center in point(5.0),
        corners in [point(3.0), point(3.0), point(3.0)],
        from in point(4.0),
        travel in point(4.0),
    ) {
        let tool = Spec::parse(tool, Path::new(".")).unwrap().build(100.0);
        let tri = corners.map(|c| center + c);
        for piece in &tool.components[0].pieces {
            if let Some(d) = deepest(piece, &tri, &Segment::straight(from, travel), -0.5, &Gap::of(1e-6)) {
                prop_assert!(d.lo <= d.hi && d.hi - d.lo <= 1.1e-6, "{d:?}");
                let x = d.point - from - travel * d.t;
                prop_assert!(piece.depth(&x) >= d.lo - 1e-9);
            }
        }
    }
    #[test]
    fn bounds_close_in_where_opposite_sides_meet(
        tool in prop::sample::select(&SHORT[..]),
        corners in [point(20.0), point(20.0), point(20.0)],
        shares in (0.0..0.5, 0.0..0.5),
        time in 0.0..1.0,
        travel in point(10.0),
    ) {
        let tool = Spec::parse(tool, Path::new(".")).unwrap().build(100.0);
        let Piece::Solid(piece) = &tool.components[0].pieces[0] else {
            panic!("a convex cutter");
        };
        let [p, q, r] = corners;
        // Some time the middle of the facet or so is in the middle of the cutter.
        let anchor = p + (q - p) * shares.0 + (r - p) * shares.1;
        let from = anchor - piece.inscribed().0 - travel * time;
        let piece = &tool.components[0].pieces[0];
        let d = deepest(piece, &corners, &Segment::straight(from, travel), 0.0, &Gap::of(1e-5)).unwrap();
        prop_assert!(d.lo <= d.hi && d.hi - d.lo <= 1.1e-5, "{d:?}");
        prop_assert!(piece.depth(&(d.point - from - travel * d.t)) >= d.lo - 1e-9);
    }
    /// Records that differed by the last bit with what was known before made engines disagree.
    #[test]
    fn a_record_does_not_depend_on_the_floor(
        corners in [point(5.0), point(5.0), point(5.0)],
        from in point(5.0),
        travel in point(4.0),
        below in prop::sample::select(&[0.0, 1e-12, 1e-6, 1e-3, 0.1][..]),
    ) {
        let slot = [[4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 6.0], [3.0, 6.0], [3.0, 9.0]];
        let steps = slot.map(|to| Step { to, arc: None });
        let profile = Profile::new([0.0, 0.0], &steps).unwrap();
        let tool = Spec::cutter(Shape::Profile(profile)).build(100.0);
        let piece = &tool.components[0].pieces[0];
        let find = |floor| deepest(piece, &corners, &Segment::straight(from, travel), floor, &Gap::of(1e-5));
        if let Some(alone) = find(f64::NEG_INFINITY) {
            prop_assert_eq!(find(alone.lo - below), Some(alone));
        }
    }
}
