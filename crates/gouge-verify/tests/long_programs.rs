//! Programs with more motions than are looked at together.

use std::collections::BTreeMap;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_core::tree::Engine;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Motion, Motions};
use gouge_random::Random;
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

/// Motions that meet nothing are told of together: as each alone.
#[test]
fn motions_that_are_looked_at_together_are_told_as_each_alone() {
    let mut random = Random::new(61);
    let mut under_roof = block(false);
    let lift = |v: &Vec3| v + Vec3::new(30.0, 0.0, 25.0);
    let first = under_roof.vertices.len() as u32;
    under_roof.vertices.extend(block(true).vertices.iter().map(lift));
    let roof = block(true).triangles.into_iter().map(|t| t.map(|corner| corner + first));
    under_roof.triangles.extend(roof);
    let meshes = [block(true), block(false), under_roof];
    let tools = [
        "ball:4",
        "ball:4;len=6;shank=6,30",
        "flat:5;len=8;shank=5,20;holder=12,20",
        "bull:8,1.5;len=10",
        "chamfer:1,45,10;len=9",
    ];
    let mut clean = 0;
    for case in 0..90 {
        let mesh = &meshes[case % meshes.len()];
        let spec = Spec::parse(tools[case / 3 % tools.len()], Path::new("")).unwrap();
        let mut at =
            [random.between(-5.0, 105.0), random.between(-5.0, 45.0), random.between(0.0, 4.0)];
        let mut motions = Vec::new();
        while motions.len() < 700 {
            let step = [0.01, 0.1, 1.0][random.below(3)];
            let mut way = [step * random.between(-1.0, 1.0), step * random.between(-1.0, 1.0), 0.0];
            way[2] = [0.0, 0.02 * step, -0.3 * step][random.below(3)];
            for _ in 0..random.below(120) {
                let from = at;
                for (at, way) in at.iter_mut().zip(way) {
                    *at += way;
                }
                motions.push(Motion::feed(1 + random.below(100) as u32 / 99, from, at));
            }
        }
        let motions: Motions = motions.into_iter().collect();
        let specs = BTreeMap::from([(1, spec.clone()), (2, spec)]);
        let allowance = [0.0, 0.1, -0.1][random.below(3)];
        let told = |engine: Engine| {
            let body = Body::new(mesh, &defects::examine(mesh), false);
            let options = Options { allowance, engine, ..Options::default() };
            check(&[body], &specs, &motions, &options, &Progress::default())
        };
        // The second one looks at each for itself.
        let (together, alone) = (told(Engine::SHIPPED[0]), told(Engine::SHIPPED[1]));
        for (i, (a, b)) in together.motions.iter().zip(alone.motions.iter()).enumerate() {
            assert!(a == b, "{case}, motion {i}: {a:?} {b:?}");
            clean += usize::from(a.verdict == Verdict::Clean);
        }
        assert_eq!(together.coverage, alone.coverage);
        for (a, b) in together.findings.iter().zip(alone.findings.iter()) {
            assert!(a == b, "{case}: {a:?} {b:?}");
        }
        assert_eq!(together.findings.len(), alone.findings.len());
    }
    assert!(clean > 20_000, "{clean}");
}
