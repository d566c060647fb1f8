//! The pane that receives the keys, and what follows from its chosen row.

use super::path::Step;
use super::place::Place;
use super::state::{Cursor, Pane, State};

/// Gives a pane the keys.
pub(super) fn focus(state: &mut State, pane: Pane) {
    state.focus = pane;
    if pane != Pane::View {
        state.side = pane;
    }
}

pub(super) fn step_pane(state: &mut State, step: usize) {
    let at = Pane::ALL.iter().position(|p| *p == state.focus).unwrap_or(0);
    focus(state, Pane::ALL[(at + step) % Pane::ALL.len()]);
}

pub(super) fn rows(state: &mut State, step: isize) {
    let count = state.count();
    state.row().step(step, count);
    moved(state);
}

/// What a chosen row brings with it.
pub(super) fn moved(state: &mut State) {
    match state.focus {
        Pane::Regions => state.go_to_region(),
        Pane::Operations => {
            let operation = state.document.report.operations.get(state.operation.at);
            if let Some(first) = operation.map(|o| o.motion_range[0] as usize) {
                state.cursor = Cursor { motion: first, t: 0.0 };
                let place = state.document.path.steps.get(first).map(Step::place);
                place.into_iter().for_each(|place| state.stand(place));
            }
        }
        Pane::Program => {
            let here = Place { file: state.file, line: state.line.at as u32 + 1 };
            if let Some(motion) = state.document.path.of_line(here)
                && state.document.path.steps[motion].place() == here
            {
                state.cursor = Cursor { motion, t: 1.0 };
            }
        }
        Pane::Witness | Pane::Assumptions | Pane::View => {}
    }
}
