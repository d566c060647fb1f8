//! What stands beside a tool, farther up than that reaches, is no roof over it.

use super::{land, last, run, welded};
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

/// A tip goes deeper all along an arc than the plane is in it: of more chords than cells were left
/// no point was looked at, and [0.0094, 0.0113] of 0.0112 stayed undecided.
#[test]
fn a_tip_on_a_long_arc_over_an_open_plane_is_decided() {
    let plane = slope(0.0);
    for (tool, deviation, depth) in [
        ("drill:6,90", 0.005, 0.0112),
        ("drill:6,90", 0.005, 0.0098),
        ("drill:6,90", 0.0, 0.0102),
        ("chamfer:0,45,6", 0.005, 0.0102),
    ] {
        let z = deviation - depth;
        let program = format!("G0 X100 Y0 Z40\nG1 Z{z:.6} F100\nG3 X-100 Y0 I-100 J0");
        let options = Options { deviation, ..Options::default() };
        let outcome = run(&plane, tool, &program, &options);
        let told = outcome.motions.iter().next_back().unwrap();
        let wanted = if depth > 0.01 { Verdict::Gouge } else { Verdict::Clean };
        assert_eq!(told.verdict, wanted, "{tool} {deviation} {depth}: {:?}", told.depth);
    }
}

/// A floor before a wall that is taller than any tool here, straight across the corner of the box
/// around an arc that stays two millimetres away from it.
fn floor_before_a_wall() -> Mesh {
    let at = |along: f64, away: f64, z: f64| {
        let away = away - 17.0 * 2f64.sqrt();
        Vec3::new(along + away, away - along, 2f64.sqrt() * z) / 2f64.sqrt()
    };
    let [a, b] = [at(-600.0, 0.0, 0.0), at(600.0, 0.0, 0.0)];
    let [c, d] = [at(600.0, 600.0, 0.0), at(-600.0, 600.0, 0.0)];
    let [e, f] = [at(-600.0, 0.0, 60.0), at(600.0, 0.0, 60.0)];
    let mut mesh = welded(&[[a, b, c], [a, c, d], [e, f, b], [e, b, a]]);
    let up = (b - a).cross(&(c - a)).z;
    if up < 0.0 {
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    mesh
}

/// All of the box around an arc counted as beneath what stands over its corner, and chords that
/// leave it by as much as the tolerance were raised: [0.009, 0.0105] of a tip.
#[test]
fn a_wall_across_the_corner_of_the_box_around_an_arc_is_no_roof() {
    let mesh = floor_before_a_wall();
    for (tool, depth) in
        [("drill:4,90;len=10", 0.009), ("drill:4,90;len=10", 0.0098), ("ball:4;len=10", 0.0102)]
    {
        let program = format!("G0 X20 Y0 Z70\nG1 Z-{depth} F100\nG3 X20 Y0 I-20 J0");
        let (told, bounds) = last(&mesh, tool, &program);
        let wanted = if depth > 0.01 { Verdict::Gouge } else { Verdict::Clean };
        assert_eq!(told, wanted, "{tool} {depth}: {bounds:?}");
    }
}

/// A wall that leans away and is taller than the tool was held against chords of the circle that
/// leave it by 0.01: what did not even touch it, as high as its tip is, stayed undecided.
#[test]
fn a_circle_inside_a_wall_taller_than_the_tool_is_decided() {
    const SIDES: usize = 120;
    let at = |i: usize, z: f64| {
        let angle = std::f64::consts::TAU * (i % SIDES) as f64 / SIDES as f64;
        let radius = 24.0 + 0.05 * z;
        Vec3::new(radius * angle.cos(), radius * angle.sin(), z)
    };
    let facets = (0..SIDES).flat_map(|i| {
        let [a, b, c, d] = [at(i, -20.0), at(i + 1, -20.0), at(i + 1, 40.0), at(i, 40.0)];
        [[a, c, b], [a, d, c]]
    });
    let mesh = welded(&facets.collect::<Vec<_>>());
    for tool in ["ball:4;len=10", "drill:4,90;len=10"] {
        let program = "G0 X21.98 Y0 Z60\nG1 Z0 F100\nG3 X21.98 Y0 I-21.98 J0";
        let (told, bounds) = last(&mesh, tool, program);
        assert_eq!(told, Verdict::Clean, "{tool}: {bounds:?}");
    }
}
