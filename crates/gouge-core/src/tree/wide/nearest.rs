//! The facet nearest to a point, and those near a cell.

use fearless_simd::{Simd, dispatch, f64x8, prelude::*};

use super::distance::apart;
use super::node::{Child, Node};
use super::{WIDTH, WideTree};
use crate::tree::nearest::Nearest;
use gouge_mesh::geom::{Aabb, Vec3};
use smallvec::SmallVec;

/// Children that wait to be looked into: room for as many as most searches leave open.
const OPEN: usize = 64;

/// See [`crate::tree::Facets::nearest`].
pub(super) fn nearest(tree: &WideTree, p: &Vec3, within: f64) -> Option<(f64, u32)> {
    if tree.nodes.is_empty() {
        return None;
    }
    let best = Nearest::new(p, within, &tree.bounds);
    dispatch!(tree.level, simd => walk(simd, tree, p, best))
}

/// How far the children of a node are from a point, mm.
#[inline(always)]
fn gaps<S: Simd>(simd: S, node: &Node, p: &Vec3) -> [f64; WIDTH] {
    let boxes = node.boxes();
    let mut squared = f64x8::splat(simd, 0.0);
    for axis in 0..3 {
        let lo: f64x8<S> = boxes.lo[axis].simd_into(simd);
        let hi: f64x8<S> = boxes.hi[axis].simd_into(simd);
        let at = f64x8::splat(simd, p[axis]);
        let gap = (lo - at).max(at - hi).max(f64x8::splat(simd, 0.0));
        squared += gap * gap;
    }
    squared.sqrt().into()
}

#[inline(always)]
fn walk<S: Simd>(simd: S, tree: &WideTree, p: &Vec3, mut best: Nearest) -> Option<(f64, u32)> {
    let mut stack: SmallVec<[(f64, Child); OPEN]> = SmallVec::new();
    stack.push((0.0, Child::Inner(0)));
    while let Some((distance, child)) = stack.pop() {
        if !best.may_hold(distance) {
            continue;
        }
        match child {
            Child::Absent => {}
            Child::Inner(node) => {
                let node = &tree.nodes[node as usize];
                let (gaps, base) = (gaps(simd, node, p), stack.len());
                for (lane, distance) in gaps.into_iter().enumerate() {
                    let child = node.child(lane);
                    if child != Child::Absent && best.may_hold(distance) {
                        stack.push((distance, child));
                    }
                }
                stack[base..].sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            }
            Child::Leaf(first, count) => {
                let indices = &tree.order[first as usize..][..usize::from(count)];
                let apart = apart(simd, tree.mesh, indices, p);
                for (&index, apart) in indices.iter().zip(apart) {
                    if best.may_hold(f64::from(apart)) {
                        best.measure(tree.mesh, p, index);
                    }
                }
            }
        }
    }
    best.found()
}

/// Which children of a node meet a cell.
#[inline(always)]
fn meets<S: Simd>(simd: S, node: &Node, cell: &Aabb) -> [f64; WIDTH] {
    let boxes = node.boxes();
    let mut meets = f64x8::splat(simd, 1.0);
    for axis in 0..3 {
        let lo: f64x8<S> = boxes.lo[axis].simd_into(simd);
        let hi: f64x8<S> = boxes.hi[axis].simd_into(simd);
        let low = f64x8::splat(simd, cell.lo[axis]);
        let met = lo.simd_le(f64x8::splat(simd, cell.hi[axis])) & low.simd_le(hi);
        meets = met.select(meets, f64x8::splat(simd, 0.0));
    }
    meets.into()
}

/// See [`crate::tree::Facets::within`].
pub(super) fn within(tree: &WideTree, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool) {
    dispatch!(tree.level, simd => look(simd, tree, cell, facet));
}

#[inline(always)]
fn look<S: Simd>(simd: S, tree: &WideTree, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool) {
    let mut stack: Vec<u32> = Vec::with_capacity(OPEN);
    if !tree.nodes.is_empty() {
        stack.push(0);
    }
    while let Some(node) = stack.pop() {
        let node = &tree.nodes[node as usize];
        for (lane, meets) in meets(simd, node, cell).into_iter().enumerate() {
            match node.child(lane) {
                _ if meets == 0.0 => {}
                Child::Absent => {}
                Child::Inner(below) => stack.push(below),
                Child::Leaf(first, count) => {
                    for &index in &tree.order[first as usize..][..usize::from(count)] {
                        let around = Aabb::around(tree.mesh.triangle(index as usize));
                        if around.meets(cell) && !facet(index) {
                            return;
                        }
                    }
                }
            }
        }
    }
}
