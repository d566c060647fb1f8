//! Tasks side by side, each result on disk when its task ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::Task;
use super::gate::Gate;
use super::summary::Row;
use crate::cache::{Cache, Found};
use crate::check::input::sha256;
use crate::check::{Check, Error, Result, Running, Watch, baseline};
use crate::output::write_whole;
use crate::report::data::Report;
use crate::report::{Format, Look, render};

/// How a batch is run.
#[derive(Debug)]
pub struct Orders {
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
}

/// What happens during a batch.
pub enum Event<'a> {
    /// The task of this name begins.
    Begins(&'a str),
    /// A task ended.
    Ends(&'a Ended),
}

/// Checks every task and hears of each as it ends; returns the rows in the order of the tasks.
///
/// A task that cannot run is a row that says why, and the others go on.
///
/// # Errors
/// A folder of results that cannot be made.
pub fn run(tasks: &[Task], orders: &Orders, hear: &(dyn Fn(Event) + Sync)) -> Result<Vec<Row>> {
    let locks = orders.results.join(LOCKS);
    fs::create_dir_all(&locks).map_err(|e| {
        Error::new("J007", format!("{}: cannot be created: {e}", locks.display()))
            .help("name a place you may write to with --results")
    })?;
    let gate = Gate::new(orders.memory);
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; tasks.len()]);
    // Dearest first, so that no long one is left for the end.
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(tasks[i].cost));
    thread::scope(|scope| {
        for _ in 0..orders.workers.clamp(1, tasks.len().max(1)) {
            scope.spawn(|| {
                while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let task = &tasks[at];
                    let _held = gate.enter(task.memory);
                    hear(Event::Begins(&task.name));
                    let ended = attempt(task, orders, &locks);
                    hear(Event::Ends(&ended));
                    let mut rows = rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    rows[at] = Some(ended.row);
                }
            });
        }
    });
    let rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(rows.into_iter().flatten().collect())
}

/// Folder of the locks, in that of the results.
const LOCKS: &str = ".locks";

/// One task; what keeps it from running is its row.
fn attempt(task: &Task, orders: &Orders, locks: &Path) -> Ended {
    proved(task, orders, locks).unwrap_or_else(|e| {
        // An older result must not pass for this one's.
        let row = Row::failed(task, e.to_string());
        for file in [row.result.clone(), row.page()] {
            let _ = fs::remove_file(orders.results.join(file));
        }
        Ended { row, cached: false, remark: None }
    })
}

fn proved(task: &Task, orders: &Orders, locks: &Path) -> Result<Ended> {
    let settings = match &task.settings {
        Ok(settings) => settings,
        Err(why) => return Err(Error::new("J004", format!("the job does not read\n{why}"))),
    };
    // Two runs that share the folder check a task once: the second finds it in the cache.
    let lock = locks.join(sha256(task.name.as_bytes()));
    let lock = File::create(&lock)
        .and_then(|file| file.lock().map(|()| file))
        .map_err(|e| Error::new("J007", format!("{}: cannot be locked: {e}", lock.display())))?;
    let watch = Watch::default();
    let check = Check::new(settings)?;
    let opened = check.open(&watch)?;
    let key = check.key(&opened, &orders.running, &orders.version)?;
    let (mut report, mut bytes, cached, remark) = match orders.cache.find(&key) {
        Found::Proof(report, bytes) if belongs(&report, task) => (*report, bytes, true, None),
        found => {
            let remark = match found {
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
                orders.cache.keep(&key, &report, &bytes)?;
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
    let row = Row::of(task, &report, &bytes);
    let path = orders.results.join(&row.result);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| {
            Error::new("J007", format!("{}: cannot be created: {e}", folder.display()))
        })?;
    }
    if fs::read(&path).ok().as_deref() != Some(&bytes[..]) {
        write_whole(&path, &bytes)?;
    }
    row.write_page(&report, &orders.results)?;
    drop(lock);
    Ok(Ended { row, cached, remark })
}

/// Whether a kept report speaks of this task's program: what a key names by mistake or malice
/// must not pass for a proof.
fn belongs(report: &Report, task: &Task) -> bool {
    let Ok(settings) = &task.settings else { return false };
    let program = &report.inputs.program;
    settings.paths("program").iter().any(|p| p.display().to_string() == program.path)
        && std::fs::read(&program.path).is_ok_and(|bytes| sha256(&bytes) == program.sha256)
        && report
            .inputs
            .parts
            .iter()
            .all(|part| std::fs::read(&part.path).is_ok_and(|bytes| sha256(&bytes) == part.sha256))
}
