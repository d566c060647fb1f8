//! Builders of the restricted BoxTree: what they cost and what their trees are worth.

use super::clock::{build_seconds, seconds_of};
use super::overlap::tumble;
use super::shape::{fitted, torus};
use super::splitting::shape;
use super::table::{Table, number};
use super::tumbling::models;
use super::{Extent, Progress};
use crate::pair::{SatLite, simultaneous};
use crate::tree::{Builder, Hierarchy, Open, RestrictedTree, Stats};

const BUILDERS: [(&str, Builder); 4] = [
    ("halves", Builder::Halves),
    ("nine greedy", Builder::Greedy),
    ("greedy, longest side", Builder::GreedyLongest),
    ("exact sweep", Builder::Sweep),
];

/// Shares of children whose volume is over 90 %, 50 to 90 % and under 50 % of their parent's.
fn child_shares<H: Hierarchy>(tree: &H) -> [f64; 3] {
    let volume = |at: &H::Cursor| -> f64 { tree.bounds(at).size().map(|x| x.max(0.0)).product() };
    let (mut counts, mut stack) = ([0.0; 3], Vec::from_iter(tree.root()));
    while let Some(at) = stack.pop() {
        let below = match tree.open(&at) {
            Open::Pair(a, b) => vec![a, b],
            Open::One(child) => vec![child],
            Open::Leaf(_) => continue,
        };
        for child in below {
            let share = volume(&child) / volume(&at);
            counts[if share > 0.9 {
                0
            } else if share > 0.5 {
                1
            } else {
                2
            }] += 1.0;
            stack.push(child);
        }
    }
    let all: f64 = counts.iter().sum();
    counts.map(|c| c / all)
}

/// Every builder on every model.
pub fn builders(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Restricted BoxTrees by builder; queries: SAT lite on two tumbling copies 1.6 apart",
        &[
            "model",
            "triangles",
            "builder",
            "build, ms",
            "lower+upper",
            "two lower",
            "two upper",
            "only child",
            "volume",
            "children > 90 %",
            "> 50 %",
            "us/query",
            "pairs/query",
        ],
    );
    let poses = tumble(1.6, extent.pick(30, 200));
    let mut pairs = vec![Vec::new(); BUILDERS.len()];
    let mut volumes = vec![Vec::new(); BUILDERS.len()];
    let (mut doubles, mut near) = ([0; 4], Vec::new());
    for (name, mesh) in models(extent) {
        for (i, (about, builder)) in BUILDERS.into_iter().enumerate() {
            progress(&format!("{name}: {about}"));
            let (build, tree) =
                build_seconds(extent.pick(1, 3), || RestrictedTree::with(&mesh, builder));
            let (_, volume) = shape(&tree);
            let divisions = tree.divisions();
            let shares = child_shares(&tree);
            let (seconds, stats) = seconds_of(1, || {
                let mut stats = Stats::default();
                for pose in &poses {
                    let test = SatLite::new(pose);
                    simultaneous((&tree, &tree), &test, true, &mut stats, &mut (), |_, _| true);
                }
                stats
            });
            let per_query = stats.nodes as f64 / poses.len() as f64;
            pairs[i].push(per_query);
            volumes[i].push(volume);
            if builder == Builder::Greedy {
                doubles.iter_mut().zip(divisions).for_each(|(sum, n)| *sum += n);
            }
            if builder == Builder::Sweep {
                near.push(shares[0]);
            }
            let [lower_upper, two_lower, two_upper, only] = divisions.map(|n| n.to_string());
            table.row([
                name.into(),
                mesh.triangles.len().to_string(),
                about.into(),
                number(1e3 * build),
                lower_upper,
                two_lower,
                two_upper,
                only,
                number(volume),
                number(100.0 * shares[0]),
                number(100.0 * shares[1]),
                number(1e6 * seconds / poses.len() as f64),
                number(per_query),
            ]);
        }
    }
    let mean = |of: &[Vec<f64>], i: usize| {
        let logs = of[i].iter().zip(&of[0]).map(|(x, halves)| (x / halves).ln());
        (logs.sum::<f64>() / of[i].len() as f64).exp()
    };
    table.claim(
        "S0.10",
        "least sum of volumes makes better trees than halving.",
        format!(
            "pairs over those of halves: nine greedy {}, exact sweep {}; volume {}, {}",
            number(mean(&pairs, 1)),
            number(mean(&pairs, 3)),
            number(mean(&volumes, 1)),
            number(mean(&volumes, 3))
        ),
        mean(&pairs, 1) < 1.0 && mean(&pairs, 3) < 1.0,
    );
    table.claim(
        "S0.11",
        "the cheapest of nine candidates uses all three kinds of children.",
        format!(
            "{} lower+upper, {} two lower, {} two upper; pairs with the longest side only {}, by \
             exact sweep {} times",
            doubles[0],
            doubles[1],
            doubles[2],
            number(mean(&pairs, 2) / mean(&pairs, 1)),
            number(mean(&pairs, 3) / mean(&pairs, 1))
        ),
        doubles[1] + doubles[2] > 0,
    );
    let near = near.iter().sum::<f64>() / near.len() as f64;
    table.claim(
        "S0.16",
        "about half of all children are nearly as large as their parents.",
        format!("{} % are over nine tenths of it", number(100.0 * near)),
        near > 0.3,
    );
    linear(&mut table, extent, progress);
    table
}

/// S0.13: how build time grows with the model.
fn linear(table: &mut Table, extent: Extent, progress: Progress) {
    let sides = extent.pick([32, 64, 128], [64, 128, 256]);
    for (about, builder) in BUILDERS {
        let mut points = Vec::new();
        for side in sides {
            let mesh = fitted(torus(1.0, 0.4, 2 * side, side));
            progress(&format!("{about}: {} triangles", mesh.triangles.len()));
            let (seconds, _) = build_seconds(2, || RestrictedTree::with(&mesh, builder));
            points.push((mesh.triangles.len() as f64, seconds));
        }
        let [(n0, t0), .., (n1, t1)] = points[..] else { continue };
        let exponent = (t1 / t0).ln() / (n1 / n0).ln();
        table.claim(
            "S0.13",
            format!("{about}: building is nearly linear, 20,000 polygons a second."),
            format!(
                "exponent {} from {n0} to {n1} triangles, {} triangles a second",
                number(exponent),
                number(n1 / t1)
            ),
            exponent <= 1.15,
        );
    }
}
