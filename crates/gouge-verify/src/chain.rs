//! Where a mesh does not tell inside from outside: what the other motions of a chain tell.
//!
//! A component that no surface cut through is on the same side all along a chain of motions, so one
//! place that is known to be outside proves the rest, before and after. What no place proves is
//! unknown.

use super::finding::Verdict;
use super::job::Tried;
use super::plan::Plan;
use super::trial::{Trial, ends};
use gouge_mesh::geom::Vec3;

/// Settles the trials that could not tell by themselves whether their component is buried.
pub(super) fn settle(plans: &[Plan], tried: &mut Tried) {
    let mut known = Link::default();
    for (plan, tried) in plans.iter().zip(tried.iter_mut()) {
        let Some((tool, [from, to], trials)) = checked(plan, tried) else {
            known = Link::default();
            continue;
        };
        let before = known.through(tool, from, trials.len());
        let after = trials.iter_mut().zip(before).map(|(trial, outside)| {
            trial.untold &= !outside;
            trial.ends_outside |= trial.kept && trial.outside();
            trial.ends_outside
        });
        known = Link { at: Some((tool, to)), outside: after.collect() };
    }
    let mut known = Link::default();
    for (plan, tried) in plans.iter().zip(tried.iter_mut()).rev() {
        let Some((tool, [from, to], trials)) = checked(plan, tried) else {
            known = Link::default();
            continue;
        };
        let after = known.through(tool, to, trials.len());
        let before = trials.iter_mut().zip(after).map(|(trial, outside)| {
            trial.untold &= !(trial.kept && (outside || trial.ends_outside));
            trial.outside()
        });
        known = Link { at: Some((tool, from)), outside: before.collect() };
    }
    for trial in tried.iter_mut().flatten().flatten().filter(|t| t.untold) {
        trial.verdict = trial.verdict.max(Verdict::Unknown);
    }
}

/// What is known of the components where one motion gives way to the next.
#[derive(Default)]
struct Link {
    /// Tool and control point.
    at: Option<(u32, Vec3)>,
    outside: Vec<bool>,
}

impl Link {
    /// What of it holds for a motion of `tool` that meets it at `point`.
    fn through(&self, tool: u32, point: Vec3, count: usize) -> Vec<bool> {
        if self.at == Some((tool, point)) { self.outside.clone() } else { vec![false; count] }
    }
}

impl Trial {
    /// Whether the component is known to be outside where the motion starts.
    fn outside(&self) -> bool {
        !self.untold && !self.buried
    }
}

/// A motion that was tried.
fn checked<'a>(
    plan: &Plan,
    tried: &'a mut Option<Vec<Trial>>,
) -> Option<(u32, [Vec3; 2], &'a mut Vec<Trial>)> {
    let Plan::Check { tool, ways, .. } = plan else { return None };
    Some((*tool, ends(ways), tried.as_mut()?))
}
