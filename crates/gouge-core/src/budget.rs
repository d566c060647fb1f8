//! How much work each test may do. Bounds hold whatever these limits are; the limits decide how
//! close the bounds come.

/// Supporting planes that one exact test may use before it gives the bounds it has.
pub(crate) const MAX_CUTS: usize = 80;

/// How often an exact test may halve a facet or a motion where supporting planes do not bring its
/// bounds together.
pub(crate) const MAX_HALVED: usize = 200;

/// Cells that one exact test of a hollow tool may use before it gives the bounds it has.
pub(crate) const MAX_HOLLOW_CELLS: usize = 100_000;

/// Cells of one facet that are halved next to pockets that fill before the bounds are left as they
/// are: on a straight way, and on each of the many chords of an arc.
pub(crate) const FILLED_CELLS: [usize; 2] = [2_000, 400];

/// Faces of a hollow tool that bound one cell together.
pub(crate) const CELL_CUTS: usize = 12;

/// Slabs between a cell and a face that are tried to tell them apart.
pub(crate) const SLABS: usize = 6;

/// Pieces of a grown mesh tool, which are halved next to pockets that fill, at most.
pub(crate) const MOST_PIECES: usize = 40_000;

/// More facets are not looked at before such a piece counts as next to a pocket.
pub(crate) const MOST_LOOKS: usize = 2_048;

/// Faces of a mesh tool that are looked through in one window.
pub(crate) const MOST_FACES: usize = 256;
