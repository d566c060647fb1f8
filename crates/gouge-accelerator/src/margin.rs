//! How far the card's f32 bounds may lie inside the true ones: a check widened by as much separates
//! only what is apart.
//!
//! u = 2⁻²⁴ is half a unit in the last place, S the largest magnitude that occurs in a frame.
//! Every bound below is computed in f64 and doubled once; that covers f64's own rounding and
//! the second-order terms left out (depth · u is far below 1).

use crate::arithmetic::{add, div, mul};
use crate::geometry::{Bounds, Placement};

const U: f64 = 5.960_464_477_539_063e-8;

/// Covers what flushing takes: an operation loses at most 2⁻¹²⁶, and a bound has fewer than
/// 2⁶ times 2³² of them behind it.
const FLUSHED: f64 = 1.0 / (1u64 << 63) as f64 / (1u64 << 25) as f64;

/// What a check loads into the matrix registers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Registers {
    /// From the second object's frame to the first's.
    pub b_to_a: Placement,
    /// From the first object's frame to the second's, for the reverse direction.
    pub a_to_b: Placement,
    /// Added to each face of a root's enclosure, in the enclosing frame.
    pub margin_a: f32,
    pub margin_b: f32,
    /// Points of polygons are this exactly known, in the first object's frame.
    pub position: f32,
}

impl Registers {
    /// For objects with these root boxes and depths. `grow` (0 or more, in the first object's
    /// frame) is added on top: objects closer than that are not told apart.
    pub fn new(b_to_a: Placement, a: (&Bounds, u32), b: (&Bounds, u32)) -> Self {
        let a_to_b = inverse(&b_to_a);
        let (reach_a, reach_b) = (a.0.reach(), b.0.reach());
        // Enclosures in a's frame stay within t ± |M|·reach, in b's within t' ± |N|·reach.
        let in_a = reach_a.max(extent(&b_to_a, reach_b));
        let in_b = reach_b.max(extent(&a_to_b, reach_a));
        // Of p in b, q = M·p + t exactly; N·q + t' = p + E·p + e with E = N·M − 1 and
        // e = N·t + t', however N was rounded: what encloses a in b's frame is off by that.
        let inexact = inexactness(&b_to_a, &a_to_b, reach_b);
        Self {
            b_to_a,
            a_to_b,
            margin_a: upward(enclosing(in_a, b.1)),
            margin_b: upward(enclosing(in_b, a.1) + inexact),
            // A point moved by the matrix is off by 6u·S, its difference to an origin by 2u·S
            // more; a scalar product of such differences by 3u·|d|₁·2S: below 16u·S·|d|₁ for
            // either triangle.
            position: upward(40.0 * U * in_a + FLUSHED),
        }
    }
}

/// Root set-up rounds six times. Each level moves a face by a cut times a column: the product
/// rounds (u·|M|·2·reach ≤ 2u·S), the sum rounds (u·S), the own face that the cut was made for
/// was rounded too (u·S after the matrix), with 28 bytes the cut itself (2u·S).
fn enclosing(largest: f64, depth: u32) -> f64 {
    2.0 * (6.0 + 6.0 * f64::from(depth)) * U * largest + FLUSHED * (1.0 + f64::from(depth))
}

fn extent(placement: &Placement, reach: f64) -> f64 {
    (0..3)
        .map(|x| {
            let row: f64 = placement.matrix[x].iter().map(|&m| f64::from(m.abs())).sum();
            f64::from(placement.translation[x].abs()) + row * reach
        })
        .fold(0.0, keep_nan)
}

fn inexactness(m: &Placement, n: &Placement, reach: f64) -> f64 {
    let f = |x: f32| f64::from(x);
    let row = |i: usize| {
        let product = |j: usize| (0..3).map(|k| f(n.matrix[i][k]) * f(m.matrix[k][j])).sum::<f64>();
        let off: f64 = (0..3).map(|j| (product(j) - f64::from(u8::from(i == j))).abs()).sum();
        let e: f64 = (0..3).map(|k| f(n.matrix[i][k]) * f(m.translation[k])).sum();
        2.0 * (off * reach + (e + f(n.translation[i])).abs())
    };
    (0..3).map(row).fold(0.0, keep_nan)
}

/// The greater, or NaN if either is.
fn keep_nan(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// The next f32 up; NaN stays NaN, and a margin of NaN separates nothing.
fn upward(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}

/// The placement the other way round, as software on the host computes it: Mᵀ/s² with s² the
/// first column's square, t' = −N·t. Exact for no matrix but a rotation with one scale;
/// [`Registers::new`] measures by how much it is not.
fn inverse(placement: &Placement) -> Placement {
    let m = &placement.matrix;
    let dot =
        |a: [f32; 3], b: [f32; 3]| add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]));
    let column = placement.column(0);
    let r = div(1.0, dot(column, column));
    let matrix = [0, 1, 2].map(|i| [0, 1, 2].map(|j| mul(m[j][i], r)));
    let translation = matrix.map(|row| -dot(row, placement.translation));
    Placement { matrix, translation }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_is_inverted_to_rounding() {
        let (s, c) = 0.3f32.sin_cos();
        let turned = Placement {
            matrix: [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
            translation: [10.0, -3.0, 0.5],
        };
        let bounds = Bounds { lo: [-1.0; 3], hi: [1.0; 3] };
        let registers = Registers::new(turned, (&bounds, 10), (&bounds, 10));
        assert!(registers.margin_a > 0.0 && registers.margin_a < 2e-4);
        assert!(registers.margin_b > registers.margin_a / 30.0 && registers.margin_b < 2e-4);
    }

    #[test]
    fn a_shear_widens_the_reverse_margin_by_what_it_is_off() {
        let mut sheared = Placement::IDENTITY;
        sheared.matrix[0][1] = 0.5;
        let bounds = Bounds { lo: [-1.0; 3], hi: [1.0; 3] };
        let registers = Registers::new(sheared, (&bounds, 1), (&bounds, 1));
        assert!(registers.margin_b > 0.25);
    }

    #[test]
    fn a_matrix_without_inverse_separates_nothing_in_reverse() {
        let flat = Placement { matrix: [[0.0; 3]; 3], translation: [5.0, 0.0, 0.0] };
        let bounds = Bounds { lo: [-1.0; 3], hi: [1.0; 3] };
        assert!(Registers::new(flat, (&bounds, 1), (&bounds, 1)).margin_b.is_nan());
    }
}
