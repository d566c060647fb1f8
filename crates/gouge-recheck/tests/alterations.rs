//! A report that holds, and every field that recheck answers for altered in turn.

#![recursion_limit = "512"]

use std::path::Path;

use gouge_recheck::{Outcome, leaves, proves, recheck};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// ε of these reports, mm.
const EPSILON: f64 = 1e-4;

/// A block 40 × 20 × 10 mm from the origin.
fn block() -> String {
    let mut text = String::new();
    for i in 0..8u32 {
        let side = |bit: u32, length: u32| if i >> bit & 1 == 1 { length } else { 0 };
        text += &format!("v {} {} {}\n", side(0, 40), side(1, 20), side(2, 10));
    }
    for f in [
        [1, 3, 2],
        [2, 3, 4],
        [5, 6, 7],
        [6, 8, 7],
        [1, 2, 5],
        [2, 6, 5],
        [3, 7, 4],
        [4, 7, 8],
        [1, 5, 3],
        [3, 5, 7],
        [2, 4, 6],
        [4, 8, 6],
    ] {
        text += &format!("f {} {} {}\n", f[0], f[1], f[2]);
    }
    text
}

const PROGRAM: &str = "G21 G90 G17\nT1 M6\nG0 Z30\nG0 X10 Y10\nG1 Z9.5 F300\nG1 X30\nG0 Z30\nM30\n";

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    std::fs::write(folder.join(name), text).unwrap();
    folder.join(name).to_string_lossy().into_owned()
}

/// What a ball of 6 mm does half a millimetre deep in the block's top.
fn ball(folder: &Path) -> Value {
    let (part, program) = (write(folder, "block.obj", &block()), write(folder, "job.nc", PROGRAM));
    json!({
        "schema": "gouge-report/1",
        "verdict": "gouge",
        "tolerance_mm": 0.01,
        "inputs": {
            "parts": [{"path": part, "sha256": sha256(&block()), "triangles": 12, "watertight": true,
                       "bounds_mm": [[0.0, 0.0, 0.0], [40.0, 20.0, 10.0]]}],
            "fixtures": [],
            "program": {"path": program, "sha256": sha256(PROGRAM), "lines": 8,
                        "dialect": "linuxcnc", "units": "mm"},
            "tools": [{"number": 1, "kind": "ball", "spec": "ball:6", "components": [
                {"role": "cutter", "clearance_mm": 0.0, "endless": true, "profile_mm": [
                    {"from": [0.0, 0.0], "to": [3.0, 3.0], "center": [0.0, 3.0], "hollow": false}]}]}]
        },
        "options": {
            "allowance_mm": 0.0, "deviation_mm": 0.0, "mesh_units": "mm", "block_delete": false,
            "max_motions": 1000000, "start_mm": [0.0, 0.0, 50.0],
            "placement": [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        },
        "coverage": {"motions": 5, "checked": 5, "clean": 2, "gouging": 3, "unknown": 0,
                     "refused_blocks": 0,
                     "length_mm": 20.0 + 200f64.sqrt() + 20.5 + 20.0 + 20.5},
        "error_budget_mm": {"arc": 0.0, "tool_facets": 0.0, "deviation": 0.0, "float": 1e-9},
        "regions": [{
            "id": 1, "fingerprint": "", "code": "G001", "message": "T1 cuts 0.5000 mm into the part",
            "tool": 1, "component": "cutter", "body": 0, "body_role": "part", "lines": [5, 7],
            "motions": [2, 4], "contacts": 3,
            "extent_mm": [[10.0, 10.0, 10.0], [30.0, 10.0, 10.0]],
            "reach_mm": [[10.0, 10.0, 9.5], [30.0, 10.0, 30.0]], "length_mm": 41.0,
            "depth_mm": [0.4999999, 0.5000001], "lift_mm": 0.49,
            "witness": {
                "line": 6, "column": 1, "block": {"text": "G1 X30", "mark": [0, 6]}, "motion": 3,
                "kind": "feed", "dogleg": false, "t": 0.5, "side": "tool",
                "control_point_mm": [20.0, 10.0, 9.5], "control_point_program": [20.0, 10.0, 9.5],
                "surface_point_program": [20.0, 10.0, 10.0],
                "triangle": 2, "surface_point_mm": [20.0, 10.0, 10.0],
                "barycentric": [0.0, 0.5, 0.5], "inner_point_mm": null, "normal": [0.0, 0.0, 1.0],
                "tool_side_mm": [0.4999999, 0.5000001], "part_side_mm": [0.49, 0.5],
                "part_side": {"inner_point_mm": [20.0, 10.0, 9.505], "triangle": 2,
                              "point_mm": [20.0, 10.0, 10.0], "t": 0.5},
                "buried": false
            }
        }],
        "motions": [
            {"index": 0, "line": 3, "kind": "rapid", "verdict": "clean", "depth_mm": [0.0, 0.0]},
            {"index": 1, "line": 4, "kind": "rapid", "verdict": "clean", "depth_mm": [0.0, 0.0]},
            {"index": 2, "line": 5, "kind": "feed", "verdict": "gouge", "depth_mm": [0.4, 0.6]},
            {"index": 3, "line": 6, "kind": "feed", "verdict": "gouge", "depth_mm": [0.4, 0.6]},
            {"index": 4, "line": 7, "kind": "rapid", "verdict": "gouge", "depth_mm": [0.4, 0.6]}
        ],
        "boxes_program_mm": {"part": [[0.0, 0.0, 0.0], [40.0, 20.0, 10.0]],
                             "cutting": [[10.0, 10.0, 9.5], [30.0, 10.0, 30.0]]},
        "assumptions": [{"name": "start", "value": "X0 Y0 Z50", "source": "option"}],
        "undecided": [],
        "refusals": []
    })
}

/// The same with the other side of the law: a point in the block that the ball takes.
fn ball_inside(folder: &Path) -> Value {
    let mut report = ball(folder);
    let witness = &mut report["regions"][0]["witness"];
    witness["side"] = json!("part");
    witness["inner_point_mm"] = json!([20.0, 10.0, 9.5]);
    witness["part_side"]["inner_point_mm"] = json!([20.0, 10.0, 9.5]);
    witness["part_side_mm"] = json!([0.4999999, 0.5000001]);
    witness["tool_side_mm"] = json!([0.1, 0.5]);
    report
}

/// A stack whose holder meets the block, with a profile, a clearance and a deviation.
fn stack(folder: &Path) -> Value {
    let mut report = ball(folder);
    let profile = "start 0 0\nline 1 0\narc 2 1 -1\nline 2 5\n";
    write(folder, "tool.profile", profile);
    let line = |a: [f64; 2], b: [f64; 2]| json!({"from": a, "to": b, "hollow": false});
    report["inputs"]["tools"] = json!([{
        "number": 1, "kind": "profile", "base": folder.to_string_lossy(),
        "spec": "profile:tool.profile;holder=20,10;clearance=0.25",
        "components": [
            {"role": "cutter", "clearance_mm": 0.0, "endless": false, "profile_mm": [
                line([0.0, 0.0], [1.0, 0.0]),
                {"from": [1.0, 0.0], "to": [2.0, 1.0], "center": [2.0, 0.0], "hollow": true},
                line([2.0, 1.0], [2.0, 5.0])]},
            {"role": "holder", "clearance_mm": 0.25, "endless": false, "profile_mm": [
                line([0.0, 5.0], [10.0, 5.0]), line([10.0, 5.0], [10.0, 15.0])]}]
    }]);
    report["options"]["deviation_mm"] = json!(0.125);
    report["error_budget_mm"]["deviation"] = json!(0.125);
    // The cutter is 5 mm long and reaches 0.5 mm into the block, and its own deviation further.
    let region = &mut report["regions"][0];
    region["witness"]["tool_side_mm"] = json!([0.6249999, 0.6250001]);
    region["witness"]["part_side_mm"] = json!([0.1, 0.625]);
    region["depth_mm"] = json!([0.6249999, 0.6250001]);
    region["lift_mm"] = json!(0.615);
    for i in 2..5 {
        report["motions"][i]["depth_mm"] = json!([0.6, 0.7]);
    }
    report
}

/// A mesh tool: a cube of side 4 with the tip in the middle of its lower face.
fn mesh_tool(folder: &Path) -> Value {
    let cube: String = block()
        .lines()
        .map(|l| {
            let line = match l.strip_prefix("v ") {
                Some(rest) => {
                    let p: Vec<f64> = rest.split(' ').map(|w| w.parse().unwrap()).collect();
                    format!("v {} {} {}", p[0] / 10.0 - 2.0, p[1] / 5.0 - 2.0, p[2] / 2.5)
                }
                None => l.to_owned(),
            };
            line + "\n"
        })
        .collect();
    write(folder, "cube.obj", &cube);
    let mut report = ball(folder);
    report["inputs"]["tools"] = json!([{
        "number": 1, "kind": "mesh", "base": folder.to_string_lossy(), "spec": "mesh:cube.obj",
        "components": [{"role": "cutter", "clearance_mm": 0.0, "endless": false,
                        "mesh": {"path": "cube.obj", "sha256": sha256(&cube), "scale": 1.0}}]
    }]);
    report
}

fn run(report: &Value, folder: &Path) -> Result<Outcome, gouge_recheck::Error> {
    recheck(&report.to_string(), folder)
}

/// With the fingerprint that recheck asks for.
fn signed(mut report: Value, folder: &Path) -> Value {
    let outcome = run(&report, folder).unwrap();
    let print = outcome.failures.iter().find(|f| f.field == "fingerprint").unwrap();
    report["regions"][0]["fingerprint"] = json!(print.what.strip_prefix("is not ").unwrap());
    let outcome = run(&report, folder).unwrap();
    assert_eq!(outcome.failures, [], "{report:#}");
    report
}

/// What else could stand there: numbers two ε off, other words.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(b) => vec![json!(!b)],
        Value::String(s) => match s.as_str() {
            "cutter" => vec![json!("shank")],
            "holder" => vec![json!("shank")],
            "part" => vec![json!("fixture"), json!("tool")],
            "tool" => vec![json!("part")],
            "clean" | "gouge" => vec![json!("unknown")],
            "rapid" => vec![json!("feed")],
            "feed" => vec![json!("arc"), json!("rapid")],
            _ => vec![json!(format!("{s}x"))],
        },
        Value::Number(n) if n.is_u64() => {
            let n = n.as_u64().unwrap();
            vec![json!(n + 1), json!(n + 100)]
        }
        Value::Number(n) => {
            let v = n.as_f64().unwrap();
            vec![json!(v + 2.0 * EPSILON), json!(v - 2.0 * EPSILON), json!(v + 1e6)]
        }
        _ => Vec::new(),
    }
}

#[test]
fn whatever_is_altered_is_found() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut missed = Vec::new();
    for make in [ball, ball_inside, stack, mesh_tool] {
        let folder = tempfile::tempdir().unwrap();
        let report = signed(make(folder.path()), folder.path());
        for leaf in leaves(&report).iter().filter(|leaf| proves(&report, &leaf.path)) {
            let pointer = &leaf.pointer;
            kinds.insert(leaf.path.clone());
            for other in others(report.pointer(pointer).unwrap()) {
                let mut copy = report.clone();
                *copy.pointer_mut(pointer).unwrap() = other.clone();
                if run(&copy, folder.path()).is_ok_and(|o| o.holds()) {
                    missed.push(format!("{pointer} as {other}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(kinds.len() >= 30, "{} kinds of field", kinds.len());
}

#[test]
fn bounds_out_of_order_and_impossible_claims_fail() {
    let folder = tempfile::tempdir().unwrap();
    let report = signed(ball_inside(folder.path()), folder.path());
    for (pointer, value) in [
        ("/regions/0/depth_mm/1", json!(0.4)),
        ("/regions/0/depth_mm", json!([0.6, 0.601])),
        ("/regions/0/lift_mm", json!(0.2)),
        ("/regions/0/lift_mm", json!(-1.0)),
        ("/regions/0/extent_mm/0/0", json!(25.0)),
        ("/regions/0/reach_mm", json!([[0.0, 0.0, 9.0], [40.0, -20.0, 30.0]])),
        ("/regions/0/length_mm", json!(-1.0)),
        ("/regions/0/extent_mm/1/2", json!(1e9)),
        ("/regions/0/contacts", json!(4)),
        ("/regions/0/contacts", json!(2)),
        ("/regions/0/motions", json!([1, 4])),
        ("/regions/0/lines", json!([5, 6])),
        ("/regions/0/code", json!("G003")),
        ("/regions/0/witness/part_side_mm", json!([0.4999999, 0.3])),
        ("/regions/0/witness/part_side_mm", Value::Null),
        ("/regions/0/witness/inner_point_mm", Value::Null),
        ("/regions/0/witness/inner_point_mm", json!([20.0, 10.0, 10.5])),
        ("/regions/0/witness/inner_point_mm", json!([20.0, 10.0, 9.4])),
        ("/regions/0/witness/inner_point_mm", json!([23.0, 10.0, 9.5])),
        ("/regions", json!([])),
        ("/motions/0/depth_mm", json!([0.0, 0.02])),
        ("/motions/2/depth_mm", json!([0.005, 0.6])),
        ("/motions/3/depth_mm", json!([0.55, 0.6])),
        ("/motions", json!([])),
        ("/coverage/checked", json!(6)),
        ("/coverage/length_mm", json!(-1.0)),
        ("/coverage/length_mm", json!(1e4)),
        ("/error_budget_mm/float", json!(0.0)),
        ("/error_budget_mm/arc", json!(-1.0)),
        ("/options/placement/0", json!(2.0)),
        ("/options/placement/11", json!(1.0)),
        ("/options/start_mm/2", json!(40.0)),
        ("/options/mesh_units", json!("inch")),
    ] {
        let mut copy = report.clone();
        *copy.pointer_mut(pointer).unwrap() = value.clone();
        assert!(run(&copy, folder.path()).is_ok_and(|o| !o.holds()), "{pointer} as {value}");
    }
}

/// Nothing was open, and the verdict held that nothing rests on.
#[test]
fn unknown_needs_something_that_is_not_decided() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = signed(ball(folder.path()), folder.path());
    (report["verdict"], report["regions"]) = (json!("clean"), json!([]));
    (report["coverage"]["clean"], report["coverage"]["gouging"]) = (json!(5), json!(0));
    for motion in report["motions"].as_array_mut().unwrap() {
        (motion["verdict"], motion["depth_mm"]) = (json!("clean"), json!([0.0, 0.01]));
    }
    assert!(run(&report, folder.path()).unwrap().holds());
    report["verdict"] = json!("unknown");
    assert!(!run(&report, folder.path()).unwrap().holds());
    report["undecided"] = json!([{"code": "P911", "motions": 0, "line": 1}]);
    assert!(run(&report, folder.path()).unwrap().holds());
    report["verdict"] = json!("clean");
    assert!(!run(&report, folder.path()).unwrap().holds());
}

/// A way was followed before it began, and the process ended there.
#[test]
fn times_out_of_range_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let rapid = PROGRAM.replace("G1 X30", "G0 X30");
    for make in [ball, ball_inside] {
        let mut report = make(folder.path());
        report["inputs"]["program"]["path"] = json!(write(folder.path(), "rapid.nc", &rapid));
        for (place, field) in [("/t", "witness.t"), ("/part_side/t", "witness.part_side.t")] {
            for dogleg in [true, false] {
                for t in [-1.0, -1e-9, 1.5, 1e308, -1e308] {
                    let mut copy = report.clone();
                    let witness = &mut copy["regions"][0]["witness"];
                    witness["dogleg"] = json!(dogleg);
                    *witness.pointer_mut(place).unwrap() = json!(t);
                    let failures = run(&copy, folder.path()).unwrap().failures;
                    assert!(failures.iter().any(|f| f.field == field), "{field} {t}: {failures:?}");
                }
            }
        }
    }
}

#[test]
fn a_file_that_changed_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let report = signed(ball(folder.path()), folder.path());
    write(folder.path(), "job.nc", &PROGRAM.replace("9.5", "9.4"));
    assert!(run(&report, folder.path()).is_ok_and(|o| !o.holds()));
    std::fs::remove_file(folder.path().join("block.obj")).unwrap();
    assert!(run(&report, folder.path()).is_err());
}

/// A hollow arc used to be taken for the tangents around it, and a depth that was 0.00992 was
/// proved to be 0.010018.
#[test]
fn hollow_arcs_are_arcs() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = signed(stack(folder.path()), folder.path());
    // Just above the cove's wall at 45°, 0.1 mm into the tool, where the top of the block is.
    let s = 0.5f64.sqrt();
    let (r, z) = (2.0 - 1.1 * s, 1.1 * s);
    let tip = 10.0 - z;
    write(folder.path(), "job.nc", &PROGRAM.replace("9.5", &tip.to_string()));
    let program = PROGRAM.replace("9.5", &tip.to_string());
    report["inputs"]["program"]["sha256"] = json!(sha256(&program));
    let witness = &mut report["regions"][0]["witness"];
    witness["control_point_mm"] = json!([20.0, 10.0, tip]);
    witness["control_point_program"] = json!([20.0, 10.0, tip]);
    witness["surface_point_mm"] = json!([20.0 + r, 10.0, 10.0]);
    witness["barycentric"] = json!([1.0, 0.0, 0.0]);
    let depth_fails = |report: &Value| {
        let outcome = run(report, folder.path()).unwrap();
        outcome.failures.iter().any(|f| f.field == "witness.tool_side_mm")
    };
    witness["tool_side_mm"] = json!([0.225, 0.3]);
    assert!(!depth_fails(&report));
    report["regions"][0]["witness"]["tool_side_mm"] = json!([0.2251, 0.3]);
    assert!(depth_fails(&report));
}

#[test]
fn what_is_not_proved_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = signed(ball(folder.path()), folder.path());
    report["novelty"] = json!({"sparkle": 1});
    let outcome = run(&report, folder.path()).unwrap();
    assert_eq!((outcome.proved, outcome.witnesses), (1, 1));
    for what in ["upper bounds of depths", "clean ones", "novelty.sparkle", "regions.message"] {
        assert!(outcome.not_proved.iter().any(|s| s.contains(what)), "{:?}", outcome.not_proved);
    }
}

/// Reports whose findings were taken out of them passed, and nothing said what was not looked at.
#[test]
fn what_is_left_out_is_missed_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = signed(ball(folder.path()), folder.path());
    let fields = |report: &Value| -> Vec<String> {
        let failures = run(report, folder.path()).unwrap().failures;
        failures.into_iter().map(|f| f.field).collect()
    };
    report["operations"] = json!([]);
    assert_eq!(fields(&report), ["operations"]);
    report.as_object_mut().unwrap().remove("operations");
    report["assumptions"] = json!([]);
    assert_eq!(fields(&report), ["assumptions"]);
    report["options"]["accepted"] = json!(["length", "tool=1"]);
    assert_eq!(fields(&report), ["assumptions"; 2]);

    // High above the block: nothing gouges, and nothing is proved.
    let far = PROGRAM.replace("Z30", "Z300").replace("Z9.5", "Z290");
    report["inputs"]["program"]["path"] = json!(write(folder.path(), "far.nc", &far));
    assert!(fields(&report).contains(&"undecided".to_owned()));

    for list in ["regions", "motions", "assumptions"] {
        report[list] = json!([]);
    }
    report["verdict"] = json!("clean");
    let said = run(&report, folder.path()).unwrap().not_proved.join("\n");
    for what in [
        "the verdict `clean`",
        "motions called clean",
        "warnings and assumptions",
        "which operations",
    ] {
        assert!(said.contains(what), "{what}: {said}");
    }
}
