//! FreeCAD tool bits (`.fctb`) and libraries of them (`.fctl`).
//!
//! Parameters are quantities with units ("5.0000 mm", "118 °"); angles are full angles.

mod cone;
mod place;

use serde_json::Value;

use super::elsewhere::{About, about};
use super::figures::same;
use super::heading::says_something;
use super::stack::{self, Stack};
use super::value::text;
use super::{Read, Shelf, fits, kind};
use gouge_mesh::geom::MM_PER_INCH;

/// A library: numbers and the bit files they stand for, in `Bit` beside or above it.
pub fn library(value: &Value, shelf: &mut Shelf) -> Result<(), String> {
    let tools = value["tools"].as_array().ok_or("there is no list `tools`")?;
    for (index, tool) in tools.iter().enumerate() {
        let number = tool["nr"].as_u64().and_then(|n| u32::try_from(n).ok());
        let (Some(number), Some(file)) = (number, tool["path"].as_str()) else {
            return Err(format!("entry {} of `tools` has no `nr` or no `path`", index + 1));
        };
        let read = place::bit(&shelf.folder(), file);
        shelf.put(number, read);
    }
    Ok(())
}

/// One tool bit.
pub fn bit(value: &Value) -> Read {
    let mut remarks = Vec::new();
    let spec = spec(value, &mut remarks);
    Read { spec, remarks, unit_taken: false }
}

fn spec(value: &Value, remarks: &mut Vec<String>) -> Result<String, String> {
    // Older files name the drawing ("endmill.fcstd"), newer ones the kind ("Endmill").
    let shape = value["shape-type"].as_str().or(value["shape"].as_str()).unwrap_or("");
    let file = shape.rsplit(['/', '\\']).next().unwrap_or(shape).to_ascii_lowercase();
    let kind = file.strip_suffix(".fcstd").unwrap_or(&file);
    let parameter = &value["parameter"];
    let length = |key: &str| quantity(&parameter[key], millimetres);
    let angle = |key: &str| quantity(&parameter[key], degrees);
    let diameter = length("Diameter")?.ok_or("it states no `Diameter`")?;
    let edge = length("CuttingEdgeHeight")?;
    let shape = match kind {
        "endmill" | "reamer" | "tap" => stack::flat(diameter, 0.0),
        "ballend" => stack::ball(diameter),
        "bullnose" | "torus" => {
            // The older drawing gives the flat's radius, the corner is what is left.
            let flat = length("FlatRadius")?.map(|flat| 0.5 * diameter - flat);
            let stated = [length("CornerRadius")?, length("TorusRadius")?, flat];
            let mut corners = stated.into_iter().flatten();
            let corner = corners.next().ok_or("it states no `CornerRadius`")?;
            if corners.any(|other| !same(other, corner)) {
                let what = "`CornerRadius`, `TorusRadius` and `FlatRadius` contradict each other";
                return Err(format!("its {what}"));
            }
            stack::flat(diameter, corner)
        }
        "drill" => {
            stack::drill(0.0, diameter, angle("TipAngle")?.ok_or("it states no `TipAngle`")?)
        }
        "chamfer" | "v-bit" | "vbit" => {
            let full = angle("CuttingEdgeAngle")?.ok_or("it states no `CuttingEdgeAngle`")?;
            let tip = length("TipDiameter")?;
            let tip = tip.ok_or("it states no `TipDiameter` (0 mm is a point)")?;
            if let Some(high) = edge.filter(|_| kind == "chamfer") {
                cone::reaches(tip, full, high, diameter)?;
            }
            stack::chamfer(tip, 0.5 * full, diameter)
        }
        _ => {
            return Err(format!(
                "tool bits of the shape `{kind}` are not read; declare it with --tool and a profile"
            ));
        }
    };
    unused(value, kind, remarks)?;
    kind::agree("name", value["name"].as_str().unwrap_or(""), ("shape", kind))?;
    let flutes = match kind {
        "tap" => length("CuttingEdgeLength")?.or(edge),
        "v-bit" | "vbit" => edge.map(|crown| shape.1 + crown),
        _ => edge,
    };
    let mut stack = Stack { length: flutes, ..Stack::new(shape) };
    match stack.length {
        Some(_) => remarks.extend(stack.shank(length("ShankDiameter")?, length("Length")?)),
        None => remarks.push(
            "states no `CuttingEdgeHeight`: taken as a cutter without a top, without shank"
                .to_owned(),
        ),
    }
    Ok(stack.spec())
}

/// Every parameter is one that its shape uses, or says nothing of it.
fn unused(value: &Value, kind: &str, remarks: &mut Vec<String>) -> Result<(), String> {
    let own: &[&str] = match kind {
        "bullnose" | "torus" => &["CornerRadius", "TorusRadius", "FlatRadius"],
        "drill" => &["TipAngle"],
        // The cylinder that is taken for it holds its point.
        "tap" => &["TipAngle", "CuttingEdgeLength"],
        "chamfer" | "v-bit" | "vbit" => &["CuttingEdgeAngle", "TipDiameter"],
        _ => &[],
    };
    let read = ["Diameter", "CuttingEdgeHeight", "Length", "ShankDiameter"];
    // How far it sticks out of its holder, which is not read.
    let other = ["Units", "Stickout"];
    let known = [&read[..], own, &other].concat();
    let parts = [&value["parameter"], &value["attribute"]];
    for (name, value) in parts.into_iter().filter_map(Value::as_object).flatten() {
        let text = text(value);
        if known.contains(&name.as_str()) || value.is_null() || !says_something(first(&text)) {
            continue;
        }
        match about(name) {
            About::Holder => remarks.push(format!(
                "is taken without a holder: what FreeCAD says of one is not read ({name})"
            )),
            About::Unknown => return Err(fits::not_understood(name, &text)),
            About::Else | About::Name | About::Comment => {}
        }
    }
    Ok(())
}

/// A quantity without its unit.
fn first(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// A parameter in mm or degrees; none when it is missing or empty.
fn quantity(value: &Value, unit: impl Fn(&str) -> Option<f64>) -> Result<Option<f64>, String> {
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

fn millimetres(unit: &str) -> Option<f64> {
    match unit {
        "" | "mm" => Some(1.0),
        "in" | "\"" => Some(MM_PER_INCH),
        "cm" => Some(10.0),
        "m" => Some(1000.0),
        "um" | "µm" => Some(1e-3),
        _ => None,
    }
}

fn degrees(unit: &str) -> Option<f64> {
    match unit {
        "" | "°" | "deg" => Some(1.0),
        "rad" => Some(180.0 / std::f64::consts::PI),
        _ => None,
    }
}
