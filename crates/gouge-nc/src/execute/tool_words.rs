//! T, M6, M16 and M61. LinuxCNC: `convert_tool_change`.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::params::TOOL;
use crate::control::state::Spindle;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::execute::target::machine_place;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::block::Block;
use crate::tolerance::NO_LENGTH_MM;
use crate::words::{Group, g};

pub(crate) fn select_tool(block: &Block, control: &mut Control<'_>) -> Step {
    let Some(number) = block.get(b't') else { return Ok(()) };
    let number = number as u32;
    need_tool(number, block.place(b't'), control)?;
    control.tools.select(number);
    control.invalid.selected = false;
    Ok(())
}

fn need_tool(number: u32, at: Range<usize>, control: &Control<'_>) -> Step {
    if number != 0 && control.tools.entry(number).is_none() {
        return refuse(code::TOOL, at, format!("tool {number} is not in the tool table"));
    }
    Ok(())
}

/// M6, which a Haas reads M16 as too, and M61.
pub(crate) fn change_tool(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let Some(word) = block.code(Group::ToolChange) else { return Ok(()) };
    let at = block.code_place(Group::ToolChange);
    let invalid = control.invalid.tool;
    // LinuxCNC takes M61 there and computes the corner anew from the new radius: no path that
    // anybody means.
    if control.compensating() {
        let message = "the tool cannot change while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    if word == 61 {
        let number = block.get(b'q').map_or(-1.0, f64::round);
        if number < 0.0 {
            return refuse(code::MISSING, at, "M61 needs Q, the tool number");
        }
        need_tool(number as u32, block.place(b'q'), control)?;
        control.tools.load(number as u32);
        control.invalid.tool = false;
    } else {
        control.state.spindle = Spindle::Stopped;
        go_to_change(at, control, emitter)?;
        control.tools.load(control.tools.selected);
        control.invalid.tool = control.invalid.selected;
    }
    if invalid || control.invalid.tool {
        control.load_system();
    }
    control.length.stale = true;
    control.length.taken_off = false;
    store_tool(control);
    emitter.suspicion.tool_changed();
    emitter.tool_changed();
    emitter.operations.tool_change();
    read_place_anew(control, emitter);
    Ok(())
}

/// Whether the tool changes after what else the block does: M codes of a Fanuc and a Haas take
/// effect at its end. Haas mill operator's manual, "M-Codes: Introduction". Which tool makes the
/// motion is not known where none was changed in before.
pub(crate) fn changes_last(block: &Block, control: &Control<'_>) -> bool {
    let moves =
        block.motion.is_some() || matches!(block.code(Group::Once), Some(g::G28 | g::G29 | g::G30));
    let changes = matches!(block.code(Group::ToolChange), Some(6 | 16));
    control.options.dialect.macro_b() && changes && moves
}

/// The way to where tools are changed: up first, then across. Before the first motion no tool of
/// the program is in the spindle, and the way is the machine's own.
fn go_to_change(at: Range<usize>, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    if !emitter.has_moved() {
        return Ok(());
    }
    assume_change_here(at, control, emitter)?;
    let unit = control.state.units.mm();
    let [x, y, z] = control.options.tool_change.map(|axis| axis.map(|mm| mm / unit));
    for at in [[None, None, z], [x, y, None]] {
        if at.iter().any(Option::is_some) {
            let to = machine_place(at, control);
            let named = at.map(|axis| axis.is_some());
            emitter.send_to_machine(Kind::Rapid, to, named, control.state.rest, control)?;
            control.state.pos = to;
        }
    }
    Ok(())
}

/// Fanuc and Haas machines take Z to where tools are changed on their own: on a Haas that is
/// machine zero, on a Fanuc the builder's macro says. Where the program has not gone up before,
/// what follows is checked from the height at which it stands.
fn assume_change_here(at: Range<usize>, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let dialect = control.options.dialect;
    let same = control.tools.selected == control.tools.spindle_number;
    let declared = control.options.tool_change[2].is_some();
    if !dialect.macro_b() || same || declared || emitter.standing()[2] {
        return Ok(());
    }
    let z = emitter.last_point(control)[2] * control.state.units.mm();
    let place = if z.is_nan() { "Z is not known".to_owned() } else { format!("at Z {z:.3} mm") };
    let value = format!("the tool is changed where it stands, {place}");
    let message = match dialect {
        Dialect::Haas => {
            "a Haas takes Z to machine zero before it changes tools; `tool_change` of the machine \
             (`gouge help job`) says where"
        }
        _ => {
            "where M6 takes the tool is set by the machine's builder; `tool_change` of the machine \
             (`gouge help job`) says where"
        }
    };
    emitter.assume((Fact::ToolChange, 0), control.here.part(&at), value, message)?;
    Ok(())
}

/// After a tool change the program goes on from where the machine stands: after compensation,
/// that is where its last move ended, not where the program had it end.
fn read_place_anew(control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let stands = emitter.last_point(control);
    for (place, stands) in control.state.pos.iter_mut().zip(stands) {
        if (*place - stands).abs() > NO_LENGTH_MM {
            *place = stands;
        }
    }
}

/// Shows the tool in the spindle to the program: `#5400` … `#5413`, machine units. Without the
/// control's own table no more is known than was declared or the program has set.
pub(crate) fn store_tool(control: &mut Control<'_>) {
    if control.options.dialect == Dialect::Mach3 {
        return;
    }
    let entry = control.tools.entry(0).unwrap_or_default();
    let whole = control.tools.has_table() || control.tools.spindle_number == 0;
    let unit = control.options.machine_units.mm();
    let mut values = [0.0; 14];
    values[0] = f64::from(control.tools.spindle_number);
    for (axis, offset) in entry.offset.into_iter().enumerate() {
        values[1 + axis] = if (3..6).contains(&axis) { offset } else { offset / unit };
    }
    values[10] = entry.diameter / unit;
    [values[11], values[12]] = entry.angles;
    values[13] = f64::from(entry.orientation);
    for (slot, value) in values.into_iter().enumerate() {
        let stated = match slot {
            0 => true,
            3 => entry.length_known,
            10 => entry.diameter_set,
            _ => false,
        };
        let known = whole || stated || value != 0.0;
        control.params.put(TOOL + slot, known.then_some(value));
    }
}
