//! The programs of a job, its patterns looked up in their folders.

use std::fs;
use std::path::{Path, PathBuf};

use glob::Pattern;

use super::{Item, Origin, Settings};
use crate::error::{Error, Result};

/// The programs that settings name. What a file says may be a pattern (`op*.nc`); what is typed is
/// taken as it stands, the shell having had its turn.
///
/// # Errors
/// Patterns that are none, that stand for folders, or that no file fits.
pub fn programs(settings: &Settings) -> Result<Vec<PathBuf>> {
    let mut programs = Vec::new();
    for item in settings.items("program") {
        let path = item.path();
        let is_pattern = item.text.contains(['*', '?', '[']) && !path.exists();
        match item.origin {
            Origin::File { .. } if is_pattern => programs.extend(fitting(item, &path)?),
            _ => programs.push(path),
        }
    }
    programs.dedup();
    Ok(programs)
}

/// The files that fit a pattern, sorted by name.
fn fitting(item: &Item, path: &Path) -> Result<Vec<PathBuf>> {
    let wrong = |what: String| {
        Error::new("J004", format!("{}: program: {}: {what}", item.origin.place(), item.text))
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if item.text.strip_suffix(&name).is_none_or(|above| above.contains(['*', '?'])) {
        return Err(wrong("only the file's own name may be a pattern".to_owned()));
    }
    // Glob passes over folders that do not read.
    fs::read_dir(folder).map_err(|e| Error::unreadable(folder, &e))?;
    let pattern = format!("{}/{name}", Pattern::escape(&folder.to_string_lossy()));
    let entries = glob::glob(&pattern).map_err(|e| wrong(e.to_string()))?;
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| entry.ok()).collect();
    found.retain(|path| path.is_file());
    found.sort();
    match found.is_empty() {
        true => Err(wrong("no file fits".to_owned())),
        false => Ok(found),
    }
}
