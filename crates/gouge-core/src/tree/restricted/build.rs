//! Building a restricted BoxTree top-down, with single-child nodes where a box has much
//! room to spare.

mod divide;

use super::{Cut, Flag, Nodes};
use crate::tolerance::SHRINK_LEAST_SHARE;
use crate::tree::outward;
use gouge_mesh::geom::Aabb;
use gouge_mesh::mesh::Mesh;

/// A box that keeps more than this share of room beyond one face is shrunk by a node of its
/// own before it is split.
const SHRINK_SHARE: f64 = 0.3;
/// Sets larger than this are split on two threads; a count, so that the layout does not
/// depend on them.
const PARALLEL_TRIANGLES: usize = 16_384;

/// A triangle on its way into a leaf: its box, rounded outward.
#[derive(Clone, Copy)]
struct Piece {
    triangle: u32,
    lo: [f32; 3],
    hi: [f32; 3],
}

/// How a set of triangles is divided between two children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builder {
    /// Halves along the longest side, lower and upper child. The fastest.
    #[default]
    Halves,
    /// The cheapest of nine greedy divisions: each axis, children lower and upper, both
    /// lower, both upper (the source's own).
    Greedy,
    /// As `Greedy`, on the box's longest side only.
    GreedyLongest,
    /// The exact optimum of a lower and an upper child over the three axes.
    Sweep,
}

/// The root's box and the nodes for `mesh`.
pub(super) fn build(mesh: &Mesh, builder: Builder) -> (Aabb, Nodes) {
    let mut pieces: Vec<Piece> = (0..mesh.triangles.len())
        .map(|i| {
            let b = Aabb::around(mesh.triangle(i));
            Piece {
                triangle: i as u32,
                lo: [0, 1, 2].map(|k| outward::below(b.lo[k])),
                hi: [0, 1, 2].map(|k| outward::above(b.hi[k])),
            }
        })
        .collect();
    if pieces.is_empty() {
        return (Aabb::EMPTY, Nodes::default());
    }
    let root = tight(&pieces);
    let grower = Grower { builder, least: SHRINK_LEAST_SHARE * root.size().max() };
    let nodes = grower.grow(Cut::NONE, root, &mut pieces);
    (root, nodes)
}

/// The smallest box around `pieces`.
fn tight(pieces: &[Piece]) -> Aabb {
    let mut b = Aabb::EMPTY;
    for p in pieces {
        for i in 0..3 {
            b.lo[i] = b.lo[i].min(p.lo[i].into());
            b.hi[i] = b.hi[i].max(p.hi[i].into());
        }
    }
    b
}

/// How the cut that takes `parent` to the face of `inner` on that axis and side is stored.
fn cut(parent: &Aabb, inner: &Aabb, axis: usize, upper: bool) -> Cut {
    let room =
        if upper { inner.lo[axis] - parent.lo[axis] } else { parent.hi[axis] - inner.hi[axis] };
    let mut cut = Cut { axis, upper, by: outward::below(room.max(0.0)) };
    let holds = |c: Cut| {
        let child = c.of(*parent);
        child.lo[axis] <= inner.lo[axis] && inner.hi[axis] <= child.hi[axis]
    };
    // The face is found again by a subtraction that rounds on its own.
    while cut.by > 0.0 && !holds(cut) {
        cut.by = cut.by.next_down();
    }
    cut
}

enum Plan {
    Leaf,
    Shrink(Cut),
    Split(usize, [Cut; 2]),
}

struct Grower {
    builder: Builder,
    /// Room not worth a node, mm.
    least: f64,
}

impl Grower {
    /// What to do with a box and its pieces; reorders the pieces for a split.
    fn plan(&self, bounds: &Aabb, pieces: &mut [Piece]) -> Plan {
        let inner = tight(pieces);
        if let Some(cut) = self.shrink(bounds, &inner) {
            return Plan::Shrink(cut);
        }
        if pieces.len() == 1 {
            return Plan::Leaf;
        }
        let (count, sides) = divide::divide(self.builder, bounds, &inner, pieces);
        let (first, second) = pieces.split_at(count);
        let face = |part: &[Piece], (axis, upper)| cut(bounds, &tight(part), axis, upper);
        Plan::Split(count, [face(first, sides[0]), face(second, sides[1])])
    }

    /// The cut that takes away the greatest share of the box, if it is worth a node.
    fn shrink(&self, bounds: &Aabb, inner: &Aabb) -> Option<Cut> {
        let size = bounds.size();
        let mut best = (SHRINK_SHARE, None);
        for axis in 0..3 {
            for upper in [false, true] {
                let room = if upper {
                    inner.lo[axis] - bounds.lo[axis]
                } else {
                    bounds.hi[axis] - inner.hi[axis]
                };
                if room > self.least && room / size[axis] > best.0 {
                    best = (room / size[axis], Some((axis, upper)));
                }
            }
        }
        let (axis, upper) = best.1?;
        Some(cut(bounds, inner, axis, upper)).filter(|c| c.by > 0.0)
    }

    /// The subtree of `pieces`, root first, links counted from its own start.
    fn grow(&self, own: Cut, bounds: Aabb, pieces: &mut [Piece]) -> Nodes {
        let mut nodes = Nodes::default();
        nodes.push(own);
        if pieces.len() <= PARALLEL_TRIANGLES {
            self.fill(&mut nodes, 0, bounds, pieces);
            return nodes;
        }
        match self.plan(&bounds, pieces) {
            Plan::Leaf => self.fill(&mut nodes, 0, bounds, pieces),
            Plan::Shrink(cut) => {
                let below = self.grow(cut, cut.of(bounds), pieces);
                nodes.flags[0].0 |= Flag::ONLY_CHILD_BELOW;
                nodes.adopt(&[&below]);
            }
            Plan::Split(count, [a, b]) => {
                let (low, high) = pieces.split_at_mut(count);
                let (low, high) = rayon::join(
                    || self.grow(a, a.of(bounds), low),
                    || self.grow(b, b.of(bounds), high),
                );
                nodes.adopt(&[&low, &high]);
            }
        }
        nodes
    }

    /// Fills in node `at`, whose cut is known, and appends everything below it.
    fn fill(&self, nodes: &mut Nodes, at: usize, bounds: Aabb, pieces: &mut [Piece]) {
        let link = nodes.flags.len();
        nodes.links[at] = link as u32;
        match self.plan(&bounds, pieces) {
            Plan::Leaf => {
                nodes.flags[at].0 |= Flag::LEAF;
                nodes.links[at] = pieces[0].triangle;
            }
            Plan::Shrink(cut) => {
                nodes.flags[at].0 |= Flag::ONLY_CHILD_BELOW;
                nodes.push(cut);
                self.fill(nodes, link, cut.of(bounds), pieces);
            }
            Plan::Split(count, [a, b]) => {
                nodes.push(a);
                nodes.push(b);
                let (low, high) = pieces.split_at_mut(count);
                self.fill(nodes, link, a.of(bounds), low);
                self.fill(nodes, link + 1, b.of(bounds), high);
            }
        }
    }
}

impl Nodes {
    /// Puts whole subtrees below the one node there is: their roots first, side by side.
    fn adopt(&mut self, subtrees: &[&Nodes]) {
        self.links[0] = 1;
        for roots in [true, false] {
            let mut shift = subtrees.len() as u32;
            for subtree in subtrees {
                let range = if roots { 0..1 } else { 1..subtree.flags.len() };
                self.append(subtree, range, shift);
                shift += subtree.flags.len() as u32 - 1;
            }
        }
    }

    fn append(&mut self, other: &Nodes, range: std::ops::Range<usize>, shift: u32) {
        self.flags.extend_from_slice(&other.flags[range.clone()]);
        self.cuts.extend_from_slice(&other.cuts[range.clone()]);
        self.links.extend(range.map(|i| {
            let leaf = other.flags[i].has(Flag::LEAF);
            if leaf { other.links[i] } else { other.links[i] + shift }
        }));
    }
}
