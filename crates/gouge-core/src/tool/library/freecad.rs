//! FreeCAD tool bits (`.fctb`) and libraries of them (`.fctl`).
//!
//! Parameters are quantities with units ("5.0000 mm", "118 °"); angles are full angles.

mod cone;
mod figures;
mod place;
mod quantity;
mod shape;

use serde_json::Value;

use self::figures::Figures;
use super::figures::same;
use super::stack::{self, Stack};
use super::{Read, Shelf, apart, kind};

/// What is looked at apart, or says nothing of a shape.
const READ: [&str; 5] = ["shape", "shape-type", "parameter", "attribute", "presets"];

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
    let kind = &*shape::kind(value, remarks)?;
    let figures = Figures::of(value)?;
    let length = |key: &str| figures.length(key);
    let angle = |key: &str| figures.angle(key);
    let diameter = length("Diameter")?.ok_or("it states no `Diameter`")?;
    let edge = length("CuttingEdgeHeight")?;
    let shape = match kind {
        "endmill" | "reamer" | "tap" => stack::flat(diameter, 0.0),
        "ballend" => stack::ball(diameter),
        "bullnose" => {
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
        "chamfer" | "v-bit" => {
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
    figures.used(kind, remarks)?;
    apart::known(value, &READ, remarks)?;
    kind::agree("name", value["name"].as_str().unwrap_or(""), ("shape", kind))?;
    if kind == "tap" && angle("TipAngle")?.is_some_and(|full| full > 0.0 && full < 180.0) {
        remarks.push(
            "is taken as a cylinder with a square end: that holds its point (TipAngle)".into(),
        );
    }
    let flutes = match kind {
        "tap" => length("CuttingEdgeLength")?.or(edge),
        "v-bit" => edge.map(|crown| shape.1 + crown),
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
