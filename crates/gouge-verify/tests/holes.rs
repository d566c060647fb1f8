//! Round holes, and tools too wide for them.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Motion;
use gouge_verify::{Body, Options, Progress, check};

/// A ring from z = 0 to 30 about Z, of `sides` sides within and without, radii 2.5 and 12 mm.
fn ring(sides: u32) -> Mesh {
    let mut mesh = Mesh::default();
    for (radius, z) in [(2.5, 0.0), (12.0, 0.0), (12.0, 30.0), (2.5, 30.0)] {
        mesh.vertices.extend((0..sides).map(|k| {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(sides)).sin_cos();
            Vec3::new(radius * cos, radius * sin, z)
        }));
    }
    for band in 0..4 {
        for k in 0..sides {
            let next = (k + 1) % sides;
            let [a, b] = [k, next].map(|k| band * sides + k);
            let [c, d] = [next, k].map(|k| (band + 1) % 4 * sides + k);
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// Cells were cut where they were longest, along the wall of the hole, where a bound is as good
/// however long they are: none were left before it was told, [1.0008, 1.0348].
#[test]
fn a_shank_all_around_a_round_hole_is_told_to_a_hundredth() {
    let mesh = ring(40);
    let spec = Spec::parse("drill:5,118;len=5;shank=7,60", Path::new("")).unwrap();
    let mut motions = Vec::new();
    let mut from = [0.0, 0.0, 60.0];
    for peck in 0..60 {
        for z in [24.0 - 0.35 * f64::from(peck), 40.0] {
            motions.push(Motion::feed(1, from, [0.0, 0.0, z]));
            from = [0.0, 0.0, z];
        }
    }
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let (options, tools) = (Options::default(), BTreeMap::from([(1, spec)]));
    let outcome = check(&[body], &tools, &motions[..].into(), &options, &Progress::default());
    assert!(!outcome.regions.is_empty());
    for region in &outcome.regions {
        let [lo, hi] = outcome.findings.depth(region.worst);
        assert!(hi <= 1.01 * lo.max(0.01), "[{lo}, {hi}]");
    }
}
