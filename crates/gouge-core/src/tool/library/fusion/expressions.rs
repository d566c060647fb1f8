//! What a user typed into Fusion: `expressions` beside the `geometry` that it worked out of them.
//! Fusion works it out anew as it loads a tool, and where the two differ, nobody knows which of them
//! was meant. Formulas over other figures are left to Fusion.

use serde_json::Value;

use super::super::figures::same;
use super::super::unit::{degrees, millimetres};
use super::super::value::{number, says, text};
use super::super::{fits, quoted};
use super::arithmetic;

/// Names of expressions and of their values in `geometry`.
const LENGTHS: [(&str, &str); 10] = [
    ("tool_diameter", "DC"),
    ("tool_cornerRadius", "RE"),
    ("tool_fluteLength", "LCF"),
    ("tool_shoulderLength", "shoulder-length"),
    ("tool_shoulderDiameter", "shoulder-diameter"),
    ("tool_bodyLength", "LB"),
    ("tool_overallLength", "OAL"),
    ("tool_shaftDiameter", "SFDM"),
    ("tool_tipDiameter", "tip-diameter"),
    ("tool_tipLength", "tip-length"),
];
const ANGLES: [(&str, &str); 2] = [("tool_tipAngle", "SIG"), ("tool_taperAngle", "TA")];
/// Those of `post-process`.
const NUMBERS: [(&str, &str); 2] =
    [("tool_number", "number"), ("tool_lengthOffset", "length-offset")];
/// Those of words.
const WORDS: [(&str, &str); 2] = [("tool_unit", "unit"), ("tool_type", "type")];

/// The expressions of a tool, `scale` millimetres to its unit, say what else it says.
pub fn agree(tool: &Value, scale: f64) -> Result<(), String> {
    let typed = &tool["expressions"];
    if !typed.is_object() && says(typed) {
        return Err(fits::not_understood("expressions", &typed.to_string()));
    }
    let typed = |name: &str| (!typed[name].is_null()).then(|| text(&typed[name]));
    for (name, key) in WORDS {
        let Some(word) = typed(name).and_then(|text| word(&text)) else { continue };
        let own = text(&tool[key]);
        if !own.eq_ignore_ascii_case(&word) {
            return Err(differ(name, &word, key, &own));
        }
    }
    // A number without a unit counts in the tool's own.
    let length = |unit: &str| match unit {
        "m" => Some(1000.0 / scale),
        _ => millimetres(unit).ok().map(|mm| mm / scale),
    };
    let lengths = LENGTHS.map(|pair| (pair, &length as &dyn Fn(&str) -> Option<f64>));
    let angles = ANGLES.map(|pair| (pair, &degrees as &dyn Fn(&str) -> Option<f64>));
    for ((name, key), unit) in lengths.into_iter().chain(angles) {
        let own = number(&tool["geometry"], key)?;
        let Some(text) = typed(name).filter(|text| !arithmetic::is_formula(text)) else { continue };
        let own = match arithmetic::value(&text, unit) {
            Some(value) if same(value, own.unwrap_or(0.0)) => continue,
            None if text.trim().is_empty() => continue,
            _ => own.map_or_else(|| "not stated".to_owned(), |own| own.to_string()),
        };
        return Err(differ(name, &text, key, &own));
    }
    for (name, key) in NUMBERS {
        let value = typed(name).and_then(|text| arithmetic::value(&text, &|_| None));
        let own = number(&tool["post-process"], key)?;
        if let Some((value, own)) = value.zip(own).filter(|(value, own)| value != own) {
            return Err(differ(name, &value.to_string(), key, &own.to_string()));
        }
    }
    Ok(())
}

/// What stands between the quotes of a text, where that is words and no formula.
fn word(text: &str) -> Option<String> {
    let word = text.trim().trim_matches('\'').trim();
    let plain = |c: char| c.is_alphabetic() || [' ', '-'].contains(&c);
    (!word.is_empty() && word.chars().all(plain)).then(|| word.to_owned())
}

fn differ(name: &str, typed: &str, key: &str, own: &str) -> String {
    let [typed, own] = [typed, own].map(quoted);
    format!(
        "its expressions say {name} `{typed}`, and its {key} is `{own}`: load and save it in Fusion, \
         or declare the tool with --tool"
    )
}
