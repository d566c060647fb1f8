//! JSON values of tool libraries.

use serde_json::Value;

use super::heading::says_something;

/// A number, or a text that is one; none where it is not stated.
pub fn number(of: &Value, key: &str) -> Result<Option<f64>, String> {
    match &of[key] {
        Value::Null => Ok(None),
        Value::Number(number) => Ok(number.as_f64()),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        other => {
            let text = other.as_str().map(str::trim).unwrap_or_default();
            let number = text.parse().ok().filter(|v: &f64| v.is_finite());
            number.map(Some).ok_or_else(|| format!("its {key} is {other}, which is no number"))
        }
    }
}

/// A value as it is written.
pub fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whether it says anything: an empty list or object does not, and nor do `false` and 0.
pub fn says(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(list) => !list.is_empty(),
        Value::Object(all) => !all.is_empty(),
        other => says_something(&text(other)),
    }
}
