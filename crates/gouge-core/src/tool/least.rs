//! The least of many values, found through boxes around what the values depend on.
//!
//! The faces of a mesh tool are asked for the nearest of them at every step of a sweep; going
//! through all 1,680 of the mesh ball took most of the time of a check.

/// Items in one leaf.
const LEAF: usize = 8;

/// Nodes that wait while a leaf is reached: one for each level, and there are no more than 2^29
/// leaves.
const DEEPEST: usize = 32;

/// Lower and upper ends of a box, axis by axis.
pub(super) type Extent<const D: usize> = [[f64; 2]; D];

/// A tree of boxes over items.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Least<const D: usize> {
    /// Node k has the children 2k + 1 and 2k + 2; the last level holds the leaves.
    boxes: Vec<Extent<D>>,
    /// Items in the order of the leaves.
    order: Vec<u32>,
    /// Nodes above the leaves.
    inner: usize,
}

impl<const D: usize> Least<D> {
    /// A tree over items given by their boxes.
    pub fn new(items: &[Extent<D>]) -> Self {
        let leaves = items.len().div_ceil(LEAF).next_power_of_two();
        let mut order: Vec<u32> = (0..items.len() as u32).collect();
        sort(&mut order, items, leaves);
        let inner = leaves - 1;
        let mut boxes = vec![[[f64::INFINITY, f64::NEG_INFINITY]; D]; inner + leaves];
        for leaf in 0..leaves {
            let [from, to] = share(order.len(), leaves, leaf);
            let held = order[from..to].iter().map(|&i| items[i as usize]);
            boxes[inner + leaf] = held.fold(boxes[inner + leaf], |a, b| join(&a, &b));
        }
        for node in (0..inner).rev() {
            boxes[node] = join(&boxes[2 * node + 1], &boxes[2 * node + 2]);
        }
        Self { boxes, order, inner }
    }

    /// The item of least value and that value; of equal ones the first. `bound` is at most the
    /// value of anything in a box. `None` when there are no items.
    pub fn find(
        &self,
        bound: impl Fn(&Extent<D>) -> f64,
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
            if node < self.inner {
                let child = |k: usize| (bound(&self.boxes[k]), k);
                let (a, b) = (child(2 * node + 1), child(2 * node + 2));
                // The more promising one is taken up first.
                (open[count], open[count + 1]) = if a.0 <= b.0 { (b, a) } else { (a, b) };
                count += 2;
                continue;
            }
            let [from, to] = share(self.order.len(), self.inner + 1, node - self.inner);
            for &item in &self.order[from..to] {
                let (item, here) = (item as usize, value(item as usize));
                if best.is_none_or(|(i, v)| here < v || (here == v && item < i)) {
                    best = Some((item, here));
                }
            }
        }
        best
    }
}

impl<const D: usize> Least<D> {
    /// Hands out all items of boxes in which something may have a value up to `most`. `bound` is at
    /// most the value of anything in a box.
    pub fn within(
        &self,
        bound: impl Fn(&Extent<D>) -> f64,
        most: f64,
        mut item: impl FnMut(usize),
    ) {
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            if bound(&self.boxes[node]) > most {
                continue;
            }
            if node < self.inner {
                open.extend([2 * node + 2, 2 * node + 1]);
            } else {
                let [from, to] = share(self.order.len(), self.inner + 1, node - self.inner);
                self.order[from..to].iter().for_each(|&i| item(i as usize));
            }
        }
    }
}

/// The stretch of `count` items that falls to one of `leaves`.
fn share(count: usize, leaves: usize, leaf: usize) -> [usize; 2] {
    [leaf * count / leaves, (leaf + 1) * count / leaves]
}

fn join<const D: usize>(a: &Extent<D>, b: &Extent<D>) -> Extent<D> {
    std::array::from_fn(|k| [a[k][0].min(b[k][0]), a[k][1].max(b[k][1])])
}

/// Sorts items so that every half, quarter and so on lies together.
fn sort<const D: usize>(order: &mut [u32], items: &[Extent<D>], leaves: usize) {
    if leaves < 2 || order.is_empty() {
        return;
    }
    let middle = |i: u32, k: usize| items[i as usize][k][0] + items[i as usize][k][1];
    let spread = |k: usize| {
        let [lo, hi] = order.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], &i| {
            [lo.min(middle(i, k)), hi.max(middle(i, k))]
        });
        hi - lo
    };
    let widest = (0..D).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(0);
    order.sort_by(|&a, &b| middle(a, widest).total_cmp(&middle(b, widest)).then(a.cmp(&b)));
    // About where `share` cuts them: a misplaced item only widens a box.
    let (low, high) = order.split_at_mut(share(order.len(), 2, 0)[1]);
    sort(low, items, leaves / 2);
    sort(high, items, leaves / 2);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_least_is_found() {
        for count in [1usize, 2, 7, 8, 9, 31, 200, 1001] {
            let at = |i: usize| [(i * 7919 % 101) as f64, (i * 104_729 % 37) as f64];
            let items: Vec<Extent<2>> = (0..count).map(|i| at(i).map(|v| [v, v])).collect();
            let tree = Least::new(&items);
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
        assert_eq!(Least::<2>::new(&[]).find(|_| 0.0, |_| 0.0), None);
    }
}
