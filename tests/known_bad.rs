//! Case folders: parts and programs that simulators and CAM checks are known to pass.
//!
//! `case.toml`: the arguments of `check`, the exit code, the part as prisms over xz outlines, and
//! every gouge with its line, component and depth. Every witness must pass `recheck`, and fail
//! it when its point is moved by two hundredths of the tolerance.

use std::path::Path;
use std::process::{Command, Output};

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Case {
    arguments: Vec<String>,
    exit: i32,
    /// Codes of all warnings, in their order.
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    undecided: Option<String>,
    /// Names of all assumptions, in their order.
    #[serde(default)]
    assumptions: Option<Vec<String>>,
    /// A key that came from the job file.
    #[serde(default)]
    job: Option<String>,
    /// Part of the message of a region.
    #[serde(default)]
    message: Option<String>,
    part: Vec<Prism>,
    #[serde(default)]
    gouge: Vec<Gouge>,
}

#[derive(Deserialize)]
struct Prism {
    outline: Vec<[f64; 2]>,
    #[serde(default)]
    caps: Vec<[usize; 3]>,
    y: [f64; 2],
}

#[derive(Deserialize)]
struct Gouge {
    line: u64,
    component: String,
    /// This line alone is named.
    #[serde(default)]
    named: bool,
    #[serde(default)]
    depth: Option<f64>,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    buried: bool,
}

impl Prism {
    fn facets(&self, out: &mut Vec<[[f64; 3]; 3]>) {
        let n = self.outline.len();
        let at = |i: usize, end: usize| [self.outline[i][0], self.y[end], self.outline[i][1]];
        for i in 0..n {
            let j = (i + 1) % n;
            out.push([at(i, 0), at(j, 1), at(j, 0)]);
            out.push([at(i, 0), at(i, 1), at(j, 1)]);
        }
        let fan = || (1..n - 1).map(|i| [0, i, i + 1]).collect();
        let caps: Vec<[usize; 3]> = if self.caps.is_empty() { fan() } else { self.caps.clone() };
        for [a, b, c] in caps {
            out.push([at(a, 0), at(b, 0), at(c, 0)]);
            out.push([at(a, 1), at(c, 1), at(b, 1)]);
        }
    }
}

fn stl(parts: &[Prism]) -> Vec<u8> {
    let mut facets = Vec::new();
    parts.iter().for_each(|p| p.facets(&mut facets));
    let mut out = vec![0; 80];
    out.extend((facets.len() as u32).to_le_bytes());
    for facet in facets {
        out.extend([0; 12]);
        facet.iter().flatten().for_each(|c| out.extend((*c as f32).to_le_bytes()));
        out.extend([0; 2]);
    }
    out
}

fn gouge(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gouge"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command starts")
}

fn run(folder: &Path) {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(folder.join("case.toml")).unwrap();
    let case: Case = toml::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let room = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), room.path().join(file.file_name())).unwrap();
    }
    std::fs::write(room.path().join("part.stl"), stl(&case.part)).unwrap();
    let mut arguments = vec!["check", "part.stl", "program.nc", "--format", "json", "--no-run"];
    arguments.extend(case.arguments.iter().map(String::as_str));
    let out = gouge(room.path(), &arguments);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(case.exit), "{name}: {said}");
    let report: Value =
        serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{name}: {e}"));

    let regions = report["regions"].as_array().unwrap();
    assert_eq!(regions.is_empty(), case.gouge.is_empty(), "{name}: {report:#}");
    for want in &case.gouge {
        let found = regions.iter().any(|r| {
            let lines = [&r["lines"][0], &r["lines"][1]].map(|l| l.as_u64().unwrap());
            let depth = [&r["depth_mm"][0], &r["depth_mm"][1]].map(|d| d.as_f64().unwrap());
            (lines[0]..=lines[1]).contains(&want.line)
                && (!want.named || r["witness"]["line"] == want.line)
                && r["component"] == want.component
                && want.code.as_ref().is_none_or(|c| r["code"] == *c)
                && r["witness"]["buried"] == want.buried
                && want.depth.is_none_or(|d| {
                    depth[0] <= d + 1e-6 && d - 1e-6 <= depth[1] && d - depth[0] <= 1e-4
                })
        });
        assert!(found, "{name}: no gouge on line {} in {report:#}", want.line);
    }
    let warned = report["warnings"].as_array().unwrap().iter().map(|w| &w["code"]);
    let warned: Vec<&str> = warned.map(|code| code.as_str().unwrap()).collect();
    assert_eq!(warned, case.warnings, "{name}: {:#}", report["warnings"]);
    let undecided = report["undecided"].as_array().unwrap();
    let is_told = |code: &String| undecided.iter().any(|u| u["code"] == *code);
    assert!(case.undecided.as_ref().is_none_or(is_told), "{name}: {report:#}");
    if let Some(names) = &case.assumptions {
        let listed = report["assumptions"].as_array().unwrap().iter().map(|a| &a["name"]);
        assert!(listed.eq(names.iter()), "{name}: {report:#}");
    }
    if let Some(key) = &case.job {
        assert_eq!(report["job"]["path"], "gouge.toml", "{name}");
        assert!(report["job"]["values"][key].is_string(), "{name}: {report:#}");
    }
    if let Some(part) = &case.message {
        let said = regions.iter().filter_map(|r| r["message"].as_str());
        assert!(said.into_iter().any(|m| m.contains(part)), "{name}: {report:#}");
    }
    if !regions.is_empty() {
        recheck(&name, room.path(), report);
    }
}

/// The witnesses hold, and do not when their point is moved.
fn recheck(name: &str, room: &Path, report: Value) {
    let write = |r: &Value| std::fs::write(room.join("report.json"), r.to_string()).unwrap();
    write(&report);
    let out = gouge(room, &["recheck", "report.json"]);
    let said =
        String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{name}: {said}");
    let mut altered = report;
    let shift = 0.02 * altered["tolerance_mm"].as_f64().unwrap();
    for key in ["surface_point_mm", "control_point_mm"] {
        let normal = altered["regions"][0]["witness"]["normal"].clone();
        let point = altered["regions"][0]["witness"][key].clone();
        let moved: Vec<f64> = (0..3)
            .map(|i| point[i].as_f64().unwrap() + shift * normal[i].as_f64().unwrap())
            .collect();
        altered["regions"][0]["witness"][key] = serde_json::json!(moved);
        write(&altered);
        let out = gouge(room, &["recheck", "report.json"]);
        assert_eq!(out.status.code(), Some(1), "{name}: {key} moved by {shift} mm passes");
        altered["regions"][0]["witness"][key] = point;
    }
}

#[test]
fn every_known_bad_case_is_told_apart() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/check");
    let mut folders: Vec<_> = std::fs::read_dir(root).unwrap().map(|f| f.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() >= 16);
    let only = std::env::var("GOUGE_CASE").unwrap_or_default();
    folders.retain(|folder| folder.to_string_lossy().contains(&only));
    assert!(!folders.is_empty(), "no case folder is called `{only}` (GOUGE_CASE)");
    folders.iter().for_each(|f| run(f));
}
