//! Writes a summary into the folder of its results, and the pages that are made from it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::results::{self, report_of, write_page};
use super::summary::{Row, Summary, summary_of};
use super::{Stamp, Task, dashboards, index};
use crate::error::{Error, Result};
use crate::files;
use crate::output::write_with;

/// Refuses a folder in which a result would take the place of a file that one of the tasks reads.
pub(super) fn expect_apart(tasks: &[Task], partition: Option<&str>, results: &Path) -> Result<()> {
    let mut read = BTreeSet::new();
    for stamp in tasks.iter().map(Stamp::of) {
        read.extend(stamp.files().filter_map(|file| fs::canonicalize(file).ok()));
    }
    let rows = tasks.iter().map(|task| Row::failed(task, String::new()));
    let own = rows.flat_map(|row| [row.page(), row.result]).chain(names(partition));
    for path in own.map(|name| results.join(name)) {
        if fs::canonicalize(&path).is_ok_and(|place| read.contains(&place)) {
            let what = format!("{}: a job of this batch reads it", path.display());
            return Err(Error::new("J007", what)
                .help("a result would take its place: name another folder with --results"));
        }
    }
    Ok(())
}

/// The files of a summary: its own, and the pages that are made of it.
fn names(partition: Option<&str>) -> impl Iterator<Item = String> {
    let pages = match partition {
        Some(_) => &[][..],
        None => &PAGES[..],
    };
    std::iter::once(summary_of(partition)).chain(pages.iter().map(|&page| page.to_owned()))
}

/// Removes the summary of an earlier run and the pages that are made of it: until this run has
/// ended, nothing in the folder says how it went, whatever becomes of it.
pub(super) fn remove(partition: Option<&str>, results: &Path) -> Result<()> {
    for name in names(partition) {
        let path = results.join(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                let what = format!("{}: cannot be removed: {e}", path.display());
                return Err(Error::new("J007", what)
                    .help("it is of an earlier run: name another folder with --results"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Removes the reports of an earlier run whose programs are no more, with their pages: one that
/// stays says `clean` of what is not there. Jobs that still are, and are not of this batch, keep
/// theirs, and so does whatever is not the report that the summary names.
pub(super) fn remove_gone(tasks: &[Task], results: &Path) {
    let bytes = files::bytes(&results.join("summary.json")).unwrap_or_default();
    let Ok(earlier) = serde_json::from_slice::<Summary>(&bytes) else { return };
    let names: BTreeSet<&str> = tasks.iter().map(|task| task.name.as_str()).collect();
    let jobs: BTreeSet<&Path> = tasks.iter().map(|task| task.job.as_path()).collect();
    let is_gone = |row: &&Row| {
        let job = Path::new(&row.job);
        !names.contains(row.name.as_str()) && (jobs.contains(job) || !job.exists())
    };
    for row in earlier.tasks.iter().filter(|row| row.is_inside()).filter(is_gone) {
        if report_of(row, results).is_ok() {
            results::remove(row, results);
        }
    }
}

/// What is made of the summary of a whole batch.
const PAGES: [&str; 3] = ["index.html", "junit.xml", "results.sarif"];

/// Writes a summary into the folder of its results, and for a whole batch the pages that are made
/// of it.
///
/// # Errors
/// A folder that cannot be written to, reports that are gone.
pub fn write_all(summary: &Summary, results: &Path) -> Result<()> {
    for row in summary.tasks.iter().filter(|row| row.failure.is_none()) {
        // Shares that were merged bring reports alone.
        if !results.join(row.page()).exists() {
            write_page(row, &report_of(row, results)?, results)?;
        }
    }
    let name = summary_of(summary.partition.as_deref());
    write_with(&results.join(name), |out| summary.write_json(out))?;
    if summary.partition.is_some() {
        return Ok(());
    }
    dashboards::write(summary, results)?;
    // Last: who stays to watch takes it for the end of a pass.
    write_with(&results.join("index.html"), |out| index::write(summary, out))?;
    Ok(())
}
