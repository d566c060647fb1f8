#![doc = include_str!("../README.md")]

mod mutate;

use nalgebra::{Matrix3, Rotation3, Vector3};

pub use mutate::inputs;

/// A seeded source.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Seeded.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
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

    /// Uniform below `n`, zero for none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// True with the probability `share`.
    pub fn chance(&mut self, share: f64) -> bool {
        self.between(0.0, 1.0) < share
    }

    /// Uniform in a cube about the origin.
    pub fn vector(&mut self, half: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-half, half))
    }

    /// Of length one.
    pub fn direction(&mut self) -> Vector3<f64> {
        loop {
            let v = self.vector(1.0);
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

#[cfg(test)]
mod tests {
    use super::Random;

    /// The reference sequence of SplitMix64 for the seed 1234567.
    #[test]
    fn equals_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        let first = [random.bits(), random.bits(), random.bits()];
        let expected =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first, expected);
    }
}
