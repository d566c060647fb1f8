//! Least distances against closed forms, and against brute force.

use std::collections::BTreeMap;
use std::path::Path;

use gouge_core::tool::{Piece, Role, Spec};
use gouge_mesh::geom::{Triangle, Vec3};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Arc, Kind, Motion};
use gouge_random::Random;
use gouge_verify::{
    Body, Clearance, Clearances, Findings, MotionOutcome, Options, Outcomes, Progress, Verdict,
    check, clearances,
};

/// A closed box, facets outwards.
fn block(lo: [f64; 3], hi: [f64; 3]) -> Mesh {
    let at = |i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 1 { hi[k] } else { lo[k] });
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh {
        vertices: (0..8).map(at).collect(),
        triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

fn rapid(from: [f64; 3], to: [f64; 3]) -> Motion {
    Motion { kind: Kind::Rapid, ..Motion::feed(1, from, to) }
}

/// What is measured with tool 1 before parts and fixtures.
fn measured(
    spec: &str,
    parts: &[Mesh],
    fixtures: &[Mesh],
    motions: &[Motion],
    options: &Options,
) -> Clearances {
    let specs = BTreeMap::from([(1, Spec::parse(spec, Path::new("")).unwrap())]);
    let meshes = || parts.iter().chain(fixtures);
    let reports: Vec<_> = meshes().map(defects::examine).collect();
    let bodies: Vec<Body> = meshes()
        .zip(&reports)
        .enumerate()
        .map(|(i, (mesh, report))| Body::new(mesh, report, i >= parts.len()))
        .collect();
    let progress = Progress::default();
    let motions = &motions.into();
    let outcome = check(&bodies, &specs, motions, options, &progress);
    let found = (&outcome.motions, &outcome.findings);
    clearances(&bodies, &specs, motions, options, found, &progress)
}

fn of(found: &Clearances, role: Role, fixture: bool) -> &Clearance {
    found.distances.iter().find(|c| c.role == role && c.fixture == fixture).unwrap()
}

#[track_caller]
fn expect(clearance: &Clearance, want: f64) {
    let [lo, hi] = clearance.distance;
    assert!(lo <= want && want <= hi && hi - lo < 3e-3, "{clearance:?} {want}");
}

#[test]
fn a_ball_above_a_plane() {
    let plane = block([0.0, 0.0, -10.0], [100.0, 100.0, 0.0]);
    let motions =
        [rapid([10.0, 50.0, 7.0], [90.0, 50.0, 2.5]), rapid([90.0, 50.0, 2.5], [90.0, 50.0, 30.0])];
    let found = measured("ball:6", &[plane], &[], &motions, &Options::default());
    let cutter = of(&found, Role::Cutter, false);
    expect(cutter, 2.5);
    // The rapid straight up leaves the place and does not count.
    assert_eq!((cutter.motions, cutter.unmeasured), (1, 0));
    let place = cutter.place.as_ref().unwrap();
    assert!((place.t - 1.0).abs() < 1e-3 && place.surface_point.z.abs() < 1e-6, "{place:?}");
}

#[test]
fn rapids_over_a_block_and_feeds_along_it() {
    let part = block([0.0; 3], [40.0, 20.0, 10.0]);
    let motions = [
        rapid([-30.0, 10.0, 15.0], [70.0, 10.0, 15.0]),
        rapid([70.0, 10.0, 15.0], [45.0, 10.0, 11.0]),
        Motion::feed(1, [45.0, 10.0, 11.0], [43.0, 10.0, 5.0]),
    ];
    let found = measured("flat:6", &[part], &[], &motions, &Options::default());
    // From the end's rim at (42, 11) to the edge at (40, 10).
    expect(of(&found, Role::Cutter, false), 5f64.sqrt());
}

#[test]
fn a_holder_beside_a_wall() {
    let wall = block([20.0, -50.0, 0.0], [30.0, 50.0, 60.0]);
    let motions = [Motion::feed(1, [0.0, -20.0, 10.0], [0.0, 20.0, 10.0])];
    let spec = "ball:6;len=20;shank=8,10;holder=24,40";
    let found = measured(spec, &[], std::slice::from_ref(&wall), &motions, &Options::default());
    expect(of(&found, Role::Holder, true), 8.0);
    expect(of(&found, Role::Shank, true), 16.0);
    expect(of(&found, Role::Cutter, true), 17.0);
    assert!(!found.distances.iter().any(|c| !c.fixture));
    let options = Options { deviation: 0.5, ..Options::default() };
    let found = measured(spec, &[], &[wall], &motions, &options);
    let [lo, hi] = of(&found, Role::Holder, true).distance;
    assert!((7.49..=7.5).contains(&lo) && (8.0..8.01).contains(&hi), "{lo} {hi}");
}

#[test]
fn what_touches_or_is_buried_is_at_distance_zero() {
    let part = block([0.0; 3], [40.0, 20.0, 10.0]);
    for motion in
        [rapid([-20.0, 10.0, 5.0], [20.0, 10.0, 5.0]), rapid([20.0, 10.0, 2.0], [21.0, 10.0, 2.0])]
    {
        let found = measured(
            "ball:2;len=2",
            std::slice::from_ref(&part),
            &[],
            &[motion],
            &Options::default(),
        );
        let cutter = of(&found, Role::Cutter, false);
        assert_eq!(cutter.distance, [0.0; 2], "{cutter:?}");
        assert!(cutter.place.is_some());
    }
}

#[test]
fn a_holder_is_pushed_up_to_the_edge_it_needs() {
    let part = block([0.0; 3], [40.0, 20.0, 10.0]);
    // Beside the block, 4 below its top: the holder, wider than the way to it, must stand above.
    let motions = [Motion::feed(1, [-4.0, 10.0, 6.0], [-4.0, 15.0, 6.0])];
    for (length, clearance) in [(30.0, 0.0), (5.0, 0.0), (30.0, 1.5)] {
        let spec = format!("flat:6;len={length};holder=20,30;clearance={clearance}");
        let found =
            measured(&spec, std::slice::from_ref(&part), &[], &motions, &Options::default());
        let [stick_out] = found.stick_outs[..] else { panic!("{found:?}") };
        assert_eq!(stick_out.declared, length);
        // The tolerance may be used up.
        let want = 4.0 + clearance - Options::default().tolerance;
        assert!((stick_out.needed - want).abs() < 1e-3, "{spec}: {stick_out:?} {want}");
    }
}

/// What a tool needs was told from how deep the surface is in its holder alone: stuck out that far,
/// it cut deeper into the material than it may.
#[test]
fn a_holder_that_sticks_out_as_far_as_it_needs_is_clear() {
    let mut random = Random::new(7001);
    let mut pushed = 0;
    for _ in 0..40 {
        let mut part = block([-20.0, -20.0, -20.0], [20.0, 20.0, 0.0]);
        let (sin, cos) = random.between(-1.2, 1.2).sin_cos();
        for v in &mut part.vertices {
            *v = Vec3::new(cos * v.x + sin * v.z, v.y, cos * v.z - sin * v.x);
        }
        let wide = random.between(4.0, 30.0);
        let spec = |length: f64| format!("flat:2;len={length};holder={wide},{},20", 0.7 * wide);
        let at = |random: &mut Random| [random.between(-8.0, 8.0), 0.0, random.between(-4.0, 2.0)];
        let motions = [Motion::feed(1, at(&mut random), at(&mut random))];
        let options = Options {
            tolerance: [0.01, 0.5][random.below(2)],
            allowance: [0.0, -0.5, 0.3][random.below(3)],
            ..Options::default()
        };
        let parts = [part];
        let found = measured(&spec(3.0), &parts, &[], &motions, &options);
        let [stick_out] = found.stick_outs[..] else { panic!("{found:?}") };
        pushed += u32::from(stick_out.needed > stick_out.declared);
        let length = stick_out.needed.max(0.1) + 1e-6;
        let specs = BTreeMap::from([(1, Spec::parse(&spec(length), Path::new("")).unwrap())]);
        let report = defects::examine(&parts[0]);
        let bodies = [Body::new(&parts[0], &report, false)];
        let outcome =
            check(&bodies, &specs, &(&motions[..]).into(), &options, &Progress::default());
        let holder = outcome.findings.iter().find(|f| f.role == Role::Holder);
        assert!(holder.is_none(), "{stick_out:?} {options:?}: {:?}", holder.map(|f| f.depth));
    }
    assert!(pushed > 10, "{pushed}");
}

/// The bounds of random motions, each an operation of its own, hold the least distance over poses
/// and points that a descent finds facet by facet.
#[test]
fn no_pose_is_nearer_than_the_bounds() {
    const MOTIONS: usize = 1000;
    let mut random = Random::new(1515);
    let mut facets = Vec::new();
    for _ in 0..12 {
        let mut corner = |lo: f64, hi: f64| Vec3::from_fn(|_, _| random.between(lo, hi));
        let (at, size) = (corner(-40.0, 40.0), corner(2.0, 14.0));
        facets.push(block(at.into(), (at + size).into()));
    }
    let spec = "bull:6,1;len=14;shank=9,10;holder=22,30";
    let mut motions: Vec<Motion> = Vec::with_capacity(MOTIONS);
    for operation in 0..MOTIONS as u32 {
        let mut place = || [0; 3].map(|_| random.between(-60.0, 60.0));
        let (from, to) = (place(), place());
        let mut motion = Motion { operation, ..rapid(from, to) };
        if operation % 8 == 0 {
            let sweep = random.between(0.3, 5.0);
            let center = [0, 1, 2].map(|k| if k < 2 { to[k] } else { from[2] });
            let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
            let (sin, cos) = f64::sin_cos(sweep);
            let end = [to[0] + dx * cos - dy * sin, to[1] + dx * sin + dy * cos, to[2]];
            let arc = Arc { center, normal: [0.0, 0.0, 1.0], sweep };
            motion = Motion { kind: Kind::Arc, to: end.into(), arc: Some(Box::new(arc)), ..motion };
        }
        motions.push(motion);
    }
    // Distances to surfaces alone: nothing is said of what is inside.
    let outcomes: Outcomes = motions.iter().map(|_| MotionOutcome::bare(Verdict::Clean)).collect();
    let reports: Vec<_> = facets.iter().map(defects::examine).collect();
    let bodies = facets.iter().zip(&reports).map(|(mesh, report)| Body::new(mesh, report, false));
    let bodies: Vec<Body> = bodies.collect();
    let specs = BTreeMap::from([(1, Spec::parse(spec, Path::new("")).unwrap())]);
    let (options, progress) = (Options::default(), Progress::default());
    let found = clearances(
        &bodies,
        &specs,
        &motions[..].into(),
        &options,
        (&outcomes, &Findings::default()),
        &progress,
    );
    let tool = Spec::parse(spec, Path::new("")).unwrap().build(200.0);
    let triangles: Vec<Triangle> =
        facets.iter().flat_map(|m| (0..m.triangles.len()).map(|i| m.triangle(i))).collect();
    let (mut measured, mut apart) = (0, 0);
    for clearance in &found.distances {
        let motion = &motions[clearance.operation as usize];
        let component = tool.components.iter().find(|c| c.role == clearance.role).unwrap();
        let Some(place) = &clearance.place else { continue };
        measured += 1;
        let [lo, hi] = clearance.distance;
        let piece = &component.pieces[0];
        // The place shows the upper bound.
        let shown = -piece.depth(&(place.surface_point - at(motion, place.t)));
        assert!(shown <= hi + 1e-6, "{clearance:?} {shown}");
        if lo == 0.0 {
            continue;
        }
        apart += 1;
        let near =
            triangles.iter().map(|t| descend(piece, motion, t)).fold(f64::INFINITY, f64::min);
        assert!(lo <= near && hi <= near + 2e-3, "{clearance:?} {near}");
    }
    assert!(measured > MOTIONS && apart > MOTIONS / 4, "{measured} {apart}");
}

/// The control point, by the definition of arcs and lines.
fn at(motion: &Motion, t: f64) -> Vec3 {
    let [from, to] = [motion.from, motion.to].map(|p| Vec3::from(p.known().unwrap()));
    let Some(arc) = &motion.arc else { return from + (to - from) * t };
    let (sin, cos) = (arc.sweep * t).sin_cos();
    let d = from - Vec3::from(arc.center);
    let turned = Vec3::new(d.x * cos - d.y * sin, d.x * sin + d.y * cos, (to.z - from.z) * t);
    Vec3::from(arc.center) + turned
}

/// The least distance that a pattern search over facet and time finds.
fn descend(piece: &Piece, motion: &Motion, t: &Triangle) -> f64 {
    let distance = |[u, v, w]: [f64; 3]| {
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        -piece.depth(&(t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v - at(motion, w)))
    };
    let mut least = f64::INFINITY;
    for start in [0.1, 0.5, 0.9] {
        let mut x = [0.33, 0.33, start];
        let mut now = distance(x);
        let mut step = 0.25;
        while step > 1e-5 {
            let mut better = false;
            for k in 0..3 {
                for sign in [-1.0, 1.0] {
                    let mut y = x;
                    y[k] = (y[k] + sign * step).clamp(0.0, 1.0);
                    let there = distance(y);
                    if there < now {
                        (x, now, better) = (y, there, true);
                    }
                }
            }
            if !better {
                step *= 0.5;
            }
        }
        least = least.min(now);
    }
    least
}
