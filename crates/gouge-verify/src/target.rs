//! A body with the hierarchy over its facets, which every search works on.

use std::collections::HashMap;

use super::body::Body;
use gouge_core::tree::Facets;
use gouge_mesh::geom::{
    Aabb, Triangle, Vec3, closest_on_segment, closest_on_triangle, closest_segments, unit_normal,
};
use gouge_mesh::mesh::{Says, Side};

use super::mover::Mover;
use super::orientation;
use crate::budget::LID_FACETS;
use crate::tolerance::FLOAT_MM;
use gouge_mesh::tolerance::LARGEST_MM;

/// A body to be searched.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub body: &'a Body<'a>,
    pub facets: &'a dyn Facets,
}

/// The nearest point of the surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Distance, mm.
    pub distance: f64,
    /// The facet, of equally near ones the one with the lowest index.
    pub triangle: u32,
    /// The point of the facet, mm.
    pub foot: Vec3,
}

impl Target<'_> {
    /// The point of the surface nearest to `x`, if one is within `within` mm.
    pub fn nearest(&self, x: &Vec3, within: f64) -> Option<Nearest> {
        let (distance, triangle) = self.facets.nearest(*x, within)?;
        let foot = closest_on_triangle(x, &self.body.mesh.triangle(triangle as usize));
        Some(Nearest { distance, triangle, foot })
    }

    /// The point of the surface nearest to `x`: no farther than that of a facet which is known,
    /// such as the one nearest to a place beside it.
    pub fn nearest_from(&self, x: &Vec3, known: Option<u32>) -> Option<Nearest> {
        let within = known.map_or(f64::INFINITY, |facet| {
            (closest_on_triangle(x, &self.body.mesh.triangle(facet as usize)) - x).norm()
        });
        self.nearest(x, within)
    }

    /// The facets whose boxes meet `cell`, in file order; `None` when they are more than `most`.
    pub fn within(&self, cell: &Aabb, most: usize) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        let mut many = false;
        self.facets.within(cell, &mut |facet| {
            found.push(facet);
            if found.len() > most {
                // Some hierarchies repeat themselves.
                found.sort_unstable();
                found.dedup();
                many = found.len() > most;
            }
            !many
        });
        found.sort_unstable();
        found.dedup();
        (!many).then_some(found)
    }

    /// Whether no facet comes into a room, nor what closes a crack.
    pub fn is_empty(&self, room: &Aabb) -> bool {
        self.within(&room.grown(self.body.crack_mm()), 0).is_some()
    }

    /// Where a point lies: before an open surface a point that sees the sky along the tool's axis
    /// is outside; for all others the surface decides.
    pub fn side(&self, x: &Vec3) -> Side {
        self.side_near(x, None)
    }

    /// The same for a point whose nearest point of the surface may be known.
    pub fn side_near(&self, x: &Vec3, nearest: Option<&Nearest>) -> Side {
        if self.is_under_the_sky(x) { Side::Outside } else { self.side_of_surface(x, nearest) }
    }

    /// Where a point lies by the winding number where the surface about it is closed, else by the
    /// side of the nearest surface where that knows its sides, wherever the sky is.
    pub fn side_of_surface(&self, x: &Vec3, nearest: Option<&Nearest>) -> Side {
        let closed = self.body.closed_side(x);
        if self.body.whole() {
            return closed;
        }
        let Some(nearest) = nearest.copied().or_else(|| self.nearest(x, f64::INFINITY)) else {
            return Side::Outside;
        };
        let touching = self.touching(&nearest.foot);
        let open = |&f: &u32| self.body.says(f) == Says::Loose;
        if closed == Side::Outside
            && touching.iter().any(|&f| self.body.says(f) == Says::NoMaterial)
        {
            return Side::Undetermined;
        }
        let side = match touching.is_empty() || touching.iter().any(open) {
            true => self.side_of_open(x, &nearest.foot, &touching),
            false if closed != Side::Outside || !self.body.is_among_loose(x) => return closed,
            // Bodies are judged one by one: what is outside of the one may be inside of the other.
            false => self.side_beyond(x, nearest.distance),
        };
        match (closed, side) {
            (Side::Outside, side) => side,
            (Side::Inside, Side::Inside) => Side::Inside,
            _ => Side::Undetermined,
        }
    }

    /// Where a point lies that has `foot` for the nearest of the open pieces of the surface, as the
    /// facets there say.
    fn side_of_open(&self, x: &Vec3, foot: &Vec3, touching: &[u32]) -> Side {
        if touching.iter().any(|&f| self.is_turned(f)) || !self.body.is_covered_rightly(x) {
            return Side::Undetermined;
        }
        orientation::side(self.body.mesh, touching, foot, x)
    }

    /// The same where a closed piece is nearer, `distance` mm away: not told where the nearest
    /// facet of an open one is too far to be looked for.
    fn side_beyond(&self, x: &Vec3, distance: f64) -> Side {
        let mut reach = 2.0 * distance.max(orientation::near_mm(x));
        while let Some(about) = self.within(&Aabb { lo: *x, hi: *x }.grown(reach), LID_FACETS) {
            let foot = |f: u32| closest_on_triangle(x, &self.body.mesh.triangle(f as usize));
            let open = about.into_iter().filter(|&f| self.body.says(f) == Says::Loose).map(foot);
            let nearest = open.min_by(|a, b| (a - x).norm().total_cmp(&(b - x).norm()));
            if let Some(foot) = nearest.filter(|foot| (foot - x).norm() <= reach) {
                let mut touching = self.touching(&foot);
                touching.retain(|&f| self.body.says(f) == Says::Loose);
                return self.side_of_open(x, &foot, &touching);
            }
            if reach > LARGEST_MM {
                break;
            }
            reach *= 2.0;
        }
        Side::Undetermined
    }

    /// Whether a facet runs along one of its edges in the same direction as a neighbour: one of
    /// them looks the wrong way.
    fn is_turned(&self, facet: u32) -> bool {
        let mesh = self.body.mesh;
        let corners = mesh.triangles[facet as usize];
        (0..3).any(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            let ends = [a, b].map(|v| mesh.vertices[v as usize]);
            let about = self.within(&Aabb::around(ends), usize::MAX).unwrap_or_default();
            let others = about.into_iter().filter(|&f| f != facet);
            others.filter(|&f| self.body.says(f) != Says::Nothing).any(|f| {
                let t = mesh.triangles[f as usize];
                (0..3).any(|k| t[k] == a && t[(k + 1) % 3] == b)
            })
        })
    }

    /// The facets that a point of the surface lies on, without those that say nothing.
    fn touching(&self, foot: &Vec3) -> Vec<u32> {
        let near = orientation::near_mm(foot);
        let about = self.within(&Aabb { lo: *foot, hi: *foot }.grown(near), usize::MAX);
        let on = |&f: &u32| {
            let nearest = closest_on_triangle(foot, &self.body.mesh.triangle(f as usize));
            self.body.says(f) != Says::Nothing && (nearest - foot).norm() <= near
        };
        about.unwrap_or_default().into_iter().filter(on).collect()
    }

    /// Whether every point within `reach` mm of a point that is outside, `distance` mm from the
    /// surface, is outside too, as the nearest of the surface says of each.
    ///
    /// The nearest of the surface to such a point y is no farther from `at` than distance + 2
    /// reach. Where `at` is farther before every facet there than `reach`, y is before each of
    /// them, and before any sum of their normals; where every edge there is shared by two of them
    /// that run along it in opposite directions, none of it is a rim.
    pub fn is_before_all(&self, at: &Vec3, reach: f64, distance: f64) -> bool {
        let near = orientation::near_mm(at) + self.body.crack_mm();
        let far = distance + 2.0 * (reach + near);
        let about = self.within(&Aabb { lo: *at, hi: *at }.grown(far), LID_FACETS);
        let told =
            || self.body.closed_side(at) == Side::Outside && self.body.is_covered_rightly(at);
        let Some(about) = about.filter(|_| told()) else {
            return false;
        };
        let mut edges: HashMap<[u32; 2], [u32; 2]> = HashMap::new();
        for facet in about {
            let points = self.body.mesh.triangle(facet as usize);
            let apart = (closest_on_triangle(at, &points) - at).norm();
            match self.body.says(facet) {
                Says::Nothing => continue,
                _ if apart > far => continue,
                Says::Winding | Says::Parity(_) if apart > reach + near => continue,
                Says::Loose if unit_normal(&points).dot(&(at - points[0])) > reach + near => {}
                _ => return false,
            }
            let corners = self.body.mesh.triangles[facet as usize];
            for i in 0..3 {
                let (a, b) = (corners[i], corners[(i + 1) % 3]);
                let nearest = closest_on_segment(at, &points[i], &points[(i + 1) % 3]);
                if (nearest - at).norm() <= far - near {
                    edges.entry([a.min(b), a.max(b)]).or_default()[usize::from(a < b)] += 1;
                }
            }
        }
        edges.values().all(|uses| *uses == [1, 1])
    }

    /// Whether facets may stand over a piece that covers `room` and whose control point is nowhere
    /// lower than `lowest`: such as are not deep in the piece itself, more than `depth` mm.
    ///
    /// What is lower than the eaves of the piece by more than that, and comes that deep into it
    /// when it is raised, is as deep in it before: it is no narrower there. Each point of a facet
    /// counts for itself: one that leads on to far above the piece, but beside it, is no roof.
    pub fn roofs(&self, mover: &Mover, room: &Aabb, lowest: f64, depth: f64) -> bool {
        let Some(eaves) = mover.eaves else { return false };
        let bottom = lowest + eaves - depth;
        let top = self.body.bounds.hi.z;
        let lo = Vec3::new(room.lo.x, room.lo.y, bottom);
        let column = Aabb { lo, hi: Vec3::new(room.hi.x, room.hi.y, top) };
        let column = column.grown(FLOAT_MM + self.body.crack_mm());
        bottom <= top && self.is_over(&column, &Vec3::z(), column.lo.z)
    }

    /// Whether no facet lies on the straight line between two points: they are then on one side.
    pub fn joined(&self, a: &Vec3, b: &Vec3) -> bool {
        let near = orientation::near_mm(a).max(orientation::near_mm(b)) + self.body.crack_mm();
        let mut clear = true;
        self.facets.within(&Aabb::around([*a, *b]).grown(near), &mut |facet| {
            clear = !crosses(a, b, &self.body.mesh.triangle(facet as usize), near);
            clear
        });
        clear
    }
}

/// Whether a segment comes as near as `near` to a triangle, or could as far as rounding tells.
fn crosses(a: &Vec3, b: &Vec3, facet: &Triangle, near: f64) -> bool {
    let normal = unit_normal(facet);
    let [from, to] = [a, b].map(|p| normal.dot(&(p - facet[0])));
    if from.min(to) > near || from.max(to) < -near {
        return false;
    }
    let apart = |p: &Vec3| (closest_on_triangle(p, facet) - p).norm();
    // Where the segment lies along the plane, it comes nearest at an end or along an edge.
    if (from - to).abs() <= 4.0 * near {
        let along = |i: usize| {
            let edge = facet[(i + 1) % 3] - facet[i];
            let (s, t) = closest_segments(a, &(b - a), &facet[i], &edge);
            (a + (b - a) * s - facet[i] - edge * t).norm()
        };
        let gap = (0..3).map(along).fold(apart(a).min(apart(b)), f64::min);
        return gap <= 8.0 * near;
    }
    let share = (from / (from - to)).clamp(0.0, 1.0);
    let lean = (b - a).norm() / (from - to).abs();
    apart(&(a + (b - a) * share)) <= near * (1.0 + lean)
}
