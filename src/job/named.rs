//! Which program of a job a table name refers to: `[for.program.NAME]`, `[expect]`. The name is the
//! path as the job lists it, or the bare file name if only one program has it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::Item;
use crate::error::{Error, Result};
use crate::files::place;

/// What a name stands for.
pub enum Named {
    /// The place of one program ([`place`]).
    One(PathBuf),
    /// No program of the job, with the name most like it.
    Nothing(Option<String>),
}

/// Finds the one of `programs` that `name` stands for, which `item` is said of.
///
/// # Errors
/// A file name that several programs have.
pub fn named(name: &str, item: &Item, programs: &[PathBuf]) -> Result<Named> {
    let same_file = |path: &&PathBuf| path.file_name() == Path::new(name).file_name();
    let alike: Vec<&PathBuf> = programs.iter().filter(same_file).collect();
    let listed = place(&item.path_of(name));
    if alike.iter().any(|path| place(path) == listed) {
        return Ok(Named::One(listed));
    }
    let folder = item.origin.folder();
    let as_listed =
        |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
    if Path::new(name).as_os_str() == Path::new(name).file_name().unwrap_or(OsStr::new("")) {
        let mut places: Vec<PathBuf> = alike.iter().map(|path| place(path)).collect();
        places.sort();
        places.dedup();
        match places.as_slice() {
            [] => {}
            [one] => return Ok(Named::One(one.clone())),
            _ => {
                let names: Vec<String> =
                    alike.iter().map(|path| format!("`{}`", as_listed(path))).collect();
                let what = format!("{}: several programs are named `{name}`", item.origin.place());
                return Err(
                    Error::new("J004", what).help(format!("write which one: {}", names.join(", ")))
                );
            }
        }
    }
    let likeness = |known: &String| strsim::jaro_winkler(name, known);
    let known = programs.iter().map(|path| as_listed(path));
    Ok(Named::Nothing(known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))))
}

/// The same where a name has to stand for a program.
///
/// # Errors
/// One that stands for none, and one that several programs have.
pub fn expect_named(name: &str, item: &Item, programs: &[PathBuf]) -> Result<PathBuf> {
    match named(name, item, programs)? {
        Named::One(place) => Ok(place),
        Named::Nothing(near) => {
            let what = format!("{}: `{name}` is not a program of this job", item.origin.place());
            Err(Error::new("J004", what).help(match near {
                Some(near) => format!("is `{near}` meant?"),
                None => "the job names no program".to_owned(),
            }))
        }
    }
}
