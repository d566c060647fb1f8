//! A mesh prepared for drawing: levels of detail, each cut into clusters of facets that share a box
//! and a cone of normals.

use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Mesh;

use crate::cone::Cone;
use crate::levels::{self, Level};

/// Most points in a cluster: an index fits a byte, and the points stay in the fastest cache.
const MOST_POINTS: usize = 160;

/// Most facets in a cluster.
const MOST_FACETS: usize = 256;

/// A few neighbouring facets.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Box, mm from the model's origin.
    pub lo: [f32; 3],
    /// Its other corner.
    pub hi: [f32; 3],
    /// Around all normals.
    pub cone: Cone,
    /// Points of this cluster in [`Detail::points`].
    pub points: std::ops::Range<usize>,
    /// Facets in [`Detail::facets`], by points of this cluster.
    pub facets: std::ops::Range<usize>,
}

/// One level of detail.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// Points, mm from the model's origin.
    pub points: Vec<[f32; 3]>,
    /// Facets over the points of their cluster.
    pub facets: Vec<[u8; 3]>,
    /// Neighbours together.
    pub clusters: Vec<Cluster>,
    /// How far a point of a facet may lie from where the mesh has it, mm.
    pub error: f64,
}

/// A mesh that can be drawn at any scale in a time that depends on the picture, hardly on the mesh.
#[derive(Clone, Debug)]
pub struct Model {
    /// Middle of the bounds: what points are relative to, so that `f32` is enough for pixels.
    pub(crate) origin: Vec3,
    pub(crate) details: Vec<Detail>,
    bounds: Aabb,
    /// Every edge is shared by two facets that agree about the outside: back faces can be seen
    /// only where a clip plane opens the model.
    pub(crate) closed: bool,
}

impl Model {
    /// Prepares a mesh. `closed` says that it has an outside all around.
    pub fn new(mesh: &Mesh, closed: bool) -> Self {
        let bounds = mesh.bounds();
        let empty = Self { origin: Vec3::zeros(), details: Vec::new(), bounds, closed };
        if bounds.is_empty() {
            return empty;
        }
        let origin = 0.5 * (bounds.lo + bounds.hi);
        let side = bounds.size().amax().max(f64::MIN_POSITIVE);
        let levels = levels::levels(&mesh.vertices, &mesh.triangles, bounds.lo, side, origin);
        Self { origin, details: levels.iter().map(clustered).collect(), ..empty }
    }

    /// Box around the mesh, mm.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Facets of every level, finest first.
    pub fn facets(&self) -> Vec<usize> {
        self.details.iter().map(|d| d.facets.len()).collect()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let of = |d: &Detail| {
            12 * d.points.capacity()
                + 3 * d.facets.capacity()
                + size_of::<Cluster>() * d.clusters.capacity()
        };
        self.details.iter().map(of).sum()
    }

    /// The coarsest level whose error is at most `error`, mm.
    pub(crate) fn detail(&self, error: f64) -> Option<&Detail> {
        self.details.iter().rev().find(|d| d.error <= error).or(self.details.first())
    }
}

fn clustered(level: &Level) -> Detail {
    let mut out = Detail {
        facets: Vec::with_capacity(level.facets.len()),
        error: level.error,
        ..Detail::default()
    };
    // For every point of the level: the cluster that used it last, and as which of its points.
    let mut used = vec![(u32::MAX, 0u8); level.points.len()];
    let mut start = 0;
    while start < level.facets.len() {
        let id = out.clusters.len() as u32;
        let (first_point, first_facet) = (out.points.len(), out.facets.len());
        let mut normals = Vec::new();
        while let Some(facet) = level.facets.get(start) {
            let points = out.points.len() - first_point;
            if points + 3 > MOST_POINTS || out.facets.len() - first_facet == MOST_FACETS {
                break;
            }
            out.facets.push(facet.map(|v| {
                let slot = &mut used[v as usize];
                if slot.0 != id {
                    *slot = (id, (out.points.len() - first_point) as u8);
                    out.points.push(level.points[v as usize]);
                }
                slot.1
            }));
            normals.extend(normal(facet.map(|v| level.points[v as usize])));
            start += 1;
        }
        let own = &out.points[first_point..];
        let least = |k: usize| own.iter().map(|p| p[k]).fold(f32::INFINITY, f32::min);
        let most = |k: usize| own.iter().map(|p| p[k]).fold(f32::NEG_INFINITY, f32::max);
        out.clusters.push(Cluster {
            lo: [least(0), least(1), least(2)],
            hi: [most(0), most(1), most(2)],
            cone: Cone::around(&normals),
            points: first_point..out.points.len(),
            facets: first_facet..out.facets.len(),
        });
    }
    out.points.shrink_to_fit();
    out
}

/// Unit normal of a facet; none where it has no area.
pub fn normal([a, b, c]: [[f32; 3]; 3]) -> Option<[f32; 3]> {
    let (u, v) = (minus(b, a), minus(c, a));
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    (length > 0.0).then(|| n.map(|x| x / length))
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
