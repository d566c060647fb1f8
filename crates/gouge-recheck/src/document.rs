//! The JSON report as far as it is proved again: read with types of its own.

mod inputs;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

pub(crate) use inputs::{Component, Edge, Inputs, MeshFile, Role, ToolMesh};

/// The whole of it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Document {
    pub schema: String,
    pub verdict: Verdict,
    pub tolerance_mm: f64,
    pub inputs: Inputs,
    pub options: Options,
    pub coverage: Coverage,
    pub error_budget_mm: BTreeMap<String, f64>,
    pub regions: Vec<Region>,
    pub operations: Option<Vec<Operation>>,
    #[serde(default)]
    pub depth_zones_mm: Vec<f64>,
    pub boxes_program_mm: Option<Boxes>,
    pub motions: Option<Vec<Motion>>,
    #[serde(default)]
    pub undecided: Vec<Undecided>,
    #[serde(default)]
    pub refusals: Vec<Remark>,
    #[serde(default)]
    pub warnings: Vec<Remark>,
    #[serde(default)]
    pub assumptions: Vec<Assumption>,
    #[serde(default)]
    pub baseline: Option<Baseline>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Clean,
    Gouge,
    Unknown,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Options {
    pub allowance_mm: f64,
    pub deviation_mm: f64,
    #[serde(default)]
    pub limits: Vec<OwnLimits>,
    pub mesh_units: String,
    pub placement: [f64; 16],
    #[serde(default)]
    pub start_mm: Option<[Option<f64>; 3]>,
    #[serde(default)]
    pub home_mm: Option<[Option<f64>; 3]>,
    #[serde(default)]
    pub tool_change_mm: Option<[Option<f64>; 3]>,
    #[serde(default)]
    pub block_delete: bool,
    pub max_motions: u64,
    #[serde(default)]
    pub accepted: Vec<String>,
    #[serde(default)]
    pub spindle: Vec<[u32; 2]>,
    #[serde(default)]
    pub rapid: Option<String>,
    #[serde(default)]
    pub whole_units: bool,
    #[serde(default)]
    pub compensation: Option<String>,
    #[serde(default)]
    pub offsets_mm: BTreeMap<String, [f64; 3]>,
    #[serde(default)]
    pub tool_table: Option<String>,
    #[serde(default)]
    pub tool_table_units: Option<String>,
    #[serde(default)]
    pub subprograms: Vec<String>,
}

impl Document {
    /// The operations that it lists.
    pub fn operations(&self) -> &[Operation] {
        self.operations.as_deref().unwrap_or(&[])
    }
}

impl Options {
    /// Whether something was taken for granted.
    pub fn accepts(&self, said: &str) -> bool {
        let words = |text: &str| {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            [name.trim().to_owned(), value.trim().to_owned()]
        };
        self.accepted.iter().any(|own| words(own) == words(said))
    }
}

/// What a tool, an operation or a part is held to in place of what holds for all.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OwnLimits {
    pub of: LimitsOf,
    /// Number of the tool, name of the operation, place of the part.
    pub name: String,
    pub tolerance_mm: Option<f64>,
    pub allowance_mm: Option<f64>,
    pub deviation_mm: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LimitsOf {
    Operation,
    Tool,
    Part,
}

/// What motions are held to.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Limits {
    pub tolerance_mm: f64,
    pub allowance_mm: f64,
    pub deviation_mm: f64,
}

/// What an operation is held to before a body.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct BodyLimits {
    pub body: u32,
    pub body_role: BodyRole,
    pub limits: Limits,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Coverage {
    pub motions: u64,
    pub checked: u64,
    pub clean: u64,
    pub gouging: u64,
    pub unknown: u64,
    #[serde(default)]
    pub assumed: u64,
    pub refused_blocks: u64,
    pub length_mm: f64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Region {
    pub id: u32,
    pub fingerprint: String,
    pub code: String,
    pub tool: u32,
    pub component: Role,
    pub body: u32,
    pub body_role: BodyRole,
    pub lines: [u32; 2],
    pub motions: [u32; 2],
    pub contacts: u64,
    #[serde(default)]
    pub rapids: Option<u64>,
    pub extent_mm: [[f64; 3]; 2],
    #[serde(default)]
    pub reach_mm: Option<[[f64; 3]; 2]>,
    #[serde(default)]
    pub length_mm: Option<f64>,
    pub depth_mm: [f64; 2],
    #[serde(default)]
    pub limits: Option<Limits>,
    pub lift_mm: Option<f64>,
    #[serde(default)]
    pub shift_mm: Option<[f64; 3]>,
    #[serde(default)]
    pub advice: Vec<Advice>,
    /// There where somebody accepted it.
    #[serde(default)]
    pub accepted: Option<IgnoredAny>,
    #[serde(default)]
    pub operation: Option<String>,
    #[serde(default)]
    pub operation_id: u32,
    pub witness: Witness,
}

/// What is said to clear a gouge; its sentence is not read.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Advice {
    pub remedy: String,
    pub by_mm: f64,
    #[serde(default)]
    pub move_mm: Option<[f64; 3]>,
}

/// An operation of the program.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Operation {
    pub id: u32,
    pub name: Option<String>,
    pub source: String,
    pub tool: u32,
    pub lines: [u32; 2],
    pub motion_range: [u32; 2],
    #[serde(default)]
    pub limits: Vec<BodyLimits>,
    pub motions: u64,
    pub clean: u64,
    pub gouging: u64,
    pub unknown: u64,
    pub assumed: u64,
    pub regions: Vec<u32>,
    pub length_mm: f64,
    pub gouging_rapids: u64,
    pub deepest_mm: BTreeMap<String, Option<[f64; 2]>>,
    #[serde(default)]
    pub depths: Vec<Deeper>,
}

/// Gouging motions deeper than a zone's border: so many at least, so many at most.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Deeper {
    pub than_mm: f64,
    pub motions: [u64; 2],
    pub length_mm: [f64; 2],
}

/// Where part and cutting lie, program coordinates, mm.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Boxes {
    pub part: Option<Corners>,
    pub cutting: Option<Corners>,
}

/// Least and greatest corner of a box.
pub(crate) type Corners = [[f64; 3]; 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BodyRole {
    Part,
    Fixture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Tool,
    Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Rapid,
    Feed,
    Arc,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Witness {
    pub line: u32,
    pub column: u32,
    pub block: Excerpt,
    pub motion: u32,
    pub kind: Kind,
    pub dogleg: bool,
    pub t: f64,
    pub side: Side,
    pub control_point_mm: [f64; 3],
    pub control_point_program: [f64; 3],
    pub control_point_block: Option<[f64; 3]>,
    pub triangle: u32,
    pub surface_point_mm: [f64; 3],
    pub surface_point_program: [f64; 3],
    pub inner_point_mm: Option<[f64; 3]>,
    pub barycentric: [f64; 3],
    pub normal: [f64; 3],
    pub tool_side_mm: [f64; 2],
    pub part_side_mm: Option<[f64; 2]>,
    pub part_side: Option<PartSide>,
    pub buried: bool,
}

/// Where the part-side depth was found.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct PartSide {
    pub inner_point_mm: [f64; 3],
    pub triangle: u32,
    pub point_mm: [f64; 3],
    pub t: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Excerpt {
    pub text: String,
    pub mark: [u32; 2],
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Motion {
    pub index: u32,
    pub line: u32,
    #[serde(default)]
    pub operation_id: u32,
    pub kind: Kind,
    pub verdict: Verdict,
    #[serde(default)]
    pub assumed: bool,
    pub depth_mm: [f64; 2],
    pub triangle: Option<u32>,
    pub t: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Undecided {
    pub code: String,
    pub motions: u64,
    #[serde(default)]
    pub gouging: u64,
    #[serde(default)]
    pub line: u32,
    #[serde(default)]
    pub column: u32,
    #[serde(default)]
    pub block: Option<Excerpt>,
    pub depth_mm: Option<[f64; 2]>,
    pub place_program: Option<[f64; 3]>,
    pub place_mm: Option<[f64; 3]>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Remark {
    pub line: u32,
    pub column: u32,
    pub code: String,
}

/// What is taken to be true.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Assumption {
    pub name: String,
    pub value: String,
    pub source: String,
}

/// What somebody accepted.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Baseline {
    pub accepted: Vec<u32>,
    pub void: Vec<Void>,
    pub unused: Vec<String>,
}

/// An acceptance that does not count.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Void {
    pub region: u32,
}
