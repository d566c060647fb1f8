//! The check in software: plain recursion over the trees, every pair of boxes tested in full.
//!
//! The card must give the same hits in the same order, bit for bit. Nothing is shared with its
//! calculating unit: where that unit inherits faces and comparisons from the level above, this code
//! tests all six faces of either enclosure; where the unit reads bytes, this code reads the tree.

use crate::arithmetic::{add, mul, sub};
use crate::boxtree::{BoxTree, Encoding, Node};
use crate::geometry::{Bounds, Placement, Point, Triangle};
use crate::intersection::{meet, place};
use crate::margin::Registers;
use crate::mode::Mode;

/// An object as software holds it.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Points, finite and free of subnormals.
    pub(crate) points: Vec<Point>,
    /// Triangles, by index of a point.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Their tree.
    pub(crate) tree: BoxTree,
}

impl Solid {
    fn triangle(&self, index: u32) -> Triangle {
        self.triangles[index as usize].map(|i| self.points[i as usize])
    }
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// Polygons of the first and of the second object, in the order of the traversal.
    pub pairs: Vec<[u32; 2]>,
    /// A point of either pair, in the first object's frame; none of candidates.
    pub points: Vec<Point>,
}

/// A search in progress.
struct Search<'a> {
    a: &'a Solid,
    b: &'a Solid,
    encoding: Encoding,
    mode: Mode,
    registers: Registers,
    hits: Hits,
    /// Pairs of nodes tested.
    tested: u64,
}

/// Runs a check in software; returns the hits and how many pairs of nodes were tested.
#[must_use]
pub fn check(
    a: &Solid,
    b: &Solid,
    placement: &Placement,
    encoding: Encoding,
    mode: Mode,
) -> (Hits, u64) {
    let registers =
        Registers::new(*placement, (&a.tree.root, a.tree.depth), (&b.tree.root, b.tree.depth));
    let (hits, tested) = (Hits::default(), 0);
    let mut search = Search { a, b, encoding, mode, registers, hits, tested };
    let b_in_a = enclose(&registers.b_to_a, &b.tree.root, registers.margin_a);
    let a_in_b = enclose(&registers.a_to_b, &a.tree.root, registers.margin_b);
    let at = [
        Place { node: 0, own: a.tree.root, enclosure: a_in_b },
        Place { node: 0, own: b.tree.root, enclosure: b_in_a },
    ];
    search.visit(&at[0], &at[1]);
    (search.hits, search.tested)
}

/// The box around `bounds` in the other frame, widened.
pub(crate) fn enclose(placement: &Placement, bounds: &Bounds, margin: f32) -> Bounds {
    let mut out = Bounds { lo: placement.translation, hi: placement.translation };
    for x in 0..3 {
        for i in 0..3 {
            let m = placement.matrix[x][i];
            let (near, far) = if m.is_sign_negative() {
                (bounds.hi[i], bounds.lo[i])
            } else {
                (bounds.lo[i], bounds.hi[i])
            };
            out.lo[x] = add(out.lo[x], mul(m, near));
            out.hi[x] = add(out.hi[x], mul(m, far));
        }
        out.lo[x] = sub(out.lo[x], margin);
        out.hi[x] = add(out.hi[x], margin);
    }
    out
}

/// A node with its own box and its enclosure in the other object's frame.
#[derive(Clone, Copy)]
struct Place {
    node: u32,
    own: Bounds,
    enclosure: Bounds,
}

impl Search<'_> {
    /// Returns whether the search is over.
    fn visit(&mut self, a: &Place, b: &Place) -> bool {
        self.tested += 1;
        let both = !self.mode.one_direction;
        if a.own.apart(&b.enclosure) || (both && b.own.apart(&a.enclosure)) {
            return false;
        }
        let nodes = (self.a.tree.nodes[a.node as usize], self.b.tree.nodes[b.node as usize]);
        if let (Node::Leaf { polygon: p }, Node::Leaf { polygon: q }) = nodes {
            return self.leaves(p, q);
        }
        let (n, m) = (self.registers.a_to_b, self.registers.b_to_a);
        let below_a = self.below(&nodes.0, a, &n);
        let below_b = self.below(&nodes.1, b, &m);
        for child_a in below_a.iter().flatten() {
            for child_b in below_b.iter().flatten() {
                if self.visit(child_a, child_b) {
                    return true;
                }
            }
        }
        false
    }

    /// The children of a node, or the node itself if it is a leaf.
    fn below(&self, node: &Node, at: &Place, to_other: &Placement) -> [Option<Place>; 2] {
        let Node::Inner { axis, cuts, .. } = *node else {
            return [Some(*at), None];
        };
        let axis = usize::from(axis);
        [0, 1].map(|side| {
            let child = node.child(side)?;
            let own = crate::boxtree::cut_box(&at.own, axis, side, cuts[side]?);
            let by = match self.encoding {
                Encoding::TwentyEight if side == 0 => sub(at.own.hi[axis], own.hi[axis]),
                Encoding::TwentyEight => sub(own.lo[axis], at.own.lo[axis]),
                _ => cuts[side]?,
            };
            let mut enclosure = at.enclosure;
            let column = to_other.column(axis);
            for (x, column) in column.into_iter().enumerate() {
                let step = mul(by, column);
                match (side, column.is_sign_negative()) {
                    (0, false) => enclosure.hi[x] = sub(enclosure.hi[x], step),
                    (0, true) => enclosure.lo[x] = sub(enclosure.lo[x], step),
                    (_, false) => enclosure.lo[x] = add(enclosure.lo[x], step),
                    (_, true) => enclosure.hi[x] = add(enclosure.hi[x], step),
                }
            }
            Some(Place { node: child, own, enclosure })
        })
    }

    fn leaves(&mut self, p: u32, q: u32) -> bool {
        if self.mode.candidates {
            self.hits.pairs.push([p, q]);
            return self.mode.first_hit;
        }
        let placed = self.b.triangle(q).map(|v| place(&self.registers.b_to_a, v));
        let found = meet(&self.a.triangle(p), &placed, self.registers.position);
        let Some(point) = found else { return false };
        self.hits.pairs.push([p, q]);
        self.hits.points.push(point);
        self.mode.first_hit
    }
}
