//! A part of a room: a convex polyhedron.

use crate::budget::PARTING_PLANES;
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Triangle, Vec3};
use smallvec::SmallVec;

/// A half space `normal · x <= offset`.
pub(super) type HalfSpace = (Vec3, f64);

/// The corners of a face, in order.
type Face = SmallVec<[Vec3; 8]>;

/// What of a room lies in some half spaces: a convex polyhedron.
#[derive(Clone)]
pub(super) struct Part {
    pub planes: SmallVec<[HalfSpace; 6 + PARTING_PLANES]>,
    faces: SmallVec<[Face; 6 + PARTING_PLANES]>,
    /// Points whose hull it is.
    pub corners: SmallVec<[Vec3; 16]>,
}

impl Part {
    pub fn whole(room: &Aabb) -> Self {
        let ends = [room.lo, room.hi];
        let planes = (0..3)
            .flat_map(|k| [(Vec3::ith(k, -1.0), -room.lo[k]), (Vec3::ith(k, 1.0), room.hi[k])]);
        let face = |(k, end): (usize, usize)| -> Face {
            [[0, 0], [1, 0], [1, 1], [0, 1]]
                .iter()
                .map(|[u, v]| {
                    let mut corner = Vec3::zeros();
                    corner[k] = ends[end][k];
                    corner[(k + 1) % 3] = ends[*u][(k + 1) % 3];
                    corner[(k + 2) % 3] = ends[*v][(k + 2) % 3];
                    corner
                })
                .collect()
        };
        let faces: SmallVec<_> = (0..3).flat_map(|k| [(k, 0), (k, 1)]).map(face).collect();
        Self { planes: planes.collect(), corners: room.corners().into_iter().collect(), faces }
    }

    /// What of it is in a half space.
    ///
    /// Where the plane crosses an edge, rounding moves the place along that alone.
    pub fn within(&self, (normal, offset): HalfSpace) -> Self {
        let mut faces: SmallVec<[Face; 6 + PARTING_PLANES]> = SmallVec::new();
        let mut rim = Face::new();
        let is_kept = |corner: &&Vec3| normal.dot(corner) - offset <= 0.0;
        let mut corners: SmallVec<_> = self.corners.iter().filter(is_kept).copied().collect();
        for face in &self.faces {
            let kept = clipped(face, &(normal, offset), &mut |at| rim.push(at));
            if !kept.is_empty() {
                faces.push(kept);
            }
        }
        if let Some(first) = rim.first().copied() {
            let middle = rim.iter().sum::<Vec3>() / rim.len() as f64;
            let out = (first - middle).try_normalize(FLOAT_MM).unwrap_or_default();
            let ahead = normal.cross(&out);
            let angle = |p: &Vec3| (p - middle).dot(&ahead).atan2((p - middle).dot(&out));
            rim.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
            // The rim has what crosses an edge twice, once for each of the faces there.
            for corner in &rim {
                if !corners.contains(corner) {
                    corners.push(*corner);
                }
            }
            faces.push(rim);
        }
        let mut planes = self.planes.clone();
        planes.push((normal, offset));
        Self { planes, corners, faces }
    }

    /// Whether a facet comes farther into it than `apart` mm beyond each of its planes.
    pub fn holds_some(&self, facet: &Triangle, apart: f64) -> bool {
        let beside =
            |(normal, offset): &HalfSpace| facet.iter().all(|p| normal.dot(p) > offset - apart);
        if self.planes.iter().any(beside) {
            return false;
        }
        let mut face: Face = facet.iter().copied().collect();
        for (normal, offset) in &self.planes {
            face = clipped(&face, &(*normal, offset - apart), &mut |_| ());
        }
        !face.is_empty()
    }
}

/// What of a face is in a half space; hands out where the plane crosses its edges.
fn clipped(face: &Face, (normal, offset): &HalfSpace, crossed: &mut impl FnMut(Vec3)) -> Face {
    let mut kept = Face::new();
    for (i, a) in face.iter().enumerate() {
        let b = &face[(i + 1) % face.len()];
        let [from, to] = [a, b].map(|p| normal.dot(p) - offset);
        if from <= 0.0 {
            kept.push(*a);
        }
        if (from <= 0.0) != (to <= 0.0) {
            // The same from both faces at the edge.
            let ([p, q], [low, high]) =
                if from <= 0.0 { ([a, b], [from, to]) } else { ([b, a], [to, from]) };
            let at = p + (q - p) * (low / (low - high));
            kept.push(at);
            crossed(at);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    /// A part of a room by random planes, some of them level or through its corners.
    fn part(random: &mut Random) -> Part {
        let lo = random.vector(5.0);
        let size = Vec3::from_fn(|_, _| 10f64.powf(random.between(-2.0, 1.0)));
        let room = Aabb { lo, hi: lo + size };
        (0..random.below(PARTING_PLANES + 1)).fold(Part::whole(&room), |part, _| {
            let normal = match random.below(3) {
                0 => Vec3::ith(random.below(3), [1.0, -1.0][random.below(2)]),
                1 => (Vec3::x() + random.vector(1e-7)).normalize(),
                _ => random.direction(),
            };
            let through = match random.below(3) {
                0 => room.corners()[random.below(8)],
                _ => room.lo + size.component_mul(&random.vector(0.5).map(|v| v + 0.5)),
            };
            part.within((normal, normal.dot(&through)))
        })
    }

    #[test]
    fn corners_hold_a_part_and_no_more() {
        let mut random = Random::new(29);
        let (mut inside, mut empty) = (0, 0);
        for _ in 0..3000 {
            let part = part(&mut random);
            let beyond = |p: &Vec3| {
                let all = part.planes.iter().map(|(normal, offset)| normal.dot(p) - offset);
                all.fold(f64::NEG_INFINITY, f64::max)
            };
            assert!(part.corners.iter().all(|c| beyond(c) <= 1e-12), "{:?}", part.planes);
            let room = part.planes[..6].iter().map(|(_, offset)| *offset);
            let ends: Vec<f64> = room.collect();
            let lo = Vec3::from_fn(|k, _| -ends[2 * k]);
            let size = Vec3::from_fn(|k, _| ends[2 * k + 1]) - lo;
            for _ in 0..60 {
                let p = lo + size.component_mul(&random.vector(0.5).map(|v| v + 0.5));
                if beyond(&p) > 0.0 {
                    continue;
                }
                inside += 1;
                for _ in 0..6 {
                    let u = random.direction();
                    let most =
                        part.corners.iter().map(|c| u.dot(c)).fold(f64::NEG_INFINITY, f64::max);
                    assert!(u.dot(&p) <= most + 1e-9, "{p:?} {:?}", part.planes);
                }
            }
            empty += usize::from(part.corners.is_empty());
        }
        assert!(inside > 40_000 && empty > 30, "{inside} {empty}");
    }

    #[test]
    fn no_place_of_a_facet_in_a_part_is_passed_over() {
        let mut random = Random::new(37);
        let (mut met, mut passed) = (0, 0);
        for _ in 0..20_000 {
            let part = part(&mut random);
            let Some(corner) = part.corners.first().copied() else { continue };
            let far = part.corners.iter().map(|c| (c - corner).norm()).fold(0.0, f64::max);
            let facet = [0; 3].map(|_| corner + random.vector(far));
            let apart = [0.0, 1e-6, 0.01 * far][random.below(3)];
            let held = part.holds_some(&facet, apart);
            let [a, b, c] = facet;
            for _ in 0..60 {
                let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                let p = a + (b - a) * u + (c - a) * v;
                let own = part.planes.iter().map(|(normal, offset)| offset - normal.dot(&p));
                let within = own.fold(f64::INFINITY, f64::min);
                assert!(held || within < apart + 1e-12, "{facet:?} {:?}", part.planes);
                met += usize::from(within > apart);
            }
            passed += usize::from(!held);
        }
        assert!(met > 5_000 && passed > 500, "{met} {passed}");
    }
}
