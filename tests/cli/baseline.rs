//! Regions that somebody accepted, and what became of regions from one report to the next.

use serde_json::Value;

use crate::scene::{Run, Scene, gouging_program};

const BASE: [&str; 5] = ["check", "block.stl", "job.nc", "--start=0,0,50", "--no-run"];

fn check(s: &Scene, tool: &str, depth: f64, extra: &[&str]) -> Run {
    s.write("job.nc", gouging_program(depth));
    s.gouge(&[&BASE[..], &["--tool", tool], extra].concat())
}

fn report(s: &Scene, tool: &str, depth: f64, name: &str) -> Value {
    check(s, tool, depth, &["--format", "json", "--output", name]);
    serde_json::from_str(&s.read(name)).unwrap()
}

/// A file that accepts the region of `report`, with `more` lines.
fn accept(s: &Scene, report: &Value, more: &str) {
    let (region, inputs) = (&report["regions"][0], &report["inputs"]);
    s.write(
        "accepted.toml",
        format!(
            "[regions.{}]\nreason = \"it is meant\"\nwho = \"A. Miller\"\nmesh = {}\ntool = {}\n\
             depth_mm = {}\n{more}",
            region["fingerprint"].as_str().unwrap(),
            inputs["parts"][0]["sha256"],
            inputs["tools"][0]["spec"],
            region["depth_mm"][1],
        ),
    );
}

#[test]
fn an_accepted_region_fails_no_check_and_stays_a_gouge() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "until = \"9999-12-31\"\n");
    let run = check(&s, "1=ball:6", 0.5, &["--baseline", "accepted.toml"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("accepted by A. Miller until 9999-12-31: it is meant"), "{}", run.out);
    assert!(run.out.contains("in 1 region, all accepted"), "{}", run.out);
    let json = ["--baseline", "accepted.toml", "--format", "json", "--output", "a.json"];
    check(&s, "1=ball:6", 0.5, &json);
    let report: Value = serde_json::from_str(&s.read("a.json")).unwrap();
    assert_eq!(report["verdict"], "gouge");
    assert_eq!(s.gouge(&["recheck", "a.json"]).code, 0);
}

#[test]
fn an_acceptance_is_void_where_part_tool_depth_or_day_are_others() {
    let s = Scene::new();
    let accepted = report(&s, "1=ball:6", 0.5, "r.json");
    let base = ["--baseline", "accepted.toml"];
    let void = |why: &str, tool: &str, depth: f64| {
        let run = check(&s, tool, depth, &base);
        assert_eq!(run.code, 1, "{why}: {}", run.out);
        assert!(run.out.contains(why), "{why}: {}", run.out);
    };
    accept(&s, &accepted, "until = \"2020-01-31\"\n");
    void("it was accepted until 2020-01-31", "1=ball:6", 0.5);
    accept(&s, &accepted, "");
    s.write("accepted.toml", s.read("accepted.toml").replace("ball:6", "ball:8"));
    void("the tool is another", "1=ball:6", 0.5);
    accept(&s, &accepted, "");
    s.write("accepted.toml", s.read("accepted.toml").replace("mesh = \"", "mesh = \"0"));
    void("the mesh is another", "1=ball:6", 0.5);
    accept(&s, &accepted, "");
    void("the tool is another", "1=ball:6;len=20", 0.5);
    accept(&s, &accepted, "");
    s.write("accepted.toml", s.read("accepted.toml").replace("depth_mm = 0.5", "depth_mm = 0.4"));
    void("it is deeper than it was accepted", "1=ball:6", 0.5);
    s.write("accepted.toml", "[regions.2433e2002131bb7e]\nreason = \"gone\"\n");
    void("1 accepted region of that file not found", "1=ball:6", 0.5);
    s.write("accepted.toml", "[regions.2433e2002131bb7e]\nreasons = \"gone\"\n");
    assert_eq!(check(&s, "1=ball:6", 0.5, &base).code, 2);
}

#[test]
fn what_is_unknown_is_never_accepted() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "");
    s.write("job.nc", gouging_program(0.5).replace("M30", "G187 P1\nM30"));
    let run =
        s.gouge(&[&BASE[..], &["--tool", "1=ball:6", "--baseline", "accepted.toml"]].concat());
    assert_eq!(run.code, 3, "{}", run.out);
}

#[test]
fn a_diff_tells_what_became_of_regions_and_what_changed() {
    let s = Scene::new();
    report(&s, "1=ball:6", 0.5, "half.json");
    report(&s, "1=ball:6", 0.8, "more.json");
    report(&s, "1=ball:6;len=20", 0.5, "long.json");
    report(&s, "1=ball:6", 0.0, "clean.json");
    let diff = |old: &str, new: &str| s.gouge(&["diff", old, new]);
    let deeper = diff("half.json", "more.json");
    assert_eq!(deeper.code, 1, "{}", deeper.out);
    assert!(deeper.out.starts_with("deeper, was 0.5000 mm: line"), "{}", deeper.out);
    assert!(deeper.out.contains("changed: inputs.program.sha256: "), "{}", deeper.out);
    let back = diff("more.json", "half.json");
    assert_eq!(back.code, 0);
    assert!(back.out.starts_with("shallower, was 0.8000 mm"), "{}", back.out);
    let same = diff("half.json", "long.json");
    assert_eq!(same.code, 0);
    assert!(same.out.contains("changed: inputs.tools.T1: ball:6 -> ball:6;len=20"), "{}", same.out);
    assert!(same.out.ends_with("0 regions new, 0 deeper, 1 same, 0 shallower, 0 gone\n"));
    assert_eq!(diff("clean.json", "half.json").code, 1);
    assert!(diff("half.json", "clean.json").out.starts_with("gone: "));
    let json = s.gouge(&["diff", "half.json", "more.json", "--json"]);
    let change: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(change["regions"][0]["became"], "deeper");
    assert_eq!(change["regions"][0]["known_by"], "place");
}

#[test]
fn a_diff_tells_which_distances_became_less() {
    let s = Scene::new();
    let measured = |height: f64, out: &str| {
        s.write("job.nc", format!("G21 G90\nT1 M6\nG0 X-5 Y10 Z50\nG0 Z{height}\nG0 X15\n"));
        let run = s.gouge(&[
            "check",
            "block.stl",
            "job.nc",
            "--tool",
            "1=ball:6",
            "--start",
            "0,0,50",
            "--clearance",
            "--format",
            "json",
            "--output",
            out,
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
    };
    measured(14.0, "far.json");
    measured(12.5, "near.json");
    let nearer = s.gouge(&["diff", "far.json", "near.json"]);
    assert_eq!(nearer.code, 0, "{}", nearer.out);
    let line = nearer.out.lines().next().unwrap();
    assert!(line.starts_with("nearer, was 3.9990 mm: 2.4990 mm between the cutter"), "{line}");
    assert!(line.ends_with("of T1 and the part, T1, line 5"), "{line}");
    let json = s.gouge(&["diff", "near.json", "far.json", "--json"]);
    let change: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(change["clearances"][0]["went"], "farther", "{}", json.out);
    assert_eq!(change["clearances"][0]["component"], "cutter");
    let same = s.gouge(&["diff", "far.json", "far.json"]);
    assert!(!same.out.contains("was"), "{}", same.out);
}

#[test]
fn a_batch_takes_what_a_job_or_the_command_says_is_accepted() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "until = \"9999-12-31\"\n");
    let job = "part = 'block.stl'\nprogram = 'job.nc'\nstart = [0, 0, 50]\n";
    let tools = "[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", format!("{job}{tools}"));
    let batch = |extra: &[&str]| s.gouge(&[&["batch", "gouge.toml"], extra].concat());
    assert_eq!(batch(&[]).code, 1);
    let run = batch(&["--baseline", "accepted.toml"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.err.contains("regions: 1, 1 of them accepted"), "{}", run.err);
    s.write("gouge.toml", format!("{job}baseline = 'accepted.toml'\n{tools}"));
    assert_eq!(batch(&[]).code, 0);
    assert_eq!(s.gouge(&["check", "job.nc"]).code, 0);
    // What is kept of a proof holds no acceptance.
    s.write("gouge.toml", format!("{job}{tools}"));
    assert_eq!(batch(&[]).code, 1);
}
