//! Which fields of a report are proved, and which are not: every field that is there is one or
//! the other.

use std::collections::BTreeSet;

use serde_json::Value;

/// Fields that recheck fails on when they are altered. `*` stands for any key.
pub const PROVED: &[&str] = &[
    "schema",
    "verdict",
    "inputs.parts.path",
    "inputs.parts.sha256",
    "inputs.parts.triangles",
    "inputs.parts.watertight",
    "inputs.parts.bounds_mm",
    "inputs.fixtures.path",
    "inputs.fixtures.sha256",
    "inputs.fixtures.triangles",
    "inputs.fixtures.watertight",
    "inputs.fixtures.bounds_mm",
    "inputs.program.path",
    "inputs.program.sha256",
    "inputs.program.lines",
    "inputs.program.units",
    "inputs.tools.number",
    "inputs.tools.kind",
    "inputs.tools.spec",
    "inputs.tools.components.role",
    "inputs.tools.components.clearance_mm",
    "inputs.tools.components.endless",
    "inputs.tools.components.profile_mm.from",
    "inputs.tools.components.profile_mm.to",
    "inputs.tools.components.profile_mm.center",
    "inputs.tools.components.profile_mm.hollow",
    "inputs.tools.components.mesh.path",
    "inputs.tools.components.mesh.sha256",
    "inputs.tools.components.mesh.scale",
    "options.deviation_mm",
    "coverage.motions",
    "coverage.checked",
    "coverage.clean",
    "coverage.gouging",
    "coverage.unknown",
    "coverage.assumed",
    "coverage.refused_blocks",
    "error_budget_mm.deviation",
    "regions.id",
    "regions.fingerprint",
    "regions.tool",
    "regions.component",
    "regions.body",
    "regions.body_role",
    "regions.depth_mm.0",
    "regions.limits",
    "regions.witness.line",
    "regions.witness.column",
    "regions.witness.block.text",
    "regions.witness.block.mark",
    "regions.witness.motion",
    "regions.witness.kind",
    "regions.witness.t",
    "regions.witness.side",
    "regions.witness.control_point_mm",
    "regions.witness.control_point_program",
    "regions.witness.triangle",
    "regions.witness.surface_point_mm",
    "regions.witness.surface_point_program",
    "regions.witness.barycentric",
    "regions.witness.normal",
    "motions.index",
    "motions.line",
    "motions.kind",
    "motions.verdict",
    "motions.operation_id",
    "regions.operation",
    "regions.operation_id",
    "operations.id",
    "operations.name",
    "operations.source",
    "operations.tool",
    "operations.lines",
    "operations.motion_range",
    "operations.motions",
    "operations.regions",
    "operations.limits",
    "undecided.motions",
    "refusals.line",
    "refusals.column",
    "refusals.code",
];

/// Fields that are held against the rest as far as that goes, and what is left open.
const PARTLY: &[(&str, &str)] = &[
    ("tolerance_mm", "which tolerance was asked for"),
    ("options.limits", "which limits of tools, operations and parts were asked for"),
    ("regions.depth_mm.1", "upper bounds of depths, but that they are not below the lower ones"),
    ("regions.witness.tool_side_mm", "bounds of the side that a witness does not show"),
    ("regions.witness.part_side_mm", "bounds of the side that a witness does not show"),
    ("regions.witness.inner_point_mm", "which of several points equally deep a witness shows"),
    (
        "regions.witness.dogleg",
        "that a straight way was meant where a dog-leg passes the same point",
    ),
    ("regions.code", "whether a tool began wholly inside the material"),
    ("regions.contacts", "how many motions of its range a region has"),
    ("regions.motions", "which motions around its witness belong to a region"),
    ("regions.lines", "which motions around its witness belong to a region"),
    ("regions.extent_mm", "how far a region extends beyond its witness"),
    ("regions.lift_mm", "that the lift clears the whole motion, and that none less does"),
    ("regions.shift_mm", "that the shift clears the whole motion, and that none shorter does"),
    ("regions.advice", "sentences of advice, and what their figures rest on beside lift and shift"),
    (
        "operations",
        "depths, lengths and counts of operations beyond what motions and regions of the report add up to",
    ),
    (
        "motions.depth_mm",
        "that motions without a witness are as deep as said: clean ones most of all",
    ),
    ("motions.triangle", "where motions without a witness are deepest"),
    ("motions.t", "where motions without a witness are deepest"),
    ("coverage.length_mm", "how long those ways are that a stopped check looked at"),
    ("error_budget_mm", "shares of the error budget but the deviation"),
    ("inputs.program.dialect", "options that change nothing in this program"),
    ("inputs.tools.base", "options that change nothing in this program"),
    ("options", "options that change nothing in this program"),
    ("clearances", "least distances, stick-outs and lowest heights"),
    ("surfaces", "depths of corners and facets beside witnesses"),
    ("regions.accepted", "who accepted what, and why"),
    ("baseline", "who accepted what, and why"),
    ("run", "times and host"),
];

/// Sentences, one each, on what a report says and nothing here proves.
pub(crate) fn not_proved(report: &Value) -> Vec<String> {
    let mut paths = BTreeSet::new();
    collect(report, &mut String::new(), &mut paths);
    let mut said = Vec::new();
    let mut unknown = BTreeSet::new();
    for path in &paths {
        if PROVED.iter().any(|p| covers(p, path)) {
            continue;
        }
        match PARTLY.iter().find(|(p, _)| covers(p, path)) {
            Some((_, what)) => {
                if !said.contains(&(*what).to_owned()) {
                    said.push((*what).to_owned());
                }
            }
            None => {
                let field = path.split('.').filter(|k| k.parse::<usize>().is_err());
                unknown.insert(field.collect::<Vec<_>>().join("."));
            }
        }
    }
    if !unknown.is_empty() {
        let list: Vec<String> = unknown.into_iter().collect();
        said.push(format!("{} (not looked at)", list.join(", ")));
    }
    said
}

/// Whether a pattern is the path or leads to it.
fn covers(pattern: &str, path: &str) -> bool {
    path.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Paths of all leaves; places in lists of objects do not count, those in lists of numbers do.
fn collect(value: &Value, at: &mut String, paths: &mut BTreeSet<String>) {
    let mut below = |key: &str, value: &Value| {
        let length = at.len();
        if !at.is_empty() && !key.is_empty() {
            at.push('.');
        }
        at.push_str(key);
        collect(value, at, paths);
        at.truncate(length);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, v)| below(key, v)),
        Value::Array(list) => {
            for (i, v) in list.iter().enumerate() {
                if v.is_object() { below("", v) } else { below(&i.to_string(), v) }
            }
        }
        Value::Null => {}
        _ => {
            paths.insert(at.clone());
        }
    }
}
