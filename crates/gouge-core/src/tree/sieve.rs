//! A facet's own box against a sweep, for leaves that bound their facets loosely.

use super::Hierarchy;
use super::face::AxisProbe;
use gouge_mesh::geom::{Aabb, Swept, Triangle};

/// The test that a facet must pass before it is worth an exact test; everything passes where a
/// leaf's volume has shown as much already.
pub struct Sieve(Option<AxisProbe>);

impl Sieve {
    /// For the facets that `tree` hands over for `swept`.
    pub fn new<H: Hierarchy>(tree: &H, swept: &Swept) -> Self {
        let root = if H::LOOSE { tree.root() } else { None };
        Self(root.map(|root| AxisProbe::new(swept, &tree.bounds(&root))))
    }

    /// False only if the facet provably does not reach deeper than `depth` (mm).
    #[inline]
    pub fn passes(&self, facet: &Triangle, depth: f64) -> bool {
        self.0.as_ref().is_none_or(|probe| probe.clip(&Aabb::around(*facet), depth).is_some())
    }
}
