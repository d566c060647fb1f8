//! M70 … M73: the modal state saved and restored, for a call or by hand. LinuxCNC: `save_settings`
//! and `restore_settings` in `interp_convert.cc`.

use crate::code;
use crate::control::Control;
use crate::control::contour::Contour;
use crate::control::params::G92_APPLIED;
use crate::control::scope::SavedState;
use crate::control::state::{FeedMode, State};
use crate::emit::Emitter;
use crate::execute::execute;
use crate::fault::{BLOCK, Step, fault};
use crate::read::block::{Block, slot};
use crate::words::g;

/// M70, M71, M72, M73.
pub(crate) fn saved_state(
    number: u16,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    match number {
        70 | 73 => {
            let state = snapshot(control);
            let inside = control.scope.level() > 0;
            let level = control.scope.last();
            level.saved = Some(state);
            level.restores |= number == 73 && inside;
        }
        71 => control.scope.last().saved = None,
        _ => {
            let state = control.scope.last().saved.clone();
            let missing = || fault(code::FLOW, BLOCK, "M72 has nothing to restore: M70 is missing");
            restore(state.ok_or_else(missing)?, control, emitter)?;
        }
    }
    Ok(())
}

fn snapshot(control: &Control<'_>) -> SavedState {
    let zero_applied = control.params.get(G92_APPLIED) != 0.0;
    let lost = matches!(control.contour, Contour::Unknown);
    let compensation = (!lost).then(|| control.compensation_code());
    SavedState { state: control.state.clone(), zero_applied, compensation }
}

/// The modal words that describe a state, in tenths.
fn words(saved: &SavedState) -> [u16; 10] {
    let state = &saved.state;
    let pick = |on: bool, one: u16, other: u16| if on { one } else { other };
    [
        state.plane.code(),
        pick(state.incremental, g::G91, g::G90),
        match state.feed_mode {
            FeedMode::InverseTime => g::G93,
            FeedMode::PerMinute => g::G94,
            FeedMode::PerRevolution => g::G95,
        },
        match state.system {
            system @ 1..=6 => g::G54 + 10 * (system as u16 - 1),
            system => g::G59 + (system as u16 - 6),
        },
        pick(state.tool_length == [0.0; 3], g::G49, g::G43),
        pick(state.return_to_r, g::G99, g::G98),
        pick(state.arc_absolute, g::G90_1, g::G91_1),
        pick(state.lathe_diameter, g::G7, g::G8),
        pick(saved.zero_applied, g::G92_3, g::G92_2),
        saved.compensation.unwrap_or(g::G40),
    ]
}

/// Brings back a saved state by carrying out the words that make the difference.
pub(crate) fn restore(
    saved: SavedState,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let units = saved.state.units;
    control.set_units(units);
    let now = snapshot(control);
    let mut block = Block::new();
    let (then, now_words) = (words(&saved), words(&now));
    for (then, now) in then.into_iter().zip(now_words) {
        if then != now
            && let Some(word) = control.lookup.g(then)
        {
            block.put_code(word, 0, 0);
        }
    }
    if saved.state.feed != now.state.feed {
        block.put(slot(b'f'), saved.state.feed, 0, 0);
    }
    let State { spindle, mist, flood, speed, .. } = saved.state;
    if now.compensation.is_none() && saved.compensation.is_some() {
        control.contour = Contour::Off;
    }
    execute(&mut block, b"", control, emitter)?;
    if saved.compensation.is_none() {
        control.contour = Contour::Unknown;
    }
    let state = &mut control.state;
    (state.spindle, state.mist, state.flood, state.speed) = (spindle, mist, flood, speed);
    state.path_control = saved.state.path_control;
    state.surface_speed = saved.state.surface_speed;
    state.feed_override = saved.state.feed_override;
    state.speed_override = saved.state.speed_override;
    state.adaptive_feed = saved.state.adaptive_feed;
    state.feed_hold = saved.state.feed_hold;
    Ok(())
}
