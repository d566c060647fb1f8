//! All motions against one body, in parallel: surface depth, then on which side the tools are, then
//! verdicts.
//!
//! Motions are cut into chunks of fixed size, each with fronts of its own, and the answers are
//! joined in program order: the outcome does not depend on the number of threads. With limited
//! time the chunks are short and come worst first.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::check::{Options, Progress, most};
use super::coarse_bound::coarse_bound;
use super::plan::Plan;
use super::prepared::{PreparedComponent, PreparedTool};
use super::side::sides;
use super::surface::{Depths, ToolChecker};
use super::target::Target;
use super::thresholds::Thresholds;
use super::verdict::{Judge, Trials};
use crate::tolerance::FLOAT_MM;
use gouge_core::tree::{Course, Stats};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;

/// Motions in one chunk.
pub(super) const CHUNK: usize = 256;

/// Motions in one chunk when the time is limited.
const SHORT_CHUNK: usize = 16;

/// At most one part in so many of the time goes into finding out what is worst.
const LOOK_SHARE: usize = 4;

/// The end of the first part when `parts` share what is left until `end`.
pub(super) fn share(end: Instant, parts: usize) -> Instant {
    let now = Instant::now();
    let each = end.saturating_duration_since(now).checked_div(parts as u32);
    now + each.unwrap_or(Duration::ZERO)
}

/// All motions against one body.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub target: Target<'a>,
    pub tools: &'a BTreeMap<u32, PreparedTool>,
    pub plans: &'a [Plan],
    pub options: &'a Options,
    /// Motions that are proved clean already.
    pub proved: &'a [Option<[f64; 2]>],
    pub thresholds: Thresholds,
    pub progress: &'a Progress,
    pub until: Option<Instant>,
}

/// What was done to one body.
#[derive(Default)]
pub(super) struct Work {
    /// For every motion what its components did.
    pub trials: Trials,
    /// For every motion how deep a facet may lie in the tool, mm; empty when nobody asked.
    pub bounds: Vec<f64>,
    pub stats: Stats,
}

impl<'a> Job<'a> {
    /// Does it.
    pub fn run(&self) -> Work {
        let (depths, bounds, stats) = match self.until {
            None => {
                let chunks = self.plans.par_chunks(CHUNK).enumerate();
                let chunks: Vec<_> =
                    chunks.map(|(i, plans)| self.chunk(i * CHUNK, plans)).collect();
                let (depths, stats) = join(chunks);
                (depths, Vec::new(), stats)
            }
            Some(until) => self.worst_first(until),
        };
        let sides = sides(&self.target, self.plans, self.tools, &depths);
        let chunks = self.plans.par_chunks(CHUNK).enumerate();
        let chunks = chunks.map(|(i, plans)| self.trials(i * CHUNK, plans, &depths, &sides));
        Work { trials: Trials::join(chunks.collect()), bounds, stats }
    }

    /// Verdicts over some plans, the first of them the program's `first`.
    fn trials(&self, first: usize, plans: &[Plan], depths: &Depths, sides: &[Side]) -> Trials {
        let mut out = Trials::default();
        let stop = || self.progress.stopped(self.until);
        for (motion, plan) in (first..).zip(plans) {
            let (false, Some(span)) = (stop(), depths.span(motion)) else {
                out.skip();
                continue;
            };
            let (components, ways) = match plan {
                Plan::Check { ways, .. } => (self.components(plan), &ways[..]),
                Plan::Over | Plan::Approach(_) | Plan::Unknown(_) => (&[][..], &[][..]),
            };
            let all = components.iter().zip(depths.of(motion).unwrap_or_default());
            let trials = all.zip(&sides[span]).map(|((component, depth), side)| {
                self.judge_of(component).judge(ways, *depth, *side, stop)
            });
            out.put(trials, self.target.body, &self.thresholds);
        }
        out
    }

    /// A component before the body.
    pub fn judge_of(&self, component: &'a PreparedComponent) -> Judge<'a> {
        Judge { target: self.target, component, thresholds: self.thresholds }
    }

    /// Until the time is over: short chunks, those with the worst bounds first.
    fn worst_first(&self, until: Instant) -> (Depths, Vec<f64>, Stats) {
        let look_until = share(until, LOOK_SHARE);
        let bounds: Vec<f64> = self
            .plans
            .par_iter()
            .map(|plan| match plan {
                Plan::Check { ways, .. } if !self.progress.stopped(Some(look_until)) => {
                    let bound = |c: &PreparedComponent| {
                        coarse_bound(self.target.facets, c, ways) + self.thicker(c)
                    };
                    self.components(plan).iter().map(bound).fold(0.0, f64::max)
                }
                _ => most(plan, self.tools, self.target.body, &self.thresholds),
            })
            .collect();
        let worst =
            |at: &usize| bounds[*at..].iter().take(SHORT_CHUNK).copied().fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..self.plans.len()).step_by(SHORT_CHUNK).collect();
        order.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
        let chunk = |at: usize| {
            let end = self.plans.len().min(at + SHORT_CHUNK);
            (at, self.chunk(at, &self.plans[at..end]))
        };
        // A bridge hands the chunks out in their order.
        let mut chunks: Vec<_> = order.into_iter().par_bridge().map(chunk).collect();
        chunks.sort_by_key(|(at, _)| *at);
        let (depths, stats) = join(chunks.into_iter().map(|(_, chunk)| chunk).collect());
        (depths, bounds, stats)
    }

    /// The components of the tool that makes a motion.
    fn components(&self, plan: &Plan) -> &[PreparedComponent] {
        match plan {
            Plan::Check { tool, .. } => self.tools.get(tool).map_or(&[], |t| &t.components),
            Plan::Over | Plan::Approach(_) | Plan::Unknown(_) => &[],
        }
    }

    /// What a component's depth counts more than it is, mm.
    fn thicker(&self, component: &PreparedComponent) -> f64 {
        let Self { thresholds, target, .. } = self;
        component.grow + thresholds.allowance(target.body).max(0.0)
    }

    /// Some plans, the first of them the program's `first`.
    fn chunk(&self, first: usize, plans: &[Plan]) -> (Depths, Stats) {
        let points = points(plans);
        let course = Course { carry: self.options.front, points: &points };
        let mut checkers: BTreeMap<u32, ToolChecker> = BTreeMap::new();
        let mut out = Depths::default();
        for (i, plan) in plans.iter().enumerate() {
            if self.progress.stopped(self.until) {
                out.push(None);
                continue;
            }
            self.progress.done.fetch_add(1, Ordering::Relaxed);
            if self.proved.get(first + i).is_some_and(Option::is_some) {
                out.push(None);
                continue;
            }
            let Plan::Check { tool: number, ways, .. } = plan else {
                out.push(Some(&[]));
                continue;
            };
            let Some(tool) = self.tools.get(number) else {
                out.push(None);
                continue;
            };
            let Target { body, facets } = self.target;
            let checker = checkers
                .entry(*number)
                .or_insert_with(|| ToolChecker::new(facets, body, tool, self.thresholds, course));
            let stop = || self.progress.stopped(self.until);
            let depths = checker.run(ways, &stop);
            out.push((!stop()).then_some(&depths[..]));
        }
        let mut stats = Stats::default();
        checkers.values().for_each(|c| stats += c.stats());
        (out, stats)
    }
}

/// Where the motions begin and end, one after the other.
fn points(plans: &[Plan]) -> Vec<Vec3> {
    let mut points: Vec<Vec3> = Vec::with_capacity(plans.len() + 1);
    let mut end: Option<Vec3> = None;
    for plan in plans {
        let Plan::Check { ways, .. } = plan else { continue };
        let (Some(first), Some(last)) = (ways.first(), ways.last()) else { continue };
        let start = first.path.at(0.0);
        points.extend(end.filter(|end| (end - start).norm() > FLOAT_MM));
        points.push(start);
        end = Some(last.path.at(1.0));
    }
    points.extend(end);
    points
}

/// Puts the chunks of a body, in program order, together.
fn join(chunks: Vec<(Depths, Stats)>) -> (Depths, Stats) {
    let mut all = (Depths::default(), Stats::default());
    for (depths, stats) in chunks {
        all.0.append(&depths);
        all.1 += stats;
    }
    all
}
