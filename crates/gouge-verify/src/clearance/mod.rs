//! The least distance between a tool and what it must not touch, operation by operation.
//!
//! Depth is negative outside: it is the distance with its sign turned. So the least distance over
//! many motions comes from the same search as the greatest depth, with a floor below zero: nothing
//! farther away than some pose is known to come needs to be looked at.

mod stick_out;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

pub use stick_out::StickOut;

use super::body::{Body, Built};
use super::contact::{Contact, DepthQuery};
use super::finding::{Finding, Verdict};
use super::findings::Findings;
use super::limits::{Case, Limits};
use super::options::Options;
use super::outcomes::Outcomes;
use super::plan::{Plans, Spread, near};
use super::planner::Planner;
use super::progress::Progress;
use super::thresholds::{Goal, Slack};
use super::tools::PreparedTools;
use crate::tolerance::{CLEARANCE_SHARE, FLOAT_MM, float_mm};
use gouge_core::tool::{Component, Piece, Role, Spec};
use gouge_core::tree::Course;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};
use gouge_nc::{Kind, Motions};

/// Motions in one chunk: the answer depends on it, not on the number of threads.
const CHUNK: usize = 256;

/// Motions of one kind that are looked at to begin with.
const SAMPLES: usize = 64;

/// The least distance of one component of a tool from parts or from fixtures during one operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Clearance {
    /// Operation of the program.
    pub operation: u32,
    /// Tool number.
    pub tool: u32,
    /// Component of the tool.
    pub role: Role,
    /// From fixtures, not from parts.
    pub fixture: bool,
    /// Bounds, mm, true of the path as it is programmed with the machine's declared deviation; both
    /// zero where the component touches or goes deeper.
    pub distance: [f64; 2],
    /// Where the component comes as near as the upper bound; `None` where no motion was measured.
    pub place: Option<Nearest>,
    /// Motions measured.
    pub motions: u64,
    /// Motions not measured, because they are not known well enough or nothing was proved about
    /// them.
    pub unmeasured: u64,
}

/// A pose with the points that are nearest to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// Index of the motion in the program, from 0.
    pub motion: u32,
    /// Where along the motion, 0 to 1.
    pub t: f64,
    /// The pose lies on the dog-leg of a rapid, not on its straight line.
    pub dogleg: bool,
    /// Control point, part coordinates, mm.
    pub control_point: Vec3,
    /// Index of the body: parts first, then fixtures.
    pub body: u32,
    /// Its triangle, in file order.
    pub triangle: u32,
    /// The point of the triangle, part coordinates, mm.
    pub surface_point: Vec3,
}

/// The measured distances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clearances {
    /// By operation, tool, component, parts before fixtures.
    pub distances: Vec<Clearance>,
    /// By tool; tools without a holder are left out.
    pub stick_outs: Vec<StickOut>,
}

/// Measures distances of cutters from parts during rapids, and of shanks, holders and from fixtures
/// always. A rapid straight up leaves what was just cut and is not counted for the cutter.
///
/// `outcomes` and `findings` are what [`crate::check`] found with the same input: what is not
/// proved outside is not measured, and what gouges is at distance zero.
pub fn clearances(
    bodies: &[Body],
    specs: &BTreeMap<u32, Spec>,
    motions: &Motions,
    options: &Options,
    (outcomes, findings): (&Outcomes, &Findings),
    progress: &Progress,
) -> Clearances {
    let planner = Planner::new(options.shift, options.home, f64::INFINITY);
    let plans = Plans::new(motions, planner, |n| specs.contains_key(&n));
    let way = Spread::of(&plans.spreads()).all;
    let all = bodies.iter().fold(way, |b, body| b.union(&body.bounds));
    let float = if all.is_empty() { FLOAT_MM } else { float_mm(all.lo.amax().max(all.hi.amax())) };
    // A column without an end is cut off above everything.
    let height = if all.is_empty() { 0.0 } else { all.hi.z - all.lo.z };
    let column = |spec: &Spec| 2.0 * height + 2.0 * spec.shape.diameter() + 1.0;
    let tools: BTreeMap<u32, Vec<Component>> = specs
        .iter()
        .map(|(&n, spec)| (n, spec.build(column(spec))))
        .map(|(n, tool)| (n, tool.components))
        .collect();
    let trees: Vec<Built> = bodies.iter().map(|body| body.facets(&options.engine)).collect();
    let job = ClearanceJob {
        bodies,
        trees: &trees,
        tools: &tools,
        plans: &plans,
        motions,
        options,
        progress,
    };
    let groups = job.groups(outcomes);
    let count: usize = groups.values().map(|g| g.motions.len()).sum();
    progress.total.fetch_add(count as u64, Ordering::Relaxed);
    let mut distances = Vec::with_capacity(groups.len());
    for (key, group) in groups {
        let own = |f: &Cow<Finding>| f.buried && job.key(f) == key && job.counts(&key, f.motion);
        let measured = match findings.iter().find(own) {
            Some(f) => Some(([0.0; 2], Nearest::of(&f))),
            None => job.least(&key, &group.motions, float),
        };
        let done = measured.is_some();
        let count = group.motions.len() as u64;
        let (distance, place) = measured.map_or(([0.0; 2], None), |(d, place)| (d, Some(place)));
        distances.push(Clearance {
            operation: key.operation,
            tool: key.tool,
            role: key.role,
            fixture: key.fixture,
            distance,
            place,
            motions: if done { count } else { 0 },
            unmeasured: group.unmeasured + if done { 0 } else { count },
        });
    }
    let ready = PreparedTools::new(specs, options, |spec, _| column(spec), Slack::rounding(float));
    let stick_outs = specs.keys().filter_map(|&n| job.stick_out(n, &ready, outcomes));
    Clearances { distances, stick_outs: stick_outs.collect() }
}

impl Nearest {
    fn of(f: &Finding) -> Self {
        Self {
            motion: f.motion,
            t: f.t,
            dogleg: f.dogleg,
            control_point: f.control_point,
            body: f.body,
            triangle: f.triangle,
            surface_point: f.surface_point,
        }
    }
}

/// The case that one distance is measured for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    operation: u32,
    tool: u32,
    role: Role,
    fixture: bool,
}

/// The motions of one distance.
#[derive(Default)]
struct Group {
    motions: Vec<usize>,
    unmeasured: u64,
}

/// The greatest depth so far of something that stays outside: the distance, negative.
struct NearestReached {
    /// Nothing is deeper, mm.
    hi: f64,
    best: Option<Best>,
}

#[derive(Clone, Copy)]
struct Best {
    contact: Contact,
    dogleg: bool,
    motion: usize,
    body: usize,
}

#[derive(Clone, Copy)]
struct ClearanceJob<'a> {
    bodies: &'a [Body<'a>],
    trees: &'a [Built<'a>],
    tools: &'a BTreeMap<u32, Vec<Component>>,
    plans: &'a Plans<'a>,
    motions: &'a Motions,
    options: &'a Options,
    progress: &'a Progress,
}

impl<'a> ClearanceJob<'a> {
    fn key(&self, f: &Finding) -> Key {
        let fixture = self.bodies[f.body as usize].fixture;
        Key { operation: f.operation, tool: f.tool, role: f.role, fixture }
    }

    /// Whether a motion counts for a distance, once it is known well enough.
    fn counts(&self, key: &Key, motion: u32) -> bool {
        if key.role != Role::Cutter || key.fixture {
            return true;
        }
        let motion = self.motions.at(motion as usize);
        let rises = match (motion.from.known(), motion.to.known()) {
            (Some(from), Some(to)) => from[..2] == to[..2] && from[2] <= to[2],
            _ => false,
        };
        motion.kind == Kind::Rapid && !rises
    }

    fn groups(&self, outcomes: &Outcomes) -> BTreeMap<Key, Group> {
        let mut groups: BTreeMap<Key, Group> = BTreeMap::new();
        for (i, motion) in self.motions.iter().enumerate() {
            let Some(components) = self.tools.get(&motion.tool) else { continue };
            let known = self.plans.is_checked(i)
                && outcomes.get(i).is_some_and(|o| o.verdict != Verdict::Unknown);
            for fixture in [false, true] {
                if !self.bodies.iter().any(|b| b.fixture == fixture) {
                    continue;
                }
                for component in components {
                    let key = Key {
                        operation: motion.operation,
                        tool: motion.tool,
                        role: component.role,
                        fixture,
                    };
                    if !self.counts(&key, i as u32) {
                        continue;
                    }
                    let group = groups.entry(key).or_default();
                    if known {
                        group.motions.push(i);
                    } else {
                        group.unmeasured += 1;
                    }
                }
            }
        }
        groups
    }

    /// The limits that apply to a distance, body by body.
    fn limits(&self, key: &Key) -> Vec<Limits> {
        let Key { operation, tool, .. } = *key;
        let bodies = (0..).zip(self.bodies).filter(|(_, b)| b.fixture == key.fixture);
        bodies.map(|(body, _)| self.options.limits_of(Case { body, tool, operation })).collect()
    }

    /// The least distance over some motions with its place; `None` where there are none, or there
    /// was no time.
    fn least(&self, key: &Key, motions: &[usize], float: f64) -> Option<([f64; 2], Nearest)> {
        let component = self.tools.get(&key.tool)?.iter().find(|c| c.role == key.role)?;
        let held = self.limits(key);
        let epsilon =
            held.iter().map(|l| l.tolerance).fold(f64::INFINITY, f64::min) * CLEARANCE_SHARE;
        let deviation = held.iter().map(|l| l.deviation).fold(0.0, f64::max);
        let every = motions.len().div_ceil(SAMPLES).max(1);
        let samples = motions.iter().step_by(every);
        let (near, first) = samples
            .map(|&m| (self.at_most(component, key.fixture, m), m))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        // A little lower than what is known, so that rounding hides no contact.
        let floor = -near - epsilon;
        let seed = self.nearest(component, key.fixture, &[first], floor, epsilon);
        let floor = seed.best.map_or(floor, |b| floor.max(b.contact.lo - epsilon));
        let chunks: Vec<NearestReached> = motions
            .par_chunks(CHUNK)
            .map(|chunk| self.nearest(component, key.fixture, chunk, floor, epsilon))
            .collect();
        if self.progress.stopped(self.progress.until) {
            return None;
        }
        let hi = chunks.iter().map(|c| c.hi).fold(f64::NEG_INFINITY, f64::max);
        let deeper = |a: Best, b: Best| if b.contact.lo > a.contact.lo { b } else { a };
        let best = seed.best.into_iter().chain(chunks.iter().filter_map(|c| c.best));
        let best = best.reduce(deeper)?;
        // How far apart the bounds end depends on what was looked at before; in whole steps of what
        // they are closed to it does not.
        let lo = best.contact.lo;
        let hi = lo + epsilon * ((hi - lo) / epsilon).ceil().max(1.0);
        let more = float - FLOAT_MM;
        let distance = [-hi - deviation - more, -lo + component.facet_error + more];
        let place = Nearest {
            motion: best.motion as u32,
            t: best.contact.t,
            dogleg: best.dogleg,
            control_point: best.contact.control,
            body: best.body as u32,
            triangle: best.contact.triangle,
            surface_point: best.contact.point,
        };
        let touches = lo > 0.0;
        Some((if touches { [0.0; 2] } else { distance.map(|d| d.max(0.0)) }, place))
    }

    /// The component comes at least this near during a motion, mm: the balls in it do where the
    /// motion begins.
    fn at_most(&self, component: &Component, fixture: bool, motion: usize) -> f64 {
        let Some((_, [from, _])) = self.plans.ends(motion) else { return f64::INFINITY };
        let balls = component.pieces.iter().flat_map(Piece::interior_balls);
        let balls: Vec<(Vec3, f64)> = balls.collect();
        let trees = self.trees.iter().zip(self.bodies).filter(|(_, b)| b.fixture == fixture);
        trees
            .flat_map(|(tree, _)| {
                balls.iter().filter_map(move |(middle, radius)| {
                    Some(tree.nearest(from + middle, f64::INFINITY)?.0 - radius)
                })
            })
            .fold(f64::INFINITY, f64::min)
            .max(0.0)
    }

    /// The nearest contact over some motions that is nearer than `-floor` mm.
    fn nearest(
        &self,
        component: &Component,
        fixture: bool,
        motions: &[usize],
        mut floor: f64,
        epsilon: f64,
    ) -> NearestReached {
        let stop = || self.progress.stopped(self.progress.until);
        let course = Course { carry: self.options.front, points: &[] };
        let mut queries: Vec<(usize, DepthQuery)> = (0..self.bodies.len())
            .filter(|&i| self.bodies[i].fixture == fixture)
            .map(|i| {
                let mesh = self.bodies[i].mesh;
                (i, DepthQuery::new(&*self.trees[i], mesh, &component.pieces, course))
            })
            .collect();
        let mut reached = NearestReached { hi: floor, best: None };
        for &motion in motions {
            self.progress.done.fetch_add(1, Ordering::Relaxed);
            let paths = self.plans.paths(motion);
            if paths.is_empty() {
                continue;
            }
            for (body, query) in &mut queries {
                // Nothing is nearer than what touches.
                if floor > 0.0 || stop() {
                    return reached;
                }
                let room = room(component, &self.bodies[*body].bounds, -floor);
                let known = f64::NEG_INFINITY;
                let limit = f64::INFINITY;
                let goal = Goal { floor, harmless: floor, known, limit, epsilon };
                let found = query.deepest(&near(&paths, &room), &goal, &stop);
                reached.hi = reached.hi.max(found.hi);
                if let Some(contact) = found.contact {
                    floor = floor.max(contact.lo);
                    let dogleg = found.dogleg;
                    reached.best = Some(Best { contact, dogleg, motion, body: *body });
                }
            }
        }
        reached
    }
}

/// Where the control point is when a component may be within `margin` mm of a box.
fn room(component: &Component, bounds: &Aabb, margin: f64) -> Aabb {
    let hulls = component.pieces.iter().map(|p| p.hull());
    let (radius, low, high) = hulls.fold((0f64, 0f64, 0f64), |(radius, low, high), hull| {
        (radius.max(hull.radius), low.min(hull.axis[0]), high.max(hull.axis[1]))
    });
    // A round end reaches lower than its axis.
    let (wide, low) = (radius + margin + 1.0, low - radius);
    Aabb {
        lo: bounds.lo - Vec3::new(wide, wide, high + margin + 1.0),
        hi: bounds.hi + Vec3::new(wide, wide, margin + 1.0 - low),
    }
}
