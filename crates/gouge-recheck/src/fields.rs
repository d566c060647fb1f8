//! Which fields of a report are proved, and which are not: every field present is one or the other.

use std::collections::BTreeSet;

use serde_json::Value;

/// Fields that recheck fails on when they are altered.
const PROVED: &[&str] = &[
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
    "inputs.program.subprograms.file",
    "inputs.program.subprograms.sha256",
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
    "regions.code",
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
    "regions.witness.control_point_block",
    "regions.witness.triangle",
    "regions.witness.surface_point_mm",
    "regions.witness.surface_point_program",
    "regions.witness.barycentric",
    "regions.witness.normal",
    "regions.witness.part_side.point_mm",
    "motions.index",
    "motions.line",
    "motions.kind",
    "motions.verdict",
    "motions.assumed",
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
    "operations.length_mm",
    "boxes_program_mm",
    "baseline.accepted",
    "baseline.void.region",
    "undecided.motions",
    "refusals.line",
    "refusals.column",
    "refusals.code",
];

/// The same where the report lists every motion.
const PROVED_OF_MOTIONS: &[&str] = &[
    "operations.clean",
    "operations.gouging",
    "operations.unknown",
    "operations.assumed",
    "operations.gouging_rapids",
    "operations.depths",
];

/// Fields that are held against the rest as far as that goes, and what is left open.
const PARTLY: &[(&str, &str)] = &[
    ("tolerance_mm", "which tolerance was asked for"),
    ("options.limits", "which limits of tools, operations and parts were asked for"),
    ("regions.depth_mm.1", "upper bounds of depths, but that they are not below the lower ones"),
    ("regions.unmeasured", "that a check was stopped before it measured a depth"),
    ("regions.witness.tool_side_mm", "bounds of the side that a witness does not show"),
    ("regions.witness.part_side_mm", "bounds of the side that a witness does not show"),
    ("regions.witness.inner_point_mm", "which of several points equally deep a witness shows"),
    (
        "regions.witness.dogleg",
        "that a straight way was meant where a dog-leg passes the same point",
    ),
    (
        "regions.witness.part_side.inner_point_mm",
        "which of several points equally deep a witness shows",
    ),
    ("regions.witness.part_side.triangle", "which of the facets that share a point is named"),
    ("regions.witness.part_side.t", "which of the poses that reach an inner point is named"),
    (
        "regions.witness.buried",
        "that a tool wholly inside meets no surface between the ends of its motion and the witness",
    ),
    ("regions.contacts", "how many motions of its range a region has"),
    ("regions.rapids", "how many of these are rapids"),
    ("regions.motions", "which motions around its witness belong to a region"),
    ("regions.lines", "which motions around its witness belong to a region"),
    ("regions.extent_mm", "how far a region extends beyond its witness"),
    ("regions.reach_mm", "how far a region extends beyond its witness"),
    ("regions.length_mm", "how far a region extends beyond its witness"),
    ("regions.cells", "how far a region extends beyond its witness"),
    ("regions.lift_mm", "that the lift clears the whole motion, and that none less does"),
    ("regions.shift_mm", "that the shift clears the whole motion, and that none shorter does"),
    (
        "regions.advice",
        "sentences of advice, and what their figures rest on besides lift and shift",
    ),
    ("depth_zones_mm", "which zones of depth were asked for"),
    ("operations.deepest_mm", "how deep motions are beside the worst of their regions"),
    (
        "undecided.code",
        "codes of motions not decided: whether bounds, the side of the surface or a suspicion leaves \
         them open",
    ),
    ("undecided.gouging", OTHERWISE),
    (
        "undecided.depth_mm",
        "how deep motions not decided are, but that listed ones are said to be so",
    ),
    ("undecided.line", "which of the motions not decided is named"),
    ("undecided.column", "which of the motions not decided is named"),
    ("undecided.block", "which of the motions not decided is named"),
    ("undecided.place_program", "that a mesh does not determine its sides at the place named"),
    ("undecided.place_mm", "that a mesh does not determine its sides at the place named"),
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
    ("options.allowance_mm", "which allowance was asked for"),
    ("options", "options that change nothing in this program"),
    ("clearances", "least distances, stick-outs and lowest heights"),
    (
        "surfaces",
        "that surfaces are those of the bodies, and the depths of their corners and facets",
    ),
    ("regions.accepted", "who accepted what, and why"),
    ("baseline", "who accepted what, and why"),
    ("missing", "facts said to be missing, and options said to supply them"),
    ("warnings", REMARKS),
    ("assumptions", REMARKS),
    ("run", "times and host"),
];

/// What is said of remarks, whether the report has any or not.
const REMARKS: &str = "which warnings and assumptions there are but those of the program itself, of its start and \
                       of accepted options, what warnings and all other assumptions say, and where \
                       an option was said";

/// What is said of motions that gouge.
const OTHERWISE: &str = "that nothing else is open of motions that gouge";

/// What nothing here proves and what can be left out of a report without a trace.
fn left_out(report: &Value) -> Vec<String> {
    let is_clean = report.get("verdict").is_some_and(|v| v == "clean");
    let without = |list: &str| report.get(list).and_then(Value::as_array).is_none_or(Vec::is_empty);
    let mut said = Vec::new();
    if is_clean {
        said.push("the verdict `clean`: that no motion gouges, and that nothing leaves it open");
    }
    if !without("regions") {
        said.push(OTHERWISE);
    }
    if without("motions") {
        said.push("that motions called clean are clean, and that all that gouge are called so");
    }
    if without("operations") {
        said.push("which operations the program has");
    }
    said.push("that the parts and fixtures named are those of the setup, and all of them");
    said.push(REMARKS);
    said.into_iter().map(str::to_owned).collect()
}

/// A number, a word or a truth of a report, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// As a JSON pointer (RFC 6901).
    pub pointer: String,
    /// Names of the fields on the way; places in lists of objects do not count, those in lists of
    /// numbers do.
    pub path: String,
}

/// All leaves of a report.
pub fn leaves(report: &Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(report, &mut String::new(), &mut String::new(), &mut found);
    found
}

/// Whether recheck fails when what stands at a path of a report is altered.
pub fn proves(report: &Value, path: &str) -> bool {
    let listed = || report.get("motions").is_some_and(Value::is_array);
    let of = |list: &[&str]| list.iter().any(|p| covers(p, path));
    of(PROVED) || (of(PROVED_OF_MOTIONS) && listed())
}

/// Sentences, one each, on what a report says and nothing here proves.
pub(crate) fn not_proved(report: &Value) -> Vec<String> {
    let paths: BTreeSet<String> = leaves(report).into_iter().map(|leaf| leaf.path).collect();
    let mut said = left_out(report);
    let mut unknown = BTreeSet::new();
    for path in &paths {
        if proves(report, path) {
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

fn collect(value: &Value, pointer: &mut String, path: &mut String, found: &mut Vec<Leaf>) {
    let mut below = |key: &str, named: bool, value: &Value| {
        let lengths = [pointer.len(), path.len()];
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        if named {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(key);
        }
        collect(value, pointer, path, found);
        pointer.truncate(lengths[0]);
        path.truncate(lengths[1]);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, v)| below(key, true, v)),
        Value::Array(list) => {
            for (i, v) in list.iter().enumerate() {
                below(&i.to_string(), !v.is_object(), v);
            }
        }
        Value::Null => {}
        _ => found.push(Leaf { pointer: pointer.clone(), path: path.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An altered allowance passed under "options that change nothing", and it changes every depth.
    #[test]
    fn what_is_altered_unseen_is_named() {
        let report = serde_json::json!({
            "options": {"allowance_mm": 0.0},
            "undecided": [{"code": "G010"}],
            "missing": [{"options": [["--start X,Y,Z", "the control point"]]}],
        });
        let said = not_proved(&report).join("\n");
        for words in ["which allowance", "codes of motions not decided", "said to supply them"] {
            assert!(said.contains(words), "{words}: {said}");
        }
        assert!(!said.contains("not looked at") && !said.contains("change nothing"), "{said}");
    }
}
