//! The state of LinuxCNC's program flow between lines: labels, open calls, what it looks for.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::words::{Kind, OLine};
use crate::code;
use crate::control::Control;
use crate::control::current_line::Mark;
use crate::control::params::{CALL_PARAMETERS, MOST_NAMES};
use crate::emit::Emitter;
use crate::fault::{BLOCK, Fault, Step, UNREAD, give_up, refuse};
use crate::flow::restart::Restart;
use crate::flow::route::Route;
use crate::run::no_file;

/// Deepest nesting of calls, LinuxCNC's.
pub(super) const DEEPEST_CALL: usize = 10;

/// A label met before.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) kind: Kind,
    pub(super) mark: Mark,
    /// Repeats left, while a repeat runs.
    pub(super) left: Option<i64>,
}

/// How a subprogram was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallKind {
    Top,
    Oword,
    M98,
}

/// One level of calls.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) name: String,
    pub(super) kind: CallKind,
    /// Where the caller goes on.
    pub(super) back: Mark,
    /// The caller's `#1` … `#30`.
    pub(super) saved: [Option<f64>; CALL_PARAMETERS],
    /// Repeats of an M98 that this level still has to make.
    pub(super) repeats_left: Option<i64>,
}

impl Frame {
    pub fn new(name: String, kind: CallKind) -> Self {
        Frame {
            name,
            kind,
            back: Mark::default(),
            saved: [None; CALL_PARAMETERS],
            repeats_left: None,
        }
    }
}

/// Looking for something further down.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Skip {
    /// Full name of the label looked for.
    pub(super) name: String,
    /// The line that started it.
    pub(super) from: u32,
    pub(super) file: u16,
}

/// Where the program stands between its labels.
#[derive(Clone, Debug)]
pub(crate) struct WordFlow {
    pub(super) frames: Vec<Frame>,
    pub(super) labels: HashMap<String, Label>,
    /// Names of the subprograms that were called.
    pub(super) called: HashSet<String>,
    pub(super) skip: Option<Skip>,
    /// The skip looks for a called subprogram.
    pub(super) to_sub: bool,
    pub(super) sub_name: Option<String>,
    pub(super) taken_if: bool,
    pub(super) breaking: bool,
    pub(super) continuing: bool,
    pub route: Route,
    restart: Restart,
}

impl WordFlow {
    pub fn new() -> Self {
        WordFlow {
            frames: vec![Frame::new(String::new(), CallKind::Top)],
            labels: HashMap::new(),
            called: HashSet::new(),
            skip: None,
            to_sub: false,
            sub_name: None,
            taken_if: false,
            breaking: false,
            continuing: false,
            route: Route::default(),
            restart: Restart::default(),
        }
    }

    /// M99 in the main program, in `at`: from its top again, or its end.
    pub fn restart(
        &mut self,
        at: Range<usize>,
        control: &Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        if control.scope.level() > 0 {
            let message = "M99 ends a subprogram only as the first word of its line: give it a line \
                           of its own";
            return give_up(code::FLOW, at, message);
        }
        if !self.restart.again("M99", at, "", control, emitter)? {
            self.route.end();
            return Ok(());
        }
        // They are met again.
        self.labels.clear();
        self.route.jump(Mark::default(), control, emitter)
    }

    /// Lines are being passed over.
    #[inline]
    pub fn skipping(&self) -> bool {
        self.skip.is_some()
    }

    pub(super) fn looks_for(&self, name: &str) -> bool {
        self.skip.as_ref().is_some_and(|skip| skip.name == name)
    }

    /// What was looked for when the file ended.
    pub fn unfound(&self) -> Option<(u16, Fault)> {
        let skip = self.skip.as_ref()?;
        let name = skip.name.rsplit('#').next().unwrap_or(&skip.name);
        let message = if self.to_sub {
            let none = no_file(name);
            format!("subprogram O<{name}> is not in this program, and {none}; {UNREAD}")
        } else {
            format!("the end of O{name} that begins here is missing; {UNREAD}")
        };
        let code = if self.to_sub { code::SUBPROGRAM } else { code::FLOW };
        let fault = Fault { code, message, at: BLOCK, line: Some(skip.from), fatal: true };
        Some((skip.file, fault))
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn skip_to(&mut self, name: &str, control: &Control<'_>) {
        let (from, file) = (control.here.number, control.here.file);
        self.skip = Some(Skip { name: name.to_owned(), from, file });
    }

    pub(super) fn save_label(&mut self, line: &OLine, control: &Control<'_>) -> Step {
        if let Some(label) = self.labels.get(&line.name) {
            let first = label.mark.before + 1;
            let message = format!("this label is used in line {first} already");
            return refuse(code::FLOW, line.at.clone(), message);
        }
        if self.labels.len() >= MOST_NAMES {
            let message = format!("the program has more than {MOST_NAMES} labels");
            return give_up(code::LIMIT, line.at.clone(), message);
        }
        let label = Label { kind: line.kind, mark: control.here.mark(), left: None };
        self.labels.insert(line.name.clone(), label);
        Ok(())
    }

    pub(super) fn label(&self, line: &OLine) -> Option<Label> {
        self.labels.get(&line.name).cloned()
    }

    /// The label of an inner or closing word, which must be one of `kinds`.
    pub(super) fn opened(&self, line: &OLine, kinds: &[Kind]) -> Step<Label> {
        match self.label(line) {
            Some(label) if kinds.contains(&label.kind) => Ok(label),
            _ => give_up(code::FLOW, line.at.clone(), "the word that should begin this is missing"),
        }
    }
}
