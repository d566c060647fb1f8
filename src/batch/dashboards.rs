//! A batch in the formats of dashboards: one SARIF log with a run a program, one JUnit file with a
//! suite a program. Each is put together from what the report's own renderer writes.

use std::io::{self, Write};
use std::path::Path;

use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};
use serde_json::{Value, json};

use super::results::report_of;
use super::summary::{Row, Summary};
use crate::error::{Error, Result};
use crate::output::write_with;
use crate::render::{Format, Look, render};
use crate::shown::shown;

/// Writes `results.sarif` and `junit.xml` into the folder of the results.
///
/// # Errors
/// Reports that are gone, a folder that cannot be written to.
pub fn write(summary: &Summary, results: &Path) -> Result<()> {
    let mut runs = Vec::new();
    let mut suites = Writer::new(Vec::new());
    for row in &summary.tasks {
        if let Some(why) = &row.failure {
            runs.push(failed_run(row, why));
            failed_suite(row, why, &mut suites)?;
            continue;
        }
        let report = report_of(row, results)?;
        let rendered = |format| -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            render(&report, format, Look::default(), &mut bytes)?;
            Ok(bytes)
        };
        let log: Value =
            serde_json::from_slice(&rendered(Format::Sarif)?).map_err(io::Error::from)?;
        runs.extend(log["runs"].as_array().into_iter().flatten().cloned());
        copy_suites(&rendered(Format::Junit)?, &mut suites)?;
    }
    write_with(&results.join("results.sarif"), |out| {
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": runs,
        });
        serde_json::to_writer_pretty(&mut *out, &log)?;
        writeln!(out)
    })?;
    write_with(&results.join("junit.xml"), |out| {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites name=\"gouge\">")?;
        out.write_all(suites.get_ref())?;
        writeln!(out, "</testsuites>")
    })?;
    Ok(())
}

/// A task that could not run, as SARIF says it.
fn failed_run(row: &Row, why: &str) -> Value {
    json!({
        "tool": {"driver": {"name": "gouge", "version": env!("CARGO_PKG_VERSION")}},
        "invocations": [{
            "executionSuccessful": false,
            "exitCode": 2,
            "toolExecutionNotifications": [
                {"level": "error", "message": {"text": format!("{}: {why}", row.name)}},
            ],
        }],
        "results": [],
    })
}

/// The same as JUnit says it.
fn failed_suite(row: &Row, why: &str, out: &mut Writer<Vec<u8>>) -> io::Result<()> {
    // XML has no way to write most control characters.
    let name = shown(&row.name);
    let why: Vec<String> = why.lines().map(shown).collect();
    let mut suite = BytesStart::new("testsuite");
    for (key, value) in [("name", name.as_str()), ("tests", "1"), ("errors", "1")] {
        suite.push_attribute((key, value));
    }
    let mut case = BytesStart::new("testcase");
    case.push_attribute(("classname", name.as_str()));
    case.push_attribute(("name", "could not run"));
    out.write_event(Event::Start(suite))?;
    out.write_event(Event::Start(case))?;
    out.write_event(Event::Start(BytesStart::new("error")))?;
    out.write_event(Event::Text(BytesText::new(&why.join("\n"))))?;
    for name in ["error", "testcase", "testsuite"] {
        out.write_event(Event::End(BytesEnd::new(name)))?;
    }
    out.get_mut().write_all(b"\n")
}

/// Copies what stands between the outermost tags.
fn copy_suites(xml: &[u8], out: &mut Writer<Vec<u8>>) -> Result<()> {
    let mut reader = Reader::from_reader(xml);
    let mut depth = 0;
    loop {
        let event = reader.read_event().map_err(|e| Error::from(io::Error::other(e)))?;
        match &event {
            Event::Eof => return Ok(()),
            Event::Start(_) => {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            }
            Event::End(_) => {
                depth -= 1;
                if depth == 0 {
                    continue;
                }
            }
            _ => {}
        }
        if depth > 0 {
            out.write_event(event)?;
        }
    }
}
