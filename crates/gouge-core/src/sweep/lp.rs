//! The small linear programme under every exact test: the highest point under a roof of planes
//! over a polygon × time.
//!
//! Variables: plane coordinates (α, β) of a point of a facet, time t in [0, 1], height s.
//! Maximise s under the cuts `g s <= a + b α + c β + d t`, (α, β) in a convex polygon.
//! Solved by the dual simplex method, one cut added at a time, from the optimal basis of the
//! previous step. The bound it reports does not trust the pivots: whatever the multipliers,
//! a non-negative combination of cuts is a cut, and a cut is highest at a corner of the domain.

use nalgebra::{Matrix4, RowVector4, Vector4};
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

#[derive(Clone, Copy)]
struct Row {
    g: RowVector4<f64>,
    r: f64,
    cut: Option<usize>,
}

/// So many cuts take no room of their own in memory.
const USUAL_CUTS: usize = 12;

/// The programme with its current optimal basis.
pub(super) struct Roof<'a> {
    patch: &'a Patch,
    cuts: SmallVec<[Cut; USUAL_CUTS]>,
    basis: [Row; 4],
    /// The multipliers of the basis.
    weights: RowVector4<f64>,
}

impl<'a> Roof<'a> {
    /// A roof of one cut (`g > 0`) over a patch.
    pub fn new(patch: &'a Patch, first: Cut) -> Self {
        let corners = &patch.corners;
        let best = (0..corners.len())
            .max_by(|&i, &j| first.at(corners[i], 0.0).total_cmp(&first.at(corners[j], 0.0)))
            .unwrap_or(0);
        let n = corners.len();
        let time = if first.d > 0.0 {
            Row { g: RowVector4::new(0.0, 0.0, 1.0, 0.0), r: 1.0, cut: None }
        } else {
            Row { g: RowVector4::new(0.0, 0.0, -1.0, 0.0), r: 0.0, cut: None }
        };
        let weights = RowVector4::zeros();
        let mut roof = Self { patch, cuts: SmallVec::new(), basis: [time; 4], weights };
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
        Row { g: RowVector4::new(x, y, 0.0, 0.0), r: most, cut: None }
    }

    fn row(&self, i: usize) -> Row {
        let c = &self.cuts[i];
        Row { g: RowVector4::new(-c.b, -c.c, -c.d, c.g), r: c.a, cut: Some(i) }
    }

    /// The highest point under all cuts.
    pub fn peak(&mut self) -> Result<Peak, NoPeak> {
        let mut bound = f64::INFINITY;
        let limit = 12 + 4 * self.cuts.len();
        for _ in 0..limit {
            let m = Matrix4::from_rows(&self.basis.map(|r| r.g));
            let inverse = m.try_inverse().ok_or(NoPeak::Stuck)?;
            let x = inverse * Vector4::from_iterator(self.basis.iter().map(|r| r.r));
            let weights = inverse.row(3).into_owned();
            self.weights = weights;
            bound = bound.min(self.certify(&weights));
            let Some(entering) = self.most_violated(&x) else {
                return Ok(Peak { y: [x[0], x[1]], t: x[2], s: x[3], bound });
            };
            let along = entering.g * inverse;
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

    /// The cuts that the last bound is made of, by their places, and how much of each.
    pub fn mixture(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let basis = self.basis.iter().zip(self.weights.iter());
        basis.filter_map(|(row, &w)| Some((row.cut?, w))).filter(|part| part.1 > 0.0)
    }

    /// Whether the cuts among a row and those of the basis prove together that nothing is under
    /// all of them. As with [`Roof::certify`], any multipliers that are not negative prove what
    /// they prove (Farkas 1902).
    fn refutes(&self, entering: &Row, along: &RowVector4<f64>) -> bool {
        let mut weighted: Vec<(usize, f64)> = entering.cut.map(|i| (i, 1.0)).into_iter().collect();
        let basis = self.basis.iter().zip(along.iter());
        weighted.extend(basis.filter_map(|(row, &w)| Some((row.cut?, (-w).max(0.0)))));
        let sum = self.sum(weighted.into_iter());
        self.highest(&sum) < (sum.g * LARGEST_MM).min(0.0) - LP_FEASIBLE
    }

    /// The bound that the current multipliers prove.
    fn certify(&self, weights: &RowVector4<f64>) -> f64 {
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

    fn most_violated(&self, x: &Vector4<f64>) -> Option<Row> {
        let mut worst: Option<(f64, Row)> = None;
        let mut consider = |row: Row| {
            let excess = (row.g * x)[0] - row.r;
            if excess > LP_FEASIBLE && worst.is_none_or(|(w, _)| excess > w) {
                worst = Some((excess, row));
            }
        };
        for i in 0..self.patch.sides.len() {
            consider(self.side(i));
        }
        consider(Row { g: RowVector4::new(0.0, 0.0, 1.0, 0.0), r: 1.0, cut: None });
        consider(Row { g: RowVector4::new(0.0, 0.0, -1.0, 0.0), r: 0.0, cut: None });
        for i in 0..self.cuts.len() {
            consider(self.row(i));
        }
        worst.map(|(_, row)| row)
    }
}
