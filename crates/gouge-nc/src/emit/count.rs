//! Counts of what was handed out.

use crate::control::state::Units;
use crate::motion::Event;

/// What was handed out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub motions: u64,
    pub refusals: u64,
    pub warnings: u64,
    pub millimetres: bool,
    pub inches: bool,
}

impl Count {
    #[inline]
    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Motion(_) => self.motions += 1,
            Event::Refusal(_) => self.refusals += 1,
            Event::Warning(_) => self.warnings += 1,
            Event::ToolNote(_) | Event::Assumption(_) | Event::Zero(_) => {}
        }
    }

    /// A motion in these units.
    #[inline]
    pub fn see(&mut self, units: Units) {
        match units {
            Units::Mm => self.millimetres = true,
            Units::Inch => self.inches = true,
        }
    }
}
