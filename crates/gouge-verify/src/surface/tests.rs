use super::super::path::Path;
use super::super::thresholds::Slack;
use super::*;
use crate::tolerance::FLOAT_MM;
use gouge_core::tool::Spec;
use gouge_core::tree::Engine;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Arc;
use gouge_random::Random;

/// The wall of a round pocket, 10 mm wide, from z = -3 to 0.
fn pocket() -> Mesh {
    const SIDES: u32 = 400;
    let at = |i: u32, z: f64| {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(SIDES);
        Vec3::new(10.0 * angle.cos(), 10.0 * angle.sin(), z)
    };
    let mut mesh = Mesh::default();
    mesh.vertices.extend((0..SIDES).flat_map(|i| [at(i, -3.0), at(i, 0.0)]));
    for i in 0..SIDES {
        let [a, b] = [2 * i, 2 * ((i + 1) % SIDES)];
        mesh.triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
    }
    mesh
}

/// Along the wall of a pocket a cutter is as deep everywhere: where its shank stands on it, far
/// above, each facet of the wall was looked at on thousands of chords, all parts of the stack for
/// each.
#[test]
fn a_wall_far_from_a_joint_is_looked_at_no_more_for_it() {
    let mesh = pocket();
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let thresholds = Thresholds {
        tolerance: 0.01,
        allowance: 0.0,
        all: false,
        slack: Slack::rounding(FLOAT_MM),
    };
    let looked = |spec: &str| {
        let spec = Spec::parse(spec, ".".as_ref()).unwrap();
        let tool = PreparedTool::new(spec.build(100.0), thresholds.tolerance, 0.0);
        let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
        let [from, to] = [Vec3::x(), Vec3::y()].map(|way| way * 7.0125 - Vec3::z() * 2.9);
        let (center, normal) = ([0.0, 0.0, -2.9], [0.0, 0.0, 1.0]);
        let arc = Arc { center, normal, sweep: std::f64::consts::FRAC_PI_2 };
        let path = Path::round(&arc, from, to, &Vec3::zeros());
        let paths = [TimedPath { path, times: [0.0, 1.0], dogleg: false }];
        let mut depths = Vec::new();
        checker.run(&paths, &|| false, &mut depths);
        let [lo, hi] = depths[0].depth;
        assert!(0.012 < lo && hi < 0.014, "{lo} {hi}");
        checker.stats().triangles
    };
    let alone = looked("flat:6;len=10");
    let stack = looked("flat:6;len=10;shank=6,10;holder=40,30");
    assert!(stack < 2 * alone, "{stack} {alone}");
}

/// Under a holder that slides on a land every facet of that is as deep: each of them was asked
/// about at the joint too, all parts of the stack for each.
#[test]
fn a_land_under_a_holder_is_not_looked_at_again_for_the_joint() {
    let mut mesh = Mesh::default();
    for x in 0..30 {
        for y in 0..30 {
            let at = |x: i32, y: i32| Vec3::new(3.5 + 0.5 * f64::from(x), f64::from(y), 0.0);
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend([at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]);
            mesh.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|v| first + v)));
        }
    }
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let thresholds = Thresholds {
        tolerance: 0.01,
        allowance: 0.0,
        all: false,
        slack: Slack::rounding(FLOAT_MM),
    };
    let spec = Spec::parse("flat:6;len=4;holder=40,30", ".".as_ref()).unwrap();
    let tool = PreparedTool::new(spec.build(100.0), thresholds.tolerance, 0.0);
    let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
    let (from, travel) = (Vec3::new(0.0, 5.0, -4.3), Vec3::new(0.0, 10.0, 0.0));
    let path = Path::Line { from, travel };
    let paths = [TimedPath { path, times: [0.0, 1.0], dogleg: false }];
    let mut depths = Vec::new();
    checker.run(&paths, &|| false, &mut depths);
    let [lo, hi] = depths[1].depth;
    assert!((0.299..=0.3).contains(&lo) && (0.3..0.302).contains(&hi), "{lo} {hi}");
    let own: u64 = checker.components.iter().map(|c| c.query.stats().triangles).sum();
    let again: u64 = checker.joints.iter().map(|j| j.stats().triangles).sum();
    assert!(own > 0 && 4 * again < own, "{again} {own}");
}

/// What one joint found in a third component it only counted as an upper bound, and what found the
/// place after that was not asked: a fin was 0.25 to 1.25 deep.
#[test]
fn what_a_joint_finds_in_a_third_component_is_told_of_that() {
    let corner = |x: f64, z: f64| Vec3::new(x, 0.0, z);
    let mesh = Mesh {
        vertices: vec![corner(0.0, -9.0), corner(30.0, -9.0), corner(30.0, 0.0), corner(0.0, 0.0)],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let thresholds = Thresholds {
        tolerance: 0.01,
        allowance: 0.0,
        all: false,
        slack: Slack::rounding(FLOAT_MM),
    };
    let spec = "flat:6;len=0.5;shank=6,0.5;holder=6,0.5/6,30";
    let spec = Spec::parse(spec, ".".as_ref()).unwrap();
    let tool = PreparedTool::new(spec.build(100.0), thresholds.tolerance, 0.0);
    let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
    let path = Path::Line { from: corner(12.0, -1.25), travel: Vec3::x() * 6.0 };
    let paths = [TimedPath { path, times: [0.0, 1.0], dogleg: false }];
    let mut depths = Vec::new();
    checker.run(&paths, &|| false, &mut depths);
    let [lo, hi] = depths[2].depth;
    assert!((1.249..=1.25).contains(&lo) && (1.25..1.26).contains(&hi), "{depths:?}");
    assert!(depths[..2].iter().all(|d| d.depth[1] < 0.26), "{depths:?}");
}

/// Where a cutter touched the part all along, its shank and holder, and where these stand on each
/// other, were searched for motion by motion, far above it.
#[test]
fn parts_of_a_stack_that_meet_nothing_are_passed_over_while_the_cutter_touches() {
    let mut mesh = Mesh::default();
    for i in 0..1000 {
        let at = |x: i32, y: i32| Vec3::new(f64::from(x + i % 25), f64::from(y + i / 25), 0.0);
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend([at(0, 0), at(1, 0), at(0, 1)]);
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    // What shank and holder are beside, and do not touch.
    mesh.vertices
        .extend([[0, 60, 0], [25, 60, 0], [0, 60, 90]].map(|v| Vec3::from(v.map(f64::from))));
    mesh.triangles.push([3000, 3001, 3002]);
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let looked = |spec: &str, tolerance: f64| {
        let at = |k: u32| Vec3::new(4.0 + 0.05 * f64::from(k), 9.0, -0.85 * tolerance);
        let points: Vec<Vec3> = (0..200).map(at).collect();
        let thresholds =
            Thresholds { tolerance, allowance: 0.0, all: false, slack: Slack::rounding(FLOAT_MM) };
        let spec = Spec::parse(spec, ".".as_ref()).unwrap();
        let tool = PreparedTool::new(spec.build(100.0), tolerance, 0.0);
        let course = Course { carry: false, points: &points };
        let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, course);
        let (mut at, mut depths) = (0, Vec::new());
        while at + 1 < points.len() {
            if let count @ 1.. = checker.clear(&points[at..], &mut depths) {
                at += count;
                continue;
            }
            let (from, travel) = (points[at], points[at + 1] - points[at]);
            let paths =
                [TimedPath { path: Path::Line { from, travel }, times: [0.0, 1.0], dogleg: false }];
            checker.run(&paths, &|| false, &mut depths);
            assert!(depths.iter().all(|d| d.depth[1] <= tolerance), "{depths:?}");
            at += 1;
        }
        checker.stats().nodes
    };
    for tolerance in [0.01, 0.1] {
        let alone = looked("flat:6;len=10", tolerance);
        let stack = looked("flat:6;len=10;shank=8,10;holder=20,30", tolerance);
        assert!(alone > 50 && stack < alone + 60, "{stack} {alone}");
    }
}

/// A count of motions ahead that is off by one passes over the one in which a shank cuts.
#[test]
fn what_is_passed_over_is_told_as_if_it_were_looked_at() {
    let mut random = Random::new(19);
    let (mut passed, mut deep) = (0, [0; 3]);
    for _ in 0..60 {
        // A floor that the cutter touches, and fins for shank and holder here and there.
        let mut mesh = Mesh::default();
        let mut put = |corners: [[f64; 3]; 3]| {
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(corners.map(Vec3::from));
            mesh.triangles.push([first, first + 1, first + 2]);
        };
        put([[-60.0, -60.0, 0.0], [90.0, -60.0, 0.0], [0.0, 90.0, 0.0]]);
        for low in [4.0, 4.0, 12.0, 12.0] {
            let (x, y) = (random.between(-5.0, 45.0), random.between(2.0, 12.0));
            put([[x, y, low], [x + 0.2, y + 9.0, low], [x, y, low + 6.0]]);
        }
        let body = Body::new(&mesh, &defects::examine(&mesh), false);
        let facets = (Engine::default().build)(&mesh);
        let tolerance = [0.01, 0.1][random.below(2)];
        let thresholds =
            Thresholds { tolerance, allowance: 0.0, all: false, slack: Slack::rounding(FLOAT_MM) };
        let spec = Spec::parse("flat:6;len=4;shank=9,8;holder=16,20", ".".as_ref()).unwrap();
        let tool = PreparedTool::new(spec.build(100.0), tolerance, 0.0);
        let step = random.between(0.02, 1.5);
        let depth = tolerance * [0.0, 0.5, 0.85][random.below(3)];
        let points: Vec<Vec3> = (0..120)
            .map(|k| Vec3::new(step * f64::from(k) - 8.0, random.between(0.0, 0.01), -depth))
            .collect();
        let course = Course { carry: false, points: &points };
        let mut together = ToolChecker::new(&*facets, &body, &tool, thresholds, course);
        let way = |at: usize| {
            let (from, travel) = (points[at], points[at + 1] - points[at]);
            [TimedPath { path: Path::Line { from, travel }, times: [0.0, 1.0], dogleg: false }]
        };
        let (mut at, mut depths) = (0, Vec::new());
        while at + 1 < points.len() {
            let count = together.clear(&points[at..], &mut depths);
            if count == 0 {
                passed += together.components.iter().filter(|c| c.ahead > 0).count();
                together.run(&way(at), &|| false, &mut depths);
            }
            for motion in at..at + count.max(1) {
                let mut apart = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
                let mut own = Vec::new();
                apart.run(&way(motion), &|| false, &mut own);
                for (i, (a, b)) in depths.iter().zip(&own).enumerate() {
                    assert_eq!(a.depth, b.depth, "{motion} {i}");
                    deep[i] += usize::from(a.depth[0] > tolerance);
                }
            }
            at += count.max(1);
        }
    }
    assert!(passed > 1000 && deep[1] > 100 && deep[2] > 100, "{passed} {deep:?}");
}
