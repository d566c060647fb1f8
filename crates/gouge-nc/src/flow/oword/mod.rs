//! Subprograms, conditions and loops of LinuxCNC: O words, M98, M99.
//!
//! The control reads line by line and skips to labels, so what counts is the order in which lines
//! are met; this does the same. Source: `interp_o_word.cc` and the user manual's "O Codes".

mod calls;
mod labels;
mod line;
mod loops;
mod words;

pub(super) use labels::WordFlow;
