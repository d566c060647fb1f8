//! The report as GitHub workflow commands: annotations on the lines of the program.

use std::io::{self, Write};

use crate::report::data::Report;
use crate::report::summary;

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let program = &report.inputs.program.path;
    let named = |file: &Option<String>| file.clone().unwrap_or_else(|| program.clone());
    for r in &report.regions {
        let w = &r.witness;
        let level = if r.accepted.is_some() { "notice" } else { "error" };
        let message = summary::region(r);
        command(out, level, &named(&w.file), [w.line, w.column], &r.code, &message)?;
    }
    for r in &report.refusals {
        command(out, "error", &named(&r.file), [r.line, r.column], &r.code, &r.message)?;
    }
    for u in &report.undecided {
        command(
            out,
            "error",
            &named(&u.file),
            [u.line, u.column],
            &u.code,
            &summary::undecided(u),
        )?;
    }
    for w in &report.warnings {
        command(out, "warning", &named(&w.file), [w.line, w.column], &w.code, &w.message)?;
    }
    let lines = [summary::verdict(report), summary::coverage(report), summary::budget(report)];
    command(out, "notice", program, [0, 0], "gouge", &lines.join("\n"))
}

fn command(
    out: &mut dyn Write,
    level: &str,
    file: &str,
    [line, column]: [u32; 2],
    title: &str,
    message: &str,
) -> io::Result<()> {
    write!(out, "::{level} file={}", property(file))?;
    if line > 0 {
        write!(out, ",line={line},col={column}")?;
    }
    writeln!(out, ",title={}::{}", property(title), data(message))
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
