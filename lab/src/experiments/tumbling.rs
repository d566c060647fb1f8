//! Figure 8: restricted BoxTree, DOP and OBB trees on two tumbling copies of a model.

use super::clock::seconds_of;
use super::overlap::tumble;
use super::shape::{ball, fitted, pipes, torus};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::PairFront;
use crate::pair::{
    Axes, BoxTest, Contacts, Descent, DopTest, PairTest, Pose, SatLite, TreePair, Tumbler,
    contacts, simultaneous, touch,
};
use crate::tree::{
    Builder, Hierarchy, KdopTree, ObbTree, Oriented, RestrictedTree, Splitting, Stats,
};
use gouge::sample::{self, Size};
use gouge_mesh::mesh::Mesh;

/// Models to tumble, fitted into a cube of side 2.
pub fn models(extent: Extent) -> Vec<(&'static str, Mesh)> {
    let n = extent.pick(24, 70);
    let mut models = vec![
        ("torus", torus(1.0, 0.4, 2 * n, n)),
        ("sphere", ball(1.0, 2 * n, n)),
        ("pipes", pipes(12, 4 * n, n / 3)),
    ];
    for name in ["bottle", "block"] {
        let size = Size { triangles: extent.pick(2_000, 15_000), ..Size::default() };
        if let Ok(made) = sample::make(name, &size) {
            models.push((name, made.part));
        }
    }
    models.into_iter().map(|(name, mesh)| (name, fitted(mesh))).collect()
}

/// Mean time of a query (first contact) and pairs of nodes and triangles tested.
fn first_contact<H: Oriented, T: PairTest<H>>(
    trees: (&H, &H),
    mesh: &Mesh,
    poses: &[Pose],
    descent: Descent,
    test: impl Fn(&Pose) -> T,
) -> (f64, Stats, u64) {
    let (seconds, (stats, hits)) = seconds_of(1, || {
        let (mut stats, mut hits) = (Stats::default(), 0);
        let mut front = PairFront::without();
        for pose in poses {
            let test = test(pose);
            let pair = TreePair { a: trees.0, b: trees.1, test: &test, descent };
            contacts(
                &pair,
                &Contacts { a: mesh, b: mesh, pose },
                &mut front,
                &mut stats,
                |_, _| {
                    hits += 1;
                    false
                },
            );
        }
        (stats, hits)
    });
    (1e6 * seconds / poses.len() as f64, stats, hits)
}

/// The restricted BoxTree in the source's own way: both nodes opened, SAT lite, hoisted.
fn restricted(tree: &RestrictedTree, mesh: &Mesh, poses: &[Pose]) -> (f64, Stats, u64) {
    let (seconds, (stats, hits)) = seconds_of(1, || {
        let (mut stats, mut hits) = (Stats::default(), 0);
        for pose in poses {
            let mut hit = false;
            simultaneous((tree, tree), &SatLite::new(pose), true, &mut stats, &mut (), |i, j| {
                let moved = pose.triangle(&mesh.triangle(j as usize));
                hit = touch(&mesh.triangle(i as usize), &moved);
                !hit
            });
            hits += u64::from(hit);
        }
        (stats, hits)
    });
    (1e6 * seconds / poses.len() as f64, stats, hits)
}

/// Figure 8.
pub fn figure8(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Two copies, one tumbling about z and x, at decreasing distance: time to first contact",
        &["model", "triangles", "distance", "tree", "us/query", "pairs/query", "hits"],
    );
    // The source's number of steps in a full run.
    let steps = extent.pick(60, 5000);
    let mut ratios = [Vec::new(), Vec::new()];
    let mut same = true;
    for (name, mesh) in models(extent) {
        let boxes = RestrictedTree::with(&mesh, Builder::Sweep);
        let dops = KdopTree::<9>::build(&mesh);
        let moved = KdopTree::<9>::with(&mesh, &Splitting { leaf: 20, ..Splitting::default() });
        let tumbler = Tumbler::new(&moved);
        let obbs = ObbTree::build(&mesh);
        for distance in [2.8, 2.3, 1.9, 1.5] {
            progress(&format!("{name} at {distance}"));
            let poses = tumble(distance, steps);
            let runs = [
                ("restricted, together", restricted(&boxes, &mesh, &poses)),
                (
                    "restricted",
                    first_contact((&boxes, &boxes), &mesh, &poses, Descent::Larger, |p| {
                        BoxTest::new(&boxes, &boxes, p, Axes::Six)
                    }),
                ),
                (
                    "18-dop",
                    first_contact((&dops, &moved), &mesh, &poses, Descent::FirstA, |p| {
                        DopTest::new(&dops, &moved, &tumbler, p)
                    }),
                ),
                (
                    "OBB",
                    first_contact((&obbs, &obbs), &mesh, &poses, Descent::Larger, |p| {
                        BoxTest::new(&obbs, &obbs, p, Axes::Fifteen)
                    }),
                ),
            ];
            let own = runs[0].1.0.min(runs[1].1.0);
            ratios[0].push(own / runs[2].1.0);
            ratios[1].push(own / runs[3].1.0);
            same &= runs.windows(2).all(|w| w[0].1.2 == w[1].1.2);
            for (tree, (us, stats, hits)) in runs {
                table.row([
                    name.into(),
                    mesh.triangles.len().to_string(),
                    number(distance),
                    tree.into(),
                    number(us),
                    number(stats.nodes as f64 / steps as f64),
                    hits.to_string(),
                ]);
            }
        }
    }
    let mean = |v: &[f64]| (v.iter().map(|x| x.ln()).sum::<f64>() / v.len() as f64).exp();
    table.claim(
        "S0.15",
        "speed comparable with DOP and OBB trees.",
        format!(
            "time over 18-dop {}, over OBB {} (geometric means)",
            number(mean(&ratios[0])),
            number(mean(&ratios[1]))
        ),
        mean(&ratios[0]) < 2.0 && mean(&ratios[1]) < 2.0,
    );
    table.claim(
        "S0.14",
        "all trees give the same answers.",
        if same { "the same poses are hits" } else { "answers differ" },
        same,
    );
    table
}
