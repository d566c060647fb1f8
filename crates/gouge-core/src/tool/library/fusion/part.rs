//! A shaft or a holder of Fusion: an object with cones, its segments, from below and in a unit of its
//! own.

use serde_json::Value;

use super::super::elsewhere::{About, about};
use super::super::value::{number, says};
use super::super::{fits, quoted};
use gouge_mesh::geom::MM_PER_INCH;

/// The cones of a tool's `part`, mm; none where it has no such part, or one whose cones it does not
/// tell.
pub fn cones(
    tool: &Value,
    part: &str,
    scale: f64,
    remarks: &mut Vec<String>,
) -> Result<Vec<[f64; 3]>, String> {
    let of = &tool[part];
    let Some(all) = of.as_object() else {
        return if says(of) { Err(no_object(of, part)) } else { Ok(Vec::new()) };
    };
    // How far a holder reaches up to the spindle, and what people call it, shapes nothing.
    let unknown = all.iter().find(|(name, value)| {
        let holds = value.is_number() || value.is_object() || value.is_array();
        holds && !["segments", "expressions"].contains(&name.as_str()) && may_shape(name)
    });
    if let Some((name, value)) = unknown {
        return Err(format!("of its {part}, {}", fits::not_understood(name, &value.to_string())));
    }
    let cones = segments(of, own_unit(of, scale)?, part)?;
    // A shaft that is not there has an empty list.
    if cones.is_empty() && (part == "holder" || of["segments"].is_null()) {
        remarks.push(format!("names a {part} without segments: taken without"));
    }
    Ok(cones)
}

fn may_shape(name: &str) -> bool {
    matches!(about(name), About::Unknown | About::Holder)
}

/// Why a tool is not used of which a `part` has a form that is not Fusion's.
fn no_object(of: &Value, part: &str) -> String {
    let form = match of {
        Value::Array(_) => "a list",
        Value::String(_) => "a text",
        _ => "a bare value",
    };
    format!(
        "its {part} is {form}, not an object with `segments` as Fusion writes one: what it says of \
         the shape is not understood; declare the tool with --tool"
    )
}

/// Millimetres in one unit of a tool or holder.
pub fn unit(of: &Value) -> Result<f64, String> {
    match of["unit"].as_str() {
        Some("millimeters") => Ok(1.0),
        Some("inches") => Ok(MM_PER_INCH),
        other => Err(format!("its unit is `{}`", other.unwrap_or("not stated"))),
    }
}

/// Millimetres in one unit of a part of a tool, where it does not count in the `tool`'s.
fn own_unit(part: &Value, tool: f64) -> Result<f64, String> {
    if part["unit"].is_null() { Ok(tool) } else { unit(part) }
}

/// Lower diameter, upper diameter, height of each segment of a `part`, from below, mm.
fn segments(of: &Value, scale: f64, part: &str) -> Result<Vec<[f64; 3]>, String> {
    const KNOWN: [&str; 3] = ["lower-diameter", "upper-diameter", "height"];
    let size = |segment: &Value, key: &str| match number(segment, key) {
        Ok(Some(value)) if value >= 0.0 => Ok(value * scale),
        Ok(Some(value)) => Err(format!("the {key} of a segment of its {part} is {value}")),
        Ok(None) => Err(format!("a segment of its {part} states no {key}")),
        Err(why) => Err(format!("in a segment of its {part} {why}")),
    };
    let list = match &of["segments"] {
        Value::Null => return Ok(Vec::new()),
        list => list.as_array().ok_or_else(|| format!("the segments of its {part} are no list"))?,
    };
    let mut all = list.iter().filter_map(Value::as_object).flatten();
    if let Some((name, _)) =
        all.find(|(name, value)| value.is_number() && !KNOWN.contains(&name.as_str()))
    {
        let name = quoted(name);
        return Err(format!("a segment of its {part} states a {name}, which is not understood"));
    }
    list.iter()
        .map(|s| Ok([size(s, "lower-diameter")?, size(s, "upper-diameter")?, size(s, "height")?]))
        .collect()
}
