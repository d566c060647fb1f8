//! A table as aligned text: columns as wide as their widest cell, numbers to the right.

use std::io::{self, Write};

/// How a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Writes `rows` under `head`.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(out: &mut dyn Write, head: &[(&str, Stand)], rows: &[Vec<String>]) -> io::Result<()> {
    let widest = |column: usize, name: &str| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.max().unwrap_or(0).max(name.chars().count())
    };
    let widths: Vec<usize> =
        head.iter().enumerate().map(|(i, (name, _))| widest(i, name)).collect();
    let line = |cells: &[&str]| {
        let mut text = String::new();
        for ((cell, width), (_, stand)) in cells.iter().zip(&widths).zip(head) {
            match stand {
                Stand::Left => text.push_str(&format!("{cell:<width$}  ")),
                Stand::Right => text.push_str(&format!("{cell:>width$}  ")),
            }
        }
        text.trim_end().to_owned()
    };
    let names: Vec<&str> = head.iter().map(|(name, _)| *name).collect();
    writeln!(out, "{}", line(&names))?;
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        writeln!(out, "{}", line(&cells))?;
    }
    Ok(())
}
