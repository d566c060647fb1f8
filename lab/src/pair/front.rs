//! Temporal coherence: the cut through a tree at which the last query stopped.
//!
//! Consecutive queries meet nearly the same places, so the next starts where the last one
//! ended (Klosowski's front tracking; Tropp et al.'s front on the tree of tests). The cut is
//! kept as the opened top of the tree in preorder: passing over it once per query finds
//! siblings and parents without any link in the tree itself, so any [`Search`] will do.

use super::search::{Places, Search};
use crate::tree::Stats;

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
/// Belongs to one tree; use a new one, or [`PairFront::reset`], for another. Queries with and
/// without carrying find the same triangles deeper than their final depth.
pub struct PairFront<K: Places> {
    pub(super) carry: bool,
    pub(super) cut: Vec<Step<K>>,
    pub(super) next: Vec<Step<K>>,
    pub(super) stack: Vec<(K::Place, K::Trace, bool)>,
    pub(super) open: Vec<Opened>,
    /// Node tests of the last search from the root.
    whole: u64,
    /// Searches to come that start at the root and carry nothing.
    rest: u32,
    /// How many there will be when carrying fails to pay again.
    pause: u32,
}

/// Searches without carrying at most until it is tried again.
const LONGEST_PAUSE: u32 = 32;

/// A carried search has to need less than this share of the tests of one from the root: keeping
/// the front costs as well.
const WORTH_CARRYING: f64 = 0.9;

/// An inner place of the old cut whose children are being passed.
pub(super) struct Opened {
    /// Where it stands in the new cut.
    pub index: usize,
    /// Children still to come.
    pub left: u8,
    /// All children so far were in the old cut and are clear now.
    pub clear: bool,
}

impl<K: Places> PairFront<K> {
    /// A front that carries its cut from query to query.
    pub fn new() -> Self {
        Self::with(true)
    }

    /// Working memory only: every query starts at the root.
    pub fn without() -> Self {
        Self::with(false)
    }

    fn with(carry: bool) -> Self {
        Self {
            carry,
            cut: Vec::new(),
            next: Vec::new(),
            stack: Vec::new(),
            open: Vec::new(),
            whole: 0,
            rest: 0,
            pause: 1,
        }
    }

    /// Whether the next search is to carry its cut on.
    pub(super) fn carries(&mut self) -> bool {
        let resting = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        self.carry && !resting
    }

    /// Takes note of the node tests of a search that was carried, or of one from the root: a cut
    /// that does not pay is given up for a while, for longer each time.
    pub(super) fn weigh(&mut self, tests: u64, from_root: bool) {
        if from_root {
            self.whole = tests;
        } else if (tests as f64) < WORTH_CARRYING * self.whole as f64 {
            self.pause = (self.pause / 2).max(1);
        } else {
            self.cut.clear();
            self.rest = self.pause;
            self.pause = (2 * self.pause).min(LONGEST_PAUSE);
        }
    }

    /// Forgets the cut: the next query starts at the root. For jumps (rapids, tool changes).
    pub fn reset(&mut self) {
        self.cut.clear();
    }

    /// The places of the cut, in the tree's order. Empty before the first query, after
    /// [`PairFront::reset`] and when nothing is carried, because it would not pay, say.
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

impl<K: Places> Default for PairFront<K> {
    fn default() -> Self {
        Self::new()
    }
}
