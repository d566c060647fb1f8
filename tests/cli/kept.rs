//! What a command reads: it writes over none of it, and says when it is no longer what was checked.

use crate::jobs::words;
use crate::scene::{Run, Scene, gouging_program};

const START: &str = "--start=0,0,50";

/// Holders, profiles, meshes of tools and subprograms were overwritten by the report about them.
#[test]
fn a_report_is_written_over_no_file_that_is_read() {
    let s = scene();
    let check = |program: &str, tool: &str, more: &[&str], output: &str| {
        let before = std::fs::read(s.path(output)).unwrap();
        let base = ["check", "block.stl", program, "--tool", tool, START, "-q", "-o", output];
        let run = s.gouge(&[&base[..], more].concat());
        refused(&run, output);
        assert_eq!(std::fs::read(s.path(output)).unwrap(), before, "{output}");
    };
    check("job.nc", "1=ball:6;len=40;holder=holder.txt", &[], "holder.txt");
    check("job.nc", "1=profile:holder.txt", &[], "holder.txt");
    check("job.nc", "1=mesh:tool.stl", &[], "tool.stl");
    let control = ["--dialect", "fanuc", "--subprograms", "subs"];
    check("calls.nc", "1=ball:6", &control, "subs/O0100.nc");
    let slice = [&control[..], &["--partition", "slice:1/2"]].concat();
    let json = [&slice[..], &["--format", "json"]].concat();
    check("calls.nc", "1=ball:6", &json, "subs/O0100.nc");
    s.write("card.toml", "");
    check("job.nc", "1=ball:6", &["--engine", "accelerator", "--device", "card.toml"], "card.toml");
    s.write("gouge.toml", "tools_from = 'lib.csv'\n");
    s.write("lib.csv", "T,kind,DC\n2,ball,6\n");
    check("job.nc", "1=ball:6", &[], "lib.csv");

    let motions =
        s.gouge(&[&["motions", "calls.nc"][..], &control, &["-o", "subs/O0100.nc"]].concat());
    refused(&motions, "subs/O0100.nc");
    assert!(s.read("subs/O0100.nc").contains("M99"));
}

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

fn refused(run: &Run, name: &str) {
    assert_eq!(run.code, 2, "{name}: {}{}", run.out, run.err);
    assert!(run.err.contains(name) && run.err.contains("read by this command"), "{}", run.err);
}

/// A picture took the place of the program or of the report, and was SVG under every name.
#[test]
fn a_screen_is_written_over_nothing_that_it_shows_and_as_svg_alone() {
    let s = scene();
    let check = ["block.stl", "job.svg", "--tool", "1=ball:6;len=40;holder=holder.svg", START];
    s.write("job.svg", gouging_program(0.5));
    s.write("holder.svg", s.read("holder.txt"));
    let report = [&["check"][..], &check, &["--format", "json", "-o", "r.json"]].concat();
    assert_eq!(s.gouge(&report).code, 1);
    std::fs::rename(s.path("r.json"), s.path("r.svg")).unwrap();
    s.write("r.json", s.read("r.svg"));
    for name in ["job.svg", "holder.svg"] {
        let before = s.read(name);
        for shown in [&check[..], &["r.json"]] {
            let run = s.gouge(&[&["browse"][..], shown, &["--shot", name]].concat());
            assert_eq!(run.code, 2, "{name}");
            assert!(run.err.contains("is needed as it is"), "{}", run.err);
            assert_eq!(s.read(name), before);
        }
    }
    for name in ["s.png", "r.json", "shot", "job.nc"] {
        let run = s.gouge(&["browse", "r.json", "--shot", name]);
        assert_eq!(run.code, 2, "{name}");
        assert!(run.err.contains("ends in .svg"), "{}", run.err);
    }
    assert_eq!(s.gouge(&["browse", "r.json", "--shot", "a.svg"]).code, 0);
}

/// A part of one's own that was called `duct` was replaced by the sample.
#[test]
fn samples_are_written_over_nothing_else() {
    let s = Scene::new();
    let sample = ["sample", "duct", "--folder", "."];
    assert_eq!(s.gouge(&sample).code, 0);
    assert_eq!(s.gouge(&sample).code, 0);
    s.write("toolpaths/duct.ngc", "(mine)\n");
    let run = s.gouge(&sample);
    assert_eq!((run.code, s.read("toolpaths/duct.ngc").as_str()), (2, "(mine)\n"));
    assert!(
        run.err.contains("toolpaths/duct.ngc: a different file is already here"),
        "{}",
        run.err
    );
    std::fs::create_dir_all(s.path("shop/01-duct")).unwrap();
    s.write("shop/01-duct/gouge.toml", "part = 'mine.stl'\n");
    assert_eq!(s.gouge(&["sample", "shop", "--triangles", "300"]).code, 2);
    assert_eq!(s.read("shop/01-duct/gouge.toml"), "part = 'mine.stl'\n");
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

/// What was in the folder that one stood in counted as what was checked, where its names were the
/// same.
#[test]
fn browse_takes_no_file_of_another_job_for_one_of_the_report() {
    let [own, other] = [scene(), scene()];
    for (s, tool) in [(&own, 6), (&other, 8)] {
        s.write("lib.csv", format!("T,kind,DC\n1,ball,{tool}\n"));
        s.write("gouge.toml", "part = 'block.stl'\nprogram = 'job.nc'\ntools_from = 'lib.csv'\n");
    }
    own.write("job.nc", gouging_program(0.3));
    let run = own.gouge(&["check", START, "--format", "json", "-o", "r.json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let report = own.path("r.json");
    let shown = || {
        let run = other.gouge(&["browse", report.to_str().unwrap(), "--shot", "a.svg"]);
        assert_eq!(run.code, 0, "{}", run.err);
        words(&other.read("a.svg"))
    };
    assert!(!shown().contains("FILES"), "{}", shown());
    own.write("lib.csv", "T,kind,DC\n1,ball,8\n");
    assert!(shown().contains("FILESCHANGED"), "{}", shown());
}
