//! k-DOPs: intersections of k/2 slabs with fixed directions (Klosowski's QuickCD).
//!
//! Directions are unnormalised, with coordinates 0 and ±1; growth along d is by `|d|`. The
//! set is chosen by the number of directions: N = k/2.

use nalgebra::Matrix3;

use super::binary::{BinaryTree, Volume};
use super::clip::{Core, Projection, WHOLE, farthest, pad};
use super::outward;
use super::split::Item;
use crate::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// A tree of k-DOPs with `N = k/2` directions: 3, 4, 6, 7, 9, 10 or 13.
pub type KdopTree<const N: usize> = BinaryTree<Slabs<N>>;

/// The axes, the space diagonals, the face diagonals. Neighbours in a set are dissimilar,
/// so that a miss shows early.
const AXES: [[i8; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const SPACE_DIAGONALS: [[i8; 3]; 4] = [[1, 1, 1], [1, -1, -1], [1, 1, -1], [1, -1, 1]];
const FACE_DIAGONALS: [[i8; 3]; 6] =
    [[1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1], [0, 1, 1], [0, 1, -1]];

/// The directions of the set with `N` of them.
pub const fn directions<const N: usize>() -> [[i8; 3]; N] {
    const {
        assert!(
            matches!(N, 3 | 4 | 6 | 7 | 9 | 10 | 13),
            "k-DOPs have 6, 8, 12, 14, 18, 20 or 26 sides"
        );
    }
    let axes = matches!(N, 3 | 7 | 9 | 13);
    let space = matches!(N, 4 | 7 | 10 | 13);
    let face = matches!(N, 6 | 9 | 10 | 13);
    let mut set = [[0; 3]; N];
    let mut count = 0;
    let mut i = 0;
    while axes && i < AXES.len() {
        set[count] = AXES[i];
        (count, i) = (count + 1, i + 1);
    }
    i = 0;
    while space && i < SPACE_DIAGONALS.len() {
        set[count] = SPACE_DIAGONALS[i];
        (count, i) = (count + 1, i + 1);
    }
    i = 0;
    while face && i < FACE_DIAGONALS.len() {
        set[count] = FACE_DIAGONALS[i];
        (count, i) = (count + 1, i + 1);
    }
    set
}

/// Every choice of three of `n`.
fn triples(n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| (i, j, k))))
}

/// A direction of a k-DOP as a vector, not of unit length.
pub fn vector(d: [i8; 3]) -> Vec3 {
    Vec3::new(d[0].into(), d[1].into(), d[2].into())
}

/// A k-DOP: `[lo, hi]` along each direction, rounded outward, `mm * |d|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slabs<const N: usize>([[f32; 2]; N]);

impl<const N: usize> Slabs<N> {
    /// The directions, in the order of the slabs.
    pub const DIRECTIONS: [[i8; 3]; N] = directions::<N>();
    const HAS_AXES: bool = matches!(N, 3 | 7 | 9 | 13);

    /// Around `points`, grown by `inflate` mm on all sides.
    pub fn of(points: impl IntoIterator<Item = Vec3>, inflate: f64) -> Self {
        let mut wide = [[f64::INFINITY, f64::NEG_INFINITY]; N];
        for p in points {
            for (slab, d) in wide.iter_mut().zip(Self::DIRECTIONS) {
                let x = vector(d).dot(&p);
                *slab = [slab[0].min(x), slab[1].max(x)];
            }
        }
        let mut slabs = Self::EMPTY.0;
        for i in 0..N {
            let grown = inflate * vector(Self::DIRECTIONS[i]).norm();
            slabs[i] = [outward::below(wide[i][0] - grown), outward::above(wide[i][1] + grown)];
        }
        Self(slabs)
    }

    /// From `[lo, hi]` along each direction.
    pub fn from_slabs(slabs: [[f32; 2]; N]) -> Self {
        Self(slabs)
    }

    /// `[lo, hi]` along each direction.
    pub fn slabs(&self) -> &[[f32; 2]; N] {
        &self.0
    }

    /// The corners, each at least once; near-misses of a corner within rounding too, so that
    /// no direction reaches farther than its farthest corner.
    pub fn corners(&self) -> Vec<Vec3> {
        let mut corners: Vec<Vec3> = Vec::new();
        let d = Self::DIRECTIONS.map(vector);
        let size = self.0.iter().flatten().fold(0.0_f64, |m, x| m.max(f64::from(x.abs())));
        let slack = PRUNE_PAD * size;
        for (i, j, k) in triples(N) {
            let planes = Matrix3::from_rows(&[d[i], d[j], d[k]].map(|d| d.transpose()));
            let Some(inverse) = planes.try_inverse() else { continue };
            for ends in 0..8 {
                let at = |n: usize, bit: usize| f64::from(self.0[n][ends >> bit & 1]);
                let p = inverse * Vec3::new(at(i, 0), at(j, 1), at(k, 2));
                let inside = self.0.iter().zip(&d).all(|(slab, d)| {
                    let x = d.dot(&p);
                    f64::from(slab[0]) - slack <= x && x <= f64::from(slab[1]) + slack
                });
                if inside && corners.iter().all(|c| (c - p).amax() > slack) {
                    corners.push(p);
                }
            }
        }
        corners
    }

    fn interval(&self, d: [i8; 3]) -> Option<[f64; 2]> {
        let at = |d: [i8; 3]| Self::DIRECTIONS.iter().position(|&e| e == d);
        at(d).map(|i| self.0[i].map(f64::from)).or_else(|| {
            at(d.map(|x| -x)).map(|i| [-f64::from(self.0[i][1]), -f64::from(self.0[i][0])])
        })
    }

    /// Extent along an axis: its own slab, first in the sets that have one, or half the sum of
    /// two diagonals.
    fn along(&self, axis: usize) -> [f64; 2] {
        if Self::HAS_AXES {
            return self.0[axis].map(f64::from);
        }
        let mirrored = |d: [i8; 3]| {
            let mut e = d.map(|x| -x);
            e[axis] = 1;
            e
        };
        let mut extent = [f64::NEG_INFINITY, f64::INFINITY];
        for d in FACE_DIAGONALS.into_iter().chain(SPACE_DIAGONALS) {
            let d = if d[axis] < 0 { d.map(|x| -x) } else { d };
            if d[axis] == 0 {
                continue;
            }
            if let (Some(a), Some(b)) = (self.interval(d), self.interval(mirrored(d))) {
                extent[0] = extent[0].max((a[0] + b[0]) / 2.0);
                extent[1] = extent[1].min((a[1] + b[1]) / 2.0);
            }
        }
        extent
    }
}

/// A sweep's shadows along the directions, and its core for the sets with axes.
pub struct SlabProbe<const N: usize> {
    shadows: [Projection; N],
    core: Core,
}

impl<const N: usize> Volume for Slabs<N> {
    type Probe = SlabProbe<N>;

    const EMPTY: Self = Self([[f32::INFINITY, f32::NEG_INFINITY]; N]);
    const LOOSE: bool = !Self::HAS_AXES;

    fn around(mesh: &Mesh, items: &[Item], inflate: f64) -> Self {
        Self::of(items.iter().flat_map(|i| mesh.triangle(i.triangle as usize)), inflate)
    }

    fn join(_: &Mesh, _: &[Item], _: f64, a: &Self, b: &Self) -> Self {
        let mut slabs = a.0;
        for (slab, other) in slabs.iter_mut().zip(b.0) {
            *slab = [slab[0].min(other[0]), slab[1].max(other[1])];
        }
        Self(slabs)
    }

    fn probe(swept: &Swept, bounds: &Aabb) -> SlabProbe<N> {
        let pad = pad(swept, farthest(bounds));
        SlabProbe {
            shadows: Self::DIRECTIONS.map(|d| Projection::new(swept, &vector(d), pad)),
            core: Core::new(swept, pad),
        }
    }

    #[inline]
    fn meets(&self, probe: &SlabProbe<N>, depth: f64) -> bool {
        let mut stretch = WHOLE;
        for (shadow, slab) in probe.shadows.iter().zip(&self.0) {
            if !(shadow.reaches_up_to(slab[0].into(), depth, &mut stretch)
                && shadow.reaches_down_to(slab[1].into(), depth, &mut stretch))
            {
                return false;
            }
        }
        if !Self::HAS_AXES {
            return true;
        }
        let corner = |end: usize| [0, 1, 2].map(|i| f64::from(self.0[i][end]));
        probe.core.near(corner(0), corner(1), depth, stretch)
    }

    fn bounds(&self) -> Aabb {
        let [x, y, z] = [0, 1, 2].map(|axis| self.along(axis));
        Aabb { lo: Vec3::new(x[0], y[0], z[0]), hi: Vec3::new(x[1], y[1], z[1]) }
    }

    fn gap(&self, p: &Vec3) -> f64 {
        if !Self::HAS_AXES {
            return self.bounds().gap(p);
        }
        // Without making a box first: every step to the nearest facet of a mesh tool asks this
        // twice.
        let mut squared = 0.0;
        for (axis, [lo, hi]) in self.0.iter().take(3).enumerate() {
            let beyond = (f64::from(*lo) - p[axis]).max(p[axis] - f64::from(*hi)).max(0.0);
            squared += beyond * beyond;
        }
        squared.sqrt()
    }

    fn holds(&self, point: &Vec3) -> bool {
        self.0.iter().zip(Self::DIRECTIONS).all(|(slab, d)| {
            let x = vector(d).dot(point);
            f64::from(slab[0]) <= x && x <= f64::from(slab[1])
        })
    }

    /// Of the box around it: exact volumes of k-DOPs need their dual hull.
    fn size(&self) -> f64 {
        let size = self.bounds().size();
        size.x.max(0.0) * size.y.max(0.0) * size.z.max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_distinct_directions() {
        fn check<const N: usize>() {
            let set = directions::<N>();
            for (i, a) in set.iter().enumerate() {
                assert_ne!(*a, [0; 3]);
                for b in &set[..i] {
                    assert!(a != b && *a != b.map(|x| -x), "{N}: {a:?} {b:?}");
                }
            }
        }
        check::<3>();
        check::<4>();
        check::<6>();
        check::<7>();
        check::<9>();
        check::<10>();
        check::<13>();
    }

    #[test]
    fn box_around_holds_the_points_in_every_set() {
        fn check<const N: usize>() {
            let points = [Vec3::new(1.0, -2.0, 0.5), Vec3::new(3.0, 4.0, -1.0), Vec3::zeros()];
            let bounds = Slabs::<N>::of(points, 0.0).bounds();
            let tight = Aabb::around(points);
            assert!((0..3).all(|i| bounds.lo[i] <= tight.lo[i] && tight.hi[i] <= bounds.hi[i]));
            assert!((0..3).all(|i| bounds.size()[i].is_finite()), "{N}");
        }
        check::<3>();
        check::<4>();
        check::<6>();
        check::<7>();
        check::<9>();
        check::<10>();
        check::<13>();
    }
}
