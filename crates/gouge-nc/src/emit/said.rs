//! How a block states where an axis goes, which decides whether the axis then stands at a machine
//! position.

use crate::control::Control;

/// How a block says where an axis goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Said {
    /// Not at all.
    #[default]
    Nothing,
    /// By its place in work coordinates.
    Place,
    /// By a way from where it stands.
    Way,
}

impl Said {
    /// By the word of an axis in the distance mode in force.
    pub fn word(control: &Control<'_>) -> Self {
        if control.state.incremental { Self::Way } else { Self::Place }
    }
}
