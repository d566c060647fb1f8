//! `gouge check`: one program against one part.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use gouge_accelerator::Description;

use super::args::{CheckArgs, EngineArgs};
use super::progress;
use super::reports::{self, Target};
use super::share;
use super::typed;
use crate::accelerator::{self, Cards};
use crate::check::baseline::accept;
use crate::check::{Check, Running};
use crate::error::{Error, Result};
use crate::files;
use crate::report::Listed;
use crate::stderr;
use crate::tree::Engine;

/// Runs the command.
pub fn run(args: &CheckArgs, engines: &[Engine]) -> Result<ExitCode> {
    if args.list_engines {
        let mut out = stdout().lock();
        let card = (accelerator::NAME, accelerator::ABOUT);
        for (name, about) in engines.iter().map(|e| (e.name, e.about)).chain([card]) {
            writeln!(out, "{name:<16} {about}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    args.engine.threads.begin();
    let targets = reports::targets(&args.output.written)?;
    let settings = typed::settings(&args.inputs)?;
    let check = Check::new(&settings)?;
    let accepted = settings.paths("baseline");
    let reads = check.reads();
    let typed = args.output.analysis.baseline.iter().chain(&args.engine.device);
    for target in &targets {
        target.expect_apart(reads.iter().chain(typed.clone()))?;
    }
    let cards = Cards::new(device(&args.engine)?);
    let running = Running {
        engine: chosen(&args.engine, engines, &cards)?,
        listed: if args.output.analysis.moves { Listed::Every } else { Listed::Nothing },
        zones: args.output.analysis.zones.clone(),
        pictures: args.output.pictures || targets.iter().any(Target::has_pictures),
        clearance: args.output.analysis.clearance,
        surfaces: args.output.pictures || targets.iter().any(Target::has_surfaces),
        run_facts: !args.output.no_run || args.stats,
        counters: args.stats,
        deny_warnings: args.output.analysis.deny.is_some(),
    };
    let baseline = args.output.analysis.baseline.as_ref().or(accepted.first());
    if let Some(partition) = args.partition {
        let written = &args.output.written;
        return share::write(&check, partition, &running, baseline, written, args.exit_zero);
    }
    let until = args.budget.and_then(|time| Instant::now().checked_add(time));
    let mut report = progress::shown(until, |watch| check.run(&running, watch))?;
    if let Some(counters) = report.run.as_ref().and_then(|run| run.stats.as_ref()) {
        for (name, count) in counters {
            stderr::line(format_args!("{name:<12} {count:>16}"));
        }
    }
    if let Some(statistics) = cards.statistics().filter(|_| args.stats) {
        stderr::line(statistics.to_string().trim_end());
    }
    if args.output.no_run {
        report.run = None;
    }
    if let Some(path) = baseline {
        accept(&mut report, path)?;
    }
    let called = report.inputs.program.subprograms.iter().map(|s| PathBuf::from(&s.file));
    let called: Vec<PathBuf> = called.collect();
    for target in &targets {
        target.expect_apart(called.iter())?;
    }
    reports::write(&report, &targets, &args.output)?;
    Ok(reports::exit(report.left()))
}

/// The engine that was asked for, or the first one.
pub(super) fn chosen(args: &EngineArgs, engines: &[Engine], cards: &Cards) -> Result<Engine> {
    let Some(name) = &args.name else {
        return Ok(engines.first().copied().unwrap_or_default());
    };
    if name == accelerator::NAME {
        return Ok(cards.engine());
    }
    engines.iter().copied().find(|e| e.name == name).ok_or_else(|| {
        Error::new("J006", format!("`{name}` is not a valid engine"))
            .help("`--list-engines` names them")
    })
}

/// The device that was described: by a preset's name, or in a file.
pub(super) fn device(args: &EngineArgs) -> Result<Description> {
    let path = args.device.as_deref().unwrap_or(Path::new("card"));
    if args.device.is_some() && args.name.as_deref() != Some(accelerator::NAME) {
        return Err(Error::new("J006", "`--device` needs `--engine accelerator`")
            .help("only that engine emulates a device"));
    }
    if let Some(name) = path.to_str().filter(|&name| Description::presets().any(|p| p == name)) {
        return Description::preset(name).map_err(|e| Error::new("J006", e.to_string()));
    }
    let text = files::text(path)?;
    Description::from_toml(&text).map_err(|e| {
        Error::new("J006", format!("{}: {e}", path.display()))
            .help("`--engine accelerator --stats` prints every parameter with its value")
    })
}
