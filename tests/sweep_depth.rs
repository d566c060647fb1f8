//! The exact test closes its bounds on every kind of tool.

use std::path::Path;

use gouge::geom::Vec3;
use gouge::sweep::{Sag, deepest};
use gouge::tool::Spec;
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
            if let Some(d) = deepest(piece, &tri, &from, &travel, &Sag::NONE, -0.5, 1e-6) {
                prop_assert!(d.lo <= d.hi && d.hi - d.lo <= 1.1e-6, "{d:?}");
                let x = d.point - from - travel * d.t;
                prop_assert!(piece.depth(&x) >= d.lo - 1e-9);
            }
        }
    }
}
