//! The length offset under which the tool's height was last stated: under another one the height is
//! known only by the difference of the two.

use crate::control::Control;
use crate::control::length::{InForce, takes_for_granted};
use crate::emit::{Emitter, Said};
use crate::motion::Tip;
use crate::tolerance::NO_LENGTH_MM;

/// Under which length offset the height was last said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Height {
    /// Under none that counts: not yet with this tool, by a machine position, or under an offset
    /// that is taken for granted.
    Open,
    /// With the tool before, under its offset.
    Before,
    /// Under this one, with which the tip is known.
    Under(InForce),
    /// Under one with which nobody knows where the tip is.
    Lost,
}

/// What a motion means for the height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// It leads to a lower Z, as far as that is known.
    pub down: bool,
    /// Its block says Z, and the machine does not define where that is.
    pub says: bool,
    /// To the same number of Z, which is another height: that was said under another offset.
    pub jumps: bool,
    /// By a place, not by a way.
    pub place: bool,
    /// The machine defines where it is.
    machine: bool,
}

impl Emitter<'_> {
    /// What a motion to this Z, mm, means for the height; `machine` where it is a machine position.
    pub(super) fn aim(&self, z: f64, said: Said, machine: bool, control: &Control<'_>) -> Aim {
        let stays = (z - self.out[2]).abs() <= NO_LENGTH_MM;
        let place = said == Said::Place && !machine;
        Aim {
            down: self.out[2] - z > NO_LENGTH_MM,
            says: place || (said == Said::Way && !machine && !stays),
            jumps: place && stays && self.is_under_another(control),
            place,
            machine,
        }
    }

    /// Whether the height was said under another offset than the one in force, by an unknown
    /// difference.
    pub(super) fn is_under_another(&self, control: &Control<'_>) -> bool {
        let Height::Under(before) = self.height else { return false };
        !before.differs_knowably(control.length.in_force)
    }

    /// Takes note of the height that a motion came to.
    pub(super) fn arrive(&mut self, aim: Aim, tip: &Tip, control: &Control<'_>) {
        if aim.machine {
            self.height = Height::Open;
        } else if aim.place {
            self.height = self.height_at(tip, control);
        }
    }

    /// What the height is once a block has said it.
    pub(super) fn height_at(&self, tip: &Tip, control: &Control<'_>) -> Height {
        match tip {
            Tip::Unknown(_) => Height::Lost,
            _ if control.length.in_force == InForce::Nothing => Height::Open,
            _ if takes_for_granted(control) => Height::Open,
            _ => Height::Under(control.length.in_force),
        }
    }

    /// The tool that comes hangs as far lower as it is longer than the one before.
    pub fn tool_changed(&mut self) {
        self.height = match self.height {
            Height::Open => Height::Open,
            Height::Before | Height::Under(_) | Height::Lost => Height::Before,
        };
    }

    /// Whether no block has said the height of the tool in the spindle since that came, and no table
    /// says how long it is.
    pub(super) fn is_of_tool_before(&self, control: &Control<'_>) -> bool {
        self.height == Height::Before && !control.tools.is_in_table()
    }

    /// After one offset took the place of another: whether where the tool stands now is not known.
    pub fn loses_height(&mut self, before: InForce, after: InForce) -> bool {
        let follows = before.is_relative() && after.is_relative() && self.height != Height::Lost;
        let lost = !before.differs_knowably(after) && !follows;
        if lost {
            self.out[2] = f64::NAN;
            self.height = Height::Open;
        }
        lost
    }
}
