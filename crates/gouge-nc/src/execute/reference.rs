//! Reference points: G28 and G30 go there, G28.1 and G30.1 store them. LinuxCNC: `convert_home`.

use crate::code;
use crate::control::Control;
use crate::control::params::HOME;
use crate::control::state::{State, sub};
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact, Said};
use crate::execute::offsets::axes_text;
use crate::execute::suspend::suspend_offset;
use crate::execute::target::target;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::block::{AXES, Block};
use crate::read::expr::whole;
use crate::words::{Group, code_name, g};

/// G28 and G30: to the point the words give, then on to the reference point.
pub(crate) fn go_home(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let (between, between_rest) = target(block, control, emitter)?;
    if control.compensating() {
        let at = block.code_place(Group::Once);
        let message = "G28 and G30 are not allowed while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    emitter.send(Kind::Rapid, between, between_rest, control)?;
    keep_passed(between, block, control);
    control.state.pos = between;
    control.state.rest = between_rest;
    let nine = control.params.nine(HOME[usize::from(code == g::G30)]);
    let stored = control.stored_home[usize::from(code == g::G30)];
    let of_work = stored.unwrap_or_default();
    let (mut lengths, home_rest) = control.in_force(nine);
    for axis in (0..3).filter(|axis| !of_work[*axis]) {
        lengths[axis] = control.of_machine(axis, lengths[axis]);
    }
    let state = &control.state;
    let home = sub(sub(lengths, state.origin), state.tool_length);
    let home = sub(State::turn(home, -state.rotation), state.g92);
    let all = !block.any(AXES);
    let mut to = between;
    let mut rest = between_rest;
    let named = block.names().map(|named| all || named);
    for axis in 0..3 {
        if named[axis] {
            to[axis] = home[axis];
        }
    }
    for axis in 0..6 {
        if all || block.rest(axis).is_some() {
            rest[axis] = state.rest_of_machine(axis, home_rest[axis]);
        }
    }
    if stored.is_none() {
        assume_reference(code, block, named, control, emitter)?;
    }
    let machine = [0, 1, 2].map(|axis| named[axis] && !of_work[axis]);
    emitter.said = [0, 1, 2].map(|axis| match named[axis] && of_work[axis] {
        true => Said::Place,
        false => Said::Nothing,
    });
    emitter.look_for_doubt(to, named, control);
    if machine == [false; 3] && named != machine {
        emitter.send(Kind::Rapid, to, rest, control)?;
    } else {
        emitter.send_to_machine(Kind::Rapid, to, machine, rest, control)?;
    }
    control.state.pos = to;
    control.state.rest = rest;
    suspend_offset(code, named[2], control, emitter);
    Ok(())
}

/// Keeps the point passed for a G29 to come. A Fanuc keeps it axis by axis: of those that a block
/// does not name, the point of an earlier one stays (0i-MD user's manual, "Reference Position").
fn keep_passed(between: [f64; 3], block: &Block, control: &mut Control<'_>) {
    if control.options.dialect != Dialect::Fanuc {
        control.passed = [None; 3];
    }
    let (all, place) = (!block.any(AXES), control.base_mm(between));
    for (axis, named) in block.names().into_iter().enumerate() {
        if all || named {
            control.passed[axis] = Some(place[axis]);
        }
    }
}

/// Reference points that are stored at the machine, not machine zero itself: G30 everywhere, on
/// LinuxCNC and Grbl G28 too.
fn assume_reference(
    code: u16,
    block: &Block,
    named: [bool; 3],
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let dialect = control.options.dialect;
    let kept = matches!(dialect, Dialect::LinuxCnc | Dialect::Grbl);
    let first = HOME[usize::from(code == g::G30)];
    let told = control.params.nine(first) != [0.0; 9]
        || control.options.parameters.as_ref().is_some_and(|file| file.states(first..first + 9));
    let home = control.home_of_axes(named);
    if told || home == [None; 3] || !(kept || code == g::G30) {
        return Ok(());
    }
    let number = block.get(b'p').and_then(whole).unwrap_or(2);
    let name = match number {
        _ if kept => "the position stored",
        3 => "the third reference position",
        4 => "the fourth reference position",
        _ => "the second reference position",
    };
    let word = code_name('G', code);
    let by = if block.has(b'p') { format!("{word} P{number}") } else { word };
    let value = format!("{by} goes to {name}, taken to be home {}", axes_text(home));
    let message = "where this point lies is set at the machine";
    let which = u32::from(code) * 10 + number as u32;
    emitter.assume((Fact::Reference, which), control.here.span(), value, message)?;
    Ok(())
}

/// G28.1 and G30.1.
pub(crate) fn save_home(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &Emitter<'_>,
) -> Step {
    if control.compensating() {
        let at = block.code_place(Group::Once);
        let message = "a reference point cannot be set while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    // Stored in machine coordinates where they are known; else the axis goes back to where the work
    // had it.
    let unplaced = emitter.unplaced(control);
    let home = control.options.home;
    let of_work = [0, 1, 2].map(|axis| !unplaced[axis] && home[axis].is_none());
    let nine = control.to_store(control.machine_point(), control.state.rest_base());
    let which = usize::from(code == g::G30_1);
    control.params.set_nine(HOME[which], nine);
    control.stored_home[which] = Some(of_work);
    Ok(())
}
