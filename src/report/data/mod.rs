//! The report as data: the JSON of `gouge check`, field by field in its published order.
//!
//! Every number is finite and in millimetres (radians for angles), every point in part coordinates,
//! unless its name ends in `_program`: program coordinates, program units. Renderers read this and
//! nothing else. The fields beyond the published ones are those that a recheck needs.

mod acceptance;
mod advice;
pub mod clearance;
mod finding;
mod input;
mod motion;
mod operation;
pub mod picture;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use acceptance::{Acceptance, Applied, Void};
pub use advice::{Advice, Remedy};
pub use finding::{Cells, Excerpt, PartSide, Region, Witness, WitnessSide};
pub use input::{
    BodyLimits, Inputs, Limits, LimitsOf, MeshInput, Options, OwnLimits, ProgramInput,
    SubprogramInput, ToolComponent, ToolEdge, ToolInput, ToolMesh,
};
pub use motion::{Kind, Motion, OpenMotion, Remark, Undecided};
pub use operation::{Deeper, Deepest, Operation};

use clearance::Clearances;
use picture::{Pictures, Surface};

/// Value of [`Report::schema`].
pub const SCHEMA: &str = "gouge-report/1";

/// What one run of `check` proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    pub operations: Vec<Operation>,
    /// Borders of the zones that depths are sorted into, mm.
    pub depth_zones_mm: Vec<f64>,
    /// Where part and cutting lie, program coordinates, mm.
    pub boxes_program_mm: Boxes,
    /// What the verdict rests on and nothing proves.
    pub assumptions: Vec<Assumption>,
    /// What the program does not hold and only the user knows, with the options that say it.
    pub missing: Vec<Missing>,
    /// What a file of accepted regions came to, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Applied>,
    /// The job file, and every value that came from it.
    pub job: Option<JobUsed>,
    /// Every motion, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motions: Option<Vec<Motion>>,
    /// Least distances, stick-outs and lowest heights, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clearances: Option<Clearances>,
    /// Sections and views, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Pictures>,
    /// Every facet of the bodies with its depth, parts first, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surfaces: Option<Vec<Surface>>,
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

impl Report {
    /// Whether something is not decided, of the program or about it.
    pub fn is_open(&self) -> bool {
        self.coverage.is_open() || !self.undecided.is_empty()
    }

    /// The least and the greatest tolerance that anything is held to, mm.
    pub fn tolerances_mm(&self) -> [f64; 2] {
        let own = self.operations.iter().flat_map(|o| &o.limits).map(|own| own.limits.tolerance_mm);
        let all = [self.tolerance_mm; 2];
        own.fold(all, |[least, most], mm| [least.min(mm), most.max(mm)])
    }

    /// What holds for all, before a body of some kind.
    pub fn limits(&self, role: BodyRole) -> Limits {
        let options = &self.options;
        Limits {
            tolerance_mm: self.tolerance_mm,
            allowance_mm: if role == BodyRole::Part { options.allowance_mm } else { 0.0 },
            deviation_mm: options.deviation_mm,
        }
    }
}

/// Whether a number is left out of a report.
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A fact that the verdict rests on and that nothing proves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Assumption {
    /// As `--assume` takes it: `start`, `home`, `tool`…
    pub name: String,
    /// What is taken to be true.
    pub value: String,
    /// `option`, `job`, `shop`, `default`, `line 8`, `comment on line 8`.
    pub source: String,
}

/// A fact that is missing, and how to supply it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Boxes {
    /// All parts.
    pub part: Option<[[f64; 3]; 2]>,
    /// The control point over all cutting motions that were checked.
    pub cutting: Option<[[f64; 3]; 2]>,
}

/// A job file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JobUsed {
    /// As found or given.
    pub path: String,
    /// The keys whose values counted, as they are written there.
    pub values: BTreeMap<String, String>,
}

/// The answer for a motion or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proved not deeper than the tolerance.
    Clean,
    /// Proved deeper than the tolerance.
    Gouge,
    /// Neither.
    Unknown,
}

impl Verdict {
    /// What a check with this answer ends with.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Gouge => 1,
            Self::Unknown => 3,
        }
    }

    /// As reports word it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Gouge => "gouge",
            Self::Unknown => "unknown",
        }
    }
}

/// Which part of a tool touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BodyRole {
    /// The goal shape.
    Part,
    /// Something that holds it.
    Fixture,
}

/// How much of the program the answer covers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    pub assumed: u64,
    /// Blocks not understood.
    pub refused_blocks: u64,
    /// Length of the control point's path over all checked motions, mm.
    pub length_mm: f64,
}

impl Coverage {
    /// Whether something of the program is not decided.
    pub fn is_open(&self) -> bool {
        self.unknown > 0 || self.refused_blocks > 0 || self.checked + self.assumed < self.motions
    }
}

/// What the bounds are made of, mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// Times and host facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
