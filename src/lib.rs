//! Gouge proves whether a posted G-code program cuts into the part.
//!
//! Data flows one way, and no stage knows a later one:
//!
//! ```text
//! bytes ─► mesh ─────► tree, sweep ─┐
//!   │      tool ──────────▲         ├─► verify ─► report ─► render ─► cli, batch, tui
//!   └────► nc ─► motions ───────────┘
//! ```
//!
//! The crates below, under their own names and as modules here: [`nc`] (text of a program into
//! motions), [`geom`] and [`mesh`] (part files), [`tool`], [`tree`] and [`sweep`] (tools,
//! hierarchies, exact tests), [`verify`] (verdicts). The application's own modules:
//!
//! | module | holds |
//! |---|---|
//! | [`check`] | files in, report out: the pipeline of one check |
//! | [`job`] | what a check is made of: command line, job file, shop file |
//! | [`report`] | the report: its data, and what fills it |
//! | [`picture`] | computes the report's sections and views |
//! | [`render`] | reports and pictures written out, one file a format |
//! | [`batch`] | many jobs: found, checked side by side, summed up |
//! | [`cache`] | proved reports by the hash of what they rest on |
//! | [`tui`] | `gouge browse`: state, update and drawing |
//! | [`accelerator`] | the emulated card as an engine |
//! | [`files`], [`memory`], [`number`], [`tolerance`] | files as bytes with digests, memory limits, numbers as text, the application's tolerances |
//! | [`error`], [`escape`], [`stderr`] | why a command could not run; text from files made safe to display; messages on standard error |
//! | [`sample`] | parts and programs made for newcomers, tests and benchmarks |
//! | [`cli`] | what a user types |
//!
//! Inside: millimetres, radians, `f64`, tool axis +Z.

// `eprintln!` ends the process where standard error cannot be written to; `stderr` goes on.
#![cfg_attr(not(test), warn(clippy::print_stderr))]

pub mod accelerator;
pub mod batch;
pub mod cache;
pub mod check;
pub mod cli;
pub mod error;
pub mod escape;
pub mod files;
pub mod job;
pub mod memory;
pub mod number;
pub mod picture;
pub mod render;
pub mod report;
pub mod sample;
pub mod stderr;
pub mod tolerance;
pub mod tui;

pub use gouge_core::{sweep, tool, tree};
pub use gouge_mesh::{geom, input, mesh, output};
pub use gouge_nc as nc;
pub use gouge_verify as verify;
