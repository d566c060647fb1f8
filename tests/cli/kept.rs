//! What a command reads: it says when it is no longer what was checked.

use crate::jobs::words;
use crate::scene::{Scene, gouging_program};

const START: &str = "--start=0,0,50";

fn scene() -> Scene {
    let s = Scene::new();
    s.write("job.nc", gouging_program(0.5));
    s.write("holder.txt", "start 0 0\nline 3 0\nline 3 30\n");
    std::fs::copy(s.path("block.stl"), s.path("tool.stl")).unwrap();
    std::fs::create_dir(s.path("subs")).unwrap();
    s.write("subs/O0100.nc", subprogram("9."));
    s.write("calls.nc", "O1\nG21 G90 T1 M6\nG0 X20. Y10. Z50.\nM98 P100\nM30\n");
    s
}

fn subprogram(height: &str) -> String {
    format!("O0100\nG1 Z{height} F100\nG1 Z30.\nM99\n")
}

/// No report named the subprograms that it was made from, and another one passed for what was
/// checked.
#[test]
fn a_changed_subprogram_is_noticed() {
    let s = scene();
    let base = ["check", "block.stl", "calls.nc", "--tool", "1=ball:6", START, "--no-run"];
    let control = ["--dialect", "fanuc", "--subprograms", "subs"];
    let check = |output: &str| {
        let json = ["--format", "json", "-o", output];
        assert_eq!(s.gouge(&[&base[..], &control, &json].concat()).code, 1);
    };
    check("r.json");
    let report: serde_json::Value = serde_json::from_str(&s.read("r.json")).unwrap();
    let called = &report["inputs"]["program"]["subprograms"];
    assert!(called[0]["file"].as_str().unwrap().ends_with("O0100.nc"), "{called}");
    assert_eq!(called[0]["sha256"].as_str().map(str::len), Some(64));
    let recheck = || s.gouge(&["recheck", "r.json"]);
    let shown = || {
        assert_eq!(s.gouge(&["browse", "r.json", "--shot", "a.svg"]).code, 0);
        words(&s.read("a.svg"))
    };
    assert_eq!(recheck().code, 0, "{}", recheck().out);
    assert!(!shown().contains("CHANGED"));

    s.write("subs/O0100.nc", subprogram("9.").replace("O0100", "O0100 (NEW)"));
    let run = recheck();
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("inputs.program.subprograms") && run.out.contains("not the file"));
    assert!(shown().contains("CHANGED"));
    check("new.json");
    let diff = s.gouge(&["diff", "r.json", "new.json"]).out;
    assert!(diff.contains("inputs.program.subprograms"), "{diff}");

    // And one that the report does not name.
    s.write("subs/O0100.nc", subprogram("9."));
    let mut forged = report;
    forged["inputs"]["program"].as_object_mut().unwrap().remove("subprograms");
    s.write("r.json", forged.to_string());
    assert!(recheck().out.contains("are not those called"), "{}", recheck().out);

    let plain = ["check", "block.stl", "job.nc", "--tool", "1=ball:6", START, "--format", "json"];
    assert!(!s.gouge(&plain).out.contains("subprograms"));
}

/// A holder or a mesh of a tool could be another one than was checked, and nothing said so.
#[test]
fn browse_notices_a_changed_tool() {
    let s = scene();
    let shown = |tool: &str, change: &dyn Fn()| {
        let base = ["check", "block.stl", "job.nc", "--tool", tool, START, "--no-run"];
        let run = s.gouge(&[&base[..], &["--format", "json", "-o", "r.json"]].concat());
        assert!(run.code != 2, "{}", run.err);
        let shown = || {
            assert_eq!(s.gouge(&["browse", "r.json", "--shot", "a.svg"]).code, 0);
            words(&s.read("a.svg"))
        };
        assert!(!shown().contains("CHANGED"), "{tool}");
        change();
        assert!(shown().contains("CHANGED"), "{tool}");
    };
    let holder = |radius: u32| {
        s.write("holder.txt", format!("start 0 0\nline {radius} 0\nline {radius} 30\n"));
    };
    shown("1=ball:6;len=40;holder=holder.txt", &|| holder(20));
    shown("1=profile:holder.txt", &|| holder(3));
    shown("1=mesh:tool.stl", &|| {
        let mut bytes = std::fs::read(s.path("tool.stl")).unwrap();
        bytes[0] ^= 1;
        s.write("tool.stl", bytes);
    });
}
