//! The part-side depth of a region: one search over the paths of all its motions together. Most
//! motions are never looked into, since their own bounds lie below the depth that one of them is
//! proved to reach.

use super::super::contact::{DepthQuery, Stop};
use super::super::fitted::Fitting;
use super::super::interior::{Aim, InteriorQuery, Passage, Reached, SMALLEST_GROUP};
use super::super::narrowed::Narrowed;
use super::super::packed_trial::PackedTrial;
use super::super::path::Path;
use super::super::plan::TimedPath;
use super::super::region::{LEAST_AT_ONCE, Region};
use super::super::stretch::Stretch;
use super::super::verdict::Judge;
use super::{AT_ONCE, RegionQuery, shows_more};
use crate::budget::{CELLS_A_MOTION, MOST_MOTIONS};
use crate::tolerance::{FITTING_SHARE, FLOAT_MM, SAME_POSE_MM, SEEN_SHARE};
use gouge_mesh::geom::{Aabb, Body as _, Vec3};
use gouge_mesh::mesh::Side;
use rayon::prelude::*;

/// How deep in the material all motions of a region reach.
#[derive(Default)]
pub(super) struct RegionInterior {
    /// The point that shows the greatest depth, and the finding that reached it.
    pub shown: Option<(usize, Reached)>,
    /// No motion reaches deeper, mm.
    pub hi: f64,
}

impl RegionInterior {
    /// That of all motions of either.
    fn or(self, other: Self, limit: f64) -> Self {
        let deeper = |a: (usize, Reached), b: (usize, Reached)| {
            let [first, second] = if a.0 <= b.0 { [a, b] } else { [b, a] };
            if shows_more(second.1.depth, first.1.depth, limit) { second } else { first }
        };
        let shown = match (self.shown, other.shown) {
            (Some(a), Some(b)) => Some(deeper(a, b)),
            (a, b) => a.or(b),
        };
        Self { shown, hi: self.hi.max(other.hi) }
    }
}

impl RegionQuery<'_, '_> {
    /// Measures it, motions that keep away from holes before the body with these capped; depths up
    /// to `known` mm need not be distinguished.
    pub(super) fn by_holes(&self, known: f64) -> RegionInterior {
        let Some(capped) = self.judge.capped() else { return self.interior(known) };
        let away = |member: &u32| {
            let paths = self.paths(&self.trials[*member as usize]);
            self.judge.away_from_holes(&paths).is_some()
        };
        let (far, near): (Vec<u32>, Vec<u32>) =
            self.region.findings.par_iter().partition(|member| away(member));
        let measured = |findings: Vec<u32>, inner, known| {
            let region = &Region { findings, ..*self.region };
            let none = region.findings.is_empty();
            (!none).then(|| RegionQuery { region, inner, ..*self }.interior(known))
        };
        let far = measured(far, capped, known);
        let known = far.as_ref().map_or(known, |far| known.max(far.depth()[0]));
        let near = measured(near, self.judge, known);
        let limit = self.judge.thresholds.limit(self.judge.target.body);
        far.into_iter().chain(near).reduce(|a, b| a.or(b, limit)).unwrap_or_default()
    }

    /// Measures it; depths up to `known` mm need not be distinguished.
    fn interior(&self, known: f64) -> RegionInterior {
        let (thresholds, body) = (&self.inner.thresholds, self.inner.target.body);
        let epsilon = thresholds.epsilon();
        let aim = Aim::Measure { epsilon, spared: thresholds.spared(body) };
        let mut query = self.inner.query(aim, known);
        let level = query.level_of(known);
        let part = |member: usize| match &self.trials[member] {
            trial if trial.part > level => (member, trial.part.min(self.below_rim(trial))),
            trial => (member, trial.part),
        };
        let mut parts: Vec<(usize, f64)> = self.at_once(LEAST_AT_ONCE).map(part).collect();
        self.narrow(&mut parts, [known, level]);
        // As deep as the surface is in the tool, material mostly is, though only the latter counts.
        let seen = |&(member, part): &(usize, f64)| {
            if part > level { self.trials[member].surface[0] } else { 0.0 }
        };
        let seen = parts.iter().map(seen).fold(0.0, f64::max);
        let enough = seen + SEEN_SHARE * (query.level_of(seen) - seen);
        if enough > level {
            self.narrow(&mut parts, [seen, enough]);
        }
        self.fit(&mut parts, level, level - known);
        let closed = parts.iter().map(|(_, part)| *part).filter(|part| *part <= level);
        let closed = closed.fold(f64::NEG_INFINITY, f64::max);
        // Of a million motions nothing is held twice.
        parts.retain(|(_, part)| *part > level);
        let asked: Vec<&PackedTrial> =
            parts.iter().map(|(member, _)| &self.trials[*member]).collect();
        let stretches = self.stretches(&asked);
        if body.whole() && parts.len() > SMALLEST_GROUP {
            query.rooms = self.rooms(&asked);
        }
        query.cells_left += CELLS_A_MOTION * parts.len().min(MOST_MOTIONS);
        let passage = |i: usize| {
            let stretch = &stretches[i];
            let (plans, first) = (self.job.plans, asked[stretch.members.start]);
            let outside = match body.whole() {
                true => self.inner.outside(first),
                false => stretch.outside(&asked),
            };
            let roofed = self.inner.is_roofed(first);
            self.inner.passage(&stretch.paths(&asked, plans), outside, roofed)
        };
        let cap = |stretch: &Stretch| {
            let own = parts[stretch.members.clone()].iter();
            own.map(|(_, part)| *part).fold(f64::NEG_INFINITY, f64::max)
        };
        let mut caps: Vec<f64> = stretches.iter().map(cap).collect();
        let stop = || self.stopped();
        if let Some(most) = by_what_grew(&self.inner, &query, &asked, &caps, passage, &stop) {
            caps.iter_mut().for_each(|cap| *cap = cap.min(most));
        }
        query.run(caps.into_iter(), passage, stop);
        let reached = self.members().filter_map(|m| Some((m, *self.trials[m].reached()?)));
        let deepest = query.deepest.map(|reached| {
            let (asked, reached) = stretches[reached.passage].place(reached);
            (parts[asked].0, reached)
        });
        // What was known shows itself where nothing deeper was found.
        let limit = thresholds.limit(body);
        let shown = reached.chain(deepest);
        let shown =
            shown.reduce(|a, b| if shows_more(b.1.depth, a.1.depth, limit) { b } else { a });
        let shown = shown.map(|shown| self.ends_there(shown).unwrap_or(shown));
        let looked = if parts.is_empty() { f64::NEG_INFINITY } else { query.bounds()[1] };
        RegionInterior { shown, hi: closed.max(looked) }
    }

    /// What a motion shows where it begins, as shown by the one before, which ends there: the
    /// plunge is to blame, and not the retract.
    fn ends_there(&self, (member, reached): (usize, Reached)) -> Option<(usize, Reached)> {
        if reached.t != 0.0 {
            return None;
        }
        let at = self.members().position(|m| m == member)?;
        let before = self.member(at.checked_sub(1)?);
        let follows = self.trials[before].motion + 1 == self.trials[member].motion;
        let paths = self.paths(&self.trials[before]);
        let ends = |timed: &&TimedPath| {
            let end = timed.path.at(1.0);
            timed.times[1] == 1.0 && (end - reached.control).norm() <= SAME_POSE_MM
        };
        let timed = paths.iter().find(ends).filter(|_| follows)?;
        Some((
            before,
            Reached { t: 1.0, control: timed.path.at(1.0), dogleg: timed.dogleg, ..reached },
        ))
    }

    /// How deep in a closed body anything is at most, mm, that a motion covers which leads past no
    /// material near the rim of its component: infinite where that is not so.
    fn below_rim(&self, trial: &PackedTrial) -> f64 {
        let Judge { target, component, .. } = self.inner;
        let told = self.inner.outside(trial).filter(|_| target.body.whole());
        let Some((far, above)) = told.and_then(|depth| component.below_rim(depth)) else {
            return f64::INFINITY;
        };
        let hulls = component.component.pieces.iter().map(|piece| piece.hull());
        let [wide, top] = hulls
            .fold([0.0f64; 2], |[wide, top], hull| [wide.max(hull.radius), top.max(hull.axis[1])]);
        let wide = wide + component.grow + FLOAT_MM;
        let clear = |timed: &TimedPath| {
            let Aabb { lo, hi } = timed.path.bounds();
            let about = Aabb {
                lo: Vec3::new(lo.x - wide, lo.y - wide, lo.z + above),
                hi: Vec3::new(hi.x + wide, hi.y + wide, hi.z + top + component.grow + FLOAT_MM),
            };
            let middle = (about.lo + about.hi) * 0.5;
            let empty = || target.is_empty(&about);
            !about.meets(&target.body.bounds) || (empty() && target.side(&middle) == Side::Outside)
        };
        if far < trial.part && self.paths(trial).iter().all(clear) { far } else { f64::INFINITY }
    }

    /// What is looked into as of one: before a closed body motions are looked at together wherever
    /// they are in the program, if at all.
    fn stretches(&self, asked: &[&PackedTrial]) -> Vec<Stretch> {
        match self.inner.target.body.whole() {
            true => (0..asked.len()).map(Stretch::single).collect(),
            false => Stretch::all(asked, self.job.plans, self.inner.component.reach()),
        }
    }

    /// Bounds of how deep motions take material from a closed body, mm, lowered to `level` where
    /// the component offset inwards by that much clears them; something is `known` mm deep.
    fn narrow(&self, parts: &mut [(usize, f64)], [known, level]: [f64; 2]) {
        let Judge { target, component, thresholds, .. } = self.inner;
        let open = |(_, part): &(usize, f64)| *part > level;
        if !target.body.whole() || !parts.iter().any(open) {
            return;
        }
        let Some(narrowed) = Narrowed::new(component, level, thresholds.slack) else { return };
        let stop = || self.stopped();
        let lower = |query: &mut DepthQuery, (member, part): &mut (usize, f64)| {
            let trial = &self.trials[*member];
            let (paths, left) = (self.paths(trial), level - known);
            if narrowed.clears(query, &paths, self.inner.outside(trial), left, &stop) {
                *part = level;
            }
        };
        let open = parts.par_iter_mut().with_min_len(AT_ONCE).filter(|part| open(part));
        open.for_each_init(|| narrowed.query(target), lower);
    }

    /// The same of the few that are deeper than `level`, each offset inwards and raised by as
    /// little as clears it: along arcs, which are told by their chords, to a share of what may stay
    /// `left`, mm.
    fn fit(&self, parts: &mut [(usize, f64)], level: f64, left: f64) {
        let Judge { target, component, thresholds, .. } = self.inner;
        let open = |(_, part): &(usize, f64)| *part > level;
        let most = Fitting::at_most(component);
        if !target.body.whole() || parts.iter().filter(|part| open(part)).count() > most {
            return;
        }
        let stop = || self.stopped();
        parts.par_iter_mut().filter(|part| open(part)).for_each(|(member, part)| {
            let trial = &self.trials[*member];
            let (paths, outside) = (&self.paths(trial)[..], self.inner.outside(trial));
            let straight = paths.iter().all(|timed| matches!(timed.path, Path::Line { .. }));
            let gap = FITTING_SHARE * if straight { thresholds.epsilon() } else { left };
            let slack = thresholds.slack;
            let fitting = Fitting { target, component, paths, outside, slack };
            *part = fitting.most(*part, gap, &stop).unwrap_or(*part);
        });
    }

    /// A box around what each motion covers.
    fn rooms(&self, asked: &[&PackedTrial]) -> Vec<Aabb> {
        let component = self.inner.component;
        let room = |trial: &&PackedTrial| {
            let paths = self.paths(trial);
            let all = component.rooms(&paths).fold(Aabb::EMPTY, |room, own| room.union(&own));
            all.grown(FLOAT_MM)
        };
        asked.iter().map(room).collect()
    }
}

/// How deep in a closed body anything is at most, mm, that a component covers which is thicker than
/// its pieces: each point is that near to what the pieces alone cover, so it is no deeper than that
/// and as deep as those are. About a rim that stays sharp there is much less to look at. None where
/// it is not thicker, or `caps` tell enough.
fn by_what_grew<'a>(
    judge: &Judge<'a>,
    query: &InteriorQuery<'a>,
    asked: &[&PackedTrial],
    caps: &[f64],
    passage: impl Fn(usize) -> Passage<'a>,
    stop: Stop,
) -> Option<f64> {
    let Judge { target, component, thresholds, .. } = judge;
    let (grow, told) = (component.grow, caps.iter().copied().fold(0.0, f64::max));
    if grow <= 0.0 || !target.body.whole() || query.settled(told) {
        return None;
    }
    let spared = thresholds.spared(target.body) - grow;
    let known = (query.bounds()[0] - grow).max(0.0);
    let mut own = judge.query(Aim::Measure { epsilon: thresholds.epsilon(), spared }, known);
    own.cells_left = query.cells_left;
    let most = |(trial, cap): (&&PackedTrial, &f64)| {
        let shape = judge.outside(trial).and_then(|depth| component.part_side(depth));
        shape.map_or(*cap, |shape| cap.min(shape - grow)).max(0.0)
    };
    let most = asked.iter().zip(caps).map(most);
    own.run(most, |i| Passage { grow: 0.0, ..passage(i) }, stop);
    Some(own.bounds()[1].max(0.0) + grow)
}
