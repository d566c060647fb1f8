//! A ball over terrain, motion by motion: Gouge beside parry's hierarchy, in one run, on one
//! thread, by processor time.
//!
//! parry is asked in the way that is fastest for it: its BVH with a visitor of ours, which prunes
//! by the distance between boxes and measures what is left in closed form, all contacts, in `f64`.
//! It looks for facets nearer to the segment of the ball's centre than the radius less the
//! tolerance. Gouge's search says how deep each motion is, to nanometres, with its deepest facet;
//! its sweep goes on to the verdict with part-side depth and sides. Both are for an endless column
//! above the ball, not for the ball alone.

use std::collections::BTreeMap;

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::partitioning::BvhNode;
use parry3d_f64::query;
use parry3d_f64::shape::{Capsule, TriMesh};

use super::clock::{build_seconds, seconds_of};
use super::ground::{Land, RADIUS, Rows};
use super::table::{Table, number};
use super::{Extent, Progress};
use gouge_core::sweep::{Sag, deepest};
use gouge_core::tool::{Piece, Spec};
use gouge_core::tree::{Course, Facets, WideTree};
use gouge_mesh::geom::{Aabb, Swept, Triangle, Vec3, closest_on_triangle, closest_segments};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Motion, Motions};
use gouge_verify::{Body, Options, Progress as Watched, Verdict, check};

/// Depth above which a motion gouges, mm.
const TOLERANCE: f64 = 0.01;

/// parry's own query takes so long that it is asked about one motion in so many.
const STRIDE: usize = 100;

/// Other tools, and the points along a side of the land on which they run the ball's path.
const TOOLS: [&str; 5] =
    ["flat:20", "bull:20,3", "taper:2,10,20", "drill:20,118", "ball:20;len=30;shank=20,60"];
const SMALLER: usize = 300;

/// The tool that the paths are made for.
pub const BALL: &str = "ball:20";

/// As it is built.
pub fn ball() -> Option<Spec> {
    Spec::parse(BALL, ".".as_ref()).ok()
}

/// The piece of a ball that reaches above the land.
pub fn column(spec: &Spec) -> Option<Piece> {
    let tool = spec.build(300.0);
    tool.components.into_iter().flat_map(|component| component.pieces).next()
}

/// Motions of each row.
pub fn motions(rows: &[Vec<Vec3>]) -> Vec<Motion> {
    let each = rows.iter().flat_map(|row| row.windows(2));
    each.map(|ends| Motion::feed(1, ends[0].into(), ends[1].into())).collect()
}

/// Seconds of the sweep of some motions, without the building of the tree, and how many gouge.
pub fn sweep(mesh: &Mesh, spec: &Spec, motions: &[Motion], rounds: usize) -> (f64, usize) {
    let report = defects::examine(mesh);
    let body = [Body::new(mesh, &report, false)];
    let specs = BTreeMap::from([(1, spec.clone())]);
    let options = Options { tolerance: TOLERANCE, ..Options::default() };
    let run = |motions: &[Motion]| {
        let motions = Motions::from(motions);
        build_seconds(rounds, || {
            let outcome = check(&body, &specs, &motions, &options, &Watched::default());
            outcome.motions.iter().filter(|m| m.verdict == Verdict::Gouge).count()
        })
    };
    let (all, gouging) = run(motions);
    let (two, _) = run(&motions[..motions.len().min(2)]);
    ((all - two).max(0.0), gouging)
}

/// Seconds of the search of some rows, and how many motions are deeper than the tolerance.
pub fn search(
    mesh: &Mesh,
    facets: &dyn Facets,
    piece: &Piece,
    rows: &[Vec<Vec3>],
    rounds: usize,
) -> (f64, usize) {
    const GAP: f64 = 1e-5;
    seconds_of(rounds, || {
        let mut gouging = 0;
        for row in rows {
            let mut searcher = facets.searcher(Course { carry: true, points: row });
            for ends in row.windows(2) {
                let (from, travel) = (ends[0], ends[1] - ends[0]);
                let swept = Swept { from, travel, body: piece, grow: 0.0 };
                let depth = searcher.deeper(&swept, TOLERANCE, &mut |index, floor| {
                    let facet = mesh.triangle(index as usize);
                    let found = deepest(piece, &facet, &from, &travel, &Sag::NONE, floor, GAP);
                    found.map_or(floor, |found| found.lo.max(floor))
                });
                gouging += usize::from(depth > TOLERANCE);
            }
        }
        gouging
    })
}

fn vector(p: Vec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

/// parry's hierarchy over the facets.
struct Parry<'m> {
    mesh: &'m Mesh,
    shape: TriMesh,
}

impl Parry<'_> {
    /// Facets nearer than `radius` to the segment from `a` to `b`.
    fn contacts(&self, a: &Vec3, b: &Vec3, radius: f64) -> usize {
        let Aabb { lo, hi } = Aabb::around([*a, *b]);
        let (lo, hi) = (vector(lo), vector(hi));
        let near = |node: &BvhNode| {
            let gap = (node.mins() - hi).max(lo - node.maxs()).max(Vector::ZERO);
            gap.length_squared() <= radius * radius
        };
        let along = b - a;
        let facets = self.shape.bvh().leaves(near);
        facets
            .filter(|&facet| meets(a, &along, radius, &self.mesh.triangle(facet as usize)))
            .count()
    }

    /// What parry offers for it.
    fn stock(&self, a: &Vec3, b: &Vec3, radius: f64) -> bool {
        let still = Pose::IDENTITY;
        let capsule = Capsule::new(vector(*a), vector(*b), radius);
        query::intersection_test(&still, &self.shape, &still, &capsule)
            .is_ok_and(|met| met.intersecting)
    }
}

/// Whether a triangle comes nearer than `radius` to the segment `p + t d`.
fn meets(p: &Vec3, d: &Vec3, radius: f64, facet: &Triangle) -> bool {
    let [a, b, c] = facet;
    let normal = (b - a).cross(&(c - a));
    let (from, by) = (normal.dot(&(p - a)), normal.dot(d));
    let to = from + by;
    let squared = radius * radius;
    if from * to > 0.0 {
        let least = from.abs().min(to.abs());
        if least * least > squared * normal.norm_squared() {
            return false;
        }
    } else {
        let at = p + d * (from / (from - to));
        let left = |(s, e): (&Vec3, &Vec3)| normal.dot(&(e - s).cross(&(at - s))) >= 0.0;
        if by != 0.0 && [(a, b), (b, c), (c, a)].into_iter().all(left) {
            return true;
        }
    }
    let end = p + d;
    (closest_on_triangle(p, facet) - p).norm_squared() < squared
        || (closest_on_triangle(&end, facet) - end).norm_squared() < squared
        || [(a, b), (b, c), (c, a)].into_iter().any(|(q, r)| {
            let e = r - q;
            let (s, t) = closest_segments(p, d, q, &e);
            (p + d * s - q - e * t).norm_squared() < squared
        })
}

/// The table.
pub fn peers(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "A ball of 20 mm over 300 mm of land, on one thread, processor time; ratio: of the sweep's \
         time. Embree and coal are no Rust crates and are not asked",
        &["triangles", "path", "motions", "what", "us/motion", "ratio", "gouging", "contacts"],
    );
    let land = Land::default();
    let (Some(spec), Some(column)) = (ball(), ball().as_ref().and_then(column)) else {
        return table;
    };
    let sparse = Rows { count: 30, motions: 199, step: 1.5 };
    let dense = Rows { count: 10, motions: extent.pick(300, 3333), step: 0.09 };
    let rounds = extent.pick(1, 3);
    for side in extent.pick(vec![100], vec![300, 1200]) {
        progress("land");
        let mesh = land.mesh(side);
        let count = mesh.triangles.len();
        let (build, tree) = build_seconds(1, || WideTree::new(&mesh));
        let (build_theirs, shape) = build_seconds(1, || {
            let points = mesh.vertices.iter().map(|p| vector(*p)).collect();
            TriMesh::new(points, mesh.triangles.clone())
        });
        let Ok(shape) = shape else { continue };
        let parry = Parry { mesh: &mesh, shape };
        let built = |what: &str, seconds: f64| {
            let speed = format!("build, {what}: {} Mtri/s", number(count as f64 / seconds / 1e6));
            let none = || "-".to_owned();
            [count.to_string(), none(), none(), speed, none(), none(), none(), none()]
        };
        table.row(built("gouge", build));
        table.row(built("parry", build_theirs));
        for (name, rows, lowered) in [
            ("sparse, clean", sparse, false),
            ("sparse, heavy", sparse, true),
            ("dense, clean", dense, false),
            ("dense, heavy", dense, true),
        ] {
            progress(&format!("{count} triangles, {name}"));
            let path =
                if lowered { land.heavy(&rows) } else { land.clean(&rows, &mesh, &tree, &column) };
            let motions = motions(&path);
            let swept = sweep(&mesh, &spec, &motions, rounds);
            let searched = search(&mesh, &tree, &column, &path, rounds);
            let up = Vec3::new(0.0, 0.0, RADIUS);
            let radius = RADIUS - TOLERANCE;
            let ends = || path.iter().flat_map(|row| row.windows(2));
            let (visited, (hit, contacts)) = seconds_of(rounds, || {
                ends().fold((0, 0), |(hit, all), ends| {
                    let found = parry.contacts(&(ends[0] + up), &(ends[1] + up), radius);
                    (hit + usize::from(found > 0), all + found)
                })
            });
            let (stock, met) = seconds_of(1, || {
                let some = ends().step_by(STRIDE);
                some.filter(|ends| parry.stock(&(ends[0] + up), &(ends[1] + up), radius)).count()
            });
            let stock = stock * rows.total() as f64 / rows.total().div_ceil(STRIDE) as f64;
            let none = || "-".to_owned();
            for (what, seconds, gouging, contacts) in [
                ("gouge, sweep and verdict", swept.0, swept.1.to_string(), none()),
                ("gouge, search", searched.0, searched.1.to_string(), none()),
                ("parry, visitor", visited, hit.to_string(), contacts.to_string()),
                ("parry, capsule, 1 in 100", stock, met.to_string(), none()),
            ] {
                table.row([
                    count.to_string(),
                    name.to_owned(),
                    rows.total().to_string(),
                    what.to_owned(),
                    number(1e6 * seconds / rows.total() as f64),
                    number(seconds / swept.0),
                    gouging,
                    contacts,
                ]);
            }
            // Other tools on the same path, on the smaller land.
            let others = TOOLS.iter().filter(|_| name.starts_with("sparse") && side <= SMALLER);
            for (tool, spec) in others.filter_map(|t| Some((t, Spec::parse(t, ".".as_ref()).ok()?)))
            {
                progress(&format!("{count} triangles, {name}, {tool}"));
                let (seconds, gouging) = sweep(&mesh, &spec, &motions, 1);
                table.row([
                    count.to_string(),
                    name.to_owned(),
                    rows.total().to_string(),
                    format!("gouge, sweep and verdict, {tool}"),
                    number(1e6 * seconds / rows.total() as f64),
                    number(seconds / swept.0),
                    gouging.to_string(),
                    none(),
                ]);
            }
        }
    }
    table
}
