//! The least raise that clears a motion: the raise found from the tool's shape alone is checked
//! against verdicts.

use super::super::contact::Stop;
use super::super::finding::{Finding, Verdict};
use super::super::plan::TimedPath;
use super::super::side::classify;
use super::super::surface::ToolChecker;
use super::super::target::Target;
use super::super::verdict::Effort;
use super::RegionQuery;
use super::in_the_way::InTheWay;
use crate::budget::{FEW_PIECES, HOLLOW_LIFT_TRIALS, LIFT_TRIALS};
use crate::tolerance::{LIFT_CLOSE, LIFT_SHARE};
use gouge_core::tree::Course;
use gouge_mesh::geom::Vec3;

impl RegionQuery<'_, '_> {
    /// The least raise after which a motion is clean, mm: no more than `most`, which clears it; up to
    /// `least` a surface is still too deep in the tool.
    ///
    /// Halved between these as long as a verdict says clean: what is returned is `most` or was
    /// judged so. Where a place that a verdict came upon is still in the way none is asked for.
    pub(super) fn least_raise(
        &self,
        paths: &[TimedPath],
        finding: &Finding,
        [least, most]: [f64; 2],
        stop: Stop,
    ) -> f64 {
        let gap = (LIFT_SHARE * self.judge.thresholds.tolerance).max(LIFT_CLOSE * most);
        let mut known = InTheWay::of(finding, self.held, self.judge.target, paths);
        let (mut low, mut high) = (least, most);
        let limit = self.judge.thresholds.most(self.judge.target.body).max(0.0);
        // What lies beneath, no deeper than the limit at the least, is left by as much more.
        let beneath = low + limit;
        let mut components = self.held.tool.components.iter();
        let hollow = components.any(|c| c.movers().count() > FEW_PIECES);
        let most_trials = if hollow { HOLLOW_LIFT_TRIALS } else { LIFT_TRIALS };
        let (mut next, mut trials) = (low, 0);
        while high - low > gap && trials < most_trials && !stop() {
            let blocked = known.shows(next);
            trials += usize::from(!blocked);
            match !blocked && self.is_clean_after(&mut known, paths, next, stop) {
                true => high = next,
                false => low = next,
            }
            next = if low < beneath && beneath < high { beneath } else { 0.5 * (low + high) };
        }
        high
    }

    /// Whether the tool would be clean on paths raised by so much, mm; learns what is in the way.
    fn is_clean_after(
        &self,
        known: &mut InTheWay,
        paths: &[TimedPath],
        by: f64,
        stop: Stop,
    ) -> bool {
        let Target { body, facets } = self.judge.target;
        let paths: Vec<TimedPath> =
            paths.iter().map(|timed| timed.moved(&(Vec3::z() * by))).collect();
        let Some(start) = paths.first().map(|timed| timed.path.at(0.0)) else { return false };
        let (tool, thresholds) = (self.held.tool, self.held.thresholds);
        let mut depths = Vec::new();
        // Advice is not worth the time that undecided bounds may take.
        let checker = ToolChecker::new(facets, body, tool, thresholds, Course::ALONE);
        checker.coarse().run(&paths, stop, &mut depths);
        for (component, depth) in tool.components.iter().zip(&mut depths) {
            depth.side = classify(&self.judge.target, component, &start);
        }
        let of = (self.held, Effort::Brief);
        let mut trials = self.job.judged_on(of, &paths, &mut depths, stop);
        let blocked = trials.find(|trial| trial.verdict != Verdict::Clean);
        blocked.iter().for_each(|trial| known.learn(trial, by));
        blocked.is_none() && !stop()
    }
}
