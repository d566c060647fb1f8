//! Where a set of triangles is cut in two: by a plane across an axis, at their centroids.
//!
//! The four rules and two points of the k-DOP source. A split that leaves one side empty,
//! or a branch that grows too deep, is halved by index instead, so every input terminates.

use crate::mesh::Mesh;

/// Which axis the cutting plane is across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The axis along which the centroids vary most.
    Splatter,
    /// The axis along which the centroids reach farthest.
    LongestSide,
    /// The axis whose two children have the least volume together.
    MinSum,
    /// The axis whose larger child has the least volume.
    MinMax,
}

/// Where along the axis the plane stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pivot {
    /// At the mean of the centroids.
    Mean,
    /// At their median.
    Median,
}

/// How a tree is built by splitting at centroids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Splitting {
    /// Axis.
    pub rule: Rule,
    /// Place along the axis.
    pub pivot: Pivot,
    /// Triangles at most in a leaf, at least one.
    pub leaf: usize,
    /// Growth of every bounding volume on all sides, mm.
    pub inflate: f64,
}

impl Default for Splitting {
    /// The defaults of the k-DOP source for a fixed environment.
    fn default() -> Self {
        Self { rule: Rule::Splatter, pivot: Pivot::Mean, leaf: 1, inflate: 0.0 }
    }
}

impl Splitting {
    /// The R-tree of the source's baselines.
    pub const R_TREE: Self =
        Self { rule: Rule::MinMax, pivot: Pivot::Median, leaf: 1, inflate: 0.0 };
}

/// Below this depth sets are halved by index: mean splits of wildly uneven input would
/// otherwise peel off one triangle a level.
const DEEPEST_PLANE_SPLIT: u32 = 64;

/// A triangle on its way into a leaf.
#[derive(Clone, Copy)]
pub struct Item {
    /// Index into the mesh.
    pub triangle: u32,
    /// Centroid, mm. `f32` is enough for a heuristic and halves the build's memory.
    pub centroid: [f32; 3],
}

impl Item {
    /// All triangles of `mesh`, in its order.
    pub fn all(mesh: &Mesh) -> Vec<Self> {
        (0..mesh.triangles.len())
            .map(|i| {
                let [a, b, c] = mesh.triangle(i);
                let third = a / 3.0 + b / 3.0 + c / 3.0;
                Self {
                    triangle: i as u32,
                    centroid: [third.x as f32, third.y as f32, third.z as f32],
                }
            })
            .collect()
    }
}

impl Splitting {
    /// Reorders `items` and returns how many come first: at least one, and not all.
    /// `cost(first, second)` judges a partition for the two volume rules.
    pub fn split(
        &self,
        items: &mut [Item],
        depth: u32,
        cost: impl Fn(&[Item], &[Item]) -> [f64; 2],
    ) -> usize {
        let half = items.len() / 2;
        if depth >= DEEPEST_PLANE_SPLIT {
            return half;
        }
        let axis = match self.rule {
            Rule::Splatter => widest(items, variance),
            Rule::LongestSide => widest(items, extent),
            Rule::MinSum | Rule::MinMax => {
                let judged = [0, 1, 2].map(|axis| {
                    let (first, second) = {
                        let count = self.cut(items, axis);
                        items.split_at(count)
                    };
                    let [a, b] = cost(first, second);
                    if self.rule == Rule::MinSum { a + b } else { a.max(b) }
                });
                least(judged)
            }
        };
        self.cut(items, axis)
    }

    fn cut(&self, items: &mut [Item], axis: usize) -> usize {
        let half = items.len() / 2;
        match self.pivot {
            Pivot::Mean => {
                let mean = mean(items, axis);
                let count = partition(items, |i| f64::from(i.centroid[axis]) < mean);
                if count == 0 || count == items.len() { half } else { count }
            }
            Pivot::Median => {
                items.select_nth_unstable_by(half, |a, b| {
                    a.centroid[axis].total_cmp(&b.centroid[axis]).then(a.triangle.cmp(&b.triangle))
                });
                half
            }
        }
    }
}

/// Moves the items that are `low` to the front, keeping no order, and counts them.
fn partition(items: &mut [Item], low: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for i in 0..items.len() {
        if low(&items[i]) {
            items.swap(i, count);
            count += 1;
        }
    }
    count
}

fn mean(items: &[Item], axis: usize) -> f64 {
    items.iter().map(|i| f64::from(i.centroid[axis])).sum::<f64>() / items.len() as f64
}

fn variance(items: &[Item], axis: usize) -> f64 {
    let mean = mean(items, axis);
    items.iter().map(|i| (f64::from(i.centroid[axis]) - mean).powi(2)).sum()
}

fn extent(items: &[Item], axis: usize) -> f64 {
    let (lo, hi) = items.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(lo, hi), i| {
        (lo.min(i.centroid[axis]), hi.max(i.centroid[axis]))
    });
    f64::from(hi) - f64::from(lo)
}

fn widest(items: &[Item], measure: impl Fn(&[Item], usize) -> f64) -> usize {
    least([0, 1, 2].map(|axis| -measure(items, axis)))
}

/// The first index of the least value.
fn least(values: [f64; 3]) -> usize {
    (1..3).fold(0, |best, i| if values[i] < values[best] { i } else { best })
}
