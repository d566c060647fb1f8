//! What is taken for granted and what is missing: each fact said once, at its first use.

use crate::control::Control;
use crate::emit::Emitter;
use crate::fault::Step;
use crate::length::takes_for_granted;
use crate::motion::{Assumption, Event, Missing, Motion, Span};
use crate::state::Units;

/// Facts kept apart (a length offset for each tool, say) before the rest is left unsaid.
const MOST_FACTS: usize = 1000;

/// What was said, and what motions were left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    said: Vec<(&'static str, u32)>,
    /// Axes that stand at a machine position.
    adrift: [bool; 3],
    /// The tool has been at a fully known position.
    reached: bool,
    /// Motions left out until then: the first, and how many.
    before: Option<(Span, u64)>,
    /// Motions to and from machine positions left out: the first, and how many.
    homing: Option<(Span, u64)>,
}

impl Facts {
    /// Whether a fact is said for the first time.
    fn first(&mut self, name: &'static str, which: u32) -> bool {
        let new = self.said.len() < MOST_FACTS && !self.said.contains(&(name, which));
        if new {
            self.said.push((name, which));
        }
        new
    }
}

impl Emitter<'_> {
    /// Says once that a fact is taken for granted, and whether this was the time; `which` tells
    /// several of one name apart.
    pub fn assume(
        &mut self,
        (name, which): (&'static str, u32),
        span: Span,
        value: String,
        message: &str,
    ) -> Step<bool> {
        if !self.facts.first(name, which) {
            return Ok(false);
        }
        let message = message.to_owned();
        self.emit(Event::Assumption(Assumption { span, name, value, message }))?;
        Ok(true)
    }

    /// Says once that a fact is missing, and whether this was the time.
    pub fn miss(&mut self, name: &'static str, span: Span, message: &str) -> Step<bool> {
        if !self.facts.first(name, u32::MAX) {
            return Ok(false);
        }
        let message = message.to_owned();
        self.emit(Event::Missing(Missing { span, name, message }))?;
        Ok(true)
    }

    /// Says what a motion rests on; `false` when it is left out, being taken to touch nothing.
    pub(crate) fn weigh(&mut self, motion: &Motion, control: &Control<'_>) -> Step<bool> {
        let span = motion.span;
        if self.count.motions == 0 && !control.units_set {
            let value = match control.state.units {
                Units::Mm => "mm",
                Units::Inch => "inch",
            };
            let message = "neither G20 nor G21 stands before the first motion";
            self.assume(("units", 0), span, value.to_owned(), message)?;
        }
        let assume = control.options.assume;
        if let Some(tool) = assume.tool
            && motion.tool == tool
        {
            let message = "the tool that is in the spindle before the first tool change";
            self.assume(("tool", 0), span, format!("T{tool}"), message)?;
        }
        let leaves = self.facts.adrift;
        for (axis, adrift) in self.facts.adrift.iter_mut().enumerate() {
            if motion.from.axis(axis) != motion.to.axis(axis) {
                *adrift = motion.machine;
            }
        }
        let homing = motion.machine || leaves.contains(&true);
        let known = motion.from.known().is_some() && motion.to.known().is_some();
        if !self.facts.reached {
            self.facts.reached = motion.to.known().is_some() && !self.facts.adrift.contains(&true);
            // What a refused block left unknown is no matter of the start.
            if assume.start && (!known || homing) && self.count.refusals == 0 {
                self.facts.before.get_or_insert((span, 0)).1 += 1;
                return Ok(false);
            }
            if !known && self.count.refusals == 0 {
                let message = "where the tool stands before the first block is not known";
                self.miss("start", span, message)?;
            }
        }
        if homing && assume.home {
            self.facts.homing.get_or_insert((span, 0)).1 += 1;
            return Ok(false);
        }
        if homing {
            let message = "where machine zero (G28, G30, G53) lies in the program is not known";
            self.miss("home", span, message)?;
        }
        // Of other motions the height is not known, or was declared, as it is.
        if known && !homing && takes_for_granted(control) && motion.tip.shift().is_some() {
            let (number, value) =
                (motion.tool, format!("T{} at its programmed height", motion.tool));
            let message = "the tool moves while another length offset than its own is in force";
            self.assume(("length", number), span, value, message)?;
        }
        if motion.tip.shift().is_none() {
            let message = "a tool moves under another length offset than its own, and the tool \
                           table does not say how long the two are";
            self.miss("length", span, message)?;
        }
        Ok(true)
    }

    /// At the program's end: how many motions were left out.
    pub(crate) fn count_left_out(&mut self) -> Step {
        if let Some((span, count)) = self.facts.before.take() {
            let message = format!(
                "the tool reaches the first known position without touching anything: motions \
                 left out: {count}"
            );
            self.assume(("start", 0), span, "safe".to_owned(), &message)?;
        }
        if let Some((span, count)) = self.facts.homing.take() {
            let message = format!(
                "motions to and from machine positions touch nothing: motions left out: {count}"
            );
            self.assume(("home", 0), span, "safe".to_owned(), &message)?;
        }
        Ok(())
    }
}
