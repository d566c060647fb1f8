//! The report as JUnit XML: the program is a suite; what gouges or was warned of fails, what was not decided
//! is an error, and what was proved clean passes.

use std::io::{self, Write};

use super::data::{Excerpt, Report};
use super::summary;
use super::xml::escaped;

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let program = &report.inputs.program.path;
    let named = |file: &Option<String>| file.clone().unwrap_or_else(|| program.clone());
    let failures = report.regions.len() + report.warnings.len();
    let errors = report.refusals.len() + report.undecided.len();
    let tests = failures + errors + 1;
    let suite = escaped(program);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites name=\"gouge\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
    )?;
    writeln!(
        out,
        "  <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
    )?;
    for r in &report.regions {
        let name = format!("{} region {} ({})", r.code, r.id, r.fingerprint);
        let body =
            place(named(&r.witness.file), r.witness.line, r.witness.column, &r.witness.block);
        case(out, &suite, &name, Some(("failure", &r.code, &r.message, &body)))?;
    }
    for r in &report.refusals {
        let name = format!("{} line {} column {}", r.code, r.line, r.column);
        let body = place(named(&r.file), r.line, r.column, &r.block);
        case(out, &suite, &name, Some(("error", &r.code, &r.message, &body)))?;
    }
    for u in &report.undecided {
        let name = format!("{} undecided motions", u.code);
        let body = place(named(&u.file), u.line, u.column, &u.block);
        case(out, &suite, &name, Some(("error", &u.code, &summary::undecided(u), &body)))?;
    }
    for w in &report.warnings {
        let name = format!("{} line {} column {}", w.code, w.line, w.column);
        let body = place(named(&w.file), w.line, w.column, &w.block);
        case(out, &suite, &name, Some(("failure", &w.code, &w.message, &body)))?;
    }
    case(out, &suite, &format!("{} motions proved clean", report.coverage.clean), None)?;
    writeln!(
        out,
        "    <system-out>{}\n{}\n{}</system-out>",
        escaped(&summary::verdict(report)),
        escaped(&summary::coverage(report)),
        escaped(&summary::budget(report))
    )?;
    writeln!(out, "  </testsuite>")?;
    writeln!(out, "</testsuites>")
}

fn place(file: String, line: u32, column: u32, block: &Excerpt) -> String {
    format!("{file}:{line}:{column}\n{}", block.text)
}

fn case(
    out: &mut dyn Write,
    suite: &str,
    name: &str,
    bad: Option<(&str, &str, &str, &str)>,
) -> io::Result<()> {
    write!(out, "    <testcase classname=\"{suite}\" name=\"{}\"", escaped(name))?;
    let Some((element, kind, message, body)) = bad else {
        return writeln!(out, "/>");
    };
    writeln!(out, ">")?;
    writeln!(
        out,
        "      <{element} type=\"{}\" message=\"{}\">{}</{element}>",
        escaped(kind),
        escaped(message),
        escaped(body)
    )?;
    writeln!(out, "    </testcase>")
}
