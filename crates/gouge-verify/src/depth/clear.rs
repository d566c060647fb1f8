//! How far a motion has to be moved until it clears the part.

use super::super::contact::Stop;
use super::super::finding::Finding;
use super::super::lift::{Moving, lift, shift};
use super::super::plan::{Way, near};
use super::super::verdict::Judge;
use crate::tolerance::{SHIFT_DEPTHS, VERDICT_SLACK_MM, WALL_RISE};
use gouge_core::tool::{Piece, Solid};
use gouge_mesh::geom::Vec3;

/// The raise and the level move that clear all ways of a motion to the tolerance; only convex pieces
/// can be moved. A move is looked for where the surface is a wall.
///
/// What clears the component by itself to the tolerance may leave it deeper at a joint (`at_joints`): nothing of
/// the surface is in it then after a move that clears it altogether.
pub(super) fn clear(
    judge: &Judge,
    ways: &[Way],
    finding: &mut Finding,
    at_joints: impl Fn(&[Way]) -> bool,
    stop: Stop,
) {
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
    let lifts = |tolerance, known| {
        let moving = moving(tolerance);
        let raised = || near.iter().fold(known, |known, way| lift(&moving, &way.path, known));
        (!near.is_empty()).then(raised)
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
    // What is too deep in components together only is not cleared by what clears one of them.
    let moves = |by: f64| by > 0.0 || finding.depth[0] <= thresholds.tolerance;
    let deeper = |by: &Vec3| {
        let moved = |way: &Way| Way { path: way.path.moved(by), ..way.clone() };
        at_joints(&ways.iter().map(moved).collect::<Vec<_>>())
    };
    let lifted = on_both_sides(judge, lifts).and_then(|by| match deeper(&(Vec3::z() * by)) {
        true => lifts(allowance, by),
        false => Some(by),
    });
    finding.lift = lifted.filter(|by| moves(*by) && !stop() && frees(&(Vec3::z() * *by)));
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
    let shifts = |tolerance, known| {
        let moving = moving(tolerance);
        ways.iter().try_fold(known, |known, w| shift(&moving, &w.path, way, [known, reach]))
    };
    let aside = on_both_sides(judge, shifts).and_then(|by| match deeper(&(way * by)) {
        true => shifts(allowance, by),
        false => Some(by),
    });
    let aside = aside.map(|by| way * by).filter(|by| !stop() && frees(by));
    finding.shift = aside.map(Box::new);
}

/// The least move that clears both sides to the tolerance; `clears` gives the one after which no
/// surface lies deeper than so much in the tool, no less than one that is known.
///
/// What a move m clears altogether is no deeper than the tolerance after one that is shorter by
/// that; and a surface that is harmless on the tool side is so on the part side.
pub(in super::super) fn on_both_sides(
    judge: &Judge,
    clears: impl Fn(f64, f64) -> Option<f64>,
) -> Option<f64> {
    let (thresholds, body) = (judge.thresholds, judge.target.body);
    let (tolerance, allowance) = (thresholds.tolerance, thresholds.allowance(body));
    let limit = thresholds.limit(body);
    let least = clears(tolerance, 0.0)?;
    let harmless = judge.component.harmless(limit.max(0.0)) + allowance;
    if limit <= 0.0 || harmless >= tolerance - 2.0 * VERDICT_SLACK_MM {
        return Some(least);
    }
    let all = clears(allowance, least).map(|by| by - limit);
    if all.is_some_and(|by| by <= least) {
        return Some(least);
    }
    let shape = clears(harmless, least);
    all.into_iter().chain(shape).reduce(f64::min)
}
