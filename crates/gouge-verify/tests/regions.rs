//! Depths of regions of closed parts are bounded to a hundredth.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Arc, Kind, Motion};
use gouge_random::Random;
use gouge_verify::{Body, Options, Outcome, Progress, check};

/// A round plate from z = -20 to 0 with a round pocket down to `floor`, or through it, both of so
/// many sides.
fn plate(radius: f64, floor: f64, sides: u32) -> Mesh {
    disc([radius, floor], [30.0, -20.0], sides)
}

/// The same down to `bottom`, which is so wide.
fn disc([radius, floor]: [f64; 2], [wide, bottom]: [f64; 2], sides: u32) -> Mesh {
    let mut mesh = Mesh::default();
    let ends = [(radius, floor), (wide, bottom), (wide, 0.0), (radius, 0.0)];
    for k in 0..sides {
        let (sin, cos) = (TAU * f64::from(k) / f64::from(sides)).sin_cos();
        mesh.vertices.extend(ends.map(|(far, z)| Vec3::new(far * cos, far * sin, z)));
    }
    mesh.vertices.extend([floor, bottom].map(|z| Vec3::z() * z));
    for k in 0..sides {
        let next = (k + 1) % sides;
        let corner = |k: u32, i: u32| 4 * k + i % 4;
        for i in u32::from(floor > bottom)..4 {
            let [a, b, c, d] =
                [corner(k, i), corner(next, i), corner(next, i + 1), corner(k, i + 1)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
        if floor > bottom {
            mesh.triangles.push([4 * sides, corner(k, 0), corner(next, 0)]);
            mesh.triangles.push([4 * sides + 1, corner(next, 1), corner(k, 1)]);
        }
    }
    mesh
}

fn cut(mesh: &Mesh, tool: &str, deviation: f64, motions: &[Motion]) -> Outcome {
    cut_to(mesh, tool, Options { deviation, ..Options::default() }, motions)
}

fn cut_to(mesh: &Mesh, tool: &str, options: Options, motions: &[Motion]) -> Outcome {
    let report = defects::examine(mesh);
    assert!(report.watertight && !report.inverted);
    let body = Body::new(mesh, &report, false);
    let tools = BTreeMap::from([(1, Spec::parse(tool, Path::new("")).unwrap())]);
    check(&[body], &tools, &motions.into(), &options, &Progress::default())
}

/// The deepest region is told to a hundredth; its depth.
fn depth(outcome: &Outcome) -> f64 {
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(hi - lo <= 0.01 * lo, "{lo} {hi}");
    lo
}

/// Four times down into the hole, deeper each time.
fn pecks() -> Vec<Motion> {
    let down = |k: u32| [0.0, 0.0, -5.0 * f64::from(k)];
    let peck =
        |k| [Motion::feed(1, [0.0, 0.0, 5.0], down(k)), Motion::feed(1, down(k), [0.0, 0.0, 5.0])];
    (1..=4).flat_map(peck).collect()
}

/// Cells about a round wall were cut across its height again and again, which says nothing:
/// [0.0508, 0.0521].
#[test]
fn a_mill_too_large_for_a_round_hole_is_told_to_a_hundredth() {
    let mesh = plate(2.5, -20.0, 124);
    let deep = depth(&cut(&mesh, "flat:5.1", 0.0, &pecks()));
    // The sides of the hole are nearer to its middle than its corners.
    let near = 2.5 * (0.5 * TAU / 124.0).cos();
    assert!((deep - (2.55 - near)).abs() < 1e-6, "{deep}");
}

/// What grew counted as being as sharp as the mill below it: [0.0508, 0.0718], and the search of it
/// took hundreds of times as long.
#[test]
fn a_mill_made_larger_in_a_round_pocket_is_told_to_a_hundredth() {
    let mesh = plate(8.0, -12.0, 109);
    let start = [5.0, 0.0, -12.0];
    let arc = Arc { center: [0.0, 0.0, -12.0], normal: [0.0, 0.0, 1.0], sweep: TAU };
    let motion = Motion::feed(1, start, start);
    let motions = [Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..motion }];
    let outcome = cut(&mesh, "flat:6", 0.05, &motions);
    let deep = depth(&outcome);
    assert!((0.05..0.06).contains(&deep), "{deep}");
}

/// No point of a plate that a mill covers lies farther below the surface than said, what it grew by
/// counted.
#[test]
fn a_mill_made_larger_covers_nothing_deeper_than_said() {
    const SIDES: u32 = 24;
    let mesh = plate(8.0, -12.0, SIDES);
    let mut random = Random::new(77);
    let mut near = 0;
    for _ in 0..60 {
        let grow = random.between(0.05, 0.8);
        let mut at = || {
            let angle = random.between(0.0, TAU);
            let far = random.between(4.0, 9.0);
            [far * f64::cos(angle), far * f64::sin(angle), random.between(-13.0, 0.0)]
        };
        let places = [at(), at(), at()];
        let motions: Vec<Motion> = places.windows(2).map(|w| Motion::feed(1, w[0], w[1])).collect();
        let outcome = cut(&mesh, "flat:5;len=30", grow, &motions);
        let told = outcome.regions.iter().map(|r| outcome.findings.depth(r.worst)[1]);
        let told = told.fold(0.0, f64::max);
        let mut deepest = 0.0f64;
        for _ in 0..8_000 {
            let first = random.below(2);
            let [from, to] = [0, 1].map(|k| Vec3::from(places[first + k]));
            let control = from + (to - from) * random.between(0.0, 1.0);
            let y = random.direction();
            // The bottom edge, and what grew about it.
            let edge = Vec3::new(y.x, y.y, 0.0).normalize() * 2.5;
            let x =
                control + edge + random.direction() * grow + Vec3::z() * random.between(0.0, 2.0);
            let beside = |k: u32| {
                let (sin, cos) = (TAU * (f64::from(k) + 0.5) / f64::from(SIDES)).sin_cos();
                x.x * cos + x.y * sin
            };
            let beyond = (0..SIDES).map(beside).fold(f64::NEG_INFINITY, f64::max);
            let open = beyond < 8.0 * (0.5 * TAU / f64::from(SIDES)).cos() && x.z > -12.0;
            if open || x.z > 0.0 {
                continue;
            }
            let apart = |t| (closest_on_triangle(&x, &mesh.triangle(t)) - x).norm();
            let depth = (0..mesh.triangles.len()).map(apart).fold(f64::INFINITY, f64::min);
            assert!(depth <= told, "{grow}: {depth} at {x:?} of {told}");
            deepest = deepest.max(depth);
        }
        near += u32::from(deepest > 0.9 * told);
    }
    assert!(near > 20, "{near}");
}

/// A tool with pockets on an arc: what it may look at was used up, and a holder left at [1.65,
/// 1.74].
#[test]
fn a_holder_with_a_step_that_turns_about_a_thin_bar_is_told_to_a_hundredth() {
    let corner = Vec3::new(-2.80128, 2.35701, -0.92052);
    let edges =
        [[2.26084, -4.3446, 1.00649], [1.54409, 0.53655, -1.15235], [0.89329, 0.83188, 1.5843]];
    let at = |i: usize| {
        let along = (0..3).filter(|k| i >> k & 1 == 1).map(|k| Vec3::from(edges[k]));
        corner + along.sum::<Vec3>()
    };
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mesh = Mesh {
        vertices: (0..8).map(at).collect(),
        triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    };
    let [above, from, to] = [
        [-5.716677, 6.62153, 104.5],
        [-5.716677, 6.62153, -6.978316],
        [-4.164602, 5.00069, -6.705523],
    ];
    let arc =
        Arc { center: [-5.358292, 6.62153, -4.465651], normal: [0.0, 1.0, 0.0], sweep: 5.6517 };
    let round = Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, from, to) };
    let tool = "flat:3.5562;len=1.5377;shank=4.6431,4.5861,2.4939;\
                holder=6.2438,9.5334,0.7741/9.0568,9.4445,1.6415;clearance=0.245";
    let outcome = cut(&mesh, tool, 0.1699, &[Motion::feed(1, above, from), round]);
    let deep = depth(&outcome);
    assert!((1.6..1.7).contains(&deep), "{deep}");
}

/// On whole circles a tool with pockets was cut into so many chords that cells ran out: [0.5357,
/// 0.5673].
#[test]
fn a_stack_that_circles_in_a_bore_is_told_to_a_hundredth() {
    let mesh = disc([14.5859, -7.35077], [20.22086, -7.35077], 12);
    let places = [-4.8723, -5.1814, -5.7332].map(|z| [9.5467, 0.0, z]);
    let down = Motion::feed(1, [0.0, 0.0, -4.8723], places[0]);
    let circle = |w: &[[f64; 3]]| {
        let arc = Arc { center: [0.0, 0.0, w[0][2]], normal: [0.0, 0.0, 1.0], sweep: TAU };
        Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, w[0], w[1]) }
    };
    let motions: Vec<Motion> = std::iter::once(down).chain(places.windows(2).map(circle)).collect();
    let tool = "bull:10.007,2.001;len=5.182;shank=6.167,3.339;holder=24.301,5.789";
    let options = Options { tolerance: 0.05, deviation: 0.0744, ..Options::default() };
    let outcome = cut_to(&mesh, tool, options, &motions);
    for region in &outcome.regions {
        let [lo, hi] = outcome.findings.depth(region.worst);
        assert!(hi - lo <= 0.01 * lo, "{lo} {hi}");
    }
    assert!((0.5..0.6).contains(&depth(&outcome)));
}

/// What clears the surface by the shape of a point alone was told: a drill of 60° on an edge was to
/// be raised by a tolerance more than it has to be; with a shank it still was.
#[test]
fn a_pointed_tool_is_raised_no_more_than_clears_it() {
    let plate = plate(10.0, -20.0, 4);
    let down = [Motion::feed(1, [15.0, 15.0, 50.0], [15.0, 15.0, -5.0])];
    let options = Options { tolerance: 0.1, ..Options::default() };
    for tool in ["drill:10,60", "drill:10,60;len=30;shank=12,10,5;holder=20,20"] {
        let outcome = cut_to(&plate, tool, options.clone(), &down);
        let lift = outcome.findings.at(outcome.regions[0].worst).lift.unwrap();
        // Its point may be as deep as a tolerance across its flank, whose half angle is 30°.
        let least = 5.0 - 0.1 / 0.5;
        assert!((least - 1e-6..least + 0.01).contains(&lift), "{tool}: {lift}");
    }
}

/// A mill a tenth too low that grazes a wall by less than the tolerance was to be raised by half as
/// much more than it has to be, or by all of the wall.
#[test]
fn a_wall_that_is_only_grazed_is_not_raised_past() {
    let outline = [[-20.0, -10.0], [20.0, -10.0], [20.0, 8.0], [0.0, 8.0], [0.0; 2], [-20.0, 0.0]];
    let mut step = Mesh::default();
    for y in [-20.0, 20.0] {
        step.vertices.extend(outline.map(|[x, z]| Vec3::new(x, y, z)));
    }
    // The outline is cut into triangles about its inner corner.
    for k in [5, 0, 1, 2] {
        let next = (k + 1) % 6;
        step.triangles.extend([[4, k, next], [10, next + 6, k + 6]]);
    }
    for k in 0..6 {
        let next = (k + 1) % 6;
        step.triangles.extend([[k, k + 6, next + 6], [k, next + 6, next]]);
    }
    for graze in [0.005, 0.009, 0.0098, 0.00995] {
        let x = graze - 3.0;
        let along = [Motion::feed(1, [x, 0.0, -0.1], [x, 1.0, -0.1])];
        let outcome = cut_to(&step, "flat:6;len=5", Options::default(), &along);
        let lift = outcome.findings.at(outcome.regions[0].worst).lift.unwrap();
        // Its corner is no nearer than the tolerance to the corner of the step.
        let least = 0.1 - (0.01f64.powi(2) - graze * graze).sqrt();
        assert!((least - 1e-6..least + 0.006).contains(&lift), "{graze}: {lift} {least}");
    }
}

/// Chords of an arc that bend away by as much as a tolerance are too deep in a wall that the arc
/// only grazes: a mill a tenth too low in a round pocket was to be raised by all of the wall.
#[test]
fn a_wall_that_an_arc_only_grazes_is_not_raised_past() {
    const SIDES: u32 = 24;
    let pocket = plate(10.0, -8.0, SIDES);
    let near = 10.0 * (0.5 * TAU / f64::from(SIDES)).cos();
    for graze in [0.005, 0.009, 0.0098] {
        let at = [near + graze - 3.0, 0.0, -8.1];
        let arc = Arc { center: [0.0, 0.0, -8.1], normal: [0.0, 0.0, 1.0], sweep: TAU };
        let round = Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, at, at) };
        let outcome = cut_to(&pocket, "flat:6;len=5", Options::default(), &[round]);
        let lift = outcome.findings.at(outcome.regions[0].worst).lift.unwrap();
        let least = 0.1 - (0.01f64.powi(2) - graze * graze).sqrt();
        assert!((least - 1e-6..least + 0.006).contains(&lift), "{graze}: {lift} {least}");
    }
}

/// Verdicts told again and again what one of them had shown, and eight of them are what a raise is
/// worth: it was told to a 256th of itself.
#[test]
fn a_long_raise_is_told_closely() {
    let mesh = disc([5.0, -15.0], [20.0, -15.0], 96);
    let options = Options { allowance: -0.05, ..Options::default() };
    let circle = |height: f64| {
        let at = [2.54, 0.0, height];
        let arc = Arc { center: [0.0, 0.0, height], normal: [0.0, 0.0, 1.0], sweep: TAU };
        [Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, at, at) }]
    };
    let tool = profile("thread_mill_raised", &teeth());
    let outcome = cut_to(&mesh, &tool, options, &circle(-14.0));
    let lift = outcome.findings.at(outcome.regions[0].worst).lift.unwrap();
    // No place may be farther than 0.06 mm from both wall and top. The lower flank of the lowest tooth
    // leads out 1.2 mm for each it leads up and is in the wall from 0.05 mm above the tip on: 0.06 mm
    // below the top it may be as far in.
    let least = 14.0 - 0.06 - 0.05 - 0.06 / 1.2;
    assert!((least - 0.002..least + 0.045).contains(&lift), "{lift}");
}

/// Three teeth of 60 degrees below a neck.
fn teeth() -> String {
    let teeth = (0..3)
        .map(f64::from)
        .map(|z| format!("line 2.4 {}\nline 3 {}\nline 2.4 {}\n", z, z + 0.5, z + 1.0));
    format!("start 0 0\n{}line 2.1 3.1\nline 2.1 31\n", teeth.collect::<String>())
}

/// The tool of a profile, written into a file of that name.
fn profile(name: &str, text: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.prof"));
    std::fs::write(&file, text).unwrap();
    format!("profile:{}", file.display())
}

/// A thread mill in a hole that is drawn without its thread took seconds for a turn and was told to
/// two hundredths: what leads off the flanks of its teeth is no way out of a bore, nor is one shift
/// for a whole stretch of the arc.
#[test]
fn a_thread_mill_in_a_plain_bore_or_about_a_boss_is_told_to_a_hundredth() {
    let tool = profile("thread_mill", &teeth());
    let turn = |radius: f64, rounds: i32| {
        let at = |z: f64| [radius, 0.0, z];
        let circle = |i: i32| {
            let (from, to) = (at(f64::from(i) - 9.0), at(f64::from(i) - 8.0));
            let arc = Arc { center: [0.0, 0.0, from[2]], normal: [0.0, 0.0, 1.0], sweep: TAU };
            Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, from, to) }
        };
        (0..rounds).map(circle).collect::<Vec<_>>()
    };
    // A bore, and a ring about as large.
    for (mesh, radius, deep) in [
        (disc([5.0, -15.0], [20.0, -15.0], 96), 2.54, 0.54..0.545),
        (disc([0.5, -15.0], [5.0, -15.0], 96), 7.46, 0.535..0.545),
    ] {
        let outcome = cut_to(&mesh, &tool, Options::default(), &turn(radius, 2));
        assert!(!outcome.regions.is_empty());
        for region in &outcome.regions {
            let [lo, hi] = outcome.findings.depth(region.worst);
            assert!(hi - lo <= 0.01 * lo && deep.contains(&lo), "{radius}: {lo} {hi}");
        }
    }
}

/// A column that a dip draws down along with its arc ends in the material, and was taken to end
/// above it: the bounds of a mill 4.5 mm below a level face were [4.2704, 4.3088].
#[test]
fn an_arc_that_dips_into_a_block_is_as_deep_as_its_lowest_place() {
    let mesh = disc([1.0, 0.0], [40.0, -60.0], 24);
    let mut random = Random::new(19);
    let dip = |from: f64, [middle, height]: [f64; 2], sweep: f64, turn: f64| {
        let (sin, cos) = turn.sin_cos();
        let at = |angle: f64| {
            let out = middle - from * angle.cos();
            [out * cos, out * sin, height - from * angle.sin()]
        };
        let arc =
            Arc { center: [middle * cos, middle * sin, height], normal: [sin, -cos, 0.0], sweep };
        let motion = Motion::feed(1, at(0.0), at(sweep));
        Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..motion }
    };
    let mut deepest = 0.0f64;
    for round in 0..60 {
        let (radius, height, sweep, middle) = match round {
            0 => (6.5, 2.0, 2.747, 0.0),
            _ => (
                random.between(2.0, 9.0),
                random.between(0.5, 3.0),
                random.between(1.7, 3.0),
                random.between(-3.0, 3.0),
            ),
        };
        let low = (radius - height).max(0.0);
        let turn = [0.0, 0.25 * TAU][round % 2];
        let motions = [dip(radius, [middle, height], sweep, turn)];
        for tool in ["flat:1", "ball:2", "bull:3,0.5", "drill:2,118"] {
            let outcome = cut(&mesh, tool, 0.0, &motions);
            if low < 0.02 {
                continue;
            }
            let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
            assert!(lo <= low && low <= hi, "{tool} {radius} {height} {sweep}: {lo} {low} {hi}");
            deepest = deepest.max(low);
        }
    }
    assert!(deepest > 6.0, "{deepest}");
}

/// A round boss that narrows from `foot` to `top` (radius and height) on a plate.
fn boss(foot: f64, top: [f64; 2], sides: u32) -> Mesh {
    let rings = [[20.0, -5.0], [20.0, 0.0], [foot, 0.0], top];
    let corner = |r: f64, i: u32| {
        let angle = TAU * f64::from(i) / f64::from(sides);
        [r * angle.cos(), r * angle.sin()]
    };
    let mut vertices = vec![Vec3::new(0.0, 0.0, -5.0), Vec3::new(0.0, 0.0, top[1])];
    for [r, z] in rings {
        vertices.extend((0..sides).map(|i| corner(r, i)).map(|[x, y]| Vec3::new(x, y, z)));
    }
    let mut triangles = Vec::new();
    for i in 0..sides {
        let next = (i + 1) % sides;
        let at = |ring: u32, i: u32| 2 + ring * sides + i;
        triangles.extend([[0, at(0, next), at(0, i)], [1, at(3, i), at(3, next)]]);
        for ring in 0..3 {
            let [a, b, c, d] = [at(ring, i), at(ring, next), at(ring + 1, next), at(ring + 1, i)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh { vertices, triangles }
}

/// Its sharp corner is nearest to the wall across that, and was shifted off it level: bounds stayed
/// 8 % apart.
#[test]
fn a_sharp_mill_around_a_drafted_boss_is_told_to_a_hundredth() {
    let mesh = boss(7.0, [2.0, 12.0], 64);
    let lean = 12f64.atan2(5.0).sin();
    // Along each side, and in two motions around each corner, as a mill of 10 mm would go.
    let at = |i: u32| {
        let corner = TAU * f64::from(i / 3) / 64.0;
        let aside = corner + TAU * (f64::from(i % 3) - 1.0) / 128.0;
        let along = |angle: f64, r: f64| [r * angle.cos(), r * angle.sin()];
        let ([x, y], [dx, dy]) = (along(corner, 7.0), along(aside, 5.0));
        // As it is posted.
        [x + dx, y + dy, 0.0].map(|v: f64| (v * 1e4).round() / 1e4)
    };
    let motions: Vec<Motion> = (0..194).map(|i| Motion::feed(1, at(i), at(i + 1))).collect();
    let outcome = cut(&mesh, "flat:10.1", 0.0, &motions);
    assert_eq!(outcome.regions.len(), 1);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(hi - lo <= 0.01 * lo, "{lo} {hi}");
    // At the corners of the boss, where chords come a little nearer than 5 mm.
    let chord = 5.0 * (TAU / 256.0).cos();
    assert!((lo - (5.05 - chord) * lean).abs() < 1e-4, "{lo}");
}

/// A cove on an arc that cuts a millionth of a millimetre more than may be cut: bounding the cells
/// of all its pieces together took minutes to decide that.
#[test]
fn a_cove_that_cuts_a_hair_more_than_may_be_cut_is_decided() {
    let corner = |[x, y, z]: [f64; 3]| Vec3::new(x, y, z);
    let mesh = Mesh {
        vertices: [
            [-5.430901, 9.60351, 3.22392],
            [11.202866, 0.0, 3.22392],
            [-5.430901, -9.60351, 3.22392],
            [9.958393, 0.0, 3.724654],
            [-4.808665, 8.525765, 3.724654],
            [-4.808665, -8.525765, 3.724654],
        ]
        .map(corner)
        .to_vec(),
        triangles: vec![
            [0, 1, 2],
            [3, 1, 0],
            [3, 2, 1],
            [4, 3, 0],
            [2, 3, 5],
            [3, 4, 5],
            [5, 4, 0],
            [0, 2, 5],
        ],
    };
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cove_by_a_hair.prof");
    let cove = "line 3.8431 0\nline 3.8431 0.4605\narc 5.224 1.8414 -1.3809\nline 5.224 5.0986\n";
    std::fs::write(&profile, format!("start 0 0\n{cove}")).unwrap();
    let (from, to) = ([-1.344284, 15.916917, 0.0], [-15.213729, -4.535029, 3.595397]);
    let center = [0.113688, 0.000059, 0.0];
    let angle = |p: [f64; 3]| f64::atan2(p[1] - center[1], p[0] - center[0]);
    let sweep = (angle(to) - angle(from)).rem_euclid(TAU) - TAU;
    let arc = Arc { center, normal: [0.0, 0.0, 1.0], sweep };
    let motion = Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, from, to) };
    let options = Options { allowance: -0.048, ..Options::default() };
    let outcome = cut_to(&mesh, &format!("profile:{}", profile.display()), options, &[motion]);
    assert_eq!(outcome.coverage.gouging, 1);
}

/// What only came near was told to come up to the surface, at a joint of which it holds nothing:
/// [0.25, 0.5].
#[test]
fn a_neck_that_only_comes_near_is_told_to_a_hundredth() {
    let corner = |k: usize| {
        let end = |i: usize| f64::from(u8::from(k >> i & 1 == 1));
        let x = 40.0 * end(0) - 20.0;
        Vec3::new(x, 40.0 * end(1) - 20.0, if k < 4 { -40.0 } else { x })
    };
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Mesh { vertices: (0..8).map(corner).collect(), triangles };
    let down = [Motion::feed(1, [0.0, 0.0, 6.0], [0.0, 0.0, -2.146_447])];
    let allowed = Options { allowance: 0.5, ..Options::default() };
    for above in ["shank=3,8,3", "holder=3,8,3", "shank=3,3;holder=3,3"] {
        let outcome = cut_to(&mesh, &format!("flat:6;len=4;{above}"), allowed.clone(), &down);
        assert_eq!(outcome.regions.len(), 2, "{above}");
        // The rim of the neck, 1.5 mm from the axis, is a quarter of a millimetre away.
        let [lo, hi] = outcome.findings.depth(outcome.regions[1].worst);
        assert!(lo <= 0.25 + 1e-6 && hi >= 0.25 - 1e-6 && hi - lo < 2.5e-3, "{above}: {lo} {hi}");
    }
}

/// An arc whose programmed end is beside it, as rounded coordinates are, was cut into ever shorter
/// chords for a raise, without an end.
#[test]
fn an_arc_that_ends_beside_itself_is_raised_all_the_same() {
    let pocket = plate(10.0, -8.0, 24);
    for beside in [1e-6, 1e-3, 0.02] {
        let center = [0.0, 0.0, -8.1];
        let arc = Arc { center, normal: [0.0, 0.0, 1.0], sweep: 0.25 * TAU };
        let (from, to) = ([6.0, 0.0, -8.1], [beside, 6.0, -8.1]);
        let round =
            Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..Motion::feed(1, from, to) };
        let outcome = cut_to(&pocket, "flat:6;len=5", Options::default(), &[round]);
        let lift = outcome.findings.at(outcome.regions[0].worst).lift.unwrap();
        assert!((0.09 - 1e-6..0.092 + beside).contains(&lift), "{beside}: {lift}");
    }
}
