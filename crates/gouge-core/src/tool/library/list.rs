//! Plain lists of tools by number: the `[tools]` table of a job file, and JSON of the form
//! `{"1": {"kind": "ball", "d": 6}}` or `{"1": "ball:6"}`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::figures::{Figures, role, unit};
use super::{Read, Shelf};

/// The `[tools]` table of a job file.
pub fn toml(tools: &toml::Table, shelf: &mut Shelf) -> Result<(), String> {
    once(tools.keys())?;
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
    once(tools.keys())?;
    for (key, value) in tools {
        let number = number(key)?;
        let read = match value {
            Value::String(spec) => Ok(spec.clone()).into(),
            Value::Object(_) => Read::of(object(value)),
            _ => return Err(format!("tool {key} is neither a text nor an object")),
        };
        shelf.put(number, read);
    }
    Ok(())
}

fn number(key: &str) -> Result<u32, String> {
    let digits = key.trim_start_matches(['T', 't']);
    digits.parse().map_err(|_| format!("`{key}` is not a tool number"))
}

/// No two keys may name the same tool: which of them comes last is not known.
fn once<'a>(keys: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let mut known = BTreeMap::new();
    for key in keys {
        if let Some(other) = known.insert(number(key)?, key) {
            return Err(format!("`{other}` and `{key}` are one tool: keep one of them"));
        }
    }
    Ok(())
}

fn object(tool: &Value) -> Result<Figures, String> {
    let word = |wanted: &str| {
        let mut names = tool.as_object().into_iter().flatten();
        names.find(|(name, _)| role(name) == Some(wanted))?.1.as_str()
    };
    let scale = unit(word("unit").unwrap_or(""))?;
    let mut figures = Figures::new(word("kind").unwrap_or(""));
    for (name, value) in tool.as_object().into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Null => continue,
            other => other.to_string(),
        };
        figures.take(name, &text, scale)?;
    }
    Ok(figures)
}
