//! The one traversal, with or without a front.

use super::front::{Continues, Front, Opened, Step};
use super::{Hierarchy, Open, Stats};

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
    let mut leaf = |triangles: &[u32], mut depth: f64, stats: &mut Stats| {
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
    let depth = match tree.root() {
        None => depth,
        Some(root) if front.carries() => {
            carry_on(tree, probe, front, root, depth, stats, &mut leaf)
        }
        Some(root) => {
            stats.nodes += 1;
            match tree.meets(&root, probe, depth) {
                None => depth,
                Some(trace) => {
                    let stack = &mut front.stack;
                    descend(tree, probe, stack, (root, trace), depth, stats, &mut leaf, |_| ())
                }
            }
        }
    };
    front.seen = seen;
    depth
}

/// Starts at the places where the last query stopped, and leaves those of this one.
fn carry_on<H: Hierarchy>(
    tree: &H,
    probe: &H::Probe,
    front: &mut Front<H>,
    root: H::Cursor,
    mut depth: f64,
    stats: &mut Stats,
    leaf: &mut impl FnMut(&[u32], f64, &mut Stats) -> f64,
) -> f64 {
    let before = stats.nodes;
    let mut old = std::mem::take(&mut front.cut);
    let from_root = old.is_empty();
    if from_root {
        old.push(Step { at: root, continues: Continues::Cut });
    }
    let mut steps = old.drain(..);
    while let Some(Step { at, continues }) = steps.next() {
        if depth == f64::INFINITY {
            // Ended by what was found: the rest of the cut is as good as it was.
            front.next.push(Step { at, continues });
            front.next.extend(steps.by_ref());
            front.open.clear();
            break;
        }
        if continues != Continues::Cut {
            let left = if continues == Continues::Pair { 2 } else { 1 };
            front.open.push(Opened { index: front.next.len(), left, clear: true });
            front.next.push(Step { at, continues });
            continue;
        }
        stats.nodes += 1;
        let met = tree.meets(&at, probe, depth);
        let clear = met.is_none();
        if let Some(trace) = met {
            let (before, next) = (front.next.len(), &mut front.next);
            let stack = &mut front.stack;
            depth = descend(tree, probe, stack, (at, trace), depth, stats, leaf, |step| {
                next.push(step);
            });
            match front.next[before].continues {
                Continues::Cut => stats.kept += 1,
                _ => stats.dropped += 1,
            }
        } else {
            stats.kept += 1;
            front.next.push(Step { at, continues });
        }
        front.close(clear, tree, probe, depth, stats);
    }
    drop(steps);
    front.cut = std::mem::replace(&mut front.next, old);
    if depth < f64::INFINITY {
        front.weigh(stats.nodes - before, from_root);
    }
    depth
}

/// Visits everything below a place that was found to meet the sweep; `emit` gets the opened
/// places in preorder.
#[inline]
#[expect(clippy::too_many_arguments, reason = "the locals of one loop")]
fn descend<H: Hierarchy>(
    tree: &H,
    probe: &H::Probe,
    stack: &mut Vec<(H::Cursor, H::Trace)>,
    (mut at, mut trace): (H::Cursor, H::Trace),
    mut depth: f64,
    stats: &mut Stats,
    leaf: &mut impl FnMut(&[u32], f64, &mut Stats) -> f64,
    mut emit: impl FnMut(Step<H>),
) -> f64 {
    stack.clear();
    loop {
        let continues = match tree.open(&at) {
            Open::Pair(first, second) => {
                stack.extend([(second, trace), (first, trace)]);
                Continues::Pair
            }
            Open::One(child) => {
                stack.push((child, trace));
                Continues::One
            }
            Open::Leaf(triangles) => {
                depth = leaf(triangles, depth, stats);
                Continues::Cut
            }
        };
        emit(Step { at, continues });
        loop {
            let Some((next, above)) = stack.pop() else {
                return depth;
            };
            stats.nodes += 1;
            if let Some(below) = tree.narrow(&above, &next, probe, depth) {
                (at, trace) = (next, below);
                break;
            }
            emit(Step { at: next, continues: Continues::Cut });
        }
    }
}
