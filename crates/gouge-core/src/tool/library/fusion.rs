//! Fusion 360 tool libraries (`.json`, and `tools.json` inside `.tools`).
//!
//! Lengths are in each tool's own unit, holders in theirs. Segments of shafts and holders run
//! from the tip upwards. From below: flutes to LCF, shoulder to `shoulder-length`, shaft
//! segments, shaft of diameter SFDM to LB (what sticks out of the holder), holder.

use serde_json::Value;

use super::stack::{self, Stack};
use super::{Read, Shelf};

/// Takes over every milling and drilling tool.
pub fn library(tools: &[Value], shelf: &mut Shelf) {
    for tool in tools {
        let kind = tool["type"].as_str().unwrap_or("");
        if kind == "holder" {
            continue;
        }
        let number = tool["post-process"]["number"].as_u64().and_then(|n| u32::try_from(n).ok());
        match number {
            Some(number) => shelf.put(number, read(tool, kind)),
            None => {
                let name = tool["description"].as_str().unwrap_or(kind);
                let why = format!("`{name}` has no tool number and is left out");
                shelf.library.remarks.push((None, why));
            }
        }
    }
}

fn read(tool: &Value, kind: &str) -> Read {
    let mut remarks = Vec::new();
    let spec = spec(tool, kind, &mut remarks);
    Read { spec, remarks }
}

fn spec(tool: &Value, kind: &str, remarks: &mut Vec<String>) -> Result<String, String> {
    let scale = unit(tool)?;
    let geometry = &tool["geometry"];
    let length = |key: &str| geometry[key].as_f64().map(|v| v * scale).filter(|v| *v > 0.0);
    let diameter = length("DC").ok_or("it states no diameter (DC)")?;
    let corner = length("RE").unwrap_or(0.0);
    let degrees = |key: &str| geometry[key].as_f64().filter(|v| *v > 0.0);
    let shape = match kind {
        "flat end mill" | "slot mill" | "reamer" | "boring bar" | "counter bore" => {
            stack::flat(diameter, corner)
        }
        "tap right hand" | "tap left hand" => stack::flat(diameter, 0.0),
        "ball end mill" => stack::ball(diameter),
        "bull nose end mill" => stack::flat(diameter, corner),
        "face mill" if degrees("TA").is_none() => stack::flat(diameter, corner),
        "chamfer mill" => {
            let half = degrees("TA").ok_or("it states no taper angle (TA)")?;
            stack::chamfer(length("tip-diameter").unwrap_or(0.0), half, diameter)
        }
        "drill" | "spot drill" | "center drill" | "counter sink" => {
            let angle = degrees("SIG").ok_or("it states no point angle (SIG)")?;
            stack::drill(diameter, angle)
        }
        _ => {
            return Err(format!(
                "tools of the type `{kind}` are not read; declare it with --tool and a profile"
            ));
        }
    };
    let mut stack = Stack { length: length("LCF"), ..Stack::new(shape) };
    let Some(flutes) = stack.length else {
        remarks.push(
            "states no fluted length (LCF): taken as a cutter without a top, without shank and \
             holder"
                .to_owned(),
        );
        return Ok(stack.spec());
    };
    let mut top = flutes.max(stack.least);
    if let Some(shoulder) = length("shoulder-length").filter(|&s| s > top) {
        let wide = length("shoulder-diameter").unwrap_or(diameter);
        stack.shank.push([wide, wide, shoulder - top]);
        top = shoulder;
    }
    let shaft = segments(&tool["shaft"], scale);
    top += shaft.iter().map(|s| s[2]).sum::<f64>();
    stack.shank.extend(shaft);
    let holder = &tool["holder"];
    if holder.is_object() {
        stack.holder = segments(holder, unit(holder).unwrap_or(scale));
    }
    let body = length("LB").or_else(|| told_otherwise(&stack, &length, remarks));
    match (body.filter(|&b| b > top), length("SFDM")) {
        (Some(body), Some(wide)) => stack.shank.push([wide, wide, body - top]),
        (Some(_), None) => return Err("it states no shaft diameter (SFDM)".to_owned()),
        (None, _) => {}
    }
    Ok(stack.spec())
}

/// What of a tool sticks out of its holder, where the library does not say (LB). A shank is never
/// taken shorter than it is for that, and a holder rather lower than it stands.
fn told_otherwise(
    stack: &Stack,
    length: &impl Fn(&str) -> Option<f64>,
    remarks: &mut Vec<String>,
) -> Option<f64> {
    let (all, wide) = (length("OAL"), length("SFDM"));
    let (body, why) = match (stack.holder.is_empty(), all, wide) {
        (false, ..) => (
            None,
            "states no length below the holder (LB): its holder is taken to begin where flutes, \
             shoulder and shaft end",
        ),
        (true, Some(all), Some(_)) => (
            Some(all),
            "states no length below the holder (LB): its shank is taken as long as the whole tool \
             (OAL)",
        ),
        (true, None, Some(_)) => (None, "states no length (LB, OAL): taken without further shank"),
        (true, Some(_), None) => {
            (None, "states no shaft diameter (SFDM): taken without further shank")
        }
        (true, None, None) => return None,
    };
    remarks.push(why.to_owned());
    body
}

/// Millimetres in one unit of a tool or holder.
fn unit(of: &Value) -> Result<f64, String> {
    match of["unit"].as_str() {
        Some("millimeters") => Ok(1.0),
        Some("inches") => Ok(25.4),
        other => Err(format!("its unit is `{}`", other.unwrap_or("not stated"))),
    }
}

/// Lower diameter, upper diameter, height of each segment, from below, mm.
fn segments(of: &Value, scale: f64) -> Vec<[f64; 3]> {
    let size = |s: &Value, key: &str| s[key].as_f64().map(|v| v * scale);
    of["segments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|s| {
            Some([size(s, "lower-diameter")?, size(s, "upper-diameter")?, size(s, "height")?])
        })
        .collect()
}
