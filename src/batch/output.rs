//! Writes a summary into the folder of its results, and the pages that are made from it.

use std::io;
use std::path::Path;

use super::results::{report_of, write_page};
use super::summary::{Summary, stem};
use super::{dashboards, index};
use crate::error::{Error, Result};
use crate::output::write_with;

/// Removes the summary of an earlier run and the pages that are made of it: until this run has
/// ended, nothing in the folder says how it went, whatever becomes of it.
pub(super) fn remove(partition: Option<&str>, results: &Path) -> Result<()> {
    let summary = format!("{}.json", stem(partition));
    let pages = match partition {
        Some(_) => &[][..],
        None => &PAGES[..],
    };
    for name in std::iter::once(summary.as_str()).chain(pages.iter().copied()) {
        let path = results.join(name);
        match std::fs::remove_file(&path) {
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
    let stem = summary.stem();
    write_with(&results.join(format!("{stem}.json")), |out| summary.write_json(out))?;
    if summary.partition.is_some() {
        return Ok(());
    }
    write_with(&results.join("index.html"), |out| index::write(summary, out))?;
    dashboards::write(summary, results)
}
