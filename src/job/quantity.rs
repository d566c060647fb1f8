//! Lengths and points as a user types them: `12`, `12mm`, `0.5in`, `1,2,3`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::geom::MM_PER_INCH;
use crate::tolerance::LARGEST_MM;

/// Units a length may carry, and their size in mm. The longer name goes first where one ends
/// in another.
const UNITS: [(&str, f64); 8] = [
    ("mm", 1.0),
    ("cm", 10.0),
    ("um", 1e-3),
    ("µm", 1e-3),
    ("inch", MM_PER_INCH),
    ("in", MM_PER_INCH),
    ("\"", MM_PER_INCH),
    ("m", 1000.0),
];

/// Why a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuantityError {
    /// Not a finite number with a known unit.
    #[error("`{0}` is not a length: write a number in mm, or with a unit (12mm, 0.5in)")]
    Length(String),
    /// Longer than anything can be measured with.
    #[error("`{0}` is more than 100 km: check the number and its unit")]
    TooLong(String),
    /// Below zero where that means nothing.
    #[error("`{0}` is less than zero")]
    Negative(String),
    /// Zero or less where that means nothing.
    #[error("`{0}` is not more than zero")]
    NotPositive(String),
    /// Not a time.
    #[error("`{0}` is not a time: write seconds, or a number with a unit (200ms, 2s, 1min)")]
    Time(String),
    /// Not a whole number above zero.
    #[error("`{0}` is not a count: write a whole number, 1 or more")]
    Count(String),
    /// Not three lengths.
    #[error("`{0}` is not a point: write three lengths, X,Y,Z")]
    Point(String),
    /// A point of which an axis is left out, where all three count.
    #[error("`{0}` leaves an axis out: write all three lengths, X,Y,Z")]
    Axis(String),
    /// Not a least and a greatest length.
    #[error("`{0}` is not a range: write two lengths, the lesser one first")]
    Range(String),
}

/// A length, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(pub f64);

impl FromStr for Length {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || QuantityError::Length(text.to_owned());
        let trimmed = text.trim();
        let (number, scale) = UNITS
            .iter()
            .find_map(|(unit, mm)| trimmed.strip_suffix(unit).map(|n| (n.trim_end(), *mm)))
            .unwrap_or((trimmed, 1.0));
        // `f64` also reads "inf" and "nan", which are not lengths.
        let value: f64 = number.parse().map_err(|_| wrong())?;
        let mm = value * scale;
        if !mm.is_finite() {
            return Err(wrong());
        }
        if mm.abs() > LARGEST_MM {
            Err(QuantityError::TooLong(text.to_owned()))
        } else {
            Ok(Self(mm))
        }
    }
}

/// A length, mm.
pub fn length(text: &str) -> Result<f64, QuantityError> {
    text.parse().map(|Length(mm)| mm)
}

/// A length of zero or more, mm.
pub fn not_negative(text: &str) -> Result<f64, QuantityError> {
    let Length(mm) = text.parse()?;
    if mm >= 0.0 { Ok(mm) } else { Err(QuantityError::Negative(text.to_owned())) }
}

/// A length of more than zero, mm.
pub fn positive(text: &str) -> Result<f64, QuantityError> {
    let Length(mm) = text.parse()?;
    if mm > 0.0 { Ok(mm) } else { Err(QuantityError::NotPositive(text.to_owned())) }
}

/// How many of something, at least one.
pub fn count(text: &str) -> Result<u64, QuantityError> {
    text.trim()
        .parse()
        .ok()
        .filter(|count| *count > 0)
        .ok_or_else(|| QuantityError::Count(text.to_owned()))
}

/// Units a time may carry, and their size in seconds. The longer name goes first.
const TIMES: [(&str, f64); 3] = [("ms", 1e-3), ("min", 60.0), ("s", 1.0)];

/// A time; a bare number is seconds.
pub fn time(text: &str) -> Result<Duration, QuantityError> {
    let wrong = || QuantityError::Time(text.to_owned());
    let trimmed = text.trim();
    let (number, scale) = TIMES
        .iter()
        .find_map(|(unit, s)| trimmed.strip_suffix(unit).map(|n| (n.trim_end(), *s)))
        .unwrap_or((trimmed, 1.0));
    let value: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(value * scale).map_err(|_| wrong())
}

/// Three lengths, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point(pub [f64; 3]);

impl FromStr for Point {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split(',').collect();
        let [x, y, z] = parts[..] else {
            return Err(QuantityError::Point(text.to_owned()));
        };
        if parts.iter().any(|part| part.trim().is_empty()) {
            return Err(QuantityError::Axis(text.to_owned()));
        }
        let length = |part: &str| part.parse::<Length>().map(|l| l.0);
        Ok(Self([length(x)?, length(y)?, length(z)?]))
    }
}

/// Three lengths, mm, those not known left empty: `,,100`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartPoint(pub [Option<f64>; 3]);

impl FromStr for PartPoint {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split(',').collect();
        let [x, y, z] = parts[..] else {
            return Err(QuantityError::Point(text.to_owned()));
        };
        let length = |part: &str| match part.trim() {
            "" => Ok(None),
            part => part.parse::<Length>().map(|l| Some(l.0)),
        };
        let point = [length(x)?, length(y)?, length(z)?];
        match point {
            [None, None, None] => Err(QuantityError::Point(text.to_owned())),
            _ => Ok(Self(point)),
        }
    }
}

/// A least and a greatest length, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range(pub [f64; 2]);

impl FromStr for Range {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || QuantityError::Range(text.to_owned());
        let (least, most) = text.split_once(',').ok_or_else(wrong)?;
        let [least, most] = [least.parse::<Length>()?.0, most.parse::<Length>()?.0];
        if least < most { Ok(Self([least, most])) } else { Err(wrong()) }
    }
}

/// As it is typed.
impl fmt::Display for PartPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.0.map(|axis| axis.map_or_else(String::new, |mm| mm.to_string()));
        f.write_str(&texts.join(","))
    }
}

/// As it is typed.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PartPoint(self.0.map(Some)).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_suffixes() {
        for (text, mm) in [
            ("12", 12.0),
            ("-1.5", -1.5),
            ("12mm", 12.0),
            ("0.5in", 12.7),
            ("0.5 inch", 12.7),
            ("1\"", 25.4),
            ("2 cm", 20.0),
            ("5um", 0.005),
            ("0.1m", 100.0),
            ("1e-3", 0.001),
        ] {
            assert_eq!(text.parse(), Ok(Length(mm)), "{text}");
        }
        for text in ["", "mm", "x", "1ft", "nan", "inf", "1e400", "1,2"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }

    #[test]
    fn lengths_beyond_all_measure_are_refused() {
        for text in ["1e300", "-1e300", "1e200in", "200000m"] {
            assert_eq!(
                text.parse::<Length>(),
                Err(QuantityError::TooLong(text.to_owned())),
                "{text}"
            );
        }
    }

    #[test]
    fn times_are_seconds_or_have_a_unit() {
        for (text, ms) in [("0", 0), ("200ms", 200), ("2s", 2000), ("1.5 min", 90_000), ("3", 3000)]
        {
            assert_eq!(time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "ms", "-1s", "nan", "inf", "1h", "1e300"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn points_are_three_lengths() {
        assert_eq!("1,-2in, 3mm".parse(), Ok(Point([1.0, -50.8, 3.0])));
        assert!("1,2".parse::<Point>().is_err());
        assert!("1,2,3,4".parse::<Point>().is_err());
        assert!("1,,3".parse::<Point>().is_err());
        assert_eq!(",,1in".parse(), Ok(PartPoint([None, None, Some(25.4)])));
        assert_eq!(PartPoint([None, Some(-2.5), Some(100.0)]).to_string(), ",-2.5,100");
        assert!(",,".parse::<PartPoint>().is_err());
        assert_eq!("-30in,0".parse(), Ok(Range([-762.0, 0.0])));
        for text in ["1", "2,1", "1,1", "1,2,3", "a,b"] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }
}
