//! Split rules, points and leaf sizes of k-DOP trees (Klosowski).

use super::clock::{build_seconds, seconds_of};
use super::scene::{molds, terrains};
use super::sphere::Sphere;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::tree::{Front, Hierarchy, KdopTree, Open, Pivot, Rule, Splitting, Stats, visit};
use gouge_mesh::geom::Vec3;
use gouge_verify::tolerance::DEPTH_DEFAULT_MM;

/// Height of a tree and the volume of all its boxes over the root's.
pub fn shape<H: Hierarchy>(tree: &H) -> (usize, f64) {
    let volume = |at: &H::Cursor| {
        let size = tree.bounds(at).size();
        size.map(|x| x.max(0.0)).product()
    };
    let Some(root) = tree.root() else { return (0, 0.0) };
    let (mut height, mut sum, mut stack) = (0, 0.0, vec![(root, 1)]);
    while let Some((at, depth)) = stack.pop() {
        height = height.max(depth);
        sum += volume(&at);
        match tree.open(&at) {
            Open::Pair(a, b) => stack.extend([(a, depth + 1), (b, depth + 1)]),
            Open::One(child) => stack.push((child, depth + 1)),
            Open::Leaf(_) => {}
        }
    }
    (height, sum / volume(&root))
}

/// Four rules by two points, and leaf sizes.
pub fn splitting(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "18-dop trees by split rule, point and leaf size; queries with a swept ball",
        &[
            "part",
            "rule",
            "point",
            "leaf",
            "build, ms",
            "height",
            "volume",
            "us/step",
            "nodes",
            "triangles",
        ],
    );
    let scenes: Vec<_> =
        terrains(extent).into_iter().skip(2).chain(molds(extent).into_iter().take(1)).collect();
    let (mut mean_less, mut least_sum, mut slower) = (Vec::new(), true, Vec::new());
    let mut by_leaf = Vec::new();
    for scene in scenes {
        let mut run = |splitting: Splitting| {
            progress(&format!("{}: {:?} {:?}", scene.name, splitting.rule, splitting.pivot));
            let (build, tree) =
                build_seconds(extent.pick(1, 3), || KdopTree::<9>::with(&scene.part, &splitting));
            let (height, volume) = shape(&tree);
            let ball = Sphere(scene.radius);
            let (seconds, stats) = seconds_of(extent.pick(1, 3), || {
                let (mut front, mut stats) = (Front::new(), Stats::default());
                for (from, by) in &scene.steps {
                    let from = from + Vec3::z() * scene.radius;
                    let probe = tree.probe(&ball.swept(from, *by));
                    visit(&tree, &probe, &mut front, DEPTH_DEFAULT_MM, &mut stats, |t, d| {
                        ball.depth(&from, by, &scene.part.triangle(t as usize)).max(d)
                    });
                }
                stats
            });
            let steps = scene.steps.len() as f64;
            table.row([
                scene.name.into(),
                format!("{:?}", splitting.rule),
                format!("{:?}", splitting.pivot),
                splitting.leaf.to_string(),
                number(1e3 * build),
                height.to_string(),
                number(volume),
                number(1e6 * seconds / steps),
                number(stats.nodes as f64 / steps),
                number(stats.triangles as f64 / steps),
            ]);
            (volume, seconds)
        };
        let mut volumes = Vec::new();
        for rule in [Rule::Splatter, Rule::LongestSide, Rule::MinSum, Rule::MinMax] {
            let at = |pivot| Splitting { rule, pivot, ..Splitting::default() };
            let (mean, median) = (run(at(Pivot::Mean)), run(at(Pivot::Median)));
            mean_less.push(mean.0 / median.0);
            slower.push(median.1 / mean.1);
            volumes.push(mean.0);
        }
        least_sum &= volumes.iter().all(|v| volumes[2] <= v * 1.001);
        let times =
            [1, 2, 4, 8, 16, 40].map(|leaf| run(Splitting { leaf, ..Splitting::default() }).1);
        by_leaf.push(times.map(|t| t / times[0]));
    }
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    table.claim(
        "S3.4",
        "mean instead of median: up to 27 % less volume.",
        format!("volume by mean over by median {}", number(mean(&mean_less))),
        mean(&mean_less) < 1.0,
    );
    table.claim(
        "S3.4",
        "queries at the median 1 to 35 % slower.",
        format!("{} times as long", number(mean(&slower))),
        mean(&slower) > 1.0,
    );
    let means: Vec<f64> = (0..6)
        .map(|i| mean(&by_leaf.iter().map(|t: &[f64; 6]| t[i]).collect::<Vec<_>>()))
        .collect();
    let least = means.iter().copied().fold(f64::INFINITY, f64::min);
    table.claim(
        "S3.5",
        "one triangle a leaf is best for the environment, or within 5 %.",
        format!(
            "times for 1, 2, 4, 8, 16, 40: {}",
            means.iter().map(|m| number(*m)).collect::<Vec<_>>().join(", ")
        ),
        least > 0.95,
    );
    table.claim(
        "S3.4",
        "least sum gives the least volume.",
        if least_sum { "in every case" } else { "not always" },
        least_sum,
    );
    table
}
