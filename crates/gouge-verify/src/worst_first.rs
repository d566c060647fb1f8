//! Tries all motions against one body when time is limited: short chunks, those with the worst
//! bounds first, a round at a time.
//!
//! A round measures the surface depth of as many motions as half of the remaining time allows, and
//! judges them before the next one begins: no measurement is lost when the time is over.

use std::time::Instant;

use rayon::prelude::*;

use super::chunk::{DepthChunk, Depths};
use super::coarse_bound::coarse_bound;
use super::job::{Job, Work};
use super::plan::CHUNK;
use super::prepared::PreparedComponent;
use super::progress::share;
use super::side::Sides;
use super::tools::HeldTool;
use super::trials::{TrialChunk, Trials};
use gouge_core::tree::Stats;

/// Motions in one chunk; of these make a [`CHUNK`].
const SHORT_CHUNK: usize = 16;

/// At most one part in so many of the time goes into finding out what is worst.
const LOOK_SHARE: usize = 4;

impl Job<'_> {
    /// Until the time is over.
    pub fn worst_first(&self, until: Instant) -> Work {
        let bounds = self.look(share(until, LOOK_SHARE));
        let count = self.plans.len();
        let worst =
            |at: &usize| bounds[*at..].iter().take(SHORT_CHUNK).copied().fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..count).step_by(SHORT_CHUNK).collect();
        order.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
        let mut tried: Vec<Option<TrialChunk>> = Vec::new();
        tried.resize_with(order.len(), || None);
        let mut stats = Stats::default();
        let mut left = order.as_slice();
        while !left.is_empty() && !self.progress.stopped(Some(until)) {
            let asked = self.ask(left, share(until, 2));
            left = &left[asked.len()..];
            asked.iter().for_each(|(_, _, own)| stats += *own);
            for (at, trials) in self.judge_round(asked) {
                tried[at / SHORT_CHUNK] = Some(trials);
            }
        }
        let mut chunks: Vec<TrialChunk> = Vec::with_capacity(count.div_ceil(CHUNK));
        for (chunk, at) in tried.into_iter().zip((0..count).step_by(SHORT_CHUNK)) {
            if at % CHUNK == 0 {
                chunks.push(TrialChunk::with_capacity(CHUNK));
            }
            let motions = count.min(at + SHORT_CHUNK) - at;
            if let Some(last) = chunks.last_mut() {
                last.append(chunk.unwrap_or_else(|| TrialChunk::untried(motions)));
            }
        }
        let mut trials = Trials::with_capacity(count);
        chunks.into_iter().for_each(|chunk| trials.push(chunk));
        Work { trials, bounds, stats }
    }

    /// How deep each motion can be at most, mm; at once how deep anything can be in its tool where
    /// the time does not allow a look.
    fn look(&self, until: Instant) -> Vec<f64> {
        let one = |motion| {
            let Some(held): Option<HeldTool> = self.tool(motion) else { return 0.0 };
            if self.progress.stopped(Some(until)) {
                return held.most(self.target.body);
            }
            let paths = self.plans.paths(motion);
            let kept = held.thresholds.allowance(self.target.body).max(0.0);
            let bound =
                |c: &PreparedComponent| coarse_bound(self.target.facets, c, &paths) + c.grow + kept;
            held.tool.components.iter().map(bound).fold(0.0, f64::max)
        };
        (0..self.plans.len()).into_par_iter().map(one).collect()
    }

    /// Surface depths of the chunks that begin at `order`, of as many as can be begun in time: the
    /// first of them, in their order.
    fn ask(&self, order: &[usize], until: Instant) -> Vec<(usize, DepthChunk, Stats)> {
        // One at least, or there would be no end of rounds.
        let begin = |(i, _): &(usize, &usize)| *i == 0 || !self.progress.stopped(Some(until));
        let one = |(i, &at): (usize, &usize)| {
            let (depths, stats) = self.chunk(self.short(at));
            (i, (at, depths, stats))
        };
        // A bridge hands the chunks out in their order.
        let begun = order.iter().enumerate().take_while(begin);
        let mut asked: Vec<_> = begun.par_bridge().map(one).collect();
        asked.sort_by_key(|(i, _)| *i);
        asked.into_iter().map(|(_, chunk)| chunk).collect()
    }

    /// Verdicts over the chunks that were asked about, each with where it begins.
    fn judge_round(&self, asked: Vec<(usize, DepthChunk, Stats)>) -> Vec<(usize, TrialChunk)> {
        let order: Vec<usize> = asked.iter().map(|(at, ..)| *at).collect();
        let mut chunks: Vec<DepthChunk> = Vec::new();
        chunks.resize_with(self.plans.len().div_ceil(SHORT_CHUNK), DepthChunk::default);
        for (at, depths, _) in asked {
            chunks[at / SHORT_CHUNK] = depths;
        }
        let mut depths = Depths::new(SHORT_CHUNK, 0, chunks);
        let mut sides = Sides::new(&self.target, self.plans, |motion| self.tool(motion));
        sides.forwards(&mut depths);
        sides.backwards(&mut depths);
        let mut chunks = depths.into_chunks();
        let told = order.into_iter().map(|at| (at, std::mem::take(&mut chunks[at / SHORT_CHUNK])));
        let told: Vec<(usize, DepthChunk)> = told.collect();
        let one = |(at, depths)| (at, self.trials(self.short(at), depths));
        told.into_iter().par_bridge().map(one).collect()
    }

    /// The motions of a short chunk.
    fn short(&self, at: usize) -> std::ops::Range<usize> {
        at..self.plans.len().min(at + SHORT_CHUNK)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::super::thresholds::Slack;
    use super::*;
    use crate::body::Body;
    use crate::options::Options;
    use crate::plan::Plans;
    use crate::planner::Planner;
    use crate::progress::Progress;
    use crate::target::Target;
    use crate::tools::PreparedTools;
    use gouge_core::tool::Spec;
    use gouge_mesh::geom::Vec3;
    use gouge_mesh::mesh::{Mesh, defects};
    use gouge_nc::{Motion, Motions};

    /// The surface was asked about every motion before any was judged: a time too short for that
    /// proved nothing at all.
    #[test]
    fn what_was_asked_is_judged_before_more_is_asked() {
        let mesh = Mesh {
            vertices: [[0.0, 0.0], [40.0, 0.0], [0.0, 40.0]]
                .map(|[x, y]| Vec3::new(x, y, 0.0))
                .into(),
            triangles: vec![[0, 1, 2]],
        };
        let body = Body::new(&mesh, &defects::examine(&mesh), false);
        let row = |i: usize| [1.0, 1.0 + 0.1 * i as f64, -0.1];
        let motions: Motions = (0..100).map(|i| Motion::feed(1, row(i), row(i + 1))).collect();
        let plans = Plans::new(&motions, Planner::new(Vec3::zeros(), None, 50.0), |_| true);
        let options = Options::default();
        let specs = BTreeMap::from([(1, Spec::parse("ball:4", Path::new(".")).unwrap())]);
        let tools = PreparedTools::new(&specs, &options, |_, _| 100.0, Slack::rounding(1e-9));
        let facets = (options.engine.build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let progress = Progress::default();
        let job = Job::new(target, &tools, &plans, &options, &progress);
        let order = [48, 0, 16, 32];
        // The time is over at once: one chunk is asked about all the same, and then judged.
        let asked = job.ask(&order, Instant::now());
        assert_eq!(asked.iter().map(|(at, ..)| *at).collect::<Vec<_>>(), [48]);
        let judged = job.judge_round(asked);
        assert_eq!(judged.len(), 1);
        let mut trials = Trials::default();
        judged.into_iter().for_each(|(_, chunk)| trials.push(chunk));
        assert!((0..SHORT_CHUNK).all(|i| trials.clean_to(i).is_some() && !trials.of(i).is_empty()));
    }
}
