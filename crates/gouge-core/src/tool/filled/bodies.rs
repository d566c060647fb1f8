//! The bodies that a mesh consists of, each with a tree of its own.

use std::collections::BTreeMap;

use super::mesh_of;
use crate::tolerance::BODIES_APART_MM;
use crate::tree::{Hierarchy, KdopTree, within};
use gouge_mesh::geom::{Aabb, Triangle};
use gouge_mesh::mesh::Mesh;

/// Bodies, each with a tree of its own: in one over all, each facet that lies long across the axes
/// would be held against many of its own body.
pub(super) struct Bodies(Vec<Body>);

struct Body {
    name: usize,
    around: Aabb,
    mesh: Mesh,
    tree: KdopTree<9>,
}

impl Bodies {
    /// Those of some facets; `names` tells of each to which it belongs.
    pub fn new(facets: &[Triangle], names: &[usize]) -> Self {
        let mut apart: BTreeMap<usize, Vec<Triangle>> = BTreeMap::new();
        for (facet, name) in facets.iter().zip(names) {
            apart.entry(*name).or_default().push(*facet);
        }
        let body = |(name, facets): (usize, Vec<Triangle>)| {
            let mesh = mesh_of(&facets);
            Body { name, around: mesh.bounds(), tree: KdopTree::build(&mesh), mesh }
        };
        Self(apart.into_iter().map(body).collect())
    }

    /// Whether a part of a facet comes near to one that is of another body than its `own`, or
    /// touches it.
    pub fn meet(&self, piece: &Triangle, own: usize) -> bool {
        let room = Aabb::around(*piece).grown(BODIES_APART_MM);
        let mut others = self.0.iter().filter(|b| b.name != own && b.around.meets(&room));
        others.any(|body| {
            let mut met = false;
            within(&body.tree, &body.mesh, &room, &mut |_| {
                met = true;
                false
            });
            met
        })
    }
}
