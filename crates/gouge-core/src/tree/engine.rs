//! The hierarchies that the product ships. Every one gives the same report.

use std::fmt;

use super::{Facets, Hierarchy, KdopTree, MeshTree, RestrictedTree, WideTree};
use gouge_mesh::mesh::Mesh;

/// A hierarchy that can be chosen by name.
#[derive(Clone, Copy)]
pub struct Engine {
    /// What a user types to choose it.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Builds it. The result depends on the mesh alone, not on the number of threads.
    pub build: &'static Build,
}

/// Builds a hierarchy over a mesh.
pub type Build = dyn for<'m> Fn(&'m Mesh) -> Box<dyn Facets + 'm> + Send + Sync;

impl Engine {
    /// The hierarchies that the product ships, the default first.
    pub const SHIPPED: &[Self] = &[
        Self {
            name: "wide",
            about: "wide BoxTree, eight children a node, planes of one byte",
            build: &|mesh| Box::new(WideTree::new(mesh)),
        },
        Self {
            name: "dop18",
            about: "18-DOP tree, axes and face diagonals (Klosowski 1998)",
            build: &built::<KdopTree<9>>,
        },
        Self {
            name: "restricted",
            about: "restricted BoxTree, nine bytes a node (Zachmann 2002)",
            build: &built::<RestrictedTree>,
        },
    ];
}

impl Default for Engine {
    fn default() -> Self {
        Self::SHIPPED[0]
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A tree with its default settings over `mesh`.
pub fn built<H: Hierarchy + Send + 'static>(mesh: &Mesh) -> Box<dyn Facets + '_> {
    Box::new(MeshTree::new(mesh, H::build(mesh)))
}
