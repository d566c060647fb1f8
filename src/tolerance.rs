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
/// Corners of compensated contours that turn by less are no corners, radians (LinuxCNC's value).
pub const COMP_CORNER_ANGLE: f64 = 0.05;

/// Least cosine between an entry arc's chord and the direction to its programmed centre
/// (LinuxCNC's value).
pub const COMP_ENTRY_COSINE: f64 = 1e-4;

/// How much longer than programmed a compensated arc may become, radians, with G21 in force.
/// LinuxCNC compares an angle with a length here; its limit depends on the unit, so ours does too.
pub const COMP_ARC_GROWTH_MM: f64 = 0.0254;

/// The same with G20 in force.
pub const COMP_ARC_GROWTH_IN: f64 = 0.001;

/// How far the moved end of a compensated arc may lie off its circle, program units (LinuxCNC's
/// value, the same in mm and inches).
pub const COMP_RADIUS_MISMATCH: f64 = 0.01;
