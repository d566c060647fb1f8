//! Real parts with the programs that were posted for them: what is known of each pair.
//!
//! Their licences keep them out of the project; without `../shared/data` these tests say so and
//! pass.

use std::path::{Path, PathBuf};
use std::process::Command;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");

fn data(path: &str) -> Option<PathBuf> {
    let path = Path::new(DATA).join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("SKIPPED: {} is not here", path.display());
    None
}

/// Runs a check and returns its report.
fn check(part: &Path, program: &Path, tools: &[String], extra: &[&str]) -> serde_json::Value {
    let out = Command::new(env!("CARGO_BIN_EXE_gouge"))
        .arg("check")
        .args([part, program])
        .args(["--start", "0,0,100", "--format", "json", "--no-run"])
        .args(extra)
        .args(tools.iter().flat_map(|t| ["--tool", t]))
        .output()
        .unwrap();
    serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)))
}

fn count(report: &serde_json::Value, what: &str) -> u64 {
    report["coverage"][what].as_u64().unwrap()
}

/// Name, part, and how many motions are deeper than 0.06 mm with a 3 mm flat end mill.
const FABEX: [(&str, &str, u64); 7] = [
    ("patterns__Block", "patterns_Cube", 0),
    ("patterns__Cross", "patterns_Cube", 300),
    ("patterns__Circles", "patterns_Cube", 1),
    ("waterline__Waterline_OCL", "waterline_Torus", 0),
    ("waterline__Waterline_Internal_Exact", "waterline_Torus", 550),
    ("simple_cutout__Op_Cutout_Layers", "simple_cutout_Cube", 0),
    ("first_down__first_down", "first_down_Cube", 0),
];

/// Lengths that lie near the tolerance along the edges of nearly flat facets are decided, too:
/// none of these motions is left open.
#[test]
fn reference_programs_of_a_cam_are_decided_whole() {
    for (name, part, gouging) in FABEX {
        let program = data(&format!("programs/fabex/{name}.gcode"));
        let part = data(&format!("meshes/fabex/{part}.stl"));
        let (Some(program), Some(part)) = (program, part) else { return };
        let tools: Vec<String> = (0..10).map(|n| format!("{n}=flat:3")).collect();
        let report = check(&part, &program, &tools, &["--tolerance", "0.06"]);
        let found = (count(&report, "gouging"), count(&report, "unknown"));
        assert_eq!(found, (gouging, 0), "{name}");
    }
}
