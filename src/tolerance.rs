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
/// Two points of a tool profile nearer than this are one, mm.
pub const PROFILE_JOIN_MM: f64 = 1e-9;

/// Two edges of a profile whose directions have a smaller sine between them go straight on.
pub const STRAIGHT_SINE: f64 = 1e-9;

/// A re-entrant corner of a profile is cut by lines this far apart at most, radians: depth is then
/// known to half a hundredth of itself.
pub const COARSE_FAN_RAD: f64 = 0.2;

/// The same where that is not enough: depth is then known to 1.3e-5 of itself.
pub const FINE_FAN_RAD: f64 = 0.01;

/// Hollow arcs of a tool profile become chords at most this far outside, mm.
pub const CONCAVE_ARC_SAGITTA_MM: f64 = 1e-4;

/// A mesh tool is convex when no vertex rises above any face by more than this, mm.
pub const CONVEX_MESH_MM: f64 = 1e-6;

/// Two directions whose sine is below this count as parallel.
pub const PARALLEL_SINE: f64 = 1e-12;

/// Rounding of the exact tests, added to every depth bound, mm: coordinates up to 10 m carry
/// 1e-12 mm each and a test takes some hundred operations on them.
pub const FLOAT_MM: f64 = 1e-9;

/// The same for larger coordinates, as a share of the largest of them (mm per mm).
pub const FLOAT_SHARE: f64 = 1e-13;

/// Rounding of the exact tests when no coordinate is larger than `largest`, mm.
pub fn float_mm(largest: f64) -> f64 {
    FLOAT_MM.max(FLOAT_SHARE * largest)
}

/// A straight motion that is longer is cut down to what is near the body, mm: the exact tests
/// measure along it, and the part that matters must not drown in its length.
pub const LONG_MOTION_MM: f64 = 1e5;

/// Longest length anything is measured with, mm: farther than any machine reaches and than the
/// centres of nearly straight arcs lie (posts write radii up to a million inches). Beyond it the
/// rounding of one operation comes near the width of the bounds, and squares at last overflow.
pub const LARGEST_MM: f64 = 1e8;

/// Least size of a tool, mm: below what any tool is ground to, and what reports show.
pub const SMALLEST_TOOL_MM: f64 = 1e-4;

/// Supporting planes that one exact test may use before it gives the bounds it has.
pub const MAX_CUTS: usize = 80;

/// How often an exact test may halve a facet or a motion where supporting planes do not bring its
/// bounds together.
pub const MAX_HALVED: usize = 200;

/// A constraint of the small linear programme is met to within this (mm, or share of a facet).
pub const LP_FEASIBLE: f64 = 1e-11;

/// A pivot of the small linear programme below this counts as zero.
pub const LP_PIVOT: f64 = 1e-12;

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
/// How far a word that must be whole may be from it (a plain number): LinuxCNC's value.
pub const INTEGER_WORD: f64 = 0.0001;

/// EQ and NE in program expressions call numbers equal that differ by less (a plain number):
/// LinuxCNC's value.
pub const EXPRESSION_EQUAL: f64 = 0.0001;

/// How far ten times a G number may be from a whole one (a plain number): LinuxCNC's value.
pub const G_NUMBER: f64 = 0.001;

/// Shortest radius of an arc, inches: LinuxCNC's value. An R word may also be this much too short.
pub const ARC_SHORTEST_RADIUS_INCH: f64 = 0.000_05;

/// Start and end radius of a centre-format arc may differ by this, inches: LinuxCNC's value.
pub const ARC_RADII_INCH: f64 = 0.002 * std::f64::consts::SQRT_2;

/// The same in a metric program, mm: LinuxCNC's value.
pub const ARC_RADII_MM: f64 = 0.02 * std::f64::consts::SQRT_2;

/// ... or by this share of the larger radius, up to a hundred times the absolute value: LinuxCNC's.
pub const ARC_RADII_SHARE: f64 = 0.001;

/// An R-format arc within this share of a half circle is taken as one (a plain number): LinuxCNC's
/// value.
pub const ARC_HALF_CIRCLE: f64 = 1e-12;

/// End angles closer than this make a full circle, radians: far below any programmed resolution,
/// far above rounding.
pub const FULL_CIRCLE: f64 = 1e-9;

/// Motions shorter than this are left out, mm: rounding of unit and offset changes makes them.
pub const NO_LENGTH_MM: f64 = 1e-9;

/// Rotary and secondary axes this near to a place stand there, degrees or mm: unit and offset
/// changes there and back round.
pub const REST_STILL: f64 = 1e-9;

/// Start and end radius of an arc that differ by more are warned about, mm: four times what four
/// decimals of an inch can hide.
pub const ARC_RADII_SUSPICIOUS_MM: f64 = 0.01;

/// An R-format arc whose chord is more than this share of its diameter is warned about: there, an
/// error in R moves the centre more than twenty times as far.
pub const ARC_RADIUS_WORD_SUSPICIOUS: f64 = 0.999;

/// After a peck the tool goes down again to this much above the last depth, inches: LinuxCNC's.
pub const PECK_CLEARANCE_INCH: f64 = 0.010;

/// Cells that one exact test of a hollow tool may use before it gives the bounds it has.
pub const MAX_CELLS: usize = 100_000;

/// Patches are not cut along an edge that leaves less than this on one side, mm.
pub const EDGE_CUT_MM: f64 = 1e-6;

/// Grbl refuses an arc whose radii differ by more than this, mm.
pub const GRBL_RADII_MOST_MM: f64 = 0.5;

/// Grbl lets smaller differences of an arc's radii pass, mm.
pub const GRBL_RADII_LEAST_MM: f64 = 0.005;

/// Between the two, the share of the start radius that Grbl allows as a difference.
pub const GRBL_RADII_SHARE: f64 = 0.001;
/// Points of a lathe roughing contour closer than this are one, program units: LinuxCNC's value.
pub const CONTOUR_TOUCH: f64 = 1e-6;

/// Pieces of a lathe roughing contour shorter than this are dropped, program units: LinuxCNC's.
pub const CONTOUR_SHORTEST: f64 = 1e-3;

/// A lathe roughing contour may step back in Z by this much at a corner, program units: LinuxCNC's.
pub const CONTOUR_GAP: f64 = 1e-2;
