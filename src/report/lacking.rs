//! Whether a report has every field that is always written: a field taken out would pass for one
//! that is empty.

use serde_json::Value;

use super::schema::{resolved, schema};

/// The first such field that is not there.
pub fn lacking(report: &Value) -> Option<String> {
    let root = schema();
    first(&root, &root, report, "")
}

/// The same of a value at a place, of which the schema says this.
fn first(root: &Value, said: &Value, value: &Value, at: &str) -> Option<String> {
    let said = match said["anyOf"].as_array().and_then(|either| either.first()) {
        Some(one) => resolved(root, one),
        None => resolved(root, said),
    };
    match value {
        Value::Object(map) => {
            let path = |name: &str| match at {
                "" => name.to_owned(),
                at => format!("{at}.{name}"),
            };
            let required = said["required"].as_array().into_iter().flatten();
            let mut names = required.filter_map(Value::as_str);
            if let Some(name) = names.find(|&name| !map.contains_key(name)) {
                return Some(path(name));
            }
            map.iter().find_map(|(name, inner)| {
                let known = said["properties"].get(name).unwrap_or(&said["additionalProperties"]);
                first(root, known, inner, &path(name))
            })
        }
        Value::Array(list) => {
            let item = &said["items"];
            let all = list.iter().enumerate();
            all.filter(|(_, inner)| inner.is_object() || inner.is_array())
                .find_map(|(i, inner)| first(root, item, inner, &format!("{at}[{i}]")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::lacking;
    use crate::check::{Check, Running, Watch};
    use crate::job::Settings;

    #[test]
    fn a_field_that_is_taken_out_is_named() {
        let check = Check::new(&Settings::duct_low()).unwrap();
        let running = Running { pictures: true, clearance: true, ..Running::default() };
        let report = check.run(&running, &Watch::default()).unwrap();
        let whole = serde_json::to_value(report).unwrap();
        assert_eq!(lacking(&whole), None);
        for (inside, name, path) in [
            ("", "undecided", "undecided"),
            ("/inputs/program", "sha256", "inputs.program.sha256"),
            ("/regions/0", "lift_mm", "regions[0].lift_mm"),
            ("/regions/0/witness", "barycentric", "regions[0].witness.barycentric"),
            ("/regions/0/witness/block", "mark", "regions[0].witness.block.mark"),
            ("/operations/0/depths/1", "than_mm", "operations[0].depths[1].than_mm"),
        ] {
            let mut bare = whole.clone();
            let fields = bare.pointer_mut(inside).unwrap().as_object_mut().unwrap();
            assert!(fields.remove(name).is_some(), "{path}");
            assert_eq!(lacking(&bare).as_deref(), Some(path));
        }
    }
}
