//! The plane of arcs and cycles: RS274NGC, plane selection (G17, G18, G19).

use crate::words::g;

/// The plane of arcs and cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Plane {
    #[default]
    Xy,
    Zx,
    Yz,
}

impl Plane {
    /// Axis numbers of the plane's first and second axis and of its normal, right-handed.
    pub fn axes(self) -> [usize; 3] {
        match self {
            Plane::Xy => [0, 1, 2],
            Plane::Zx => [2, 0, 1],
            Plane::Yz => [1, 2, 0],
        }
    }

    /// A point in program order (x, y, z) from plane order (first, second, normal).
    pub fn unfold(self, point: [f64; 3]) -> [f64; 3] {
        let mut xyz = [0.0; 3];
        for (axis, value) in self.axes().into_iter().zip(point) {
            xyz[axis] = value;
        }
        xyz
    }

    /// A point in plane order (first, second, normal) from program order.
    pub fn fold(self, xyz: [f64; 3]) -> [f64; 3] {
        self.axes().map(|axis| xyz[axis])
    }

    /// The word that selects it, tenths.
    pub fn code(self) -> u16 {
        match self {
            Plane::Xy => g::G17,
            Plane::Zx => g::G18,
            Plane::Yz => g::G19,
        }
    }

    /// Names of its axes.
    pub fn names(self) -> [char; 3] {
        self.axes().map(|axis| ['X', 'Y', 'Z'][axis])
    }
}
