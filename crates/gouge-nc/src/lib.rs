//! Turns the text of a G-code program into the motions that it makes.
//!
//! Five controls are understood: LinuxCNC (the reference: its own test suite passes), Fanuc, Haas,
//! Grbl and Mach3. What is not understood is refused with its place and never skipped silently;
//! what is assumed comes out as an [`Assumption`].
//!
//! # Contents
//! 1. [`Interpreter`] runs a [`Source`] under [`Options`] and hands out [`Event`]s; [`Summary`]
//!    sums it up.
//! 2. [`Motion`]s: straight, [`Arc`] or helix, between [`Place`]s known or not, with the tool's
//!    [`Tip`]. Where in the text each comes from: [`Span`]. Many of them are kept as [`Motions`].
//! 3. What is wrong or suspicious: [`Refusal`], [`Warning`]; every [`Code`] explained by [`codes`].
//!    What is taken for granted: [`Assumption`], every kind of it in [`assumptions`].
//! 4. The control's data: [`ToolTable`], [`ParameterFile`], [`WorkOffset`], [`Compensation`].
//! 5. The languages: [`Dialect`]; [`words`] is the table of every G and M word, [`word_guide`] the
//!    same for people.
//! 6. What comments say: [`ToolNote`], [`Operation`].
//! 7. Cutter compensation as a geometry of its own: [`comp`].
//!
//! # Inside
//! One folder a stage, in the order that text takes:
//! ```text
//! Source ─► run ─► flow (which line next: O words, or numbers; fanuc has its expressions)
//!            │
//!            ├─► read: words of a line into a Block ◄── words (what every G and M word means)
//!            │
//!            └─► execute: a Block's words take effect ◄── comp, lathe
//!                   │         control: modal state, parameters, names, tools, offsets
//!                   ▼
//!                 emit: motions, refusals, warnings ─► Event
//! ```
//! `fanuc` and `grbl` hold what those controls do otherwise than LinuxCNC. `comments` reads what CAM
//! systems write beside the words. Words and cycles are functions from
//! block and control to steps, which the emitter turns into motions. Lengths inside are in the unit
//! in force; outside, millimetres.

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod code;
mod comments;
pub mod comp;
mod control;
mod dialect;
mod emit;
mod execute;
mod fanuc;
mod fault;
mod flow;
mod grbl;
mod lathe;
mod motion;
mod motions;
mod options;
mod read;
mod run;
pub mod tolerance;
mod words;

pub use code::{Code, codes};
pub use comments::operations::{Operation, Sign};
pub use control::params::{ParameterFile, ParameterFileError};
pub use control::state::Units;
pub use control::tool_table::{ToolEntry, ToolTable, ToolTableError};
pub use dialect::{Dialect, UnknownDialect};
pub use emit::fact::assumptions;
pub use motion::{
    Arc, Assumption, Event, Kind, Motion, Place, Refusal, Span, Tip, ToolNote, Warning, Zero,
};
pub use motions::{Manner, MotionRef, Motions};
pub use options::{Compensation, Decimals, Options, WorkOffset};
pub use read::source::{Source, line_starts, without_line_end};
pub use read::stripped::stripped;
pub use run::{Interpreter, Situation, Summary};
pub use words::guide::{explain_word, word_guide};
pub use words::{Group, Use, Word, words};
