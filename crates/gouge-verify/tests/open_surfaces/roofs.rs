//! What stands beside a tool, farther up than that reaches, is no roof over it.

use super::{land, run};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;
use gouge_verify::{Options, Verdict};

/// An open plane of two facets that rises with x by an angle in degrees; its rims are half a metre
/// away.
fn slope(degrees: f64) -> Mesh {
    let rise = degrees.to_radians().tan();
    let end = |i: usize| 1200.0 * i as f64 - 600.0;
    land(1, false, |i, j| Vec3::new(end(i), end(j), rise * end(i)))
}

/// Both facets of a slope reach from below a tool to far above it, and so counted as standing over
/// it: full circles stayed undecided a tenth below the tolerance and a fifth beyond, [0.0100,
/// 0.0345] of 0.012; and of an allowance all was told as depth, [0.1, 0.2] of 0.1.
#[test]
fn a_plane_that_rises_beside_a_tool_is_no_roof_over_it() {
    let gentle = slope(5.0);
    let (sin, cos) = 5f64.to_radians().sin_cos();
    for (allowance, deviation, depth) in
        [(-0.005, 0.0, 0.012), (0.0, 0.005, 0.009), (-0.005, 0.0, 0.009)]
    {
        let z = (2.0 + deviation - 2.0 * cos + 20.0 * sin + allowance - depth) / cos;
        let program = format!("G0 X20 Y0 Z40\nG1 Z{z:.6} F100\nG3 X20 Y0 I-20 J0");
        let options = Options { allowance, deviation, ..Options::default() };
        let outcome = run(&gentle, "ball:4;len=30", &program, &options);
        let told = outcome.motions.iter().next_back().unwrap();
        let wanted = if depth > 0.01 { Verdict::Gouge } else { Verdict::Clean };
        assert_eq!(told.verdict, wanted, "{allowance} {deviation} {depth}: {:?}", told.depth);
    }
    let steep = slope(45.0);
    let options = Options { allowance: 0.2, tolerance: 0.005, ..Options::default() };
    let z = 1.1 * 2f64.sqrt() - 1.0;
    let program = format!("G0 X0 Y0 Z40\nG1 Z{z:.6} F100");
    let outcome = run(&steep, "ball:2;len=30", &program, &options);
    let [region] = &outcome.regions[..] else { panic!("{}", outcome.regions.len()) };
    let [lo, hi] = outcome.findings.depth(region.worst);
    assert!(0.0999 < lo && hi < 0.1001, "[{lo}, {hi}]");
}
