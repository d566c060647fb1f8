//! Subprograms, conditions and loops of LinuxCNC: O words, M98, M99. The control reads line by
//! line and skips to labels, so what counts is the order in which lines are met; this does the same.

use std::collections::HashMap;

use super::block::Block;
use super::code;
use super::cursor::Cursor;
use super::dialect::Dialect;
use super::expr::read_name;
use super::fault::{BLOCK, Fault, Halt, Step, fault, give_up, refuse};
use super::machine::{Machine, Next};
use super::motion::Span;
use super::saved_state::SavedState;

/// Parameters `#1` … `#30` belong to the call.
pub(crate) const CALL_PARAMETERS: usize = 30;
/// Deepest nesting of calls, LinuxCNC's.
const DEEPEST_CALL: usize = 10;

/// A line that the program can go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    pub file: u16,
    pub offset: u64,
    /// Number of the line before it.
    pub before: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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

/// A label met before.
#[derive(Clone, Debug)]
struct Label {
    kind: Kind,
    mark: Mark,
    /// Repeats left, while a repeat runs.
    left: Option<i64>,
}

/// How a subprogram was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallKind {
    Top,
    Oword,
    M98,
}

/// One level of calls.
#[derive(Clone, Debug)]
struct Frame {
    name: String,
    kind: CallKind,
    /// The call's block.
    span: Span,
    /// Where the caller goes on.
    back: Mark,
    /// The caller's `#1` … `#30`.
    saved: [f64; CALL_PARAMETERS],
    /// Repeats of an M98 that this level still has to make.
    repeats_left: Option<i64>,
    state: Option<SavedState>,
    restore: bool,
}

impl Frame {
    fn new(name: String, kind: CallKind, span: Span) -> Self {
        Frame {
            name,
            kind,
            span,
            back: Mark::default(),
            saved: [0.0; CALL_PARAMETERS],
            repeats_left: None,
            state: None,
            restore: false,
        }
    }
}

/// Looking for something further down.
#[derive(Clone, Debug, PartialEq)]
struct Skip {
    /// Full name of the label looked for.
    name: String,
    /// The line that started it.
    from: u32,
    file: u16,
}

/// Where the program stands between its labels.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    frames: Vec<Frame>,
    labels: HashMap<String, Label>,
    skip: Option<Skip>,
    /// The skip looks for a called subprogram.
    to_sub: bool,
    /// A subprogram's definition is being passed over.
    pub defining: bool,
    sub_name: Option<String>,
    taken_if: bool,
    breaking: bool,
    continuing: bool,
    /// The value that the last subprogram returned.
    pub returned: Option<f64>,
    /// M2, M30 or the closing % was met.
    pub ended: bool,
    idle_jumps: u64,
}

/// An O line, or an M98 or M99 block.
struct OLine {
    kind: Kind,
    name: String,
    at: std::ops::Range<usize>,
}

impl Flow {
    pub fn new() -> Self {
        Flow {
            frames: vec![Frame::new(String::new(), CallKind::Top, Span::default())],
            labels: HashMap::new(),
            skip: None,
            to_sub: false,
            defining: false,
            sub_name: None,
            taken_if: false,
            breaking: false,
            continuing: false,
            returned: None,
            ended: false,
            idle_jumps: 0,
        }
    }

    /// Number of calls that are open.
    pub fn level(&self) -> usize {
        self.frames.len() - 1
    }

    /// Blocks of the calls that are open, outermost first.
    pub fn calls(&self) -> Vec<Span> {
        self.frames[1..].iter().map(|frame| frame.span).collect()
    }

    /// A motion was made, so a loop is getting somewhere.
    #[inline]
    pub fn moved(&mut self) {
        self.idle_jumps = 0;
    }

    /// Lines are being passed over.
    #[inline]
    pub fn skipping(&self) -> bool {
        self.skip.is_some()
    }

    fn looks_for(&self, name: &str) -> bool {
        self.skip.as_ref().is_some_and(|skip| skip.name == name)
    }

    /// What was looked for when the file ended.
    pub fn unfound(&self) -> Option<(u16, Fault)> {
        let skip = self.skip.as_ref()?;
        let name = skip.name.rsplit('#').next().unwrap_or(&skip.name);
        let message = if self.to_sub {
            format!("subprogram O<{name}> is not in this program, beside it, or in the search path")
        } else {
            format!("the end of O{name} that begins here is missing")
        };
        let code = if self.to_sub { code::SUBPROGRAM } else { code::FLOW };
        let fault = Fault { code, message, at: BLOCK, line: Some(skip.from), fatal: true };
        Some((skip.file, fault))
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

impl Machine<'_> {
    /// Handles the line if it begins with an O word, M98 or M99, or is passed over; `false` when
    /// it is an ordinary block.
    pub(crate) fn try_flow(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step<bool> {
        let start = cursor.position();
        let line = match cursor.peek() {
            b'o' => Some(self.read_o(cursor)?),
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

    fn read_o(&mut self, cursor: &mut Cursor<'_>) -> Step<OLine> {
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
    fn full_name(&self, kind: Kind, name: String) -> String {
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
    fn read_m98(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step<Option<OLine>> {
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
                let Some(program) = super::expr::whole(program) else {
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

    fn flow_line(&mut self, line: OLine, cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
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
    fn test(&mut self, cursor: &mut Cursor<'_>) -> Step<f64> {
        self.bracketed(cursor).map_err(|halt| match halt {
            Halt::Fault(mut fault) => {
                fault.fatal = true;
                Halt::Fault(fault)
            }
            Halt::Stop => Halt::Stop,
        })
    }

    fn only_comments(&mut self, cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
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

    /// The line being carried out.
    fn this_line(&self) -> Mark {
        Mark {
            file: self.here.file,
            offset: self.here.offset,
            before: self.here.number.saturating_sub(1),
        }
    }

    fn next_line(&self) -> Mark {
        Mark { file: self.here.file, offset: self.here.after, before: self.here.number }
    }

    fn jump(&mut self, mark: Mark) -> Step {
        self.flow.idle_jumps += 1;
        if self.flow.idle_jumps > self.options.max_idle_jumps {
            return give_up(
                code::LIMIT,
                BLOCK,
                format!(
                    "the program jumped {} times without moving: it is taken to be endless",
                    self.options.max_idle_jumps
                ),
            );
        }
        self.next = Next::Jump(mark);
        Ok(())
    }

    fn skip_to(&mut self, name: &str) {
        let (from, file) = (self.here.number, self.here.file);
        self.flow.skip = Some(Skip { name: name.to_owned(), from, file });
    }

    fn save_label(&mut self, line: &OLine) -> Step {
        if let Some(label) = self.flow.labels.get(&line.name) {
            let first = label.mark.before + 1;
            let message = format!("this label is used in line {first} already");
            return refuse(code::FLOW, line.at.clone(), message);
        }
        let label = Label { kind: line.kind, mark: self.this_line(), left: None };
        self.flow.labels.insert(line.name.clone(), label);
        Ok(())
    }

    fn label(&self, line: &OLine) -> Option<Label> {
        self.flow.labels.get(&line.name).cloned()
    }

    /// The label of an inner or closing word, which must be one of `kinds`.
    fn opened(&self, line: &OLine, kinds: &[Kind]) -> Step<Label> {
        match self.label(line) {
            Some(label) if kinds.contains(&label.kind) => Ok(label),
            _ => give_up(code::FLOW, line.at.clone(), "the word that should begin this is missing"),
        }
    }

    fn begin_sub(&mut self, line: OLine) -> Step {
        let frame = self.flow.frame().kind;
        let bare = line.kind == Kind::Bare;
        if bare && frame == CallKind::Oword {
            let message = "a subprogram that begins with O… alone is called with M98";
            return give_up(code::FLOW, line.at, message);
        }
        if !bare && frame == CallKind::M98 {
            let message = "a subprogram that begins with O… sub is called with O… call";
            return give_up(code::FLOW, line.at, message);
        }
        if self.flow.skipping() {
            self.save_label(&line)?;
            self.flow.skip = None;
        }
        self.flow.to_sub = false;
        if bare || self.flow.level() > 0 {
            return Ok(());
        }
        self.save_label(&line)?;
        self.skip_to(&line.name);
        self.flow.defining = true;
        self.flow.sub_name = Some(line.name);
        Ok(())
    }

    fn end_sub(&mut self, line: &OLine) -> Step {
        if self.flow.level() == 0 {
            if self.flow.sub_name.is_none() {
                return give_up(
                    code::FLOW,
                    line.at.clone(),
                    "no subprogram begins before this end",
                );
            }
            if line.kind == Kind::EndSub {
                if !self.flow.defining {
                    let message = "no subprogram begins before this end";
                    return give_up(code::FLOW, line.at.clone(), message);
                }
                self.flow.skip = None;
                self.flow.defining = false;
                self.flow.sub_name = None;
            }
            return Ok(());
        }
        let kind = self.flow.frame().kind;
        if kind == CallKind::M98 && line.kind != Kind::M99 {
            return give_up(
                code::FLOW,
                line.at.clone(),
                "a subprogram called with M98 ends with M99",
            );
        }
        if kind == CallKind::Oword && line.kind == Kind::M99 {
            let message = "a subprogram called with O… call ends with O… endsub";
            return give_up(code::FLOW, line.at.clone(), message);
        }
        if line.kind == Kind::EndSub {
            self.flow.skip = None;
        }
        self.leave(kind)
    }

    /// Goes back to the caller.
    fn leave(&mut self, kind: CallKind) -> Step {
        let state = {
            let frame = self.flow.frame();
            frame.state.take().filter(|_| frame.restore)
        };
        self.names.leave();
        self.flow.frames.pop();
        let caller = self.flow.frame();
        let (back, saved) = (caller.back, caller.saved);
        let name = caller.name.clone();
        if kind == CallKind::Oword {
            for (index, value) in saved.into_iter().enumerate() {
                self.params.set(index + 1, value);
            }
        }
        self.flow.sub_name = (!name.is_empty()).then_some(name);
        if let Some(state) = state {
            self.restore(state)?;
        }
        self.jump(back)
    }

    fn call(&mut self, line: OLine, kind: CallKind, arguments: &[f64]) -> Step {
        if self.flow.level() + 1 >= DEEPEST_CALL {
            let message = "calls are nested ten deep: the control allows nine";
            return give_up(code::LIMIT, line.at, message);
        }
        let back = self.next_line();
        let params = &mut self.params;
        let saved = std::array::from_fn(|index| params.get(index + 1));
        let caller = self.flow.frame();
        caller.back = back;
        if kind == CallKind::Oword {
            caller.saved = saved;
            for index in 0..CALL_PARAMETERS {
                params.set(index + 1, arguments.get(index).copied().unwrap_or(0.0));
            }
        }
        self.flow.skip = None;
        let span = self.here.span();
        self.flow.frames.push(Frame::new(line.name.clone(), kind, span));
        self.names.enter();
        self.go_to_sub(&line.name)
    }

    fn call_m98(&mut self, line: OLine, block: &Block) -> Step {
        let Some(count) = block.get(b'l') else { return self.call(line, CallKind::M98, &[]) };
        if count == 0.0 {
            return Ok(());
        }
        // Each repetition carries the call out again, words and all.
        let again = self.this_line();
        let left = self.flow.frame().repeats_left.unwrap_or(count as i64) - 1;
        self.call(line, CallKind::M98, &[])?;
        let level = self.flow.level();
        if let Some(caller) = self.flow.frames.get_mut(level - 1) {
            caller.repeats_left = (left > 0).then_some(left);
            if left > 0 {
                caller.back = again;
            }
        }
        Ok(())
    }

    /// To a subprogram met before, to its file, or on until its definition comes.
    fn go_to_sub(&mut self, name: &str) -> Step {
        let short = name.rsplit('/').next().unwrap_or(name).to_owned();
        if let Some(label) = self.flow.labels.get(&short) {
            let mark = label.mark;
            return self.jump(mark);
        }
        self.skip_to(&short);
        self.flow.to_sub = true;
        self.next = Next::File(name.to_owned());
        Ok(())
    }

    fn begin_loop(&mut self, line: &OLine, test: f64) -> Step {
        let known = self.label(line);
        if let Some(label) = &known {
            let elsewhere = label.mark.before + 1 != self.here.number;
            let closes_do = line.kind == Kind::While && label.kind == Kind::Do;
            if elsewhere && !closes_do && line.kind != Kind::Do {
                let message =
                    format!("this label is used in line {} already", label.mark.before + 1);
                return give_up(code::FLOW, line.at.clone(), message);
            }
        } else {
            self.save_label(line)?;
        }
        self.flow.skip = None;
        match line.kind {
            Kind::Repeat => self.repeat(line, test),
            Kind::While => {
                let on = test != 0.0;
                match known {
                    Some(label) if label.kind == Kind::Do => {
                        if on && !self.flow.breaking {
                            return self.jump(label.mark);
                        }
                        self.flow.breaking = false;
                    }
                    _ if !on => self.skip_to(&line.name),
                    _ => {}
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn repeat(&mut self, line: &OLine, count: f64) -> Step {
        let Some(label) = self.flow.labels.get_mut(&line.name) else { return Ok(()) };
        let left = label.left.unwrap_or(count.round() as i64);
        if left > 0 {
            label.left = Some(left - 1);
        } else {
            label.left = None;
            self.skip_to(&line.name);
        }
        Ok(())
    }

    fn end_loop(&mut self, line: &OLine) -> Step {
        let kind = if line.kind == Kind::EndWhile { Kind::While } else { Kind::Repeat };
        let label = self.opened(line, &[kind])?;
        if self.flow.looks_for(&line.name) {
            self.flow.skip = None;
            if !self.flow.continuing {
                return Ok(());
            }
            self.flow.continuing = false;
        }
        self.jump(label.mark)
    }

    fn leave_loop(&mut self, line: &OLine) -> Step {
        let _ = self.opened(line, &[Kind::While, Kind::Do])?;
        if line.kind == Kind::Continue {
            if self.flow.looks_for(&line.name) {
                return Ok(());
            }
            self.flow.continuing = true;
        } else {
            self.flow.breaking = true;
        }
        self.skip_to(&line.name);
        Ok(())
    }

    fn condition(&mut self, line: &OLine, test: f64) -> Step {
        let on = test != 0.0;
        if line.kind == Kind::If {
            match self.label(line) {
                Some(label) if label.mark.before + 1 != self.here.number => {
                    let message =
                        format!("this label is used in line {} already", label.mark.before + 1);
                    return give_up(code::FLOW, line.at.clone(), message);
                }
                Some(_) => {}
                None => self.save_label(line)?,
            }
            self.flow.taken_if = on;
            if on {
                self.flow.skip = None;
            } else {
                self.skip_to(&line.name);
            }
            return Ok(());
        }
        let _ = self.opened(line, &[Kind::If])?;
        match line.kind {
            Kind::EndIf => {
                self.flow.skip = None;
                self.flow.taken_if = true;
            }
            _ if self.flow.taken_if => self.skip_to(&line.name),
            Kind::ElseIf if on => {
                self.flow.skip = None;
                self.flow.taken_if = true;
            }
            Kind::Else if self.flow.looks_for(&line.name) => {
                self.flow.taken_if = true;
                self.flow.skip = None;
            }
            _ => {}
        }
        Ok(())
    }

    /// M70 … M73.
    pub(crate) fn saved_state(&mut self, number: u16) -> Step {
        match number {
            70 | 73 => {
                let state = SavedState::of(&self.state, &self.params);
                let inside = self.flow.level() > 0;
                let frame = self.flow.frame();
                frame.state = Some(state);
                frame.restore |= number == 73 && inside;
            }
            71 => self.flow.frame().state = None,
            _ => {
                let state = self.flow.frame().state.clone();
                let missing =
                    || fault(code::FLOW, BLOCK, "M72 has nothing to restore: M70 is missing");
                let state = state.ok_or_else(missing)?;
                self.restore(state)?;
            }
        }
        Ok(())
    }
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
