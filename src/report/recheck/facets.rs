//! Triangles asked one by one: distances, and depth in a closed mesh.

use crate::geom::{Triangle, Vec3};

/// Distance from `p` to a triangle, mm.
pub fn distance(p: &Vec3, t: &Triangle) -> f64 {
    let edges = (0..3).map(|i| to_segment(p, &t[i], &t[(i + 1) % 3])).fold(f64::INFINITY, f64::min);
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
    let area = normal.norm();
    if area <= 0.0 {
        return edges;
    }
    let normal = normal / area;
    let over = (0..3).all(|i| {
        let edge = t[(i + 1) % 3] - t[i];
        edge.cross(&(p - t[i])).dot(&normal) >= 0.0
    });
    if over { normal.dot(&(p - t[0])).abs().min(edges) } else { edges }
}

fn to_segment(p: &Vec3, a: &Vec3, b: &Vec3) -> f64 {
    let along = b - a;
    let length2 = along.norm_squared();
    let s = if length2 > 0.0 { ((p - a).dot(&along) / length2).clamp(0.0, 1.0) } else { 0.0 };
    (a + along * s - p).norm()
}

/// How deep `p` lies in a closed mesh; negative outside. The side is the winding number: the
/// solid angles of all facets seen from `p` (Van Oosterom and Strackee 1983) sum to ±4π inside.
/// Where facets disagree about the outside, it is how often lines to far away cross the surface.
pub fn depth(p: &Vec3, facets: &[Triangle]) -> f64 {
    let gap = facets.iter().map(|t| distance(p, t)).fold(f64::INFINITY, f64::min);
    let full: f64 = facets.iter().map(|t| half_angle(p, t)).sum();
    let odd = |way: &Vec3| facets.iter().filter(|t| crossed(p, way, t)).count() % 2 == 1;
    if full.abs() > std::f64::consts::PI || LINES.iter().all(|l| odd(&Vec3::from(*l))) {
        gap
    } else {
        -gap
    }
}

/// Directions that run along no facet or edge of usual parts.
const LINES: [[f64; 3]; 3] = [
    [0.374_91, 0.563_12, 0.736_37],
    [-0.811_03, 0.217_71, 0.543_29],
    [0.143_57, -0.929_18, 0.341_03],
];

/// Whether the line from `p` along `way` crosses a triangle (Möller and Trumbore 1997).
fn crossed(p: &Vec3, way: &Vec3, [a, b, c]: &Triangle) -> bool {
    let (e, f, s) = (b - a, c - a, p - a);
    let h = way.cross(&f);
    let det = e.dot(&h);
    if det == 0.0 {
        return false;
    }
    let (u, q) = (s.dot(&h) / det, s.cross(&e));
    let v = way.dot(&q) / det;
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && f.dot(&q) / det > 0.0
}

/// Half the solid angle of a triangle seen from `p`.
fn half_angle(p: &Vec3, t: &Triangle) -> f64 {
    let [a, b, c] = t.map(|v| v - p);
    let (x, y, z) = (a.norm(), b.norm(), c.norm());
    let over = a.dot(&b.cross(&c));
    let under = x * y * z + a.dot(&b) * z + b.dot(&c) * x + c.dot(&a) * y;
    over.atan2(under)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of side 2 about the origin.
    fn cube() -> Vec<Triangle> {
        let corner = |i: u32| {
            let s = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            Vec3::new(s(0), s(1), s(2))
        };
        [
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ]
        .map(|t| t.map(corner))
        .to_vec()
    }

    #[test]
    fn depth_in_a_cube() {
        for (p, want) in [
            (Vec3::new(0.0, 0.1, 0.2), 0.8),
            (Vec3::new(0.9, 0.0, 0.0), 0.1),
            (Vec3::new(3.0, 0.0, 0.0), -2.0),
            (Vec3::new(2.0, 2.0, 1.0), -(2f64.sqrt())),
        ] {
            let got = depth(&p, &cube());
            assert!((got - want).abs() < 1e-12, "{p:?}: {got} is not {want}");
        }
    }
}
