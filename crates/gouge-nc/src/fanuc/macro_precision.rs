//! Comparisons and truncations that depend on a control's macro precision: their outcome is
//! unknown.

use crate::tolerance::MACRO_DIGITS;

/// Whether two values are as good as the same, and are not: what is left of larger ones keeps
/// their last digits.
pub(super) fn nearly(a: f64, b: f64) -> bool {
    a != b && (a - b).abs() <= MACRO_DIGITS * a.abs().max(b.abs()).max(1.0)
}

/// Whether the last digits tell if division leaves a rest.
pub(super) fn nearly_divides(a: f64, b: f64) -> bool {
    let rest = a % b;
    nearly(rest.abs(), b.abs()) || nearly(rest, 0.0)
}
