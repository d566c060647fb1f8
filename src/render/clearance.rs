//! Least distances, stick-outs and lowest heights, for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::table;
use super::table::Stand::{Left, Right};
use crate::geom::MM_PER_INCH;
use crate::report::data::clearance::{Clearances, Distance, Place};
use crate::report::data::{BodyRole, Component, Operation, Report};
use crate::report::summary;

/// The least distances as a table: one row for each operation, as shown by every format for people.
pub(super) struct Row {
    /// Operation.
    pub title: String,
    /// Cutter in rapids, shank and holder from parts, anything from fixtures.
    pub cells: [Option<String>; 4],
    /// Where the least of them is.
    pub at: String,
}

/// Heads of [`Row::cells`].
pub(super) const HEADS: [&str; 4] = ["cutter in rapids", "shank", "holder", "from fixtures"];

/// The rows of a report that was measured.
pub(super) fn rows(report: &Report, clearances: &Clearances) -> Vec<Row> {
    let row = |o: &Operation| {
        let own = || clearances.distances.iter().filter(|d| d.operation_id == o.id);
        let column = |d: &Distance| match (d.body_role, d.component) {
            (BodyRole::Fixture, _) => 3,
            (_, Component::Cutter) => 0,
            (_, Component::Shank) => 1,
            (_, Component::Holder) => 2,
        };
        let cells = [0, 1, 2, 3].map(|k| {
            let (bounds, _) = least(own().filter(|d| column(d) == k))?;
            Some(summary::depth(bounds[0], report.tolerance_mm))
        });
        let at = least(own())
            .and_then(|(_, place)| place)
            .map(|p| format!("line {}, {}", p.line, summary::place(p.control_point_program)));
        Row { title: o.title(), cells, at: at.unwrap_or_default() }
    };
    let rows = report.operations.iter().map(row);
    rows.filter(|r| r.cells.iter().any(Option::is_some)).collect()
}

/// The least of some distances, with its place.
fn least<'a>(list: impl Iterator<Item = &'a Distance>) -> Option<([f64; 2], Option<&'a Place>)> {
    let all = list.filter_map(|d| Some((d.distance_mm?, d.place.as_ref())));
    all.min_by(|a, b| a.0[0].total_cmp(&b.0[0]))
}

/// Motions not measured: of each operation those of the component that misses most.
fn unmeasured(clearances: &Clearances) -> u64 {
    let mut most: BTreeMap<u32, u64> = BTreeMap::new();
    for d in &clearances.distances {
        let known = most.entry(d.operation_id).or_default();
        *known = d.unmeasured.max(*known);
    }
    most.values().sum()
}

/// What is said beside the rows, one line each: what was not measured, then the tools.
pub(super) fn notes(report: &Report, clearances: &Clearances) -> Vec<String> {
    let frame_unit = if report.inputs.program.units == "inch" { " in" } else { "" };
    let mut lines = Vec::new();
    let unmeasured = unmeasured(clearances);
    if unmeasured > 0 {
        let count = summary::count(unmeasured, "motion");
        lines.push(format!("not measured: {count}, for lack of information"));
    }
    for t in &clearances.tools {
        let mut said = Vec::new();
        if let (Some(now), Some(needed)) = (t.stick_out_mm, t.stick_out_needed_mm) {
            // What is needed is rounded up in either unit.
            let up = |v: f64| summary::short((v * 1e4).ceil() * 1e-4);
            said.push(if frame_unit.is_empty() {
                format!("sticks out {} mm, {} mm needed", summary::short(now), up(needed))
            } else {
                let inch = |mm: f64| mm / MM_PER_INCH;
                format!(
                    "sticks out {} in ({} mm), {} in ({} mm) needed",
                    summary::short(inch(now)),
                    summary::short(now),
                    up(inch(needed)),
                    up(needed)
                )
            });
        }
        if let Some(z) = t.lowest_z_block.or(t.lowest_z_program) {
            let promised = t.zmin_program.map_or_else(String::new, |min| {
                let word = if t.below_zmin { "below the header's" } else { "header's" };
                format!(" ({word} ZMIN={})", summary::short(min))
            });
            said.push(format!("lowest Z{}{frame_unit}{promised}", summary::short(z)));
        }
        if !said.is_empty() {
            lines.push(format!("T{}: {}", t.tool, said.join("; ")));
        }
    }
    lines
}

/// As text.
pub(super) fn text(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Some(clearances) = &report.clearances else { return Ok(()) };
    let mut head = vec![("least distance, mm", Left)];
    head.extend(HEADS.map(|h| (h, Right)));
    head.push(("at", Left));
    let cells = |row: Row| {
        let dash = |c: Option<String>| c.unwrap_or_else(|| "-".to_owned());
        let mut cells = vec![row.title];
        cells.extend(row.cells.map(dash));
        cells.push(row.at);
        cells
    };
    let rows: Vec<Vec<String>> = rows(report, clearances).into_iter().map(cells).collect();
    if !rows.is_empty() {
        table::write(out, &head, &rows)?;
    }
    for line in notes(report, clearances) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)
}
