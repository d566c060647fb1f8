//! Many movers: pairs of overlapping k-DOPs by sweep and prune, kept up to date or rebuilt.

use super::clock::seconds_of;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::Crowd;
use gouge_mesh::geom::Vec3;
use gouge_random::Random;

/// Middles of the objects, step by step; each object is an octahedron.
fn drift(objects: usize, steps: usize, step: f64) -> Vec<Vec<Vec3>> {
    let mut random = Random::new(8);
    let mut at: Vec<Vec3> = (0..objects).map(|_| random.vector(1.0)).collect();
    let speed: Vec<Vec3> = (0..objects).map(|_| random.direction() * step).collect();
    (0..steps)
        .map(|_| {
            at.iter_mut().zip(&speed).for_each(|(p, v)| {
                *p += v;
                // Out on one side, in again on the other.
                *p = p.map(|x| if x.abs() > 1.0 { x - 2.0 * x.signum() } else { x });
            });
            at.clone()
        })
        .collect()
}

fn slabs(at: &Vec3, size: f64) -> [[f64; 2]; 9] {
    let corners = (0..3).flat_map(|i| [size, -size].map(|s| at + Vec3::ith(i, s)));
    Crowd::<9>::around(corners)
}

/// Kept against rebuilt, by how far objects move in a step.
pub fn crowd(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Overlapping pairs of drifting octahedra, 18-dops, sweep and prune",
        &["objects", "motion", "way", "us/step", "exchanges/step", "pairs/step"],
    );
    let (mut same, mut gains) = (true, Vec::new());
    for objects in extent.pick([100, 1000], [1000, 10_000]) {
        let size = 0.4 / (objects as f64).cbrt();
        for motion in [0.001, 0.01, 0.1] {
            progress(&format!("{objects} objects, motion {motion}"));
            let steps = drift(objects, extent.pick(20, 50), motion);
            let run = |rebuilt: bool| {
                seconds_of(1, || {
                    let mut crowd = Crowd::new();
                    steps[0].iter().for_each(|p| {
                        crowd.insert(slabs(p, size));
                    });
                    crowd.rebuild();
                    let mut all = Vec::new();
                    for at in &steps {
                        for (i, p) in at.iter().enumerate() {
                            crowd.update(i as u32, slabs(p, size));
                        }
                        if rebuilt {
                            crowd.rebuild();
                        }
                        all.push(crowd.pairs());
                    }
                    (all, crowd.moves())
                })
            };
            let (kept, (pairs, moves)) = run(false);
            let (rebuilt, (again, _)) = run(true);
            same &= pairs == again;
            gains.push((motion, rebuilt / kept));
            let count = pairs.iter().map(Vec::len).sum::<usize>() as f64;
            let per_step = |n: f64| number(n / steps.len() as f64);
            for (way, seconds, moves) in [("kept", kept, moves), ("rebuilt", rebuilt, 0)] {
                table.row([
                    objects.to_string(),
                    number(motion),
                    way.into(),
                    number(1e6 * seconds / steps.len() as f64),
                    per_step(moves as f64),
                    per_step(count),
                ]);
            }
        }
    }
    let small: Vec<f64> = gains.iter().filter(|g| g.0 < 0.005).map(|g| g.1).collect();
    let mean = small.iter().sum::<f64>() / small.len() as f64;
    table.claim(
        "S3.27",
        "keeping the order from step to step beats sorting again while motions are small.",
        format!("{} times as fast at motion 0.001", number(mean)),
        mean > 1.0,
    );
    table.claim(
        "S3.27",
        "both ways find the same pairs.",
        if same { "all equal" } else { "pairs differ" },
        same,
    );
    table
}
