//! How far something holds along a way, by halving.

use crate::budget::BENEATH_STEPS;

/// How far it holds, no less than `near` and no more than `far`; where it holds it does so from
/// there to `near`.
pub(super) fn how_far(holds: impl Fn(f64) -> bool, [mut near, mut far]: [f64; 2]) -> f64 {
    for _ in 0..BENEATH_STEPS {
        let middle = 0.5 * (near + far);
        *(if holds(middle) { &mut near } else { &mut far }) = middle;
    }
    near
}
