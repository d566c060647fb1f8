//! Bounding-volume hierarchies over a mesh: one trait, one traversal, one front.
//!
//! A hierarchy never sees tools or G-code: it is asked with a [`Swept`] body and answers
//! with triangles that cannot be proved clear of it.

use crate::geom::Swept;

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
pub trait Hierarchy: Sync {
    /// A place in the tree, with whatever was decoded on the way down to it.
    type Cursor: Copy + Send;
    /// One sweep in this tree's own terms, made once per motion.
    type Probe;

    /// Puts a sweep into this tree's own terms.
    fn probe(&self, swept: &Swept) -> Self::Probe;
    /// The root, or `None` for a mesh without triangles.
    fn root(&self) -> Option<Self::Cursor>;
    /// Whether a triangle below `at` may reach deeper than `depth` (mm, may be negative) into
    /// the swept body. `false` only if provably none does: for every point q of every triangle
    /// below, q lies outside the sweep of the body shrunk by `depth` on all sides.
    fn meets(&self, at: &Self::Cursor, probe: &Self::Probe, depth: f64) -> bool;
    /// What lies below `at`.
    fn open(&self, at: &Self::Cursor) -> Open<'_, Self::Cursor>;
}
