//! The call stack, as far as values and saved states depend on it.

use crate::control::state::State;
use crate::motion::Span;

/// What M70 and M73 keep of the modal state.
#[derive(Clone, Debug)]
pub(crate) struct SavedState {
    pub state: State,
    /// G92 offsets were applied.
    pub zero_applied: bool,
    /// The word of cutter compensation, tenths; `None` where the tool's way was lost under it.
    pub compensation: Option<u16>,
}

/// One open call; the first is the program itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    /// The call's block.
    pub span: Span,
    /// What M70 or M73 saved here.
    pub saved: Option<SavedState>,
    /// M73: the way back brings it back.
    pub restores: bool,
}

/// The calls that are open, whatever kind of program flow opened them.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    levels: Vec<Level>,
    /// A subprogram's definition is being passed over.
    pub defining: bool,
    /// The value that the last subprogram returned.
    pub returned: Option<f64>,
}

impl Scope {
    pub fn new() -> Self {
        Scope { levels: vec![Level::default()], defining: false, returned: None }
    }

    /// Number of calls that are open.
    pub fn level(&self) -> usize {
        self.levels.len() - 1
    }

    /// Blocks of the calls that are open, outermost first.
    pub fn calls(&self) -> Vec<Span> {
        self.levels[1..].iter().map(|level| level.span).collect()
    }

    /// Opens a call.
    pub fn enter(&mut self, span: Span) {
        self.levels.push(Level { span, ..Level::default() });
    }

    /// Closes the last one; gives the state that it brings back.
    pub fn leave(&mut self) -> Option<SavedState> {
        if self.levels.len() == 1 {
            return None;
        }
        self.levels.pop().filter(|level| level.restores).and_then(|level| level.saved)
    }

    /// The call that was opened last.
    pub fn last(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }
}
