use super::block::{Block, slot};
use super::fault::Step;
use super::machine::Machine;
use super::params::{G92_APPLIED, Parameters};
use super::state::{FeedMode, State};
use super::words::g;

/// What M70 and M73 keep of the modal state.
#[derive(Clone, Debug)]
pub(crate) struct SavedState {
    state: State,
    zero_applied: bool,
}

impl SavedState {
    pub fn of(state: &State, params: &Parameters) -> Self {
        SavedState { state: state.clone(), zero_applied: params.get(G92_APPLIED) != 0.0 }
    }
}

/// The modal words that describe a state, in tenths.
fn words(saved: &SavedState) -> [u16; 9] {
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
    ]
}

impl Machine<'_> {
    /// Brings back a saved state by carrying out the words that make the difference.
    pub(crate) fn restore(&mut self, saved: SavedState) -> Step {
        let units = saved.state.units;
        self.set_units(units);
        let now = SavedState::of(&self.state, &self.params);
        let mut block = Block::new();
        for (then, now) in words(&saved).into_iter().zip(words(&now)) {
            if then != now
                && let Some(word) = self.lookup.g(then)
            {
                block.put_code(word, 0, 0);
            }
        }
        if saved.state.feed != now.state.feed {
            block.put(slot(b'f'), saved.state.feed, 0, 0);
        }
        let State { spindle, mist, flood, speed, .. } = saved.state;
        self.execute(&mut block, b"")?;
        let state = &mut self.state;
        (state.spindle, state.mist, state.flood, state.speed) = (spindle, mist, flood, speed);
        state.path_control = saved.state.path_control;
        state.surface_speed = saved.state.surface_speed;
        state.feed_override = saved.state.feed_override;
        state.speed_override = saved.state.speed_override;
        state.adaptive_feed = saved.state.adaptive_feed;
        state.feed_hold = saved.state.feed_hold;
        Ok(())
    }
}
