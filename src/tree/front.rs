//! Temporal coherence: the cut through a tree at which the last query stopped.
//!
//! Consecutive motions meet nearly the same nodes, so the next query starts where the last
//! one ended (Klosowski's front tracking, Tropp et al.'s front on the test tree with a
//! single mover). The cut is kept as the opened top of the tree in preorder: passing over it
//! once per query finds siblings and parents without any link in the tree itself, so any
//! [`Hierarchy`]'s cursors will do.

use super::{Hierarchy, Stats};

/// How a place of the opened top continues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    /// Two children follow.
    Pair,
    /// One child follows.
    One,
    /// Nothing: the place is part of the cut.
    Cut,
}

/// A place of the opened top.
pub(super) struct Step<C> {
    pub at: C,
    pub below: Below,
}

/// What one query leaves for the next, and its working memory.
///
/// Belongs to one tree; use a new one, or [`Front::reset`], for another. Queries with and
/// without carrying find the same triangles deeper than their final depth.
pub struct Front<H: Hierarchy> {
    pub(super) carry: bool,
    pub(super) cut: Vec<Step<H::Cursor>>,
    pub(super) next: Vec<Step<H::Cursor>>,
    pub(super) stack: Vec<(H::Cursor, H::Trace)>,
    pub(super) open: Vec<Opened>,
}

/// An inner place of the old cut whose children are being passed.
pub(super) struct Opened {
    /// Where it stands in the new cut.
    pub index: usize,
    /// Children still to come.
    pub left: u8,
    /// All children so far were in the old cut and are clear now.
    pub clear: bool,
}

impl<H: Hierarchy> Front<H> {
    /// A front that carries its cut from query to query.
    pub fn new() -> Self {
        Self::with(true)
    }

    /// Working memory only: every query starts at the root.
    pub fn without() -> Self {
        Self::with(false)
    }

    fn with(carry: bool) -> Self {
        Self { carry, cut: Vec::new(), next: Vec::new(), stack: Vec::new(), open: Vec::new() }
    }

    /// Forgets the cut: the next query starts at the root. For jumps (rapids, tool changes).
    pub fn reset(&mut self) {
        self.cut.clear();
    }

    /// The places of the cut, in the tree's order. Empty before the first query, after
    /// [`Front::reset`] and when nothing is carried.
    pub fn cut(&self) -> impl Iterator<Item = &H::Cursor> {
        self.cut.iter().filter(|s| s.below == Below::Cut).map(|s| &s.at)
    }

    /// Takes note that a child of the innermost opened place is done; `clear` if it was in
    /// the old cut and is clear. Once both children of a place are clear, `parent_clear` is
    /// asked and, on yes, the place joins the cut in their stead. One level per query: a
    /// place that has just joined does not lift its own parent.
    pub(super) fn close(
        &mut self,
        mut clear: bool,
        stats: &mut Stats,
        mut parent_clear: impl FnMut(&H::Cursor, &mut Stats) -> bool,
    ) {
        while let Some(opened) = self.open.last_mut() {
            opened.left -= 1;
            opened.clear &= clear;
            if opened.left > 0 {
                return;
            }
            let (index, all_clear) = (opened.index, opened.clear);
            self.open.pop();
            if all_clear && parent_clear(&self.next[index].at, stats) {
                self.next.truncate(index + 1);
                self.next[index].below = Below::Cut;
                stats.raised += 1;
            }
            clear = false;
        }
    }
}

impl<H: Hierarchy> Default for Front<H> {
    fn default() -> Self {
        Self::new()
    }
}
