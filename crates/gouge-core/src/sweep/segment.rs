//! A straight segment of the control point's path.

use super::sag::Sag;
use gouge_mesh::geom::Vec3;

/// A straight segment of the control point's path, and how far the true path may be from it.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// Where it begins, mm.
    pub from: Vec3,
    /// Its displacement, mm.
    pub travel: Vec3,
    /// How the true path leaves it.
    pub sag: &'a Sag,
}

impl Segment<'static> {
    /// A segment that the true path does not leave.
    #[must_use]
    pub const fn straight(from: Vec3, travel: Vec3) -> Self {
        Self { from, travel, sag: &Sag::NONE }
    }

    /// A pose at the origin.
    pub const STILL: Self = Self::straight(Vec3::new(0.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 0.0));
}

impl Segment<'_> {
    /// Where the true path is at the time `t`, from 0 to 1, mm.
    #[must_use]
    pub fn at(&self, t: f64) -> Vec3 {
        self.sag.place(&self.from, &self.travel, t)
    }
}
