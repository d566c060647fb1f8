//! The baselines of the thesis's second chapter: R-tree, tetrahedral mesh, grid, 3d-tree, in
//! random scenes.

use super::clock::seconds_of;
use super::table::{Table, number};
use super::tetrahedra::Tetrahedra;
use super::{Extent, Progress};
use crate::tree::{Engine, Front, Hierarchy, Stats, Task, visit};
use gouge_mesh::geom::{Aabb, Body, Hull, Swept, Triangle, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;

/// Triangles or tetrahedra in the leaves of a random subdivision of the unit cube.
fn random_scene(count: usize, tetrahedra: bool, seed: u64) -> Mesh {
    let mut random = Random::new(seed);
    let narrow = 0.4 * (count as f64).powf(-1.0 / 3.0);
    let mut rooms = vec![Aabb { lo: Vec3::zeros(), hi: Vec3::repeat(1.0) }];
    while rooms.len() < 2 * count {
        let at = random.below(rooms.len());
        let room = rooms[at];
        let axes: Vec<usize> = (0..3).filter(|&i| room.size()[i] > 2.0 * narrow).collect();
        if axes.is_empty() {
            if rooms.iter().all(|r| r.size().max() <= 2.0 * narrow) {
                break;
            }
            continue;
        }
        let axis = axes[random.below(axes.len())];
        let cut = random.between(room.lo[axis] + narrow, room.hi[axis] - narrow);
        rooms[at].hi[axis] = cut;
        rooms.push(Aabb {
            lo: Vec3::from_fn(|i, _| if i == axis { cut } else { room.lo[i] }),
            ..room
        });
    }
    let mut mesh = Mesh::default();
    for _ in 0..count.min(rooms.len()) {
        let room = rooms.swap_remove(random.below(rooms.len()));
        let first = mesh.vertices.len() as u32;
        let corners = if tetrahedra { 4 } else { 3 };
        for _ in 0..corners {
            mesh.vertices.push(Vec3::from_fn(|i, _| random.between(room.lo[i], room.hi[i])));
        }
        let faces: &[[u32; 3]] =
            if tetrahedra { &[[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] } else { &[[0, 1, 2]] };
        mesh.triangles.extend(faces.iter().map(|f| f.map(|v| v + first)));
    }
    mesh
}

/// A box that flies through the cube like a billiard ball.
struct Cube(f64);

impl Body for Cube {
    fn support(&self, u: &Vec3) -> f64 {
        self.0 * (u.x.abs() + u.y.abs() + u.z.abs())
    }

    fn hull(&self) -> Hull {
        Hull { axis: [-self.0, self.0], radius: self.0 * 2f64.sqrt(), round: false }
    }
}

/// Half the side of the box that flies.
const HALF: f64 = 0.025;

fn box_at(at: &Vec3) -> Aabb {
    Aabb { lo: at - Vec3::repeat(HALF), hi: at + Vec3::repeat(HALF) }
}

/// Whether a box and a triangle have a point in common: thirteen axes.
fn meets_box(b: &Aabb, t: &Triangle) -> bool {
    let (middle, half) = ((b.lo + b.hi) / 2.0, b.size() / 2.0);
    let t = t.map(|p| p - middle);
    let edges = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let units = [Vec3::x(), Vec3::y(), Vec3::z()];
    let crosses = edges.iter().flat_map(|e| units.map(|u| u.cross(e)));
    units.into_iter().chain([edges[0].cross(&edges[1])]).chain(crosses).all(|axis| {
        let reach = axis.abs().dot(&half);
        let [x, y, z] = t.map(|p| axis.dot(&p));
        x.min(y).min(z) <= reach && x.max(y).max(z) >= -reach
    })
}

/// What a structure came to in one scene.
struct Flown {
    us: f64,
    tests: u64,
    candidates: u64,
    /// Triangles that really meet the box, by step: a sum over their numbers.
    answers: Vec<u64>,
    bytes: usize,
}

struct Fly<'a> {
    mesh: &'a Mesh,
    poses: &'a [Vec3],
    rounds: usize,
}

impl Fly<'_> {
    /// Adds up the triangles of `near(pose, candidate)` that meet the box, each once.
    fn answers(&self, mut near: impl FnMut(&Vec3, &mut dyn FnMut(u32))) -> Vec<u64> {
        let mut seen = vec![u32::MAX; self.mesh.triangles.len()];
        let mut answer = |(step, at): (usize, &Vec3)| {
            let (b, mut sum) = (box_at(at), 0);
            near(at, &mut |t| {
                let own = &mut seen[t as usize];
                if *own != step as u32 && meets_box(&b, &self.mesh.triangle(t as usize)) {
                    *own = step as u32;
                    sum += u64::from(t) + (1 << 32);
                }
            });
            sum
        };
        self.poses.iter().enumerate().map(&mut answer).collect()
    }

    /// The tetrahedral mesh.
    fn tetrahedra(&self) -> Flown {
        let domain = Aabb { lo: Vec3::repeat(-0.1), hi: Vec3::repeat(1.1) };
        let tree = Tetrahedra::build(self.mesh, &domain);
        let (seconds, (tests, candidates)) = seconds_of(self.rounds, || {
            let (mut walk, mut tests, mut found) = (tree.walker(), 0, 0);
            for at in self.poses {
                tests += tree.near(&mut walk, &box_at(at), |_| found += 1);
            }
            (tests, found)
        });
        let mut walk = tree.walker();
        let answers = self.answers(|at, triangle| {
            tree.near(&mut walk, &box_at(at), triangle);
        });
        let us = 1e6 * seconds / self.poses.len() as f64;
        Flown { us, tests, candidates, answers, bytes: tree.bytes() }
    }
}

impl Task for Fly<'_> {
    type Out = Flown;

    /// The source's first phase: triangles whose leaf meets the box.
    fn run<H: Hierarchy>(self, tree: &H) -> Flown {
        let cube = Cube(HALF);
        let ask =
            |at: &Vec3, front: &mut Front<H>, stats: &mut Stats, triangle: &mut dyn FnMut(u32)| {
                let swept = Swept { from: *at, travel: Vec3::zeros(), body: &cube, grow: 0.0 };
                visit(tree, &tree.probe(&swept), front, 0.0, stats, |t, depth| {
                    triangle(t);
                    depth
                });
            };
        let (seconds, (stats, candidates)) = seconds_of(self.rounds, || {
            let (mut stats, mut front, mut found) = (Stats::default(), Front::without(), 0);
            for at in self.poses {
                ask(at, &mut front, &mut stats, &mut |_| found += 1);
            }
            (stats, found)
        });
        let (mut stats_again, mut front) = (Stats::default(), Front::without());
        let answers = self.answers(|at, triangle| ask(at, &mut front, &mut stats_again, triangle));
        let us = 1e6 * seconds / self.poses.len() as f64;
        Flown { us, tests: stats.nodes, candidates, answers, bytes: tree.bytes() }
    }
}

fn billiard(steps: usize) -> Vec<Vec3> {
    let mut random = Random::new(4);
    let (mut at, mut heading) = (Vec3::repeat(0.5), random.direction());
    (0..steps)
        .map(|_| {
            heading = (heading + random.direction() * 0.1).normalize();
            at += heading * 0.005;
            for i in 0..3 {
                if !(0.03..=0.97).contains(&at[i]) {
                    heading[i] = heading[i].abs() * if at[i] < 0.5 { 1.0 } else { -1.0 };
                }
            }
            at
        })
        .collect()
}

/// Times a step in random scenes.
pub fn chapter2(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "A box of side 0.05 flying through random scenes in the unit cube, first phase",
        &["scene", "triangles", "engine", "us/step", "node tests", "candidates", "bytes"],
    );
    let poses = billiard(extent.pick(1000, 10_000));
    let engines = [Engine::RTree, Engine::Grid, Engine::ThreeD, Engine::Dop18, Engine::Restricted];
    let (mut wins, mut ranks, mut same) = ([0; 4], [0; 4], true);
    let sizes: &[usize] = extent.pick(&[1000, 10_000], &[1000, 4000, 16_000, 64_000, 150_000]);
    for &count in sizes {
        for (scene, tetrahedra) in [("triangles", false), ("tetrahedra", true)] {
            let mesh = random_scene(count, tetrahedra, count as u64);
            progress(&format!("{} of {scene}", mesh.triangles.len()));
            let fly = || Fly { mesh: &mesh, poses: &poses, rounds: extent.pick(1, 3) };
            let flown = engines.map(|engine| engine.with_tree(&mesh, fly()));
            let own = fly().tetrahedra();
            let names = ["tetrahedra"].into_iter().chain(engines.map(Engine::name));
            for (name, run) in names.zip([&own].into_iter().chain(&flown)) {
                let per_step = |n: u64| number(n as f64 / poses.len() as f64);
                same &= run.answers == own.answers;
                table.row([
                    scene.into(),
                    mesh.triangles.len().to_string(),
                    name.into(),
                    number(run.us),
                    per_step(run.tests),
                    per_step(run.candidates),
                    run.bytes.to_string(),
                ]);
            }
            let times = [flown[0].us, own.us, flown[1].us, flown[2].us];
            for (i, rank) in ranks.iter_mut().enumerate() {
                *rank += 1 + times.iter().filter(|t| **t < times[i]).count();
                wins[i] += usize::from(times.iter().all(|t| times[i] <= *t));
            }
        }
    }
    let list = |v: [usize; 4]| v.map(|n| n.to_string()).join(", ");
    table.claim(
        "S3.19",
        "wins R-tree 73, mesh 44, grid 21, 3d-tree 18; rank sums 294, 387, 308, 352: the R-tree first.",
        format!("wins {}; rank sums {}", list(wins), list(ranks)),
        wins.iter().all(|w| *w <= wins[0]) && ranks.iter().all(|r| *r >= ranks[0]),
    );
    table.claim(
        "S3.19",
        "all structures give the same answers.",
        if same { "the same triangles meet the box at every step" } else { "answers differ" },
        same,
    );
    table
}
