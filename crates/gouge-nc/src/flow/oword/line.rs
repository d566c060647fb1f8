//! One O line, M98 or M99 block: read, passed over or carried out.

use super::labels::{CallKind, WordFlow};
use super::words::{KINDS, Kind, OLine};
use crate::code;
use crate::control::Control;
use crate::control::params::CALL_PARAMETERS;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fault::{Halt, Step, give_up, refuse};
use crate::read::block::Block;
use crate::read::cursor::Cursor;
use crate::read::expr::{bracketed, integer, read_name, whole};
use crate::read::{read_comment, read_words};

impl WordFlow {
    /// Whether this line acts while lines are passed over or a subprogram is being defined.
    fn filter(&self, line: OLine, control: &Control<'_>) -> Step<Option<OLine>> {
        if control.scope.defining {
            match line.kind {
                Kind::Sub | Kind::Bare => {
                    let message = "a subprogram is defined inside another";
                    return give_up(code::FLOW, line.at, message);
                }
                Kind::EndSub | Kind::Return | Kind::M99 => {}
                _ => return Ok(None),
            }
        }
        if self.skipping() && !self.looks_for(&line.name) {
            return Ok(None);
        }
        if line.kind == Kind::Call && self.skipping() {
            return Ok(None);
        }
        Ok(Some(line))
    }

    /// Handles the line if it begins with an O word, M98 or M99, or is passed over; `false` when
    /// it is an ordinary block.
    pub fn try_line(
        &mut self,
        cursor: &mut Cursor<'_>,
        block: &mut Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<bool> {
        let start = cursor.position();
        let line = match cursor.peek() {
            b'o' if control.options.dialect == Dialect::LinuxCnc => {
                Some(self.read_o(cursor, control)?)
            }
            b'm' if control.options.dialect == Dialect::LinuxCnc => {
                self.read_m98(cursor, block, control, emitter)?
            }
            _ => None,
        };
        let Some(line) = line else {
            cursor.rewind(start);
            return Ok(self.skipping());
        };
        let Some(line) = self.filter(line, control)? else { return Ok(true) };
        self.flow_line(line, cursor, block, control, emitter)?;
        Ok(true)
    }

    fn read_o(&self, cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<OLine> {
        let start = cursor.position();
        cursor.bump();
        let name = if cursor.peek() == b'<' {
            read_name(cursor)?
        } else {
            integer(cursor, control)?.to_string()
        };
        let kind = KINDS.iter().find(|(word, _)| cursor.take(word)).map(|(_, kind)| *kind);
        let kind = match kind {
            Some(kind) => kind,
            None if matches!(cursor.peek(), 0 | b'(' | b';') => Kind::Bare,
            None if control.scope.defining => Kind::Bare,
            None => {
                let at = start..cursor.end();
                return refuse(code::FLOW, at, "the control does not know this O word");
            }
        };
        let name = self.full_name(kind, name, control);
        Ok(OLine { kind, name, at: start..cursor.end() })
    }

    /// Labels inside a subprogram belong to it.
    fn full_name(&self, kind: Kind, name: String, control: &Control<'_>) -> String {
        if kind.of_subprogram() {
            return name;
        }
        let scope = match self.frames.last() {
            Some(frame) if control.scope.level() > 0 => frame.name.as_str(),
            _ if control.scope.defining => self.sub_name.as_deref().unwrap_or_default(),
            _ => "",
        };
        format!("{scope}#{name}")
    }

    /// M98 and, inside a subprogram, M99 are flow words; `None` for other M words.
    fn read_m98(
        &mut self,
        cursor: &mut Cursor<'_>,
        block: &mut Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<Option<OLine>> {
        let start = cursor.position();
        cursor.bump();
        let number = integer(cursor, control);
        let at = start..cursor.end();
        match number {
            Ok(98) => {
                if self.skipping() {
                    return Ok(None);
                }
                read_words(cursor, block, control, emitter)?;
                let Some(program) = block.get(b'p') else {
                    return refuse(code::MISSING, at, "M98 needs P, the number of the subprogram");
                };
                let Some(program) = whole(program) else {
                    return refuse(
                        code::RANGE,
                        block.place(b'p'),
                        "P of M98 must be a whole number",
                    );
                };
                Ok(Some(OLine { kind: Kind::M98, name: program.to_string(), at }))
            }
            Ok(99) if control.scope.level() > 0 => {
                if control.scope.defining {
                    return refuse(
                        code::FLOW,
                        at,
                        "a subprogram that begins with O… sub ends with O… endsub",
                    );
                }
                let name = self.frame().name.clone();
                Ok(Some(OLine { kind: Kind::M99, name, at }))
            }
            _ => Ok(None),
        }
    }

    fn flow_line(
        &mut self,
        line: OLine,
        cursor: &mut Cursor<'_>,
        block: &mut Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let kind = line.kind;
        let mut arguments = Vec::new();
        let mut test = 0.0;
        match kind {
            Kind::EndSub | Kind::Return => {
                control.scope.returned =
                    if cursor.peek() == b'[' { Some(bracketed(cursor, control)?) } else { None };
            }
            Kind::M99 => control.scope.returned = None,
            Kind::Call => {
                while matches!(cursor.peek(), b'[' | b'(') {
                    if cursor.peek() == b'(' {
                        read_comment(cursor, block)?;
                        continue;
                    }
                    if arguments.len() == CALL_PARAMETERS {
                        return refuse(code::FLOW, line.at, "a call takes at most 30 arguments");
                    }
                    arguments.push(bracketed(cursor, control)?);
                }
            }
            Kind::While | Kind::Repeat | Kind::If | Kind::ElseIf => test = tested(cursor, control)?,
            _ => {}
        }
        if !self.skipping() {
            only_comments(cursor, block)?;
        }
        if self.to_sub && !matches!(kind, Kind::Sub | Kind::Bare) {
            return Ok(());
        }
        match kind {
            Kind::Sub | Kind::Bare => self.begin_sub(line, control, emitter),
            Kind::EndSub | Kind::Return | Kind::M99 => self.end_sub(&line, control, emitter),
            Kind::Call => self.call(line, CallKind::Oword, &arguments, control, emitter),
            Kind::M98 => self.call_m98(line, block, control, emitter),
            Kind::Do | Kind::While | Kind::Repeat => self.begin_loop(&line, test, control, emitter),
            Kind::EndWhile | Kind::EndRepeat => self.end_loop(&line, control, emitter),
            Kind::Break | Kind::Continue => self.leave_loop(&line, control),
            Kind::If | Kind::ElseIf | Kind::Else | Kind::EndIf => {
                self.condition(&line, test, control)
            }
        }
    }
}

/// The condition or count of a loop or an if: what follows cannot be told without it.
fn tested(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<f64> {
    bracketed(cursor, control).map_err(|halt| match halt {
        Halt::Fault(mut fault) => {
            fault.fatal = true;
            Halt::Fault(fault)
        }
        Halt::Stop => Halt::Stop,
    })
}

fn only_comments(cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
    loop {
        let start = cursor.position();
        match cursor.peek() {
            0 => return Ok(()),
            b';' => {
                cursor.rest();
            }
            b'(' => read_comment(cursor, block)?,
            _ => {
                let message = "only a comment may follow an O word's block";
                return refuse(code::FLOW, start..start + 1, message);
            }
        }
    }
}
