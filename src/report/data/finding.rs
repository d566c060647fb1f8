//! Gouges, each with its proof.

use serde::{Deserialize, Serialize};

use super::{Acceptance, Advice, BodyRole, Component, Kind, Limits, Report};

/// The cells of a grid over the part that a way passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cells {
    /// Width of a cell, a power of two, mm. Cell 0 begins at the part's zero.
    pub cell_mm: f64,
    /// The axis of the part that the tool stands along, `x`, `y` or `z`, along which all are cell 0;
    /// left out where it stands along none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up: Option<String>,
    /// Runs of cells: the first and the last along X, then those along Y and Z.
    pub runs: Vec<[i32; 4]>,
}

/// Contacts that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    pub operation: Option<String>,
    /// Its id; 0 where none is known.
    pub operation_id: u32,
    /// First and last line.
    pub lines: [u32; 2],
    /// First and last motion, from 0.
    pub motions: [u32; 2],
    /// Gouging motions in the region.
    pub contacts: u64,
    /// How many of these are rapids, retracts out of what was cut too deep included.
    pub rapids: u64,
    /// Least and greatest corner of the witness points, part coordinates, mm.
    pub extent_mm: [[f64; 3]; 2],
    /// Least and greatest corner of the tip's way during its gouging motions, as far as the
    /// component can be at the body there, part coordinates, mm; `null` where it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach_mm: Option<[[f64; 3]; 2]>,
    /// Length of that way, mm; `null` where it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_mm: Option<f64>,
    /// Where within `reach_mm` that way is; `null` where it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Cells>,
    /// Bounds of the worst depth, what must stay of an allowance counted, mm.
    pub depth_mm: [f64; 2],
    /// The check was stopped before this depth was measured: it is at least the lower bound, and
    /// the upper one may be far from it. Left out where it was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unmeasured: bool,
    /// What it is held to, where that is not what holds for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Least +Z raise that clears the worst motion, of a holder that alone, mm.
    pub lift_mm: Option<f64>,
    /// Level move away from a wall that clears the worst motion, along the program's axes, mm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift_mm: Option<[f64; 3]>,
    /// What would clear it, the least trouble first.
    pub advice: Vec<Advice>,
    /// Who accepted it, and why (`--baseline`); left out where nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Acceptance>,
    /// The proof for the worst motion.
    pub witness: Witness,
}

impl Region {
    /// What it is held to, its own or what holds for all of its report.
    pub fn held_to(&self, report: &Report) -> Limits {
        self.limits.unwrap_or_else(|| report.limits(self.body_role))
    }

    /// Whether both are of the same tool, component, body and operation, and of motions that
    /// overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        let kin = |r: &Self| (r.tool, r.component, r.body_role, r.body, r.operation_id);
        kin(self) == kin(other)
            && self.motions[0] <= other.motions[1]
            && other.motions[0] <= self.motions[1]
    }
}

/// Which side of the cut a witness proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum WitnessSide {
    /// A point of the part's surface lies inside the tool.
    Tool,
    /// A point of the material is covered by the tool.
    Part,
}

/// The proof of one gouge: enough to verify it by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    pub control_point_program: [f64; 3],
    /// The same point as its block would say it, work offsets and a tool's other length counted,
    /// program units; left out where that is the same, or not all there is to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control_point_block: Option<[f64; 3]>,
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
    pub surface_point_program: [f64; 3],
    /// For the part side the point of the material that the tool covers, part coordinates, mm.
    pub inner_point_mm: Option<[f64; 3]>,
    /// The surface point as weights of the facet's corners.
    pub barycentric: [f64; 3],
    /// Unit normal of the facet, away from the material, part coordinates; zero for a degenerate
    /// facet.
    pub normal: [f64; 3],
    /// Bounds of the tool-side depth, mm; negative where the tool leaves less than the allowance,
    /// but cuts nothing: how far off it stays.
    pub tool_side_mm: [f64; 2],
    /// Bounds of the part-side depth, mm; `null` where no point shows it.
    pub part_side_mm: Option<[f64; 2]>,
    /// Where the part-side depth was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_side: Option<PartSide>,
    /// The component is wholly inside the material.
    pub buried: bool,
}

/// Where the part-side depth was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// A piece of the program text, with the guilty words marked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Excerpt {
    /// The line, or the stretch of a very long one around the mark.
    pub text: String,
    /// First character marked and the one after the last, counted from 0 in `text`.
    pub mark: [u32; 2],
}
