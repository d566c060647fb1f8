//! `gouge recheck`: every witness of a report proved again.

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use gouge_recheck::{Failure, recheck};

use super::args::RecheckArgs;
use super::reports::expect_report;
use crate::error::{Error, Result};
use crate::files;

/// The JSON report that a page of `--format html` holds.
fn in_page(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<template id=\"gouge-report\">")?;
    let (report, _) = rest.split_once("</template>")?;
    // The ampersand last: what it stands before is not to be read twice.
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    Some(named.iter().fold(report.to_owned(), |text, (name, c)| text.replace(name, c)))
}

/// Runs the command.
pub fn run(args: &RecheckArgs) -> Result<ExitCode> {
    let path = &args.report;
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = files::text(path)?;
    expect_report(path, &text)?;
    let outcome = recheck(in_page(&text).as_deref().unwrap_or(&text), folder).map_err(|e| {
        Error::new("J008", format!("{}: {e}", path.display()))
            .help("recheck reads what `gouge check` writes with --format json or html")
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
