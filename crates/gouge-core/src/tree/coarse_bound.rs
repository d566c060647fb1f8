//! Whether the top of a tree alone proves a sweep clear.

use std::collections::VecDeque;

use super::{Hierarchy, Open};

/// Whether at most `tests` node tests prove that no triangle reaches deeper than `depth` (mm)
/// into the probed sweep. `false` says nothing.
pub fn is_clear_by_top<H: Hierarchy>(tree: &H, probe: &H::Probe, depth: f64, tests: usize) -> bool {
    let mut queue: VecDeque<H::Cursor> = tree.root().into_iter().collect();
    let mut left = tests;
    while let Some(at) = queue.pop_front() {
        if queue.len() >= left {
            return false;
        }
        left -= 1;
        if tree.meets(&at, probe, depth).is_none() {
            continue;
        }
        match tree.open(&at) {
            Open::Pair(a, b) => queue.extend([a, b]),
            Open::One(child) => queue.push_back(child),
            Open::Leaf(_) => return false,
        }
    }
    true
}
