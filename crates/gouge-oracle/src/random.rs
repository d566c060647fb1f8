//! The random numbers of scenes.

pub use gouge_random::Random;

/// A source for the scene `seed`.
pub fn seeded(seed: u64) -> Random {
    Random::new(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x2545_f491_4f6c_dd1d)
}

/// Uniform on a logarithmic scale in [lo, hi), both above 0.
pub fn scale(random: &mut Random, lo: f64, hi: f64) -> f64 {
    random.between(lo.ln(), hi.ln()).exp()
}

/// One of `list`.
pub fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len())]
}
