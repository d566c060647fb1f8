//! Where within its box a region's path runs: the cells of a coarse grid over the part that it
//! passes.
//!
//! The grid stands still on the part, and its cells are powers of two mm wide, so that those of two
//! reports can be compared whatever the boxes are. Along the tool's axis nothing is told apart where
//! that is an axis of the part: a path that is only raised cuts less.

use std::collections::BTreeSet;

use super::data::Cells;
use super::placement::Placement;
use crate::geom::{Aabb, Vec3};
use crate::tolerance::{LARGEST_MM, LEAST_CELL_MM, SAME_UP_SHARE};

/// A path is at most so many cells wide.
const ACROSS: i64 = 32;

/// More cells than these are not collected before they become larger.
const COLLECTED: usize = 4096;

/// The first cells are no smaller than this share of the body.
const FIRST_SHARE: f64 = 1.0 / 1024.0;

/// Cells that a file may hold: far more than a report ever does.
const MOST_CELLS: i64 = 1 << 20;

/// A cell, by its place along each axis.
type Cell = [i32; 3];

/// Cells that a path passes, collected on its way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Passed {
    cell_mm: f64,
    up: Option<usize>,
    cells: BTreeSet<Cell>,
    last: Option<Cell>,
}

impl Passed {
    /// None yet, about a body in a box, part coordinates.
    pub fn none(body: &Aabb, placement: &Placement) -> Self {
        let up = placement.direction_to_part(Vec3::z());
        let is_up = |k: &usize| (0..3).all(|i| i == *k || up[i].abs() <= SAME_UP_SHARE);
        let size = if body.is_empty() { 0.0 } else { body.size().max() };
        let least = (size * FIRST_SHARE).max(LEAST_CELL_MM);
        Self {
            cell_mm: least.log2().ceil().exp2(),
            up: (0..3).find(is_up),
            cells: BTreeSet::new(),
            last: None,
        }
    }

    /// Adds a straight leg of the path, part coordinates, mm.
    pub fn pass(&mut self, [a, b]: [Vec3; 2]) {
        let steps = (2.0 * (b - a).norm() / self.cell_mm).ceil().clamp(1.0, 4.0 * ACROSS as f64);
        for i in 0..=steps as u32 {
            let p = a + (b - a) * (f64::from(i) / steps);
            let mut cell = [0, 1, 2].map(|k| (p[k] / self.cell_mm).floor() as i32);
            if let Some(up) = self.up {
                cell[up] = 0;
            }
            if self.last == Some(cell) {
                continue;
            }
            self.last = Some(cell);
            self.cells.insert(cell);
            if self.cells.len() > COLLECTED {
                self.enlarge();
            }
        }
    }

    /// With those of another part of the path.
    pub fn and(mut self, mut other: Self) -> Self {
        while self.cell_mm < other.cell_mm {
            self.enlarge();
        }
        while other.cell_mm < self.cell_mm {
            other.enlarge();
        }
        self.cells.extend(other.cells);
        while self.cells.len() > COLLECTED {
            self.enlarge();
        }
        self
    }

    /// Cells that are twice as wide.
    fn enlarge(&mut self) {
        self.cell_mm *= 2.0;
        self.last = None;
        self.cells = self.cells.iter().map(|cell| cell.map(|at| at.div_euclid(2))).collect();
    }

    /// How many cells it is wide, along the axis on which it is widest.
    fn across(&self) -> i64 {
        let ends = |k: usize| {
            let along = self.cells.iter().map(|cell| i64::from(cell[k]));
            along.clone().max().unwrap_or(0) - along.min().unwrap_or(0) + 1
        };
        (0..3).map(ends).fold(0, i64::max)
    }

    /// As runs along X, in order.
    pub fn runs(mut self) -> Cells {
        while self.across() > ACROSS {
            self.enlarge();
        }
        let mut cells: Vec<Cell> = self.cells.iter().map(|[x, y, z]| [*z, *y, *x]).collect();
        cells.sort_unstable();
        let mut runs: Vec<[i32; 4]> = Vec::new();
        for [z, y, x] in cells {
            match runs.last_mut() {
                Some([_, to, row, level]) if [*row, *level] == [y, z] && *to + 1 == x => *to = x,
                _ => runs.push([x, x, y, z]),
            }
        }
        Cells { cell_mm: self.cell_mm, up: self.up.map(|k| ["x", "y", "z"][k].to_owned()), runs }
    }
}

impl Cells {
    /// What no report says.
    pub fn fault(&self) -> Option<&'static str> {
        let size = self.cell_mm;
        if !(LEAST_CELL_MM..=LARGEST_MM).contains(&size) || size.log2().fract() != 0.0 {
            return Some("cell_mm: a power of two is needed here, as the report has it");
        }
        if self.up.as_ref().is_some_and(|up| !["x", "y", "z"].contains(&up.as_str())) {
            return Some("up: x, y or z is needed here");
        }
        let width = |[from, to, ..]: &[i32; 4]| i64::from(*to) - i64::from(*from) + 1;
        let fits = self.runs.iter().all(|run| (1..=MOST_CELLS).contains(&width(run)))
            && self.runs.iter().map(width).sum::<i64>() <= MOST_CELLS;
        (!fits).then_some("runs: first and last along X, then Y and Z, are needed here")
    }

    /// Whether a path is nowhere farther from where the other one was than a cell: `false` as well
    /// where the two are told of along different axes.
    pub fn lie_in(&self, other: &Self) -> bool {
        let size = self.cell_mm.max(other.cell_mm);
        let coarse = |of: &Self| -> BTreeSet<Cell> {
            let shrink = (size / of.cell_mm) as i32;
            let cells =
                of.runs.iter().flat_map(|&[from, to, y, z]| (from..=to).map(move |x| [x, y, z]));
            cells.map(|cell| cell.map(|at| at.div_euclid(shrink))).collect()
        };
        if self.up != other.up || size / self.cell_mm.min(other.cell_mm) > f64::from(1 << 30) {
            return false;
        }
        let there = coarse(other);
        let near = |[x, y, z]: &Cell| {
            let about = |at: i32| at.saturating_sub(1)..=at.saturating_add(1);
            about(*x).any(|x| about(*y).any(|y| about(*z).any(|z| there.contains(&[x, y, z]))))
        };
        coarse(self).iter().all(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    /// The cells of a path through some points.
    fn cells(points: &[[f64; 3]]) -> Cells {
        let points: Vec<Vec3> = points.iter().map(|p| Vec3::from(*p)).collect();
        let placement = Placement::at_origin(Vec3::zeros());
        let mut passed = Passed::none(&Aabb::around(points.iter().copied()), &placement);
        points.windows(2).for_each(|leg| passed.pass([leg[0], leg[1]]));
        passed.runs()
    }

    const CORNERS: [[f64; 3]; 4] =
        [[10.0, 10.0, -0.03], [20.0, 10.0, -0.03], [20.0, 20.0, -0.03], [10.0, 20.0, -0.03]];

    /// What was told of a path was its box, then the middle and spread of it: the other diagonal of
    /// a square, the way across it, and columns for rows passed as what had been accepted.
    #[test]
    fn another_path_within_the_same_box_lies_elsewhere() {
        let [a, b, c, d] = CORNERS;
        let across = [[15.0, 10.0, -0.03], [15.0, 20.0, -0.03]];
        for (accepted, other) in [
            (vec![a, b, c], vec![a, d, c]),
            (vec![a, c], vec![b, d]),
            (vec![a, b, c, d, a], across.to_vec()),
        ] {
            let [accepted, other] = [accepted, other].map(|points| cells(&points));
            assert!(!other.lie_in(&accepted) && accepted.lie_in(&accepted), "{other:?}");
        }
    }

    /// Part of a path, the path posted again, divided anew, or raised is no other path.
    #[test]
    fn a_path_posted_again_lies_where_it_was() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let size = 10f64.powf(random.between(-1.0, 3.0));
            let away = random.vector(1000.0);
            let points: Vec<[f64; 3]> =
                (0..12).map(|_| (away + random.vector(size)).into()).collect();
            let all = cells(&points);
            assert_eq!(all.fault(), None);
            let first = random.below(10);
            let last = (first + 2 + random.below(10)).min(12);
            assert!(cells(&points[first..last]).lie_in(&all), "{points:?} {first} {last}");
            let by = 0.05f64.min(0.01 * size);
            let moved = |p: &[f64; 3]| p.map(|v| v + random.between(-by, by));
            let again: Vec<[f64; 3]> = points.iter().map(moved).collect();
            assert!(cells(&again).lie_in(&all) && all.lie_in(&cells(&again)), "{points:?}");
            let raised: Vec<[f64; 3]> = points.iter().map(|&[x, y, z]| [x, y, z + 5.0]).collect();
            assert!(cells(&raised).lie_in(&all), "{points:?}");
            let middle = |leg: &[[f64; 3]]| [0, 1, 2].map(|k| 0.5 * (leg[0][k] + leg[1][k]));
            let halved: Vec<[f64; 3]> =
                points.windows(2).flat_map(|leg| [leg[0], middle(leg), leg[1]]).collect();
            assert!(cells(&halved).lie_in(&all) && all.lie_in(&cells(&halved)), "{points:?}");
        }
    }
}
