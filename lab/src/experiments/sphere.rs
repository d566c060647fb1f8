//! The exact ball, standing or swept: distance of a point or a segment from a triangle.

use gouge_mesh::geom::{Body, Hull, Swept, Triangle, Vec3, closest_on_triangle, closest_segments};

/// A ball of this radius (mm) about the control point.
#[derive(Clone, Copy, Debug)]
pub struct Sphere(pub f64);

impl Body for Sphere {
    fn support(&self, u: &Vec3) -> f64 {
        self.0 * u.norm()
    }

    fn hull(&self) -> Hull {
        Hull { axis: [0.0, 0.0], radius: self.0, round: true }
    }
}

impl Sphere {
    /// The ball on its way.
    pub fn swept(&self, from: Vec3, travel: Vec3) -> Swept<'_> {
        Swept { from, travel, body: self, grow: 0.0 }
    }

    /// How deep the triangle reaches into the ball moved from `from` by `travel`.
    pub fn depth(&self, from: &Vec3, travel: &Vec3, triangle: &Triangle) -> f64 {
        self.0 - distance(from, travel, triangle)
    }
}

/// From a segment to a triangle: nothing if they cross, else at an end of the segment or an
/// edge of the triangle.
fn distance(from: &Vec3, travel: &Vec3, t: &Triangle) -> f64 {
    let to = from + travel;
    let ends = [*from, to].map(|p| (p - closest_on_triangle(&p, t)).norm());
    if *travel == Vec3::zeros() {
        return ends[0];
    }
    if crosses(from, travel, t) {
        return 0.0;
    }
    [(0, 1), (1, 2), (2, 0)]
        .into_iter()
        .map(|(i, j)| {
            let along = t[j] - t[i];
            let (s, u) = closest_segments(from, travel, &t[i], &along);
            (from + travel * s - t[i] - along * u).norm()
        })
        .fold(ends[0].min(ends[1]), f64::min)
}

fn crosses(from: &Vec3, travel: &Vec3, [a, b, c]: &Triangle) -> bool {
    let normal = (b - a).cross(&(c - a));
    let (before, after) = (normal.dot(&(from - a)), normal.dot(&(from + travel - a)));
    if before * after > 0.0 || before == after {
        return false;
    }
    let x = from + travel * (before / (before - after));
    [(a, b), (b, c), (c, a)].iter().all(|(u, v)| (*v - *u).cross(&(x - *u)).dot(&normal) >= 0.0)
}
