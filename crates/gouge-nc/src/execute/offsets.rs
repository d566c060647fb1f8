//! Everything that shifts coordinates: work offsets, G92, G52, G10.
//! LinuxCNC: `convert_coordinate_system`, `convert_axis_offsets`, `convert_setup`.

use crate::code;
use crate::control::Control;
use crate::control::params::{G92_APPLIED, G92_FIRST, SYSTEM, system_first};
use crate::control::state::{Rest, State, add, sub};
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::execute::tool_data::set_tool_data;
use crate::fanuc::offsets::further_system;
use crate::fault::{Step, refuse};
use crate::options::FURTHER;
use crate::read::block::{Block, XYZ, bit};
use crate::read::expr::whole;
use crate::tolerance::INTEGER_WORD;
use crate::words::{Group, code_name, g};

/// G54 … G59.3.
pub(crate) fn set_system(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::WorkOffset);
    if control.compensating() {
        let message = "the work offset cannot change while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    let system = if let Some(further) = further_system(code, block, control)? {
        further
    } else {
        system_of(code)
    };
    if system == control.state.system && !control.invalid.system {
        return Ok(());
    }
    control.invalid.system = false;
    control.keep_place(|control| {
        control.state.system = system;
        control.params.set(SYSTEM, system as f64);
        control.load_system();
    });
    warn_assumed_offset(system, code, at, control, emitter)
}

/// The number of the work offset that a word names by itself, G54 … G59.3: 1 … 9.
pub(super) fn system_of(code: u16) -> usize {
    if code <= g::G59 {
        usize::from((code - g::G54) / 10) + 1
    } else {
        usize::from(code - g::G59) + 6
    }
}

/// A second work offset that nobody placed is taken equal to the first.
fn warn_assumed_offset(
    system: usize,
    code: u16,
    at: std::ops::Range<usize>,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    if control.is_placed(system) || emitter.count.motions == 0 {
        return Ok(());
    }
    let word = |code| code_name('G', code);
    let name = match (code, system.checked_sub(FURTHER)) {
        (g::G154, Some(number)) => format!("{}P{number}", word(code)),
        (g::G54 | g::G54_1, Some(number)) => format!("{}P{number}", word(g::G54_1)),
        _ => word(code),
    };
    let span = control.here.part(&at);
    let value = format!("{name} at X0 Y0 Z0");
    let message = "where this work offset lies is not declared";
    emitter.assume((Fact::Offset, system as u32), span, value, message)?;
    let message = format!(
        "where {name} lies is not declared: it is taken to lie at the program's zero, X0 Y0 Z0 \
         (declare it with --offset {name}=X,Y,Z)"
    );
    emitter.warn(code::OFFSET_ASSUMED, at, message, control)
}

/// G92, G52 and G92.1 … G92.3.
pub(crate) fn set_zero(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    // LinuxCNC lets G92.1 … G92.3 pass under compensation; here only where nothing changes.
    let after = match code {
        g::G92 | g::G52 => None,
        g::G92_3 => Some(control.in_force(control.params.nine(G92_FIRST))),
        _ => Some(([0.0; 3], [0.0; 6])),
    };
    if control.compensating() && after != Some((control.state.g92, control.state.g92_rest)) {
        let message = "offsets cannot change while cutter compensation is on";
        return refuse(code::COMPENSATION, block.code_place(Group::Once), message);
    }
    if code == g::G92_3 && (0..9).all(|axis| control.params.stated(G92_FIRST + axis).is_none()) {
        let message = "G92.3 brings back the offset of an earlier program, which is known at the \
                       machine only";
        return refuse(code::UNKNOWN_VALUE, block.code_place(Group::OffsetState), message);
    }
    match code {
        g::G92 | g::G52 => {
            control.params.set(G92_APPLIED, 1.0);
            let mut lost = false;
            let unplaced = emitter.unplaced(control);
            for (axis, lost_there) in unplaced.into_iter().enumerate() {
                if let Some(value) = block.axis(axis) {
                    let state = &mut control.state;
                    let place = if lost_there { f64::NAN } else { state.pos[axis] };
                    let before = state.g92[axis];
                    let sum = place + before;
                    state.g92[axis] = if code == g::G92 { sum - value } else { value };
                    state.pos[axis] =
                        if code == g::G92 { value } else { state.pos[axis] + before - value };
                    lost |= code == g::G92 && sum.is_nan();
                }
            }
            for axis in 0..6 {
                if let Some(value) = block.rest(axis) {
                    let state = &mut control.state;
                    let sum = state.rest[axis] + state.g92_rest[axis];
                    state.g92_rest[axis] = if code == g::G92 { sum - value } else { value };
                    state.rest[axis] = if code == g::G92 { value } else { sum - value };
                }
            }
            store_zero(block, control);
            if lost {
                warn_lost_zero("G92", block, control, emitter)?;
            }
        }
        g::G92_3 => {
            control.params.set(G92_APPLIED, 1.0);
            let nine = control.params.nine(G92_FIRST);
            let zero = control.in_force(nine);
            control.keep_place(|control| {
                (control.state.g92, control.state.g92_rest) = zero;
            });
        }
        _ => {
            control.params.set(G92_APPLIED, 0.0);
            control.keep_place(|control| {
                control.state.g92 = [0.0; 3];
                control.state.g92_rest = [0.0; 6];
            });
            if code == g::G92_1 {
                control.params.set_nine(G92_FIRST, [0.0; 9]);
            }
        }
    }
    Ok(())
}

fn store_zero(block: &Block, control: &mut Control<'_>) {
    let nine = control.to_store(control.state.g92, control.state.g92_rest);
    control.params.set_named(G92_FIRST, nine, named(block));
}

/// Which of X … W a block names.
fn named(block: &Block) -> [bool; 9] {
    std::array::from_fn(|axis| match axis {
        0..=2 => block.axis(axis).is_some(),
        _ => block.rest(axis - 3).is_some(),
    })
}

/// G10.
pub(crate) fn set_data(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    match block.get(b'l').and_then(whole) {
        Some(1 | 10 | 11) => set_tool_data(block, control, emitter),
        Some(2 | 20) => set_origin(block, control, emitter),
        _ => {
            if control.tools.spindle_number > 0 {
                let at = block.code_place(Group::Once);
                return refuse(code::TOOL, at, "G10 L0 needs an empty spindle");
            }
            Ok(())
        }
    }
}

/// A zero that lies at an unknown place: no motion after it has a known one.
fn warn_lost_zero(
    by: &str,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let message = format!(
        "{by} sets the zero here, and where the tool stands is not declared (see --start and --home)"
    );
    emitter.warn(code::UNKNOWN_ZERO, block.code_place(Group::Once), message, control)
}

/// G10 L2 and L20.
fn set_origin(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    check_origin_words(block, control)?;
    let here = block.get(b'l') == Some(20.0);
    let number = block.get(b'p').map_or(0, |value| (value + INTEGER_WORD) as usize);
    let system = if number == 0 { control.state.system } else { number };
    if number == 0 && control.invalid.system {
        let message = "which work offset is in force is not known after a block that was refused";
        return refuse(code::UNKNOWN_VALUE, block.code_place(Group::Once), message);
    }
    let active = system == control.state.system && !control.invalid.system;
    if active && control.compensating() {
        let message = "the work offset cannot change while cutter compensation is on";
        return refuse(code::COMPENSATION, block.code_place(Group::Once), message);
    }
    let first = system_first(system);
    let (xyz, rest) = control.in_force(control.params.nine(first));
    let old = Origin { xyz, rest, rotation: control.params.get(first + 9) };
    let new = if here {
        origin_here(&old, block, control, emitter)
    } else {
        origin_given(&old, block, control)
    };
    let nine = control.to_store(new.xyz, new.rest);
    let mut set = named(block);
    // In a turned offset a new X or Y moves the zero along both.
    let turned = here && old.rotation != 0.0 && (set[0] || set[1]);
    set[..2].iter_mut().for_each(|axis| *axis |= turned);
    control.params.set_named(first, nine, set);
    if block.has(b'r') || control.params.stated(first + 9).is_some() {
        control.params.set(first + 9, new.rotation);
    }
    if active {
        apply_origin(&new, control);
    }
    if (0..3).any(|axis| new.xyz[axis].is_nan() && !old.xyz[axis].is_nan()) {
        warn_lost_zero("G10 L20", block, control, emitter)?;
    }
    control.placed.insert(system);
    if !here && block.any(XYZ) {
        let home = control.home_of_axes(block.names());
        assume_machine_zero(system, "G10 L2", home, control, emitter)?;
    }
    Ok(())
}

/// Where a work offset lies, lengths in the unit in force.
struct Origin {
    xyz: [f64; 3],
    rest: Rest,
    /// Degrees about Z.
    rotation: f64,
}

fn check_origin_words(block: &Block, control: &Control<'_>) -> Step {
    if block.any(bit(b'i') | bit(b'j')) {
        let at = block.first_place(bit(b'i') | bit(b'j'));
        return refuse(code::UNUSED, at, "G10 L2 and L20 do not use I and J");
    }
    if block.has(b'r') && control.options.dialect != Dialect::LinuxCnc {
        return no_rotation(block, control);
    }
    if block.has(b'r') && block.get(b'l') == Some(20.0) {
        return refuse(code::UNUSED, block.place(b'r'), "G10 L20 does not use R");
    }
    Ok(())
}

/// G10 L20: where the tool stands has the coordinates of the block.
fn origin_here(
    old: &Origin,
    block: &Block,
    control: &Control<'_>,
    emitter: &Emitter<'_>,
) -> Origin {
    let rotation = old.rotation;
    // The current point in the system to be set, before it is.
    let base = standing_base(control, emitter);
    let local = State::turn(sub(base, old.xyz), -rotation);
    let zero = if control.params.get(G92_APPLIED) != 0.0 { control.state.g92 } else { [0.0; 3] };
    let local = sub(local, zero);
    let wanted: [f64; 3] = std::array::from_fn(|axis| block.axis(axis).unwrap_or(local[axis]));
    let turned = State::turn(local, rotation);
    let moved = add(sub(turned, State::turn(wanted, rotation)), old.xyz);
    let mut xyz = old.xyz;
    // An axis that is neither named nor turned keeps its value, known place or not.
    for axis in 0..3 {
        let touched = block.axis(axis).is_some() || (axis < 2 && rotation != 0.0);
        if touched && (block.has(b'x') || block.has(b'y') || axis == 2) {
            xyz[axis] = moved[axis];
        }
    }
    let mut rest = old.rest;
    for (axis, value) in rest.iter_mut().enumerate() {
        if let Some(word) = block.rest(axis) {
            let place = control.state.rest[axis]
                + control.state.g92_rest[axis]
                + control.state.origin_rest[axis];
            *value = place - control.state.g92_rest[axis] - word;
        }
    }
    Origin { xyz, rest, rotation }
}

/// G10 L2: the block says where it lies, from machine zero.
fn origin_given(old: &Origin, block: &Block, control: &Control<'_>) -> Origin {
    let said = |axis| block.axis(axis).map(|word| control.of_machine(axis, word));
    Origin {
        xyz: std::array::from_fn(|axis| said(axis).unwrap_or(old.xyz[axis])),
        rest: std::array::from_fn(|axis| block.rest(axis).unwrap_or(old.rest[axis])),
        rotation: block.get(b'r').unwrap_or(old.rotation),
    }
}

/// The work offset in force changes under the tool, which stands still.
fn apply_origin(new: &Origin, control: &mut Control<'_>) {
    // LinuxCNC turns the present point without its G92 offset: with one in force and a new angle
    // the point it goes on from is not the one where the machine stands.
    let state = &mut control.state;
    let stands = add(State::turn(state.pos, state.rotation), state.origin);
    state.pos = State::turn(sub(stands, new.xyz), -new.rotation);
    for (axis, origin) in new.rest.into_iter().enumerate() {
        state.rest[axis] += state.origin_rest[axis] - origin;
    }
    (state.origin, state.origin_rest, state.rotation) = (new.xyz, new.rest, new.rotation);
    control.invalidate_origin();
}

/// Where the tool stands, tool length not applied; an axis at a machine position that nobody placed
/// in the program is not known.
pub(super) fn standing_base(control: &Control<'_>, emitter: &Emitter<'_>) -> [f64; 3] {
    let base = control.state.to_base(control.state.pos);
    let unplaced = emitter.unplaced(control);
    std::array::from_fn(|axis| if unplaced[axis] { f64::NAN } else { base[axis] })
}

/// R of G10 L2 and L20: turning a work offset is LinuxCNC's alone.
pub(crate) fn no_rotation(block: &Block, control: &Control<'_>) -> Step {
    let here = control.options.dialect.title();
    let message =
        format!("the word R has no use: {here} does not turn work offsets by G10, LinuxCNC does");
    refuse(code::UNUSED, block.place(b'r'), message)
}

/// G10 L2 counts from machine zero, which a program does not state: what it came to, and from which
/// home.
pub(crate) fn assume_machine_zero(
    system: usize,
    by: &str,
    home: [Option<f64>; 3],
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let place = control.work_mm(control.origin_of(system));
    let number = match system.checked_sub(FURTHER) {
        Some(further) if further > 0 => format!("P{further}"),
        _ => system.to_string(),
    };
    let mut value = format!("work offset {number} at {} by {by}", axes_text(place.map(Some)));
    let message = if home == [None; 3] {
        "G10 L2 counts from machine zero, which is taken to lie at the program's zero"
    } else {
        value += &format!(", counted from home {}", axes_text(home));
        "G10 L2 counts from machine zero"
    };
    emitter.assume((Fact::Offset, system as u32), control.here.span(), value, message)?;
    Ok(())
}

/// Places of axes for a sentence, to a millionth: `X1 Y unknown Z-2`.
pub(crate) fn axes_text(axes: [Option<f64>; 3]) -> String {
    let round = |value: f64| (value * 1e6).round() / 1e6 + 0.0;
    let known = ['X', 'Y', 'Z'].into_iter().zip(axes);
    let text = |name: char, at: f64| match at.is_nan() {
        true => format!("{name} unknown"),
        false => format!("{name}{}", round(at)),
    };
    let texts = known.filter_map(|(name, at)| Some(text(name, at?)));
    texts.collect::<Vec<_>>().join(" ")
}
