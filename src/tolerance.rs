//! The tolerances that the application needs; each lives in the crate that it belongs to.

/// What the places of two motions may differ by and be the same for the travel of an axis, mm:
/// rounding, far below what a control resolves.
pub(crate) const SAME_TRAVEL_MM: f64 = 1e-6;

/// What a region may reach beyond the one that was accepted, or seen before, and be no larger, mm:
/// the rounding of reposted coordinates, as far as a fingerprint forgives it.
pub(crate) const SAME_REACH_MM: f64 = 0.1;

/// The share by which the number of its motions and the length of their way may grow, and the
/// region be no larger: motions are divided anew when a program is posted again.
pub(crate) const SAME_SIZE_SHARE: f64 = 0.01;

/// Cells that tell where a region's path runs are no smaller, mm: reposted coordinates are rounded.
pub(crate) const LEAST_CELL_MM: f64 = 0.125;

/// A direction is across another one where its share along that is no more: rounding.
pub(crate) const SAME_UP_SHARE: f64 = 1e-9;

/// Of a region one depth is told where its bounds are no farther apart than this share of it, or ε.
pub(crate) const NARROW_SHARE: f64 = 0.01;

/// What would accept the upper bound of an undecided depth, as many times that: bounds of another
/// run may differ by ε.
pub(crate) const BEYOND_BOUNDS: f64 = 1.02;

pub use gouge_mesh::tolerance::LARGEST_MM;
pub use gouge_verify::tolerance::{DEPTH_DEFAULT_MM, EPSILON_SHARE};
