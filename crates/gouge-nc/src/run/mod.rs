//! Runs a program from its first line to its end, through the files it calls.

mod after_end;
mod files;
pub(crate) mod main_program;
mod percent;
pub(crate) mod session;
mod situation;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use memchr::memchr;

use crate::code;
use crate::comments::operations::Operation;
use crate::control::current_line::CurrentLine;
use crate::control::length::sets_length;
use crate::control::state::Units;
use crate::dialect::Dialect;
use crate::execute::compensate::flush_compensation;
use crate::execute::invalidate::invalidate;
use crate::fault::{BLOCK, Fault, Halt, Step, give_up};
use crate::flow::Flow;
use crate::flow::route::Next;
use crate::grbl::line;
use crate::motion::{Event, Warning};
use crate::options::Options;
use crate::read::block::Block;
use crate::read::cursor::is_blank;
use crate::read::source::{LONGEST_LINE, Source};
use crate::run::files::Files;
use crate::run::main_program::main_program;
use crate::run::percent::{Percents, is_comment, is_percent, stray};
use crate::run::session::Session;

pub(crate) use files::no_file;
pub use situation::Situation;

/// Longest line that LinuxCNC reads, line end included, bytes.
const LINUXCNC_LINE: usize = 253;

/// How far a program is looked through for length offsets before it runs, bytes. What comes later
/// is found out when it comes.
const LOOK_AHEAD: u64 = 1 << 24;

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Lines of the program, as far as it was read.
    pub lines: u64,
    /// Motions handed out.
    pub motions: u64,
    /// Blocks refused.
    pub refusals: u64,
    /// Warnings given.
    pub warnings: u64,
    /// The program's unit of length; `None` when it used both or did not move.
    pub units: Option<Units>,
    /// Names of the files read: the program, then subprogram files in the order of their first
    /// call.
    pub files: Vec<String>,
    /// Where files of subprograms were looked for before one was found, and were not.
    pub absent: Vec<PathBuf>,
    /// Operations, as motions index them.
    pub operations: Vec<Operation>,
    /// The program came to its end: M2, M30 or a closing `%`.
    pub ended: bool,
    /// The receiver broke the run off.
    pub stopped: bool,
}

/// Reads programs as one control reads them.
///
/// ```
/// use gouge_nc::{Event, Interpreter, Options, Source};
/// use std::ops::ControlFlow;
///
/// let program = Source::from_bytes("square.nc", "G21 G90\nG0 X0 Y0 Z2\nG1 Z-1 F200\nX10\nM2\n");
/// let mut ends = Vec::new();
/// let summary = Interpreter::new(Options::default()).run(&program, |event| {
///     match event {
///         Event::Motion(motion) => ends.push(motion.to.known()),
///         Event::Refusal(refusal) => panic!("line {}: {}", refusal.span.line, refusal.message),
///         _ => {}
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(ends[2], Some([10.0, 0.0, -1.0]));
/// assert_eq!((summary.motions, summary.ended), (3, true));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interpreter {
    options: Options,
}

impl Interpreter {
    /// An interpreter that knows this about the control and the machine.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Interpreter { options }
    }

    /// Runs a program and hands out what it does, in program order, until it ends or `sink` breaks
    /// off.
    ///
    /// Nothing is kept of the motions handed out, so memory does not grow with the program. What
    /// the program does wrong comes out as [`Event::Refusal`]; so does an error in reading it.
    pub fn run(&self, source: &Source, mut sink: impl FnMut(Event) -> ControlFlow<()>) -> Summary {
        let mut session = Session::new(&self.options, &mut sink);
        session.control.length.used = uses_lengths(source);
        let mut files = Files::new(source, &self.options);
        let stopped = match session.read_all(&mut files) {
            Ok(()) => false,
            Err(Halt::Stop) => true,
            Err(Halt::Fault(fault)) => session.report(*fault).is_err(),
        };
        let count = session.emitter.count;
        Summary {
            lines: files.lines,
            motions: count.motions,
            refusals: count.refusals,
            warnings: count.warnings,
            units: match (count.millimetres, count.inches) {
                (true, false) => Some(Units::Mm),
                (false, true) => Some(Units::Inch),
                _ => None,
            },
            files: files.names,
            absent: files.absent.into_iter().collect(),
            ended: session.flow.route().ended,
            operations: session.emitter.operations.list(),
            stopped,
        }
    }
}

/// Whether the program sets a length offset anywhere in its first part, so that motions before it
/// can be judged as they come.
fn uses_lengths(source: &Source) -> bool {
    let Ok(mut reader) = source.reader() else { return false };
    while let Ok(Some(line)) = reader.next() {
        if line.cut {
            return false;
        }
        if sets_length(line.text) {
            return true;
        }
        if reader.offset() > LOOK_AHEAD {
            return false;
        }
    }
    false
}

impl Session<'_> {
    fn read_all(&mut self, files: &mut Files<'_>) -> Step {
        match files.source.reader() {
            Ok(reader) => files.readers.push(reader),
            Err(error) => return Err(unreadable(&error)),
        }
        if let Flow::Numbers(flow) = &mut self.flow
            && self.control.options.dialect.macro_b()
        {
            flow.main = main_program(files.source);
        }
        let mut block = Block::new();
        let mut percents = Percents::default();
        loop {
            let file = files.current;
            let reader = &mut files.readers[file];
            let offset = reader.offset();
            let returns = reader.ends_in_returns();
            let line = match reader.next() {
                Ok(line) => line,
                Err(error) => return Err(unreadable(&error)),
            };
            let Some(line) = line else {
                if self.seek_from_top(files)? {
                    continue;
                }
                return self.end_of_text(files, percents.stray);
            };
            self.control.here = CurrentLine {
                file: file as u16,
                number: line.number,
                column: 1,
                length: line.text.len() as u32,
                offset,
                after: offset + line.raw as u64,
            };
            if file == 0 {
                files.lines = files.lines.max(u64::from(line.number));
            }
            let mut text = line.text;
            let linuxcnc = self.control.options.dialect == Dialect::LinuxCnc;
            if offset == 0 {
                text = clean_start(text, linuxcnc)?;
                if linuxcnc && returns {
                    let message = "the lines of this file end in carriage returns alone, which LinuxCNC \
                                   takes for blanks: all of the file is one block there. Save it with \
                                   line feeds, or name another control with --dialect";
                    return give_up(code::CHARACTER, BLOCK, message);
                }
            }
            // To LinuxCNC a NUL ends the line, there as anywhere.
            if linuxcnc && let Some(end) = memchr(0, text) {
                text = &text[..end];
            }
            if is_percent(text) {
                if self.percent(&mut percents, files)? {
                    self.watch_after_end(files)?;
                    return self.end_of_text(files, None);
                }
                continue;
            }
            // Blanks without end are refused below.
            if !line.cut && text.iter().all(|byte| is_blank(*byte)) {
                continue;
            }
            // A control of Fanuc's skips what a tape begins with.
            if percents.opened.is_none()
                && !(self.control.options.dialect.macro_b() && is_comment(text))
            {
                percents.opened = Some(false);
            }
            if let Some(percent) = percents.stray.take().filter(|_| file == 0) {
                let here = std::mem::replace(&mut self.control.here, percent);
                self.report(stray(true))?;
                self.control.here = here;
            }
            if let Some(fault) =
                self.too_long(line.raw, line.cut, text).or_else(|| self.holds_return(text))
            {
                let fatal = fault.fatal;
                self.report(fault)?;
                if fatal {
                    return self.finish();
                }
                self.plain_run = None;
                block.clear();
                let macros = self.flow.macros();
                if !invalidate(text, &block, macros, &mut self.control, &mut self.emitter) {
                    return self.finish();
                }
                continue;
            }
            self.line(text, &mut block)?;
            self.assume_vacant()?;
            self.assume_trusted()?;
            if !self.go_on(files)? {
                self.watch_after_end(files)?;
                return self.finish();
            }
        }
    }

    /// At the end of the text, while a program looks for a block or a program by its number: goes
    /// on from the top or in the program's own file.
    fn seek_from_top(&mut self, files: &mut Files<'_>) -> Step<bool> {
        if !self.flow.search_again(&mut self.control, &mut self.emitter)? {
            return Ok(false);
        }
        self.go_on(files)?;
        Ok(true)
    }

    fn report(&mut self, fault: Fault) -> Step {
        self.emitter.report(fault, &self.control)
    }

    /// Makes the next line the one that the block before asks for; `false` at the program's end.
    fn go_on(&mut self, files: &mut Files<'_>) -> Step<bool> {
        match std::mem::take(&mut self.flow.route().next) {
            Next::Line => {}
            Next::End => return Ok(false),
            Next::Jump(mark) => {
                files.current = usize::from(mark.file);
                let reader = &mut files.readers[files.current];
                reader.seek(mark.offset, mark.before).map_err(|error| unreadable(&error))?;
            }
            Next::File(name) => {
                let found = files.open(&name).map_err(|error| unreadable(&error))?;
                if let (true, Flow::Numbers(flow)) = (found, &mut self.flow) {
                    flow.open(&files.names[files.current]);
                }
            }
        }
        Ok(true)
    }

    fn too_long(&self, raw: usize, cut: bool, text: &[u8]) -> Option<Fault> {
        let message = match self.control.options.dialect {
            _ if cut => Some(format!(
                "the line goes on beyond {LONGEST_LINE} bytes: this is not program text"
            )),
            Dialect::LinuxCnc => (raw > LINUXCNC_LINE)
                .then(|| format!("the line is {raw} bytes long, more than the control reads")),
            Dialect::Grbl => line::too_long(text),
            _ => None,
        }?;
        Some(Fault { code: code::LONG_LINE, message, at: BLOCK, line: None, fatal: cut })
    }

    /// Whether a block ends at a carriage return within its line differs between controls; to
    /// LinuxCNC it is a blank.
    fn holds_return(&self, text: &[u8]) -> Option<Fault> {
        if self.control.options.dialect == Dialect::LinuxCnc {
            return None;
        }
        let lead = text.iter().position(|byte| !is_blank(*byte))?;
        let at = lead + memchr(b'\r', &text[lead..])?;
        Some(Fault {
            code: code::CHARACTER,
            message: "a carriage return stands within this line, and whether the block ends there \
                      depends on the control; nothing after it was read: save the program with line ends \
                      of one kind"
                .to_owned(),
            at: at..at + 1,
            line: None,
            fatal: true,
        })
    }

    /// The text ends, or the part of it between the % lines.
    fn end_of_text(&mut self, files: &Files<'_>, stray_percent: Option<CurrentLine>) -> Step {
        if let Some((file, fault)) = self.flow.unfound() {
            self.control.here.file = file;
            self.report(fault)?;
            return self.finish();
        }
        if self.flow.ends_inside(&self.control) {
            let message = format!("{} ends inside a subprogram", files.names[files.current]);
            let fault = Fault { code: code::FLOW, message, at: BLOCK, line: None, fatal: true };
            self.report(fault)?;
            return self.finish();
        }
        if let Some(percent) = stray_percent {
            self.control.here = percent;
            let fault = stray(false);
            self.emitter.warn(code::NO_END, BLOCK, fault.message, &self.control)?;
        } else if !self.flow.route().ended {
            let message = "the program ends without M2, M30 or %: it may be cut off".to_owned();
            self.emitter.warn(code::NO_END, BLOCK, message, &self.control)?;
        }
        self.finish()
    }

    /// Lets what still waits run.
    fn finish(&mut self) -> Step {
        self.emitter.settle_notes(&self.control)?;
        self.settle_block_delete()?;
        self.sub_increment.settle(&mut self.emitter)?;
        self.emitter.settle_curves()?;
        for (span, code, message) in self.emitter.suspicion.withheld() {
            self.emitter.emit(Event::Warning(Warning { span, code, message }))?;
        }
        match flush_compensation(&mut self.control, &mut self.emitter) {
            Err(Halt::Fault(fault)) => self.report(*fault),
            other => other,
        }
    }
}

/// The first line without what may stand before a program: a byte order mark, a leader.
fn clean_start(text: &[u8], linuxcnc: bool) -> Step<&[u8]> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    // To LinuxCNC a NUL ends the line.
    let text = if linuxcnc { text } else { without_leader(text) };
    if is_utf16(text) {
        let message = "the text is UTF-16: save it as plain text (ASCII or UTF-8)";
        return give_up(code::CHARACTER, BLOCK, message);
    }
    Ok(text)
}

/// A byte order mark of UTF-16, or every second byte zero.
fn is_utf16(text: &[u8]) -> bool {
    let zeros = |first: usize| text.iter().skip(first).step_by(2).take(4).all(|byte| *byte == 0);
    text.starts_with(b"\xff\xfe")
        || text.starts_with(b"\xfe\xff")
        || (text.len() >= 8 && zeros(0) != zeros(1))
}

/// A text without the NULs that it begins with: the leader of a paper tape.
fn without_leader(mut text: &[u8]) -> &[u8] {
    while let [0, rest @ ..] = text {
        text = rest;
    }
    text
}

fn unreadable(error: &io::Error) -> Halt {
    Halt::Fault(Box::new(Fault {
        code: code::READING,
        message: format!("the text cannot be read on: {error}"),
        at: BLOCK,
        line: None,
        fatal: true,
    }))
}
