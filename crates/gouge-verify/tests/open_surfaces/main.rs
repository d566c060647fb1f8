//! Surfaces without walls: what holds for them holds for the same surface closed by walls and a
//! floor, as long as the tool stays away from its rims.

mod roofs;

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Event, Interpreter, Motion, Options as Reading, Source};
use gouge_random::Random;
use gouge_verify::{Body, Options, Outcome, Progress, Verdict, check};

/// Facets of a land over a square of `cells` × `cells`, normals up; closed by walls and a floor 40
/// below where that is asked for.
fn land(cells: usize, closed: bool, at: impl Fn(usize, usize) -> Vec3) -> Mesh {
    let mut facets: Vec<[Vec3; 3]> = Vec::new();
    for i in 0..cells {
        for j in 0..cells {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            facets.extend([[a, b, c], [a, c, d]]);
        }
    }
    if closed {
        let down = |v: Vec3| v - Vec3::new(0.0, 0.0, 40.0);
        let top = facets.clone();
        facets.extend(top.iter().map(|[a, b, c]| [down(*a), down(*c), down(*b)]));
        let mut wall = |a: Vec3, b: Vec3| {
            facets.extend([[a, down(a), down(b)], [a, down(b), b]]);
        };
        for i in 0..cells {
            wall(at(i, 0), at(i + 1, 0));
            wall(at(cells, i), at(cells, i + 1));
            wall(at(i + 1, cells), at(i, cells));
            wall(at(0, i + 1), at(0, i));
        }
    }
    welded(&facets)
}

fn welded(facets: &[[Vec3; 3]]) -> Mesh {
    let mut mesh = Mesh::default();
    let mut known: HashMap<[u64; 3], u32> = HashMap::new();
    for facet in facets {
        let corners = facet.map(|p| {
            *known.entry([p.x, p.y, p.z].map(f64::to_bits)).or_insert_with(|| {
                mesh.vertices.push(p);
                mesh.vertices.len() as u32 - 1
            })
        });
        mesh.triangles.push(corners);
    }
    mesh
}

/// A level sheet in z = 0 that looks up, from the origin to (20, 20).
fn sheet() -> Mesh {
    land(4, false, |i, j| Vec3::new(5.0 * i as f64, 5.0 * j as f64, 0.0))
}

fn run(mesh: &Mesh, tool: &str, program: &str, options: &Options) -> Outcome {
    let mut motions: Vec<Motion> = Vec::new();
    let source = Source::from_bytes("cut.nc", format!("G21 G90 G17 T1 M6\n{program}\nM2\n"));
    Interpreter::new(Reading::default()).run(&source, |event| {
        if let Event::Motion(motion) = event {
            motions.push(motion);
        }
        ControlFlow::Continue(())
    });
    check_motions(mesh, tool, &motions, options)
}

fn check_motions(mesh: &Mesh, tool: &str, motions: &[Motion], options: &Options) -> Outcome {
    let tools = BTreeMap::from([(1, Spec::parse(tool, Path::new("")).unwrap())]);
    let body = Body::new(mesh, &defects::examine(mesh), false);
    check(&[body], &tools, &motions.into(), options, &Progress::default())
}

/// The last motion of a program.
fn last(mesh: &Mesh, tool: &str, program: &str) -> (Verdict, [f64; 2]) {
    let outcome = run(mesh, tool, program, &Options::default());
    let motion = outcome.motions.iter().next_back().unwrap();
    (motion.verdict, motion.depth)
}

#[test]
fn a_small_gouge_into_an_open_land_is_told_to_a_hundredth() {
    let hill = |i: usize, j: usize| {
        let (x, y) = (i as f64, j as f64);
        Vec3::new(x, y, 2.0 * (0.5 * x).sin() + (0.4 * y).cos())
    };
    let mesh = land(30, false, hill);
    let program = "G0 X5 Y5 Z20\nG1 X12 Y12 Z2 F100\nG1 X20 Y18\nG1 X8 Y22";
    for tool in ["ball:6", "ball:6;len=30", "flat:4", "bull:6,1;len=9;shank=5,40"] {
        let outcome = run(&mesh, tool, program, &Options::default());
        assert!(!outcome.regions.is_empty(), "{tool}");
        for region in &outcome.regions {
            let [lo, hi] = outcome.findings.depth(region.worst);
            assert!(hi <= 1.01 * lo, "{tool}: [{lo}, {hi}]");
        }
    }
}

/// Rows over a land, `sink` below it in their middle, as the tip of a tool runs.
fn rows(at: impl Fn(f64, f64) -> Vec3, rows: usize, count: usize, sink: f64) -> Vec<Motion> {
    let mut motions = Vec::new();
    for row in 0..rows {
        let place = |i: usize| {
            let share = i as f64 / count as f64;
            let p = at(6.0 + 28.0 * share, 8.0 + row as f64);
            [p.x, p.y, p.z - sink]
        };
        motions.extend((0..count).map(|i| Motion::feed(1, place(i), place(i + 1))));
        let over = [0.0, 30.0].map(|more| place(count).map(|v| v + more));
        motions.push(Motion::feed(1, over[0], [over[0][0], over[0][1], 30.0]));
        let next = at(6.0, 9.0 + row as f64);
        motions.push(Motion::feed(1, [over[0][0], over[0][1], 30.0], [next.x, next.y, 30.0]));
        motions.push(Motion::feed(1, [next.x, next.y, 30.0], [next.x, next.y, next.z - sink]));
    }
    motions
}

/// Each motion was looked into for itself, until no cells were left: [4.202, 4.458] of a million
/// motions of a flat mill.
#[test]
fn a_region_of_many_motions_over_an_open_land_is_told_to_a_hundredth() {
    let at =
        |x: f64, y: f64| Vec3::new(x, y, 0.3 * x + 0.004 * ((2.0 * x).sin() + (3.0 * y).cos()));
    let mesh = land(60, false, |i, j| at(0.7 * i as f64, 0.7 * j as f64));
    let motions = rows(at, 8, 500, 1.0);
    let outcome = check_motions(&mesh, "flat:8", &motions, &Options::default());
    assert_eq!(outcome.regions.len(), 1);
    assert!(outcome.regions[0].findings.len() > 3_000);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(hi <= 1.01 * lo, "[{lo}, {hi}]");
}

/// What a head and its neck cover was looked into nine times, once for each line that was laid
/// through the corner between them: [3.77, 5.82] of 591 motions, [2.5, 451] of six thousand.
#[test]
fn a_tool_with_a_neck_covers_what_its_head_and_its_neck_do() {
    let at = |x: f64, y: f64| Vec3::new(x, y, 0.3 * x + 0.4 * ((0.6 * x).sin() + (0.7 * y).cos()));
    let mesh = land(60, false, |i, j| at(0.7 * i as f64, 0.7 * j as f64));
    let motions = rows(at, 8, 60, 1.5);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("head_and_neck.txt");
    std::fs::write(&file, "start 0 0\nline 6 0\nline 6 3\nline 2 3\nline 2 40").unwrap();
    let tool = format!("profile:{}", file.display());
    let outcome = check_motions(&mesh, &tool, &motions, &Options::default());
    assert_eq!(outcome.regions.len(), 1);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(lo > 2.0 && hi <= 1.01 * lo, "[{lo}, {hi}]");
}

/// Where many pieces make a tool, each of them on each chord of each motion was a search of its
/// own: of regions over an open plane nothing was told but that they are no deeper than the plane
/// is wide.
#[test]
fn regions_of_arcs_of_a_form_tool_over_an_open_plane_are_told_to_half_of_them() {
    let at = |x: f64, y: f64| Vec3::new(x, y, 0.002 * x + 0.0085 * y);
    let mesh = land(12, false, |i, j| at(30.0 * i as f64, 30.0 * j as f64));
    let mut random = Random::new(5);
    let mut program = String::from("G0 X100 Y100 Z40\n");
    for _ in 0..25 {
        let p = at(random.between(60.0, 260.0), random.between(60.0, 260.0));
        let radius = 400.0 * random.between(0.6, 2.0);
        program += &format!("G2 X{:.3} Y{:.3} Z{:.3} R{radius:.3} F100\n", p.x, p.y, p.z - 0.1);
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("waist.txt");
    let text = "start 0 0\nline 2.93 0\narc 2.93 3.8 -1.9\nline 1.84 4.93\nline 1.84 7.46";
    std::fs::write(&file, text).unwrap();
    let tool = format!("profile:{}", file.display());
    let outcome = run(&mesh, &tool, &program, &Options::default());
    for region in &outcome.regions {
        let [lo, hi] = outcome.findings.depth(region.worst);
        assert!(hi <= 1.5 * lo, "[{lo}, {hi}]");
    }
    assert!(!outcome.regions.is_empty());
}

#[test]
fn regions_of_many_motions_over_an_open_land_are_as_before_the_closed_one() {
    let random = &mut Random::new(29);
    let tools = [
        "flat:5",
        "bull:6,1;len=9;shank=5,40",
        "ball:4;len=3;shank=6,30",
        "drill:5,100",
        "flat:6;len=1;shank=2,30",
        "taper:1,15,6",
    ];
    let (mut inner, mut many) = (0, 0);
    for tool in tools.into_iter().cycle().take(12) {
        let (high, lean) = (random.between(0.2, 1.5), random.between(-0.4, 0.4));
        let at =
            |x: f64, y: f64| Vec3::new(x, y, lean * x + high * ((0.7 * x).sin() + (0.5 * y).cos()));
        let facets = |closed| land(40, closed, |i, j| at(i as f64, j as f64));
        let (open, closed) = (facets(false), facets(true));
        let jagged = random.between(0.0, 0.4);
        let sink = random.between(0.1, 1.5);
        let mut motions = rows(at, 5, 70 + random.below(60), sink);
        for i in 1..motions.len() {
            if random.chance(0.3) {
                let by = random.vector(jagged);
                let from: [f64; 3] = motions[i].from.into();
                let moved: [f64; 3] = std::array::from_fn(|k| from[k] + by[k]);
                motions[i - 1].to = moved.into();
                motions[i].from = moved.into();
            }
        }
        let options = Options::default();
        let [told, whole] =
            [&open, &closed].map(|mesh| check_motions(mesh, tool, &motions, &options));
        let depth = |outcome: &Outcome| {
            let all = outcome.regions.iter().map(|region| outcome.findings.depth(region.worst));
            all.fold([0.0f64; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])])
        };
        let (a, b) = (depth(&told), depth(&whole));
        assert!(a[0] <= b[1] + 1e-6 && b[0] <= a[1] + 1e-6, "{tool}: {a:?} {b:?}");
        many += told.regions.iter().filter(|region| region.findings.len() > 256).count();
        for region in &told.regions {
            let found = told.findings.at(region.worst);
            let motion = &motions[found.motion as usize];
            let [from, to] = [motion.from, motion.to].map(|p| Vec3::from(<[f64; 3]>::from(p)));
            let apart = from + (to - from) * found.t - found.control_point;
            assert!(apart.norm() < 1e-9, "{tool}: {apart:?} {found:?}");
            let Some(x) = found.inner_point.as_deref() else { continue };
            let facet = |t: usize| (closest_on_triangle(x, &open.triangle(t)) - x).norm();
            let depth = (0..open.triangles.len()).map(facet).fold(f64::INFINITY, f64::min);
            let [lo, hi] = found.depth;
            assert!(lo <= depth + 1e-8 && depth <= hi + 1e-8, "{depth} {found:?}");
            inner += 1;
        }
    }
    assert!(inner > 4 && many > 8, "{inner} {many}");
}

/// Beyond the rim nothing but the nearest surface was asked where a point lies that is not joined
/// to the tool's middle, and that is not told there: [0.839, 1.293] of a disc that hangs over the
/// rim.
#[test]
fn a_gouge_at_the_rim_of_an_open_land_is_told_to_a_hundredth() {
    let hill = |i: usize, j: usize| {
        let (x, y) = (0.8 * i as f64, 0.8 * j as f64);
        Vec3::new(x, y, 1.5 * (0.3 * x).sin() + (0.4 * y).cos())
    };
    let mesh = land(40, false, hill);
    for program in ["G0 X3 Y0 Z40\nG1 Z1.2 F100", "G0 X5 Y1 Z40\nG1 Z1.5 F100\nG1 Y12 Z0.5"] {
        for tool in
            ["flat:12;len=2;shank=4,18", "flat:8;len=3;shank=6,30", "ball:6;len=3;shank=4,20"]
        {
            let outcome = run(&mesh, tool, program, &Options::default());
            assert!(!outcome.regions.is_empty(), "{tool}: {program}");
            for region in &outcome.regions {
                let [lo, hi] = outcome.findings.depth(region.worst);
                assert!(hi <= 1.01 * lo, "{tool}, {program}: [{lo}, {hi}]");
            }
        }
    }
}

/// Where it came from says outside, the nearest surface inside.
#[test]
fn a_tool_that_comes_beneath_an_open_surface_is_not_clean() {
    let under = "G0 X-10 Y10 Z20\nG0 Z-6\nG1 X10 Y10 F100";
    for tool in ["flat:4;len=1", "ball:3;len=3", "flat:4;len=1;shank=2,3"] {
        let (verdict, _) = last(&sheet(), tool, under);
        assert_ne!(verdict, Verdict::Clean, "{tool}");
    }
    // Beside it, and past its rim, it is.
    let beside = "G0 X-10 Y10 Z20\nG0 Z-6\nG1 X-2.1 F100";
    assert_eq!(last(&sheet(), "flat:4;len=1", beside).0, Verdict::Clean);
    let past = "G0 X10 Y10 Z20\nG1 Z0 F100\nG1 X30";
    assert_eq!(last(&sheet(), "ball:6;len=9", past).0, Verdict::Clean);
}

/// It is thinner than chords of arcs bend away: nothing in it is deeper than they.
#[test]
fn a_thin_saw_on_an_arc_beneath_an_open_surface_is_not_clean() {
    let program = "G0 X-10 Y10 Z20\nG0 Z-6\nG2 X10 Y10 I10 J0 F100";
    let options = Options { allowance: 0.27, tolerance: 0.002, ..Options::default() };
    let outcome = run(&sheet(), "flat:5.4;len=0.012", program, &options);
    assert_ne!(outcome.motions.iter().next_back().unwrap().verdict, Verdict::Clean);
}

/// A solid whose top lacks facets: what goes down there meets nothing on its way, and the tool saw
/// the sky all along.
#[test]
fn a_tool_that_goes_down_where_a_facet_of_a_solid_is_missing_is_not_clean() {
    let mut block = land(4, true, |i, j| Vec3::new(5.0 * i as f64, 5.0 * j as f64, 0.0));
    // The cell from (10, 10) to (15, 15): the floor 40 below looks through.
    block.triangles.drain(20..22);
    let down = "G0 X12.5 Y12.5 Z20\nG1 Z-6 F100";
    let through = "G0 X12.5 Y12.5 Z20\nG1 X12.5 Y12.4 Z-6 F100\nG1 X12.5 Y12.5 Z20";
    for tool in ["flat:3;len=1", "ball:3", "taper:0.1,2,3", "flat:3;len=2;shank=2,30"] {
        assert_eq!(last(&block, tool, down).0, Verdict::Unknown, "{tool}");
        assert_eq!(last(&block, tool, through).0, Verdict::Unknown, "{tool}");
        // Above it, on the facets next to it and outside of the solid all is known.
        for clear in ["G0 X12.5 Y12.5 Z20\nG1 Z0.001 F100", "G0 X0 Y12.5 Z20\nG1 Z0 F100\nX20"] {
            assert_eq!(last(&block, tool, clear).0, Verdict::Clean, "{tool}: {clear}");
        }
        let beside = "G0 X-4 Y12.5 Z20\nG1 Z-50 F100\nX-2";
        assert_eq!(last(&block, tool, beside).0, Verdict::Clean, "{tool}");
        assert_eq!(last(&block, tool, "G0 X5 Y5 Z20\nG1 Z-1 F100").0, Verdict::Gouge, "{tool}");
    }
}

/// Its normals look down everywhere: that is a skin the wrong way round, no solid without its top.
#[test]
fn a_skin_that_looks_down_is_checked_from_above() {
    let mut skin = sheet();
    skin.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let pass = "G0 X-10 Y10 Z20\nG1 Z0 F100\nG1 X30";
    assert_eq!(last(&skin, "ball:6;len=9", pass).0, Verdict::Clean);
}

/// The same land leaning over, so that tools come beneath it.
#[test]
fn no_random_motion_over_an_open_land_contradicts_the_closed_one() {
    let (gouges, told) = told_alike(&mut Random::new(4), false);
    assert!(gouges > 30 && told > 80, "{gouges} gouges, {told} told alike");
}

/// Along arcs the tool is raised by its chords.
#[test]
fn no_random_arc_over_an_open_land_contradicts_the_closed_one() {
    let (gouges, told) = told_alike(&mut Random::new(5), true);
    assert!(gouges > 30 && told > 60, "{gouges} gouges, {told} told alike");
}

/// How many random motions gouge, and how many are told alike before an open and a closed land.
fn told_alike(random: &mut Random, arcs: bool) -> (usize, usize) {
    let tools = [
        "ball:3",
        "ball:3;len=4",
        "flat:2",
        "flat:3;len=0.4",
        "taper:0.4,12,3;len=7",
        "flat:3;len=1;shank=1.2,30",
        "ball:2;len=2;shank=1,30",
    ];
    let (mut gouges, mut told) = (0, 0);
    for round in 0..14 {
        let (high, lean) = (random.between(0.3, 2.5), random.between(-2.0, 2.0));
        let at = |i: usize, j: usize| {
            let (x, y) = (i as f64, j as f64);
            let z = high * ((0.7 * x).sin() + (0.5 * y).cos());
            Vec3::new(x + lean * z, y + 0.3 * z, z)
        };
        let (open, closed) = (land(28, false, at), land(28, true, at));
        let tool = tools[round % tools.len()];
        let mut program = "G0 X0 Y0 Z30\n".to_owned();
        for i in 0..12 {
            let p = at(11 + random.below(6), 11 + random.below(6));
            let near = if random.chance(0.5) { 0.3 } else { 2.0 };
            let p =
                p + random.vector(near) + Vec3::new(0.0, 0.0, if i % 2 == 0 { 0.2 } else { 1.5 });
            let word = match i {
                0 => "G0",
                _ if arcs && random.chance(0.7) => ["G2 R40", "G3 R40"][i % 2],
                _ => "G1",
            };
            program += &format!("{word} X{:.6} Y{:.6} Z{:.6} F100\n", p.x, p.y, p.z);
        }
        let all = Options { all_depths: true, ..Options::default() };
        let [open, closed] = [&open, &closed].map(|mesh| run(mesh, tool, &program, &all));
        // The way there comes from beyond the rims.
        for (a, b) in open.motions.iter().zip(closed.motions.iter()).skip(2) {
            let case = format!(
                "round {round} {tool}: {:?} {:?}\n{program}",
                (a.verdict, a.depth),
                (b.verdict, b.depth)
            );
            let apart = a.depth[1] < b.depth[0] - 1e-6 || b.depth[1] < a.depth[0] - 1e-6;
            assert!(!apart, "{case}");
            let [clean, gouge] = [Verdict::Clean, Verdict::Gouge];
            let differ = [(clean, gouge), (gouge, clean)].contains(&(a.verdict, b.verdict));
            assert!(!differ, "{case}");
            gouges += usize::from(b.verdict == gouge);
            told += usize::from(a.verdict == b.verdict && b.verdict != Verdict::Unknown);
        }
    }
    (gouges, told)
}

/// Where a needle is half as deep as anywhere lies far above its tip: with that under the sky, a
/// tip 4 mm beneath a sheet was as deep as it was far from the rim.
#[test]
fn a_needle_beneath_a_skin_is_as_deep_as_the_surface_is_far() {
    let program = "G0 X2.5 Y10 Z30\nG1 Z-4 F100";
    let outcome = run(&sheet(), "taper:0.2,8,6;len=25", program, &Options::default());
    let [region] = &outcome.regions[..] else { panic!("{}", outcome.regions.len()) };
    let [lo, hi] = outcome.findings.depth(region.worst);
    assert!(lo > 3.9 && (4.0..4.1).contains(&hi), "[{lo}, {hi}]");
}

/// Before a steep slope the sky is as near as the surface: with the middle of a tool beneath that,
/// what is no farther from the sky than the tolerance was left out of how deep a clean motion is at
/// most.
#[test]
fn what_lies_next_to_the_sky_is_as_deep_as_that_is_far() {
    let [a, b, c] = [[0.3, 4.5, -5.6], [-1.7, 2.1, -7.5], [-0.9, 2.3, -5.1]].map(Vec3::from);
    let tip = Vec3::new(-1.0, 2.26, -5.5);
    let beneath = (b - a).cross(&(c - a)).normalize().dot(&(a - tip));
    let options = Options { all_depths: true, tolerance: 0.1, ..Options::default() };
    let program = "G0 X-1 Y2.26 Z-5.5\nG1 Y7.92 F100";
    let outcome = run(&welded(&[[a, b, c]]), "flat:0.03", program, &options);
    let [_, hi] = outcome.motions.iter().next_back().unwrap().depth;
    assert!(beneath > 0.02 && hi >= beneath, "{beneath} {hi}");
}

/// What is left out next to the sky counted with the limit, and rounding made that more: a disc
/// that comes no farther beneath a sheet than may be cut was unknown.
#[test]
fn what_is_no_farther_from_the_sky_than_the_limit_is_clean() {
    let sheet = sheet();
    for (allowance, reach, expected) in
        [(-4.5, 4.4, Verdict::Clean), (-4.5, 4.0, Verdict::Clean), (0.3, -0.5, Verdict::Clean)]
    {
        let options = Options { allowance, ..Options::default() };
        let program = format!("G0 X-6 Y-30 Z-6\nG0 Y10\nG1 X{} F100", reach - 2.0);
        let outcome = run(&sheet, "flat:4;len=1;shank=0.5,30", &program, &options);
        let motion = outcome.motions.iter().next_back().unwrap();
        assert_eq!(motion.verdict, expected, "{allowance} {reach}: {:?}", motion.depth);
    }
}

/// What lies around a rim was told from where the tool is, from its middle and from how deep it
/// comes anywhere on its way: a motion was clean, and a part of it gouged, or the other way round.
#[test]
fn cutting_a_motion_at_a_rim_changes_no_verdict() {
    let random = &mut Random::new(12);
    let tools =
        ["ball:6", "flat:4;len=2;shank=3,10", "bull:6,1", "taper:0.2,10,6;len=18", "drill:3,118"];
    let kinds: [[f64; 2]; 5] = [[0.01, 0.0], [0.1, 0.0], [0.01, -0.05], [0.01, -0.2], [0.01, 0.05]];
    let mut all = [0; 3];
    for round in 0..250 {
        let [tolerance, allowance] = kinds[round % kinds.len()];
        let tool = tools[random.below(tools.len())];
        let cells = 1 + random.below(4);
        let (high, lean) = (random.between(0.0, 2.0), random.between(-1.5, 1.5));
        let at = |i: usize, j: usize| {
            let [x, y] = [i, j].map(|v| 20.0 * v as f64 / cells as f64);
            let z = high * ((0.4 * x).sin() + (0.3 * y).cos());
            Vec3::new(x + lean * z, y, z)
        };
        let mesh = land(cells, false, at);
        let side = random.below(cells + 1);
        let rim = if random.chance(0.5) { at(cells, side) } else { at(side, 0) };
        let around = rim + random.vector(3.0) - Vec3::z() * random.between(0.0, 2.0);
        let size = [0.05, 0.5, 3.0][random.below(3)];
        let ways: Vec<Vec3> = (0..6).map(|_| around + random.vector(size)).collect();
        let cuts = 1 + random.below(6);
        let options = Options { all_depths: true, tolerance, allowance, ..Options::default() };
        let told = |cuts: usize| {
            let mut program = format!("G0 X{} Y{} Z{}\n", ways[0].x, ways[0].y, ways[0].z);
            for ends in ways.windows(2) {
                for i in 1..=cuts {
                    let p = ends[0] + (ends[1] - ends[0]) * (i as f64 / cuts as f64);
                    program += &format!("G1 X{} Y{} Z{} F100\n", p.x, p.y, p.z);
                }
            }
            let outcome = run(&mesh, tool, &program, &options);
            let motions = outcome.motions.iter().skip(outcome.motions.len() - cuts * 5);
            motions.map(|m| (m.verdict, m.depth)).collect::<Vec<_>>()
        };
        for (whole, parts) in told(1).iter().zip(told(cuts).chunks(cuts)) {
            let any = |verdict: Verdict| parts.iter().any(|part| part.0 == verdict);
            let case = || format!("round {round}, {tool}: {whole:?} {parts:?}");
            assert!(!(whole.0 == Verdict::Clean && any(Verdict::Gouge)), "{}", case());
            let clean = parts.iter().all(|part| part.0 == Verdict::Clean);
            assert!(!(whole.0 == Verdict::Gouge && clean), "{}", case());
            let most =
                |end: usize| parts.iter().map(|p| p.1[end]).fold(f64::NEG_INFINITY, f64::max);
            assert!(most(0) <= whole.1[1] + 1e-4 && whole.1[0] <= most(1) + 1e-4, "{}", case());
            let kinds = [Verdict::Clean, Verdict::Gouge, Verdict::Unknown];
            all[kinds.iter().position(|v| *v == whole.0).unwrap()] += 1;
        }
    }
    assert!(all[0] > 200 && all[1] > 400 && all[2] < 60, "{all:?}");
}
