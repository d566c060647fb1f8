//! A ball over a part: how far it can drop, and how far it stays away along a line.

use crate::geom::{Triangle, Vec3};
use crate::mesh::{Columns, Mesh};

/// A part seen from above.
pub(super) struct Landscape<'a> {
    mesh: &'a Mesh,
    columns: Columns,
}

impl<'a> Landscape<'a> {
    pub fn new(mesh: &'a Mesh) -> Self {
        Self { mesh, columns: Columns::over(mesh, |_, _| true) }
    }

    /// Height of the centre of a ball that rests on the part over (x, y).
    pub fn drop(&self, x: f64, y: f64, radius: f64) -> f64 {
        let near = self.columns.within([x - radius, y - radius], [x + radius, y + radius]);
        let rest = |facet: u32| resting(&self.mesh.triangle(facet as usize), x, y, radius);
        near.filter_map(rest).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Distance of the segment from the part, as far as it is less than `reach`.
    pub fn clearance(&self, from: &Vec3, to: &Vec3, reach: f64) -> f64 {
        let (lo, hi) = (from.inf(to).add_scalar(-reach), from.sup(to).add_scalar(reach));
        let near = self.columns.within([lo.x, lo.y], [hi.x, hi.y]);
        near.map(|facet| self.mesh.triangle(facet as usize))
            .filter(|t| {
                let (below, above) = (t[0].inf(&t[1]).inf(&t[2]), t[0].sup(&t[1]).sup(&t[2]));
                (0..3).all(|a| below[a] <= hi[a] && above[a] >= lo[a])
            })
            .map(|t| segment_to_triangle(from, to, &t))
            .fold(reach, f64::min)
    }
}

/// Centre height of a ball over (x, y) that touches the triangle from above.
fn resting(triangle: &Triangle, x: f64, y: f64, radius: f64) -> Option<f64> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a));
    let length = normal.norm();
    let mut best: Option<f64> = None;
    let mut offer = |z: f64| best = Some(best.map_or(z, |b| b.max(z)));
    if normal.z > 0.0 {
        let n = normal / length;
        let plane = a.z - (n.x * (x - a.x) + n.y * (y - a.y)) / n.z;
        let centre = Vec3::new(x, y, plane + radius / n.z);
        let foot = centre - n * radius;
        let turns = [(a, b), (b, c), (c, a)].map(|(u, v)| (v - u).cross(&(foot - u)).dot(&n));
        if turns.iter().all(|t| *t >= 0.0) {
            offer(centre.z);
        }
    }
    for (u, v) in [(a, b), (b, c), (c, a)] {
        let away = (x - u.x).powi(2) + (y - u.y).powi(2);
        if away <= radius * radius {
            offer(u.z + (radius * radius - away).sqrt());
        }
        // A ball whose centre is on the vertical line and at `radius` from the edge's line.
        let along = v - u;
        let length = along.norm();
        if length == 0.0 {
            continue;
        }
        let d = along / length;
        let level = Vec3::new(x - u.x, y - u.y, 0.0);
        let flat = 1.0 - d.z * d.z;
        let dot = level.dot(&d);
        // |level + z k|² - (dot + z d.z)² = radius², for the height z over u.
        let half = -dot * d.z;
        let rest = level.norm_squared() - dot * dot - radius * radius;
        let root = half * half - flat * rest;
        if flat > 0.0 && root >= 0.0 {
            let z = (-half + root.sqrt()) / flat;
            let foot = dot + z * d.z;
            if (0.0..=length).contains(&foot) {
                offer(u.z + z);
            }
        }
    }
    best
}

fn segment_to_triangle(p: &Vec3, q: &Vec3, triangle: &Triangle) -> f64 {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a));
    let over = |point: &Vec3| {
        let turns = [(a, b), (b, c), (c, a)].map(|(u, v)| (v - u).cross(&(point - u)).dot(&normal));
        normal.norm_squared() > 0.0 && turns.iter().all(|t| *t >= 0.0)
    };
    let [from, to] = [p, q].map(|end| (end - a).dot(&normal));
    if from * to <= 0.0 && from != to && over(&(p + (q - p) * (from / (from - to)))) {
        return 0.0;
    }
    let rims = [(a, b), (b, c), (c, a)].map(|(u, v)| segments(p, q, u, v));
    let mut least = rims.into_iter().fold(f64::INFINITY, f64::min);
    for (end, height) in [(p, from), (q, to)] {
        if over(end) {
            least = least.min(height.abs() / normal.norm());
        }
    }
    least
}

/// Distance of two segments.
fn segments(p: &Vec3, q: &Vec3, u: &Vec3, v: &Vec3) -> f64 {
    let (d, e, r) = (q - p, v - u, p - u);
    let (dd, ee, de) = (d.norm_squared(), e.norm_squared(), d.dot(&e));
    let (dr, er) = (d.dot(&r), e.dot(&r));
    let share = |value: f64, of: f64| if of > 0.0 { (value / of).clamp(0.0, 1.0) } else { 0.0 };
    let apart = |s: f64, t: f64| (r + d * s - e * t).norm();
    // The nearest pair lies inside both, or at an end of one with the other's nearest point.
    let determinant = dd * ee - de * de;
    let inner = share(de * er - ee * dr, determinant);
    [inner, 0.0, 1.0]
        .map(|s| apart(s, share(er + s * de, ee)))
        .into_iter()
        .chain([0.0, 1.0].map(|t| apart(share(t * de - dr, dd), t)))
        .fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn facet() -> Triangle {
        [Vec3::new(0., 0., 0.), Vec3::new(4., 0., 1.), Vec3::new(0., 3., 2.)]
    }

    proptest! {
        /// A resting ball touches, and hardly lowered it cuts.
        #[test]
        fn resting_balls_touch(x in -2.0..5.0, y in -2.0..5.0, radius in 0.3..2.0) {
            if let Some(z) = resting(&facet(), x, y, radius) {
                let centre = Vec3::new(x, y, z);
                let away = segment_to_triangle(&centre, &centre, &facet());
                prop_assert!((away - radius).abs() < 1e-9, "{away} {radius}");
            }
        }

        /// No pair of sampled points is nearer than the distance, and some nearly are.
        #[test]
        fn distances_bound_samples(p in prop::array::uniform3(-3.0..5.0), q in prop::array::uniform3(-3.0..5.0)) {
            let (p, q) = (Vec3::from(p), Vec3::from(q));
            let exact = segment_to_triangle(&p, &q, &facet());
            let [a, b, c] = facet();
            let n = 40;
            let mut least = f64::INFINITY;
            for i in 0..=n {
                for j in 0..=n - i {
                    let (u, v) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                    let point = a + (b - a) * u + (c - a) * v;
                    least = least.min(segments(&p, &q, &point, &point));
                }
            }
            prop_assert!(exact <= least + 1e-12 && least <= exact + 0.15, "{exact} {least}");
        }
    }
}
