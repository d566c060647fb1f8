//! The metadata of the files that a task rests on, which shows whether one was replaced meanwhile.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Task;
use crate::job;
use crate::tool::Spec;

/// What shows that a file was written or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    modified: SystemTime,
    length: u64,
    identity: [i64; 3],
}

/// `None` where there is no file.
type Look = Option<Facts>;

/// Of a folder only that it is there: results may be written to it.
fn look(path: &Path) -> Look {
    let facts = fs::metadata(path).ok()?;
    Some(match facts.is_dir() {
        true => Facts { modified: SystemTime::UNIX_EPOCH, length: 0, identity: [0; 3] },
        false => Facts {
            modified: facts.modified().ok()?,
            length: facts.len(),
            identity: identity(&facts),
        },
    })
}

/// Number of a file and the time of its last change of any kind: copies may keep the length and
/// the time of modification of another file (`cp -p`, `rsync -t`), but not these.
#[cfg(unix)]
fn identity(facts: &fs::Metadata) -> [i64; 3] {
    use std::os::unix::fs::MetadataExt;
    [facts.ino().cast_signed(), facts.ctime(), facts.ctime_nsec()]
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> [i64; 3] {
    [0; 3]
}

/// Files at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp(Vec<(PathBuf, Look)>);

impl Stamp {
    /// The files that a task's job names, the job file and the shop's: all that is known of the
    /// task before it is checked.
    pub fn of(task: &Task) -> Self {
        let jobs = [Some(task.job.clone()), job::find_shop(&task.job)];
        let mut stamp = Self::of_inputs(task);
        stamp.add(jobs.into_iter().flatten());
        stamp
    }

    /// More files, as they are now.
    pub(super) fn add(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        self.0.extend(files.into_iter().map(|file| (file.clone(), look(&file))));
    }

    /// With those of another moment.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.0.extend_from_slice(&other.0);
        self
    }

    /// The same files as they are now.
    #[must_use]
    pub fn now(&self) -> Self {
        let mut now = Self::default();
        now.add(self.files().cloned());
        now
    }

    /// Names of the files.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.iter().map(|(file, _)| file)
    }

    /// Without the job and the shop's, which were read when the task was found.
    pub(super) fn of_inputs(task: &Task) -> Self {
        let mut stamp = Self::default();
        if let Ok(settings) = &task.settings {
            let keys = [
                "program",
                "part",
                "fixture",
                "tools_from",
                "transform",
                "baseline",
                "subprograms",
            ];
            stamp.add(keys.iter().flat_map(|key| settings.paths(key)));
            let tools = settings.table("tools").flat_map(|(_, items)| items);
            stamp.add(tools.flat_map(|item| Spec::files(&item.text, item.origin.folder())));
        }
        stamp
    }

    /// Whether a file is another one now. One that is gone is not: what was proved of it stands.
    pub(super) fn is_outdated(&self) -> bool {
        self.0.iter().any(|(path, then)| {
            let now = look(path);
            now.is_some() && now != *then
        })
    }
}
