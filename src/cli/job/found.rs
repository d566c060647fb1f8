//! The files in a folder that a job can be made of.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::files;
use crate::job;
use crate::tool::library;

/// What a folder holds, by the endings of its files.
#[derive(Default)]
pub(super) struct Found {
    pub meshes: Vec<String>,
    pub programs: Vec<String>,
    pub libraries: Vec<String>,
}

/// Endings of programs, tool libraries and meshes.
pub(in crate::cli) const PROGRAMS: [&str; 8] =
    ["nc", "ngc", "tap", "gcode", "cnc", "mpf", "eia", "min"];
const LIBRARIES: [&str; 4] = ["tools", "fctl", "tbl", "csv"];
pub(in crate::cli) const MESHES: [&str; 4] = ["stl", "obj", "ply", "3mf"];

/// Whether a list of tools is a control's tool table, by its ending.
pub(super) fn is_table(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tbl"))
}

/// Looks into a folder.
///
/// # Errors
/// A folder that cannot be looked into, names that no job file can hold.
pub(super) fn look(folder: &Path) -> Result<Found> {
    let mut found = Found::default();
    let list = std::fs::read_dir(folder).map_err(|e| Error::unreadable(folder, &e))?;
    let mut names: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    names.sort();
    for path in names.iter().filter(|p| p.is_file()) {
        let ending =
            path.extension().map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
        let is = |known: &[&str]| known.contains(&ending.as_str());
        let kind = if is(&MESHES) {
            &mut found.meshes
        } else if is(&PROGRAMS) {
            &mut found.programs
        } else if is(&LIBRARIES) || is_library(path, &ending) {
            &mut found.libraries
        } else {
            continue;
        };
        kind.push(files::name(Path::new(path.file_name().unwrap_or_default()))?.to_owned());
    }
    Ok(found)
}

/// Whether a file whose ending does not tell holds tools. A job file has tools of its own job.
fn is_library(path: &Path, ending: &str) -> bool {
    let of_job = || {
        let is_named = |name| path.file_name().is_some_and(|own| own == name);
        let job = job::read(path, false);
        [job::JOB_FILE, job::SHOP_FILE].into_iter().any(is_named)
            || job.is_ok_and(|job| ["part", "program"].iter().any(|k| !job.items(k).is_empty()))
    };
    match ending {
        "json" => library::read(path, None).is_ok(),
        "toml" => library::read(path, None).is_ok_and(|l| !l.tools.is_empty()) && !of_job(),
        _ => false,
    }
}
