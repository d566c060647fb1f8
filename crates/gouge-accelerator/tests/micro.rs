//! One small query by hand: cycles and bytes of a pair of three-node trees.
//!
//! Both objects are the same two right triangles, side by side along x: a root and two leaves. The
//! second stands so that its lower leaf's box overlaps the first one's upper leaf's box, and no
//! other pair does.

mod common;

use std::sync::Arc;

use gouge_accelerator::{Card, Description, Encoding, Mode, Placement, Request, Solid, Statistics};

/// Two right triangles, over [0, 1] and [2, 3] of x.
fn two_triangles() -> Arc<Solid> {
    let points = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 1.0],
        [2.0, 0.0, 0.0],
        [3.0, 0.0, 0.0],
        [2.0, 1.0, 1.0],
    ];
    let solid = Solid::new(points, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    assert_eq!(solid.tree().node_count(), 3);
    Arc::new(solid)
}

fn run(encoding: Encoding, one_direction: bool) -> (Card, u64, Statistics) {
    let mut description = Description::preset("card").unwrap();
    description.encoding = encoding;
    let card = Card::new(description);
    let context = card.context();
    let object = context.insert(two_triangles()).unwrap();
    card.record();
    let request = Request {
        objects: [object; 2],
        placement: Placement::moved([2.5, 0.25, 0.25]),
        mode: Mode { one_direction, candidates: true, first_hit: false },
        capacity: 10,
    };
    let outcome = context.check(&request).unwrap().wait().unwrap();
    assert_eq!(outcome.hits.pairs, [[1, 0]]);
    let statistics = card.statistics();
    (card, outcome.cycles, statistics)
}

#[test]
fn bytes_of_a_pair_of_three_node_trees() {
    // Headers: 32 bytes of either. 9 and 28 bytes: both children of either root, so the leaves
    // need no further read. 13 bytes: either root, then either leaf.
    for (encoding, nodes) in [
        (Encoding::Nine, 2 * 2 * 9),
        (Encoding::Thirteen, 2 * 13 + 2 * 13),
        (Encoding::TwentyEight, 2 * 2 * 28),
    ] {
        let (_, _, s) = run(encoding, false);
        assert_eq!(s.get("memory.headers.bytes"), 64.0);
        assert_eq!(s.get("memory.nodes.bytes"), f64::from(nodes));
        assert_eq!(s.get("memory.spill_out.bytes"), 0.0);
        // Up: that the object was loaded, a hit of two indices, the end: 8 bytes each.
        assert_eq!(s.get("host.up"), 24.0);
    }
}

#[test]
fn operations_of_a_pair_of_three_node_trees() {
    for (one_direction, products, sums, comparisons) in [(false, 12, 16, 20), (true, 6, 8, 10)] {
        let (_, _, s) = run(Encoding::Thirteen, one_direction);
        // The roots: six faces of an enclosure, each compared, in either direction.
        let roots = if one_direction { 6 } else { 12 };
        assert_eq!(s.get("calculate.products"), f64::from(products));
        assert_eq!(s.get("calculate.sums"), f64::from(sums));
        assert_eq!(s.get("calculate.comparisons"), f64::from(comparisons + roots));
        assert_eq!(s.over_lanes("pairs"), 5.0);
        assert_eq!(s.over_lanes("leaf_pairs"), 1.0);
        assert_eq!(s.over_lanes("stack.pushed"), 0.0);
    }
}

/// Where the lane's cycles go, in the preset of 2002 with 13 bytes a node. A message takes a cycle
/// from a unit to the next one.
#[test]
fn cycles_of_a_pair_of_three_node_trees() {
    let (card, cycles, s) = run(Encoding::Thirteen, false);
    let lane = |state: &str| s.get(&format!("lane0.cycles.{state}"));
    // Requests in the cycles 0 and 1; two words each in 1-2 and 3-4, eight cycles of latency
    // after the last word, a cycle to the lane: there before cycle 14.
    assert_eq!(lane("headers"), 14.0);
    // Sent in 1, begun in 2; 36 products in three pipelines are outnumbered by 48 sums in
    // three: 16 cycles, then a product and four sums one after the other, 3 + 4 * 4; back in 1.
    assert_eq!(lane("enclosing"), 2.0 + 16.0 + 19.0 + 1.0);
    // Roots: sent in 1, begun in 2, one comparison deep, back in 1. The step: 3 + 4 + 1 deep.
    assert_eq!(lane("computing"), (2.0 + 1.0 + 1.0) + (2.0 + 8.0 + 1.0));
    // Roots: sent in 1 and 2, moved in 2 and 3 (one word each), 8 of latency, to the lane in 1.
    // Leaves, at 45 and 58 bytes from the start of the object: two words each, moved in 2-3 and
    // 4-5.
    assert_eq!(lane("reading"), (3.0 + 1.0 + 8.0 + 1.0) + (2.0 + 4.0 + 8.0 + 1.0));
    // A survivor alone is not pushed. The stack answers a cycle after it is asked.
    assert_eq!(lane("pushing"), 0.0);
    assert_eq!(lane("popping"), 3.0);
    // The leaf pair, and the end.
    assert_eq!(lane("handing_over"), 2.0);
    // Before: 152 bytes at 133 / 66 a cycle and 40 of latency. After: the end, 8 bytes.
    let bus = (76.0 + 40.0) + (4.0 + 40.0);
    let busy: f64 = ["headers", "enclosing", "computing", "reading", "popping", "handing_over"]
        .iter()
        .map(|state| lane(state))
        .sum();
    let rest = cycles as f64 - bus - busy;
    assert!((0.0..40.0).contains(&rest), "{rest} cycles between the units");

    let (text, waveform) = card.trace().unwrap();
    for event in
        ["check 0 begins", "12 products, 16 sums, 20 comparisons", "pairs below that overlap: 1"]
    {
        assert!(text.contains(event), "{event} is not in\n{text}");
    }
    assert!(waveform.contains("$enddefinitions $end") && waveform.contains("scomputing"));
}
