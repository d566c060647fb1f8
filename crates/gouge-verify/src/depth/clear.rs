//! How far a motion must be moved to clear the part.

use super::super::contact::Stop;
use super::super::finding::Finding;
use super::super::lift::{Moving, chords, lift, shift};
use super::super::plan::{TimedPath, near};
use super::super::verdict::Judge;
use super::RegionQuery;
use crate::budget::LIFT_CHORDS;
use crate::tolerance::{
    FINER_LIFT_SAGS, FLOAT_MM, LIFT_CLOSE, LIFT_GRAZE_SHARE, LIFT_SAG_MM, SHIFT_DEPTHS,
    VERDICT_SLACK_MM, WALL_RISE,
};
use gouge_core::tool::{Piece, Role, Solid};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;

/// What of a tool is moved: a component whose pieces are convex.
struct Movable<'a> {
    judge: Judge<'a>,
    pieces: Vec<&'a Solid>,
}

/// The raise and the level move that clear all paths of a motion to the tolerance; only convex
/// pieces can be moved. A move is looked for where the surface is a wall.
///
/// A motion is cleared by what clears all of its tool, however little of it the finding is about;
/// but a holder is moved alone, since it can be made to stick out farther.
pub(super) fn clear(query: &RegionQuery, paths: &[TimedPath], finding: &mut Finding, stop: Stop) {
    let own = query.judge_of(finding).component;
    let others = query.held.tool.components.iter().filter(|c| !std::ptr::eq(*c, own));
    let alone = finding.role == Role::Holder;
    let others = others.filter(|_| !alone);
    let all: Option<Vec<Movable>> = std::iter::once(own)
        .chain(others)
        .map(|component| Movable::new(query.job.judge_of(query.held, component)))
        .collect();
    let Some(all) = all else { return };
    let (thresholds, body) = (query.judge.thresholds, query.judge.target.body);
    // Raised out of a surface that does not tell its sides it may still stand in the material.
    let (inner, control) = (finding.inner_point.as_deref().copied(), finding.control_point);
    let inner = inner
        .filter(|_| finding.part_side.as_ref().is_some_and(|p| p.depth[0] > thresholds.most(body)));
    let frees =
        |by: &Vec3| !inner.is_some_and(|x| all.iter().any(|part| part.covers(&(x - control - by))));
    // What clears each component by itself may leave one deeper at a joint: nothing of the surface
    // is in that after a move that clears it altogether.
    let cleared = |direction: &Vec3, clears: &dyn Fn(&Movable, f64, f64) -> Option<f64>| {
        let both = |known: [f64; 2], part: &Movable| {
            let clears = |most, by: f64| clears(part, most, by.max(known[0]));
            let own = on_both_sides(&part.judge, clears)?;
            Some([0, 1].map(|i| own[i].max(known[i])))
        };
        let [least, all_sides] = all.iter().try_fold([0.0; 2], both)?;
        let most = all.iter().try_fold(all_sides, |known, part| {
            let moved: Vec<TimedPath> =
                paths.iter().map(|w| w.moved(&(direction * known))).collect();
            match query.counts() && query.enters_at_joints(part.judge.component, &moved) {
                true => clears(part, thresholds.allowance(body), known),
                false => Some(known),
            }
        })?;
        Some([least, most])
    };
    // What is too deep in components together only is not cleared by what clears one of them.
    let moves = |by: f64| by > 0.0 || finding.depth[0] <= thresholds.tolerance;
    let bends = paths.iter().any(|timed| timed.path.sag([0.0, 1.0]) > 0.0);
    let raises = |sag: f64| {
        let raised = |part: &Movable, most, known| {
            let room = thresholds.room(part.judge.component, body);
            let moving = Moving { sag, ..part.moving(most, stop) };
            let raised = |known, timed: &TimedPath| lift(&moving, &timed.path, known);
            near(paths, &room).iter().fold(known, raised)
        };
        let [least, most] =
            cleared(&Vec3::z(), &|part, most, known| Some(raised(part, most, known)))?;
        if !bends {
            return Some([least, most]);
        }
        // A tool that is deeper on its chords by two sagittas is too deep on the arc.
        let beside = paths.iter().map(|timed| timed.path.least_sag()).fold(FLOAT_MM, f64::max);
        let deep = thresholds.tolerance + 2.0 * (sag + beside);
        Some([all.iter().fold(0.0, |known, part| raised(part, deep, known)), most])
    };
    // Past a wall that a tool grazes chords lead no better than they follow the arc.
    let mut lifted = raises(LIFT_SAG_MM);
    let pieces: usize = all.iter().map(|part| part.pieces.len()).sum();
    for share in FINER_LIFT_SAGS.into_iter().filter(|_| bends) {
        let sag = share * LIFT_SAG_MM;
        let chords: usize = paths.iter().map(|timed| chords(&timed.path, sag)).sum();
        let close = |[least, most]: [f64; 2]| most - least <= LIFT_CLOSE * most;
        if chords * pieces > LIFT_CHORDS || lifted.is_none_or(close) || stop() {
            break;
        }
        lifted = raises(sag);
    }
    // Where the part may be cut, how deep its surface is in the tool does not count; and pushed out
    // of a hollow tip, which planes do not come near to, nothing tells what is too deep.
    let convex = all.iter().flat_map(|part| &part.pieces).all(|piece| piece.is_convex());
    let tells = query.counts() && convex;
    let lifted = lifted.map(|[least, most]| match alone {
        true => most,
        false => {
            let least = if tells { least } else { 0.0 };
            query.least_raise(paths, finding, [least, most], stop)
        }
    });
    finding.lift = lifted.filter(|by| moves(*by) && !stop() && frees(&(Vec3::z() * *by)));
    let away = match finding.inner_point.as_deref() {
        Some(inner) => finding.surface_point - inner,
        None => finding.normal,
    };
    let level = Vec3::new(away.x, away.y, 0.0);
    let Some(direction) =
        level.try_normalize(0.0).filter(|_| away.z.abs() < WALL_RISE * away.norm())
    else {
        return;
    };
    let reach = SHIFT_DEPTHS * finding.depth[1];
    let aside = cleared(&direction, &|part, most, known| {
        let moving = part.moving(most, stop);
        paths.iter().try_fold(known, |known, w| shift(&moving, &w.path, direction, [known, reach]))
    });
    // Moved far enough into a closed body it meets no surface either.
    let buried = |by: &Vec3| body.whole() && all.iter().any(|part| part.is_buried(&(control + by)));
    let aside =
        aside.map(|[_, by]| direction * by).filter(|by| !stop() && frees(by) && !buried(by));
    finding.shift = aside.map(Box::new);
}

impl<'a> Movable<'a> {
    fn new(judge: Judge<'a>) -> Option<Self> {
        let pieces: Option<Vec<&[Solid]>> =
            judge.component.component.pieces.iter().map(Piece::solids).collect();
        let pieces: Vec<&Solid> = pieces?.into_iter().flatten().collect();
        (!pieces.is_empty()).then_some(Self { judge, pieces })
    }

    /// What no facet may lie deeper in than `most` mm.
    fn moving<'m>(&'m self, most: f64, stop: Stop<'m>) -> Moving<'m> {
        let Judge { target, component, thresholds, .. } = &self.judge;
        let grow = component.grow + thresholds.allowance(target.body);
        let gap = LIFT_GRAZE_SHARE * thresholds.tolerance;
        let (tolerance, sag) = (most, LIFT_SAG_MM);
        Moving { target, pieces: &self.pieces, grow, tolerance, gap, sag, stop }
    }

    /// Whether the middle of a piece lies in the material, seen from a control point; nothing of
    /// the surface is nearer to it than the piece is large, but for what is cut.
    fn is_buried(&self, control: &Vec3) -> bool {
        let mut balls = self.judge.component.interior_balls.iter();
        balls.any(|(middle, _)| self.judge.target.side(&(control + middle)) == Side::Inside)
    }

    /// Whether a point (about the control point, mm) lies in it.
    fn covers(&self, y: &Vec3) -> bool {
        self.pieces.iter().any(|p| p.depth(y).depth > -self.judge.component.grow)
    }
}

/// The least moves that clear the tool side to the tolerance, and both sides; `clears` gives the
/// one after which no surface lies deeper than so much in the tool, no less than one that is known.
///
/// What a move m clears altogether is no deeper than the tolerance after one that is shorter by
/// that; and a surface that is harmless on the tool side is so on the part side.
pub(in super::super) fn on_both_sides(
    judge: &Judge,
    clears: impl Fn(f64, f64) -> Option<f64>,
) -> Option<[f64; 2]> {
    let (thresholds, body) = (judge.thresholds, judge.target.body);
    let (tolerance, allowance) = (thresholds.tolerance, thresholds.allowance(body));
    let limit = thresholds.most(body);
    let least = clears(tolerance, 0.0)?;
    let harmless = judge.component.harmless(limit.max(0.0)) + allowance;
    if limit <= 0.0 || harmless >= tolerance - 2.0 * VERDICT_SLACK_MM {
        return Some([least; 2]);
    }
    let all = clears(allowance, least).map(|by| by - limit);
    if all.is_some_and(|by| by <= least) {
        return Some([least; 2]);
    }
    let shape = clears(harmless, least);
    let both = all.into_iter().chain(shape).reduce(f64::min)?;
    Some([least, both])
}
