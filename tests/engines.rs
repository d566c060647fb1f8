//! Every engine gives the same report, byte for byte.

use std::process::Command;

use gouge::sample::{self, Size};
use gouge::tree::Engine;

fn report(
    folder: &std::path::Path,
    written: &sample::Written,
    tool: &str,
    engine: Engine,
) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_gouge"))
        .current_dir(folder)
        .arg("check")
        .args([&written.part, &written.program])
        .args(["--tool", tool, "--start", "0,0,50", "--engine", engine.name()])
        .args(["--format", "json", "--no-run"])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&out.stderr);
    assert!(matches!(out.status.code(), Some(0 | 1 | 3)), "{engine}: {error}");
    String::from_utf8(out.stdout).unwrap()
}

/// All samples with `GOUGE_FULL_CASES=1`, else two that gouge.
#[test]
fn engines_agree_on_samples() {
    let full = std::env::var_os("GOUGE_FULL_CASES").is_some();
    let few = ["duct-low", "block-wide"];
    let folder = tempfile::tempdir().unwrap();
    for (name, _) in sample::NAMES.iter().filter(|(n, _)| full || few.contains(n)) {
        let size = Size { triangles: 1000, rows: 5.0, ..Size::default() };
        let made = sample::make(name, &size).unwrap();
        let written = sample::write(name, folder.path(), &size).unwrap();
        let tool = format!("{}={}", made.tools[0].0, made.tools[0].1);
        let first = report(folder.path(), &written, &tool, Engine::ALL[0]);
        assert!(first.contains("gouge-report"));
        for &engine in &Engine::ALL[1..] {
            assert!(first == report(folder.path(), &written, &tool, engine), "{name}: {engine}");
        }
    }
}
