//! Ball-ended columns in closed form: the distance of a facet from the path of the ball's
//! centre and the axis above it.
//!
//! Segment–triangle distance after Ericson, Real-Time Collision Detection, section 5.1; checked
//! against convex programming to 4e-15.

use super::climb::Deepest;
use super::segment::Segment;
use crate::tolerance::FLOAT_MM;
use crate::tool::Convex;
use gouge_mesh::geom::{Body, Triangle, Vec3, closest_on_triangle, closest_segments};

/// The deepest point of `tri` in the ball-ended column `body` of radius `radius` whose tip moves
/// along `way`, as if it had no top: where it ends, nothing is deeper in it.
pub(super) fn deepest(
    radius: f64,
    body: &Convex,
    tri: &Triangle,
    &Segment { from, travel, sag }: &Segment,
) -> Deepest {
    let center = from + Vec3::new(0.0, 0.0, radius);
    let (mut q, mut t) = segment_triangle(&center, &travel, tri);
    let mut distance = (q - center - travel * t).norm();
    // The nearest point of the whole column is on the ball when the contact is not above the
    // centre: raising the foot on the axis then only adds distance (the problem is convex).
    if (q - center - travel * t).z > 0.0 && distance > 0.0 {
        let [lo, hi] = body.hull().axis;
        (q, t, distance) = column_triangle(&center, &travel, hi - lo, tri);
    }
    let depth = radius - distance;
    // The plane across the nearest pair separates facet and path, so moving it out by its own
    // share of the deviation bounds every path nearby.
    let foot = center + travel * t;
    let mut gap = q - foot;
    gap.z = gap.z.min(0.0);
    let by =
        if distance > 0.0 && gap.norm() > 0.0 { sag.support(&gap.normalize()) } else { sag.by };
    Deepest { lo: depth - FLOAT_MM, hi: depth + by + FLOAT_MM, point: q, t }
}

/// Nearest pair of the segment `p + t d` and a triangle: the triangle's point and t.
pub(super) fn segment_triangle(p: &Vec3, d: &Vec3, tri: &Triangle) -> (Vec3, f64) {
    if let Some(hit) = crossing(p, d, tri) {
        return hit;
    }
    let mut best = (f64::INFINITY, tri[0], 0.0);
    let mut offer = |q: Vec3, t: f64| {
        let gap = (q - p - d * t).norm_squared();
        if gap < best.0 {
            best = (gap, q, t);
        }
    };
    offer(closest_on_triangle(p, tri), 0.0);
    offer(closest_on_triangle(&(p + d), tri), 1.0);
    for i in 0..3 {
        let (a, e) = (tri[i], tri[(i + 1) % 3] - tri[i]);
        let (t, s) = closest_segments(p, d, &a, &e);
        offer(a + e * s, t);
    }
    (best.1, best.2)
}

/// Where the segment `p + t d` goes through a triangle.
fn crossing(p: &Vec3, d: &Vec3, [a, b, c]: &Triangle) -> Option<(Vec3, f64)> {
    let n = (b - a).cross(&(c - a));
    let along = n.dot(d);
    if along == 0.0 {
        return None;
    }
    let t = n.dot(&(a - p)) / along;
    if !(0.0..=1.0).contains(&t) {
        return None;
    }
    let q = p + d * t;
    let inside =
        [(a, b), (b, c), (c, a)].iter().all(|(s, e)| n.dot(&(*e - *s).cross(&(q - *s))) >= 0.0);
    inside.then_some((q, t))
}

/// Nearest pair of the upright parallelogram `p + t d + s h z` and a triangle: the triangle's
/// point, t and the distance.
fn column_triangle(p: &Vec3, d: &Vec3, height: f64, tri: &Triangle) -> (Vec3, f64, f64) {
    let up = Vec3::new(0.0, 0.0, height);
    let mut best = (f64::INFINITY, tri[0], 0.0);
    let mut offer = |gap: f64, q: Vec3, t: f64| {
        if gap < best.0 {
            best = (gap, q, t);
        }
    };
    // Borders of the parallelogram against the triangle.
    for (base, dir, t0, dt) in
        [(*p, *d, 0.0, 1.0), (p + up, *d, 0.0, 1.0), (*p, up, 0.0, 0.0), (p + d, up, 1.0, 0.0)]
    {
        let (q, s) = segment_triangle(&base, &dir, tri);
        offer((q - base - dir * s).norm(), q, t0 + dt * s);
    }
    // Edges of the triangle against the inside of the parallelogram, as two triangles.
    for half in [[*p, p + d, p + d + up], [*p, p + d + up, p + up]] {
        for i in 0..3 {
            let (a, e) = (tri[i], tri[(i + 1) % 3] - tri[i]);
            let (foot, s) = segment_triangle(&a, &e, &half);
            let q = a + e * s;
            let len2 = d.x * d.x + d.y * d.y;
            let w = foot - p;
            let t = if len2 > 0.0 {
                ((w.x * d.x + w.y * d.y) / len2).clamp(0.0, 1.0)
            } else if d.z != 0.0 {
                (w.z / d.z).clamp(0.0, 1.0)
            } else {
                0.0
            };
            offer((q - foot).norm(), q, t);
        }
    }
    (best.1, best.2, best.0)
}
