//! What comments state: tools, operations, and the control that a program was meant for.

pub(crate) mod foreign;
pub(crate) mod habit;
mod leftover;
pub(crate) mod operations;
mod tokens;
pub(crate) mod tool_note;
