//! Decisions about regions: which of them count, and where they are kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, TomlError};

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
        Some(match entry.void(&self.document.report, region, self.today) {
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
            Ok((_, baseline)) => (baseline.regions, Ok(())),
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
                ..Entry::bound(report, region)
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

/// The file as it stands, as text and read; nothing where there is none.
fn file(path: &Path) -> Result<(String, Baseline), String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(format!("{}: {e}", path.display())),
    };
    let read = Baseline::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok((text, read))
}

/// Keeps what was decided about one region beside what others decided in the meantime; says where.
///
/// # Errors
/// Why the file could not be read or written.
pub fn keep(state: &State, fingerprint: &str) -> Result<PathBuf, String> {
    let path = place(state);
    let (mut text, _) = file(&path)?;
    if let Some(entry) = state.decisions.get(fingerprint) {
        text = with(&text, fingerprint, entry)?;
    }
    output::write_with(&path, |out| out.write_all(text.as_bytes())).map_err(|e| e.to_string())?;
    Ok(path)
}

/// The text of a file with this decision about a region. What people wrote there beside it stays,
/// remarks and order too.
fn with(text: &str, fingerprint: &str, entry: &Entry) -> Result<String, String> {
    let mut file: DocumentMut = text.parse().map_err(|e: TomlError| e.to_string())?;
    let entry = toml::to_string(entry).map_err(|e| e.to_string())?;
    let mut entry: DocumentMut = entry.parse().map_err(|e: TomlError| e.to_string())?;
    // A table of its own would stand apart from the acceptance that it belongs to.
    entry.iter_mut().for_each(|(_, item)| item.make_value());
    let end = file.trailing().as_str().unwrap_or_default().to_owned();
    let regions = file.entry("regions").or_insert_with(|| {
        let mut regions = Table::new();
        regions.set_implicit(true);
        Item::Table(regions)
    });
    let regions = regions.as_table_like_mut().ok_or("`regions` is not a table")?;
    let Some(known) = regions.get_mut(fingerprint).and_then(Item::as_table_like_mut) else {
        let mut table = entry.as_table().clone();
        // Remarks at the end stand before what comes after them.
        let blank = if text.trim().is_empty() { "" } else { "\n" };
        table.decor_mut().set_prefix(format!("{end}{blank}"));
        regions.insert(fingerprint, Item::Table(table));
        file.set_trailing("");
        return Ok(file.to_string());
    };
    let old = |(key, _): (&str, &Item)| (!entry.contains_key(key)).then(|| key.to_owned());
    let old: Vec<String> = known.iter().filter_map(old).collect();
    old.iter().for_each(|key| drop(known.remove(key)));
    for (key, item) in entry.iter() {
        let Some(slot) = known.get_mut(key) else {
            known.insert(key, item.clone());
            continue;
        };
        let decor = slot.as_value().map(|value| value.decor().clone());
        *slot = item.clone();
        if let Some((value, decor)) = slot.as_value_mut().zip(decor) {
            *value.decor_mut() = decor;
        }
    }
    Ok(file.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::check::{Check, Running, Watch};
    use crate::job::Settings;
    use crate::report::Report;
    use crate::report::data::Cells;
    use crate::tui::binding::Keys;
    use crate::tui::{Background, ColorDepth, Mode, Theme, load};

    /// A report that names its files from another folder was decided upon in the folder one stood
    /// in: `check` did not see it, and what was accepted beside the program did not show.
    #[test]
    fn decisions_lie_beside_the_program_wherever_one_looks_from() {
        let check = Check::new(&Settings::duct_low()).unwrap();
        let mut report = check.run(&Running::default(), &Watch::default()).unwrap();
        report.inputs.program.path = "parts/op1.ngc".to_owned();
        let opened = |report: &Report, folder: &Path| {
            let document = Arc::new(load(report.clone(), folder).unwrap());
            let theme = Theme { background: Background::Light, depth: ColorDepth::True };
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
            let bound = Entry::bound(&report, &region);
            let entry = Entry { reason: Some("meant so".to_owned()), ..bound };
            state.decisions.insert(region.fingerprint.clone(), entry);
            assert_eq!(keep(&state, &region.fingerprint), Ok(own.clone()));
            let accepted = |folder: &Path| opened(&report, folder).accepted;
            assert_eq!((accepted(&job), accepted(&other)), (1, 0));
        }
        // The report names a file of decisions: the one beside it, not one of that name here.
        let (_, accepted) = file(&own).unwrap();
        std::fs::rename(&own, job.join("Cargo.toml")).unwrap();
        accepted.apply(&mut report, Path::new("Cargo.toml"), chrono::NaiveDate::MIN);
        assert_eq!(opened(&report, &job).accepted, 1);
    }

    /// All remarks in a file written by hand were gone with the first acceptance.
    #[test]
    fn remarks_in_the_file_stay() {
        let entry = Entry {
            reason: Some("meant so".to_owned()),
            until: Some("2027-03-31".to_owned()),
            reach_mm: Some([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]),
            cells: Some(Cells {
                cell_mm: 0.125,
                up: Some("z".to_owned()),
                runs: vec![[0, 3, 2, 0], [-1, -1, 3, 0]],
            }),
            ..Entry::default()
        };
        let remarks = |text: &str| text.lines().filter(|l| l.contains('#')).count();
        for text in [
            "",
            "# agreed in ECO-1234\n",
            "# first\n[regions.00aa]\nnote = \"theirs\" # ask them\n# last\n",
            "# first\n[regions.0123456789abcdef] # own\n# why\nreason = \"old\" # old\n\
             who = \"A\"\n\n# next\n[regions.ffaa]\nnote = \"theirs\"\n",
            "# inline\nregions = { 00aa = { note = \"theirs\" } } # all\n",
            "# inline\nregions.0123456789abcdef = { note = \"own\" } # all\n",
            "regions.0123456789abcdef.reason = \"old\" # dotted\n",
        ] {
            let mut expected = Baseline::parse(text).unwrap();
            expected.regions.insert("0123456789abcdef".to_owned(), entry.clone());
            let written = with(text, "0123456789abcdef", &entry).unwrap();
            assert_eq!(Baseline::parse(&written), Ok(expected), "{text} {written}");
            assert_eq!(remarks(&written), remarks(text), "{text} {written}");
            let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
            assert!(text.is_empty() || !text.starts_with('#') || first(text) == first(&written));
            // Once more changes nothing.
            assert_eq!(with(&written, "0123456789abcdef", &entry).unwrap(), written);
        }
    }
}
