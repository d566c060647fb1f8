//! Moving along the program.

use super::direction::Direction;
use super::place::Place;
use super::state::{Cursor, State};

/// Puts the tool at the end of a motion.
pub fn to_motion(state: &mut State, motion: usize) {
    let count = state.document.path.len();
    if count > 0 {
        state.cursor = Cursor { motion: motion.min(count - 1), t: 1.0 };
        state.follow();
    }
}

/// So many motions on.
pub fn by_motion(state: &mut State, step: isize) {
    to_motion(state, state.cursor.motion.saturating_add_signed(step));
}

/// To the next or the last motion of another block.
pub fn by_block(state: &mut State, direction: Direction) {
    let steps = &state.document.path.steps;
    let Some(here) = steps.get(state.cursor.motion) else { return };
    let other = |i: &usize| (steps[*i].file, steps[*i].line) != (here.file, here.line);
    let found = match direction {
        Direction::Forward => (state.cursor.motion + 1..steps.len()).find(other),
        Direction::Backward => (0..state.cursor.motion).rev().find(other),
    };
    if let Some(motion) = found {
        to_motion(state, motion);
    }
}

/// To the first motion of a line, or of the next one of its file that moves.
pub fn to_line(state: &mut State, at: Place) {
    state.stand(at);
    if let Some(motion) = state.document.path.of_line(at) {
        state.cursor = Cursor { motion, t: 1.0 };
    }
}

/// So many rows of the list of regions on.
pub fn by_region(state: &mut State, step: isize) {
    let count = state.listed.len();
    if count > 0 {
        state.region.step(step, count);
        state.go_to_region();
    }
}

/// To the next region in the order of the program, or to the one before.
pub fn by_gouge(state: &mut State, direction: Direction) {
    let regions = &state.document.report.regions;
    let at = state.cursor.motion as u32;
    let motion = |row: &usize| regions[state.listed[*row] as usize].witness.motion;
    let rows = 0..state.listed.len();
    let found = match direction {
        Direction::Forward => rows.filter(|r| motion(r) > at).min_by_key(motion),
        Direction::Backward => rows.filter(|r| motion(r) < at).max_by_key(motion),
    };
    match found {
        Some(row) => {
            state.region.at = row;
            state.go_to_region();
            state.follow();
        }
        None => state.message = "no further gouge that way".to_owned(),
    }
}

/// To the first motion of an operation.
pub fn to_operation(state: &mut State, row: usize) {
    if let Some(operation) = state.document.report.operations.get(row) {
        state.cursor = Cursor { motion: operation.motion_range[0] as usize, t: 0.0 };
        state.follow();
        state.operation.at = row;
    }
}

/// So many operations on.
pub fn by_operation(state: &mut State, step: isize) {
    let count = state.document.report.operations.len();
    if count > 0 {
        let row = state.operation.at.saturating_add_signed(step).min(count - 1);
        to_operation(state, row);
    }
}

/// Part of the motion on or back, over its ends into the next ones.
pub fn scrub(state: &mut State, by: f64) {
    let count = state.document.path.len();
    let Cursor { motion, t } = state.cursor;
    state.cursor = match t + by {
        t if t > 1.0 && motion + 1 < count => Cursor { motion: motion + 1, t: 0.0 },
        t if t < 0.0 && motion > 0 => Cursor { motion: motion - 1, t: 1.0 },
        t => Cursor { motion, t: t.clamp(0.0, 1.0) },
    };
    state.follow();
}

/// Lets the tool run on for so many seconds, when it runs.
pub fn play(state: &mut State, seconds: f64) {
    /// A pause is over after so many motions, whatever their length.
    const MOST_MOTIONS: usize = 10_000;
    let Some(speed) = state.playing else { return };
    let mut way = speed * seconds;
    for _ in 0..MOST_MOTIONS {
        let Cursor { motion, t } = state.cursor;
        let length = state.document.path.length(motion);
        let left = length * (1.0 - t);
        if way < left {
            state.cursor.t = t + way / length;
            break;
        }
        if motion + 1 >= state.document.path.len() {
            state.cursor.t = 1.0;
            state.playing = None;
            break;
        }
        way -= left;
        state.cursor = Cursor { motion: motion + 1, t: 0.0 };
    }
    state.follow();
}
