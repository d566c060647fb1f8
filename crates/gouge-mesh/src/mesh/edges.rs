//! Which triangles meet at which edge.

use super::Mesh;

/// Every edge of a mesh with the triangles that use it. Facets that use a vertex twice are
/// left out: they have no area and their edges cancel.
pub(super) struct Edges {
    /// Uses of the edges whose lower vertex is `v` stand at `starts[v]..starts[v + 1]`.
    starts: Vec<u32>,
    uses: Vec<Use>,
}

/// One triangle at one edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    high: u32,
    /// Twice the triangle, plus one when it runs from the higher vertex to the lower.
    /// Fits because a mesh has at most a third of 2³² triangles.
    code: u32,
}

impl Use {
    pub fn triangle(self) -> usize {
        (self.code / 2) as usize
    }

    pub fn forward(self) -> bool {
        self.code.is_multiple_of(2)
    }
}

/// True when a facet uses a vertex twice.
pub(super) fn collapsed([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || c == a
}

impl Edges {
    pub fn of(mesh: &Mesh) -> Self {
        Self::among(mesh, |_| true)
    }

    /// Edges of the facets that `keep` holds for.
    pub fn among(mesh: &Mesh, keep: impl Fn(usize) -> bool) -> Self {
        let sides = || {
            let all = mesh.triangles.iter().enumerate();
            let real = all.filter(|(index, t)| !collapsed(**t) && keep(*index));
            real.flat_map(|(index, &[a, b, c])| {
                [(a, b), (b, c), (c, a)].map(|(from, to)| {
                    let code = 2 * index as u32 + u32::from(from > to);
                    (from.min(to), Use { high: from.max(to), code })
                })
            })
        };
        let mut starts = vec![0u32; mesh.vertices.len() + 1];
        let mut total = 0;
        for (low, _) in sides() {
            starts[low as usize] += 1;
            total += 1;
        }
        // Running ends; filling backwards turns them into starts.
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut uses = vec![Use { high: 0, code: 0 }; total];
        for (low, side) in sides() {
            let slot = &mut starts[low as usize];
            *slot -= 1;
            uses[*slot as usize] = side;
        }
        for pair in 1..starts.len() {
            uses[starts[pair - 1] as usize..starts[pair] as usize].sort_unstable();
        }
        Self { starts, uses }
    }

    /// Hands out each edge, lower vertex first, with its uses; edges in a fixed order.
    pub fn each(&self, mut take: impl FnMut(u32, u32, &[Use])) {
        for (low, ends) in self.starts.windows(2).enumerate() {
            let bucket = &self.uses[ends[0] as usize..ends[1] as usize];
            for uses in bucket.chunk_by(|a, b| a.high == b.high) {
                take(low as u32, uses[0].high, uses);
            }
        }
    }

    /// The uses of each edge, edges in a fixed order.
    pub fn groups(&self) -> impl Iterator<Item = &[Use]> {
        self.starts.windows(2).flat_map(|ends| {
            let bucket = &self.uses[ends[0] as usize..ends[1] as usize];
            bucket.chunk_by(|a, b| a.high == b.high)
        })
    }
}
