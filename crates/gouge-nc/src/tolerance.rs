//! Every tolerance of the interpreter, with its unit and its reason, in one place.

/// Corners of compensated contours that turn by less are no corners, radians (LinuxCNC's value).
pub(crate) const COMP_CORNER_ANGLE: f64 = 0.05;

/// Least cosine between an entry arc's chord and the direction to its programmed centre
/// (LinuxCNC's value).
pub(crate) const COMP_ENTRY_COSINE: f64 = 1e-4;

/// How much longer than programmed a compensated arc may become, radians, with G21 in force.
/// LinuxCNC compares an angle with a length here; its limit depends on the unit, so ours does too.
pub(crate) const COMP_ARC_GROWTH_MM: f64 = 0.0254;

/// The same with G20 in force.
pub(crate) const COMP_ARC_GROWTH_IN: f64 = 0.001;

/// How far the moved end of a compensated arc may lie off its circle, program units (LinuxCNC's
/// value, the same in mm and inches).
pub(crate) const COMP_RADIUS_MISMATCH: f64 = 0.01;

/// Longest length anything is measured with, mm: farther than any machine reaches and than the
/// centres of nearly straight arcs lie (posts write radii up to a million inches). Beyond it the
/// rounding of one operation comes near the width of the bounds, and squares at last overflow.
pub const LARGEST_MM: f64 = 1e8;

/// How far a word that must be whole may be from it (a plain number): LinuxCNC's value.
pub(crate) const INTEGER_WORD: f64 = 0.0001;

/// How far P of an arc or of M19 may be from a whole number (a plain number): LinuxCNC's value.
pub(crate) const INTEGER_P: f64 = 0.001;

/// EQ and NE in program expressions call numbers equal that differ by less (a plain number):
/// LinuxCNC's value.
pub(crate) const EXPRESSION_EQUAL: f64 = 0.0001;

/// How far ten times a G number may be from a whole one (a plain number): LinuxCNC's value.
pub(crate) const G_NUMBER: f64 = 0.001;

/// Shortest radius of an arc, inches: LinuxCNC's value. An R word may also be this much too short.
pub(crate) const ARC_SHORTEST_RADIUS_INCH: f64 = 0.000_05;

/// Start and end radius of a centre-format arc may differ by this, inches: LinuxCNC's value.
pub(crate) const ARC_RADII_INCH: f64 = 0.002 * std::f64::consts::SQRT_2;

/// The same in a metric program, mm: LinuxCNC's value.
pub(crate) const ARC_RADII_MM: f64 = 0.02 * std::f64::consts::SQRT_2;

/// ... or by this share of the larger radius, up to a hundred times the absolute value: LinuxCNC's.
pub(crate) const ARC_RADII_SHARE: f64 = 0.001;

/// An R-format arc within this share of a half circle is taken as one (a plain number): LinuxCNC's
/// value.
pub(crate) const ARC_HALF_CIRCLE: f64 = 1e-12;

/// Values of macros whose difference is a smaller share of them may be the same on a control: the
/// coarsest keep eight digits.
pub(crate) const MACRO_DIGITS: f64 = 1e-7;

/// End angles closer than this make a full circle, radians: LinuxCNC's planner takes 1e-6, Grbl
/// 5e-7, and others round both ends to one place.
pub(crate) const FULL_CIRCLE: f64 = 1e-6;

/// A tool that is farther than this from where its coordinates say stands elsewhere, mm: less is
/// rounding of offsets that are taken off and put on again.
pub(crate) const ELSEWHERE_MM: f64 = 1e-6;

/// Motions shorter than this are left out, mm: rounding of unit and offset changes makes them.
pub(crate) const NO_LENGTH_MM: f64 = 1e-9;

/// Rotary and secondary axes this near to a place stand there, degrees or mm: unit and offset
/// changes there and back round.
pub(crate) const REST_STILL: f64 = 1e-9;

/// Start and end radius of an arc that differ by more are warned about, mm: four times what four
/// decimals of an inch can hide.
pub(crate) const ARC_RADII_SUSPICIOUS_MM: f64 = 0.01;

/// An R-format arc whose chord is more than this share of its diameter is warned about: there, an
/// error in R moves the centre more than twenty times as far.
pub(crate) const ARC_RADIUS_WORD_SUSPICIOUS: f64 = 0.999;

/// After a peck the tool goes down again to this much above the last depth, inches: LinuxCNC's.
pub(crate) const PECK_CLEARANCE_INCH: f64 = 0.010;

/// Grbl refuses an arc whose radii differ by more than this, mm.
pub(crate) const GRBL_RADII_MOST_MM: f64 = 0.5;

/// Grbl lets smaller differences of an arc's radii pass, mm.
pub(crate) const GRBL_RADII_LEAST_MM: f64 = 0.005;

/// Between the two, the share of the start radius that Grbl allows as a difference.
pub(crate) const GRBL_RADII_SHARE: f64 = 0.001;

/// Points of a lathe roughing contour closer than this are one, program units: LinuxCNC's value.
pub(crate) const CONTOUR_TOUCH: f64 = 1e-6;

/// Pieces of a lathe roughing contour shorter than this are dropped, program units: LinuxCNC's.
pub(crate) const CONTOUR_SHORTEST: f64 = 1e-3;

/// A lathe roughing contour may step back in Z by this much at a corner, program units: LinuxCNC's.
pub(crate) const CONTOUR_GAP: f64 = 1e-2;

/// Ends of an arc that differ by a whole increment but for this share of it do so but for the
/// rounding of how they were computed.
pub(crate) const WHOLE_STEP: f64 = 1e-6;

/// A value this near to a whole number of increments is one but for the rounding of its
/// computation (a share of an increment): 1 m is a million of them, to some 1e-10.
pub(crate) const WHOLE_INCREMENT: f64 = 1e-9;

/// Numbers of the control's state that differ by no more are the same: what rounding leaves, mm or
/// degrees.
pub(crate) const SAME_STATE: f64 = 1e-9;

/// Figures of a tool's comment that differ by less are the same (a plain number): angles come back
/// rounded from radians.
pub(crate) const SAME_FIGURE: f64 = 1e-9;
