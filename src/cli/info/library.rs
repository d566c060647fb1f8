//! What a tool library holds, for people and scripts.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::escape::shown;
use crate::nc::{ToolEntry, ToolTable};
use crate::tool::Spec;
use crate::tool::library::Library;

/// Facts about a tool library.
#[derive(Serialize)]
pub struct Facts {
    path: String,
    tools: Vec<Entry>,
    remarks: Vec<Remark>,
}

#[derive(Serialize)]
struct Entry {
    number: u32,
    spec: String,
}

#[derive(Serialize)]
struct Remark {
    tool: Option<u32>,
    message: String,
}

/// Facts about a tool table of LinuxCNC: it holds lengths and diameters, no shapes.
pub fn table(path: &Path) -> Result<Facts> {
    let table = ToolTable::read(path, 1.0).map_err(|e| Error::new("T021", e.to_string()))?;
    let entry = |(number, e): (u32, &ToolEntry)| Entry {
        number,
        spec: format!("length {}, diameter {}", e.offset[2], e.diameter),
    };
    let remark = "a tool table is in the machine's unit (--table-units) and holds no shapes: declare \
                  them with --tool";
    Ok(Facts {
        path: path.display().to_string(),
        tools: table.iter().map(entry).collect(),
        remarks: vec![Remark { tool: None, message: remark.to_owned() }],
    })
}

/// Facts about a library that was read from `path`.
pub fn facts(path: &Path, library: Library) -> Facts {
    let unread = library.tools.iter().filter_map(|(&number, declared)| {
        let wrong = Spec::parse(&declared.spec, &declared.base).err()?;
        Some((Some(number), format!("is not a valid tool: {wrong}")))
    });
    let unread: Vec<_> = unread.collect();
    let taken = library.unit_taken().map(|taken| (None, taken));
    let remarks = library.remarks.into_iter().chain(unread).chain(taken);
    let tools = library.tools.into_iter();
    Facts {
        path: path.display().to_string(),
        tools: tools.map(|(number, d)| Entry { number, spec: d.spec }).collect(),
        remarks: remarks.map(|(tool, message)| Remark { tool, message }).collect(),
    }
}

impl Facts {
    /// Writes the facts for people.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "file {}: tool library", shown(&self.path))?;
        for t in &self.tools {
            writeln!(out, "  T{:<11} {}", t.number, shown(&t.spec))?;
        }
        for r in &self.remarks {
            let tool = r.tool.map_or_else(String::new, |n| format!("T{n} "));
            writeln!(out, "  warning[T022]: {tool}{}", shown(&r.message))?;
        }
        Ok(())
    }
}
