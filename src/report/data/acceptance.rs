//! Regions that somebody accepted, in the report.

use serde::{Deserialize, Serialize};

/// An acceptance that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Acceptance {
    /// Why.
    pub reason: String,
    /// Who accepted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The last day; left out if it does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// The outcome of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Applied {
    /// The file, as given.
    pub path: String,
    /// Regions accepted, by their ids.
    pub accepted: Vec<u32>,
    /// Acceptances that do not count, and why.
    pub void: Vec<Void>,
    /// Fingerprints of acceptances whose region is gone.
    pub unused: Vec<String>,
}

/// An acceptance that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Void {
    /// The region, by its id.
    pub region: u32,
    /// Why not.
    pub why: String,
}
