//! Every tolerance of reading meshes, with its unit and its reason, in one place.

/// Longest length anything is measured with, mm: farther than any machine reaches and than the
/// centres of nearly straight arcs lie (posts write radii up to a million inches). Beyond it the
/// rounding of one operation comes near the width of the bounds, and squares at last overflow.
pub const LARGEST_MM: f64 = 1e8;
