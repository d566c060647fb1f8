//! The depth of a region: the greatest of all its motions, with the motion that shows it.
//!
//! First how deep the tool reaches into the material, then how deep the surface is in the tool,
//! then which of the two is reported, by which motion, and what would clear it.

mod beneath;
mod clear;
mod in_the_way;
mod interior;
mod joints;
mod least_raise;

use std::time::Instant;

use rayon::prelude::*;

use self::beneath::shown_by;
use self::clear::clear;
pub(super) use self::clear::on_both_sides;
use self::interior::RegionInterior;
use super::contact::DepthQuery;
use super::finding::{Finding, PartSide, WitnessSide};
use super::findings::Findings;
use super::interior::Reached;
use super::job::Job;
use super::packed_trial::PackedTrial;
use super::plan::{TimedPaths, near};
use super::pockets::{Deeper, PocketAim, PocketQuery};
use super::region::{LEAST_AT_ONCE, Region};
use super::thresholds::Goal;
use super::tools::HeldTool;
use super::verdict::Judge;
use crate::budget::MOST_AS_DEEP;
use crate::tolerance::{COARSE_SAG_MM, EQUALLY_DEEP_MM, REGION_SHARE};
use gouge_core::tool::Piece;
use gouge_core::tree::Course;

/// The least number of a region's motions for one thread.
const AT_ONCE: usize = 64;

/// The queries about a region.
struct RegionQuery<'q, 'a> {
    region: &'q Region,
    /// The trials of the whole program.
    trials: &'q [PackedTrial],
    job: &'q Job<'a>,
    /// A region is of one tool and one operation: all its motions are checked against the same.
    held: HeldTool<'a>,
    /// The judge of the component that was found to cut.
    judge: Judge<'a>,
    /// What tells how deep that reaches into the material.
    inner: Judge<'a>,
    until: Option<Instant>,
}

/// How deep the surface is in the tool during all motions of a region.
struct RegionSurface {
    depth: [f64; 2],
    /// The finding that shows the greatest depth.
    worst: usize,
    /// A contact that shows more than its trial does.
    deeper: Option<Deeper>,
}

/// Measures a region: the index of its worst finding, and that finding with bounds of the depth
/// that hold for all of them; where there was no time for it, those of the verdicts.
pub(super) fn measure(
    region: &Region,
    findings: &Findings,
    jobs: &[Option<Job>],
    until: Option<Instant>,
) -> Option<(usize, Finding)> {
    let trials = findings.trials();
    let first = &trials[region.worst];
    let job = jobs[first.body as usize].as_ref()?;
    if job.progress.stopped(until) {
        let mut finding = first.finding();
        finding.normal = job.target.body.outward(finding.triangle);
        let all = region.findings.iter().map(|&f| trials[f as usize].depth[1]);
        finding.depth[1] = all.fold(finding.depth[1], f64::max);
        return Some((region.worst, finding));
    }
    let held = job.tool(first.motion as usize)?;
    let component = held.tool.components.iter().find(|c| c.component.role == first.role)?;
    let judge = job.judge_of(held, component);
    let query = RegionQuery { region, trials, job, held, judge, inner: judge, until };
    let (surface, known) = query.known();
    let interior = query.by_holes(known);
    let surface = query.surface(surface, interior.depth()[0])?;
    Some(query.finding(surface, &interior))
}

impl RegionInterior {
    /// Bounds of the greatest depth, mm.
    fn depth(&self) -> [f64; 2] {
        [self.shown.map_or(0.0, |(_, reached)| reached.depth.max(0.0)), self.hi]
    }
}

impl<'a> RegionQuery<'_, 'a> {
    /// Its motions' trials, by their indices.
    fn members(&self) -> impl Iterator<Item = usize> {
        self.region.findings.iter().map(|&member| member as usize)
    }

    /// A motion's trial, by its place in the region.
    fn member(&self, at: usize) -> usize {
        self.region.findings[at] as usize
    }

    /// All of them, at least `least` for a thread.
    fn at_once(&self, least: usize) -> impl IndexedParallelIterator<Item = usize> {
        self.region.findings.par_iter().with_min_len(least).map(|&member| member as usize)
    }

    fn paths(&self, trial: &PackedTrial) -> TimedPaths {
        self.job.plans.paths(trial.motion as usize)
    }

    fn stopped(&self) -> bool {
        self.job.progress.stopped(self.until)
    }

    /// Whether the tool side counts.
    fn counts(&self) -> bool {
        self.judge.thresholds.counts_tool_side(self.judge.target.body)
    }

    /// The bounds that the verdicts give for all its motions, mm: of how deep the surface is in the
    /// tool, and a depth that one of them is proved to have.
    fn known(&self) -> ([f64; 2], f64) {
        let depths = |member: usize| {
            let trial = &self.trials[member];
            let reached = trial.reached().map_or(f64::NEG_INFINITY, |r| r.depth);
            [trial.surface[0], trial.surface[1], reached]
        };
        let most = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|i| a[i].max(b[i]));
        let all = self.at_once(LEAST_AT_ONCE).map(depths);
        let [lo, hi, reached] = all.reduce(|| [f64::NEG_INFINITY; 3], most);
        ([lo, hi], reached.max(if self.counts() { lo.max(0.0) } else { 0.0 }))
    }

    /// How deep the surface is in the tool, where the verdicts tell `depth` of it and something
    /// else is at least as deep as `part` mm.
    fn surface(&self, mut depth: [f64; 2], part: f64) -> Option<RegionSurface> {
        let Judge { target, component, thresholds, .. } = self.judge;
        let trials = self.trials;
        let limit = thresholds.limit(target.body);
        let shows_more =
            |a: usize, b: usize| shows_more(trials[b].surface[0], trials[a].surface[0], limit);
        let mut worst = self.members().reduce(|a, b| if shows_more(a, b) { b } else { a })?;
        let mut deeper = None;
        let lo = depth[0].max(part).max(0.0);
        let epsilon = thresholds.epsilon();
        let wide = depth[1] > lo + epsilon.max(lo * REGION_SHARE);
        // Of a million motions nothing is held that is not asked for. At joints nothing lies deeper
        // that does not lie in the component.
        let meets = depth[1] > 0.0;
        let asks = self.counts() && meets && (wide || self.is_jointed());
        let asked = if asks { self.asked(depth[1].max(lo)) } else { Vec::new() };
        let at_joints = asked.iter().any(|asked| !asked.deeper.is_empty());
        let width = [epsilon, thresholds.slack.float];
        let of = (self.held.tool, component);
        let pockets = || PocketQuery::new(target, of, asked, (PocketAim::Measure, lo), width);
        if let Some(mut pockets) = (asks && (wide || at_joints)).then(pockets).flatten() {
            let room = thresholds.room(component, target.body);
            let paths = |i: usize| near(&self.paths(&trials[self.member(i)]), &room).into_owned();
            depth[1] = pockets.run(paths, &|| self.stopped())[1];
            if let Some(found) = pockets.deeper {
                (worst, depth[0]) = (self.member(found.motion), found.contact.lo);
                deeper = Some(found);
            }
        }
        if deeper.is_none()
            && self.counts()
            && let Some((first, found)) = self.first_as_deep(worst, limit)
        {
            depth[0] = found.contact.lo;
            (worst, deeper) = (first, Some(found));
        }
        if self.counts() && meets {
            let paths = self.members().map(|member| self.paths(&trials[member]));
            depth[1] = self.most_on_a_mesh(paths, depth[1]);
        }
        Some(RegionSurface { depth, worst, deeper })
    }

    /// The first motion that is as deep as the worst, where the verdicts left its bounds too far
    /// apart to say so: a plunge and the retract from its end are equally deep, and the plunge is
    /// to blame. Of arcs and of what is not convex that would take as long as a region may.
    fn first_as_deep(&self, worst: usize, limit: f64) -> Option<(usize, Deeper)> {
        let Judge { target, component, thresholds, .. } = self.judge;
        let most = self.trials[worst].surface[0];
        let pieces = &component.component.pieces;
        if !pieces.iter().all(|piece| matches!(piece, Piece::Solid(_))) {
            return None;
        }
        let may_be = |&member: &usize| {
            let [lo, hi] = self.trials[member].surface;
            lo > limit && !shows_more(most, hi, limit)
        };
        let before = self.members().take_while(|&member| member < worst).filter(may_be);
        let paths = before.map(|member| (member, self.paths(&self.trials[member])));
        let straight =
            paths.filter(|(_, paths)| paths.iter().all(|w| w.path.sag([0.0, 1.0]) == 0.0));
        let mut query = DepthQuery::new(target.facets, target.body.mesh, pieces, Course::ALONE);
        // Up to the depth in question bounds are closed as far as rounding lets them.
        let (grow, level) = (component.grow, most - component.grow);
        let goal =
            Goal { floor: 0.0, harmless: 0.0, known: 0.0, limit: level, epsilon: EQUALLY_DEEP_MM };
        straight.take(MOST_AS_DEEP).find_map(|(member, paths)| {
            let trial = &self.trials[member];
            let found = query.deepest(&paths, &goal, &|| self.stopped());
            let mut contact = found.contact?;
            contact.lo =
                found.bounds(&goal, grow, thresholds.more_float())[0].min(trial.surface[1]);
            let as_deep = !shows_more(most, contact.lo, limit);
            let (motion, dogleg, role) = (member, found.dogleg, trial.role);
            as_deep.then_some((member, Deeper { motion, contact, dogleg, role }))
        })
    }

    /// The finding that shows most on either side, and its index.
    fn finding(&self, mut surface: RegionSurface, interior: &RegionInterior) -> (usize, Finding) {
        let Judge { target, thresholds, .. } = self.judge;
        let limit = thresholds.limit(target.body);
        let mut part = interior.depth();
        let by_part = interior
            .shown
            .filter(|s| !self.counts() || shows_more(s.1.depth, surface.depth[0], limit));
        if by_part.is_none() {
            // The motion that is named proves no more than its own depth.
            if surface.deeper.is_none() {
                surface.depth[0] = self.trials[surface.worst].surface[0];
            }
            part[0] = part[0].min(surface.depth[0].max(0.0));
        }
        let worst = by_part.map_or(surface.worst, |s| s.0);
        let trial = &self.trials[worst];
        let paths = &self.paths(trial);
        let stop = || self.stopped();
        let mut finding = trial.finding();
        finding.depth = thresholds.judged(target.body, surface.depth, part);
        match (by_part, surface.deeper) {
            (Some((_, reached)), _) => place_inside(&mut finding, &reached),
            (None, Some(deeper)) => place_on_surface(&mut finding, &deeper),
            (None, None) => {}
        }
        // Verdicts do not look for what is harmlessly deep in it.
        let pieces = &self.judge_of(&finding).component.component.pieces;
        let enters = || {
            let part = (target.facets, target.body.mesh);
            DepthQuery::comes_into(part, pieces, paths, COARSE_SAG_MM, &stop)
        };
        finding.buried = finding.buried && !enters();
        finding.normal = target.body.outward(finding.triangle);
        // None of them is deeper than all together, but at joints it may be deeper than in the
        // component.
        let most = surface.depth[1].max(finding.tool_side[0]);
        let own = if self.is_deeper_at_joints(worst) { most } else { finding.tool_side[1] };
        let own = self.most_on_a_mesh(std::iter::once(paths), own);
        finding.tool_side[1] = own.min(most);
        let hi = interior.hi;
        let own = by_part.map(|(_, reached)| (reached, hi));
        let inner = self.judge.away_from_holes(paths).unwrap_or(self.judge);
        let own = own.or_else(|| shown_by(&inner, paths, trial, hi, &stop));
        // A point that is deeper than what is shown by less than ε proves no more than that.
        let proved = finding.depth[0] - thresholds.allowance(target.body);
        let part_side = |(reached, most): (Reached, f64)| PartSide {
            depth: [reached.depth.min(proved), trial.part.min(most).min(hi).max(reached.depth)],
            inner: reached.x,
            triangle: reached.triangle,
            point: reached.foot,
            t: reached.t,
        };
        finding.part_side = own.map(part_side).map(Box::new);
        clear(self, paths, &mut finding, &stop);
        (worst, finding)
    }

    /// The judge of the component that a finding is about.
    fn judge_of(&self, finding: &Finding) -> Judge<'a> {
        let mut components = self.held.tool.components.iter();
        let shown = components.find(|c| c.component.role == finding.role);
        self.job.judge_of(self.held, shown.unwrap_or(self.judge.component))
    }
}

/// Shows the finding by a point in the material.
fn place_inside(finding: &mut Finding, reached: &Reached) {
    finding.side = WitnessSide::Part;
    (finding.triangle, finding.t) = (reached.triangle, reached.t);
    (finding.control_point, finding.dogleg) = (reached.control, reached.dogleg);
    (finding.surface_point, finding.inner_point) = (reached.foot, Some(Box::new(reached.x)));
}

/// Shows the finding by a point of the surface.
fn place_on_surface(finding: &mut Finding, deeper: &Deeper) {
    let Deeper { contact, dogleg, role, .. } = deeper;
    finding.side = WitnessSide::Tool;
    (finding.triangle, finding.t, finding.dogleg) = (contact.triangle, contact.t, *dogleg);
    (finding.control_point, finding.surface_point) = (contact.control, contact.point);
    (finding.inner_point, finding.buried) = (None, false);
    finding.tool_side[0] = contact.lo;
    finding.role = *role;
}

/// Whether the depth `b` is named instead of `a`, which comes first: of equal ones the first is,
/// where it proves by itself that something is deeper than `limit`.
fn shows_more(b: f64, a: f64, limit: f64) -> bool {
    b > if a > limit { a + EQUALLY_DEEP_MM } else { a }
}

#[cfg(test)]
mod tests {
    use super::shows_more;

    /// A depth just below the limit was named for being equal to one that proves the gouge: the
    /// region said less than the tolerance.
    #[test]
    fn what_proves_no_gouge_is_not_named_for_being_equally_deep() {
        assert!(shows_more(0.010_000_2, 0.009_999_8, 0.01));
        assert!(!shows_more(0.010_000_6, 0.010_000_2, 0.01));
        assert!(shows_more(0.010_002, 0.010_000_2, 0.01));
        assert!(!shows_more(0.009_999_7, 0.009_999_8, 0.01));
    }
}
