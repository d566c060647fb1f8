//! Shared by the tests of the interpreter.
#![allow(dead_code)]

pub mod oracle;
pub mod programs;
