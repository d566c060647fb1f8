//! Every motion of a program against every body: planned, tried, settled in program order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::body::Body;
use super::depth::measure;
use super::finding::{
    Budget, Coverage, Doubt, Finding, MotionOutcome, PartSide, Verdict, WitnessSide,
};
use super::job::{CHUNK, Job, Work, share};
use super::limits::{Case, HeldTool, Limits, OwnLimits, PreparedTools};
use super::plan::{Plan, Planner, Plans, bounds};
use super::prepared::PreparedComponent;
use super::reason;
use super::region::{Region, rank, regions};
use super::sighting::Observer;
use super::target::Target;
use super::thresholds::Thresholds;
use super::trials::Trials;
use super::verdict::Trial;
use crate::tolerance::{DEPTH_DEFAULT_MM, EPSILON_SHARE, NEAR_MM, float_mm};
use gouge_core::tool::Spec;
use gouge_core::tree::{Engine, Facets, Stats};
use gouge_mesh::geom::{self, Aabb, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_nc::{Kind, Motion};

/// What is asked of a check, lengths in mm.
#[derive(Clone, Debug)]
pub struct Options {
    /// Depth above which a motion gouges.
    pub tolerance: f64,
    /// Stock that must stay on the parts.
    pub allowance: f64,
    /// How far the machine may leave the programmed path.
    pub deviation: f64,
    /// What is held to other limits than these.
    pub own: OwnLimits,
    /// The hierarchy to search with.
    pub engine: Engine,
    /// Fronts are carried from motion to motion.
    pub front: bool,
    /// Depths of clean motions are wanted too.
    pub all_depths: bool,
    /// Program coordinates to work coordinates.
    pub shift: Vec3,
    /// Where machine zero lies in program coordinates; not a number where an axis is not known.
    pub home: Option<Vec3>,
    /// What is taken for granted.
    pub accepted: Accepted,
    /// Clean motions of which another run of the same check proved it, by index, each with the
    /// bounds of its depth, mm: they are not searched again. Empty for none. Counts where every
    /// body is closed: elsewhere the side of a tool is told by the motions before.
    pub proved: Vec<Option<[f64; 2]>>,
}

/// Motions that are taken to touch nothing, though nothing proves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Those that lead to the first position that is known.
    pub start: bool,
    /// Those to and from machine positions (G28, G30, G53).
    pub home: bool,
}

impl Accepted {
    fn holds(self, plan: &Plan) -> bool {
        match plan {
            Plan::Approach(why) => self.start || (self.home && *why == reason::MACHINE_POSITION),
            Plan::Unknown(why) => self.home && *why == reason::MACHINE_POSITION,
            Plan::Check(_) | Plan::Over => false,
        }
    }
}

impl Default for Options {
    /// The default tolerance, nothing thicker, program and work coordinates the same.
    fn default() -> Self {
        Self {
            tolerance: DEPTH_DEFAULT_MM,
            allowance: 0.0,
            deviation: 0.0,
            own: OwnLimits::default(),
            engine: Engine::default(),
            front: true,
            all_depths: false,
            shift: Vec3::zeros(),
            home: None,
            accepted: Accepted::default(),
            proved: Vec::new(),
        }
    }
}

/// How far a check is, for others to read while it runs, and a way to end it early.
#[derive(Debug, Default)]
pub struct Progress {
    /// Motions times bodies done.
    pub done: AtomicU64,
    /// Motions times bodies in all.
    pub total: AtomicU64,
    /// Regions whose depth is not measured yet, once all motions are done.
    pub regions: AtomicU64,
    /// Set from outside: what is not done yet stays unknown.
    pub cancel: AtomicBool,
    /// When to stop of itself, worst motions first until then. What is proved by then depends on
    /// the machine's speed: the one exception to equal bytes for equal input.
    pub until: Option<Instant>,
    /// Who is told of gouges before the outcome is there; it changes nothing of it.
    pub observer: Option<Observer>,
}

impl Progress {
    /// Whether nothing further is to be begun.
    pub(super) fn stopped(&self, until: Option<Instant>) -> bool {
        self.cancel.load(Ordering::Relaxed) || until.is_some_and(|end| Instant::now() >= end)
    }
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Every proved gouge, in program order.
    pub findings: Vec<Finding>,
    /// The gouges that belong together, worst first. The finding of each one's worst motion holds
    /// bounds for all of them.
    pub regions: Vec<Region>,
    /// Every motion, in program order.
    pub motions: Vec<MotionOutcome>,
    /// How much was checked.
    pub coverage: Coverage,
    /// Work done.
    pub stats: Stats,
    /// What the bounds are made of.
    pub budget: Budget,
    /// Box of the control point over all cutting motions that were checked, work coordinates, mm.
    pub cutting: Aabb,
    /// One of these comes near a part; true where there are none.
    pub within_reach: bool,
}

/// Checks every motion with its tool against every body.
pub fn check(
    bodies: &[Body],
    specs: &BTreeMap<u32, Spec>,
    motions: &[Motion],
    options: &Options,
    progress: &Progress,
) -> Outcome {
    let top = bodies.iter().map(|b| b.bounds.hi.z).fold(f64::NEG_INFINITY, f64::max);
    let planner = Planner::new(options.shift, options.home, ceiling(top, specs, options));
    let plans = Plans::new(motions, planner, |n| specs.contains_key(&n));
    let way = plans.extent();
    let largest = |b: &Aabb| if b.is_empty() { 0.0 } else { b.lo.amax().max(b.hi.amax()) };
    let float = float_mm(bodies.iter().map(|b| largest(&b.bounds)).fold(largest(&way), f64::max));
    let column = |spec: &Spec, limits: &Limits| {
        // The top of an endless column stays above every body by more than its own radius.
        let reach = if way.is_empty() { 0.0 } else { (top - way.lo.z).max(0.0) };
        reach
            + 2.0 * spec.shape.diameter()
            + 10.0 * limits.tolerance
            + limits.allowance.max(0.0)
            + 1.0
    };
    let tools = PreparedTools::new(specs, options, column, float);
    progress.total.store((motions.len() * bodies.len().max(1)) as u64, Ordering::Relaxed);
    let hierarchies: Vec<Option<Box<dyn Facets + '_>>> = bodies
        .iter()
        .map(|body| (!progress.stopped(progress.until)).then(|| (options.engine.build)(body.mesh)))
        .collect();
    let proved: &[Option<[f64; 2]>] =
        if bodies.iter().all(Body::whole) { &options.proved } else { &[] };
    let known = |i: usize| proved.get(i).copied().flatten();
    let search_until = progress.until.map(|end| share_of(end, SEARCH_SHARE));
    let jobs: Vec<Option<Job>> = bodies
        .iter()
        .zip(&hierarchies)
        .zip(0..)
        .map(|((body, facets), index)| {
            let target = Target { body, facets: facets.as_deref()? };
            let (tools, plans, until) = (&tools, &plans, None);
            Some(Job { target, body: index, tools, plans, options, proved, progress, until })
        })
        .collect();
    let mut works: Vec<Work> = Vec::with_capacity(bodies.len());
    for (index, job) in jobs.iter().enumerate() {
        let until = search_until.map(|end| share(end, bodies.len() - index));
        works.push(match job {
            Some(job) if !progress.stopped(until) => Job { until, ..*job }.run(),
            _ => Work { trials: Trials::none(motions.len()), ..Work::default() },
        });
    }
    let mut stats = Stats::default();
    works.iter().for_each(|work| stats += work.stats);
    let all_tried = |i: usize| works.iter().all(|work| work.trials.quiet(i).is_some());
    let (cutting, within_reach) = reach(bodies, specs, motions, &plans);
    let mut outcome = Outcome {
        cutting,
        within_reach,
        findings: Vec::new(),
        regions: Vec::new(),
        motions: Vec::new(),
        coverage: Coverage { motions: motions.len() as u64, ..Coverage::default() },
        stats,
        budget: Budget {
            arc: if motions.iter().any(|m| m.arc.is_some()) {
                options.most(|l| l.tolerance) * EPSILON_SHARE
            } else {
                0.0
            },
            tool_facets: tools
                .all()
                .flat_map(|(_, tool)| &tool.components)
                .map(|c| c.component.facet_error)
                .fold(0.0, f64::max),
            deviation: options.most(|l| l.deviation),
            float,
        },
    };
    let settled = |i: usize| {
        let (motion, plan) = (&motions[i], plans.of(i));
        match (plan, known(i)) {
            (Plan::Check(_), Some(depth)) => {
                let length = plans.length(i);
                MotionOutcome { depth, length, ..told(i, motion, Verdict::Clean) }
            }
            (Plan::Check(_), None) => {
                let most = |((work, body), at): ((&Work, &Body), u32)| {
                    let most = || tools.of(case(motion, at)).map_or(0.0, |held| most(held, body));
                    let open = work.trials.quiet(i).is_none();
                    open.then(|| work.bounds.get(i).copied().unwrap_or_else(most))
                };
                let left = works.iter().zip(bodies).zip(0..).filter_map(most).reduce(f64::max);
                let length = plans.length(i);
                MotionOutcome { length, ..settle(i, motion, &works, left, bodies, &tools) }
            }
            (Plan::Over, _) => told(i, motion, Verdict::Clean),
            (Plan::Approach(why) | Plan::Unknown(why), _) => MotionOutcome {
                accepted: options.accepted.holds(plan),
                doubt: Doubt::of(why),
                ..told(i, motion, Verdict::Unknown)
            },
        }
    };
    let outcomes = (0..motions.len()).into_par_iter().with_min_len(CHUNK).map(settled);
    outcomes.collect_into_vec(&mut outcome.motions);
    for (i, answer) in outcome.motions.iter().enumerate() {
        match plans.of(i) {
            Plan::Check(_) if known(i).is_some() || all_tried(i) => {
                outcome.coverage.checked += 1;
                outcome.coverage.length_mm += answer.length;
            }
            Plan::Over => outcome.coverage.checked += 1,
            Plan::Check(_) | Plan::Approach(_) | Plan::Unknown(_) => {}
        }
        match answer.verdict {
            _ if answer.accepted => outcome.coverage.assumed += 1,
            Verdict::Clean => outcome.coverage.clean += 1,
            Verdict::Gouge => outcome.coverage.gouging += 1,
            Verdict::Unknown => outcome.coverage.unknown += 1,
        }
    }
    // Motion, body and place among the trials before it of every finding.
    let mut sources: Vec<[u32; 3]> = Vec::new();
    for i in (0..motions.len()).filter(|&i| known(i).is_none()) {
        for (body, work) in works.iter().enumerate() {
            let shown = work.trials.of(i).iter().zip(0..).filter(|(trial, _)| trial.shows());
            sources.extend(shown.map(|(_, at)| [i as u32, body as u32, at]));
        }
    }
    let trial_at = |[motion, body, at]: [u32; 3]| {
        &works[body as usize].trials.of(motion as usize)[at as usize]
    };
    let findings = sources.par_iter().with_min_len(CHUNK).map(|&source| {
        let [i, body, _] = source;
        let motion = &motions[i as usize];
        let thresholds = tools.thresholds(case(motion, body));
        let target = &bodies[body as usize];
        finding(i, motion, body, trial_at(source), target, &thresholds)
    });
    findings.collect_into_vec(&mut outcome.findings);
    let wide = |tool: u32, role| {
        let all = tools.all().filter(|(number, _)| *number == tool);
        let components = all.flat_map(|(_, tool)| &tool.components);
        let own = components.filter(|c| c.component.role == role);
        own.map(PreparedComponent::reach).fold(0.0, f64::max)
    };
    let meshes: Vec<&Mesh> = bodies.iter().map(|b| b.mesh).collect();
    let mut grouped = regions(&outcome.findings, &meshes, wide);
    let trial_of = |finding: usize| {
        let source = sources[finding];
        (source[0] as usize, trial_at(source))
    };
    progress.regions.store(grouped.len() as u64, Ordering::Relaxed);
    let measured: Vec<_> = grouped
        .par_iter()
        .map(|region| measure(region, &outcome.findings, trial_of, &jobs, progress.until))
        .inspect(|_| _ = progress.regions.fetch_sub(1, Ordering::Relaxed))
        .collect();
    for (region, measured) in grouped.iter_mut().zip(measured) {
        if let Some((worst, finding)) = measured {
            outcome.findings[worst] = finding;
            region.worst = worst;
        }
    }
    rank(&mut grouped, &outcome.findings);
    outcome.regions = grouped;
    outcome
}

/// How deep anything can be in a tool, mm.
pub(super) fn most(held: HeldTool, body: &Body) -> f64 {
    let thicker = held.thresholds.allowance(body).max(0.0);
    let bound = |c: &PreparedComponent| c.reach() + c.grow + thicker;
    held.tool.components.iter().map(bound).fold(0.0, f64::max)
}

/// A motion before a body.
fn case(motion: &Motion, body: u32) -> Case {
    Case { body, tool: motion.tool, operation: motion.operation }
}

/// Of a limited time this share goes into verdicts, the rest into the depths of regions.
const SEARCH_SHARE: f64 = 0.85;

/// When this share of the time until `end` is over.
fn share_of(end: Instant, share: f64) -> Instant {
    let now = Instant::now();
    now + end.saturating_duration_since(now).mul_f64(share)
}

/// Box of all cutting motions, and whether one of them comes near a part, boxes compared: as near
/// as its tool is wide, or the part, and [`NEAR_MM`] at most.
fn reach(
    bodies: &[Body],
    specs: &BTreeMap<u32, Spec>,
    motions: &[Motion],
    plans: &Plans,
) -> (Aabb, bool) {
    let mut all = Aabb::EMPTY;
    let mut near = false;
    for (i, motion) in motions.iter().enumerate() {
        if !plans.checks(i) || motion.kind == Kind::Rapid {
            continue;
        }
        let own = bounds(&plans.ways(i));
        all = all.union(&own);
        let tool = specs.get(&motion.tool).map_or(0.0, |spec| spec.shape.diameter());
        near = near
            || bodies.iter().filter(|b| !b.fixture).any(|b| {
                let wide = tool.max(b.bounds.size().max().min(NEAR_MM));
                let apart = |i: usize| {
                    own.lo[i] - wide > b.bounds.hi[i] || own.hi[i] + wide < b.bounds.lo[i]
                };
                // The tool stands above the control point.
                !apart(0) && !apart(1) && own.lo.z - wide <= b.bounds.hi.z
            });
    }
    (all, near || all.is_empty())
}

/// The height above which no tool touches anything, work coordinates, mm: no tool reaches lower
/// than `lowest` below its control point, and is made thicker by `more` at most.
fn ceiling(top: f64, specs: &BTreeMap<u32, Spec>, options: &Options) -> f64 {
    let down = Vec3::new(0.0, 0.0, -1.0);
    let mut lowest = 0.0f64;
    let mut more = 0.0f64;
    for spec in specs.values() {
        more = more.max(spec.clearance);
        for piece in spec.build(1.0).components.iter().flat_map(|c| &c.pieces) {
            lowest = lowest.max(geom::Body::support(piece, &down));
        }
    }
    let held = options.most(|l| l.deviation)
        + options.most(|l| l.allowance.max(0.0))
        + options.most(|l| l.tolerance);
    top + lowest + more + held
}

/// A verdict on a motion of which nothing else is known.
fn told(index: usize, motion: &Motion, verdict: Verdict) -> MotionOutcome {
    MotionOutcome {
        index: index as u32,
        span: motion.span,
        kind: motion.kind,
        length: 0.0,
        verdict,
        depth: [0.0, 0.0],
        deepest: None,
        doubt: None,
        accepted: false,
    }
}

/// Joins what the components did to the bodies during one motion; `left` is the bound of what was
/// not tried.
fn settle(
    index: usize,
    motion: &Motion,
    works: &[Work],
    left: Option<f64>,
    bodies: &[Body],
    tools: &PreparedTools,
) -> MotionOutcome {
    let quiet = works.iter().filter_map(|work| work.trials.quiet(index)).fold(0.0, f64::max);
    let clean = told(index, motion, Verdict::Clean);
    let mut outcome = MotionOutcome { depth: [0.0, quiet], ..clean };
    let mut doubt = Doubt { reason: reason::UNTOLD, left, untold: None };
    let trials = works.iter().zip(bodies).zip(0..).flat_map(|((work, body), at)| {
        let thresholds = tools.thresholds(case(motion, at));
        work.trials.of(index).iter().map(move |trial| (body, thresholds, trial))
    });
    for (body, thresholds, trial) in trials {
        if trial.verdict == Verdict::Unknown && trial.untold.is_none() {
            doubt.reason = reason::UNDECIDED;
        }
        doubt.untold = doubt.untold.or(trial.untold);
        outcome.verdict = outcome.verdict.max(trial.verdict);
        let [lo, hi] = thresholds.judged(body, trial.surface.depth, trial.part);
        // Taking an allowance off a limit and adding it to a bound again must not move that bound
        // across the limit by rounding.
        let clean = trial.verdict == Verdict::Clean;
        let hi = if clean { hi.min(thresholds.tolerance) } else { hi };
        outcome.depth[1] = outcome.depth[1].max(hi);
        if lo > outcome.depth[0] || outcome.deepest.is_none() {
            outcome.depth[0] = outcome.depth[0].max(lo);
            let contact = trial.surface.contact.as_ref().map(|c| (c.triangle, c.t));
            let reached = trial.reached.as_ref().map(|r| (r.triangle, r.t));
            outcome.deepest = reached.or(contact).or(outcome.deepest);
        }
    }
    if left.is_some() && outcome.verdict != Verdict::Gouge {
        let stopped = Doubt { reason: reason::STOPPED, untold: None, ..doubt };
        let open = told(index, motion, Verdict::Unknown);
        return MotionOutcome { doubt: Some(Box::new(stopped)), ..open };
    }
    if outcome.verdict == Verdict::Unknown {
        outcome.doubt = Some(Box::new(doubt));
    }
    outcome
}

/// What a reader gets to know of a gouge: of a trial that [`Trial::shows`] one.
pub(super) fn finding(
    index: u32,
    motion: &Motion,
    body: u32,
    trial: &Trial,
    target: &Body,
    thresholds: &Thresholds,
) -> Finding {
    let mut finding = Finding {
        motion: index,
        span: motion.span,
        kind: motion.kind,
        tool: motion.tool,
        operation: motion.operation,
        role: trial.role,
        body,
        side: WitnessSide::Tool,
        triangle: 0,
        t: 0.0,
        dogleg: trial.surface.dogleg,
        control_point: Vec3::zeros(),
        surface_point: Vec3::zeros(),
        inner_point: None,
        normal: Vec3::zeros(),
        tool_side: trial.surface.depth.map(|d| d.max(0.0)),
        part_side: None,
        depth: thresholds.judged(target, trial.surface.depth, trial.part),
        lift: None,
        shift: None,
        buried: trial.buried(),
    };
    match (&trial.reached, &trial.surface.contact) {
        (Some(reached), contact)
            if contact.is_none()
                || !thresholds.counts_tool_side(target)
                || reached.depth > trial.surface.depth[0] =>
        {
            finding.side = WitnessSide::Part;
            (finding.triangle, finding.t) = (reached.triangle, reached.t);
            (finding.control_point, finding.dogleg) = (reached.control, reached.dogleg);
            (finding.surface_point, finding.inner_point) = (reached.foot, Some(reached.x));
        }
        (_, Some(contact)) => {
            (finding.triangle, finding.t) = (contact.triangle, contact.t);
            (finding.control_point, finding.surface_point) = (contact.control, contact.point);
        }
        (_, None) => {}
    }
    finding.part_side = trial.reached.as_ref().map(|r| PartSide {
        depth: [trial.part[0], trial.part[1].max(trial.part[0])],
        inner: r.x,
        triangle: r.triangle,
        point: r.foot,
        t: r.t,
    });
    finding.normal = target.outward(finding.triangle);
    finding
}
