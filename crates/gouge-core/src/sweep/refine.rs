//! The one refinement loop: take the widest item, split it, bound its parts.
//!
//! Best-first branch and bound (Land and Doig 1960). The bounds of parts are taken as no greater
//! than that of the whole, so the loop can end at any step: the bound of the widest open item holds
//! for everything that is still open.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// Something open with its upper bound; of equal bounds the later one comes first, whatever the
/// items are: what was split last is split further, so that a lower bound is soon found.
struct Open<N> {
    hi: f64,
    serial: usize,
    item: N,
}

impl<N> PartialEq for Open<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<N> Eq for Open<N> {}

impl<N> PartialOrd for Open<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N> Ord for Open<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.hi.total_cmp(&other.hi).then(self.serial.cmp(&other.serial))
    }
}

/// Refines `open`, items with their upper bounds, and returns the bound of all that is open in the
/// end; minus infinity when nothing is.
///
/// `split(hi, &item, parts)` gets the widest item and puts its parts with their bounds into
/// `parts`; parts that hold nothing of interest are left out. It breaks off where the bounds are
/// good enough or the item cannot be split: the item counts as open then.
pub fn refine<N>(
    open: impl IntoIterator<Item = (f64, N)>,
    mut split: impl FnMut(f64, &N, &mut Vec<(f64, N)>) -> ControlFlow<()>,
) -> f64 {
    let mut serial = 0;
    let mut heap = BinaryHeap::new();
    let mut put = |heap: &mut BinaryHeap<Open<N>>, (hi, item): (f64, N)| {
        serial += 1;
        heap.push(Open { hi, serial, item });
    };
    open.into_iter().for_each(|item| put(&mut heap, item));
    let mut parts = Vec::new();
    while let Some(widest) = heap.pop() {
        if split(widest.hi, &widest.item, &mut parts).is_break() {
            return widest.hi;
        }
        for (hi, item) in parts.drain(..) {
            put(&mut heap, (hi.min(widest.hi), item));
        }
    }
    f64::NEG_INFINITY
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The top of a parabola between two ends, each interval bounded by its slope.
    #[test]
    fn the_widest_is_split_first_and_the_end_bounds_all() {
        let height = |x: f64| 1.0 - (x - 0.3) * (x - 0.3);
        let bound = |[a, b]: [f64; 2]| height(0.5 * (a + b)) + 2.0 * (b - a);
        let mut lo = f64::NEG_INFINITY;
        let mut last = f64::INFINITY;
        let hi = refine([(bound([0.0, 1.0]), [0.0, 1.0])], |hi, &[a, b], parts| {
            assert!(hi <= last);
            last = hi;
            let middle = 0.5 * (a + b);
            lo = lo.max(height(middle));
            if hi - lo < 1e-3 {
                return ControlFlow::Break(());
            }
            parts.extend([[a, middle], [middle, b]].map(|part| (bound(part), part)));
            ControlFlow::Continue(())
        });
        assert!(lo <= 1.0 && 1.0 <= hi && hi - lo < 1e-3, "{lo} {hi}");
    }

    /// Of a thousand that are bounded alike, all were split once before any was split twice.
    #[test]
    fn of_equal_bounds_one_is_followed_to_its_end() {
        let mut splits = 0;
        refine((0..1000).map(|_| (1.0, 0)), |hi, &depth, parts| {
            splits += 1;
            if depth == 10 {
                return ControlFlow::Break(());
            }
            parts.extend([(hi, depth + 1), (hi, depth + 1)]);
            ControlFlow::Continue(())
        });
        assert_eq!(splits, 11);
    }

    #[test]
    fn what_has_no_parts_bounds_nothing() {
        assert_eq!(refine([(1.0, ())], |_, (), _| ControlFlow::Continue(())), f64::NEG_INFINITY);
    }
}
