//! The law of depth by brute force, for tests: certified bounds of both depths of one motion.
//!
//! Shares nothing with what it judges: no hierarchy, no prepared tool, no reader of programs or
//! meshes. Tools are silhouettes in closed form or lists of facets, parts are lists of facets asked
//! one after the other, and both depths come from one best-first search over Lipschitz bounds.
//!
//! | module | holds |
//! |---|---|
//! | [`part`], [`shapes`] | facets, distances, winding numbers; parts that meet every kind of place |
//! | [`outline`], [`body`], [`tools`] | tools at rest, and declarations that say the same |
//! | [`path`] | lines, arcs and helices, and their blocks |
//! | [`search`], [`tool_side`](mod@tool_side), [`part_side`](mod@part_side) | the two depths |
//! | [`law`] | whether a claim about a motion contradicts them |
//! | [`scene`], [`closed_forms`] | random programs, and cases known in closed form |

pub mod body;
pub mod closed_forms;
pub mod law;
pub mod outline;
pub mod part;
pub mod part_side;
pub mod path;
pub mod random;
pub mod scene;
pub mod search;
pub mod shapes;
pub mod tool_side;
pub mod tools;

pub use part_side::part_side;
pub use tool_side::tool_side;

/// A point or a direction, mm.
pub type Vec3 = nalgebra::Vector3<f64>;
