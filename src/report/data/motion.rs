//! Single motions: answers, what stayed open, what was not understood.

use serde::{Deserialize, Serialize};

use super::{Excerpt, Verdict, is_zero};

/// How a motion moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Positioning.
    Rapid,
    /// Straight at feed.
    Feed,
    /// Circle, helix or spiral.
    Arc,
}

/// The answer for one motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Motion {
    /// From 0.
    pub index: u32,
    /// Line, from 1.
    pub line: u32,
    /// Id of the operation it belongs to.
    pub operation_id: u32,
    /// How it moves.
    pub kind: Kind,
    /// Over all components and bodies.
    pub verdict: Verdict,
    /// Not looked at: that it touches nothing was accepted. Left out of others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// Bounds of the depth, what must stay of an allowance counted, mm.
    pub depth_mm: [f64; 2],
    /// Deepest facet, if any was near.
    pub triangle: Option<u32>,
    /// Where along the motion that is, 0 to 1.
    pub t: Option<f64>,
}

/// Motions not decided, of one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Undecided {
    /// Stable code: `P…`, `T…` or `G…`.
    pub code: String,
    /// One sentence for a machinist.
    pub message: String,
    /// How many motions.
    pub motions: u64,
    /// How many more of this reason that gouge, of which another component of the tool or another
    /// body is not decided.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gouging: u64,
    /// Line of the first, from 1; of one that gouges only where all do.
    pub line: u32,
    /// Its column, from 1, in bytes.
    pub column: u32,
    /// Subprogram file that the line counts in; left out for the program itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its block.
    pub block: Excerpt,
    /// Proved bounds of the depth of the deepest of them, mm, where their bounds leave them open;
    /// the upper one is the greatest number there is where nothing bounds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_mm: Option<[f64; 2]>,
    /// A place that the tool comes to where the mesh does not tell inside from outside, program
    /// coordinates (those of G54 where other work offsets are declared), program units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place_program: Option<[f64; 3]>,
    /// The same place in part coordinates, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place_mm: Option<[f64; 3]>,
    /// Where the check was stopped early: the motions it did not get to, worst first, as many
    /// as are of use. Line, column and block are then those of the first of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenMotion>,
}

/// A motion that the check did not get to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpenMotion {
    /// Index in the program, from 0.
    pub motion: u32,
    /// Line, from 1.
    pub line: u32,
    /// No facet lies deeper than this in the tool, mm.
    pub bound_mm: f64,
}

/// A refusal or a warning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
