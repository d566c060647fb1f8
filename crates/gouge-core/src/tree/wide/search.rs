//! A search with one sweep: nodes with the least proved distance first, facets eight at a time.

mod deepest;

use std::collections::VecDeque;

use fearless_simd::{Simd, dispatch};

use super::bounds::{Depths, boxes, facets};
use super::group::{Group, MOST_KEPT};
use super::lanes;
use super::node::Child;
use super::query::Query;
use super::{WIDTH, WideTree};
use crate::sweep::Slope;
use crate::tree::clip::pad;
use crate::tree::{Searcher, Stats, outward};
use gouge_mesh::geom::{Body, Swept, Vec3};
use smallvec::SmallVec;

/// Queries of one thread.
pub(super) struct WideSearcher<'a> {
    /// What may be deepest in a query for the deepest, and how deep at most.
    candidates: Vec<(f32, u32)>,
    /// The first of them in the last one.
    seeds: Vec<(f32, u32)>,
    tree: &'a WideTree<'a>,
    stack: Vec<Open>,
    /// The facet that was deepest in the last query, if any was.
    last: Option<u32>,
    /// Points that the body is going to pass.
    points: &'a [Vec3],
    /// Which of them comes next.
    next: usize,
    group: Option<Group>,
    slopes: SmallVec<[Slope; 2]>,
    stats: Stats,
}

/// A node to be opened: nothing in it is deeper than `most`, mm.
#[derive(Clone, Copy)]
struct Open {
    most: f32,
    node: u32,
}

impl<'a> WideSearcher<'a> {
    pub fn new(tree: &'a WideTree<'a>, points: &'a [Vec3]) -> Self {
        let (stack, stats) = (Vec::new(), Stats::default());
        let slopes = SmallVec::new();
        let (candidates, seeds) = (Vec::new(), Vec::new());
        Self {
            candidates,
            seeds,
            tree,
            stack,
            last: None,
            points,
            next: 0,
            group: None,
            slopes,
            stats,
        }
    }

    /// A group that covers the sweep, searched now if need be; `deep` where something is known to
    /// be that deep.
    fn grouped(&mut self, swept: &Swept, depth: f64, deep: bool) -> bool {
        let covers = |group: &Group| group.covers(swept, depth);
        if self.group.as_ref().is_some_and(covers) {
            return self.group.as_ref().is_some_and(|group| group.facets.is_some());
        }
        let Some(at) = self.place(&swept.from) else { return false };
        self.next = at;
        self.group = Group::along(self.points, at, swept, (depth, deep)).filter(covers);
        let Some(mut group) = self.group.take() else { return false };
        let tree = self.tree;
        let query = tree.query(&group.swept(swept.body), &self.slopes);
        let mut kept = Vec::new();
        let mut keep = |indices: &[u32], told: &Told, depth: f64| {
            kept.extend(open(indices, told, depth));
            if kept.len() > MOST_KEPT { f64::INFINITY } else { depth }
        };
        let (stack, stats, floor) = (&mut self.stack, &mut self.stats, group.floor);
        search(tree, &query, floor, stack, stats, &mut keep);
        if kept.len() <= MOST_KEPT {
            kept.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            group.facets = Some(kept);
        }
        let whole = group.facets.is_some();
        self.group = Some(group);
        whole
    }

    /// Whether nothing is as deep as `depth`, mm, by planes across the axes alone: parts of a tool
    /// that stand above the mesh need no more.
    fn misses(&self, swept: &Swept, depth: f64) -> bool {
        let WideTree { bounds, farthest, .. } = self.tree;
        let body = swept.body.hull().bounds().grown(swept.grow + pad(swept, *farthest));
        let to = swept.from + swept.travel;
        let (low, high) = (swept.from.inf(&to) + body.lo, swept.from.sup(&to) + body.hi);
        (bounds.hi - low).min() < depth || (high - bounds.lo).min() < depth
    }

    /// Which of the points that come next the motion begins at.
    fn place(&self, from: &Vec3) -> Option<usize> {
        const FAR: usize = 64;
        let ahead = &self.points[self.next.min(self.points.len())..];
        ahead.iter().take(FAR).position(|p| p == from).map(|at| self.next + at)
    }
}

impl Searcher for WideSearcher<'_> {
    fn deeper(&mut self, swept: &Swept, depth: f64, facet: &mut dyn FnMut(u32, f64) -> f64) -> f64 {
        if self.misses(swept, depth) {
            self.last = None;
            return depth;
        }
        let least = depth;
        let mut depth = depth;
        let mut ask = Ask { facet, last: None, asked: 0 };
        // What was deepest last time is likely to be deep again: it raises the floor for others.
        let first = self.last.take();
        if let Some(index) = first {
            depth = ask.about(index, depth);
        }
        let tree = self.tree;
        if self.grouped(swept, depth, depth > least) {
            let kept = self.group.as_ref().and_then(|group| group.facets.as_deref());
            let kept = kept.unwrap_or_default();
            if !kept.is_empty() {
                let query = tree.query(swept, &self.slopes);
                let each = &mut |indices: &[u32], told: &Told, depth: f64| {
                    ask.each(indices, &told.most, depth, first)
                };
                depth = among(tree, &query, depth, kept, each);
            }
        } else {
            let query = tree.query(swept, &self.slopes);
            let (stack, stats) = (&mut self.stack, &mut self.stats);
            let mut each = |indices: &[u32], told: &Told, depth: f64| {
                ask.each(indices, &told.most, depth, first)
            };
            depth = search(tree, &query, depth, stack, stats, &mut each);
        }
        self.stats.triangles += ask.asked;
        self.last = ask.last;
        depth
    }

    fn deepest(
        &mut self,
        swept: &Swept,
        depth: f64,
        gap: f64,
        facet: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        // Without a round end the planes that a packet tries are looser than what an exact test
        // says: that has to raise the floor at once.
        if !swept.body.hull().round {
            return self.deeper(swept, depth, facet);
        }
        if self.misses(swept, depth) {
            self.seeds.clear();
            return depth;
        }
        self.deepest_of_round(swept, depth, gap, facet)
    }

    fn clear(&mut self, body: &dyn Body, points: &[Vec3], depth: f64) -> usize {
        // Where the last motion met something, this one mostly does.
        let [from, to, _, ..] = points else { return 0 };
        if self.last.is_some() || !self.seeds.is_empty() {
            return 0;
        }
        let swept = |[from, to]: [Vec3; 2]| Swept { from, travel: to - from, body, grow: 0.0 };
        let misses = |leg: &&[Vec3]| self.misses(&swept([leg[0], leg[1]]), depth);
        let mut count = points.windows(2).take_while(misses).count();
        if count == 0 {
            if !self.grouped(&swept([*from, *to]), depth, false) {
                return 0;
            }
            let Some(group) = &self.group else { return 0 };
            if group.facets.as_ref().is_none_or(|kept| !kept.is_empty()) {
                return 0;
            }
            // As sweeps end, which rounding may move.
            let end = |leg: &[Vec3]| leg[0] + (leg[1] - leg[0]);
            let near = |leg: &&[Vec3]| group.is_near(&leg[0]) && group.is_near(&end(leg));
            count = points.windows(2).take_while(near).count();
        }
        if let Some(at) = self.place(from) {
            self.next = at + count;
        }
        count
    }

    fn hint(&mut self, slopes: &[Slope]) {
        self.slopes.clear();
        self.slopes.extend_from_slice(slopes);
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}

/// Who is asked about facets.
struct Ask<'f> {
    facet: &'f mut dyn FnMut(u32, f64) -> f64,
    /// The last one that was deeper than what came before.
    last: Option<u32>,
    asked: u64,
}

impl Ask<'_> {
    fn about(&mut self, index: u32, depth: f64) -> f64 {
        self.asked += 1;
        let found = (self.facet)(index, depth);
        if found > depth {
            self.last = Some(index);
        }
        depth.max(found)
    }

    /// About at most eight, but for `first`, which was asked about before; the deepest first.
    fn each(
        &mut self,
        indices: &[u32],
        most: &[f32; WIDTH],
        mut depth: f64,
        first: Option<u32>,
    ) -> f64 {
        let mut order = [0usize; WIDTH];
        let mut open = 0;
        for lane in (0..indices.len()).filter(|&lane| may_be(most[lane], depth)) {
            order[open] = lane;
            open += 1;
        }
        order[..open].sort_unstable_by(|&a, &b| most[b].total_cmp(&most[a]));
        for &lane in &order[..open] {
            if may_be(most[lane], depth) && first != Some(indices[lane]) {
                depth = self.about(indices[lane], depth);
            }
        }
        depth
    }
}

/// Goes through what was kept, the deepest first.
fn among(tree: &WideTree, query: &Query, depth: f64, kept: &[(f32, u32)], each: &mut Each) -> f64 {
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
        depth = each(indices, &Told::new(depths), depth);
        if depth == f64::INFINITY {
            break;
        }
    }
    depth
}

/// What becomes of the facets of a leaf, given bounds of their depths and the depth so far: returns
/// the new depth.
type Each<'e> = dyn FnMut(&[u32], &Told, f64) -> f64 + 'e;

/// How deep the facets of a leaf are at most and at least, mm.
struct Told {
    most: [f32; WIDTH],
    least: [f32; WIDTH],
}

impl Told {
    #[inline(always)]
    fn new<S: Simd>(depths: Depths<S>) -> Self {
        Self { most: depths.most.into(), least: depths.least.into() }
    }
}

/// Hands the facets of every leaf that may be `depth` deep to `each`; returns what that made of it.
/// Not generic over `each`: the walk is compiled once for an instruction set.
fn search(
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
                    depth = each(indices, &Told::new(depths), depth);
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
fn open(indices: &[u32], told: &Told, depth: f64) -> impl Iterator<Item = (f32, u32)> {
    let each = indices.iter().zip(&told.most).filter(move |(_, most)| may_be(**most, depth));
    each.map(|(index, most)| (*most, *index))
}

/// Whether something proved to be no deeper than `most` may be `depth` deep. What is not a number
/// proves nothing.
#[inline(always)]
fn may_be(most: f32, depth: f64) -> bool {
    f64::from(most) >= depth || most.is_nan()
}

/// Whether at most `tests` nodes prove that nothing is deeper than `depth`, mm.
pub(super) fn clear_at_a_glance(tree: &WideTree, swept: &Swept, depth: f64, tests: usize) -> bool {
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
