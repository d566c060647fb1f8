//! What would clear a gouge, in the report.

use serde::{Deserialize, Serialize};

/// What is to be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Raise the motion.
    Lift,
    /// Move it level, away from a wall.
    Shift,
    /// Clamp the tool so that it sticks out farther.
    StickOut,
    /// Let the rapid run higher.
    SafeZ,
    /// Correct the tool's length, or the height of the program's zero.
    Length,
    /// Correct the tool's radius.
    Radius,
}

/// One remedy, with its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Advice {
    /// What is to be changed.
    pub remedy: Remedy,
    /// One sentence for a machinist, figures in the program's units.
    pub message: String,
    /// By how much, mm; rounded up, so that it is enough.
    pub by_mm: f64,
    /// The move of a `shift` along the program's axes, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_mm: Option<[f64; 3]>,
    /// What comes out: the Z of a `safe_z` (program coordinates, mm), the stick-out of a
    /// `stick_out` (mm); `null` for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_mm: Option<f64>,
}
