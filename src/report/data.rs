//! The report as data: the JSON of `gouge check`, field by field in its published order.
//!
//! Every number is finite and in millimetres (radians for angles), every point in part
//! coordinates, unless its name ends in `_program`: program coordinates, program units. Renderers read this and nothing else. Fields beyond the published ones are
//! what a recheck needs to stand alone.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::advice::Advice;
use super::baseline::{Acceptance, Applied};
use super::operations::Operation;
use crate::mesh::{Mesh, defects};
use crate::picture::Pictures;

/// Value of [`Report::schema`].
pub const SCHEMA: &str = "gouge-report/1";

/// What one run of `check` proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The answer for the whole program.
    pub verdict: Verdict,
    /// Depth above which a motion gouges, mm.
    pub tolerance_mm: f64,
    /// Files read and tools declared.
    pub inputs: Inputs,
    /// How the inputs were understood.
    pub options: Options,
    /// How much of the program the answer covers.
    pub coverage: Coverage,
    /// What the bounds are made of, mm.
    pub error_budget_mm: ErrorBudget,
    /// Gouges, worst first.
    pub regions: Vec<Region>,
    /// Operations of the program, in the order in which they begin.
    #[serde(default)]
    pub operations: Vec<Operation>,
    /// Borders of the zones that depths are sorted into, mm.
    #[serde(default)]
    pub depth_zones_mm: Vec<f64>,
    /// Where part and cutting lie, program coordinates, mm.
    #[serde(default)]
    pub boxes_program_mm: Boxes,
    /// What the verdict rests on and nothing proves.
    #[serde(default)]
    pub assumptions: Vec<Assumption>,
    /// What the program does not hold and only the user knows, with the options that say it.
    #[serde(default)]
    pub missing: Vec<Missing>,
    /// What a file of accepted regions came to, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Applied>,
    /// The job file, and every value that came from it.
    #[serde(default)]
    pub job: Option<JobUsed>,
    /// Every motion, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motions: Option<Vec<Motion>>,
    /// Sections and views, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Pictures>,
    /// Motions not decided, by reason.
    pub undecided: Vec<Undecided>,
    /// Blocks not understood, in program order.
    pub refusals: Vec<Remark>,
    /// Legal but suspicious things, in program order.
    pub warnings: Vec<Remark>,
    /// Times and host facts; the only part that may differ from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
}

/// A fact that the verdict rests on and that nothing proves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Assumption {
    /// As `--assume` takes it: `start`, `home`, `tool`…
    pub name: String,
    /// What is taken to be true.
    pub value: String,
    /// `option`, `job`, `shop`, `default`, `line 8`, `comment on line 8`.
    pub source: String,
}

/// A fact that is missing, and how to supply it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Missing {
    /// As `--assume` names it: `start`, `home`, `tool`…
    pub name: String,
    /// One sentence.
    pub message: String,
    /// Options that supply it, each with what it says; those that need no more thought are last.
    pub options: Vec<[String; 2]>,
    /// What to type to have it settled; left out where only the user can choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
}

/// Where part and cutting lie: least and greatest corner, program coordinates, mm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Boxes {
    /// All parts.
    pub part: Option<[[f64; 3]; 2]>,
    /// The control point over all cutting motions that were checked.
    pub cutting: Option<[[f64; 3]; 2]>,
}

/// A job file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JobUsed {
    /// As found or given.
    pub path: String,
    /// The keys whose values counted, as they are written there.
    pub values: BTreeMap<String, String>,
}

/// The answer for a motion or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proved not deeper than the tolerance.
    Clean,
    /// Proved deeper than the tolerance.
    Gouge,
    /// Neither.
    Unknown,
}

/// Which part of a tool touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Component {
    /// The part that is meant to cut.
    Cutter,
    /// The smooth part above it.
    Shank,
    /// What holds the shank.
    Holder,
}

/// What a body is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BodyRole {
    /// The goal shape.
    Part,
    /// Something that holds it.
    Fixture,
}

/// Files read and tools declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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

/// A mesh file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
}

/// A declared tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// The declared shape, component by component from the tip upwards.
    #[serde(default)]
    pub components: Vec<ToolComponent>,
}

/// A component of a tool, about the tool's tip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolMesh {
    /// As declared.
    pub path: String,
    /// Of the file's bytes, lower-case hex.
    pub sha256: String,
    /// Millimetres for one unit of the file.
    pub scale: f64,
}

/// How the inputs were understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// Stock that must stay on the part, mm.
    pub allowance_mm: f64,
    /// What the machine may leave the programmed path, mm.
    pub deviation_mm: f64,
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
    /// Folders of subprogram files, after the program's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subprograms: Vec<String>,
}

/// How much of the program the answer covers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// Motions found.
    pub motions: u64,
    /// Motions checked.
    pub checked: u64,
    /// Proved clean.
    pub clean: u64,
    /// Proved to gouge.
    pub gouging: u64,
    /// Neither.
    pub unknown: u64,
    /// Not checked, but accepted to touch nothing (`--assume`); in none of the other numbers but
    /// `motions`.
    #[serde(default)]
    pub assumed: u64,
    /// Blocks not understood.
    pub refused_blocks: u64,
    /// Length of the control point's path over all checked motions, mm.
    pub length_mm: f64,
}

/// What the bounds are made of, mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBudget {
    /// Greatest deviation of the chords that stand for arcs.
    pub arc: f64,
    /// Greatest deviation of the facets of mesh tools, as far as declared.
    pub tool_facets: f64,
    /// Declared deviation of the machine.
    pub deviation: f64,
    /// Rounding.
    pub float: f64,
    /// Declared deviation of the part's facets from the true surface.
    pub mesh_chord: f64,
}

/// Contacts that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Region {
    /// Rank, from 1, worst first.
    pub id: u32,
    /// Sixteen hex digits that survive renumbered lines.
    pub fingerprint: String,
    /// Stable code, `G…`.
    pub code: String,
    /// One sentence for a machinist.
    pub message: String,
    /// Tool number.
    pub tool: u32,
    /// Part of the tool that touches.
    pub component: Component,
    /// Index among the bodies of that role.
    pub body: u32,
    /// What the body is.
    pub body_role: BodyRole,
    /// Name of the operation they belong to, if it has one.
    #[serde(default)]
    pub operation: Option<String>,
    /// Its id; 0 where none is known.
    #[serde(default)]
    pub operation_id: u32,
    /// First and last line.
    pub lines: [u32; 2],
    /// First and last motion, from 0.
    pub motions: [u32; 2],
    /// Gouging motions in the region.
    pub contacts: u64,
    /// Least and greatest corner of the witness points, part coordinates, mm.
    pub extent_mm: [[f64; 3]; 2],
    /// Bounds of the worst depth, mm.
    pub depth_mm: [f64; 2],
    /// Least +Z raise that clears the worst motion, mm.
    pub lift_mm: Option<f64>,
    /// Level move away from a wall that clears the worst motion, along the program's axes, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift_mm: Option<[f64; 3]>,
    /// What would clear it, the least trouble first.
    #[serde(default)]
    pub advice: Vec<Advice>,
    /// Who accepted it, and why (`--baseline`); left out where nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Acceptance>,
    /// The proof for the worst motion.
    pub witness: Witness,
}

/// Which side of the cut a witness proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WitnessSide {
    /// A point of the part's surface lies inside the tool.
    Tool,
    /// A point of the material is covered by the tool.
    Part,
}

/// The proof of one gouge: enough to verify it by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    /// Line, from 1.
    pub line: u32,
    /// Column of the first word, from 1, in bytes.
    pub column: u32,
    /// Subprogram file that the line counts in; left out for the program itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The block.
    pub block: Excerpt,
    /// Motion, from 0.
    pub motion: u32,
    /// `rapid`, `feed` or `arc`.
    pub kind: Kind,
    /// On the dog-leg of a rapid, not on its straight line.
    pub dogleg: bool,
    /// Where along the motion, 0 to 1.
    pub t: f64,
    /// Control point at `t`, program coordinates (those of G54 where other work offsets are
    /// declared), program units: inches where the program works in inches, else mm.
    #[serde(default)]
    pub control_point_program: [f64; 3],
    /// Control point at `t`, part coordinates, mm.
    pub control_point_mm: [f64; 3],
    /// Facet, in file order.
    pub triangle: u32,
    /// Which side it proves.
    pub side: WitnessSide,
    /// For the tool side the point of the facet that is inside the tool, for the part side the one
    /// nearest to `inner_point_mm`; part coordinates, mm.
    pub surface_point_mm: [f64; 3],
    /// The same point in program coordinates and units.
    #[serde(default)]
    pub surface_point_program: [f64; 3],
    /// For the part side the point of the material that the tool covers, part coordinates, mm.
    pub inner_point_mm: Option<[f64; 3]>,
    /// The surface point as weights of the facet's corners.
    pub barycentric: [f64; 3],
    /// Unit normal of the facet, away from the material, part coordinates; zero for a degenerate
    /// facet.
    pub normal: [f64; 3],
    /// Bounds of the tool-side depth, mm.
    pub tool_side_mm: [f64; 2],
    /// Bounds of the part-side depth, mm; `null` where no point shows it.
    pub part_side_mm: Option<[f64; 2]>,
    /// Where the part-side depth was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_side: Option<PartSide>,
    /// The tool is wholly inside the material.
    pub buried: bool,
}

/// Where the part-side depth was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartSide {
    /// The point in the material that the tool covers, part coordinates, mm.
    pub inner_point_mm: [f64; 3],
    /// Facet nearest to it, in file order.
    pub triangle: u32,
    /// Nearest point of that facet, part coordinates, mm.
    pub point_mm: [f64; 3],
    /// Where along the motion the tool reaches it, 0 to 1.
    pub t: f64,
}

/// How a motion moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Positioning.
    Rapid,
    /// Straight at feed.
    Feed,
    /// Circle, helix or spiral.
    Arc,
}

/// A piece of the program text, with the guilty words marked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    /// The line, or the stretch of a very long one around the mark.
    pub text: String,
    /// First character marked and the one after the last, counted from 0 in `text`.
    pub mark: [u32; 2],
}

/// The answer for one motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Motion {
    /// From 0.
    pub index: u32,
    /// Line, from 1.
    pub line: u32,
    /// Id of the operation it belongs to.
    #[serde(default)]
    pub operation_id: u32,
    /// How it moves.
    pub kind: Kind,
    /// Over all components and bodies.
    pub verdict: Verdict,
    /// Bounds of the depth, mm.
    pub depth_mm: [f64; 2],
    /// Deepest facet, if any was near.
    pub triangle: Option<u32>,
    /// Where along the motion that is, 0 to 1.
    pub t: Option<f64>,
}

/// Motions not decided, of one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Undecided {
    /// Stable code: `P…`, `T…` or `G…`.
    pub code: String,
    /// One sentence for a machinist.
    pub message: String,
    /// How many motions.
    pub motions: u64,
    /// Line of the first, from 1.
    pub line: u32,
    /// Its column, from 1, in bytes.
    pub column: u32,
    /// Subprogram file that the line counts in; left out for the program itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its block.
    pub block: Excerpt,
    /// Where the check was stopped early: the motions it did not get to, worst first, as many
    /// as are of use. Line, column and block are then those of the first of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenMotion>,
}

/// A motion that the check did not get to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpenMotion {
    /// Index in the program, from 0.
    pub motion: u32,
    /// Line, from 1.
    pub line: u32,
    /// No facet lies deeper than this in the tool, mm.
    pub bound_mm: f64,
}

/// A refusal or a warning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Remark {
    /// Line, from 1; 0 when no line of the program is meant.
    pub line: u32,
    /// Column, from 1, in bytes.
    pub column: u32,
    /// Subprogram file that the line counts in; left out for the program itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Stable code.
    pub code: String,
    /// One sentence for a machinist.
    pub message: String,
    /// The block.
    pub block: Excerpt,
}

/// Times and host facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Version of this program.
    pub version: String,
    /// Hierarchy searched with.
    pub engine: String,
    /// Threads.
    pub threads: u64,
    /// Operating system and processor architecture.
    pub host: String,
    /// Reading meshes and the program, seconds.
    pub read_s: f64,
    /// Checking, the building of hierarchies included, seconds.
    pub check_s: f64,
    /// Counters of the search, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<BTreeMap<String, u64>>,
}
