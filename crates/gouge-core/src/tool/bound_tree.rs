//! The least of many values by branch and bound over a tree of boxes.
//!
//! Every step of a sweep asks for the nearest face of a mesh tool; going through all 1,680 of the
//! mesh ball took most of the time of a check.

use gouge_mesh::geom::KdOrder;

/// Items in one leaf.
const LEAF: usize = 8;

/// Nodes that wait while a leaf is reached: one for each level, and there are no more than 2^29
/// leaves.
const DEEPEST: usize = 32;

/// Lower and upper ends of a box, axis by axis.
pub(super) type Extent<const D: usize> = [[f64; 2]; D];

/// A tree of bounds over items.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoundTree<B> {
    /// One for each node.
    bounds: Vec<B>,
    order: KdOrder,
}

impl<const D: usize> BoundTree<Extent<D>> {
    /// A tree over items given by their boxes.
    pub fn new(items: &[Extent<D>]) -> Self {
        let around = |held: &[u32]| {
            let none = [[f64::INFINITY, f64::NEG_INFINITY]; D];
            held.iter().fold(none, |all, &i| join(&all, &items[i as usize]))
        };
        Self::over(items, around)
    }
}

impl<B> BoundTree<B> {
    /// A tree over items that lie together where the middles of their boxes do, with the bounds
    /// that are made of all items of a node.
    pub fn over<const D: usize>(items: &[Extent<D>], bounds: impl Fn(&[u32]) -> B) -> Self {
        let middles: Vec<[f64; D]> = items.iter().map(|item| item.map(|[a, b]| a + b)).collect();
        let all = (0..items.len() as u32).collect();
        let order = KdOrder::new(all, |i| middles[i as usize], LEAF);
        let bounds = (0..order.nodes()).map(|node| bounds(order.held(node))).collect();
        Self { bounds, order }
    }

    /// The item of least value and that value; of equal ones the first. `bound` is at most the
    /// value of anything in a node. `None` when there are no items.
    pub fn find(
        &self,
        bound: impl Fn(&B) -> f64,
        mut value: impl FnMut(usize) -> f64,
    ) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        let mut open = [(f64::NEG_INFINITY, 0usize); DEEPEST];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (low, node) = open[count];
            if best.is_some_and(|(_, least)| low > least) {
                continue;
            }
            if self.order.is_inner(node) {
                let child = |k: usize| (bound(&self.bounds[k]), k);
                let (a, b) = (child(2 * node + 1), child(2 * node + 2));
                // The more promising one is taken up first.
                (open[count], open[count + 1]) = if a.0 <= b.0 { (b, a) } else { (a, b) };
                count += 2;
                continue;
            }
            for &item in self.order.held(node) {
                let (item, here) = (item as usize, value(item as usize));
                if best.is_none_or(|(i, v)| here < v || (here == v && item < i)) {
                    best = Some((item, here));
                }
            }
        }
        best
    }

    /// Hands out the items of the nodes that `opens` holds for; it is told the first item of each.
    pub fn within(&self, mut opens: impl FnMut(&B, usize) -> bool, mut item: impl FnMut(usize)) {
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let held = self.order.held(node);
            if !held.first().is_some_and(|&first| opens(&self.bounds[node], first as usize)) {
                continue;
            }
            if self.order.is_inner(node) {
                open.extend([2 * node + 2, 2 * node + 1]);
            } else {
                held.iter().for_each(|&i| item(i as usize));
            }
        }
    }
}

fn join<const D: usize>(a: &Extent<D>, b: &Extent<D>) -> Extent<D> {
    std::array::from_fn(|k| [a[k][0].min(b[k][0]), a[k][1].max(b[k][1])])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_least_is_found() {
        for count in [1usize, 2, 7, 8, 9, 31, 200, 1001] {
            let at = |i: usize| [(i * 7919 % 101) as f64, (i * 104_729 % 37) as f64];
            let items: Vec<Extent<2>> = (0..count).map(|i| at(i).map(|v| [v, v])).collect();
            let tree = BoundTree::new(&items);
            for q in 0..50 {
                let q = [f64::from(q * 13 % 100), f64::from(q * 29 % 40)];
                let far = |b: &Extent<2>| {
                    (0..2)
                        .map(|k| (b[k][0] - q[k]).max(q[k] - b[k][1]).max(0.0).powi(2))
                        .sum::<f64>()
                };
                let value = |i: usize| far(&items[i]);
                let want = (0..count).map(|i| (i, value(i))).min_by(|a, b| a.1.total_cmp(&b.1));
                let mut asked = 0;
                let found = tree.find(far, |i| {
                    asked += 1;
                    value(i)
                });
                assert_eq!(found, want);
                assert!(count < 1000 || asked < 100, "{asked}");
            }
        }
        assert_eq!(BoundTree::<Extent<2>>::new(&[]).find(|_| 0.0, |_| 0.0), None);
    }
}
