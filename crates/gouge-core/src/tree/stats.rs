//! Counters of the work done by queries.

use std::ops::AddAssign;

/// Work done by queries. The same for the same input, whatever the number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Bounding volumes tested.
    pub nodes: u64,
    /// Triangles handed to the exact test.
    pub triangles: u64,
    /// Places of a front that stayed as they were.
    pub kept: u64,
    /// Places of a front replaced by places below them.
    pub dropped: u64,
    /// Pairs of places of a front replaced by their parent.
    pub raised: u64,
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.triangles += other.triangles;
        self.kept += other.kept;
        self.dropped += other.dropped;
        self.raised += other.raised;
    }
}
