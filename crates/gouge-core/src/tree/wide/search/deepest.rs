//! The search for the deepest facet alone.
//!
//! Where a packet's bounds are close on both sides, the proved depth of one facet clears others
//! before any is measured. So none is measured until all that may be the deepest have been
//! collected; then the deepest come first.

use gouge_mesh::geom::Swept;

use super::super::walk::{FacetDepths, among, may_be, open, search};
use super::{Ask, WideSearcher};
use crate::tolerance::BOUNDS_ROUNDING_MM;
use crate::tree::wide::WIDTH;

impl WideSearcher<'_> {
    /// As [`Searcher::deepest`](crate::tree::Searcher::deepest) for a body whose hull is round.
    pub(super) fn deepest_of_round(
        &mut self,
        swept: &Swept,
        depth: f64,
        gap: f64,
        facet: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        let within = 2.0 * gap + BOUNDS_ROUNDING_MM;
        let tree = self.tree;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut each = |indices: &[u32], depths: &FacetDepths, depth: f64| {
            let reached =
                depths.least.iter().fold(f32::NEG_INFINITY, |most, least| most.max(*least));
            let depth = depth.max(f64::from(reached) - within);
            candidates.extend(open(indices, depths, depth));
            depth
        };
        let mut query = None;
        let mut floor = depth;
        // What was deepest last time is likely to be deep again: it raises the floor for others.
        if !self.seeds.is_empty() {
            let query = query.insert(tree.query(swept, &self.slopes));
            floor = among(tree, query, floor, &self.seeds, &mut each);
        }
        if self.grouped(swept, floor, floor > depth) {
            let kept = self.group.as_ref().and_then(|group| group.facets.as_deref());
            let kept = kept.unwrap_or_default();
            if !kept.is_empty() {
                let query = query.get_or_insert_with(|| tree.query(swept, &self.slopes));
                floor = among(tree, query, floor, kept, &mut each);
            }
        } else {
            let query = query.get_or_insert_with(|| tree.query(swept, &self.slopes));
            floor = search(tree, query, floor, &mut self.stack, &mut self.stats, &mut each);
        }
        candidates.retain(|(most, _)| may_be(*most, floor));
        candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.seeds.clear();
        let mut ask = Ask { facet, last: None, asked: 0 };
        let mut depth = depth;
        for &(most, index) in &candidates {
            if depth == f64::INFINITY || !may_be(most, floor.max(depth)) {
                break;
            }
            // Seeds are found once more.
            if self.seeds.iter().all(|(_, seed)| *seed != index) {
                self.seeds.push((f32::INFINITY, index));
                depth = ask.about(index, floor.max(depth));
            }
        }
        self.seeds.truncate(WIDTH);
        self.stats.triangles += ask.asked;
        self.candidates = candidates;
        depth
    }
}
