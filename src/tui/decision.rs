//! What was decided about regions, kept beside the program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::state::{Decision, State};
use crate::output;
use crate::report::Report;

/// Name of the file.
const NAME: &str = "gouge-baseline.toml";

/// The file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    /// By fingerprint of the region.
    #[serde(default)]
    regions: BTreeMap<String, Entry>,
}

/// One region.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Why it is accepted; without one, it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The last day on which it is accepted, as 2027-03-31; without one, for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// What to remember of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Where decisions about a report are kept: beside its program.
fn place(report: &Report) -> PathBuf {
    PathBuf::from(&report.inputs.program.path).with_file_name(NAME)
}

/// What was decided before; nothing where nothing was or the file does not read.
pub fn read(report: &Report) -> Result<BTreeMap<String, Decision>, String> {
    let path = place(report);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(e) => return Err(format!("{}: {e}", path.display())),
    };
    let kept: Kept =
        toml::from_str(&text).map_err(|e| format!("{}: {}", path.display(), e.message()))?;
    let decision = |e: Entry| Decision { accepted: e.reason.map(|r| (r, e.until)), note: e.note };
    Ok(kept.regions.into_iter().map(|(f, e)| (f, decision(e))).collect())
}

/// Keeps all decisions; says where.
///
/// # Errors
/// Why the file could not be written.
pub fn keep(state: &State) -> Result<PathBuf, String> {
    let path = place(&state.document.report);
    let entry = |d: &Decision| Entry {
        reason: d.accepted.as_ref().map(|a| a.0.clone()),
        until: d.accepted.as_ref().and_then(|a| a.1.clone()),
        note: d.note.clone(),
    };
    let regions = state.decisions.iter().map(|(f, d)| (f.clone(), entry(d))).collect();
    let text = toml::to_string(&Kept { regions }).map_err(|e| e.to_string())?;
    output::write_with(&path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())?;
    Ok(path)
}
