#![doc = include_str!("../README.md")]

mod answer;
mod body;
mod check;
mod chunk;
mod clearance;
mod coarse_bound;
mod contact;
mod depth;
mod extent;
mod finding;
mod findings;
mod interior;
mod job;
mod joint;
mod kept;
mod lift;
mod limits;
mod mover;
mod options;
mod orientation;
mod outcomes;
mod path;
mod plan;
mod pockets;
mod polyline;
mod prepared;
mod progress;
pub mod reason;
mod region;
mod route;
pub mod scale;
mod side;
mod sighting;
mod sky;
mod stretch;
mod surface;
mod target;
mod thresholds;
pub mod tolerance;
mod tools;
mod trials;
mod verdict;
mod worst_first;

pub use body::Body;
pub use check::{Outcome, check};
pub use clearance::{Clearance, Clearances, Nearest, StickOut, clearances};
pub use finding::{
    Budget, Coverage, Doubt, Finding, Gouge, MotionOutcome, PartSide, Verdict, WitnessSide,
};
pub use findings::Findings;
pub use limits::{Case, Limits, OwnLimits};
pub use options::{Accepted, Options};
pub use outcomes::Outcomes;
pub use progress::Progress;
pub use region::{Region, regions};
pub use sighting::{Observer, Sighting};
