//! The driver: every motion of a program, every component of its tool, every body.

mod across;
mod body;
mod chain;
mod check;
mod finding;
mod gear;
mod glance;
mod job;
mod lift;
mod limits;
mod medial;
mod path;
mod plan;
pub mod reason;
mod region;
pub mod scale;
mod search;
mod side;
mod stand;
pub mod tolerance;
mod trial;

pub use body::Body;
pub use check::{Accepted, Options, Outcome, Progress, check};
pub use finding::{Budget, Coverage, Finding, MotionOutcome, PartSide, Verdict};
pub use region::{Region, regions};
