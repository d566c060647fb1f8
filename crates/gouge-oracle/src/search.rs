//! Best first: the greatest value of a function over a set, from a bound over its pieces.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// When a search may end.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Values up to here are of no interest: it is enough to know that there are no greater ones.
    pub floor: f64,
    /// A value above this ends the search.
    pub ceiling: f64,
    /// Bounds this close to the best value found end the search.
    pub close: f64,
    /// So does this number of pieces.
    pub pieces: usize,
}

impl Goal {
    /// Whether a better value would change nothing.
    pub(crate) fn is_told<W>(&self, found: &Bounds<W>) -> bool {
        found.hi <= self.floor || found.lo > self.ceiling
    }

    /// To `close`, wherever the value lies.
    pub fn within(close: f64, pieces: usize) -> Self {
        Self { floor: f64::NEG_INFINITY, ceiling: f64::INFINITY, close, pieces }
    }
}

/// What was found: the greatest value lies in `[lo, hi]`.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<W> {
    /// A value that is reached.
    pub lo: f64,
    /// No value is greater.
    pub hi: f64,
    /// Where `lo` is reached.
    pub at: Option<W>,
}

struct Open<P> {
    bound: f64,
    order: usize,
    piece: P,
}

impl<P> PartialEq for Open<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<P> Eq for Open<P> {}

impl<P> PartialOrd for Open<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for Open<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound).then(other.order.cmp(&self.order))
    }
}

/// One piece looked at: an upper bound over it (`None` if nothing of it counts), and a value
/// reached in it.
pub struct Look<W> {
    /// No value in the piece is greater.
    pub bound: Option<f64>,
    /// A value and where it is reached.
    pub reached: Option<(f64, W)>,
}

/// Searches `first`: `look` bounds a piece, given the best value so far, and may narrow it;
/// `split` cuts it.
pub fn greatest<P, W: Copy>(
    first: Vec<P>,
    goal: Goal,
    mut look: impl FnMut(&mut P, f64) -> Look<W>,
    mut split: impl FnMut(P) -> Vec<P>,
) -> Bounds<W> {
    let mut best = Bounds { lo: f64::NEG_INFINITY, hi: f64::INFINITY, at: None };
    let mut open: BinaryHeap<Open<P>> = BinaryHeap::new();
    let mut waiting = first;
    let mut seen = 0;
    // The greatest bound among pieces that were left because they are close or of no interest.
    let mut left = f64::NEG_INFINITY;
    loop {
        for mut piece in waiting.drain(..) {
            seen += 1;
            let Look { bound, reached } = look(&mut piece, best.lo);
            if let Some((value, place)) = reached
                && value > best.lo
            {
                (best.lo, best.at) = (value, Some(place));
            }
            if let Some(bound) = bound {
                open.push(Open { bound, order: seen, piece });
            }
        }
        let Some(top) = open.pop() else { break };
        if top.bound <= goal.floor.max(best.lo + goal.close)
            || best.lo > goal.ceiling
            || seen >= goal.pieces
        {
            left = top.bound;
            break;
        }
        waiting = split(top.piece);
    }
    best.hi = left.max(best.lo);
    best
}
