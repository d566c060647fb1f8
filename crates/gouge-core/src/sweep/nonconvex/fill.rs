//! The depth of facets next to pockets of a tool that is to be enlarged: see [`Filled`].

use std::ops::ControlFlow;

use super::{Cell, Search};
use crate::sweep::domain::Patch;
use crate::sweep::refine::refine;
use crate::tolerance::{FLOAT_MM, NO_DIRECTION_MM};
use crate::tool::{Filled, SignedDistance};
use gouge_mesh::geom::{Body as _, Vec3, closest_on_triangle};

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
        let first = self.filled_cell(filled, whole, [0.0, 1.0], None, floor);
        refine(first, |hi, cell, parts| {
            if hi <= self.enough(filled, floor) || cell.settled || left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            let Some(halves) = self.halve(&cell.cell) else { return ControlFlow::Break(()) };
            for (patch, times) in halves {
                parts.extend(self.filled_cell(filled, patch, times, Some(&cell.cell.depth), floor));
            }
            ControlFlow::Continue(())
        })
    }

    /// Bounds next to pockets need not be lower than this, mm.
    fn enough(&self, filled: &Filled, floor: f64) -> f64 {
        let known = self.best.map_or(floor, |best| best.lo.max(floor));
        self.level().max(filled.enough(known)).max(self.gap.known)
    }

    /// A cell that may be next to a pocket, with its upper bound there.
    fn filled_cell(
        &mut self,
        filled: &Filled,
        patch: Patch,
        times: [f64; 2],
        known: Option<&SignedDistance>,
        floor: f64,
    ) -> Option<(f64, FilledCell)> {
        let told = self.look(&patch, times, (patch.middle(), 0.5), known);
        let cell = Cell { patch, times, depth: told };
        let around = self.around(&cell);
        if around[0] <= self.enough(filled, floor) {
            return Some((around[0], FilledCell { cell, settled: true }));
        }
        let (middle, reach) = self.middle(&cell.patch, times);
        if !filled.is_near(&middle, told.depth, reach) {
            return None;
        }
        let uneven = self.mesh.uneven();
        let clear =
            filled.below_clear(&middle, self.corners(&cell.patch, times)).map(|far| far + uneven);
        // By whichever is less: the cell, and what smaller ones about its middle come down to.
        let below = [0, 1].map(|i| clear[i].min(around[i]));
        // Most cells are told sooner by the facets with the outside above them.
        let hi = match below[0] <= self.level() {
            true => self.level(),
            false => self.bound(&cell.patch, times, &told, (middle, reach)),
        };
        let pocket = filled.deepest(hi, reach - told.depth)?;
        let settled = match below[0] < pocket {
            true => below[0] <= filled.enough(below[1]),
            false => reach <= filled.finest(),
        };
        Some((pocket.min(below[0]), FilledCell { cell, settled }))
    }

    /// How deep a cell is at most in what is around the whole tool, and its middle: what grew lies
    /// in its own supporting planes moved out by as much. Those across the facet, across the way
    /// out to the nearest face, and beside and below the middle.
    pub(super) fn around(&self, Cell { patch, times, depth }: &Cell) -> [f64; 2] {
        let (middle, _) = self.middle(patch, *times);
        let near = closest_on_triangle(&depth.at, &depth.facet);
        let out = (near - depth.at) * depth.depth.signum();
        let aside = Vec3::new(middle.x, middle.y, 0.0);
        let across = patch.e1.cross(&patch.e2);
        let mut best = [f64::INFINITY; 2];
        for direction in [across, -across, out, aside, -Vec3::z()] {
            let Some(normal) = direction.try_normalize(NO_DIRECTION_MM) else { continue };
            let far = self.mesh.support(&normal) + FLOAT_MM;
            let corners = self.corners(patch, *times).map(|c| normal.dot(&c));
            let low = corners.fold(f64::INFINITY, f64::min);
            best = [best[0].min(far - low), best[1].min(far - normal.dot(&middle))];
        }
        best
    }
}

/// A cell next to a pocket.
struct FilledCell {
    cell: Cell,
    /// Smaller ones say no more.
    settled: bool,
}
