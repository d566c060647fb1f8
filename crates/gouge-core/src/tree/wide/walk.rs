//! Best-first traversal of the wide tree, eight facets at a time.

use std::collections::VecDeque;

use fearless_simd::{Simd, dispatch};

use super::bounds::{Depths, boxes, facets};
use super::lanes;
use super::node::Child;
use super::query::Query;
use super::{WIDTH, WideTree};
use crate::tree::{Stats, outward};
use gouge_mesh::geom::Swept;

/// A node to be opened: nothing in it is deeper than `most`, mm.
#[derive(Clone, Copy)]
pub(super) struct Open {
    most: f32,
    node: u32,
}

/// Goes through what was kept, the deepest first.
pub(super) fn among(
    tree: &WideTree,
    query: &Query,
    depth: f64,
    kept: &[(f32, u32)],
    each: &mut Each,
) -> f64 {
    dispatch!(tree.level, simd => packets(simd, tree, query, depth, kept, each))
}

/// See [`among`].
#[inline(always)]
fn packets<S: Simd>(
    simd: S,
    tree: &WideTree,
    query: &Query,
    mut depth: f64,
    kept: &[(f32, u32)],
    each: &mut Each,
) -> f64 {
    for packet in kept.chunks(WIDTH) {
        if !may_be(packet[0].0, depth) {
            break;
        }
        let mut indices = [0; WIDTH];
        for (index, (_, kept)) in indices.iter_mut().zip(packet) {
            *index = *kept;
        }
        let indices = &indices[..packet.len()];
        let floor = outward::below(depth);
        let depths = facets(simd, query, tree, indices, floor);
        if lanes::open(simd, depths.most, floor) == 0 {
            continue;
        }
        depth = each(indices, &FacetDepths::new(depths), depth);
        if depth == f64::INFINITY {
            break;
        }
    }
    depth
}

/// What becomes of the facets of a leaf, given bounds of their depths and the depth so far: returns
/// the new depth.
pub(super) type Each<'e> = dyn FnMut(&[u32], &FacetDepths, f64) -> f64 + 'e;

/// How deep the facets of a leaf are at most and at least, mm.
pub(super) struct FacetDepths {
    pub most: [f32; WIDTH],
    pub least: [f32; WIDTH],
}

impl FacetDepths {
    #[inline(always)]
    fn new<S: Simd>(depths: Depths<S>) -> Self {
        Self { most: depths.most.into(), least: depths.least.into() }
    }
}

/// Hands the facets of every leaf that may be `depth` deep to `each`; returns what that made of it.
/// Not generic over `each`: the walk is compiled once for an instruction set.
pub(super) fn search(
    tree: &WideTree,
    query: &Query,
    depth: f64,
    stack: &mut Vec<Open>,
    stats: &mut Stats,
    each: &mut Each,
) -> f64 {
    dispatch!(tree.level, simd => walk(simd, tree, query, depth, stack, stats, each))
}

/// See [`search`].
#[inline(always)]
fn walk<S: Simd>(
    simd: S,
    tree: &WideTree,
    query: &Query,
    mut depth: f64,
    stack: &mut Vec<Open>,
    stats: &mut Stats,
    each: &mut Each,
) -> f64 {
    stack.clear();
    if !tree.nodes.is_empty() {
        stack.push(Open { most: f32::INFINITY, node: 0 });
    }
    let mut nodes = [0; 2];
    let mut told = [(0, [0.0; WIDTH]); 2];
    loop {
        // Two at a time, since neither waits for what the other says.
        let mut count = 0;
        while let Some(Open { most, node }) = stack.pop_if(|_| count < 2) {
            if may_be(most, depth) {
                nodes[count] = node;
                count += 1;
            }
        }
        if count == 0 {
            break;
        }
        stats.nodes += count as u64;
        let floor = outward::below(depth);
        for (node, told) in nodes[..count].iter().zip(&mut told) {
            let most = boxes(simd, query, &tree.nodes[*node as usize], floor);
            *told = (lanes::open(simd, most, floor), most.into());
        }
        let base = stack.len();
        for (&node, &(mut open, most)) in nodes[..count].iter().zip(&told) {
            let node = &tree.nodes[node as usize];
            let mut leaves = [(f32::NEG_INFINITY, 0, 0); WIDTH];
            let mut count = 0;
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                let most = most[lane];
                match node.child(lane) {
                    Child::Absent => {}
                    Child::Inner(node) => stack.push(Open { most, node }),
                    Child::Leaf(start, size) => {
                        leaves[count] = (most, start, size);
                        count += 1;
                    }
                }
            }
            let leaves = &mut leaves[..count];
            leaves.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            for &(most, start, size) in leaves.iter() {
                if !may_be(most, depth) {
                    break;
                }
                let indices = &tree.order[start as usize..][..usize::from(size)];
                let floor = outward::below(depth);
                let depths = facets(simd, query, tree, indices, floor);
                if lanes::open(simd, depths.most, floor) != 0 {
                    depth = each(indices, &FacetDepths::new(depths), depth);
                }
            }
            if depth == f64::INFINITY {
                return depth;
            }
        }
        stack[base..].sort_unstable_by(|a, b| a.most.total_cmp(&b.most));
    }
    depth
}

/// Facets that may be deep, and how deep at most.
pub(super) fn open(
    indices: &[u32],
    depths: &FacetDepths,
    depth: f64,
) -> impl Iterator<Item = (f32, u32)> {
    let each = indices.iter().zip(&depths.most).filter(move |(_, most)| may_be(**most, depth));
    each.map(|(index, most)| (*most, *index))
}

/// Whether something proved to be no deeper than `most` may be `depth` deep. What is not a number
/// proves nothing.
#[inline(always)]
pub(super) fn may_be(most: f32, depth: f64) -> bool {
    f64::from(most) >= depth || most.is_nan()
}

/// Whether at most `tests` nodes prove that nothing is deeper than `depth`, mm.
pub(super) fn is_clear_by_top(tree: &WideTree, swept: &Swept, depth: f64, tests: usize) -> bool {
    let query = tree.query(swept, &[]);
    let level = tree.level;
    let mut queue: VecDeque<u32> = if tree.nodes.is_empty() { [].into() } else { [0].into() };
    let mut left = tests;
    while let Some(node) = queue.pop_front() {
        if queue.len() >= left {
            return false;
        }
        left -= 1;
        let node = &tree.nodes[node as usize];
        let most = dispatch!(level, simd => {
            let most: [f32; WIDTH] = boxes(simd, &query, node, outward::below(depth)).into();
            most
        });
        for (most, child) in most.into_iter().zip(node.children()) {
            match child {
                _ if !may_be(most, depth) => {}
                Child::Absent => {}
                Child::Inner(node) => queue.push_back(node),
                Child::Leaf(..) => return false,
            }
        }
    }
    true
}
