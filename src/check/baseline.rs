//! A file of accepted regions, read and applied.

use std::path::Path;

use chrono::Utc;

use crate::error::{Error, Result};
use crate::files;
use crate::report::Report;
use crate::report::baseline::Baseline;

/// Marks the regions of `report` that the file accepts today.
///
/// # Errors
/// Files that cannot be read, and what is no baseline.
pub fn accept(report: &mut Report, path: &Path) -> Result<()> {
    let read = Baseline::parse(&files::text(path)?).map_err(|e| {
        Error::new("J009", format!("{}: {e}", path.display()))
            .help("`gouge help baseline` shows what the file holds")
    })?;
    read.apply(report, path, Utc::now().date_naive());
    Ok(())
}
