//! Every motion of a program against every body, in parallel and in order.
//!
//! Motions are cut into chunks of fixed size, each with fronts of its own, and the answers are
//! joined in program order: the outcome does not depend on the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::body::Body;
use super::finding::{Budget, Coverage, Finding, MotionOutcome, Verdict};
use super::gear::Gear;
use super::plan::{Plan, Planner, extent};
use super::region::regions;
use super::trial::{Bench, Limits, Trial, ends};
use crate::geom::{Vec3, unit_normal};
use crate::nc::Motion;
use crate::tolerance::{DETAIL_PATCHES, EPSILON_SHARE, FLOAT_MM};
use crate::tool::Spec;
use crate::tree::{Engine, Hierarchy, Stats, Task};

/// What is asked of a check, lengths in mm.
#[derive(Clone, Debug)]
pub struct Options {
    /// Depth above which a motion gouges.
    pub tolerance: f64,
    /// Stock that must stay on the parts.
    pub allowance: f64,
    /// How far the machine may leave the programmed path.
    pub deviation: f64,
    /// The hierarchy to search with.
    pub engine: Engine,
    /// Fronts are carried from motion to motion.
    pub front: bool,
    /// Depths of clean motions are wanted too.
    pub all_depths: bool,
    /// Program coordinates to work coordinates.
    pub shift: Vec3,
    /// Where machine zero lies in program coordinates.
    pub home: Option<Vec3>,
}

/// How far a check is, for others to read while it runs, and a way to end it early.
#[derive(Debug, Default)]
pub struct Progress {
    /// Motions times bodies done.
    pub done: AtomicU64,
    /// Motions times bodies in all.
    pub total: AtomicU64,
    /// Set from outside: what is not done yet stays unknown.
    pub cancel: AtomicBool,
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Every proved gouge, in program order.
    pub findings: Vec<Finding>,
    /// Every motion, in program order.
    pub motions: Vec<MotionOutcome>,
    /// How much was checked.
    pub coverage: Coverage,
    /// Work done.
    pub stats: Stats,
    /// What the bounds are made of.
    pub budget: Budget,
}

/// Motions in one chunk.
const CHUNK: usize = 256;

/// Checks every motion with its tool against every body.
pub fn check(
    bodies: &[Body],
    specs: &BTreeMap<u32, Spec>,
    motions: &[Motion],
    options: &Options,
    progress: &Progress,
) -> Outcome {
    let mut planner = Planner::new(options.shift, options.home);
    let plans: Vec<Plan> =
        motions.iter().map(|m| planner.plan(m, |n| specs.contains_key(&n))).collect();
    let way = extent(&plans);
    let top = bodies.iter().map(|b| b.mesh.bounds().hi.z).fold(f64::NEG_INFINITY, f64::max);
    let column = |spec: &Spec| {
        // The top of an endless column stays above every body by more than its own radius.
        let reach = if way.is_empty() { 0.0 } else { (top - way.lo.z).max(0.0) };
        reach + 2.0 * spec.shape.diameter() + 10.0 * options.tolerance + options.allowance + 1.0
    };
    let tools: BTreeMap<u32, Vec<Gear>> = specs
        .iter()
        .map(|(&n, spec)| (n, Gear::of(spec.build(column(spec)), options.tolerance)))
        .collect();
    progress.total.store((motions.len() * bodies.len().max(1)) as u64, Ordering::Relaxed);
    let mut trials: Vec<Vec<(u32, Trial)>> = vec![Vec::new(); motions.len()];
    let mut done = vec![true; motions.len()];
    let mut stats = Stats::default();
    for (index, body) in bodies.iter().enumerate() {
        let job = Job { body, tools: &tools, motions, plans: &plans, options, progress };
        for (chunk, (found, work)) in
            options.engine.with_tree(body.mesh, job).into_iter().enumerate()
        {
            stats += work;
            for (i, tried) in found.into_iter().enumerate() {
                let at = chunk * CHUNK + i;
                match tried {
                    Some(list) => trials[at].extend(list.into_iter().map(|t| (index as u32, t))),
                    None => done[at] = false,
                }
            }
        }
    }
    let mut outcome = Outcome {
        findings: Vec::new(),
        motions: Vec::with_capacity(motions.len()),
        coverage: Coverage { motions: motions.len() as u64, ..Coverage::default() },
        stats,
        budget: Budget {
            arc: if motions.iter().any(|m| m.arc.is_some()) {
                options.tolerance * EPSILON_SHARE
            } else {
                0.0
            },
            tool_facets: tools
                .values()
                .flatten()
                .map(|g| g.component.facet_error)
                .fold(0.0, f64::max),
            deviation: options.deviation,
            float: FLOAT_MM,
        },
    };
    for (i, ((motion, plan), tried)) in motions.iter().zip(&plans).zip(trials).enumerate() {
        let answer = match plan {
            Plan::Check { length, .. } if done[i] => {
                outcome.coverage.checked += 1;
                outcome.coverage.length_mm += length;
                settle(i, motion, tried, bodies, &mut outcome.findings)
            }
            Plan::Check { .. } => unknown(i, motion, super::reason::STOPPED),
            Plan::Unknown(why) => unknown(i, motion, why),
        };
        match answer.verdict {
            Verdict::Clean => outcome.coverage.clean += 1,
            Verdict::Gouge => outcome.coverage.gouging += 1,
            Verdict::Unknown => outcome.coverage.unknown += 1,
        }
        outcome.motions.push(answer);
    }
    outcome
}

fn unknown(index: usize, motion: &Motion, why: &'static str) -> MotionOutcome {
    MotionOutcome {
        index: index as u32,
        span: motion.span,
        kind: motion.kind,
        verdict: Verdict::Unknown,
        depth: [0.0, 0.0],
        deepest: None,
        reason: Some(why),
    }
}

/// Joins what the components did to the bodies during one motion.
fn settle(
    index: usize,
    motion: &Motion,
    trials: Vec<(u32, Trial)>,
    bodies: &[Body],
    findings: &mut Vec<Finding>,
) -> MotionOutcome {
    let mut outcome =
        MotionOutcome { reason: None, verdict: Verdict::Clean, ..unknown(index, motion, "") };
    for (body, trial) in trials {
        outcome.verdict = outcome.verdict.max(trial.verdict);
        outcome.depth[1] = outcome.depth[1].max(trial.depth[1]);
        if trial.depth[0] > outcome.depth[0] || outcome.deepest.is_none() {
            outcome.depth[0] = outcome.depth[0].max(trial.depth[0]);
            outcome.deepest = trial.contact.map(|c| (c.triangle, c.t)).or(outcome.deepest);
        }
        findings.extend(finding(index, motion, body, &trial, &bodies[body as usize]));
    }
    if outcome.verdict == Verdict::Unknown {
        outcome.reason = Some(super::reason::UNDECIDED);
    }
    outcome
}

/// What a reader gets to know of a gouge.
fn finding(
    index: usize,
    motion: &Motion,
    body: u32,
    trial: &Trial,
    target: &Body,
) -> Option<Finding> {
    let contact = trial.contact.filter(|_| trial.verdict == Verdict::Gouge)?;
    let normal = unit_normal(&target.mesh.triangle(contact.triangle as usize));
    Some(Finding {
        motion: index as u32,
        span: motion.span,
        kind: motion.kind,
        tool: motion.tool,
        role: trial.role,
        body,
        triangle: contact.triangle,
        t: contact.t,
        dogleg: trial.dogleg,
        control_point: contact.control,
        surface_point: contact.point,
        normal: normal * target.facing,
        tool_side: trial.tool_side,
        part_side: trial.part_side,
        depth: trial.depth,
        lift: trial.lift,
        buried: trial.buried,
    })
}

/// All motions against one body.
struct Job<'a> {
    body: &'a Body<'a>,
    tools: &'a BTreeMap<u32, Vec<Gear>>,
    motions: &'a [Motion],
    plans: &'a [Plan],
    options: &'a Options,
    progress: &'a Progress,
}

/// For every motion of a chunk what its components did, `None` where the check was stopped.
type Chunk = (Vec<Option<Vec<Trial>>>, Stats);

impl Task for Job<'_> {
    type Out = Vec<Chunk>;

    fn run<H: Hierarchy>(self, tree: &H) -> Vec<Chunk> {
        let mut chunks: Vec<Chunk> =
            self.plans.par_chunks(CHUNK).map(|plans| self.chunk(tree, plans)).collect();
        self.detail(tree, &mut chunks);
        chunks
    }
}

impl Job<'_> {
    fn limits(&self) -> Limits {
        Limits {
            tolerance: self.options.tolerance,
            allowance: self.options.allowance,
            deviation: self.options.deviation,
            all: self.options.all_depths,
        }
    }

    /// Measures part side and lift of the worst motion of every region: they cost far more than
    /// the verdict, and a region shows no other.
    fn detail<H: Hierarchy>(&self, tree: &H, chunks: &mut [Chunk]) {
        let mut places = Vec::new();
        let mut findings = Vec::new();
        for (i, tried) in chunks.iter().flat_map(|c| &c.0).enumerate() {
            for (j, trial) in tried.iter().flatten().enumerate() {
                if let Some(f) = finding(i, &self.motions[i], 0, trial, self.body) {
                    findings.push(f);
                    places.push((i, j));
                }
            }
        }
        let reach = |tool: u32, role| {
            let gears = self.tools.get(&tool).into_iter().flatten();
            gears.filter(|g| g.component.role == role).map(Gear::reach).fold(0.0, f64::max)
        };
        let worst: Vec<(usize, usize)> =
            regions(&findings, &[self.body.mesh], reach).iter().map(|r| places[r.worst]).collect();
        let [all, least, most] = DETAIL_PATCHES;
        let patches = (all / worst.len().max(1)).clamp(least, most);
        let details: Vec<(usize, usize, Trial, Stats)> = worst
            .into_par_iter()
            .filter_map(|(i, j)| {
                let Plan::Check { tool, ways, .. } = &self.plans[i] else { return None };
                let gear = self.tools.get(tool)?.get(j)?;
                let mut trial = chunks[i / CHUNK].0[i % CHUNK].as_ref()?.get(j)?.clone();
                let mut bench = Bench::new(tree, self.body, gear, self.limits(), false);
                bench.detail(ways, patches, &mut trial);
                Some((i, j, trial, bench.stats()))
            })
            .collect();
        for (i, j, trial, stats) in details {
            let chunk = &mut chunks[i / CHUNK];
            chunk.1 += stats;
            if let Some(slot) = chunk.0[i % CHUNK].as_mut().and_then(|list| list.get_mut(j)) {
                *slot = trial;
            }
        }
    }

    fn chunk<H: Hierarchy>(&self, tree: &H, plans: &[Plan]) -> Chunk {
        let mut benches: BTreeMap<u32, Vec<Bench<H>>> = BTreeMap::new();
        let mut last: Option<(u32, Vec3)> = None;
        let mut out = Vec::with_capacity(plans.len());
        for plan in plans {
            if self.progress.cancel.load(Ordering::Relaxed) {
                out.push(None);
                continue;
            }
            let Plan::Check { tool: number, ways, .. } = plan else {
                last = None;
                out.push(Some(Vec::new()));
                self.progress.done.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            let Some(tool) = self.tools.get(number) else { continue };
            let benches = benches.entry(*number).or_insert_with(|| {
                let bench = |g| Bench::new(tree, self.body, g, self.limits(), self.options.front);
                tool.iter().map(bench).collect()
            });
            let [from, to] = ends(ways);
            if last != Some((*number, from)) {
                benches.iter_mut().for_each(Bench::jump);
            }
            last = Some((*number, to));
            out.push(Some(benches.iter_mut().map(|b| b.run(ways)).collect()));
            self.progress.done.fetch_add(1, Ordering::Relaxed);
        }
        let mut stats = Stats::default();
        benches.values().flatten().for_each(|b| stats += b.stats());
        (out, stats)
    }
}
