//! Where the part lies in the program's coordinates.

use nalgebra::{Matrix3, Vector3};
use thiserror::Error;

use crate::geom::Vec3;

/// Largest deviation of a placement from a rigid motion, per unit of length.
const RIGID: f64 = 1e-9;

/// Why sixteen numbers are no placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// NaN or infinite.
    #[error("a number of the transform is not finite")]
    NotFinite,
    /// The last row is not `0 0 0 1`.
    #[error(
        "the last row of the transform must be 0 0 0 1 (row-major, translation in the last column)"
    )]
    LastRow,
    /// Scales, shears or mirrors.
    #[error("the transform must turn and move only: its 3×3 part scales, shears or mirrors")]
    NotRigid,
}

/// A rigid motion from part coordinates to program coordinates.
///
/// The check itself runs in *work* coordinates: those of the part while the placement only
/// moves, so that facets keep their exact coordinates; those of the program when it turns,
/// because tools stand along the program's +Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    turn: Matrix3<f64>,
    shift: Vector3<f64>,
}

impl Placement {
    /// The program's zero lies at `origin` in part coordinates, axes alike.
    pub fn at_origin(origin: Vec3) -> Self {
        // Subtracting from zero keeps zeros positive.
        Self { turn: Matrix3::identity(), shift: Vec3::zeros() - origin }
    }

    /// The program's zero lies at `origin` in part coordinates, and the part is turned by `turn`,
    /// a rotation.
    pub fn turned(turn: Matrix3<f64>, origin: Vec3) -> Self {
        Self { turn, shift: Vec3::zeros() - turn * origin }
    }

    /// From 4×4 numbers, row-major.
    ///
    /// # Errors
    /// When the numbers are no rigid motion.
    pub fn from_rows(m: [f64; 16]) -> Result<Self, PlacementError> {
        if m.iter().any(|v| !v.is_finite()) {
            return Err(PlacementError::NotFinite);
        }
        if m[12..] != [0.0, 0.0, 0.0, 1.0] {
            return Err(PlacementError::LastRow);
        }
        let turn = Matrix3::new(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
        let off = (turn * turn.transpose() - Matrix3::identity()).amax();
        if off > RIGID || turn.determinant() < 0.0 {
            return Err(PlacementError::NotRigid);
        }
        Ok(Self { turn, shift: Vec3::new(m[3], m[7], m[11]) })
    }

    /// 4×4 numbers, row-major.
    pub fn rows(&self) -> [f64; 16] {
        let (t, s) = (&self.turn, &self.shift);
        [
            t.m11, t.m12, t.m13, s.x, t.m21, t.m22, t.m23, s.y, t.m31, t.m32, t.m33, s.z, 0.0, 0.0,
            0.0, 1.0,
        ]
    }

    /// The placement turns the part.
    pub fn turns(&self) -> bool {
        self.turn != Matrix3::identity()
    }

    /// Part coordinates to work coordinates.
    pub fn part_to_work(&self, p: Vec3) -> Vec3 {
        if self.turns() { self.turn * p + self.shift } else { p }
    }

    /// Work coordinates to part coordinates.
    pub fn work_to_part(&self, p: Vec3) -> Vec3 {
        if self.turns() { self.turn.tr_mul(&(p - self.shift)) } else { p }
    }

    /// A direction in work coordinates, in part coordinates.
    pub fn direction_to_part(&self, d: Vec3) -> Vec3 {
        if self.turns() { self.turn.tr_mul(&d) } else { d }
    }

    /// A direction in part coordinates, in work coordinates.
    pub fn direction_to_work(&self, d: Vec3) -> Vec3 {
        if self.turns() { self.turn * d } else { d }
    }

    /// What to add to program coordinates for work coordinates, mm.
    pub fn program_to_work(&self) -> Vec3 {
        if self.turns() { Vec3::zeros() } else { Vec3::zeros() - self.shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_origin_keeps_part_coordinates() {
        let p = Placement::at_origin(Vec3::new(1.0, 2.0, 3.0));
        assert!(!p.turns());
        assert_eq!(p.program_to_work(), Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(p.part_to_work(Vec3::new(7.0, 8.0, 9.0)), Vec3::new(7.0, 8.0, 9.0));
        assert_eq!(Placement::from_rows(p.rows()), Ok(p));
    }

    #[test]
    fn a_turned_part_works_in_program_coordinates() {
        let m =
            [0.0, -1.0, 0.0, 10.0, 1.0, 0.0, 0.0, 20.0, 0.0, 0.0, 1.0, 30.0, 0.0, 0.0, 0.0, 1.0];
        let p = Placement::from_rows(m).unwrap();
        assert_eq!(p.rows(), m);
        let q = p.part_to_work(Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(q, Vec3::new(8.0, 21.0, 33.0));
        assert_eq!(p.work_to_part(q), Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(p.program_to_work(), Vec3::zeros());
    }

    #[test]
    fn what_is_not_rigid_is_refused() {
        let mut m = Placement::at_origin(Vec3::zeros()).rows();
        m[0] = 25.4;
        assert_eq!(Placement::from_rows(m), Err(PlacementError::NotRigid));
        m[0] = -1.0;
        assert_eq!(Placement::from_rows(m), Err(PlacementError::NotRigid));
        m[0] = f64::NAN;
        assert_eq!(Placement::from_rows(m), Err(PlacementError::NotFinite));
        m[0] = 1.0;
        m[12] = 1.0;
        assert_eq!(Placement::from_rows(m), Err(PlacementError::LastRow));
    }
}
