//! The depth of a region: the greatest of all its motions, with the motion that shows it.

use std::time::Instant;

use rayon::prelude::*;

use super::contact::Stop;
use super::finding::{Finding, PartSide, WitnessSide};
use super::findings::Findings;
use super::interior::{Aim, InteriorQuery, Passage, Reached, SMALLEST_GROUP};
use super::job::Job;
use super::kept::Kept;
use super::lift::{Moving, lift, shift};
use super::mover::Mover;
use super::plan::{Way, near};
use super::pockets::{Deeper, PocketQuery};
use super::region::{LEAST_AT_ONCE, Region};
use super::stretch::Stretch;
use super::verdict::Judge;
use crate::tolerance::{
    BENEATH_SHARE, CELLS_A_MOTION, EQUALLY_DEEP_MM, FLOAT_MM, MOST_MOTIONS, PROBE_CELLS,
    REGION_SHARE, SHIFT_DEPTHS, VERDICT_SLACK_MM, WALL_RISE,
};
use gouge_core::tool::{Piece, Solid};
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Side;

/// Measures a region: the index of its worst finding, and that finding with bounds of the depth that
/// hold for all of them; where there was no time for it, those of the verdicts.
///
/// One search over the ways of all its motions together: most of them are never looked into, since
/// their own bounds lie below what one of them is proved to reach.
pub(super) fn measure<'a>(
    region: &Region,
    findings: &Findings,
    jobs: &[Option<Job<'a>>],
    until: Option<Instant>,
) -> Option<(usize, Finding)> {
    let trials = findings.trials();
    let first = &trials[region.worst];
    let job = jobs[first.body as usize].as_ref()?;
    if job.progress.stopped(until) {
        let mut finding = first.finding();
        finding.normal = job.target.body.outward(finding.triangle);
        let all = region.findings.iter().map(|&f| trials[f].depth[1]);
        finding.depth[1] = all.fold(finding.depth[1], f64::max);
        return Some((region.worst, finding));
    }
    // A region is of one tool and one operation: all its motions are held to the same.
    let held = job.tool(first.motion as usize)?;
    let (thresholds, body) = (held.thresholds, job.target.body);
    let component = held.tool.components.iter().find(|c| c.component.role == first.role)?;
    let judge = job.judge_of(held, component);
    let members = &region.findings;
    let counts = thresholds.counts_tool_side(body);
    let all = || members.iter().map(|&member| &trials[member]);
    let at_once = || members.par_iter().with_min_len(LEAST_AT_ONCE);
    let ways_of = |trial: &Kept| job.plans.ways(trial.motion as usize);
    let depths = |&member: &usize| {
        let trial = &trials[member];
        let reached = trial.reached().map_or(f64::NEG_INFINITY, |r| r.depth);
        [trial.surface[0], trial.surface[1], reached]
    };
    let most = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|i| a[i].max(b[i]));
    let [lo, hi, reached] = at_once().map(depths).reduce(|| [f64::NEG_INFINITY; 3], most);
    let mut surface = [lo, hi];
    let known = reached.max(if counts { lo.max(0.0) } else { 0.0 });
    let limit = thresholds.limit(body);
    let epsilon = thresholds.epsilon();
    let slack = known + epsilon;
    let part = |&member: &usize| trials[member].part;
    let open: Vec<usize> = at_once().filter(|m| part(m) > slack).copied().collect();
    let closed = at_once().map(part).filter(|part| *part <= slack);
    let closed = closed.reduce(|| f64::NEG_INFINITY, f64::max);
    let aim = Aim::Measure { epsilon, spared: thresholds.spared(body) };
    let mut query = judge.query(aim, known);
    let asked: Vec<&Kept> = open.iter().map(|&member| &trials[member]).collect();
    // Before a closed body they are looked at together wherever they are in the program, if at all.
    let stretches: Vec<Stretch> = match body.whole() {
        true => (0..open.len()).map(Stretch::single).collect(),
        false => Stretch::all(&asked, job.plans, component.reach()),
    };
    let caps = stretches.iter().map(|stretch| {
        let own = asked[stretch.members.clone()].iter().map(|trial| trial.part);
        own.fold(f64::NEG_INFINITY, f64::max)
    });
    let stop = || job.progress.stopped(until);
    if body.whole() && open.len() > SMALLEST_GROUP {
        let movers: Vec<Mover> = component.movers().collect();
        let room = |trial: &&Kept| {
            let own = |room: Aabb, way: &Way| {
                let way = way.path.bounds();
                let covered = |m: &Mover| m.covered(way.lo, way.size(), component.grow);
                movers.iter().map(covered).fold(room, |room, own| room.union(&own))
            };
            ways_of(trial).iter().fold(Aabb::EMPTY, own).grown(FLOAT_MM)
        };
        query.rooms = asked.iter().map(room).collect();
    }
    let passage = |i: usize| {
        let stretch = &stretches[i];
        let roofed = asked[stretch.members.start].roofed;
        judge.passage(&stretch.ways(&asked, job.plans), stretch.outside(&asked), roofed)
    };
    query.cells_left += CELLS_A_MOTION * open.len().min(MOST_MOTIONS);
    let mut caps: Vec<f64> = caps.collect();
    if let Some(most) = by_what_grew(&judge, &query, &asked, &caps, passage, &stop) {
        caps.iter_mut().for_each(|cap| *cap = cap.min(most));
    }
    query.run(caps.into_iter(), passage, stop);
    // What was known shows itself where nothing deeper was found.
    let shown = members
        .iter()
        .filter_map(|&m| Some((m, *trials[m].reached()?)))
        .chain(query.deepest.map(|reached| {
            let (asked, reached) = stretches[reached.passage].place(reached);
            (open[asked], reached)
        }))
        .reduce(|a, b| if shows_more(b.1.depth, a.1.depth, limit) { b } else { a });
    let looked = if open.is_empty() { f64::NEG_INFINITY } else { query.bounds()[1] };
    let hi = closed.max(looked);
    let mut part = [shown.map_or(0.0, |s| s.1.depth.max(0.0)), hi];

    let mut by_surface = members.iter().copied().reduce(|a, b| {
        if shows_more(trials[b].surface[0], trials[a].surface[0], limit) { b } else { a }
    })?;
    let lo = surface[0].max(part[0]).max(0.0);
    let mut deeper = None;
    let wide = counts && surface[1] > lo + epsilon.max(lo * REGION_SHARE);
    let widths = [epsilon, thresholds.float];
    if let Some(mut pockets) =
        wide.then(|| PocketQuery::new(job.target, held.tool, component, lo, widths)).flatten()
    {
        let caps: Vec<f64> = all().map(|trial| trial.surface[1]).collect();
        let room = thresholds.room(component, body);
        let ways = |i: usize| near(&ways_of(&trials[members[i]]), &room).into_owned();
        surface[1] = pockets.run(&caps, ways, &stop)[1].min(surface[1]);
        if let Some(found) = pockets.deeper {
            (by_surface, surface[0]) = (members[found.motion], found.contact.lo);
            deeper = Some(found);
        }
    }
    let by_part = shown.filter(|s| !counts || shows_more(s.1.depth, surface[0], limit));
    if by_part.is_none() {
        // The motion that is named proves no more than its own depth.
        if deeper.is_none() {
            surface[0] = trials[by_surface].surface[0];
        }
        part[0] = part[0].min(surface[0].max(0.0));
    }
    let worst = by_part.map_or(by_surface, |s| s.0);
    let trial = &trials[worst];
    let ways = &ways_of(trial);
    let mut finding = trial.finding();
    finding.depth = thresholds.judged(body, surface, part);
    if let Some((_, reached)) = by_part {
        finding.side = WitnessSide::Part;
        (finding.triangle, finding.t) = (reached.triangle, reached.t);
        (finding.control_point, finding.dogleg) = (reached.control, reached.dogleg);
        (finding.surface_point, finding.inner_point) = (reached.foot, Some(Box::new(reached.x)));
    }
    if let Some(Deeper { contact, dogleg, role, .. }) = deeper.filter(|_| by_part.is_none()) {
        finding.side = WitnessSide::Tool;
        (finding.triangle, finding.t, finding.dogleg) = (contact.triangle, contact.t, dogleg);
        (finding.control_point, finding.surface_point) = (contact.control, contact.point);
        (finding.inner_point, finding.buried) = (None, false);
        finding.tool_side[0] = contact.lo;
        finding.role = role;
    }
    finding.normal = body.outward(finding.triangle);
    // None of them is deeper than all together.
    finding.tool_side[1] = finding.tool_side[1].min(surface[1].max(finding.tool_side[0]));
    let own = shown.filter(|s| s.0 == worst && by_part.is_some());
    let own = own.map(|s| (s.1, hi)).or_else(|| shown_by(&judge, ways, trial, hi, &stop));
    // A point that is deeper than what is shown by less than ε proves no more than that.
    let proved = finding.depth[0] - thresholds.allowance(body);
    let part_side = |(reached, most): (Reached, f64)| PartSide {
        depth: [reached.depth.min(proved), trial.part.min(most).min(hi).max(reached.depth)],
        inner: reached.x,
        triangle: reached.triangle,
        point: reached.foot,
        t: reached.t,
    };
    finding.part_side = own.map(part_side).map(Box::new);
    let shown_in = held.tool.components.iter().find(|c| c.component.role == finding.role);
    let judge = job.judge_of(held, shown_in.unwrap_or(component));
    clear(&judge, ways, &mut finding, &stop);
    Some((worst, finding))
}

/// How deep in a closed body anything is at most, mm, that a component covers which is thicker than its
/// pieces: each point is that near to what the pieces alone cover, so it is no deeper than that and as deep as
/// those are. About a rim that stays sharp there is much less to look at. None where it is not thicker, or
/// `caps` tell enough.
fn by_what_grew<'a>(
    judge: &Judge<'a>,
    query: &InteriorQuery<'a>,
    asked: &[&Kept],
    caps: &[f64],
    passage: impl Fn(usize) -> Passage<'a>,
    stop: Stop,
) -> Option<f64> {
    let Judge { target, component, thresholds } = judge;
    let (grow, told) = (component.grow, caps.iter().copied().fold(0.0, f64::max));
    if grow <= 0.0 || !target.body.whole() || query.settled(told) {
        return None;
    }
    let spared = thresholds.spared(target.body) - grow;
    let known = (query.bounds()[0] - grow).max(0.0);
    let mut own = judge.query(Aim::Measure { epsilon: thresholds.epsilon(), spared }, known);
    own.cells_left = query.cells_left;
    let most = |(trial, cap): (&&Kept, &f64)| {
        let shape = trial.outside().and_then(|depth| component.part_side(depth));
        shape.map_or(*cap, |shape| cap.min(shape - grow)).max(0.0)
    };
    let most = asked.iter().zip(caps).map(most);
    own.run(most, |i| Passage { grow: 0.0, ..passage(i) }, stop);
    Some(own.bounds()[1].max(0.0) + grow)
}

/// Whether the depth `b` is named instead of `a`, which comes first: of equal ones the first is, where it
/// proves by itself that something is deeper than `limit`.
fn shows_more(b: f64, a: f64, limit: f64) -> bool {
    b > if a > limit { a + EQUALLY_DEEP_MM } else { a }
}

/// A deep point of the material that one motion covers, and how deep it covers any at most; it
/// covers none deeper than `most`.
fn shown_by(
    judge: &Judge,
    ways: &[Way],
    trial: &Kept,
    most: f64,
    stop: Stop,
) -> Option<(Reached, f64)> {
    let below = beneath(judge, trial);
    let enough = BENEATH_SHARE * trial.surface[0];
    if let Some(below) = below.filter(|reached| reached.depth >= enough) {
        return Some((below, most));
    }
    let aim = Aim::Measure { epsilon: judge.thresholds.epsilon(), spared: 0.0 };
    let mut query = judge.query(aim, f64::NEG_INFINITY);
    query.cells_left = PROBE_CELLS;
    let passage = |_| judge.passage(ways, trial.outside(), trial.roofed);
    query.run([trial.part].into_iter(), passage, stop);
    let seen = below.into_iter().chain(query.deepest).filter(|reached| reached.depth > 0.0);
    let deepest = seen.reduce(|a, b| if b.depth > a.depth { b } else { a })?;
    Some((deepest, query.bounds()[1].min(most)))
}

/// The point of the tool as far below the deepest contact as that lies in the tool: the ball about
/// the contact is in the tool.
fn beneath(judge: &Judge, trial: &Kept) -> Option<Reached> {
    let (contact, target) = (trial.contact()?, judge.target);
    let by = trial.surface[0] - VERDICT_SLACK_MM;
    let x = contact.point - target.body.outward(contact.triangle) * by;
    let component = judge.component;
    let deep = |p: &Piece| p.depth(&(x - contact.control)) + component.grow;
    let covered =
        component.component.pieces.iter().any(|p| deep(p) > component.component.facet_error);
    if by <= 0.0 || !covered || target.side(&x) != Side::Inside {
        return None;
    }
    let near = target.nearest(&x, f64::INFINITY)?;
    let distance = target.sky(&x, near.distance).map_or(near.distance, |sky| sky.distance);
    Some(Reached {
        passage: 0,
        depth: distance - judge.thresholds.float,
        x,
        foot: near.foot,
        triangle: near.triangle,
        t: contact.t,
        control: contact.control,
        dogleg: trial.dogleg,
    })
}

/// The raise and the level move that clear all ways of a motion to the tolerance; only convex pieces
/// can be moved. A move is looked for where the surface is a wall.
fn clear(judge: &Judge, ways: &[Way], finding: &mut Finding, stop: Stop) {
    let component = &judge.component.component;
    let pieces: Option<Vec<&[Solid]>> = component.pieces.iter().map(Piece::solids).collect();
    let pieces: Vec<&Solid> = pieces.into_iter().flatten().flatten().collect();
    if pieces.is_empty() {
        return;
    }
    let (thresholds, body) = (judge.thresholds, judge.target.body);
    let allowance = thresholds.allowance(body);
    let moving = |tolerance: f64| Moving {
        target: &judge.target,
        pieces: &pieces,
        grow: judge.component.grow + allowance,
        tolerance,
        stop,
    };
    let room = thresholds.room(judge.component, body);
    let near = near(ways, &room);
    let lifts = |tolerance| {
        let moving = moving(tolerance);
        near.iter().map(|way| lift(&moving, &way.path)).reduce(f64::max)
    };
    // Raised out of a surface that does not tell its sides it may still stand in the material.
    let (inner, control) = (finding.inner_point.as_deref().copied(), finding.control_point);
    let inner = inner.filter(|_| {
        finding.part_side.as_ref().is_some_and(|p| p.depth[0] > thresholds.limit(body))
    });
    let frees = |by: &Vec3| {
        let covers = |x: Vec3| {
            pieces.iter().any(|p| p.depth(&(x - control - by)).depth > -judge.component.grow)
        };
        !inner.is_some_and(covers)
    };
    finding.lift = on_both_sides(judge, lifts).filter(|by| !stop() && frees(&(Vec3::z() * *by)));
    let away = match finding.inner_point.as_deref() {
        Some(inner) => finding.surface_point - inner,
        None => finding.normal,
    };
    let level = Vec3::new(away.x, away.y, 0.0);
    let Some(way) = level.try_normalize(0.0).filter(|_| away.z.abs() < WALL_RISE * away.norm())
    else {
        return;
    };
    let reach = SHIFT_DEPTHS * finding.depth[1];
    let aside = on_both_sides(judge, |tolerance| {
        let moving = moving(tolerance);
        let moves = ways.iter().map(|w| shift(&moving, &w.path, way, reach));
        moves.reduce(|a, b| Some(a?.max(b?))).flatten()
    });
    let aside = aside.map(|by| way * by).filter(|by| !stop() && frees(by));
    finding.shift = aside.map(Box::new);
}

/// The least move that clears both sides to the tolerance; `clears` gives the one after which no
/// surface lies deeper than so much in the tool.
///
/// What a move m clears altogether is no deeper than the tolerance after one that is shorter by
/// that; and a surface that is harmless on the tool side is so on the part side.
fn on_both_sides(judge: &Judge, clears: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    let (thresholds, body) = (judge.thresholds, judge.target.body);
    let (tolerance, allowance) = (thresholds.tolerance, thresholds.allowance(body));
    let limit = thresholds.limit(body);
    let least = clears(tolerance)?;
    let harmless = judge.component.harmless(limit.max(0.0)) + allowance;
    if limit <= 0.0 || harmless >= tolerance - 2.0 * VERDICT_SLACK_MM {
        return Some(least);
    }
    let all = clears(allowance).map(|by| by - limit);
    let shape = clears(harmless);
    let both = all.into_iter().chain(shape).reduce(f64::min)?;
    Some(least.max(both))
}

#[cfg(test)]
mod tests {
    use super::shows_more;

    /// A depth just below the limit was named for being equal to one that proves the gouge: the
    /// region said less than the tolerance.
    #[test]
    fn what_proves_no_gouge_is_not_named_for_being_equally_deep() {
        assert!(shows_more(0.010_000_2, 0.009_999_8, 0.01));
        assert!(!shows_more(0.010_000_6, 0.010_000_2, 0.01));
        assert!(shows_more(0.010_002, 0.010_000_2, 0.01));
        assert!(!shows_more(0.009_999_7, 0.009_999_8, 0.01));
    }
}
