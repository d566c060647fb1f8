//! Tries all motions against one body, in parallel: surface depth, then the side that each tool is
//! on, then verdicts.
//!
//! Motions are cut into chunks of fixed size, each with fronts of its own, and the answers are
//! joined in program order: the outcome does not depend on the number of threads. With limited time
//! [`worst_first`](super::worst_first) sets the order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::prelude::*;

use super::capped::CappedBody;
use super::chunk::{ClearStretch, DepthChunk, Depths, SurfaceDepth};
use super::contact::Stop;
use super::limits::Case;
use super::options::Options;
use super::packed_trial::TrialOf;
use super::plan::{CHUNK, Plans, TimedPath, WAVE};
use super::prepared::PreparedComponent;
use super::progress::Progress;
use super::route::Route;
use super::side::Sides;
use super::sighting::SightingWatch;
use super::surface::ToolChecker;
use super::target::Target;
use super::tools::{HeldTool, PreparedTools};
use super::trials::{TrialChunk, Trials};
use super::verdict::{Effort, Judge, Trial};
use gouge_core::tree::{Course, Stats};
use gouge_mesh::geom::Aabb;

/// All motions against one body.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub target: Target<'a>,
    /// The body with its holes capped, where it has any that can be.
    pub capped: Option<&'a CappedBody<'a>>,
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

/// The results for one body.
#[derive(Default)]
pub(super) struct Work {
    /// For every motion the trials of its components.
    pub trials: Trials,
    /// For every motion how deep a facet may lie in the tool, mm; empty when nobody asked.
    pub bounds: Vec<f64>,
    pub stats: Stats,
}

/// The tool of the motion before, which is mostly that of the next one too.
#[derive(Default)]
struct LastTool<'a>(Option<(Case, Option<HeldTool<'a>>)>);

impl<'a> LastTool<'a> {
    /// As [`Job::tool`] has it.
    fn tool(&mut self, job: &Job<'a>, motion: usize) -> Option<HeldTool<'a>> {
        self.of(job, job.plans.case(motion, job.body)?)
    }

    /// The tool of a case before the body of the job.
    #[inline]
    fn of(&mut self, job: &Job<'a>, case: Case) -> Option<HeldTool<'a>> {
        match self.0 {
            Some((last, held)) if last == case => held,
            _ => self.0.insert((case, job.tools.of(case))).1,
        }
    }
}

impl<'a> Job<'a> {
    /// For the first body, with no holes capped, no motions proved and no deadline.
    pub fn new(
        target: Target<'a>,
        tools: &'a PreparedTools<'a>,
        plans: &'a Plans<'a>,
        options: &'a Options,
        progress: &'a Progress,
    ) -> Self {
        let (capped, body, proved, until) = (None, 0, &[][..], None);
        Self { target, capped, body, tools, plans, options, proved, progress, until }
    }

    /// Runs the job.
    pub fn run(&self) -> Work {
        if let Some(until) = self.until {
            return self.worst_first(until);
        }
        let trials = Trials::with_capacity(self.plans.len());
        let mut work = Work { trials, ..Work::default() };
        let mut sides = Sides::new(&self.target, self.plans, |motion| self.tool(motion));
        let mut waiting = Depths::new(CHUNK, 0, Vec::new());
        let mut judged: Vec<TrialChunk> = Vec::new();
        // What the surface says of a wave is not kept for longer than later ones can tell its
        // sides.
        for first in (0..self.plans.len()).step_by(WAVE) {
            let chunks = (first..self.plans.len().min(first + WAVE)).into_par_iter();
            let chunks = chunks.step_by(CHUNK).map(|first| self.chunk(self.motions(first)));
            // What was judged before is put away beside it.
            let put = || judged.drain(..).for_each(|chunk| work.trials.push(chunk));
            let (searched, ()) = rayon::join(|| chunks.collect::<Vec<_>>(), put);
            let mut wave = Vec::new();
            for (chunk, own) in searched {
                work.stats += own;
                wave.push(chunk);
            }
            let mut wave = Depths::new(CHUNK, first, wave);
            sides.forwards(&mut wave);
            let more = first + WAVE < self.plans.len() && sides.waits(&mut wave);
            waiting.append(wave);
            if !more {
                let after = Depths::new(CHUNK, waiting.end(), Vec::new());
                let mut told = std::mem::replace(&mut waiting, after);
                sides.backwards(&mut told);
                self.judged(told).collect_into_vec(&mut judged);
            }
        }
        judged.drain(..).for_each(|chunk| work.trials.push(chunk));
        work
    }

    /// The motions of the chunk that begins at one.
    fn motions(&self, first: usize) -> Range<usize> {
        first..self.plans.len().min(first + CHUNK)
    }

    /// Verdicts over a stretch of motions, chunk by chunk.
    fn judged(&self, mut depths: Depths) -> impl IndexedParallelIterator<Item = TrialChunk> {
        let firsts: Vec<usize> = depths.chunks().map(|(first, _)| first).collect();
        let chunks = firsts.into_par_iter().zip(depths.into_chunks());
        chunks.map(|(first, chunk)| self.trials(self.motions(first), chunk))
    }

    /// Verdicts over some motions.
    pub fn trials(&self, motions: Range<usize>, mut depths: DepthChunk) -> TrialChunk {
        let mut out = TrialChunk::with_capacity(motions.len());
        let stop = || self.progress.stopped(self.until);
        let told = depths.told.take();
        let clear = depths.take_clear();
        let mut clear = clear.iter().peekable();
        let mut in_hand = LastTool::default();
        while out.len() < motions.len() {
            let (at, motion) = (out.len(), motions.start + out.len());
            let stretch = clear.next_if(|stretch| stretch.first == at);
            let (false, Some(depths)) = (stop(), depths.of(at)) else {
                out.skip();
                continue;
            };
            let Some(held) = in_hand.tool(self, motion) else {
                out.pass();
                continue;
            };
            if let Some(sides) = &told {
                depths.iter_mut().zip(sides).for_each(|(depth, side)| depth.side = *side);
            }
            if let Some(ClearStretch { count, room, .. }) = stretch
                && let Some(clean_to) = self.clean_to(held, depths, room)
            {
                out.put_clean(clean_to, *count);
                continue;
            }
            let paths = self.plans.paths(motion);
            let trials = self.judged_on((held, Effort::Decide), &paths, depths, &stop);
            let (number, body, thresholds) = (self.body, self.target.body, &held.thresholds);
            let (index, motion) = (motion as u32, &self.plans.motion(motion));
            out.put(trials, TrialOf { index, motion, number, body, thresholds });
        }
        out
    }

    /// The verdict on each component of a tool on some paths, with `depths` the surface depths;
    /// takes the contacts.
    pub fn judged_on<'q>(
        &'q self,
        (held, effort): (HeldTool<'a>, Effort),
        paths: &'q [TimedPath],
        depths: &'q mut [SurfaceDepth],
        stop: Stop<'q>,
    ) -> impl Iterator<Item = Trial> + 'q {
        let most = most(depths);
        held.narrowed(self.target.body).zip(depths).map(move |((component, narrowed), depth)| {
            let depth = SurfaceDepth { contact: depth.contact.take(), ..*depth };
            let judge = Judge { effort, ..self.judge_of(held, component) };
            judge.judge(paths, depth, most, narrowed, stop)
        })
    }

    /// How deep motions whose control points are in `room` and which share one surface depth are at
    /// most, the allowance counted, mm; `None` where they cannot be proved clean all at once.
    fn clean_to(&self, held: HeldTool<'a>, depths: &[SurfaceDepth], room: &Aabb) -> Option<f64> {
        let most = most(depths);
        let one = |(component, depth): (&'a PreparedComponent, &SurfaceDepth)| {
            self.judge_of(held, component).clean_to(room, depth.clone(), most)
        };
        held.tool
            .components
            .iter()
            .zip(depths)
            .map(one)
            .try_fold(0.0, |clean_to, own| Some(own?.max(clean_to)))
    }

    /// A component of a tool before the body.
    pub fn judge_of(&self, held: HeldTool<'a>, component: &'a PreparedComponent) -> Judge<'a> {
        let judge = Judge::new(self.target, component, held.thresholds);
        Judge { capped: self.capped, ..judge }
    }

    /// The tool that makes a motion which is to be checked, and what it is checked against.
    pub fn tool(&self, motion: usize) -> Option<HeldTool<'a>> {
        self.tools.of(self.plans.case(motion, self.body)?)
    }

    /// The surface depths of some motions.
    pub fn chunk(&self, motions: Range<usize>) -> (DepthChunk, Stats) {
        let mut in_hand = LastTool::default();
        let is_proved = |motion: usize| self.proved.get(motion).is_some_and(Option::is_some);
        let route = Route::new(self.plans, motions.clone(), self.body, |motion, case| {
            let held = if is_proved(motion) { None } else { in_hand.of(self, case) };
            held.map(|held| held.key)
        });
        let course = Course { carry: self.options.front, points: &route.points };
        let mut checkers: BTreeMap<(u32, u32), ToolChecker> = BTreeMap::new();
        let mut out = DepthChunk::with_capacity(motions.len());
        let mut depths: Vec<SurfaceDepth> = Vec::new();
        let lookout =
            |observer| SightingWatch::new(observer, self.plans, (self.body, self.target.body));
        let mut lookout = self.progress.observer.as_ref().map(lookout);
        while out.len() < motions.len() {
            let (at, motion) = (out.len(), motions.start + out.len());
            if self.progress.stopped(self.until) {
                out.skip();
                continue;
            }
            self.progress.done.fetch_add(1, Ordering::Relaxed);
            if is_proved(motion) {
                out.skip();
                continue;
            }
            if !self.plans.is_checked_anywhere(motion) {
                out.push(&mut Vec::new());
                continue;
            }
            let Some(HeldTool { key, tool, thresholds, .. }) = in_hand.tool(self, motion) else {
                out.skip();
                continue;
            };
            let Target { body, facets } = self.target;
            let checker = checkers
                .entry(key)
                .or_insert_with(|| ToolChecker::new(facets, body, tool, thresholds, course));
            let points = route.straight(at);
            if let count @ 1.. = checker.clear(points, &mut depths) {
                self.progress.done.fetch_add(count as u64 - 1, Ordering::Relaxed);
                out.push_clear(&mut depths, &points[..=count]);
                continue;
            }
            let stop = || self.progress.stopped(self.until);
            checker.run(&self.plans.paths(motion), &stop, &mut depths);
            let whole = !stop();
            if let (true, Some(lookout)) = (whole, &mut lookout) {
                let roles = tool.components.iter().map(|c| c.component.role);
                lookout.look(motion, &thresholds, roles.zip(&depths));
            }
            if whole { out.push(&mut depths) } else { out.skip() }
        }
        if let Some(lookout) = lookout {
            lookout.tell();
        }
        let mut stats = Stats::default();
        checkers.values().for_each(|c| stats += c.stats());
        // Where facets are missing each motion is looked at by itself.
        out.chain = route.chain.filter(|_| !self.target.body.has_gaps()).filter(|_| {
            let tool =
                in_hand.tool(self, motions.start).map_or(&[][..], |held| &held.tool.components);
            out.all(tool.len(), |i, depth| {
                tool[i].keeps_side(depth.depth[1] + self.target.body.crack_mm())
            })
        });
        (out, stats)
    }
}

/// No surface is deeper in the whole tool, mm.
fn most(depths: &[SurfaceDepth]) -> f64 {
    depths.iter().map(|d| d.depth[1]).fold(f64::NEG_INFINITY, f64::max)
}
