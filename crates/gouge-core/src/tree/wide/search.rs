//! The queries of one thread; each begins with what the last ones found.

mod deepest;

use super::group::{Group, MOST_KEPT};
use super::walk::{FacetDepths, Open, among, may_be, open, search};
use super::{WIDTH, WideTree};
use crate::sweep::Slope;
use crate::tree::clip::pad;
use crate::tree::{Searcher, Stats};
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
        let mut keep = |indices: &[u32], depths: &FacetDepths, depth: f64| {
            kept.extend(open(indices, depths, depth));
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
                let each = &mut |indices: &[u32], depths: &FacetDepths, depth: f64| {
                    ask.each(indices, &depths.most, depth, first)
                };
                depth = among(tree, &query, depth, kept, each);
            }
        } else {
            let query = tree.query(swept, &self.slopes);
            let (stack, stats) = (&mut self.stack, &mut self.stats);
            let mut each = |indices: &[u32], depths: &FacetDepths, depth: f64| {
                ask.each(indices, &depths.most, depth, first)
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
