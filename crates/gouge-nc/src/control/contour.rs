//! Whether cutter compensation is on, and the moves that wait in it.

use crate::comp::{Compensator, Side};
use crate::control::current_line::CurrentLine;
use crate::control::state::Rest;

/// What a compensated move carries along: its block and where the other axes end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub here: CurrentLine,
    pub rest: Rest,
}

/// Cutter compensation as the control sees it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Contour {
    #[default]
    Off,
    On {
        side: Side,
        compensator: Box<Compensator<Tag>>,
    },
    /// On by a radius that was not declared, or broken off by a refusal: where the tool runs in
    /// the plane is unknown until G40.
    Unknown,
}
