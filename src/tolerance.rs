//! The tolerances that the application needs; each lives in the crate that it belongs to.

pub use gouge_mesh::tolerance::LARGEST_MM;
pub use gouge_verify::tolerance::{DEPTH_DEFAULT_MM, EPSILON_SHARE};
