//! The state of Fanuc's program flow between lines: what it looks for, open calls, loops.

use std::collections::{HashMap, HashSet};

use crate::control::current_line::Mark;
use crate::flow::restart::Restart;
use crate::flow::route::Route;
use crate::run::main_program::MainProgram;

/// A place that blocks are passed over for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// The line behind `O…`.
    Program(u32),
    /// `N…` of the program that begins there.
    Label(Mark, u32),
    /// `END …` of the loop.
    End(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) target: Target,
    /// The block that asks for it, by file and line.
    pub(super) from: (u16, u32),
    /// It has begun again at the top.
    pub(super) wrapped: bool,
    /// It has looked for a file of that name.
    pub(super) filed: bool,
}

/// One level of calls, the main program being the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Where the caller goes on.
    pub(super) back: Mark,
    /// First line of the program, from which its labels are sought.
    pub(super) start: Mark,
    /// First line of what was called, once found.
    pub(super) body: Option<Mark>,
    /// Runs left after this one.
    pub(super) again: u32,
    /// Has variables of its own (G65, G66).
    pub(super) own_variables: bool,
    /// Loops that are open, the innermost last.
    pub(super) loops: Vec<Loop>,
}

/// A loop that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) number: u32,
    /// Line of its WHILE or DO.
    pub(super) start: Mark,
    /// A jump may have left it.
    pub(super) left: bool,
}

/// A macro that every motion calls (G66).
#[derive(Clone, Debug)]
pub(super) struct ModalCall {
    pub(super) program: u32,
    pub(super) runs: u32,
    pub(super) arguments: Vec<(u32, f64)>,
    pub(super) level: usize,
}

/// What the program flow of Fanuc, Haas and Mach3 remembers between lines.
#[derive(Clone, Debug)]
pub(crate) struct NumberFlow {
    pub route: Route,
    /// The main program, where another stands first and has not been met.
    pub main: Option<MainProgram>,
    pub(super) frames: Vec<Frame>,
    pub(super) search: Option<Search>,
    /// The file that was opened for the program looked for.
    pub(super) opened: Option<String>,
    pub(super) found: HashMap<Target, Mark>,
    /// Programs that were called.
    pub(super) called: HashSet<u32>,
    pub(super) modal: Option<ModalCall>,
    /// The main program begins again (M99).
    pub(super) restart: Restart,
}

impl NumberFlow {
    pub fn new() -> Self {
        NumberFlow {
            route: Route::default(),
            main: None,
            frames: vec![Frame::default()],
            search: None,
            opened: None,
            found: HashMap::new(),
            called: HashSet::new(),
            modal: None,
            restart: Restart::default(),
        }
    }

    /// Blocks are being passed over.
    pub fn searching(&self) -> bool {
        self.search.is_some()
    }

    /// There is a file of the name looked for.
    pub fn open(&mut self, file: &str) {
        self.opened = Some(file.to_owned());
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}
