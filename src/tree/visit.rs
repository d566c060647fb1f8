//! The one traversal, with or without a front.

use super::front::{Below, Front, Opened, Step};
use super::{Hierarchy, Open, Stats};

/// Hands every triangle of `tree` that may be at least `depth` deep in the probed sweep to
/// `triangle`, and returns the final depth.
///
/// `triangle(index, depth)` gets the depth in force and returns the new one, no smaller:
/// triangles that provably lie less deep than that are skipped from then on
/// (`f64::INFINITY` ends the search). A triangle may come more than once in trees that cut
/// triangles; the order is fixed by the tree, not by the front. Every triangle whose true
/// depth is not below the final one has been handed over.
pub fn visit<H: Hierarchy>(
    tree: &H,
    probe: &H::Probe,
    front: &mut Front<H>,
    mut depth: f64,
    stats: &mut Stats,
    mut triangle: impl FnMut(u32, f64) -> f64,
) -> f64 {
    let Some(root) = tree.root() else {
        return depth;
    };
    if !front.carry {
        stats.nodes += 1;
        if let Some(trace) = tree.meets(&root, probe, depth) {
            let stack = &mut front.stack;
            return descend(
                tree,
                probe,
                stack,
                (root, trace),
                depth,
                stats,
                &mut triangle,
                |_, _| (),
            );
        }
        return depth;
    }
    let mut old = std::mem::take(&mut front.cut);
    if old.is_empty() {
        old.push(Step { at: root, below: Below::Cut });
    }
    for &Step { at, below } in &old {
        if below != Below::Cut {
            let left = if below == Below::Pair { 2 } else { 1 };
            front.open.push(Opened { index: front.next.len(), left, clear: true });
            front.next.push(Step { at, below });
            continue;
        }
        stats.nodes += 1;
        let met = tree.meets(&at, probe, depth);
        let clear = met.is_none();
        if let Some(trace) = met {
            let before = front.next.len();
            let (next, stack) = (&mut front.next, &mut front.stack);
            depth = descend(
                tree,
                probe,
                stack,
                (at, trace),
                depth,
                stats,
                &mut triangle,
                |at, below| next.push(Step { at, below }),
            );
            if front.next[before].below == Below::Cut {
                stats.kept += 1;
            } else {
                stats.dropped += 1;
            }
        } else {
            stats.kept += 1;
            front.next.push(Step { at, below });
        }
        front.close(clear, stats, |parent, stats| {
            stats.nodes += 1;
            tree.meets(parent, probe, depth).is_none()
        });
    }
    old.clear();
    front.cut = std::mem::replace(&mut front.next, old);
    depth
}

/// Visits everything below a place that was found to meet the probe; `emit` gets the opened
/// places in preorder.
#[allow(clippy::too_many_arguments)] // the locals of one loop, split off only to be used twice
#[inline]
fn descend<H: Hierarchy>(
    tree: &H,
    probe: &H::Probe,
    stack: &mut Vec<(H::Cursor, H::Trace)>,
    (mut at, mut trace): (H::Cursor, H::Trace),
    mut depth: f64,
    stats: &mut Stats,
    triangle: &mut impl FnMut(u32, f64) -> f64,
    mut emit: impl FnMut(H::Cursor, Below),
) -> f64 {
    stack.clear();
    loop {
        match tree.open(&at) {
            Open::Pair(first, second) => {
                emit(at, Below::Pair);
                stack.push((second, trace));
                stack.push((first, trace));
            }
            Open::One(child) => {
                emit(at, Below::One);
                stack.push((child, trace));
            }
            Open::Leaf(triangles) => {
                emit(at, Below::Cut);
                stats.triangles += triangles.len() as u64;
                for &index in triangles {
                    depth = depth.max(triangle(index, depth));
                }
            }
        }
        loop {
            let Some((next, above)) = stack.pop() else {
                return depth;
            };
            stats.nodes += 1;
            if let Some(below) = tree.narrow(&above, &next, probe, depth) {
                (at, trace) = (next, below);
                break;
            }
            emit(next, Below::Cut);
        }
    }
}
