//! How far apart the bounds of a depth may stay.

/// From which depth on bounds of what is not convex may stay farther apart.
#[derive(Clone, Copy, Debug)]
pub struct Loose {
    /// The depth, mm.
    pub above: f64,
    /// Above it they may differ by this share of the lower one.
    pub share: f64,
}

impl Loose {
    /// They may not.
    pub const NEVER: Self = Self { above: f64::INFINITY, share: 0.0 };

    /// What a gap of `gap` mm may be for something that is at least `lo` deep.
    pub(super) fn gap(&self, lo: f64, gap: f64) -> f64 {
        if lo > self.above { gap.max(self.share * lo) } else { gap }
    }
}
