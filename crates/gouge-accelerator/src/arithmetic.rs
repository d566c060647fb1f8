//! The card's arithmetic: binary32 with the corners of IEEE 754 cut off, the same in the
//! emulator, in the software reference and in `rtl/`.
//!
//! `docs/accelerator-arithmetic.md` states the rules for people who build hardware. In short:
//! - A subnormal operand counts as a zero of its sign.
//! - Results are rounded to nearest, ties to even.
//! - A result whose exact value lies below 2⁻¹²⁶ becomes a zero of its sign, before rounding
//!   (tininess as ARM detects it; x86 flushes after rounding, so its own mode would differ).
//! - Any NaN becomes the one NaN, `0x7fc00000`; ∞ − ∞ and 0 · ∞ give it too.
//! - A comparison with a NaN is false.

/// The only NaN there is.
pub const NAN: f32 = f32::from_bits(0x7fc0_0000);

/// The least positive value that is not flushed, 2⁻¹²⁶.
const LEAST: f32 = f32::MIN_POSITIVE;

/// `x` as an operand: a subnormal is a zero, a NaN the only NaN.
#[inline]
#[must_use]
pub fn operand(x: f32) -> f32 {
    if x.is_nan() {
        NAN
    } else if x.abs() < LEAST {
        f32::from_bits(x.to_bits() & 0x8000_0000)
    } else {
        x
    }
}

/// a + b.
#[inline]
#[must_use]
pub fn add(a: f32, b: f32) -> f32 {
    // Where a sum of two multiples of 2⁻¹⁴⁹ is subnormal it is exact: flushing before and
    // after rounding are the same.
    operand(operand(a) + operand(b))
}

/// a − b, which is a + (−b).
#[inline]
#[must_use]
pub fn sub(a: f32, b: f32) -> f32 {
    add(a, -b)
}

/// a · b.
#[inline]
#[must_use]
pub fn mul(a: f32, b: f32) -> f32 {
    // 24 by 24 bits fit into 53: the product is exact until it is narrowed.
    narrow(f64::from(operand(a)) * f64::from(operand(b)))
}

/// a ÷ b.
#[inline]
#[must_use]
pub fn div(a: f32, b: f32) -> f32 {
    // A quotient of 24-bit numbers, rounded to 53 bits first, still rounds correctly to 24
    // (53 ≥ 2·24 + 2, Figueroa 1995), and never reaches 2⁻¹²⁶ from below on the way.
    narrow(f64::from(operand(a)) / f64::from(operand(b)))
}

/// Whether a < b; never of a NaN. Zeros of both signs are equal.
#[inline]
#[must_use]
pub fn less(a: f32, b: f32) -> bool {
    operand(a) < operand(b)
}

/// The lesser of two, the first unless the second is provably less.
#[inline]
#[must_use]
pub fn min(a: f32, b: f32) -> f32 {
    if less(b, a) { operand(b) } else { operand(a) }
}

/// The greater of two, the first unless the second is provably greater.
#[inline]
#[must_use]
pub fn max(a: f32, b: f32) -> f32 {
    if less(a, b) { operand(b) } else { operand(a) }
}

/// An exact (or sticky enough) result in f64, flushed before it is rounded.
#[inline]
fn narrow(exact: f64) -> f32 {
    if exact.is_nan() {
        NAN
    } else if exact.abs() < f64::from(LEAST) {
        if exact.is_sign_negative() { -0.0 } else { 0.0 }
    } else {
        exact as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: f32 = f32::MIN_POSITIVE;

    fn bits(x: f32) -> u32 {
        x.to_bits()
    }

    #[test]
    fn subnormal_operands_are_zeros_of_their_sign() {
        let below = f32::from_bits(0x007f_ffff);
        assert_eq!(bits(add(below, 0.0)), 0);
        assert_eq!(bits(add(-below, -0.0)), bits(-0.0));
        assert_eq!(bits(mul(-below, 1e30)), bits(-0.0));
        assert!(!less(-below, below));
    }

    #[test]
    fn a_product_just_below_the_least_is_flushed_before_rounding() {
        // (1 − 2⁻²⁴)·2⁻¹²⁶ rounds to 2⁻¹²⁶ in gradual underflow; here it is tiny, hence zero.
        let almost_one = 1.0 - f32::EPSILON / 2.0;
        assert_eq!(almost_one * TINY, TINY);
        assert_eq!(bits(mul(almost_one, TINY)), 0);
        assert_eq!(bits(mul(-almost_one, TINY)), bits(-0.0));
        assert_eq!(mul(1.0, TINY), TINY);
    }

    #[test]
    fn differences_below_the_least_are_flushed() {
        assert_eq!(bits(sub(1.5 * TINY, TINY)), 0);
        assert_eq!(bits(sub(TINY, 1.5 * TINY)), bits(-0.0));
        assert_eq!(bits(sub(TINY, TINY)), 0);
        assert_eq!(sub(2.0 * TINY, TINY), TINY);
    }

    #[test]
    fn every_nan_is_the_only_one() {
        let odd = f32::from_bits(0xffab_cdef);
        for x in [add(odd, 1.0), sub(1.0, odd), mul(odd, 0.0), div(0.0, 0.0)] {
            assert_eq!(bits(x), bits(NAN));
        }
        let inf = f32::INFINITY;
        for x in [sub(inf, inf), mul(0.0, inf), mul(f32::from_bits(1), -inf), div(inf, inf)] {
            assert_eq!(bits(x), bits(NAN));
        }
        assert!(!less(NAN, 1.0) && !less(1.0, NAN) && !less(NAN, NAN));
    }

    #[test]
    fn what_is_too_large_is_infinite() {
        assert_eq!(mul(f32::MAX, 2.0), f32::INFINITY);
        assert_eq!(add(-f32::MAX, -f32::MAX), f32::NEG_INFINITY);
        assert_eq!(div(1.0, -0.0), f32::NEG_INFINITY);
        assert_eq!(add(f32::INFINITY, -f32::MAX), f32::INFINITY);
    }

    #[test]
    fn ordinary_results_are_the_hosts() {
        let mut state = 1u64;
        for _ in 0..200_000 {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                f32::from_bits((state >> 33) as u32 ^ (state as u32 & 0x8000_0000))
            };
            let (a, b) = (next(), next());
            for (ours, theirs) in [(add(a, b), a + b), (mul(a, b), a * b), (div(a, b), a / b)] {
                let subnormal_met = [a, b, theirs].iter().any(|x| x.is_subnormal());
                if !theirs.is_nan() && theirs.abs() != TINY && !subnormal_met {
                    assert_eq!(bits(ours), bits(theirs), "{a:e} {b:e}");
                }
            }
        }
    }
}
