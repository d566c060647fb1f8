//! The report as JSON Lines: one object a line, each with its `type`. The first line,
//! `report`, is the JSON report without its lists; then each region, motion, refusal and
//! warning on a line of its own.

use std::io::{self, Write};

use serde::Serialize;

use crate::report::data::{Motion, Region, Remark, Report};

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Report(&'a Report),
    Region(&'a Region),
    Motion(&'a Motion),
    Refusal(&'a Remark),
    Warning(&'a Remark),
}

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let head = Report {
        regions: Vec::new(),
        motions: None,
        refusals: Vec::new(),
        warnings: Vec::new(),
        ..report.clone()
    };
    line(out, &Line::Report(&head))?;
    for region in &report.regions {
        line(out, &Line::Region(region))?;
    }
    for motion in report.motions.iter().flatten() {
        line(out, &Line::Motion(motion))?;
    }
    for refusal in &report.refusals {
        line(out, &Line::Refusal(refusal))?;
    }
    for warning in &report.warnings {
        line(out, &Line::Warning(warning))?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
