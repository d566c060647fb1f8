//! Every tolerance of reading meshes, with its unit and its reason, in one place.

/// Longest length anything is measured with, mm: farther than any machine reaches and than the
/// centres of nearly straight arcs lie (posts write radii up to a million inches). Beyond it the
/// rounding of one operation comes near the width of the bounds, and squares at last overflow.
pub const LARGEST_MM: f64 = 1e8;

/// What is less than this below the highest open edge about a gap is taken to be above it, mm: a
/// tool that runs along a level top in which a facet is missing does not go into it.
pub(crate) const GAP_TOP_MM: f64 = 1e-6;

/// Open edges no farther apart than this share of the largest coordinate among them fit but for
/// rounding: eight units in the last place of single precision, in which STL files are written.
pub(crate) const CRACK_SHARE: f64 = 8.0 / (1 << 23) as f64;

/// However large the coordinates, edges that are farther apart than this do not fit, mm.
pub(crate) const CRACK_MM: f64 = 1e-4;

/// What is off a line by no more than this share of the largest coordinate lies on it, but for the
/// rounding of that measurement.
pub(crate) const ROUNDING_SHARE: f64 = 1e-14;

/// A closed piece whose volume is less than this share of what its facets span encloses nothing.
pub(crate) const EMPTY_SHARE: f64 = 1e-9;

/// How far beside a facet it is looked what is around it, as a share of the largest coordinate.
pub(crate) const BESIDE_SHARE: f64 = 1e-9;

/// How far beside an open edge it is looked what is there, in lengths of the edge.
pub(crate) const BESIDE_EDGE_SHARE: f64 = 1e-4;

/// Four times the squared area of a triangle, as a share of the squares of two of its edges, below
/// which weights by areas are noise: a sliver, or no triangle.
pub(crate) const SLIVER_SHARE: f64 = 1e-12;

/// The determinant of two directions, as a share of the product of their squares, below which they
/// count as parallel.
pub const PARALLEL_SHARE: f64 = 1e-14;

/// Corners of a polygon that reach across it by no more than this share of its largest coordinate lie
/// in one plane, but for the rounding of a file with six digits.
pub(crate) const FLAT_FACE_SHARE: f64 = 1e-5;

/// A hole that reaches over more than this share of its mesh along both level axes, and over
/// [`CAPPED_UPRIGHT_SHARE`] of its height, is the rim of a skin: next to nothing is farther from it
/// than from the surface.
pub(crate) const CAPPED_LEVEL_SHARE: f64 = 0.9;

/// See [`CAPPED_LEVEL_SHARE`].
pub(crate) const CAPPED_UPRIGHT_SHARE: f64 = 0.25;
