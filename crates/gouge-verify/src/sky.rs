//! The space open to the sky along the tool's axis, above an open surface. A point in it is outside
//! whatever the nearest facet says, and no point is deeper in the material than its distance from
//! there.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::target::Target;
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Triangle, Vec3};

/// The nearest place that may see the sky.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sky {
    /// No such place is nearer, mm.
    pub distance: f64,
    /// The level direction to it, of unit length; straight up where nothing but a missing facet is
    /// over the point.
    pub toward: Vec3,
}

/// An edge of facets seen from above.
#[derive(Default)]
struct Edge {
    /// Whether one lies on its left, and on its right.
    beside: [bool; 2],
    /// Level distance, mm, and way to the nearest of it.
    near: (f64, Vec3),
}

impl Target<'_> {
    /// Whether a path without facets leads straight up from a point, where the body is open.
    pub fn is_under_the_sky(&self, x: &Vec3) -> bool {
        !self.body.whole() && self.body.winding(x) == 0 && self.body.sees_the_sky(x)
    }

    /// Whether such a path leads up from every point of a room.
    pub fn is_all_under_the_sky(&self, room: &Aabb) -> bool {
        !self.body.whole() && !self.body.may_miss_cover(room) && self.is_bare(room)
    }

    /// Whether no facet is over a room, nor in it.
    pub fn is_bare(&self, room: &Aabb) -> bool {
        let apart = FLOAT_MM + self.body.crack_mm();
        !self.is_over(&room.grown(apart), &Vec3::z(), room.lo.z - apart)
    }

    /// Whether such a path leads up from all of a room that is not lower than `level` along
    /// `normal`, and from the shadow that the rest of it casts on the plane there.
    ///
    /// A facet over any of that has a point straight over the box about it, above the plane too
    /// where the normal does not lead down.
    pub fn is_open_above(&self, room: &Aabb, normal: &Vec3, level: f64) -> bool {
        if level == f64::NEG_INFINITY {
            return self.is_all_under_the_sky(room);
        }
        let raised = room.corners().map(|c| c + normal * (level - normal.dot(&c)).max(0.0));
        let over = Aabb::around(raised).union(&Aabb::around(room.corners()));
        let over = over.grown(FLOAT_MM + self.body.crack_mm());
        if self.body.whole() || self.body.may_miss_cover(&over) {
            return false;
        }
        let least = if normal.z < 0.0 { f64::NEG_INFINITY } else { level };
        !self.is_over(&over, normal, least)
    }

    /// Whether a facet has a point straight over a room, or in it, that is higher than `level`
    /// along `normal`.
    pub fn is_over(&self, room: &Aabb, normal: &Vec3, level: f64) -> bool {
        let sides = [(Vec3::x(), [room.lo.x, room.hi.x]), (Vec3::y(), [room.lo.y, room.hi.y])];
        let mut over = false;
        self.facets.within(&self.up_to_the_top(room), &mut |facet| {
            let corners = self.body.mesh.triangle(facet as usize);
            let high = heights(&corners, &sides, normal);
            over = high.is_some_and(|[_, high]| high > level);
            !over
        });
        over
    }

    /// A room extended up to above the surface.
    pub fn up_to_the_top(&self, room: &Aabb) -> Aabb {
        let top = room.hi.z.max(self.body.bounds.hi.z);
        Aabb { lo: room.lo, hi: Vec3::new(room.hi.x, room.hi.y, top) }
    }

    /// The nearest place that may see the sky, of a point that does not; `None` where none is
    /// within `within` mm. The surface is no nearer than that.
    ///
    /// Within that, a facet over a point next to `x` is above `x`. Seen from above these facets
    /// cover all next to it up to the first edge of theirs that has not one of them on either side,
    /// and that is no farther away than the sky. Where no rim is near, a way from the material to
    /// the sky meets the surface, which is not that near.
    pub fn sky(&self, x: &Vec3, within: f64) -> Option<Sky> {
        let about = Aabb { lo: *x, hi: *x }.grown(within);
        let rimless = self.body.rimless(&about);
        let beside = (!rimless).then(|| self.bare_edges(x, &about, within)).into_iter().flatten();
        let up = self.body.opens_above(x).map(|top| (top - x.z, Vec3::z()));
        let up = up.filter(|(distance, _)| *distance <= within);
        let (distance, toward) = beside.chain(up).min_by(|a, b| {
            let order = a.0.total_cmp(&b.0).then(a.1.x.total_cmp(&b.1.x));
            order.then(a.1.y.total_cmp(&b.1.y))
        })?;
        let toward = toward.try_normalize(FLOAT_MM).unwrap_or_else(Vec3::x);
        Some(Sky { distance: (distance - FLOAT_MM).max(0.0), toward })
    }

    /// The edges higher than `x` that have not a facet on either side, seen from above, nor are
    /// those of cracks that count as closed: level distances, mm, and directions.
    fn bare_edges(
        &self,
        x: &Vec3,
        about: &Aabb,
        within: f64,
    ) -> impl Iterator<Item = (f64, Vec3)> + use<> {
        let room =
            self.up_to_the_top(&Aabb { lo: Vec3::new(about.lo.x, about.lo.y, x.z), ..*about });
        let mut edges: HashMap<[[u64; 2]; 2], Edge> = HashMap::new();
        for facet in self.within(&room, usize::MAX).unwrap_or_default() {
            let corners = self.body.mesh.triangle(facet as usize);
            let ids = self.body.mesh.triangles[facet as usize];
            for i in 0..3 {
                let [a, b, c] = [i, i + 1, i + 2].map(|k| corners[k % 3]);
                let (way, apart) = (level(&(b - a)), level(&(x - a)));
                let length = way.norm_squared();
                if length == 0.0 || self.body.is_closed_crack([ids[i], ids[(i + 1) % 3]]) {
                    continue;
                }
                let share = (apart.dot(&way) / length).clamp(0.0, 1.0);
                let toward = way * share - apart;
                let distance = toward.norm();
                if distance > within + FLOAT_MM || a.z + (b.z - a.z) * share <= x.z {
                    continue;
                }
                let [from, to] = [a, b].map(|p| [p.x, p.y].map(|v| (v + 0.0).to_bits()));
                let forward = from < to;
                let edge = edges.entry(if forward { [from, to] } else { [to, from] }).or_default();
                edge.near = (distance, toward);
                let left = way.x * (c.y - a.y) - way.y * (c.x - a.x);
                if left != 0.0 {
                    edge.beside[usize::from((left > 0.0) == forward)] = true;
                }
            }
        }
        edges.into_values().filter(|edge| edge.beside != [true, true]).map(|edge| edge.near)
    }
}

/// The level part of a displacement.
pub(super) fn level(way: &Vec3) -> Vec3 {
    Vec3::new(way.x, way.y, 0.0)
}

/// A facet cut by the four sides of a rectangle has no more.
const MOST_CORNERS: usize = 7;

/// Between which heights a facet lies in the column over a rectangle; `None` beside it.
pub(super) fn heights(
    facet: &Triangle,
    sides: &[(Vec3, [f64; 2]); 2],
    normal: &Vec3,
) -> Option<[f64; 2]> {
    let mut polygon: SmallVec<[Vec3; MOST_CORNERS]> = SmallVec::from_slice(facet);
    for (u, [low, high]) in sides {
        for (sign, most) in [(1.0, *high), (-1.0, -*low)] {
            let beyond = |p: &Vec3| sign * u.dot(p) - most;
            if polygon.iter().all(|p| beyond(p) <= 0.0) {
                continue;
            }
            let mut kept = SmallVec::new();
            for (i, p) in polygon.iter().enumerate() {
                let q = &polygon[(i + 1) % polygon.len()];
                let (a, b) = (beyond(p), beyond(q));
                if a <= 0.0 {
                    kept.push(*p);
                }
                if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
                    kept.push(p + (q - p) * (a / (a - b)));
                }
            }
            polygon = kept;
        }
    }
    let ends = polygon.iter().map(|p| normal.dot(p));
    let [low, high] =
        ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], v| [l.min(v), h.max(v)]);
    (low <= high).then_some([low, high])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::body::Body;
    use crate::prepared::PreparedTool;
    use gouge_core::tool::Spec;
    use gouge_core::tree::Engine;
    use gouge_mesh::mesh::{Mesh, Side, defects};
    use gouge_random::Random;

    /// A sheet with hills, steps, an overhang and a hole.
    pub fn sheet(random: &mut Random) -> Mesh {
        const N: u32 = 6;
        let lean = random.between(-1.5, 1.5);
        let mut mesh = Mesh::default();
        for i in 0..N * N {
            let z = 2.0 * random.between(0.0, 1.0).powi(2);
            let (x, y) = (2.0 * f64::from(i % N), 2.0 * f64::from(i / N));
            mesh.vertices.push(Vec3::new(x + lean * z, y, z));
        }
        for i in (0..N * (N - 1)).filter(|i| i % N != N - 1 && !random.chance(0.05)) {
            mesh.triangles.extend([[i, i + 1, i + N + 1], [i, i + N + 1, i + N]]);
        }
        mesh
    }

    #[test]
    fn nothing_nearer_than_said_sees_the_sky() {
        let mut random = Random::new(8);
        let (mut far, mut near, mut open, mut shut) = (0, 0, 0, 0);
        for _ in 0..60 {
            let mesh = sheet(&mut random);
            let body = Body::new(&mesh, &defects::examine(&mesh), false);
            let facets = (Engine::default().build)(&mesh);
            let target = Target { body: &body, facets: &*facets };
            for _ in 0..100 {
                let x = Vec3::new(5.0, 5.0, 0.3)
                    + random.vector(6.0).component_mul(&Vec3::new(1.0, 1.0, 0.3));
                let within =
                    target.nearest(&x, 1e3).unwrap().distance.min(random.between(0.0, 2.0));
                let seen = target.is_under_the_sky(&x);
                let told = target.sky(&x, within);
                near += usize::from(told.is_some());
                let within = told.map_or(within, |sky| sky.distance);
                if !seen && target.side_of_surface(&x, None) == Side::Inside {
                    for _ in 0..50 {
                        let y = x + random.direction() * within * random.between(0.0, 1.0);
                        assert!(!target.is_under_the_sky(&y), "{x:?} {within} {y:?}");
                        far += 1;
                    }
                }
                let room =
                    Aabb { lo: x, hi: x + Vec3::new(1.0, 1.0, 1.0) * random.between(0.0, 1.5) };
                let normal = if random.chance(0.2) { Vec3::z() } else { random.direction() };
                let level = match random.below(4) {
                    0 => f64::NEG_INFINITY,
                    _ => normal.dot(&x) + random.between(-0.5, 2.5),
                };
                if !target.is_open_above(&room, &normal, level) {
                    shut += 1;
                    continue;
                }
                for _ in 0..50 {
                    let y = room.lo + room.size().map(|s| s * random.between(0.0, 1.0));
                    let up = (level - normal.dot(&y)).max(0.0);
                    assert!(
                        target.is_under_the_sky(&(y + normal * up)),
                        "{room:?} {normal:?} {level}"
                    );
                    open += 1;
                }
            }
        }
        assert!(
            far > 5_000 && near > 500 && open > 20_000 && shut > 1_000,
            "{far} {near} {open} {shut}"
        );
    }

    /// A facet has no place higher over a room than is asked for where none is told, however far up
    /// and down it leads beside that.
    #[test]
    fn no_place_of_a_facet_stands_over_what_has_no_roof() {
        let mut random = Random::new(9);
        let spec = Spec::parse("ball:2;len=3", "".as_ref()).unwrap();
        let tool = PreparedTool::new(spec.build(9.0), 0.01, 0.0);
        let mover = tool.components[0].movers().next().unwrap();
        let eaves = mover.eaves.unwrap();
        let (mut bare, mut beside, mut under) = (0, 0, 0);
        for _ in 0..60 {
            let mut mesh = sheet(&mut random);
            // Long facets aslant.
            let lean = random.between(-3.0, 3.0);
            mesh.vertices.iter_mut().for_each(|v| v.z += lean * v.x);
            let body = Body::new(&mesh, &defects::examine(&mesh), false);
            let facets = (Engine::default().build)(&mesh);
            let target = Target { body: &body, facets: &*facets };
            for _ in 0..40 {
                let lo = Vec3::new(5.0, 5.0, lean * 5.0) + random.vector(5.0);
                let size = Vec3::new(random.between(0.0, 3.0), random.between(0.0, 3.0), 9.0);
                let room = Aabb { lo, hi: lo + size };
                let (lowest, depth) = (lo.z - random.between(0.0, 6.0), random.between(0.0, 0.5));
                if target.roofs(&mover, &room, lowest, depth) {
                    under += 1;
                    continue;
                }
                bare += 1;
                let bottom = lowest + eaves - depth;
                let column = Aabb {
                    lo: Vec3::new(lo.x, lo.y, bottom),
                    hi: room.hi.sup(&Vec3::new(room.hi.x, room.hi.y, body.bounds.hi.z)),
                };
                beside += usize::from(!target.is_empty(&column));
                for _ in 0..400 {
                    let [a, b, c] = mesh.triangle(random.below(mesh.triangles.len()));
                    let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                    let q = a + (b - a) * u + (c - a) * v;
                    let over = (0..2).all(|k| room.lo[k] <= q[k] && q[k] <= room.hi[k]);
                    assert!(!over || q.z <= bottom, "{room:?} {bottom} {q:?}");
                }
            }
        }
        assert!(bare > 400 && beside > 100 && under > 400, "{bare} {beside} {under}");
    }
}
