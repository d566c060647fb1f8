//! `gouge-lab bench`: the sources' experiments as tables.

use std::fs;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use gouge::error::{Error, Result};
use gouge::output::write_whole;
use gouge_lab::experiments::{EXPERIMENTS, Experiment, Extent};

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// Experiments to run, or `all`; without one, all of them are listed
    experiments: Vec<String>,
    /// Small scenes and few steps: all experiments in minutes
    #[arg(long)]
    quick: bool,
    /// Write each table there as a CSV file as well, and its chart as SVG
    #[arg(long, value_name = "FOLDER")]
    csv: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    if args.experiments.is_empty() {
        for experiment in EXPERIMENTS {
            writeln!(out, "{:<16} {}", experiment.name, experiment.about)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = chosen(&args.experiments)?;
    if let Some(folder) = &args.csv {
        fs::create_dir_all(folder).map_err(|e| unwritable(folder, &e))?;
    }
    let bar = bar(chosen.len() as u64);
    for experiment in chosen {
        let start = Instant::now();
        bar.set_prefix(experiment.name);
        let table = (experiment.run)(Extent { quick: args.quick }, &|what| {
            bar.set_message(what.to_owned());
            bar.tick();
        });
        bar.inc(1);
        let seconds = start.elapsed().as_secs_f64();
        bar.suspend(|| -> std::io::Result<()> {
            writeln!(out, "{} ({seconds:.1} s)", experiment.name)?;
            writeln!(out, "{table}")
        })?;
        if let Some(folder) = &args.csv {
            let path = folder.join(format!("{}.csv", experiment.name));
            write_whole(&path, table.csv().as_bytes())?;
            if let Some(chart) = &table.chart {
                write_whole(&path.with_extension("svg"), chart.svg().as_bytes())?;
            }
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

fn chosen(names: &[String]) -> Result<Vec<&'static Experiment>> {
    if names.iter().any(|n| n == "all") {
        return Ok(EXPERIMENTS.iter().collect());
    }
    names
        .iter()
        .map(|name| {
            EXPERIMENTS.iter().find(|e| e.name == name).ok_or_else(|| {
                Error::new("J006", format!("`{name}` is not an experiment"))
                    .help("`gouge-lab bench` names them; `gouge-lab bench all` runs them all")
            })
        })
        .collect()
}

fn bar(length: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {prefix}: {msg}, {elapsed}") {
        bar.set_style(style);
    }
    bar
}

pub fn unwritable(folder: &Path, cause: &std::io::Error) -> Error {
    Error::new("J007", format!("{}: cannot be created: {cause}", folder.display()))
}
