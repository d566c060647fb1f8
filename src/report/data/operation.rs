//! One operation of the program, in the report.

use serde::{Deserialize, Serialize};

use super::{Advice, BodyLimits};

/// One operation of the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Operation {
    /// From 1, in the order in which they begin.
    pub id: u32,
    /// As the program names it; `null` when only the tool tells it from its neighbours.
    pub name: Option<String>,
    /// How it was recognised.
    pub source: String,
    /// Tool number.
    pub tool: u32,
    /// First and last line that moves; of the program and its subprograms alike.
    pub lines: [u32; 2],
    /// First and last motion, from 0; where subprograms and loops come back to an operation,
    /// motions of others can lie between.
    pub motion_range: [u32; 2],
    /// What it is held to, body by body where that is not what holds for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<BodyLimits>,
    /// Motions.
    pub motions: u64,
    /// Length of the control point's path, as far as it is known, mm.
    pub length_mm: f64,
    /// Motions proved clean.
    pub clean: u64,
    /// Motions proved to gouge.
    pub gouging: u64,
    /// Motions not decided.
    pub unknown: u64,
    /// Motions not looked at, of which it was accepted that they touch nothing (`--assume`).
    pub assumed: u64,
    /// Rapids among the gouging motions.
    pub gouging_rapids: u64,
    /// Deepest gouge of each component in parts, and of any in fixtures.
    pub deepest_mm: Deepest,
    /// Regions, by their ids.
    pub regions: Vec<u32>,
    /// The likely cause where all of it is deep by one constant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<Advice>,
    /// How much lies how deep: one entry for each of the report's `depth_zones_mm`.
    pub depths: Vec<Deeper>,
}

/// Bounds of greatest depths, mm; `null` for what does not gouge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Deepest {
    /// Cutter in a part.
    pub cutter: Option<[f64; 2]>,
    /// Shank in a part.
    pub shank: Option<[f64; 2]>,
    /// Holder in a part.
    pub holder: Option<[f64; 2]>,
    /// Anything in a fixture.
    pub fixture: Option<[f64; 2]>,
}

/// Motions deeper than a zone's border. The first number of each pair is proved; up to the
/// second, depths are not narrowed down far enough to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Deeper {
    /// The border, mm.
    pub than_mm: f64,
    /// Motions.
    pub motions: [u64; 2],
    /// Length of their paths, mm.
    pub length_mm: [f64; 2],
}
