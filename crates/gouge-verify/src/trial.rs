//! One motion tried against one body: the verdict of every component.

use super::body::Body;
use super::finding::{PartSide, Verdict};
use super::gear::{Gear, Kit};
use super::lift::lift;
use super::limits::{Deepest, Limits};
use super::path::Path;
use super::plan::{Way, near};
use super::search::{Contact, Goal, Seeker};
use super::side::{Effort, Gauge, Reach};
use crate::tolerance::{TOUCHING_MM, VERDICT_PATCHES, VERDICT_SLACK_MM};
use gouge_core::tool::{Piece, Role, Solid};
use gouge_core::tree::{Facets, Stats};
use gouge_mesh::geom::{Aabb, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Side;

/// What one component does to one body during one motion.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub role: Role,
    pub verdict: Verdict,
    /// Bounds of the depth, growth included, mm.
    pub depth: [f64; 2],
    pub tool_side: [f64; 2],
    pub part_side: Option<PartSide>,
    pub contact: Option<Contact>,
    pub dogleg: bool,
    pub buried: bool,
    /// Where the middle of what is buried is then, mm.
    pub heart: Option<Vec3>,
    /// Whether the component is wholly inside where the motion starts cannot be told there.
    pub untold: bool,
    /// No piece changed sides along the motion.
    pub kept: bool,
    /// Every piece is known to be outside where the motion ends.
    pub ends_outside: bool,
    pub lift: Option<f64>,
}

/// Where the pieces of a component are when a motion starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Outside,
    /// Some piece is wholly inside the material.
    Buried,
    /// Not to be told there.
    Untold,
}

/// One component in front of one body, carried from motion to motion.
pub(super) struct Bench<'a> {
    kit: &'a Kit,
    at: usize,
    gear: &'a Gear,
    body: &'a Body<'a>,
    seeker: Seeker<'a>,
    gauge: Gauge<'a>,
    /// Work done beside the seeker's.
    effort: Stats,
    grow: f64,
    limits: Limits,
    room: Aabb,
    /// The hearts are known to be outside the material where the last motion ended.
    outside: bool,
}

impl<'a> Bench<'a> {
    pub fn new(
        tree: &'a dyn Facets,
        body: &'a Body<'a>,
        kit: &'a Kit,
        at: usize,
        limits: Limits,
        carry: bool,
    ) -> Self {
        let gear = &kit.gears[at];
        let grow = limits.grow(gear, body);
        let pieces = &gear.component.pieces;
        let (mesh, facing) = (body.mesh, body.facing);
        let bounds = mesh.bounds();
        let span = if bounds.is_empty() { 0.0 } else { bounds.size().norm() };
        Self {
            kit,
            at,
            gear,
            body,
            seeker: Seeker::new(tree, mesh, pieces, carry),
            gauge: Gauge {
                tree,
                mesh,
                pieces: gear.solids().unwrap_or_default(),
                seams: kit.seams(at),
                tool: kit.solids(|gear| limits.grow(gear, body)),
                grow,
                facing,
                span,
            },
            effort: Stats::default(),
            grow,
            limits,
            room: limits.room(gear, body),
            outside: false,
        }
    }

    /// The next motion does not start where the last one ended.
    pub fn jump(&mut self) {
        self.outside = false;
    }

    /// What one motion does on the tool side.
    pub fn surface(&mut self, ways: &[Way]) -> Trial {
        let goal = self.limits.goal(self.gear.sharpness_before(self.body), self.grow, 0.0);
        let deepest = Deepest::of(&mut self.seeker, ways, &goal);
        let tool_side = deepest.bounds(&goal, self.grow, &self.limits);
        let hi = deepest.hi + self.limits.more_float();
        Trial {
            role: self.gear.component.role,
            verdict: decide(tool_side, self.limits.tolerance),
            depth: tool_side,
            tool_side,
            part_side: None,
            contact: deepest.contact,
            dogleg: deepest.dogleg,
            buried: false,
            heart: None,
            untold: false,
            // A ball that no surface reached the centre of is still on the side where it was.
            kept: self.gear.hearts.iter().all(|(_, radius)| *radius > hi),
            ends_outside: false,
            lift: None,
        }
    }

    /// Completes what the tool side says of a motion between two `ends`: is the tool buried, and
    /// how deep is it on the part side?
    pub fn judge(&mut self, [start, end]: [Vec3; 2], ways: &[Way], trial: &mut Trial) {
        let tolerance = self.limits.tolerance;
        // A mesh that does not tell everything needs every place that it does tell.
        let standing = if trial.verdict != Verdict::Gouge || !self.body.whole() {
            self.standing(start)
        } else {
            Standing::Outside
        };
        trial.untold = standing == Standing::Untold;
        if trial.verdict != Verdict::Gouge && standing == Standing::Buried {
            self.bury(start, trial);
        } else if let Some(sharpness) = self.gear.sharpness_before(self.body) {
            if trial.verdict == Verdict::Clean && trial.tool_side[1] * sharpness > tolerance {
                let goal = self.limits.goal(Some(sharpness), self.grow, 0.0);
                self.part_side(ways, &goal, tolerance, VERDICT_PATCHES, trial);
            } else if trial.verdict == Verdict::Clean && self.limits.all {
                let most = (trial.tool_side[1] * sharpness).min(tolerance);
                trial.depth[1] = trial.depth[1].max(most);
            } else if trial.verdict == Verdict::Gouge {
                trial.depth[1] = self.part_limit(ways, trial.tool_side[1]);
            }
        }
        self.outside = if self.body.whole() {
            trial.kept && trial.verdict == Verdict::Clean
        } else {
            trial.ends_outside = (trial.kept && standing == Standing::Outside)
                || self.standing_at(end) == Standing::Outside;
            trial.ends_outside
        };
    }

    /// How deep on the part side a motion can be at most whose tool-side depth is `depth`.
    ///
    /// The argument of [`Solid::sharpness`] needs the middle of the tool outside of the material.
    /// A column without a top ends above the body, and depth does not fall on the way up. A piece
    /// with a top must start with its inscribed ball outside, and that ball must be too large to
    /// have crossed a surface no deeper than `depth`.
    fn part_limit(&self, ways: &[Way], depth: f64) -> f64 {
        let start = ways[0].path.at(0.0);
        let clear = |(heart, radius): &(Vec3, f64)| {
            depth < *radius && self.body.side(&(start + heart)) == Side::Outside
        };
        if !self.kit.gears.iter().flat_map(|gear| &gear.hearts).all(clear) {
            return self.gauge.span.max(depth);
        }
        let scale = depth * (1.0 + 1e-6);
        let sharp = |s: &&Solid| s.sharpness(scale);
        let sharpness = self.gauge.pieces.iter().map(sharp).fold(1.0, f64::max);
        (depth * sharpness).min(self.gauge.span.max(depth))
    }

    /// Measures what a reader wants to know of the worst motion of a region: the part side and
    /// the lift, with `patches` to spend.
    pub fn detail(&mut self, ways: &[Way], patches: usize, trial: &mut Trial) {
        if self.gear.sharpness_before(self.body).is_some() && !trial.buried {
            let goal = Goal { floor: 0.0, ..self.limits.goal(None, self.grow, 0.0) };
            self.gauge.seams = self.kit.whole_seams(self.at);
            self.part_side(&near(ways, &self.room), &goal, 0.0, patches, trial);
        }
        trial.lift = self.lift(ways);
    }

    /// The raise that clears all ways of a motion; only convex pieces can be raised.
    fn lift(&mut self, ways: &[Way]) -> Option<f64> {
        let Gauge { tree, mesh, pieces, grow, .. } = &self.gauge;
        if pieces.is_empty() {
            return None;
        }
        let tolerance = self.limits.tolerance;
        let stats = &mut self.effort;
        let raise = |way: &Way| lift(*tree, mesh, pieces, &way.path, *grow, tolerance, stats);
        ways.iter().map(raise).reduce(f64::max)
    }

    /// Work done so far.
    pub fn stats(&self) -> Stats {
        let mut stats = self.effort;
        stats += self.seeker.stats();
        stats
    }

    /// Where the component is when a motion starts that is not proved to gouge by its surface.
    fn standing(&self, start: Vec3) -> Standing {
        if self.outside { Standing::Outside } else { self.standing_at(start) }
    }

    /// Where the component is, told by its place alone.
    fn standing_at(&self, control: Vec3) -> Standing {
        let mut standing = Standing::Outside;
        for (heart, _) in &self.gear.hearts {
            match self.body.side(&(control + heart)) {
                Side::Inside => return Standing::Buried,
                Side::Untold => standing = Standing::Untold,
                Side::Outside => {}
            }
        }
        standing
    }

    /// A tool wholly inside: nothing of the surface is in it, so what is proved is its own size.
    fn bury(&self, start: Vec3, trial: &mut Trial) {
        let held = |h: &&(Vec3, f64)| self.body.side(&(start + h.0)) == Side::Inside;
        let Some((heart, radius)) =
            self.gear.hearts.iter().filter(held).max_by(|a, b| a.1.total_cmp(&b.1))
        else {
            return;
        };
        let at = start + heart;
        let found = self.gauge.tree.nearest(at, f64::INFINITY);
        let triangle = found.map_or(0, |(_, t)| t);
        let point = closest_on_triangle(&at, &self.body.mesh.triangle(triangle as usize));
        let depth = radius + self.grow;
        // So thin a component is nowhere deeper in itself.
        if depth <= self.limits.tolerance {
            return;
        }
        trial.verdict = Verdict::Gouge;
        trial.buried = true;
        trial.heart = Some(at);
        trial.tool_side = [depth - self.limits.float, depth + self.limits.float];
        // The true depth is as large as the part lets it be.
        trial.depth = [trial.tool_side[0], trial.tool_side[1].max(self.gauge.span)];
        trial.part_side = None;
        trial.dogleg = false;
        trial.contact =
            Some(Contact { lo: *radius, triangle, t: 0.0, point, control: start, piece: 0 });
    }

    /// Measures part-side depth, not told apart below `floor`, and judges by both sides.
    fn part_side(
        &mut self,
        ways: &[Way],
        goal: &Goal,
        floor: f64,
        patches: usize,
        trial: &mut Trial,
    ) {
        let tolerance = self.limits.tolerance;
        let limit = self.part_limit(ways, trial.tool_side[1]);
        // A verdict asks for the tolerance, and leaves room for rounding below it.
        let verdict = if floor > 0.0 { tolerance } else { 0.0 };
        let more = self.limits.more_float();
        let floor = (floor - VERDICT_SLACK_MM - more).max(0.0);
        let mut effort = Effort { patches, limit, verdict, stats: Stats::default() };
        let mut reach: Option<(Reach, &Way)> = None;
        let mut hi = 0f64;
        for way in ways {
            let found = self.gauge.measure(&way.path, goal, floor, &mut effort);
            hi = hi.max(found.hi);
            if verdict <= 0.0 {
                hi = self.gauge.across(&way.path, hi, goal, &mut effort);
            }
            if found.triangle != u32::MAX && reach.is_none_or(|(r, _)| found.lo > r.lo) {
                reach = Some((found, way));
            }
        }
        self.effort += effort.stats;
        let lo = reach.map_or(0.0, |(r, _)| r.lo - more);
        hi += more;
        if let Some((r, way)) = reach {
            let t = way.times[0] + r.t * (way.times[1] - way.times[0]);
            trial.part_side =
                Some(PartSide { depth: [lo, hi], triangle: r.triangle, point: r.point, t });
        }
        trial.depth = [trial.tool_side[0].max(lo), trial.tool_side[1].max(hi)];
        trial.verdict = decide(trial.depth, tolerance);
        if trial.contact.is_none()
            && trial.verdict == Verdict::Gouge
            && let Some((r, way)) = reach
        {
            self.witness(ways, goal, trial, &r, way);
            if trial.tool_side[1] <= TOUCHING_MM {
                trial.depth = trial.tool_side;
                trial.verdict = Verdict::Clean;
                (trial.part_side, trial.contact) = (None, None);
            }
        }
    }

    /// Tool-side bounds and a witness for a gouge that only the part side shows.
    fn witness(&mut self, ways: &[Way], goal: &Goal, trial: &mut Trial, r: &Reach, way: &Way) {
        let touching = Goal { floor: -self.grow, limit: -self.grow, ..*goal };
        let deepest = Deepest::of(&mut self.seeker, ways, &touching);
        trial.tool_side = deepest.bounds(&touching, self.grow, &self.limits);
        (trial.contact, trial.dogleg) = (deepest.contact, deepest.dogleg);
        if trial.contact.is_none() {
            trial.contact = Some(self.contact_at(r, way));
            trial.dogleg = way.dogleg;
        }
    }

    /// A witness for a gouge that only the part side shows.
    fn contact_at(&self, r: &Reach, way: &Way) -> Contact {
        let control = way.path.at(r.t);
        let depth = |p: &Piece| p.depth(&(r.point - control));
        let (piece, lo) =
            self.gear.component.pieces.iter().map(depth).enumerate().fold(
                (0, f64::NEG_INFINITY),
                |best, (i, d)| if d > best.1 { (i, d) } else { best },
            );
        let t = way.times[0] + r.t * (way.times[1] - way.times[0]);
        Contact { lo, triangle: r.triangle, t, point: r.point, control, piece }
    }
}

pub(super) fn decide([lo, hi]: [f64; 2], tolerance: f64) -> Verdict {
    if lo > tolerance {
        Verdict::Gouge
    } else if hi <= tolerance {
        Verdict::Clean
    } else {
        Verdict::Unknown
    }
}

/// Where a path starts, to see whether it continues the one before.
pub(super) fn ends(ways: &[Way]) -> [Vec3; 2] {
    let path: &Path = &ways[0].path;
    [path.at(0.0), path.at(1.0)]
}
