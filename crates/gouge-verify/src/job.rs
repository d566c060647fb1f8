//! All motions against one body, in parallel: surface depth, then on which side the tools are, then
//! verdicts.
//!
//! Motions are cut into chunks of fixed size, each with fronts of its own, and the answers are
//! joined in program order: the outcome does not depend on the number of threads. With limited
//! time [`worst_first`](super::worst_first) has the order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::prelude::*;

use super::options::Options;
use super::plan::{CHUNK, Plans};
use super::prepared::PreparedComponent;
use super::progress::Progress;
use super::side::tell_sides;
use super::sighting::Lookout;
use super::surface::{DepthChunk, Depths, SurfaceDepth, ToolChecker};
use super::target::Target;
use super::tools::{HeldTool, PreparedTools};
use super::trials::{TrialChunk, Trials};
use super::verdict::Judge;
use crate::tolerance::FLOAT_MM;
use gouge_core::tree::{Course, Stats};
use gouge_mesh::geom::Vec3;

/// All motions against one body.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub target: Target<'a>,
    /// Index of the body.
    pub body: u32,
    pub tools: &'a PreparedTools<'a>,
    pub plans: &'a Plans<'a>,
    pub options: &'a Options,
    /// Motions that are proved clean already.
    pub proved: &'a [Option<[f64; 2]>],
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
        if let Some(until) = self.until {
            return self.worst_first(until);
        }
        let chunks: Vec<_> = self.chunks().map(|motions| self.chunk(motions)).collect();
        let mut stats = Stats::default();
        let chunks = chunks.into_iter().map(|(chunk, own)| {
            stats += own;
            chunk
        });
        let mut depths = Depths::new(CHUNK, chunks.collect());
        tell_sides(&self.target, self.plans, |motion| self.tool(motion), &mut depths);
        let told = self.chunks().zip(depths.into_chunks());
        let trials = told.map(|(motions, depths)| self.trials(motions, depths)).collect();
        Work { trials: Trials::new(trials), bounds: Vec::new(), stats }
    }

    /// All motions in chunks.
    fn chunks(&self) -> impl IndexedParallelIterator<Item = Range<usize>> {
        let count = self.plans.len();
        let chunk = move |i: usize| i * CHUNK..count.min((i + 1) * CHUNK);
        (0..count.div_ceil(CHUNK)).into_par_iter().map(chunk)
    }

    /// Verdicts over some motions.
    pub fn trials(&self, motions: Range<usize>, mut depths: DepthChunk) -> TrialChunk {
        let mut out = TrialChunk::with_capacity(motions.len());
        let stop = || self.progress.stopped(self.until);
        for (motion, at) in motions.zip(0..) {
            let (false, Some(depths)) = (stop(), depths.of(at)) else {
                out.skip();
                continue;
            };
            let Some(held) = self.tool(motion) else {
                out.pass();
                continue;
            };
            let ways = self.plans.ways(motion);
            let components = held.tool.components.iter();
            let trials = components.zip(depths).map(|(component, depth)| {
                let depth = SurfaceDepth { contact: depth.contact.take(), ..*depth };
                self.judge_of(held, component).judge(&ways, depth, &stop)
            });
            out.put(trials, self.target.body, &held.thresholds);
        }
        out
    }

    /// A component of a tool before the body.
    pub fn judge_of(&self, held: HeldTool<'a>, component: &'a PreparedComponent) -> Judge<'a> {
        Judge { target: self.target, component, thresholds: held.thresholds }
    }

    /// The tool that makes a motion which is to be checked, and what it is held to.
    pub fn tool(&self, motion: usize) -> Option<HeldTool<'a>> {
        self.tools.of(self.plans.case(motion, self.body)?)
    }

    /// What the surface says of some motions.
    pub fn chunk(&self, motions: Range<usize>) -> (DepthChunk, Stats) {
        let points = self.points(motions.clone());
        let course = Course { carry: self.options.front, points: &points };
        let mut checkers: BTreeMap<(u32, u32), ToolChecker> = BTreeMap::new();
        let mut out = DepthChunk::with_capacity(motions.len());
        let lookout = |observer| Lookout::new(observer, self.plans, (self.body, self.target.body));
        let mut lookout = self.progress.observer.as_ref().map(lookout);
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
            if !self.plans.checks(motion) {
                out.push(Some(Vec::new()));
                continue;
            }
            let Some(HeldTool { key, tool, thresholds }) = self.tool(motion) else {
                out.push(None);
                continue;
            };
            let Target { body, facets } = self.target;
            let checker = checkers
                .entry(key)
                .or_insert_with(|| ToolChecker::new(facets, body, tool, thresholds, course));
            let stop = || self.progress.stopped(self.until);
            let depths = checker.run(&self.plans.ways(motion), &stop);
            let whole = !stop();
            if let (true, Some(lookout)) = (whole, &mut lookout) {
                let roles = tool.components.iter().map(|c| c.component.role);
                lookout.look(motion, &thresholds, roles.zip(&depths));
            }
            out.push(whole.then_some(depths));
        }
        if let Some(lookout) = lookout {
            lookout.tell();
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
