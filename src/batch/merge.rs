//! Shares of one batch into the whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::summary::{Row, SUMMARY_SCHEMA, Summary};
use super::written;
use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::output::{is_same_place, write_whole};
use crate::report::Report;

/// Merges the summaries in `parts`, written by `--partition`, into the folder `results`, to the
/// same bytes as a run of the whole. Reports that lie elsewhere are copied there, once everything
/// fits.
///
/// # Errors
/// Files that are not shares of one batch, shares that are missing or overlap, reports that are
/// gone, changed or say something else than their share, inputs that are others by now.
pub fn merge(parts: &[PathBuf], results: &Path) -> Result<Summary> {
    let mut all: Option<Summary> = None;
    let mut reports = Vec::new();
    let mut inputs = Inputs::default();
    let read: Vec<Result<Summary>> = parts.iter().map(|path| read(path)).collect();
    if !parts.iter().any(|path| is_same_place(path, &results.join("summary.json"))) {
        written::remove(None, results)?;
    }
    for (path, part) in parts.iter().zip(read) {
        let part = part?;
        let wrong = |what: String| Error::new("J010", format!("{}: {what}", path.display()));
        for row in part.tasks.iter().filter(|row| row.failure.is_none()) {
            let from = path.parent().unwrap_or(Path::new("")).join(&row.result);
            let bytes = bytes_of(row, &[&results.join(&row.result), &from])?;
            let report: Report = serde_json::from_slice(&bytes)
                .map_err(|e| Error::new("J010", format!("{}: {e}", from.display())))?;
            // The report is hashed and proved again by recheck; the share's own words are neither.
            if row.clone().told_by(&report, &bytes) != *row {
                let what = format!("what it says of {} is not what the report says", row.name);
                return Err(wrong(what).help("run this share again"));
            }
            inputs.expect_same(&report, path)?;
            reports.push((results.join(&row.result), bytes));
        }
        let Some(whole) = &mut all else {
            all = Some(Summary { partition: None, ..part });
            continue;
        };
        if (whole.tasks_total, &whole.tasks_sha256) != (part.tasks_total, &part.tasks_sha256) {
            return Err(wrong(
                "this is a share of another batch, or of other job files".to_owned(),
            )
            .help("run every share over the same jobs"));
        }
        whole.tasks.extend(part.tasks);
        whole.tasks.sort_by(|a, b| a.name.cmp(&b.name));
        let twice = whole.tasks.windows(2).find(|w| w[0].name == w[1].name);
        if let Some([row, _]) = twice.and_then(|w| <&[_; 2]>::try_from(w).ok()) {
            return Err(wrong(format!("{} is in another share too", row.name))
                .help("name every share of one partition once"));
        }
    }
    let whole = all.ok_or_else(|| Error::new("J006", "no share is named"))?;
    if !whole.is_whole() {
        let (got, total) = (whole.tasks.len(), whole.tasks_total);
        return Err(Error::new("J010", format!("{got} of {total} tasks are in the shares"))
            .help("name every share: gouge merge part-*.json"));
    }
    for (path, bytes) in reports {
        bring(&path, &bytes)?;
    }
    Ok(whole)
}

fn read(path: &Path) -> Result<Summary> {
    let wrong = |what: String| Error::new("J010", format!("{}: {what}", path.display()));
    let bytes = fs::read(path).map_err(|e| Error::unreadable(path, &e))?;
    let part: Summary = serde_json::from_slice(&bytes).map_err(|e| {
        wrong(e.to_string()).help("shares are written by `gouge batch --partition`")
    })?;
    if part.schema != SUMMARY_SCHEMA {
        return Err(wrong(format!("this is not a share: its schema is {:?}", part.schema)));
    }
    // A share that comes from elsewhere names files; none may lie outside the folder, or be another
    // task's.
    let outside = |row: &Row| {
        let normal = |c| matches!(c, std::path::Component::Normal(_));
        row.name.is_empty()
            || row.result != Row::result_of(&row.name)
            || !Path::new(&row.result).components().all(normal)
    };
    match part.tasks.iter().find(|row| outside(row)) {
        Some(row) => Err(wrong(format!("{:?} is not the name of a report", row.result))),
        None => Ok(part),
    }
}

/// The bytes of a row's report, from the first place that has them.
fn bytes_of(row: &Row, places: &[&Path]) -> Result<Vec<u8>> {
    let read = |path: &&Path| fs::read(path).ok().filter(|bytes| sha256(bytes) == row.sha256);
    places.iter().find_map(read).ok_or_else(|| {
        let place = places.last().map_or_else(String::new, |path| path.display().to_string());
        Error::new("J010", format!("{place}: the report is gone or was changed"))
            .help("run this share again")
    })
}

/// Copies a report, unless it is there already.
fn bring(to: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|e| {
            Error::new("J007", format!("{}: cannot be created: {e}", folder.display()))
        })?;
    }
    Ok(write_whole(to, bytes)?)
}

/// The hashes of inputs as they are now; `None` for what cannot be seen from here.
#[derive(Default)]
struct Inputs(BTreeMap<String, Option<String>>);

impl Inputs {
    /// A share of an earlier run must not pass for one of the files that are there now. Where they
    /// are not (another machine), nothing can be said.
    fn expect_same(&mut self, report: &Report, share: &Path) -> Result<()> {
        let inputs = &report.inputs;
        let meshes = inputs.parts.iter().chain(&inputs.fixtures).map(|m| (&m.path, &m.sha256));
        let program = (&inputs.program.path, &inputs.program.sha256);
        for (path, then) in meshes.chain([program]) {
            let now = self.0.entry(path.clone()).or_insert_with(|| {
                let bytes = files::bytes(Path::new(path)).ok();
                bytes.map(|bytes| sha256(&bytes))
            });
            if now.as_ref().is_some_and(|now| now != then) {
                let what = format!("{path} is not the file that {} checked", share.display());
                return Err(Error::new("J010", what).help("run this share again"));
            }
        }
        Ok(())
    }
}
