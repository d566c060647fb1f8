//! What the files of a task look like from outside: whether one was replaced meanwhile.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Task;
use crate::tool::Spec;

/// Time of the last change and length of a file; `None` where there is none.
type Look = Option<(SystemTime, u64)>;

fn look(path: &Path) -> Look {
    let facts = fs::metadata(path).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

/// The files of a task at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp(Vec<(PathBuf, Look)>);

impl Stamp {
    /// The files that a task's job names, and the job file.
    pub fn of(task: &Task) -> Self {
        let mut stamp = Self::of_inputs(task);
        stamp.0.push((task.job.clone(), look(&task.job)));
        stamp
    }

    /// Without the job file, which was read when the task was found.
    pub(super) fn of_inputs(task: &Task) -> Self {
        let mut files = Vec::new();
        if let Ok(settings) = &task.settings {
            let keys = ["program", "part", "fixture", "tools_from", "transform", "baseline"];
            files.extend(keys.iter().flat_map(|key| settings.paths(key)));
            let tools = settings.table("tools").flat_map(|(_, items)| items);
            files.extend(tools.flat_map(|item| Spec::files(&item.text, item.origin.folder())));
        }
        Self(files.into_iter().map(|file| (file.clone(), look(&file))).collect())
    }

    /// Whether a file is another one now. One that is gone is not: what was proved of it stands.
    pub(super) fn is_outdated(&self) -> bool {
        self.0.iter().any(|(path, then)| {
            let now = look(path);
            now.is_some() && now != *then
        })
    }
}
