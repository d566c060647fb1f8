//! How far apart the bounds of a depth may stay.

use crate::tolerance::BOUNDS_ROUNDING_MM;

/// How far apart the bounds of a depth may stay: farther where the depth is great and closing them
/// costs much.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// At any depth, mm.
    pub mm: f64,
    /// Where the depth is at least this, mm, ...
    pub above: f64,
    /// ... they may differ by this share of the lower one.
    pub share: f64,
    /// Something else is known to be this deep at most, mm: next to pockets that fill, the upper
    /// bound need not be lower.
    pub known: f64,
    /// A depth greater than this, mm, needs no upper bound.
    pub enough: f64,
}

impl Gap {
    /// The same at every depth, mm.
    #[must_use]
    pub const fn of(mm: f64) -> Self {
        Self {
            mm,
            above: f64::INFINITY,
            share: 0.0,
            known: f64::NEG_INFINITY,
            enough: f64::INFINITY,
        }
    }

    /// The depth, mm, below which nothing has bounds that reach `level`.
    ///
    /// Let the upper bound be `level` or more, and the lower one lo. Up to `above` what it belongs
    /// to is level - mm deep or deeper; else lo + share · lo is `level` or more, and lo more than
    /// `above`. What is deeper than `enough` may be given no upper bound at all. It rises with
    /// `level`.
    #[must_use]
    pub fn least(&self, level: f64) -> f64 {
        let close = level - self.mm - BOUNDS_ROUNDING_MM;
        let wide = self.above.max(level / (1.0 + self.share)) - BOUNDS_ROUNDING_MM;
        let least = if level > self.above { close.min(wide) } else { close };
        if level > self.enough { least.min(self.enough) } else { least }
    }

    /// The gap for something at least `lo` deep, mm.
    pub(super) fn at(&self, lo: f64) -> f64 {
        match () {
            () if lo > self.enough => f64::INFINITY,
            () if lo > self.above => self.mm.max(self.share * lo),
            () => self.mm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    #[test]
    fn no_bounds_of_what_is_less_deep_reach_a_level() {
        let mut random = Random::new(41);
        let (mut near, mut apart) = (0, 0);
        for _ in 0..200_000 {
            let above = random.between(-0.5, 0.5);
            let share = [0.0, 0.006, 0.3][random.below(3)];
            let enough = [f64::INFINITY, random.between(-0.5, 2.0)][random.below(2)];
            let mm = 10f64.powf(random.between(-9.0, -1.0));
            let gap = Gap { above, share, enough, ..Gap::of(mm) };
            let lo = random.between(-1.0, 3.0);
            let wide = gap.at(lo).min(9.0);
            let share = |random: &mut Random| [0.0, random.between(0.0, 1.0), 1.0][random.below(3)];
            let depth = lo + share(&mut random) * wide;
            let hi = depth + share(&mut random) * (lo + wide - depth);
            let level = [hi, random.between(lo - 0.1, hi + 0.1)][random.below(2)];
            let least = gap.least(level);
            assert!(hi < level || depth >= least, "{gap:?} {lo} {depth} {hi} {level}");
            assert!(gap.least(level + random.between(0.0, 0.2)) >= least);
            near += u32::from(hi >= level && depth < least + 0.1 * mm);
            apart += u32::from(depth < least);
        }
        assert!(near > 100 && apart > 10_000, "{near} {apart}");
    }
}
