//! Fusion 360 tool libraries (`.json`, and `tools.json` inside `.tools`).
//!
//! Lengths are in each tool's own unit, those of shafts and holders in units of their own. Segments
//! of shafts and holders run from the tip upwards. From below: flutes to LCF, shoulder to
//! `shoulder-length`, shaft segments, shaft of diameter SFDM to LB (the stick-out from the holder),
//! holder.

mod arithmetic;
mod expressions;
mod part;

use serde_json::Value;

use super::figures::same;
use super::stack::{self, Stack};
use super::value::{self, number};
use super::{Read, Shelf, apart, fits, kind, quoted};
use crate::tolerance::FIGURE_NOISE_MM;

/// What is looked at apart, or says nothing of a shape.
const READ: [&str; 7] =
    ["geometry", "shaft", "holder", "expressions", "start-values", "presets", "post-process"];

/// Takes over every milling and drilling tool.
pub fn library(tools: &[Value], shelf: &mut Shelf) {
    for (index, tool) in tools.iter().enumerate() {
        let kind = tool["type"].as_str().unwrap_or("");
        if kind == "holder" {
            continue;
        }
        let number = tool["post-process"]["number"].as_u64().and_then(|n| u32::try_from(n).ok());
        match number {
            Some(number) => shelf.put(number, of_own_offset(number, tool, read(tool, kind))),
            None => {
                let name = tool["description"].as_str().map(str::trim).filter(|n| !n.is_empty());
                let name = name.map_or_else(String::new, |name| format!(" (`{}`)", quoted(name)));
                let entry = index + 1;
                let why = format!("entry {entry}{name} has no tool number and is left out");
                shelf.library.remarks.push((None, why));
            }
        }
    }
}

/// A tool's own length offset is taken to be that of its number: with another one, an H of its
/// number has the length of some other tool, and would pass for right.
fn of_own_offset(number: u32, tool: &Value, read: Read) -> Read {
    let Ok(spec) = &read.spec else { return read };
    match value::number(&tool["post-process"], "length-offset") {
        Err(why) => Err(why).into(),
        Ok(Some(offset)) if offset != 0.0 && offset != f64::from(number) => Err(format!(
            "its length offset is H{offset} (length-offset), and only H{number} is followed as its \
             own; --tool '{number}={spec}' takes it with that"
        ))
        .into(),
        Ok(_) => read,
    }
}

fn read(tool: &Value, kind: &str) -> Read {
    let mut remarks = Vec::new();
    let spec = spec(tool, kind, &mut remarks);
    Read { spec, remarks, unit_taken: false }
}

fn spec(tool: &Value, kind: &str, remarks: &mut Vec<String>) -> Result<String, String> {
    let scale = part::unit(tool)?;
    expressions::agree(tool, scale)?;
    let geometry = &tool["geometry"];
    let above = |key: &str| Ok::<_, String>(number(geometry, key)?.filter(|v| *v > 0.0));
    let length = |key: &str| Ok::<_, String>(above(key)?.map(|v| v * scale));
    let mut stack = Stack { length: length("LCF")?, ..Stack::new(shape(kind, length, above)?) };
    let stated = |key: &str| number(geometry, key);
    if kind == "chamfer mill" && stated("tip-diameter")?.is_none() {
        return Err("it states no diameter of its tip (tip-diameter; 0 is a point)".to_owned());
    }
    if let Some(taper) = stated("TA")?.filter(|taper| *taper != 0.0)
        && !takes_taper(kind, taper, stated("SIG")?)
    {
        return Err("its flank leans (TA); declare it with --tool and a profile".to_owned());
    }
    if kind == "center drill" {
        if length("tip-diameter")?.is_none() {
            return Err("it states no diameter of its pilot (tip-diameter)".to_owned());
        }
        if above("TA")?.is_some() || above("tip-length")?.is_some() {
            return Err(
                "it states a pilot (tip-length) and a cone above that (TA), which no kind has: \
                        declare it with --tool and a profile"
                    .to_owned(),
            );
        }
        remarks
            .push("is taken with a cone that begins at its tip: that holds its pilot".to_owned());
    }
    fits::fit(geometry, kind, stated("DC")?.unwrap_or(0.0))?;
    apart::known(tool, &READ, remarks)?;
    kind::agree("description", tool["description"].as_str().unwrap_or(""), ("type", kind))?;
    let Some(flutes) = stack.length else {
        remarks.push(
            "states no fluted length (LCF): taken as a cutter without a top, without shank and \
             holder"
                .to_owned(),
        );
        return Ok(stack.spec());
    };
    let mut top = flutes.max(stack.least);
    let wider = |wide: &f64| length("DC").is_ok_and(|own| own.is_some_and(|own| *wide > own));
    if let Some(wide) = length("shoulder-diameter")?.filter(wider)
        && length("shoulder-length")?.is_none_or(|shoulder| shoulder <= top)
    {
        let what = "is wider than its flutes, and says not where it is above them";
        return Err(format!("its shoulder ({wide} mm) {what}"));
    }
    // Figures that were worked out from others end in noise.
    if let Some(shoulder) = length("shoulder-length")?.filter(|&s| s > top + FIGURE_NOISE_MM) {
        let wide = match length("shoulder-diameter")? {
            Some(wide) => wide,
            None => length("DC")?.unwrap_or(0.0),
        };
        stack.shank.push([wide, wide, shoulder - top]);
        top = shoulder;
    }
    let shaft = part::cones(tool, "shaft", scale, remarks)?;
    top += shaft.iter().map(|s| s[2]).sum::<f64>();
    stack.shank.extend(shaft);
    stack.holder = part::cones(tool, "holder", scale, remarks)?;
    let body = match length("LB")? {
        None => told_otherwise(&stack, [length("OAL")?, length("SFDM")?], remarks),
        // Of what holds it there nothing is known but the tool itself.
        body if stack.holder.is_empty() && length("SFDM")?.is_some() => {
            length("OAL")?.into_iter().chain(body).reduce(f64::max)
        }
        body => body,
    };
    match (body, length("SFDM")?) {
        (Some(body), Some(wide)) if body > top + FIGURE_NOISE_MM => {
            stack.shank.push([wide, wide, body - top]);
        }
        (Some(body), None) if body > top + FIGURE_NOISE_MM => {
            return Err("it states no shaft diameter (SFDM)".to_owned());
        }
        // The holder is where it says, whatever of the tool is in it.
        (Some(body), _) if body < top && !stack.holder.is_empty() => stack.cut(body)?,
        _ => {}
    }
    Ok(stack.spec())
}

/// The cutting shape and the least height that it needs.
fn shape(
    kind: &str,
    length: impl Fn(&str) -> Result<Option<f64>, String>,
    degrees: impl Fn(&str) -> Result<Option<f64>, String>,
) -> Result<(String, f64), String> {
    let diameter = length("DC")?.ok_or("it states no diameter (DC)")?;
    let corner = length("RE")?.unwrap_or(0.0);
    let tip = length("tip-diameter")?.unwrap_or(0.0);
    Ok(match kind {
        "flat end mill" if corner > 0.0 => {
            return Err("it has a corner radius (RE), which a flat end mill has not".to_owned());
        }
        "flat end mill" | "slot mill" | "reamer" | "boring bar" | "counter bore" => {
            stack::flat(diameter, corner)
        }
        "tap right hand" | "tap left hand" => stack::flat(diameter, 0.0),
        "ball end mill" if corner > 0.0 && !same(2.0 * corner, diameter) => {
            return Err("its corner radius (RE) is not half of its diameter (DC)".to_owned());
        }
        "ball end mill" => stack::ball(diameter),
        "bull nose end mill" | "face mill" => stack::flat(diameter, corner),
        "chamfer mill" => {
            let half = degrees("TA")?.ok_or("it states no taper angle (TA)")?;
            stack::chamfer(tip, half, diameter)
        }
        "drill" | "spot drill" | "center drill" | "counter sink" if corner > 0.0 => {
            return Err("its point is round (RE); declare it with --tool and a profile".to_owned());
        }
        "drill" | "spot drill" | "center drill" | "counter sink" => {
            let angle = degrees("SIG")?.ok_or("it states no point angle (SIG)")?;
            stack::drill(tip, diameter, angle)
        }
        _ => {
            return Err(format!(
                "tools of the type `{kind}` are not read; declare it with --tool and a profile"
            ));
        }
    })
}

/// Whether a kind's shape has room for a `taper` angle: a chamfer mill is made of one, and of a
/// point it may be half the angle.
fn takes_taper(kind: &str, taper: f64, point: Option<f64>) -> bool {
    match kind {
        // What is above its pilot is looked at apart.
        "chamfer mill" | "center drill" => true,
        "drill" | "spot drill" | "counter sink" => {
            point.is_some_and(|point| same(point, 2.0 * taper))
        }
        _ => false,
    }
}

/// What of a tool sticks out of its holder, where the library does not say (LB). A shank is never
/// taken shorter than it is for that, and a holder rather lower than it stands.
fn told_otherwise(
    stack: &Stack,
    [all, wide]: [Option<f64>; 2],
    remarks: &mut Vec<String>,
) -> Option<f64> {
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
        (true, None, None) => (
            None,
            "states no length (LB, OAL) and no shaft diameter (SFDM): taken without further shank",
        ),
    };
    remarks.push(why.to_owned());
    body
}
