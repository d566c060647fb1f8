//! Where the axis words of a block lead: absolute, incremental, polar, in machine coordinates.
//! LinuxCNC: `find_ends` in `interp_find.cc`; polar words as in `interp_check.cc`.

use crate::code;
use crate::control::Control;
use crate::control::state::{Rest, State, add, sub};
use crate::emit::{Emitter, Said};
use crate::fanuc::first_rotated_move::weigh_first_rotated_move;
use crate::fanuc::transforms::polar_place;
use crate::fault::{Step, refuse};
use crate::read::arithmetic::radians;
use crate::read::block::{ANGLE, Block, POLAR, RADIUS};
use crate::words::{Group, g};

/// Where a block ends: X, Y, Z and the other axes in work coordinates.
pub(crate) type Target = ([f64; 3], Rest);

/// Where the axis words lead.
pub(crate) fn target(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<Target> {
    if block.is(Group::Once, g::G53) {
        let (to, rest) = machine_target(block, control)?;
        emitter.look_for_doubt(to, block.names(), control);
        return Ok((to, rest));
    }
    weigh_first_rotated_move(block, control, emitter)?;
    let mut to = control.state.pos;
    let mut rest = control.state.rest;
    let incremental = control.state.incremental;
    emitter.said = said(block, control);
    for (axis, place) in to.iter_mut().enumerate() {
        if let Some(value) = block.axis(axis) {
            if incremental {
                emitter.drifts |= place.is_nan() && value != 0.0;
                *place += value;
            } else {
                *place = value;
            }
        }
    }
    for (axis, place) in rest.iter_mut().enumerate() {
        if let Some(value) = block.rest(axis) {
            if !incremental {
                emitter.meet_rest(axis, value == *place, block, control)?;
            }
            *place = if incremental { *place + value } else { value };
        }
    }
    if control.state.polar.is_some() {
        to = polar_place(block, to, control)?;
    }
    if block.any(POLAR) {
        let here = to;
        [to[0], to[1]] = polar(block, [here[0], here[1]], control)?;
    }
    Ok((to, rest))
}

/// What the block says of each axis.
pub(crate) fn said(block: &Block, control: &Control<'_>) -> [Said; 3] {
    let how = Said::word(control);
    let polar = block.any(POLAR) || control.state.polar.is_some();
    let named = block.names();
    std::array::from_fn(|axis| match named[axis] || (polar && axis < 2) {
        true => how,
        false => Said::Nothing,
    })
}

/// `@` and `^` about the origin of the work coordinates.
fn polar(block: &Block, here: [f64; 2], control: &Control<'_>) -> Step<[f64; 2]> {
    let at = block.first_place(POLAR);
    let (radius, angle) = (block.slot(RADIUS), block.slot(ANGLE));
    if !control.state.incremental
        && let (Some(radius), Some(angle)) = (radius, angle)
    {
        let (sin, cos) = radians(angle).sin_cos();
        return Ok([radius * cos, radius * sin]);
    }
    if here[0].is_nan() || here[1].is_nan() {
        let message = "the polar word starts from a position that is not known";
        return refuse(code::UNKNOWN_START, at, message);
    }
    let [mut x, mut y] = here;
    let at_origin = |x: f64, y: f64| x == 0.0 && y == 0.0;
    if let Some(radius) = radius {
        if at_origin(x, y) {
            let message = "a polar radius alone has no direction from the origin: give ^ too";
            return refuse(code::RANGE, at, message);
        }
        let length = if control.state.incremental { x.hypot(y) + radius } else { radius };
        let (sin, cos) = y.atan2(x).sin_cos();
        (x, y) = (length * cos, length * sin);
    }
    if let Some(angle) = angle {
        let length = x.hypot(y);
        let direction = if control.state.incremental {
            if at_origin(x, y) {
                let message = "an incremental polar angle has no meaning at the origin";
                return refuse(code::RANGE, at, message);
            }
            y.atan2(x) + radians(angle)
        } else {
            radians(angle)
        };
        let (sin, cos) = direction.sin_cos();
        (x, y) = (length * cos, length * sin);
    }
    Ok([x, y])
}

/// Where a machine position lies in work coordinates, unit in force; axes without one stay.
pub(crate) fn machine_place(at: [Option<f64>; 3], control: &Control<'_>) -> [f64; 3] {
    let state = &control.state;
    let mut moved = State::turn(add(state.pos, state.g92), state.rotation);
    for (axis, place) in moved.iter_mut().enumerate() {
        if let Some(value) = at[axis] {
            let value = control.of_machine(axis, value);
            *place = value - state.origin[axis] - state.tool_length[axis];
        }
    }
    let back = sub(State::turn(moved, -state.rotation), state.g92);
    // Without a value an axis keeps its exact place; with rotation both move together.
    std::array::from_fn(|axis| {
        let kept = at[axis].is_none() && (axis == 2 || state.rotation == 0.0);
        if kept { state.pos[axis] } else { back[axis] }
    })
}

/// G53: the axis words are machine coordinates.
fn machine_target(block: &Block, control: &Control<'_>) -> Step<Target> {
    if block.any(POLAR) {
        let at = block.first_place(POLAR);
        return refuse(code::CONFLICT, at, "polar words and G53 exclude each other");
    }
    let state = &control.state;
    let to = machine_place([0, 1, 2].map(|axis| block.axis(axis)), control);
    let rest = std::array::from_fn(|axis| match block.rest(axis) {
        Some(value) => state.rest_of_machine(axis, value),
        None => state.rest[axis],
    });
    Ok((to, rest))
}
