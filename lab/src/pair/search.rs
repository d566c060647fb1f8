//! Searches that can be traversed: anything that opens downward and can be proved clear from above.
//!
//! A pair of trees under a pose is a search whose places are pairs of nodes. The traversal and
//! the [`PairFront`](super::PairFront) see only this.

/// The kinds of values a search deals in: all that a front needs to know of it.
pub trait Places {
    /// A place in what is searched, with whatever was decoded on the way down to it.
    type Place: Copy + Send;
    /// What testing a place taught, of use to the tests below it.
    type Trace: Copy + Send;
    /// What testing a place taught, of use to the next query at the same place.
    type Note: Copy + Default + Send;
}

/// What lies below a place.
pub enum Below<P, L> {
    /// Two places.
    Pair(P, P),
    /// One place.
    One(P),
    /// The end: what is to be tested exactly.
    Leaf(L),
}

/// One query.
pub trait Search<K: Places> {
    /// What a leaf holds.
    type Leaf;

    /// Where to start, or `None` when there is nothing to search.
    fn root(&self) -> Option<K::Place>;
    /// What lies below `at`.
    fn open(&self, at: &K::Place) -> Below<K::Place, Self::Leaf>;
    /// `None` only if provably nothing below `at` is deeper than `depth`.
    fn meets(&self, at: &K::Place, note: &mut K::Note, depth: f64) -> Option<K::Trace>;
    /// As [`Search::meets`], for a place right below the one whose test gave `above`.
    fn narrow(
        &self,
        _above: &K::Trace,
        at: &K::Place,
        note: &mut K::Note,
        depth: f64,
    ) -> Option<K::Trace> {
        self.meets(at, note, depth)
    }
    /// Whether a front may go below `at`, or has to stay there and search anew.
    fn sprouts(&self, _at: &K::Place) -> bool {
        true
    }
    /// Whether the front's pairs of clear places may be replaced by their parents now.
    fn prunes(&self) -> bool {
        true
    }
    /// Whether a front is given up where it needs more tests than a search from the root. Not
    /// where tests differ in price.
    fn has_to_pay(&self) -> bool {
        false
    }
    /// Whether a place that has just replaced its children may be replaced in turn: all the
    /// way in one query, instead of one level a query.
    fn prunes_fully(&self) -> bool {
        false
    }
}
