//! How much work each search may do before it leaves its bounds as they are, and when it changes
//! its way of working. Bounds hold whatever these limits are; the limits decide how close the
//! bounds come and how soon, and so what is left unknown.

// Cells of space and time that bound the part-side depth.

/// Cells that one search for part-side depth may look at before it leaves its bounds as they are.
pub(crate) const MAX_CELLS: usize = 20_000;

/// Extra cells that the search of a region may spend for each of its motions ...
pub(crate) const CELLS_A_MOTION: usize = 60;

/// ... counted for at most this many motions.
pub(crate) const MOST_MOTIONS: usize = 4_000;

/// A single motion is granted [`MAX_CELLS`] once for every this many chords × pieces that it begins
/// with ...
pub(crate) const CHORDS_AT_ONCE: usize = 8;

/// ... and at most this many times more.
pub(crate) const MOST_GRANTS: usize = 7;

/// Looking for a shift out of the material near this many facets costs as much as one cell.
pub(crate) const FACETS_A_CELL: usize = 64;

/// Facets beyond this number are not counted for that.
pub(crate) const MOST_FACETS: usize = 4096;

/// Cells spent to find a point that is only shown, not measured.
pub(crate) const PROBE_CELLS: usize = 150;

/// A search that has looked at more cells than this chooses the way to cut a cell by where its
/// bounds are loosest, not by the longest side.
pub(crate) const FEW_CELLS: usize = 1_000;

/// ... unless the distance to the nearest facet bends over the cell by less than this share of the
/// gap between the bounds.
pub(crate) const BENT_SHARE: f64 = 0.25;

/// The share of that bend by which the depth in the tool must bend for the cell to be cut that way
/// instead.
pub(crate) const TOOL_BENT_SHARE: f64 = 0.2;

/// Highest points that are looked at to bound one cell.
pub(crate) const CELL_ROUNDS: usize = 16;

/// Lids that are tried to bound one cell.
pub(crate) const LIDS: usize = 3;

/// A cell with more facets than this is not parted by their planes: it is cut first.
pub(crate) const PARTED_FACETS: usize = 12;

/// So many cells may be parted in vain to begin with, ...
pub(crate) const PARTINGS_IN_VAIN: usize = 2_048;

/// ... and so many more for each one that is told by that.
pub(crate) const PARTINGS_FOR_ONE: usize = 4;

/// Planes of facets that part one cell, one after the other.
pub(crate) const PARTING_PLANES: usize = 3;

/// A lid over more facets than this is not sought: the cell is cut first.
pub(crate) const LID_FACETS: usize = 256;

/// Poses at either end of a chord that are looked at to learn when a mesh tool comes into a cell.
pub(crate) const TIMES_CUT: usize = 4;

/// Poses of a mesh tool that are looked at to place one point.
pub(crate) const TIME_SAMPLES: usize = 24;

/// How often the time at which a point lies deepest in a piece on an arc is halved.
pub(crate) const TIME_ROUNDS: usize = 16;

/// Points from which one search climbs to deeper ones.
pub(crate) const MAX_CLIMBS: usize = 64;

/// Steps of each climb.
pub(crate) const CLIMB_STEPS: usize = 16;

/// Halvings that find where a piece ends beneath the surface.
pub(crate) const BENEATH_STEPS: usize = 32;

// Motions of a region that are looked at together.

/// Cells spent on deep motions one by one before they are bounded together: those that take more
/// are mostly bounded with fewer together.
pub(crate) const CELLS_APART: usize = 2_000;

/// The same per motion, where there are so many that one cell would look at most of them.
pub(crate) const CELLS_APART_EACH: usize = 8;

/// The same per piece and first chord, of components of several pieces: an eighth of a turn, cut
/// five times.
pub(crate) const CELLS_A_CHORD: usize = 64;

/// So few motions of a cutter with pockets whose cells are bounded as they are, not piece by piece,
/// are bounded one by one to the end.
pub(crate) const MOST_HOLLOW_APART: usize = 8;

/// Motions deeper than this many times ε count as deep for that.
pub(crate) const DEEP_EPSILONS: f64 = 1_000.0;

/// More motions than this are bounded one by one first, since each cell would look at most of them
/// ...
pub(crate) const MOST_TOGETHER: usize = 256;

/// ... or as many times more as their depth is this many times ε.
pub(crate) const EPSILONS_TOGETHER: f64 = 5_000.0;

/// More motions than this are never bounded together: each takes a kilobyte.
pub(crate) const MOST_SHARING: usize = 200_000;

/// Motions whose bounds are no farther apart together than this many times what may stay open are
/// not bounded one by one: that would say no more.
pub(crate) const NEARLY_TOLD: f64 = 4.0;

/// Where motions are bounded together, this many swept pieces cost as much as one cell.
pub(crate) const SWEPT_PIECES_A_CELL: usize = 64;

/// The same for components of more than [`FEW_PIECES`] pieces, unless they are deep.
pub(crate) const SLABS_A_CELL: usize = 16;

/// See [`SLABS_A_CELL`].
pub(crate) const FEW_PIECES: usize = 16;

/// Motions over an open surface that are bounded as one stretch, at most.
pub(crate) const MOST_IN_STRETCH: usize = 64;

// Shifts out of the material.

/// Places where the surface is in a piece that are looked at to shift it out of the material.
pub(crate) const WAY_OUT_ROUNDS: usize = 8;

/// Facets that shifts of a body with pockets may be held against for one region: 10 µs each where
/// it touches all of them.
pub(crate) const POCKETED_FACETS: usize = 800_000;

/// For one motion this many times fewer.
pub(crate) const DECIDING_FACETS: usize = 16;

/// A chord is not told by a single cell after so many longer ones that were told little by one.
pub(crate) const CELLS_IN_VAIN: u8 = 4;

/// After this many halved chords in a row that need no shorter shift, chords are no longer halved
/// for that.
pub(crate) const HALVINGS_IN_VAIN: usize = 16;

/// Contacts of a tool that is offset inwards which are looked at to draw it in further.
pub(crate) const FITTING_ROUNDS: usize = 12;

/// Cells that are looked at before a tool is offset inwards to fit: mostly fewer decide.
pub(crate) const CELLS_BEFORE_FITTING: usize = 256;

/// Motions of one region that are fitted, at most.
pub(crate) const MOST_FITTED: usize = 1024;

/// The same of a component that is thicker than its pieces.
pub(crate) const MOST_FITTED_GROWN: usize = 64;

/// Faces of meshes that are offset inwards for the motions of one region, at most: each takes as
/// long as a few cells.
pub(crate) const MOST_FITTED_FACES: usize = 2048;

/// Motions of a region that are asked whether they are as deep as the worst, which comes after
/// them.
pub(crate) const MOST_AS_DEEP: usize = 8;

/// Arcs are followed more closely to advise a lift as long as that takes no more chords, each counted
/// for every convex piece of the tool.
pub(crate) const LIFT_CHORDS: usize = 8_000;

/// Raises that are judged to advise a lift.
pub(crate) const LIFT_TRIALS: usize = 8;

/// The same of a tool with a component of more than [`FEW_PIECES`] pieces: along an arc each of them
/// takes as long as the region.
pub(crate) const HOLLOW_LIFT_TRIALS: usize = 3;

/// Poses of every line or eighth of a turn that are held against what is known to be in the way of
/// a raise ...
pub(crate) const POSES_A_CUT: usize = 16;

/// ... and at most so many of one path.
pub(crate) const MOST_POSES: usize = 512;

// Tool-side depth that the convex parts of a tool do not tell.

/// Cells that may be looked at for the tool-side depth of one region.
pub(crate) const POCKET_LOOKS: usize = 3_000_000;

/// The same to decide one motion.
pub(crate) const DECIDING_LOOKS: usize = 300_000;

/// A cell whose bound is sought beyond the first look counts as this many.
pub(crate) const LOOKS_A_CELL: usize = 8;

/// A box in the meridian of the tool counts as this many.
pub(crate) const LOOKS_A_PLACE: usize = 2;

/// Rooms that are cut in two before a tool is taken to come near a cap.
pub(crate) const CELLS_AT_CAPS: usize = 64;

/// Cells of the verdict of one motion against an open body. Where its surface does not tell sides
/// ten times as many decided none of 1,500 motions more, and took eight times as long.
pub(crate) const CELLS_BEFORE_OPEN: usize = 2_000;

/// As often what may be the depth at the joint on a mesh is halved: what is left of it is less than
/// half a hundredth of how thick the tool is.
pub(crate) const MESH_JOINT_HALVINGS: usize = 8;

/// A chord across the axes that is this many times as long as the piece is wide is cut first:
/// the box around it holds little else than air.
pub(crate) const LONG_CHORD_SHARE: f64 = 4.0;

/// So many facets are looked at before a hierarchy is asked once more for those that are still in
/// the way; then twice as many, and so on.
pub(crate) const FIRST_FACETS: usize = 8;

/// One in so many pieces of a path is asked first for a raise: what one of them needs leaves little
/// to ask of its neighbours.
pub(crate) const FEW_OF_ALL: usize = 8;
