//! The one traversal, with or without a front.

use super::front::{Continues, Front, Opened, Step};
use super::search::{Below, Places, Search};
use super::{Hierarchy, Open, Stats};

impl<H: Hierarchy> Places for H {
    type Place = H::Cursor;
    type Trace = H::Trace;
    type Note = ();
}

/// A tree asked with one sweep.
struct OneSweep<'a, H: Hierarchy> {
    tree: &'a H,
    probe: &'a H::Probe,
}

impl<'a, H: Hierarchy> Search<H> for OneSweep<'a, H> {
    type Leaf = &'a [u32];

    fn root(&self) -> Option<H::Cursor> {
        self.tree.root()
    }

    #[inline]
    fn open(&self, at: &H::Cursor) -> Below<H::Cursor, &'a [u32]> {
        match self.tree.open(at) {
            Open::Pair(a, b) => Below::Pair(a, b),
            Open::One(child) => Below::One(child),
            Open::Leaf(triangles) => Below::Leaf(triangles),
        }
    }

    fn has_to_pay(&self) -> bool {
        true
    }

    #[inline]
    fn meets(&self, at: &H::Cursor, (): &mut (), depth: f64) -> Option<H::Trace> {
        self.tree.meets(at, self.probe, depth)
    }

    #[inline]
    fn narrow(
        &self,
        above: &H::Trace,
        at: &H::Cursor,
        (): &mut (),
        depth: f64,
    ) -> Option<H::Trace> {
        self.tree.narrow(above, at, self.probe, depth)
    }
}

/// Hands every triangle of `tree` that may be at least `depth` deep in the probed sweep to
/// `triangle`, and returns the final depth.
///
/// `triangle(index, depth)` gets the depth in force and returns the new one, no smaller:
/// triangles that provably lie less deep than that are skipped from then on
/// (`f64::INFINITY` ends the search). A triangle comes once, even from trees that keep it in
/// many leaves; the order is fixed by the tree, not by the front. Every triangle whose true
/// depth is not below the final one has been handed over.
pub fn visit<H: Hierarchy>(
    tree: &H,
    probe: &H::Probe,
    front: &mut Front<H>,
    depth: f64,
    stats: &mut Stats,
    mut triangle: impl FnMut(u32, f64) -> f64,
) -> f64 {
    let mut seen = std::mem::take(&mut front.seen);
    seen.begin();
    let leaf = |triangles: &[u32], mut depth: f64, stats: &mut Stats| {
        for &index in triangles {
            if H::REPEATS && !seen.is_first(index) {
                continue;
            }
            stats.triangles += 1;
            depth = depth.max(triangle(index, depth));
            if depth == f64::INFINITY {
                break;
            }
        }
        depth
    };
    let depth = search(&OneSweep { tree, probe }, front, depth, stats, leaf);
    front.seen = seen;
    depth
}

/// Searches with a front; `leaf(what, depth, stats)` returns the new depth, no smaller.
pub(super) fn search<K: Places, S: Search<K>>(
    search: &S,
    front: &mut Front<K>,
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
