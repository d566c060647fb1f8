//! Every tolerance of the verdict, with its unit and its reason, in one place.

pub use gouge_core::tolerance::{FLAT_FACE_MM, FLOAT_MM, FLOAT_SHARE, float_mm};

// The program and the mesh, which know nothing of each other, refuse the same lengths.
const _: () = assert!(gouge_nc::tolerance::LARGEST_MM == gouge_mesh::tolerance::LARGEST_MM);

/// A depth that is beyond the tolerance by no more than this, as many times rounding as bounds may
/// be off by together, counts as equal to it: programs are written in round numbers, and a cut of
/// 0.01 mm is no deeper than 0.01 mm. No more than ε, however small the tolerance.
pub(crate) const TIE_FLOATS: f64 = 64.0;

/// Where only the tool-side depth decides a motion, its bounds are closed to this width, mm; on
/// arcs too, since a cutter that rolls around a corner is equally deep all the way.
pub(crate) const DECIDING_MM: f64 = 8.0 * FLOAT_MM;

/// Default depth above which a motion gouges, mm.
pub const DEPTH_DEFAULT_MM: f64 = 0.01;

/// Depth bounds are refined until their width is at most this share of the tolerance
/// (semantics: ε = tolerance / 100).
pub const EPSILON_SHARE: f64 = 0.01;

/// Bounds of least distances are closed to this share of the tolerance.
pub(crate) const CLEARANCE_SHARE: f64 = 0.1;

/// A straight motion that is longer is cut down to what is near the body, mm: the exact tests
/// measure along it, and the part that matters must not drown in its length.
pub(crate) const LONG_MOTION_MM: f64 = 1e5;

/// Pieces of an arc that bend away from their chord by more than this are only asked whether
/// anything is near, mm.
pub(crate) const COARSE_SAG_MM: f64 = 0.1;

/// ... and by more than this first, mm.
pub(crate) const TURNED_SAG_MM: f64 = 0.01;

/// Room for rounding between a proved length and the verdict that it is taken for, mm.
pub(crate) const VERDICT_SLACK_MM: f64 = 4.0 * FLOAT_MM;

/// Bounds of a region's depth are closed to this share of it, or to ε: a little less than the
/// hundredth that is promised.
pub(crate) const REGION_SHARE: f64 = 0.009;

/// The same for tool-side depth, with which the bounds of a region begin.
pub(crate) const SURFACE_SHARE: f64 = 0.008;

/// Motions lead straight on where the cosine between them is no less: 26°.
pub(crate) const STRAIGHT_COSINE: f64 = 0.9;

/// Only what lies this share as deep as the deepest known is climbed from.
pub(crate) const CLIMB_SHARE: f64 = 0.9;

/// A shift that turns with its arc may leave this share of what the bounds of a region may stay
/// apart: the grown tool takes some of that as well.
pub(crate) const TURNED_OPEN: f64 = 0.75;

/// Shifts whose directions have a greater cosine between them lead the same way.
pub(crate) const SAME_WAY_COSINE: f64 = 0.999;

/// Places where the surface is in a piece with pockets are measured to this share of how long a
/// shift may be.
pub(crate) const CONTACT_SHARE: f64 = 1.0 / 256.0;

/// A shift out of the material is this share of ε longer than it has to be ...
pub(crate) const WAY_OUT_SHARE: f64 = 0.125;

/// ... or this share of what the bounds of a region may stay apart.
pub(crate) const WAY_OUT_OPEN: f64 = 1.0 / 64.0;

/// Arcs are cut until they bend away from their chords by no more than this share of the room that
/// they are looked at in.
pub(crate) const SHARED_SAG_SHARE: f64 = 0.125;

/// How much a side of a cell counts across which the surface is not.
pub(crate) const ASIDE_SHARE: f64 = 0.2;

/// How far a point is from the nearest of several poses of a mesh tool is measured to this share of
/// the distance for which it speaks.
pub(crate) const POSE_SHARE: f64 = 0.02;

/// A chord is halved once more where the last halving took this share off what its shift left open.
pub(crate) const HALVING_GAIN: f64 = 0.25;

/// Chords are halved until their sagitta is this share of ε.
pub(crate) const FINEST_SAG_SHARE: f64 = 0.125;

/// The same share of the width that the bounds of a region may keep, before tools with pockets:
/// boxes are bounded to the rest.
pub(crate) const POCKET_SAG_SHARE: f64 = 0.3;

/// A box narrower than this many sagittas of its chord is cut in time.
pub(crate) const CHORD_ROOM: f64 = 16.0;

/// Arcs are cut this fine to advise a lift, mm.
pub(crate) const LIFT_SAG_MM: f64 = 0.01;

/// ... and then to shares of that, one after the other, until a raise is known to [`LIFT_CLOSE`].
pub(crate) const FINER_LIFT_SAGS: [f64; 2] = [1.0 / 16.0, 1.0 / 256.0];

/// Raises out of the way are measured to this share of the tolerance.
pub(crate) const LIFT_SHARE: f64 = 0.01;

/// A facet that lies less deep in a raised tool than it may by no more than this share of that is
/// still in the way: to go past all of a wall that a tool grazes is no remedy.
pub(crate) const LIFT_GRAZE_SHARE: f64 = 1e-4;

/// The least raise is looked for to this share of itself.
pub(crate) const LIFT_CLOSE: f64 = 0.002;

/// What sees the sky lies this share deeper in a raised tool than any facet comes: more than the
/// accuracy of raises.
pub(crate) const SKY_SHARE: f64 = 0.03;

/// Arcs bend away from the chords along which they are raised to the sky by this share of what may
/// be in the way: what is harmless has to be told from that.
pub(crate) const SKY_SAG_SHARE: f64 = 1.0 / 64.0;

/// A surface is a wall where the way out of it rises by less than this share of its length: 30°.
pub(crate) const WALL_RISE: f64 = 0.5;

/// A tool that a wall needs to be moved away from is not moved farther than this many depths: what
/// is in the way then is another wall.
pub(crate) const SHIFT_DEPTHS: f64 = 4.0;

/// A program none of whose cutting motions comes so near to the part, mm, is hardly one for it: a
/// roughing pass above tall stock is nearer, a wrong work offset seldom.
pub(crate) const NEAR_MM: f64 = 50.0;

/// What is farther than this from a body, beside all that thickens the tool, has nothing to do with
/// it, mm: much more than all rounding.
pub(crate) const ROOM_MM: f64 = 1.0;

/// Least width of a grid cell, mm, for tools of no stated width.
pub(crate) const LEAST_REACH_MM: f64 = 0.1;

/// A part of a cell whose middle is nearer to one of its planes has none that shows its side, mm.
pub(crate) const LEAST_MIDDLE_MM: f64 = 1e-6;

/// Rounding of the height of a lid, a share of the coordinates of its cell.
pub(crate) const LID_ROUNDING_SHARE: f64 = 1e-12;

/// Rounding of a place on an arc, a share of the lengths that it is made of.
pub(crate) const ARC_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A spiral whose radius grows by no more than this share of it, radian by radian, is as long as at
/// its mean radius, to far less than that.
pub(crate) const SPIRAL_SHARE: f64 = 1e-6;

/// Bounds of one facet are closed to this share of the width, leaving the rest for arcs.
pub(crate) const SOLVER_SHARE: f64 = 0.125;

/// Share of the width that a gouge's bounds may keep which bounds of a body with pockets may take:
/// a few convex parts then suffice.
pub(crate) const GROOVED_SHARE: f64 = 0.75;

/// A sagitta of no more than this share of what is left open is not what keeps the bounds apart.
pub(crate) const STALLED_SHARE: f64 = 1.0 / 16.0;

/// Chords and stretches are not halved beyond this share of the motion's time: an arc whose
/// programmed end lies off its own circle keeps that much sagitta however short its chords are.
pub(crate) const SHORTEST_TIME: f64 = 1e-6;

/// Balls of the size in question fit with this share of it to spare.
pub(crate) const ROOM_SHARE: f64 = 1e-3;

/// Balls that cross a seam are told from others for radii that grow by this factor.
pub(crate) const NEAR_STEP: f64 = 8.0;

/// What is deeper at a joint than in every component by less than this share need not be found: the
/// bounds of a region are no closer.
pub(crate) const JOINT_SHARE: f64 = 5e-4;

/// Chords that are asked whether the surface comes close to a joint bend away by no more than this
/// share of the depth in question: a wall that a joint slides along is farther away.
pub(crate) const JOINT_SAG_SHARE: f64 = 0.01;

/// A mesh tool of any shape is taken for this blunt where nanometres count.
pub(crate) const SHELL_BLUNTNESS: f64 = 1e3;

/// Control points nearer to each other than this are one pose, mm: what rounds the end of a motion,
/// and far less than what a witness lies inside the tool by.
pub(crate) const SAME_POSE_MM: f64 = 1e-3 * FLOAT_MM;

/// Motions whose depths differ by no more are equally deep, as a plunge and its retract are: the
/// first of them is named, mm.
pub(crate) const EQUALLY_DEEP_MM: f64 = 1e-6;

/// The depth below which everything is rounding, mm.
pub(crate) const TINY_MM: f64 = 8.0 * FLOAT_MM;

/// How far cut edges of a profile may be off, mm.
pub(crate) const CUT_OFF_MM: f64 = 4.0 * FLOAT_MM;

/// A tool that is offset inwards from its wall is raised by this share of the draw, for a floor
/// that it touches.
pub(crate) const RAISED_SHARE: f64 = 1.0 / 32.0;

/// Cells of a hollow cutter on an arc are bounded for all its pieces together where a region goes
/// beyond what may be cut by more than this share of its depth.
pub(crate) const HOLLOW_SHARE: f64 = 0.1;

/// A tool is offset inwards by this share of ε more than it has to be.
pub(crate) const FITTING_SHARE: f64 = 1.0 / 16.0;

/// A tool that is offset inwards is looked at another way where a place is more than this share as
/// deep as the last but one was.
pub(crate) const SLOW_FITTING: f64 = 0.25;

/// Arcs of a tool that is offset inwards are measured to this share of what may stay open of a
/// region.
pub(crate) const NARROWED_SAG_SHARE: f64 = 0.5;

/// A tool is offset inwards by more than the surface is deep in it, by this share of what may stay
/// open.
pub(crate) const SEEN_SHARE: f64 = 0.5;

/// Depths at which the bluntness of a piece is worked out, mm; it holds for everything nearer to
/// the surface. A thin piece has nothing as deep as the first.
pub(crate) const BLUNT_AT_MM: [f64; 3] = [1e-4, 1e-5, 1e-6];

/// After a shift out of the material, the distance of a mesh of any shape from facets is measured
/// to this share of the shift.
pub(crate) const APART_SHARE: f64 = 1.0 / 32.0;

/// How deep a facet may still lie in a piece that was shifted out of the material, half of it, mm:
/// rounding of the exact test that proves it.
pub(crate) const ETA_MM: f64 = 4.0 * FLOAT_MM;

/// Planes the product of whose normals is nearer to that of parallel ones than this are one.
pub(crate) const SAME_PLANE_SHARE: f64 = 1e-9;

/// Cells that are shorter on all sides are not cut, mm.
pub(crate) const SHORTEST_CELL_MM: f64 = 16.0 * FLOAT_MM;

/// A witness lies at least this far inside the tool, mm.
pub(crate) const INSIDE_MM: f64 = 2.0 * FLOAT_MM;

/// A place that is not in the declared tool is sought again this many times as far inside.
pub(crate) const PUSH_STEP: f64 = 8.0;

/// A witness under an open surface lies this much nearer to that than the point found, mm: less
/// than it lies inside the tool, and than its depth is lowered by.
pub(crate) const WITNESS_ASIDE_MM: f64 = 0.9 * FLOAT_MM;

/// A bound is worth another round when it takes this share off what is left open.
pub(crate) const LEAST_GAIN: f64 = 0.05;

/// A point beneath a contact that is this share of its depth below the surface shows enough.
pub(crate) const BENEATH_SHARE: f64 = 0.9;
