//! Axis-aligned box, closed on all sides.

use super::Vec3;

/// Closed axis-aligned box, mm. Empty when any `lo` exceeds its `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Least coordinates.
    pub lo: Vec3,
    /// Greatest coordinates.
    pub hi: Vec3,
}

impl Aabb {
    /// The box that holds nothing and grows to whatever it is given.
    pub const EMPTY: Self = Self {
        lo: Vec3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        hi: Vec3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The smallest box around `points`.
    #[inline]
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |b, p| b.union(&Self { lo: p, hi: p }))
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self { lo: least(&self.lo, &other.lo), hi: most(&self.hi, &other.hi) }
    }

    /// Side lengths, mm.
    #[inline]
    pub fn size(&self) -> Vec3 {
        self.hi - self.lo
    }

    /// Whether `point` is inside or on the border.
    pub fn holds(&self, point: &Vec3) -> bool {
        (0..3).all(|i| self.lo[i] <= point[i] && point[i] <= self.hi[i])
    }

    /// Whether both share a point.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|i| self.lo[i] <= other.hi[i] && other.lo[i] <= self.hi[i])
    }

    /// What both hold; empty where they share nothing.
    #[inline]
    pub fn intersection(&self, other: &Self) -> Self {
        Self { lo: most(&self.lo, &other.lo), hi: least(&self.hi, &other.hi) }
    }

    /// The box `by` mm wider on all sides.
    #[inline]
    pub fn grown(&self, by: f64) -> Self {
        // Spelled out, as adding to every coordinate in turn goes through memory.
        let Self { lo, hi } = self;
        Self {
            lo: Vec3::new(lo.x - by, lo.y - by, lo.z - by),
            hi: Vec3::new(hi.x + by, hi.y + by, hi.z + by),
        }
    }

    /// The eight corners; bit k of the index says which end on axis k.
    pub fn corners(&self) -> [Vec3; 8] {
        let end = |i: usize, k: usize| if i >> k & 1 == 1 { self.hi[k] } else { self.lo[k] };
        std::array::from_fn(|i| Vec3::new(end(i, 0), end(i, 1), end(i, 2)))
    }

    /// Distance to `point`, mm; zero inside.
    #[inline]
    pub fn gap(&self, point: &Vec3) -> f64 {
        most(&(self.lo - point), &(point - self.hi)).map(|x| x.max(0.0)).norm()
    }

    /// True when nothing is inside.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (0..3).any(|i| self.lo[i] > self.hi[i])
    }
}

/// `inf` and `sup` of vectors compare and branch, which is several times slower.
#[inline(always)]
fn least(a: &Vec3, b: &Vec3) -> Vec3 {
    Vec3::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z))
}

#[inline(always)]
fn most(a: &Vec3, b: &Vec3) -> Vec3 {
    Vec3::new(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z))
}
