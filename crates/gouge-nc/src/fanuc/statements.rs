//! Macro statements: assignments, IF, GOTO, WHILE … END.

use super::super::code;
use super::super::cursor::Cursor;
use super::super::expr::whole;
use super::super::fault::{Halt, Step, give_up, refuse};
use super::super::machine::Machine;
use super::expression::{Malformed, Reader};
use super::flow::{Search, Target};
use super::variables::Value;

impl Machine<'_> {
    /// `#1 = …`, several in a block.
    pub(super) fn assignments(&mut self, cursor: &mut Cursor<'_>) -> Step {
        while cursor.peek() == b'#' {
            let start = cursor.position();
            cursor.bump();
            let number = self.macro_read(cursor, |reader, cursor| reader.number(cursor))?;
            let at = start..cursor.end();
            if cursor.peek() != b'=' {
                return refuse(code::PARAMETER, at, "a `=` is missing after the variable");
            }
            cursor.bump();
            let value = self.macro_read(cursor, |reader, cursor| reader.open_expression(cursor));
            if value.is_err() {
                self.macros.variables.lose(number);
            }
            self.assign(number, value?, at)?;
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
    pub(super) fn condition_statement(&mut self, cursor: &mut Cursor<'_>) -> Step {
        let on = self.decided(cursor)?;
        let start = cursor.position();
        if cursor.take(b"goto") {
            return if on { self.go_to(cursor, start) } else { Ok(()) };
        }
        if cursor.take(b"then") {
            return if on { self.assignments(cursor) } else { Ok(()) };
        }
        refuse(code::FLOW, start..start + 1, "IF […] needs GOTO and a block number, or THEN")
    }

    /// A condition: where the program goes on cannot be told without it.
    pub(super) fn decided(&mut self, cursor: &mut Cursor<'_>) -> Step<bool> {
        let on = self.macro_read(cursor, |reader, cursor| reader.condition(cursor));
        on.map_err(|halt| match halt {
            Halt::Fault(mut fault) => {
                fault.fatal = true;
                Halt::Fault(fault)
            }
            Halt::Stop => Halt::Stop,
        })
    }

    pub(super) fn go_to(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Step {
        let value = self.macro_read(cursor, |reader, cursor| reader.value(cursor)).ok().flatten();
        let number = value.and_then(whole).and_then(|n| u32::try_from(n).ok());
        let Some(number) = number else {
            return give_up(
                code::FLOW,
                start..cursor.end(),
                "GOTO needs a block number that is known",
            );
        };
        let program = self.macros.frame().start.offset;
        self.seek(Target::Label(program, number))
    }

    /// `DO n`, the cursor before it.
    pub(super) fn begin_while(&mut self, cursor: &mut Cursor<'_>, on: bool) -> Step {
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

    pub(super) fn end_while(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Step {
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
            4006 => Some(Some(if state.units == super::super::state::Units::Inch {
                20.0
            } else {
                21.0
            })),
            4001 => state.motion.map(|motion| Some(f64::from(motion) / 10.0)),
            4109 => Some(Some(state.feed)),
            4119 => Some(Some(state.speed)),
            4120 => Some(Some(f64::from(self.tools.spindle_number))),
            _ => None,
        }
    }
}
