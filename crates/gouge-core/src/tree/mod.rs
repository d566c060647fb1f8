//! Bounding-volume hierarchies over a mesh: one trait, one traversal, one front.
//!
//! A hierarchy never sees tools or G-code: it is given a [`Swept`] body and answers with the
//! triangles that cannot be proved clear of it. [`visit`] is the one traversal of binary trees and
//! [`Front`] its only memory between queries: a new hierarchy is a file of bounds and a line in a
//! list of engines. The default engine (`wide`) has a search of its own and implements [`Facets`].

mod binary;
pub mod clip;
mod coarse_bound;
pub mod engine;
pub mod face;
mod facets;
mod front;
mod kdop;
mod nearest;
pub mod outward;
mod restricted;
mod sieve;
mod split;
mod stats;
mod validate;
mod visit;
mod wide;
mod within;

pub use binary::{BinaryTree, Node, Volume};
pub use coarse_bound::is_clear_by_top;
pub use engine::{Build, Engine, built};
pub use facets::{Course, Facets, MeshTree, Searcher};
pub use front::Front;
pub use kdop::{KdopTree, Slabs, vector};
pub use nearest::nearest;
pub use restricted::{Builder, Cut, Flag, Nodes, RestrictedTree};
pub use sieve::Sieve;
pub use split::{Item, Pivot, Rule, Splitting};
pub use stats::Stats;
pub use validate::{Invalid, validate};
pub use visit::visit;
pub use wide::WideTree;
pub use within::within;

use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// What lies below a place in a tree.
pub enum Open<'a, C> {
    /// Two children.
    Pair(C, C),
    /// One child (a pure shrink of the box).
    One(C),
    /// The triangles of a leaf, by index into the mesh.
    Leaf(&'a [u32]),
}

/// A hierarchy of bounding volumes over the triangles of one mesh.
pub trait Hierarchy: Sync + Sized {
    /// A place in the tree, with whatever was decoded on the way down to it.
    type Cursor: Copy + Send;
    /// One sweep in this tree's own terms, made once per motion.
    type Probe;
    /// What testing a place taught about the sweep, of use to the tests below it.
    type Trace: Copy + Send;

    /// Whether a triangle may be in more than one leaf, each bounding only a part of it.
    const REPEATS: bool = false;

    /// Whether a sweep may meet a leaf's volume and be clear of the box around a triangle in it.
    const LOOSE: bool = false;

    /// Builds the tree with its default settings. The result depends on the mesh alone,
    /// not on the number of threads.
    fn build(mesh: &Mesh) -> Self;
    /// Bytes the built tree holds, without the mesh.
    fn bytes(&self) -> usize;
    /// Puts a sweep into this tree's own terms.
    fn probe(&self, swept: &Swept) -> Self::Probe;
    /// The root, or `None` for a mesh without triangles.
    fn root(&self) -> Option<Self::Cursor>;
    /// What lies below `at`.
    fn open(&self, at: &Self::Cursor) -> Open<'_, Self::Cursor>;

    /// `None` only if provably no triangle below `at` reaches deeper than `depth` (mm, may be
    /// negative) into the swept body: every point of every triangle below lies outside the
    /// sweep of the body shrunk by `depth` on all sides. A triangle exactly `depth` deep is
    /// never lost to rounding ([`crate::tolerance::PRUNE_PAD`]).
    fn meets(&self, at: &Self::Cursor, probe: &Self::Probe, depth: f64) -> Option<Self::Trace>;

    /// As [`Hierarchy::meets`], for a child of the place whose test gave `above`, with the
    /// same probe and a depth no smaller than then.
    fn narrow(
        &self,
        _above: &Self::Trace,
        at: &Self::Cursor,
        probe: &Self::Probe,
        depth: f64,
    ) -> Option<Self::Trace> {
        self.meets(at, probe, depth)
    }

    /// A box around everything below `at`, mm. At the root the mesh's own, to the last bit:
    /// what is derived from it is the same in every hierarchy.
    fn bounds(&self, at: &Self::Cursor) -> Aabb;
    /// No point of a triangle below `at` is nearer to `p`, mm.
    fn gap(&self, at: &Self::Cursor, p: &Vec3) -> f64 {
        self.bounds(at).gap(p)
    }
    /// Whether the bounding volume at `at` holds `point`.
    fn holds(&self, at: &Self::Cursor, point: &Vec3) -> bool;
}
