//! A deep point of the material that one motion covers, for a motion whose surface contact is
//! shown.

use super::super::contact::Stop;
use super::super::interior::{Aim, Reached};
use super::super::packed_trial::PackedTrial;
use super::super::plan::TimedPath;
use super::super::under_contact::beneath;
use super::super::verdict::Judge;
use crate::budget::PROBE_CELLS;
use crate::tolerance::BENEATH_SHARE;

/// A deep point of the material that one motion covers, and an upper bound on the depth that it
/// covers; it covers none deeper than `most`.
pub(super) fn shown_by(
    judge: &Judge,
    paths: &[TimedPath],
    trial: &PackedTrial,
    most: f64,
    stop: Stop,
) -> Option<(Reached, f64)> {
    let below = trial
        .contact()
        .and_then(|contact| beneath(judge, &contact, trial.surface[0], trial.dogleg));
    let enough = BENEATH_SHARE * trial.surface[0];
    if let Some(below) = below.filter(|reached| reached.depth >= enough) {
        return Some((below, most));
    }
    let aim = Aim::Measure { epsilon: judge.thresholds.epsilon(), spared: 0.0 };
    let mut query = judge.query(aim, f64::NEG_INFINITY);
    query.cells_left = PROBE_CELLS;
    let passage = |_| judge.passage(paths, judge.outside(trial), judge.is_roofed(trial));
    query.run([trial.part].into_iter(), passage, stop);
    let seen = below.into_iter().chain(query.deepest).filter(|reached| reached.depth > 0.0);
    let deepest = seen.reduce(|a, b| if b.depth > a.depth { b } else { a })?;
    Some((deepest, query.bounds()[1].min(most)))
}
