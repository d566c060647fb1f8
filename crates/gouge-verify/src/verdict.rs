//! The verdict on one component of a tool against one body during one motion.

mod trial;
mod under_the_sky;

use std::ops::ControlFlow;

pub(super) use self::trial::Trial;
use super::body::Body;
use super::capped::CappedBody;
use super::chunk::SurfaceDepth;
use super::contact::{Contact, Stop};
use super::finding::Verdict;
use super::fitted::Fitting;
use super::interior::{Aim, InteriorQuery, Passage, Reached};
use super::mover::Mover;
use super::narrowed::Narrowed;
use super::packed_trial::{PackedTrial, Touch};
use super::plan::{TimedPath, near};
use super::prepared::PreparedComponent;
use super::side::classify;
use super::target::Target;
use super::thresholds::Thresholds;
use super::under_contact::{beneath, farthest_beneath};
use crate::budget::CELLS_BEFORE_FITTING;
use crate::tolerance::{FITTING_SHARE, HOLLOW_SHARE};
use gouge_mesh::geom::{Aabb, Body as _};
use gouge_mesh::mesh::Side;

/// The effort spent on a verdict.
#[derive(Clone, Copy)]
pub(super) enum Effort {
    /// As much as it takes.
    Decide,
    /// Little, for advice: what takes more is left open.
    Brief,
}

/// A component against a body.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub target: Target<'a>,
    /// The body with its holes capped, where it has any that can be.
    pub capped: Option<&'a CappedBody<'a>>,
    pub component: &'a PreparedComponent,
    pub thresholds: Thresholds,
    pub effort: Effort,
}

impl<'a> Judge<'a> {
    /// A judge that decides all it can, against a body none of whose holes are capped.
    pub fn new(
        target: Target<'a>,
        component: &'a PreparedComponent,
        thresholds: Thresholds,
    ) -> Self {
        Self { target, capped: None, component, thresholds, effort: Effort::Decide }
    }

    /// Decides a motion from the depth of the surface and from where the component's middle is at
    /// the start; looks into the material where that is not enough. No surface is deeper than
    /// `most` in the whole tool; `narrowed` gives the component offset inwards by what it may cut.
    pub fn judge<'n>(
        &self,
        paths: &[TimedPath],
        surface: SurfaceDepth,
        most: f64,
        narrowed: impl FnOnce() -> Option<&'n Narrowed>,
        stop: Stop,
    ) -> Trial {
        let open = match self.at_the_surface(paths, surface, most, stop) {
            ControlFlow::Break(decided) => return decided,
            ControlFlow::Continue(open) => open,
        };
        if let Some(capped) = self.away_from_holes(paths) {
            let side = classify(&capped.target, self.component, &paths[0].path.at(0.0));
            let surface = SurfaceDepth { side, ..open.surface };
            return capped.judge(paths, surface, most, narrowed, stop);
        }
        let limit = self.thresholds.limit(self.target.body);
        let counts = self.thresholds.counts_tool_side(self.target.body);
        let (hi, shape) = (open.surface.depth[1], open.part[1]);
        let held = self.target.body.whole() && open.outside.is_some();
        let clean_to = held && (!counts || hi <= limit);
        let clears = |narrowed: &Narrowed| {
            let epsilon = self.thresholds.epsilon();
            let left = (limit - hi).clamp(epsilon, limit.max(epsilon));
            narrowed.clears(&mut narrowed.query(self.target), paths, open.outside, left, stop)
        };
        if clean_to && narrowed().is_some_and(clears) {
            let most = self.thresholds.most(self.target.body);
            return Trial { verdict: Verdict::Clean, part: [0.0, shape.min(most)], ..open };
        }
        if let Some(reached) = self.shown_at_once(&open).filter(|r| r.depth > limit) {
            let part = [reached.depth, shape];
            let reached = Some(Box::new(reached));
            return Trial { verdict: Verdict::Gouge, part, reached, ..open };
        }
        let look = |cells: Option<usize>| {
            let mut query = self.query(Aim::Decide { limit: limit.max(0.0) }, f64::NEG_INFINITY);
            if let Effort::Brief = self.effort {
                query = query.brief();
            }
            query.cells_left = cells.unwrap_or(query.cells_left);
            query.run(
                [shape].into_iter(),
                |_| self.passage(paths, open.outside, open.roofed),
                stop,
            );
            query
        };
        let Self { target, component, thresholds, .. } = *self;
        let (outside, slack) = (open.outside, thresholds.slack);
        let fitting = Fitting { target, component, paths, outside, slack };
        let fits = clean_to && fitting.is_able();
        let mut query = look(fits.then_some(CELLS_BEFORE_FITTING));
        if fits && !query.settled(query.bounds()[1]) {
            let gap = FITTING_SHARE * thresholds.epsilon();
            if let Some(told) = fitting.most(limit.min(shape), gap, stop) {
                return Trial { verdict: Verdict::Clean, part: [0.0, told], ..open };
            }
            query = look(None);
        }
        let [deep, most] = query.bounds();
        let part = [deep.max(0.0), most.min(shape)];
        let verdict = match () {
            () if deep > limit && query.deepest.is_some() => Verdict::Gouge,
            () if most <= limit.max(0.0) && (!counts || hi <= limit) => Verdict::Clean,
            () => Verdict::Unknown,
        };
        let undetermined =
            query.undetermined.filter(|u| verdict == Verdict::Unknown && u.depth > limit);
        Trial {
            reached: query.deepest.filter(|_| verdict == Verdict::Gouge).map(Box::new),
            undetermined: undetermined.map(|u| Box::new(u.x)),
            verdict,
            part,
            ..open
        }
    }

    /// A point beneath the deepest contact, where that decides nothing by itself: what may be cut
    /// may be as deep in the tool as it likes, but mostly it shows that more is; and a tip over an
    /// open surface, all along an arc as deep, goes deeper than the surface is in it, which few
    /// cells do not show.
    fn shown_at_once(&self, open: &Trial) -> Option<Reached> {
        let Self { target: Target { body, .. }, thresholds, .. } = self;
        let Trial { surface, roofed, .. } = open;
        let limit = thresholds.limit(body);
        let contact = surface.contact.as_ref()?;
        let Contact { triangle, t, point, control, .. } = **contact;
        let touch = Touch { triangle, t, point, control };
        if !body.whole() {
            let own = || farthest_beneath(self, &touch, limit, surface.dogleg);
            return (!roofed && surface.depth[0] > 0.0).then(own).flatten();
        }
        let asks = !thresholds.counts_tool_side(body) && surface.depth[0] > limit;
        asks.then(|| beneath(self, &touch, surface.depth[0], surface.dogleg)).flatten()
    }

    /// The judge on the body with its holes capped, where the component keeps away from these.
    pub fn away_from_holes(&self, paths: &[TimedPath]) -> Option<Self> {
        let rooms = self.component.rooms(paths);
        let away = !paths.is_empty() && self.capped?.is_far_from(rooms);
        self.capped().filter(|_| away)
    }

    /// The same judge on the capped body, wherever the motion is.
    pub fn capped(&self) -> Option<Self> {
        let target = self.capped?.target();
        Some(Self { target, capped: None, ..*self })
    }

    /// The same where nothing has to be looked into; else what is known so far.
    fn at_the_surface(
        &self,
        paths: &[TimedPath],
        mut surface: SurfaceDepth,
        most: f64,
        stop: Stop,
    ) -> ControlFlow<Trial, Trial> {
        // Nothing follows from where it came from where a facet is missing that it would have met.
        let gap = enters_gap(self.target.body, self.component, paths);
        if gap {
            surface.side = Side::Undetermined;
        }
        // Before an open surface it only counts whether it could be raised out of it: nothing
        // follows from where it came from beneath one.
        let outside = match self.target.body.whole() {
            true => came(&surface),
            // A roof that is missing shows nothing.
            false if gap => None,
            false => self.under_the_sky(paths, surface.depth[1], stop),
        };
        let room =
            || paths.iter().fold(Aabb::EMPTY, |room, timed| room.union(&timed.path.bounds()));
        self.by_the_surface(room, surface, most, outside)
    }

    /// How deep motions whose control points are in `room` and which share one surface depth are at
    /// most, the allowance counted, mm; `None` where they cannot be proved clean all at once.
    pub fn clean_to(&self, room: &Aabb, surface: SurfaceDepth, most: f64) -> Option<f64> {
        let Self { target, component, thresholds, .. } = self;
        let hi = surface.depth[1];
        // What stands over one of them, or may be missing there, stands over all.
        let covered = |mover: Mover| {
            let covered = mover.covered(room.lo, room.size(), component.grow);
            target.body.may_miss_cover(&covered)
                || target.roofs(&mover, &covered, room.lo.z, self.beneath(hi))
        };
        let outside = match target.body.whole() {
            true => came(&surface),
            false => (!component.movers().any(covered)).then_some(hi),
        };
        match self.by_the_surface(|| *room, surface, most, outside) {
            ControlFlow::Break(trial) => trial.clean_to(target.body, thresholds),
            ControlFlow::Continue(_) => None,
        }
    }

    /// What follows from the surface for control points in `room`, where all that is deeper in the
    /// component than `outside` is outside of the material.
    fn by_the_surface(
        &self,
        room: impl Fn() -> Aabb,
        surface: SurfaceDepth,
        most: f64,
        outside: Option<f64>,
    ) -> ControlFlow<Trial, Trial> {
        let limit = self.thresholds.limit(self.target.body);
        let counts = self.thresholds.counts_tool_side(self.target.body);
        let [lo, hi] = surface.depth;
        // What closes the body may lie deeper in the component than any facet.
        let crack = self.target.body.crack_mm();
        let [outside, came] = [outside, came(&surface)].map(|told| told.map(|by| by + crack));
        let held = outside.or(came).filter(|depth| self.component.keeps_side(*depth));
        let shape = outside.map(|depth| self.part_limit(depth, most + crack) + crack);
        let shape = shape.unwrap_or(f64::INFINITY);
        // Where the sentry may not see the sky, all counts that lies below the surface, beyond rims
        // too.
        let near = outside.is_none_or(|depth| depth < self.component.sentry_depth());
        let told = near || self.is_rimless(&room());
        let shape = self.most(room, if told { shape } else { f64::INFINITY });
        let trial = Trial {
            role: self.component.component.role,
            verdict: Verdict::Unknown,
            surface,
            part: [0.0, shape],
            outside: held.map(|depth| depth.max(0.0)),
            roofed: outside.is_none() && !self.target.body.whole(),
            reached: None,
            undetermined: None,
        };
        if counts && lo > limit {
            return ControlFlow::Break(Trial { verdict: Verdict::Gouge, ..trial });
        }
        if limit < 0.0 && hi > limit && outside.is_some() {
            return ControlFlow::Break(trial);
        }
        if (!counts || hi <= limit) && (limit < 0.0 || shape <= limit) && outside.is_some() {
            return ControlFlow::Break(Trial { verdict: Verdict::Clean, ..trial });
        }
        ControlFlow::Continue(trial)
    }

    /// How deep on the part side a motion can be by the shape of the component alone, mm, if what
    /// is deeper in it than `depth` is outside and meets no facet, and none is deeper than `most`
    /// in the whole tool.
    fn part_limit(&self, depth: f64, most: f64) -> f64 {
        let held = self.component.keeps_side(depth);
        let limit = held.then(|| self.component.part_side(depth)).flatten();
        let together = depth.max(most);
        let held = self.component.keeps_side(together);
        let below = held.then(|| self.component.part_side_below(together)).flatten();
        limit.unwrap_or(f64::INFINITY).min(below.unwrap_or(f64::INFINITY))
    }

    /// Whether no rim is over or under what the component covers whose control point is in `room`.
    fn is_rimless(&self, room: &Aabb) -> bool {
        self.target.body.rimless(&room.grown(self.component.reach() + self.component.grow))
    }

    /// Nothing that the tool covers in the material is farther from the surface, mm: a ball in
    /// closed material fits between its sides, and no two points of a box are farther apart than
    /// its corners. Of that and another bound the lower one.
    fn most(&self, room: impl Fn() -> Aabb, other: f64) -> f64 {
        let Target { body, .. } = self.target;
        if body.bounds.is_empty() {
            return other.min(0.0);
        }
        let size = body.bounds.size();
        if body.whole() {
            return other.min(0.5 * size.min() + self.thresholds.slack.float);
        }
        // The box below holds that of the body.
        if other <= size.norm() {
            return other;
        }
        let grow = self.component.grow;
        let hulls = self.component.component.pieces.iter().map(|p| p.hull());
        let far = hulls.map(|h| h.radius + h.axis[0].abs().max(h.axis[1].abs()) + h.radius);
        let far = far.fold(grow, |far, h| far.max(h + grow));
        other.min(room().grown(far).union(&body.bounds).size().norm())
    }

    /// A search for part-side depth; depths up to `known` need not be distinguished.
    pub fn query(&self, aim: Aim, known: f64) -> InteriorQuery<'a> {
        let (epsilon, slack) = (self.thresholds.epsilon(), self.thresholds.slack);
        let mut query = InteriorQuery::new(self.target, aim, known, epsilon, slack);
        // Where the surface does not tell how deep the deepest is, no piece is cleared by that.
        // What is hardly deeper than the part may be cut takes cells so small that pieces tell
        // sooner.
        query.hollow = match aim {
            Aim::Measure { spared, .. } => {
                let counts = self.thresholds.counts_tool_side(self.target.body);
                !counts && known - spared > HOLLOW_SHARE * known
            }
            Aim::Decide { .. } => false,
        };
        query
    }

    /// Points deeper in the component than this were outside the material all along a motion that
    /// was tried, mm. The place where it came from beneath an open surface shows nothing about a
    /// capped one.
    pub fn outside(&self, trial: &PackedTrial) -> Option<f64> {
        trial.outside().filter(|_| trial.roofed == self.is_roofed(trial))
    }

    /// Whether the motion came beneath an open surface.
    pub fn is_roofed(&self, trial: &PackedTrial) -> bool {
        trial.roofed && !self.target.body.whole()
    }

    /// The component on its path, as a search for part-side depth sees it.
    pub fn passage(&self, paths: &[TimedPath], outside: Option<f64>, roofed: bool) -> Passage<'a> {
        let room = self.thresholds.room(self.component, self.target.body);
        let limit = self.thresholds.limit(self.target.body);
        Passage {
            paths: near(paths, &room).into_owned(),
            movers: self.component.movers().chain(self.component.whole()).collect(),
            pieces: self.component.movers().count(),
            grow: self.component.grow,
            excess: self.component.component.facet_error,
            declared: self.component.declared(),
            outside,
            roofed,
            // Bounds are held against the limit with rounding added.
            shell: (limit - 4.0 * self.thresholds.slack.float).max(0.0),
        }
    }
}

/// Whether a component comes to a place where a facet above it may be missing.
pub(super) fn enters_gap(body: &Body, component: &PreparedComponent, paths: &[TimedPath]) -> bool {
    body.has_gaps() && component.rooms(paths).any(|room| body.may_miss_cover(&room))
}

/// Points deeper in a component than this, mm, are outside where it came from there.
fn came(surface: &SurfaceDepth) -> Option<f64> {
    (surface.side == Side::Outside).then_some(surface.depth[1])
}

#[cfg(test)]
mod tests;
