//! Boxes at an angle around nodes, for tests of pairs.

use super::{Choose, Grid, ObbTree, PatentTree, SpaceTree};
use crate::pair::OrientedBox;
use gouge_core::tree::{Hierarchy, KdopTree, RestrictedTree};

/// A hierarchy whose nodes can be bounded by boxes at an angle.
pub trait Oriented: Hierarchy {
    /// The tightest box at an angle around everything below `at` that is at hand.
    fn oriented(&self, at: &Self::Cursor) -> OrientedBox {
        self.bounds(at).into()
    }
}

impl<const N: usize> Oriented for KdopTree<N> {}
impl Oriented for RestrictedTree {}
impl Oriented for PatentTree {}
impl<C: Choose> Oriented for SpaceTree<C> {}
impl Oriented for Grid {}

impl Oriented for ObbTree {
    fn oriented(&self, at: &u32) -> OrientedBox {
        self.volume(*at).widened()
    }
}
