//! Runs tasks side by side; each result is on disk when its task ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::Task;
use super::gate::Gate;
use super::output;
use super::results::{remove, write_page};
use super::stamp::Stamp;
use super::summary::Row;
use crate::cache::{Cache, Found};
use crate::check::{Check, Opened, Running, Watch, baseline};
use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::job::{self, Settings};
use crate::output::{remove_unfinished, write_whole};
use crate::render::{Format, Look, render};
use crate::report::data::Report;

/// How a batch is run.
#[derive(Debug)]
pub struct Orders {
    /// Which share of the batch this is; `None` for the whole.
    pub partition: Option<String>,
    /// Folder of the results.
    pub results: PathBuf,
    /// The proof cache.
    pub cache: Cache,
    /// Stands for the version of the program that checks.
    pub version: String,
    /// Tasks at the same time.
    pub workers: usize,
    /// Bytes that they may hold together, about.
    pub memory: u64,
    /// Accepted regions, for jobs that name no file of them.
    pub baseline: Option<PathBuf>,
    /// How each is checked.
    pub running: Running,
}

/// A task that ended.
pub struct Ended {
    /// What it came to.
    pub row: Row,
    /// Its report was in the cache.
    pub cached: bool,
    /// What is to be said beside it.
    pub remark: Option<String>,
    /// What it was found to rest on, as that was when it was read: the files of tools in libraries,
    /// subprograms, and where these were looked for in vain.
    pub rests: Stamp,
}

/// What happens during a batch.
pub enum Event<'a> {
    /// The task of this name begins.
    Begins(&'a str),
    /// Another run has the task of this name in hand: it is waited for.
    Waits(&'a str),
    /// A task ended.
    Ends(&'a Ended),
}

/// Checks every task and hears of each as it ends; returns the rows in the order of the tasks.
///
/// A task that cannot run is a row that says why, and the others go on.
///
/// # Errors
/// A folder of results that cannot be made, or holds what a task reads under a result's name.
pub fn run(tasks: &[Task], orders: &Orders, hear: &(dyn Fn(Event) + Sync)) -> Result<Vec<Row>> {
    let locks = orders.results.join(LOCKS);
    // A folder that takes no file is told once, before anything is checked.
    fs::create_dir_all(&locks).and_then(|()| File::create(locks.join(PROBE))).map_err(|e| {
        Error::new("J007", format!("{}: cannot be written: {e}", orders.results.display()))
            .help("name a place you may write to with --results")
    })?;
    output::expect_apart(tasks, orders.partition.as_deref(), &orders.results)?;
    // A share does not know the tasks of the others.
    if orders.partition.is_none() {
        output::remove_gone(tasks, &orders.results);
    }
    output::remove(orders.partition.as_deref(), &orders.results)?;
    sweep(&orders.results);
    // Dearest first, so that no long one is left for the end.
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(tasks[i].cost));
    let mut done: Vec<Option<(Stamp, Row)>> = vec![None; tasks.len()];
    for round in 1.. {
        for (at, stamp, row) in pass(tasks, &order, orders, &locks, hear) {
            done[at] = Some((stamp, row));
        }
        // What was replaced after it was checked is checked again: no row is of an older file.
        let outdated = |&at: &usize| done[at].as_ref().is_some_and(|(s, _)| s.is_outdated());
        order.retain(outdated);
        if order.is_empty() || round == ROUNDS {
            break;
        }
    }
    for at in order {
        let what = "an input is replaced again and again: check it when it no longer changes";
        let Some((rests, row)) = &mut done[at] else { continue };
        *row = failed(&tasks[at], orders, what.to_owned());
        let (row, rests) = (row.clone(), rests.clone());
        hear(Event::Ends(&Ended { row, cached: false, remark: None, rests }));
    }
    sweep(&orders.results);
    Ok(done.into_iter().flatten().map(|(_, row)| row).collect())
}

/// How often a task is checked whose inputs are replaced meanwhile.
const ROUNDS: u32 = 5;

/// The tasks of `order`, side by side, each with what its files looked like before.
fn pass(
    tasks: &[Task],
    order: &[usize],
    orders: &Orders,
    locks: &Path,
    hear: &(dyn Fn(Event) + Sync),
) -> Vec<(usize, Stamp, Row)> {
    let gate = Gate::new(orders.memory);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..orders.workers.clamp(1, order.len().max(1)) {
            scope.spawn(|| {
                while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let task = &tasks[at];
                    let _held = gate.enter(task.memory);
                    hear(Event::Begins(&task.name));
                    let stamp = Stamp::of_inputs(task);
                    let ended = attempt(task, orders, locks, hear);
                    let stamp = stamp.and(&ended.rests);
                    hear(Event::Ends(&ended));
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((at, stamp, ended.row));
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what runs that were killed left unfinished. What cannot be removed does no harm.
fn sweep(results: &Path) {
    for entry in walkdir::WalkDir::new(results).into_iter().flatten() {
        if entry.file_type().is_dir() {
            remove_unfinished(entry.path());
        }
    }
}

/// Folder of the locks, in that of the results.
const LOCKS: &str = ".locks";

/// File that shows whether locks can be made.
const PROBE: &str = "writable";

/// One task; what keeps it from running is its row.
fn attempt(task: &Task, orders: &Orders, locks: &Path, hear: &(dyn Fn(Event) + Sync)) -> Ended {
    let mut rests = Stamp::default();
    let done = match &task.settings {
        Ok(settings) => {
            proved(task, settings, &mut rests, orders, locks, hear).map_err(|e| e.to_string())
        }
        Err(why) => Err(why.clone()),
    };
    let done = done.unwrap_or_else(|why| (failed(task, orders, why), false, None));
    let (row, cached, remark) = done;
    Ended { row, cached, remark, rests }
}

fn failed(task: &Task, orders: &Orders, why: String) -> Row {
    // An older result must not pass for this one's.
    let row = Row::failed(task, why);
    remove(&row, &orders.results);
    row
}

/// What a task comes to, whether that was in the cache, and what is to be said beside it.
fn proved(
    task: &Task,
    settings: &Settings,
    rests: &mut Stamp,
    orders: &Orders,
    locks: &Path,
    hear: &(dyn Fn(Event) + Sync),
) -> Result<(Row, bool, Option<String>)> {
    expect_files(task)?;
    // Two runs that share the folder check a task once: the second finds it in the cache.
    let lock = locks.join(sha256(task.name.as_bytes()));
    let lock = File::create(&lock)
        .and_then(|file| match file.try_lock() {
            Ok(()) => Ok(file),
            Err(fs::TryLockError::WouldBlock) => {
                hear(Event::Waits(&task.name));
                file.lock().map(|()| file)
            }
            Err(fs::TryLockError::Error(e)) => Err(e),
        })
        .map_err(|e| Error::new("J007", format!("{}: cannot be locked: {e}", lock.display())))?;
    let watch = Watch::default();
    let check = Check::new(settings)?;
    rests.add(check.reads());
    let opened = check.open(&watch)?;
    rests.add(opened.called().into_iter().chain(opened.absent().iter().cloned()));
    let key = check.key(&opened, &orders.running, &orders.version)?;
    let files = orders.partition.as_ref().map(|_| check.rests_on(&opened)).transpose()?;
    let (mut report, mut bytes, cached, remark) = match orders.cache.find(&key) {
        Found::Proof(report, bytes) if belongs(&report, &check, &opened) => {
            (*report, bytes, true, None)
        }
        found => {
            // Killed from here on, this run leaves no result of an older file.
            remove(&Row::failed(task, String::new()), &orders.results);
            let mut remark = match found {
                Found::Damaged(why) => Some(format!("damaged in the cache, checked anew: {why}")),
                Found::Proof(..) => Some("the cache holds another report, checked anew".to_owned()),
                Found::Nothing => None,
            };
            let report = check.search(opened, &orders.running, &watch)?;
            let mut bytes = Vec::new();
            render(&report, Format::Json, Look::default(), &mut bytes)?;
            // What was read may have been replaced since it was hashed: keep only what still
            // has the same key.
            if check.open(&watch).and_then(|o| check.key(&o, &orders.running, &orders.version))?
                == key
            {
                // What is proved stays proved where it cannot be kept.
                if let Err(e) = orders.cache.keep(&key, &report, &bytes) {
                    remark = Some(format!("not kept in the cache: {}", e.in_one_line()));
                }
                (report, bytes, false, remark)
            } else {
                let what = "an input was replaced while it was checked: check it again";
                return Err(Error::new("J001", what));
            }
        }
    };
    // What is proved is kept without what is accepted: that changes from day to day.
    if let Some(path) = settings.paths("baseline").first().or(orders.baseline.as_ref()) {
        baseline::accept(&mut report, path)?;
        bytes.clear();
        render(&report, Format::Json, Look::default(), &mut bytes)?;
    }
    let row = Row { files, ..Row::of(task, &report, &bytes) };
    let unwritten = |e: Error| e.after(&format!("{}, but its report is lost", row.word()));
    write(&row, &report, &bytes, orders).map_err(unwritten)?;
    drop(lock);
    Ok((row, cached, remark))
}

/// Refuses a job that names what is neither file nor folder: it would be waited for, and standard
/// input has nothing left for the next job.
fn expect_files(task: &Task) -> Result<()> {
    let inputs = Stamp::of_inputs(task);
    let is_odd =
        |path: &&PathBuf| fs::metadata(path).is_ok_and(|facts| !facts.is_file() && !facts.is_dir());
    inputs.files().filter(is_odd).try_for_each(|path| job::expect_file(path))
}

/// Writes the report and the page of a task.
fn write(row: &Row, report: &Report, bytes: &[u8], orders: &Orders) -> Result<()> {
    let path = orders.results.join(&row.result);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| {
            Error::new("J007", format!("{}: cannot be created: {e}", folder.display()))
        })?;
    }
    if files::bytes(&path).ok().as_deref() != Some(bytes) {
        write_whole(&path, bytes)?;
    }
    write_page(row, report, &orders.results)
}

/// Whether a kept report speaks of these inputs under these settings: what a key names by mistake
/// or malice must not pass for a proof.
fn belongs(report: &Report, check: &Check, opened: &Opened) -> bool {
    let same = |path: &str, sha: &str| {
        files::bytes(Path::new(path)).is_ok_and(|bytes| sha256(&bytes) == sha)
    };
    let inputs = &report.inputs;
    check.would_state(opened, report)
        && same(&inputs.program.path, &inputs.program.sha256)
        && inputs.parts.iter().chain(&inputs.fixtures).all(|mesh| same(&mesh.path, &mesh.sha256))
}
