//! Programs of more motions than are looked at together.

use std::collections::BTreeMap;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Motion, Motions};
use gouge_verify::{Body, Options, Progress, Verdict, check};

/// A block from z = -20 to 0, closed or without its sides and floor.
fn block(closed: bool) -> Mesh {
    let corner = |i: usize| {
        let pick = |bit: usize, [lo, hi]: [f64; 2]| if i >> bit & 1 == 0 { lo } else { hi };
        Vec3::new(pick(0, [0.0, 100.0]), pick(1, [0.0, 40.0]), pick(2, [-20.0, 0.0]))
    };
    let quads =
        [[4, 5, 7, 6], [0, 2, 3, 1], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let quads = &quads[..if closed { 6 } else { 1 }];
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

#[test]
fn every_motion_of_a_long_program_keeps_its_own_answer() {
    const COUNT: usize = 70_000;
    let dips = |i: usize| i % 6_997 == 6_996;
    let place = |i: usize| {
        let x = 10.0 + 80.0 * i as f64 / COUNT as f64;
        [x, 20.0, if dips(i) { -0.2 } else { 1.0 }]
    };
    let motions: Motions = (0..COUNT).map(|i| Motion::feed(1, place(i), place(i + 1))).collect();
    let tools = BTreeMap::from([(1, Spec::parse("ball:4", Path::new("")).unwrap())]);
    for mesh in [block(true), block(false)] {
        let body = Body::new(&mesh, &defects::examine(&mesh), false);
        let outcome = check(&[body], &tools, &motions, &Options::default(), &Progress::default());
        for (i, motion) in outcome.motions.iter().enumerate() {
            let gouges = dips(i) || dips(i + 1);
            let want = if gouges { Verdict::Gouge } else { Verdict::Clean };
            assert_eq!(motion.verdict, want, "motion {i}");
        }
        assert_eq!(outcome.findings.len(), 20);
    }
}
