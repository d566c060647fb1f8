//! Joins the shares of one batch.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::Partition;
use super::now::Now;
use super::output;
use super::results;
use super::summary::{Row, SUMMARY_SCHEMA, Summary};
use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::output::{is_same_place, write_whole, write_with};
use crate::report::Report;

/// Merges the summaries in `parts`, written by `--partition`, into the folder `results`, to the
/// same bytes as a run of the whole. Reports that lie elsewhere are copied there, once everything
/// fits. What is accepted is read again: it changes from day to day. With the whole come the files
/// that are not there to be compared with what the shares rest on.
///
/// # Errors
/// Files that are not shares of one batch, shares that are missing or overlap, reports that are
/// gone, changed or say something else than their share, inputs that are others by now.
pub fn merge(parts: &[PathBuf], results: &Path) -> Result<(Summary, BTreeSet<String>)> {
    let mut all: Option<Summary> = None;
    let (mut reports, mut retold) = (Vec::new(), Vec::new());
    let mut now = Now::default();
    let read: Vec<Result<Summary>> = parts.iter().map(|path| read(path)).collect();
    if !parts.iter().any(|path| is_same_place(path, &results.join("summary.json"))) {
        output::remove(None, results)?;
    }
    let read = read.into_iter().collect::<Result<Vec<_>>>()?;
    expect_one_partition(parts, &read)?;
    for (path, mut part) in parts.iter().zip(read) {
        let wrong = |what: String| Error::new("J010", format!("{}: {what}", path.display()));
        let then = part.clone();
        reports.extend(reports_of(path, &mut part, results, &mut now)?);
        let is_here = is_same_place(path, &results.join(path.file_name().unwrap_or_default()));
        if is_here && part != then {
            retold.push((path, part.clone()));
        }
        part.tasks.iter_mut().for_each(|row| row.files = None);
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
    now.expect_all(&whole.tasks)?;
    for (row, bytes) in reports {
        bring(&row, &bytes, results)?;
    }
    // A share whose reports lie here goes on to be merged.
    for (path, part) in retold {
        write_with(path, |out| part.write_json(out))?;
    }
    Ok((whole, now.unseen()))
}

/// The rows of a share with the bytes of their reports, held against what is there now.
fn reports_of(
    path: &Path,
    part: &mut Summary,
    results: &Path,
    now: &mut Now,
) -> Result<Vec<(Row, Vec<u8>)>> {
    let wrong = |what: String| Error::new("J010", format!("{}: {what}", path.display()));
    let mut reports = Vec::new();
    for row in part.tasks.iter_mut().filter(|row| row.failure.is_none()) {
        let from = path.parent().unwrap_or(Path::new("")).join(&row.result);
        let bytes = bytes_of(row, &[&results.join(&row.result), &from])?;
        let report: Report = serde_json::from_slice(&bytes)
            .map_err(|e| Error::new("J010", format!("{}: {e}", from.display())))?;
        // The report is hashed and proved again by recheck; the share's own words are neither.
        if row.clone().told_by(&report, &bytes) != *row {
            let what = format!("what it says of {} is not what the report says", row.name);
            return Err(wrong(what).help("run this share again"));
        }
        if part.partition.is_some() && row.files.is_none() {
            let what = format!("it does not say what files the report of {} rests on", row.name);
            return Err(wrong(what).help("run this share again with this version"));
        }
        now.expect_same(row, &report, path)?;
        let bytes = now.accept_again(row, report, bytes)?;
        reports.push((row.clone(), bytes));
    }
    Ok(reports)
}

fn read(path: &Path) -> Result<Summary> {
    let wrong = |what: String| Error::new("J010", format!("{}: {what}", path.display()));
    let bytes = files::bytes(path).map_err(|e| Error::unreadable(path, &e))?;
    let part: Summary = serde_json::from_slice(&bytes).map_err(|e| {
        wrong(foreign(&bytes).unwrap_or_else(|| e.to_string()))
            .help("shares are written by `gouge batch --partition`")
    })?;
    if part.schema != SUMMARY_SCHEMA {
        return Err(wrong(format!("this is not a share: its schema is {:?}", part.schema)));
    }
    match part.tasks.iter().find(|row| !row.is_inside()) {
        Some(row) => Err(wrong(format!("{:?} is not the name of a report", row.result))),
        None => Ok(part),
    }
}

/// What a file is that is no share at all; nothing of one that says it is.
fn foreign(bytes: &[u8]) -> Option<String> {
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Some("this is not a share of a batch".to_owned());
    }
    let value: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    match value.get("schema").and_then(serde_json::Value::as_str) {
        Some(SUMMARY_SCHEMA) => None,
        Some(other) => Some(format!("this is a `{other}`, not a share of a batch")),
        None => Some("this is JSON, but not a share of a batch".to_owned()),
    }
}

/// The bytes of a row's report, from the first place that has them.
fn bytes_of(row: &Row, places: &[&Path]) -> Result<Vec<u8>> {
    let read = |path: &&Path| files::bytes(path).ok().filter(|bytes| sha256(bytes) == row.sha256);
    places.iter().find_map(read).ok_or_else(|| {
        let place = places.last().map_or_else(String::new, |path| path.display().to_string());
        Error::new("J010", format!("{place}: the report is gone or was changed"))
            .help("run this share again")
    })
}

/// Copies a report, unless it is there already. A page of what was there is made anew.
fn bring(row: &Row, bytes: &[u8], results: &Path) -> Result<()> {
    let to = results.join(&row.result);
    if files::bytes(&to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    results::remove(row, results);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|e| {
            Error::new("J007", format!("{}: cannot be created: {e}", folder.display()))
        })?;
    }
    Ok(write_whole(&to, bytes)?)
}

/// Refuses shares of several partitions: a folder keeps those of a run that divided otherwise.
fn expect_one_partition(paths: &[PathBuf], parts: &[Summary]) -> Result<()> {
    let mut partitions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, part) in paths.iter().zip(parts) {
        let kind = match part.partition.as_deref().map(str::parse) {
            Some(Ok(Partition::Slice(_, n))) => format!("slice:M/{n}"),
            Some(Ok(Partition::Hash(_, n))) => format!("hash:M/{n}"),
            _ => continue,
        };
        partitions.entry(kind).or_default().push(path.display().to_string());
    }
    if partitions.len() < 2 {
        return Ok(());
    }
    let lists: Vec<String> =
        partitions.iter().map(|(kind, list)| format!("{kind} is {}", list.join(", "))).collect();
    let what = format!("these are shares of several partitions: {}", lists.join("; "));
    Err(Error::new("J010", what)
        .help("name those of one partition, and remove the others: they are from another run"))
}
