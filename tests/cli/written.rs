//! Several formats from one run, and any format from a saved report.

use crate::scene::{Scene, gouging_program};

const BASE: [&str; 7] =
    ["check", "block.stl", "job.nc", "--tool", "1=ball:6", "--start=0,0,50", "--no-run"];

fn scene() -> Scene {
    let s = Scene::new();
    s.write("job.nc", gouging_program(0.5));
    s
}

#[test]
fn each_output_takes_one_format_and_the_last_format_may_go_without() {
    let s = scene();
    let extra = ["--format", "json", "--output", "r.json", "--format", "sarif"];
    let extra = [&extra[..], &["-o", "r.sarif", "--format", "text"]].concat();
    let run = s.gouge(&[&BASE[..], &extra].concat());
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(run.out, s.gouge(&BASE).out);
    let json = s.gouge(&[&BASE[..], &["--format", "json"]].concat()).out;
    assert_eq!(s.read("r.json"), json);
    assert!(s.read("r.sarif").contains("\"version\": \"2.1.0\""));
}

/// The file went to the first format, which was meant for the standard output.
#[test]
fn a_file_belongs_to_the_format_right_before_it() {
    let s = scene();
    let text = s.gouge(&BASE).out;
    let json = s.gouge(&[&BASE[..], &["--format", "json"]].concat()).out;
    for extra in [
        &["--format", "text", "--format", "json", "--output", "r.json"][..],
        &["--format", "json", "-o", "r.json", "--format", "text"],
        &["--output=r.json", "--format", "json", "--format", "text"],
        &["--format", "text", "--format=json", "-or.json", "--format", "csv", "-o", "r.csv"],
        &["--format", "json", "--format", "csv", "--format", "text", "-o", "r.json", "-o", "r.csv"],
    ] {
        let run = s.gouge(&[&BASE[..], extra].concat());
        assert_eq!(run.out, text, "{extra:?}: {}", run.err);
        assert_eq!(s.read("r.json"), json, "{extra:?}");
        std::fs::remove_file(s.path("r.json")).unwrap();
    }
}

#[test]
fn formats_and_outputs_that_do_not_pair_are_refused() {
    let s = scene();
    for extra in [
        &["--format", "json", "--format", "text"][..],
        &["--output", "a.txt", "--output", "b.txt"],
        &["--format", "json", "--output", "a", "--format", "text", "--output", "a"],
    ] {
        let run = s.gouge(&[&BASE[..], extra].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{extra:?}");
        assert!(run.err.contains("J006"), "{}", run.err);
    }
    assert!(s.names() == ["block.stl", "job.nc"]);
}

#[test]
fn a_saved_report_renders_as_the_check_did() {
    let s = scene();
    let extra = ["--pictures", "--moves", "--format", "json", "--output", "r.json"];
    s.gouge(&[&BASE[..], &extra].concat());
    let formats =
        ["text", "json", "jsonl", "csv", "sarif", "junit", "github", "gitlab", "svg", "vtp"];
    for format in formats {
        let asked = ["--pictures", "--moves", "--format", format];
        let checked = s.gouge(&[&BASE[..], &asked].concat());
        let rendered = s.gouge(&["render", "r.json", "--format", format]);
        assert_eq!((rendered.code, rendered.err.as_str()), (0, ""), "{format}");
        assert_eq!(rendered.out, checked.out, "{format}");
    }
}

#[test]
fn depths_over_the_mesh_need_a_report_that_holds_them() {
    let s = scene();
    let extra = ["--format", "ply", "--output", "r.ply", "--format", "json", "--output", "r.json"];
    assert_eq!(s.gouge(&[&BASE[..], &extra].concat()).code, 1);
    assert!(!s.read("r.json").contains("surfaces"));
    let info = s.gouge(&["info", "r.ply"]);
    assert_eq!((info.code, info.err.as_str()), (0, ""));
    assert!(info.out.contains("triangles    12 ("), "{}", info.out);
    let run = s.gouge(&["render", "r.json", "--format", "vtp", "--output", "r.vtp"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--pictures"), "{}", run.err);
    assert!(!s.names().contains(&"r.vtp".to_owned()));
}

#[test]
fn a_report_without_pictures_is_not_drawn() {
    let s = scene();
    s.gouge(&[&BASE[..], &["--format", "json", "--output", "r.json"]].concat());
    let run = s.gouge(&["render", "r.json", "--format", "svg", "--output", "r.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--pictures"), "{}", run.err);
    assert!(!s.path("r.svg").exists());
}

#[test]
fn text_is_coloured_when_asked_and_quiet_when_asked() {
    let s = scene();
    let with = |extra: &[&str]| s.gouge(&[&BASE[..], extra].concat()).out;
    assert!(with(&["--color", "always"]).contains("\u{1b}["));
    assert!(!with(&["--color", "auto"]).contains("\u{1b}["));
    let quiet = with(&["--quiet"]);
    assert!(quiet.starts_with("gouge: ") && quiet.lines().count() == 1, "{quiet}");
}

/// A window whose corners had changed places ended the program.
#[test]
fn a_damaged_report_is_refused_with_the_field_that_is() {
    let s = scene();
    s.gouge(&[&BASE[..], &["--pictures", "--format", "json", "--output", "r.json"]].concat());
    let whole: serde_json::Value = serde_json::from_str(&s.read("r.json")).unwrap();
    for (place, value, field) in [
        ("/pictures/sections/0/window/1", "[-99, 0]", "pictures.sections[0].window"),
        ("/pictures/setup/cutting/0/2", "1e7", "pictures.setup.cutting"),
        ("/pictures/sections/0/plane/origin/1", "1e308", "pictures.sections[0].plane.origin[1]"),
        ("/pictures/view/step", "-1e99", "pictures.view"),
        ("/regions/0/reach_mm/0/0", "99", "regions[0].reach_mm"),
        ("/inputs/parts/0/bounds_mm/0/0", "99", "inputs.parts[0].bounds_mm"),
    ] {
        let mut report = whole.clone();
        *report.pointer_mut(place).unwrap() = serde_json::from_str(value).unwrap();
        s.write("d.json", report.to_string());
        for args in [&["render", "d.json", "--format", "svg"][..], &["diff", "r.json", "d.json"]] {
            let run = s.gouge(args);
            assert_eq!(run.code, 2, "{field}: {}{}", run.out, run.err);
            assert!(run.err.contains(&format!("d.json: {field}")), "{field}: {}", run.err);
        }
    }
    // A section may be lower than a number is high.
    let mut flat = whole;
    flat["pictures"]["sections"][0]["window"] = serde_json::json!([[0.0, 0.0], [100.0, 0.5]]);
    flat["pictures"]["sections"][0]["detail"] = serde_json::Value::Null;
    s.write("d.json", flat.to_string());
    assert_eq!(s.gouge(&["render", "d.json", "--format", "svg"]).code, 0);
}

/// Two formats went to one file that was named in two ways, and one of them was lost.
#[test]
fn one_file_named_in_two_ways_takes_one_format() {
    let s = Scene::new();
    s.write("op1.nc", gouging_program(0.0));
    let check = |first: &str, second: &str| {
        let args = ["check", "block.stl", "op1.nc", "--tool", "1=ball:6", "--start=0,0,50"];
        let files = ["--format", "json", "--output", first, "--format", "csv", "--output", second];
        s.gouge(&[&args[..], &files[..]].concat())
    };
    for (first, second) in [("b.json", "./b.json"), ("./b.json", "b.json"), ("b.json", "-")] {
        let run = check(first, second);
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains("J006"), "{}", run.err);
        assert_eq!(s.names(), ["block.stl", "op1.nc"]);
    }
    assert_eq!(check("b.json", "b.csv").code, 0);
    let link = s.path("link.json");
    #[cfg(unix)]
    std::os::unix::fs::symlink("b.json", &link).unwrap();
    if link.exists() {
        assert_eq!(check("b.json", "link.json").code, 2);
    }
}

/// A clean check with a warning was a failed test.
#[test]
fn a_warning_fails_no_test() {
    let s = Scene::new();
    s.write("job.nc", gouging_program(0.0).replace("T1 M6", "T1 M6 (T1 D=8.)"));
    let args =
        ["check", "block.stl", "job.nc", "--start=0,0,50", "--tool=1=ball:6", "--format=junit"];
    let run = s.gouge(&args);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("<system-out>warning: "), "{}", run.out);
    assert!(!run.out.contains("<failure"), "{}", run.out);
    let run = s.gouge(&[&args[..], &["--deny", "warnings"]].concat());
    assert!(run.code == 3 && run.out.contains("<error"), "{}", run.out);
    let job = "part = 'block.stl'\nprogram = 'job.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", job);
    assert_eq!(s.gouge(&["batch", "gouge.toml", "--results", "out"]).code, 0);
    let suites = s.read("out/junit.xml");
    assert!(suites.contains("warning: ") && !suites.contains("<failure"), "{suites}");
}

/// What was half written stayed beside what it should have become, for good.
#[cfg(unix)]
#[test]
fn an_interrupted_command_leaves_no_temporary_file() {
    use std::os::unix::process::ExitStatusExt;
    use std::time::{Duration, Instant};
    let s = Scene::new();
    s.write("endless.ngc", "G21 G90\no1 while [1]\nG1 X1 F100\nG1 X2\no1 endwhile\nM2\n");
    // Whoever runs the tests in the background may have had interrupts ignored, and they stay so.
    let ignored = |number: i32| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
    };
    let limit = Duration::from_secs(60);
    for (name, number) in [("INT", 2), ("TERM", 15)].into_iter().filter(|s| !ignored(s.1)) {
        let args = ["motions", "endless.ngc", "-o", "out.jsonl", "--max-motions", "3000000"];
        let mut child = s.command(&args).spawn().unwrap();
        let begun = || s.names().iter().any(|n| n.starts_with(".gouge-"));
        let asked = Instant::now();
        while !begun() {
            assert!(asked.elapsed() < limit && child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(
            std::process::Command::new("kill").args(["-s", name, &id]).status().unwrap().success()
        );
        let ended = loop {
            if let Some(ended) = child.try_wait().unwrap() {
                break ended;
            }
            if asked.elapsed() > limit {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(ended.signal(), Some(number));
        assert_eq!(s.names(), ["block.stl", "endless.ngc"]);
    }
}

/// A motion that nobody looked at was said to be no deeper than nothing.
#[test]
fn what_was_not_looked_at_has_no_upper_bound() {
    let s = scene();
    let of = |format: &str| {
        let args =
            ["check", "block.stl", "job.nc", "--tool=2=ball:6", "--start=0,0,50", "--no-run"];
        s.gouge(&[&args[..], &["--moves", "--format", format]].concat()).out
    };
    let report: serde_json::Value = serde_json::from_str(&of("json")).unwrap();
    let motions = report["motions"].as_array().unwrap();
    let open: Vec<_> = motions.iter().filter(|m| m["verdict"] == "unknown").collect();
    assert!(!open.is_empty());
    assert!(open.iter().all(|m| m["depth_mm"][1].as_f64() == Some(f64::MAX)), "{open:?}");
    let table = of("csv");
    assert!(table.lines().any(|line| line.contains(",unknown,0,,")), "{table}");
}

/// A motion that is accepted as it is was unknown among all motions, where the coverage has none.
#[test]
fn what_is_accepted_is_told_apart_from_what_is_unknown() {
    let s = scene();
    let of = |format: &str, name: &str| {
        let args = ["check", "block.stl", "job.nc", "--tool=1=ball:6", "--assume=start=safe"];
        s.gouge(&[&args[..], &["--moves", "--format", format, "--output", name]].concat());
        s.read(name)
    };
    let report: serde_json::Value = serde_json::from_str(&of("json", "r.json")).unwrap();
    let motions = report["motions"].as_array().unwrap();
    let assumed = motions.iter().filter(|m| m["assumed"] == true).count() as u64;
    assert!(assumed > 0 && report["coverage"]["assumed"] == assumed, "{}", report["coverage"]);
    let table = of("csv", "r.csv");
    assert!(table.contains(",assumed,0,,") && !table.contains(",unknown,"), "{table}");
    assert_eq!(s.gouge(&["recheck", "r.json"]).code, 0);
    let moved = s.read("r.json").replacen("\"assumed\":true,", "", 1);
    s.write("altered.json", moved);
    assert_eq!(s.gouge(&["recheck", "altered.json"]).code, 1);
}
