//! The incremental overlap tests decide as the full ones do, at the price the papers name.

use gouge::geom::Vec3;
use gouge::mesh::Mesh;
use gouge_lab::pair::{
    Alignment, Axes, BoxPairTest, BoxTest, Contacts, Flops, Lookup, PairTest, Pose, SatIncremental,
    SatLite, simultaneous, touch,
};
use gouge_lab::tree::{Builder, Hierarchy, Open, RestrictedTree, Stats};

use crate::support::{Random, soup};

fn poses(random: &mut Random, count: usize) -> Vec<Pose> {
    (0..count)
        .map(|i| {
            let axis = random.vector(1.0).normalize();
            let turn = nalgebra::Rotation3::new(axis * random.between(0.0, 3.0)).into_inner();
            Pose {
                rotation: if i % 4 == 0 { nalgebra::Matrix3::identity() } else { turn },
                translation: random.vector(4.0),
                scale: if i % 4 == 1 { random.between(0.5, 1.5) } else { 1.0 },
            }
        })
        .collect()
}

/// Leaf pairs that survive, both nodes opened at once, by a test made from scratch each time.
fn naively(trees: (&RestrictedTree, &RestrictedTree), pose: &Pose, axes: Axes) -> Vec<(u32, u32)> {
    let test = BoxTest::new(trees.0, trees.1, pose, axes);
    let mut all = Vec::new();
    let mut stack = vec![(trees.0.root().unwrap(), trees.1.root().unwrap())];
    while let Some((a, b)) = stack.pop() {
        if test.meets(&a, &b, &mut Default::default()).is_none() {
            continue;
        }
        let below = |tree: &RestrictedTree, at| match tree.open(&at) {
            Open::Pair(c, d) => (vec![c, d], None),
            Open::One(c) => (vec![c], None),
            Open::Leaf(t) => (vec![at], Some(t[0])),
        };
        let ((ca, leaf_a), (cb, leaf_b)) = (below(trees.0, a), below(trees.1, b));
        if let (Some(i), Some(j)) = (leaf_a, leaf_b) {
            all.push((i, j));
            continue;
        }
        stack.extend(ca.iter().flat_map(|a| cb.iter().map(move |b| (*a, *b))));
    }
    all.sort_unstable();
    all
}

fn survivors<T: BoxPairTest>(
    trees: (&RestrictedTree, &RestrictedTree),
    test: &T,
    hoisted: bool,
) -> (Vec<(u32, u32)>, Stats, Flops) {
    let (mut all, mut stats, mut flops) = (Vec::new(), Stats::default(), Flops::default());
    simultaneous(trees, test, hoisted, &mut stats, &mut flops, |i, j| {
        all.push((i, j));
        true
    });
    all.sort_unstable();
    (all, stats, flops)
}

fn largest_cut(mesh: &Mesh) -> f32 {
    mesh.bounds().size().max() as f32
}

#[test]
fn incremental_tests_decide_like_full_ones() {
    let mut random = Random::new(21);
    let (a, b) = (soup(&mut random, 300, 3.0, 0.3), soup(&mut random, 200, 1.5, 0.3));
    for builder in [Builder::Halves, Builder::Greedy, Builder::GreedyLongest, Builder::Sweep] {
        let trees = (&RestrictedTree::with(&a, builder), &RestrictedTree::with(&b, builder));
        for pose in poses(&mut random, 24) {
            let full = survivors(trees, &SatIncremental::new(&pose), true);
            let lite = survivors(trees, &SatLite::new(&pose), true);
            let one = survivors(trees, &Alignment::new(&pose), true);
            let table = survivors(trees, &Lookup::new(&pose, largest_cut(&b)), true);
            assert_eq!(full.0, naively(trees, &pose, Axes::Fifteen), "{builder:?}");
            assert_eq!(lite.0, naively(trees, &pose, Axes::Six), "{builder:?}");
            let within = |few: &[(u32, u32)], many: &[(u32, u32)]| {
                few.iter().all(|p| many.binary_search(p).is_ok())
            };
            assert!(within(&full.0, &lite.0) && within(&lite.0, &one.0));
            assert!(within(&one.0, &table.0));
            let contacts = Contacts { a: &a, b: &b, pose: &pose };
            for i in 0..a.triangles.len() {
                for j in 0..b.triangles.len() {
                    let moved = contacts.pose.triangle(&b.triangle(j));
                    if touch(&a.triangle(i), &moved) {
                        assert!(full.0.binary_search(&(i as u32, j as u32)).is_ok());
                    }
                }
            }
        }
    }
}

#[test]
fn hoisting_changes_the_price_and_nothing_else() {
    let mut random = Random::new(22);
    let (a, b) = (soup(&mut random, 600, 3.0, 0.2), soup(&mut random, 600, 3.0, 0.2));
    let trees =
        (&RestrictedTree::with(&a, Builder::Sweep), &RestrictedTree::with(&b, Builder::Sweep));
    let pose = Pose { translation: Vec3::new(1.0, 0.5, 0.2), ..poses(&mut random, 2)[1] };
    fn price<T: BoxPairTest>(trees: (&RestrictedTree, &RestrictedTree), test: &T) -> [f64; 2] {
        let [hoisted, plain] = [true, false].map(|h| survivors(trees, test, h));
        assert_eq!((&hoisted.0, hoisted.1), (&plain.0, plain.1));
        [hoisted, plain].map(|(_, stats, flops)| flops.total() as f64 / stats.nodes as f64)
    }
    // S0.4 and S0.5: per pair at most 3 products, 4 sums (three ends of B's enclosure and one
    // face of A's box, nothing else is written) and 5 comparisons.
    let (_, stats, flops) = survivors(trees, &Alignment::new(&pose), false);
    let most = |per_pair: u64| per_pair * stats.nodes;
    assert!(flops.mul <= most(3) && flops.add <= most(4) && flops.cmp <= most(5), "{flops:?}");
    // Per pair: 12 flops by alignment, 24 by both frames, 82 by all axes, at most; node work
    // is a half with hoisting.
    let align = price(trees, &Alignment::new(&pose));
    let lite = price(trees, &SatLite::new(&pose));
    let full = price(trees, &SatIncremental::new(&pose));
    assert!(align[1] <= 12.0 && lite[1] <= 24.0 && full[1] <= 82.0, "{align:?} {lite:?} {full:?}");
    assert!(align[0] < 0.8 * align[1] && lite[0] < 0.8 * lite[1] && full[0] < 0.8 * full[1]);
}
