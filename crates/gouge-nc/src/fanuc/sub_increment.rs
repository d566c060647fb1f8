//! Coordinates finer than the least increment, computed or with more decimals. The control brings
//! each to its increment, block by block; here they count as they are. The difference between the
//! tool's place here and the control's is half an increment for a place, and adds up over G91 moves
//! and over zeros that such values set. Fanuc 0i-MD user's manual, "Increment System".

use super::increments::steps;
use crate::control::Control;
use crate::control::state::Units;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fault::Step;
use crate::motion::Span;
use crate::read::block::{Block, XYZ, bit};
use crate::tolerance::WHOLE_INCREMENT;
use crate::words::{Group, g};

/// Letters of coordinates.
const COORDINATES: u32 = XYZ | bit(b'r');

/// What was seen of such values.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubIncrement {
    first: Option<(Span, Units)>,
    /// How far the axes may be off by their ways since they were last sent to a place, mm.
    ways: [f64; 3],
    /// How far the zero may be off, mm.
    zero: [f64; 3],
    /// Farthest that an axis may have been off, mm.
    most: f64,
}

impl SubIncrement {
    /// Looks at a block before it is carried out.
    #[inline]
    pub fn watch(&mut self, block: &Block, control: &Control<'_>) {
        if block.fine() & COORDINATES != 0 || self.first.is_some() {
            self.weigh(block, control);
        }
    }

    fn weigh(&mut self, block: &Block, control: &Control<'_>) {
        if block.is(Group::Once, g::G4) {
            return;
        }
        let units = control.units_in(block);
        let incremental = control.is_incremental_in(block);
        let cycle = block.motion.is_some_and(g::is_cycle);
        let [_, second, normal] = control.state.plane.axes();
        let half = units.mm() / steps(units) / 2.0;
        let mut off = |letter: u8| match block.get(letter) {
            Some(value) if is_finer(value, units) => {
                self.first.get_or_insert_with(|| (control.here.part(&block.place(letter)), units));
                half
            }
            _ => 0.0,
        };
        let level = if cycle { off(b'r') } else { 0.0 };
        let offs = [off(b'x'), off(b'y'), off(b'z')];
        for (axis, off) in offs.into_iter().enumerate().filter(|(axis, _)| block.names()[*axis]) {
            // In polar coordinates the second is an angle.
            if axis == second && control.state.polar.is_some() {
                continue;
            }
            if cycle && axis == normal {
                // Levels of a hole count from where the series began.
                self.note(self.zero[axis] + self.ways[axis] + off + level);
            } else if block.motion.is_none() {
                // A zero set where the tool stands takes over how far that is off.
                self.zero[axis] += off;
                if block.is(Group::Once, g::G92) {
                    self.zero[axis] += std::mem::take(&mut self.ways[axis]);
                }
            } else if incremental {
                self.ways[axis] += off * repeats(block, cycle, control);
            } else {
                self.ways[axis] = off;
            }
            self.note(self.zero[axis] + self.ways[axis]);
        }
        self.note(level);
    }

    fn note(&mut self, off: f64) {
        self.most = self.most.max(off);
    }

    /// At the end of the program: says what is taken for granted of such values.
    pub fn settle(&self, emitter: &mut Emitter<'_>) -> Step {
        let Some((span, units)) = self.first else { return Ok(()) };
        let step = match units {
            Units::Mm => "0.001 mm",
            Units::Inch => "0.0001 inch",
        };
        // Five decimals hold half of either increment.
        let most = (self.most * 1e5).round() / 1e5;
        let value = format!(
            "coordinates finer than {step} count as they are, on an axis up to {most} mm from \
             where the control goes"
        );
        let message = "the control brings each to its least increment, and what that leaves adds \
                       up over the ways of G91";
        emitter.assume((Fact::Finer, 0), span, value, message)?;
        Ok(())
    }
}

fn is_finer(value: f64, units: Units) -> bool {
    let steps = value * steps(units);
    (steps - steps.round()).abs() > WHOLE_INCREMENT
}

/// How often a hole is repeated: K, on a Haas L.
fn repeats(block: &Block, cycle: bool, control: &Control<'_>) -> f64 {
    let letter = if control.options.dialect == Dialect::Haas { b'l' } else { b'k' };
    block.get(letter).filter(|_| cycle).map_or(1.0, |count| count.max(1.0).floor())
}
