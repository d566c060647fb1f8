//! Reports that nobody wrote: each ends rechecked or with an error message.
//!
//! `GOUGE_FUZZ=1000000 cargo test -p gouge-recheck --test hostile` tries more than the default.

#![recursion_limit = "512"]

use std::path::Path;

use gouge_random::{Random, inputs};
use gouge_recheck::recheck;
use serde_json::{Value, json};

/// Inputs by default.
const FEW: u64 = 2_000;

const BLOCK: &str = "v 0 0 0\nv 40 0 0\nv 0 20 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const PROGRAM: &str = "G21 G90 G17\nT1 M6\nG0 Z30\nG0 X10 Y10\nG1 Z9.5 F300\nG1 X30\nG2 X20 Y0 I-10 J0\nG0 Z30\nM30\n";

fn report() -> Value {
    json!({
        "schema": "gouge-report/1", "verdict": "gouge", "tolerance_mm": 0.01,
        "inputs": {
            "parts": [{"path": "block.obj", "sha256": "00", "triangles": 4, "watertight": true,
                       "bounds_mm": [[0.0, 0.0, 0.0], [40.0, 20.0, 10.0]]}],
            "fixtures": [],
            "program": {"path": "job.nc", "sha256": "00", "lines": 9, "dialect": "linuxcnc", "units": "mm"},
            "tools": [{"number": 1, "kind": "ball", "spec": "ball:6", "components": [
                {"role": "cutter", "clearance_mm": 0.0, "endless": true, "profile_mm": [
                    {"from": [0.0, 0.0], "to": [3.0, 3.0], "center": [0.0, 3.0], "hollow": false}]}]}]
        },
        "options": {
            "allowance_mm": 0.0, "deviation_mm": 0.0, "mesh_units": "mm", "block_delete": false,
            "max_motions": 1000, "start_mm": [0.0, 0.0, 50.0],
            "placement": [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        },
        "coverage": {"motions": 6, "checked": 6, "clean": 2, "gouging": 4, "unknown": 0,
                     "refused_blocks": 0, "length_mm": 100.0},
        "error_budget_mm": {"arc": 0.0, "tool_facets": 0.0, "deviation": 0.0, "float": 1e-9},
        "regions": [{
            "id": 1, "fingerprint": "", "code": "G001", "message": "", "tool": 1,
            "component": "cutter", "body": 0, "body_role": "part", "lines": [5, 7],
            "motions": [2, 4], "contacts": 3, "extent_mm": [[10.0, 10.0, 10.0], [30.0, 10.0, 10.0]],
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
                              "point_mm": [20.0, 10.0, 10.0], "t": 0.5}, "buried": false
            }
        }],
        "motions": [{"index": 0, "line": 3, "kind": "rapid", "verdict": "clean", "depth_mm": [0.0, 0.0]}],
        "undecided": [], "refusals": []
    })
}

/// What may stand instead of a value.
fn stranger(random: &mut Random) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(4_294_967_295_u64),
        json!(1e308),
        json!(-1e-320),
        json!(""),
        json!("../../../../dev/zero"),
        json!("block.obj"),
        json!("profile:job.nc"),
        json!("mesh:block.obj"),
        json!([]),
        json!({}),
        json!([1, 2, 3]),
    ];
    all[random.below(all.len())].clone()
}

/// Replaces one value somewhere below.
fn alter(value: &mut Value, random: &mut Random) {
    let inside = match value {
        Value::Array(list) if !list.is_empty() && random.chance(0.9) => {
            let at = random.below(list.len());
            if random.chance(0.05) {
                let again = list[at].clone();
                list.push(again);
            }
            list.get_mut(at)
        }
        Value::Object(map) if !map.is_empty() && random.chance(0.97) => {
            let at = random.below(map.len());
            map.values_mut().nth(at)
        }
        _ => None,
    };
    match inside {
        Some(inside) => alter(inside, random),
        None => *value = stranger(random),
    }
}

fn end(text: &str, folder: &Path) {
    match recheck(text, folder) {
        Ok(outcome) => assert!(!outcome.holds() || outcome.proved <= outcome.witnesses),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn altered_reports() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("block.obj"), BLOCK).unwrap();
    std::fs::write(folder.path().join("job.nc"), PROGRAM).unwrap();
    let sound = report();
    let text = sound.to_string();
    assert!(recheck(&text, folder.path()).is_ok());
    let mut random = Random::new(1);
    for i in 0..inputs(FEW) {
        if i % 2 == 0 {
            let damaged = random.mutated(&[text.as_bytes()]);
            end(&String::from_utf8_lossy(&damaged), folder.path());
        } else {
            let mut report = sound.clone();
            for _ in 0..1 + random.below(3) {
                alter(&mut report, &mut random);
            }
            end(&report.to_string(), folder.path());
        }
    }
}
