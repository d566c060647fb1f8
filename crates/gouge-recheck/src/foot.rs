//! The nearest points of triangles and segments.

use gouge_mesh::geom::{Triangle, Vec3};

/// Distance from `p` to a triangle, mm.
pub(crate) fn distance(p: &Vec3, t: &Triangle) -> f64 {
    (foot(p, t) - p).norm()
}

/// The point of a triangle that is nearest to `p`.
pub(crate) fn foot(p: &Vec3, t: &Triangle) -> Vec3 {
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
    if let Some(normal) = normal.try_normalize(0.0) {
        let over = |i: usize| (t[(i + 1) % 3] - t[i]).cross(&(p - t[i])).dot(&normal) >= 0.0;
        if (0..3).all(over) {
            let foot = p - normal * normal.dot(&(p - t[0]));
            // Along a needle the normal is rough.
            let edge = nearest_of_edges(p, t);
            return if (foot - p).norm() <= (edge - p).norm() { foot } else { edge };
        }
    }
    nearest_of_edges(p, t)
}

fn nearest_of_edges(p: &Vec3, t: &Triangle) -> Vec3 {
    let feet = (0..3).map(|i| on_segment(p, &t[i], &t[(i + 1) % 3]));
    let nearer = |a: Vec3, b: Vec3| if (b - p).norm() < (a - p).norm() { b } else { a };
    feet.fold(t[0], nearer)
}

/// Distance from `p` to a segment, mm.
pub(crate) fn to_segment(p: &Vec3, a: &Vec3, b: &Vec3) -> f64 {
    (on_segment(p, a, b) - p).norm()
}

fn on_segment(p: &Vec3, a: &Vec3, b: &Vec3) -> Vec3 {
    let along = b - a;
    let length2 = along.norm_squared();
    let s = if length2 > 0.0 { ((p - a).dot(&along) / length2).clamp(0.0, 1.0) } else { 0.0 };
    a + along * s
}
