//! Every tolerance of the verdict, with its unit and its reason, in one place.

pub use gouge_core::tolerance::{FLOAT_MM, float_mm};

/// Default depth above which a motion gouges, mm.
pub const DEPTH_DEFAULT_MM: f64 = 0.01;

/// Depth bounds are refined until their width is at most this share of the tolerance
/// (semantics: ε = tolerance / 100).
pub const EPSILON_SHARE: f64 = 0.01;

/// A straight motion that is longer is cut down to what is near the body, mm: the exact tests
/// measure along it, and the part that matters must not drown in its length.
pub const LONG_MOTION_MM: f64 = 1e5;

/// Pieces of an arc that bend away from their chord by more than this are only asked whether
/// anything is near, mm.
pub const COARSE_SAG_MM: f64 = 0.1;

/// Patches into which the facets of one motion may be cut to decide by its part side.
pub const VERDICT_PATCHES: usize = 5000;

/// A tool that surfaces lie no deeper in only touches them, mm. Touching is no gouge, however long
/// the line of contact: to leave a way of a hundredth there, a tool would need an edge of 1e-5
/// radians.
pub const TOUCHING_MM: f64 = 1e-7;

/// Room for rounding between a proved length and the verdict that it is taken for, mm.
pub const VERDICT_SLACK_MM: f64 = 4.0 * FLOAT_MM;

/// Patches to spend on the part side of the worst motions of all regions together, and the
/// least and most for one.
pub const DETAIL_PATCHES: [usize; 3] = [20_000, 100, 2_000];

/// Patches into which facets may be cut to bound the ways of one motion that lead from one piece
/// of a tool into another.
pub const CROSSING_PATCHES: usize = 500;

/// Further pieces into which an arc may be cut to measure part-side depth.
pub const MAX_LEGS: usize = 200;

/// Arcs are cut this fine to advise a lift, mm.
pub const LIFT_SAG_MM: f64 = 0.01;

/// A program none of whose cutting motions comes so near to the part, mm, is hardly one for it: a
/// roughing pass above tall stock is nearer, a wrong work offset seldom.
pub const NEAR_MM: f64 = 50.0;
