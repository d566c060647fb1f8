//! The unit of a list: what its column says, and what the words for units mean.

use gouge_mesh::geom::MM_PER_INCH;

use super::figures::{Pair, word};
use super::heading::role;
use super::quoted;

/// What a list says of the unit of its figures.
#[derive(Clone, Debug, PartialEq)]
pub enum Unit {
    /// Millimetres each.
    Stated(f64),
    /// Nothing.
    Unstated,
    /// This column should say it, and is empty.
    Blank(String),
}

impl Unit {
    /// That of a tool.
    pub fn of(tool: &[Pair]) -> Result<Self, String> {
        // Two words for it contradict each other.
        word(tool, "unit")?;
        let mut unit = Self::Unstated;
        for (name, text) in tool {
            let text = text.trim();
            let own = match role(name) {
                Some("unit") if !text.is_empty() => millimetres(text)?,
                Some("is metric") if !text.is_empty() => either(name, text, [1.0, MM_PER_INCH])?,
                Some("is inch") if !text.is_empty() => either(name, text, [MM_PER_INCH, 1.0])?,
                Some("unit" | "is metric" | "is inch") => {
                    if unit == Self::Unstated {
                        unit = Self::Blank(name.trim().to_owned());
                    }
                    continue;
                }
                _ => continue,
            };
            match unit {
                Self::Stated(other) if other != own => {
                    let name = name.trim();
                    return Err(format!("its {name} contradicts another column for the unit"));
                }
                _ => unit = Self::Stated(own),
            }
        }
        Ok(unit)
    }
}

/// Which of two units a column says that answers with yes or no.
fn either(name: &str, text: &str, [yes, no]: [f64; 2]) -> Result<f64, String> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "y" | "x" | "1" | "ja" => Ok(yes),
        "no" | "false" | "n" | "0" | "nein" => Ok(no),
        _ => Err(format!("its {} is `{}`: write yes or no", name.trim(), quoted(text))),
    }
}

/// Millimetres in a unit, as lists word it. A lone M is metres to some and metric to others.
pub fn millimetres(word: &str) -> Result<f64, String> {
    match word.trim().to_lowercase().as_str() {
        "mm" | "metric" | "metrisch" | "millimeter" | "millimeters" | "millimetre"
        | "millimetres" => Ok(1.0),
        "in" | "in." | "\"" | "″" | "''" | "inch" | "inches" | "imperial" | "zoll" => {
            Ok(MM_PER_INCH)
        }
        "thou" | "mil" | "mils" => Ok(1e-3 * MM_PER_INCH),
        "ft" | "foot" | "feet" => Ok(12.0 * MM_PER_INCH),
        // The micro sign and the Greek letter.
        "um" | "µm" | "μm" | "micron" | "microns" => Ok(1e-3),
        "cm" => Ok(10.0),
        other => Err(format!("its unit is `{}`: write mm or inch", quoted(other))),
    }
}

/// Degrees in a unit of angles.
pub fn degrees(word: &str) -> Option<f64> {
    match word.to_lowercase().as_str() {
        "°" | "deg" | "degree" | "degrees" => Some(1.0),
        "rad" | "radian" | "radians" => Some(180.0 / std::f64::consts::PI),
        _ => None,
    }
}
