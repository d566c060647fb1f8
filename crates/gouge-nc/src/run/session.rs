//! One run of a program: control, flow and emitter together, line by line.

use crate::code;
use crate::comments::foreign;
use crate::control::Control;
use crate::control::trust::Trust;
use crate::dialect::Dialect;
use crate::emit::plain_run::PlainRun;
use crate::emit::{Emitter, Fact};
use crate::execute::check::check;
use crate::execute::compensate::{assume_diameter, flush_compensation};
use crate::execute::execute;
use crate::execute::invalidate::invalidate;
use crate::fanuc::check::check_fanuc;
use crate::fanuc::increments::scale_increments;
use crate::fanuc::sub_increment::SubIncrement;
use crate::fault::{Halt, Step, UNREAD, refuse};
use crate::flow::Flow;
use crate::flow::route::Next;
use crate::grbl::before::Before;
use crate::grbl::check::assume_rotary;
use crate::grbl::command::{carry_out_command, command};
use crate::lathe::{Gathering, end_gathering, gather};
use crate::motion::{Event, Span};
use crate::options::Options;
use crate::read::block::Block;
use crate::read::cursor::{Cursor, is_blank};
use crate::read::read_words;
use crate::words::{Group, g};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Lines beginning with `/` that are counted one by one.
const MOST_SLASHES: usize = 1 << 20;

/// Everything that changes while a program runs.
pub(crate) struct Session<'s> {
    pub control: Control<'s>,
    pub flow: Flow,
    pub emitter: Emitter<'s>,
    /// The lathe cycle whose contour is being read.
    gathering: Option<Box<Gathering>>,
    /// What the blocks to come may go on with.
    pub plain_run: Option<PlainRun>,
    /// Lines that begin with `/`, by file and number, and the first of them met.
    slashes: BTreeSet<(u16, u32)>,
    /// Fanuc and Haas: coordinates finer than the least increment.
    pub sub_increment: SubIncrement,
    first_slash: Option<Span>,
}

impl<'s> Session<'s> {
    /// Before the first block.
    pub fn new(options: &'s Options, sink: &'s mut dyn FnMut(Event) -> ControlFlow<()>) -> Self {
        let control = Control::new(options);
        let emitter = Emitter::new(&control, sink);
        Session {
            control,
            flow: Flow::new(options.dialect),
            emitter,
            gathering: None,
            plain_run: None,
            slashes: BTreeSet::new(),
            sub_increment: SubIncrement::default(),
            first_slash: None,
        }
    }

    /// Reads and carries out one line. A refused block is reported here; `Err` ends the run.
    pub fn line(&mut self, text: &[u8], block: &mut Block) -> Step {
        let lead = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
        self.control.here.column = lead as u32 + 1;
        self.control.here.length = (text.len() - lead) as u32;
        block.clear();
        if let Some(run) = &self.plain_run
            && let Some(done) = run.go_on(text, &mut self.control, &mut self.emitter)
        {
            return done;
        }
        self.plain_run = None;
        self.control.state.drilling.noted = false;
        let before = self.emitter.count.motions;
        let done = self.try_line(text, block);
        self.control.unplaced = self.emitter.unplaced(&self.control);
        match done {
            Ok(()) => {
                self.plain_run = PlainRun::after(text, before, &self.control, &self.emitter);
                Ok(())
            }
            Err(Halt::Stop) => Err(Halt::Stop),
            Err(Halt::Fault(mut fault)) => {
                let foreign = if foreign::is_cutter_location(text) {
                    Some(
                        "this is cutter location data (APT), not a program yet: the CAM system's \
                         postprocessor turns it into one"
                            .to_owned(),
                    )
                } else {
                    foreign::language(text).map(|language| {
                        format!(
                            "this looks like the language of {language} controls, which Gouge does not \
                             read"
                        )
                    })
                };
                if let Some(message) = foreign {
                    (fault.code, fault.message) = (code::LANGUAGE, message);
                    (fault.at, fault.line, fault.fatal) = (0..0, None, true);
                }
                let macros = self.flow.macros();
                let (control, emitter) = (&mut self.control, &mut self.emitter);
                if !fault.fatal && !invalidate(text, block, macros, control, emitter) {
                    (fault.message, fault.fatal) = (format!("{}; {UNREAD}", fault.message), true);
                }
                let fatal = fault.fatal;
                self.emitter.report(*fault, &self.control)?;
                if let Some(gathering) = &mut self.gathering {
                    gathering.broken = true;
                }
                if fatal {
                    self.flow.route().next = Next::End;
                }
                Ok(())
            }
        }
    }

    fn try_line(&mut self, text: &[u8], block: &mut Block) -> Step {
        let mut cursor = Cursor::new(text);
        let macro_b = self.control.options.dialect.macro_b();
        match cursor.peek() {
            0 => return Ok(()),
            b'/' if self.control.options.block_delete => {
                self.slashed();
                return Ok(());
            }
            b'/' => {
                // Grbl drops the sign, whatever any switch says.
                if self.control.options.dialect != Dialect::Grbl {
                    self.slashed();
                }
                cursor.bump();
                if macro_b {
                    // Which of the skip switches it belongs to.
                    cursor.digits();
                }
            }
            _ => {}
        }
        if self.control.options.dialect == Dialect::Grbl
            && let Some(command) = command(text)
        {
            return carry_out_command(&command, text, &mut self.control, &mut self.emitter);
        }
        let numbered = cursor.peek() == b'n' && self.control.options.dialect != Dialect::Grbl;
        let label = if numbered { read_line_number(&mut cursor, macro_b)? } else { None };
        let (control, emitter) = (&mut self.control, &mut self.emitter);
        if self.flow.try_line(&mut cursor, label, block, control, emitter)? {
            return self.end_gathering();
        }
        read_words(&mut cursor, block, control, emitter)?;
        // Before the block says where the axis is whose place it has read.
        self.assume_trusted()?;
        if macro_b {
            return self.carry_out_fanuc(text, block);
        }
        check(block, &self.control)?;
        assume_rotary(block, &self.control, &mut self.emitter)?;
        if let Some(gathering) = &mut self.gathering {
            return gather(gathering, block, &mut self.control);
        }
        if self.control.options.dialect != Dialect::Grbl {
            return self.carry_out(text, block);
        }
        let before = Before::of(&self.control);
        let done = self.carry_out(text, block);
        if matches!(done, Err(Halt::Fault(_))) {
            before.restore(&mut self.control);
        }
        done
    }

    /// Counts a line that begins with `/`, once, however often it is met.
    fn slashed(&mut self) {
        let here = self.control.here;
        self.first_slash.get_or_insert(here.span());
        if self.slashes.len() < MOST_SLASHES {
            self.slashes.insert((here.file, here.number));
        }
    }

    /// Which way the block delete switch stands is the operator's.
    pub fn settle_block_delete(&mut self) -> Step {
        let Some(first) = self.first_slash else { return Ok(()) };
        let count = match self.slashes.len() {
            1 => "1 block that begins".to_owned(),
            MOST_SLASHES.. => format!("{MOST_SLASHES} blocks and more that begin"),
            count => format!("{count} blocks that begin"),
        };
        let plural = self.slashes.len() > 1;
        let (switch, done) = match (self.control.options.block_delete, plural) {
            (true, true) => ("on", "are left out"),
            (true, false) => ("on", "is left out"),
            (false, true) => ("off", "are carried out"),
            (false, false) => ("off", "is carried out"),
        };
        let from =
            if plural { format!(", the first on line {}", first.line) } else { String::new() };
        let value = format!("the switch is {switch}: {count} with / {done}{from}");
        let message = "block delete is a switch of the control; --block-delete says that it is on";
        self.emitter.assume((Fact::BlockDelete, 0), first, value, message)?;
        Ok(())
    }

    /// What an earlier program left in a common variable is not known.
    pub fn assume_vacant(&mut self) -> Step {
        for number in self.control.variables.take_unset() {
            let value = format!("#{number} is vacant when the program starts");
            let message =
                "the program reads it without setting it, and an earlier program may have";
            let span = self.control.here.span();
            self.emitter.assume((Fact::Variable, number), span, value, message)?;
        }
        Ok(())
    }

    /// What the program has read and nothing states is taken for granted.
    pub fn assume_trusted(&mut self) -> Step {
        for trust in self.control.trusted.take() {
            let (control, emitter) = (&self.control, &mut self.emitter);
            let (fact, value, message) = match trust {
                Trust::MachineZero => (
                    (Fact::MachineZero, 0),
                    "machine zero is at the program's zero".to_owned(),
                    "the program reads a place that counts from machine zero, and nothing says where \
                     that is (--home)",
                ),
                Trust::Empty(number) => (
                    (Fact::Variable, number as u32),
                    format!("#{number} is 0 when the program starts"),
                    "the program reads it without setting it, and an earlier program or the \
                     control's parameter file may have",
                ),
                Trust::Diameter => {
                    let message = "the program reads it from there (#5410); --tools FILE.tbl names that table";
                    assume_diameter(0, message, control, emitter)?;
                    continue;
                }
                Trust::Rest(axis) => (
                    (Fact::AxisStart, axis as u32),
                    format!(
                        "{} is at 0 when the program begins",
                        ['A', 'B', 'C', 'U', 'V', 'W'][axis]
                    ),
                    "the program reads where it stands, and no block has said it before",
                ),
            };
            emitter.assume(fact, control.here.span(), value, message)?;
        }
        Ok(())
    }

    /// An ordinary block of a Fanuc or Haas program, and the macro that every motion calls.
    fn carry_out_fanuc(&mut self, text: &[u8], block: &mut Block) -> Step {
        scale_increments(block, &self.control, &mut self.emitter)?;
        check_fanuc(block, &mut self.control)?;
        self.sub_increment.watch(block, &self.control);
        let (moves, modal) = (block.motion.is_some(), self.control.state.motion);
        self.carry_out(text, block)?;
        if block.is(Group::Once, g::G53) {
            // Its rapid is for this block only.
            self.control.state.motion = modal;
        }
        if let Flow::Numbers(flow) = &mut self.flow
            && moves
            && flow.route.next == Next::Line
        {
            flow.modal_call(&mut self.control, &mut self.emitter)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, text: &[u8], block: &mut Block) -> Step {
        let (control, emitter) = (&mut self.control, &mut self.emitter);
        if let Flow::Numbers(flow) = &mut self.flow
            && block.is(Group::ModalCall, g::G67)
        {
            flow.end_modal_call();
        }
        if let Some(gathering) = execute(block, text, control, emitter)? {
            self.call_contour(gathering)?;
        }
        match block.code(Group::Stop) {
            Some(stop) => self.stop(stop, block),
            None => Ok(()),
        }
    }

    /// Calls the subprogram that holds a lathe cycle's contour.
    fn call_contour(&mut self, gathering: Box<Gathering>) -> Step {
        let (number, at) = gathering.call();
        let Flow::Words(flow) = &mut self.flow else { return Ok(()) };
        if let Err(halt) = flow.call_contour(number, at, &mut self.control, &mut self.emitter) {
            gathering.restore_modes(&mut self.control);
            return Err(halt);
        }
        self.control.gathers = true;
        self.gathering = Some(gathering);
        Ok(())
    }

    /// Runs a lathe cycle if its contour's call is over.
    fn end_gathering(&mut self) -> Step {
        let complete = |gathering: &mut Box<Gathering>| gathering.complete(&self.control);
        let Some(gathering) = self.gathering.take_if(complete) else { return Ok(()) };
        self.control.gathers = false;
        end_gathering(&gathering, &mut self.control, &mut self.emitter)
    }

    /// M0, M1, M2, M30, M47, M60, M97, M98, M99.
    fn stop(&mut self, number: u16, block: &Block) -> Step {
        let (control, emitter) = (&mut self.control, &mut self.emitter);
        if let Flow::Numbers(flow) = &mut self.flow {
            match number {
                97 | 98 => return flow.call_subprogram(number, block, control, emitter),
                99 => return flow.leave_subprogram(block, control, emitter),
                47 => return flow.repeat_program(block, control, emitter),
                _ => {}
            }
        }
        if number == 98 {
            let message = "M98 calls a subprogram only as the first word of its line: give it a line \
                           of its own";
            return refuse(code::FLOW, block.code_place(Group::Stop), message);
        }
        flush_compensation(control, emitter)?;
        if let Flow::Words(flow) = &mut self.flow
            && number == 99
        {
            return flow.restart(block.code_place(Group::Stop), control, emitter);
        }
        if matches!(number, 2 | 30 | 99) {
            self.flow.route().end();
        }
        Ok(())
    }
}

/// `N` and its number: a label on Fanuc and Haas controls, elsewhere ignored, with a fraction or
/// without.
fn read_line_number(cursor: &mut Cursor<'_>, macro_b: bool) -> Step<Option<u64>> {
    let start = cursor.position();
    cursor.bump();
    let mut number = cursor.digits();
    if !macro_b && number.is_some() && cursor.peek() == b'.' {
        cursor.bump();
        if cursor.digits().is_none() {
            number = None;
        }
    }
    if number.is_none() {
        return refuse(code::NUMBER, start..start + 1, "N needs a whole number");
    }
    Ok(number)
}
