//! Every tolerance of the verdict, with its unit and its reason, in one place.

pub use gouge_core::tolerance::{FLOAT_MM, FLOAT_SHARE, float_mm};

/// A depth that is beyond the tolerance by no more than this, as many times rounding as bounds may be off by
/// together, counts as equal to it: programs are written in round numbers, and a cut of 0.01 mm is no
/// deeper than 0.01 mm. No more than ε, however small the tolerance.
pub const TIE_FLOATS: f64 = 64.0;

/// Where the depth of the surface is to decide a motion it is told so closely, mm; along an arc as well, since
/// a cutter that rolls around a corner is as deep all the way.
pub const DECIDING_MM: f64 = 8.0 * FLOAT_MM;

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

/// A region may look at so many more for each of its motions that are looked into, ...
pub const CELLS_A_MOTION: usize = 60;

/// ... up to so many of these.
pub const MOST_MOTIONS: usize = 4_000;

/// That many are for so many chords of an eighth of a turn at most that a motion begins with.
pub const CHORDS_AT_ONCE: usize = 8;

/// No motion may look at more than so many times as many in addition.
pub const MOST_TURNS: usize = 7;

/// A shift out of the material that is sought takes as long as a cell for so many facets that are near.
pub const FACETS_A_CELL: usize = 64;

/// More facets are not counted for that.
pub const MOST_FACETS: usize = 4096;

/// The same of motions one by one that are deep and can be looked at together: those that take more
/// are mostly told by less of that.
pub const CELLS_APART: usize = 2_000;

/// Of so many motions that a cell would look at most of them, so many for each.
pub const CELLS_APART_EACH: usize = 8;

/// And of several pieces so many for each chord that they begin with: as long as an eighth of a turn, and cut five
/// times.
pub const CELLS_A_CHORD: usize = 64;

/// What is deeper than so many times ε is deep in that respect.
pub const DEEP_EPSILONS: f64 = 1_000.0;

/// The same where a point is only to be shown.
pub const PROBE_CELLS: usize = 150;

/// Motions lead straight on where the cosine between them is no less: 26°.
pub const STRAIGHT_COSINE: f64 = 0.9;

/// So many motions over an open surface at most are looked into as one.
pub const MOST_IN_STRETCH: usize = 64;

/// A search that has looked at more cells cuts each the way in which its bounds are off.
pub const FEW_CELLS: usize = 1_000;

/// Unless that is less than this share of what is left to tell.
pub const BENT_SHARE: f64 = 0.25;

/// Of that, what the depth in the tool has to bend by.
pub const TOOL_BENT_SHARE: f64 = 0.2;

/// More motions are not looked at together that early: each cell would look at most of them.
pub const MOST_TOGETHER: usize = 256;

/// Nor are more than this at all: each takes a kilobyte then.
pub const MOST_CROWDED: usize = 200_000;

/// For each time that a depth is so many times ε, as many may be.
pub const EPSILONS_TOGETHER: f64 = 5_000.0;

/// Where motions together leave no more open than so many times what may stay open, one by one they tell
/// no more.
pub const NEARLY_TOLD: f64 = 4.0;

/// Where motions are looked at together, so many more of them count as a cell.
pub const SWEPT_PIECES_A_CELL: usize = 64;

/// The same of a component of more than so many pieces.
pub const SLABS_A_CELL: usize = 16;

/// See [`SLABS_A_CELL`].
pub const FEW_PIECES: usize = 16;

/// Points from which one search seeks such as lie deeper.
pub const MAX_CLIMBS: usize = 64;

/// Steps of each.
pub const CLIMB_STEPS: usize = 16;

/// Only what lies this share as deep as the deepest known is climbed from.
pub const CLIMB_SHARE: f64 = 0.9;

/// Halvings that find where a piece ends beneath the surface.
pub const BENEATH_STEPS: usize = 32;

/// Places where the surface is in a piece that are looked at to shift it out of the material.
pub const WAY_OUT_ROUNDS: usize = 8;

/// Facets that shifts of a body with pockets may be held against for one region: 10 µs each where it
/// touches all of them.
pub const POCKETED_FACETS: usize = 800_000;

/// For one motion so many times fewer.
pub const DECIDING_FACETS: usize = 16;

/// Along an arc a shift may be longer by this share of what bounds of a region may stay apart: what grew takes
/// some of that as well.
pub const TURNED_OPEN: f64 = 0.75;

/// Shifts whose directions have a greater cosine between them lead the same way.
pub const SAME_WAY_COSINE: f64 = 0.999;

/// To this share of what a shift may be long, places where the surface is in a piece with pockets are told.
pub const CONTACT_SHARE: f64 = 1.0 / 256.0;

/// Such a shift is longer by this share of ε than it has to be.
pub const WAY_OUT_SHARE: f64 = 0.125;

/// Or by this share of what bounds of a region may stay apart.
pub const WAY_OUT_OPEN: f64 = 1.0 / 64.0;

/// Arcs are cut until they bend away from their chords by no more than this share of the room that
/// they are looked at in.
pub const CROWD_SAG_SHARE: f64 = 0.125;

/// How often the time at which a point lies deepest in a piece on an arc is halved.
pub const TIME_ROUNDS: usize = 16;

/// How much a side of a cell counts across which the surface is not.
pub const ASIDE_SHARE: f64 = 0.2;

/// Highest points that are looked at to bound one cell.
pub const CELL_ROUNDS: usize = 16;

/// Cells that may be looked at for the tool-side depth of one region, where convex parts of the tool do
/// not tell it.
pub const POCKET_LOOKS: usize = 3_000_000;

/// The same before one motion of which convex parts do not tell whether it gouges.
pub const DECIDING_LOOKS: usize = 300_000;

/// So many of them a cell counts whose bound is sought beyond that look.
pub const LOOKS_A_CELL: usize = 8;

/// The same of a box in the meridian of the tool.
pub const LOOKS_A_PLACE: usize = 2;

/// Lids that are tried to bound one cell.
pub const LIDS: usize = 3;

/// A lid over more facets than this is not sought: the cell is cut first.
pub const LID_FACETS: usize = 256;

/// Of a point in none of the poses of a mesh tool it is told to this share of how far it speaks for how
/// far it is from the nearest.
pub const POSE_SHARE: f64 = 0.02;

/// A chord is cut once more where the last cut took this share off what its shift left open.
pub const TURN_SHARE: f64 = 0.25;

/// After so many halves in a row that are told by no less of a shift no chord is cut for that any more.
pub const TURNS: usize = 16;

/// Poses at either end of a chord from which it is told when a mesh tool comes into a cell.
pub const TIMES_CUT: usize = 4;

/// Poses of a mesh tool that are looked at to place one point.
pub const TIME_SAMPLES: usize = 24;

/// Chords are halved until their sagitta is this share of ε.
pub const FINEST_SAG_SHARE: f64 = 0.125;

/// The same of the width that a region may keep, before tools with pockets: rooms are told the rest.
pub const POCKET_SAG_SHARE: f64 = 0.3;

/// What is less than so many sagittas of its chord wide is cut in time.
pub const CHORD_ROOM: f64 = 16.0;

/// Arcs are cut this fine to advise a lift, mm.
pub const LIFT_SAG_MM: f64 = 0.01;

/// Moves out of the way are told to this share of the tolerance.
pub const LIFT_SHARE: f64 = 0.01;

/// Raises are judged between one that clears the tool side and one that clears both where they are farther apart
/// than this share of the tolerance, as they are for pointed tools.
pub const LIFT_APART: f64 = 0.5;

/// So many raises are judged.
pub const LIFT_TRIALS: usize = 8;

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

/// What is farther than this from a body, beside all that thickens the tool, has nothing to do with
/// it, mm: much more than all rounding.
pub const ROOM_MM: f64 = 1.0;

/// Least width of a grid cell, mm, for tools of no stated width.
pub const LEAST_REACH_MM: f64 = 0.1;

/// Rounding of a place on an arc, a share of the lengths that it is made of.
pub const ARC_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Bounds of one facet are closed to this share of the width, leaving the rest for arcs.
pub const SOLVER_SHARE: f64 = 0.125;

/// Those of a body with pockets may take this share of the width of a gouge: a few convex parts then
/// do.
pub const GROOVED_SHARE: f64 = 0.75;

/// A chord's sagitta that is no more than this share of what is left to say is not why.
pub const STALLED_SHARE: f64 = 1.0 / 16.0;

/// Chords and stretches are not halved beyond this share of the motion's time: an arc whose programmed
/// end lies off its own circle keeps that much sagitta however short its chords are.
pub const SHORTEST_TIME: f64 = 1e-6;

/// Balls of the size in question fit with this share of it to spare.
pub const ROOM_SHARE: f64 = 1e-3;

/// Balls that cross a seam are told from others up to radii each so many times the one before.
pub const NEAR_STEP: f64 = 8.0;

/// What is deeper at a joint than in all components by less than this share need not be found: a region is
/// told no closer.
pub const JOINT_SHARE: f64 = 5e-4;

/// Chords that are asked whether the surface comes where such can be bend away by no more than this share of
/// that depth: a wall that a joint slides along is farther from there.
pub const JOINT_SAG_SHARE: f64 = 0.01;

/// A mesh tool of any shape is taken for this blunt where nanometres count.
pub const SHELL_BLUNTNESS: f64 = 1e3;

/// Motions whose depths differ by no more are equally deep, as a plunge and its retract are: the first
/// of them is named, mm.
pub const EQUALLY_DEEP_MM: f64 = 1e-6;

/// The depth at which only rounding counts, mm.
pub const TINY_MM: f64 = 8.0 * FLOAT_MM;

/// Cut edges of a profile may be off by so much, mm.
pub const CUT_OFF_MM: f64 = 4.0 * FLOAT_MM;

/// A tool that is drawn in from its wall is raised by this share of that, for a floor that it touches.
pub const RAISED_SHARE: f64 = 1.0 / 32.0;

/// Places where the surface is in a tool that is drawn in which are looked at to draw it in further.
pub const FITTING_ROUNDS: usize = 12;

/// Cells that are looked at before a tool is drawn in to fit: mostly fewer decide.
pub const CELLS_BEFORE_FITTING: usize = 256;

/// Of a region, as many motions at most are fitted.
pub const MOST_FITTED: usize = 64;

/// A tool is drawn in by this share of ε more than it has to be.
pub const FITTING_SHARE: f64 = 1.0 / 16.0;

/// Of what may stay open of a region, what arcs of a tool that is drawn in are told to.
pub const NARROWED_SAG_SHARE: f64 = 0.5;

/// Of what may stay open of a depth, how much more a tool is drawn in by than the surface is deep in it.
pub const SEEN_SHARE: f64 = 0.5;

/// Where the bluntness of a piece is worked out that bounds all nearer to its surface, mm; a thin piece has
/// nothing as deep as the last.
pub const BLUNT_AT_MM: [f64; 3] = [1e-4, 1e-5, 1e-6];

/// How near a mesh of any shape is to facets after a shift out of the material is told no closer than to
/// this share of the shift.
pub const APART_SHARE: f64 = 1.0 / 32.0;

/// What a shift out of the material may leave in it, mm: rounding of the exact test that proves it.
pub const ETA_MM: f64 = 4.0 * FLOAT_MM;

/// Planes the product of whose normals is nearer to that of parallel ones than this are one.
pub const PARALLEL: f64 = 1e-9;

/// Cells that are shorter on all sides are not cut, mm.
pub const SHORTEST_CELL_MM: f64 = 16.0 * FLOAT_MM;

/// A witness lies at least this far inside the tool, mm.
pub const INSIDE_MM: f64 = 2.0 * FLOAT_MM;

/// A place that is not in what was declared is looked for this many times as far inside.
pub const PUSH_STEP: f64 = 8.0;

/// A witness under an open surface lies this much nearer to that than the point found, mm: less than it
/// lies inside the tool, and than its depth is lowered by.
pub const ASIDE_MM: f64 = 0.9 * FLOAT_MM;

/// A bound is worth another round when it takes this share off what is left.
pub const LEAST_GAIN: f64 = 0.05;

/// A point beneath a contact that is this share of its depth below the surface shows enough.
pub const BENEATH_SHARE: f64 = 0.9;
