//! The wide BoxTree: eight children a node, all tested at once.
//!
//! The restricted BoxTree (Zachmann 2002) stores a box by what it takes off its parent's. Here the
//! same is done for eight children: every plane is one byte, a share of the box around all of them,
//! rounded outward (Ylitie, Karras and Laine, Efficient incoherent ray traversal on GPUs through
//! compressed wide BVHs, 2017, section 3). Small sets of facets also have a slab along their mean
//! normal, which separates them from a tool that touches a slope. Facets are not copied but
//! gathered from the mesh.

mod bounds;
mod build;
mod distance;
mod group;
mod lanes;
mod nearest;
mod node;
mod planes;
mod query;
mod search;
#[cfg(test)]
mod tests;
mod walk;
mod walls;

use fearless_simd::Level;

use self::node::Node;
use self::query::Query;
use super::clip::farthest;
use super::facets::{Course, Facets, Searcher};
use crate::sweep::Slope;
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// Children of a node, and facets of a leaf at most.
pub(super) const WIDTH: usize = 8;

/// A wide BoxTree over a mesh.
pub struct WideTree<'m> {
    mesh: &'m Mesh,
    bounds: Aabb,
    /// The largest coordinate of the mesh.
    farthest: f64,
    nodes: Vec<Node>,
    /// Facets in the order of the leaves.
    order: Vec<u32>,
    level: Level,
}

impl<'m> WideTree<'m> {
    /// The tree of a mesh: the same whatever the number of threads.
    pub fn new(mesh: &'m Mesh) -> Self {
        Self::with_level(mesh, Level::new())
    }

    /// The tree of a mesh, searched with the instructions of `level`.
    pub fn with_level(mesh: &'m Mesh, level: Level) -> Self {
        let (nodes, order) = build::build(mesh);
        let bounds = mesh.bounds();
        Self { mesh, farthest: farthest(&bounds), bounds, nodes, order, level }
    }

    fn query<'q>(&self, swept: &Swept<'q>, slopes: &[Slope]) -> Query<'q> {
        Query::new(swept, self.farthest, slopes)
    }
}

impl Facets for WideTree<'_> {
    fn searcher<'s>(&'s self, course: Course<'s>) -> Box<dyn Searcher + 's> {
        Box::new(search::WideSearcher::new(self, course.points))
    }

    fn nearest(&self, p: Vec3, within: f64) -> Option<(f64, u32)> {
        nearest::nearest(self, &p, within)
    }

    fn is_clear_by_top(&self, swept: &Swept, depth: f64, tests: usize) -> bool {
        walk::is_clear_by_top(self, swept, depth, tests)
    }

    fn within(&self, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool) {
        nearest::within(self, cell, facet);
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.order[..])
    }
}
