//! Where the part lies in the program's coordinates: a rigid motion, 4×4 row-major.

use gouge_mesh::geom::Vec3;
use nalgebra::Matrix3;

use crate::tolerance::RIGID;

/// Part coordinates to program coordinates.
pub(crate) struct Placement {
    turn: Matrix3<f64>,
    shift: Vec3,
}

impl Placement {
    /// `None` where the numbers scale, shear or mirror.
    pub fn new(m: &[f64; 16]) -> Option<Self> {
        let turn = Matrix3::new(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
        let off = (turn * turn.transpose() - Matrix3::identity()).amax();
        let rigid = m.iter().all(|v| v.is_finite())
            && m[12..] == [0.0, 0.0, 0.0, 1.0]
            && off <= RIGID
            && turn.determinant() > 0.0;
        rigid.then(|| Self { turn, shift: Vec3::new(m[3], m[7], m[11]) })
    }

    /// A point of the part, in program coordinates.
    pub fn to_program(&self, p: &Vec3) -> Vec3 {
        self.turn * p + self.shift
    }

    /// A point of the program, in part coordinates.
    pub fn to_part(&self, p: Vec3) -> Vec3 {
        self.turn.tr_mul(&(p - self.shift))
    }

    /// From one point of the part to another, along the program's axes.
    pub fn along_program(&self, from: &Vec3, to: &Vec3) -> Vec3 {
        self.turn * (to - from)
    }
}
