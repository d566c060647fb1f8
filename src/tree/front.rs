//! Temporal coherence: the cut through a tree at which the last query stopped.
//!
//! Consecutive queries meet nearly the same places, so the next starts where the last one
//! ended (Klosowski's front tracking; Tropp et al.'s front on the tree of tests). The cut is
//! kept as the opened top of the tree in preorder: passing over it once per query finds
//! siblings and parents without any link in the tree itself, so any [`Search`] will do.

use super::Stats;
use super::search::{Places, Search};

/// How a place of the opened top continues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Continues {
    /// Two children follow.
    Pair,
    /// One child follows.
    One,
    /// Nothing: the place is part of the cut.
    Cut,
}

/// A place of the opened top.
pub(super) struct Step<K: Places> {
    pub at: K::Place,
    pub continues: Continues,
    pub note: K::Note,
}

/// What one query leaves for the next, and its working memory.
///
/// Belongs to one tree; use a new one, or [`Front::reset`], for another. Queries with and
/// without carrying find the same triangles deeper than their final depth.
pub struct Front<K: Places> {
    pub(super) carry: bool,
    pub(super) cut: Vec<Step<K>>,
    pub(super) next: Vec<Step<K>>,
    pub(super) stack: Vec<(K::Place, K::Trace, bool)>,
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

impl<K: Places> Front<K> {
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
    pub fn cut(&self) -> impl Iterator<Item = &K::Place> {
        self.cut.iter().filter(|s| s.continues == Continues::Cut).map(|s| &s.at)
    }

    /// Takes note that a child of the innermost opened place is done; `clear` if it was in
    /// the old cut and is clear. Once all children of a place are clear and the place itself
    /// is, it joins the cut in their stead. Unless the search prunes fully, one level per
    /// query: a place that has just joined does not lift its own parent.
    pub(super) fn close<S: Search<K>>(
        &mut self,
        mut clear: bool,
        search: &S,
        depth: f64,
        stats: &mut Stats,
    ) {
        while let Some(opened) = self.open.last_mut() {
            opened.left -= 1;
            opened.clear &= clear;
            if opened.left > 0 {
                return;
            }
            let (index, all_clear) = (opened.index, opened.clear);
            self.open.pop();
            clear = false;
            if all_clear && search.prunes() {
                let parent = &mut self.next[index];
                stats.nodes += 1;
                if search.meets(&parent.at, &mut parent.note, depth).is_none() {
                    parent.continues = Continues::Cut;
                    self.next.truncate(index + 1);
                    stats.raised += 1;
                    clear = search.prunes_fully();
                }
            }
        }
    }
}

impl<K: Places> Default for Front<K> {
    fn default() -> Self {
        Self::new()
    }
}
