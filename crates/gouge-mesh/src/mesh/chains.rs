//! Edges connected at their corners: the rims of holes.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::Mesh;
use crate::disjoint::DisjointSets;
use crate::geom::Aabb;

/// Which of some edges are connected.
pub(super) struct Chains {
    /// Their corners, those with lesser coordinates first, in whatever order a file has them.
    corners: Vec<u32>,
    /// For each the place of the first that it is connected to.
    first: HashMap<u32, usize>,
}

impl Chains {
    /// Those of such edges of a mesh.
    pub fn of(mesh: &Mesh, edges: &[[u32; 2]]) -> Self {
        let mut corners: Vec<u32> = edges.concat();
        corners.sort_unstable();
        corners.dedup();
        corners.sort_by(|a, b| {
            let [a, b] = [a, b].map(|v| mesh.vertices[*v as usize]);
            (0..3).map(|k| a[k].total_cmp(&b[k])).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        });
        let places: HashMap<u32, usize> = corners.iter().zip(0..).map(|(&v, i)| (v, i)).collect();
        let sets = DisjointSets::new(corners.len());
        for [a, b] in edges {
            sets.join(places[a], places[b]);
        }
        let first = places.into_iter().map(|(v, place)| (v, sets.root(place))).collect();
        Self { corners, first }
    }

    /// The first corner of all that are connected to one.
    pub fn apex(&self, corner: u32) -> u32 {
        self.corners[self.first[&corner]]
    }

    /// A box around each chain.
    pub fn boxes(&self, mesh: &Mesh) -> Vec<Aabb> {
        let mut boxes = vec![Aabb::EMPTY; self.corners.len()];
        for corner in &self.corners {
            let around = &mut boxes[self.first[corner]];
            *around = around.union(&Aabb::around([mesh.vertices[*corner as usize]]));
        }
        boxes.retain(|around| !around.is_empty());
        boxes
    }
}
