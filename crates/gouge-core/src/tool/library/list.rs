//! Plain lists of tools by number: the `[tools]` table of a job file, and JSON of the form
//! `{"1": {"kind": "ball", "d": 6}}` or `{"1": "ball:6"}`.

use serde_json::{Map, Value};

use super::stack;
use super::{Read, Shelf};

/// Point angle of a drill for which none is stated, degrees: the common twist drill.
const TWIST_DRILL: f64 = 118.0;

/// The `[tools]` table of a job file.
pub fn toml(tools: &toml::Table, shelf: &mut Shelf) -> Result<(), String> {
    for (key, value) in tools {
        let number = number(key)?;
        let spec = value
            .as_str()
            .ok_or_else(|| format!("tool {key} must be a text such as \"ball:6;len=20\""))?;
        shelf.put(number, Ok(spec.to_owned()).into());
    }
    Ok(())
}

/// JSON by number.
pub fn json(tools: &Map<String, Value>, shelf: &mut Shelf) -> Result<(), String> {
    for (key, value) in tools {
        let number = number(key)?;
        let read = match value {
            Value::String(spec) => Ok(spec.clone()).into(),
            Value::Object(_) => object(value),
            _ => return Err(format!("tool {key} is neither a text nor an object")),
        };
        shelf.put(number, read);
    }
    Ok(())
}

fn number(key: &str) -> Result<u32, String> {
    let digits = key.trim_start_matches(['T', 't']);
    digits.parse().map_err(|_| format!("`{key}` is no tool number"))
}

fn object(tool: &Value) -> Read {
    let mut remarks = Vec::new();
    let size = |keys: [&str; 2]| keys.iter().find_map(|k| tool[*k].as_f64());
    let kind = tool["kind"].as_str().or(tool["type"].as_str()).unwrap_or("");
    let corner = size(["r", "corner_radius_mm"]).unwrap_or(0.0);
    let spec = match size(["d", "diameter_mm"]) {
        None => Err("it states no diameter (`d`)".to_owned()),
        Some(diameter) => match kind {
            "ball" => Ok(stack::ball(diameter).0),
            "cyl" | "cylinder" | "flat" | "bull" | "endmill" | "" => {
                Ok(stack::flat(diameter, corner).0)
            }
            "drill" => {
                let angle = size(["angle", "point_angle"]).unwrap_or_else(|| {
                    remarks.push(format!("states no point angle: taken as {TWIST_DRILL} degrees"));
                    TWIST_DRILL
                });
                Ok(stack::drill(diameter, angle).0)
            }
            _ => Err(format!("the kind `{kind}` is not read")),
        },
    };
    Read { spec, remarks }
}
