//! What was decided about regions, kept in a baseline.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::state::{Decision, State};
use crate::output;
use crate::report::Report;
use crate::report::baseline::{Baseline, Entry, NAME};

/// Where decisions are kept: in the baseline that was named, or beside the program.
fn place(state: &State) -> PathBuf {
    let beside = || PathBuf::from(&state.document.report.inputs.program.path).with_file_name(NAME);
    state.baseline.clone().unwrap_or_else(beside)
}

/// What was decided before; nothing where nothing was.
///
/// # Errors
/// Why the file does not read.
pub fn read(state: &State) -> Result<BTreeMap<String, Decision>, String> {
    let decision =
        |e: Entry| Decision { accepted: e.reason.map(|r| (r, e.until)), note: e.note, anew: false };
    Ok(file(&place(state))?.regions.into_iter().map(|(f, e)| (f, decision(e))).collect())
}

/// The file as it stands.
fn file(path: &Path) -> Result<Baseline, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Baseline::default()),
        Err(e) => return Err(format!("{}: {e}", path.display())),
    };
    Baseline::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Keeps all decisions; says where. What is accepted now is bound to the mesh, the tool, the depth
/// and the size of this report, what was accepted before stays bound to those of then.
///
/// # Errors
/// Why the file could not be read or written.
pub fn keep(state: &State) -> Result<PathBuf, String> {
    let path = place(state);
    let kept = kept(&state.decisions, &file(&path)?, &state.document.report);
    let text = toml::to_string(&kept).map_err(|e| e.to_string())?;
    output::write_with(&path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())?;
    Ok(path)
}

fn kept(decisions: &BTreeMap<String, Decision>, before: &Baseline, report: &Report) -> Baseline {
    let entry = |(fingerprint, d): (&String, &Decision)| {
        let (reason, until) = d.accepted.clone().unzip();
        let until = until.flatten();
        let old = before.regions.get(fingerprint);
        let old = old.filter(|e| !d.anew && e.reason == reason && e.until == until);
        let region = report.regions.iter().find(|r| r.fingerprint == *fingerprint);
        let bound = match (old, region) {
            (Some(old), _) => old.clone(),
            (None, Some(region)) if reason.is_some() => Entry {
                who: ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok()),
                ..Entry::bound(&report.inputs, region)
            },
            (None, _) => Entry::default(),
        };
        (fingerprint.clone(), Entry { reason, until, note: d.note.clone(), ..bound })
    };
    Baseline { regions: decisions.iter().map(entry).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Check, Running, Watch};
    use crate::job::Settings;

    /// Accepted again for the same reason, it stayed bound to what the file said, if only that nothing
    /// was said.
    #[test]
    fn what_is_accepted_again_is_bound_anew() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let mut settings = Settings::default();
        settings.say("part", [format!("{folder}/molds/duct.stl")]);
        settings.say("program", [format!("{folder}/toolpaths/duct-low.ngc")]);
        settings.say("tools.1", ["ball:6"]);
        settings.say("start", [0, 0, 60]);
        let check = Check::new(&settings).unwrap();
        let report = check.run(&Running::default(), &Watch::default()).unwrap();
        let region = &report.regions[0];
        let old = Entry { reason: Some("meant".to_owned()), ..Entry::default() };
        let before = Baseline { regions: [(region.fingerprint.clone(), old.clone())].into() };
        let accepted = Some(("meant".to_owned(), None));
        let decision = |anew| Decision { accepted: accepted.clone(), note: None, anew };
        let entry = |anew| {
            let decisions = [(region.fingerprint.clone(), decision(anew))].into();
            kept(&decisions, &before, &report).regions.remove(&region.fingerprint).unwrap()
        };
        assert_eq!(entry(false), old);
        let anew = entry(true);
        assert_eq!((anew.reason, anew.contacts), (old.reason, Some(region.contacts)));
        assert_eq!((anew.length_mm, anew.reach_mm), (region.length_mm, region.reach_mm));
        assert!(anew.length_mm.is_some_and(|mm| mm > 0.0) && anew.reach_mm.is_some());
    }
}
