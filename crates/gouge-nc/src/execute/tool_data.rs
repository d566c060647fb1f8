//! G10 L1, L10 and L11: tool data. LinuxCNC: `convert_setup_tool`.

use crate::code;
use crate::control::Control;
use crate::control::length::InForce;
use crate::control::params::{G92_APPLIED, system_first};
use crate::control::state::{State, add, sub};
use crate::control::tool_table::ToolEntry;
use crate::emit::Emitter;
use crate::emit::height::Height;
use crate::execute::offsets::standing_base;
use crate::execute::tool_length::assume_stated;
use crate::execute::tool_words::store_tool;
use crate::fault::{Step, refuse};
use crate::read::block::{AXES, Block, bit};
use crate::read::expr::whole;
use crate::words::Group;

/// G10 L1, L10 and L11: tool data.
pub(super) fn set_tool_data(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let number = block.get(b'p').map_or(0, |value| (value + 0.5) as u32);
    let Some(mut entry) = control.tools.entry(number) else {
        let message = format!("tool {number} is not in the tool table");
        return refuse(code::TOOL, block.place(b'p'), message);
    };
    let others = bit(b'r') | bit(b'q') | bit(b'i') | bit(b'j');
    if !block.any(AXES | others) {
        let at = block.code_place(Group::Once);
        return refuse(code::MISSING, at, "G10 L1, L10, L11 need something to set");
    }
    let stated_before = entry.length_known;
    let to_mm = control.state.units.mm();
    let rest_units = control.in_mm([1.0; 6]);
    let kind = block.get(b'l').and_then(whole).unwrap_or(1);
    if kind == 1 {
        for axis in 0..3 {
            if let Some(value) = block.axis(axis) {
                entry.offset[axis] = value * to_mm;
                entry.length_known |= axis == 2;
            }
        }
        for (axis, unit) in rest_units.into_iter().enumerate() {
            if let Some(value) = block.rest(axis) {
                entry.offset[3 + axis] = value * unit;
            }
        }
    } else {
        let system = if kind == 11 { 9 } else { control.state.system };
        let relative = is_relative(number, &entry, control);
        if block.has(b'z') {
            check_height(relative, &entry, block, control, emitter)?;
        }
        let measured = measured_offset(system, kind == 11, block, entry.offset, control, emitter);
        for (axis, measured) in measured.into_iter().enumerate() {
            if block.axis(axis).is_some() || (axis < 2 && block.any(bit(b'x') | bit(b'y'))) {
                entry.offset[axis] = measured;
                entry.length_known |= axis == 2 && !relative;
            }
        }
        let (_, origin) = control.in_force(control.params.nine(system_first(system)));
        let zeroed = kind == 10 && control.params.get(G92_APPLIED) != 0.0;
        let base = control.state.rest_base();
        for (axis, unit) in rest_units.into_iter().enumerate() {
            if let Some(word) = block.rest(axis) {
                let zero = if zeroed { control.state.g92_rest[axis] } else { 0.0 };
                entry.offset[3 + axis] = (base[axis] - origin[axis] - zero - word) * unit;
            }
        }
    }
    if let Some(radius) = block.get(b'r') {
        entry.diameter = radius * to_mm * 2.0;
        entry.diameter_set = true;
    }
    if let Some(angle) = block.get(b'i') {
        entry.angles[0] = angle;
    }
    if let Some(angle) = block.get(b'j') {
        entry.angles[1] = angle;
    }
    match block.get(b'q') {
        None | Some(-1.0) => {}
        Some(value) => match whole(value) {
            Some(orientation @ 0..=9) => entry.orientation = orientation as u8,
            _ => {
                let message = "Q of G10 is a tool orientation: a whole number up to 9";
                return refuse(code::RANGE, block.place(b'q'), message);
            }
        },
    }
    if entry.length_known && !stated_before && !control.tools.counts_from_unknown(number) {
        let value =
            format!("G10 L{kind} states the length of T{number}: {:.3} mm", entry.offset[2]);
        assume_stated(number, value, control.here.span(), emitter)?;
    }
    if block.has(b'z') && block.has(b'r') {
        control.tools.find_data(number);
    }
    control.tools.change(number, entry);
    store_tool(control);
    Ok(())
}

/// Whether a length measured now counts from the tool's own length, which nobody states: it is in
/// force.
fn is_relative(number: u32, entry: &ToolEntry, control: &Control<'_>) -> bool {
    let spindle = control.tools.spindle_number;
    let own = [number, spindle].contains(&0) || number == spindle;
    let in_force = matches!(control.length.in_force, InForce::Of(of, false) if of == spindle);
    own && in_force && !entry.length_known
}

/// Whether the height is known that a length is measured at.
fn check_height(
    relative: bool,
    entry: &ToolEntry,
    block: &Block,
    control: &Control<'_>,
    emitter: &Emitter<'_>,
) -> Step {
    let before = control.length.in_force;
    let counts = relative || before.is_known();
    let stands = !standing_base(control, emitter)[2].is_nan()
        && !matches!(emitter.height, Height::Lost | Height::Before);
    if counts && stands {
        return Ok(());
    }
    let message = match entry.length_known {
        true => "the length is measured under an offset that is not known",
        false => "the length is measured at a height that is not known",
    };
    refuse(
        code::UNKNOWN_VALUE,
        block.place(b'z'),
        format!("{message}; a tool table (--tools FILE.tbl) states the lengths"),
    )
}

/// The tool offset that makes the current place read what the words say, mm.
fn measured_offset(
    system: usize,
    fixture: bool,
    block: &Block,
    old: [f64; 9],
    control: &Control<'_>,
    emitter: &Emitter<'_>,
) -> [f64; 3] {
    let to_mm = control.state.units.mm();
    let first = system_first(system);
    let (origin, _) = control.in_force(control.params.nine(first));
    let rotation = control.params.get(first + 9);
    let place = add(standing_base(control, emitter), control.state.tool_length);
    let mut local = State::turn(sub(place, origin), -rotation);
    if !fixture && control.params.get(G92_APPLIED) != 0.0 {
        local = sub(local, control.state.g92);
    }
    let (x, y) = (block.axis(0), block.axis(1));
    let rest = |word: Option<f64>, value: f64| word.map_or(0.0, |word| value - word);
    let mut wanted = [rest(x, local[0]), rest(y, local[1]), rest(block.axis(2), local[2])];
    // With one of X and Y alone, the other keeps its share in the turned system.
    let kept = State::turn([old[0] / to_mm, old[1] / to_mm, 0.0], -rotation);
    if x.is_none() {
        wanted[0] = kept[0];
    }
    if y.is_none() {
        wanted[1] = kept[1];
    }
    State::turn(wanted, rotation).map(|value| value * to_mm)
}
