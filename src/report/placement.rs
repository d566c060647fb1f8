//! Where the part lies in the program's coordinates.

use nalgebra::{Matrix3, Vector3};
use thiserror::Error;

use crate::geom::Vec3;

/// Largest deviation of a placement from a rigid motion, per unit of length.
const RIGID: f64 = 1e-9;

/// Largest one that is put down to the digits in which numbers are written: six decimals, or the 24
/// bits of single precision.
const ROUNDED: f64 = 2e-6;

/// Steps to the nearest rotation: each squares what is left, and two are enough from [`ROUNDED`].
const STEPS: usize = 4;

/// Why sixteen numbers are no placement.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
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
    #[error(
        "the transform must turn and move only: its 3×3 part M scales, shears or mirrors (M·Mᵀ − 1 \
         is {off:.1e}, at most {ROUNDED:e} is taken for rounding)"
    )]
    NotRigid {
        /// Largest number of M·Mᵀ − 1.
        off: f64,
    },
}

impl PlacementError {
    /// What would help.
    pub fn help(self) -> &'static str {
        match self {
            Self::NotFinite => "write a number in place of `nan` or `inf`",
            Self::LastRow => "numbers that stand column by column are to be written row by row",
            Self::NotRigid { .. } => {
                "export it with more digits and without scale, which is the part's unit \
                 (--mesh-units); a mirrored part is a mesh of its own"
            }
        }
    }
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
    /// What the numbers that it was read from have beyond `turn`.
    rest: Matrix3<f64>,
}

impl Placement {
    /// The program's zero lies at `origin` in part coordinates, axes alike.
    pub fn at_origin(origin: Vec3) -> Self {
        // Subtracting from zero keeps zeros positive.
        Self::new(Matrix3::identity(), Vec3::zeros() - origin)
    }

    /// The program's zero lies at `origin` in part coordinates, and the part is turned by `turn`,
    /// a rotation.
    pub fn turned(turn: Matrix3<f64>, origin: Vec3) -> Self {
        Self::new(turn, Vec3::zeros() - turn * origin)
    }

    fn new(turn: Matrix3<f64>, shift: Vec3) -> Self {
        Self { turn, shift, rest: Matrix3::zeros() }
    }

    /// From 4×4 numbers, row-major. What is a rotation but for rounding is the nearest one.
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
        if off > ROUNDED || turn.determinant() < 0.0 {
            return Err(PlacementError::NotRigid { off });
        }
        let exact = if off > RIGID { nearest_rotation(turn) } else { turn };
        Ok(Self { turn: exact, shift: Vec3::new(m[3], m[7], m[11]), rest: turn - exact })
    }

    /// How far the numbers that it was read from put a point of the part elsewhere, mm.
    pub fn off_mm(&self, p: Vec3) -> f64 {
        (self.rest * p).norm()
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

/// The orthogonal factor of `m`, which is near one (Higham, Computing the polar decomposition, 1986):
/// the mean of a matrix and of its inverse turned over has the same factor and is nearer to it.
fn nearest_rotation(m: Matrix3<f64>) -> Matrix3<f64> {
    (0..STEPS).fold(m, |turn, _| match turn.transpose().try_inverse() {
        Some(inverse) => 0.5 * (turn + inverse),
        None => turn,
    })
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
        assert!(matches!(Placement::from_rows(m), Err(PlacementError::NotRigid { .. })));
        m[0] = -1.0;
        assert!(matches!(Placement::from_rows(m), Err(PlacementError::NotRigid { .. })));
        m[0] = f64::NAN;
        assert_eq!(Placement::from_rows(m), Err(PlacementError::NotFinite));
        m[0] = 1.0;
        m[12] = 1.0;
        assert_eq!(Placement::from_rows(m), Err(PlacementError::LastRow));
    }

    /// Turns written with six to eight decimals, or in single precision, were refused as scaling.
    #[test]
    fn a_rounded_rotation_is_the_nearest_one() {
        let (sin, cos) = 0.7f64.sin_cos();
        let exact =
            [cos, -sin, 0.0, 4.0, 0.6 * sin, 0.6 * cos, -0.8, 5.0, 0.8 * sin, 0.8 * cos, 0.6];
        let to = |round: &dyn Fn(f64) -> f64| {
            let mut m = [0.0; 16];
            m[..11].copy_from_slice(&exact);
            let mut m = m.map(round);
            m[15] = 1.0;
            m
        };
        for round in [&|v: f64| (v * 1e6).round() / 1e6, &|v: f64| f64::from(v as f32)]
            as [&dyn Fn(f64) -> f64; 2]
        {
            let rows = to(round);
            let placed = Placement::from_rows(rows).unwrap();
            let turn = placed.turn;
            assert!((turn * turn.transpose() - Matrix3::identity()).amax() < 1e-15);
            assert!(placed.rows().iter().zip(rows).all(|(a, b)| (a - b).abs() < 1e-6));
            let off = placed.off_mm(Vec3::new(100.0, 0.0, 0.0));
            assert!(off > 1e-7 && off < 2e-4, "{off}");
            assert_eq!(Placement::from_rows(placed.rows()).unwrap().rows(), placed.rows());
        }
        let whole = to(&|v| v);
        let placed = Placement::from_rows(whole).unwrap();
        assert!(placed.rows() == whole && placed.off_mm(Vec3::new(1.0, 1.0, 1.0)) == 0.0);
        let four = Placement::from_rows(to(&|v| (v * 1e4).round() / 1e4)).unwrap_err().help();
        assert!(four.contains("more digits") && four.contains("(--mesh-units)"), "{four}");
    }
}
