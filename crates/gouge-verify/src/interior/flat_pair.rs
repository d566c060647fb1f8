//! Two facets that are one face: what is drawn as a rectangle is two triangles in a mesh.
//!
//! Beyond the edge that both share each of them says little by itself, however small a room is.

use super::super::target::Target;
use crate::tolerance::{FLAT_FACE_MM, FLOAT_MM};
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};
use smallvec::SmallVec;

/// More facets meet at no place of an edge but in crowds that are not worth a look.
const MOST_AT_EDGE: usize = 8;

/// Two facets that share an edge and make up a convex quadrilateral but for `off`.
///
/// Let H be the hull of both. It lies between the plane of the first and one `off` mm beside that,
/// and across that plane it is where the two are: each of its points is within `off` of one of
/// them. So is what is nearest in H to any point, and the distance to H is convex.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatPair {
    facets: [Triangle; 2],
    /// mm.
    pub off: f64,
}

impl FlatPair {
    /// Those that a facet makes up with others.
    pub fn of(target: &Target, facet: u32) -> SmallVec<[Self; 3]> {
        let mesh = target.body.mesh;
        let tri = mesh.triangle(facet as usize);
        let own = mesh.triangles[facet as usize];
        let mut pairs = SmallVec::new();
        for k in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|i| tri[(k + i) % 3]);
            let ends = [0, 1].map(|i| own[(k + i) % 3]);
            let middle = 0.5 * (a + b);
            let near = Aabb { lo: middle, hi: middle }.grown(FLOAT_MM);
            let met = target.within(&near, MOST_AT_EDGE).unwrap_or_default();
            for other in met.into_iter().filter(|other| *other != facet) {
                let corners = mesh.triangles[other as usize];
                if !ends.iter().all(|end| corners.contains(end)) {
                    continue;
                }
                let Some(at) = corners.iter().position(|v| !ends.contains(v)) else { continue };
                let other = mesh.triangle(other as usize);
                let off = off([a, b, c], other[at]).filter(|off| *off <= FLAT_FACE_MM);
                pairs.extend(off.map(|off| Self { facets: [tri, other], off }));
            }
        }
        pairs
    }

    /// How far a point is from the nearer of its facets, mm.
    pub fn distance(&self, x: &Vec3) -> f64 {
        let [own, other] = self.facets.map(|tri| (closest_on_triangle(x, &tri) - x).norm());
        own.min(other)
    }
}

/// How far a point is beside the plane of a facet, mm, with whose first edge it makes up another on
/// the other side of that, both together convex.
fn off([a, b, c]: Triangle, d: Vec3) -> Option<f64> {
    let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
    let beside = |from: Vec3, to: Vec3, p: Vec3| normal.dot(&(to - from).cross(&(p - from)));
    let across = beside(a, b, d) < 0.0;
    let convex = beside(c, d, a) * beside(c, d, b) <= 0.0;
    (across && convex).then(|| normal.dot(&(d - a)).abs())
}

#[cfg(test)]
mod tests {
    use super::super::cutting_plane::offset_under;
    use super::*;
    use gouge_random::Random;

    /// Quadrilaterals that are flat but for `off`, some of them next to not convex, and hulls of
    /// points on all sides of them.
    #[test]
    fn no_point_is_farther_from_a_pair_than_its_bound_says() {
        let mut random = Random::new(61);
        let (mut pairs, mut close) = (0, 0);
        for _ in 0..6_000 {
            let facet = [0; 3].map(|_| random.vector(3.0));
            let [a, b, c] = facet;
            let normal = (b - a).cross(&(c - a)).normalize();
            let [along, across] = [random.between(-0.2, 1.2), random.between(0.0, 1.5)];
            let aside = normal * [0.0, random.between(-0.3, 0.3)][random.below(2)];
            let d = a + (b - a) * along + (a + b - 2.0 * c) * (0.5 * across) + aside;
            let Some(off) = off(facet, d) else { continue };
            pairs += 1;
            let pair = FlatPair { facets: [facet, [b, a, d]], off };
            let size = 10f64.powf(random.between(-1.5, 0.5));
            let at = 0.5 * (a + b) + random.vector(2.0);
            let corners: Vec<Vec3> = (0..4).map(|_| at + random.vector(size)).collect();
            let slope = [normal, random.direction()][random.below(2)];
            let offset = offset_under(&corners, |x| pair.distance(x), &slope).0 + pair.off;
            for _ in 0..40 {
                let weights = [0; 4].map(|_| random.between(0.0, 1.0));
                let all: f64 = weights.iter().sum();
                let x: Vec3 = corners.iter().zip(weights).map(|(c, w)| c * (w / all)).sum();
                let (far, most) = (pair.distance(&x), offset + slope.dot(&x));
                assert!(far <= most + 1e-12, "{pair:?} {x:?}: {far} {most}");
                close += u32::from(most - far < 0.05 * size);
            }
        }
        assert!(pairs > 2_000 && close > 5_000, "{pairs} {close}");
    }
}
