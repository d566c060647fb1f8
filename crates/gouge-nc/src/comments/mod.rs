//! What comments tell: tools, operations, and for which control a program was meant.

pub(crate) mod foreign;
pub(crate) mod habit;
pub(crate) mod operations;
pub(crate) mod tool_note;
