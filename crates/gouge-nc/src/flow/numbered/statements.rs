//! Macro statements: assignments, IF, GOTO, WHILE … END.
//! Fanuc 0i-MD user's manual, "Custom Macro".

use super::places::{Loop, NumberFlow, Search, Target};
use super::seek::{only_comment, pass_expressions};
use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fanuc::lost_setting::lose_variable;
use crate::fanuc::rounding::Rounding;
use crate::fanuc::values::macro_read;
use crate::fanuc::variables::Value;
use crate::fault::{Halt, Step, UNREAD, give_up, refuse};
use crate::read::cursor::Cursor;
use crate::read::expr::whole;

impl NumberFlow {
    /// `#1 = …`, several in a block. Where it is refused, what it had begun to set is not known.
    pub(super) fn assignments(
        &mut self,
        cursor: &mut Cursor<'_>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let mut begun = Vec::new();
        let done = assign_all(cursor, &mut begun, control);
        if done.is_err() {
            begun.into_iter().for_each(|number| lose_variable(number, control, emitter));
        }
        done
    }

    /// Behind `IF`: a condition, then `GOTO n` or `THEN` and an assignment. A Haas does without
    /// the `THEN`: mill operator's manual, the macro that engraves, `IF [#9 EQ #0] #9= #4109`.
    pub(super) fn condition_statement(
        &mut self,
        cursor: &mut Cursor<'_>,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let on = decided(cursor, control)?;
        let start = cursor.position();
        if cursor.take(b"goto") {
            // What follows on the line is not reached by a jump.
            return if on {
                self.go_to(cursor, start, control, emitter)
            } else {
                pass_expressions(cursor)
            };
        }
        let then = cursor.take(b"then");
        if cursor.peek() == b'#' && (then || control.options.dialect == Dialect::Haas) {
            if on {
                return self.assignments(cursor, control, emitter);
            }
            let start = cursor.position();
            pass_expressions(cursor)?;
            return match cursor.text(start..cursor.end()).contains(&b'=') {
                true => Ok(()),
                false => no_equals(start..cursor.end()),
            };
        }
        if then && matches!(cursor.peek(), 0 | b';' | b'(') {
            let message = format!(
                "THEN with nothing behind it: which of the blocks that follow depend on the \
                 condition differs from control to control; {UNREAD}"
            );
            return give_up(code::FLOW, start..cursor.end(), message);
        }
        if then {
            let message = "only an assignment (#1=…) is read behind THEN";
            return refuse(code::FLOW, start..cursor.end(), message);
        }
        refuse(code::FLOW, start..start + 1, "IF […] needs GOTO and a block number, or THEN")
    }

    /// `[…] M99 P…` of a Haas: a condition, and the jump or return that depends on it; whether the
    /// block is passed over. Haas mill operator's manual, "Conditional Expressions".
    pub(super) fn conditional_return(
        &mut self,
        cursor: &mut Cursor<'_>,
        control: &Control<'_>,
    ) -> Step<bool> {
        let passed = !decided(cursor, control)?;
        let (start, mut rest) = (cursor.position(), cursor.clone());
        if !rest.take(b"m99") || rest.peek().is_ascii_digit() {
            let message = "only M99 may follow a condition without IF";
            return refuse(code::FLOW, start..start + 1, message);
        }
        if passed {
            rest.take(b"p");
            pass_expressions(&mut rest)?;
        }
        Ok(passed)
    }

    pub(super) fn go_to(
        &mut self,
        cursor: &mut Cursor<'_>,
        start: usize,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let value =
            macro_read(cursor, control, Rounding::Whole, |reader, cursor| reader.value(cursor))
                .ok()
                .flatten();
        let number = value.and_then(whole).and_then(|n| u32::try_from(n).ok());
        let Some(number) = number else {
            return give_up(
                code::FLOW,
                start..cursor.end(),
                "GOTO needs a block number that is known",
            );
        };
        let program = self.frame().start;
        self.leave_loops();
        self.seek(Target::Label(program, number), control, emitter)
    }

    /// A line passed over to the end of an inner loop: an outer one may not end there.
    pub(super) fn check_passed(&mut self, target: Target, cursor: &mut Cursor<'_>) -> Step {
        let (Target::End(inner), start) = (target, cursor.position()) else { return Ok(()) };
        let number = if cursor.take(b"end") { cursor.digits() } else { None };
        let outer = |open: &&Loop| Some(u64::from(open.number)) == number && !open.left;
        match self.frame().loops.iter().find(outer).map(|open| open.number) {
            Some(outer) => cross(outer, inner, start..cursor.end()),
            None => Ok(()),
        }
    }

    /// A jump may lead out of the loops that are open, as controls allow.
    pub(super) fn leave_loops(&mut self) {
        self.frame().loops.iter_mut().for_each(|open| open.left = true);
    }

    /// `DO n`, the cursor before it.
    pub(super) fn begin_while(
        &mut self,
        cursor: &mut Cursor<'_>,
        on: bool,
        control: &mut Control<'_>,
        _emitter: &mut Emitter<'_>,
    ) -> Step {
        let start = cursor.position();
        let number = if cursor.take(b"do") { cursor.digits() } else { None };
        let Some(number @ 1..=9) = number else {
            return give_up(code::FLOW, start..start + 1, "DO and a loop number are missing here");
        };
        let (number, mark) = (number as u32, control.here.mark());
        let frame = self.frame();
        frame.loops.retain(|open| open.number != number);
        if on {
            frame.loops.push(Loop { number, start: mark, left: false });
        } else {
            let (target, from) = (Target::End(number), (control.here.file, control.here.number));
            self.search = Some(Search { target, from, wrapped: false, filed: false });
            // A block behind `;` is passed over with the loop.
            if cursor.peek() == b';' {
                return Ok(());
            }
        }
        only_comment(cursor)
    }

    pub(super) fn end_while(
        &mut self,
        cursor: &mut Cursor<'_>,
        start: usize,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let number = cursor.digits();
        let open =
            self.frame().loops.iter().rposition(|open| Some(u64::from(open.number)) == number);
        let Some(open) = open else {
            return give_up(code::FLOW, start..cursor.end(), "no WHILE or DO belongs to this END");
        };
        let loops = &mut self.frame().loops;
        if let Some(inner) = loops[open + 1..].iter().find(|inner| !inner.left) {
            return cross(loops[open].number, inner.number, start..cursor.end());
        }
        let mark = loops[open].start;
        loops.truncate(open);
        self.route.jump(mark, control, emitter)
    }
}

fn cross(outer: u32, inner: u32, at: std::ops::Range<usize>) -> Step {
    let message = format!("END {outer} is inside the loop DO {inner}: loops may not cross");
    give_up(code::FLOW, at, message)
}

/// Notes in `begun` which variables it sets, `None` for one whose number is not known.
fn assign_all(
    cursor: &mut Cursor<'_>,
    begun: &mut Vec<Option<u32>>,
    control: &mut Control<'_>,
) -> Step {
    while cursor.peek() == b'#' {
        let start = cursor.position();
        cursor.bump();
        let number =
            macro_read(cursor, control, Rounding::Whole, |reader, cursor| reader.number(cursor));
        begun.push(number.as_ref().ok().copied());
        let (number, at) = (number?, start..cursor.end());
        if cursor.peek() != b'=' {
            return no_equals(at);
        }
        cursor.bump();
        let value = macro_read(cursor, control, Rounding::Whole, |reader, cursor| {
            reader.open_expression(cursor)
        });
        assign(number, value?, at, control)?;
    }
    only_comment(cursor)
}

fn no_equals(at: std::ops::Range<usize>) -> Step {
    refuse(code::PARAMETER, at, "a `=` is missing after the variable")
}

fn assign(
    number: u32,
    value: Value,
    at: std::ops::Range<usize>,
    control: &mut Control<'_>,
) -> Step {
    if control.variables.set(number, value) {
        return Ok(());
    }
    match number {
        3000 => {
            let message = format!("the program stops itself with alarm {}", value.unwrap_or(0.0));
            give_up(code::ABORTED, at, message)
        }
        3005 => {
            let message =
                format!("#3005 sets the control's settings, the unit among them; {UNREAD}");
            give_up(code::NOT_FOLLOWED, at, message)
        }
        // Timers, stop and exact-stop control: no influence on the path.
        3001..=3004 | 3006 | 3007 | 3011 | 3012 => Ok(()),
        _ => refuse(
            code::NOT_FOLLOWED,
            at,
            format!("setting system variable #{number} is not followed"),
        ),
    }
}

/// A condition: where the program goes on cannot be told without it.
pub(super) fn decided(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<bool> {
    let on =
        macro_read(cursor, control, Rounding::Whole, |reader, cursor| reader.condition(cursor));
    on.map_err(|halt| match halt {
        Halt::Fault(mut fault) => {
            fault.fatal = true;
            Halt::Fault(fault)
        }
        Halt::Stop => Halt::Stop,
    })
}
