//! A deep point in the material of one motion whose surface is shown.

use super::super::contact::Stop;
use super::super::interior::{Aim, Reached};
use super::super::kept::Kept;
use super::super::plan::Way;
use super::super::verdict::Judge;
use crate::budget::PROBE_CELLS;
use crate::tolerance::{BENEATH_SHARE, VERDICT_SLACK_MM};
use gouge_core::tool::Piece;
use gouge_mesh::mesh::Side;

/// A deep point of the material that one motion covers, and how deep it covers any at most; it
/// covers none deeper than `most`.
pub(super) fn shown_by(
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
    let passage = |_| judge.passage(ways, judge.outside(trial), judge.is_roofed(trial));
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
        depth: distance - judge.thresholds.slack.float,
        x,
        foot: near.foot,
        triangle: near.triangle,
        t: contact.t,
        control: contact.control,
        dogleg: trial.dogleg,
    })
}
