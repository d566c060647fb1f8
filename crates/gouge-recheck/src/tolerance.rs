//! Every tolerance of recheck, with its unit and its reason, in one place.

/// Points, heights, radii and distances that differ by less are the same, mm: a report's numbers
/// go through a few operations of `f64`, far below any tolerance.
pub(crate) const SAME_MM: f64 = 1e-9;

/// What is no farther than this beside a place straight below a facet is straight below it, mm:
/// rounding moves the foot on a facet that lies aslant.
pub(crate) const STRAIGHT_BELOW_MM: f64 = 1e-8;

/// Shares that add to one, directions and points of a facet may be off by this.
pub(crate) const SHARE: f64 = 1e-6;

/// Along a sliver the nearest point of a facet is told to this share of its coordinates: next to
/// nothing of how far it is, which is held to by itself.
pub(crate) const FOOT_SHARE: f64 = 1e-9;

/// A ball around facets is larger than their corners tell by this share of its radius and of where
/// it is: far more than a distance between two points is rounded by.
pub(crate) const BALL_SHARE: f64 = 1e-12;

/// What facets leave out of the view from a point, as a share of all of it, where they count as
/// closed around that: much more than what cracks do that rounding leaves.
pub(crate) const VIEW_SHARE: f64 = 1e-3;

/// ε as a share of the tolerance.
pub(crate) const EPSILON_SHARE: f64 = 0.01;

/// What is deeper than the tolerance by no more than so many roundings counts as equal to it.
pub(crate) const ROUNDINGS: f64 = 64.0;

/// Share of ε that a recomputed number may differ from the reported one.
pub(crate) const SLACK_SHARE: f64 = 0.25;

/// And never more than this, mm.
pub(crate) const SLACK_MOST_MM: f64 = 1e-6;

/// Advice is ε more than what clears, and rounded up by less than this, mm.
pub(crate) const ADVICE_STEP_MM: f64 = 1e-4;

/// Largest deviation of a placement from a rigid motion, per unit of length.
pub(crate) const RIGID: f64 = 1e-9;

/// Lengths summed in another order differ by this share.
pub(crate) const SUM_SHARE: f64 = 1e-6;

/// Directions computed from coordinates are off by less, per unit of length.
pub(crate) const TURN: f64 = 1e-9;

/// Motions of a region whose depths differ by less are equally deep, mm: the first is its witness.
pub(crate) const EQUAL_MM: f64 = 2e-6;

/// Angles of a turn about a centre that differ by less are the same, radians.
pub(crate) const SAME_ANGLE_RAD: f64 = 1e-12;

/// No part is taken to be nearer to cutting motions than this because it is larger, mm: the figure
/// of the search, of which this crate knows nothing.
pub(crate) const NEAR_MM: f64 = 50.0;

/// Cell of the grid that places are rounded to in the name of a region, mm.
pub(crate) const FINGERPRINT_GRID_MM: f64 = 0.1;

/// Pieces that facets are cut into to find one that is in a tool: a limit of work, not a tolerance.
pub(crate) const MEETING_PIECES: usize = 20_000;
