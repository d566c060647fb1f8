//! The law of depth in closed forms: what was found wrong before, each by its name.

mod shapes;

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::path::Path;
use std::time::Instant;

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, defects};
use gouge::nc::{Arc, Kind, Motion, Span};
use gouge::tool::{Role, Spec};
use gouge::verify::{Body, Finding, Options, Outcome, Progress, Verdict, check};

use shapes::{block, joined, prism};

/// A block whose top has a groove along Y of this half angle, 5 mm deep, its bottom edge at z = -5.
fn grooved(half: f64) -> Mesh {
    let wide = 5.0 * half.to_radians().tan();
    let outline = [
        [-60.0, -20.0],
        [60.0, -20.0],
        [60.0, 0.0],
        [wide, 0.0],
        [0.0, -5.0],
        [-wide, 0.0],
        [-60.0, 0.0],
    ];
    prism(&outline, &[[0, 1, 4], [1, 2, 3], [1, 3, 4], [0, 4, 5], [0, 5, 6]], [-20.0, 60.0])
}

fn feed(from: [f64; 3], to: [f64; 3]) -> Motion {
    let span = Span { line: 1, column: 1, length: 2, ..Span::default() };
    Motion { span, ..Motion::feed(1, from, to) }
}

fn arc(from: [f64; 3], to: [f64; 3], center: [f64; 3], sweep: f64) -> Motion {
    let arc = Arc { center, normal: [0.0, 0.0, 1.0], sweep };
    Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..feed(from, to) }
}

fn options(tolerance: f64) -> Options {
    Options { tolerance, ..Options::default() }
}

fn run(mesh: &Mesh, tool: &str, motions: &[Motion], options: &Options) -> Outcome {
    let report = defects::examine(mesh);
    let spec = Spec::parse(tool, Path::new(".")).unwrap();
    let specs = BTreeMap::from([(1, spec)]);
    let began = Instant::now();
    let out = check(
        &[Body::new(mesh, &report, false)],
        &specs,
        &motions.into(),
        options,
        &Progress::default(),
    );
    eprintln!("{tool}: {:?}", began.elapsed());
    out
}

fn worst(outcome: &Outcome) -> Finding {
    let region = outcome.regions.first().unwrap_or_else(|| panic!("{outcome:?}"));
    outcome.findings.at(region.worst).into_owned()
}

/// The worst region is `want` deep, as narrow as the law says.
fn deep(mesh: &Mesh, tool: &str, motions: &[Motion], options: &Options, want: f64) {
    let out = run(mesh, tool, motions, options);
    let [lo, hi] = worst(&out).depth;
    let slack = 1e-7;
    assert!(lo <= want + slack && want - slack <= hi, "{tool}: [{lo}, {hi}] does not hold {want}");
    let width = (0.01 * options.tolerance).max(0.01 * hi);
    assert!(hi - lo <= width, "{tool}: [{lo}, {hi}] is wider than {width}");
}

fn clean(mesh: &Mesh, tool: &str, motions: &[Motion], options: &Options) {
    let out = run(mesh, tool, motions, options);
    for m in out.motions.iter() {
        assert_eq!(m.verdict, Verdict::Clean, "{tool}: {:?}", out.motions);
    }
}

fn slab() -> Mesh {
    block([0.0, 0.0, -20.0], [100.0, 100.0, 0.0])
}

/// Each motion was looked into by itself, and one search looks at no more than so many cells.
#[test]
fn a_floor_of_many_motions_is_measured_as_narrowly_as_the_law_asks() {
    let mesh = block([-60.0, -60.0, -40.0], [60.0, 60.0, 0.0]);
    let mut points = Vec::new();
    for row in 0..100 {
        let y = f64::from(row) - 50.0;
        points.extend((0..=250).map(|i| [0.4 * f64::from(i) - 50.0, y, -8.0]));
    }
    let motions: Vec<Motion> = points.windows(2).map(|p| feed(p[0], p[1])).collect();
    let outcome = run(&mesh, "flat:6", &motions, &options(0.01));
    let [lo, hi] = worst(&outcome).depth;
    assert!(lo <= 8.0 && 8.0 <= hi && hi - lo <= 0.08, "{lo} {hi}");
}

#[test]
fn a_scratch_along_the_bottom_of_a_groove_is_as_deep_as_it_goes_below() {
    for groove in [15.0, 45.0, 75.0] {
        for half in [5.0, 10.0, 20.0] {
            if half > groove {
                continue;
            }
            for depth in [0.012, 0.02, 0.05] {
                let m = [feed([0.0, 5.0, -5.0 - depth], [0.0, 35.0, -5.0 - depth])];
                let tool = format!("taper:0,{half},6");
                deep(&grooved(groove), &tool, &m, &options(0.01), depth);
                let shallow = [feed([0.0, 5.0, -5.009], [0.0, 35.0, -5.009])];
                clean(&grooved(groove), &tool, &shallow, &options(0.01));
            }
        }
    }
}

#[test]
fn a_body_that_touches_along_an_edge_takes_no_part_side_away() {
    let part = joined(&slab(), &block([100.0, 100.0, -20.0], [120.0, 120.0, 0.0]));
    assert!(!defects::examine(&part).watertight);
    let m = [feed([20.0, 50.0, -0.035], [60.0, 50.0, -0.035])];
    deep(&part, "taper:0,5,6", &m, &options(0.01), 0.035);
}

#[test]
fn one_flipped_facet_far_away_takes_no_part_side_away() {
    let mut part = joined(&slab(), &block([200.0, 0.0, -20.0], [220.0, 20.0, 0.0]));
    part.triangles.last_mut().unwrap().swap(0, 1);
    let m = [feed([20.0, 50.0, -0.035], [60.0, 50.0, -0.035])];
    deep(&part, "taper:0,5,6", &m, &options(0.01), 0.035);
}

#[test]
fn a_tool_inside_a_box_of_doubled_facets_is_not_clean() {
    for turned in [false, true] {
        let mut part = slab();
        let again = part.triangles.clone();
        part.triangles
            .extend(again.into_iter().map(|[a, b, c]| if turned { [a, c, b] } else { [a, b, c] }));
        let m = [feed([50.0, 50.0, -10.0], [52.0, 50.0, -10.0])];
        let out = run(&part, "ball:2;len=5", &m, &options(0.01));
        assert_ne!(out.motions.at(0).verdict, Verdict::Clean, "{out:?}");
    }
}

#[test]
fn a_tool_no_thicker_than_the_tolerance_that_begins_inside_is_not_clean() {
    let way = [[50.0, 50.0, -5.0], [150.0, 50.0, -5.0]];
    for (tool, tolerance) in
        [("flat:0.018;len=30", 0.01), ("flat:19;len=0.018", 0.01), ("flat:60;len=0.18", 0.1)]
    {
        for way in [way, [way[1], way[0]]] {
            deep(&slab(), tool, &[feed(way[0], way[1])], &options(tolerance), 5.0);
        }
    }
}

#[test]
fn an_arc_through_a_block_is_as_deep_as_the_same_path_in_lines() {
    let sweep = -2.0 * 70f64.atan2(150.0);
    let m = [arc([-20.0, 50.0, -5.0], [120.0, 50.0, -5.0], [50.0, -100.0, -5.0], sweep)];
    for tool in ["ball:1", "flat:0.018", "flat:6"] {
        deep(&slab(), tool, &m, &options(0.01), 5.0);
    }
}

#[test]
fn one_of_two_shells_inside_out_is_found_by_winding() {
    let mut wrong = block([200.0, 0.0, -20.0], [300.0, 100.0, 0.0]);
    wrong.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let part = joined(&slab(), &wrong);
    for (x, z) in [(20.0, -0.005), (220.0, -0.005)] {
        let m = [feed([x, 50.0, z], [x + 40.0, 50.0, z])];
        for tool in ["flat:6", "ball:6", "taper:0,45,6"] {
            clean(&part, tool, &m, &options(0.01));
        }
    }
    let m = [feed([20.0, 50.0, -0.05], [60.0, 50.0, -0.05])];
    deep(&part, "taper:0,5,6", &m, &options(0.01), 0.05);
}

#[test]
fn shallow_ramps_are_judged_in_their_end_pose() {
    // The corner of the tool goes 0.052 below the slope only at the very end.
    let slope = prism(
        &[[0.0, -20.0], [100.0, -20.0], [100.0, 10.0], [0.0, 0.0]],
        &[[0, 1, 2], [0, 2, 3]],
        [0.0, 100.0],
    );
    let (sin, cos) = (0.1f64.atan().sin(), 0.1f64.atan().cos());
    // Lowest rim point of a flat mill of radius 3 lies on the uphill side.
    let control = |x: f64, depth: f64| [x, 50.0, 0.1 * (x + 3.0) - depth / cos];
    let _ = sin;
    let m = [feed(control(30.0, 0.01), control(60.0, 0.0525))];
    deep(&slope, "flat:6", &m, &options(0.05), 0.0525);
    let m = [feed(control(30.0, 0.01), control(60.0, 0.0475))];
    clean(&slope, "flat:6", &m, &options(0.05));
}

#[test]
fn a_region_is_as_deep_as_the_deepest_of_its_motions() {
    // The first motion is the worst by the tool side, the last by the part side.
    let motions: Vec<Motion> = (0..6)
        .map(|i| {
            let (x, z) = (20.0 + f64::from(i), -1.2 - 0.48 * f64::from(i));
            feed([x, 30.0, z], [x, 70.0, z])
        })
        .collect();
    deep(&slab(), "flat:2", &motions, &options(0.01), 3.6);
}

#[test]
fn order_of_triangles_leaves_bounds_that_overlap() {
    let part = grooved(45.0);
    let mut turned = part.clone();
    turned.triangles.reverse();
    let m = [feed([-2.0, -5.0, -4.0], [3.0, 44.0, -6.7])];
    for tool in ["ball:6", "flat:6", "taper:0.5,20,6"] {
        let [a, b] = [&part, &turned].map(|p| worst(&run(p, tool, &m, &options(0.01))).depth);
        assert!(a[0] <= b[1] && b[0] <= a[1], "{tool}: {a:?} {b:?}");
    }
}

#[test]
fn closed_forms() {
    let t = &options(0.01);
    let half = 0.5f64.sqrt();
    // A chamfer of 1 mm where a sharp edge should be.
    deep(&slab(), "drill:60,90", &[feed([-3.0, 20.0, -4.0], [-3.0, 80.0, -4.0])], t, half);
    // A ball on a plane, a cone in a flat, a narrow slot.
    deep(&slab(), "ball:6", &[feed([20.0, 20.0, -0.3], [50.0, 60.0, -0.3])], t, 0.3);
    deep(&slab(), "taper:0,10,6", &[feed([20.0, 20.0, -0.3], [50.0, 60.0, -0.3])], t, 0.3);
    deep(&slab(), "flat:0.018;len=30", &[feed([20.0, 50.0, -5.0], [60.0, 63.0, -5.0])], t, 5.0);
    deep(&slab(), "flat:6", &[feed([50.0, 50.0, 5.0], [50.0, 50.0, -2.0])], t, 2.0);
    // A shaving off a tall wall.
    deep(&slab(), "bull:6,1", &[feed([-2.7, 20.0, -8.0], [-2.7, 80.0, -8.0])], t, 0.3);
    // A fin severed whole: half as thick, or as deep as it lies in the tool.
    let fin = block([-5.0, -0.003, 0.0], [5.0, 0.003, 6.0]);
    let out = run(&fin, "flat:2;len=10", &[feed([-3.0, -5.0, 2.0], [-3.0, 5.0, 2.0])], t);
    assert!((worst(&out).tool_side[0] - 1.0).abs() < 1e-3, "{out:?}");
    // Where three planes meet: the corner of the block lies 0.1 deep in a ball.
    let at = 2.9 / 3f64.sqrt();
    deep(&slab(), "ball:6;len=50", &[feed([-at, -at, at - 3.0], [-at, -at, at - 2.9])], t, 0.1);
}

#[test]
fn allowance_of_both_signs() {
    let ball = |z: f64| [feed([20.0, 20.0, z], [50.0, 60.0, z])];
    let with = |allowance: f64| Options { allowance, ..options(0.01) };
    deep(&slab(), "ball:6", &ball(0.2), &with(0.3), 0.1);
    clean(&slab(), "ball:6", &ball(0.295), &with(0.3));
    clean(&slab(), "ball:6", &ball(0.5), &with(0.3));
    deep(&slab(), "flat:6", &ball(0.2), &with(0.3), 0.1);
    clean(&slab(), "flat:6", &ball(-0.1), &with(-0.1));
    clean(&slab(), "flat:6", &ball(-0.109), &with(-0.1));
    let out = run(&slab(), "flat:6", &ball(-0.15), &with(-0.1));
    let f = worst(&out);
    assert!(f.depth[0] <= 0.05 + 1e-7 && f.depth[1] >= 0.05 - 1e-7, "{f:?}");
}

/// What a hollow cutter covers between its arc and the chord of that was not looked at: 1.838 at most
/// of 1.9, the rim of the cutter 2 mm deep in a wall of which 0.1 may go.
#[test]
fn a_hollow_cutter_on_an_arc_covers_all_that_this_bulges() {
    let tool = profile("cove.txt", "start 0 0\narc 4 4 -4.2");
    let part = block([0.0, 0.0, -20.0], [30.0, 30.0, 0.0]);
    let (center, radius) = ([-10.0, 15.0, -10.0], 8.0);
    let at =
        |angle: f64| [center[0] + radius * angle.cos(), center[1] + radius * angle.sin(), -10.0];
    let motions = [arc(at(-1.0), at(2.0), center, 3.0)];
    deep(&part, &tool, &motions, &Options { allowance: -0.1, ..options(0.01) }, 1.9);
}

#[test]
fn a_sound_shell_keeps_its_normals_beside_one_that_is_inside_out() {
    let mut wrong = block([200.0, 0.0, -20.0], [400.0, 200.0, 0.0]);
    wrong.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let part = joined(&slab(), &wrong);
    assert!(defects::examine(&part).inverted);
    for x in [20.0, 220.0] {
        let out =
            run(&part, "ball:6", &[feed([x, 50.0, -0.2], [x + 30.0, 50.0, -0.2])], &options(0.01));
        assert_eq!(worst(&out).normal, Vec3::z(), "{x}");
    }
}

fn profile(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    format!("profile:{}", path.display())
}

/// The tip of a lemon was said to be as near to what is left of it, drawn in, as the rest: 0.9583 at
/// most where it is 1 mm below the floor.
#[test]
fn the_tip_of_a_lemon_is_as_deep_as_it_is_below_the_floor() {
    for (text, below) in [("start 0 0\narc 0 6 3.1", 1.0), ("start 0 0\narc 0 6 4", 0.05)] {
        let tool = profile("lemon", text);
        let motions = [feed([-20.0, 50.0, -below], [50.0, 50.0, -below])];
        deep(&slab(), &tool, &motions, &options(0.01), below);
    }
}

/// Every lower bound was taken off what the chords of a hollow arc overstate, however far away
/// that was: at a tolerance of half a micrometre, a cut 10 % deeper than that was left undecided.
#[test]
fn beside_a_hollow_arc_depth_is_measured_as_closely_as_without_one() {
    let part = block([0.0, 0.0, -100.0], [100.0, 100.0, 0.0]);
    let tool = profile("land.txt", "start 0 0\nline 8 0\narc 10 2 -2\nline 10 20");
    for (tolerance, depth) in [(0.0005, 0.00055), (0.002, 0.00204), (0.0005, 0.00204)] {
        for deviation in [0.0, 1e-5, 0.05, 1.0] {
            let near = -(10.0 + deviation - depth) / 2f64.sqrt();
            let motions = [feed([near - 5.0, near + 5.0, -30.0], [near + 5.0, near - 5.0, -30.0])];
            let with = Options { deviation, ..options(tolerance) };
            deep(&part, &tool, &motions, &with, depth);
        }
    }
}

/// A tool of no more pieces than are searched one by one was told to be less deep by what its chords
/// are beside the arc: cuts 10 % and 2 % beyond the tolerance were undecided.
#[test]
fn beside_a_short_hollow_arc_depth_is_measured_as_closely_as_without_one() {
    let (sin, cos) = 20f64.to_radians().sin_cos();
    let mut slope = block([-20.0, -20.0, -20.0], [20.0, 20.0, 0.0]);
    for v in slope.vertices.iter_mut().filter(|v| v.z == 0.0) {
        v.z = v.x * sin / cos;
    }
    let text = "start 0 0\nline 0.8645 0\narc 0.896 0.0032 -0.24\nline 1.7 1.2\nline 1.7 6";
    let tool = profile("short.txt", text);
    for (tolerance, depth) in [(0.0005, 0.00055), (0.001, 0.00102), (0.0005, 0.00075)] {
        let z = (0.896 * sin - depth) / cos - 0.0032;
        let motions = [feed([0.0, 0.0, z + 0.3], [0.0, 0.0, z])];
        deep(&slope, &tool, &motions, &options(tolerance), depth);
    }
}

/// One that bends by less than chords may be beside it was a single chord, its body convex, and all
/// depths taken off what any chord may overstate: a tenth of 0.0005.
#[test]
fn beside_a_hollow_arc_that_is_next_to_straight_depth_is_measured_as_closely() {
    let part = slab();
    for radius in [20.83, 30.0, 1250.0, 1e5] {
        let text = format!("start 0 0\nline 2 0\narc 2.06 0.08 -{radius}\nline 2.06 5");
        let tool = profile(&format!("straight-{radius}.txt"), &text);
        for (tolerance, depth) in [(0.0005, 0.00055), (0.0005, 0.0007), (0.05, 0.05003)] {
            let motions = [feed([50.0, 50.0, 0.1], [50.5, 50.3, -depth])];
            deep(&part, &tool, &motions, &options(tolerance), depth);
        }
    }
}

/// Grown by 0.7, a ledge and the hollow arc above it leave a groove that ends in a cusp. Chords fill
/// more of it than they are beside the arc: 0.000492 was a gouge of at least 0.000524.
#[test]
fn a_cusp_that_two_borders_make_as_they_grow_is_not_filled_by_chords() {
    let text = "start 0 0\nline 6 0\nline 6 5\nline 4.5 5\narc 6 6.5 -1.5\nline 6 10";
    let tool = profile("cusp.txt", text);
    // A blade along Y, its edge at x = 0: the cusp is the nearest border of the tool to it.
    let mut blade = block([-20.0, 0.0, -40.02], [0.0, 100.0, -39.98]);
    for v in &mut blade.vertices {
        if v.x == 0.0 {
            v.z = -40.0;
        }
    }
    let cusp = 6.0 - (0.8f64.powi(2) - 0.7f64.powi(2)).sqrt();
    for (depth, tolerance) in [(0.000_492, 0.0005), (0.009_992, 0.01), (0.0027, 0.0005)] {
        let x = cusp - depth;
        // The tool lies on its side of the blade, as deep in it as the edge reaches.
        let motions = [feed([x, 20.0, -45.7], [x, 80.0, -45.7])];
        let with = Options { deviation: 0.7, ..options(tolerance) };
        let out = run(&blade, &tool, &motions, &with);
        let f = out.motions.at(0);
        assert_eq!(f.verdict == Verdict::Gouge, depth > tolerance, "{f:?}");
        let [lo, hi] = f.depth;
        assert!(lo <= depth + 1e-8 && depth - 1e-8 <= hi, "{f:?} {depth}");
    }
}

/// Where a hollow arc runs out level, its last chord holds a sliver beneath the cusp that the tool
/// does not. Points there were given up for one 0.0144 mm farther in: 0.02 mm were left undecided.
#[test]
fn the_rim_of_a_cutter_that_ends_in_a_cusp_is_as_deep_as_it_is_in_the_wall() {
    let part = block([0.0, 0.0, -100.0], [100.0, 100.0, 0.0]);
    let tool = profile("feather.txt", "start 0 0\nline 8 0\narc 10 2 -2");
    for (depth, tolerance) in [(0.02, 0.01), (0.3, 0.01), (0.00022, 0.0002), (0.00204, 0.002)] {
        let x = depth - 10.0;
        let motions = [feed([x, 40.0, -30.0], [x, 60.0, -30.0])];
        deep(&part, &tool, &motions, &options(tolerance), depth);
    }
}

/// A block with a hole of `sides` sides, 8 mm deep beside its edge and pointed below that at 90°.
fn pointed_hole(sides: usize, apothem: f64) -> Mesh {
    let radius = apothem / (std::f64::consts::PI / sides as f64).cos();
    let square = |sin: f64, cos: f64| 10.0 / sin.abs().max(cos.abs());
    let mut vertices = vec![Vec3::new(0.0, 0.0, -8.0 - radius), Vec3::new(0.0, 0.0, -25.0)];
    for (z, wide) in [(-8.0, false), (0.0, false), (0.0, true), (-25.0, true)] {
        vertices.extend((0..sides).map(|i| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / sides as f64).sin_cos();
            let far = if wide { square(sin, cos) } else { radius };
            Vec3::new(far * cos, far * sin, z)
        }));
    }
    let n = sides as u32;
    let mut triangles = Vec::new();
    for i in 0..n {
        let at = |ring: u32, i: u32| 2 + ring * n + i % n;
        triangles.push([0, at(0, i), at(0, i + 1)]);
        for ring in 0..3 {
            triangles.push([at(ring, i), at(ring + 1, i), at(ring + 1, i + 1)]);
            triangles.push([at(ring, i), at(ring + 1, i + 1), at(ring, i + 1)]);
        }
        triangles.push([1, at(3, i + 1), at(3, i)]);
    }
    Mesh { vertices, triangles }
}

/// A drill that touches the point of its hole all along took more cells than there are: the
/// distance to a facet rises in the air as well, so that cells had to be as small as it is deep.
/// Undecided, [0.00845, 0.01193], at a tolerance of 0.01.
#[test]
fn a_drill_that_touches_the_point_of_its_hole_is_decided() {
    let part = pointed_hole(24, 4.25);
    let cos = (std::f64::consts::PI / 24.0).cos();
    // Where its cone begins it is farthest below the facets of the point.
    let deep_at = |z: f64| {
        let below = 4.25 / cos + 8.0 + z;
        (4.25 - cos * (4.25 + below)) / 1f64.hypot(cos)
    };
    for (z, tolerance) in [(-12.262, 0.01), (-12.264, 0.01), (-12.2625, 0.0085)] {
        let out = run(
            &part,
            "drill:8.5,90",
            &[feed([0.0, 0.0, 5.0], [0.0, 0.0, z])],
            &options(tolerance),
        );
        let f = out.motions.at(0);
        let depth = deep_at(z);
        let verdict = if depth > tolerance { Verdict::Gouge } else { Verdict::Clean };
        assert_eq!(f.verdict, verdict, "{f:?} {depth}");
        assert!(f.depth[0] <= depth + 1e-8 && depth - 1e-8 <= f.depth[1], "{f:?} {depth}");
    }
}

/// A block with a groove for a T-slot cutter of 12 x 4 along X, its floor at z = 0, turned about Z.
fn t_groove(angle: f64) -> Mesh {
    let section = [
        [-12.0, -5.0],
        [12.0, -5.0],
        [12.0, 0.0],
        [12.0, 4.0],
        [12.0, 10.0],
        [2.5, 10.0],
        [2.5, 4.0],
        [6.0, 4.0],
        [6.0, 0.0],
        [-6.0, 0.0],
        [-6.0, 4.0],
        [-2.5, 4.0],
        [-2.5, 10.0],
        [-12.0, 10.0],
        [-12.0, 4.0],
        [-12.0, 0.0],
    ];
    let (sin, cos) = angle.sin_cos();
    let at = |x: f64, [y, z]: [f64; 2]| Vec3::new(x * cos - y * sin, x * sin + y * cos, z);
    let n = section.len() as u32;
    let vertices = [-30.0, 30.0].iter().flat_map(|x| section.map(|p| at(*x, p))).collect();
    let mut triangles: Vec<[u32; 3]> = (0..n)
        .flat_map(|i| {
            let j = (i + 1) % n;
            [[i, j, n + j], [i, n + j, n + i]]
        })
        .collect();
    let ends: [&[u32]; 5] = [
        &[0, 1, 2, 8, 9, 15],
        &[2, 3, 7, 8],
        &[3, 4, 5, 6, 7],
        &[15, 9, 10, 14],
        &[14, 10, 11, 12, 13],
    ];
    for face in ends {
        for k in 1..face.len() - 1 {
            let [a, b, c] = [face[0], face[k], face[k + 1]];
            triangles.extend([[a, c, b], [n + a, n + b, n + c]]);
        }
    }
    Mesh { vertices, triangles }
}

/// Above the groove of its own shape, its walls aslant to the axes, a T-slot cutter was undecided a
/// tenth below the tolerance: next to an edge no bound was sought but from the nearest facet, and
/// the boxes of long facets that lie aslant met so many cells that these were not parted.
#[test]
fn a_cutter_in_a_groove_of_its_shape_is_decided_however_that_is_turned() {
    let text = "start 0 0\nline 6 0\nline 6 4\nline 2.4 4\nline 2.4 25";
    let tool = profile("t-slot.txt", text);
    for angle in [0.0, 0.52, 0.73] {
        let part = t_groove(angle);
        assert!(defects::examine(&part).watertight);
        let (sin, cos) = f64::sin_cos(angle);
        let ends = [-9.0, 9.0].map(|x| [x * cos, x * sin, 0.000_45]);
        clean(&part, &tool, &[feed(ends[0], ends[1])], &options(0.0005));
    }
}

/// On the floor of the same groove it was undecided from half the tolerance on, and told twice as
/// deep as it was: of a floor or a wall in two facets each was held by itself against what lies under
/// the other, and what lies behind the wall, where the tool does not come, against both.
#[test]
fn a_cutter_on_the_floor_of_its_groove_is_decided_however_that_is_turned() {
    let text = "start 0 0\nline 6 0\nline 6 4\nline 2.4 4\nline 2.4 25";
    let tool = profile("t-slot-floor.txt", text);
    for angle in [0.0, 0.17, 0.52, 0.73] {
        let part = t_groove(angle);
        let (sin, cos) = f64::sin_cos(angle);
        let along = |depth: f64| {
            let [from, to] = [-9.0, 9.0].map(|x| [x * cos, x * sin, -depth]);
            [feed(from, to)]
        };
        for depth in [0.005, 0.009, 0.0098] {
            clean(&part, &tool, &along(depth), &options(0.01));
        }
        deep(&part, &tool, &along(0.011), &options(0.01), 0.011);
    }
}

#[test]
fn a_deviation_fills_a_groove_that_is_narrower() {
    // A groove 0.1 wide and 1 deep around the tool, and a plate that reaches into it.
    let tool = profile(
        "groove.txt",
        "start 0 0\nline 4 0\nline 4 2\nline 3 2\nline 3 2.1\nline 4 2.1\nline 4 20",
    );
    let plate = block([3.2, -20.0, -0.01], [30.0, 20.0, 0.01]);
    let m = [feed([0.0, -1.0, -2.05], [0.0, 1.0, -2.05])];
    clean(&plate, &tool, &m, &options(0.02));
    // In the tool as it grows, which has no groove any more, the plate's edge is 0.89 deep.
    let with = Options { deviation: 0.1, ..options(0.2) };
    let out = run(&plate, &tool, &m, &with);
    assert_ne!(out.motions.at(0).verdict, Verdict::Clean, "{:?}", out.motions);
}

#[test]
fn a_deviation_is_deeper_than_itself_in_a_corner_of_the_tool() {
    // Next to the corner of neck and head, the surface lies a diagonal deep.
    let tool = profile("ledge.txt", "start 0 0\nline 5 0\nline 5 3\nline 2 3\nline 2 20");
    let ledge = block([2.0, -20.0, 0.0], [30.0, 20.0, 6.0]);
    let m = [feed([0.0, 0.0, -3.0], [0.0, 0.0, -3.0 + 1e-3])];
    let with = |tolerance: f64| Options { deviation: 0.1, ..options(tolerance) };
    let out = run(&ledge, &tool, &m, &with(0.12));
    assert_ne!(out.motions.at(0).verdict, Verdict::Clean, "{:?}", out.motions);
    clean(&ledge, &tool, &m, &with(0.15));
}

/// A holder that touches the shank in a point grows into one body with it: a blade in what fills
/// the gap between them was told 0.0126 deep, and clean.
#[test]
fn a_deviation_fills_the_gap_about_a_point_that_a_holder_stands_on() {
    let holder = profile("holder.txt", "start 0 0\narc 2 2 2\narc 1 3.7320508 2\nline 1 6");
    let holder = holder.trim_start_matches("profile:");
    let tool = format!("flat:2;len=3;shank=6,6,4;holder={holder}");
    let [near, grow] = [0.06, 0.01];
    let blade = block([near, -0.02, 0.0], [5.0, 0.02, 2.0 * grow]);
    let m = [feed([-4.0, 0.0, -7.0], [0.0, 0.0, -7.0])];
    // Where the ball about [0, 2] and the top of the shank meet that grew.
    let corner = (2.0 + grow).powi(2) - (2.0 - grow).powi(2);
    let depth = (corner.sqrt() - near).hypot(grow);
    let with = |tolerance: f64| Options { deviation: grow, ..options(tolerance) };
    deep(&blade, &tool, &m, &with(0.02), depth);
}

/// Its chord passes by the block, and where that is clear of it the arc need not be.
#[test]
fn the_belly_of_an_arc_is_as_deep_as_it_bends_away_from_its_chord() {
    let (radius, half) = (100.0, 0.2f64);
    let y = 1.5 - 0.009 - radius;
    let at = |angle: f64| [50.0 + radius * angle.sin(), y + radius * angle.cos(), -5.0];
    let m = [arc(at(-half), at(half), [50.0, y, -5.0], -2.0 * half)];
    deep(&slab(), "flat:0.018;len=30", &m, &options(0.01), 1.5);
}

/// Where a wall crosses a joint and ends a little above it, the shank was told [0.15000, 0.15002]
/// deep, as if it ended there; in a stack of wider and wider parts 3.8, where 5.2 is right.
#[test]
fn what_lies_in_a_shank_is_as_deep_as_in_all_that_stands_together() {
    let block = |top: f64| block([0.0, -40.0, -1.0], [40.0, 40.0, top]);
    for (tool, top, x, want) in [
        ("flat:6;len=5;shank=6,40", 5.15, -2.0, [1.0, 1.0]),
        // What is nearest is the corner below a wider shank.
        ("flat:6;len=5;shank=8,40", 5.4, -2.0, [1f64.hypot(0.4), 1.0]),
        // In the cutter below a wider shank nothing is deeper than its wall.
        ("flat:6;len=5;shank=10,40", 9.0, -2.5, [2.5, 0.5]),
    ] {
        let motions = [feed([-20.0, 0.0, 0.0], [x, 0.0, 0.0])];
        let mesh = block(top);
        let out = run(&mesh, tool, &motions, &options(0.01));
        for (role, want) in [Role::Shank, Role::Cutter].into_iter().zip(want) {
            let mut found = out.regions.iter().map(|r| out.findings.at(r.worst).into_owned());
            let found = found.find(|f| f.role == role).unwrap();
            let [lo, hi] = found.depth;
            let slack = 1e-7;
            assert!(
                lo <= want + slack && want - slack <= hi,
                "{tool} {role:?} [{lo}, {hi}] {want}"
            );
            assert!(hi - lo <= 0.01 * hi, "{tool} {role:?} [{lo}, {hi}]");
        }
    }
}

/// A raise by 0.14 was told to clear a holder of which 0.01 mm stays below the top of a block then:
/// beside that it is still a whole millimetre deep in all that stands together.
#[test]
fn a_raise_clears_a_holder_at_its_joint_too() {
    let mesh = block([0.0, -40.0, -1.0], [40.0, 40.0, 5.15]);
    let motions = [feed([-20.0, 0.0, 0.0], [-2.0, 0.0, 0.0])];
    let out = run(&mesh, "flat:6;len=2;shank=6,3;holder=6,40", &motions, &options(0.01));
    let mut found = out.regions.iter().map(|r| out.findings.at(r.worst).into_owned());
    let lift = found.find(|f| f.role == Role::Holder).unwrap().lift.unwrap();
    assert!((0.15 - 1e-7..0.1501).contains(&lift), "{lift}");
}

/// A raise that clears the shank by itself was advised where the cutter below it came to lie as
/// deep then, and no other region said so; moved aside by that far, a tool came to lie inside of
/// the part.
#[test]
fn what_clears_a_shank_clears_its_motion() {
    let mesh = block([0.0, 0.0, 0.0], [20.0, 20.0, 2.0]);
    let tool = "flat:6;len=5;shank=6,20";
    let run = |by: Vec3| {
        let at = |p: [f64; 3]| (Vec3::from(p) + by).into();
        let motions = [feed(at([-20.0, 10.0, -8.0]), at([-2.0, 10.0, -8.0]))];
        run(&mesh, tool, &motions, &options(0.05))
    };
    let before = worst(&run(Vec3::zeros()));
    assert_eq!(before.role, Role::Shank);
    let (lift, aside) = (before.lift.unwrap(), before.shift.unwrap());
    assert!((9.95 - 1e-6..9.951).contains(&lift), "{lift}");
    for by in [Vec3::z() * (lift + 1e-4), *aside * (1.0 + 1e-4)] {
        let after = run(by);
        assert!(after.motions.iter().all(|m| m.verdict == Verdict::Clean), "{by}: {after:?}");
    }
}

/// Programs are written in round numbers: a floor cut to exactly the tolerance was told neither
/// clean nor gouging, and so was all that only touches the part where deviation or allowance is as
/// large as that.
#[test]
fn what_is_exactly_as_deep_as_the_tolerance_is_no_deeper() {
    let mesh = slab();
    let tools = ["flat:6", "ball:6", "bull:6,1", "taper:1,10,6", "drill:6,118"];
    for tool in tools.into_iter().chain(["flat:6;len=20;shank=8,20"]) {
        let at = |z: f64| [feed([-20.0, 40.0, z], [60.0, 40.0, z])];
        clean(&mesh, tool, &at(-0.01), &options(0.01));
        let deeper = run(&mesh, tool, &at(-0.010_000_5), &options(0.01));
        assert_eq!(deeper.coverage.gouging, 1, "{tool}: {:?}", deeper.motions);
        for tolerance in [0.01, 0.02] {
            let deviation = Options { deviation: tolerance, ..options(tolerance) };
            clean(&mesh, tool, &at(0.0), &deviation);
            let allowance = Options { allowance: tolerance, ..options(tolerance) };
            clean(&mesh, tool, &at(0.0), &allowance);
        }
    }
}

/// A floor of a thousand thin facets, as drawings are cut up, was left undecided where a box is
/// clean: cells over so many told nothing, and shifts were asked for a little more than may go.
#[test]
fn what_is_as_deep_as_the_tolerance_is_decided_over_many_facets() {
    let count = 1000;
    let outline: Vec<[f64; 2]> = (0..count)
        .map(|i| f64::from(i) * std::f64::consts::TAU / f64::from(count))
        .map(|angle| [25.0 * angle.cos(), 25.0 * angle.sin()])
        .collect();
    let fan: Vec<[usize; 3]> = (1..count as usize - 1).map(|i| [0, i, i + 1]).collect();
    let lying = prism(&outline, &fan, [-20.0, 0.0]);
    let vertices = lying.vertices.iter().map(|v| Vec3::new(v.x, -v.z, v.y)).collect();
    let mesh = Mesh { vertices, ..lying };
    let cut = [
        feed([30.0, 0.0, 40.0], [30.0, 0.0, -0.01]),
        feed([30.0, 0.0, -0.01], [-25.0, 0.0, -0.01]),
    ];
    for tool in ["flat:6", "ball:6", "bull:6,1", "taper:2,10,6"] {
        clean(&mesh, tool, &cut, &options(0.01));
    }
}

/// However little may be cut, what counts as rounding is little of it.
#[test]
fn the_least_tolerance_is_held_to() {
    let at = |z: f64| [feed([-20.0, 40.0, z], [60.0, 40.0, z])];
    let deeper = run(&slab(), "flat:6", &at(-1.2e-7), &options(1e-7));
    assert_eq!(deeper.coverage.gouging, 1, "{:?}", deeper.motions);
    clean(&slab(), "flat:6", &at(-0.8e-7), &options(1e-7));
}

/// Around a corner a cutter is as deep all along the arc, and told no closer than its chords bend
/// away: with a deviation as large as the tolerance every profile around a part was left open.
#[test]
fn a_cutter_that_rolls_around_a_corner_is_decided_to_the_end() {
    let mesh = slab();
    for tool in ["flat:6", "ball:6;len=30", "bull:6,1"] {
        let roll = [arc([-3.0, 0.0, -5.0], [0.0, -3.0, -5.0], [0.0, 0.0, -5.0], FRAC_PI_2)];
        for tolerance in [0.01, 0.02] {
            let deviation = Options { deviation: tolerance, ..options(tolerance) };
            clean(&mesh, tool, &roll, &deviation);
            let more = Options { deviation: tolerance + 1e-6, ..options(tolerance) };
            assert_eq!(run(&mesh, tool, &roll, &more).coverage.gouging, 1, "{tool} {tolerance}");
        }
    }
}

/// What is exactly as deep as a coarse tolerance, and arcs whose depths are asked for: refinement
/// ended at a share of the tolerance.
#[test]
fn what_is_as_deep_as_the_tolerance_is_decided_whatever_that_is() {
    let mesh = slab();
    for tolerance in [0.001, 0.1, 0.5, 2.0] {
        let at = |x: f64| [feed([x, 40.0, -5.0], [x, 60.0, -9.0])];
        for tool in ["flat:6", "ball:6", "bull:6,1", "drill:6,118"] {
            let deviation = Options { deviation: tolerance, ..options(tolerance) };
            clean(&mesh, tool, &at(-3.0), &deviation);
            let allowance = Options { allowance: tolerance, ..options(tolerance) };
            clean(&mesh, tool, &at(-3.0), &allowance);
            let lead = [arc([-3.0, 50.0, -9.0], [-7.0, 54.0, -9.0], [-7.0, 50.0, -9.0], FRAC_PI_2)];
            for all in [false, true] {
                clean(&mesh, tool, &lead, &Options { all_depths: all, ..allowance.clone() });
            }
        }
    }
}

/// A helix around a boss that it touches with as much deviation as tolerance is clean; with the
/// depth of every motion wanted it was undecided, since bounds of the arc met at the corners only a
/// little above the limit.
#[test]
fn how_much_of_a_clean_motion_is_wanted_changes_no_verdict() {
    const CORNERS: usize = 16;
    for short in [0.0, 1.5e-7, 1e-6] {
        let radius = 5.16 - short;
        let corner = |i: usize| {
            let (sin, cos) = (TAU * i as f64 / CORNERS as f64).sin_cos();
            [radius * cos, radius * sin]
        };
        let outline: Vec<[f64; 2]> = (0..CORNERS).map(corner).collect();
        let caps: Vec<[usize; 3]> = (1..CORNERS - 1).map(|i| [0, i, i + 1]).collect();
        let mut boss = prism(&outline, &caps, [-1.0, 8.0]);
        boss.vertices.iter_mut().for_each(|v| *v = Vec3::new(v.x, -v.z, v.y));
        let mesh = joined(&block([-20.0, -20.0, -10.0], [20.0, 20.0, 0.0]), &boss);
        let (above, below) = ([8.16, 0.0, 68.0], [8.16, 0.0, 0.0]);
        let helix = [arc(above, below, [0.0, 0.0, 68.0], -TAU)];
        for all_depths in [false, true] {
            let options = Options { deviation: 0.01, all_depths, ..options(0.01) };
            clean(&mesh, "flat:6", &helix, &options);
        }
    }
}
