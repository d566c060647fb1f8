use super::super::block::Block;
use super::super::code;
use super::super::cursor::Cursor;
use super::super::dialect::Dialect;
use super::super::expr::{read_name, whole};
use super::super::fault::{Halt, Step, give_up, refuse};
use super::super::machine::Machine;
use super::{CALL_PARAMETERS, CallKind, Flow};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sub,
    Bare,
    EndSub,
    Call,
    Do,
    While,
    EndWhile,
    Repeat,
    EndRepeat,
    If,
    ElseIf,
    Else,
    EndIf,
    Break,
    Continue,
    Return,
    M98,
    M99,
}

/// In the order in which they are tried: longer words before their beginnings.
const KINDS: [(&[u8], Kind); 15] = [
    (b"sub", Kind::Sub),
    (b"endsub", Kind::EndSub),
    (b"call", Kind::Call),
    (b"do", Kind::Do),
    (b"while", Kind::While),
    (b"repeat", Kind::Repeat),
    (b"if", Kind::If),
    (b"elseif", Kind::ElseIf),
    (b"else", Kind::Else),
    (b"endif", Kind::EndIf),
    (b"break", Kind::Break),
    (b"continue", Kind::Continue),
    (b"endwhile", Kind::EndWhile),
    (b"endrepeat", Kind::EndRepeat),
    (b"return", Kind::Return),
];

impl Kind {
    /// Belongs to a subprogram rather than to a place in one.
    fn of_subprogram(self) -> bool {
        matches!(
            self,
            Kind::Sub
                | Kind::Bare
                | Kind::EndSub
                | Kind::Call
                | Kind::M98
                | Kind::Return
                | Kind::M99
        )
    }
}

/// An O line, or an M98 or M99 block.
pub(super) struct OLine {
    pub kind: Kind,
    /// Full name of its label.
    pub name: String,
    /// Where it stands, bytes of the line.
    pub at: std::ops::Range<usize>,
}

impl OLine {
    /// Whether this line acts while lines are passed over or a subprogram is being defined.
    fn filter_in(self, flow: &Flow) -> Step<Option<OLine>> {
        if flow.defining {
            match self.kind {
                Kind::Sub | Kind::Bare => {
                    let message = "a subprogram is defined inside another";
                    return give_up(code::FLOW, self.at, message);
                }
                Kind::EndSub | Kind::Return | Kind::M99 => {}
                _ => return Ok(None),
            }
        }
        if flow.skipping() && !flow.looks_for(&self.name) {
            return Ok(None);
        }
        if self.kind == Kind::Call && flow.skipping() {
            return Ok(None);
        }
        Ok(Some(self))
    }
}

impl Machine<'_> {
    /// Handles the line if it begins with an O word, M98 or M99, or is passed over; `false` when
    /// it is an ordinary block.
    pub(crate) fn try_flow(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step<bool> {
        let start = cursor.position();
        let line = match cursor.peek() {
            _ if self.options.dialect == Dialect::Mach3 => return Ok(self.try_label(cursor)),
            b'o' if self.options.dialect == Dialect::LinuxCnc => Some(self.read_o(cursor)?),
            b'm' if self.options.dialect == Dialect::LinuxCnc => self.read_m98(cursor, block)?,
            _ => None,
        };
        let Some(line) = line else {
            cursor.rewind(start);
            return Ok(self.flow.skipping());
        };
        let Some(line) = line.filter_in(&self.flow)? else { return Ok(true) };
        self.flow_line(line, cursor, block)?;
        Ok(true)
    }

    pub(super) fn read_o(&mut self, cursor: &mut Cursor<'_>) -> Step<OLine> {
        let start = cursor.position();
        cursor.bump();
        let name = if cursor.peek() == b'<' {
            read_name(cursor)?
        } else {
            self.integer(cursor)?.to_string()
        };
        let kind = KINDS.iter().find(|(word, _)| cursor.take(word)).map(|(_, kind)| *kind);
        let kind = match kind {
            Some(kind) => kind,
            None if matches!(cursor.peek(), 0 | b'(' | b';') => Kind::Bare,
            None if self.flow.defining => Kind::Bare,
            None => {
                let at = start..cursor.end();
                return refuse(code::FLOW, at, "this O word says nothing that the control knows");
            }
        };
        let name = self.full_name(kind, name);
        Ok(OLine { kind, name, at: start..cursor.end() })
    }

    /// Labels inside a subprogram belong to it.
    pub(super) fn full_name(&self, kind: Kind, name: String) -> String {
        if kind.of_subprogram() {
            return name;
        }
        let scope = match self.flow.frames.last() {
            Some(frame) if self.flow.level() > 0 => frame.name.as_str(),
            _ if self.flow.defining => self.flow.sub_name.as_deref().unwrap_or_default(),
            _ => "",
        };
        format!("{scope}#{name}")
    }

    /// M98 and, inside a subprogram, M99 are flow words; `None` for other M words.
    pub(super) fn read_m98(
        &mut self,
        cursor: &mut Cursor<'_>,
        block: &mut Block,
    ) -> Step<Option<OLine>> {
        let start = cursor.position();
        cursor.bump();
        let number = self.integer(cursor);
        let at = start..cursor.end();
        match number {
            Ok(98) => {
                if self.flow.skipping() {
                    return Ok(None);
                }
                self.read_words(cursor, block)?;
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
            Ok(99) if self.flow.level() > 0 => {
                if self.flow.defining {
                    return refuse(
                        code::FLOW,
                        at,
                        "a subprogram that begins with O… sub ends with O… endsub",
                    );
                }
                let name = self.flow.frame().name.clone();
                Ok(Some(OLine { kind: Kind::M99, name, at }))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn flow_line(
        &mut self,
        line: OLine,
        cursor: &mut Cursor<'_>,
        block: &mut Block,
    ) -> Step {
        let kind = line.kind;
        let mut arguments = Vec::new();
        let mut test = 0.0;
        match kind {
            Kind::EndSub | Kind::Return => {
                self.flow.returned =
                    if cursor.peek() == b'[' { Some(self.bracketed(cursor)?) } else { None };
            }
            Kind::M99 => self.flow.returned = None,
            Kind::Call => {
                while matches!(cursor.peek(), b'[' | b'(') {
                    if cursor.peek() == b'(' {
                        self.read_comment(cursor, block)?;
                        continue;
                    }
                    if arguments.len() == CALL_PARAMETERS {
                        return refuse(code::FLOW, line.at, "a call takes at most 30 arguments");
                    }
                    arguments.push(self.bracketed(cursor)?);
                }
            }
            Kind::While | Kind::Repeat | Kind::If | Kind::ElseIf => test = self.test(cursor)?,
            _ => {}
        }
        if !self.flow.skipping() {
            self.only_comments(cursor, block)?;
        }
        if self.flow.to_sub && !matches!(kind, Kind::Sub | Kind::Bare) {
            return Ok(());
        }
        match kind {
            Kind::Sub | Kind::Bare => self.begin_sub(line),
            Kind::EndSub | Kind::Return | Kind::M99 => self.end_sub(&line),
            Kind::Call => self.call(line, CallKind::Oword, &arguments),
            Kind::M98 => self.call_m98(line, block),
            Kind::Do | Kind::While | Kind::Repeat => self.begin_loop(&line, test),
            Kind::EndWhile | Kind::EndRepeat => self.end_loop(&line),
            Kind::Break | Kind::Continue => self.leave_loop(&line),
            Kind::If | Kind::ElseIf | Kind::Else | Kind::EndIf => self.condition(&line, test),
        }
    }

    /// The condition or count of a loop or an if: what follows cannot be told without it.
    pub(super) fn test(&mut self, cursor: &mut Cursor<'_>) -> Step<f64> {
        self.bracketed(cursor).map_err(|halt| match halt {
            Halt::Fault(mut fault) => {
                fault.fatal = true;
                Halt::Fault(fault)
            }
            Halt::Stop => Halt::Stop,
        })
    }

    pub(super) fn only_comments(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
        loop {
            let start = cursor.position();
            match cursor.peek() {
                0 => return Ok(()),
                b';' => {
                    cursor.rest();
                }
                b'(' => self.read_comment(cursor, block)?,
                _ => {
                    let message = "only a comment may follow an O word's block";
                    return refuse(code::FLOW, start..start + 1, message);
                }
            }
        }
    }
}
