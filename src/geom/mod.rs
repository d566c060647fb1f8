//! Plain geometry: points, boxes, triangles. Depends on nothing else in the crate.

mod aabb;
mod swept;

pub use aabb::Aabb;
pub use swept::{Body, Hull, Swept};

/// A point or direction in millimetres.
pub type Vec3 = nalgebra::Vector3<f64>;

/// Three corners, counter-clockwise seen from outside the material.
pub type Triangle = [Vec3; 3];
