//! Values of Fanuc and Haas blocks: numbers, variables and expressions, and the system variables
//! that follow from the program.

use super::expression::{Malformed, Reader};
use super::increments::argument_worth;
use super::rounding::Rounding;
use super::variables::Value;
use crate::code;
use crate::control::Control;
use crate::control::length::InForce;
use crate::control::state::Units;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fault::{Step, refuse};
use crate::read::cursor::{Cursor, Literal};
use crate::words::g;

/// Decimals of the coarsest of the least increments, 0.001 mm.
const FEWEST_DECIMALS: usize = 3;

/// Reads a macro value at the cursor.
pub(crate) fn macro_read<T>(
    cursor: &mut Cursor<'_>,
    control: &Control<'_>,
    rounding: Rounding,
    read: impl FnOnce(&Reader<'_>, &mut Cursor<'_>) -> Result<T, Malformed>,
) -> Step<T> {
    let system = |number| system_variable(number, control);
    let reader = Reader { variables: &control.variables, system: &system, rounding };
    match read(&reader, cursor) {
        Ok(value) => Ok(value),
        Err(Malformed { at, message, unknown }) => {
            let code = if unknown { code::UNKNOWN_VALUE } else { code::EXPRESSION };
            refuse(code, at, message)
        }
    }
}

/// System variables that follow from the program.
fn system_variable(number: u32, control: &Control<'_>) -> Option<Value> {
    // The height there counts with the length offset.
    if number == 5043 && unknown_height(control) {
        return None;
    }
    let state = &control.state;
    let known = |value: f64| (!value.is_nan()).then_some(Some(value));
    let number_of = |tool: Option<u32>| tool.map(|tool| Some(f64::from(tool)));
    match number {
        // Block end and present position, work coordinates.
        5001..=5003 => known(control.work_place(number as usize - 5001)),
        5041..=5043 => known(control.work_place(number as usize - 5041)),
        // What a block that was refused left of the words in force.
        4001..=4030 if control.invalid.doubts_frame() => None,
        4002 => Some(Some(f64::from(state.plane.code()) / 10.0)),
        4003 => Some(Some(if state.incremental { 91.0 } else { 90.0 })),
        4006 => Some(Some(if state.units == Units::Inch { 20.0 } else { 21.0 })),
        // A cycle is of another group, and leaves that as it was.
        4001 => match state.motion {
            Some(code) if g::is_cycle(code) => state.drilling.before,
            other => other,
        }
        .map(|code| Some(f64::from(code) / 10.0)),
        4010 => Some(Some(if state.return_to_r { 99.0 } else { 98.0 })),
        // The offset's group is another on a Haas (mill operator's manual, list of G codes).
        4014 if control.options.dialect == Dialect::Fanuc => usual_offset(control),
        4012 if control.options.dialect == Dialect::Haas => usual_offset(control),
        4109 if control.feed_set => Some(Some(state.feed)),
        4119 if control.speed_set => Some(Some(state.speed)),
        // The T given last, a tool that waits for its change too.
        4120 if !control.invalid.selected => number_of(control.tools.last_selected()),
        3026 if control.options.dialect == Dialect::Haas && !control.invalid.tool => {
            number_of(control.tools.loaded())
        }
        _ => None,
    }
}

/// The word of the work offset in force, G54 … G59; further ones have a P beside theirs.
fn usual_offset(control: &Control<'_>) -> Option<Value> {
    let known = (1..=6).contains(&control.state.system) && !control.invalid.system;
    known.then_some(Some(53.0 + control.state.system as f64))
}

/// Whether a length offset is in force that shifts the position read by a length nobody stated.
fn unknown_height(control: &Control<'_>) -> bool {
    matches!(control.length.in_force, InForce::Of(_, false))
}

/// A value of a Fanuc or Haas block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroValue {
    pub value: f64,
    /// It has a decimal point, or is computed.
    pub pointed: bool,
    /// It is computed, or has more decimals than the coarsest of the least increments.
    pub fine: bool,
}

/// A value of a Fanuc or Haas block; `None` for a vacant variable, which leaves its word out.
pub(crate) fn macro_value(
    cursor: &mut Cursor<'_>,
    control: &Control<'_>,
    rounding: impl FnOnce() -> Rounding,
) -> Step<Option<MacroValue>> {
    let sign = matches!(cursor.peek(), b'+' | b'-');
    let first = if sign { cursor.peek_second() } else { cursor.peek() };
    if sign && matches!(first, b'+' | b'-') {
        let start = cursor.position();
        return refuse(code::NUMBER, start..start + 2, "this number has two signs");
    }
    if first.is_ascii_digit() || first == b'.' {
        let start = cursor.position();
        return match cursor.literal() {
            Some(Literal { value, point, decimals }) => {
                Ok(Some(MacroValue { value, pointed: point, fine: decimals > FEWEST_DECIMALS }))
            }
            None => refuse(code::NUMBER, start..cursor.end(), "this number is malformed"),
        };
    }
    let value = macro_read(cursor, control, rounding(), |reader, cursor| reader.value(cursor))?;
    Ok(value.map(|value| MacroValue { value, pointed: true, fine: true }))
}

/// An argument of a macro call, its letter at `start`: a number without a decimal point counts increments.
pub(crate) fn macro_word(
    cursor: &mut Cursor<'_>,
    letter: u8,
    start: usize,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<Option<f64>> {
    let rounding = || Rounding::of_argument(letter, control);
    match macro_value(cursor, control, rounding)? {
        Some(MacroValue { value, pointed: false, .. }) => {
            argument_worth(letter, value, start..cursor.end(), control, emitter).map(Some)
        }
        value => Ok(value.map(|value| value.value)),
    }
}
