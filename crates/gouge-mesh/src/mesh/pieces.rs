//! Which facets hang together.

use super::Mesh;
use super::edges::Edges;
use crate::disjoint::DisjointSets;

/// For each facet the first one of the piece that hangs together with it by edges.
pub fn connected(mesh: &Mesh) -> Vec<usize> {
    let mut pieces = DisjointSets::new(mesh.triangles.len());
    for uses in Edges::of(mesh).groups() {
        for pair in uses.windows(2) {
            pieces.join(pair[0].triangle(), pair[1].triangle());
        }
    }
    (0..mesh.triangles.len()).map(|facet| pieces.root(facet)).collect()
}
