//! What Fanuc and Haas controls do differently from LinuxCNC.
//!
//! `flow` seeks programs and blocks; `calls` and `statements` are macro B's subprograms and its
//! IF, GOTO, WHILE; `expression` and `variables` its values. `check` reads what a block means,
//! `cycles` drills, `figures` rotates, scales and mirrors, `offsets` places work offsets, `reference`
//! comes back from the reference point.

mod calls;
mod check;
pub(super) mod cycles;
mod expression;
pub(super) mod figures;
pub(super) mod flow;
mod offsets;
mod reference;
mod statements;
mod variables;
