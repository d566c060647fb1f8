//! Where a set of triangles is cut in two: by a plane across an axis, at their centroids.
//!
//! The four rules and two points of the k-DOP source. A split that leaves one side empty,
//! or a branch that grows too deep, is halved by index instead, so every input terminates.

use gouge_mesh::mesh::Mesh;

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
    /// How many directions the plane may be across: 3 for the axes, 9 with the face diagonals, 13
    /// with the space diagonals too.
    pub lines: usize,
    /// Split into four for a moment and join the best two groups of them: the source's
    /// oscillating tree.
    pub oscillate: bool,
}

/// Directions a plane may be across: axes, face diagonals, space diagonals.
pub const LINES: [[i8; 3]; 13] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
    [1, 1, 1],
    [1, -1, -1],
    [1, 1, -1],
    [1, -1, 1],
];

impl Default for Splitting {
    /// The defaults of the k-DOP source for a fixed environment.
    fn default() -> Self {
        Self {
            rule: Rule::Splatter,
            pivot: Pivot::Mean,
            leaf: 1,
            inflate: 0.0,
            lines: 3,
            oscillate: false,
        }
    }
}

impl Splitting {
    /// The R-tree of the source's baselines.
    pub const R_TREE: Self = Self {
        rule: Rule::MinMax,
        pivot: Pivot::Median,
        leaf: 1,
        inflate: 0.0,
        lines: 3,
        oscillate: false,
    };
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
        if depth >= DEEPEST_PLANE_SPLIT {
            return items.len() / 2;
        }
        if self.oscillate && items.len() >= 4 {
            return self.regroup(items, &cost);
        }
        self.plain(items, &cost)
    }

    fn plain(&self, items: &mut [Item], cost: &impl Fn(&[Item], &[Item]) -> [f64; 2]) -> usize {
        let lines = 0..self.lines.clamp(1, LINES.len());
        let axis = match self.rule {
            Rule::Splatter => least(lines.map(|line| -variance(items, line))),
            Rule::LongestSide => least(lines.map(|line| -extent(items, line))),
            Rule::MinSum | Rule::MinMax => least(lines.map(|axis| {
                let (first, second) = {
                    let count = self.cut(items, axis);
                    items.split_at(count)
                };
                let [a, b] = cost(first, second);
                if self.rule == Rule::MinSum { a + b } else { a.max(b) }
            })),
        };
        self.cut(items, axis)
    }

    /// Splits twice and joins the up to four parts in the two groups whose volumes have the
    /// least sum.
    fn regroup(&self, items: &mut [Item], cost: &impl Fn(&[Item], &[Item]) -> [f64; 2]) -> usize {
        let middle = self.plain(items, cost);
        let (first, second) = items.split_at_mut(middle);
        let mut parts: Vec<Vec<Item>> = Vec::with_capacity(4);
        for half in [first, second] {
            let count = if half.len() > 1 { self.plain(half, cost) } else { 0 };
            parts.extend([half[..count].to_vec(), half[count..].to_vec()]);
        }
        let group = |mask: usize, side: usize| -> Vec<Item> {
            let part = (0..4).filter(|k| mask >> k & 1 == side);
            part.flat_map(|k| parts[k].iter().copied()).collect()
        };
        // The last part stays in the second group: seven ways.
        let ways = 1..8;
        let sums = ways.clone().map(|mask| {
            let (a, b) = (group(mask, 1), group(mask, 0));
            if a.is_empty() { f64::INFINITY } else { cost(&a, &b).iter().sum() }
        });
        let mask = ways.start + least(sums);
        let first = group(mask, 1);
        let count = first.len();
        if count == 0 {
            // No volume is finite, and the parts are still in their order.
            return middle;
        }
        items[..count].copy_from_slice(&first);
        items[count..].copy_from_slice(&group(mask, 0));
        count
    }

    fn cut(&self, items: &mut [Item], axis: usize) -> usize {
        let half = items.len() / 2;
        match self.pivot {
            Pivot::Mean => {
                let mean = mean(items, axis);
                let count = partition(items, |i| place(i, axis) < mean);
                if count == 0 || count == items.len() { half } else { count }
            }
            Pivot::Median => {
                items.select_nth_unstable_by(half, |a, b| {
                    place(a, axis).total_cmp(&place(b, axis)).then(a.triangle.cmp(&b.triangle))
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
    items.iter().map(|i| place(i, axis)).sum::<f64>() / items.len() as f64
}

/// Where a centroid lies along a line, mm; lines that are no axes are measured by the unit.
#[inline]
fn place(item: &Item, line: usize) -> f64 {
    if line < 3 {
        return item.centroid[line].into();
    }
    let d = LINES[line].map(f64::from);
    let along: f64 = item.centroid.iter().zip(d).map(|(x, d)| f64::from(*x) * d).sum();
    along / d.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn variance(items: &[Item], axis: usize) -> f64 {
    let mean = mean(items, axis);
    items.iter().map(|i| (place(i, axis) - mean).powi(2)).sum()
}

fn extent(items: &[Item], axis: usize) -> f64 {
    let (lo, hi) = items.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), i| {
        let x = place(i, axis);
        (lo.min(x), hi.max(x))
    });
    hi - lo
}

/// The first index of the least value.
fn least(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (i, value) in values.enumerate() {
        if value < best.0 {
            best = (value, i);
        }
    }
    best.1
}
