#![doc = include_str!("../README.md")]

mod body;
mod check;
mod clearance;
mod coarse_bound;
mod contact;
mod depth;
mod finding;
mod interior;
mod job;
mod lift;
mod limits;
mod orientation;
mod path;
mod plan;
mod prepared;
pub mod reason;
mod region;
pub mod scale;
mod side;
mod sighting;
mod surface;
mod target;
mod thresholds;
pub mod tolerance;
mod trials;
mod verdict;

pub use body::Body;
pub use check::{Accepted, Options, Outcome, Progress, check};
pub use clearance::{Clearance, Clearances, Nearest, StickOut, clearances};
pub use finding::{
    Budget, Coverage, Doubt, Finding, MotionOutcome, PartSide, Verdict, WitnessSide,
};
pub use limits::{Case, Limits, OwnLimits};
pub use region::{Region, regions};
pub use sighting::{Observer, Sighting};
