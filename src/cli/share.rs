//! `gouge check --partition`, and how `gouge merge` joins its shares: one huge program on several
//! machines.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use super::args::{MergeArgs, ReportArgs};
use super::version::version;
use super::{progress, reports};
use crate::batch::Partition;
use crate::check::share::{SHARE_SCHEMA, Share};
use crate::check::{Check, Running, share};
use crate::error::{Error, Result};
use crate::files;
use crate::output;
use crate::render::{Format, Look, render};

/// Proves one slice and writes it down.
pub fn write(
    check: &Check,
    partition: Partition,
    running: &Running,
    baseline: Option<&PathBuf>,
    args: &ReportArgs,
    exit_zero: bool,
) -> Result<ExitCode> {
    let Partition::Slice(m, n) = partition else {
        return Err(Error::new("J006", "the motions of one program are divided into slices")
            .help("write --partition slice:1/4"));
    };
    if let Some(format) = args.format.iter().find(|format| **format != Format::Json) {
        let name = format.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
        return Err(Error::new("J006", format!("a slice cannot be shown as {name}"))
            .help("omit --format here, then run `gouge render` on what `gouge merge` writes"));
    }
    let running = Running {
        pictures: false,
        surfaces: false,
        clearance: false,
        run_facts: false,
        ..running.clone()
    };
    let version = version()?;
    let share = progress::shown(None, |watch| {
        let opened = check.open(watch)?;
        for path in &args.output {
            output::expect_apart(path, &opened.called())?;
        }
        check.share(opened, [m, n], &running, &version, watch)
    })?;
    let share = share.with_baseline(baseline.cloned())?;
    let bytes = serde_json::to_vec(&share).map_err(std::io::Error::from)?;
    match args.output.as_slice() {
        [] => stdout().lock().write_all(&bytes)?,
        [path] => output::write_whole(path, &bytes)?,
        _ => return Err(Error::new("J006", "a slice is one file: give one --output")),
    }
    Ok(if exit_zero { ExitCode::SUCCESS } else { reports::exit(share.verdict) })
}

/// The shares of one program; `None` where these are shares of a batch.
pub fn read(parts: &[PathBuf]) -> Result<Option<Vec<Share>>> {
    let mut shares = Vec::new();
    for path in parts {
        let bytes = files::bytes(path).map_err(|e| Error::unreadable(path, &e))?;
        match serde_json::from_slice::<Share>(&bytes) {
            Ok(share) if share.schema == SHARE_SCHEMA => shares.push(share),
            _ if shares.is_empty() => return Ok(None),
            _ => {
                let what =
                    format!("{}: this is not a share of a program's motions", path.display());
                return Err(Error::new("J010", what).help("merge one kind of shares at a time"));
            }
        }
    }
    Ok(Some(shares))
}

/// Makes the report of the whole: on standard output, or as `report.json` in the folder named.
pub fn merge(shares: &[Share], args: &MergeArgs) -> Result<ExitCode> {
    let version = version()?;
    let running = Running::default();
    let report = progress::shown(None, |watch| share::merge(shares, &running, &version, watch))?;
    match &args.results {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|e| {
                Error::new("J007", format!("{}: cannot be created: {e}", folder.display()))
            })?;
            output::write_with(&folder.join("report.json"), |out| {
                render(&report, Format::Json, Look::default(), out)
            })?;
        }
        None => {
            let mut out = BufWriter::new(stdout().lock());
            render(&report, Format::Json, Look::default(), &mut out)?;
            out.flush()?;
        }
    }
    Ok(if args.exit_zero { ExitCode::SUCCESS } else { reports::exit(report.left()) })
}
