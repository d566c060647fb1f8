//! What a program holds, for people and scripts.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use crate::check::reading::{Program, Reading};
use crate::error::Result;
use crate::escape::shown;
use crate::files;
use crate::nc::{self, Event, Kind, Motion};
use crate::report::{count, short};

/// Facts about a program.
#[derive(Serialize)]
pub struct Facts {
    path: String,
    sha256: String,
    dialect: &'static str,
    lines: u64,
    /// `mm` or `inch`; null when it uses both or does not move.
    units: Option<&'static str>,
    motions: u64,
    rapids: u64,
    feeds: u64,
    arcs: u64,
    /// Box of the known ends of all motions, program coordinates, mm.
    bounds_mm: Option<[[f64; 3]; 2]>,
    /// Motions by tool number.
    tools: BTreeMap<u32, u64>,
    /// Tools described in comments.
    notes: Vec<Note>,
    /// Operations that move, in the order in which they begin.
    operations: Vec<Operation>,
    refused_blocks: u64,
    /// Refused blocks by code.
    refusals: BTreeMap<&'static str, u64>,
    /// Warnings by code.
    warnings: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct Note {
    number: u32,
    line: u32,
    kind: Option<String>,
    diameter_mm: Option<f64>,
    corner_radius_mm: Option<f64>,
}

#[derive(Serialize)]
struct Operation {
    /// Null when only the tool tells it from its neighbours.
    name: Option<String>,
    /// How it was recognised.
    source: String,
    line: u32,
    tool: u32,
    motions: u64,
}

/// Reads a program.
pub fn look(path: &Path, reading: &Reading) -> Result<Facts> {
    let program = Program::read(path)?;
    let options = reading.options(path, &BTreeMap::new())?;
    let mut facts = Facts {
        path: path.display().to_string(),
        sha256: files::sha256(&program.bytes),
        dialect: reading.dialect.name(),
        lines: 0,
        units: None,
        motions: 0,
        rapids: 0,
        feeds: 0,
        arcs: 0,
        bounds_mm: None,
        tools: BTreeMap::new(),
        notes: Vec::new(),
        operations: Vec::new(),
        refused_blocks: 0,
        refusals: BTreeMap::new(),
        warnings: BTreeMap::new(),
    };
    let mut motions: BTreeMap<u32, u64> = BTreeMap::new();
    let summary = nc::Interpreter::new(options.clone()).run(&program.source(), |event| {
        match event {
            Event::Motion(m) => {
                *motions.entry(m.operation).or_default() += 1;
                facts.motion(&m);
            }
            Event::Refusal(r) => *facts.refusals.entry(r.code).or_default() += 1,
            Event::Warning(w) => *facts.warnings.entry(w.code).or_default() += 1,
            Event::ToolNote(n) => facts.notes.push(Note {
                number: n.number,
                line: n.span.line,
                kind: n.kind,
                diameter_mm: n.diameter,
                corner_radius_mm: n.corner_radius,
            }),
            Event::Assumption(_) | Event::Zero(_) => {}
        }
        ControlFlow::Continue(())
    });
    let all = summary.operations.into_iter().zip(0u32..);
    let moving = all.filter_map(|(o, i)| Some((o, *motions.get(&i)?)));
    facts.operations = moving
        .map(|(o, motions)| Operation {
            name: o.name,
            source: o.sign.name(),
            line: o.span.line,
            tool: o.tool,
            motions,
        })
        .collect();
    facts.lines = summary.lines;
    facts.refused_blocks = summary.refusals;
    facts.units = summary.units.map(|u| match u {
        nc::Units::Mm => "mm",
        nc::Units::Inch => "inch",
    });
    Ok(facts)
}

impl Facts {
    fn motion(&mut self, m: &Motion) {
        self.motions += 1;
        match m.kind {
            Kind::Rapid => self.rapids += 1,
            Kind::Feed => self.feeds += 1,
            Kind::Arc => self.arcs += 1,
        }
        *self.tools.entry(m.tool).or_default() += 1;
        if let Some([x, y, z]) = m.to.known() {
            let [lo, hi] = self.bounds_mm.get_or_insert([[x, y, z]; 2]);
            for (axis, value) in [x, y, z].into_iter().enumerate() {
                lo[axis] = lo[axis].min(value);
                hi[axis] = hi[axis].max(value);
            }
        }
    }

    /// Writes the facts for people.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "file {}: program, read as {}", shown(&self.path), self.dialect)?;
        writeln!(out, "  lines        {}", self.lines)?;
        writeln!(out, "  units        {}", self.units.unwrap_or("mixed, or it does not move"))?;
        writeln!(
            out,
            "  motions      {} ({} rapid, {} straight, {} round)",
            self.motions, self.rapids, self.feeds, self.arcs
        )?;
        if let Some([lo, hi]) = self.bounds_mm {
            let text = |p: [f64; 3]| p.map(|c| format!("{c:.3}")).join(", ");
            writeln!(out, "  from         {}", text(lo))?;
            writeln!(out, "  to           {}", text(hi))?;
        }
        for (number, motions) in &self.tools {
            writeln!(out, "  tool         T{number}, {}", count(*motions, "motion"))?;
        }
        for n in &self.notes {
            let size = n.diameter_mm.map_or_else(String::new, |d| format!(", {} mm", short(d)));
            let kind = shown(n.kind.as_deref().unwrap_or("tool"));
            writeln!(out, "  comment      line {}: T{} is a {kind}{size}", n.line, n.number)?;
        }
        for o in self.operations.iter().filter(|o| o.name.is_some()) {
            let name = shown(o.name.as_deref().unwrap_or_default());
            let Operation { source, line, tool, motions, .. } = o;
            writeln!(
                out,
                "  operation    {name}, T{tool}, {motions} motions (line {line}, {source})"
            )?;
        }
        writeln!(out, "  refused      {}", self.refused_blocks)?;
        for (what, list) in [("refused", &self.refusals), ("warning", &self.warnings)] {
            for (code, count) in list {
                let title = crate::report::codes::find(code).map_or("", |c| c.title);
                writeln!(out, "  {what}[{code}]: {title}, {count}×")?;
            }
        }
        Ok(())
    }
}
