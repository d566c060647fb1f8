//! What a change of the tool length offset moves on a Fanuc. Bit 6 (TOS) of parameter 5006 says
//! whether the axis moves by the difference or its coordinates shift (parameter manual of the 0i
//! and 30i families); in a G91 move the difference is added to the word (Fanuc 0i-MD user's manual,
//! "Tool Length Offset").

use crate::control::Control;
use crate::control::length::InForce;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fault::Step;
use crate::read::block::Block;
use crate::tolerance::NO_LENGTH_MM;
use crate::words::code_name;

/// Before the offset of a block comes into force, `length` of `in_force`: says what is taken for
/// granted of a difference that the program's own Z does not make up for; and gives how much
/// farther than its word Z goes then, in the units in force.
pub(crate) fn weigh_length_change(
    code: u16,
    length: f64,
    in_force: InForce,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<f64> {
    let change = (length - control.state.tool_length[2]) * control.state.units.mm();
    let counts = change.abs() > NO_LENGTH_MM && control.length.in_force.differs_knowably(in_force);
    // At a place that nobody knows, a difference tells nothing.
    let somewhere = !emitter.out[2].is_nan() && !emitter.unplaced(control)[2];
    if control.options.dialect != Dialect::Fanuc || !counts || !somewhere {
        return Ok(0.0);
    }
    let name = match in_force {
        InForce::Of(number, _) => format!("{} H{number}", code_name('G', code)),
        _ => code_name('G', code),
    };
    let span = control.here.span();
    if block.has(b'z') {
        if control.is_incremental_in(block) {
            let side = if change > 0.0 { "higher" } else { "lower" };
            let value = format!(
                "Z goes {:.3} mm {side} than its word in the block of {name}, by the change of the \
                 offset",
                change.abs()
            );
            let message = "controls add the change of the length offset to a way of G91";
            emitter.assume((Fact::LengthChange, 1), span, value, message)?;
            return Ok(change / control.state.units.mm());
        }
    } else if !emitter.standing()[2] {
        let value =
            format!("Z does not move at {name}, which changes the offset by {change:.3} mm");
        let message = "a parameter of the control (5006, TOS) says whether the axis moves by the \
                       change or its coordinates shift";
        emitter.assume((Fact::LengthChange, 0), span, value, message)?;
    }
    Ok(0.0)
}
