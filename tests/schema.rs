//! Checks the JSON Schema against a real report, and the list of fields against both.

use std::collections::BTreeSet;

use gouge::check::{Check, Running, Watch};
use gouge::job::Settings;
use gouge::report::Listed;
use gouge::report::schema::{fields, schema};
use serde_json::Value;

/// A report with everything in it: gouges, motions, pictures, surfaces, times.
fn report() -> Value {
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut settings = Settings::default();
    settings.say("part", [format!("{folder}/molds/duct.stl")]);
    settings.say("program", [format!("{folder}/toolpaths/duct-low.ngc")]);
    settings.say("tools.1", ["ball:6;len=20;shank=6,30;holder=20,40"]);
    settings.say("start", [0, 0, 60]);
    let check = Check::new(&settings).unwrap();
    let running = Running {
        listed: Listed::Every,
        pictures: true,
        surfaces: true,
        clearance: true,
        run_facts: true,
        ..Running::default()
    };
    serde_json::to_value(check.run(&running, &Watch::default()).unwrap()).unwrap()
}

#[test]
fn required_top_level_fields_are_present() {
    let report = report();
    for field in fields().iter().filter(|f| !f.optional && !f.path.contains('.')) {
        assert!(report.get(&field.path).is_some(), "{field:?}");
    }
    let schema_json = schema();
    assert_eq!(schema_json["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let witness = &schema_json["$defs"]["Witness"];
    assert!(witness["required"].as_array().unwrap().contains(&"t".into()), "{witness:#}");
}

#[test]
fn every_field_of_a_report_is_listed_with_its_type_and_a_description() {
    let known = fields();
    for field in &known {
        assert!(!field.about.is_empty() && !field.kind.is_empty(), "{field:?}");
    }
    let paths: BTreeSet<&str> = known.iter().map(|f| f.path.as_str()).collect();
    let mut found = BTreeSet::new();
    walk(&report(), "", &mut found);
    // Maps whose keys are data.
    let open_maps = ["offsets_mm.", "values.", "stats."];
    let missing: Vec<&String> = found
        .iter()
        .filter(|path| {
            !paths.contains(path.as_str()) && !open_maps.iter().any(|f| path.contains(f))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Paths of all fields of a value.
fn walk(value: &Value, at: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                let path = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
                out.insert(path.clone());
                walk(inner, &path, out);
            }
        }
        Value::Array(list) => {
            for inner in list.iter().filter(|v| v.is_object()) {
                walk(inner, &format!("{at}[]"), out);
            }
        }
        _ => {}
    }
}
