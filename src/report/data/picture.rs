//! Pictures as plain data: polylines and numbers in millimetres, computed once, drawn by any
//! renderer. [`crate::picture`] computes them.

use serde::{Deserialize, Serialize};

use super::{BodyRole, Component, WitnessSide};

/// Sections drawn, those of the worst regions.
pub const SECTIONS: usize = 40;

/// Every picture of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Pictures {
    /// One for each of the worst regions.
    pub sections: Vec<Section>,
    /// Program lines around the witness of each of them.
    pub listings: Vec<Listing>,
    /// The whole job.
    pub setup: Setup,
    /// The scene in space.
    pub view: View,
}

/// Lines of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Listing {
    /// Id of the region.
    pub region: u32,
    /// Number of the first line.
    pub first: u32,
    /// The lines.
    pub lines: Vec<String>,
}

/// A point of a plane: along, up, mm.
pub type Point = [f64; 2];

/// A plane through `origin`, spanned by two perpendicular unit vectors, mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Plane {
    /// Where (0, 0) lies.
    pub origin: [f64; 3],
    /// Direction of the first coordinate.
    pub along: [f64; 3],
    /// Direction of the second coordinate.
    pub up: [f64; 3],
}

/// A chain of points, mm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Outline {
    /// The last point joins the first.
    pub closed: bool,
    /// In order.
    pub points: Vec<Point>,
}

/// A component of a tool in a plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Silhouette {
    /// What it is for: cutter, shank or holder.
    pub component: Component,
    /// Its outlines, closed.
    pub outlines: Vec<Outline>,
}

/// A section through the worst place of a region. Points are (along, up) in the plane, mm, from
/// the control point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Section {
    /// Id of the region.
    pub region: u32,
    /// The plane, program coordinates, mm.
    pub plane: Plane,
    /// How far the plane lies from the tool's axis, mm.
    pub beside_axis_mm: f64,
    /// Least and greatest corner of what is to be drawn.
    pub window: [Point; 2],
    /// The same of a closer look, where the depth is too small to be seen.
    pub detail: Option<[Point; 2]>,
    /// Parts and fixtures.
    pub bodies: Vec<Slice>,
    /// The tool at the witness's pose.
    pub tool: Vec<Silhouette>,
    /// Lower border of what the touching component sweeps during the motion.
    pub swept: Vec<Outline>,
    /// Which component touches.
    pub component: Component,
    /// The depth, as its deeper side measures it; then the other side's, where it lies in the same
    /// plane.
    pub arrows: Vec<Arrow>,
    /// Bounds of the region's depth, mm.
    pub depth_mm: [f64; 2],
}

/// A body in the plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Slice {
    /// What it is.
    pub role: BodyRole,
    /// Index among the bodies of that role.
    pub body: u32,
    /// Its outlines within the section and a margin.
    pub outlines: Vec<Outline>,
}

/// A depth in a section.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Arrow {
    /// `tool`: from the point of the surface to the tool's boundary; `part`: from the point of the
    /// material to the surface.
    pub side: WitnessSide,
    /// Its ends.
    pub ends: [Point; 2],
    /// What it measures, proved, mm.
    pub depth_mm: f64,
}

/// A job at a glance. Program coordinates, mm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Setup {
    /// Parts, then fixtures.
    pub bodies: Vec<Wire>,
    /// The box around all cutting motions of the control point.
    pub cutting: Option<Box3>,
    /// Where the first cut begins.
    pub first_cut: Option<[f64; 3]>,
    /// The witnesses of the regions: id, point, depth.
    pub witnesses: Vec<(u32, [f64; 3], f64)>,
    /// Surface points that were cut into, and how deep, one for each cell of a grid.
    pub contacts: Vec<([f64; 3], f64)>,
    /// The tools that the program uses.
    pub tools: Vec<ToolView>,
}

/// A box.
pub type Box3 = [[f64; 3]; 2];

/// A body as its creases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Wire {
    /// What it is.
    pub role: BodyRole,
    /// Index among the bodies of that role.
    pub body: u32,
    /// The box around it; `null` for a mesh without facets.
    pub bounds: Option<Box3>,
    /// Edges that the eye sees: ends of lines.
    pub lines: Vec<[[f64; 3]; 2]>,
}

/// A tool at its own scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolView {
    /// T number.
    pub number: u32,
    /// Its components about the control point, along and up, mm.
    pub components: Vec<Silhouette>,
}

/// A scene in space. Coordinates are 16-bit steps: program coordinates, mm, are
/// `origin + step × value`. Numbers stand little-endian, in base64.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct View {
    /// Where (0, 0, 0) lies.
    pub origin: [f64; 3],
    /// Length of a step, mm.
    pub step: f64,
    /// Parts, then fixtures.
    pub bodies: Vec<Solid>,
    /// Path of the control point: x, y, z of each point, u16.
    pub path: String,
    /// For each point what leads there, u8: 0 nothing (a new beginning), else kind + verdict: 1
    /// rapid, 2 feed, 3 arc; 16 gouge, 32 unknown.
    pub moves: String,
    /// For each point its motion's line, u32.
    pub lines: String,
    /// Where a tool begins: index of the point, tool number.
    pub tool_runs: Vec<(u32, u32)>,
    /// Clean motions of the path left out.
    pub skipped: u64,
    /// Other motions of the path left out, none of them a witness's.
    pub skipped_others: u64,
    /// Deep places: x, y, z, u16.
    pub contacts: String,
    /// Their zones, u8.
    pub contact_zones: String,
    /// Half silhouettes of the tools: number, component, points (r, z) in mm.
    pub tools: Vec<(u32, Component, Vec<[f64; 2]>)>,
    /// Witnesses: id, tool, place and control point, program coordinates, mm.
    pub witnesses: Vec<(u32, u32, [f64; 3], [f64; 3])>,
}

/// A body as triangles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Solid {
    /// What it is.
    pub role: BodyRole,
    /// Corners: x, y, z, u16.
    pub vertices: String,
    /// Indices of three corners for each triangle, u32.
    pub triangles: String,
    /// For each corner its zone of depth, u8; 255 where it is not too deep.
    pub zones: String,
    /// Triangles of the file.
    pub of: u64,
    /// Triangles shown.
    pub shown: u64,
    /// Every facet with a corner that was seen to be cut is shown as it is; otherwise there were
    /// too many of them, and only the facets of witnesses are.
    pub cut_as_is: bool,
}

/// A body, facet by facet. Depths are proved: what is named lies at least this deep in a tool
/// during a gouging motion. An allowance is not counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Surface {
    /// What the body is.
    pub role: BodyRole,
    /// Index among the bodies of that role.
    pub body: u32,
    /// x, y, z of each corner, part coordinates, mm: f64, little-endian, in base64.
    pub vertices_mm: String,
    /// Indices of the three corners of each facet, in file order: u32, little-endian, in base64.
    pub triangles: String,
    /// Corners that lie in a tool.
    pub vertex_depths: Vec<Place>,
    /// Facets with such a corner, or with the witness of a gouge.
    pub facet_depths: Vec<Place>,
}

/// A corner or a facet that lies in a tool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    /// Index of the corner or the facet.
    pub index: u32,
    /// Proved least depth, mm.
    pub depth_mm: f64,
    /// Id of the region that it belongs to.
    pub region: u32,
}
