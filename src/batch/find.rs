//! Finding the tasks of a batch: the programs of the jobs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::summary::is_of_a_summary;
use super::walk::{self, Found};
use crate::error::{Error, Result};
use crate::files;
use crate::job::{self, JOB_FILE, Settings};
use crate::memory;
use crate::report::data::Verdict;

/// One program of one job.
#[derive(Clone, Debug)]
pub struct Task {
    /// What names it in results: the program's place as seen from what the user named, parts
    /// divided by `/`. No two tasks have the same.
    pub name: String,
    /// The job file.
    pub job: PathBuf,
    /// SHA-256 of what that file says, and the shop's; empty where it cannot be read.
    pub job_sha256: String,
    /// What is checked, or why it cannot be, as it is printed.
    pub settings: std::result::Result<Settings, String>,
    /// The verdict it is expected to come to.
    pub expected: Option<Verdict>,
    /// What it costs, about: bytes of meshes times bytes of the program.
    pub cost: u64,
    /// What it holds in memory, about, bytes.
    pub memory: u64,
}

/// Memory of a program and its motions per byte of its text: generous.
const PROGRAM_MEMORY: u64 = 16;

/// Every task of the jobs in `places`, which are job files and folders to look through, sorted by
/// name. A job that does not read, a folder that cannot be looked into, and one that is named and
/// holds no job, is one task that says so.
///
/// # Errors
/// Places that are not there, and places without any job.
pub fn find(places: &[PathBuf]) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut seen = BTreeSet::new();
    let mut empty = Vec::new();
    for path in places {
        let facts = fs::metadata(path).map_err(|e| Error::unreadable(path, &e))?;
        let is_folder = facts.is_dir();
        let found =
            if is_folder { walk::jobs_below(path)? } else { vec![Found::Job(path.clone())] };
        let mut root = if is_folder { path.as_path() } else { folder_of(path) };
        // Of several places each is named too: `gouge batch jobs/*`.
        if let (Some(above), Some(_), true) = (root.parent(), root.file_name(), places.len() > 1) {
            root = above;
        }
        if found.is_empty() {
            let name = name_of(root, path);
            let name = if name.is_empty() { "folder".to_owned() } else { name };
            empty.push(Task::that_cannot_run(name, path, &no_job(std::slice::from_ref(path))));
        }
        for found in found {
            match found {
                Found::Job(job) if seen.insert(files::place(&job)) => {
                    tasks.extend(tasks_of(root, &job, is_folder));
                }
                Found::Job(_) => {}
                Found::Closed(place, why) => {
                    tasks.push(Task::that_cannot_run(name_of(root, &place), &place, &why));
                }
            }
        }
    }
    if tasks.is_empty() {
        return Err(no_job(places));
    }
    tasks.append(&mut empty);
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    tell_apart(&mut tasks);
    Ok(tasks)
}

fn no_job(places: &[PathBuf]) -> Error {
    let named: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
    Error::new("J006", format!("{}: no job is here", named.join(", ")))
        .help(format!("a job is a folder with a `{JOB_FILE}`: `gouge job init` writes one"))
}

impl Task {
    /// One that says only why it cannot run.
    fn that_cannot_run(name: String, job: &Path, why: &Error) -> Self {
        Self {
            name,
            job: job.to_owned(),
            job_sha256: String::new(),
            settings: Err(why.to_string()),
            expected: None,
            cost: 0,
            memory: 0,
        }
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The tasks of one job; `by_itself` says that a folder was looked through for it.
fn tasks_of(root: &Path, path: &Path, by_itself: bool) -> Vec<Task> {
    // A pipe under the name of a job would be waited for.
    let there = if by_itself { job::expect_file(path) } else { Ok(()) };
    let job_sha256 = there.as_ref().map_or_else(|_| String::new(), |()| hash_of(path));
    let failed = |name: String, why: &Error| Task {
        job_sha256: job_sha256.clone(),
        ..Task::that_cannot_run(name, path, why)
    };
    let unread = |e: Error| {
        let why = Error::new("J004", format!("the job does not read: {}", e.in_one_line()));
        vec![failed(name_of(root, path), &why)]
    };
    let settings = match there.and_then(|()| job::read_with_shop(path)) {
        Ok(settings) => settings,
        Err(e) => return unread(e),
    };
    let programs = match programs(path, &settings) {
        Ok(programs) => programs,
        Err(e) => return unread(e),
    };
    let expected = match expected(&settings, &programs) {
        Ok(expected) => expected,
        Err(e) => return unread(e),
    };
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |m| m.len());
    let meshes: u64 =
        ["part", "fixture"].iter().flat_map(|k| settings.paths(k)).map(|p| size(&p)).sum();
    let task = |program: PathBuf| {
        let name = name_of(root, &program);
        if let Err(why) = job::expect_file(&program) {
            return failed(name, &why);
        }
        let mut settings = settings.clone();
        let length = size(&program);
        // What the job itself names is a value of the job, in a check as here.
        let named = matches!(settings.items("program"), [one] if one.path() == program);
        if !named {
            settings.say("program", [program.display()]);
        }
        Task {
            name,
            job: path.to_owned(),
            job_sha256: job_sha256.clone(),
            settings: Ok(settings),
            expected: expected.get(&files::place(&program)).copied(),
            cost: (1 + meshes).saturating_mul(1 + length),
            memory: meshes
                .saturating_mul(memory::OF_MESH)
                .saturating_add(length.saturating_mul(PROGRAM_MEMORY)),
        }
    };
    programs.into_iter().map(task).collect()
}

/// The hash of what a job file and the shop's file above it say.
pub(super) fn hash_of(job: &Path) -> String {
    let mut said = Vec::new();
    let read = [Some(job.to_owned()), job::find_shop(job)].into_iter().flatten();
    // A pipe is read once, by who reads the job.
    for path in read.filter(|path| files::is_regular(path)) {
        let bytes = files::bytes(&path).unwrap_or_default();
        said.extend(files::sha256(&bytes).bytes());
    }
    files::sha256(&said)
}

/// The programs that a job names: at least one.
fn programs(job: &Path, settings: &Settings) -> Result<Vec<PathBuf>> {
    let programs = job::programs(settings)?;
    if programs.is_empty() {
        return Err(Error::new("J004", format!("{}: program: the job names none", job.display()))
            .help("name them: program = ['op1.nc', 'op2.nc'], or program = '*.nc'"));
    }
    Ok(programs)
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "clean" => Some(Verdict::Clean),
        "gouge" => Some(Verdict::Gouge),
        "unknown" => Some(Verdict::Unknown),
        _ => None,
    }
}

/// The verdicts that a job expects, by the places of its programs.
fn expected(settings: &Settings, programs: &[PathBuf]) -> Result<BTreeMap<PathBuf, Verdict>> {
    let mut expected = BTreeMap::new();
    for (name, items) in settings.table("expect") {
        let Some(item) = items.first() else { continue };
        let place = job::expect_named(name, item, programs)?;
        if let Some(verdict) = verdict(&item.text)
            && expected.insert(place, verdict).is_some_and(|other| other != verdict)
        {
            let what = format!("{}: expect: two verdicts for `{name}`", item.origin.place());
            return Err(Error::new("J004", what).help("keep one of the two"));
        }
    }
    Ok(expected)
}

/// A file's place as seen from `root`, parts divided by `/`.
fn name_of(root: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(root).unwrap_or(path);
    let parts = inner.components().filter_map(|part| match part {
        std::path::Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        std::path::Component::ParentDir => Some("up".to_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Gives later ones of the same name a number, and those whose results would take the name of a
/// summary.
fn tell_apart(tasks: &mut [Task]) {
    let mut taken = BTreeSet::new();
    for task in tasks {
        let mut name = task.name.clone();
        let mut number = 1;
        while is_of_a_summary(&name) || !taken.insert(name.clone()) {
            number += 1;
            name = format!("{}-{number}", task.name);
        }
        task.name = name;
    }
}
