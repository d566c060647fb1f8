//! The traversal of pairs, with or without a front.

use super::front::{Continues, Opened, PairFront, Step};
use super::search::{Below, Places, Search};
use crate::tree::Stats;

/// Searches with a front; `leaf(what, depth, stats)` returns the new depth, no smaller.
pub(super) fn search<K: Places, S: Search<K>>(
    search: &S,
    front: &mut PairFront<K>,
    mut depth: f64,
    stats: &mut Stats,
    mut leaf: impl FnMut(S::Leaf, f64, &mut Stats) -> f64,
) -> f64 {
    let Some(root) = search.root() else {
        return depth;
    };
    if !front.carries() {
        stats.nodes += 1;
        if let Some(trace) = search.meets(&root, &mut K::Note::default(), depth) {
            let start = (root, trace, K::Note::default());
            depth = descend(search, &mut front.stack, start, depth, stats, &mut leaf, |_| ());
        }
        return depth;
    }
    let before = stats.nodes;
    let mut old = std::mem::take(&mut front.cut);
    let from_root = old.is_empty();
    if from_root {
        old.push(Step { at: root, continues: Continues::Cut, note: K::Note::default() });
    }
    let mut steps = old.drain(..);
    while let Some(Step { at, continues, mut note }) = steps.next() {
        if depth == f64::INFINITY {
            // Ended by what was found: the rest of the cut is as good as it was.
            front.next.push(Step { at, continues, note });
            front.next.extend(steps.by_ref());
            front.open.clear();
            break;
        }
        if continues != Continues::Cut {
            let left = if continues == Continues::Pair { 2 } else { 1 };
            front.open.push(Opened { index: front.next.len(), left, clear: true });
            front.next.push(Step { at, continues, note });
            continue;
        }
        stats.nodes += 1;
        let met = search.meets(&at, &mut note, depth);
        let clear = met.is_none();
        if let Some(trace) = met {
            let (before, next) = (front.next.len(), &mut front.next);
            let start = (at, trace, note);
            depth = descend(search, &mut front.stack, start, depth, stats, &mut leaf, |step| {
                next.push(step);
            });
            match front.next[before].continues {
                Continues::Cut => stats.kept += 1,
                _ => stats.dropped += 1,
            }
        } else {
            stats.kept += 1;
            front.next.push(Step { at, continues, note });
        }
        front.close(clear, search, depth, stats);
    }
    drop(steps);
    front.cut = std::mem::replace(&mut front.next, old);
    if search.has_to_pay() && depth < f64::INFINITY {
        front.weigh(stats.nodes - before, from_root);
    }
    depth
}

/// Visits everything below a place that was found to meet the query; `emit` gets the opened
/// places in preorder, down to where the front may go.
#[inline]
fn descend<K: Places, S: Search<K>>(
    search: &S,
    stack: &mut Vec<(K::Place, K::Trace, bool)>,
    (mut at, mut trace, mut note): (K::Place, K::Trace, K::Note),
    mut depth: f64,
    stats: &mut Stats,
    leaf: &mut impl FnMut(S::Leaf, f64, &mut Stats) -> f64,
    mut emit: impl FnMut(Step<K>),
) -> f64 {
    let mut recorded = true;
    stack.clear();
    loop {
        let below = search.open(&at);
        let continues = match below {
            _ if !search.sprouts(&at) => Continues::Cut,
            Below::Pair(..) => Continues::Pair,
            Below::One(_) => Continues::One,
            Below::Leaf(_) => Continues::Cut,
        };
        if recorded {
            emit(Step { at, continues, note });
            recorded = continues != Continues::Cut;
        }
        match below {
            Below::Pair(first, second) => {
                stack.push((second, trace, recorded));
                stack.push((first, trace, recorded));
            }
            Below::One(child) => stack.push((child, trace, recorded)),
            Below::Leaf(what) => depth = leaf(what, depth, stats),
        }
        loop {
            let Some((next, above, record)) = stack.pop() else {
                return depth;
            };
            note = K::Note::default();
            recorded = record;
            stats.nodes += 1;
            if let Some(below) = search.narrow(&above, &next, &mut note, depth) {
                (at, trace) = (next, below);
                break;
            }
            if recorded {
                emit(Step { at: next, continues: Continues::Cut, note });
            }
        }
    }
}
