//! What is missing, in one block that ends with what to type.

use std::io::{self, Write};

use super::data::Report;
use super::summary::count;

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

/// A box for people: "X0..40 Y0..20 Z-5..0".
pub fn span([lo, hi]: [[f64; 3]; 2]) -> String {
    let axis = |i: usize, name: &str| format!("{name}{}..{}", short(lo[i]), short(hi[i]));
    format!("{} {} {}", axis(0, "X"), axis(1, "Y"), axis(2, "Z"))
}

/// Three decimals, without trailing zeros.
pub fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// The block; nothing where nothing is missing.
pub fn text(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.missing.is_empty() {
        return Ok(());
    }
    let number = count(report.missing.len() as u64, "fact");
    writeln!(out, "\nmissing: {number} that the program does not hold")?;
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
