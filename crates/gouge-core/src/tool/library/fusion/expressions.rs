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
    let length = |unit: &str| millimetres(unit).ok().map(|mm| mm / scale);
    let value = |name: &str| {
        let angle = ANGLES.iter().any(|(of, _)| *of == name);
        typed(name).and_then(|text| {
            if angle { evaluated(&text, degrees) } else { evaluated(&text, length) }
        })
    };
    for (name, key) in LENGTHS.into_iter().chain(ANGLES) {
        let own = number(&tool["geometry"], key)?;
        if let (Some(value), Some(text)) = (value(name), typed(name))
            && !same(value, own.unwrap_or(0.0))
        {
            let own = own.map_or_else(|| "not stated".to_owned(), |own| own.to_string());
            return Err(differ(name, &text, key, &own));
        }
    }
    for (name, key) in NUMBERS {
        let value = typed(name).and_then(|text| arithmetic::value(&text));
        let own = number(&tool["post-process"], key)?;
        if let Some(((value, _), own)) = value.zip(own).filter(|((value, _), own)| value != own) {
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

/// The value of an expression that is plain arithmetic, in the tool's own unit: that is what a number
/// without one counts in.
fn evaluated(text: &str, unit: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let text = text.trim();
    let bare = text.trim_end_matches(|c: char| c.is_alphabetic() || ['°', '"'].contains(&c));
    let scale = match &text[bare.len()..] {
        "" => 1.0,
        word => unit(word)?,
    };
    let (value, sum) = arithmetic::value(bare)?;
    // Of `2 + 1 in` only the 1 counts in inches.
    (!sum || scale == 1.0).then_some(value * scale)
}

fn differ(name: &str, typed: &str, key: &str, own: &str) -> String {
    let [typed, own] = [typed, own].map(quoted);
    format!(
        "its expressions say {name} `{typed}`, and its {key} is `{own}`: load and save it in Fusion, \
         or declare the tool with --tool"
    )
}
