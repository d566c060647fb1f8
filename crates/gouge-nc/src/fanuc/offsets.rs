//! Work offsets of Fanuc and Haas controls beyond G54 … G59, and G10 as they read it.

use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::execute::offsets::{assume_machine_zero, no_rotation};
use crate::fanuc::check::takes_settings;
use crate::fanuc::registers::tool_data;
use crate::fault::{Step, refuse};
use crate::options::{FURTHER, MOST_FURTHER};
use crate::read::block::{Block, XYZ};
use crate::read::expr::whole;
use crate::words::{Group, code_name, g};

/// Whether G54 means G54.1: a Fanuc reads so where P stands beside it and no other word takes the
/// P.
pub(crate) fn names_further(block: &Block, control: &Control<'_>) -> bool {
    let taken = matches!(block.code(Group::Once), Some(g::G4 | g::G10 | g::G30))
        || block.is(Group::Scaling, g::G51)
        || block.code(Group::Stop).is_some()
        || block.motion.is_some_and(g::is_cycle)
        || takes_settings(block);
    control.options.dialect == Dialect::Fanuc
        && block.is(Group::WorkOffset, g::G54)
        && block.has(b'p')
        && !taken
}

/// G54.1 P…, G154 P…, Haas G110 … G129: the number of the offset, `None` for G54 … G59.
pub(crate) fn further_system(
    code: u16,
    block: &Block,
    control: &Control<'_>,
) -> Step<Option<usize>> {
    let code = if names_further(block, control) { g::G54_1 } else { code };
    match code {
        g::G54_1 | g::G154 => {
            let at = block.code_place(Group::WorkOffset);
            let number = block.get(b'p').and_then(whole).and_then(|p| usize::try_from(p).ok());
            match number {
                Some(p @ 1..=MOST_FURTHER) => Ok(Some(FURTHER + p)),
                _ => refuse(
                    code::MISSING,
                    at,
                    format!("{} needs P, the number of the offset", code_name('G', code)),
                ),
            }
        }
        g::G110..=g::G129 => Ok(Some(FURTHER + 1 + usize::from((code - g::G110) / 10))),
        _ => Ok(None),
    }
}

/// G10: work offsets are followed, and changes of tool lengths.
pub(crate) fn fanuc_data(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Once);
    let Some(kind) = block.get(b'l').and_then(whole) else {
        return refuse(code::RANGE, block.place(b'l'), "L of G10 must be a whole number");
    };
    let number = match block.get(b'p') {
        None if matches!(kind, 2 | 20) => {
            let message = format!("G10 L{kind} needs P, the number of the work offset");
            return refuse(code::MISSING, at, message);
        }
        Some(number) if whole(number).is_none() => {
            return refuse(code::RANGE, block.place(b'p'), "P of G10 must be a whole number");
        }
        number => number.and_then(whole).unwrap_or_default(),
    };
    match (kind, number) {
        (2 | 20, _) if block.has(b'r') => no_rotation(block, control),
        (2 | 20, _) if block.has(b'q') => {
            refuse(code::UNUSED, block.place(b'q'), format!("G10 L{kind} does not use Q"))
        }
        (2, 1..=6) => place_system(number as usize, block, control, emitter),
        (20, 1..) if number <= MOST_FURTHER as i64 => {
            place_system(FURTHER + number as usize, block, control, emitter)
        }
        (2 | 20, _) => refuse(
            code::NOT_FOLLOWED,
            at,
            format!(
                "G10 L{kind} P{number} is not followed: it shifts all work offsets, or none exists"
            ),
        ),
        (10..=13, _) => tool_data(kind, block, control, emitter),
        _ => refuse(
            code::NOT_FOLLOWED,
            at,
            format!("G10 L{kind} changes the control, which is not followed"),
        ),
    }
}

fn place_system(
    system: usize,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let adds = control.state.incremental;
    let mut origin = control.origin_of(system);
    for (axis, value) in origin.iter_mut().enumerate() {
        if let Some(word) = block.axis(axis) {
            *value = if adds { *value + word } else { control.of_machine(axis, word) };
        }
    }
    // What is added to a known place needs no machine zero.
    let known = adds && (system == 1 || control.is_placed(system));
    control.set_origin_of(system, origin);
    control.placed.insert(system);
    if system == control.state.system {
        control.keep_place(|control| control.state.origin = origin);
    }
    if known || !block.any(XYZ) {
        return Ok(());
    }
    let by = if system > FURTHER { "G10 L20" } else { "G10 L2" };
    let home = if adds { [None; 3] } else { control.home_of_axes(block.names()) };
    assume_machine_zero(system, by, home, control, emitter)
}
