//! The patent's encoding of a restricted BoxTree (US 6862026): the parent stores the axis
//! and how far in each child's face lies, so always one lower and one upper child.

use crate::tree::clip::Interval;
use crate::tree::face::{AxisProbe, Place};
use crate::tree::{Hierarchy, Open};
use gouge_core::tree::{Builder, Cut, Flag, RestrictedTree};
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// A restricted BoxTree whose nodes hold both children's cuts: 13 bytes an inner node and 5
/// a leaf. Nodes 0 and 1 are the root and nothing; every later pair are siblings, and
/// `cuts[i / 2]` are those of nodes i and i + 1.
pub struct PatentTree {
    root: Aabb,
    whole: Aabb,
    flags: Vec<Flag>,
    links: Vec<u32>,
    /// Lower and upper child's distance from the parent's face, mm, rounded down.
    cuts: Vec<[f32; 2]>,
}

/// Set beside [`Flag::ONLY_CHILD_BELOW`] when the only child is the upper one.
const ONLY_UPPER: u8 = Flag::UPPER;

impl PatentTree {
    /// The same tree as `other`. Where a node there has two lower or two upper children, the
    /// encoding has room for one cut only: the other child keeps its parent's box.
    pub fn from_restricted(other: &RestrictedTree) -> Self {
        let (root, whole, nodes) = other.parts();
        let mut tree =
            Self { root: *root, whole: *whole, flags: vec![], links: vec![], cuts: vec![] };
        if other.node_count() == 0 {
            return tree;
        }
        tree.reserve_pair();
        let mut open = vec![(0, 0)];
        while let Some((theirs, ours)) = open.pop() {
            let flag = nodes.flags[theirs];
            let link = nodes.links[theirs];
            if flag.has(Flag::LEAF) {
                tree.flags[ours] = Flag(Flag::LEAF);
                tree.links[ours] = link;
                continue;
            }
            let pair = tree.reserve_pair();
            tree.links[ours] = pair as u32;
            let first = nodes.cut(link);
            let mut own = first.axis as u8;
            if flag.has(Flag::ONLY_CHILD_BELOW) {
                own |= Flag::ONLY_CHILD_BELOW | if first.upper { ONLY_UPPER } else { 0 };
                let side = usize::from(first.upper);
                tree.cuts[pair / 2][side] = first.by;
                open.push((link as usize, pair + side));
            } else {
                let lower_first = !first.upper;
                for (k, side) in [(0, usize::from(!lower_first)), (1, usize::from(lower_first))] {
                    let cut = nodes.cut(link + k);
                    if cut.axis == first.axis && usize::from(cut.upper) == side {
                        tree.cuts[pair / 2][side] = cut.by;
                    }
                    open.push((link as usize + k as usize, pair + side));
                }
            }
            tree.flags[ours] = Flag(own);
        }
        tree
    }

    fn reserve_pair(&mut self) -> usize {
        let at = self.flags.len();
        self.flags.extend([Flag(0); 2]);
        self.links.extend([0; 2]);
        self.cuts.push([0.0; 2]);
        at
    }

    fn child(&self, at: &Place, upper: bool) -> Place {
        let (axis, pair) = (self.flags[at.index as usize].axis(), self.links[at.index as usize]);
        let by = self.cuts[pair as usize / 2][usize::from(upper)];
        Cut { axis, upper, by }.below(at, pair + u32::from(upper))
    }
}

impl Hierarchy for PatentTree {
    type Cursor = Place;
    type Probe = AxisProbe;
    type Trace = Interval;

    const LOOSE: bool = true;

    fn build(mesh: &Mesh) -> Self {
        Self::from_restricted(&RestrictedTree::with(mesh, Builder::Halves))
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.flags[..]) + size_of_val(&self.links[..]) + size_of_val(&self.cuts[..])
    }

    fn probe(&self, swept: &Swept) -> AxisProbe {
        AxisProbe::new(swept, &self.root)
    }

    fn root(&self) -> Option<Place> {
        (!self.flags.is_empty()).then_some(Place::root(self.root))
    }

    #[inline]
    fn open(&self, at: &Place) -> Open<'_, Place> {
        let flag = self.flags[at.index as usize];
        let link = &self.links[at.index as usize];
        flag.opens(link, flag.has(ONLY_UPPER), |upper| self.child(at, upper))
    }

    #[inline]
    fn meets(&self, at: &Place, probe: &AxisProbe, depth: f64) -> Option<Interval> {
        probe.meets(at, depth)
    }

    #[inline]
    fn narrow(
        &self,
        above: &Interval,
        at: &Place,
        probe: &AxisProbe,
        depth: f64,
    ) -> Option<Interval> {
        probe.narrow(above, at, depth)
    }

    fn bounds(&self, at: &Place) -> Aabb {
        if at.index == 0 { self.whole } else { at.bounds }
    }

    fn holds(&self, at: &Place, point: &Vec3) -> bool {
        at.bounds.holds(point)
    }
}
