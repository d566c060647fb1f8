//! Tools, hierarchies over meshes, and exact sweeps of one against the other.

pub mod sweep;
pub mod tolerance;
pub mod tool;
pub mod tree;
