//! All motions against one body, in parallel.
//!
//! Motions are cut into chunks of fixed size, each with fronts of its own, and the answers are
//! joined in program order: the outcome does not depend on the number of threads. With limited
//! time the chunks are short and come worst first.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::body::Body;
use super::chain;
use super::check::{Options, Progress, finding};
use super::gear::{Gear, Kit};
use super::glance::glance;
use super::limits::Limits;
use super::plan::Plan;
use super::region::regions;
use super::stand::Stand;
use super::trial::{Bench, Trial, ends};
use crate::tolerance::DETAIL_PATCHES;
use gouge_core::tree::{Facets, Stats};
use gouge_mesh::geom::Vec3;
use gouge_nc::Motion;

/// Motions in one chunk.
const CHUNK: usize = 256;

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
    pub body: &'a Body<'a>,
    pub tools: &'a BTreeMap<u32, Kit>,
    pub motions: &'a [Motion],
    pub plans: &'a [Plan],
    pub options: &'a Options,
    pub progress: &'a Progress,
    pub until: Option<Instant>,
    /// Rounding of the exact tests, mm.
    pub float: f64,
}

/// For every motion what its components did, `None` where the check was stopped.
pub(super) type Tried = Vec<Option<Vec<Trial>>>;

/// What was done to one body.
#[derive(Default)]
pub(super) struct Work {
    pub tried: Tried,
    /// For every motion how deep a facet may lie in the tool, mm; empty when nobody asked.
    pub bounds: Vec<f64>,
    pub stats: Stats,
}

impl Job<'_> {
    /// Does it, with a hierarchy of the body's mesh.
    pub fn run(&self, tree: &dyn Facets) -> Work {
        let mut work = match self.until {
            None => {
                let chunks = self.plans.par_chunks(CHUNK).map(|plans| self.chunk(tree, plans));
                join(chunks.collect())
            }
            Some(until) => self.worst_first(tree, until),
        };
        if !self.body.whole() {
            chain::settle(self.plans, &mut work.tried);
        }
        self.detail(tree, &mut work);
        work
    }

    fn limits(&self) -> Limits {
        Limits {
            tolerance: self.options.tolerance,
            allowance: self.options.allowance,
            deviation: self.options.deviation,
            all: self.options.all_depths,
            float: self.float,
        }
    }

    /// Until the time is over: short chunks, those with the worst bounds first.
    fn worst_first(&self, tree: &dyn Facets, until: Instant) -> Work {
        let look_until = share(until, LOOK_SHARE);
        let bounds: Vec<f64> = self
            .plans
            .par_iter()
            .map(|plan| match plan {
                Plan::Check { ways, .. } if !self.progress.stopped(Some(look_until)) => {
                    let gears = self.gears(plan);
                    let bound = |g| glance(tree, g, ways) + self.limits().grow(g, self.body);
                    gears.iter().map(bound).fold(0.0, f64::max)
                }
                _ => self.most(plan),
            })
            .collect();
        let worst =
            |at: &usize| bounds[*at..].iter().take(SHORT_CHUNK).copied().fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..self.plans.len()).step_by(SHORT_CHUNK).collect();
        order.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
        let chunk = |at: usize| {
            let end = self.plans.len().min(at + SHORT_CHUNK);
            (at, self.chunk(tree, &self.plans[at..end]))
        };
        // A bridge hands the chunks out in their order.
        let mut chunks: Vec<_> = order.into_iter().par_bridge().map(chunk).collect();
        chunks.sort_by_key(|(at, _)| *at);
        Work { bounds, ..join(chunks.into_iter().map(|(_, chunk)| chunk).collect()) }
    }

    /// Nothing done.
    pub fn nothing(&self) -> Work {
        Work { tried: vec![None; self.plans.len()], ..Work::default() }
    }

    /// The components of the tool that makes a motion.
    fn gears(&self, plan: &Plan) -> &[Gear] {
        match plan {
            Plan::Check { tool, .. } => self.tools.get(tool).map_or(&[], |kit| &kit.gears),
            Plan::Over | Plan::Approach(_) | Plan::Unknown(_) => &[],
        }
    }

    /// How deep anything can be in the tool that makes a motion, mm.
    pub fn most(&self, plan: &Plan) -> f64 {
        let bound = |g: &Gear| g.reach() + self.limits().grow(g, self.body);
        self.gears(plan).iter().map(bound).fold(0.0, f64::max)
    }

    /// Measures part side and lift of the worst motion of every region: they cost far more than
    /// the verdict, and a region shows no other.
    fn detail(&self, tree: &dyn Facets, work: &mut Work) {
        let mut places = Vec::new();
        let mut findings = Vec::new();
        for (i, tried) in work.tried.iter().enumerate() {
            for (j, trial) in tried.iter().flatten().enumerate() {
                if let Some(f) = finding(i, &self.motions[i], 0, trial, self.body) {
                    findings.push(f);
                    places.push((i, j));
                }
            }
        }
        let reach = |tool: u32, role| {
            let gears = self.tools.get(&tool).into_iter().flat_map(|kit| &kit.gears);
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
                let kit = self.tools.get(tool)?;
                if self.progress.stopped(self.until) {
                    return None;
                }
                let mut trial = work.tried[i].as_ref()?.get(j)?.clone();
                let mut bench = Bench::new(tree, self.body, kit, j, self.limits(), false);
                bench.detail(ways, patches, &mut trial);
                Some((i, j, trial, bench.stats()))
            })
            .collect();
        for (i, j, trial, stats) in details {
            work.stats += stats;
            if let Some(slot) = work.tried[i].as_mut().and_then(|list| list.get_mut(j)) {
                *slot = trial;
            }
        }
    }

    fn chunk(&self, tree: &dyn Facets, plans: &[Plan]) -> (Tried, Stats) {
        let mut stands: BTreeMap<u32, Stand> = BTreeMap::new();
        let mut last: Option<(u32, Vec3)> = None;
        let mut out = Vec::with_capacity(plans.len());
        for plan in plans {
            if self.progress.stopped(self.until) {
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
            let stand = stands.entry(*number).or_insert_with(|| {
                Stand::new(tree, self.body, tool, self.limits(), self.options.front)
            });
            let [from, to] = ends(ways);
            if last != Some((*number, from)) {
                stand.jump();
            }
            last = Some((*number, to));
            out.push(Some(stand.run(ways)));
            self.progress.done.fetch_add(1, Ordering::Relaxed);
        }
        let mut stats = Stats::default();
        stands.values().for_each(|s| stats += s.stats());
        (out, stats)
    }
}

/// Puts the chunks of a body, in program order, together.
fn join(chunks: Vec<(Tried, Stats)>) -> Work {
    let mut work = Work::default();
    for (tried, stats) in chunks {
        work.tried.extend(tried);
        work.stats += stats;
    }
    work
}
