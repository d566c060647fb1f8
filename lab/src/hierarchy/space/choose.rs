//! Where space is cut: the rules of the BoxTree of 1995 and of the 3d-tree.

use super::build::{Piece, Plane, sides};
use crate::tree::outward;
use gouge_mesh::geom::Aabb;

/// A rule for cutting boxes.
pub trait Choose: Default + Sync {
    /// Where to cut a box that holds `pieces` of `total`, or `None` for a leaf.
    fn plane(&self, bounds: &Aabb, pieces: &[Piece], total: usize, depth: u32) -> Option<Plane>;
}

fn count_sides(plane: &Plane, pieces: &[Piece]) -> [usize; 2] {
    pieces.iter().fold([0, 0], |[l, u], p| {
        let [lower, upper] = sides(plane, p);
        [l + usize::from(lower), u + usize::from(upper)]
    })
}

/// The BoxTree of 1995 (Zachmann): balanced cuts that cross as little as may be, after
/// cutting off large empty slabs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxTree95 {
    /// Deepest level; `None` follows the source's table of near-optimal depths.
    pub deepest: Option<u32>,
    /// Pieces at most in a leaf that need not be cut.
    pub enough: usize,
    /// A child may have at most this share of its parent's pieces.
    pub no_gain: f64,
    /// Price of a crossing piece against one of imbalance.
    pub crossing: f64,
    /// Half thickness of cut planes as a share of the box's side.
    pub thickness: f64,
    /// An empty slab of at least this share of the box is cut off; above one, none is.
    pub empty: f64,
}

impl Default for BoxTree95 {
    fn default() -> Self {
        Self { deepest: None, enough: 1, no_gain: 0.8, crossing: 0.0, thickness: 0.0, empty: 0.15 }
    }
}

/// The source's table: 4 levels for 100 polygons, 9 for 3000, one more for each doubling.
fn near_optimal_depth(polygons: usize) -> u32 {
    (4.0 + (polygons as f64 / 100.0).log2()).round().max(4.0) as u32
}

/// Guard against endless cuts where no depth is set.
const DEEPEST: u32 = 48;
/// Halvings of the interval in which a balanced cut is sought: to `f32` resolution.
const BISECTIONS: u32 = 24;

impl BoxTree95 {
    /// A cut across `axis` at `at`.
    pub fn thick(&self, bounds: &Aabb, axis: usize, at: f64) -> Plane {
        let half = self.thickness * bounds.size()[axis];
        Plane { axis, faces: [outward::above(at + half), outward::below(at - half)] }
    }

    /// What a cut costs: imbalance plus the price of crossing pieces.
    pub fn penalty(&self, plane: &Plane, pieces: &[Piece]) -> f64 {
        let [lower, upper] = count_sides(plane, pieces);
        let crossing = (lower + upper - pieces.len()) as f64;
        (lower as f64 - upper as f64).abs() + self.crossing * crossing
    }

    /// The balanced cut across one axis: lower minus upper count grows with the plane, so
    /// bisect.
    fn balanced(&self, bounds: &Aabb, pieces: &[Piece], axis: usize) -> Plane {
        let (mut lo, mut hi) = (bounds.lo[axis], bounds.hi[axis]);
        let mut best: Option<(f64, Plane)> = None;
        for _ in 0..BISECTIONS {
            let at = lo / 2.0 + hi / 2.0;
            let plane = self.thick(bounds, axis, at);
            let penalty = self.penalty(&plane, pieces);
            if best.is_none_or(|b| penalty < b.0) {
                best = Some((penalty, plane));
            }
            let [lower, upper] = count_sides(&plane, pieces);
            if lower == upper {
                break;
            }
            if lower > upper { hi = at } else { lo = at }
        }
        best.map_or_else(|| self.thick(bounds, axis, lo), |b| b.1)
    }

    /// The largest empty slab at a face of the box, if large enough to be cut off.
    fn empty_slab(&self, bounds: &Aabb, pieces: &[Piece]) -> Option<Plane> {
        let mut best = (self.empty, None);
        for axis in 0..3 {
            let (side, lo, hi) = (bounds.size()[axis], bounds.lo[axis], bounds.hi[axis]);
            let first = pieces.iter().map(|p| p.lo[axis]).fold(f32::INFINITY, f32::min);
            let last = pieces.iter().map(|p| p.hi[axis]).fold(f32::NEG_INFINITY, f32::max);
            for (at, room) in [(first, f64::from(first) - lo), (last, hi - f64::from(last))] {
                if side > 0.0 && room / side > best.0 {
                    best = (room / side, Some(Plane { axis, faces: [at, at] }));
                }
            }
        }
        best.1
    }
}

impl Choose for BoxTree95 {
    fn plane(&self, bounds: &Aabb, pieces: &[Piece], total: usize, depth: u32) -> Option<Plane> {
        let deepest = self.deepest.unwrap_or_else(|| near_optimal_depth(total));
        if pieces.len() <= self.enough || depth >= deepest {
            return None;
        }
        if let Some(plane) = self.empty_slab(bounds, pieces) {
            return Some(plane);
        }
        let best = [0, 1, 2]
            .into_iter()
            .filter(|&axis| bounds.size()[axis] > 0.0)
            .map(|axis| self.balanced(bounds, pieces, axis))
            .map(|plane| (self.penalty(&plane, pieces), plane))
            .min_by(|a, b| a.0.total_cmp(&b.0))?
            .1;
        let most = count_sides(&best, pieces).into_iter().max()?;
        (most as f64 <= self.no_gain * pieces.len() as f64).then_some(best)
    }
}

/// The 3d-tree of the k-DOP source's baselines: midpoint cuts across the axis that leaves
/// the fewest pairs of pieces together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeD {
    /// Pieces at most in a leaf that need not be cut.
    pub enough: usize,
    /// A cut must spare its larger child more than this many pieces.
    pub least_gain: usize,
}

impl Default for ThreeD {
    fn default() -> Self {
        Self { enough: 10, least_gain: 5 }
    }
}

impl Choose for ThreeD {
    fn plane(&self, bounds: &Aabb, pieces: &[Piece], _: usize, depth: u32) -> Option<Plane> {
        if pieces.len() <= self.enough || depth >= DEEPEST {
            return None;
        }
        let product = |plane: &Plane| {
            let [lower, upper] = count_sides(plane, pieces);
            lower as f64 * upper as f64
        };
        let best = [0, 1, 2]
            .into_iter()
            .filter(|&axis| bounds.size()[axis] > 0.0)
            .map(|axis| {
                let at = (bounds.lo[axis] / 2.0 + bounds.hi[axis] / 2.0) as f32;
                Plane { axis, faces: [at, at] }
            })
            .min_by(|a, b| product(a).total_cmp(&product(b)))?;
        let most = count_sides(&best, pieces).into_iter().max()?;
        (most + self.least_gain < pieces.len()).then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::geom::Vec3;

    /// S1.1: bisection finds what trying every place between two ends of pieces finds.
    #[test]
    fn the_balanced_cut_is_the_best_of_all_places() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f32 / (1u64 << 24) as f32
        };
        let rule = BoxTree95::default();
        let bounds = Aabb { lo: Vec3::zeros(), hi: Vec3::repeat(1.25) };
        for case in 0..400 {
            let side = if case % 2 == 0 { 0.05 } else { 0.25 };
            let pieces: Vec<Piece> = (0..60)
                .map(|triangle| {
                    let lo = [random(), random(), random()];
                    Piece { triangle, lo, hi: lo.map(|x| x + side * random()) }
                })
                .collect();
            for axis in 0..3 {
                let found = rule.penalty(&rule.balanced(&bounds, &pieces, axis), &pieces);
                let mut ends: Vec<f64> =
                    pieces.iter().flat_map(|p| [p.lo[axis], p.hi[axis]]).map(f64::from).collect();
                ends.sort_by(f64::total_cmp);
                let best = ends
                    .windows(2)
                    .map(|w| rule.penalty(&rule.thick(&bounds, axis, (w[0] + w[1]) / 2.0), &pieces))
                    .fold(f64::INFINITY, f64::min);
                assert!(found <= best, "case {case}, axis {axis}: {found}, not {best}");
            }
        }
    }

    /// S1.4: facets that end at a plane of symmetry, up to rounding, cross a thin plane and not
    /// a thick one.
    #[test]
    fn a_thick_plane_parts_a_symmetric_solid_without_crossings() {
        let pieces: Vec<Piece> = (0..100u32)
            .map(|i| {
                // Facets that end at zero, some a rounding beyond it.
                let rounding = if i % 2 == 0 { 1e-7 } else { -1e-7 };
                let (lo, hi) = if i < 50 { (-1.0, rounding) } else { (-rounding, 1.0) };
                Piece { triangle: i, lo: [lo, 0.0, 0.0], hi: [hi, 1.0, 1.0] }
            })
            .collect();
        let bounds = Aabb { lo: Vec3::new(-1.0, 0.0, 0.0), hi: Vec3::repeat(1.0) };
        let crossing = |thickness: f64| {
            let rule = BoxTree95 { thickness, ..BoxTree95::default() };
            let [lower, upper] = count_sides(&rule.thick(&bounds, 0, 0.0), &pieces);
            lower + upper - pieces.len()
        };
        assert_eq!((crossing(0.0), crossing(1e-6)), (50, 0));
    }
}
