//! Tool data that G10 sets on Fanuc and Haas controls: L10 and L11 lengths and their wear, L12 and
//! L13 radii and theirs.
//!
//! The earlier content of a register is known only at the machine, where it fits the tool. So only
//! what a program changes about it counts: the tip is beside its control point by that much.

use std::collections::BTreeMap;

use crate::code;
use crate::control::Control;
use crate::control::length::InForce;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fault::{Step, refuse};
use crate::options::Compensation;
use crate::read::block::Block;
use crate::read::expr::whole;
use crate::tolerance::NO_LENGTH_MM;
use crate::words::Group;

/// One length register, mm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Length {
    /// What the program set it to (L10).
    geometry: Option<f64>,
    /// By how much the program changed it since it fitted the tool.
    changed: f64,
    /// Its wear (L11), none before the program sets it.
    wear: f64,
}

/// The length registers that the program has set, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Registers {
    lengths: BTreeMap<u32, Length>,
}

impl Registers {
    /// How much longer a register says its tool is than it is, mm.
    pub fn shift(&self, number: u32) -> f64 {
        self.lengths.get(&number).map_or(0.0, |length| length.changed + length.wear)
    }
}

/// D names the same register as H where the control keeps one list of offsets (offset memories A
/// and B): then what G10 L10 or L11 set there moves the path under G41 and G42.
pub(crate) fn assume_own_radius(
    number: u32,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let set = control.tools.registers.lengths.get(&number);
    let apart = |length: &Length| length.geometry.unwrap_or(0.0) != 0.0 || length.wear != 0.0;
    if control.options.dialect == Dialect::Fanuc && set.is_some_and(apart) {
        let value = format!("D{number} is not the offset that G10 sets for H{number}");
        let message = "the control keeps lengths and radii apart (offset memory C)";
        emitter.assume((Fact::Memory, number), control.here.span(), value, message)?;
    }
    Ok(())
}

/// G10 L10 … L13.
pub(crate) fn tool_data(
    kind: i64,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Once);
    let number = block.get(b'p').and_then(whole).and_then(|n| u32::try_from(n).ok());
    let Some(number) = number.filter(|number| *number > 0) else {
        return refuse(code::MISSING, at, format!("G10 L{kind} needs P, the number of the offset"));
    };
    let Some(value) = block.get(b'r') else {
        return refuse(code::MISSING, at, format!("G10 L{kind} needs R, the offset"));
    };
    let value = value * control.state.units.mm();
    match kind {
        12 | 13 => check_radius(kind, value, block, control),
        10 => set_length(number, value, block, control, emitter),
        _ => set_wear(number, value, control, emitter),
    }
}

/// Where the program holds the tool's path, a radius other than zero moves the path by it.
fn check_radius(kind: i64, value: f64, block: &Block, control: &Control<'_>) -> Step {
    let wear = control.options.compensation == Some(Compensation::Wear);
    if wear && value.abs() > NO_LENGTH_MM {
        let message = format!(
            "G10 L{kind} sets a radius other than zero, and by --compensation wear the program \
             holds the tool's path: how far G41 and G42 move it then is not followed"
        );
        return refuse(code::NOT_FOLLOWED, block.place(b'r'), message);
    }
    Ok(())
}

fn set_length(
    number: u32,
    value: f64,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let before = control.tools.registers.lengths.get(&number).copied().unwrap_or_default();
    let table = control.tools.entry(number).filter(|entry| entry.length_known);
    let after = match before.geometry.or(table.map(|entry| entry.offset[2])) {
        _ if control.state.incremental => Length {
            geometry: before.geometry.map(|length| length + value),
            changed: before.changed + value,
            ..before
        },
        None if before.changed != 0.0 => {
            let message =
                format!("H{number} was changed by G10 in G91 before: its value is not known");
            return refuse(code::NOT_FOLLOWED, block.place(b'r'), message);
        }
        None => {
            let value = format!("H{number} as G10 L10 sets it is the length of its tool");
            let message = "what the control held before is not known";
            emitter.assume((Fact::Register, number), control.here.span(), value, message)?;
            before
        }
        // Before the program sets it, the table's length is what changes in G91 count from.
        Some(length) if before.geometry.is_none() => Length { changed: value - length, ..before },
        Some(length) => Length { changed: before.changed + value - length, ..before },
    };
    let geometry = if control.state.incremental { after.geometry } else { Some(value) };
    control.tools.registers.lengths.insert(number, Length { geometry, ..after });
    assume_later(number, 10, control, emitter)
}

fn set_wear(number: u32, value: f64, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let adds = control.state.incremental;
    let length = control.tools.registers.lengths.entry(number).or_default();
    length.wear = if adds { length.wear + value } else { value };
    if value != 0.0 && !adds {
        let value = format!("the wear of H{number} was 0 before G10 L11");
        let message = "what the control held before is not known";
        emitter.assume((Fact::Wear, number), control.here.span(), value, message)?;
    }
    assume_later(number, 11, control, emitter)
}

/// Whether an offset that is in force changes at once, at the next motion or at the next G43 is a
/// parameter.
fn assume_later(number: u32, kind: u32, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    if matches!(control.length.in_force, InForce::Of(own, _) if own == number) {
        let value = format!("H{number} as G10 L{kind} sets it counts from the next G43 or H on");
        let message = "a parameter of the control says when a new offset takes effect";
        emitter.assume((Fact::RegisterChange, number), control.here.span(), value, message)?;
    }
    Ok(())
}
