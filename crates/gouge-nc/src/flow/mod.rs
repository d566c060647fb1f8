//! Subprograms, conditions and loops of LinuxCNC: O words, M98, M99. The control reads line by
//! line and skips to labels, so what counts is the order in which lines are met; this does the same.

mod calls;
mod line;
mod loops;

use std::collections::HashMap;

use super::code;
use super::fault::{BLOCK, Fault, Step, give_up, refuse};
use super::machine::{Machine, Next};
use super::motion::Span;
use super::saved_state::SavedState;
use line::{Kind, OLine};

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

/// What all flow words need.
impl Machine<'_> {
    /// The line being carried out.
    pub(crate) fn this_line(&self) -> Mark {
        Mark {
            file: self.here.file,
            offset: self.here.offset,
            before: self.here.number.saturating_sub(1),
        }
    }

    pub(crate) fn next_line(&self) -> Mark {
        Mark { file: self.here.file, offset: self.here.after, before: self.here.number }
    }

    pub(crate) fn jump(&mut self, mark: Mark) -> Step {
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
}
