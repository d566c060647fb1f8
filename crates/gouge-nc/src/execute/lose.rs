//! Forgets what is no longer known: where the tool is, where zeros lie, what the control holds of
//! tools.

use crate::control::Control;
use crate::control::params::is_zero;
use crate::control::state::Rest;
use crate::emit::Emitter;
use crate::options::{FURTHER, MOST_FURTHER};

/// Where the tool stands on these axes.
pub(crate) fn lose_place(axes: [bool; 3], control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    for axis in (0..3).filter(|axis| axes[*axis]) {
        control.state.pos[axis] = f64::NAN;
        emitter.out[axis] = f64::NAN;
    }
}

/// Where A, B, C, U, V and W stand, those that are named.
pub(super) fn lose_rest(named: [bool; 6], control: &mut Control<'_>) {
    let rest: &mut Rest = &mut control.state.rest;
    for (place, _) in rest.iter_mut().zip(named).filter(|(_, named)| *named) {
        *place = f64::NAN;
    }
}

/// Where a work offset lies; with none, where any of them does.
pub(crate) fn lose_zeros(system: Option<usize>, control: &mut Control<'_>) {
    let all = (1..=9).chain(FURTHER + 1..=FURTHER + MOST_FURTHER);
    match system {
        Some(system) => control.set_origin_of(system, [f64::NAN; 3]),
        None => all.for_each(|system| control.set_origin_of(system, [f64::NAN; 3])),
    }
    // What is stored of the one in force may be other than it is, until it is read again.
    if system.is_none_or(|system| system == control.state.system) {
        control.load_system();
    }
}

/// What a numbered parameter of LinuxCNC and Mach3 holds; with none, any of them.
pub(super) fn lose_parameter(
    number: Option<u32>,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) {
    match number {
        Some(number) => control.params.set(number as usize, f64::NAN),
        None => control.params.lose_all(),
    }
    if number.is_none_or(|number| is_zero(number as usize)) {
        control.state.g92 = [f64::NAN; 3];
        lose_place([true; 3], control, emitter);
    }
}

/// What the control holds of a tool; with none, of any.
pub(crate) fn lose_tool_data(number: Option<u32>, control: &mut Control<'_>) {
    control.tools.lose_data(number);
    lose_length([false; 3], control);
}

/// The length offset in force, along the tool and on the `named` axes: the next one moves the point
/// by a difference that is not known. Most tools have none sideways.
pub(super) fn lose_length(named: [bool; 3], control: &mut Control<'_>) {
    control.length.invalid = true;
    let sideways = control.tools.has_sideways();
    for (axis, length) in control.state.tool_length.iter_mut().enumerate() {
        if axis == 2 || sideways || named[axis] || *length != 0.0 {
            *length = f64::NAN;
        }
    }
}

/// All that a program can set.
pub(crate) fn lose_all(control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    lose_place([true; 3], control, emitter);
    lose_zeros(None, control);
    lose_tool_data(None, control);
}
