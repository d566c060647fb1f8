//! Nothing is lost or made up on the way: bytes, operations, pairs; on devices as small as can be.

mod common;

use std::sync::Arc;

use common::{device, on_card, placement, same, solid};
use gouge_accelerator::{
    Card, Description, Encoding, Mode, Placement, Request, Solid, Statistics, reference,
};
use gouge_random::Random;

fn sum(s: &Statistics, names: &[&str]) -> f64 {
    names.iter().map(|name| s.get(name)).sum()
}

const SOURCES: [&str; 6] = ["headers", "nodes", "indices", "points", "spill_out", "spill_in"];

#[test]
fn every_byte_operation_and_pair_is_accounted_for() {
    for seed in 0..150 {
        let mut random = Random::new(seed + 77_000);
        let (a, b) = (Arc::new(solid(&mut random, 25)), Arc::new(solid(&mut random, 25)));
        let placement = placement(&mut random, &a, &b);
        let mode = Mode { one_direction: random.chance(0.3), ..Mode::default() };
        let encoding =
            [Encoding::Nine, Encoding::Thirteen, Encoding::TwentyEight][seed as usize % 3];
        let device = device(&mut random, encoding);
        let (card, outcome) = on_card(device.clone(), [&a, &b], placement, mode);
        let s = card.statistics();

        for kind in ["products", "sums", "comparisons"] {
            let retired = s.get(&format!("calculate.{kind}_retired"));
            assert_eq!(s.get(&format!("calculate.{kind}")), retired, "seed {seed}");
        }
        let half = if mode.one_direction { 2.0 } else { 1.0 };
        assert!(s.get("calculate.products_most") <= 12.0 / half, "seed {seed}");
        assert!(s.get("calculate.sums_most") <= 16.0 / half, "seed {seed}");
        assert!(s.get("calculate.comparisons_most") <= 20.0 / half, "seed {seed}");

        // Every leaf pair is tested, its corners read: two triples of indices, six points.
        let leaves = s.over_lanes("leaf_pairs");
        assert_eq!(s.get("corners.pairs"), leaves);
        assert_eq!(s.get("polygon.tested"), leaves);
        assert_eq!(s.get("memory.indices.bytes"), leaves * 24.0);
        assert_eq!(s.get("memory.points.bytes"), leaves * 72.0);
        assert_eq!(s.get("polygon.hits"), outcome.hits.pairs.len() as f64);
        assert_eq!(s.get("host.hits"), outcome.hits.pairs.len() as f64);
        assert_eq!(s.over_lanes("stack.pushed"), s.over_lanes("stack.popped"));
        assert_eq!(s.get("memory.spill_out.bytes"), s.get("memory.spill_in.bytes"));

        // Up: twice loaded, hits of 20 bytes, the end; and 16 for every read in the host's
        // memory. Down: two loads, an order, objects, what is read there.
        let remote: f64 =
            SOURCES.iter().map(|s| format!("memory.{s}.remote")).map(|n| s.get(&n)).sum();
        let up = 3.0 * 8.0 + 20.0 * outcome.hits.pairs.len() as f64;
        if remote == 0.0 {
            assert_eq!(s.get("host.up"), up, "seed {seed}");
        } else {
            assert!(s.get("host.up") > up, "seed {seed}");
        }
        let objects = sum(&s, &["swap.loaded", "swap.swapped"]);
        assert_eq!(s.get("host.down"), 2.0 * 8.0 + 152.0 + objects + remote, "seed {seed}");

        // Words hold what was asked for.
        for source in SOURCES {
            let value = |what: &str| s.get(&format!("memory.{source}.{what}"));
            let on_board = value("bytes") - value("remote");
            let words = value("moved") - on_board;
            assert!(words >= 0.0, "seed {seed}");
            assert!(words <= 2.0 * value("requests") * f64::from(device.memory.word_bytes));
        }

        // Every unit accounts for every cycle.
        let cycles = s.get("device.cycles");
        for unit in ["host", "control", "swap", "memory", "transformation", "calculate", "fifo"] {
            let begins = format!("{unit}.cycles.");
            let all = s.list.iter().filter(|x| x.name.starts_with(&begins)).map(|x| x.value);
            assert_eq!(all.sum::<f64>(), cycles, "seed {seed}, {unit}");
        }
    }
}

fn grid() -> Arc<Solid> {
    let points = (0..100)
        .map(|i| {
            let (x, y) = ((i % 10) as f32, (i / 10) as f32);
            [x, y, (0.8 * x).sin() + (0.7 * y).cos()]
        })
        .collect();
    let triangles = (0..81)
        .map(|i| i / 9 * 10 + i % 9)
        .flat_map(|i| [[i, i + 1, i + 10], [i + 1, i + 11, i + 10]])
        .collect();
    Arc::new(Solid::new(points, triangles).unwrap())
}

/// What is small makes the card slower, never wrong.
#[test]
fn the_smallest_devices_give_the_same_hits() {
    let grid = grid();
    let placement = Placement {
        matrix: [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        translation: [9.5, 0.3, 0.2],
    };
    let card = Description::preset("card").unwrap();
    let mode = Mode::default();
    let (expected, _) = reference::check(&grid, &grid, &placement, card.encoding, mode);
    assert!(expected.pairs.len() > 50);
    let (_, roomy) = on_card(card.clone(), [&grid, &grid], placement, mode);
    assert!(same(&roomy.hits, &expected));
    let differs = [
        ("one FIFO entry", "[fifo]\nentries = 1"),
        ("a stack of two", "[stack]\nentries = 2"),
        ("a stack of one", "[stack]\nentries = 1"),
        ("one pipeline each", "[calculating]\nmultipliers = 1\nadders = 1\ncomparators = 1"),
        ("bytes one by one", "[memory]\nword_bytes = 1"),
        ("no memory", "[memory]\nbytes = 0"),
        ("one corner fetch", "[polygon]\nfetches = 1\nqueue = 1"),
    ];
    for (what, text) in differs {
        let small = Description::from_toml(&format!("base = \"card\"\n{text}")).unwrap();
        let (_, outcome) = on_card(small, [&grid, &grid], placement, mode);
        assert!(same(&outcome.hits, &expected), "{what}");
        assert!(outcome.cycles >= roomy.cycles, "{what}: {} cycles", outcome.cycles);
    }
}

#[test]
fn a_memory_for_one_object_swaps_and_gives_the_same_hits() {
    let grid = grid();
    let placement = Placement::moved([0.5, 0.4, 0.3]);
    let mode = Mode::default();
    let answers = |bytes: u64| {
        let text = format!("base = \"card\"\n[memory]\nbytes = {bytes}");
        let card = Card::new(Description::from_toml(&text).unwrap());
        let context = card.context();
        let ids = [0; 4].map(|_| context.insert(Arc::clone(&grid)).unwrap());
        let mut hits = Vec::new();
        for i in 0..8 {
            let objects = [ids[i % 4], ids[(i + 1) % 4]];
            let request = Request { objects, placement, mode, capacity: usize::MAX };
            hits.push(context.check(&request).unwrap().wait().unwrap().hits);
        }
        let s = card.statistics();
        (hits, s.get("swap.swapped"), s.get("swap.evictions"), s.get("swap.remote"))
    };
    // One object: header, 13 bytes a node, 162 triangles, 100 points.
    let object = 32 + 13 * grid.tree().node_count() as u64 + 12 * 162 + 12 * 100;
    let (roomy, swapped, ..) = answers(1 << 20);
    assert_eq!(swapped, 0.0);
    let (two, swapped, evictions, remote) = answers(2 * object + 100);
    assert!(swapped > 0.0 && evictions > 0.0 && remote == 0.0);
    let (one, _, _, remote) = answers(object + 100);
    assert!(remote > 0.0);
    for other in [two, one] {
        assert!(roomy.iter().zip(&other).all(|(a, b)| same(a, b)));
    }
}
