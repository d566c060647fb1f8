//! T, M6, M61 and the tool length offset. LinuxCNC: `convert_tool_change`,
//! `convert_tool_length_offset`.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::length::{InForce, LengthOffset};
use crate::control::params::TOOL;
use crate::control::state::{Rest, Spindle, State, add, sub};
use crate::control::tool_table::ToolEntry;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::emit::height::Height;
use crate::execute::target::machine_place;
use crate::fanuc::length_change::weigh_length_change;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::block::{AXES, Block, bit};
use crate::tolerance::NO_LENGTH_MM;
use crate::words::{Group, code_name, g};

pub(crate) fn select_tool(block: &Block, control: &mut Control<'_>) -> Step {
    let Some(number) = block.get(b't') else { return Ok(()) };
    let number = number as u32;
    need_tool(number, block.place(b't'), control)?;
    (control.tools.selected, control.invalid.selected) = (number, false);
    Ok(())
}

fn need_tool(number: u32, at: Range<usize>, control: &Control<'_>) -> Step {
    if number != 0 && control.tools.entry(number).is_none() {
        return refuse(code::TOOL, at, format!("tool {number} is not in the tool table"));
    }
    Ok(())
}

/// M6 and M61.
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
    emitter.height = Height::Open;
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
    control.options.dialect.macro_b() && block.is(Group::ToolChange, 6) && moves
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
    emitter.assume(("tool-change", 0), control.here.part(&at), value, message)?;
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

/// Shows the tool in the spindle to the program: `#5400` … `#5413`, machine units.
pub(crate) fn store_tool(control: &mut Control<'_>) {
    let entry = control.tools.entry(0).unwrap_or_default();
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
        control.params.set(TOOL + slot, value);
    }
}

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
        control.length.last = Some(last as u32);
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
    if !stale && emitter.loses_height(before, new.in_force) {
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
            in_force: match control.length.in_force {
                InForce::Of(_, false) | InForce::Unknown => InForce::Unknown,
                _ if !entry.length_known => InForce::Unknown,
                _ => InForce::Stated,
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
    let in_force = match before {
        InForce::Of(_, false) | InForce::Unknown if add_on => before,
        _ => InForce::Stated,
    };
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
        let message = "how long the tool is nobody else says; a tool table (--tools FILE.tbl) does";
        emitter.assume(("register", number), control.here.part(&at), value, message)?;
    }
    Ok(())
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
        invalid: control.length.invalid && code == g::G43_2,
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
