//! `gouge batch` and `gouge merge`: many jobs, one summary.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::BatchArgs;
use super::typed;
use super::version::version;
use crate::batch::{self, Ended, Event, Orders, Row, Stamp, Summary, Task};
use crate::cache::Cache;
use crate::check::Running;
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::job::JOB_FILE;
use crate::memory;
use crate::stderr;

/// Runs `batch`.
pub fn run(args: &BatchArgs) -> Result<ExitCode> {
    if let Some(threads) = args.threads {
        // Only fails when the pool is already there, which no command before this one makes.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    }
    if let Some(place) =
        args.places.iter().find(|place| typed::is_program(place) && place.is_file())
    {
        let place = shown(&place.display().to_string());
        return Err(Error::new("J006", format!("{place}: this is a program, not a job"))
            .help(format!("gouge check {place} for one program; a batch takes jobs and folders")));
    }
    let mut tasks = batch::find(&args.places)?;
    loop {
        // Anew each time: what was removed meanwhile is made again.
        let orders = orders(args)?;
        // Taken before the check: what is saved meanwhile is a change.
        let before = seen(&tasks, &Seen::new());
        let (summary, rests) = once(args, tasks, &orders)?;
        if !args.watch {
            return Ok(exit(&summary, args.exit_zero));
        }
        let before = joined(before, &rests);
        let after;
        (tasks, after) = wait(args, &before, &rests);
        stderr::line(match after == before {
            true => "the results are gone: checked again".to_owned(),
            false => changes(&before, &after),
        });
    }
}

/// The exit code of a summary; `zero` is for verdicts, and a program that could not run has none.
pub(super) fn exit(summary: &Summary, zero: bool) -> ExitCode {
    match summary.exit_code() {
        1 | 3 if zero => ExitCode::SUCCESS,
        code => ExitCode::from(code),
    }
}

fn orders(args: &BatchArgs) -> Result<Orders> {
    let cache = match &args.cache {
        Some(folder) => Cache::open(folder)?,
        None => Cache::open(&args.results.join(".cache"))
            .map_err(|e| e.help("name a place you may write to with --results"))?,
    };
    let memory = match args.memory {
        Some(megabytes) => megabytes.saturating_mul(1_000_000),
        None => memory::available() / 2,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Orders {
        results: args.results.clone(),
        cache,
        partition: args.partition.map(|partition| partition.to_string()),
        version: version()?,
        workers: args.threads.map_or(cores, usize::from),
        memory,
        baseline: args.baseline.clone(),
        // Pictures make the page of each program.
        running: Running { pictures: true, ..Running::default() },
    })
}

/// One pass over the tasks, and what each was found to rest on.
fn once(args: &BatchArgs, tasks: Vec<Task>, orders: &Orders) -> Result<(Summary, Seen)> {
    let all = tasks.clone();
    let tasks = match args.partition {
        Some(partition) => partition.of(tasks),
        None => tasks,
    };
    let bar = bar(tasks.len() as u64);
    let cached = Mutex::new(0usize);
    let rests = Mutex::new(Seen::new());
    let rows = batch::run(&tasks, orders, &|event| match event {
        Event::Begins(name) => bar.set_message(shown(name)),
        Event::Waits(name) => bar.suspend(|| {
            stderr::line(format_args!("another run is at {}: waiting for it", shown(name)));
        }),
        Event::Ends(ended) => {
            bar.inc(1);
            if ended.cached {
                *cached.lock().unwrap_or_else(PoisonError::into_inner) += 1;
            }
            let mut rests = rests.lock().unwrap_or_else(PoisonError::into_inner);
            rests.insert(ended.row.name.clone(), ended.rests.clone());
            bar.suspend(|| tell(ended));
        }
    })?;
    bar.finish_and_clear();
    let summary = Summary::new(orders.partition.clone(), &all, rows);
    // What was proved is told, whether it can be written or not.
    let written = batch::write_all(&summary, &orders.results);
    let mut out = stdout().lock();
    show(&summary, &mut out)?;
    let cached = cached.into_inner().unwrap_or_else(PoisonError::into_inner);
    if cached > 0 {
        writeln!(out, "{cached} of them from the cache")?;
    }
    written?;
    let page = args.results.join(page(args)).display().to_string();
    writeln!(out, "results: {}", shown(&page))?;
    Ok((summary, rests.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// What a pass writes last, in the folder of the results.
fn page(args: &BatchArgs) -> String {
    match args.partition {
        Some(partition) => batch::summary_of(Some(&partition.to_string())),
        None => "index.html".to_owned(),
    }
}

/// One line for a task that ended.
fn tell(ended: &Ended) {
    let row = &ended.row;
    let cached = if ended.cached { " (cached)" } else { "" };
    stderr::line(format_args!("{:<8} {}{cached}{}", row.word(), shown(&row.name), detail(row)));
    for line in row.failure.iter().chain(&ended.remark).flat_map(|text| text.lines()) {
        stderr::line(format_args!("         {}", shown(line)));
    }
}

fn detail(row: &Row) -> String {
    let expected = row.expected_words().map_or_else(String::new, |what| format!(", {what}"));
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
        names => format!(", missing: {}", shown(&names.join(", "))),
    };
    let refused = match row.refused {
        0 => String::new(),
        1 => ", 1 block refused".to_owned(),
        many => format!(", {many} blocks refused"),
    };
    let reason = row.reason.as_ref().map_or_else(String::new, |why| format!(", {}", shown(why)));
    // Programs of the same name are told apart by their jobs.
    let job = match Path::new(&row.job).file_name() {
        Some(name) if name != JOB_FILE && row.failure.is_none() => {
            format!(", of {}", shown(&row.job))
        }
        _ => String::new(),
    };
    format!("{depth}{refused}{missing}{reason}{expected}{job}")
}

/// The table of a summary.
pub(super) fn show(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let names: Vec<String> = summary.tasks.iter().map(|row| shown(&row.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
    writeln!(
        out,
        "{:<8} {:<width$} {:>11} {:>8} {:>9} {:>9} {:>7}",
        "verdict", "program", "deepest, mm", "regions", "motions", "not known", "refused"
    )?;
    for (row, name) in summary.tasks.iter().zip(names) {
        let deepest = row.deepest_mm.map_or("-".to_owned(), |d| format!("{d:.4}"));
        writeln!(
            out,
            "{:<8} {name:<width$} {deepest:>11} {:>8} {:>9} {:>9} {:>7}{}",
            row.word(),
            row.regions,
            row.motions,
            row.unknown,
            row.refused,
            row.expected_words().map_or_else(String::new, |what| format!("  {what}"))
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

/// What the files of each task look like, by its name.
type Seen = BTreeMap<String, Stamp>;

/// The tasks as they are now, with what each was found to rest on.
fn seen(tasks: &[Task], rests: &Seen) -> Seen {
    let now = tasks.iter().map(|task| (task.name.clone(), Stamp::of(task))).collect();
    joined(now, &rests.iter().map(|(name, rests)| (name.clone(), rests.now())).collect())
}

fn joined(tasks: Seen, rests: &Seen) -> Seen {
    let with = |(name, stamp): (String, Stamp)| match rests.get(&name) {
        Some(rests) => (name, stamp.and(rests)),
        None => (name, stamp),
    };
    tasks.into_iter().map(with).collect()
}

/// Waits until tasks come, go or change, or the results are gone, and then until nothing changes any
/// more. Files are looked at again and again: that works on network drives too, where nobody is
/// told of changes.
fn wait(args: &BatchArgs, before: &Seen, rests: &Seen) -> (Vec<Task>, Seen) {
    let (mut last, mut quiet, mut away) = (before.clone(), Duration::ZERO, Duration::ZERO);
    loop {
        std::thread::sleep(LOOK);
        let tasks = match batch::find(&args.places) {
            Ok(tasks) => tasks,
            // A folder that is away for a moment is looked for again.
            Err(e) => {
                away += LOOK;
                if away == QUIET {
                    let why = shown(&e.in_one_line());
                    stderr::line(format_args!("nothing is checked until this is fixed: {why}"));
                }
                continue;
            }
        };
        if away >= QUIET {
            stderr::line("the jobs are there again");
        }
        away = Duration::ZERO;
        let now = seen(&tasks, rests);
        quiet = if now == last { quiet + LOOK } else { Duration::ZERO };
        if (now != *before || !args.results.join(page(args)).exists()) && quiet >= QUIET {
            return (tasks, now);
        }
        last = now;
    }
}

/// "changed: a/op1.nc; gone: a/op2.nc".
fn changes(before: &Seen, after: &Seen) -> String {
    let names = |what: &str, in_this: &Seen, but: &dyn Fn(&str, &Stamp) -> bool| {
        let names = in_this.iter().filter(|(name, stamp)| but(name, stamp));
        let names: Vec<String> = names.map(|(name, _)| shown(name)).collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    let changed = names("changed", after, &|name, stamp| before.get(name) != Some(stamp));
    let gone = names("gone", before, &|name, _| !after.contains_key(name));
    changed.into_iter().chain(gone).collect::<Vec<_>>().join("; ")
}
