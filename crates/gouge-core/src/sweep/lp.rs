//! The small linear programme under every exact test: the highest point under a roof of planes
//! over a polygon × time.
//!
//! Variables: plane coordinates (α, β) of a point of a facet, time t in [0, 1], height s.
//! Maximise s under the cuts `g s <= a + b α + c β + d t`, (α, β) in a convex polygon.
//! Solved by the dual simplex method, one cut added at a time, from the optimal basis of the
//! previous step. The bound it reports does not trust the pivots: whatever the multipliers,
//! a non-negative combination of cuts is a cut, and a cut is highest at a corner of the domain.

use std::array::from_fn;

use nalgebra::Matrix4;
use smallvec::{SmallVec, smallvec};

use super::cut::Cut;
use super::domain::{Patch, Side};
use crate::tolerance::{LARGEST_MM, LP_FEASIBLE, LP_PIVOT};

/// Where the roof is highest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peak {
    /// Plane coordinates.
    pub y: [f64; 2],
    /// Time.
    pub t: f64,
    /// Height at the peak.
    pub s: f64,
    /// A height that is exceeded nowhere.
    pub bound: f64,
}

/// Why there is no highest point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPeak {
    /// No point of the polygon is under the cuts at any time, at no height of 0 or more.
    Nowhere,
    /// The pivots went in circles or lost their precision.
    Stuck,
}

/// A row of the basis: `g · x = r` there, `g · x <= r` everywhere.
#[derive(Clone, Copy)]
struct Row {
    g: [f64; 4],
    r: f64,
    /// The cut that it is, if it is one.
    cut: Option<u32>,
}

impl Row {
    /// A bound of time: `sign t <= r`.
    const fn time(sign: f64, r: f64) -> Self {
        Self { g: [0.0, 0.0, sign, 0.0], r, cut: None }
    }

    fn side(&Side { normal: [x, y], most }: &Side) -> Self {
        Self { g: [x, y, 0.0, 0.0], r: most, cut: None }
    }

    fn cut(cuts: &[Cut], i: usize) -> Self {
        let c = &cuts[i];
        Self { g: [-c.b, -c.c, -c.d, c.g], r: c.a, cut: Some(i as u32) }
    }

    /// By how much a point is beyond it.
    fn excess(&self, x: &[f64; 4]) -> f64 {
        dot(&self.g, x) - self.r
    }
}

/// The inverse of the rows of a basis, by columns.
type Inverse = [[f64; 4]; 4];

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// So many cuts take no room of their own in memory.
const USUAL_CUTS: usize = 12;

/// The programme with its current optimal basis.
#[derive(Clone)]
pub(super) struct Roof<'a> {
    patch: &'a Patch,
    cuts: SmallVec<[Cut; USUAL_CUTS]>,
    basis: [Row; 4],
    /// None where the rows of the basis do not meet in one point.
    inverse: Option<Inverse>,
    /// Whether rows gave way to others since the inverse was worked out from all of them.
    is_exchanged: bool,
    /// The multipliers of the basis.
    weights: [f64; 4],
}

impl<'a> Roof<'a> {
    /// A roof of one cut (`g > 0`) over a patch.
    pub fn new(patch: &'a Patch, first: Cut) -> Self {
        let corners = &patch.corners;
        let best = (0..corners.len())
            .max_by(|&i, &j| first.at(corners[i], 0.0).total_cmp(&first.at(corners[j], 0.0)))
            .unwrap_or(0);
        let n = corners.len();
        let time = if first.d > 0.0 { Row::time(1.0, 1.0) } else { Row::time(-1.0, 0.0) };
        let cuts: SmallVec<[Cut; USUAL_CUTS]> = smallvec![first];
        let [before, after] = [(best + n - 1) % n, best].map(|i| Row::side(&patch.sides[i]));
        let basis = [before, after, time, Row::cut(&cuts, 0)];
        let inverse = first_inverse(&basis);
        Self { patch, cuts, basis, inverse, is_exchanged: false, weights: [0.0; 4] }
    }

    /// Adds a cut; [`Roof::peak`] takes it into account.
    pub fn add(&mut self, cut: Cut) {
        self.cuts.push(cut);
    }

    /// Whether a cut leaves the highest point where it is: nothing comes of adding it.
    pub fn keeps(cut: &Cut, peak: &Peak) -> bool {
        cut.g * peak.s <= cut.at(peak.y, peak.t) + LP_FEASIBLE
    }

    /// The highest point under all cuts.
    pub fn peak(&mut self) -> Result<Peak, NoPeak> {
        let limit = 12 + 4 * self.cuts.len();
        for _ in 0..limit {
            let inverse = self.inverse.as_ref().ok_or(NoPeak::Stuck)?;
            let r: [f64; 4] = from_fn(|j| self.basis[j].r);
            let x = from_fn(|i| dot(&inverse.map(|column| column[i]), &r));
            self.weights = inverse.map(|column| column[3]);
            let Some(entering) = self.most_violated(&x) else {
                // What the exchanges lost is found again.
                if self.is_exchanged
                    && !self.basis.iter().all(|row| row.excess(&x).abs() <= LP_FEASIBLE)
                {
                    self.invert();
                    continue;
                }
                return Ok(Peak { y: [x[0], x[1]], t: x[2], s: x[3], bound: self.bound() });
            };
            let along = inverse.map(|column| dot(&entering.g, &column));
            let Some(leaving) = leaving(&self.weights, &along) else {
                // No row can make room: whatever keeps to the rows of the basis breaks this one.
                if self.refutes(&entering, &along) {
                    return Err(NoPeak::Nowhere);
                }
                if !self.is_exchanged {
                    return Err(NoPeak::Stuck);
                }
                self.invert();
                continue;
            };
            self.basis[leaving] = entering;
            self.inverse = self.inverse.map(|inverse| exchanged(&inverse, &along, leaving));
            self.is_exchanged = true;
        }
        Err(NoPeak::Stuck)
    }

    /// Works the inverse out from all rows.
    fn invert(&mut self) {
        let rows = Matrix4::from_fn(|i, j| self.basis[i].g[j]);
        self.inverse = rows.try_inverse().map(|inverse| from_fn(|j| from_fn(|i| inverse[(i, j)])));
        self.is_exchanged = false;
    }

    /// The cuts that the last bound is made of, by their places, and how much of each.
    pub fn mixture(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let basis = self.basis.iter().zip(self.weights.iter());
        basis.filter_map(|(row, &w)| Some((row.cut? as usize, w))).filter(|part| part.1 > 0.0)
    }

    /// Whether the cuts among a row and those of the basis prove together that nothing is under
    /// all of them. As with [`Roof::bound`], any multipliers that are not negative prove what
    /// they prove (Farkas 1902).
    fn refutes(&self, entering: &Row, along: &[f64; 4]) -> bool {
        let basis = self.basis.iter().zip(along.iter()).map(|(row, &w)| (row.cut, (-w).max(0.0)));
        let weighted = std::iter::once((entering.cut, 1.0)).chain(basis);
        let sum = self.sum(weighted.filter_map(|(cut, w)| Some((cut? as usize, w))));
        self.highest(&sum) < (sum.g * LARGEST_MM).min(0.0) - LP_FEASIBLE
    }

    /// The bound that the current multipliers prove.
    fn bound(&self) -> f64 {
        let sum = self.sum(self.mixture());
        if sum.g <= 0.0 { f64::INFINITY } else { self.highest(&sum) / sum.g }
    }

    /// Cuts with their weights as one cut.
    fn sum(&self, weighted: impl Iterator<Item = (usize, f64)>) -> Cut {
        let mut sum = Cut { a: 0.0, b: 0.0, c: 0.0, d: 0.0, g: 0.0 };
        for (i, w) in weighted {
            let c = &self.cuts[i];
            sum.a += w * c.a;
            sum.b += w * c.b;
            sum.c += w * c.c;
            sum.d += w * c.d;
            sum.g += w * c.g;
        }
        sum
    }

    /// The greatest value of the right side of a cut over polygon and time.
    fn highest(&self, cut: &Cut) -> f64 {
        let ends = self.patch.corners.iter().map(|&y| cut.at(y, 0.0));
        ends.fold(f64::NEG_INFINITY, f64::max) + cut.d.max(0.0)
    }

    /// The row that a point is farthest beyond, if it is beyond any.
    fn most_violated(&self, x: &[f64; 4]) -> Option<Row> {
        let (sides, cuts) = (&self.patch.sides[..], &self.cuts[..]);
        let mut worst = (LP_FEASIBLE, None);
        let mut consider = |excess: f64, row: usize| {
            if excess > worst.0 {
                worst = (excess, Some(row));
            }
        };
        for (i, Side { normal, most }) in sides.iter().enumerate() {
            consider(normal[0] * x[0] + normal[1] * x[1] - most, i);
        }
        let times = [Row::time(1.0, 1.0), Row::time(-1.0, 0.0)];
        consider(x[2] - times[0].r, sides.len());
        consider(-x[2] - times[1].r, sides.len() + 1);
        for (i, c) in cuts.iter().enumerate() {
            let excess = c.g * x[3] - (c.b * x[0] + c.c * x[1] + c.d * x[2]) - c.a;
            consider(excess, sides.len() + 2 + i);
        }
        worst.1.map(|row| match row.checked_sub(sides.len()) {
            None => Row::side(&sides[row]),
            Some(i @ (0 | 1)) => times[i],
            Some(i) => Row::cut(cuts, i - 2),
        })
    }
}

/// The row that gives way to one whose product with the inverse is `along`: after Harris (1973), of
/// all that keep the multipliers from falling below zero by more than rounding, the one with the
/// largest pivot.
fn leaving(weights: &[f64; 4], along: &[f64; 4]) -> Option<usize> {
    let mut least = f64::INFINITY;
    for (weight, pivot) in weights.iter().zip(along) {
        if *pivot > LP_PIVOT {
            least = least.min((weight.max(0.0) + LP_PIVOT) / pivot);
        }
    }
    let mut largest = (LP_PIVOT, None);
    for (j, (weight, pivot)) in weights.iter().zip(along).enumerate() {
        if *pivot >= largest.0 && *pivot > LP_PIVOT && weight.max(0.0) / pivot <= least {
            largest = (*pivot, Some(j));
        }
    }
    largest.1
}

/// The inverse of two sides, a bound of time and a cut.
fn first_inverse([p, q, time, cut]: &[Row; 4]) -> Option<Inverse> {
    let det = p.g[0] * q.g[1] - p.g[1] * q.g[0];
    let [b, c, d, g] = cut.g;
    // A corner of the polygon, then the time, then the height of the cut there.
    let corner = |x: f64, y: f64| [x, y, 0.0, -(b * x + c * y) / g];
    let inverse = [
        corner(q.g[1] / det, -q.g[0] / det),
        corner(-p.g[1] / det, p.g[0] / det),
        [0.0, 0.0, time.g[2], -d * time.g[2] / g],
        [0.0, 0.0, 0.0, 1.0 / g],
    ];
    inverse.as_flattened().iter().all(|v| v.is_finite()).then_some(inverse)
}

/// The inverse after the row `leaving` has given way to one whose product with the inverse is
/// `along` (Sherman and Morrison 1950).
fn exchanged(inverse: &Inverse, along: &[f64; 4], leaving: usize) -> Inverse {
    let pivot = inverse[leaving].map(|v| v / along[leaving]);
    let mut exchanged: Inverse = from_fn(|j| from_fn(|i| inverse[j][i] - pivot[i] * along[j]));
    exchanged[leaving] = pivot;
    exchanged
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::geom::Vec3;
    use gouge_random::Random;

    /// Exchanged row by row, the inverse stays that of the basis, the peak is under all cuts, and
    /// nothing under them is higher than the bound.
    #[test]
    fn exchanges_keep_the_peak_and_its_bound() {
        let mut random = Random::new(7);
        let mut peaks = 0;
        for _ in 0..2000 {
            let size = 10f64.powf(random.between(-3.0, 2.0));
            let tri = [0; 3].map(|_| random.vector(size));
            let patch = Patch::whole(&tri);
            let mut cut = || {
                let (slope, d) = (random.vector(1.0), random.between(-size, size));
                Cut { a: random.between(0.0, size), b: slope.x, c: slope.y, d, g: 1.0 }
            };
            let mut cuts = vec![cut()];
            let mut roof = Roof::new(&patch, cuts[0]);
            for _ in 0..12 {
                let Ok(peak) = roof.peak() else { break };
                peaks += 1;
                let room = 1e-9 * size.max(1.0);
                let under = |cut: &Cut| peak.s * cut.g <= cut.at(peak.y, peak.t) + room;
                assert!(cuts.iter().all(under), "{peak:?} {cuts:?}");
                assert!(peak.s <= peak.bound + room, "{peak:?}");
                assert!(roof.inverse.is_some_and(|inverse| {
                    let product = |row: &Row, j: usize| dot(&row.g, &inverse[j]);
                    let off = |i: usize, j: usize| {
                        (product(&roof.basis[i], j) - f64::from(u8::from(i == j))).abs()
                    };
                    (0..16).all(|k| off(k / 4, k % 4) < 1e-6)
                }));
                for &y in &patch.corners {
                    for t in [0.0, 0.5, 1.0] {
                        let high = cuts.iter().map(|cut| cut.at(y, t) / cut.g);
                        let high = high.fold(f64::INFINITY, f64::min);
                        assert!(high <= peak.bound + room, "{high} {peak:?}");
                    }
                }
                cuts.push(cut());
                roof.add(cuts[cuts.len() - 1]);
            }
        }
        assert!(peaks > 5000, "{peaks}");
    }

    /// What is kept of the last peak must not outlive its basis.
    #[test]
    fn a_roof_asked_after_each_cut_is_as_high_as_one_asked_at_the_end() {
        let mut random = Random::new(31);
        let tri = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let patch = Patch::whole(&tri);
        for _ in 0..300 {
            let mut cut = || {
                let [a, b, c, d] = [0; 4].map(|_| random.between(-1.0, 1.0));
                Cut { a, b, c, d, g: 1.0 }
            };
            let cuts = [0; 15].map(|_| cut());
            let mut asked = Roof::new(&patch, cuts[0]);
            let mut fresh = Roof::new(&patch, cuts[0]);
            let mut last = asked.peak().unwrap();
            for cut in &cuts[1..] {
                asked.add(*cut);
                fresh.add(*cut);
                let peak = asked.peak().unwrap();
                let again = asked.peak().unwrap();
                assert_eq!((peak.y, peak.t, peak.s), (again.y, again.t, again.s));
                assert!(peak.bound <= last.bound + 1e-12 && peak.s <= peak.bound + 1e-9);
                last = peak;
            }
            let whole = fresh.peak().unwrap();
            assert!((whole.bound - last.bound).abs() < 1e-9, "{whole:?} {last:?}");
            let met = |cut: &Cut| last.s <= cut.at(last.y, last.t) + 1e-9;
            let inside = |side: &Side| {
                dot(&[side.normal[0], side.normal[1], 0.0, 0.0], &[last.y[0], last.y[1], 0.0, 0.0])
                    <= side.most + 1e-9
            };
            assert!(cuts.iter().all(met) && patch.sides.iter().all(inside), "{last:?}");
            assert!((-1e-9..=1.0 + 1e-9).contains(&last.t), "{last:?}");
        }
    }
}
