//! Which facets hang together.

use super::Mesh;
use super::edges::Edges;

/// For each facet the first one of the piece that hangs together with it by edges.
pub fn connected(mesh: &Mesh) -> Vec<usize> {
    let mut pieces = Pieces::new(mesh.triangles.len());
    for uses in Edges::of(mesh).groups() {
        for pair in uses.windows(2) {
            pieces.join(pair[0].triangle(), pair[1].triangle());
        }
    }
    (0..mesh.triangles.len()).map(|facet| pieces.root(facet)).collect()
}

/// Union-find over facets; a root is the least member.
pub(super) struct Pieces(Vec<u32>);

impl Pieces {
    /// Each facet for itself.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// The least facet of the piece that holds `of`.
    pub fn root(&mut self, of: usize) -> usize {
        let mut at = of;
        while self.0[at] as usize != at {
            let above = self.0[self.0[at] as usize];
            self.0[at] = above;
            at = above as usize;
        }
        at
    }

    /// Makes one piece of two.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b) as u32;
    }
}
