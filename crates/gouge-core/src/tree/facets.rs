//! The queries that a verdict makes of a hierarchy: the one boundary between the two.
//!
//! Above it everything is compiled once, for all hierarchies; below it everything is generic and
//! static. A call crosses it once per query, not once per node.

use gouge_mesh::geom::{Aabb, Body, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

use super::{Front, Hierarchy, Sieve, Stats, is_clear_by_top, nearest, visit, within};
use crate::sweep::Slope;

/// The facets of one mesh, ready to be searched from many threads.
pub trait Facets: Send + Sync {
    /// Memory for a run of queries on one thread.
    fn searcher<'s>(&'s self, course: Course<'s>) -> Box<dyn Searcher + 's>;

    /// Distance (mm) and index of the facet nearest to `p`, if one is within `within` mm; of
    /// equally near ones the one with the lowest index.
    fn nearest(&self, p: Vec3, within: f64) -> Option<(f64, u32)>;

    /// Whether at most `tests` tests of bounding volumes prove that no facet reaches deeper than
    /// `depth` (mm) into the sweep. `false` says nothing.
    fn is_clear_by_top(&self, swept: &Swept, depth: f64, tests: usize) -> bool;

    /// Hands out the facets whose own boxes meet `cell`, in any order; some hierarchies hand some
    /// of them out more than once. Ends as soon as `facet` says `false`.
    fn within(&self, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool);

    /// Bytes that the hierarchy holds, without the mesh.
    fn bytes(&self) -> usize;
}

/// How the queries of one thread relate to each other.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// The place where one query ends is kept for the next.
    pub carry: bool,
    /// Points that the body will pass in this order, mm; all queries with it are for the same body.
    /// Only a hint: a query may be for any sweep.
    pub points: &'a [Vec3],
}

impl Course<'_> {
    /// Queries that have nothing to do with each other.
    pub const ALONE: Self = Self { carry: false, points: &[] };
}

/// Queries of one thread, one after the other.
pub trait Searcher {
    /// Hands every facet that may be at least `depth` (mm) deep in the sweep to `facet`, and
    /// returns the final depth.
    ///
    /// `facet(index, depth)` gets the depth in force and returns the new one, no smaller: facets
    /// that provably lie less deep than that are skipped from then on (`f64::INFINITY` ends the
    /// search). A facet comes once. Every facet whose true depth is not below the final one has
    /// been handed over; which others have, and in what order, differs between hierarchies.
    fn deeper(&mut self, swept: &Swept, depth: f64, facet: &mut dyn FnMut(u32, f64) -> f64) -> f64;

    /// As [`deeper`](Self::deeper), for callers that need the deepest facet alone and bound the
    /// depth of each to `gap` mm, rounding not counted; infinite where the depth of the sweep has
    /// no bound from below.
    ///
    /// A facet that is more than two gaps and the rounding of bounds less deep than another need
    /// not be handed over: neither of its bounds could be the greatest.
    fn deepest(
        &mut self,
        swept: &Swept,
        depth: f64,
        _gap: f64,
        facet: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        self.deeper(swept, depth, facet)
    }

    /// How many sweeps of a body, straight from each of some points to the next and counted from
    /// the first, are proved to have no facet deeper than `depth` (mm), where several can be
    /// cleared together in less time than one by one. Zero says nothing.
    fn clear(&mut self, _body: &dyn Body, _points: &[Vec3], _depth: f64) -> usize {
        0
    }

    /// Linear bounds of the depth in the body for queries from now on; a hierarchy need not use
    /// them.
    fn hint(&mut self, _slopes: &[Slope]) {}

    /// Work done so far.
    fn stats(&self) -> Stats;
}

/// A tree over a mesh, searched by the one traversal of [`visit`].
pub struct MeshTree<'m, H> {
    mesh: &'m Mesh,
    tree: H,
}

impl<'m, H: Hierarchy> MeshTree<'m, H> {
    /// `tree` is a tree of `mesh`.
    pub fn new(mesh: &'m Mesh, tree: H) -> Self {
        Self { mesh, tree }
    }
}

impl<H: Hierarchy + Send> Facets for MeshTree<'_, H> {
    fn searcher<'s>(&'s self, course: Course<'s>) -> Box<dyn Searcher + 's> {
        let front = if course.carry { Front::new() } else { Front::without() };
        Box::new(TreeSearcher { of: self, front, stats: Stats::default() })
    }

    fn nearest(&self, p: Vec3, within: f64) -> Option<(f64, u32)> {
        nearest(&self.tree, self.mesh, p, within)
    }

    fn is_clear_by_top(&self, swept: &Swept, depth: f64, tests: usize) -> bool {
        is_clear_by_top(&self.tree, &self.tree.probe(swept), depth, tests)
    }

    fn within(&self, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool) {
        within(&self.tree, self.mesh, cell, facet);
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

struct TreeSearcher<'a, H: Hierarchy> {
    of: &'a MeshTree<'a, H>,
    front: Front<H>,
    stats: Stats,
}

impl<H: Hierarchy> Searcher for TreeSearcher<'_, H> {
    fn deeper(&mut self, swept: &Swept, depth: f64, facet: &mut dyn FnMut(u32, f64) -> f64) -> f64 {
        let MeshTree { mesh, tree } = self.of;
        let (probe, sieve) = (tree.probe(swept), Sieve::new(tree, swept));
        visit(tree, &probe, &mut self.front, depth, &mut self.stats, |index, depth| {
            if sieve.passes(&mesh.triangle(index as usize), depth) {
                facet(index, depth)
            } else {
                depth
            }
        })
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
