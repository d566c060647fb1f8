//! Calls of subprograms (M98, M97, M99) and macros (G65, G66).
//! Fanuc 0i-MD user's manual, "Subprogram" and "Macro Call"; Haas mill manual, M97 and G65.

use std::ops::Range;

use super::places::{Frame, ModalCall, NumberFlow, Target};
use super::seek::only_comment;
use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::execute::invalidate::Macros;
use crate::fanuc::values::macro_word;
use crate::fault::{BLOCK, Step, give_up, refuse};
use crate::read::block::Block;
use crate::read::cursor::Cursor;
use crate::read::expr::{count, times, whole};
use crate::words::Group;

/// Deepest nesting of calls: four of macros within ten of subprograms on current controls.
const DEEPEST_CALL: usize = 15;

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

impl NumberFlow {
    /// G65 or G66 (`modal`), its words next.
    pub(super) fn macro_call(
        &mut self,
        cursor: &mut Cursor<'_>,
        start: usize,
        modal: bool,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
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
            let Some(value) = macro_word(cursor, letter, word, control, emitter)? else { continue };
            match (letter, argument(letter)) {
                (b'p', _) => program = whole(value).and_then(|n| u32::try_from(n).ok()),
                (b'l', _) => runs = count(value, word..cursor.end())?,
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
                        let message = "I, J, K occur more than ten times in the block";
                        return refuse(code::REPEATED, word..cursor.end(), message);
                    }
                    arguments.push((number, value));
                }
            }
        }
        only_comment(cursor)?;
        let Some(program) = program else {
            let message = "a macro call needs P, the number of the program";
            return refuse(code::MISSING, start..start + 3, message);
        };
        if !modal {
            self.check_no_modal_call(start..start + 3)?;
        }
        if modal && self.modal.is_some() {
            let message = "a G66 while another is in force is not followed: the macros of both \
                           are called then, one within the other (G67 first)";
            return refuse(code::NOT_FOLLOWED, start..start + 3, message);
        }
        if modal {
            let level = self.frames.len();
            self.modal = Some(ModalCall { program, runs, arguments, level });
            return Ok(());
        }
        self.enter(Target::Program(program), runs, Some(&arguments), control, emitter)
    }

    /// After a block that moved: the macro of G66, if one is in force here.
    pub fn modal_call(&mut self, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
        let Some(call) = self.modal.clone() else { return Ok(()) };
        if self.macros() != Macros::Here {
            return Ok(());
        }
        self.enter(
            Target::Program(call.program),
            call.runs,
            Some(&call.arguments),
            control,
            emitter,
        )
    }

    /// Whether the macro of G66 is called in what a program calls, or after what it comes back
    /// from, is not told.
    fn check_no_modal_call(&self, at: Range<usize>) -> Step {
        if self.macros() != Macros::Here {
            return Ok(());
        }
        let message = "calls and returns are not followed while G66 is in force: its macro may be \
                       called after each motion there, too (G67 first)";
        give_up(code::NOT_FOLLOWED, at, message)
    }

    /// Where a macro is called after each motion.
    pub fn macros(&self) -> Macros {
        match &self.modal {
            None => Macros::None,
            Some(call) if call.level == self.frames.len() => Macros::Here,
            Some(_) => Macros::Outside,
        }
    }

    /// G67.
    pub fn end_modal_call(&mut self) {
        self.modal = None;
    }

    /// M98, M97 (a block number of the same program).
    pub fn call_subprogram(
        &mut self,
        number: u16,
        block: &Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let at = block.code_place(Group::Stop);
        self.check_no_modal_call(at.clone())?;
        let Some(program) = block.get(b'p').and_then(whole).and_then(|n| u32::try_from(n).ok())
        else {
            return refuse(code::MISSING, at, format!("M{number} needs P, what is called"));
        };
        let mut runs = times(block, b'l')?;
        if runs == 0 {
            let message = "L0 runs it once on some controls, and on others not at all";
            return refuse(code::NOT_FOLLOWED, at, message);
        }
        if number == 97 {
            let start = self.frame().start;
            return self.enter(Target::Label(start, program), runs, None, control, emitter);
        }
        // Without L, digits above the four of the program number count the runs on a Fanuc: P31234.
        // A Haas has program numbers of five digits.
        let mut program = program;
        if !block.has(b'l') && program > 9999 && control.options.dialect == Dialect::Fanuc {
            (runs, program) = (program / 10_000, program % 10_000);
        }
        self.enter(Target::Program(program), runs, None, control, emitter)
    }

    /// Whether a program was called.
    pub fn has_called(&self, number: u32) -> bool {
        self.called.contains(&number)
    }

    /// Whether a block of the main program was jumped to or called by its number.
    pub fn has_jumped_to(&self, number: u32) -> bool {
        let main = self.frames.first().map(|frame| frame.start).unwrap_or_default();
        self.found.contains_key(&Target::Label(main, number))
    }

    fn enter(
        &mut self,
        target: Target,
        runs: u32,
        arguments: Option<&[(u32, f64)]>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        if runs == 0 {
            return Ok(());
        }
        if self.frames.len() > DEEPEST_CALL {
            return give_up(code::LIMIT, BLOCK, "calls are nested deeper than the control allows");
        }
        if let Target::Program(number) = target {
            self.called.insert(number);
        }
        let body = self.found.get(&target).copied();
        let program = matches!(target, Target::Program(_));
        let start = body.filter(|_| program).unwrap_or(self.frame().start);
        let frame = Frame {
            back: control.here.next(),
            start,
            body,
            again: runs - 1,
            own_variables: arguments.is_some(),
            loops: Vec::new(),
        };
        if let Some(arguments) = arguments {
            control.variables.enter(arguments);
        }
        control.scope.enter(control.here.span());
        emitter.operations.call();
        self.frames.push(frame);
        self.seek(target, control, emitter)
    }

    /// M99 and what stands with it: back to the caller, to its block `P`, or round again.
    pub fn leave_subprogram(
        &mut self,
        block: &Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let label = block.get(b'p').and_then(whole).and_then(|n| u32::try_from(n).ok());
        if self.frames.len() == 1 {
            let at = block.code_place(Group::Stop);
            return self.restart("M99", label, at, control, emitter);
        }
        self.check_no_modal_call(block.code_place(Group::Stop))?;
        let frame = self.frame();
        frame.loops.clear();
        emitter.operations.go_back();
        if frame.again > 0 && label.is_none() {
            emitter.operations.call();
            frame.again -= 1;
            let body = frame.body.unwrap_or(frame.start);
            return self.route.jump(body, control, emitter);
        }
        let (back, own) = (frame.back, frame.own_variables);
        self.frames.pop();
        control.scope.leave();
        if own {
            control.variables.leave();
        }
        match label {
            Some(number) => {
                self.leave_loops();
                self.seek_from_top(number, control, emitter)
            }
            None => self.route.jump(back, control, emitter),
        }
    }

    /// M47 of Mach3: the program runs again from its first line.
    pub fn repeat_program(
        &mut self,
        block: &Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let at = block.code_place(Group::Stop);
        if self.frames.len() > 1 {
            let message = "M47 within a subprogram is not followed";
            return give_up(code::NOT_FOLLOWED, at, message);
        }
        self.restart("M47", None, at, control, emitter)
    }

    /// M99 and M47 in the main program begin it again, endlessly.
    fn restart(
        &mut self,
        word: &str,
        label: Option<u32>,
        at: Range<usize>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let start = self.frame().start;
        if let Some(number) = label {
            self.leave_loops();
            return self.seek(Target::Label(start, number), control, emitter);
        }
        let modal = format!("{:?}", self.modal);
        if self.restart.again(word, at, &modal, control, emitter)? {
            return self.route.jump(start, control, emitter);
        }
        self.route.end();
        Ok(())
    }
}
