//! Where a Fanuc or Haas program goes on: program numbers, block numbers and loops. Labels are sought as the control seeks them: down from the block, then
//! from the program's top.

use std::collections::HashMap;

use super::super::code;
use super::super::cursor::Cursor;
use super::super::expr::read_name;
use super::super::fault::{BLOCK, Step, give_up, refuse};
use super::super::flow::Mark;
use super::super::machine::{Machine, Next};
use super::super::motion::Span;
use super::variables::Variables;

/// A place that blocks are passed over for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// The line behind `O…`.
    Program(u32),
    /// `N…` of the program that begins at this place of the text.
    Label(u64, u32),
    /// `END …` of the loop.
    End(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) target: Target,
    /// The block that asks for it.
    pub(super) from: u32,
    /// It has begun again at the top.
    pub(super) wrapped: bool,
    /// It has looked for a file of that name.
    pub(super) filed: bool,
}

/// One level of calls, the main program being the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The call's block.
    pub(super) span: Span,
    /// Where the caller goes on.
    pub(super) back: Mark,
    /// First line of the program, from which its labels are sought.
    pub(super) start: Mark,
    /// First line of what was called, once found.
    pub(super) body: Option<Mark>,
    /// Runs left after this one.
    pub(super) again: u32,
    /// Has variables of its own (G65, G66).
    pub(super) own_variables: bool,
    /// Loops that are open: number and line of WHILE or DO.
    pub(super) loops: Vec<(u32, Mark)>,
}

/// A macro that every motion calls (G66).
#[derive(Clone, Debug)]
pub(super) struct ModalCall {
    pub(super) program: u32,
    pub(super) runs: u32,
    pub(super) arguments: Vec<(u32, f64)>,
    pub(super) level: usize,
}

/// Everything that steers the program.
#[derive(Clone, Debug)]
pub(crate) struct MacroFlow {
    pub variables: Variables,
    pub(super) frames: Vec<Frame>,
    pub(super) search: Option<Search>,
    pub(super) found: HashMap<Target, Mark>,
    pub(super) modal: Option<ModalCall>,
    /// The main program has begun again (M99).
    pub(super) restarted: bool,
}

impl MacroFlow {
    pub fn new() -> Self {
        MacroFlow {
            variables: Variables::new(),
            frames: vec![Frame::default()],
            search: None,
            found: HashMap::new(),
            modal: None,
            restarted: false,
        }
    }

    /// Blocks of the calls that are open, outermost first.
    pub fn calls(&self) -> Vec<Span> {
        self.frames[1..].iter().map(|frame| frame.span).collect()
    }

    /// Blocks are being passed over.
    pub fn searching(&self) -> bool {
        self.search.is_some()
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

impl Machine<'_> {
    /// Handles labels, program numbers, macro statements and lines passed over; `false` when the
    /// words from the cursor on are an ordinary block.
    pub(crate) fn try_macro(&mut self, cursor: &mut Cursor<'_>, label: Option<u64>) -> Step<bool> {
        let start = cursor.position();
        if matches!(cursor.peek(), b'o' | b':') {
            return self.program_number(cursor).map(|()| true);
        }
        if cursor.peek() == b'<' && self.program_name(cursor)? {
            return Ok(true);
        }
        if let Some(search) = self.macros.search {
            if !self.meets(search.target, label, cursor) {
                return Ok(true);
            }
            let mark = self.this_line();
            self.macros.search = None;
            if let Target::End(_) = search.target {
                return Ok(true);
            }
            self.macros.found.insert(search.target, mark);
            self.macros.frame().body.get_or_insert(mark);
        }
        if cursor.peek() == b'#' {
            self.assignments(cursor)?;
            return Ok(true);
        }
        if cursor.take(b"if") {
            return self.condition_statement(cursor).map(|()| true);
        }
        if cursor.take(b"goto") {
            return self.go_to(cursor, start).map(|()| true);
        }
        if cursor.take(b"while") {
            let on = self.decided(cursor)?;
            return self.begin_while(cursor, on).map(|()| true);
        }
        if cursor.take(b"do") {
            cursor.rewind(start);
            return self.begin_while(cursor, true).map(|()| true);
        }
        if cursor.take(b"end") {
            return self.end_while(cursor, start).map(|()| true);
        }
        // Output to a printer or a file.
        if [&b"popen"[..], b"pclos", b"dprnt", b"bprnt"].iter().any(|word| cursor.take(word)) {
            return Ok(true);
        }
        let macro_call = cursor.take(b"g65");
        if macro_call || cursor.take(b"g66") {
            if !matches!(cursor.peek(), b'0'..=b'9' | b'.') {
                return self.macro_call(cursor, start, !macro_call).map(|()| true);
            }
            cursor.rewind(start);
        }
        Ok(false)
    }

    /// Whether the line is the one looked for.
    fn meets(&self, target: Target, label: Option<u64>, cursor: &mut Cursor<'_>) -> bool {
        match target {
            Target::Program(_) => false,
            Target::Label(_, number) => label == Some(u64::from(number)),
            Target::End(number) => {
                cursor.take(b"end") && cursor.digits() == Some(u64::from(number))
            }
        }
    }

    /// `<NAME>` at a program's head, as newer Fanuc controls write it; `false` when it is none.
    fn program_name(&mut self, cursor: &mut Cursor<'_>) -> Step<bool> {
        let start = cursor.position();
        if read_name(cursor).is_err() || !matches!(cursor.peek(), 0 | b'(' | b';') {
            cursor.rewind(start);
            return Ok(false);
        }
        if self.macros.search.is_none() && (self.macros.frames.len() > 1 || self.count.motions > 0)
        {
            let message = "the program runs into another: M99 or M30 is missing";
            return give_up(code::FLOW, start..cursor.end(), message);
        }
        Ok(true)
    }

    /// `O1234` or `:1234`: another program begins.
    fn program_number(&mut self, cursor: &mut Cursor<'_>) -> Step {
        let start = cursor.position();
        cursor.bump();
        let Some(number) = cursor.digits() else {
            return refuse(code::NUMBER, start..start + 1, "O needs a program number");
        };
        self.only_comment(cursor)?;
        let next = self.next_line();
        match self.macros.search {
            Some(Search { target: Target::Program(wanted), .. }) => {
                self.macros.found.insert(Target::Program(number as u32), next);
                if u64::from(wanted) == number {
                    self.macros.search = None;
                    let frame = self.macros.frame();
                    (frame.start, frame.body) = (next, Some(next));
                }
                Ok(())
            }
            Some(_) => self.search_again(),
            None if self.macros.frames.len() == 1 && self.count.motions == 0 => {
                self.macros.frame().start = next;
                Ok(())
            }
            None => {
                let message = format!("the program runs into O{number}: M99 or M30 is missing");
                give_up(code::FLOW, start..cursor.end(), message)
            }
        }
    }

    /// Mach3: `O…` is a label, and does nothing where the program runs into it.
    pub(crate) fn meet_label(&mut self, number: u32) {
        let next = self.next_line();
        self.macros.found.insert(Target::Program(number), next);
        let target = self.macros.search.map(|search| search.target);
        if target == Some(Target::Program(number)) {
            self.macros.search = None;
            self.macros.frame().body = Some(next);
        }
    }

    /// At the end of the text or of the program searched: once more from its top.
    pub(crate) fn search_again(&mut self) -> Step {
        let Some(search) = &mut self.macros.search else { return Ok(()) };
        let target = search.target;
        if let Target::Program(number) = target
            && search.wrapped
            && !search.filed
            && self.options.dialect.macro_b()
        {
            search.filed = true;
            self.next = Next::File(format!("O{number:04}"));
            return Ok(());
        }
        if search.wrapped || matches!(target, Target::End(_)) {
            let from = search.from;
            let (code, message) = match target {
                Target::Program(number) => (
                    code::SUBPROGRAM,
                    format!("program O{number:04} is not in this text or beside it"),
                ),
                Target::Label(_, number) => {
                    (code::FLOW, format!("block N{number} is not in this program"))
                }
                Target::End(number) => {
                    (code::FLOW, format!("END {number} of this loop is missing"))
                }
            };
            self.macros.search = None;
            return give_up(code, BLOCK, message).map_err(|halt| halt.at_line(from));
        }
        search.wrapped = true;
        let top = match target {
            Target::Program(_) => Mark { file: self.here.file, offset: 0, before: 0 },
            _ => self.macros.frame().start,
        };
        self.jump(top)
    }

    pub(super) fn seek(&mut self, target: Target) -> Step {
        if let Some(mark) = self.macros.found.get(&target).copied() {
            return self.jump(mark);
        }
        let from = self.here.number;
        self.macros.search = Some(Search { target, from, wrapped: false, filed: false });
        Ok(())
    }

    pub(super) fn only_comment(&mut self, cursor: &mut Cursor<'_>) -> Step {
        let start = cursor.position();
        match cursor.peek() {
            0 | b';' | b'(' => Ok(()),
            _ => refuse(
                code::FLOW,
                start..start + 1,
                "a macro statement stands in a block of its own",
            ),
        }
    }
}
