//! Random numbers that are the same everywhere (SplitMix64), and motions made of them.

use nalgebra::{Matrix3, Rotation3};

use gouge_mesh::geom::Vec3;

/// A seeded source.
pub struct Random(u64);

impl Random {
    /// Seeded.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [lo, hi).
    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// Uniform in a cube about the origin.
    pub fn in_cube(&mut self, half: f64) -> Vec3 {
        Vec3::from_fn(|_, _| self.between(-half, half))
    }

    /// Of length one.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.in_cube(1.0);
            if v.norm() > 0.1 && v.norm() <= 1.0 {
                return v.normalize();
            }
        }
    }

    /// A turn by `angle` radians about a random axis.
    pub fn turn(&mut self, angle: f64) -> Matrix3<f64> {
        Rotation3::new(self.direction() * angle).into_inner()
    }
}
