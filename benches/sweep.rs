//! The terrain job: 178,802 triangles, rows offset by a ball of radius 10, swept exactly by five
//! tools; beside each the nearest that `parry3d-f64` (0.31.1) can do, in the same run.
//!
//! What differs: we answer every motion with its depth to a hundredth of the tolerance, a witness
//! and a verdict, on one thread and with the building of the tree in `build`. parry answers
//! - ball: the distance from the mesh to the segment, so radius less distance is the depth;
//! - capsule: whether the mesh meets the capsule of the segment, touching included: no depth;
//! - flat, bull nose, mesh ball: whether the mesh meets the convex hull of the tool's points (64 on
//!   a circle) at both ends: no depth, the tool inscribed, every motion a hull of its own (not in
//!   the time).
//!
//! `cargo bench --bench sweep`; without `../shared/data/terrain` the elevations are made up.

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, defects};
use gouge::nc::{self, Event, Motion, Source};
use gouge::sample::{Grid, Size, make};
use gouge::tool::{Piece, Polyhedron, Shape, Solid, Spec};
use gouge::tree::{Hierarchy, KdopTree};
use gouge::verify::{Body, Options, Outcome, Progress, check};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::{Capsule, ConvexPolyhedron, Segment, TriMesh};

const TERRAIN: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/terrain/jacksboro_tn.npy");
const RADIUS: f64 = 10.0;
const CORNER: f64 = 3.0;
const TOLERANCE: f64 = 0.01;
/// parry is asked about every motion of this stride: it takes that much longer.
const STRIDE: usize = 10;

/// Points of a body of revolution given by (radius, height), about the tip.
fn rings(rings: &[(f64, f64)], sides: usize) -> Vec<Vec3> {
    let spoke = |k: usize| (TAU * k as f64 / sides as f64).sin_cos();
    rings
        .iter()
        .flat_map(|&(r, z)| (0..sides).map(move |k| Vec3::new(r * spoke(k).1, r * spoke(k).0, z)))
        .collect()
}

/// A ball of 1,680 triangles: 40 sides, 20 rings between the poles.
fn ball() -> Mesh {
    const SIDES: u32 = 40;
    const RINGS: u32 = 21;
    let ring = |i: u32| {
        let w = PI * f64::from(i) / f64::from(RINGS + 1);
        (RADIUS * w.sin(), RADIUS - RADIUS * w.cos())
    };
    let mut vertices = rings(&(1..=RINGS).map(ring).collect::<Vec<_>>(), SIDES as usize);
    let bottom = vertices.len() as u32;
    vertices.extend([Vec3::zeros(), Vec3::new(0.0, 0.0, 2.0 * RADIUS)]);
    let at = |i: u32, k: u32| i * SIDES + k % SIDES;
    let mut triangles = Vec::new();
    for k in 0..SIDES {
        triangles.push([bottom, at(0, k + 1), at(0, k)]);
        triangles.push([bottom + 1, at(RINGS - 1, k), at(RINGS - 1, k + 1)]);
        for i in 0..RINGS - 1 {
            triangles.push([at(i, k), at(i, k + 1), at(i + 1, k + 1)]);
            triangles.push([at(i, k), at(i + 1, k + 1), at(i + 1, k)]);
        }
    }
    Mesh { vertices, triangles }
}

fn motions(program: &str, start: [f64; 3]) -> Vec<Motion> {
    let options = nc::Options { start: start.map(Some), ..Default::default() };
    let source = Source::from_bytes("terrain", program.as_bytes().to_vec());
    let mut motions = Vec::new();
    nc::Interpreter::new(options.clone()).run(&source, |event| {
        if let Event::Motion(m) = event {
            motions.push(m);
        }
        ControlFlow::Continue(())
    });
    motions
}

fn ours(mesh: &Mesh, spec: &Spec, motions: &[Motion]) -> (f64, Outcome) {
    let report = defects::examine(mesh);
    let options = Options { tolerance: TOLERANCE, ..Options::default() };
    let body = Body::new(mesh, &report, false);
    let specs = BTreeMap::from([(1, spec.clone())]);
    let start = Instant::now();
    let outcome = check(&[body], &specs, &motions.into(), &options, &Progress::default());
    (start.elapsed().as_secs_f64(), outcome)
}

/// Ends of a motion, program coordinates; part coordinates are the same.
fn ends(m: &Motion) -> Option<[Vec3; 2]> {
    let point = |p: [Option<f64>; 3]| Some(Vec3::new(p[0]?, p[1]?, p[2]?));
    Some([point(m.from.axes())?, point(m.to.axes())?])
}

fn vector(p: Vec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

/// Seconds a motion and how many of those asked parry finds deeper than the tolerance.
fn theirs(
    asked: &[[Vec3; 2]],
    mut one: impl FnMut(&[Vec3; 2]) -> Option<(f64, bool)>,
) -> (f64, usize) {
    let answers: Vec<(f64, bool)> = asked.iter().filter_map(&mut one).collect();
    let seconds: f64 = answers.iter().map(|a| a.0).sum();
    (seconds / answers.len().max(1) as f64, answers.iter().filter(|a| a.1).count())
}

fn timed(work: impl FnOnce() -> bool) -> (f64, bool) {
    let start = Instant::now();
    let found = work();
    (start.elapsed().as_secs_f64(), found)
}

fn bench() -> Result<(), Box<dyn std::error::Error>> {
    let grid = match std::fs::read(TERRAIN) {
        Ok(bytes) => Some(Grid::from_npy(&bytes)?),
        Err(_) => {
            println!("{TERRAIN} is not here: made-up elevations instead");
            None
        }
    };
    let size = Size { triangles: 178_802, grid, closed: false, ..Size::default() };
    let sample = make("terrain-zigzag", &size)?;
    let motions = motions(&sample.program, sample.start);
    let (mesh, still) = (&sample.part, Pose::IDENTITY);
    let start = Instant::now();
    let tree: KdopTree<9> = KdopTree::build(mesh);
    let build = start.elapsed().as_secs_f64();
    drop(tree);
    let start = Instant::now();
    let trimesh =
        TriMesh::new(mesh.vertices.iter().map(|&v| vector(v)).collect(), mesh.triangles.clone())?;
    println!(
        "{} triangles, {} motions; build: 18-DOP tree {build:.3} s, parry {:.3} s",
        mesh.triangles.len(),
        motions.len(),
        start.elapsed().as_secs_f64()
    );
    let asked: Vec<[Vec3; 2]> = motions.iter().step_by(STRIDE).filter_map(ends).collect();
    let up = Vec3::new(0.0, 0.0, RADIUS);
    let column = 200.0;
    let cylinder = rings(&[(RADIUS, 0.0), (RADIUS, column)], 64);
    let corner = |i: u32| {
        let (sin, cos) = (0.5 * PI * f64::from(i) / 8.0).sin_cos();
        (RADIUS - CORNER + CORNER * sin, CORNER - CORNER * cos)
    };
    let profile: Vec<_> = (0..=8).map(corner).chain([(RADIUS, column)]).collect();
    let bull = rings(&profile, 64);
    let polyball = ball();
    let facets = Polyhedron::new(&polyball).ok_or("the mesh ball is not convex")?;
    let hull = |points: &[Vec3], [a, b]: &[Vec3; 2]| {
        let swept: Vec<Vector> =
            points.iter().flat_map(|p| [vector(p + a), vector(p + b)]).collect();
        let hull = ConvexPolyhedron::from_convex_hull(&swept)?;
        Some(timed(|| {
            query::intersection_test(&still, &trimesh, &still, &hull).is_ok_and(|i| i.intersecting)
        }))
    };
    let spec = |text: &str| Spec::parse(text, Path::new("."));
    type Theirs<'a> = Box<dyn FnMut(&[Vec3; 2]) -> Option<(f64, bool)> + 'a>;
    let rows: [(&str, Spec, Theirs); 5] = [
        (
            "ball",
            spec("ball:20")?,
            Box::new(|[a, b]| {
                let segment = Segment::new(vector(a + up), vector(b + up));
                Some(timed(|| {
                    query::distance(&still, &trimesh, &still, &segment)
                        .is_ok_and(|d| RADIUS - d.distance > TOLERANCE)
                }))
            }),
        ),
        (
            "capsule",
            spec("ball:20;len=20")?,
            Box::new(|[a, b]| {
                let capsule = Capsule::new(vector(a + up), vector(b + up), RADIUS - TOLERANCE);
                Some(timed(|| {
                    query::intersection_test(&still, &trimesh, &still, &capsule)
                        .is_ok_and(|i| i.intersecting)
                }))
            }),
        ),
        ("flat", spec("flat:20")?, Box::new(|way| hull(&cylinder, way))),
        ("bull nose", spec("bull:20,3")?, Box::new(|way| hull(&bull, way))),
        (
            "mesh ball",
            Spec::cutter(Shape::Mesh(Box::new(Piece::Solid(Solid::Faceted(facets))))),
            Box::new(|way| hull(&polyball.vertices, way)),
        ),
    ];
    println!(
        "{:10} {:>12} {:>9} {:>12} {:>14} {:>14} {:>12} {:>8}",
        "tool", "us a motion", "gouging", "nodes", "facets tested", "parry us", "of asked", "ratio"
    );
    let count = motions.len() as f64;
    for (name, spec, theirs_of) in rows {
        let (seconds, outcome) = ours(mesh, &spec, &motions);
        let (peer, found) = theirs(&asked, theirs_of);
        let own = (seconds - build).max(0.0) / count;
        println!(
            "{name:10} {:12.2} {:9} {:12.1} {:14.1} {:14.2} {:>12} {:8.1}",
            1e6 * own,
            outcome.findings.len(),
            outcome.stats.nodes as f64 / count,
            outcome.stats.triangles as f64 / count,
            1e6 * peer,
            format!("{found}/{}", asked.len()),
            peer / own
        );
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| bench().map_err(|e| e.to_string()))?;
    Ok(())
}
