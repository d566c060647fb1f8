//! Real parts with the programs that were posted for them: what is known of each pair.
//!
//! Their licences keep them out of the project; without `../shared/data` these tests say so and
//! pass, unless `GOUGE_REQUIRE_DATA=1`.

#[path = "../crates/gouge-nc/tests/support/absent.rs"]
mod absent;

use std::path::{Path, PathBuf};
use std::process::Command;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");

fn data(path: &str) -> Option<PathBuf> {
    let path = Path::new(DATA).join(path);
    if path.exists() {
        return Some(path);
    }
    absent::absent(&path.display().to_string());
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

const CONTOURS: [u64; 4] = [1, 3, 4, 5];

/// The walls are meant to be overcut by half a thousandth of an inch: nothing is deeper than
/// 0.06 mm. With the part a tenth of a millimetre off, every tool that follows a contour gouges by
/// about that much more.
#[test]
fn a_plate_set_up_a_tenth_off_gouges_on_all_contours() {
    let part = data("meshes/nist/mtc_plate.stl");
    let program = data("programs/nist/mtc_plate-1.nc");
    let (Some(part), Some(program)) = (part, program) else { return };
    let tools: Vec<String> =
        ["15=flat:76.2", "3=flat:12.7", "4=flat:6.35", "5=flat:3.175", "1=flat:2.3622"]
            .map(String::from)
            .into();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("place.txt");
    let report = |dx: f64, dy: f64| {
        let (x, y) = (123.1749 + dx, -2.4133 + dy);
        std::fs::write(&file, format!("-1 0 0 {x} 0 -1 0 {y} 0 0 1 -5 0 0 0 1")).unwrap();
        let place = file.to_str().unwrap();
        let extra = ["--transform", place, "--tolerance", "0.06", "--dialect", "fanuc"];
        check(&part, &program, &tools, &extra)
    };
    assert_eq!(count(&report(0.0, 0.0), "gouging"), 0);
    for (dx, dy) in [(0.1, 0.0), (0.0, -0.1)] {
        let report = report(dx, dy);
        let regions = report["regions"].as_array().unwrap();
        for tool in CONTOURS {
            assert!(regions.iter().any(|r| r["tool"] == tool), "tool {tool}, {dx} {dy}");
        }
        let worst = regions[0]["depth_mm"][0].as_f64().unwrap();
        assert!((0.1..0.13).contains(&worst), "{worst}");
    }
}

/// Motions deeper than 0.02 mm and the deepest cut, as the brute force over LinuxCNC's own motions
/// found them; its arcs are chords within 0.001 mm.
#[test]
fn pockets_of_a_cam_agree_with_brute_force() {
    for (name, six, gouging, worst) in [
        ("ok", "1=flat:6", 4, 0.0208),
        ("deep", "1=flat:6", 52, 0.5),
        ("wrong_d", "1=flat:8", 242, 1.0208),
    ] {
        let part = data("freecad/pockets.stl");
        let program = data(&format!("freecad/pockets_{name}.linuxcnc.ngc"));
        let (Some(part), Some(program)) = (part, program) else { return };
        let tools = [six, "2=flat:5", "3=flat:10"].map(String::from);
        let report = check(&part, &program, &tools, &["--tolerance", "0.02"]);
        assert_eq!(count(&report, "gouging"), gouging, "{name}");
        let depth = report["regions"][0]["witness"]["tool_side_mm"][0].as_f64().unwrap();
        assert!((depth - worst).abs() < 0.0012, "{name}: {depth}");
    }
}
