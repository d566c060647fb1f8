//! Every tolerance of the program, with its unit and its reason, in one place.

/// Default depth above which a motion gouges, mm.
pub const DEPTH_DEFAULT_MM: f64 = 0.01;

/// Depth bounds are refined until their width is at most this share of the tolerance
/// (semantics: ε = tolerance / 100).
pub const EPSILON_SHARE: f64 = 0.01;

/// A bounding volume is pruned only when it is clear by more than this share of the largest
/// coordinate in play (mm per mm): far above the rounding of `f64` tests, far below any
/// tolerance, so a triangle exactly as deep as asked is found in every hierarchy.
pub const PRUNE_PAD: f64 = 1e-9;
