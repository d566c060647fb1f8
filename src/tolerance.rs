//! The tolerances that the application needs; each lives in the crate that it belongs to.

/// What the places of two motions may differ by and be the same for the travel of an axis, mm:
/// rounding, far below what a control resolves.
pub(crate) const SAME_TRAVEL_MM: f64 = 1e-6;

pub use gouge_mesh::tolerance::LARGEST_MM;
pub use gouge_verify::tolerance::{DEPTH_DEFAULT_MM, EPSILON_SHARE};
