//! Plain geometry: points, boxes, triangles. Depends on nothing else in the crate.

mod aabb;
mod hull;
mod kd_order;
mod swept;
mod triangle;

pub use aabb::Aabb;
pub use hull::convex_hull;
pub use kd_order::KdOrder;
pub use swept::{Body, Facing, Hull, Meridian, Outline, OutlineArc, Swept, Wall};
pub use triangle::{
    closest_on_segment, closest_on_triangle, closest_segments, halves, longest_side, six_volumes,
    unit_normal,
};

/// Millimetres in an inch.
pub const MM_PER_INCH: f64 = 25.4;

/// A point or direction in millimetres.
pub type Vec3 = nalgebra::Vector3<f64>;

/// Three corners, counter-clockwise seen from outside the material.
pub type Triangle = [Vec3; 3];
