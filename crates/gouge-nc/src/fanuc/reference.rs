//! G29: back from the reference point, by the way that G28 took.

use super::super::block::Block;
use super::super::code;
use super::super::fault::{Step, refuse};
use super::super::machine::Machine;
use super::super::motion::Kind;
use super::super::words::Group;

impl Machine<'_> {
    /// The axes of the block go to the point that the last G28 or G30 passed, then to their words.
    pub(crate) fn return_from_home(&mut self, block: &Block) -> Step {
        let at = block.code_place(Group::Once);
        if self.compensating() {
            let message = "G29 is not allowed while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        let Some(passed) = self.passed else {
            let message = "G29 goes by the point that G28 or G30 passed, and neither came before";
            return refuse(code::MISSING, at, message);
        };
        let unit = self.state.units.mm();
        let passed = self.state.at_base(passed.map(|value| value / unit));
        let mut between = self.state.pos;
        for (axis, place) in between.iter_mut().enumerate() {
            if block.axis(axis).is_some() {
                *place = passed[axis];
            }
        }
        self.send(Kind::Rapid, between, self.state.rest)?;
        self.state.pos = between;
        let (to, rest) = self.target(block)?;
        self.send(Kind::Rapid, to, rest)?;
        (self.state.pos, self.state.rest) = (to, rest);
        Ok(())
    }
}
