//! A search with one sweep: nodes with the least proved distance first, facets eight at a time.

use std::collections::VecDeque;

use fearless_simd::{Simd, dispatch, f64x8, prelude::*};

use super::group::{Group, MOST_KEPT};
use super::lanes::{self, BoxLanes, Lanes, Point, Things, TriangleLanes};
use super::node::{Child, Node};
use super::query::Query;
use super::{WIDTH, WideTree, planes};
use crate::tree::{Searcher, Stats};
use gouge_mesh::geom::{Swept, Vec3};

/// Queries of one thread.
pub(super) struct WideSearcher<'a> {
    tree: &'a WideTree<'a>,
    stack: Vec<Open>,
    /// The facet that was deepest in the last query, if any was.
    last: Option<u32>,
    /// Points that the body is going to pass.
    points: &'a [Vec3],
    /// Which of them comes next.
    next: usize,
    group: Option<Group>,
    stats: Stats,
}

/// A node to be opened: nothing in it is deeper than `most`, mm.
#[derive(Clone, Copy)]
struct Open {
    most: f64,
    node: u32,
}

impl<'a> WideSearcher<'a> {
    pub fn new(tree: &'a WideTree<'a>, points: &'a [Vec3]) -> Self {
        let (stack, stats) = (Vec::new(), Stats::default());
        Self { tree, stack, last: None, points, next: 0, group: None, stats }
    }

    /// A group that covers the sweep, searched now if need be.
    fn grouped(&mut self, swept: &Swept, depth: f64) -> bool {
        let covers = |group: &Group| group.covers(swept, depth);
        if self.group.as_ref().is_some_and(covers) {
            return self.group.as_ref().is_some_and(|group| group.facets.is_some());
        }
        let Some(at) = self.place(&swept.from) else { return false };
        self.next = at;
        self.group = Group::along(self.points, at, swept, depth).filter(covers);
        let Some(mut group) = self.group.take() else { return false };
        let tree = self.tree;
        let query = tree.query(&group.swept(swept.body));
        let mut kept = Vec::new();
        let mut keep = |indices: &[u32], most: [f64; WIDTH], depth: f64| {
            let open = indices.iter().zip(most).filter(|(_, most)| may_be(*most, depth));
            kept.extend(open.map(|(index, most)| (most, *index)));
            if kept.len() > MOST_KEPT { f64::INFINITY } else { depth }
        };
        let (stack, stats, floor) = (&mut self.stack, &mut self.stats, group.floor);
        dispatch!(tree.level, simd => walk(simd, tree, &query, floor, stack, stats, &mut keep));
        if kept.len() <= MOST_KEPT {
            kept.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            group.facets = Some(kept);
        }
        let whole = group.facets.is_some();
        self.group = Some(group);
        whole
    }

    /// Which of the points that come next the motion begins at.
    fn place(&self, from: &Vec3) -> Option<usize> {
        const FAR: usize = 16;
        let ahead = &self.points[self.next.min(self.points.len())..];
        ahead.iter().take(FAR).position(|p| p == from).map(|at| self.next + at)
    }
}

impl Searcher for WideSearcher<'_> {
    fn deeper(&mut self, swept: &Swept, depth: f64, facet: &mut dyn FnMut(u32, f64) -> f64) -> f64 {
        let mut depth = depth;
        let mut ask = Ask { facet, last: None, asked: 0 };
        // What was deepest last time is likely to be deep again: it raises the floor for others.
        let first = self.last.take();
        if let Some(index) = first {
            depth = ask.about(index, depth);
        }
        let tree = self.tree;
        if self.grouped(swept, depth) {
            let kept = self.group.as_ref().and_then(|group| group.facets.as_deref());
            let kept = kept.unwrap_or_default();
            if !kept.is_empty() {
                let query = tree.query(swept);
                dispatch!(tree.level, simd => {
                    depth = among(simd, tree, &query, depth, kept, first, &mut ask)
                });
            }
        } else {
            let query = tree.query(swept);
            let (stack, stats) = (&mut self.stack, &mut self.stats);
            let mut each = |indices: &[u32], most: [f64; WIDTH], depth: f64| {
                ask.each(indices, most, depth, first)
            };
            dispatch!(tree.level, simd => {
                depth = walk(simd, tree, &query, depth, stack, stats, &mut each)
            });
        }
        self.stats.triangles += ask.asked;
        self.last = ask.last;
        depth
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
        most: [f64; WIDTH],
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

/// Goes through what a group kept.
#[inline(always)]
fn among<S: Simd>(
    simd: S,
    tree: &WideTree,
    query: &Query,
    mut depth: f64,
    kept: &[(f64, u32)],
    first: Option<u32>,
    ask: &mut Ask,
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
        let most = facets(simd, query, tree, indices, depth);
        depth = ask.each(indices, most, depth, first);
        if depth == f64::INFINITY {
            break;
        }
    }
    depth
}

/// Hands the facets of every leaf that may be `depth` deep to `each`, with bounds of their depths;
/// `each` returns the new depth.
#[inline(always)]
fn walk<S: Simd>(
    simd: S,
    tree: &WideTree,
    query: &Query,
    mut depth: f64,
    stack: &mut Vec<Open>,
    stats: &mut Stats,
    each: &mut impl FnMut(&[u32], [f64; WIDTH], f64) -> f64,
) -> f64 {
    stack.clear();
    if !tree.nodes.is_empty() {
        stack.push(Open { most: f64::INFINITY, node: 0 });
    }
    while let Some(Open { most, node }) = stack.pop() {
        if !may_be(most, depth) {
            continue;
        }
        stats.nodes += 1;
        let node = &tree.nodes[node as usize];
        let most = boxes(simd, query, node, depth);
        let base = stack.len();
        let mut leaves = [(f64::NEG_INFINITY, 0, 0); WIDTH];
        let mut count = 0;
        for (lane, most) in most.into_iter().enumerate() {
            if !may_be(most, depth) {
                continue;
            }
            match node.child(lane) {
                Child::Absent => {}
                Child::Inner(node) => stack.push(Open { most, node }),
                Child::Leaf(start, size) => {
                    leaves[count] = (most, start, size);
                    count += 1;
                }
            }
        }
        stack[base..].sort_unstable_by(|a, b| a.most.total_cmp(&b.most));
        let leaves = &mut leaves[..count];
        leaves.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        for &(most, start, size) in leaves.iter() {
            if !may_be(most, depth) {
                break;
            }
            let indices = &tree.order[start as usize..][..usize::from(size)];
            let most = facets(simd, query, tree, indices, depth);
            depth = each(indices, most, depth);
        }
        if depth == f64::INFINITY {
            break;
        }
    }
    depth
}

/// Whether something proved to be no deeper than `most` may be `depth` deep. What is not a number
/// proves nothing.
#[inline(always)]
fn may_be(most: f64, depth: f64) -> bool {
    most >= depth || most.is_nan()
}

/// Whether all lanes are below `depth`.
#[inline(always)]
fn clear<S: Simd>(simd: S, most: Lanes<S>, depth: f64) -> bool {
    most.simd_lt(f64x8::splat(simd, depth)).all_true()
}

/// The share of half the motion, -1 to 1, at which the spine of the body is nearest to `p`.
#[inline(always)]
fn share<S: Simd>(simd: S, query: &Query, p: &Point<S>) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    let (low, high) = (f64x8::splat(simd, query.spine[0]), f64x8::splat(simd, query.spine[1]));
    let way = [p[0], p[1], p[2] - lanes::clamp(p[2], low, high)];
    let one = f64x8::splat(simd, 1.0);
    lanes::clamp(lanes::dot(&way, &half) * f64x8::splat(simd, query.per), -one, one)
}

/// The most that anything in the children of a node may be deep, mm; what is below `depth` need
/// not be told apart.
#[inline(always)]
fn boxes<S: Simd>(simd: S, query: &Query, node: &Node, depth: f64) -> [f64; WIDTH] {
    let middle = lanes::point(simd, &query.middle);
    let read = node.boxes();
    let boxes = BoxLanes {
        lo: lanes::sub(&lanes::load3(simd, read.lo), &middle),
        hi: lanes::sub(&lanes::load3(simd, read.hi), &middle),
    };
    let mut most = planes::upright(simd, query, &boxes);
    if clear(simd, most, depth) {
        return most.into();
    }
    let two = f64x8::splat(simd, 0.5);
    let centre = lanes::scale(&lanes::add(&boxes.lo, &boxes.hi), two);
    let mut at = near(simd, query, &boxes, share(simd, query, &centre));
    if query.long {
        at = near(simd, query, &boxes, share(simd, query, &at));
    }
    // From where the motion passes `at`, the way there is across the motion.
    let s = share(simd, query, &at);
    most = most.min(planes::facing(simd, query, &at, s, &boxes));
    if node.has_slabs() && !clear(simd, most, depth) {
        most = most.min(slabs(simd, query, node));
    }
    most.into()
}

/// The point of each box that is nearest to the spine of the body.
#[inline(always)]
fn near<S: Simd>(simd: S, query: &Query, boxes: &BoxLanes<S>, s: Lanes<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let (lo, hi) = (&boxes.lo, &boxes.hi);
    let up = half[2] * s + f64x8::splat(simd, query.spine[0]);
    [
        lanes::clamp(half[0] * s, lo[0], hi[0]),
        lanes::clamp(half[1] * s, lo[1], hi[1]),
        lanes::clamp(up, lo[2], hi[2]),
    ]
}

/// What the slabs of the children say.
#[inline(always)]
fn slabs<S: Simd>(simd: S, query: &Query, node: &Node) -> Lanes<S> {
    let read = node.slabs();
    let normal = lanes::load3(simd, read.normal);
    let size = lanes::dot(&normal, &normal).sqrt();
    let origin = lanes::point(simd, &(node.origin() - query.middle));
    let at = lanes::dot(&normal, &origin);
    let per = f64x8::splat(simd, 1.0) / size;
    let n = lanes::scale(&normal, per);
    let below = (lanes::load(simd, read.from) + at) * per;
    let above = (lanes::load(simd, read.to) + at) * per;
    let back = [-n[0], -n[1], -n[2]];
    let bound =
        (planes::support(simd, query, &n) - below).min(planes::support(simd, query, &back) + above);
    let there = size.simd_gt(f64x8::splat(simd, 0.5));
    lanes::select(there, bound, f64x8::splat(simd, f64::INFINITY))
}

/// The most that facets may be deep, mm; what is below `depth` need not be told apart.
#[inline(always)]
fn facets<S: Simd>(
    simd: S,
    query: &Query,
    tree: &WideTree,
    indices: &[u32],
    depth: f64,
) -> [f64; WIDTH] {
    let mut corners = [[[0.0; WIDTH]; 3]; 3];
    for lane in 0..WIDTH {
        // The last facet fills lanes that are left over.
        let index = indices[lane.min(indices.len() - 1)];
        let triangle = tree.mesh.triangles[index as usize];
        for (corner, vertex) in corners.iter_mut().zip(triangle) {
            let p = tree.mesh.vertices[vertex as usize] - query.middle;
            for axis in 0..3 {
                corner[axis][lane] = p[axis];
            }
        }
    }
    let [a, b, c] = corners;
    let triangles = TriangleLanes {
        a: lanes::load3(simd, a),
        b: lanes::load3(simd, b),
        c: lanes::load3(simd, c),
    };
    let TriangleLanes { a, b, c } = &triangles;
    let around = BoxLanes {
        lo: [a[0].min(b[0]).min(c[0]), a[1].min(b[1]).min(c[1]), a[2].min(b[2]).min(c[2])],
        hi: [a[0].max(b[0]).max(c[0]), a[1].max(b[1]).max(c[1]), a[2].max(b[2]).max(c[2])],
    };
    let mut most = planes::upright(simd, query, &around);
    if clear(simd, most, depth) {
        return most.into();
    }
    let third = f64x8::splat(simd, 1.0 / 3.0);
    let centre = lanes::scale(&lanes::add(&lanes::add(a, b), c), third);
    let from = spine(simd, query, share(simd, query, &centre), centre[2]);
    // The facet's own plane, facing away from the body.
    let (ab, ac) = (lanes::sub(b, a), lanes::sub(c, a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let size = squared.sqrt();
    let away = lanes::dot(&normal, &lanes::sub(a, &from));
    let per = (f64x8::splat(simd, 1.0) / size).copysign(away);
    let n = lanes::scale(&normal, per);
    let told = size.simd_gt(f64x8::splat(simd, TINY_AREA));
    let bound = planes::support(simd, query, &n) - triangles.least(&n);
    most = most.min(lanes::select(told, bound, f64x8::splat(simd, f64::INFINITY)));
    if clear(simd, most, depth) {
        return most.into();
    }
    let at = nearest(simd, &from, &triangles, [&ab, &ac], (&normal, squared));
    let s = share(simd, query, &at);
    most = most.min(planes::facing(simd, query, &at, s, &triangles));
    if query.long && !clear(simd, most, depth) {
        most = most.min(across(simd, query, &triangles));
    }
    most.into()
}

/// What planes along the motion say: the triangles are seen in its direction, where its whole line
/// is a point.
#[inline(always)]
fn across<S: Simd>(simd: S, query: &Query, triangles: &TriangleLanes<S>) -> Lanes<S> {
    let shadow = TriangleLanes {
        a: seen(simd, query, &triangles.a),
        b: seen(simd, query, &triangles.b),
        c: seen(simd, query, &triangles.c),
    };
    let (ab, ac) = (lanes::sub(&shadow.b, &shadow.a), lanes::sub(&shadow.c, &shadow.a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let zero = f64x8::splat(simd, 0.0);
    let low = seen(simd, query, &[zero, zero, f64x8::splat(simd, query.spine[0])]);
    let at = nearest(simd, &low, &shadow, [&ab, &ac], (&normal, squared));
    // The spine's lower end is seen where it stands at this share of the motion.
    let s = -(query.spine[0] * query.half.z * query.per);
    planes::facing(simd, query, &at, f64x8::splat(simd, s), triangles)
}

/// A point moved along the motion to where that stands in its middle.
#[inline(always)]
fn seen<S: Simd>(simd: S, query: &Query, p: &Point<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let along = lanes::dot(p, &half) * f64x8::splat(simd, query.per);
    lanes::sub(p, &lanes::scale(&half, along))
}

/// Facets whose cross product is shorter have no plane, mm².
const TINY_AREA: f64 = 1e-100;

/// The point of the body's spine nearest to a height, when the motion is at a share.
#[inline(always)]
fn spine<S: Simd>(simd: S, query: &Query, s: Lanes<S>, z: Lanes<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let [low, high] = query.spine;
    let up = half[2] * s;
    let foot = lanes::clamp(z - up, f64x8::splat(simd, low), f64x8::splat(simd, high));
    [half[0] * s, half[1] * s, up + foot]
}

/// A point of each triangle that is nearest to `p`, but for rounding.
#[inline(always)]
fn nearest<S: Simd>(
    simd: S,
    p: &Point<S>,
    triangles: &TriangleLanes<S>,
    [ab, ac]: [&Point<S>; 2],
    (normal, squared): (&Point<S>, Lanes<S>),
) -> Point<S> {
    let TriangleLanes { a, b, c } = triangles;
    let bc = lanes::sub(c, b);
    let (mut best, mut far) = foot(simd, p, a, ab);
    for (at, gap) in [foot(simd, p, a, ac), foot(simd, p, b, &bc)] {
        best = lanes::choose(gap.simd_lt(far), &at, &best);
        far = far.min(gap);
    }
    // Inside of all three sides the foot on the plane is nearest.
    let (to, from_b) = (lanes::sub(p, a), lanes::sub(p, b));
    let left = lanes::dot(&lanes::cross(ab, &to), normal)
        .min(lanes::dot(&lanes::cross(&to, ac), normal))
        .min(lanes::dot(&lanes::cross(&bc, &from_b), normal));
    let least = f64x8::splat(simd, f64::MIN_POSITIVE);
    let up = lanes::dot(&to, normal) / squared.max(least);
    let plane = lanes::sub(p, &lanes::scale(normal, up));
    lanes::choose(left.simd_gt(f64x8::splat(simd, 0.0)), &plane, &best)
}

/// The point nearest to `p` of the segment at `from` along `along`, and the square of its distance.
#[inline(always)]
fn foot<S: Simd>(simd: S, p: &Point<S>, from: &Point<S>, along: &Point<S>) -> (Point<S>, Lanes<S>) {
    let to = lanes::sub(p, from);
    let least = f64x8::splat(simd, f64::MIN_POSITIVE);
    let t = lanes::dot(&to, along) / lanes::dot(along, along).max(least);
    let t = lanes::clamp(t, f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0));
    let at = lanes::add(from, &lanes::scale(along, t));
    let gap = lanes::sub(p, &at);
    (at, lanes::dot(&gap, &gap))
}

/// Whether at most `tests` nodes prove that nothing is deeper than `depth`, mm.
pub(super) fn clear_at_a_glance(tree: &WideTree, swept: &Swept, depth: f64, tests: usize) -> bool {
    let query = tree.query(swept);
    let level = tree.level;
    let mut queue: VecDeque<u32> = if tree.nodes.is_empty() { [].into() } else { [0].into() };
    let mut left = tests;
    while let Some(node) = queue.pop_front() {
        if queue.len() >= left {
            return false;
        }
        left -= 1;
        let node = &tree.nodes[node as usize];
        let most = dispatch!(level, simd => boxes(simd, &query, node, depth));
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
