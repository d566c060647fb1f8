//! Where a Fanuc or Haas program goes: subprograms (M98, M97, M99), macro calls (G65, G66),
//! GOTO, IF, WHILE … END. Labels are sought as the control seeks them: down from the block, then
//! from the program's top.

use std::collections::HashMap;

use super::block::Block;
use super::code;
use super::cursor::Cursor;
use super::expr::whole;
use super::fault::{BLOCK, Step, give_up, refuse};
use super::flow::Mark;
use super::machine::{Machine, Next};
use super::macro_b::{Malformed, Reader, Value, Variables};
use super::motion::Span;

/// Deepest nesting of calls: four of macros within ten of subprograms on current controls.
const DEEPEST_CALL: usize = 15;

/// A place that blocks are passed over for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Target {
    /// The line behind `O…`.
    Program(u32),
    /// `N…` of the program that begins at this place of the text.
    Label(u64, u32),
    /// `END …` of the loop.
    End(u32),
}

#[derive(Clone, Copy, Debug)]
struct Search {
    target: Target,
    /// The block that asks for it.
    from: u32,
    /// It has begun again at the top.
    wrapped: bool,
    /// It has looked for a file of that name.
    filed: bool,
}

/// One level of calls, the main program being the first.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// The call's block.
    span: Span,
    /// Where the caller goes on.
    back: Mark,
    /// First line of the program, from which its labels are sought.
    start: Mark,
    /// First line of what was called, once found.
    body: Option<Mark>,
    /// Runs left after this one.
    again: u32,
    /// Has variables of its own (G65, G66).
    own_variables: bool,
    /// Loops that are open: number and line of WHILE or DO.
    loops: Vec<(u32, Mark)>,
}

/// A macro that every motion calls (G66).
#[derive(Clone, Debug)]
struct ModalCall {
    program: u32,
    runs: u32,
    arguments: Vec<(u32, f64)>,
    level: usize,
}

/// Everything that steers the program.
#[derive(Clone, Debug)]
pub(crate) struct MacroFlow {
    pub variables: Variables,
    frames: Vec<Frame>,
    search: Option<Search>,
    found: HashMap<Target, Mark>,
    modal: Option<ModalCall>,
    /// The main program has begun again (M99).
    restarted: bool,
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

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

/// What an address stands for in G65: argument specification I.
fn argument(letter: u8) -> Option<u32> {
    const NUMBERS: [(u8, u32); 21] = [
        (b'a', 1),
        (b'b', 2),
        (b'c', 3),
        (b'i', 4),
        (b'j', 5),
        (b'k', 6),
        (b'd', 7),
        (b'e', 8),
        (b'f', 9),
        (b'h', 11),
        (b'm', 13),
        (b'q', 17),
        (b'r', 18),
        (b's', 19),
        (b't', 20),
        (b'u', 21),
        (b'v', 22),
        (b'w', 23),
        (b'x', 24),
        (b'y', 25),
        (b'z', 26),
    ];
    NUMBERS.iter().find(|(name, _)| *name == letter).map(|(_, number)| *number)
}

/// Highest variable of argument specification II: ten sets of I, J, K behind A, B, C.
const LAST_SET: u32 = 33;

impl Machine<'_> {
    /// Handles labels, program numbers, macro statements and lines passed over; `false` when the
    /// words from the cursor on are an ordinary block.
    pub(crate) fn try_macro(&mut self, cursor: &mut Cursor<'_>, label: Option<u64>) -> Step<bool> {
        let start = cursor.position();
        if matches!(cursor.peek(), b'o' | b':') {
            return self.program_number(cursor).map(|()| true);
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
            let on = self.macro_read(cursor, |reader, cursor| reader.condition(cursor))?;
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

    /// At the end of the text or of the program searched: once more from its top.
    pub(crate) fn search_again(&mut self) -> Step {
        let Some(search) = &mut self.macros.search else { return Ok(()) };
        let target = search.target;
        if let Target::Program(number) = target
            && search.wrapped
            && !search.filed
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

    fn seek(&mut self, target: Target) -> Step {
        if let Some(mark) = self.macros.found.get(&target).copied() {
            return self.jump(mark);
        }
        let from = self.here.number;
        self.macros.search = Some(Search { target, from, wrapped: false, filed: false });
        Ok(())
    }

    /// `#1 = …`, several in a block.
    fn assignments(&mut self, cursor: &mut Cursor<'_>) -> Step {
        while cursor.peek() == b'#' {
            let start = cursor.position();
            cursor.bump();
            let number = self.macro_read(cursor, |reader, cursor| reader.number(cursor))?;
            let at = start..cursor.end();
            if cursor.peek() != b'=' {
                return refuse(code::PARAMETER, at, "a `=` is missing after the variable");
            }
            cursor.bump();
            let value = self.macro_read(cursor, |reader, cursor| reader.open_expression(cursor))?;
            self.assign(number, value, at)?;
        }
        self.only_comment(cursor)
    }

    fn assign(&mut self, number: u32, value: Value, at: std::ops::Range<usize>) -> Step {
        if self.macros.variables.set(number, value) {
            return Ok(());
        }
        match number {
            3000 => {
                let message =
                    format!("the program stops itself with alarm {}", value.unwrap_or(0.0));
                give_up(code::ABORTED, at, message)
            }
            // Timers, stop and exact-stop control: no influence on the path.
            3001..=3007 | 3011 | 3012 => Ok(()),
            _ => refuse(
                code::NOT_FOLLOWED,
                at,
                format!("setting system variable #{number} is not followed"),
            ),
        }
    }

    /// Behind `IF`: a condition, then `GOTO n` or `THEN` and an assignment.
    fn condition_statement(&mut self, cursor: &mut Cursor<'_>) -> Step {
        let on = self.macro_read(cursor, |reader, cursor| reader.condition(cursor))?;
        let start = cursor.position();
        if cursor.take(b"goto") {
            return if on { self.go_to(cursor, start) } else { Ok(()) };
        }
        if cursor.take(b"then") {
            return if on { self.assignments(cursor) } else { Ok(()) };
        }
        refuse(code::FLOW, start..start + 1, "IF […] needs GOTO and a block number, or THEN")
    }

    fn go_to(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Step {
        let value = self.macro_read(cursor, |reader, cursor| reader.value(cursor))?;
        let number = value.and_then(whole).and_then(|n| u32::try_from(n).ok());
        let Some(number) = number else {
            return give_up(code::FLOW, start..cursor.end(), "GOTO needs a block number");
        };
        let program = self.macros.frame().start.offset;
        self.seek(Target::Label(program, number))
    }

    /// `DO n`, the cursor before it.
    fn begin_while(&mut self, cursor: &mut Cursor<'_>, on: bool) -> Step {
        let start = cursor.position();
        let number = if cursor.take(b"do") { cursor.digits() } else { None };
        let Some(number @ 1..=9) = number else {
            return give_up(code::FLOW, start..start + 1, "DO and a loop number are missing here");
        };
        let (number, mark) = (number as u32, self.this_line());
        let frame = self.macros.frame();
        frame.loops.retain(|(other, _)| *other != number);
        if on {
            frame.loops.push((number, mark));
            return Ok(());
        }
        let (target, from) = (Target::End(number), self.here.number);
        self.macros.search = Some(Search { target, from, wrapped: false, filed: false });
        Ok(())
    }

    fn end_while(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Step {
        let number = cursor.digits();
        let open =
            self.macros.frame().loops.iter().rposition(|(n, _)| Some(u64::from(*n)) == number);
        let Some(open) = open else {
            return give_up(code::FLOW, start..cursor.end(), "no WHILE or DO belongs to this END");
        };
        let mark = self.macros.frame().loops[open].1;
        self.macros.frame().loops.truncate(open);
        self.jump(mark)
    }

    /// G65 or G66 (`modal`), its words next.
    fn macro_call(&mut self, cursor: &mut Cursor<'_>, start: usize, modal: bool) -> Step {
        let (mut program, mut runs) = (None, 1);
        let mut arguments: Vec<(u32, f64)> = Vec::new();
        let (mut sets, mut last_center) = (0, 0);
        loop {
            let word = cursor.position();
            let letter = cursor.peek();
            match letter {
                0 | b';' | b'(' => break,
                b'a'..=b'z' => cursor.bump(),
                _ => {
                    return refuse(
                        code::CHARACTER,
                        word..word + 1,
                        "an argument letter is needed here",
                    );
                }
            }
            let Some(value) = self.macro_word(cursor, letter)? else { continue };
            match (letter, argument(letter)) {
                (b'p', _) => program = whole(value).and_then(|n| u32::try_from(n).ok()),
                (b'l', _) => runs = value.max(0.0) as u32,
                (_, None) => {
                    let name = char::from(letter).to_ascii_uppercase();
                    let message = format!("{name} cannot hand a value to a macro");
                    return refuse(code::UNUSED, word..cursor.end(), message);
                }
                (_, Some(number)) => {
                    // I, J, K again and again fill #4 to #33 by threes.
                    if matches!(letter, b'i'..=b'k') {
                        sets += u32::from(last_center >= letter);
                        last_center = letter;
                    }
                    let number = if letter == last_center { number + 3 * sets } else { number };
                    if number > LAST_SET {
                        let message = "I, J, K stand in the block more than ten times";
                        return refuse(code::REPEATED, word..cursor.end(), message);
                    }
                    arguments.push((number, value));
                }
            }
        }
        self.only_comment(cursor)?;
        let Some(program) = program else {
            let message = "a macro call needs P, the number of the program";
            return refuse(code::MISSING, start..start + 3, message);
        };
        if modal {
            let level = self.macros.frames.len();
            self.macros.modal = Some(ModalCall { program, runs, arguments, level });
            return Ok(());
        }
        self.enter(Target::Program(program), runs, Some(&arguments))
    }

    /// After a block that moved: the macro of G66, if one is in force here.
    pub(crate) fn modal_call(&mut self) -> Step {
        let Some(call) = self.macros.modal.clone() else { return Ok(()) };
        if call.level != self.macros.frames.len() {
            return Ok(());
        }
        self.enter(Target::Program(call.program), call.runs, Some(&call.arguments))
    }

    /// G67.
    pub(crate) fn end_modal_call(&mut self) {
        self.macros.modal = None;
    }

    /// M98, M97 (a block number of the same program).
    pub(crate) fn call_subprogram(&mut self, number: u16, block: &Block) -> Step {
        let at = block.code_place(super::words::Group::Stop);
        let Some(program) = block.get(b'p').and_then(whole).and_then(|n| u32::try_from(n).ok())
        else {
            return refuse(code::MISSING, at, format!("M{number} needs P, what is called"));
        };
        let mut runs = block.get(b'l').map_or(1, |l| l.max(0.0) as u32);
        if number == 97 {
            let start = self.macros.frame().start.offset;
            return self.enter(Target::Label(start, program), runs, None);
        }
        // Without L, digits above the four of the program number count the runs: P31234.
        let mut program = program;
        if !block.has(b'l') && program > 9999 {
            (runs, program) = (program / 10_000, program % 10_000);
        }
        self.enter(Target::Program(program), runs, None)
    }

    fn enter(&mut self, target: Target, runs: u32, arguments: Option<&[(u32, f64)]>) -> Step {
        if runs == 0 {
            return Ok(());
        }
        if self.macros.frames.len() > DEEPEST_CALL {
            return give_up(code::LIMIT, BLOCK, "calls are nested deeper than the control allows");
        }
        let body = self.macros.found.get(&target).copied();
        let program = matches!(target, Target::Program(_));
        let start = body.filter(|_| program).unwrap_or(self.macros.frame().start);
        let frame = Frame {
            span: self.here.span(),
            back: self.next_line(),
            start,
            body,
            again: runs - 1,
            own_variables: arguments.is_some(),
            loops: Vec::new(),
        };
        if let Some(arguments) = arguments {
            self.macros.variables.enter(arguments);
        }
        self.macros.frames.push(frame);
        self.seek(target)
    }

    /// M99 and what stands with it: back to the caller, to its block `P`, or round again.
    pub(crate) fn leave_subprogram(&mut self, block: &Block) -> Step {
        let label = block.get(b'p').and_then(whole).and_then(|n| u32::try_from(n).ok());
        if self.macros.frames.len() == 1 {
            return self.restart(label);
        }
        let frame = self.macros.frame();
        frame.loops.clear();
        if frame.again > 0 && label.is_none() {
            frame.again -= 1;
            let body = frame.body.unwrap_or(frame.start);
            return self.jump(body);
        }
        let (back, own) = (frame.back, frame.own_variables);
        self.macros.frames.pop();
        if own {
            self.macros.variables.leave();
        }
        match label {
            Some(number) => {
                let program = self.macros.frame().start.offset;
                self.seek(Target::Label(program, number))
            }
            None => self.jump(back),
        }
    }

    /// M99 in the main program begins it again, for ever: the second round shows the way back to
    /// the top, and ends there.
    fn restart(&mut self, label: Option<u32>) -> Step {
        let start = self.macros.frame().start;
        if let Some(number) = label {
            return self.seek(Target::Label(start.offset, number));
        }
        if self.macros.restarted || self.count.motions == 0 {
            self.next = Next::End;
            self.flow.ended = true;
            return Ok(());
        }
        self.macros.restarted = true;
        self.jump(start)
    }

    fn only_comment(&mut self, cursor: &mut Cursor<'_>) -> Step {
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

    /// Reads a macro value at the cursor.
    pub(crate) fn macro_read<T>(
        &mut self,
        cursor: &mut Cursor<'_>,
        read: impl FnOnce(&Reader<'_>, &mut Cursor<'_>) -> Result<T, Malformed>,
    ) -> Step<T> {
        let system = |number| self.system_variable(number);
        let reader = Reader { variables: &self.macros.variables, system: &system };
        match read(&reader, cursor) {
            Ok(value) => Ok(value),
            Err(Malformed { at, message, unknown }) => {
                let code = if unknown { code::UNKNOWN_VALUE } else { code::EXPRESSION };
                refuse(code, at, message)
            }
        }
    }

    /// System variables that follow from the program.
    fn system_variable(&self, number: u32) -> Option<Value> {
        let state = &self.state;
        let known = |value: f64| (!value.is_nan()).then_some(Some(value));
        match number {
            // Block end and present position, work coordinates.
            5001..=5003 => known(state.pos[number as usize - 5001]),
            5041..=5043 => known(state.pos[number as usize - 5041]),
            4003 => Some(Some(if state.incremental { 91.0 } else { 90.0 })),
            4006 => Some(Some(if state.units == super::state::Units::Inch { 20.0 } else { 21.0 })),
            4001 => state.motion.map(|motion| Some(f64::from(motion) / 10.0)),
            4109 => Some(Some(state.feed)),
            4119 => Some(Some(state.speed)),
            4120 => Some(Some(f64::from(self.tools.spindle_number))),
            _ => None,
        }
    }
}
