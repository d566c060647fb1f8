//! `gouge batch` and `gouge merge`: many jobs, one summary.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::BatchArgs;
use super::version::version;
use crate::batch::{self, Ended, Event, Orders, Row, Stamp, Summary, Task};
use crate::cache::Cache;
use crate::check::Running;
use crate::error::Result;
use crate::memory;

/// Runs `batch`.
pub fn run(args: &BatchArgs) -> Result<ExitCode> {
    if let Some(threads) = args.threads {
        // Only fails when the pool is already there, which no command before this one makes.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    }
    let orders = orders(args)?;
    let mut tasks = batch::find(&args.places)?;
    let summary = once(args, tasks.clone(), &orders)?;
    if !args.watch {
        return Ok(exit(&summary, args.exit_zero));
    }
    loop {
        let changed = wait(args, &tasks)?;
        tasks = batch::find(&args.places)?;
        let names: Vec<&str> = changed.iter().map(|t| t.name.as_str()).collect();
        eprintln!("changed: {}", names.join(", "));
        once(args, tasks.clone(), &orders)?;
    }
}

pub(super) fn exit(summary: &Summary, zero: bool) -> ExitCode {
    ExitCode::from(if zero { 0 } else { summary.exit_code() })
}

fn orders(args: &BatchArgs) -> Result<Orders> {
    let cache = args.cache.clone().unwrap_or_else(|| args.results.join(".cache"));
    let memory = match args.memory {
        Some(megabytes) => megabytes.saturating_mul(1_000_000),
        None => memory::available() / 2,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Orders {
        results: args.results.clone(),
        cache: Cache::open(&cache)?,
        version: version()?,
        workers: args.threads.map_or(cores, usize::from),
        memory,
        baseline: args.baseline.clone(),
        // Pictures make the page of each program.
        running: Running { pictures: true, ..Running::default() },
    })
}

/// One pass over the tasks.
fn once(args: &BatchArgs, tasks: Vec<Task>, orders: &Orders) -> Result<Summary> {
    let names: Vec<String> = tasks.iter().map(|t| t.name.clone()).collect();
    let tasks = match args.partition {
        Some(partition) => partition.of(tasks),
        None => tasks,
    };
    let bar = bar(tasks.len() as u64);
    let cached = Mutex::new(0usize);
    let rows = batch::run(&tasks, orders, &|event| match event {
        Event::Begins(name) => bar.set_message(name.to_owned()),
        Event::Ends(ended) => {
            bar.inc(1);
            if ended.cached {
                *cached.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += 1;
            }
            bar.suspend(|| tell(ended));
        }
    })?;
    bar.finish_and_clear();
    let partition = args.partition.map(|p| p.to_string());
    let summary = Summary::new(partition, &names, rows);
    batch::write_all(&summary, &orders.results)?;
    let mut out = stdout().lock();
    show(&summary, &mut out)?;
    let cached = *cached.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if cached > 0 {
        writeln!(out, "{cached} of them from the cache")?;
    }
    let page = if args.partition.is_some() {
        format!("{}.json", summary.stem())
    } else {
        "index.html".to_owned()
    };
    writeln!(out, "results: {}", args.results.join(page).display())?;
    Ok(summary)
}

/// One line for a task that ended.
fn tell(ended: &Ended) {
    let row = &ended.row;
    let cached = if ended.cached { " (cached)" } else { "" };
    eprintln!("{:<8} {}{cached}{}", row.word(), row.name, detail(row));
    for line in row.failure.iter().chain(&ended.remark).flat_map(|text| text.lines()) {
        eprintln!("         {line}");
    }
}

fn detail(row: &Row) -> String {
    let expected = match row.expected {
        Some(_) if row.is_surprise() => ", not as expected",
        Some(_) => ", as expected",
        None => "",
    };
    let depth = match row.deepest_mm {
        Some(deepest) => {
            let accepted = match row.accepted {
                0 => String::new(),
                number => format!(", {number} of them accepted"),
            };
            format!(", {deepest:.4} mm deep, regions: {}{accepted}", row.regions)
        }
        None => String::new(),
    };
    let missing = match row.missing.as_slice() {
        [] => String::new(),
        names => format!(", missing: {}", names.join(", ")),
    };
    let refused = match row.refused {
        0 => String::new(),
        1 => ", 1 block refused".to_owned(),
        many => format!(", {many} blocks refused"),
    };
    format!("{depth}{refused}{missing}{expected}")
}

/// The table of a summary.
pub(super) fn show(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let width = summary.tasks.iter().map(|r| r.name.chars().count()).max().unwrap_or(0).max(7);
    writeln!(
        out,
        "{:<8} {:<width$} {:>11} {:>8} {:>9} {:>9}",
        "verdict", "program", "deepest, mm", "regions", "motions", "not known"
    )?;
    for row in &summary.tasks {
        let deepest = row.deepest_mm.map_or("-".to_owned(), |d| format!("{d:.4}"));
        writeln!(
            out,
            "{:<8} {:<width$} {deepest:>11} {:>8} {:>9} {:>9}",
            row.word(),
            row.name,
            row.regions,
            row.motions,
            row.unknown
        )?;
    }
    writeln!(out, "{}", batch::counted(summary))?;
    Ok(())
}

fn bar(length: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {bar:24} {msg}, {elapsed}") {
        bar.set_style(style);
    }
    bar
}

/// How often files are looked at, and for how long one must not have changed before it counts as
/// written: posts and copies over a network take their time.
const LOOK: Duration = Duration::from_millis(500);
const QUIET: Duration = Duration::from_millis(1500);

/// Waits until tasks come, go or change, and then until nothing changes any more. Files are looked
/// at again and again: that works on network drives too, where nobody is told of changes.
fn wait(args: &BatchArgs, before: &[Task]) -> Result<Vec<Task>> {
    let seen = |tasks: &[Task]| -> BTreeMap<String, Stamp> {
        tasks.iter().map(|t| (t.name.clone(), Stamp::of(t))).collect()
    };
    let first = seen(before);
    let (mut last, mut quiet) = (first.clone(), Duration::ZERO);
    loop {
        std::thread::sleep(LOOK);
        // A folder that is away for a moment is looked for again.
        let Ok(tasks) = batch::find(&args.places) else { continue };
        let now = seen(&tasks);
        quiet = if now == last { quiet + LOOK } else { Duration::ZERO };
        if now != first && quiet >= QUIET {
            let changed = |t: &Task| now.get(&t.name) != first.get(&t.name);
            let (mut changed, tasks): (Vec<Task>, Vec<Task>) = tasks.into_iter().partition(changed);
            if changed.is_empty() {
                changed.extend(tasks);
            }
            return Ok(changed);
        }
        last = now;
    }
}
