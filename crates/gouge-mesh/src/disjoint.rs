//! Disjoint sets of the numbers below a count (Tarjan 1975): path halving, the least member as
//! root, so that the answer does not depend on the order of the joins.

/// Disjoint sets; at first every number is one of its own.
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// The numbers below `count`, each for itself. `count` fits into 32 bits.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// The least member of the set that holds `of`.
    pub fn root(&mut self, of: usize) -> usize {
        let mut at = of;
        while self.0[at] as usize != at {
            let above = self.0[self.0[at] as usize];
            self.0[at] = above;
            at = above as usize;
        }
        at
    }

    /// Makes one set of two.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b) as u32;
    }
}
