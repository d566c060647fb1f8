//! What a block that Grbl drops leaves as it was.

use crate::control::Control;
use crate::control::invalid::Invalid;
use crate::control::state::State;

/// The modes before a block. Grbl checks all of a block before it executes any of it, so a block
/// that is found wrong amid its execution here (an arc) has not changed them.
pub(crate) struct Before {
    state: State,
    invalid: Invalid,
    set: [bool; 5],
}

impl Before {
    pub fn of(control: &Control<'_>) -> Self {
        let Control { units_set, distance_set, arcs_set, feed_set, speed_set, .. } = *control;
        Before {
            state: control.state.clone(),
            invalid: control.invalid.clone(),
            set: [units_set, distance_set, arcs_set, feed_set, speed_set],
        }
    }

    /// Takes the block back.
    pub fn restore(self, control: &mut Control<'_>) {
        control.state = self.state;
        control.invalid = self.invalid;
        let [units, distance, arcs, feed, speed] = self.set;
        (control.units_set, control.distance_set, control.arcs_set) = (units, distance, arcs);
        (control.feed_set, control.speed_set) = (feed, speed);
    }
}
