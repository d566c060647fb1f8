//! Where the program goes from line to line: by O words (LinuxCNC) or by numbers (Fanuc, Haas,
//! Mach3). Grbl has neither.

mod numbered;
mod oword;
pub(crate) mod restart;
pub(crate) mod route;

use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::execute::invalidate::Macros;
use crate::fault::{Fault, Step};
use crate::read::block::Block;
use crate::read::cursor::Cursor;
use numbered::NumberFlow;
use oword::WordFlow;
use route::Route;

/// The program flow of a dialect.
pub(crate) enum Flow {
    Words(WordFlow),
    Numbers(NumberFlow),
}

impl Flow {
    pub fn new(dialect: Dialect) -> Self {
        if dialect.subprograms_by_number() {
            Flow::Numbers(NumberFlow::new())
        } else {
            Flow::Words(WordFlow::new())
        }
    }

    /// Where the program goes next.
    pub fn route(&mut self) -> &mut Route {
        match self {
            Flow::Words(flow) => &mut flow.route,
            Flow::Numbers(flow) => &mut flow.route,
        }
    }

    /// Handles a line that steers the program or is passed over; `false` when the words from the
    /// cursor on are an ordinary block. `label` is its N on Fanuc and Haas controls.
    pub fn try_line(
        &mut self,
        cursor: &mut Cursor<'_>,
        label: Option<u64>,
        block: &mut Block,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<bool> {
        match self {
            Flow::Words(flow) => flow.try_line(cursor, block, control, emitter),
            Flow::Numbers(flow) if control.options.dialect == Dialect::Mach3 => {
                Ok(flow.try_label(cursor, control))
            }
            Flow::Numbers(flow) => flow.try_line(cursor, label, control, emitter),
        }
    }

    /// At the end of the text, while a program looks for a block or a program by its number: goes
    /// on from the top or in the program's own file. `false` when it looks for none.
    pub fn search_again(
        &mut self,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step<bool> {
        match self {
            Flow::Numbers(flow) if flow.searching() => {
                flow.search_again(control, emitter).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// Where a macro is called after each motion.
    pub fn macros(&self) -> Macros {
        match self {
            Flow::Words(_) => Macros::None,
            Flow::Numbers(flow) => flow.macros(),
        }
    }

    /// What was looked for when the text ended, and its file.
    pub fn unfound(&self) -> Option<(u16, Fault)> {
        match self {
            Flow::Words(flow) => flow.unfound(),
            Flow::Numbers(_) => None,
        }
    }

    /// The text ends inside a call that should have come back.
    pub fn ends_inside(&mut self, control: &Control<'_>) -> bool {
        match self {
            Flow::Words(_) => control.scope.level() > 0,
            Flow::Numbers(flow) => !flow.route.ended && control.scope.level() > 0,
        }
    }
}
