//! `gouge recheck`: every witness of a report proved again.

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use gouge_recheck::{Failure, recheck};
use serde_json::Value;

use super::args::RecheckArgs;
use super::reports::expect_report;
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::files;
use crate::report::lacking;

/// The JSON report that a page of `--format html` holds.
fn in_page(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<template id=\"gouge-report\">")?;
    let (report, _) = rest.split_once("</template>")?;
    // The ampersand last: what it stands before is not to be read twice.
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    Some(named.iter().fold(report.to_owned(), |text, (name, c)| text.replace(name, c)))
}

/// What is said of a page, whose reader sees anything but the report inside it.
const PAGE: &str = "the text and the pictures of the page: only the report inside it is read";

/// Refuses a report that lacks a field: what is not there says nothing that could be wrong.
fn expect_whole(path: &Path, report: &str) -> Result<()> {
    // What is no JSON at all is told by who reads it.
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    match lacking(&report).filter(|_| report.is_object()) {
        None => Ok(()),
        Some(field) => {
            let what = format!("{}: this is no whole report: it lacks `{field}`", path.display());
            Err(Error::new("J008", what).help(
                "the file was altered or damaged, or is of another version: check again with \
                 --format json",
            ))
        }
    }
}

/// Why nothing could be proved again.
fn failed(path: &Path, cause: &gouge_recheck::Error) -> Error {
    match cause {
        gouge_recheck::Error::Report(_) => {
            Error::new("J008", format!("{}: {cause}", path.display()))
                .help("recheck reads what `gouge check` writes with --format json or html")
        }
        gouge_recheck::Error::Input(_) => Error::new("J001", cause.to_string()).help(
            "recheck reads again what the report names: put it into the current folder or beside \
             the report",
        ),
    }
}

/// Runs the command.
pub fn run(args: &RecheckArgs) -> Result<ExitCode> {
    let path = &args.report;
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = files::text(path)?;
    expect_report(path, &text)?;
    let inside = in_page(&text);
    let report = inside.as_deref().unwrap_or(&text);
    expect_whole(path, report)?;
    let outcome = recheck(report, folder).map_err(|e| failed(path, &e))?;
    let mut out = stdout().lock();
    for Failure { region, field, what } in &outcome.failures {
        let of = region.map_or_else(|| "report".to_owned(), |id| format!("region {id}"));
        writeln!(out, "{of}: {} {}", shown(field), shown(what))?;
    }
    let page = inside.is_some().then_some(PAGE);
    for what in outcome.not_proved.iter().map(String::as_str).chain(page) {
        writeln!(out, "not proved: {}", shown(what))?;
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
