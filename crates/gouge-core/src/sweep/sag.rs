//! How far a chord may be from its arc.

use super::arc::Arc;
use gouge_mesh::geom::Vec3;

/// How far the true path may be from the straight one at the same time: `by` mm, perpendicular
/// to `normal` (in any direction when that is zero).
#[derive(Clone, Copy, Debug)]
pub struct Sag {
    /// Distance, mm.
    pub by: f64,
    /// Unit normal of the arc's plane, or zero.
    pub normal: Vec3,
    /// The true path itself, where that is the stretch of an arc.
    pub arc: Option<Arc>,
}

impl Sag {
    /// A straight path.
    pub const NONE: Self = Self { by: 0.0, normal: Vec3::new(0.0, 0.0, 0.0), arc: None };

    /// Where the true path is at the time `t`, or the straight one that stands for it, mm.
    pub fn place(&self, from: &Vec3, travel: &Vec3, t: f64) -> Vec3 {
        self.arc.map_or_else(|| from + travel * t, |arc| arc.at(t))
    }

    /// The straight path from `from` by `travel`, or one that is nearer to the true path: start,
    /// displacement, and how far the true path may be from it at the same time, mm.
    pub fn straight(&self, from: Vec3, travel: Vec3) -> (Vec3, Vec3, f64) {
        let arc = self.arc.map(|arc| arc.straight()).filter(|nearer| nearer.2 < self.by);
        arc.unwrap_or((from, travel, self.by))
    }

    /// How far apart bounds of a depth along the way may stay, whatever is added to them, mm.
    pub(super) fn spare(&self) -> f64 {
        self.arc.map_or(0.0, |arc| arc.spare())
    }

    /// By how much it may leave bounds of a depth apart in all, mm.
    pub(super) fn apart(&self) -> f64 {
        self.arc.map_or(self.by, |arc| arc.spare())
    }

    /// What of it is perpendicular to something.
    pub fn across(&self) -> Self {
        if self.normal == Vec3::zeros() { Self::NONE } else { *self }
    }

    /// What of it may be in any direction, mm.
    pub fn about(&self) -> f64 {
        if self.normal == Vec3::zeros() { self.by } else { 0.0 }
    }

    /// Support of the disc of all deviations in the unit direction `u`, mm.
    pub fn support(&self, u: &Vec3) -> f64 {
        let along = self.normal.dot(u);
        self.by * (1.0 - along * along).max(0.0).sqrt()
    }
}
