//! How far a chord may be from its arc.

use gouge_mesh::geom::Vec3;

/// How far the true path may be from the straight one at the same time: `by` mm, perpendicular
/// to `normal` (in any direction when that is zero).
#[derive(Clone, Copy, Debug)]
pub struct Sag {
    /// Distance, mm.
    pub by: f64,
    /// Unit normal of the arc's plane, or zero.
    pub normal: Vec3,
}

impl Sag {
    /// A straight path.
    pub const NONE: Self = Self { by: 0.0, normal: Vec3::new(0.0, 0.0, 0.0) };

    /// Support of the disc of all deviations in the unit direction `u`.
    pub(super) fn support(&self, u: &Vec3) -> f64 {
        let along = self.normal.dot(u);
        self.by * (1.0 - along * along).max(0.0).sqrt()
    }
}
