//! How far a tool must stick out of its holder: the holder is pushed up until it is clear.

use rayon::prelude::*;

use super::{CHUNK, ClearanceJob, SAMPLES, room};
use crate::depth::on_both_sides;
use crate::finding::Verdict;
use crate::lift::{Moving, lift};
use crate::limits::Case;
use crate::outcomes::Outcomes;
use crate::plan::near;
use crate::prepared::{PreparedComponent, PreparedTool};
use crate::target::Target;
use crate::tolerance::{LIFT_SAG_MM, LIFT_SHARE};
use crate::tools::PreparedTools;
use crate::verdict::Judge;
use gouge_core::tool::{Piece, Role, Solid};
use gouge_mesh::geom::{Body as _, Vec3};

/// How far a tool must stick out of its holder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickOut {
    /// Tool number.
    pub tool: u32,
    /// From the control point to the lower end of the holder as declared, mm.
    pub declared: f64,
    /// With this much or more the holder stays clear of everything during all motions measured, mm;
    /// clearance, allowance and deviation counted.
    pub needed: f64,
}

impl ClearanceJob<'_> {
    /// Pushed up from the control point as far as it takes, motion by motion: where one needs no
    /// more than those before it, next to nothing has to be looked at.
    pub(super) fn stick_out(
        &self,
        tool: u32,
        tools: &PreparedTools,
        outcomes: &Outcomes,
    ) -> Option<StickOut> {
        let components = self.tools.get(&tool)?;
        let holder = components.iter().find(|c| c.role == Role::Holder)?;
        let solids: Option<Vec<&[Solid]>> = holder.pieces.iter().map(Piece::solids).collect();
        let solids = solids?.into_iter().flatten();
        let declared = solids.map(|s| -s.support(&-Vec3::z())).fold(f64::INFINITY, f64::min);
        let known = |i: &usize| {
            self.motions.at(*i).tool == tool
                && self.plans.is_checked(*i)
                && outcomes.get(*i).is_some_and(|o| o.verdict != Verdict::Unknown)
        };
        let motions: Vec<usize> = (0..self.motions.len()).filter(known).collect();
        let stop = || self.progress.stopped(self.progress.until);
        let raised = |motions: &mut dyn Iterator<Item = &usize>, start: f64| {
            let mut needed = start;
            for &motion in motions {
                let paths = self.plans.paths(motion);
                let operation = self.motions.at(motion).operation;
                for ((body, tree), index) in self.bodies.iter().zip(self.trees).zip(0..) {
                    let case = Case { body: index, tool, operation };
                    let Some(held) = tools.of(case) else { continue };
                    let Some(component) = holder_of(held.tool) else { continue };
                    let thresholds = held.thresholds;
                    let target = Target { body, facets: &**tree };
                    let judge = Judge::new(target, component, thresholds);
                    let pieces: Vec<&Solid> = solids_of(component).collect();
                    let grow = component.grow + thresholds.allowance(body);
                    let size = body.bounds.size().z.max(0.0) + declared + grow.max(0.0);
                    for way in near(&paths, &room(holder, &body.bounds, 2.0 * size)).iter() {
                        let path = way.path.moved(&(Vec3::z() * (needed - declared)));
                        let lifts = |tolerance, known| {
                            let (pieces, target) = (&pieces, &target);
                            let (gap, sag) = (LIFT_SHARE * thresholds.tolerance, LIFT_SAG_MM);
                            let moving =
                                Moving { target, pieces, grow, tolerance, gap, sag, stop: &stop };
                            Some(lift(&moving, &path, known))
                        };
                        needed += on_both_sides(&judge, lifts).map_or(0.0, |[_, both]| both);
                    }
                }
            }
            needed
        };
        let every = motions.len().div_ceil(SAMPLES).max(1);
        let start = raised(&mut motions.iter().step_by(every), 0.0);
        let chunks = motions.par_chunks(CHUNK).map(|chunk| raised(&mut chunk.iter(), start));
        let needed = chunks.reduce(|| start, f64::max);
        (!stop()).then_some(StickOut { tool, declared, needed })
    }
}

fn holder_of(tool: &PreparedTool) -> Option<&PreparedComponent> {
    tool.components.iter().find(|c| c.component.role == Role::Holder)
}

/// The convex pieces of a component that is made of nothing else.
fn solids_of(component: &PreparedComponent) -> impl Iterator<Item = &Solid> {
    component.component.pieces.iter().filter_map(Piece::solids).flatten()
}
