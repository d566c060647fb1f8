//! Facts taken for granted: each is reported once, at its first use.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::length::{hangs_unknown, takes_for_granted, takes_table_unit, unused_length};
use crate::control::state::Units;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fault::Step;
use crate::motion::{Assumption, Event, Motion, Span};
use crate::read::block::Block;

/// Facts kept apart (a length offset for each tool, say) before the rest is left unsaid.
const MOST_FACTS: usize = 1000;

/// What was said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    said: Vec<(Fact, u32)>,
    /// The first tool that moved.
    first_tool: Option<u32>,
    /// The first arc of a Grbl whose radii differ, and by how much any do at most, mm.
    spirals: Option<(Span, f64)>,
    /// The first spline, and about how far any is from its chords at most, mm.
    splines: Option<(Span, f64)>,
}

impl Facts {
    /// Whether a fact is said for the first time.
    fn first(&mut self, fact: Fact, which: u32) -> bool {
        let new = self.said.len() < MOST_FACTS && !self.said.contains(&(fact, which));
        if new {
            self.said.push((fact, which));
        }
        new
    }
}

/// Keeps the first place and the greatest figure.
fn put_most(known: &mut Option<(Span, f64)>, span: Span, by: f64) {
    let (_, most) = known.get_or_insert((span, by));
    *most = most.max(by);
}

/// What is said of a tool whose height rests on how long it is.
fn programmed_height(tool: u32) -> String {
    format!("T{tool} at its programmed height")
}

/// What is said of a tool that goes to machine heights.
fn length_value(tool: u32) -> String {
    format!(
        "T{tool} is taken to have no length where it moves to machine heights; \
         a tool table (--tools) tells it"
    )
}

impl Emitter<'_> {
    /// Says once that a fact is taken for granted, and whether this was the time; `which` tells
    /// several of one name apart.
    pub fn assume(
        &mut self,
        (fact, which): (Fact, u32),
        span: Span,
        value: String,
        message: &str,
    ) -> Step<bool> {
        if !self.facts.first(fact, which) {
            return Ok(false);
        }
        let message = message.to_owned();
        self.emit(Event::Assumption(Assumption { span, name: fact.name(), value, message }))?;
        Ok(true)
    }

    /// The first time that a block says where one of A, B, C, U, V, W stands: where that is where
    /// every program begins, nothing moves, which is only so where the control stands there too.
    pub fn meet_rest(
        &mut self,
        axis: usize,
        stands: bool,
        block: &Block,
        control: &Control<'_>,
    ) -> Step {
        if !stands {
            self.facts.first(Fact::AxisStart, axis as u32);
            return Ok(());
        }
        let letter = b"abcuvw"[axis];
        let name = char::from(letter.to_ascii_uppercase());
        let value = block.rest(axis).unwrap_or_default();
        let value = format!("{name} is at {value} when the program begins");
        let span = control.here.part(&block.place(letter));
        let message = "if it is elsewhere, this block turns or moves the part or the tool";
        self.assume((Fact::AxisStart, axis as u32), span, value, message)?;
        Ok(())
    }

    /// Takes note of an arc of a Grbl whose radii differ by so many mm.
    pub fn note_spiral(&mut self, span: Span, by: f64) {
        put_most(&mut self.facts.spirals, span, by);
    }

    /// Takes note of a spline that is about so many mm from its chords.
    pub fn note_spline(&mut self, span: Span, by: f64) {
        put_most(&mut self.facts.splines, span, by);
    }

    /// At the end of the program: says what is taken for granted of such arcs and of splines.
    pub fn settle_curves(&mut self) -> Step {
        if let Some((span, most)) = self.facts.spirals {
            let value = format!(
                "arcs whose radii differ are spirals, at their ends up to {most:.3} mm from where Grbl goes"
            );
            let message = "Grbl keeps the radius that an arc begins with and goes straight to its end in \
                           the last of its chords";
            self.assume((Fact::Spiral, 0), span, value, message)?;
        }
        if let Some((span, most)) = self.facts.splines {
            let value = format!(
                "splines are followed by the chords that LinuxCNC shows, up to about {most:.4} mm from them"
            );
            let message = "how the control itself rounds a spline is not followed: post arcs or shorter \
                           splines where that is more than the tolerance";
            self.assume((Fact::Spline, 0), span, value, message)?;
        }
        Ok(())
    }

    /// Warns of an M word that does something nobody knows here, which is taken to be no motion.
    pub fn warn_of_unknown(
        &mut self,
        number: u16,
        at: Range<usize>,
        why: &str,
        control: &Control<'_>,
    ) -> Step {
        let span = control.here.part(&at);
        let message = format!("M{number} {why}");
        let value = format!("M{number} moves nothing");
        self.assume((Fact::MCode, u32::from(number)), span, value, &message)?;
        self.warn(code::USER_PROGRAM, at, message, control)
    }

    /// Whether a fact without which blocks are refused is missed for the first time.
    pub fn misses(&mut self, fact: Fact) -> bool {
        self.facts.first(fact, u32::MAX)
    }

    /// Says what a motion rests on; `leaves` are the axes that stood at a machine position, `stand`
    /// those that do so now.
    pub(crate) fn weigh(
        &mut self,
        motion: &Motion,
        leaves: [bool; 3],
        stand: [bool; 3],
        control: &Control<'_>,
    ) -> Step {
        let span = motion.span;
        if self.count.motions == 0 && !control.units_set {
            let value = match control.state.units {
                Units::Mm => "mm",
                Units::Inch => "inch",
            };
            let message = "neither G20 nor G21 comes before the first motion";
            self.assume((Fact::Units, 0), span, value.to_owned(), message)?;
        }
        self.weigh_modes(motion, control)?;
        if takes_table_unit(control) {
            let value = "the tool table is in mm (--table-units says its unit)".to_owned();
            let message = "a tool table is in the machine's unit, which nobody stated, and the program \
                           is in inches";
            self.assume((Fact::Table, 0), span, value, message)?;
        }
        let placed = control.options.home[2].is_some() && motion.tip.shift().is_some();
        if placed && (leaves[2] || stand[2]) && hangs_unknown(control) {
            let (number, value) = (motion.tool, length_value(motion.tool));
            let message =
                "home is where the spindle goes, and the tip hangs below it by the length";
            self.assume((Fact::Length, u32::MAX - number), span, value, message)?;
        }
        self.weigh_suspended(motion, leaves[2], control)?;
        let homing = motion.machine || leaves.contains(&true);
        let known = motion.from.known().is_some() && motion.to.known().is_some();
        // A motion whose tip is not known is undecided, and rests on nothing.
        let tip_known = motion.tip.shift().is_some();
        // Of other motions the height is not known, or was declared, as it is.
        let why = if !tip_known {
            None
        } else if takes_for_granted(control) {
            Some("the tool moves while another length offset than its own is in force")
        } else if motion.tool != 0 && self.is_of_tool_before(control) {
            Some("no block has said the height of the tool since it was changed in")
        } else {
            None
        };
        if known
            && !homing
            && let Some(message) = why
        {
            let value = programmed_height(motion.tool);
            self.assume((Fact::Length, motion.tool), span, value, message)?;
        }
        if known && let Some(length) = unused_length(control) {
            let value = programmed_height(motion.tool);
            let message = format!(
                "the tool table says it is {length:.3} mm long, and the program uses no length offset \
                 (G43): heights are taken to count from the tip, not from the spindle"
            );
            self.assume((Fact::NoLength, motion.tool), span, value, &message)?;
        }
        Ok(())
    }

    /// What a program leaves to settings of the control and to its operator.
    fn weigh_modes(&mut self, motion: &Motion, control: &Control<'_>) -> Step {
        let dialect = control.options.dialect;
        let told = control.distance_set || self.count.motions > 0;
        if !told && matches!(dialect, Dialect::Fanuc | Dialect::Mach3) {
            let value = "absolute coordinates (G90)".to_owned();
            let message = "neither G90 nor G91 comes before the first motion, and which is in \
                           force then is a setting of the control";
            self.assume((Fact::Distance, 0), motion.span, value, message)?;
        }
        if dialect != Dialect::Grbl || motion.tool == 0 || control.length.used {
            return Ok(());
        }
        let first = *self.facts.first_tool.get_or_insert(motion.tool);
        if motion.tool != first {
            let value = programmed_height(motion.tool);
            let message =
                "Grbl keeps no tool lengths: the zero is taken to be set anew for this tool";
            self.assume((Fact::Length, motion.tool), motion.span, value, message)?;
        }
        Ok(())
    }
}
