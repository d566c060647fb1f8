//! The programs of a job, with its patterns looked up in their folders.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use glob::Pattern;

use super::{Item, Origin, Settings};
use crate::error::{Error, Result};
use crate::files;
use crate::input::NotAFile;

/// The programs that settings name. What a file says may be a pattern (`op*.nc`); what is typed is
/// taken as it stands, the shell having had its turn.
///
/// Nothing that fits a pattern is left out: what cannot be checked is told by [`expect_file`].
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
    // A list and a pattern may name the same file, with `./` before it or without.
    let mut seen = BTreeSet::new();
    let plain = |path: &PathBuf| -> PathBuf {
        path.components().filter(|part| *part != Component::CurDir).collect()
    };
    programs.retain(|path| seen.insert(plain(path)));
    Ok(programs)
}

/// What fits a pattern, sorted by name.
fn fitting(item: &Item, path: &Path) -> Result<Vec<PathBuf>> {
    let wrong = |what: String| {
        Error::new("J004", format!("{}: program: {}: {what}", item.origin.place(), item.text))
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if item.text.strip_suffix(&name).is_none_or(|above| above.contains(['*', '?'])) {
        return Err(wrong("only the file's own name may be a pattern".to_owned()));
    }
    let pattern = Pattern::new(&name).map_err(|e| wrong(e.to_string()))?;
    let unreadable = |e: io::Error| Error::unreadable(folder, &e);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let path = path.with_file_name(&name);
        if pattern.matches(&name.to_string_lossy()) && !is_lock_of_an_editor(&path) {
            found.push(path);
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(wrong("no file fits".to_owned())),
        false => Ok(found),
    }
}

/// Emacs marks a file that is being changed with a link beside it that leads nowhere: `.#op1.nc`.
fn is_lock_of_an_editor(path: &Path) -> bool {
    let named = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(".#"));
    named && path.is_symlink() && !path.exists()
}

/// Refuses what a job can name, or a folder hold under a name that fits, and nobody can check.
///
/// # Errors
/// Links that lead nowhere, folders, pipes and devices, names that no report can hold.
pub fn expect_file(path: &Path) -> Result<()> {
    let wrong = |what: &str| Error::new("J001", format!("{}: {what}", path.display()));
    files::name(path)?;
    match fs::metadata(path) {
        Err(_) if path.is_symlink() && !path.exists() => {
            Err(wrong("this link leads nowhere")
                .help("restore the file it points to, or remove it"))
        }
        Err(e) => Err(Error::unreadable(path, &e)),
        Ok(facts) if facts.is_dir() => {
            Err(Error::unreadable(path, &io::ErrorKind::IsADirectory.into()))
        }
        Ok(facts) if !facts.is_file() => Err(wrong(&NotAFile.to_string()).help("name a file")),
        Ok(_) => Ok(()),
    }
}
