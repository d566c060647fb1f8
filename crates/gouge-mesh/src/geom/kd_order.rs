//! Items in the order of a balanced k-d tree; the order alone defines the tree.

/// Items parted in halves, quarters and so on by where they lie.
///
/// Node k of the tree has the children 2k + 1 and 2k + 2; the last level holds the leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KdOrder {
    /// In the order of the leaves, in each by their numbers.
    items: Vec<u32>,
    leaves: usize,
}

impl KdOrder {
    /// The tree of some items by their middles, about as many in a leaf as `leaf` says.
    pub fn new<const D: usize>(
        mut items: Vec<u32>,
        middle: impl Fn(u32) -> [f64; D],
        leaf: usize,
    ) -> Self {
        let leaves = items.len().div_ceil(leaf).next_power_of_two();
        part(&mut items, &middle, leaves);
        let mut order = Self { items, leaves };
        for leaf in 0..leaves {
            let [from, to] = order.share(order.inner() + leaf);
            order.items[from..to].sort_unstable();
        }
        order
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.inner() + self.leaves
    }

    /// Whether a node has children.
    #[inline]
    pub fn is_inner(&self, node: usize) -> bool {
        node < self.inner()
    }

    /// The items of a node.
    #[inline]
    pub fn held(&self, node: usize) -> &[u32] {
        let [from, to] = self.share(node);
        &self.items[from..to]
    }

    #[inline]
    fn inner(&self) -> usize {
        self.leaves.saturating_sub(1)
    }

    /// From where to where the items of a node are: each level of the tree shares all of them.
    #[inline]
    fn share(&self, node: usize) -> [usize; 2] {
        let level = (node + 1).ilog2();
        let first = node + 1 - (1 << level);
        [first, first + 1].map(|k| (k * self.items.len()) >> level)
    }
}

/// Parts items so that every half, quarter and so on lies together, whatever is within the leaves.
fn part<const D: usize>(items: &mut [u32], middle: &impl Fn(u32) -> [f64; D], leaves: usize) {
    if leaves < 2 || items.is_empty() {
        return;
    }
    let none = [[f64::INFINITY, f64::NEG_INFINITY]; D];
    let ends = items.iter().fold(none, |ends, &item| {
        let at = middle(item);
        std::array::from_fn(|k| [ends[k][0].min(at[k]), ends[k][1].max(at[k])])
    });
    let spread = |k: usize| ends[k][1] - ends[k][0];
    let widest = (0..D).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(0);
    let at = |item: u32| middle(item)[widest];
    // About where the nodes share them: a misplaced item only widens a bound.
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |&a, &b| at(a).total_cmp(&at(b)).then(a.cmp(&b)));
    let (low, high) = items.split_at_mut(half);
    part(low, middle, leaves / 2);
    part(high, middle, leaves / 2);
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    #[test]
    fn every_level_holds_each_item_once_and_the_leaves_few() {
        let mut random = Random::new(41);
        for count in [0usize, 1, 3, 4, 5, 17, 500] {
            let at: Vec<[f64; 2]> =
                (0..count).map(|_| [random.between(0.0, 9.0), random.between(0.0, 1.0)]).collect();
            let order = KdOrder::new((0..count as u32).collect(), |i| at[i as usize], 4);
            let mut level = vec![0];
            while order.is_inner(level[0]) {
                level = level.iter().flat_map(|k| [2 * k + 1, 2 * k + 2]).collect();
                let mut held: Vec<u32> =
                    level.iter().flat_map(|&k| order.held(k)).copied().collect();
                held.sort_unstable();
                assert!(held.into_iter().eq(0..count as u32), "{count}");
            }
            assert_eq!(level.last().map(|last| last + 1), Some(order.nodes()));
            assert!(
                level
                    .iter()
                    .all(|&leaf| order.held(leaf).len() <= 4 && order.held(leaf).is_sorted())
            );
        }
    }
}
