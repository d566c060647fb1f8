//! The medial ball: the largest one inside the material that touches a point of its surface.

use crate::tolerance::FLOAT_MM;
use gouge_core::tree::Facets;
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// Facets that may shrink one ball before its bound is taken as it is.
const MAX_SHRINKS: usize = 60;

/// Radius of the largest ball, up to `limit` mm, that touches `q`, lies on the side `along` (unit)
/// of it and has no facet inside. Shrinks from the limit to each facet found inside (Ma, Bae, Choi
/// 2012), and ends because every step strictly shrinks it.
pub(super) fn medial(tree: &dyn Facets, mesh: &Mesh, q: &Vec3, along: &Vec3, limit: f64) -> f64 {
    let mut radius = limit;
    for _ in 0..MAX_SHRINKS {
        let center = q + along * radius;
        let Some((gap, index)) = tree.nearest(center, radius) else {
            return radius;
        };
        if gap >= radius - FLOAT_MM {
            return radius;
        }
        let hit = closest_on_triangle(&center, &mesh.triangle(index as usize));
        let w = hit - q;
        let height = w.dot(along);
        if height <= 0.0 {
            return gap.min(radius);
        }
        let next = w.norm_squared() / (2.0 * height);
        if next >= radius {
            return gap.min(radius);
        }
        radius = next;
    }
    tree.nearest(q + along * radius, radius).map_or(radius, |(gap, _)| gap.min(radius))
}
