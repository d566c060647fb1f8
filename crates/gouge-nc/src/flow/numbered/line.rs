//! One line of a Fanuc, Haas or Mach3 program: labels, program numbers, macro statements and
//! lines passed over, before ordinary words are read.

use super::places::{NumberFlow, Search, Target};
use super::seek::{only_comment, pass_statement};
use super::statements::decided;
use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::fault::{Step, give_up, refuse};
use crate::read::cursor::Cursor;
use crate::read::expr::read_name;
use crate::run::main_program::MainProgram;

impl NumberFlow {
    /// Handles labels, program numbers, macro statements and lines passed over; `false` when the
    /// words from the cursor on are an ordinary block.
    pub fn try_line(
        &mut self,
        cursor: &mut Cursor<'_>,
        label: Option<u64>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<bool> {
        let start = cursor.position();
        if matches!(cursor.peek(), b'o' | b':') {
            return self.program_number(cursor, control, emitter).map(|()| true);
        }
        if cursor.peek() == b'<' && self.program_name(cursor, control, emitter)? {
            return Ok(true);
        }
        if let Some(search) = self.search {
            if !self.meets(search.target, label, cursor) {
                self.check_passed(search.target, cursor)?;
                return Ok(true);
            }
            let mark = control.here.mark();
            self.search = None;
            if let Target::End(_) = search.target {
                return only_comment(cursor).map(|()| true);
            }
            self.found.insert(search.target, mark);
            self.frame().body.get_or_insert(mark);
        }
        if cursor.peek() == b'#' {
            self.assignments(cursor, control, emitter)?;
            return Ok(true);
        }
        if cursor.peek() == b'[' && control.options.dialect == Dialect::Haas {
            return self.conditional_return(cursor, control);
        }
        if cursor.take(b"if") {
            return self.condition_statement(cursor, control, emitter).map(|()| true);
        }
        if cursor.take(b"goto") {
            return self.go_to(cursor, start, control, emitter).map(|()| true);
        }
        if cursor.take(b"while") {
            let on = decided(cursor, control)?;
            return self.begin_while(cursor, on, control, emitter).map(|()| true);
        }
        if cursor.take(b"do") {
            cursor.rewind(start);
            return self.begin_while(cursor, true, control, emitter).map(|()| true);
        }
        if cursor.take(b"end") {
            return self.end_while(cursor, start, control, emitter).map(|()| true);
        }
        // Output to a printer or a file.
        if [&b"popen"[..], b"pclos", b"dprnt", b"bprnt"].iter().any(|word| cursor.take(word)) {
            return pass_statement(cursor).map(|()| true);
        }
        let macro_call = cursor.take(b"g65");
        if macro_call || cursor.take(b"g66") {
            if !matches!(cursor.peek(), b'0'..=b'9' | b'.') {
                return self
                    .macro_call(cursor, start, !macro_call, control, emitter)
                    .map(|()| true);
            }
            cursor.rewind(start);
        }
        Ok(false)
    }

    /// Whether the line is a label, or is passed over for one.
    pub fn try_label(&mut self, cursor: &mut Cursor<'_>, control: &Control<'_>) -> bool {
        let start = cursor.position();
        if cursor.peek() == b'o' {
            cursor.bump();
            let number = cursor.digits();
            if let Some(number) = number.and_then(|number| u32::try_from(number).ok())
                && matches!(cursor.peek(), 0 | b'(' | b';')
            {
                self.meet_label(number, control);
                return true;
            }
            cursor.rewind(start);
        }
        self.searching()
    }

    /// Whether the line is the one looked for.
    fn meets(&self, target: Target, label: Option<u64>, cursor: &mut Cursor<'_>) -> bool {
        match target {
            Target::Program(_) => false,
            Target::Label(_, number) => label == Some(u64::from(number)),
            Target::End(number) => {
                let start = cursor.position();
                let met = cursor.take(b"end") && cursor.digits() == Some(u64::from(number));
                if !met {
                    cursor.rewind(start);
                }
                met
            }
        }
    }

    /// `<NAME>` at a program's head, as newer Fanuc controls write it; `false` when it is none.
    fn program_name(
        &mut self,
        cursor: &mut Cursor<'_>,
        _control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<bool> {
        let start = cursor.position();
        if read_name(cursor).is_err() || !matches!(cursor.peek(), 0 | b'(' | b';') {
            cursor.rewind(start);
            return Ok(false);
        }
        only_comment(cursor)?;
        if self.search.is_none() && (self.frames.len() > 1 || emitter.count.motions > 0) {
            let message = "the program runs into another: M99 or M30 is missing";
            return give_up(code::FLOW, start..cursor.end(), message);
        }
        Ok(true)
    }

    /// `O1234` or `:1234`: another program begins.
    fn program_number(
        &mut self,
        cursor: &mut Cursor<'_>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let start = cursor.position();
        cursor.bump();
        let Some(number) = cursor.digits() else {
            return refuse(code::NUMBER, start..start + 1, "O needs a program number");
        };
        only_comment(cursor)?;
        let next = control.here.next();
        match self.search {
            Some(Search { target: Target::Program(wanted), .. }) => {
                self.found.insert(Target::Program(number as u32), next);
                if u64::from(wanted) == number {
                    self.search = None;
                    let frame = self.frame();
                    (frame.start, frame.body) = (next, Some(next));
                }
                Ok(())
            }
            Some(_) => self.search_again(control, emitter),
            None if self.frames.len() == 1 && emitter.count.motions == 0 => {
                self.frame().start = next;
                match self.main.take() {
                    Some(main) => self.go_to_main(number, main, control, emitter),
                    None => Ok(()),
                }
            }
            None => {
                let message = format!("the program runs into O{number}: M99 or M30 is missing");
                give_up(code::FLOW, start..cursor.end(), message)
            }
        }
    }

    /// Where the text begins with a subprogram: on to the main program.
    fn go_to_main(
        &mut self,
        first: u64,
        main: MainProgram,
        control: &Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let value = format!("O{:04} is the main program", main.number);
        let message = format!(
            "the file begins with O{first:04}, which reads as a subprogram, and the operator selects \
             the program that runs"
        );
        emitter.assume((Fact::Program, main.number), control.here.span(), value, &message)?;
        self.frame().start = main.start;
        self.route.jump(main.start, control, emitter)
    }

    /// Mach3: `O…` is a label, and does nothing where the program runs into it.
    pub(super) fn meet_label(&mut self, number: u32, control: &Control<'_>) {
        let next = control.here.next();
        self.found.insert(Target::Program(number), next);
        let target = self.search.map(|search| search.target);
        if target == Some(Target::Program(number)) {
            self.search = None;
            self.frame().body = Some(next);
        }
    }
}
