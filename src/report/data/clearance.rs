//! Least distances, stick-outs and lowest heights, in the report.

use serde::{Deserialize, Serialize};

use super::{BodyRole, Component, Kind};

/// What was measured (`--clearance`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Clearances {
    /// Least distances, by operation and component.
    pub distances: Vec<Distance>,
    /// Tools that move, by number.
    pub tools: Vec<ToolRoom>,
}

/// The least distance of a component from parts or from fixtures during one operation. Of a cutter
/// before parts only rapids count, and of those not the ones straight up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Distance {
    /// Id of the operation.
    pub operation_id: u32,
    /// Tool number.
    pub tool: u32,
    /// Component of the tool.
    pub component: Component,
    /// What it is measured from.
    pub body_role: BodyRole,
    /// Bounds of the least distance, mm: both zero where the component touches or is inside; `null`
    /// where no motion was measured.
    pub distance_mm: Option<[f64; 2]>,
    /// Motions measured.
    pub motions: u64,
    /// Motions not measured: what they do is not known well enough.
    pub unmeasured: u64,
    /// Where it comes that near.
    pub place: Option<Place>,
}

/// A pose with the point of a body that is nearest to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Subprogram file that the line counts in; left out for the program itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Motion, from 0.
    pub motion: u32,
    /// How it moves.
    pub kind: Kind,
    /// On the dog-leg of a rapid, not on its straight line.
    pub dogleg: bool,
    /// Where along the motion, 0 to 1.
    pub t: f64,
    /// Control point, program coordinates and units.
    pub control_point_program: [f64; 3],
    /// Control point, part coordinates, mm.
    pub control_point_mm: [f64; 3],
    /// Index among the bodies of that role.
    pub body: u32,
    /// Facet, in file order.
    pub triangle: u32,
    /// Its nearest point, part coordinates, mm.
    pub surface_point_mm: [f64; 3],
}

/// What a tool needs and how low it goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolRoom {
    /// Tool number.
    pub tool: u32,
    /// From the control point to the lower end of the declared holder, mm; `null` without a holder.
    pub stick_out_mm: Option<f64>,
    /// With this much or more the holder is clear during all motions measured, its clearance and
    /// the machine's deviation counted, up to the tolerance, mm; `null` without a holder.
    pub stick_out_needed_mm: Option<f64>,
    /// Lowest Z of the control point where it is known, rapids included, program coordinates and
    /// units.
    pub lowest_z_program: Option<f64>,
    /// The same in the coordinates that blocks are written in, which headers speak of; left out
    /// where it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest_z_block: Option<f64>,
    /// Lowest Z that the program's header promises (`ZMIN=`), as blocks say it, program units.
    pub zmin_program: Option<f64>,
    /// The tool goes lower than that by more than the tolerance.
    pub below_zmin: bool,
}
