//! The card against software: the same hits in the same order, to the last bit.

mod common;

use std::sync::Arc;

use common::{device, mode, on_card, placement, same, solid};
use gouge_accelerator::{Card, Encoding, Request, reference};
use gouge_random::Random;

/// Random pairs, poses, devices and ways to check. `GOUGE_ACCELERATOR_PAIRS` asks for more,
/// `GOUGE_ACCELERATOR_SEED` for others.
#[test]
fn random_pairs_are_answered_as_by_software() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let first: u64 = asked("GOUGE_ACCELERATOR_SEED").unwrap_or(0);
    let pairs = asked("GOUGE_ACCELERATOR_PAIRS").unwrap_or(400);
    let encodings = [Encoding::Nine, Encoding::Thirteen, Encoding::TwentyEight];
    let (mut hits, mut points) = (0, 0);
    for seed in first..first + pairs {
        let mut random = Random::new(seed);
        let (a, b) = (Arc::new(solid(&mut random, 40)), Arc::new(solid(&mut random, 40)));
        let placement = placement(&mut random, &a, &b);
        let mode = mode(&mut random);
        for encoding in encodings {
            let device = device(&mut random, encoding);
            let (expected, tested) = reference::check(&a, &b, &placement, encoding, mode);
            let (card, outcome) = on_card(device, [&a, &b], placement, mode);
            assert!(same(&outcome.hits, &expected), "seed {seed}, {encoding:?}, {mode:?}");
            let statistics = card.statistics();
            let pairs = statistics.over_lanes("pairs");
            if !mode.first_hit {
                assert_eq!(pairs, tested as f64, "seed {seed}: pairs of nodes");
            }
            hits += expected.pairs.len();
            points += expected.points.len();
        }
    }
    assert!(hits > 500 && points > 500, "{hits} hits, {points} points: too few to tell");
}

#[test]
fn many_checks_at_once_on_many_lanes_are_each_answered_as_alone() {
    for seed in 0..40 {
        let mut random = Random::new(1_000_000 + seed);
        let encoding = [Encoding::Nine, Encoding::Thirteen][random.below(2)];
        let card = Card::new(device(&mut random, encoding));
        let context = card.context();
        let solids: Vec<_> = (0..4).map(|_| Arc::new(solid(&mut random, 30))).collect();
        let ids: Vec<_> = solids.iter().map(|s| context.insert(Arc::clone(s)).unwrap()).collect();
        let mut under_way = Vec::new();
        for _ in 0..12 {
            let (i, j) = (random.below(4), random.below(4));
            let placement = placement(&mut random, &solids[i], &solids[j]);
            let mode = mode(&mut random);
            let objects = [ids[i], ids[j]];
            let check =
                context.check(&Request { objects, placement, mode, capacity: usize::MAX }).unwrap();
            let expected = reference::check(&solids[i], &solids[j], &placement, encoding, mode).0;
            under_way.push((check, expected));
            card.work(random.below(300) as u64);
        }
        // Waited for last first: answers do not depend on who asks when.
        for (check, expected) in under_way.into_iter().rev() {
            assert!(same(&check.wait().unwrap().hits, &expected), "seed {seed}");
        }
    }
}
