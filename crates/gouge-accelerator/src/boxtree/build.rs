//! Builds a BoxTree top-down, on the host.
//!
//! The division into a lower and an upper child that keeps the sum of the two volumes least is
//! found exactly on each axis (Zachmann 2002: the Minkowski sum's volume, simplified). Room beyond
//! one face that is worth a node is first cut away by an only child.

use super::{BoxTree, Node, cut_box};
use crate::arithmetic::operand;
use crate::geometry::{Bounds, Point};

/// An only child takes away at least this share of its parent's box.
const SHRINK_SHARE: f32 = 0.3;

/// Either child keeps at least this share of the polygons: depth ≤ log n / log(8/7) + shrinks.
const LEAST_SHARE: usize = 8;

/// In a row, so many only children at most: one a face.
const SHRINKS: u32 = 6;

struct Piece {
    polygon: u32,
    bounds: Bounds,
}

pub(super) fn build(points: &[Point], triangles: &[[u32; 3]]) -> BoxTree {
    let mut pieces: Vec<Piece> = triangles
        .iter()
        .zip(0..)
        .map(|(t, polygon)| {
            let corners = t.map(|i| points[i as usize]);
            Piece { polygon, bounds: Bounds::around(&corners) }
        })
        .collect();
    let root = tight(&pieces);
    let mut tree = BoxTree { root, nodes: vec![Node::Leaf { polygon: 0 }], depth: 0 };
    // A work list instead of recursion: depth is bounded by LEAST_SHARE, not by the stack.
    let mut open = vec![(0, root, 0..pieces.len(), 0, 0)];
    while let Some((at, bounds, range, depth, shrinks)) = open.pop() {
        tree.depth = tree.depth.max(depth);
        let own = &mut pieces[range.clone()];
        let inner = tight(own);
        let first = tree.nodes.len() as u32;
        let node = |axis: usize, cuts| Node::Inner { axis: axis as u8, cuts, first };
        let shrink = if shrinks < SHRINKS { worth_a_shrink(&bounds, &inner) } else { None };
        if let Some((axis, side)) = shrink {
            let by = cut(&bounds, &inner, axis, side);
            let mut cuts = [None; 2];
            cuts[side] = Some(by);
            tree.nodes[at] = node(axis, cuts);
            tree.nodes.push(Node::Leaf { polygon: 0 });
            let below = cut_box(&bounds, axis, side, by);
            open.push((first as usize, below, range, depth + 1, shrinks + 1));
        } else if own.len() == 1 {
            tree.nodes[at] = Node::Leaf { polygon: own[0].polygon };
        } else {
            let (axis, count) = divide(&bounds, own);
            let (lower, upper) = own.split_at(count);
            let by = [cut(&bounds, &tight(lower), axis, 0), cut(&bounds, &tight(upper), axis, 1)];
            tree.nodes[at] = node(axis, by.map(Some));
            tree.nodes.extend([Node::Leaf { polygon: 0 }; 2]);
            let middle = range.start + count;
            let sides = [(0, range.start..middle), (1, middle..range.end)];
            for (side, part) in sides.into_iter().rev() {
                let below = cut_box(&bounds, axis, side, by[side]);
                open.push((first as usize + side, below, part, depth + 1, 0));
            }
        }
    }
    tree
}

fn tight(pieces: &[Piece]) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for piece in pieces {
        bounds.include(&piece.bounds);
    }
    bounds
}

/// How far the face can move in: rounded down, and down further until the face that the card
/// computes lies no farther in than `inner`'s.
fn cut(parent: &Bounds, inner: &Bounds, axis: usize, side: usize) -> f32 {
    let room = f64::from(parent.hi[axis]) - f64::from(inner.hi[axis]);
    let room =
        if side == 0 { room } else { f64::from(inner.lo[axis]) - f64::from(parent.lo[axis]) };
    let mut by = operand((room as f32).max(0.0));
    let holds = |by| {
        let child = cut_box(parent, axis, side, by);
        f64::from(by) <= room
            && child.hi[axis] >= inner.hi[axis]
            && child.lo[axis] <= inner.lo[axis]
    };
    while by > 0.0 && !holds(by) {
        by = operand(by.next_down());
    }
    by
}

/// The face beyond which most of the box is empty, if that is enough.
fn worth_a_shrink(bounds: &Bounds, inner: &Bounds) -> Option<(usize, usize)> {
    let mut best = (SHRINK_SHARE, None);
    for axis in 0..3 {
        let size = bounds.hi[axis] - bounds.lo[axis];
        let rooms = [bounds.hi[axis] - inner.hi[axis], inner.lo[axis] - bounds.lo[axis]];
        for (side, room) in rooms.into_iter().enumerate() {
            if room > best.0 * size && cut(bounds, inner, axis, side) > 0.0 {
                best = (room / size, Some((axis, side)));
            }
        }
    }
    best.1
}

/// Sorts the pieces for the best division; returns its axis and how many go below.
fn divide(bounds: &Bounds, pieces: &mut [Piece]) -> (usize, usize) {
    let n = pieces.len();
    let least = (n / LEAST_SHARE).max(1);
    let mut best = (f32::INFINITY, 0, n / 2);
    let mut from_above = vec![0.0f32; n];
    for axis in 0..3 {
        sort(pieces, axis);
        // Both children keep the parent's other two sides: their share of its volume is the
        // share of its length.
        let (lo, hi) = (bounds.lo[axis], bounds.hi[axis]);
        let mut face = f32::INFINITY;
        for i in (0..n).rev() {
            face = face.min(pieces[i].bounds.lo[axis]);
            from_above[i] = (hi - face) / (hi - lo);
        }
        let mut face = f32::NEG_INFINITY;
        for i in 1..=(n - least) {
            face = face.max(pieces[i - 1].bounds.hi[axis]);
            let cost = (face - lo) / (hi - lo) + from_above.get(i).copied().unwrap_or(1.0);
            // Of equal costs the more even division; a flat box gives NaN, never taken.
            let even = |count: usize| count.abs_diff(n / 2);
            let better = cost < best.0 || (cost == best.0 && even(i) < even(best.2));
            if i >= least && better {
                best = (cost, axis, i);
            }
        }
    }
    sort(pieces, best.1);
    (best.1, best.2)
}

fn sort(pieces: &mut [Piece], axis: usize) {
    pieces.sort_unstable_by(|a, b| {
        let key = |p: &Piece| (p.bounds.hi[axis], p.bounds.lo[axis]);
        let ((a_hi, a_lo), (b_hi, b_lo)) = (key(a), key(b));
        a_hi.total_cmp(&b_hi).then(a_lo.total_cmp(&b_lo)).then(a.polygon.cmp(&b.polygon))
    });
}
