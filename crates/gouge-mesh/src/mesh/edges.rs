//! Which triangles meet at which edge.

use rayon::prelude::*;

use super::Mesh;

/// Every edge of a mesh with the triangles that use it. Facets that use a vertex twice are
/// left out: they have no area and their edges cancel.
///
/// Files keep neighbours together, and vertices are numbered in the order of their first use. So
/// edges are sorted into ranges of lower vertices first: each is then worked on in a cache.
pub(super) struct Edges {
    ranges: Vec<Range>,
}

/// The edges of [`RANGE`] lower vertices.
struct Range {
    /// The first of the vertices.
    first: u32,
    /// Uses of the edges whose lower vertex is `first + v` stand at `starts[v]..starts[v + 1]`.
    starts: Vec<u32>,
    uses: Vec<Use>,
}

/// Lower vertices in a range.
const RANGE: usize = 1 << 14;

/// Triangles whose edges are sorted into ranges at a time.
const CHUNK: usize = 1 << 16;

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

/// Whether two facets, and no others, run along an edge in opposite directions.
pub(super) fn paired(uses: &[Use]) -> bool {
    matches!(uses, [a, b] if a.forward() != b.forward())
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
    pub fn among(mesh: &Mesh, keep: impl Fn(usize) -> bool + Sync) -> Self {
        let count = mesh.vertices.len().div_ceil(RANGE);
        let chunks: Vec<Sorted> = mesh
            .triangles
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(at, chunk)| Sorted::of(at * CHUNK, chunk, count, &keep))
            .collect();
        let fill = |at: usize| Range::of(at, mesh.vertices.len(), &chunks);
        Self { ranges: (0..count).into_par_iter().map(fill).collect() }
    }

    /// The ends of the edges whose uses `keep` holds for.
    pub fn ends(&self, keep: impl Fn(&[Use]) -> bool + Sync) -> Vec<[u32; 2]> {
        let parts = self.map(|edges| {
            let kept = edges.filter(|(_, _, uses)| keep(uses));
            kept.map(|(low, high, _)| [low, high]).collect::<Vec<_>>()
        });
        parts.concat()
    }

    /// Works on stretches of all edges side by side: what comes of each, in a fixed order. Edges
    /// come with their lower and higher vertex.
    pub fn map<T: Send>(
        &self,
        work: impl Fn(&mut dyn Iterator<Item = (u32, u32, &[Use])>) -> T + Sync,
    ) -> Vec<T> {
        self.ranges.par_iter().map(|range| work(&mut range.each())).collect()
    }
}

impl Range {
    fn of(at: usize, vertices: usize, chunks: &[Sorted]) -> Self {
        let first = at * RANGE;
        let mine = || chunks.iter().flat_map(|chunk| chunk.range(at));
        let mut starts = vec![0u32; RANGE.min(vertices - first) + 1];
        let mut total = 0;
        for (low, _) in mine() {
            starts[*low as usize - first] += 1;
            total += 1;
        }
        // Running ends; filling backwards turns them into starts.
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut uses = vec![Use { high: 0, code: 0 }; total];
        for (low, side) in mine() {
            let slot = &mut starts[*low as usize - first];
            *slot -= 1;
            uses[*slot as usize] = *side;
        }
        for pair in 1..starts.len() {
            uses[starts[pair - 1] as usize..starts[pair] as usize].sort_unstable();
        }
        Self { first: first as u32, starts, uses }
    }

    fn each(&self) -> impl Iterator<Item = (u32, u32, &[Use])> {
        self.starts.windows(2).zip(self.first..).flat_map(|(ends, low)| {
            let bucket = &self.uses[ends[0] as usize..ends[1] as usize];
            bucket.chunk_by(|a, b| a.high == b.high).map(move |uses| (low, uses[0].high, uses))
        })
    }
}

/// The edges of a chunk of triangles, range by range.
struct Sorted {
    sides: Vec<(u32, Use)>,
    starts: Vec<u32>,
}

impl Sorted {
    fn of(
        first: usize,
        triangles: &[[u32; 3]],
        ranges: usize,
        keep: &impl Fn(usize) -> bool,
    ) -> Self {
        let sides = || {
            let all = (first..).zip(triangles);
            let real = all.filter(|(index, t)| !collapsed(**t) && keep(*index));
            real.flat_map(|(index, &[a, b, c])| {
                [(a, b), (b, c), (c, a)].map(|(from, to)| {
                    let code = 2 * index as u32 + u32::from(from > to);
                    (from.min(to), Use { high: from.max(to), code })
                })
            })
        };
        let mut starts = vec![0u32; ranges + 1];
        for (low, _) in sides() {
            starts[low as usize / RANGE] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut sorted = vec![(0, Use { high: 0, code: 0 }); end as usize];
        for side in sides() {
            let slot = &mut starts[side.0 as usize / RANGE];
            *slot -= 1;
            sorted[*slot as usize] = side;
        }
        Self { sides: sorted, starts }
    }

    fn range(&self, at: usize) -> &[(u32, Use)] {
        &self.sides[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
