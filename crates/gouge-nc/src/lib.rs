//! The text of a G-code program into the motions that it makes.
//!
//! Five controls are understood: LinuxCNC (the judge: its own test suite passes), Fanuc, Haas,
//! Grbl and Mach3. What is not understood is refused with its place and never skipped in silence;
//! what is taken for granted comes out as an [`Assumption`].
//!
//! # Contents
//! 1. [`Interpreter`] runs a [`Source`] under [`Options`] and hands out [`Event`]s; [`Summary`]
//!    tells what it came to.
//! 2. [`Motion`]s: straight, [`Arc`] or helix, between [`Place`]s known or not, with the tool's
//!    [`Tip`]. Where in the text each comes from: [`Span`].
//! 3. What is wrong or suspicious: [`Refusal`], [`Warning`]; every [`Code`] explained by [`codes`].
//! 4. The control's data: [`ToolTable`], [`ParameterFile`], [`WorkOffset`], [`Compensation`].
//! 5. The languages: [`Dialect`]; [`words`] is the table of every G and M word, [`word_guide`] the
//!    same for people.
//! 6. What comments tell: [`ToolNote`], [`Operation`].
//! 7. Geometry of its own use: [`comp`] (cutter compensation), [`spline`] (G5), [`thread`] (G76).
//!
//! # Inside
//! ```text
//! Source ─► run ─► session ─► flow (which line next: O words, or numbers)
//!                     │
//!                     ├─► read ─► Block ─► check ─► execute ─► straight · arc · cycle · curves
//!                     │                                        offsets · tool_words · lathe …
//!                     │                                              │
//!                  Control (modal state, parameters, names, tools) ◄─┤
//!                  Emitter (motions, refusals, warnings)           ◄─┘ ─► Event
//! ```
//! Words and cycles are functions from block and control to steps, which the emitter turns into
//! motions. Lengths inside are in the unit in force; outside, millimetres.

mod arc;
mod arithmetic;
mod block;
mod check;
pub mod code;
pub mod comp;
mod compensate;
mod contour;
mod control;
mod cursor;
mod curves;
mod cycle;
mod dialect;
mod doubt;
mod emit;
mod execute;
mod expr;
mod facts;
mod fanuc;
mod fault;
mod feed;
mod flow;
mod foreign;
mod habit;
mod here;
mod lathe;
mod length;
mod mach3;
mod memory;
pub mod motion;
mod offsets;
mod operations;
mod options;
mod params;
mod read;
mod run;
mod saved_state;
mod scope;
mod session;
mod source;
pub mod spline;
mod state;
mod straight;
mod stripped;
mod suspicion;
mod system_names;
mod target;
pub mod thread;
pub mod tolerance;
mod tool_note;
mod tool_table;
mod tool_words;
mod tools;
mod transform;
mod word_guide;
mod word_table;
mod words;

pub use code::{Code, codes};
pub use dialect::{Dialect, UnknownDialect};
pub use motion::{
    Arc, Assumption, Event, Kind, Motion, Place, Refusal, Span, Tip, ToolNote, Warning,
};
pub use operations::{Operation, Sign};
pub use options::{Compensation, Decimals, Options, WorkOffset};
pub use params::{ParameterFile, ParameterFileError};
pub use run::{Interpreter, Summary};
pub use source::Source;
pub use state::Units;
pub use stripped::stripped;
pub use tool_table::{ToolEntry, ToolTable, ToolTableError};
pub use word_guide::{explain_word, word_guide};
pub use words::{Group, Use, Word, words};
