//! A table of measurements and what it says about the sources' claims.

use std::fmt::{self, Write as _};

use super::chart::Chart;

/// Rows of measurements under named columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What was measured on what.
    pub title: String,
    /// Names, with units.
    pub columns: Vec<String>,
    /// One cell for each column.
    pub rows: Vec<Vec<String>>,
    /// What the sources said would come out.
    pub claims: Vec<Claim>,
    /// A picture of it.
    pub chart: Option<Chart>,
}

/// One statement of a source and what came out here.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Number in the checklist of the sources, such as `S0.8`.
    pub id: &'static str,
    /// What the source says.
    pub said: String,
    /// What came out.
    pub found: String,
    /// Whether the direction is the same; magnitudes need not be.
    pub holds: bool,
}

impl Table {
    /// An empty table.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Self {
            title: title.into(),
            columns: columns.iter().map(|c| (*c).to_string()).collect(),
            ..Self::default()
        }
    }

    /// Appends a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Appends a claim.
    pub fn claim(
        &mut self,
        id: &'static str,
        said: impl Into<String>,
        found: impl Into<String>,
        holds: bool,
    ) {
        self.claims.push(Claim { id, said: said.into(), found: found.into(), holds });
    }

    /// The rows as comma-separated values, header first.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let cells: Vec<String> = row
                .iter()
                .map(|c| {
                    if c.contains([',', '"', '\n']) {
                        format!("\"{}\"", c.replace('"', "\"\""))
                    } else {
                        c.clone()
                    }
                })
                .collect();
            out.push_str(&cells.join(","));
            out.push('\n');
        }
        out
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        let width = |i: usize| {
            self.rows
                .iter()
                .filter_map(|r| r.get(i))
                .chain(self.columns.get(i))
                .map(|c| c.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let number = |cell: &String| cell == "-" || cell.parse::<f64>().is_ok();
        let numbers: Vec<bool> = (0..self.columns.len())
            .map(|i| self.rows.iter().filter_map(|r| r.get(i)).all(number))
            .collect();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let mut line = String::new();
            for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Words to the left, columns of numbers to the right.
                if numbers[i] {
                    write!(line, "{cell:>width$}  ")?;
                } else {
                    write!(line, "{cell:<width$}  ")?;
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        if !self.claims.is_empty() {
            writeln!(f)?;
        }
        for claim in &self.claims {
            let verdict = if claim.holds { "holds" } else { "does not hold" };
            writeln!(f, "{} {verdict}: {} Here: {}.", claim.id, claim.said, claim.found)?;
        }
        Ok(())
    }
}

/// A number to four digits, plainly written.
pub fn number(x: f64) -> String {
    if !x.is_finite() {
        return "-".into();
    }
    if x == 0.0 || x.abs() >= 1000.0 {
        return format!("{x:.0}");
    }
    let before = x.abs().log10().floor() as i32 + 1;
    format!("{x:.*}", (4 - before).clamp(0, 9) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_four_digits() {
        for (x, text) in [
            (0.0, "0"),
            (12345.6, "12346"),
            (123.456, "123.5"),
            (0.012_345_6, "0.01235"),
            (1.0, "1.000"),
            (f64::NAN, "-"),
        ] {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let mut table = Table::new("t", &["a", "b, c"]);
        table.row(["x \"y\"".into(), "1".into()]);
        assert_eq!(table.csv(), "a,\"b, c\"\n\"x \"\"y\"\"\",1\n");
    }
}
