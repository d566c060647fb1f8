//! The driver: every motion of a program, every component of its tool, every body.

mod finding;

pub use finding::{Coverage, Finding, MotionOutcome, PartSide, Role, Verdict};
