#![doc = include_str!("../README.md")]

// Inputs of a check.
mod body;
mod budget;
mod limits;
mod options;
mod progress;
pub mod reason;
pub mod tolerance;

// Motions and their paths.
mod extent;
mod path;
mod plan;
mod planner;
mod polyline;
mod route;
pub mod scale;
mod stretch;

// Tools prepared for a check.
mod fitted;
mod joint;
mod mover;
mod narrowed;
mod prepared;
mod tools;

// Tool side: how deep the surface lies in the tool.
mod chunk;
mod coarse_bound;
mod contact;
mod job;
mod pockets;
mod surface;
mod worst_first;

// Part side: how deep the tool lies below the surface.
mod capped;
mod halving;
mod interior;
mod orientation;
mod side;
mod sky;
mod target;
mod walls;

// Verdicts, and the regions of gouges.
mod answer;
mod check;
mod clearance;
mod depth;
mod finding;
mod findings;
mod lift;
mod outcomes;
mod packed_trial;
mod region;
mod sighting;
mod thresholds;
mod trials;
mod under_contact;
mod verdict;

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
pub use path::dogleg;
pub use progress::Progress;
pub use region::{Region, regions};
pub use sighting::{Observer, Sighting};
