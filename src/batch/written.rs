//! A summary in the folder of its results, and the pages that are made of it.

use std::path::Path;

use super::results::{report_of, write_page};
use super::summary::Summary;
use super::{dashboards, index};
use crate::error::Result;
use crate::output::write_with;

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
