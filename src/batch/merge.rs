//! Shares of one batch into the whole.

use std::fs;
use std::path::{Path, PathBuf};

use super::summary::{SUMMARY_SCHEMA, Summary};
use crate::error::{Error, Result};
use crate::files::sha256;
use crate::output::write_whole;

/// Merges the summaries in `parts`, written by `--partition`, into the folder `results`, to the
/// same bytes as a run of the whole. Reports that lie elsewhere are copied there.
///
/// # Errors
/// Files that are not shares of one batch, shares that are missing or overlap, reports that are
/// gone or changed.
pub fn merge(parts: &[PathBuf], results: &Path) -> Result<Summary> {
    let mut all: Option<Summary> = None;
    for path in parts {
        let part = read(path)?;
        let wrong = |what: String| Error::new("J010", format!("{}: {what}", path.display()));
        for row in &part.tasks {
            let from = path.parent().unwrap_or(Path::new("")).join(&row.result);
            bring(&from, &results.join(&row.result), &row.sha256)?;
        }
        let Some(whole) = &mut all else {
            all = Some(Summary { partition: None, ..part });
            continue;
        };
        if (whole.tasks_total, &whole.tasks_sha256) != (part.tasks_total, &part.tasks_sha256) {
            return Err(wrong("this is a share of another batch".to_owned()));
        }
        whole.tasks.extend(part.tasks);
        whole.tasks.sort_by(|a, b| a.name.cmp(&b.name));
        let twice = whole.tasks.windows(2).find(|w| w[0].name == w[1].name);
        if let Some([row, _]) = twice.and_then(|w| <&[_; 2]>::try_from(w).ok()) {
            return Err(wrong(format!("{} is in another share too", row.name)));
        }
    }
    let whole = all.ok_or_else(|| Error::new("J006", "no share is named"))?;
    let names: Vec<&str> = whole.tasks.iter().map(|row| row.name.as_str()).collect();
    if sha256(names.join("\n").as_bytes()) != whole.tasks_sha256 {
        let (got, total) = (names.len(), whole.tasks_total);
        return Err(Error::new("J010", format!("{got} of {total} tasks are in the shares"))
            .help("name every share: gouge merge part-*.json"));
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
    // A share that comes from elsewhere names files; none may lie outside the folder.
    let outside = |name: &str| {
        let normal = |c| matches!(c, std::path::Component::Normal(_));
        name.is_empty() || !Path::new(name).components().all(normal)
    };
    match part.tasks.iter().find(|row| outside(&row.result)) {
        Some(row) => Err(wrong(format!("{:?} is not the name of a report", row.result))),
        None => Ok(part),
    }
}

/// Copies a report, unless it is there already; one that could not run has none.
fn bring(from: &Path, to: &Path, hash: &str) -> Result<()> {
    if hash.is_empty() {
        return Ok(());
    }
    let is_it = |path: &Path| fs::read(path).ok().filter(|bytes| sha256(bytes) == hash);
    if is_it(to).is_some() {
        return Ok(());
    }
    let bytes = is_it(from).ok_or_else(|| {
        Error::new("J010", format!("{}: the report is gone or was changed", from.display()))
            .help("run this share again")
    })?;
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|e| {
            Error::new("J007", format!("{}: cannot be created: {e}", folder.display()))
        })?;
    }
    Ok(write_whole(to, &bytes)?)
}
