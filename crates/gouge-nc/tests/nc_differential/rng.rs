//! A reproducible source of choices.

use gouge_random::Random;

#[derive(Clone)]
pub struct Rng(Random);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d))
    }

    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// 0 to `n` - 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Uniform in [a, b).
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        self.0.between(a, b)
    }

    /// A number as a program states it: rounded to 0, 1, 3 or 4 places.
    pub fn word(&mut self, a: f64, b: f64) -> f64 {
        let places = [1.0, 10.0, 1e3, 1e4][self.below(4) as usize];
        (self.between(a, b) * places).round() / places
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}
