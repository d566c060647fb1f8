//! Every tolerance of the program, with its unit and its reason, in one place.

/// Default depth above which a motion gouges, mm.
pub const DEPTH_DEFAULT_MM: f64 = 0.01;

/// Depth bounds are refined until their width is at most this share of the tolerance
/// (semantics: ε = tolerance / 100).
pub const EPSILON_SHARE: f64 = 0.01;
