//! Statistics in the manner of good simulators: name, value, unit, and a sentence.

use std::fmt;

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Device clock cycles.
    Cycles,
    /// Bytes.
    Bytes,
    /// Arithmetic operations and comparisons.
    Operations,
    /// Things, counted.
    Count,
    /// Entries of a store.
    Entries,
    /// A ratio.
    Ratio,
    /// Seconds of the device's time.
    Seconds,
}

impl Unit {
    /// As it stands in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Cycles => "cycles",
            Unit::Bytes => "bytes",
            Unit::Operations => "operations",
            Unit::Count => "count",
            Unit::Entries => "entries",
            Unit::Ratio => "ratio",
            Unit::Seconds => "s",
        }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    /// Unit and quantity, dotted.
    pub name: String,
    /// The figure.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
    /// What it says.
    pub sentence: &'static str,
    /// The greatest of all, not a sum.
    pub greatest: bool,
}

/// All figures of a run, with every parameter that gave them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Every parameter of the device, by its name in TOML.
    pub parameters: Vec<(String, String)>,
    /// Every figure.
    pub list: Vec<Statistic>,
    /// Parts that are better here than any hardware could be.
    pub idealised: &'static [&'static str],
}

impl Statistics {
    pub(crate) fn put(&mut self, name: &str, value: f64, unit: Unit, sentence: &'static str) {
        let (name, greatest) = (name.to_owned(), false);
        self.list.push(Statistic { name, value, unit, sentence, greatest });
    }

    pub(crate) fn put_greatest(
        &mut self,
        name: &str,
        value: f64,
        unit: Unit,
        sentence: &'static str,
    ) {
        let (name, greatest) = (name.to_owned(), true);
        self.list.push(Statistic { name, value, unit, sentence, greatest });
    }

    /// Takes in the figures of another card of the same kind.
    pub fn absorb(&mut self, other: &Self) {
        for (mine, theirs) in self.list.iter_mut().zip(&other.list) {
            mine.value = if mine.greatest {
                mine.value.max(theirs.value)
            } else {
                mine.value + theirs.value
            };
        }
    }

    /// A figure by its name; 0 if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> f64 {
        self.list.iter().find(|s| s.name == name).map_or(0.0, |s| s.value)
    }

    /// The sum over all lanes of a figure such as `stack.pushed`.
    #[must_use]
    pub fn over_lanes(&self, name: &str) -> f64 {
        let of_lane = |s: &&Statistic| {
            s.name.strip_prefix("lane").is_some_and(|rest| {
                let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                digits.strip_prefix('.') == Some(name)
            })
        };
        self.list.iter().filter(of_lane).map(|s| s.value).sum()
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.parameters.iter().map(|p| p.0.len());
        let width = names.chain(self.list.iter().map(|s| s.name.len())).max().unwrap_or(0);
        writeln!(f, "# parameters")?;
        for (name, value) in &self.parameters {
            writeln!(f, "{name:width$}  {value}")?;
        }
        writeln!(f, "# idealised")?;
        for part in self.idealised {
            writeln!(f, "# {part}")?;
        }
        writeln!(f, "# statistics")?;
        for s in &self.list {
            let value = if s.value.fract() == 0.0 {
                format!("{:.0}", s.value)
            } else {
                format!("{:.6}", s.value)
            };
            let unit = s.unit.name();
            writeln!(f, "{:width$}  {value:>14}  {unit:10}  # {}", s.name, s.sentence)?;
        }
        Ok(())
    }
}
