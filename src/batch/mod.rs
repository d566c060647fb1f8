//! Many jobs: found, checked side by side, summed up.
//!
//! ```text
//! folders, job files ─► find ─► tasks ─► partition ─► run ─► results/TASK.json
//!                                                       └─► summary ─► index.html, junit.xml, …
//! ```
//!
//! A task is one program of one job. Its result is written when it ends, and kept in the proof
//! cache, so that a run that was killed continues where it stopped. The output depends on the
//! inputs alone, not on the order in which tasks ended, nor on how many machines shared them.

mod dashboards;
mod find;
mod gate;
mod index;
mod merge;
mod now;
mod output;
mod partition;
mod results;
mod run;
mod stamp;
mod summary;
mod walk;

pub use find::{Task, find};
pub use index::counted;
pub use merge::merge;
pub use output::write_all;
pub use partition::Partition;
pub use run::{Ended, Event, Orders, run};
pub use stamp::Stamp;
pub use summary::{Row, SUMMARY_SCHEMA, Summary, summary_of};
