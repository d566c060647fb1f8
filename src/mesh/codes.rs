//! The codes of part files: what each means and what to do about it.

/// Bytes behind the mesh.
pub(super) const TRAILING: &str = "M101";
/// A solid of a text STL without facets.
pub(super) const EMPTY_SOLID: &str = "M102";
