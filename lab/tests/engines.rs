//! Every engine gives the same report, byte for byte.

#[path = "../../crates/gouge-nc/tests/support/absent.rs"]
mod absent;

use std::path::{Path, PathBuf};
use std::process::Command;

use gouge::sample::{self, Size};
use gouge_lab::tree::Engine;
use serde_json::Value;

/// Bytes of the meshes and programs that are compared by default: seconds for all engines.
const SMALL_MESH: u64 = 400_000;
const SMALL_PROGRAM: u64 = 30_000;

/// All cases of the acceptance, in minutes with `--release`.
fn full() -> bool {
    std::env::var_os("GOUGE_FULL_CASES").is_some()
}

/// The report of one check by one engine; `GOUGE_BINARY` names another build to ask.
fn report(folder: &Path, args: &[String], engine: Engine) -> String {
    let binary = std::env::var_os("GOUGE_BINARY")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_gouge-lab")), PathBuf::from);
    let out = Command::new(binary)
        .current_dir(folder)
        .arg("check")
        .args(args)
        .args(["--engine", engine.name(), "--format", "json", "--no-run"])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&out.stderr);
    assert!(matches!(out.status.code(), Some(0 | 1 | 3)), "{engine}: {error}");
    String::from_utf8(out.stdout).unwrap()
}

/// Engines whose report differs from the first one's, and where.
fn strangers(folder: &Path, name: &str, args: &[String]) -> Vec<String> {
    let first = report(folder, args, Engine::ALL[0]);
    assert!(first.contains("gouge-report"));
    let mut differ = Vec::new();
    for &engine in &Engine::ALL[1..] {
        let other = report(folder, args, engine);
        let line = first.lines().zip(other.lines()).find(|(a, b)| a != b);
        if let Some((a, b)) = line {
            differ.push(format!("{name}, {engine}:\n  {}\n  {}", a.trim(), b.trim()));
        } else if first.len() != other.len() {
            differ.push(format!("{name}, {engine}: one is longer"));
        }
    }
    eprintln!("{name}: {}", first.lines().find(|l| l.contains("\"verdict\"")).unwrap_or(""));
    differ
}

/// All samples with `GOUGE_FULL_CASES=1`, else two that gouge.
#[test]
fn engines_agree_on_samples() {
    let few = ["duct-low", "block-wide"];
    let folder = tempfile::tempdir().unwrap();
    let mut differ = Vec::new();
    for (name, _) in sample::NAMES.iter().filter(|(n, _)| full() || few.contains(n)) {
        let size = Size { triangles: 1000, rows: 5.0, ..Size::default() };
        let made = sample::make(name, &size).unwrap();
        let written = sample::write(name, folder.path(), &size).unwrap();
        let mut args = [&written.part, &written.program].map(|p| p.display().to_string()).to_vec();
        args.extend(["--start", "0,0,50"].map(String::from));
        for (number, spec) in &made.tools {
            args.extend(["--tool".to_owned(), format!("{number}={spec}")]);
        }
        differ.extend(strangers(folder.path(), name, &args));
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Parts and programs of others: the small ones, all with `GOUGE_FULL_CASES=1`; `GOUGE_PAIR=ID`
/// for one of them. Programs that are no G-code are left out.
#[test]
fn engines_agree_on_pairs() {
    let data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let Ok(text) = std::fs::read_to_string(data.join("pairs.json")) else {
        absent::absent("../shared/data/pairs.json");
        return;
    };
    let only = std::env::var("GOUGE_PAIR").ok();
    let pairs: Value = serde_json::from_str(&text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut differ = Vec::new();
    let mut compared = 0;
    for pair in pairs["pairs"].as_array().unwrap() {
        let id = pair["id"].as_str().unwrap();
        let Some(tools) = pair["tools"].as_object() else { continue };
        let file = |key: &str| data.join(pair[key].as_str().unwrap()).display().to_string();
        let size = |key: &str| std::fs::metadata(file(key)).map_or(u64::MAX, |facts| facts.len());
        let small = size("mesh") <= SMALL_MESH && size("program") <= SMALL_PROGRAM;
        if only.as_ref().map_or(!full() && !small, |o| o != id) {
            continue;
        }
        compared += 1;
        let transform = folder.path().join("transform.txt");
        std::fs::write(&transform, matrix(&pair["mesh_to_program"])).unwrap();
        let mut args = vec![file("mesh"), file("program"), "--start=0,0,200".to_owned()];
        args.extend(["--mesh-units".to_owned(), pair["mesh_units"].as_str().unwrap().to_owned()]);
        args.extend(["--transform".to_owned(), transform.display().to_string()]);
        for (name, tool) in tools {
            let numbers = name.strip_prefix('T').map_or(0..=9, |n| {
                let n = n.parse::<u32>().unwrap();
                n..=n
            });
            let size = |key: &str| tool[key].as_f64().unwrap();
            let (diameter, corner) = (size("diameter_mm"), size("corner_radius_mm"));
            let spec = if corner == 0.0 {
                format!("flat:{diameter}")
            } else if 2.0 * corner >= diameter {
                format!("ball:{diameter}")
            } else {
                format!("bull:{diameter},{corner}")
            };
            args.extend(numbers.flat_map(|n| ["--tool".to_owned(), format!("{n}={spec}")]));
        }
        differ.extend(strangers(folder.path(), id, &args));
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(compared > 0, "no pair was compared");
}

/// Moves out of the way were told to nothing where nothing was to stay on the part, and of what a
/// waist leaves of a ball the hull was too small: a raise was 0.0089115120 or 0.0089115121 mm.
#[test]
fn engines_agree_on_how_far_a_formed_tool_is_to_be_raised() {
    let folder = tempfile::tempdir().unwrap();
    let corner = |i: usize| [0, 1, 2].map(|k| [40.0, 0.015625, 8.828125][k] * (i >> k & 1) as f64);
    let quads =
        [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
    let vertices = (0..8).map(|i| corner(i).map(|x| x.to_string()).join(" "));
    let mut part: String = vertices.map(|v| format!("v {v}\n")).collect();
    part.extend(quads.map(|[a, b, c, d]| format!("f {a} {b} {c}\nf {a} {c} {d}\n")));
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    put("part.obj", &part);
    put("path.nc", "G21 G90\nT1 M6\nG1 X6.421875 Y-0.341145488 Z8.765625 F100\nM2\n");
    let arcs = "arc 1.1328125 1.1328125 1.1328125\narc 0.56640625 2.1138569027245593 1.1328125";
    put("tool.txt", &format!("start 0 0\n{arcs}\nline 0.56640625 6.796875\n"));
    let args = "part.obj path.nc --tool 1=profile:tool.txt --tolerance 0.001 --mesh-units mm \
                --start=20,-3.684895488,8.765625 --assume units --assume place";
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    let differ = strangers(folder.path(), "formed tool", &args);
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Rotation and shift as sixteen numbers.
fn matrix(place: &Value) -> String {
    let row = |i: usize| {
        let turned = place["rotation"][i].as_array().unwrap().iter();
        let shift = &place["translation_mm"][i];
        let numbers: Vec<String> = turned.chain([shift]).map(Value::to_string).collect();
        numbers.join(" ")
    };
    [row(0), row(1), row(2), "0 0 0 1".to_owned()].join("\n")
}
