//! What `ROUND` rounds to: in a statement or a condition, a whole number; in the value of an
//! address, the least increment of that address. Addresses that count or number something take
//! whole numbers. Haas mill manual 96-8000, "Notes on Functions"; Machinery's Handbook, 31st
//! edition, p. 1383.

use super::increments::{STEPS_MM, steps};
use super::macro_precision::nearly;
use crate::control::Control;
use crate::control::state::Units;
use crate::read::block::Block;
use crate::words::{Group, g};

/// Addresses of lengths; their increment goes with the unit.
const LENGTHS: &[u8] = b"efijkqruvwxyz";
/// Addresses of angles.
const ANGLES: &[u8] = b"abc";

/// What `ROUND` rounds to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rounding {
    /// Whole numbers.
    Whole,
    /// Parts of which so many make one.
    Parts(f64),
    /// Either, which only tells where both come to the same.
    Unknown(f64),
}

impl Rounding {
    /// The rounded value, `None` where it is not known.
    pub fn of(self, value: f64) -> Option<f64> {
        let rounded = |parts: f64| (value * parts).round() / parts;
        match self {
            Rounding::Whole => Some(value.round()),
            Rounding::Parts(parts) => Some(rounded(parts)),
            Rounding::Unknown(parts) => (rounded(parts) == value.round()).then(|| value.round()),
        }
    }

    /// Whether the last digits tell to which side a value is rounded.
    pub fn is_split(self, value: f64) -> bool {
        let parts = match self {
            Rounding::Whole => 1.0,
            Rounding::Parts(parts) | Rounding::Unknown(parts) => parts,
        };
        let steps = (value * parts).abs();
        nearly(steps, steps.floor() + 0.5)
    }

    /// In a word of a block, of which `block` holds the words before it.
    pub fn of_word(letter: u8, block: &Block, control: &Control<'_>) -> Self {
        let units = control.units_in(block);
        let turns = letter == b'r' && block.is(Group::Rotation, g::G68);
        parts(letter, units, turns).map_or(Rounding::Whole, Rounding::Parts)
    }

    /// In an argument of a macro call: it is an address, and the block is a macro statement.
    pub fn of_argument(letter: u8, control: &Control<'_>) -> Self {
        parts(letter, control.state.units, false).map_or(Rounding::Whole, Rounding::Unknown)
    }
}

fn parts(letter: u8, units: Units, turns: bool) -> Option<f64> {
    if turns || ANGLES.contains(&letter) {
        return Some(STEPS_MM);
    }
    LENGTHS.contains(&letter).then(|| steps(units))
}
