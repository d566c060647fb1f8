//! Checks every motion of a program against every body: motions are planned, tried and answered in
//! program order, and gouges are grouped and measured.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::prelude::*;

use super::answer::Answers;
use super::body::{Body, Built};
use super::capped::CappedBody;
use super::depth::measure;
use super::extent::{ceiling, column, reach, size};
use super::finding::{Budget, Coverage};
use super::findings::Findings;
use super::job::{Job, Work};
use super::options::Options;
use super::outcomes::Outcomes;
use super::plan::{Plans, Spread};
use super::planner::Planner;
use super::prepared::PreparedComponent;
use super::progress::{Progress, SEARCH_SHARE, share, share_of};
use super::region::{Region, rank, regions};
use super::target::Target;
use super::thresholds::Slack;
use super::tools::PreparedTools;
use super::trials::Trials;
use crate::tolerance::{EPSILON_SHARE, float_mm};
use gouge_core::tool::Spec;
use gouge_core::tree::Stats;
use gouge_mesh::geom::Aabb;
use gouge_mesh::mesh::Mesh;
use gouge_nc::{Kind, Motions};

/// The outcome of a check.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Every proved gouge, in program order.
    pub findings: Findings,
    /// The gouges that belong together, worst first. The finding of each one's worst motion holds
    /// bounds for all of them.
    pub regions: Vec<Region>,
    /// Every motion, in program order.
    pub motions: Outcomes,
    /// How much was checked.
    pub coverage: Coverage,
    /// Work done.
    pub stats: Stats,
    /// The contributions to the width of the bounds.
    pub budget: Budget,
    /// Box of the control point over all cutting motions that were checked, work coordinates, mm.
    pub cutting: Aabb,
    /// Some cutting motion comes near a part; true where there are none.
    pub within_reach: bool,
}

/// Checks every motion with its tool against every body.
pub fn check(
    bodies: &[Body],
    specs: &BTreeMap<u32, Spec>,
    motions: &Motions,
    options: &Options,
    progress: &Progress,
) -> Outcome {
    let until = progress.end();
    let top = bodies.iter().map(|b| b.bounds.hi.z).fold(f64::NEG_INFINITY, f64::max);
    let planner = Planner::new(options.shift, options.home, ceiling(top, specs, options))
        .accepting(options.accepted);
    let plans = Plans::new(motions, planner, |n| specs.contains_key(&n));
    let spreads = plans.spreads();
    let way = Spread::of(&spreads).all;
    let float = float_mm(bodies.iter().map(|b| size(&b.bounds)).fold(size(&way), f64::max));
    let crack = bodies.iter().map(Body::crack_mm).fold(0.0, f64::max);
    let column = |spec: &_, limits: &_| column(spec, limits, top, &way);
    let tools = PreparedTools::new(specs, options, column, Slack { float, crack });
    progress.total.store((motions.len() * bodies.len().max(1)) as u64, Ordering::Relaxed);
    let hierarchies: Vec<Option<Built>> = bodies
        .iter()
        .map(|body| (!progress.stopped(until)).then(|| body.facets(&options.engine)))
        .collect();
    let proved: &[Option<[f64; 2]>] =
        if bodies.iter().all(Body::whole) { &options.proved } else { &[] };
    let capped: Vec<Option<CappedBody>> = bodies
        .iter()
        .map(|body| Some(CappedBody::new(body.capped()?, body.fixture, &options.engine)))
        .collect();
    let jobs: Vec<Option<Job>> = bodies
        .iter()
        .zip(&hierarchies)
        .zip(&capped)
        .zip(0..)
        .map(|(((body, facets), capped), index)| {
            let target = Target { body, facets: facets.as_deref()? };
            let job = Job::new(target, &tools, &plans, options, progress);
            Some(Job { capped: capped.as_ref(), body: index, proved, ..job })
        })
        .collect();
    let works = search(&jobs, motions.len(), progress, until);
    let mut stats = Stats::default();
    works.iter().for_each(|work| stats += work.stats);
    let (cutting, within_reach) = reach(bodies, specs, &plans, &spreads);
    let answers = Answers { bodies, tools: &tools, plans: &plans, proved, works: &works };
    let (answered, coverage) = answers.all();
    // Only the gouges are kept from here on.
    let tried = works.into_iter().map(|work| work.trials.into_list());
    let findings = Findings::of(tried, |motion| proved.get(motion).is_some_and(Option::is_some));
    let mut outcome = Outcome {
        findings,
        regions: Vec::new(),
        motions: answered,
        coverage,
        stats,
        budget: budget(motions, options, &tools, float),
        cutting,
        within_reach,
    };
    let _ = progress.decided.set(Instant::now());
    group(&mut outcome, bodies, &tools, &jobs, progress, until);
    outcome
}

/// Searches the bodies one after the other; a time limit is shared among them.
fn search(
    jobs: &[Option<Job>],
    motions: usize,
    progress: &Progress,
    until: Option<Instant>,
) -> Vec<Work> {
    let search_until = until.map(|end| share_of(end, SEARCH_SHARE));
    let one = |(index, job): (usize, &Option<Job>)| {
        let until = search_until.map(|end| share(end, jobs.len() - index));
        match job {
            Some(job) if !progress.stopped(until) => Job { until, ..*job }.run(),
            _ => Work { trials: Trials::none(motions), ..Work::default() },
        }
    };
    jobs.iter().enumerate().map(one).collect()
}

/// What the bounds are made of.
fn budget(motions: &Motions, options: &Options, tools: &PreparedTools, float: f64) -> Budget {
    let arcs = motions.manners().any(|manner| manner.kind == Kind::Arc);
    let components = tools.all().flat_map(|(_, tool)| &tool.components);
    Budget {
        arc: if arcs { options.most(|l| l.tolerance) * EPSILON_SHARE } else { 0.0 },
        tool_facets: components.map(|c| c.component.facet_error).fold(0.0, f64::max),
        deviation: options.most(|l| l.deviation),
        float,
    }
}

/// Groups the findings to regions and measures these, worst first.
fn group(
    outcome: &mut Outcome,
    bodies: &[Body],
    tools: &PreparedTools,
    jobs: &[Option<Job>],
    progress: &Progress,
    until: Option<Instant>,
) {
    let reach_of = |tool: u32, role| {
        let all = tools.all().filter(|(number, _)| *number == tool);
        let components = all.flat_map(|(_, tool)| &tool.components);
        let own = components.filter(|c| c.component.role == role);
        own.map(PreparedComponent::reach).fold(0.0, f64::max)
    };
    let meshes: Vec<&Mesh> = bodies.iter().map(|b| b.mesh).collect();
    // What tells the inside of bodies is made ready beside that: measuring asks for it.
    let trials = outcome.findings.trials();
    let is_touched = |body: u32| trials.par_iter().any(|trial| trial.body == body);
    let touched =
        || bodies.iter().zip(0..).filter(|(_, body)| is_touched(*body)).map(|(body, _)| body);
    let prepare = || touched().for_each(Body::ready);
    let (mut grouped, ()) = rayon::join(|| regions(&outcome.findings, &meshes, reach_of), prepare);
    progress.regions.store(grouped.len() as u64, Ordering::Relaxed);
    let measured: Vec<_> = grouped
        .par_iter_mut()
        .map(|region| {
            let found = measure(region, &outcome.findings, jobs, until);
            region.unmeasured = found.is_none() || progress.stopped(until);
            found
        })
        .inspect(|_| _ = progress.regions.fetch_sub(1, Ordering::Relaxed))
        .collect();
    // No member of a region may claim more than its measured bounds.
    let told = grouped.iter().zip(&measured);
    outcome.findings.cap(told.filter_map(|(region, m)| Some((region, m.as_ref()?.1.depth))));
    for (region, measured) in grouped.iter_mut().zip(measured) {
        if let Some((worst, finding)) = measured {
            outcome.findings.show(worst, finding);
            region.worst = worst;
        }
    }
    rank(&mut grouped, &outcome.findings);
    outcome.regions = grouped;
}
