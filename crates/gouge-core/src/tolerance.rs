//! Every tolerance of tools, hierarchies and sweeps, with its unit and its reason, in one place.

pub use gouge_mesh::tolerance::LARGEST_MM;

/// A bounding volume is pruned only when it is clear by more than this share of the largest
/// coordinate in play (mm per mm): far above the rounding of `f64` tests, far below any
/// tolerance, so a triangle exactly as deep as asked is found in every hierarchy.
pub const PRUNE_PAD: f64 = 1e-9;

/// What rounding makes of a level edge, and of an arc that begins or ends level, mm.
pub(crate) const PROFILE_DIP_MM: f64 = 1e-12;

/// Two points of a tool profile nearer than this are one, mm.
pub(crate) const PROFILE_JOIN_MM: f64 = 1e-9;

/// Arcs of a tool profile may lead back down, or beyond the axis, by this, mm: their ends are
/// rounded, to a thousandth of an inch.
pub(crate) const PROFILE_BACK_MM: f64 = 1e-3;

/// A vector shorter than this has no direction, mm: the squares of its coordinates are too small
/// for all their digits.
pub(crate) const SHORTEST_MM: f64 = 1e-140;

/// Nearer to a corner or a surface than this a point is on it, as far as directions go, mm: the way
/// there is mostly rounding.
pub(crate) const NO_DIRECTION_MM: f64 = 1e-7;

/// Distances to edges of a profile that differ by less are the same, mm.
pub(crate) const SAME_DISTANCE_MM: f64 = 1e-12;

/// On which side of a plane through a given line a point lies is known but for this share of the
/// coordinates, mm per mm: 16 times what one operation rounds by.
pub(crate) const SIDE_SHARE: f64 = 16.0 * f64::EPSILON;

/// What is computed from places in single precision is off by less than this share of their
/// coordinates' sum where it is a distance along a direction: see `tree::wide::distance`.
pub(crate) const SINGLE_SHARE: f32 = 1.0 / 1_048_576.0;

/// In single precision a vector shorter than this has no direction, mm.
pub(crate) const SHORTEST_SINGLE_MM: f32 = 1e-15;

/// In single precision facets whose cross product has a smaller square have no plane, mm⁴.
pub(crate) const SMALLEST_SINGLE_MM4: f32 = 1e-30;

/// What rounding may take off a bound in single precision, as a share of all that was added up
/// for it: 64 roundings (mm per mm).
pub(crate) const ROUNDING: f32 = 64.0 / (1 << 24) as f32;

/// Motions searched together may leave their common chord by no more than is allowed at this depth,
/// mm: a little above the default tolerance.
pub(crate) const DEEP_MM: f64 = 0.02;

/// A distance from a chord that was measured twice may differ by this share of it; the pad of a
/// query covers what is less than that of the coordinates.
pub(crate) const CHORD_ROUNDING: f64 = 1e-9;

/// An arc that meets the axis has its centre there where that is this share of its radius away:
/// rounding of the three numbers that declare it.
pub(crate) const ON_AXIS_SHARE: f64 = 1e-12;

/// An arc of a profile may have a radius this share less than half its chord: rounding of the
/// numbers that declare it.
pub(crate) const ARC_SPAN_SHARE: f64 = 1e-9;

/// A point of a profile that is this share less deep than a depth counts as that deep.
pub(crate) const AS_DEEP_SHARE: f64 = 1e-9;

/// A point is pushed off the walls of a profile until it is this share less deep than asked: so
/// that it counts as that deep ([`AS_DEEP_SHARE`]).
pub(crate) const PUSHED_SHARE: f64 = 1e-10;

/// Points of outlines nearer than this share of the sizes in play (mm per mm) are one.
pub(crate) const SAME_OUTLINE_SHARE: f64 = 1e-9;

/// Multiples of [`SAME_OUTLINE_SHARE`] up to which points are one where that itself leaves the outline
/// of a larger body open.
pub(crate) const COARSER_OUTLINES: [f64; 3] = [16.0, 256.0, 4096.0];

/// Squares of directions are taken this much larger than they are, so that rounding puts no
/// direction beside its own, and vertices of a mesh tool count as farther only by more than this
/// share of its size.
pub(crate) const EXTREME_SHARE: f64 = 1e-9;

/// Room below this share of the root's longest side is not worth a node of a restricted tree.
pub(crate) const SHRINK_LEAST_SHARE: f64 = 1e-6;

/// Heights of a library's tool that differ by less are the same, mm.
pub(crate) const FIGURE_NOISE_MM: f64 = 1e-6;

/// Two edges of a profile whose directions have a smaller sine between them go straight on.
pub(crate) const STRAIGHT_SINE: f64 = 1e-9;

/// Where an edge leads back over the one before it with a smaller sine, the way of both from there
/// on tells what lies between them: edges as short as 5e-4 mm may have met again by then.
pub(crate) const STRAIGHT_BACK_SINE: f64 = 1e-6;

/// Rooms of balls that cross a seam are larger than they have to be by this much, mm: more than
/// what silhouettes are rounded by.
pub(crate) const CROSSING_ROOM_MM: f64 = 1e-6;

/// Corners of a profile that turn by no more than this in total are first bounded by a single line,
/// radians.
pub(crate) const WIDEST_FAN_RAD: f64 = 0.8;

/// The line in the middle of a wider range of lines about one corner is not asked, radians: half a
/// turn tells nothing.
pub(crate) const WIDEST_TURN_RAD: f64 = std::f64::consts::PI - 1e-3;

/// A re-entrant corner of a profile is cut by lines this far apart at most, radians, where depth to
/// half a hundredth of itself will do.
pub(crate) const COARSE_FAN_RAD: f64 = 0.2;

/// A re-entrant corner of a profile is cut by lines this far apart at most, radians: depth is then
/// known to 1.3e-5 of itself.
pub(crate) const FINE_FAN_RAD: f64 = 0.01;

/// Hollow arcs of a tool profile become chords at most this far outside, mm: half of what bounds of
/// a hundredth may be apart. Finer ones turn by less than [`FINE_FAN_RAD`]: many more planes for
/// depths known no better.
pub(crate) const CONCAVE_ARC_SAGITTA_MM: f64 = 5e-5;

/// Heights of a mesh tool's corners that differ by less are one, mm.
pub(crate) const SAME_LEVEL_MM: f64 = 1e-7;

/// Facets of a mesh tool make up a flat face where they are less than this off it, mm: more than
/// what single precision rounds corners by, less than what bounds are told to.
pub const FLAT_FACE_MM: f64 = 4e-6;

/// A mesh tool is convex when no vertex rises above any face by more than this, mm.
pub(crate) const CONVEX_MESH_MM: f64 = 1e-6;

/// Faces of a mesh tool whose normals are no farther apart than this are asked as one which way
/// leads into it.
pub(crate) const SAME_FACE_SINE: f64 = 1e-6;

/// Two directions whose sine is below this count as parallel.
pub(crate) const PARALLEL_SINE: f64 = 1e-12;

/// Rounding of the exact tests, added to every depth bound, mm: coordinates up to 10 m carry
/// 1e-12 mm each and a test takes some hundred operations on them.
pub const FLOAT_MM: f64 = 1e-9;

/// The same for larger coordinates, as a share of the largest of them (mm per mm).
pub const FLOAT_SHARE: f64 = 1e-13;

/// The time of a pose is sought until nothing deeper than this is left, mm.
pub(crate) const POSE_CLOSE_MM: f64 = 0.1 * FLOAT_MM;

/// Rounding of the exact tests when no coordinate is larger than `largest`, mm.
pub fn float_mm(largest: f64) -> f64 {
    FLOAT_MM.max(FLOAT_SHARE * largest)
}

/// Least size of a tool, mm: below what any tool is ground to, and what reports show.
pub(crate) const SMALLEST_TOOL_MM: f64 = 1e-4;

/// A constraint of the small linear programme is met to within this (mm, or share of a facet).
pub(crate) const LP_FEASIBLE: f64 = 1e-11;

/// A pivot of the small linear programme below this counts as zero.
pub(crate) const LP_PIVOT: f64 = 1e-12;

/// What two bounds of one depth leave for rounding on both sides, and the search that compares
/// them, mm.
pub(crate) const BOUNDS_ROUNDING_MM: f64 = 4.0 * FLOAT_MM;

/// How far beside a facet that touches a mesh tool, and around a window, faces are distinguished
/// from what is outside, mm.
pub(crate) const BESIDE_FACE_MM: f64 = 4.0 * FLOAT_MM;

/// What of the surface comes into a cell whose middle is outside of a mesh is looked at where that
/// is no farther away than this share of the cell's size.
pub(crate) const OUTSIDE_SHARE: f64 = 0.12;

/// Depths along a chord are bounded no closer than to this share of the sagitta, which keeps their
/// bounds apart anyway.
pub(crate) const SHARE_OF_SAGITTA: f64 = 0.1;

/// A face is worth a bound where that takes this share off what is left.
pub(crate) const LEAST_CUT: f64 = 0.05;

/// Patches are not cut along an edge that leaves less than this on one side, mm.
pub(crate) const EDGE_CUT_MM: f64 = 1e-6;

/// Bodies of one mesh tool that come nearer to each other than this are said to meet, mm.
pub(crate) const BODIES_APART_MM: f64 = 1e-3;

/// Depths and bluntness that differ by no more than this share of them are distinguished by asking.
pub(crate) const SAME_BLUNTNESS_SHARE: f64 = 1e-9;

/// Normals that differ by less are those of one plane: where they meet is mostly rounding.
pub(crate) const FLAT_SINE: f64 = 1e-5;

/// Figures that differ by this share of them are the same: lists are rounded.
pub(crate) const SAME_FIGURE_SHARE: f64 = 1e-4;

/// Figures of an APT cutter may be off from what the others make by this share of its diameter:
/// they are rounded.
pub(crate) const APT_SHARE: f64 = 1e-3;

/// The share of a depth in what grew to which it is told: half of what a region promises.
pub(crate) const FILLED_SHARE: f64 = 0.005;
