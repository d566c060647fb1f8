//! Every tolerance of the verdict, with its unit and its reason, in one place.

pub use gouge_core::tolerance::{FLOAT_MM, FLOAT_SHARE, float_mm};

/// Default depth above which a motion gouges, mm.
pub const DEPTH_DEFAULT_MM: f64 = 0.01;

/// Depth bounds are refined until their width is at most this share of the tolerance
/// (semantics: ε = tolerance / 100).
pub const EPSILON_SHARE: f64 = 0.01;

/// Bounds of least distances are closed to this share of the tolerance.
pub const CLEARANCE_SHARE: f64 = 0.1;

/// A straight motion that is longer is cut down to what is near the body, mm: the exact tests
/// measure along it, and the part that matters must not drown in its length.
pub const LONG_MOTION_MM: f64 = 1e5;

/// Pieces of an arc that bend away from their chord by more than this are only asked whether
/// anything is near, mm.
pub const COARSE_SAG_MM: f64 = 0.1;

/// Room for rounding between a proved length and the verdict that it is taken for, mm.
pub const VERDICT_SLACK_MM: f64 = 4.0 * FLOAT_MM;

/// Bounds of a region's depth are closed to this share of it, or to ε: a little less than the
/// hundredth that is promised.
pub const REGION_SHARE: f64 = 0.009;

/// The same for tool-side depth, which the bounds of regions begin with.
pub const SURFACE_SHARE: f64 = 0.008;

/// Cells that one search for part-side depth may look at before it leaves its bounds as they are.
pub const MAX_CELLS: usize = 20_000;

/// The same where a point is only to be shown.
pub const PROBE_CELLS: usize = 150;

/// Places where the surface is in a piece that are looked at to shift it out of the material.
pub const WAY_OUT_ROUNDS: usize = 8;

/// Such a shift is longer by this share of ε than it has to be.
pub const WAY_OUT_SHARE: f64 = 0.125;

/// Highest points that are looked at to bound one cell.
pub const CELL_ROUNDS: usize = 16;

/// Lids that are tried to bound one cell.
pub const LIDS: usize = 3;

/// A lid over more facets than this is not sought: the cell is cut first.
pub const LID_FACETS: usize = 256;

/// Poses of a mesh tool that are looked at to place one point.
pub const TIME_SAMPLES: usize = 24;

/// Chords are halved until their sagitta is this share of ε.
pub const FINEST_SAG_SHARE: f64 = 0.125;

/// Arcs are cut this fine to advise a lift, mm.
pub const LIFT_SAG_MM: f64 = 0.01;

/// What no facet comes deeper into when it is raised lies this share deeper in a tool than any facet:
/// more than raises are told apart by.
pub const SKY_SHARE: f64 = 0.03;

/// A surface is a wall where the way out of it rises by less than this share of its length: 30°.
pub const WALL_RISE: f64 = 0.5;

/// A tool that a wall needs to be moved away from is not moved farther than this many depths: what
/// is in the way then is another wall.
pub const SHIFT_DEPTHS: f64 = 4.0;

/// A program none of whose cutting motions comes so near to the part, mm, is hardly one for it: a
/// roughing pass above tall stock is nearer, a wrong work offset seldom.
pub const NEAR_MM: f64 = 50.0;
