//! Gouge proves whether a posted G-code program cuts into the part.
//!
//! Data flows one way, and no module knows a later one:
//!
//! ```text
//! bytes ─► mesh ─────────► tree ─┐
//!      └─► nc ──► motions ───────┼─► sweep ─► verify ─► report ─► cli
//!          tool ─────────────────┘
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`geom`] | boxes, triangles, k-DOP directions; depends on nothing |
//! | [`mesh`] | part files read, welded, checked for defects |
//! | [`nc`] | G-code text into motions, by dialect |
//! | [`tool`] | tools as stacks of convex pieces; tool libraries |
//! | [`tree`] | the hierarchy trait, its one traversal, one front, and every hierarchy |
//! | [`sweep`] | exact tests: one convex piece along one motion against one triangle |
//! | [`verify`] | the driver: motions × components × bodies into findings and regions |
//! | [`picture`] | sections and views as plain data |
//! | [`accelerator`] | the emulated card as an engine |
//! | [`report`] | the report as data, one renderer a format |
//! | [`sample`] | parts and programs made for newcomers, tests and benchmarks |
//! | [`output`] | files written whole or not at all |
//! | [`check`] | files in, report out: the pipeline of one check |
//! | [`batch`] | many jobs: found, checked side by side, summed up |
//! | [`cache`] | proved reports by the hash of what they rest on |
//! | [`job`] | what a check is made of: command line, job file, shop file |
//! | [`cli`] | what a user types |
//!
//! Inside: millimetres, radians, `f64`, tool axis +Z.

pub mod accelerator;
pub mod batch;
pub mod cache;
pub mod check;
pub mod cli;
pub mod job;
pub mod picture;
pub mod report;
pub mod sample;
pub mod tolerance;
pub mod tui;

pub use gouge_core::{sweep, tool, tree};
pub use gouge_mesh::{geom, mesh, output};
pub use gouge_nc as nc;
pub use gouge_verify as verify;
