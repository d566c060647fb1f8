//! Facets next to pockets of a tool that is going to be larger: see [`Filled`].

use std::ops::ControlFlow;

use super::{Cell, Search};
use crate::sweep::domain::Patch;
use crate::sweep::refine::refine;
use crate::tool::{Filled, SignedDistance};

impl Search<'_> {
    /// How deep the facet is at most next to pockets of a tool that is going to be larger, what it
    /// is larger by not counted, mm; told no closer than `floor`, nor by more than `left` halves.
    pub(super) fn fill(
        &mut self,
        filled: &Filled,
        whole: Patch,
        floor: f64,
        mut left: usize,
    ) -> f64 {
        let first = self.filled_cell(filled, whole, [0.0, 1.0], None);
        refine(first, |hi, cell, parts| {
            let known = self.best.map_or(floor, |best| best.lo.max(floor));
            let told = hi <= self.level().max(filled.enough(known)).max(self.gap.known);
            if told || cell.settled || left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            let Some(halves) = self.halve(&cell.cell) else { return ControlFlow::Break(()) };
            for (patch, times) in halves {
                parts.extend(self.filled_cell(filled, patch, times, Some(&cell.cell.depth)));
            }
            ControlFlow::Continue(())
        })
    }

    /// A cell that may be next to a pocket, with its upper bound there.
    fn filled_cell(
        &mut self,
        filled: &Filled,
        patch: Patch,
        times: [f64; 2],
        known: Option<&SignedDistance>,
    ) -> Option<(f64, FilledCell)> {
        let told = self.look(&patch, times, (patch.middle(), 0.5), known);
        let (middle, reach) = self.middle(&patch, times);
        if !filled.is_near(&middle, told.depth, reach) {
            return None;
        }
        let uneven = self.mesh.uneven();
        let clear =
            filled.below_clear(&middle, self.corners(&patch, times)).map(|far| far + uneven);
        // Most cells are told sooner by the facets with the outside above them.
        let hi = match clear[0] <= self.level() {
            true => self.level(),
            false => self.bound(&patch, times, &told, (middle, reach)),
        };
        let pocket = filled.deepest(hi, reach - told.depth)?;
        let settled = match clear[0] < pocket {
            true => clear[0] <= filled.enough(clear[1]),
            false => reach <= filled.finest(),
        };
        let cell = Cell { patch, times, depth: told };
        Some((pocket.min(clear[0]), FilledCell { cell, settled }))
    }
}

/// A cell next to a pocket.
struct FilledCell {
    cell: Cell,
    /// Smaller ones say no more.
    settled: bool,
}
