//! Lengths of a part file in millimetres.

use std::str::FromStr;

use crate::geom::MM_PER_INCH;
use serde::Serialize;

/// What one unit of a file's coordinates is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Units {
    /// A thousandth of a millimetre; only 3MF files say so.
    Micron,
    /// Millimetres: coordinates are taken over bit for bit.
    #[default]
    #[serde(rename = "mm")]
    Millimetre,
    /// Ten millimetres; only 3MF files say so.
    Centimetre,
    /// 25.4 mm.
    Inch,
    /// 304.8 mm; only 3MF files say so.
    Foot,
    /// 1000 mm.
    #[serde(rename = "m")]
    Metre,
}

impl Units {
    /// Millimetres in one unit.
    pub fn millimetres(self) -> f64 {
        match self {
            Self::Micron => 1e-3,
            Self::Millimetre => 1.0,
            Self::Centimetre => 10.0,
            Self::Inch => MM_PER_INCH,
            Self::Foot => 304.8,
            Self::Metre => 1000.0,
        }
    }

    /// The name the command line and the reports use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Micron => "micron",
            Self::Millimetre => "mm",
            Self::Centimetre => "centimetre",
            Self::Inch => "inch",
            Self::Foot => "foot",
            Self::Metre => "m",
        }
    }
}

/// Reads the words of `--mesh-units`: `mm`, `inch`, `m`.
impl FromStr for Units {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "mm" => Ok(Self::Millimetre),
            "inch" => Ok(Self::Inch),
            "m" => Ok(Self::Metre),
            _ => Err(format!("`{word}` is not a mesh unit; use mm, inch or m")),
        }
    }
}
