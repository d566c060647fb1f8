//! G10 L1, L10 and L11: tool data. LinuxCNC: `convert_setup_tool`.

use crate::code;
use crate::control::Control;
use crate::control::params::{G92_APPLIED, system_first};
use crate::control::state::{State, add, sub};
use crate::emit::Emitter;
use crate::execute::offsets::standing_base;
use crate::execute::tool_words::store_tool;
use crate::fault::{Step, refuse};
use crate::read::block::{AXES, Block, bit};
use crate::read::expr::whole;
use crate::words::Group;

/// G10 L1, L10 and L11: tool data.
pub(super) fn set_tool_data(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &Emitter<'_>,
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
        let measured = measured_offset(system, kind == 11, block, entry.offset, control, emitter);
        for (axis, measured) in measured.into_iter().enumerate() {
            if block.axis(axis).is_some() || (axis < 2 && block.any(bit(b'x') | bit(b'y'))) {
                entry.offset[axis] = measured;
                entry.length_known |= axis == 2;
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
    control.tools.change(number, entry);
    store_tool(control);
    Ok(())
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
