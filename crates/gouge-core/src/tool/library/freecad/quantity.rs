//! Quantities as FreeCAD writes them: a number, with a point or a comma, and a unit.

use gouge_mesh::geom::MM_PER_INCH;
use serde_json::Value;

/// A quantity without its unit.
pub fn first(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// A quantity in mm or degrees; none when it is missing or empty.
pub fn quantity(value: &Value, unit: impl Fn(&str) -> Option<f64>) -> Result<Option<f64>, String> {
    let refused = |text: &str| Err(format!("`{text}` is not a quantity that is read here"));
    if let Some(number) = value.as_f64() {
        return if number >= 0.0 { Ok(Some(number)) } else { refused(&value.to_string()) };
    }
    let Some(text) = value.as_str().map(str::trim).filter(|t| !t.is_empty()) else {
        return Ok(None);
    };
    let end = text.find(|c: char| !"+-.,eE0123456789".contains(c)).unwrap_or(text.len());
    let (number, name) = text.split_at(end);
    let number: Option<f64> = number.replace(',', ".").parse().ok();
    match (number, unit(name.trim())) {
        (Some(n), Some(scale)) if n.is_finite() && n >= 0.0 => Ok(Some(n * scale)),
        _ => refused(text),
    }
}

pub fn millimetres(unit: &str) -> Option<f64> {
    match unit {
        "" | "mm" => Some(1.0),
        "in" | "\"" => Some(MM_PER_INCH),
        "cm" => Some(10.0),
        "m" => Some(1000.0),
        "um" | "µm" => Some(1e-3),
        _ => None,
    }
}

pub fn degrees(unit: &str) -> Option<f64> {
    match unit {
        "" | "°" | "deg" => Some(1.0),
        "rad" => Some(180.0 / std::f64::consts::PI),
        _ => None,
    }
}
