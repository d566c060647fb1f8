//! The restricted BoxTree (Zachmann 2002): nine bytes a node.
//!
//! A child box differs from its parent's in one face, so a node stores only that: the axis
//! and side in a flag byte, and how far the face moved in. Boxes are rebuilt on the way
//! down, in the cursor. A sweep is clipped by one half-space a node: the stretch of the
//! motion that survived above is narrowed by the one face that moved.

mod build;

pub use build::Builder;

use super::clip::Interval;
use super::face::{AxisProbe, Place};
use super::{Hierarchy, Open};
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// A restricted BoxTree over the triangles of a mesh, one triangle a leaf.
pub struct RestrictedTree {
    /// The root node's box: around the triangles' boxes, rounded outward.
    root: Aabb,
    /// The mesh's own box.
    whole: Aabb,
    nodes: Nodes,
}

/// The nodes: three arrays rather than one, for exactly nine bytes without unaligned reads.
#[derive(Default)]
pub struct Nodes {
    /// Which face moved, and what lies below.
    pub flags: Vec<Flag>,
    /// How far the node's face moved in from its parent's, mm, rounded down.
    pub cuts: Vec<f32>,
    /// The first of adjacent children, or the triangle at a leaf.
    pub links: Vec<u32>,
}

const NODE_BYTES: usize = size_of::<Flag>() + size_of::<f32>() + size_of::<u32>();
const _: () = assert!(NODE_BYTES == 9);

/// Axis in the low two bits, then one bit each.
#[derive(Clone, Copy)]
pub struct Flag(pub u8);

impl Flag {
    /// The lower face moved up.
    pub const UPPER: u8 = 4;
    /// The link is a triangle.
    pub const LEAF: u8 = 8;
    /// The link is a child without a sibling.
    pub const ONLY_CHILD_BELOW: u8 = 16;

    /// Across which axis the face lies.
    pub fn axis(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Whether `bit` is set.
    pub fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// What lies below a node: the triangle `link`, or children, of which `child(false)` is the
    /// first; an only child is `child(only)`.
    #[inline]
    pub fn opens(self, link: &u32, only: bool, child: impl Fn(bool) -> Place) -> Open<'_, Place> {
        if self.has(Self::LEAF) {
            Open::Leaf(std::slice::from_ref(link))
        } else if self.has(Self::ONLY_CHILD_BELOW) {
            Open::One(child(only))
        } else {
            Open::Pair(child(false), child(true))
        }
    }
}

/// How a child's box follows from its parent's.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Across which axis.
    pub axis: usize,
    /// An upper child keeps the upper part: its lower face moves up.
    pub upper: bool,
    /// How far, mm.
    pub by: f32,
}

impl Cut {
    /// The root's: nothing moves.
    const NONE: Self = Self { axis: 0, upper: false, by: 0.0 };

    /// Where the moved face lies.
    #[inline]
    fn to(self, parent: &Aabb) -> f64 {
        if self.upper {
            parent.lo[self.axis] + f64::from(self.by)
        } else {
            parent.hi[self.axis] - f64::from(self.by)
        }
    }

    /// The place of the child node that this cut makes of its parent's.
    #[inline]
    pub fn below(self, parent: &Place, index: u32) -> Place {
        parent.child(index, self.axis, self.upper, self.to(&parent.bounds))
    }

    /// The child's box that this cut makes of its parent's.
    fn of(self, parent: Aabb) -> Aabb {
        self.below(&Place::root(parent), 0).bounds
    }
}

impl Nodes {
    fn push(&mut self, cut: Cut) {
        self.flags.push(Flag(cut.axis as u8 | if cut.upper { Flag::UPPER } else { 0 }));
        self.cuts.push(cut.by);
        self.links.push(0);
    }

    /// How a node follows from its parent.
    pub fn cut(&self, index: u32) -> Cut {
        let flag = self.flags[index as usize];
        Cut { axis: flag.axis(), upper: flag.has(Flag::UPPER), by: self.cuts[index as usize] }
    }
}

impl RestrictedTree {
    /// Builds the tree of `mesh` with a builder of choice.
    pub fn with(mesh: &Mesh, builder: Builder) -> Self {
        let (root, nodes) = build::build(mesh, builder);
        Self { root, whole: mesh.bounds(), nodes }
    }

    /// How nodes are divided: a lower and an upper child, two lower, two upper, an only child.
    pub fn divisions(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for (flag, &link) in self.nodes.flags.iter().zip(&self.nodes.links) {
            if flag.has(Flag::LEAF) {
                continue;
            }
            let upper = |at: u32| self.nodes.cut(at).upper;
            let kind = match flag.has(Flag::ONLY_CHILD_BELOW) {
                true => 3,
                false => match (upper(link), upper(link + 1)) {
                    (false, false) => 1,
                    (true, true) => 2,
                    _ => 0,
                },
            };
            counts[kind] += 1;
        }
        counts
    }

    /// The farthest that any node's face moved in from its parent's, mm.
    pub fn largest_cut(&self) -> f32 {
        self.nodes.cuts.iter().copied().fold(0.0, f32::max)
    }

    /// A tree of the root node's box, the mesh's own box (mm) and the nodes.
    pub fn from_parts(root: Aabb, whole: Aabb, nodes: Nodes) -> Self {
        Self { root, whole, nodes }
    }

    /// The root node's box, the mesh's own box (mm) and the nodes.
    pub fn parts(&self) -> (&Aabb, &Aabb, &Nodes) {
        (&self.root, &self.whole, &self.nodes)
    }

    /// The root's box, unless the mesh is empty.
    pub fn root_box(&self) -> Option<&Aabb> {
        (self.node_count() > 0).then_some(&self.root)
    }

    /// Number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.nodes.flags.len()
    }

    fn place(&self, index: u32, parent: &Place) -> Place {
        self.nodes.cut(index).below(parent, index)
    }
}

impl Hierarchy for RestrictedTree {
    type Cursor = Place;
    type Probe = AxisProbe;
    type Trace = Interval;

    const LOOSE: bool = true;

    fn build(mesh: &Mesh) -> Self {
        Self::with(mesh, Builder::default())
    }

    fn bytes(&self) -> usize {
        NODE_BYTES * self.node_count() + 2 * size_of::<Aabb>()
    }

    fn probe(&self, swept: &Swept) -> AxisProbe {
        AxisProbe::new(swept, &self.root)
    }

    fn root(&self) -> Option<Place> {
        (!self.nodes.flags.is_empty()).then_some(Place::root(self.root))
    }

    #[inline]
    fn open(&self, at: &Place) -> Open<'_, Place> {
        let (flag, link) =
            (self.nodes.flags[at.index as usize], &self.nodes.links[at.index as usize]);
        flag.opens(link, false, |second| self.place(link + u32::from(second), at))
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
