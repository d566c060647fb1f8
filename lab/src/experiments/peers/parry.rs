//! parry's hierarchy over the part, queried by a visitor of ours and by parry's own functions.

use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle, closest_segments};
use gouge_mesh::mesh::Mesh;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::partitioning::BvhNode;
use parry3d_f64::query;
use parry3d_f64::shape::{Capsule, ConvexPolyhedron, Shape, TriMesh};

fn vector(p: Vec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

/// A mesh as parry has it.
fn shape(mesh: &Mesh) -> Option<TriMesh> {
    let points = mesh.vertices.iter().map(|p| vector(*p)).collect();
    TriMesh::new(points, mesh.triangles.clone()).ok()
}

/// A convex mesh as parry has it.
pub fn convex(mesh: &Mesh) -> Option<ConvexPolyhedron> {
    let points = mesh.vertices.iter().map(|p| vector(*p)).collect();
    ConvexPolyhedron::from_convex_mesh(points, &mesh.triangles)
}

/// parry's hierarchy over the facets.
pub struct Parry<'m> {
    mesh: &'m Mesh,
    shape: TriMesh,
}

impl<'m> Parry<'m> {
    /// Builds it.
    pub fn new(mesh: &'m Mesh) -> Option<Self> {
        Some(Self { mesh, shape: shape(mesh)? })
    }

    /// The hierarchy alone, a tool's say.
    pub fn shape(&self) -> &TriMesh {
        &self.shape
    }

    /// Facets nearer than `radius` to the segment from `a` to `b`.
    pub fn contacts(&self, a: &Vec3, b: &Vec3, radius: f64) -> usize {
        let Aabb { lo, hi } = Aabb::around([*a, *b]);
        let (lo, hi) = (vector(lo), vector(hi));
        let near = |node: &BvhNode| {
            let gap = (node.mins() - hi).max(lo - node.maxs()).max(Vector::ZERO);
            gap.length_squared() <= radius * radius
        };
        let along = b - a;
        let facets = self.shape.bvh().leaves(near);
        facets
            .filter(|&facet| meets(a, &along, radius, &self.mesh.triangle(facet as usize)))
            .count()
    }

    /// What parry offers for it.
    pub fn stock(&self, a: &Vec3, b: &Vec3, radius: f64) -> bool {
        let still = Pose::IDENTITY;
        let capsule = Capsule::new(vector(*a), vector(*b), radius);
        query::intersection_test(&still, &self.shape, &still, &capsule)
            .is_ok_and(|met| met.intersecting)
    }

    /// Whether a tool that stands at `at` meets the facets, by parry's own query.
    pub fn met_by(&self, tool: &dyn Shape, at: &Vec3) -> bool {
        let place = Pose::from_translation(vector(*at));
        query::intersection_test(&Pose::IDENTITY, &self.shape, &place, tool)
            .is_ok_and(|met| met.intersecting)
    }

    /// The same by its query for a contact.
    pub fn in_contact(&self, tool: &dyn Shape, at: &Vec3) -> bool {
        let place = Pose::from_translation(vector(*at));
        query::contact(&Pose::IDENTITY, &self.shape, &place, tool, 0.0)
            .is_ok_and(|met| met.is_some_and(|met| met.dist <= 0.0))
    }
}

/// Whether a triangle comes nearer than `radius` to the segment `p + t d`.
fn meets(p: &Vec3, d: &Vec3, radius: f64, facet: &Triangle) -> bool {
    let [a, b, c] = facet;
    let normal = (b - a).cross(&(c - a));
    let (from, by) = (normal.dot(&(p - a)), normal.dot(d));
    let to = from + by;
    let squared = radius * radius;
    if from * to > 0.0 {
        let least = from.abs().min(to.abs());
        if least * least > squared * normal.norm_squared() {
            return false;
        }
    } else {
        let at = p + d * (from / (from - to));
        let left = |(s, e): (&Vec3, &Vec3)| normal.dot(&(e - s).cross(&(at - s))) >= 0.0;
        if by != 0.0 && [(a, b), (b, c), (c, a)].into_iter().all(left) {
            return true;
        }
    }
    let end = p + d;
    (closest_on_triangle(p, facet) - p).norm_squared() < squared
        || (closest_on_triangle(&end, facet) - end).norm_squared() < squared
        || [(a, b), (b, c), (c, a)].into_iter().any(|(q, r)| {
            let e = r - q;
            let (s, t) = closest_segments(p, d, q, &e);
            (p + d * s - q - e * t).norm_squared() < squared
        })
}
