//! Predefined named parameters (`#<_x>` …). LinuxCNC: `interp_namedparams.cc`.

use crate::control::Control;
use crate::control::params::TOOL;
use crate::control::state::{FeedMode, Spindle};

/// Whether a predefined name tells where the tool is in the plane of cutter compensation: there
/// LinuxCNC gives the place of the last move that was sent, which is another than the programmed
/// one and not that of the program's last block either (`interp_namedparams.cc`, `NP_X`).
pub(crate) fn is_compensated_place(name: &str, control: &Control<'_>) -> bool {
    let axis = match name {
        "_x" | "_abs_x" => 0,
        "_y" | "_abs_y" => 1,
        "_z" | "_abs_z" => 2,
        _ => return false,
    };
    control.diverts() && control.state.plane.axes()[2] != axis
}

/// The value of a predefined name (`_x`, `_metric`, …), NaN when only the machine knows it;
/// `None` when the name is not predefined.
pub(crate) fn value(name: &str, control: &Control<'_>) -> Option<f64> {
    let state = &control.state;
    let flag = |on: bool| f64::from(u8::from(on));
    Some(match name {
        "_line" => f64::from(control.here.number),
        "_motion_mode" => state.motion.map_or(-1.0, f64::from),
        "_plane" => f64::from(state.plane.code()),
        "_ccomp" => f64::from(control.compensation_code()),
        "_metric" => flag(state.units.mm() == 1.0),
        "_imperial" => flag(state.units.mm() != 1.0),
        "_absolute" => flag(!state.incremental),
        "_incremental" => flag(state.incremental),
        "_inverse_time" => flag(state.feed_mode == FeedMode::InverseTime),
        "_units_per_minute" => flag(state.feed_mode == FeedMode::PerMinute),
        "_units_per_rev" => flag(state.feed_mode == FeedMode::PerRevolution),
        "_coord_system" => match state.system {
            system @ 1..=6 => 530.0 + 10.0 * system as f64,
            system => 584.0 + system as f64,
        },
        "_tool_offset" if control.length.invalid => f64::NAN,
        "_tool_offset" => flag(state.tool_length != [0.0; 3] || state.tool_length_rest != [0.0; 6]),
        "_retract_r_plane" => flag(state.return_to_r),
        "_retract_old_z" => flag(!state.return_to_r),
        "_spindle_rpm_mode" => flag(!state.surface_speed),
        "_spindle_css_mode" => flag(state.surface_speed),
        "_ijk_absolute_mode" => flag(state.arc_absolute),
        "_lathe_diameter_mode" => flag(state.lathe_diameter),
        "_lathe_radius_mode" => flag(!state.lathe_diameter),
        "_spindle_on" => flag(state.spindle != Spindle::Stopped),
        "_spindle_cw" => flag(state.spindle == Spindle::Clockwise),
        "_mist" => flag(state.mist),
        "_flood" => flag(state.flood),
        "_speed_override" => flag(state.speed_override),
        "_feed_override" => flag(state.feed_override),
        "_adaptive_feed" => flag(state.adaptive_feed),
        "_feed_hold" => flag(state.feed_hold),
        // What an earlier program left.
        "_feed" if !control.feed_set => f64::NAN,
        "_feed" => state.feed,
        "_rpm" if !control.speed_set => f64::NAN,
        "_rpm" => state.speed.abs(),
        "_current_tool" => control.parameter(TOOL),
        "_selected_tool" if control.invalid.selected => f64::NAN,
        "_selected_tool" => match control.tools.last_selected() {
            None if control.options.parameters.is_none() => f64::NAN,
            selected => f64::from(selected.unwrap_or_default()),
        },
        "_current_pocket" | "_selected_pocket" if !control.tools.has_table() => f64::NAN,
        "_current_pocket" => f64::from(control.tools.pocket(control.tools.spindle_number)),
        "_selected_pocket" => match control.tools.pocket(control.tools.selected) {
            0 => -1.0,
            pocket => f64::from(pocket),
        },
        "_x" => control.work_place(0),
        "_y" => control.work_place(1),
        "_z" => control.work_place(2),
        "_a" => control.rest_place(0),
        "_b" => control.rest_place(1),
        "_c" => control.rest_place(2),
        "_u" => control.rest_place(3),
        "_v" => control.rest_place(4),
        "_w" => control.rest_place(5),
        "_abs_x" => at_machine(0, control),
        "_abs_y" => at_machine(1, control),
        "_abs_z" => at_machine(2, control),
        "_abs_a" => rest_at_machine(0, control),
        "_abs_b" => rest_at_machine(1, control),
        "_abs_c" => rest_at_machine(2, control),
        "_value" => control.scope.returned.unwrap_or(0.0),
        "_value_returned" => flag(control.scope.returned.is_some()),
        "_call_level" => control.scope.level() as f64,
        "_remap_level" => 0.0,
        "_task" | "_vmajor" | "_vminor" | "_metric_machine" => f64::NAN,
        _ => return None,
    })
}

fn at_machine(axis: usize, control: &Control<'_>) -> f64 {
    control.reads_from_zero(axis);
    control.machine_point()[axis]
}

fn rest_at_machine(axis: usize, control: &Control<'_>) -> f64 {
    control.rest_place(axis);
    control.state.rest_base()[axis]
}
