//! The elementary operation of the BoxTree of 1995: an edge of the one polygon through the other.

use gouge_mesh::geom::{Triangle, Vec3, closest_on_triangle, closest_segments};

/// An edge of one triangle that meets the other triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The edge belongs to the first triangle, else to the second.
    pub of_first: bool,
    /// Which edge: from this corner to the next.
    pub edge: usize,
    /// A common point, mm.
    pub point: Vec3,
}

/// The first edge of either triangle that meets the other, up to `within` mm: edges of `a`
/// against `b`, then edges of `b` against `a`. One of the two alone is not enough.
pub fn crossing(a: &Triangle, b: &Triangle, within: f64) -> Option<Crossing> {
    [(true, a, b), (false, b, a)].into_iter().find_map(|(of_first, own, other)| {
        (0..3).find_map(|edge| {
            let (from, to) = (own[edge], own[(edge + 1) % 3]);
            let point = meeting(from, to - from, other);
            let off = |q: &Vec3| (q - closest_on_triangle(q, other)).norm();
            (off(&point) <= within).then_some(Crossing { of_first, edge, point })
        })
    })
}

/// The point of a segment nearest to a triangle.
fn meeting(from: Vec3, along: Vec3, t: &Triangle) -> Vec3 {
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
    let (height, slope) = (normal.dot(&(from - t[0])), normal.dot(&along));
    let through = if slope == 0.0 { 0.0 } else { (-height / slope).clamp(0.0, 1.0) };
    let sides = [0, 1, 2].map(|i| {
        let (s, _) = closest_segments(&from, &along, &t[i], &(t[(i + 1) % 3] - t[i]));
        from + along * s
    });
    let off = |q: &Vec3| (q - closest_on_triangle(q, t)).norm_squared();
    let own = [from, from + along, from + along * through];
    own.into_iter().chain(sides).min_by(|p, q| off(p).total_cmp(&off(q))).unwrap_or(from)
}
