//! Shared by the tests of the interpreter.
#![allow(dead_code)]

pub mod absent;
pub mod canon;
pub mod oracle;
pub mod programs;
pub mod seen;
