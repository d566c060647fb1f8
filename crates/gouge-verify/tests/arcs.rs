//! Arcs: the results for an arc are those for its chords.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;

use gouge_core::tool::{Piece, Polyhedron, Shape, Solid, Spec};
use gouge_core::tree::Engine;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Arc, Kind, Motion};
use gouge_random::Random;
use gouge_verify::{Body, Options, Progress, Verdict, check};

/// A tetrahedron, about 10 mm in size.
fn wedge(random: &mut Random, thin: f64) -> Mesh {
    let corner = |at: [f64; 3]| Vec3::new(at[0], at[1], at[2] * thin) * 5.0;
    let corners = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let vertices = corners.map(|at| corner(at) + random.vector(2.0)).to_vec();
    Mesh { vertices, triangles: vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]] }
}

/// A helix about Z, and the same cut into `count` chords.
fn helix(from: Vec3, center: Vec3, sweep: f64, climb: f64, count: u32) -> (Motion, Vec<Motion>) {
    let at = |share: f64| {
        let (sin, cos) = (sweep * share).sin_cos();
        let spoke = from - center;
        let turned = [spoke.x * cos - spoke.y * sin, spoke.x * sin + spoke.y * cos];
        [center.x + turned[0], center.y + turned[1], from.z + climb * share]
    };
    let arc = Arc { center: center.into(), normal: [0.0, 0.0, 1.0], sweep };
    let whole = Motion::feed(1, at(0.0), at(1.0));
    let share = |k: u32| at(f64::from(k) / f64::from(count));
    let chords = (0..count).map(|k| Motion::feed(1, share(k), share(k + 1))).collect();
    (Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..whole }, chords)
}

/// A cell of which nothing on a chord is in the material was bounded by all of the chord's sagitta,
/// be it ever so long, and never looked at again: arcs that nowhere come near the part were
/// undecided.
#[test]
fn an_arc_is_decided_as_its_chords_are() {
    const CHORDS: u32 = 128;
    let (options, progress) = (Options::default(), Progress::default());
    let mut random = Random::new(31);
    let (mut clean, mut gouging) = (0, 0);
    for case in 0..400 {
        let part = wedge(&mut random, 1.0);
        let spec = match case % 4 {
            0 => Spec::parse("drill:3,60;len=4", Path::new(".")).unwrap(),
            1 => Spec::parse("flat:4;len=3", Path::new(".")).unwrap(),
            _ => {
                let tool = Polyhedron::new(&wedge(&mut random, [1.0, 0.2][case % 2])).unwrap();
                Spec::cutter(Shape::Mesh(Box::new(Piece::Solid(Solid::Faceted(tool)))))
            }
        };
        let (from, spoke) = (random.vector(8.0), random.vector(6.0));
        let center = from + Vec3::new(spoke.x, spoke.y, 0.0);
        let climb = [0.0, random.between(-4.0, 4.0)][case % 2];
        let (whole, chords) = helix(from, center, random.between(-3.0, 3.0), climb, CHORDS);
        let sag = spoke.xy().norm() * (1.0 - (1.5 / f64::from(CHORDS)).cos());
        let told = |motions: &[Motion]| {
            let report = defects::examine(&part);
            let body = Body::new(&part, &report, false);
            let tools = BTreeMap::from([(1, spec.clone())]);
            check(&[body], &tools, &motions.into(), &options, &progress)
        };
        let (whole, chords) = (told(&[whole]), told(&chords));
        let whole = whole.motions.iter().next().unwrap();
        assert_ne!(whole.verdict, Verdict::Unknown, "{case}: {:?}", whole.depth);
        let most = |end: usize| {
            chords.motions.iter().map(|m| m.depth[end]).fold(f64::NEG_INFINITY, f64::max)
        };
        let [lo, hi] = whole.depth;
        assert!(lo <= most(1) + sag && most(0) <= hi + sag, "{case}: {:?}", whole.depth);
        clean += u32::from(whole.verdict == Verdict::Clean);
        gouging += u32::from(whole.verdict == Verdict::Gouge);
    }
    assert!(clean > 100 && gouging > 100, "{clean} {gouging}");
}

/// A fin along Y on a plate.
fn fin() -> Mesh {
    let (wide, long) = (6.3263, 5.1082);
    let outline = [
        [-wide, -6.5639],
        [wide, -6.5639],
        [wide, -4.5639],
        [0.5, -4.5639],
        [0.5, 0.0],
        [-0.5, 0.0],
        [-0.5, -4.5639],
        [-wide, -4.5639],
    ];
    let vertices = [-long, long].into_iter().flat_map(|y| outline.map(|[x, z]| Vec3::new(x, y, z)));
    let mut triangles = Vec::new();
    for i in 0..8 {
        let next = (i + 1) % 8;
        triangles.extend([[i, next, 8 + next], [i, 8 + next, 8 + i]]);
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 6], [0, 6, 7], [3, 4, 5], [3, 5, 6]] {
        triangles.extend([[a, c, b], [8 + a, 8 + b, 8 + c]]);
    }
    Mesh { vertices: vertices.collect(), triangles }
}

/// Where much may be cut, what a piece covers on a chord was looked at in cells alone, as if it
/// took no more of a shift to clear than what it covers on either half: two turns through a fin
/// were undecided.
#[test]
fn two_turns_through_a_fin_are_decided_where_that_may_be_cut() {
    let part = fin();
    let report = defects::examine(&part);
    let tool = "bull:11.92,2.98;len=3.218";
    let tools = BTreeMap::from([(1, Spec::parse(tool, Path::new(".")).unwrap())]);
    let options = Options { tolerance: 0.2, allowance: -1.0, ..Options::default() };
    let from = [-0.152769, -5.108165, -3.266779];
    let center = [from[0], from[1] - 0.026546, from[2] - 2.621939];
    let sweep = 2.0 * TAU;
    let arc = Arc { center, normal: [1.0, 0.0, 0.0], sweep };
    let motion = Motion::feed(1, from, [-0.180564, from[1], from[2]]);
    let motion = Motion { kind: Kind::Arc, arc: Some(Box::new(arc)), ..motion };
    let bodies = [Body::new(&part, &report, false)];
    let outcome = check(&bodies, &tools, &[motion][..].into(), &options, &Progress::default());
    let told = outcome.motions.iter().next().unwrap();
    assert_eq!(told.verdict, Verdict::Clean, "{:?}", told.depth);
}

/// A block from z = -20 to 0 that is round outside, with a round hole through it, both of so many
/// sides.
fn ring(inner: f64, outer: f64, sides: u32) -> Mesh {
    let mut mesh = Mesh::default();
    for k in 0..sides {
        let (sin, cos) = (TAU * f64::from(k) / f64::from(sides)).sin_cos();
        let corner = |[far, z]: [f64; 2]| Vec3::new(far * cos, far * sin, z);
        let ends = [[inner, -20.0], [outer, -20.0], [outer, 0.0], [inner, 0.0]];
        mesh.vertices.extend(ends.map(corner));
    }
    for k in 0..sides {
        let next = (k + 1) % sides;
        for i in 0..4 {
            let j = (i + 1) % 4;
            let [a, b, c, d] = [4 * k + i, 4 * next + i, 4 * next + j, 4 * k + j];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// Each chord of an arc was a search of its own, down to where it bends away by no more than bounds
/// may differ: a bore of a plate of 16,000 facets took two milliseconds a motion.
#[test]
fn a_bore_takes_no_search_for_each_chord() {
    let part = ring(5.0, 30.0, 96);
    let report = defects::examine(&part);
    assert!(report.watertight && !report.inverted);
    // Facets come nearer than the circle between their corners, all of them by as much.
    let turn = |k: u32| {
        let z = -0.5 * f64::from(k);
        let from = Vec3::new(2.02, 0.0, z);
        helix(from, Vec3::new(0.0, 0.0, z), TAU, -0.5, 1).0
    };
    let motions: Vec<Motion> = (0..20).map(turn).collect();
    let tools = BTreeMap::from([(1, Spec::parse("flat:6;len=30", Path::new(".")).unwrap())]);
    let body = Body::new(&part, &report, false);
    let outcome =
        check(&[body], &tools, &motions[..].into(), &Options::default(), &Progress::default());
    assert_eq!(outcome.coverage.gouging, 20);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    let corner = 5.02 - 5.0 * (std::f64::consts::PI / 96.0).cos();
    assert!(lo <= corner && corner <= hi && hi - lo <= 0.01 * lo, "{lo} {hi} {corner}");
    let tests = outcome.stats.triangles;
    assert!(tests < 20_000, "{tests}");
}

/// Nothing is deeper in a tool than it is wide: where its axis follows a face, and that much may
/// go, each chord was halved to the end to tell that it is no deeper than that, for minutes.
#[test]
fn a_face_along_the_axis_is_not_told_from_the_greatest_depth() {
    let corner = |i: usize| {
        let pick = |bit: usize, size: f64| if i >> bit & 1 == 0 { 0.0 } else { size };
        Vec3::new(pick(0, 100.0), pick(1, 100.0), pick(2, 50.0))
    };
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let part = Mesh { vertices: (0..8).map(corner).collect(), triangles };
    let half = Arc { center: [0.0, 50.0, 10.0], normal: [1.0, 0.0, 0.0], sweep: TAU / 2.0 };
    let straight = Motion::feed(1, [0.0, 10.0, 10.0], [0.0, 90.0, 10.0]);
    let motions = [Motion { kind: Kind::Arc, arc: Some(Box::new(half)), ..straight }];
    let drill = Spec::parse("drill:6,118;len=20;shank=10,40", Path::new(".")).unwrap();
    let body = Body::new(&part, &defects::examine(&part), false);
    let options = Options { tolerance: 0.001, allowance: -6.0, ..Options::default() };
    let tools = BTreeMap::from([(1, drill)]);
    let outcome = check(&[body], &tools, &motions[..].into(), &options, &Progress::default());
    assert_eq!(outcome.motions.at(0).verdict, Verdict::Clean);
    let tests = outcome.stats.triangles;
    assert!(tests < 100_000, "{tests}");
}

/// At a tolerance of hundreds of millimetres chords that bend away by more than a tenth were taken
/// for fine without a look at them, and upper bounds were infinite; and a tool that the surface
/// enters less than that was said to be wholly inside.
#[test]
fn a_large_tolerance_leaves_no_bound_infinite_and_buries_nothing_that_surfaces() {
    const LARGE: f64 = 100.0;
    let mut random = Random::new(97);
    let (mut gouging, mut buried) = (0, 0);
    for case in 0..300 {
        let mut part = wedge(&mut random, 1.0);
        part.vertices.iter_mut().for_each(|v| *v *= LARGE);
        let text = ["flat:300;len=250", "ball:300;len=400", "flat:150;len=300;shank=300,200"];
        let tool = Spec::parse(text[case % 3], Path::new(".")).unwrap();
        let (from, spoke) = (random.vector(3.0) * LARGE, random.vector(4.0) * LARGE);
        let center = from + Vec3::new(spoke.x, spoke.y, 0.0);
        let (motion, _) = helix(from, center, random.between(-3.0, 3.0), 0.0, 1);
        let body = Body::new(&part, &defects::examine(&part), false);
        let options = Options { tolerance: random.between(20.0, 200.0), ..Options::default() };
        let tools = BTreeMap::from([(1, tool.clone())]);
        let outcome = check(&[body], &tools, &[motion][..].into(), &options, &Progress::default());
        let [lo, hi] = outcome.motions.at(0).depth;
        assert!(lo <= hi && hi.is_finite(), "{case}: [{lo}, {hi}]");
        let built = tool.build(1000.0);
        for region in &outcome.regions {
            let finding = outcome.findings.at(region.worst);
            assert!(finding.depth[1].is_finite(), "{case}: {finding:?}");
            gouging += 1;
            buried += u32::from(finding.buried);
            let pieces =
                built.components.iter().filter(|c| c.role == finding.role).flat_map(|c| &c.pieces);
            let deep = |y: Vec3| pieces.clone().any(|piece| piece.depth(&y) > 1e-3);
            for _ in 0..2000 {
                let [a, b, c] = part.triangle(random.below(4));
                let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                let point = a + (b - a) * u + (c - a) * v;
                let entered = finding.buried && deep(point - finding.control_point);
                assert!(!entered, "{case}: {point:?} {finding:?}");
            }
        }
    }
    assert!(gouging > 40 && buried > 3, "{gouging} {buried}");
}

/// Along an arc one hierarchy left out facets by how deep they were on its chord: a shift led
/// elsewhere, and bounds of a region differed in the fourth digit.
#[test]
fn bounds_along_arcs_do_not_depend_on_the_hierarchy() {
    let mut random = Random::new(101);
    let mut gouging = 0;
    for case in 0..250 {
        let part = wedge(&mut random, 1.0);
        let text = ["ball:4;len=2", "ball:3;len=6;shank=2,8", "ball:5"];
        let tool = Spec::parse(text[case % 3], Path::new(".")).unwrap();
        let (from, spoke) = (random.vector(6.0), random.vector(6.0));
        let center = from + Vec3::new(spoke.x, spoke.y, 0.0);
        let (motion, _) =
            helix(from, center, random.between(-3.0, 3.0), random.between(-2.0, 2.0), 1);
        let deviation = [0.0, random.between(0.0, 0.5)][case % 2];
        let told: Vec<Vec<String>> = Engine::SHIPPED
            .iter()
            .map(|engine| {
                let body = Body::new(&part, &defects::examine(&part), false);
                let options = Options { engine: *engine, deviation, ..Options::default() };
                let tools = BTreeMap::from([(1, tool.clone())]);
                let motions = [motion.clone()][..].into();
                let outcome = check(&[body], &tools, &motions, &options, &Progress::default());
                let findings = outcome.regions.iter().map(|r| outcome.findings.at(r.worst));
                findings.map(|f| format!("{:?}", (f.depth, f.tool_side, &f.part_side))).collect()
            })
            .collect();
        gouging += usize::from(!told[0].is_empty());
        assert!(told.iter().all(|other| *other == told[0]), "{case}: {told:#?}");
    }
    assert!(gouging > 60, "{gouging}");
}

/// A tool that is as thick as the tolerance, below the surface all along an arc, is as deep as that
/// on the tool side, however it is looked at: it was looked at 8e-9 mm long: 12.6 s for a circle.
#[test]
fn a_tool_as_thick_as_the_tolerance_is_no_deeper_than_that() {
    let corner =
        |i: usize| Vec3::from_fn(|k, _| [[-80.0, -80.0, -20.0], [80.0, 80.0, 0.0]][i >> k & 1][k]);
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Mesh { vertices: (0..8).map(corner).collect(), triangles };
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let (circle, _) = helix(Vec3::new(50.0, 0.0, -1.7), Vec3::z() * -1.7, TAU, 0.0, 1);
    let options = Options { tolerance: 0.5, ..Options::default() };
    for (tool, most) in [("flat:1", 500), ("drill:1,118", 500), ("bull:1,0.1", 500)] {
        let specs = BTreeMap::from([(1, Spec::parse(tool, Path::new(".")).unwrap())]);
        let motions = [circle.clone()];
        let found = check(
            std::slice::from_ref(&body),
            &specs,
            &(&motions[..]).into(),
            &options,
            &Progress::default(),
        );
        assert_eq!(found.coverage.gouging, 1, "{tool}");
        assert!(found.stats.triangles <= most, "{tool}: {}", found.stats.triangles);
    }
}
