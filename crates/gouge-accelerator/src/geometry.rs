//! Boxes and placements as the card holds them: plain arrays of f32.

use crate::arithmetic::less;

/// A point or vector, in the unit of its object.
pub type Point = [f32; 3];

/// A triangle's corners.
pub type Triangle = [Point; 3];

/// An axis-aligned box in some frame; closed, so touching is overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least coordinates.
    pub lo: Point,
    /// Greatest coordinates.
    pub hi: Point,
}

impl Bounds {
    /// Nothing yet.
    pub(crate) const EMPTY: Self = Self { lo: [f32::INFINITY; 3], hi: [f32::NEG_INFINITY; 3] };

    /// The least box around `points`.
    pub(crate) fn around<'a>(points: impl IntoIterator<Item = &'a Point>) -> Self {
        let mut bounds = Self::EMPTY;
        for p in points {
            bounds.include(&Self { lo: *p, hi: *p });
        }
        bounds
    }

    pub(crate) fn include(&mut self, other: &Self) {
        for x in 0..3 {
            self.lo[x] = self.lo[x].min(other.lo[x]);
            self.hi[x] = self.hi[x].max(other.hi[x]);
        }
    }

    /// The largest coordinate by magnitude.
    pub(crate) fn reach(&self) -> f64 {
        self.lo.iter().chain(&self.hi).fold(0.0, |m, &x| f64::from(x.abs()).max(m))
    }

    /// Whether the boxes are provably apart: never, where a coordinate is not a number.
    pub(crate) fn apart(&self, other: &Self) -> bool {
        (0..3).any(|x| less(self.hi[x], other.lo[x]) || less(other.hi[x], self.lo[x]))
    }
}

/// Where the second object of a check stands in the first one's frame: q = M·p + t.
///
/// Any matrix is sound; only a rotation with one scale for all axes makes the check useful in
/// both directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// M, by rows.
    pub matrix: [Point; 3],
    /// t, in the first object's unit.
    pub translation: Point,
}

impl Placement {
    /// In place: M = 1, t = 0.
    pub const IDENTITY: Self =
        Self { matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: [0.0; 3] };

    /// Moved without turning.
    #[must_use]
    pub fn moved(translation: Point) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// Column `axis` of M: where an axis of the second object points.
    pub(crate) fn column(&self, axis: usize) -> Point {
        [0, 1, 2].map(|x| self.matrix[x][axis])
    }
}
