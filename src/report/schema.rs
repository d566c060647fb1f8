//! The JSON Schema of the report, and its fields as a page. The schema is made from the types that
//! the report is written with and kept as a file, so that the program need not carry its generator.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

/// The JSON Schema (draft 2020-12) of what `--format json` writes.
pub const TEXT: &str = include_str!("schema.json");

/// The same, to be looked into.
pub fn schema() -> Value {
    // A test parses it and finds it what the types make.
    serde_json::from_str(TEXT).unwrap_or_default()
}

/// One field of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Names on the way, joined by dots; `[]` stands for any place in a list.
    pub path: String,
    /// `number`, `list of numbers`, `object`…
    pub kind: String,
    /// What it says.
    pub about: String,
    /// It may be left out.
    pub optional: bool,
}

/// Every field, in the order in which a report has them.
pub fn fields() -> Vec<Field> {
    let root = schema();
    let mut out = Vec::new();
    collect(&root, &root, "", &mut BTreeSet::new(), &mut out);
    out
}

fn collect(
    root: &Value,
    object: &Value,
    at: &str,
    above: &mut BTreeSet<String>,
    out: &mut Vec<Field>,
) {
    let Some(properties) = object["properties"].as_object() else { return };
    let required: Vec<&str> =
        object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, said) in properties {
        let path = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
        let (kind, inner) = kind(root, said);
        let about =
            said["description"].as_str().or_else(|| resolved(root, said)["description"].as_str());
        out.push(Field {
            path: path.clone(),
            kind: kind.clone(),
            about: about.unwrap_or_default().replace('\n', " "),
            optional: !required.contains(&name.as_str()),
        });
        let Some((inner, name)) = inner else { continue };
        if above.insert(name.clone()) {
            let list = if kind.starts_with("list of") { "[]" } else { "" };
            collect(root, inner, &format!("{path}{list}"), above, out);
            above.remove(&name);
        }
    }
}

/// What a reference leads to.
pub(super) fn resolved<'a>(root: &'a Value, said: &'a Value) -> &'a Value {
    match said["$ref"].as_str().and_then(|r| r.strip_prefix('#')) {
        Some(pointer) => root.pointer(pointer).unwrap_or(said),
        None => said,
    }
}

/// The kind of value in words; where it holds fields, the schema of those and its name.
fn kind<'a>(root: &'a Value, said: &'a Value) -> (String, Option<(&'a Value, String)>) {
    if let Some(either) = said["anyOf"].as_array() {
        let (text, inner) = either.first().map_or_else(Default::default, |first| kind(root, first));
        return (format!("{text}, or null"), inner);
    }
    if let Some(reference) = said["$ref"].as_str() {
        let target = resolved(root, said);
        let (text, _) = kind(root, target);
        let inner = target["properties"].is_object().then(|| (target, reference.to_owned()));
        return (text, inner);
    }
    if let Some(variants) = said["oneOf"].as_array() {
        let words: Vec<&str> = variants.iter().filter_map(|v| v["const"].as_str()).collect();
        return (words.join(" | "), None);
    }
    if let Some(words) = said["enum"].as_array() {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return (words.join(" | "), None);
    }
    let (word, null) = match &said["type"] {
        Value::Array(types) => {
            (types.first().and_then(Value::as_str), types.iter().any(|t| t == "null"))
        }
        single => (single.as_str(), false),
    };
    let or_null = if null { ", or null" } else { "" };
    match word {
        Some("array") => {
            let item =
                if said["items"].is_object() { &said["items"] } else { &said["prefixItems"][0] };
            let (text, inner) = kind(root, item);
            let count = said["maxItems"].as_u64().map_or(String::new(), |n| format!(" of {n}"));
            (format!("list{count} of {text}{or_null}"), inner)
        }
        Some("object") if said["additionalProperties"].is_object() => {
            let (text, inner) = kind(root, &said["additionalProperties"]);
            (format!("object by name of {text}{or_null}"), inner)
        }
        Some(word) => (format!("{word}{or_null}"), None),
        None => ("any".to_owned(), None),
    }
}

/// The fields as a page.
pub fn page() -> String {
    let mut out = String::new();
    for f in fields() {
        let optional = if f.optional { ", may be left out" } else { "" };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{} ({}{optional})\n    {}", f.path, f.kind, f.about);
    }
    out
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::schema;
    use crate::report::data::Report;

    #[test]
    fn the_schema_is_what_the_types_make() {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut made = settings.into_generator().into_root_schema_for::<Report>();
        made.insert("title".to_owned(), "The report of gouge check".into());
        if std::env::var_os("GOUGE_BLESS").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/report/schema.json");
            let text = serde_json::to_string_pretty(&made).unwrap();
            std::fs::write(path, text + "\n").unwrap();
        } else {
            assert_eq!(
                schema(),
                made.to_value(),
                "GOUGE_BLESS=1 cargo test --lib schema writes it anew"
            );
        }
    }
}
