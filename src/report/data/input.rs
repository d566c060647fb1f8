//! Files read, tools declared, and how they were understood.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{BodyRole, Component};
use crate::mesh::{Mesh, defects};

/// Files read and tools declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Inputs {
    /// Meshes of the goal shape, in the order given.
    pub parts: Vec<MeshInput>,
    /// Meshes of fixtures, in the order given.
    pub fixtures: Vec<MeshInput>,
    /// The program.
    pub program: ProgramInput,
    /// Every declared tool the program uses, by number.
    pub tools: Vec<ToolInput>,
}

impl Inputs {
    /// What a body is, and its index among those of its role; parts stand before fixtures.
    pub fn body(&self, index: u32) -> (BodyRole, u32) {
        match index.checked_sub(self.parts.len() as u32) {
            None => (BodyRole::Part, index),
            Some(fixture) => (BodyRole::Fixture, fixture),
        }
    }
}

/// A mesh file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MeshInput {
    /// As given.
    pub path: String,
    /// Of the file's bytes, lower-case hex.
    pub sha256: String,
    /// Facets.
    pub triangles: u64,
    /// Every edge is shared by exactly two facets that agree on the outside.
    pub watertight: bool,
    /// Least and greatest corner, mm; `null` for a mesh without facets.
    pub bounds_mm: Option<[[f64; 3]; 2]>,
}

impl MeshInput {
    /// What is said of a mesh read from `path`.
    pub fn of(path: &str, sha256: String, mesh: &Mesh, defects: &defects::Report) -> Self {
        let bounds = mesh.bounds();
        Self {
            path: path.to_owned(),
            sha256,
            triangles: mesh.triangles.len() as u64,
            watertight: defects.watertight,
            bounds_mm: (!bounds.is_empty()).then(|| [bounds.lo.into(), bounds.hi.into()]),
        }
    }
}

/// The program file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgramInput {
    /// As given; `-` for standard input.
    pub path: String,
    /// Of the file's bytes, lower-case hex.
    pub sha256: String,
    /// Lines in the file.
    pub lines: u64,
    /// Dialect it was read in.
    pub dialect: String,
    /// Units the program works in: `mm`, `inch` or `mixed`.
    pub units: String,
    /// Subprogram files, in the order of their first calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subprograms: Vec<SubprogramInput>,
}

/// A file of subprograms that the program calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SubprogramInput {
    /// As it was found.
    pub file: String,
    /// Of the file's bytes, lower-case hex.
    pub sha256: String,
}

/// A declared tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolInput {
    /// T number.
    pub number: u32,
    /// `ball`, `flat`, `bull`…
    pub kind: String,
    /// The declaration, as `--tool` takes it.
    pub spec: String,
    /// One phrase for a machinist: "6 mm ball".
    pub name: String,
    /// Where the declaration comes from: `--tool`, a library file, the program's own comment.
    pub source: String,
    /// Folder that file names in `spec` are relative to; left out for the current one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub base: String,
    /// Of the files that `spec` names, in its order, of their bytes, lower-case hex; left out for
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sha256: Vec<String>,
    /// The declared shape, component by component from the tip upwards.
    pub components: Vec<ToolComponent>,
}

/// A component of a tool, about the tool's tip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolComponent {
    /// What it is for.
    pub role: Component,
    /// Distance it keeps, mm.
    pub clearance_mm: f64,
    /// The silhouette from the axis upwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile_mm: Option<Vec<ToolEdge>>,
    /// It rises without end from where the silhouette ends; otherwise it closes level.
    pub endless: bool,
    /// The file of a mesh tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mesh: Option<ToolMesh>,
}

/// A line of a silhouette, or an arc where there is a centre: r and z, mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolEdge {
    /// First end.
    pub from: [f64; 2],
    /// Second end.
    pub to: [f64; 2],
    /// Centre of an arc; it runs counter-clockwise unless it is hollow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<[f64; 2]>,
    /// The arc curves into the tool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hollow: bool,
}

/// The file of a mesh tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ToolMesh {
    /// As declared.
    pub path: String,
    /// Of the file's bytes, lower-case hex.
    pub sha256: String,
    /// Millimetres for one unit of the file.
    pub scale: f64,
}

/// What a tool, an operation or a part is held to; what it does not say is said by others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OwnLimits {
    /// What it is.
    pub of: LimitsOf,
    /// Number of the tool, name of the operation, or place of the part among the parts, from 0.
    pub name: String,
    /// Depth above which a motion gouges, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance_mm: Option<f64>,
    /// Stock that must stay on parts, mm; negative: what may go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance_mm: Option<f64>,
    /// What the machine may leave the programmed path, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation_mm: Option<f64>,
    /// `job` or `shop`.
    pub source: String,
}

/// What has limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LimitsOf {
    /// An operation of the program.
    Operation,
    /// A tool.
    Tool,
    /// A part.
    Part,
}

/// What motions are held to, mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Limits {
    /// Depth above which a motion gouges, mm.
    pub tolerance_mm: f64,
    /// Stock that must stay on parts, mm; negative: what may go. A fixture keeps none.
    pub allowance_mm: f64,
    /// What the machine may leave the programmed path, mm.
    pub deviation_mm: f64,
}

/// What the motions of an operation are held to before one body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BodyLimits {
    /// Index among the bodies of that role.
    pub body: u32,
    /// What the body is.
    pub body_role: BodyRole,
    /// What they are held to.
    pub limits: Limits,
}

/// How the inputs were understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Options {
    /// Stock to leave on the part, mm.
    pub allowance_mm: f64,
    /// What the machine may leave the programmed path, mm.
    pub deviation_mm: f64,
    /// What tools, operations and parts of this program are held to in place of that; operations
    /// count more than tools, tools more than parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<OwnLimits>,
    /// How far X, Y and Z go, least and greatest, machine coordinates, mm, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel_mm: Option<[Option<[f64; 2]>; 3]>,
    /// Where M6 goes, machine coordinates, mm, null for an axis that stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_change_mm: Option<[Option<f64>; 3]>,
    /// Unit of the mesh files: `mm`, `inch`, `m`.
    pub mesh_units: String,
    /// Part coordinates to program coordinates, 4×4 row-major.
    pub placement: [f64; 16],
    /// Control point before the first block, program coordinates, mm; `null` for an axis not
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_mm: Option<[Option<f64>; 3]>,
    /// Machine zero in program coordinates, mm; `null` for an axis not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_mm: Option<[Option<f64>; 3]>,
    /// Blocks that begin with `/` are left out.
    pub block_delete: bool,
    /// Motions after which the program is taken to be endless.
    pub max_motions: u64,
    /// Assumptions accepted, as `--assume` takes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
    /// Tools taken to be in the spindle, where the program names none: line from which on, number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spindle: Vec<[u32; 2]>,
    /// How rapids go, where it was declared: `straight` or `dogleg`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rapid: Option<String>,
    /// Numbers without a decimal point are whole units, not increments (Fanuc, Haas).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole_units: bool,
    /// How the program uses cutter compensation: `control`, `wear` or `none`, as declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compensation: Option<String>,
    /// Where declared work offsets lie: `G55` and so on, in the coordinates of an undeclared
    /// G54, mm.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub offsets_mm: BTreeMap<String, [f64; 3]>,
    /// Tool table of the control, for length offsets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_table: Option<String>,
    /// Its unit, `mm` or `inch`, where that was declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_table_units: Option<String>,
    /// Folders of subprogram files, after the program's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subprograms: Vec<String>,
}
