//! Which programs of which jobs there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::error::{Error, Result};
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
    /// What is checked, or why the job does not read, in one line.
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
/// name. A job that does not read is one task that says so.
///
/// # Errors
/// Places that are not there, folders that cannot be read, and places without any job.
pub fn find(places: &[PathBuf]) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut seen = BTreeSet::new();
    for place in places {
        let facts = fs::metadata(place).map_err(|e| Error::unreadable(place, &e))?;
        let jobs = if facts.is_dir() { jobs_below(place)? } else { vec![place.clone()] };
        let mut root = if facts.is_dir() { place.as_path() } else { folder_of(place) };
        // Of several places each is named too: `gouge batch jobs/*`.
        if let (Some(above), Some(_), true) = (root.parent(), root.file_name(), places.len() > 1) {
            root = above;
        }
        for path in jobs {
            if seen.insert(fs::canonicalize(&path).unwrap_or_else(|_| path.clone())) {
                tasks.extend(tasks_of(root, &path));
            }
        }
    }
    if tasks.is_empty() {
        let named: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
        return Err(Error::new("J006", format!("{}: no job is here", named.join(", ")))
            .help(format!("a job is a folder with a `{JOB_FILE}`: `gouge job init` writes one")));
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    tell_apart(&mut tasks);
    Ok(tasks)
}

/// Job files in a folder and below it, hidden folders left out.
fn jobs_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let mut jobs = Vec::new();
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|e| e.depth() == 0 || !hidden(e.file_name())) {
        let entry = entry.map_err(|e| {
            let place = e.path().unwrap_or(folder).to_owned();
            Error::unreadable(&place, &e.into())
        })?;
        if entry.file_name() == JOB_FILE && entry.path().is_file() {
            jobs.push(entry.into_path());
        }
    }
    Ok(jobs)
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The tasks of one job.
fn tasks_of(root: &Path, path: &Path) -> Vec<Task> {
    let failed = |why: String| {
        let name = name_of(root, path);
        vec![Task {
            name,
            job: path.to_owned(),
            settings: Err(why),
            expected: None,
            cost: 0,
            memory: 0,
        }]
    };
    let settings = match job::read_with_shop(path) {
        Ok(settings) => settings,
        Err(e) => return failed(e.in_one_line()),
    };
    let programs = match programs(path, &settings) {
        Ok(programs) => programs,
        Err(e) => return failed(e.in_one_line()),
    };
    if let Some(why) = strayed(&settings, &programs) {
        return failed(why);
    }
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |m| m.len());
    let meshes: u64 =
        ["part", "fixture"].iter().flat_map(|k| settings.paths(k)).map(|p| size(&p)).sum();
    let task = |program: PathBuf| {
        let mut settings = settings.clone();
        let length = size(&program);
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expected = settings.text(&format!("expect.{name}")).and_then(verdict);
        settings.say("program", [program.display()]);
        Task {
            name: name_of(root, &program),
            job: path.to_owned(),
            settings: Ok(settings),
            expected,
            cost: (1 + meshes).saturating_mul(1 + length),
            memory: meshes
                .saturating_mul(memory::OF_MESH)
                .saturating_add(length.saturating_mul(PROGRAM_MEMORY)),
        }
    };
    programs.into_iter().map(task).collect()
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

/// What is wrong with the verdicts expected: one names no program of the job.
fn strayed(settings: &Settings, programs: &[PathBuf]) -> Option<String> {
    let names: Vec<_> = programs.iter().filter_map(|p| p.file_name()).collect();
    let (name, items) = settings
        .table("expect")
        .find(|(name, _)| !names.iter().any(|known| known.to_string_lossy() == *name))?;
    let place = items.first().map_or_else(String::new, |item| item.origin.place());
    Some(format!("{place}: expect: `{name}` is not a program of this job"))
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

/// Gives later ones of the same name a number.
fn tell_apart(tasks: &mut [Task]) {
    let mut taken = BTreeSet::new();
    for task in tasks {
        let mut name = task.name.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{}-{number}", task.name);
        }
        task.name = name;
    }
}
