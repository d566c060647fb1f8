//! The files that a report rests on besides the meshes and the program, which it names itself.
//! Shares keep their digests, so that a file replaced since is not taken for the one that was
//! checked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Check, Opened};
use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::tool::Spec;

/// SHA-256 of files by their names.
pub type Digests = BTreeMap<String, String>;

impl Check {
    /// Subprograms, tool libraries and tables, the files of tools, and a transform.
    ///
    /// # Errors
    /// Files that vanished since they were read.
    pub fn rests_on(&self, opened: &Opened) -> Result<Digests> {
        let subprograms = opened.read.files.iter();
        let mut digests: Digests =
            subprograms.map(|file| (file.name.clone(), sha256(&file.bytes))).collect();
        for tool in &opened.tools.inputs {
            let files = Spec::files(&tool.spec, Path::new(&tool.base)).into_iter();
            let names = files.map(|path| path.display().to_string());
            digests.extend(names.zip(tool.sha256.iter().cloned()));
        }
        let transform = match self.settings.items("transform") {
            [file] => Some(file.path()),
            _ => None,
        };
        add(self.declarations.libraries.iter().cloned().chain(transform), &mut digests)?;
        Ok(digests)
    }

    /// The job file and the shop's, as they are now.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub(super) fn jobs_now(&self) -> Result<Digests> {
        let mut digests = Digests::new();
        // A pipe is read once, by who reads the job.
        add(self.job_files.iter().filter(|p| files::is_regular(p)).cloned(), &mut digests)?;
        Ok(digests)
    }
}

fn add(paths: impl Iterator<Item = PathBuf>, digests: &mut Digests) -> Result<()> {
    for path in paths {
        let bytes = files::bytes(&path).map_err(|e| Error::unreadable(&path, &e))?;
        digests.insert(path.display().to_string(), sha256(&bytes));
    }
    Ok(())
}

/// The digest of a file as it is now; `None` where it cannot be seen from here.
pub fn now(path: &Path) -> Option<String> {
    files::bytes(path).ok().map(|bytes| sha256(&bytes))
}
