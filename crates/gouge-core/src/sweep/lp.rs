//! The small linear programme under every exact test: the highest point under a roof of planes
//! over a polygon × time.
//!
//! Variables: plane coordinates (α, β) of a point of a facet, time t in [0, 1], height s.
//! Maximise s under the cuts `g s <= a + b α + c β + d t`, (α, β) in a convex polygon.
//! Solved by the dual simplex method, one cut added at a time, from the optimal basis of the
//! previous step. The bound it reports does not trust the pivots: whatever the multipliers,
//! a non-negative combination of cuts is a cut, and a cut is highest at a corner of the domain.

use nalgebra::Matrix4;
use smallvec::SmallVec;

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
    /// Height that is nowhere exceeded.
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

/// `g · (α, β, t, s) <= r`.
///
/// Arrays and sums are written out, added up from the left: most of a pivot went into generic
/// loops over four numbers.
#[derive(Clone, Copy)]
struct Row {
    g: [f64; 4],
    r: f64,
    cut: Option<usize>,
}

impl Row {
    fn excess(&self, x: &[f64; 4]) -> f64 {
        dot(&self.g, x) - self.r
    }
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// The `i`th of each.
fn row(columns: &[[f64; 4]; 4], i: usize) -> [f64; 4] {
    [columns[0][i], columns[1][i], columns[2][i], columns[3][i]]
}

/// Time is no more than 1, and no less than 0.
const TIMES: [Row; 2] = [
    Row { g: [0.0, 0.0, 1.0, 0.0], r: 1.0, cut: None },
    Row { g: [0.0, 0.0, -1.0, 0.0], r: 0.0, cut: None },
];

/// So many cuts take no room of their own in memory.
const USUAL_CUTS: usize = 12;

/// The programme with its current optimal basis.
pub(super) struct Roof<'a> {
    patch: &'a Patch,
    cuts: SmallVec<[Cut; USUAL_CUTS]>,
    basis: [Row; 4],
    /// The multipliers of the basis.
    weights: [f64; 4],
    /// The last peak, until the basis changes: all that was there then is met by it, so that only
    /// cuts added since need be looked at.
    last: Option<Corner>,
}

/// Where the rows of a basis meet.
#[derive(Clone, Copy)]
struct Corner {
    /// The columns of the inverse of the basis.
    inverse: [[f64; 4]; 4],
    x: [f64; 4],
    /// The bound that its multipliers prove.
    bound: f64,
    /// So many cuts are met; the sides of the domain as well, if any.
    met: usize,
}

impl<'a> Roof<'a> {
    /// A roof of one cut (`g > 0`) over a patch.
    pub fn new(patch: &'a Patch, first: Cut) -> Self {
        let corners = &patch.corners;
        let best = (0..corners.len())
            .max_by(|&i, &j| first.at(corners[i], 0.0).total_cmp(&first.at(corners[j], 0.0)))
            .unwrap_or(0);
        let n = corners.len();
        let time = if first.d > 0.0 { TIMES[0] } else { TIMES[1] };
        let weights = [0.0; 4];
        let mut roof = Self { patch, cuts: SmallVec::new(), basis: [time; 4], weights, last: None };
        roof.basis[0] = roof.side((best + n - 1) % n);
        roof.basis[1] = roof.side(best);
        roof.cuts.push(first);
        roof.basis[3] = roof.row(0);
        roof
    }

    /// Adds a cut; [`Roof::peak`] takes it into account.
    pub fn add(&mut self, cut: Cut) {
        self.cuts.push(cut);
    }

    fn side(&self, i: usize) -> Row {
        let Side { normal: [x, y], most } = self.patch.sides[i];
        Row { g: [x, y, 0.0, 0.0], r: most, cut: None }
    }

    fn row(&self, i: usize) -> Row {
        let c = &self.cuts[i];
        Row { g: [-c.b, -c.c, -c.d, c.g], r: c.a, cut: Some(i) }
    }

    /// The highest point under all cuts.
    pub fn peak(&mut self) -> Result<Peak, NoPeak> {
        let mut bound = f64::INFINITY;
        let limit = 12 + 4 * self.cuts.len();
        for _ in 0..limit {
            let corner = match self.last.take() {
                Some(last) => last,
                None => self.corner().ok_or(NoPeak::Stuck)?,
            };
            let Corner { inverse, x, .. } = &corner;
            bound = bound.min(corner.bound);
            let Some(entering) = self.most_violated(x, corner.met) else {
                self.last = Some(Corner { met: self.cuts.len(), ..corner });
                return Ok(Peak { y: [x[0], x[1]], t: x[2], s: x[3], bound });
            };
            let weights = self.weights;
            let [p, q, r, s] = inverse;
            let g = &entering.g;
            let along = [dot(g, p), dot(g, q), dot(g, r), dot(g, s)];
            // Ratio test after Harris (1973): of all rows that keep the multipliers from falling
            // below zero by more than rounding, the one with the largest pivot.
            let ratio = |j: usize, slack: f64| (weights[j].max(0.0) + slack) / along[j];
            let can = |j: &usize| along[*j] > LP_PIVOT;
            let least =
                (0..4).filter(can).map(|j| ratio(j, LP_PIVOT)).fold(f64::INFINITY, f64::min);
            let leaving = (0..4)
                .filter(can)
                .filter(|&j| ratio(j, 0.0) <= least)
                .max_by(|&i, &j| along[i].total_cmp(&along[j]));
            let Some(leaving) = leaving else {
                // No row can make room: whatever keeps to the rows of the basis breaks this one.
                let nowhere = self.refutes(&entering, &along);
                return Err(if nowhere { NoPeak::Nowhere } else { NoPeak::Stuck });
            };
            self.basis[leaving] = entering;
        }
        Err(NoPeak::Stuck)
    }

    /// Where the rows of the basis meet, with its multipliers.
    fn corner(&mut self) -> Option<Corner> {
        let [p, q, r, s] = &self.basis;
        let (rows, most) = ([p.g, q.g, r.g, s.g], [p.r, q.r, r.r, s.r]);
        let column = |i: usize| row(&rows, i);
        let basis = Matrix4::from([column(0), column(1), column(2), column(3)]);
        let inverse: [[f64; 4]; 4] = basis.try_inverse()?.into();
        let coordinate = |i: usize| dot(&row(&inverse, i), &most);
        let x = [coordinate(0), coordinate(1), coordinate(2), coordinate(3)];
        self.weights = row(&inverse, 3);
        let bound = self.certify(&self.weights);
        Some(Corner { inverse, x, bound, met: 0 })
    }

    /// The cuts that the last bound is made of, by their places, and how much of each.
    pub fn mixture(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let basis = self.basis.iter().zip(self.weights.iter());
        basis.filter_map(|(row, &w)| Some((row.cut?, w))).filter(|part| part.1 > 0.0)
    }

    /// Whether the cuts among a row and those of the basis prove together that nothing is under
    /// all of them. As with [`Roof::certify`], any multipliers that are not negative prove what
    /// they prove (Farkas 1902).
    fn refutes(&self, entering: &Row, along: &[f64; 4]) -> bool {
        let mut weighted: Vec<(usize, f64)> = entering.cut.map(|i| (i, 1.0)).into_iter().collect();
        let basis = self.basis.iter().zip(along.iter());
        weighted.extend(basis.filter_map(|(row, &w)| Some((row.cut?, (-w).max(0.0)))));
        let sum = self.sum(weighted.into_iter());
        self.highest(&sum) < (sum.g * LARGEST_MM).min(0.0) - LP_FEASIBLE
    }

    /// The bound that the current multipliers prove.
    fn certify(&self, weights: &[f64; 4]) -> f64 {
        let basis = self.basis.iter().zip(weights.iter());
        let sum = self.sum(basis.filter_map(|(row, &w)| Some((row.cut?, w))).filter(|p| p.1 > 0.0));
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

    /// The row that a point exceeds by most, of equal ones the first; it meets the first `met` cuts,
    /// and where these are any, the sides too.
    fn most_violated(&self, x: &[f64; 4], met: usize) -> Option<Row> {
        let (mut worst, mut most) = (None, LP_FEASIBLE);
        let mut consider = |row: Row| {
            let excess = row.excess(x);
            if excess > most {
                (worst, most) = (Some(row), excess);
            }
        };
        if met == 0 {
            (0..self.patch.sides.len()).for_each(|i| consider(self.side(i)));
            TIMES.into_iter().for_each(&mut consider);
        }
        (met..self.cuts.len()).for_each(|i| consider(self.row(i)));
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::geom::Vec3;
    use gouge_random::Random;

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
