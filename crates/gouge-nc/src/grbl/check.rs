//! Blocks that Grbl 1.1 rejects and LinuxCNC carries out (`gc_execute_line` in `gcode.c`, by the
//! numbers of Grbl's errors): the tool stays where it is, and what follows leads on from there.

use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fault::{Step, refuse};
use crate::read::block::{AXES, Block, bit};
use crate::read::cursor::Cursor;
use crate::words::{Group, code_name, g};

/// Highest line number (`MAX_LINE_NUMBER`).
const LAST_LINE_NUMBER: f64 = 10_000_000.0;

/// Highest tool number (`MAX_TOOL_NUMBER`).
const LAST_TOOL: f64 = 255.0;

pub(crate) fn check_grbl(block: &mut Block, control: &Control<'_>) -> Step {
    if block.get(b'p').is_some_and(|number| number < 0.0) {
        let message = "Grbl rejects this block (error 4): P may not be negative";
        return refuse(code::RANGE, block.place(b'p'), message);
    }
    if block.get(b't').is_some_and(|tool| tool > LAST_TOOL) {
        let message = "Grbl rejects this block (error 38): its tools end at T255";
        return refuse(code::RANGE, block.place(b't'), message);
    }
    check_data(block)?;
    check_tool_change(block)?;
    check_offset_end(block)?;
    check_length(block)?;
    check_idle_axes(block, control)
}

/// Of what G10 sets elsewhere, Grbl 1.1 has work offsets alone. It drops the fraction of their P.
fn check_data(block: &mut Block) -> Step {
    if !block.is(Group::Once, g::G10) {
        return Ok(());
    }
    if !block.any(AXES) {
        let message = "Grbl rejects this block (error 26): G10 needs an axis word";
        return refuse(code::MISSING, block.code_place(Group::Once), message);
    }
    if let Some(number) = block.get(b'p') {
        block.change(b'p', number.trunc());
    }
    let kind = block.get(b'l');
    if matches!(kind, Some(2.0 | 20.0)) {
        return Ok(());
    }
    let at = if kind.is_some() { block.place(b'l') } else { block.code_place(Group::Once) };
    let message = "Grbl 1.1 rejects this block (error 20): its G10 has L2 and L20 alone, others \
                   such as grblHAL may carry it out";
    refuse(code::RANGE, at, message)
}

/// G92.1 is of one group with G10, G28, G53 and the like.
fn check_offset_end(block: &Block) -> Step {
    if !block.is(Group::OffsetState, g::G92_1) {
        return Ok(());
    }
    if let Some(once) = block.code(Group::Once) {
        let once = code_name('G', once);
        let message = format!("Grbl rejects this block (error 21): {once} stands beside G92.1");
        return refuse(code::CONFLICT, block.code_place(Group::OffsetState), message);
    }
    if block.any(AXES) {
        let message = "Grbl goes where axis words beside G92.1 lead under the offset that ends: say \
                       them in a block of their own";
        return refuse(code::CONFLICT, block.first_place(AXES), message);
    }
    Ok(())
}

/// While G80 is in force no axis word may stand in a block, whatever takes it.
fn check_idle_axes(block: &Block, control: &Control<'_>) -> Step {
    if !block.any(AXES) {
        return Ok(());
    }
    let message = match block.code(Group::Motion).or(control.state.motion) {
        Some(g::G80) => {
            "Grbl rejects this block (error 31): no axis word may stand in it while G80 is in force"
        }
        None if control.invalid.idle => control.lack_of_motion(),
        _ => return Ok(()),
    };
    refuse(code::NO_MOTION, block.first_place(AXES), message)
}

/// Grbl 1.1 itself has three axes, and rejects blocks that name others (error 20).
pub(crate) fn assume_rotary(
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let rotary = bit(b'a') | bit(b'b') | bit(b'c');
    if control.options.dialect != Dialect::Grbl || !block.any(rotary) {
        return Ok(());
    }
    let value = "the control has the rotary axes that the program names".to_owned();
    let message = "Grbl 1.1 rejects their blocks; what follows it (grblHAL and others) has them";
    let at = block.first_place(rotary);
    emitter.assume((Fact::RotaryAxes, 0), control.here.part(&at), value, message)?;
    Ok(())
}

/// Grbl 1.1 has no tool change. Alone in its block that changes nothing but the tool, which the
/// operator or the sender sees to; else all that is beside it is rejected with it.
fn check_tool_change(block: &Block) -> Step {
    let beside = [
        Group::Once,
        Group::Motion,
        Group::Plane,
        Group::Distance,
        Group::Units,
        Group::ToolLength,
        Group::WorkOffset,
        Group::OffsetState,
    ];
    let alone = !block.any(AXES) && beside.iter().all(|group| block.code(*group).is_none());
    if block.code(Group::ToolChange).is_none() || alone {
        return Ok(());
    }
    let message = "Grbl 1.1 rejects a block with a tool change (error 20), others such as grblHAL \
                   carry out what is beside it: say the tool change in a block of its own";
    refuse(code::CONFLICT, block.code_place(Group::ToolChange), message)
}

/// G43.1 and G49 take the axis words of their block, as motion words and offsets do.
fn check_length(block: &Block) -> Step {
    let Some(length) = block.code(Group::ToolLength) else { return Ok(()) };
    let at = block.code_place(Group::ToolLength);
    let name = code_name('G', length);
    let taker = block
        .code(Group::Motion)
        .filter(|motion| *motion != g::G80)
        .or(block.code(Group::Once).filter(|once| [g::G10, g::G28, g::G30, g::G92].contains(once)));
    if let Some(other) = taker {
        let other = code_name('G', other);
        let message = format!("Grbl rejects this block (error 24): {other} stands beside {name}");
        return refuse(code::CONFLICT, at, message);
    }
    if length == g::G43_1 && !block.has(b'z') {
        let message = "Grbl rejects this block (error 37): G43.1 needs Z";
        return refuse(code::MISSING, at, message);
    }
    Ok(())
}

/// N and its number, anywhere in a block and once.
pub(crate) fn pass_line_number(cursor: &mut Cursor<'_>, again: bool) -> Step {
    let start = cursor.position();
    cursor.bump();
    let Some(number) = cursor.literal() else {
        return refuse(code::NUMBER, start..start + 1, "N needs a number");
    };
    let at = start..cursor.end();
    if again {
        return refuse(
            code::REPEATED,
            at,
            "Grbl rejects this block (error 25): it has two N words",
        );
    }
    if !(0.0..=LAST_LINE_NUMBER).contains(&number.value.trunc()) {
        let message = "Grbl rejects this block (error 27): its line numbers end at N10000000";
        return refuse(code::RANGE, at, message);
    }
    Ok(())
}
