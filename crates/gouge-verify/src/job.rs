//! All motions against one body, in parallel: surface depth, then on which side the tools are, then
//! verdicts.
//!
//! Motions are cut into chunks of fixed size, each with fronts of its own, and the answers are
//! joined in program order: the outcome does not depend on the number of threads. With limited
//! time the chunks are short and come worst first.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::check::{Options, Progress, most};
use super::coarse_bound::coarse_bound;
use super::plan::Plans;
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
    pub plans: &'a Plans<'a>,
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
                let chunks: Vec<_> = self.chunks().map(|motions| self.chunk(motions)).collect();
                let (depths, stats) = join(chunks);
                (depths, Vec::new(), stats)
            }
            Some(until) => self.worst_first(until),
        };
        let sides = sides(&self.target, self.plans, self.tools, &depths);
        let chunks = self.chunks().map(|motions| self.trials(motions, &depths, &sides));
        Work { trials: Trials::join(chunks.collect()), bounds, stats }
    }

    /// All motions in chunks.
    fn chunks(&self) -> impl IndexedParallelIterator<Item = Range<usize>> {
        let count = self.plans.len();
        let chunk = move |i: usize| i * CHUNK..count.min((i + 1) * CHUNK);
        (0..count.div_ceil(CHUNK)).into_par_iter().map(chunk)
    }

    /// Verdicts over some motions.
    fn trials(&self, motions: Range<usize>, depths: &Depths, sides: &[Side]) -> Trials {
        let mut out = Trials::default();
        let stop = || self.progress.stopped(self.until);
        for motion in motions {
            let (false, Some(span)) = (stop(), depths.span(motion)) else {
                out.skip();
                continue;
            };
            let ways = self.plans.ways(motion);
            let all = self.components(motion).iter().zip(depths.of(motion).unwrap_or_default());
            let trials = all.zip(&sides[span]).map(|((component, depth), side)| {
                self.judge_of(component).judge(&ways, *depth, *side, stop)
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
        let bounds: Vec<f64> = (0..self.plans.len())
            .into_par_iter()
            .map(|motion| {
                if self.progress.stopped(Some(look_until)) {
                    let tool = self.plans.ends(motion).map(|(tool, _)| tool);
                    return most(tool, self.tools, self.target.body, &self.thresholds);
                }
                let ways = self.plans.ways(motion);
                let bound = |c: &PreparedComponent| {
                    coarse_bound(self.target.facets, c, &ways) + self.thicker(c)
                };
                self.components(motion).iter().map(bound).fold(0.0, f64::max)
            })
            .collect();
        let worst =
            |at: &usize| bounds[*at..].iter().take(SHORT_CHUNK).copied().fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..self.plans.len()).step_by(SHORT_CHUNK).collect();
        order.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
        let chunk = |at: usize| {
            let end = self.plans.len().min(at + SHORT_CHUNK);
            (at, self.chunk(at..end))
        };
        // A bridge hands the chunks out in their order.
        let mut chunks: Vec<_> = order.into_iter().par_bridge().map(chunk).collect();
        chunks.sort_by_key(|(at, _)| *at);
        let (depths, stats) = join(chunks.into_iter().map(|(_, chunk)| chunk).collect());
        (depths, bounds, stats)
    }

    /// The components of the tool that makes a motion which is to be checked.
    fn components(&self, motion: usize) -> &'a [PreparedComponent] {
        let tool = self.plans.ends(motion).and_then(|(tool, _)| self.tools.get(&tool));
        tool.map_or(&[], |tool| &tool.components)
    }

    /// What a component's depth counts more than it is, mm.
    fn thicker(&self, component: &PreparedComponent) -> f64 {
        let Self { thresholds, target, .. } = self;
        component.grow + thresholds.allowance(target.body).max(0.0)
    }

    /// What the surface says of some motions.
    fn chunk(&self, motions: Range<usize>) -> (Depths, Stats) {
        let points = self.points(motions.clone());
        let course = Course { carry: self.options.front, points: &points };
        let mut checkers: BTreeMap<u32, ToolChecker> = BTreeMap::new();
        let mut out = Depths::default();
        for motion in motions {
            if self.progress.stopped(self.until) {
                out.push(None);
                continue;
            }
            self.progress.done.fetch_add(1, Ordering::Relaxed);
            if self.proved.get(motion).is_some_and(Option::is_some) {
                out.push(None);
                continue;
            }
            let Some((number, _)) = self.plans.ends(motion) else {
                out.push(Some(&[]));
                continue;
            };
            let Some(tool) = self.tools.get(&number) else {
                out.push(None);
                continue;
            };
            let Target { body, facets } = self.target;
            let checker = checkers
                .entry(number)
                .or_insert_with(|| ToolChecker::new(facets, body, tool, self.thresholds, course));
            let stop = || self.progress.stopped(self.until);
            let depths = checker.run(&self.plans.ways(motion), &stop);
            out.push((!stop()).then_some(&depths[..]));
        }
        let mut stats = Stats::default();
        checkers.values().for_each(|c| stats += c.stats());
        (out, stats)
    }

    /// Where some motions begin and end, one after the other.
    fn points(&self, motions: Range<usize>) -> Vec<Vec3> {
        let mut points: Vec<Vec3> = Vec::with_capacity(motions.len() + 1);
        let mut end: Option<Vec3> = None;
        for (_, [from, to]) in motions.filter_map(|motion| self.plans.ends(motion)) {
            points.extend(end.filter(|end| (end - from).norm() > FLOAT_MM));
            points.push(from);
            end = Some(to);
        }
        points.extend(end);
        points
    }
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
