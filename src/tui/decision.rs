//! What was decided about regions: what of it counts, and where it is kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::state::State;
use crate::output;
use crate::report::baseline::{Baseline, Entry, NAME};
use crate::report::data::Region;

/// What an acceptance is worth today.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing<'a> {
    /// It counts.
    Accepted(&'a Entry),
    /// It does not, and why.
    Void(String),
}

impl State {
    /// What `check` would make of the acceptance of a region; none where nobody accepted it.
    pub fn standing(&self, region: &Region) -> Option<Standing<'_>> {
        let entry = self.decisions.get(&region.fingerprint).filter(|e| e.reason.is_some())?;
        Some(match entry.void(&self.document.report.inputs, region, self.today) {
            Some(why) => Standing::Void(why),
            None => Standing::Accepted(entry),
        })
    }

    /// Counts the regions that are accepted, and those that are not measured: every frame tells of
    /// them, and there may be many.
    pub fn weigh(&mut self) {
        let regions = &self.document.report.regions;
        self.unmeasured = regions.iter().filter(|r| r.unmeasured).count();
        let accepted = |r: &&Region| matches!(self.standing(r), Some(Standing::Accepted(_)));
        self.accepted = match self.decisions.is_empty() {
            true => 0,
            false => self.document.report.regions.iter().filter(accepted).count(),
        };
    }

    /// Takes in what was decided before.
    ///
    /// # Errors
    /// Why the file does not read: then nothing is decided.
    pub fn recall(&mut self) -> Result<(), String> {
        let place = place(self);
        let (decisions, result) = match file(&place) {
            Ok(_) if self.baseline.is_none() && !place.exists() => (self.reported(), Ok(())),
            Ok(baseline) => (baseline.regions, Ok(())),
            Err(why) => (BTreeMap::new(), Err(why)),
        };
        self.decisions = decisions;
        self.weigh();
        result
    }
}

impl State {
    /// What the report itself says was accepted, for where its file is gone.
    fn reported(&self) -> BTreeMap<String, Entry> {
        let report = &self.document.report;
        let entry = |region: &Region| {
            let said = region.accepted.as_ref()?;
            let entry = Entry {
                reason: Some(said.reason.clone()),
                who: said.who.clone(),
                until: said.until.clone(),
                ..Entry::bound(&report.inputs, region)
            };
            Some((region.fingerprint.clone(), entry))
        };
        report.regions.iter().filter_map(entry).collect()
    }
}

/// Where decisions are kept: in the baseline that was named, in that of the report where it is
/// there, or beside the program.
pub(super) fn place(state: &State) -> PathBuf {
    let document = &*state.document;
    let of_report = || {
        let said = &document.report.baseline.as_ref()?.path;
        Some(document.find(said)).filter(|path| path.exists())
    };
    let beside = || {
        let said = || document.folder.join(&document.report.inputs.program.path);
        document.program_file.clone().unwrap_or_else(said).with_file_name(NAME)
    };
    state.baseline.clone().or_else(of_report).unwrap_or_else(beside)
}

/// The file as it stands; nothing where there is none.
fn file(path: &Path) -> Result<Baseline, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Baseline::default()),
        Err(e) => return Err(format!("{}: {e}", path.display())),
    };
    Baseline::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Keeps what was decided about one region beside what others decided in the meantime; says where.
///
/// # Errors
/// Why the file could not be read or written.
pub fn keep(state: &State, fingerprint: &str) -> Result<PathBuf, String> {
    let path = place(state);
    let mut kept = file(&path)?;
    if let Some(entry) = state.decisions.get(fingerprint) {
        kept.regions.insert(fingerprint.to_owned(), entry.clone());
    }
    let text = toml::to_string(&kept).map_err(|e| e.to_string())?;
    output::write_with(&path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::check::{Check, Running, Watch};
    use crate::job::Settings;
    use crate::report::Report;
    use crate::tui::binding::Keys;
    use crate::tui::{ColorDepth, Mode, Theme, load};

    /// A report that names its files from another folder was decided upon in the folder one stood in:
    /// `check` did not see it, and what was accepted beside the program did not show.
    #[test]
    fn decisions_lie_beside_the_program_wherever_one_looks_from() {
        let check = Check::new(&Settings::duct_low()).unwrap();
        let mut report = check.run(&Running::default(), &Watch::default()).unwrap();
        report.inputs.program.path = "parts/op1.ngc".to_owned();
        let opened = |report: &Report, folder: &Path| {
            let document = Arc::new(load(report.clone(), folder).unwrap());
            let theme = Theme { light: true, depth: ColorDepth::True };
            let mut state = State::new(document, Mode::HalfBlock, theme, Keys::default());
            state.recall().unwrap();
            state
        };
        let folder = tempfile::tempdir().unwrap();
        let [job, other] = ["job", "other"].map(|name| folder.path().join(name));
        for path in [&job, &other] {
            std::fs::create_dir_all(path.join("parts")).unwrap();
        }
        let (program, own) = (job.join("parts/op1.ngc"), job.join("parts").join(NAME));
        std::fs::write(&program, "M2\n").unwrap();
        for gone in [false, true] {
            if gone {
                std::fs::remove_file(&own).unwrap();
                std::fs::remove_file(&program).unwrap();
            }
            let mut state = opened(&report, &job);
            let region = state.chosen().unwrap().clone();
            let bound = Entry::bound(&report.inputs, &region);
            let entry = Entry { reason: Some("meant so".to_owned()), ..bound };
            state.decisions.insert(region.fingerprint.clone(), entry);
            assert_eq!(keep(&state, &region.fingerprint), Ok(own.clone()));
            let accepted = |folder: &Path| opened(&report, folder).accepted;
            assert_eq!((accepted(&job), accepted(&other)), (1, 0));
        }
        // The report names a file of decisions: the one beside it, not one of that name here.
        let accepted = file(&own).unwrap();
        std::fs::rename(&own, job.join("Cargo.toml")).unwrap();
        accepted.apply(&mut report, Path::new("Cargo.toml"), chrono::NaiveDate::MIN);
        assert_eq!(opened(&report, &job).accepted, 1);
    }
}
