//! Shifts out of the material that cleared earlier chords: the next chord usually needs one of
//! them.

use crate::tolerance::{FLOAT_MM, SAME_WAY_COSINE};
use gouge_mesh::geom::Vec3;
use smallvec::SmallVec;

/// So many are kept: a pocket has a floor and walls to four sides at most times.
const KEPT: usize = 5;

/// Shifts that cleared: the last one first.
#[derive(Clone, Debug, Default)]
pub(super) struct Shifts(SmallVec<[Shift; KEPT]>);

#[derive(Clone, Copy, Debug)]
struct Shift {
    /// Unit vector along it, seen from axes that turn with the path.
    direction: [f64; 3],
    /// How long it was, mm.
    length: f64,
}

impl Shifts {
    /// The first direction that `clears` takes, given along with how long its shift was, in what it
    /// makes of it; that one comes first from then on.
    pub fn find<T>(
        &mut self,
        axes: &[Vec3; 3],
        mut clears: impl FnMut(Vec3, f64) -> Option<T>,
    ) -> Option<T> {
        let seen = |[x, y, z]: &[f64; 3]| axes[0] * *x + axes[1] * *y + axes[2] * *z;
        let found = |(at, shift): (usize, &Shift)| {
            Some((at, clears(seen(&shift.direction), shift.length)?))
        };
        let (at, told) = self.0.iter().enumerate().find_map(found)?;
        self.0[..=at].rotate_right(1);
        Some(told)
    }

    /// Keeps where a shift leads instead of one that leads in about the same direction, or else of
    /// the oldest.
    pub fn learn(&mut self, axes: &[Vec3; 3], by: &Vec3) {
        let Some(direction) = by.try_normalize(FLOAT_MM) else { return };
        let direction = axes.map(|axis| axis.dot(&direction));
        let same = |a: &Shift| a.direction.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>();
        let at = self.0.iter().position(|a| same(a) > SAME_WAY_COSINE).unwrap_or(KEPT - 1);
        if at < self.0.len() {
            self.0.remove(at);
        }
        self.0.insert(0, Shift { direction, length: by.norm() });
    }
}
