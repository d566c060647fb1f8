//! The fastest way into a convex mesh tool from each vertex, and how blunt the tool is as a result.
//!
//! The distance to a convex set is convex, so it is greatest at a vertex. Each vertex is examined
//! along the way on which depth grows fastest. On such a way the height under a plane is linear:
//! where no other face is nearer at one point of it than those at the vertex, none is nearer before
//! that point. So one look at each vertex holds for all depths up to a certain one, and the
//! bluntness of the mesh at these depths is worked out only where it may be greatest.

use super::polyhedron::Polyhedron;
use crate::tolerance::{SAME_BLUNTNESS_SHARE, SAME_DISTANCE_MM};
use gouge_mesh::geom::Vec3;
use rayon::prelude::*;

/// The ways into a convex mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WaysIn {
    /// The slowest first.
    ways: Vec<WayIn>,
    /// At some vertex none leads away from all faces.
    is_stuck: bool,
    /// All ways lead as deep as they should up to about this depth, mm.
    followed: f64,
    /// One of them leads no deeper.
    ends: bool,
}

/// A way into a convex mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WayIn {
    vertex: Vec3,
    inward: Vec3,
    /// How fast it leads away from the slowest of the faces at the vertex, mm per mm.
    speed: f64,
}

impl WaysIn {
    pub fn new(body: &Polyhedron) -> Self {
        let way_in = |v: &Vec3| {
            let mut faces: Vec<Vec3> = Vec::new();
            let apart = body.planes().low_over(v, body.on_face(), |n| faces.push(*n));
            let fastest = || fastest_in(&faces, apart);
            let way = || fastest().map(|(inward, speed)| WayIn { vertex: *v, inward, speed });
            (!faces.is_empty()).then(way)
        };
        let all: Vec<Option<WayIn>> = body.vertices().par_iter().filter_map(way_in).collect();
        let is_stuck = all.iter().any(Option::is_none);
        let mut ways: Vec<WayIn> = all.into_iter().flatten().collect();
        ways.sort_by(|a, b| a.speed.total_cmp(&b.speed));
        let most = LOOKED_INTO * body.inscribed().1.max(0.0);
        let followed = |ways: &[WayIn]| ways.iter().fold(most, |depth, w| w.followed(body, depth));
        let followed = ways.par_chunks(PART).map(followed).reduce(|| most, f64::min);
        Self { ways, is_stuck, followed, ends: followed < most }
    }

    /// See [`super::Solid::bluntness`].
    pub fn bluntness(&self, body: &Polyhedron, scale: f64) -> f64 {
        let too_deep = self.ends && scale > self.followed * (1.0 + SAME_BLUNTNESS_SHARE);
        if self.ways.is_empty() || self.is_stuck || too_deep {
            return f64::INFINITY;
        }
        if scale > self.followed * (1.0 - SAME_BLUNTNESS_SHARE) {
            let finite = |way: &WayIn| Some(way.bluntness(body, scale)).filter(|b| b.is_finite());
            let all = self.ways.par_iter().map(finite);
            return all.try_reduce(|| 1.0, |a, b| Some(a.max(b))).unwrap_or(f64::INFINITY);
        }
        let mut worst = 1f64;
        for way in &self.ways {
            if way.bluntness_at_most(scale) <= worst {
                break;
            }
            worst = worst.max(way.bluntness(body, scale));
        }
        worst
    }
}

impl WayIn {
    /// The place of it that is to be so deep, mm, and a little more.
    fn at(&self, depth: f64) -> Vec3 {
        self.vertex + self.inward * ((depth + SAME_DISTANCE_MM) / self.speed)
    }

    /// Down to which depth up to `most`, mm, its places are as deep as they should be.
    fn followed(&self, body: &Polyhedron, most: f64) -> f64 {
        let mut depth = most;
        for _ in 0..MOST_PLANES {
            let Some((plane, height)) = body.planes().lowest(&self.at(depth)) else { break };
            if height >= depth - SAME_DISTANCE_MM {
                return depth;
            }
            // Farther up, or nowhere, it is as far below this plane as it is to be deep.
            let from = plane.over(&self.vertex).max(0.0);
            depth *= from / (depth - height + from);
        }
        0.0
    }

    /// How far the vertex is from a place of it that is `scale` mm deep, as a multiple of how deep
    /// that is; infinite where it leads to none.
    fn bluntness(&self, body: &Polyhedron, scale: f64) -> f64 {
        let place = self.at(scale);
        let depth = body.depth(&place).depth;
        if depth < scale { f64::INFINITY } else { (self.vertex - place).norm() / depth }
    }

    /// No less than that where it leads to such a place.
    fn bluntness_at_most(&self, scale: f64) -> f64 {
        (scale + SAME_DISTANCE_MM) / (scale * self.speed) * (1.0 + SAME_BLUNTNESS_SHARE)
    }
}

/// The direction that leads away fastest from the slowest of the faces with these outward normals,
/// and how fast, other faces being no farther `apart` from all of these; `None` where none leads
/// away from all.
///
/// It is the one to the point of the hull of all normals that is nearest to the origin, which is
/// come to by going again and again from where one is as far as it pays toward the normal that is
/// the farthest back (Gilbert, SIAM J. Control 4, 1966).
fn fastest_in(faces: &[Vec3], apart: f64) -> Option<(Vec3, f64)> {
    let mut at = *faces.first()?;
    let farthest_back = |at: &Vec3| {
        faces.iter().copied().min_by(|a, b| a.dot(at).total_cmp(&b.dot(at))).unwrap_or(*at)
    };
    for _ in 0..STEPS_TO_NEAREST {
        let back = farthest_back(&at);
        let way = back - at;
        let long = way.norm_squared();
        let share = if long > 0.0 { (-at.dot(&way) / long).clamp(0.0, 1.0) } else { 0.0 };
        at += way * share;
    }
    let way = at.try_normalize(0.0)?;
    let cos = farthest_back(&way).dot(&way) - apart;
    (cos > 0.0).then_some((-way, cos))
}

/// How often the nearest point of some normals is approached.
const STEPS_TO_NEAREST: usize = 40;

/// Ways are followed into a mesh to this share of the depth of its middle: farther in, where all
/// faces are about as near, each question takes longer.
const LOOKED_INTO: f64 = 0.5;

/// Planes that a way may come too near to, one after the other, before it is given up.
const MOST_PLANES: usize = 100;

/// Vertices that one thread looks at in a row.
const PART: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::slabs::tests::turned;
    use gouge_random::Random;

    /// A turned body that is convex: an egg, flat at some ends.
    fn convex(random: &mut Random) -> Polyhedron {
        let [rings, sides] = [random.below(8) + 2, random.below(30) + 3];
        let [low, high] = [random.between(-1.4, -0.3), random.between(0.2, 1.4)];
        let [wide, long] = [random.between(1.0, 6.0), random.between(1.0, 20.0)];
        let ring = |k: usize| {
            let (sin, cos) = (low + (high - low) * k as f64 / (rings - 1) as f64).sin_cos();
            [wide * cos, long * (1.0 + sin)]
        };
        let mesh = turned(&(0..rings).map(ring).collect::<Vec<_>>(), sides as u32);
        Polyhedron::within(&mesh, 1e-5).unwrap()
    }

    /// Each vertex was asked at each depth.
    #[test]
    fn a_mesh_is_as_blunt_as_its_bluntest_vertex() {
        let mut random = Random::new(61);
        let [mut told, mut infinite] = [0, 0];
        for _ in 0..60 {
            let body = convex(&mut random);
            let ways = &body.ways_in().ways;
            let deepest = body.inscribed().1;
            for k in 0..30 {
                let scale = deepest * 0.7f64.powi(k) * random.between(0.8, 1.2);
                let all = ways.iter().map(|way| way.bluntness(&body, scale));
                let worst = all.fold(1.0, f64::max);
                assert_eq!(body.bluntness(scale), worst, "{scale} of {deepest}");
                told += usize::from(worst.is_finite());
                infinite += usize::from(!worst.is_finite());
            }
        }
        assert!(told > 1000 && infinite > 100, "{told} {infinite}");
    }
}
