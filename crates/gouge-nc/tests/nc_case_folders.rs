//! Case folders `tests/cases/nc/NAME/{program.ngc,expected.jsonl}`.
//!
//! The program's header says how it is run, in a comment such as `(run: fanuc, start 0 0 5)`, and
//! which rule of which manual it stands for. Each line of `expected.jsonl` is one motion or refusal
//! in program order; keys that are left out are not compared.

use std::ops::ControlFlow;
use std::path::Path;

use gouge_nc::{
    Compensation, Decimals, Dialect, Event, Interpreter, Kind, Options, Source, ToolTable,
};
use serde_json::{Value, json};

/// Largest difference of a number, mm or radians.
const SAME: f64 = 1e-6;

/// The tools that every case may use, mm.
const TOOLS: &str = "T1 P1 Z50.0 D6.0\nT2 P2 Z40.5 D4.0\nT3 P3 Z-12.25 D10.0\nT7 P12 Z101.6 D1.5\n";

fn options(text: &str) -> Options {
    let mut options = Options {
        tools: ToolTable::parse("tools", TOOLS, 1.0).ok(),
        max_motions: 100_000,
        max_idle_jumps: 10_000,
        ..Options::default()
    };
    let header = text.split("(run: ").nth(1).and_then(|rest| rest.split(')').next());
    for part in header.unwrap_or_default().split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words.as_slice() {
            ["start", x, y, z] => options.start = [x, y, z].map(|v| v.parse().ok()),
            ["home", x, y, z] => options.home = [x, y, z].map(|v| v.parse().ok()),
            ["compensation", "control"] => options.compensation = Some(Compensation::Control),
            ["compensation", "wear"] => options.compensation = Some(Compensation::Wear),
            ["absolute", "centers"] => options.absolute_arc_centers = true,
            ["calculator", "decimals"] => options.decimals = Some(Decimals::Whole),
            ["secondary", "axes"] => options.secondary_axes = true,
            ["skip"] => options.block_delete = true,
            [name] => options.dialect = name.parse::<Dialect>().expect("a dialect"),
            other => assert!(other.is_empty(), "unknown header {other:?}"),
        }
    }
    options
}

fn observed(folder: &Path, text: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut options = options(text);
    options.program_folder = Some(folder.to_owned());
    let source = Source::from_bytes("program.ngc", text);
    Interpreter::new(options.clone()).run(&source, |event| {
        match event {
            Event::Motion(m) => {
                let kind = match m.kind {
                    Kind::Rapid => "rapid",
                    Kind::Feed => "feed",
                    Kind::Arc => "arc",
                };
                let mut value = json!({"line": m.span.line, "kind": kind, "from": m.from.axes(), "to": m.to.axes(), "tool": m.tool, "dogleg": m.dogleg, "machine": m.machine});
                if let Some(arc) = m.arc {
                    value["center"] = json!(arc.center);
                    value["normal"] = json!(arc.normal);
                    value["sweep"] = json!(arc.sweep);
                }
                if let Some(rotary) = m.rotary {
                    value["rotary"] = json!(rotary);
                }
                if let Some(uvw) = m.secondary {
                    value["uvw"] = json!(uvw);
                }
                all.push(value);
            }
            Event::Refusal(r) => {
                all.push(json!({"line": r.span.line, "column": r.span.column, "refused": r.code, "message": r.message}));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    all
}

/// Every key of `expected` is in `got` with the same value; texts may hold more.
fn agrees(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Object(e), Value::Object(g)) => {
            e.contains_key("refused") == g.contains_key("refused")
                && e.iter().all(|(key, value)| g.get(key).is_some_and(|got| agrees(value, got)))
        }
        (Value::Array(e), Value::Array(g)) => {
            e.len() == g.len() && e.iter().zip(g).all(|(e, g)| agrees(e, g))
        }
        (Value::Number(e), Value::Number(g)) => {
            e.as_f64().zip(g.as_f64()).is_some_and(|(e, g)| (e - g).abs() <= SAME)
        }
        (Value::String(e), Value::String(g)) => g.contains(e.as_str()),
        _ => expected == got,
    }
}

#[test]
fn case_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/nc");
    let mut folders: Vec<_> = std::fs::read_dir(&root)
        .expect("case folders")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.join("program.ngc").is_file())
        .collect();
    folders.sort();
    let only = std::env::var("GOUGE_CASE").unwrap_or_default();
    folders.retain(|folder| folder.to_string_lossy().contains(&only));
    assert!(!folders.is_empty(), "no case folder is called `{only}` (GOUGE_CASE)");
    let mut wrong = Vec::new();
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(folder.join("program.ngc")).expect("program.ngc");
        let expected =
            std::fs::read_to_string(folder.join("expected.jsonl")).expect("expected.jsonl");
        let expected: Vec<Value> = expected
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| {
                serde_json::from_str(line).unwrap_or_else(|e| panic!("{name}: {e}: {line}"))
            })
            .collect();
        let got = observed(folder, &text);
        let first = expected.iter().zip(&got).position(|(e, g)| !agrees(e, g));
        if let Some(at) = first {
            wrong.push(format!(
                "{name}: entry {at}\n  expected {}\n  got      {}",
                expected[at], got[at]
            ));
        } else if expected.len() != got.len() {
            let at = expected.len().min(got.len());
            wrong.push(format!(
                "{name}: {} entries expected, {} got\n  next expected {:?}\n  next got {:?}",
                expected.len(),
                got.len(),
                expected.get(at).map(Value::to_string),
                got.get(at).map(Value::to_string)
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} cases differ\n{}",
        wrong.len(),
        folders.len(),
        wrong.join("\n")
    );
}
