//! One recursion step as a dataflow of multiplications, additions and comparisons.
//!
//! Of two nodes with two children each, in both directions: 12 products, 16 sums, 20
//! comparisons, the source's bound. A direction encloses both children of one node in the
//! other's frame: a face of each enclosure on each axis moves by cut times column (6 products,
//! 6 sums) and is compared with the other parent's opposite face (6 comparisons); the other
//! node's children have one new face each (2 sums), compared with either enclosure (4). What
//! did not move was compared a level above.

use super::messages::{Answer, Pair, Step};
use crate::arithmetic::{add, less, mul, sub};
use crate::boxtree::{Children, Cut, NodeRef};
use crate::geometry::{Bounds, Point};
use crate::margin::Registers;

/// What a pipeline does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Multiply,
    Add,
    Compare,
}

/// An operation: what it does, and of which earlier ones it needs the results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub kind: Kind,
    pub after: [Option<u8>; 2],
}

/// A value and the operation that yields it; `None` of one that is stored.
#[derive(Clone, Copy, Debug)]
struct Value {
    bits: f32,
    by: Option<u8>,
}

impl Value {
    fn stored(bits: f32) -> Self {
        Self { bits, by: None }
    }
}

/// The most operations of a step.
pub(crate) const MOST: [usize; 3] = [12, 16, 20];

#[derive(Debug, Default)]
pub(crate) struct Dataflow {
    pub operations: Vec<Operation>,
}

impl Dataflow {
    fn push(&mut self, kind: Kind, after: [Option<u8>; 2]) -> Option<u8> {
        self.operations.push(Operation { kind, after });
        Some((self.operations.len() - 1) as u8)
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        Value { bits: mul(a.bits, b.bits), by: self.push(Kind::Multiply, [a.by, b.by]) }
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        Value { bits: add(a.bits, b.bits), by: self.push(Kind::Add, [a.by, b.by]) }
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        Value { bits: sub(a.bits, b.bits), by: self.push(Kind::Add, [a.by, b.by]) }
    }

    fn less(&mut self, a: Value, b: Value) -> bool {
        self.push(Kind::Compare, [a.by, b.by]);
        less(a.bits, b.bits)
    }
}

/// A child's new own face, and by how much it moved in.
#[derive(Clone, Copy)]
struct NewFace {
    side: usize,
    node: NodeRef,
    cut: Value,
    face: Value,
}

/// A child of one node, enclosed in the other node's frame.
#[derive(Clone, Copy)]
struct Enclosed {
    lo: [Value; 3],
    hi: [Value; 3],
    /// Provably apart from the other node.
    apart: bool,
}

impl Enclosed {
    fn bounds(&self) -> Bounds {
        Bounds { lo: self.lo.map(|v| v.bits), hi: self.hi.map(|v| v.bits) }
    }
}

/// Computes a step and records its operations.
pub(crate) fn step(step: &Step, registers: &Registers) -> (Answer, Dataflow) {
    let mut flow = Dataflow::default();
    let (pair, both) = (&step.entry.pair, !step.one_direction);
    if step.children.iter().all(Option::is_none) {
        return (Answer::Roots(flow.roots(pair, both)), flow);
    }
    // In one direction the first object's own faces and the second's cuts are all that is needed.
    let faces = [0, 1].map(|who| {
        flow.faces(
            &pair.own[who],
            step.children[who].as_ref(),
            [both || who == 0, both || who == 1],
        )
    });
    let columns = |who: usize| {
        let axis = step.children[who].map_or(0, |c| c.axis);
        if who == 0 { registers.a_to_b.column(axis) } else { registers.b_to_a.column(axis) }
    };
    // The second object's children in the first's frame; the first's in the second's.
    let b_in_a = flow.enclose(&pair.enclosure[1], &faces[1], columns(1), &pair.own[0]);
    let a_in_b =
        both.then(|| flow.enclose(&pair.enclosure[0], &faces[0], columns(0), &pair.own[1]));
    let mut survivors = Vec::with_capacity(4);
    for i in 0..2 {
        for k in 0..2 {
            let stays = [step.children[0].is_none(), step.children[1].is_none()];
            let there = |who: usize, side: usize| match stays[who] {
                true => side == 0,
                false => faces[who][side].is_some(),
            };
            if !there(0, i) || !there(1, k) {
                continue;
            }
            let mut apart = b_in_a[k].apart;
            if let Some(face) = &faces[0][i] {
                apart |= flow.apart(face, axis(step.children[0]), &b_in_a[k]);
            }
            if let Some(a_in_b) = &a_in_b {
                apart |= a_in_b[i].apart;
                if let Some(face) = &faces[1][k] {
                    apart |= flow.apart(face, axis(step.children[1]), &a_in_b[i]);
                }
            }
            if apart {
                continue;
            }
            let mut entry = step.entry;
            for (who, side) in [(0, i), (1, k)] {
                if let (Some(face), Some(children)) = (&faces[who][side], step.children[who]) {
                    entry.nodes[who] = face.node;
                    let own = &mut entry.pair.own[who];
                    let moved = if side == 0 { &mut own.hi } else { &mut own.lo };
                    moved[children.axis] = face.face.bits;
                }
            }
            entry.pair.enclosure[1] = b_in_a[k].bounds();
            if let Some(a_in_b) = &a_in_b {
                entry.pair.enclosure[0] = a_in_b[i].bounds();
            }
            survivors.push(entry);
        }
    }
    (Answer::Survivors(survivors), flow)
}

fn axis(children: Option<Children>) -> usize {
    children.map_or(0, |c| c.axis)
}

impl Dataflow {
    /// All six faces of either enclosure: nothing was compared above the roots.
    fn roots(&mut self, pair: &Pair, both: bool) -> bool {
        let mut apart = false;
        for (own, other) in [(0, 1), (1, 0)].into_iter().take(if both { 2 } else { 1 }) {
            let (own, enclosure) = (&pair.own[own], &pair.enclosure[other]);
            for x in 0..3 {
                let [a, b] = [(own.hi, enclosure.lo), (enclosure.hi, own.lo)]
                    .map(|(hi, lo)| self.less(Value::stored(hi[x]), Value::stored(lo[x])));
                apart |= a || b;
            }
        }
        !apart
    }

    /// The new faces and the cuts of a node's children, as far as either is `needed`: one sum each.
    fn faces(
        &mut self,
        own: &Bounds,
        children: Option<&Children>,
        needed: [bool; 2],
    ) -> [Option<NewFace>; 2] {
        let Some(children) = children else { return [None; 2] };
        [0, 1].map(|side| {
            let (node, cut) = children.nodes[side]?;
            let from = if side == 0 { own.hi } else { own.lo };
            let from = Value::stored(from[children.axis]);
            let (cut, face) = match (cut, side) {
                (Cut::By(by), _) if !needed[0] => (Value::stored(by), from),
                (Cut::At(at), _) if !needed[1] => (Value::stored(0.0), Value::stored(at)),
                (Cut::By(by), 0) => (Value::stored(by), self.sub(from, Value::stored(by))),
                (Cut::By(by), _) => (Value::stored(by), self.add(from, Value::stored(by))),
                (Cut::At(at), 0) => (self.sub(from, Value::stored(at)), Value::stored(at)),
                (Cut::At(at), _) => (self.sub(Value::stored(at), from), Value::stored(at)),
            };
            Some(NewFace { side, node, cut, face })
        })
    }

    /// Encloses a node's children in the frame of the other, and compares what moved.
    fn enclose(
        &mut self,
        above: &Bounds,
        faces: &[Option<NewFace>; 2],
        column: Point,
        other: &Bounds,
    ) -> [Enclosed; 2] {
        [0, 1].map(|side| {
            let mut child = Enclosed {
                lo: above.lo.map(Value::stored),
                hi: above.hi.map(Value::stored),
                apart: false,
            };
            let Some(face) = &faces[side] else { return child };
            for (x, column) in column.into_iter().enumerate() {
                let step = self.mul(face.cut, Value::stored(column));
                // The sign of the column tells, once a check, which face of the enclosure a
                // face of the box belongs to.
                if (side == 0) == column.is_sign_positive() {
                    let hi = child.hi[x];
                    child.hi[x] = if side == 0 { self.sub(hi, step) } else { self.add(hi, step) };
                    child.apart |= self.less(child.hi[x], Value::stored(other.lo[x]));
                } else {
                    let lo = child.lo[x];
                    child.lo[x] = if side == 0 { self.sub(lo, step) } else { self.add(lo, step) };
                    child.apart |= self.less(Value::stored(other.hi[x]), child.lo[x]);
                }
            }
            child
        })
    }

    /// Whether a child with this new face is provably apart from an enclosure.
    fn apart(&mut self, face: &NewFace, axis: usize, enclosure: &Enclosed) -> bool {
        if face.side == 0 {
            self.less(face.face, enclosure.lo[axis])
        } else {
            self.less(enclosure.hi[axis], face.face)
        }
    }
}

#[cfg(test)]
mod verilog;
