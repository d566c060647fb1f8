//! What comments say: tools, operations, and for which control a program was meant.

pub(crate) mod foreign;
pub(crate) mod habit;
mod leftover;
pub(crate) mod operations;
mod tokens;
pub(crate) mod tool_note;
