//! Overlap tests of the restricted BoxTree, and what nodes and tests cost.

use super::clock::seconds_of;
use super::shape::{ball, fitted, torus};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::{
    Alignment, BoxPairTest, Flops, Lookup, Pose, SatIncremental, SatLite, simultaneous,
};
use crate::tree::{Builder, Hierarchy, KdopTree, ObbTree, PatentTree, RestrictedTree, Stats};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;

/// Bytes a node of trees with one triangle a leaf, and arithmetic a pair, counted.
pub fn table1(extent: Extent, progress: Progress) -> Table {
    let side = extent.pick(30, 100);
    let mesh = fitted(torus(1.0, 0.4, 2 * side, side));
    progress("building trees of equal leaves");
    let mut table = Table::new(
        format!("Memory and arithmetic, torus of {} triangles", mesh.triangles.len()),
        &["hierarchy", "nodes", "bytes", "bytes/node", "flops/pair, counted", "flops, source"],
    );
    let restricted = RestrictedTree::with(&mesh, Builder::Sweep);
    let poses = near_misses(&mesh, 20);
    let counted = |hoisted: bool| {
        let count = |run: &dyn Fn(&Pose, &mut Stats, &mut Flops)| {
            let (mut stats, mut flops) = (Stats::default(), Flops::default());
            poses.iter().for_each(|p| run(p, &mut stats, &mut flops));
            flops.total() as f64 / stats.nodes as f64
        };
        let pair = (&restricted, &restricted);
        [
            count(&|p, s, f| simultaneous(pair, &Alignment::new(p), hoisted, s, f, |_, _| true)),
            count(&|p, s, f| simultaneous(pair, &SatLite::new(p), hoisted, s, f, |_, _| true)),
            count(&|p, s, f| {
                simultaneous(pair, &SatIncremental::new(p), hoisted, s, f, |_, _| true)
            }),
        ]
    };
    let (plain, hoisted) = (counted(false), counted(true));
    let mut row = |name: &str, nodes: usize, bytes: usize, flops: String, source: &str| {
        let per_node = bytes as f64 / nodes as f64;
        table.row([
            name.into(),
            nodes.to_string(),
            bytes.to_string(),
            number(per_node),
            flops,
            source.into(),
        ]);
        (bytes, per_node)
    };
    let nodes = restricted.node_count();
    let own = row("restricted, alignment", nodes, restricted.bytes(), number(plain[0]), "12");
    row("restricted, SAT lite", nodes, restricted.bytes(), number(plain[1]), "24");
    row("restricted, SAT", nodes, restricted.bytes(), number(plain[2]), "82");
    row("restricted, alignment, hoisted", nodes, restricted.bytes(), number(hoisted[0]), "-");
    row("restricted, SAT lite, hoisted", nodes, restricted.bytes(), number(hoisted[1]), "-");
    row("restricted, SAT, hoisted", nodes, restricted.bytes(), number(hoisted[2]), "-");
    let halves = RestrictedTree::with(&mesh, Builder::Halves);
    row("restricted, halves", halves.node_count(), halves.bytes(), "-".into(), "-");
    let patent = PatentTree::from_restricted(&restricted);
    row("patent encoding", nodes, patent.bytes(), "-".into(), "-");
    let boxes = KdopTree::<3>::build(&mesh);
    let aabb = row("AABB", boxes.node_count(), boxes.bytes(), "-".into(), "90");
    let boxes = KdopTree::<9>::build(&mesh);
    row("18-dop", boxes.node_count(), boxes.bytes(), "-".into(), "-");
    let boxes = ObbTree::build(&mesh);
    let obb = row("OBB", boxes.node_count(), boxes.bytes(), "-".into(), "243");
    table.claim(
        "S0.2",
        "an OBB tree takes 7.1 and an AABB tree 3.1 times the memory.",
        format!(
            "per node {} and {}, per tree {} and {}",
            number(obb.1 / own.1),
            number(aabb.1 / own.1),
            number(obb.0 as f64 / own.0 as f64),
            number(aabb.0 as f64 / own.0 as f64)
        ),
        obb.0 > 3 * own.0 && aabb.0 > own.0,
    );
    table.claim(
        "S0.7",
        "12, 24 and 82 operations a pair.",
        format!("{}, {} and {}", number(plain[0]), number(plain[1]), number(plain[2])),
        plain[0] <= 12.0 && plain[1] <= 24.0 && plain[2] <= 82.0,
    );
    table.claim(
        "S0.9",
        "hoisting node work halves it.",
        format!("all work, tests included, falls to {}", number(hoisted[0] / plain[0])),
        hoisted[0] < plain[0],
    );
    table
}

/// Two copies of a model fitted into a cube of side 2, one turned and `near` apart.
fn near_misses(mesh: &Mesh, count: usize) -> Vec<Pose> {
    let mut random = Random::new(7);
    (0..count)
        .map(|_| Pose {
            rotation: random.turn(2.0),
            translation: random.direction() * (0.5 + 0.1 * mesh.bounds().size().max()),
            scale: 1.0,
        })
        .collect()
}

/// Figure 7: the overlap tests against each other as two copies come closer.
pub fn figure7(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Overlap tests of the restricted BoxTree, both nodes opened at once",
        &["model", "distance", "test", "us/query", "pairs", "leaf pairs", "flops/pair"],
    );
    let side = extent.pick(24, 60);
    let models =
        [("torus", torus(1.0, 0.4, 2 * side, side)), ("sphere", ball(1.0, 2 * side, side))];
    let mut wins = [0usize; 6];
    let mut lookup_gain = Vec::new();
    let mut hoist_gain = Vec::new();
    for (name, mesh) in models {
        let mesh = fitted(mesh);
        let tree = RestrictedTree::with(&mesh, Builder::Sweep);
        let largest = tree.largest_cut();
        for distance in [1.2, 1.6, 1.9] {
            progress(&format!("{name} at {distance}"));
            let poses: Vec<Pose> = tumble(distance, extent.pick(40, 200));
            let pair = (&tree, &tree);
            let tests: [(&str, Measured); 6] = [
                ("alignment, plain", measure(pair, &poses, false, Alignment::new)),
                ("alignment", measure(pair, &poses, true, Alignment::new)),
                ("lookup", measure(pair, &poses, true, |p| Lookup::new(p, largest))),
                ("SAT lite", measure(pair, &poses, true, SatLite::new)),
                ("SAT, plain", measure(pair, &poses, false, SatIncremental::new)),
                ("SAT", measure(pair, &poses, true, SatIncremental::new)),
            ];
            for (test, m) in &tests {
                table.row([
                    name.into(),
                    number(distance),
                    (*test).into(),
                    number(m.us),
                    number(m.pairs),
                    number(m.leaves),
                    number(m.flops),
                ]);
            }
            let best = (0..6).min_by(|&i, &j| tests[i].1.us.total_cmp(&tests[j].1.us));
            wins[best.unwrap_or(0)] += 1;
            lookup_gain.push(tests[1].1.us / tests[2].1.us);
            hoist_gain.push(tests[0].1.us / tests[1].1.us);
        }
    }
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    table.claim(
        "S0.8",
        "SAT lite is the fastest of alignment, SAT lite and SAT.",
        format!("fastest in {} of {} settings", wins[3], wins.iter().sum::<usize>()),
        wins[3] * 2 > wins.iter().sum::<usize>(),
    );
    table.claim(
        "S0.6",
        "tables gain at most 8 %.",
        format!("time by alignment over time from tables {}", number(mean(&lookup_gain))),
        mean(&lookup_gain) <= 1.08,
    );
    progress("tables by model size");
    let by_size = [6, 2 * side].map(|side| {
        let tree = RestrictedTree::with(&fitted(torus(1.0, 0.4, 2 * side, side)), Builder::Sweep);
        let (pair, largest) = ((&tree, &tree), tree.largest_cut());
        let poses = tumble(1.6, extent.pick(20, 200));
        let exact = measure(pair, &poses, true, Alignment::new);
        exact.us / measure(pair, &poses, true, |p| Lookup::new(p, largest)).us
    });
    table.claim(
        "S0.6",
        "tables lose on small models: they have to be made first.",
        format!(
            "gain {} at 144 triangles, {} at the largest",
            number(by_size[0]),
            number(by_size[1])
        ),
        by_size[0] < 1.0 && by_size[0] < by_size[1],
    );
    table.claim(
        "S0.9",
        "hoisting pays.",
        format!("alignment without over with hoisting {}", number(mean(&hoist_gain))),
        mean(&hoist_gain) > 1.0,
    );
    table
}

/// Poses of a full tumbling turn about z and x at a distance along a slanted line.
pub fn tumble(distance: f64, steps: usize) -> Vec<Pose> {
    (0..steps)
        .map(|i| {
            let angle = std::f64::consts::TAU * i as f64 / steps as f64;
            let turn = nalgebra::Rotation3::new(Vec3::z() * angle)
                * nalgebra::Rotation3::new(Vec3::x() * angle);
            Pose { rotation: turn.into_inner(), translation: Vec3::x() * distance, scale: 1.0 }
        })
        .collect()
}

struct Measured {
    us: f64,
    pairs: f64,
    leaves: f64,
    flops: f64,
}

fn measure<T: BoxPairTest>(
    pair: (&RestrictedTree, &RestrictedTree),
    poses: &[Pose],
    hoisted: bool,
    test: impl Fn(&Pose) -> T,
) -> Measured {
    let (seconds, stats) = seconds_of(3, || {
        let mut stats = Stats::default();
        for pose in poses {
            simultaneous(pair, &test(pose), hoisted, &mut stats, &mut (), |_, _| true);
        }
        stats
    });
    let (mut again, mut flops) = (Stats::default(), Flops::default());
    for pose in poses {
        simultaneous(pair, &test(pose), hoisted, &mut again, &mut flops, |_, _| true);
    }
    let count = poses.len() as f64;
    Measured {
        us: 1e6 * seconds / count,
        pairs: stats.nodes as f64 / count,
        leaves: stats.triangles as f64 / count,
        flops: flops.total() as f64 / again.nodes.max(1) as f64,
    }
}
