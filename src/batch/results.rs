//! The reports and pages of the rows, in the results folder.

use std::path::Path;

use super::summary::Row;
use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::output::write_whole;
use crate::render::{Format, Look, render};
use crate::report::Report;

/// Writes the page of a row's report, unless it is there already.
///
/// # Errors
/// A folder that cannot be written to.
pub(super) fn write_page(row: &Row, report: &Report, results: &Path) -> Result<()> {
    let path = results.join(row.page());
    let mut page = Vec::new();
    render(report, Format::Html, Look::default(), &mut page)?;
    if files::bytes(&path).ok().as_deref() != Some(&page[..]) {
        write_whole(&path, &page)?;
    }
    Ok(())
}

/// Removes the report and the page of a row, of whatever run. What cannot be removed is told when
/// it is written.
pub(super) fn remove(row: &Row, results: &Path) {
    for file in [row.result.clone(), row.page()] {
        let _ = std::fs::remove_file(results.join(file));
    }
}

/// The report of a row, read again and verified.
///
/// # Errors
/// A report that is gone or not the one the row names.
pub(super) fn report_of(row: &Row, results: &Path) -> Result<Report> {
    let path = results.join(&row.result);
    let bytes = files::bytes(&path).map_err(|e| Error::unreadable(&path, &e))?;
    let wrong = |what: &str| Error::new("J010", format!("{}: {what}", path.display()));
    if sha256(&bytes) != row.sha256 {
        return Err(
            wrong("this is not the report that the summary names").help("run the batch again")
        );
    }
    serde_json::from_slice(&bytes).map_err(|e| wrong(&e.to_string()))
}
