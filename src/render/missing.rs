//! What is missing, in one block that ends with the options to type.

use std::io::{self, Write};

use crate::report::data::Report;
use crate::report::summary::{count, span};

/// Where part and cutting lie, one line each.
pub fn boxes(report: &Report) -> Vec<String> {
    let b = &report.boxes_program_mm;
    [("part", b.part), ("cutting", b.cutting)]
        .into_iter()
        .filter_map(|(name, corners)| {
            Some(format!("{name} at {} in program coordinates, mm", span(corners?)))
        })
        .collect()
}

/// The block; nothing where nothing is missing.
pub fn text(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.missing.is_empty() {
        return Ok(());
    }
    let number = count(report.missing.len() as u64, "fact");
    writeln!(out, "\nmissing: {number} that the program does not contain")?;
    let options = report.missing.iter().flat_map(|m| &m.options);
    let wide = options.map(|[option, _]| option.chars().count()).max().unwrap_or(0);
    for m in &report.missing {
        writeln!(out, "  {}: {}", m.name, m.message)?;
        for [option, says] in &m.options {
            writeln!(out, "      {option:<wide$}  {says}")?;
        }
    }
    let again: Vec<&str> = report.missing.iter().filter_map(|m| m.again.as_deref()).collect();
    if !again.is_empty() {
        writeln!(out, "again with: {}", again.join(" "))?;
    }
    writeln!(out)
}
