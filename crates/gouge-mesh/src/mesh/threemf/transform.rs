//! Where an object of a 3MF lies: an affine map of row vectors.

/// Twelve numbers in the order of the file: three rows of the linear part, then the shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transform(pub [f64; 12]);

impl Transform {
    pub const IDENTITY: Self = Self([1., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0.]);

    pub fn apply(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let m = &self.0;
        // The identity keeps every bit.
        if *self == Self::IDENTITY {
            return [x, y, z];
        }
        std::array::from_fn(|k| x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k])
    }

    /// First `inner`, then this.
    pub fn after(&self, inner: &Self) -> Self {
        if *inner == Self::IDENTITY {
            return *self;
        }
        let mut both = [0.0; 12];
        for row in 0..4 {
            let r = &inner.0[3 * row..3 * row + 3];
            for k in 0..3 {
                let shift = if row == 3 { self.0[9 + k] } else { 0.0 };
                both[3 * row + k] =
                    r[0] * self.0[k] + r[1] * self.0[3 + k] + r[2] * self.0[6 + k] + shift;
            }
        }
        Self(both)
    }

    /// True when it turns right hands into left ones, and triangles inside out with them.
    pub fn mirrors(&self) -> bool {
        self.determinant() < 0.0
    }

    /// True when nothing keeps its volume.
    pub fn flattens(&self) -> bool {
        self.determinant() == 0.0
    }

    fn determinant(&self) -> f64 {
        let m = &self.0;
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6])
    }
}

#[cfg(test)]
mod tests {
    use super::Transform;

    #[test]
    fn inner_comes_first() {
        let turn = Transform([0., 1., 0., -1., 0., 0., 0., 0., 1., 0., 0., 0.]);
        let shift = Transform([1., 0., 0., 0., 1., 0., 0., 0., 1., 5., 6., 7.]);
        assert_eq!(turn.apply([1., 0., 0.]), [0., 1., 0.]);
        assert_eq!(shift.after(&turn).apply([1., 0., 0.]), [5., 7., 7.]);
        assert_eq!(turn.after(&shift).apply([1., 0., 0.]), [-6., 6., 7.]);
        let flip = Transform([-1., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0.]);
        assert!(flip.mirrors() && !flip.after(&flip).mirrors());
    }
}
