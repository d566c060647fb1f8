//! The report as comma-separated values (RFC 4180): every motion where the report holds them, else
//! every region; below them, in the same columns, refusals, undecided motions and warnings. Lengths
//! in mm. Columns are only ever added, at the end.

use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

use super::remarks::{About, Said, remarks};
use crate::report::data::{Motion, Report};
use crate::report::summary;

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut table = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
    match &report.motions {
        Some(list) => motions(report, list, &mut table)?,
        None => regions(report, &mut table)?,
    }
    table.flush()
}

fn motions(report: &Report, list: &[Motion], table: &mut Writer<&mut dyn Write>) -> io::Result<()> {
    table.write_record([
        "motion",
        "line",
        "operation_id",
        "operation",
        "kind",
        "verdict",
        "depth_lo_mm",
        "depth_hi_mm",
        "code",
        "message",
        "file",
    ])?;
    for m in list {
        let operation = report.operations.iter().find(|o| o.id == m.operation_id);
        table.write_record([
            m.index.to_string(),
            m.line.to_string(),
            m.operation_id.to_string(),
            text(operation.map_or_else(String::new, |o| o.title())),
            word(&m.kind)?,
            if m.assumed { "assumed".to_owned() } else { word(&m.verdict)? },
            m.depth_mm[0].to_string(),
            // Where nothing is known of it.
            Some(m.depth_mm[1])
                .filter(|hi| *hi < f64::MAX)
                .map_or_else(String::new, |hi| hi.to_string()),
            String::new(),
            String::new(),
            String::new(),
        ])?;
    }
    for Said { about, code, message, file, line } in remarks(report) {
        let verdict = if about == About::Warning { "" } else { "unknown" };
        let mut row = [const { String::new() }; 11];
        row[1] = place(line);
        row[4] = word(&about)?;
        row[5] = verdict.to_owned();
        row[8] = code.to_owned();
        row[9] = text(message);
        row[10] = text(file.unwrap_or_default().to_owned());
        table.write_record(row)?;
    }
    Ok(())
}

fn regions(report: &Report, table: &mut Writer<&mut dyn Write>) -> io::Result<()> {
    table.write_record([
        "region",
        "fingerprint",
        "code",
        "operation",
        "tool",
        "component",
        "body_role",
        "body",
        "first_line",
        "last_line",
        "line",
        "contacts",
        "depth_lo_mm",
        "depth_hi_mm",
        "lift_mm",
        "message",
        "tolerance_mm",
        "allowance_mm",
        "deviation_mm",
        "about",
        "file",
        "accepted",
    ])?;
    for r in &report.regions {
        let held = r.held_to(report);
        let operation = report.operations.iter().find(|o| o.id == r.operation_id);
        table.write_record([
            r.id.to_string(),
            r.fingerprint.clone(),
            r.code.clone(),
            text(operation.map_or_else(String::new, |o| o.title())),
            r.tool.to_string(),
            word(&r.component)?,
            word(&r.body_role)?,
            r.body.to_string(),
            r.lines[0].to_string(),
            r.lines[1].to_string(),
            r.witness.line.to_string(),
            r.contacts.to_string(),
            r.depth_mm[0].to_string(),
            r.depth_mm[1].to_string(),
            r.lift_mm.map_or_else(String::new, |lift| lift.to_string()),
            text(r.message.clone()),
            held.tolerance_mm.to_string(),
            held.allowance_mm.to_string(),
            held.deviation_mm.to_string(),
            "region".to_owned(),
            text(r.witness.file.clone().unwrap_or_default()),
            summary::accepted(r).unwrap_or_default(),
        ])?;
    }
    for Said { about, code, message, file, line } in remarks(report) {
        let mut row = [const { String::new() }; 22];
        row[2] = code.to_owned();
        row[10] = place(line);
        row[15] = text(message);
        row[19] = word(&about)?;
        row[20] = text(file.unwrap_or_default().to_owned());
        table.write_record(row)?;
    }
    Ok(())
}

/// A line; nothing where none is meant.
fn place(line: u32) -> String {
    if line == 0 { String::new() } else { line.to_string() }
}

/// A word of the report as its JSON has it.
fn word(value: &impl serde::Serialize) -> io::Result<String> {
    Ok(serde_json::to_value(value)?.as_str().unwrap_or_default().to_owned())
}

/// Text that no spreadsheet takes for a formula: an apostrophe stands before a leading `=`, `+`,
/// `-` or `@`.
fn text(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text }
}
