//! The inputs of a report: meshes, program, tools.

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Inputs {
    pub parts: Vec<MeshFile>,
    pub fixtures: Vec<MeshFile>,
    pub program: ProgramFile,
    pub tools: Vec<Tool>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct MeshFile {
    pub path: String,
    pub sha256: String,
    pub triangles: u64,
    pub watertight: bool,
    pub bounds_mm: Option<[[f64; 3]; 2]>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ProgramFile {
    pub path: String,
    pub sha256: String,
    pub lines: u64,
    pub dialect: String,
    pub units: String,
    #[serde(default)]
    pub subprograms: Vec<SubprogramFile>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SubprogramFile {
    pub file: String,
    pub sha256: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Tool {
    pub number: u32,
    pub kind: String,
    pub spec: String,
    #[serde(default)]
    pub base: String,
    #[serde(default)]
    pub components: Vec<Component>,
}

/// A part of a tool, about the tool's tip.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Component {
    pub role: Role,
    pub clearance_mm: f64,
    /// The silhouette from the axis upwards, r and z.
    pub profile_mm: Option<Vec<Edge>>,
    /// It rises without end from where the silhouette ends; otherwise it closes level.
    #[serde(default)]
    pub endless: bool,
    pub mesh: Option<ToolMesh>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    Cutter,
    Shank,
    Holder,
}

/// A line, or an arc where there is a centre.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Edge {
    pub from: [f64; 2],
    pub to: [f64; 2],
    pub center: Option<[f64; 2]>,
    #[serde(default)]
    pub hollow: bool,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct ToolMesh {
    pub path: String,
    pub sha256: String,
    /// Millimetres for one unit of the file.
    pub scale: f64,
}
