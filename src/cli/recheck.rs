//! `gouge recheck`: every witness of a report proved again.

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use gouge_recheck::{Failure, recheck};

use super::args::RecheckArgs;
use crate::check::{Error, Result, input};

/// Runs the command.
pub fn run(args: &RecheckArgs) -> Result<ExitCode> {
    let path = &args.report;
    let folder = path.parent().unwrap_or(Path::new(""));
    let outcome = recheck(&input::text(path)?, folder).map_err(|e| {
        Error::new("J008", format!("{}: {e}", path.display()))
            .help("recheck reads the JSON report of `gouge check --format json`")
    })?;
    let mut out = stdout().lock();
    for Failure { region, field, what } in &outcome.failures {
        match region {
            Some(id) => writeln!(out, "region {id}: {field} {what}")?,
            None => writeln!(out, "report: {field} {what}")?,
        }
    }
    for what in &outcome.not_proved {
        writeln!(out, "not proved: {what}")?;
    }
    writeln!(
        out,
        "{} of {} witnesses hold{}",
        outcome.proved,
        outcome.witnesses,
        if outcome.holds() { "" } else { "; the report does not" }
    )?;
    Ok(ExitCode::from(u8::from(!outcome.holds())))
}
