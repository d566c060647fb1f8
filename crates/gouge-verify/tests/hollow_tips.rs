//! Tools whose tips hang down around their axis: planes do not come near the hollow there.

use std::collections::BTreeMap;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Motion;
use gouge_verify::{Body, Options, Outcome, Progress, check};

/// A tip that hangs 2.0864 mm below where it begins.
const CUP: &str = "start 0 0\narc 6 0 3.2\nline 6 8";

/// The same below a waist.
const WAISTED: &str = "start 0 0\narc 6 0 3.2\nline 6 2\nline 4 3\nline 4 20";

/// A block below z = 0 with a square top about the axis, `size` mm to either side.
fn block(size: f64) -> Mesh {
    let corner = |k: u32| {
        let side = |bit: u32| if k & bit == 0 { -size } else { size };
        Vec3::new(side(1), side(2), if k & 4 == 0 { -10.0 } else { 0.0 })
    };
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

/// A spike up to the origin.
fn spike() -> Mesh {
    let foot = [[0.1, 0.0], [-0.05, 0.0866], [-0.05, -0.0866]];
    let mut vertices: Vec<Vec3> = foot.iter().map(|[x, y]| Vec3::new(*x, *y, -5.0)).collect();
    vertices.push(Vec3::zeros());
    Mesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] }
}

fn cut(mesh: &Mesh, name: &str, profile: &str, way: [[f64; 3]; 2], options: &Options) -> Outcome {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, profile).unwrap();
    let tool = Spec::parse(&format!("profile:{}", file.display()), Path::new("")).unwrap();
    let found = defects::examine(mesh);
    let body = Body::new(mesh, &found, false);
    assert!(found.watertight && !found.inverted);
    let (tools, motions) = (BTreeMap::from([(1, tool)]), [Motion::feed(1, way[0], way[1])]);
    check(&[body], &tools, &motions[..].into(), options, &Progress::default())
}

/// The bounds of the only region.
fn region(outcome: &Outcome) -> [f64; 2] {
    assert_eq!(outcome.regions.len(), 1);
    outcome.findings.depth(outcome.regions[0].worst)
}

fn level(z: f64) -> [[f64; 3]; 2] {
    [[-3.0, 0.0, z], [3.0, 0.0, z]]
}

/// The lowest place of both tips, mm above the control point.
fn lowest() -> f64 {
    (3.2f64 * 3.2 - 9.0).sqrt() - 3.2
}

/// Planes of the flanks of the hollow do not bound what is beneath it: a cut of 0.02 mm into a floor
/// was at most 1.26 deep, and one of 0.009 was not decided.
#[test]
fn a_floor_below_a_hollow_tip_is_told_to_a_hundredth() {
    let floor = block(20.0);
    for (name, profile) in [("cup.txt", CUP), ("waisted_cup.txt", WAISTED)] {
        let options = Options::default();
        let outcome = cut(&floor, name, profile, level(-lowest() - 0.02), &options);
        let [lo, hi] = region(&outcome);
        assert!(lo <= 0.02 && 0.02 <= hi && hi - lo <= 2e-4, "{name}: [{lo}, {hi}]");
        let outcome = cut(&floor, name, profile, level(-lowest() - 0.009), &options);
        assert!(outcome.regions.is_empty(), "{name}");
        let hi = outcome.motions.at(0).depth[1];
        assert!(hi <= 0.01, "{name}: {hi}");
    }
}

/// Whatever lay beneath the hollow counted as in the way until the tip was above all of the part: a
/// cut of 0.2 mm was to be raised by 1.2 mm.
#[test]
fn a_hollow_tip_is_raised_no_more_than_clears_it() {
    let way = level(-lowest() - 0.2);
    let outcome = cut(&block(20.0), "raised_cup.txt", CUP, way, &Options::default());
    let lift = outcome.findings.at(outcome.regions[0].worst).lift.unwrap();
    assert!((0.19 - 1e-6..0.193).contains(&lift), "{lift}");
}

/// The place that planes led to lay in the hollow, above the floor, and nothing told that the ring
/// about it is nearer than what must stay.
#[test]
fn a_hollow_tip_that_leaves_too_little_gouges() {
    for above in [0.003, -0.02] {
        let options = Options { allowance: 0.02, ..Options::default() };
        let way = level(-lowest() + above);
        let [lo, hi] = region(&cut(&block(20.0), "thin_cup.txt", CUP, way, &options));
        let deep = 0.02 - above;
        assert!(lo <= deep && deep <= hi && hi - lo <= 4e-4, "{above}: [{lo}, {hi}]");
    }
}

/// A square boss in the hollow touches its flanks at the corners: cells there are as good as planes
/// of arcs that face the axis tell.
#[test]
fn a_boss_that_touches_the_flanks_of_a_hollow_is_decided() {
    let size = 0.7;
    let on_arc =
        (3.2f64 * 3.2 - 9.0).sqrt() - (3.2f64 * 3.2 - (3.0 - size * 2f64.sqrt()).powi(2)).sqrt();
    for (name, profile) in [("boss_cup.txt", CUP), ("boss_waisted_cup.txt", WAISTED)] {
        for (deep, gouges) in [(0.008, false), (0.05, true)] {
            let z = -on_arc - deep;
            let way = [[0.0, 0.0, z + 2.0], [0.0, 0.0, z]];
            let outcome = cut(&block(size), name, profile, way, &Options::default());
            assert_eq!(outcome.regions.len(), usize::from(gouges), "{name} {deep}");
            let [lo, hi] = outcome.motions.at(0).depth;
            assert!(gouges || hi <= 0.01, "{name} {deep}: [{lo}, {hi}]");
        }
    }
}

/// A deviation fills some of the hollow: it counted as if the tip were convex, and what stood there
/// was 0.3 deep at least where it is 0.689.
#[test]
fn a_deviation_fills_the_hollow_of_a_tip() {
    let options = Options { deviation: 0.3, ..Options::default() };
    let way = [[0.0, 0.0, 2.0], [0.0, 0.0, 0.0]];
    let [lo, hi] = region(&cut(&spike(), "filled_cup.txt", CUP, way, &options));
    let deep = (3.5f64 * 3.5 - 9.0).sqrt() - (3.2f64 * 3.2 - 9.0).sqrt();
    assert!(lo <= deep && deep <= hi && hi <= 1.01 * lo, "[{lo}, {hi}] {deep}");
}
