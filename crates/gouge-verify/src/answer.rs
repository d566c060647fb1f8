//! The answer for one motion: what the components of its tool did to the bodies, joined.

use std::sync::Arc;

use rayon::prelude::*;

use super::body::Body;
use super::finding::{Coverage, Doubt, MotionOutcome, Verdict};
use super::job::Work;
use super::limits::Case;
use super::outcomes::{OutcomeChunk, Outcomes};
use super::plan::{CHUNK, Plan, Plans, WAVE};
use super::reason;
use super::tools::PreparedTools;
use gouge_nc::MotionRef;

/// The data that the answers come from.
pub(super) struct Answers<'a> {
    pub bodies: &'a [Body<'a>],
    pub tools: &'a PreparedTools<'a>,
    pub plans: &'a Plans<'a>,
    /// Motions that are proved clean already.
    pub proved: &'a [Option<[f64; 2]>],
    /// The results for each body.
    pub works: &'a [Work],
}

impl Answers<'_> {
    /// The bounds of a motion that is proved clean already, mm.
    pub fn known(&self, motion: usize) -> Option<[f64; 2]> {
        self.proved.get(motion).copied().flatten()
    }

    /// The answer for every motion, and how much of the program they cover.
    pub fn all(&self) -> (Outcomes, Coverage) {
        let count = self.plans.len();
        let (mut answers, mut coverage) = (Outcomes::with_capacity(count), Coverage::default());
        let mut wave = Vec::new();
        // One after the other, so that rounding does not depend on the number of threads.
        let mut length = 0.0;
        let mut put = |wave: Vec<(OutcomeChunk, Coverage)>| {
            for (chunk, counted) in wave {
                let whole = counted.checked == counted.motions;
                let first = answers.len();
                answers.push(chunk);
                for motion in first..answers.len() {
                    if whole || self.checked(motion, &answers.at(motion)) {
                        length += answers.length(motion);
                    }
                }
                coverage = coverage.joined(counted);
            }
        };
        for first in (0..count).step_by(WAVE) {
            let firsts = (first..count.min(first + WAVE)).into_par_iter().step_by(CHUNK);
            let next = firsts.map(|first| self.chunk(first));
            (wave, ()) = rayon::join(|| next.collect(), || put(wave));
        }
        put(wave);
        coverage.length_mm = length;
        (answers, coverage)
    }

    /// The answers for the chunk of motions that begins at one, and how much of it they cover.
    fn chunk(&self, first: usize) -> (OutcomeChunk, Coverage) {
        let motions = first..self.plans.len().min(first + CHUNK);
        let count = motions.len() as u64;
        let mut coverage = Coverage { motions: count, ..Coverage::default() };
        if self.is_quiet(first) && motions.clone().all(|i| self.plans.is_checked(i)) {
            let one = |i: usize| [self.plans.length(i), self.most_quiet(i)];
            (coverage.checked, coverage.clean) = (count, count);
            return (OutcomeChunk::clean(motions.map(one)), coverage);
        }
        let one = |i: usize| {
            let answer = self.of(i);
            self.count(i, &answer, &mut coverage);
            answer
        };
        (motions.map(one).collect(), coverage)
    }

    /// Whether there is no more to say of the chunk of motions that begins at one than how deep
    /// they are at most: all were tried and none left anything else.
    fn is_quiet(&self, first: usize) -> bool {
        self.proved.is_empty() && self.works.iter().all(|work| work.trials.is_quiet(first))
    }

    /// How deep what left nothing to say is at most in a motion, mm.
    fn most_quiet(&self, i: usize) -> f64 {
        self.works.iter().filter_map(|work| work.trials.clean_to(i)).fold(0.0, f64::max)
    }

    fn of(&self, i: usize) -> MotionOutcome {
        let (motion, plan) = (self.plans.motion(i), self.plans.of(i));
        match (plan, self.known(i)) {
            (Plan::Check(_), Some(depth)) => {
                let length = self.plans.length(i);
                MotionOutcome { depth, length, ..MotionOutcome::bare(Verdict::Clean) }
            }
            (Plan::Check(_), None) => {
                let length = self.plans.length(i);
                MotionOutcome { length, ..self.settle(i, &motion) }
            }
            (Plan::Above, _) => MotionOutcome::bare(Verdict::Clean),
            (Plan::Unplaced(open), _) => {
                let settled = self.plans.is_checked_anywhere(i).then(|| self.settle(i, &motion));
                let gouge = settled.filter(|told| told.verdict == Verdict::Gouge);
                gouge.unwrap_or_else(|| MotionOutcome {
                    accepted: open.accepted,
                    doubt: Doubt::of(open.why),
                    ..MotionOutcome::bare(Verdict::Unknown)
                })
            }
        }
    }

    /// Whether a motion was searched, or need not be: one that gouges need not, whatever it does to
    /// bodies that the check did not come to.
    fn checked(&self, i: usize, answer: &MotionOutcome) -> bool {
        let tried = || self.works.iter().all(|work| work.trials.clean_to(i).is_some());
        let told = || answer.verdict == Verdict::Gouge || self.known(i).is_some();
        let looked = self.plans.is_checked(i) || answer.verdict == Verdict::Gouge;
        looked && (told() || tried())
    }

    fn count(&self, i: usize, answer: &MotionOutcome, coverage: &mut Coverage) {
        coverage.checked += u64::from(self.checked(i, answer) || *self.plans.of(i) == Plan::Above);
        match answer.verdict {
            _ if answer.accepted => coverage.assumed += 1,
            Verdict::Clean => coverage.clean += 1,
            Verdict::Gouge => coverage.gouging += 1,
            Verdict::Unknown => coverage.unknown += 1,
        }
    }

    /// How deep a facet can lie in the tool where the check stopped before a motion, mm; `None`
    /// where it did not.
    fn left(&self, i: usize, motion: &MotionRef) -> Option<f64> {
        let one = |((work, body), at): ((&Work, &Body), u32)| {
            let most = || self.tools.of(case(motion, at)).map_or(0.0, |held| held.most(body));
            let open = work.trials.clean_to(i).is_none();
            open.then(|| work.bounds.get(i).copied().unwrap_or_else(most))
        };
        self.works.iter().zip(self.bodies).zip(0..).filter_map(one).reduce(f64::max)
    }

    /// Joins what the components did to the bodies during one motion.
    fn settle(&self, index: usize, motion: &MotionRef) -> MotionOutcome {
        let left = self.left(index, motion);
        let clean = MotionOutcome::bare(Verdict::Clean);
        let mut outcome = MotionOutcome { depth: [0.0, self.most_quiet(index)], ..clean };
        let mut doubt = Doubt { reason: reason::SIDE_UNKNOWN, left, undetermined: None };
        // Of what another component does, or of what is done to another body, a gouge says nothing.
        let mut is_open = left.is_some();
        let trials = self.works.iter().zip(0..).flat_map(|(work, at)| {
            let tolerance = self.tools.thresholds(case(motion, at)).tolerance;
            work.trials.of(index).iter().map(move |trial| (tolerance, trial))
        });
        for (tolerance, trial) in trials {
            is_open |= trial.verdict == Verdict::Unknown;
            if trial.verdict == Verdict::Unknown && trial.undetermined().is_none() {
                doubt.reason = reason::UNDECIDED;
            }
            doubt.undetermined = doubt.undetermined.or(trial.undetermined());
            outcome.verdict = outcome.verdict.max(trial.verdict);
            let [lo, hi] = trial.depth;
            // Taking an allowance off a limit and adding it to a bound again must not move that
            // bound across the limit by rounding.
            let clean = trial.verdict == Verdict::Clean && lo <= tolerance;
            let hi = if clean { hi.min(tolerance) } else { hi };
            outcome.depth[1] = outcome.depth[1].max(hi);
            if lo > outcome.depth[0] || outcome.deepest().is_none() {
                outcome.depth[0] = outcome.depth[0].max(lo);
                let contact = trial.contact().map(|c| (c.triangle, c.t));
                let reached = trial.reached().map(|r| (r.triangle, r.t));
                outcome.put_deepest(reached.or(contact));
            }
        }
        if left.is_some() {
            doubt = Doubt { reason: reason::STOPPED, undetermined: None, ..doubt };
            if outcome.verdict == Verdict::Gouge {
                outcome.depth[1] = f64::INFINITY;
            } else {
                outcome = MotionOutcome::bare(Verdict::Unknown);
            }
        }
        outcome.doubt = is_open.then(|| Arc::new(doubt));
        outcome
    }
}

/// A motion against a body.
fn case(motion: &MotionRef, body: u32) -> Case {
    Case { body, tool: motion.tool, operation: motion.operation }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::super::job::Job;
    use super::super::options::Options;
    use super::super::planner::Planner;
    use super::super::progress::Progress;
    use super::super::target::Target;
    use super::super::thresholds::Slack;
    use super::super::trials::Trials;
    use super::*;
    use gouge_core::tool::Spec;
    use gouge_mesh::geom::Vec3;
    use gouge_mesh::mesh::{Mesh, defects};
    use gouge_nc::{Motion, Motions};

    /// Where a check stopped before another body, a gouge was told no deeper than in the first.
    #[test]
    fn a_gouge_is_as_deep_as_it_likes_in_a_body_that_the_check_did_not_come_to() {
        let flat = |z: f64| Mesh {
            vertices: [[0.0, 0.0], [40.0, 0.0], [0.0, 40.0]]
                .map(|[x, y]| Vec3::new(x, y, z))
                .into(),
            triangles: vec![[0, 1, 2]],
        };
        let meshes = [flat(0.0), flat(1.0)];
        let bodies = meshes.each_ref().map(|m| Body::new(m, &defects::examine(m), false));
        let motions: Motions =
            [Motion::feed(1, [5.0, 5.0, -0.1], [9.0, 5.0, -0.1])].into_iter().collect();
        let plans = Plans::new(&motions, Planner::new(Vec3::zeros(), None, 50.0), |_| true);
        let options = Options::default();
        let specs = BTreeMap::from([(1, Spec::parse("ball:4", Path::new(".")).unwrap())]);
        let tools = PreparedTools::new(&specs, &options, |_, _| 100.0, Slack::rounding(1e-9));
        let progress = Progress::default();
        let work = |body: u32| {
            let facets = (options.engine.build)(&meshes[body as usize]);
            let target = Target { body: &bodies[body as usize], facets: &*facets };
            Job { body, ..Job::new(target, &tools, &plans, &options, &progress) }.run()
        };
        let told = |second: Work| {
            let works = [work(0), second];
            let answers = Answers {
                bodies: &bodies,
                tools: &tools,
                plans: &plans,
                proved: &[],
                works: &works,
            };
            answers.all().0.at(0)
        };
        let stopped = told(Work { trials: Trials::none(1), ..Work::default() });
        assert_eq!((stopped.verdict, stopped.depth[1]), (Verdict::Gouge, f64::INFINITY));
        assert_eq!(stopped.doubt.unwrap().reason, reason::STOPPED);
        let whole = told(work(1));
        assert_eq!((whole.verdict, whole.doubt), (Verdict::Gouge, None));
        assert!(stopped.depth[0] < 0.11 && whole.depth[0] > 1.0);
    }
}
