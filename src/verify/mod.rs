//! The driver: every motion of a program, every component of its tool, every body.

mod finding;
mod region;

pub use finding::{Coverage, Finding, MotionOutcome, PartSide, Role, Verdict};
pub use region::{Region, regions};
