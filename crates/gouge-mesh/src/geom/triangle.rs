//! Points, segments and triangles: nearest points, in closed form.
//!
//! Ericson, Real-Time Collision Detection, sections 5.1.5 and 5.1.9.

use super::{Triangle, Vec3};
use crate::tolerance::{PARALLEL_SHARE, SLIVER_SHARE};

/// The point of a triangle nearest to `p`.
#[inline]
pub fn closest_on_triangle(p: &Vec3, [a, b, c]: &Triangle) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    // Barycentric weights by areas. Of a sliver or a degenerate facet they are noise, so the
    // edges decide there.
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let sum = va + vb + vc;
    if va > 0.0
        && vb > 0.0
        && vc > 0.0
        && sum > SLIVER_SHARE * ab.norm_squared() * ac.norm_squared()
    {
        return a + ab * (vb / sum) + ac * (vc / sum);
    }
    let mut best = (f64::INFINITY, *a);
    for (s, e) in [(a, b), (b, c), (c, a)] {
        let q = closest_on_segment(p, s, e);
        let d = (p - q).norm_squared();
        if d < best.0 {
            best = (d, q);
        }
    }
    best.1
}

/// The point of a segment nearest to `p`.
#[inline]
pub fn closest_on_segment(p: &Vec3, a: &Vec3, b: &Vec3) -> Vec3 {
    let ab = b - a;
    let len2 = ab.norm_squared();
    if len2 <= 0.0 {
        return *a;
    }
    a + ab * ((p - a).dot(&ab) / len2).clamp(0.0, 1.0)
}

/// Nearest parameters (s on the first, t on the second) of the segments p + s d and q + t e.
#[inline]
pub fn closest_segments(p: &Vec3, d: &Vec3, q: &Vec3, e: &Vec3) -> (f64, f64) {
    let r = p - q;
    let (a, c) = (d.norm_squared(), e.norm_squared());
    let f = e.dot(&r);
    if a <= 0.0 {
        return (0.0, if c <= 0.0 { 0.0 } else { (f / c).clamp(0.0, 1.0) });
    }
    let g = d.dot(&r);
    if c <= 0.0 {
        return ((-g / a).clamp(0.0, 1.0), 0.0);
    }
    let b = d.dot(e);
    let den = a * c - b * b;
    let mut s =
        if den > PARALLEL_SHARE * a * c { ((b * f - g * c) / den).clamp(0.0, 1.0) } else { 0.0 };
    let mut t = (b * s + f) / c;
    if t < 0.0 {
        t = 0.0;
        s = (-g / a).clamp(0.0, 1.0);
    } else if t > 1.0 {
        t = 1.0;
        s = ((b - g) / a).clamp(0.0, 1.0);
    }
    (s, t)
}

/// The longest side of a triangle, each being from a corner to the next, and how long it is, mm; of
/// equally long ones the first.
pub fn longest_side(tri: &Triangle) -> (usize, f64) {
    let length = |i: usize| (tri[(i + 1) % 3] - tri[i]).norm();
    let longer = |best: (usize, f64), i| if length(i) > best.1 { (i, length(i)) } else { best };
    (1..3).fold((0, length(0)), longer)
}

/// Both halves of a triangle, cut from the middle of a side to the corner opposite.
pub fn halves(tri: &Triangle, side: usize) -> [Triangle; 2] {
    let [a, b, c] = [0, 1, 2].map(|i| tri[(side + i) % 3]);
    let middle = (a + b) * 0.5;
    [[a, middle, c], [middle, b, c]]
}

/// Six times the signed volume between a triangle and a point, mm³; sums of it stay exact for
/// corners at whole numbers.
pub fn six_volumes([a, b, c]: &Triangle, apex: &Vec3) -> f64 {
    (a - apex).dot(&(b - apex).cross(&(c - apex)))
}

/// Unit normal of a triangle by its winding; zero for a degenerate one.
#[inline]
pub fn unit_normal([a, b, c]: &Triangle) -> Vec3 {
    let n = (b - a).cross(&(c - a));
    let len = n.norm();
    if len > 0.0 { n / len } else { Vec3::zeros() }
}
