//! The baselines of the thesis's second chapter: R-tree, grid, 3d-tree, in random scenes.

use super::clock::seconds_of;
use super::random::Random;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::geom::{Aabb, Body, Hull, Swept, Vec3};
use crate::mesh::Mesh;
use crate::tree::{Engine, Front, Hierarchy, Stats, Task, visit};

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

struct Fly<'a> {
    poses: &'a [Vec3],
    rounds: usize,
}

impl Task for Fly<'_> {
    type Out = (f64, Stats, u64, usize);

    /// The source's first phase: triangles whose leaf meets the box.
    fn run<H: Hierarchy>(self, tree: &H) -> Self::Out {
        let cube = Cube(0.025);
        let (seconds, (stats, found)) = seconds_of(self.rounds, || {
            let (mut stats, mut found) = (Stats::default(), 0);
            let mut front = Front::without();
            for &from in self.poses {
                let swept = Swept { from, travel: Vec3::zeros(), body: &cube, grow: 0.0 };
                let probe = tree.probe(&swept);
                visit(tree, &probe, &mut front, 0.0, &mut stats, |_, depth| {
                    found += 1;
                    depth
                });
            }
            (stats, found)
        });
        (1e6 * seconds / self.poses.len() as f64, stats, found, tree.bytes())
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
    let mut wins = [0; 3];
    let mut ranks = [0; 3];
    let sizes: &[usize] = extent.pick(&[1000, 10_000], &[1000, 4000, 16_000, 64_000, 150_000]);
    for &count in sizes {
        for (scene, tetrahedra) in [("triangles", false), ("tetrahedra", true)] {
            let mesh = random_scene(count, tetrahedra, count as u64);
            progress(&format!("{} of {scene}", mesh.triangles.len()));
            let mut times = [0.0; 3];
            for (i, engine) in engines.into_iter().enumerate() {
                let fly = Fly { poses: &poses, rounds: extent.pick(1, 3) };
                let (us, stats, found, bytes) = engine.with_tree(&mesh, fly);
                if let Some(time) = times.get_mut(i) {
                    *time = us;
                }
                let per_step = |n: u64| number(n as f64 / poses.len() as f64);
                table.row([
                    scene.into(),
                    mesh.triangles.len().to_string(),
                    engine.name().into(),
                    number(us),
                    per_step(stats.nodes),
                    per_step(found),
                    bytes.to_string(),
                ]);
            }
            for (i, rank) in ranks.iter_mut().enumerate() {
                *rank += 1 + times.iter().filter(|t| **t < times[i]).count();
                wins[i] += usize::from(times.iter().all(|t| times[i] <= *t));
            }
        }
    }
    table.claim(
        "S3.19",
        "the R-tree wins most often (73, grid 21, 3d-tree 18) and has the least rank sum.",
        format!(
            "wins R-tree {}, grid {}, 3d-tree {}; rank sums {}, {}, {}",
            wins[0], wins[1], wins[2], ranks[0], ranks[1], ranks[2]
        ),
        wins[0] >= wins[1].max(wins[2]) && ranks[0] <= ranks[1].min(ranks[2]),
    );
    table
}
