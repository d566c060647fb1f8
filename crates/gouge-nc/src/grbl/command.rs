//! Grbl's commands: lines that begin with `$` (`system_execute_line` in `system.c`).

use memchr::memchr;

use crate::code;
use crate::control::Control;
use crate::emit::{Emitter, Fact, Said};
use crate::execute::lose::{lose_all, lose_place};
use crate::execute::offsets::axes_text;
use crate::execute::target::machine_place;
use crate::fault::{Step, refuse};
use crate::grbl::line::kept;
use crate::motion::Kind;

/// Commands that show something, or let Grbl go on after an alarm.
const IDLE: [&[u8]; 7] = [b"$", b"$$", b"$#", b"$G", b"$I", b"$N", b"$X"];

/// The command that a line is to Grbl, whatever comments stand before it.
pub(crate) fn command(text: &[u8]) -> Option<Vec<u8>> {
    // Most lines have none.
    memchr(b'$', text)?;
    Some(kept(text)).filter(|kept| kept.starts_with(b"$"))
}

/// Carries a command out.
pub(crate) fn carry_out_command(
    command: &[u8],
    text: &[u8],
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    if IDLE.contains(&command) {
        return Ok(());
    }
    if command == b"$H" && control.options.home.iter().all(Option::is_some) {
        return home_axes(control, emitter);
    }
    let at = memchr(b'$', text).unwrap_or_default();
    let message = match command {
        b"$H" => "where homing ends is not declared for every axis (--home)",
        [_, b'J', ..] => {
            "during a jog Grbl rejects blocks: which of those that follow is not known"
        }
        b"$C" => "in check mode, which `$C` begins and ends, Grbl reads blocks and moves nothing",
        _ => "a command to the control's settings: what it does is not read here",
    };
    refuse(code::CHARACTER, at..at + 1, message)
}

/// `$H`: Z goes to its switch first, then X and Y together (`config.h`, `HOMING_CYCLE_0` and `_1`).
fn home_axes(control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let home = axes_text(control.home_of_axes([true; 3]));
    let value = format!("$H ends at home {home}");
    let message = "how far it backs off the switches ($27) and what its startup lines do ($N) is set \
                   at the machine";
    emitter.assume((Fact::Reference, 0), control.here.span(), value, message)?;
    for named in [[false, false, true], [true, true, false]] {
        let to = machine_place(named.map(|named| named.then_some(0.0)), control);
        emitter.said = [Said::Nothing; 3];
        emitter.look_for_doubt(to, named, control);
        emitter.send_to_machine(Kind::Rapid, to, named, control.state.rest, control)?;
        control.state.pos = to;
    }
    Ok(())
}

/// What a command that was refused may have changed. A jog has blocks rejected, `$N0=` carries its
/// line out before it keeps it, others change settings and offsets.
pub(crate) fn lose_by_command(
    command: &[u8],
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) {
    if command.starts_with(b"$H") {
        return lose_place([true; 3], control, emitter);
    }
    lose_all(control, emitter);
    control.invalid.doubt_frame(&[]);
}
