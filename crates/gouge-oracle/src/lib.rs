#![doc = include_str!("../README.md")]

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
