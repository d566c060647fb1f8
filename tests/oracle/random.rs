//! The random numbers of the oracle's scenes.

pub use gouge_random::Random;

/// A source for the scene `seed`.
pub fn seeded(seed: u64) -> Random {
    Random::new(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x2545_f491_4f6c_dd1d)
}
