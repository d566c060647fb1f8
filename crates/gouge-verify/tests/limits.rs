//! Limits of single tools, operations and parts give the same as a check that holds everything to
//! them.

use std::collections::BTreeMap;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Motion;
use gouge_random::Random;
use gouge_verify::{
    Body, Case, Limits, Options, Outcome, OwnLimits, Progress, Verdict, check, clearances,
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

/// Two parts side by side and a fixture.
fn meshes() -> [Mesh; 3] {
    [
        block([0.0, 0.0, -20.0], [50.0, 40.0, 0.0]),
        block([50.0, 0.0, -20.0], [100.0, 40.0, 0.0]),
        block([0.0, 40.0, -20.0], [100.0, 60.0, 5.0]),
    ]
}

fn feed(tool: u32, operation: u32, from: [f64; 3], to: [f64; 3]) -> Motion {
    Motion { operation, ..Motion::feed(tool, from, to) }
}

fn specs() -> BTreeMap<u32, Spec> {
    let spec = |text: &str| Spec::parse(text, Path::new("")).unwrap();
    BTreeMap::from([(1, spec("flat:6;len=10;shank=4,30")), (2, spec("ball:4"))])
}

/// What is found before some of the bodies.
fn run(bodies: &[usize], motions: &[Motion], options: &Options) -> Outcome {
    let meshes = meshes();
    let reports: Vec<_> = meshes.iter().map(defects::examine).collect();
    let body = |&i: &usize| Body::new(&meshes[i], &reports[i], i == 2);
    let bodies: Vec<Body> = bodies.iter().map(body).collect();
    check(&bodies, &specs(), &motions.into(), options, &Progress::default())
}

#[test]
fn every_motion_is_decided_as_if_all_were_held_to_its_limits() {
    let mut random = Random::new(17);
    let kinds = [
        Limits { tolerance: 0.01, allowance: 0.0, deviation: 0.0 },
        Limits { tolerance: 0.05, allowance: 0.0, deviation: 0.0 },
        Limits { tolerance: 0.02, allowance: -0.2, deviation: 0.0 },
        Limits { tolerance: 0.01, allowance: 0.3, deviation: 0.03 },
    ];
    let mut differing = 0;
    for _ in 0..24 {
        let near = |random: &mut Random| {
            let [x, y] = [100.0, 45.0].map(|most| random.between(0.0, most));
            [x, y, random.between(-0.35, 0.4)]
        };
        let motions: Vec<Motion> = (0..40)
            .map(|i| {
                let (from, to) = (near(&mut random), near(&mut random));
                feed(1 + random.below(2) as u32, i / 10, from, to)
            })
            .collect();
        let mut own = OwnLimits::default();
        let mut kind_of: BTreeMap<Case, usize> = BTreeMap::new();
        for (body, tool, operation) in
            (0..3).flat_map(|b| (1..3).flat_map(move |t| (0..4).map(move |o| (b, t, o))))
        {
            let (case, kind) = (Case { body, tool, operation }, random.below(kinds.len()));
            kind_of.insert(case, kind);
            if kind > 0 {
                own.put(case, kinds[kind]);
            }
        }
        let [tolerance, allowance, deviation] = [kinds[0].tolerance, 0.0, 0.0];
        let options =
            Options { tolerance, allowance, deviation, own: own.clone(), ..Options::default() };
        let together = run(&[0, 1, 2], &motions, &options);
        let apart: Vec<Vec<Outcome>> = (0..3)
            .map(|body| {
                let all = |l: &Limits| {
                    let Limits { tolerance, allowance, deviation } = *l;
                    let options = Options { tolerance, allowance, deviation, ..Options::default() };
                    run(&[body], &motions, &options)
                };
                kinds.iter().map(all).collect()
            })
            .collect();
        for (i, motion) in motions.iter().enumerate() {
            let of = |body: usize| {
                let Motion { tool, operation, .. } = *motion;
                let kind = kind_of[&Case { body: body as u32, tool, operation }];
                apart[body][kind].motions.at(i)
            };
            let want = (0..3).map(|body| of(body).verdict).max().unwrap();
            let [lo, hi] = together.motions.at(i).depth;
            assert_eq!(together.motions.at(i).verdict, want, "{motion:?} {own:?}");
            let [least, most] =
                [0, 1].map(|k| (0..3).map(|body| of(body).depth[k]).fold(0.0, f64::max));
            assert!(lo <= most + 1e-9 && least <= hi + 1e-9, "{motion:?} {own:?}");
            let plain = (0..3).map(|body| apart[body][0].motions.at(i).verdict).max().unwrap();
            differing += usize::from(plain != want);
        }
        for region in &together.regions {
            let f = together.findings.at(region.worst);
            let case = Case { body: f.body, tool: f.tool, operation: f.operation };
            assert!(f.depth[0] > options.limits_of(case).tolerance, "{f:?}");
        }
    }
    assert!(differing > 100, "{differing} motions are decided otherwise by limits of their own");
}

#[test]
fn a_tool_that_stays_near_the_surface_by_its_own_allowance_is_not_passed_over() {
    // Above the part by more than the allowance of all, and by less than its own.
    let motions = [feed(1, 0, [10.0, 20.0, 4.0], [40.0, 20.0, 4.0])];
    let mut own = OwnLimits::default();
    own.put(
        Case { body: 0, tool: 1, operation: 0 },
        Limits { tolerance: 0.01, allowance: 5.0, deviation: 0.0 },
    );
    let out = run(&[0], &motions, &Options { own, ..Options::default() });
    assert_eq!(out.motions.at(0).verdict, Verdict::Gouge);
    assert_eq!(run(&[0], &motions, &Options::default()).motions.at(0).verdict, Verdict::Clean);
}

#[test]
fn distances_count_the_deviation_of_the_operation() {
    let motions = [
        Motion { kind: gouge_nc::Kind::Rapid, ..feed(1, 0, [10.0, 20.0, 4.0], [40.0, 20.0, 4.0]) },
        Motion { kind: gouge_nc::Kind::Rapid, ..feed(1, 1, [40.0, 20.0, 4.0], [10.0, 20.0, 4.0]) },
    ];
    let mut own = OwnLimits::default();
    let limits = Limits { tolerance: 0.01, allowance: 0.0, deviation: 0.5 };
    own.put(Case { body: 0, tool: 1, operation: 1 }, limits);
    let options = Options { own, ..Options::default() };
    let (mesh, progress) = (meshes()[0].clone(), Progress::default());
    let report = defects::examine(&mesh);
    let bodies = [Body::new(&mesh, &report, false)];
    let motions = &motions[..].into();
    let outcome = check(&bodies, &specs(), motions, &options, &progress);
    let found = (&outcome.motions, &outcome.findings);
    let found = clearances(&bodies, &specs(), motions, &options, found, &progress);
    let least = |operation: u32| {
        let of = |c: &&gouge_verify::Clearance| c.operation == operation;
        found.distances.iter().filter(of).map(|c| c.distance[0]).fold(f64::INFINITY, f64::min)
    };
    assert!((least(0) - 4.0).abs() < 0.01 && (least(1) - 3.5).abs() < 0.01, "{found:?}");
}

/// Taking clearance off a limit that an allowance makes and adding it again moved bounds across it
/// by rounding: a shank 13 mm above the part was undecided.
#[test]
fn what_is_far_away_is_clean_whatever_clearance_and_allowance_are() {
    let part = block([0.0, 0.0, -20.0], [20.0, 20.0, 0.0]);
    let report = defects::examine(&part);
    let mut random = Random::new(23);
    for case in 0..600 {
        let round = |x: f64, by: f64| (x / by).round() * by;
        let (clearance, allowance) = match case {
            0 => (0.1, 0.1),
            _ => (round(random.between(0.0, 3.0), 0.05), round(random.between(0.0, 0.7), 0.01)),
        };
        let tolerance = [0.001, 0.01, 0.02][case % 3];
        let tool = format!("ball:6;len=10;shank=6,20;clearance={clearance}");
        let tools = BTreeMap::from([(1, Spec::parse(&tool, Path::new("")).unwrap())]);
        let options = Options { tolerance, allowance, ..Options::default() };
        let motions = [feed(1, 0, [0.0, 0.0, 3.0], [5.0, 1.0, 3.0])];
        let bodies = [Body::new(&part, &report, false)];
        let outcome = check(&bodies, &tools, &motions[..].into(), &options, &Progress::default());
        let motion = outcome.motions.iter().next().unwrap();
        assert_eq!(motion.verdict, Verdict::Clean, "{tool} {allowance} {tolerance}");
        assert!(motion.depth[1] <= tolerance, "{tool} {allowance} {tolerance}: {:?}", motion.depth);
    }
}

/// Where cutting is allowed down to some depth, the hundredth was one of the whole depth, not of
/// what is reported.
#[test]
fn what_lies_beyond_a_negative_allowance_is_told_to_a_hundredth_of_itself() {
    let mesh = block([0.0, 0.0, -20.0], [50.0, 40.0, 0.0]);
    let report = defects::examine(&mesh);
    let options = Options { allowance: -0.9, ..Options::default() };
    let mut random = Random::new(83);
    let mut told = 0;
    for spec in ["ball:10", "bull:10,2", "taper:1,15,10", "drill:6,118"] {
        for _ in 0..12 {
            let tools = BTreeMap::from([(1, Spec::parse(spec, Path::new("")).unwrap())]);
            let from = [random.between(10.0, 40.0), random.between(-4.0, 1.0), -1.0];
            let to = [random.between(10.0, 40.0), from[1], random.between(-3.0, -0.5)];
            let bodies = [Body::new(&mesh, &report, false)];
            let motions = [Motion::feed(1, from, to)];
            let progress = Progress::default();
            let outcome = check(&bodies, &tools, &motions[..].into(), &options, &progress);
            let Some(region) = outcome.regions.first() else { continue };
            let [lo, hi] = outcome.findings.depth(region.worst);
            assert!(hi - lo <= f64::max(1e-4, 0.01 * lo), "{spec} {from:?} {to:?}: [{lo}, {hi}]");
            told += 1;
        }
    }
    assert!(told > 20, "{told}");
}
