//! How far apart the bounds of a depth may stay.

use crate::tolerance::BOUNDS_ROUNDING_MM;

/// From which depth on bounds of what is not convex may stay farther apart.
#[derive(Clone, Copy, Debug)]
pub struct Loose {
    /// The depth, mm.
    pub above: f64,
    /// Above it they may differ by this share of the lower one.
    pub share: f64,
    /// Something else is told to be as deep at most: next to pockets that fill, no more than this need be told, mm.
    pub told: f64,
    /// How much deeper than this something is need not be told, mm.
    pub enough: f64,
}

impl Loose {
    /// They may not.
    pub const NEVER: Self =
        Self { above: f64::INFINITY, share: 0.0, told: f64::NEG_INFINITY, enough: f64::INFINITY };

    /// What is less deep than this, mm, has no bounds that reach `level`, where they may lie `gap` mm apart.
    ///
    /// Let the upper bound be `level` or more, and the lower one lo. Up to `above` what it belongs to is
    /// level - gap deep or deeper; else lo + share · lo is `level` or more, and lo more than `above`. What is
    /// told no closer than to be deeper than `enough` is that.
    /// It rises with `level`.
    #[must_use]
    pub fn least(&self, level: f64, gap: f64) -> f64 {
        let told = level - gap - BOUNDS_ROUNDING_MM;
        let loosely = self.above.max(level / (1.0 + self.share)) - BOUNDS_ROUNDING_MM;
        let least = if level > self.above { told.min(loosely) } else { told };
        if level > self.enough { least.min(self.enough) } else { least }
    }

    /// What a gap of `gap` mm may be for something that is at least `lo` deep.
    pub(super) fn gap(&self, lo: f64, gap: f64) -> f64 {
        match () {
            () if lo > self.enough => f64::INFINITY,
            () if lo > self.above => gap.max(self.share * lo),
            () => gap,
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
            let loose = Loose { above, share, enough, ..Loose::NEVER };
            let gap = 10f64.powf(random.between(-9.0, -1.0));
            let lo = random.between(-1.0, 3.0);
            let wide = loose.gap(lo, gap).min(9.0);
            let share = |random: &mut Random| [0.0, random.between(0.0, 1.0), 1.0][random.below(3)];
            let depth = lo + share(&mut random) * wide;
            let hi = depth + share(&mut random) * (lo + wide - depth);
            let level = [hi, random.between(lo - 0.1, hi + 0.1)][random.below(2)];
            let least = loose.least(level, gap);
            assert!(hi < level || depth >= least, "{loose:?} {gap} {lo} {depth} {hi} {level}");
            assert!(loose.least(level + random.between(0.0, 0.2), gap) >= least);
            near += u32::from(hi >= level && depth < least + 0.1 * gap);
            apart += u32::from(depth < least);
        }
        assert!(near > 100 && apart > 10_000, "{near} {apart}");
    }
}
