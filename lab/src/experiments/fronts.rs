//! What a front kept from query to query saves along tool paths (Klosowski).

use super::clock::seconds_of;
use super::scene::{Scene, molds, terrains};
use super::sphere::Sphere;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::tree::{Engine, Front, Hierarchy, Stats, Task, visit};
use gouge_mesh::geom::Vec3;
use gouge_verify::tolerance::DEPTH_DEFAULT_MM;

struct Walk<'a> {
    scene: &'a Scene,
    rounds: usize,
    deepest: bool,
}

impl Walk<'_> {
    fn go<H: Hierarchy>(&self, tree: &H, front: &mut Front<H>) -> (Stats, u64) {
        let ball = Sphere(self.scene.radius);
        let up = Vec3::z() * self.scene.radius;
        let (mut stats, mut worst) = (Stats::default(), 0);
        for (from, travel) in &self.scene.steps {
            let from = from + up;
            let probe = tree.probe(&ball.swept(from, *travel));
            let before = stats.nodes;
            visit(tree, &probe, front, DEPTH_DEFAULT_MM, &mut stats, |t, floor| {
                let depth = ball.depth(&from, travel, &self.scene.part.triangle(t as usize));
                if self.deepest { depth } else { floor }
            });
            worst = worst.max(stats.nodes - before);
        }
        (stats, worst)
    }
}

/// Seconds, work in all, most node tests of a step, places of the front at the end.
type Walked = (f64, Stats, u64, usize);

impl Task for Walk<'_> {
    type Out = [Walked; 2];

    fn run<H: Hierarchy>(self, tree: &H) -> [Walked; 2] {
        [Front::without as fn() -> Front<H>, Front::new].map(|start| {
            let (seconds, (stats, worst)) = seconds_of(self.rounds, || self.go(tree, &mut start()));
            let mut front = start();
            self.go(tree, &mut front);
            (seconds, stats, worst, front.cut().count())
        })
    }
}

/// With and without front, for every kind of tree and for all contacts and the deepest.
pub fn front(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Swept ball with and without front",
        &[
            "part",
            "query",
            "engine",
            "us/step",
            "us, front",
            "tests",
            "tests, front",
            "worst",
            "worst, front",
            "front, nodes",
            "of triangles, %",
        ],
    );
    let engines = [Engine::Dop6, Engine::Dop18, Engine::Obb, Engine::Restricted];
    let (mut saved, mut times, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for scene in terrains(extent).into_iter().chain(molds(extent)) {
        for (query, deepest) in [("all", false), ("deepest", true)] {
            for engine in engines {
                progress(&format!("{}: {engine}", scene.name));
                let walk = Walk { scene: &scene, rounds: extent.pick(1, 3), deepest };
                let [(t0, plain, worst, _), (t1, with, worst_with, size)] =
                    engine.with_tree(&scene.part, walk);
                let steps = scene.steps.len() as f64;
                let share = size as f64 / scene.part.triangles.len() as f64;
                if engine == Engine::Dop18 {
                    saved.push(1.0 - with.nodes as f64 / plain.nodes as f64);
                    times.push(1.0 - t1 / t0);
                    shares.push(share);
                }
                table.row([
                    scene.name.into(),
                    query.into(),
                    engine.name().into(),
                    number(1e6 * t0 / steps),
                    number(1e6 * t1 / steps),
                    number(plain.nodes as f64 / steps),
                    number(with.nodes as f64 / steps),
                    worst.to_string(),
                    worst_with.to_string(),
                    size.to_string(),
                    number(100.0 * share),
                ]);
            }
        }
    }
    let mean = |v: &[f64]| 100.0 * v.iter().sum::<f64>() / v.len().max(1) as f64;
    table.claim(
        "S3.9",
        "the front saves 8 to 31 % of node tests (mean 18 %).",
        format!("mean {} % for 18-dops", number(mean(&saved))),
        mean(&saved) > 0.0,
    );
    table.claim(
        "S3.9",
        "and 3 to 20 % of the time (mean 7.7 %).",
        format!("mean {} %", number(mean(&times))),
        mean(&times) > 0.0,
    );
    table.claim(
        "S3.9",
        "the front is at most 1 % of the triangles.",
        format!("mean {} %", number(mean(&shares))),
        mean(&shares) <= 1.0,
    );
    table
}
