//! Plain lists of tools: the `[tools]` table of a job file, and JSON of the form
//! `{"1": {"kind": "ball", "d": 6}}`, `{"1": "ball:6"}` or `[{"T": 1, "kind": "ball", "d": 6}]`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::figures::{self, Pair, decimals};
use super::heading::role;
use super::number::Decimals;
use super::{Read, Shelf, quoted};

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
    let unit = unit(tools.values());
    let decimals = signs(tools.values());
    for (key, value) in tools {
        let number = number(key)?;
        let read = match value {
            Value::String(spec) => Ok(spec.clone()).into(),
            Value::Object(tool) => of_number(number, &texts(tool, unit), decimals),
            _ => return Err(format!("tool {key} is neither a text nor an object")),
        };
        shelf.put(number, read);
    }
    Ok(())
}

/// JSON as a list of objects, each with its number.
pub fn array(tools: &[Value], shelf: &mut Shelf) -> Result<(), String> {
    let unit = unit(tools.iter());
    let decimals = signs(tools.iter());
    for (index, tool) in tools.iter().enumerate() {
        let entry = index + 1;
        let tool = tool.as_object().ok_or_else(|| format!("entry {entry} is no object"))?;
        let texts = texts(tool, unit);
        let pairs = pairs(&texts);
        match own_number(&pairs).map_err(|why| format!("entry {entry}: {why}"))? {
            Some(number) => shelf.put(number, figures::read(&pairs, decimals)),
            None => {
                let why = format!("entry {entry} has no tool number (T) and is left out");
                shelf.library.remarks.push((None, why));
            }
        }
    }
    Ok(())
}

/// A tool's number as lists write it.
pub fn number(key: &str) -> Result<u32, String> {
    let digits = key.trim_start_matches(['T', 't']);
    digits.parse().map_err(|_| format!("`{}` is not a tool number", quoted(key)))
}

/// The number that a tool of a list has. A key of some database (`id`) is one where nothing else
/// is, and so is what stands under `tool`: that may be its name.
pub fn own_number(tool: &[Pair]) -> Result<Option<u32>, String> {
    let named = tool.iter().map(|(name, text)| (name.trim(), text.trim()));
    let named = named.filter(|(name, text)| role(name) == Some("number") && !text.is_empty());
    let named: Vec<_> = named.collect();
    let numbered = named.iter().filter_map(|(name, text)| Some((*name, number(text).ok()?)));
    let all: Vec<_> = numbered.collect();
    let is_key = |name: &str| name.eq_ignore_ascii_case("id");
    let first = all.iter().find(|(name, _)| !is_key(name)).or(all.first());
    let Some(&(by, own)) = first else {
        return named.first().map_or(Ok(None), |(_, text)| number(text).map(Some));
    };
    match all.iter().find(|(name, other)| !is_key(name) && *other != own) {
        None => Ok(Some(own)),
        Some((name, other)) => {
            Err(format!("its {by} is {own} and its {name} {other}: keep the one that counts"))
        }
    }
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

/// What stands under the number `key`, unless it has another one of its own.
fn of_number(key: u32, texts: &[(String, String)], decimals: Decimals) -> Read {
    let pairs = pairs(texts);
    let numbered: Vec<Pair> =
        pairs.iter().copied().filter(|(name, _)| !name.eq_ignore_ascii_case("id")).collect();
    match own_number(&numbered) {
        Ok(Some(own)) if own != key => {
            Err(format!("it stands under {key}, and its own number is {own}")).into()
        }
        // What is no number is a name of it.
        _ => figures::read(&pairs, decimals),
    }
}

/// The name under which one of the tools states its unit: then all of them should.
fn unit<'a>(mut tools: impl Iterator<Item = &'a Value>) -> Option<&'a str> {
    let of_unit = |name: &&String| role(name) == Some("unit");
    tools.find_map(|tool| tool.as_object()?.keys().find(of_unit).map(String::as_str))
}

/// How the tools write their decimals.
fn signs<'a>(tools: impl Iterator<Item = &'a Value>) -> Decimals {
    let texts: Vec<_> =
        tools.filter_map(Value::as_object).flat_map(|tool| texts(tool, None)).collect();
    decimals(&pairs(&texts))
}

/// Names and what stands under them, as texts; under that of the `unit`, perhaps nothing.
fn texts(tool: &Map<String, Value>, unit: Option<&str>) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => None,
        other => Some(other.to_string()),
    };
    let mut texts: Vec<_> =
        tool.iter().filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect();
    if let Some(unit) = unit
        && !texts.iter().any(|(name, _)| role(name) == Some("unit"))
    {
        texts.push((unit.to_owned(), String::new()));
    }
    texts
}

fn pairs(texts: &[(String, String)]) -> Vec<Pair<'_>> {
    texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}
