//! G-code text into motions. Knows dialects; never sees meshes.
//!
//! ```text
//! source ─► run ─► flow (which line next) ─► read ─► block ─► check ─► execute
//!                                                                        │
//!            straight · arc · cycle · curves · compensate · offsets ◄────┘
//!                                 └─► emit ─► Event
//! ```
//!
//! [`run`] reads a program line by line and hands every motion out as it is made. The word table
//! ([`words`]) says what each control does with each word.

mod arc;
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
mod fanuc;
mod fault;
mod feed;
mod flow;
mod foreign;
mod here;
mod lathe;
mod mach3;
mod memory;
pub mod motion;
mod offsets;
mod operation;
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
    Arc, Assumption, Event, Kind, Missing, Motion, Place, Refusal, Span, Tip, ToolNote, Warning,
};
pub use operations::{Operation, Sign};
pub use options::{Compensation, Options, WorkOffset};
pub use params::{ParameterFile, ParameterFileError};
pub use run::{Summary, run};
pub use source::Source;
pub use state::Units;
pub use tool_table::{ToolEntry, ToolTable, ToolTableError};
pub use word_guide::{explain_word, word_guide};
pub use words::{Group, Use, Word, words};
