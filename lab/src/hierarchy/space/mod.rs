//! Trees that divide space instead of triangles: a triangle that crosses a cut is in both halves.
//!
//! Two of them: the BoxTree of 1995 and the 3d-tree of the k-DOP source's second chapter.
//! They differ only in where they cut. A node keeps its plane; boxes are rebuilt on the way
//! down, one face a level, so sweeps are clipped as in the restricted BoxTree.

mod build;
mod choose;

pub use choose::{BoxTree95, Choose, ThreeD};

use gouge_core::tree::clip::Interval;
use gouge_core::tree::face::{AxisProbe, Place};
use gouge_core::tree::{Hierarchy, Open};
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// A subdivision of the box around a mesh.
pub struct SpaceTree<C> {
    root: Aabb,
    nodes: Vec<Node>,
    /// Triangles of the leaves, one after the other.
    lists: Vec<u32>,
    chosen_by: C,
}

/// A cut, or a leaf.
#[derive(Clone, Copy)]
struct Node {
    /// First child, or first entry of `lists`.
    link: u32,
    /// Entries of `lists` at a leaf, `CUT` at an inner node.
    count: u32,
    /// Lower child's upper face and upper child's lower one, mm: they overlap in a thick
    /// plane.
    faces: [f32; 2],
    axis: u8,
}

const CUT: u32 = u32::MAX;

impl<C: Choose> SpaceTree<C> {
    /// Subdivides the box around `mesh` as `choose` says.
    pub fn with(mesh: &Mesh, choose: C) -> Self {
        build::build(mesh, choose)
    }

    /// Number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Entries in all leaves: more than there are triangles, by those that cross cuts.
    pub fn entries(&self) -> usize {
        self.lists.len()
    }

    /// How cuts were chosen.
    pub fn chosen_by(&self) -> &C {
        &self.chosen_by
    }

    /// Volume of the empty leaves, as a share of the root's.
    pub fn empty_share(&self) -> f64 {
        let volume = |b: &Aabb| b.size().map(|x| x.max(0.0)).product();
        let (mut empty, mut stack) = (0.0, Vec::from_iter(self.root()));
        while let Some(at) = stack.pop() {
            match self.open(&at) {
                Open::Pair(a, b) => stack.extend([a, b]),
                Open::One(child) => stack.push(child),
                Open::Leaf([]) => empty += volume(&at.bounds),
                Open::Leaf(_) => {}
            }
        }
        empty / volume(&self.root)
    }

    fn child(&self, at: &Place, node: &Node, upper: bool) -> Place {
        let axis = usize::from(node.axis);
        let to = if upper {
            at.bounds.lo[axis].max(node.faces[1].into())
        } else {
            at.bounds.hi[axis].min(node.faces[0].into())
        };
        at.child(node.link + u32::from(upper), axis, upper, to)
    }

    pub(crate) fn is_empty(&self, at: &Place) -> bool {
        self.nodes[at.index as usize].count == 0
    }
}

impl<C: Choose> Hierarchy for SpaceTree<C> {
    type Cursor = Place;
    type Probe = AxisProbe;
    type Trace = Interval;

    const REPEATS: bool = true;
    const LOOSE: bool = true;

    fn build(mesh: &Mesh) -> Self {
        Self::with(mesh, C::default())
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.lists[..])
    }

    fn probe(&self, swept: &Swept) -> AxisProbe {
        AxisProbe::new(swept, &self.root)
    }

    fn root(&self) -> Option<Place> {
        (!self.nodes.is_empty()).then_some(Place::root(self.root))
    }

    #[inline]
    fn open(&self, at: &Place) -> Open<'_, Place> {
        let node = &self.nodes[at.index as usize];
        if node.count == CUT {
            Open::Pair(self.child(at, node, false), self.child(at, node, true))
        } else {
            Open::Leaf(&self.lists[node.link as usize..][..node.count as usize])
        }
    }

    #[inline]
    fn meets(&self, at: &Place, probe: &AxisProbe, depth: f64) -> Option<Interval> {
        if self.is_empty(at) { None } else { probe.meets(at, depth) }
    }

    #[inline]
    fn narrow(
        &self,
        above: &Interval,
        at: &Place,
        probe: &AxisProbe,
        depth: f64,
    ) -> Option<Interval> {
        if self.is_empty(at) { None } else { probe.narrow(above, at, depth) }
    }

    fn bounds(&self, at: &Place) -> Aabb {
        at.bounds
    }

    fn holds(&self, at: &Place, point: &Vec3) -> bool {
        at.bounds.holds(point)
    }
}
