//! `f64` rounded to `f32` in a known direction, so that stored bounds only ever grow.

/// The greatest `f32` not above `x` (`-inf` when there is none, or for NaN).
pub fn below(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) <= x {
        near
    } else if near.is_nan() {
        f32::NEG_INFINITY
    } else {
        near.next_down()
    }
}

/// The least `f32` not below `x` (`+inf` when there is none, or for NaN).
pub fn above(x: f64) -> f32 {
    -below(-x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_outward_and_keeps_what_fits() {
        for x in [0.0, 1.0, -2.5, f64::from(f32::MAX)] {
            assert_eq!((f64::from(below(x)), f64::from(above(x))), (x, x));
        }
        for x in [0.1, -0.1, 1e-60, -1e-60, 1e60, -1e60, 16_777_217.0] {
            assert!(f64::from(below(x)) < x && x < f64::from(above(x)), "{x}");
        }
        assert_eq!(below(1e60), f32::MAX);
    }
}
