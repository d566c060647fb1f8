//! G29: back from the reference point, by the way that G28 took.

use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Said};
use crate::execute::target::target;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::block::Block;
use crate::words::Group;

/// The axes of the block go to the point that the last G28 or G30 passed, then to their words.
pub(crate) fn return_from_home(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Once);
    if control.compensating() {
        let message = "G29 is not allowed while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    check_passed(block, control)?;
    let unit = control.state.units.mm();
    let passed = control.passed.map(|axis| axis.unwrap_or(f64::NAN) / unit);
    let passed = control.state.at_base(passed);
    let mut between = control.state.pos;
    for (axis, place) in between.iter_mut().enumerate() {
        if block.axis(axis).is_some() {
            *place = passed[axis];
        }
    }
    emitter.said = block.names().map(|named| if named { Said::Place } else { Said::Nothing });
    emitter.send(Kind::Rapid, between, control.state.rest, control)?;
    control.state.pos = between;
    let (to, rest) = target(block, control, emitter)?;
    emitter.send(Kind::Rapid, to, rest, control)?;
    (control.state.pos, control.state.rest) = (to, rest);
    Ok(())
}

/// Whether G28 or G30 named every axis of a G29. A Haas keeps one point: what it has of axes that
/// its last block did not name is not told.
fn check_passed(block: &Block, control: &Control<'_>) -> Step {
    let at = block.code_place(Group::Once);
    if control.passed == [None; 3] {
        let message = "G29 goes by the point that G28 or G30 passed, and neither came before";
        return refuse(code::MISSING, at, message);
    }
    let lacks = |axis: &usize| block.axis(*axis).is_some() && control.passed[*axis].is_none();
    let Some(axis) = (0..3).find(lacks) else { return Ok(()) };
    let name = ["X", "Y", "Z"][axis];
    let before = match control.options.dialect {
        Dialect::Haas => "the last G28 or G30 did not",
        _ => "no G28 or G30 before did",
    };
    let message = format!(
        "G29 names {name} and {before}: by which {name} it goes is not known (name all its axes in \
         one G28)"
    );
    refuse(code::MISSING, at, message)
}
