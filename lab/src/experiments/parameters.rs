//! The three parameters of temporal coherence, each varied about the source's choice.

use super::coherence::{Chase, chases, follow, wander};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::{Axes, Coherence, Pose};
use crate::tree::{Hierarchy, KdopTree, ObbTree, Oriented};

const COHERENT: [f64; 7] = [0.02, 0.05, 0.1, 0.14, 0.2, 0.4, f64::INFINITY];
const PRUNE: [f64; 7] = [0.0, 0.02, 0.05, 0.1, 0.17, 0.4, f64::INFINITY];
const SPROUT: [f64; 5] = [0.05, 0.2, 1.0, 4.0, f64::INFINITY];

/// Motions of very different sizes, in stretches of ten frames.
fn motions(frame: usize) -> f64 {
    [0.01, 0.03, 0.08, 0.2, 0.5][frame / 10 % 5]
}

/// Times of plain queries over those with each setting, summed over the scenes.
struct Sweep {
    plain: f64,
    settings: Vec<(&'static str, f64, Coherence, f64)>,
}

impl Sweep {
    fn new(around: Coherence) -> Self {
        let coherent = COHERENT.map(|x| ("coherent", x, Coherence { coherent: x, ..around }, 0.0));
        let prune = PRUNE.map(|x| ("prune", x, Coherence { prune: x, ..around }, 0.0));
        let sprout = SPROUT.map(|x| ("sprout", x, Coherence { sprout: x, ..around }, 0.0));
        Self { plain: 0.0, settings: coherent.into_iter().chain(prune).chain(sprout).collect() }
    }

    fn add<H: Oriented>(
        &mut self,
        chase: &Chase,
        trees: &[H; 2],
        poses: &[Pose],
        axes: Axes,
        rounds: usize,
    ) {
        let trees = (&trees[0], &trees[1]);
        self.plain += follow(chase, trees, poses, axes, Coherence::NONE, rounds).us;
        for (_, _, coherence, sum) in &mut self.settings {
            *sum += follow(chase, trees, poses, axes, *coherence, rounds).us;
        }
    }

    /// The setting of a parameter that takes the least time.
    fn best(&self, of: &str) -> f64 {
        let own = self.settings.iter().filter(|s| s.0 == of);
        own.min_by(|a, b| a.3.total_cmp(&b.3)).map_or(f64::NAN, |s| s.1)
    }
}

fn shown(x: f64) -> String {
    if x.is_finite() { x.to_string() } else { "inf".into() }
}

/// Gains by parameter.
pub fn parameters(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Gain by coherence (time without over time with) by parameter, motions of all sizes",
        &["parameter", "value", "OBB", "AABB lite"],
    );
    let (mut obb, mut lite) = (Sweep::new(Coherence::OBB), Sweep::new(Coherence::AABB_LITE));
    for chase in chases(extent) {
        progress(chase.name);
        let poses = wander(&chase, motions, extent.pick(100, 1000));
        let trees = [&chase.fixed, &chase.moving].map(ObbTree::build);
        obb.add(&chase, &trees, &poses, Axes::Fifteen, extent.pick(1, 3));
        let trees = [&chase.fixed, &chase.moving].map(KdopTree::<3>::build);
        lite.add(&chase, &trees, &poses, Axes::Six, extent.pick(1, 3));
    }
    for (a, b) in obb.settings.iter().zip(&lite.settings) {
        let gains = [number(obb.plain / a.3), number(lite.plain / b.3)];
        let [of_obb, of_lite] = gains;
        table.row([a.0.into(), shown(a.1), of_obb, of_lite]);
    }
    let near = |of: &str, said: [f64; 2]| {
        let best = [obb.best(of), lite.best(of)];
        let holds = best.iter().zip(said).all(|(b, s)| (0.5 * s..=2.0 * s).contains(b));
        (format!("{} and {}", shown(best[0]), shown(best[1])), holds)
    };
    let (text, holds) = near("coherent", [0.14, 0.2]);
    table.claim(
        "S2.5",
        "building on the last answer pays up to motions of 0.14 (OBB) and 0.20 (AABB lite).",
        text,
        holds,
    );
    let (text, holds) = near("prune", [0.17, 0.15]);
    table.claim("S2.5", "pruning is best after motions of 0.17 and 0.15.", text, holds);
    let best = [obb.best("sprout"), lite.best("sprout")];
    table.claim(
        "S2.5",
        "a front at the leaves (sprout without limit) is best.",
        best.map(shown).join(" and "),
        best.iter().all(|b| b.is_infinite()),
    );
    table
}
