//! Searches a folder for job files.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::error::{Error, Result};
use crate::files::place;
use crate::job::{self, JOB_FILE};

/// What a folder holds.
pub(super) enum Found {
    /// Something under the name of a job file.
    Job(PathBuf),
    /// A place below that may hold jobs and cannot be looked into, and why.
    Closed(PathBuf, Error),
}

/// Job files in a folder and below it, hidden folders left out. Links to folders are followed; what
/// lies below the folder itself comes first, so that a link to it does not change its name.
///
/// # Errors
/// A folder that cannot be read.
pub(super) fn jobs_below(folder: &Path) -> Result<Vec<Found>> {
    let (mut here, mut linked) = (Vec::new(), Vec::new());
    let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|e| e.depth() == 0 || !is_hidden(e.file_name())) {
        let found = match entry {
            Ok(entry) if entry.depth() > 0 && entry.file_name() == JOB_FILE => {
                Found::Job(entry.into_path())
            }
            Ok(_) => continue,
            // A link to a folder above is walked already.
            Err(e) if e.loop_ancestor().is_some() => continue,
            Err(e) => {
                let (path, depth) = (e.path().unwrap_or(folder).to_owned(), e.depth());
                let cause = e.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                if depth == 0 {
                    return Err(Error::unreadable(&path, &cause));
                }
                match closed(path, &cause) {
                    Some(found) => found,
                    None => continue,
                }
            }
        };
        let (Found::Job(path) | Found::Closed(path, _)) = &found;
        let is_here = path.strip_prefix(folder).is_ok_and(|inner| place(path) == real.join(inner));
        if is_here { here.push(found) } else { linked.push(found) }
    }
    here.append(&mut linked);
    Ok(here)
}

fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

/// What cannot be entered, unless it is of no concern.
fn closed(path: PathBuf, cause: &io::Error) -> Option<Found> {
    let name = path.file_name().unwrap_or_default();
    if name == JOB_FILE {
        return Some(Found::Job(path));
    }
    let leads_nowhere = path.is_symlink() && !path.exists();
    // Beside a job file it stands for a file, and whether that is needed is for the job to say.
    let of_a_job = path.parent().is_some_and(|p| fs::symlink_metadata(p.join(JOB_FILE)).is_ok());
    if is_hidden(name) || leads_nowhere && of_a_job {
        return None;
    }
    let why = match job::expect_file(&path) {
        Err(why) if leads_nowhere => why,
        _ => Error::unreadable(&path, cause),
    };
    Some(Found::Closed(path, why))
}
