use std::path::Path as File;

use super::super::body::Body;
use super::super::narrowed::tests::drilled;
use super::super::path::Path;
use super::super::prepared::PreparedTool;
use super::super::sky::tests::sheet;
use super::super::surface::ToolChecker;
use super::super::thresholds::Slack;
use super::*;
use crate::tolerance::FLOAT_MM;
use gouge_core::tool::{NonconvexMesh, Piece, Shape, Spec};
use gouge_core::tree::{Course, Engine};
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_random::Random;

/// The surface told depths up to what is just harmless, and the share that the sky takes put
/// each such motion past the limit: all of them were looked into.
#[test]
fn what_is_harmless_over_an_open_surface_is_not_looked_into() {
    // A slope of 1 : 2 that looks up.
    let at = |x: f64, y: f64| Vec3::new(x, y, 0.5 * x);
    let mesh = Mesh {
        vertices: vec![at(-9.0, -9.0), at(9.0, -9.0), at(9.0, 9.0), at(-9.0, 9.0)],
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
    for (spec, radius) in [("ball:6;len=9;shank=5,40", 3.0), ("ball:2", 1.0)] {
        let spec = Spec::parse(spec, File::new("")).unwrap();
        let tool = PreparedTool::new(spec.build(100.0), thresholds.tolerance, 0.0);
        let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
        let harmless = tool.components[0].harmless(thresholds.tolerance);
        for deep in [0.0, 0.4, 0.8, 0.96].map(|share| share * harmless) {
            // The middle is as far before the slope as the radius, less the depth.
            let high = (radius - deep) * 1.25f64.sqrt() - radius;
            let (from, travel) = (Vec3::new(0.0, -3.0, high), Vec3::new(0.0, 6.0, 0.0));
            let path = Path::Line { from, travel };
            let paths = [TimedPath { path, times: [0.0, 1.0], dogleg: false }];
            let mut depths = Vec::new();
            checker.run(&paths, &|| false, &mut depths);
            for (component, depth) in tool.components.iter().zip(depths) {
                let target = Target { body: &body, facets: &*facets };
                let judge = Judge::new(target, component, thresholds);
                let told = judge.at_the_surface(&paths, depth, f64::INFINITY, &|| false);
                let role = component.component.role;
                let ControlFlow::Break(trial) = told else { panic!("{role:?} {deep}: {told:?}") };
                assert_eq!(trial.verdict, Verdict::Clean, "{role:?} {deep}");
            }
        }
    }
}

/// Where the part may be cut, each motion that cuts deeper was searched for a shift that clears it,
/// chord by chord, before any point of the material was looked at: 40 s for twelve threaded holes.
#[test]
fn what_lies_beneath_the_deepest_contact_shows_a_gouge_without_a_search() {
    let mesh = drilled(4.5, 48);
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let thresholds = Thresholds {
        tolerance: 0.01,
        allowance: -0.05,
        all: false,
        slack: Slack::rounding(FLOAT_MM),
    };
    let spec = Spec::parse("flat:10", File::new("")).unwrap();
    let tool = PreparedTool::new(spec.build(60.0), thresholds.tolerance, 0.0);
    let component = &tool.components[0];
    let path = Path::Line { from: Vec3::z() * 3.0, travel: Vec3::z() * -13.0 };
    let paths = [TimedPath { path, times: [0.0, 1.0], dogleg: false }];
    let mut depths = Vec::new();
    let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
    checker.run(&paths, &|| false, &mut depths);
    let surface = SurfaceDepth { side: Side::Outside, ..depths.remove(0) };
    let most = surface.depth[1];
    let target = Target { body: &body, facets: &*facets };
    let judge = Judge::new(target, component, thresholds);
    let stop = || panic!("searched");
    let trial = judge.judge(&paths, surface, most, || None, &stop);
    assert_eq!(trial.verdict, Verdict::Gouge);
    let depth = trial.reached.unwrap().depth;
    assert!(depth > 0.4 && trial.part[0] == depth, "{depth} {:?}", trial.part);
}

/// Beside a waist everything lower counted as something that may stand over it: a mesh tool that
/// touched no more than a slope was looked for in the material, ten milliseconds for each motion.
#[test]
fn a_waisted_mesh_tool_that_touches_a_slope_is_not_sought_in_it() {
    const SIDES: u32 = 12;
    let mut tool = Mesh::default();
    tool.vertices.push(Vec3::zeros());
    for [radius, z] in [[4.0, 3.0], [5.0, 6.0], [2.0, 9.0], [4.0, 12.0]] {
        tool.vertices.extend((0..SIDES).map(|k| {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(SIDES);
            // Fluted, or its slabs would tell.
            let radius = radius * if k % 2 == 0 { 1.0 } else { 0.8 };
            Vec3::new(radius * angle.cos(), radius * angle.sin(), z)
        }));
    }
    tool.vertices.push(Vec3::new(0.0, 0.0, 12.0));
    let at = |ring: u32, k: u32| 1 + ring * SIDES + k % SIDES;
    for k in 0..SIDES {
        tool.triangles.push([0, at(0, k + 1), at(0, k)]);
        tool.triangles.push([at(3, k), at(3, k + 1), 1 + 4 * SIDES]);
        for ring in 0..3 {
            let [a, b] = [at(ring, k), at(ring, k + 1)];
            let [c, d] = [at(ring + 1, k + 1), at(ring + 1, k)];
            tool.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let shell = NonconvexMesh::new(tool.clone(), defects::examine(&tool).shells).unwrap();
    let spec = Spec::cutter(Shape::Mesh(Box::new(Piece::Nonconvex(shell))));
    const STEPS: u32 = 40;
    let mut mesh = Mesh::default();
    for k in 0..STEPS * STEPS {
        let [x, y] = [k % STEPS, k / STEPS].map(|v| 2.0 * f64::from(v) - f64::from(STEPS));
        mesh.vertices.push(Vec3::new(x, y, 0.5 * x + 0.3 * (x.sin() + y.cos())));
        if k % STEPS + 1 < STEPS && k / STEPS + 1 < STEPS {
            let [a, b, c, d] = [k, k + 1, k + STEPS + 1, k + STEPS];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
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
    let tool = PreparedTool::new(spec.build(100.0), thresholds.tolerance, 0.0);
    let target = Target { body: &body, facets: &*facets };
    let judge = Judge::new(target, &tool.components[0], thresholds);
    for (deep, raised) in [(1e-5, 0.5), (1e-5, 0.0), (0.003, 0.0)] {
        let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
        let mut at = |height: f64| {
            let (from, travel) = (Vec3::new(0.0, -3.0, height), Vec3::new(0.0, 6.0, 0.0));
            let path = Path::Line { from, travel };
            let paths = [TimedPath { path, times: [0.0, 1.0], dogleg: false }];
            let mut depths = Vec::new();
            checker.run(&paths, &|| false, &mut depths);
            (paths, depths.remove(0))
        };
        // Down to where it is as deep as that.
        let (mut low, mut high) = (-40.0, 40.0);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if at(middle).1.depth[0] > deep { low = middle } else { high = middle }
        }
        let (paths, surface) = at(high + raised);
        let most = surface.depth[1];
        let told = judge.at_the_surface(&paths, surface, most, &|| false);
        if raised > 0.0 {
            assert!(told.is_break(), "{told:?}");
            continue;
        }
        let ControlFlow::Continue(open) = told else { panic!("{deep}: {told:?}") };
        let limit = thresholds.tolerance;
        let mut query = judge.query(Aim::Decide { limit }, f64::NEG_INFINITY);
        let (shape, cells) = ([open.part[1]].into_iter(), query.cells_left);
        query.run(shape, |_| judge.passage(&paths, open.outside, open.roofed), || false);
        assert!(query.bounds()[1] <= limit, "{deep}: {:?}", query.bounds());
        let looked = cells - query.cells_left;
        assert!(looked <= 4, "{deep}: {looked}");
    }
}

/// A tool on random lines and arcs over random sheets.
fn over_sheets(mut told: impl FnMut(&mut Random, &Judge, &TimedPath, SurfaceDepth)) {
    let random = &mut Random::new(23);
    let tools = ["ball:2;len=2", "drill:2,90;len=3", "flat:1.5;len=1.5", "ball:3", "drill:2,60"];
    for round in 0..400 {
        let mut mesh = sheet(random);
        if random.chance(0.5) {
            // Walls, and facets taller than the tool.
            mesh.vertices.iter_mut().for_each(|v| v.z *= 3.0);
        }
        let body = Body::new(&mesh, &defects::examine(&mesh), false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let (allowance, deviation) = ([0.0, -0.05, 0.3][random.below(3)], [0.0, 0.01][round % 2]);
        let slack = Slack::rounding(FLOAT_MM);
        let thresholds = Thresholds { tolerance: 0.01, allowance, all: true, slack };
        let spec = Spec::parse(tools[round % tools.len()], File::new("")).unwrap();
        let tool = PreparedTool::new(spec.build(60.0), thresholds.tolerance, deviation);
        let judge = Judge::new(target, &tool.components[0], thresholds);
        let mut checker = ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
        for _ in 0..5 {
            let place = Vec3::new(5.0, 5.0, random.between(-1.0, 4.0));
            let from = place + random.vector(3.0).component_mul(&Vec3::new(1.0, 1.0, 0.0));
            let path = if random.chance(0.3) {
                Path::Line { from, travel: random.vector(1.0) }
            } else {
                let out = Vec3::new(random.between(0.2, 3.0), random.between(-1.0, 1.0), 0.0);
                let sweep = random.between(-3.0, 3.0);
                let turned = Vec3::new(
                    out.x * sweep.cos() - out.y * sweep.sin(),
                    out.x * sweep.sin() + out.y * sweep.cos(),
                    0.0,
                );
                let center = from - out;
                let arc = gouge_nc::Arc { center: center.into(), normal: [0.0, 0.0, 1.0], sweep };
                Path::round(&arc, from, center + turned, &Vec3::zeros())
            };
            let timed = TimedPath { path, times: [0.0, 1.0], dogleg: false };
            let mut depths = Vec::new();
            checker.run(std::slice::from_ref(&timed), &|| false, &mut depths);
            told(random, &judge, &timed, depths.remove(0));
        }
    }
}

/// No facet comes deeper into a component that is raised, however far, than is told, however far
/// from the surface it stays.
#[test]
fn nothing_is_deeper_in_what_is_raised_to_the_sky_than_told() {
    let (mut raised, mut off, mut under) = (0, 0, 0);
    over_sheets(|random, judge, timed, surface| {
        let depth = surface.depth[1];
        let Some(most) = judge.under_the_sky(std::slice::from_ref(timed), depth, &|| false) else {
            under += 1;
            return;
        };
        raised += usize::from(most > depth);
        off += usize::from(most < 0.0);
        let mesh = judge.target.body.mesh;
        for _ in 0..400 {
            let [a, b, c] = mesh.triangle(random.below(mesh.triangles.len()));
            let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            let q = a + (b - a) * u + (c - a) * v;
            let mut control = timed.path.at(random.between(0.0, 1.0));
            control.z += if random.chance(0.3) { 0.0 } else { random.between(0.0, 6.0) };
            let pieces = judge.component.component.pieces.iter();
            let deep = pieces.map(|p| p.depth(&(q - control))).fold(f64::NEG_INFINITY, f64::max);
            assert!(deep + judge.component.grow <= most + FLOAT_MM, "{deep} {most} {depth}");
        }
    });
    assert!(raised > 50 && off > 200 && under > 300, "{raised} {off} {under}");
}

/// A point shown beneath a contact is in the tool, as far from the surface as it says, and does not
/// see the sky.
#[test]
fn what_is_shown_farthest_beneath_a_contact_is_there() {
    let mut shown = 0;
    over_sheets(|_, judge, timed, surface| {
        let Some(contact) = surface.contact.as_ref() else { return };
        let Contact { triangle, t, point, control, .. } = **contact;
        let touch = Touch { triangle, t, point, control };
        let Some(reached) = farthest_beneath(judge, &touch, 0.0, false) else { return };
        shown += 1;
        let (x, target) = (reached.x, judge.target);
        assert!((timed.path.at(reached.t) - reached.control).norm() < 1e-9);
        let pieces = judge.component.component.pieces.iter();
        let deep = pieces.map(|p| p.depth(&(x - control))).fold(f64::NEG_INFINITY, f64::max);
        assert!(deep + judge.component.grow > 0.0, "{deep}");
        assert!(!target.is_under_the_sky(&x) && target.side(&x) == Side::Inside);
        let facets = (0..target.body.mesh.triangles.len()).map(|f| target.body.mesh.triangle(f));
        let near = facets.map(|f| (closest_on_triangle(&x, &f) - x).norm());
        assert!(reached.depth <= near.fold(f64::INFINITY, f64::min), "{reached:?}");
    });
    assert!(shown > 200, "{shown}");
}
