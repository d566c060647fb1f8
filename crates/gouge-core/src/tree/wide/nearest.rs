//! The facet nearest to a point, and those near a place.

use super::WideTree;
use super::node::Child;
use crate::tree::nearest::Nearest;
use gouge_mesh::geom::{Aabb, Vec3};

/// See [`crate::tree::Facets::nearest`].
pub(super) fn nearest(tree: &WideTree, p: &Vec3, within: f64) -> Option<(f64, u32)> {
    if tree.nodes.is_empty() {
        return None;
    }
    let mut best = Nearest::new(p, within, &tree.bounds);
    let mut stack = vec![(0.0, Child::Inner(0))];
    while let Some((distance, child)) = stack.pop() {
        if !best.may_hold(distance) {
            continue;
        }
        match child {
            Child::Absent => {}
            Child::Inner(node) => {
                let node = &tree.nodes[node as usize];
                let (boxes, base) = (node.boxes(), stack.len());
                for (lane, child) in node.children().into_iter().enumerate() {
                    let gap = |axis: usize| {
                        let below = boxes.lo[axis][lane] - p[axis];
                        below.max(p[axis] - boxes.hi[axis][lane]).max(0.0)
                    };
                    let distance = Vec3::new(gap(0), gap(1), gap(2)).norm();
                    if child != Child::Absent && best.may_hold(distance) {
                        stack.push((distance, child));
                    }
                }
                stack[base..].sort_by(|a, b| b.0.total_cmp(&a.0));
            }
            Child::Leaf(first, count) => {
                for &index in &tree.order[first as usize..][..usize::from(count)] {
                    best.offer(tree.mesh, p, index);
                }
            }
        }
    }
    best.found()
}

/// See [`crate::tree::Facets::within`].
pub(super) fn within(tree: &WideTree, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool) {
    let mut stack: Vec<u32> = if tree.nodes.is_empty() { Vec::new() } else { vec![0] };
    while let Some(node) = stack.pop() {
        let node = &tree.nodes[node as usize];
        let boxes = node.boxes();
        for (lane, child) in node.children().into_iter().enumerate() {
            let meets = (0..3).all(|axis| {
                boxes.lo[axis][lane] <= cell.hi[axis] && cell.lo[axis] <= boxes.hi[axis][lane]
            });
            match child {
                _ if !meets => {}
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
