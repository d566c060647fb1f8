//! Connected components of facets.

use super::Mesh;
use super::edges::Edges;
use crate::disjoint::DisjointSets;

/// For each facet the first one that is connected to it by edges.
pub fn connected(mesh: &Mesh) -> Vec<usize> {
    let pieces = by_edges(mesh.triangles.len(), &Edges::of(mesh));
    (0..mesh.triangles.len()).map(|facet| pieces.root(facet)).collect()
}

/// Which of `count` facets are connected by edges.
pub(super) fn by_edges(count: usize, edges: &Edges) -> DisjointSets {
    let pieces = DisjointSets::new(count);
    edges.map(|edges| {
        for (_, _, uses) in edges {
            for pair in uses.windows(2) {
                pieces.join(pair[0].triangle(), pair[1].triangle());
            }
        }
    });
    pieces
}
