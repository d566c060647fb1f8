//! Disjoint sets of the numbers below a count (Tarjan 1975): path halving, the least member as
//! root, so that the answer does not depend on the order of the joins.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Disjoint sets; at first every number is one of its own.
///
/// Every entry points to itself or to a lower member of the same set, and only roots are ever
/// pointed elsewhere, by comparing and exchanging: so threads may join side by side (Anderson and
/// Woll, Wait-free parallel algorithms for the union-find problem, 1991).
pub struct DisjointSets(Vec<AtomicU32>);

impl DisjointSets {
    /// The numbers below `count`, each for itself. `count` fits into 32 bits.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).map(AtomicU32::new).collect())
    }

    /// The least member of the set that holds `of`.
    pub fn root(&self, of: usize) -> usize {
        let mut at = of as u32;
        loop {
            let above = self.0[at as usize].load(Relaxed);
            if above == at {
                return at as usize;
            }
            let next = self.0[above as usize].load(Relaxed);
            if next != above {
                // Another thread may have pointed it higher up meanwhile: as good.
                let _ = self.0[at as usize].compare_exchange(above, next, Relaxed, Relaxed);
            }
            at = above;
        }
    }

    /// Makes one set of two.
    pub fn join(&self, a: usize, b: usize) {
        let (mut a, mut b) = (self.root(a), self.root(b));
        while a != b {
            let (low, high) = (a.min(b), a.max(b));
            let slot = &self.0[high];
            if slot.compare_exchange(high as u32, low as u32, Relaxed, Relaxed).is_ok() {
                return;
            }
            (a, b) = (self.root(low), self.root(high));
        }
    }
}
