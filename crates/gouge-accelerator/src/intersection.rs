//! Whether two triangles meet, and where: what the polygon unit computes, in its order.
//!
//! Seventeen axes can separate two triangles (both normals, nine cross products of edges, and
//! for coplanar ones each normal crossed with the own edges); any axis may claim it, however it
//! was rounded, since only the projections onto it must be right. The gap must exceed what the
//! projections can be off, so "apart" is proved; "meets" is certain only beyond that.

use crate::arithmetic::{add, div, less, max, min, mul, sub};
use crate::geometry::{Placement, Point, Triangle};

/// Operations of one pair, all axes tried and every edge cut: (mul, add, div, compare). The unit
/// is a fixed pipeline; it does them whether or not the answer is known early.
pub(crate) const OPERATIONS: [u32; 4] = [
    17 * (6 + 18 + 1) + 6 * (3 + 3 + 18),
    17 * (3 + 12 + 2 + 1) + 15 + 12 + 6 * (2 + 1 + 6 + 15),
    6,
    17 * 10 + 6 * 5,
];

/// Added to every threshold: more than flushing to zero can take from a projection.
const FLUSHED: f32 = f32::from_bits((127 - 120) << 23);

/// A point of the second object in the first one's frame: q = M·p + t.
pub(crate) fn place(placement: &Placement, p: Point) -> Point {
    [0, 1, 2].map(|x| add(dot(placement.matrix[x], p), placement.translation[x]))
}

fn dot(a: Point, b: Point) -> f32 {
    add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))
}

fn cross(a: Point, b: Point) -> Point {
    let part = |i: usize, j: usize| sub(mul(a[i], b[j]), mul(a[j], b[i]));
    [part(1, 2), part(2, 0), part(0, 1)]
}

fn minus(a: Point, b: Point) -> Point {
    [0, 1, 2].map(|x| sub(a[x], b[x]))
}

/// Where the triangles meet, both in one frame; `None` only if they are apart. `position` is
/// [`Registers::position`](crate::margin::Registers).
pub(crate) fn meet(a: &Triangle, b: &Triangle, position: f32) -> Option<Point> {
    let origin = a[0];
    let (a, b) = (a.map(|p| minus(p, origin)), b.map(|p| minus(p, origin)));
    let edges = |t: &Triangle| [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])];
    let (edges_a, edges_b) = (edges(&a), edges(&b));
    let normal_a = cross(edges_a[0], edges_a[1]);
    let normal_b = cross(edges_b[0], edges_b[1]);
    let apart = |axis: Point| apart_along(axis, &a, &b, position);
    if apart(normal_a) || apart(normal_b) {
        return None;
    }
    for u in edges_a {
        for v in edges_b {
            if apart(cross(u, v)) {
                return None;
            }
        }
    }
    let in_plane = |normal, edges: [Point; 3]| edges.map(|e| cross(normal, e));
    if in_plane(normal_a, edges_a).into_iter().any(apart)
        || in_plane(normal_b, edges_b).into_iter().any(apart)
    {
        return None;
    }
    let point = pierced(&a, &edges_a, &b, normal_b)
        .or_else(|| pierced(&b, &edges_b, &a, normal_a))
        .unwrap_or_else(|| between(&a, &b));
    Some([0, 1, 2].map(|x| add(point[x], origin[x])))
}

fn apart_along(axis: Point, a: &Triangle, b: &Triangle, position: f32) -> bool {
    let range = |t: &Triangle| {
        let d = t.map(|p| dot(axis, p));
        // A NaN must not hide behind a number that is compared after it.
        let sum = add(add(d[0], d[1]), d[2]);
        (!sum.is_nan()).then_some((min(min(d[0], d[1]), d[2]), max(max(d[0], d[1]), d[2])))
    };
    let (Some((a_lo, a_hi)), Some((b_lo, b_hi))) = (range(a), range(b)) else {
        return false;
    };
    let size = add(add(axis[0].abs(), axis[1].abs()), axis[2].abs());
    let off = add(mul(size, position), FLUSHED);
    less(add(a_hi, off), b_lo) || less(add(b_hi, off), a_lo)
}

/// The first point at which an edge of `t` goes through the other triangle.
fn pierced(t: &Triangle, edges: &[Point; 3], other: &Triangle, normal: Point) -> Option<Point> {
    let height = t.map(|p| dot(normal, minus(p, other[0])));
    (0..3).find_map(|i| {
        let (from, to) = (height[i], height[(i + 1) % 3]);
        let crosses = less(from, 0.0) != less(to, 0.0);
        if !crosses {
            return None;
        }
        let share = div(from, sub(from, to));
        let point = [0, 1, 2].map(|x| add(t[i][x], mul(share, edges[i][x])));
        let inside = (0..3).all(|k| {
            let edge = minus(other[(k + 1) % 3], other[k]);
            !less(dot(normal, cross(edge, minus(point, other[k]))), 0.0)
        });
        inside.then_some(point)
    })
}

/// Where nothing is pierced (coplanar, touching, degenerate): the middle of the box that the
/// boxes of both triangles share.
fn between(a: &Triangle, b: &Triangle) -> Point {
    [0, 1, 2].map(|x| {
        let lo = |t: &Triangle| min(min(t[0][x], t[1][x]), t[2][x]);
        let hi = |t: &Triangle| max(max(t[0][x], t[1][x]), t[2][x]);
        mul(0.5, add(max(lo(a), lo(b)), min(hi(a), hi(b))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

    #[test]
    fn an_edge_through_a_triangle_is_found_where_it_pierces() {
        let upright = [[0.25, 0.25, -1.0], [0.25, 0.25, 1.0], [3.0, 3.0, 1.0]];
        // The first triangle's edges come first: its hypotenuse goes through the other one.
        assert_eq!(meet(&FLAT, &upright, 1e-6), Some([0.5, 0.5, 0.0]));
        assert_eq!(meet(&upright, &FLAT, 1e-6), Some([0.25, 0.25, 0.0]));
    }

    #[test]
    fn parallel_and_coplanar_triangles_are_told_apart() {
        assert!(meet(&FLAT, &FLAT.map(|p| [p[0], p[1], 0.1]), 1e-6).is_none());
        assert!(meet(&FLAT, &FLAT.map(|p| [p[0] + 1.5, p[1], 0.0]), 1e-6).is_none());
        assert!(meet(&FLAT, &FLAT.map(|p| [p[0] + 0.2, p[1], 0.0]), 1e-6).is_some());
    }

    #[test]
    fn touching_counts() {
        assert!(meet(&FLAT, &FLAT.map(|p| [p[0] + 1.0, p[1], 0.0]), 1e-6).is_some());
    }

    #[test]
    fn what_cannot_be_computed_is_not_apart() {
        let huge = FLAT.map(|p| p.map(|x| x * 1e38));
        let far = huge.map(|p| [p[0], p[1], 3e38]);
        assert!(meet(&huge, &far, 1e32).is_some());
        let nan = [[f32::NAN; 3]; 3];
        assert!(meet(&FLAT, &nan, 1e-6).is_some());
    }
}
