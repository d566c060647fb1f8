//! The tool length offset: G43, G43.1, G43.2, G49. LinuxCNC: `convert_tool_length_offset`.

use crate::code;
use crate::control::Control;
use crate::control::length::{InForce, LengthOffset};
use crate::control::state::{Rest, State, add, sub};
use crate::control::tool_table::ToolEntry;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fanuc::length_change::weigh_length_change;
use crate::fault::{Step, refuse};
use crate::motion::Span;
use crate::read::block::{AXES, Block, bit};
use crate::tolerance::NO_LENGTH_MM;
use crate::words::{Group, code_name, g};

/// The length offset word of a block. On Fanuc and Haas an H alone is a new G43 while one is in
/// force.
pub(crate) fn length_word(block: &Block, control: &Control<'_>) -> Option<u16> {
    let renews = block.has(b'h') && takes_h_alone(control);
    block.code(Group::ToolLength).or(renews.then_some(g::G43))
}

/// Whether an H without G43 takes effect.
pub(crate) fn takes_h_alone(control: &Control<'_>) -> bool {
    control.options.dialect.macro_b() && matches!(control.length.in_force, InForce::Of(..))
}

/// G43, G43.1, G43.2, G49.
pub(crate) fn set_tool_length(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::ToolLength);
    if control.compensating() {
        let message = "the tool length offset cannot change while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    if let Some(last) = block.get(b'h') {
        (control.length.last, control.length.last_lost) = (Some(last as u32), false);
    }
    let new = match code {
        g::G43 => table_offset(code, block, control, emitter)?,
        g::G43_2 if block.has(b'h') => table_offset(code, block, control, emitter)?,
        g::G43_1 | g::G43_2 => given_offset(code, block, control, emitter)?,
        g::G49 => NewLength { xyz: [0.0; 3], rest: [0.0; 6], in_force: InForce::Nothing },
        _ => {
            let message = format!("{} is not followed", code_name('G', code));
            return refuse(code::NOT_FOLLOWED, at, message);
        }
    };
    let (before, stale) = (control.length.in_force, control.length.stale);
    let farther = weigh_length_change(code, new.xyz[2], new.in_force, block, control, emitter)?;
    apply_tool_length(new.xyz, new.rest, control, emitter);
    // Where G91 counts from.
    control.state.pos[2] += farther;
    let lost = matches!(new.in_force, InForce::Of(number, _) if control.tools.has_lost(number));
    if lost || (!stale && emitter.loses_height(before, new.in_force)) {
        control.state.pos[2] = f64::NAN;
    }
    note_length(code, new.in_force, control, emitter)
}

/// A length offset that a block puts in force, lengths in the unit in force.
struct NewLength {
    xyz: [f64; 3],
    rest: Rest,
    in_force: InForce,
}

/// G43 and G43.2 with H: an offset of the tool table, alone or on top of the one in force.
fn table_offset(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<NewLength> {
    if code == g::G43_2 && block.any(AXES) {
        let at = block.code_place(Group::ToolLength);
        return refuse(code::CONFLICT, at, "G43.2 takes H or axis words, not both");
    }
    let modal = control.options.dialect != Dialect::LinuxCnc;
    if modal && control.length.last_lost && !block.has(b'h') {
        let message = "which H was given last is not known after the block that was refused";
        return refuse(code::UNKNOWN_VALUE, block.code_place(Group::ToolLength), message);
    }
    if !modal && block.get(b'h') == Some(0.0) && block.is(Group::ToolChange, 6) {
        let message = "H0 beside M6 is the length of the tool that M6 takes out: say the number, or \
                       G43 in a block of its own";
        return refuse(code::CONFLICT, block.place(b'h'), message);
    }
    let (number, entry) = offset_of(block, control);
    let Some(entry) = entry else {
        let message = format!("tool {number} is not in the tool table");
        return refuse(code::TOOL, block.place(b'h'), message);
    };
    let unit = control.state.units.mm();
    let [x, y, z, a, b, c, u, v, w] = entry.offset;
    let own = [x, y, z].map(|value| value / unit);
    let own_rest = [a, b, c, u / unit, v / unit, w / unit];
    if code == g::G43_2 {
        let rest = control.state.tool_length_rest;
        return Ok(NewLength {
            xyz: add(control.state.tool_length, own),
            rest: std::array::from_fn(|axis| rest[axis] + own_rest[axis]),
            in_force: match control.length.in_force.is_known() && entry.length_known {
                true => InForce::Stated,
                false => InForce::Unknown,
            },
        });
    }
    let number = number as u32;
    if [0, number].contains(&control.tools.spindle_number) && !entry.length_known {
        control.tools.use_unknown();
    }
    let mut xyz = own;
    xyz[2] += control.tools.registers.shift(number) / unit;
    let message = if number != control.tools.spindle_number {
        Some(wrong_offset(number, entry, control))
    } else if entry.length_known && control.tools.counts_from_unknown(number) {
        Some(stated_late(control))
    } else {
        changed_offset(xyz[2] * unit, control)
    };
    if let Some(message) = message {
        emitter.warn(code::WRONG_OFFSET, block.place(b'h'), message, control)?;
    }
    Ok(NewLength { xyz, rest: own_rest, in_force: InForce::Of(number, entry.length_known) })
}

/// G43.1 and G43.2 with axis words: an offset that the block states, for the axes that it names.
fn given_offset(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<NewLength> {
    if code == g::G43_2 && !block.any(AXES) {
        let at = block.code_place(Group::ToolLength);
        return refuse(code::MISSING, at, "G43.2 needs H or axis words");
    }
    let sideways = AXES & !bit(b'z');
    if control.options.dialect == Dialect::Grbl && block.any(sideways) {
        let at = block.first_place(sideways);
        return refuse(code::UNUSED, at, "G43.1 of Grbl takes Z alone");
    }
    let add_on = code == g::G43_2;
    let put = |place: &mut f64, word: Option<f64>| {
        if let Some(value) = word {
            *place = if add_on { *place + value } else { value };
        }
    };
    let mut xyz = control.state.tool_length;
    let mut rest = control.state.tool_length_rest;
    xyz.iter_mut().enumerate().for_each(|(k, place)| put(place, block.axis(k)));
    rest.iter_mut().enumerate().for_each(|(k, place)| put(place, block.rest(k)));
    let before = control.length.in_force;
    let in_force = if add_on && !before.is_known() { before } else { InForce::Stated };
    if !add_on || matches!(before, InForce::Nothing | InForce::Stated) {
        weigh_stated(code, xyz, block, control, emitter)?;
    }
    Ok(NewLength { xyz, rest, in_force })
}

/// The first figure that is stated of a tool is taken for its length; what is stated later moves
/// the tip by the difference.
fn weigh_stated(
    code: u16,
    xyz: [f64; 3],
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    // Of the axes that the block does not name, the offset of before may not be known.
    if xyz.iter().any(|value| value.is_nan()) {
        return Ok(());
    }
    let number = control.tools.spindle_number;
    let stated = xyz.map(|value| value * control.state.units.mm());
    let at = block.code_place(Group::ToolLength);
    if control.tools.counts_from_unknown(number) {
        return emitter.warn(code::WRONG_OFFSET, at, stated_late(control), control);
    }
    if control.tools.take_length(stated) {
        let value = format!(
            "{} states the length of {}: {:.3} mm",
            code_name('G', code),
            in_spindle(number),
            stated[2]
        );
        assume_stated(number, value, control.here.part(&at), emitter)?;
    }
    Ok(())
}

/// A length that only the program states is taken for the tool's.
pub(super) fn assume_stated(
    number: u32,
    value: String,
    span: Span,
    emitter: &mut Emitter<'_>,
) -> Step {
    let message = "how long the tool is nobody else says; a tool table (--tools FILE.tbl) does";
    emitter.assume((Fact::Register, number), span, value, message).map(|_| ())
}

/// The tool in the spindle, as messages name it.
fn in_spindle(number: u32) -> String {
    if number == 0 { "the tool in the spindle".to_owned() } else { format!("T{number}") }
}

/// A length is stated of a tool that moved under its own before, which nobody stated.
fn stated_late(control: &Control<'_>) -> String {
    let tool = in_spindle(control.tools.spindle_number);
    format!(
        "a length of {tool} is stated that differs by an unknown amount from the one in force \
         before: the heights of its motions are unknown until a tool table (--tools FILE.tbl) states \
         what that was, or --assume length accepts the offset as right"
    )
}

/// Keeps what is in force now, and refuses moves before it that were made without it.
fn note_length(
    code: u16,
    in_force: InForce,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let (known_before, before) = (control.length.used, control.length.in_force);
    control.length = LengthOffset {
        in_force,
        stale: false,
        taken_off: in_force == InForce::Nothing
            && (before != InForce::Nothing && !control.length.stale || control.length.taken_off),
        used: known_before || code != g::G49,
        last: control.length.last,
        last_lost: control.length.last_lost,
        invalid: control.state.tool_length.iter().any(|length| length.is_nan())
            || matches!(in_force, InForce::Of(number, _) if control.tools.has_lost(number)),
        suspended: None,
    };
    if code == g::G49 {
        emitter.suspicion.offset_off();
        return Ok(());
    }
    match emitter.suspicion.offset_on() {
        // Said when it moved.
        Some(_) if known_before => Ok(()),
        Some(span) => emitter.refuse_at(
            span,
            code::BEFORE_OFFSET,
            "the tool moves here, and its length offset (G43) comes into force later only"
                .to_owned(),
            control,
        ),
        None => Ok(()),
    }
}

/// The number of the offset that G43 means and its entry, where there is one. LinuxCNC takes the
/// tool in the spindle where no H or H0 is given; on the others H is modal and H0 an offset of
/// zero.
fn offset_of(block: &Block, control: &Control<'_>) -> (f64, Option<ToolEntry>) {
    let modal = control.options.dialect != Dialect::LinuxCnc;
    let last = control.length.last.filter(|_| modal).map(f64::from);
    let number = block.get(b'h').or(last).unwrap_or(0.0);
    if number != 0.0 {
        let known = (number >= 0.0).then(|| control.tools.entry(number as u32));
        return (number, known.flatten());
    }
    if modal {
        return (0.0, Some(ToolEntry { length_known: true, ..ToolEntry::default() }));
    }
    (f64::from(control.tools.spindle_number), control.tools.entry(0))
}

/// H of another tool than the one in the spindle: what comes of it.
fn wrong_offset(number: u32, entry: ToolEntry, control: &Control<'_>) -> String {
    let spindle = control.tools.spindle_number;
    let (what, unknown) = match number {
        0 => ("an offset of zero".to_owned(), format!("length of T{spindle}")),
        _ => {
            (format!("the length of tool {number}"), format!("lengths of T{number} and T{spindle}"))
        }
    };
    let what = format!("H{number} is {what}, and tool {spindle} is in the spindle");
    let own = control.tools.spindle_length().filter(|_| entry.length_known && spindle != 0);
    match own.map(|own| entry.offset[2] - own[2]) {
        Some(higher) if higher != 0.0 => {
            let side = if higher > 0.0 { "high" } else { "low" };
            format!("{what}: its tip runs {:.3} mm too {side}, and is checked there", higher.abs())
        }
        Some(_) => format!("{what}: both are as long"),
        None if spindle == 0 => what,
        None => format!(
            "{what}: the heights of its motions are unknown until a tool table (--tools FILE.tbl) \
             states the {unknown}, or --assume length accepts the offset as right"
        ),
    }
}

/// An offset of the tool in the spindle that the program changed to `length`, mm.
fn changed_offset(length: f64, control: &Control<'_>) -> Option<String> {
    let higher = length - control.tools.spindle_length().map_or(0.0, |own| own[2]);
    let side = if higher > 0.0 { "high" } else { "low" };
    (control.tools.spindle_number != 0 && higher.abs() > NO_LENGTH_MM).then(|| {
        format!(
            "G10 has changed this length offset: the tip runs {:.3} mm too {side}, and is checked there",
            higher.abs()
        )
    })
}

/// The machine stands still, so the controlled point jumps by the change.
pub(crate) fn apply_tool_length(
    length: [f64; 3],
    rest: Rest,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) {
    let change = sub(control.state.tool_length, length);
    control.state.pos = add(control.state.pos, State::turn(change, -control.state.rotation));
    let changes = control.state.tool_length_rest.into_iter().zip(rest);
    for (place, (old, new)) in control.state.rest.iter_mut().zip(changes) {
        *place += old - new;
    }
    let unit = control.state.units.mm();
    emitter.out = add(emitter.out, change.map(|value| value * unit));
    control.state.tool_length = length;
    control.state.tool_length_rest = rest;
}
