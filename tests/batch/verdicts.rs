//! What the rows of a batch say, and what it ends with.

use super::found::{JOB, job};
use super::scene::{Scene, clean_program, gouging_program};

/// Something unknown ended with 0 where it was expected.
#[test]
fn what_is_unknown_is_no_success_even_where_it_is_expected() {
    let s = Scene::new();
    job(&s, "a", &clean_program());
    let expect = |verdict: &str| format!("{JOB}[expect]\n'op1.nc' = '{verdict}'\n");
    s.write("a/gouge.toml", expect("unknown").replace("start = [0, 0, 50]\n", ""));
    let run = s.gouge(&["batch", "a"]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    // A gouge that is expected, beside a block that nobody understood.
    s.write("a/gouge.toml", expect("gouge"));
    s.write("a/op1.nc", gouging_program(0.5));
    let run = s.gouge(&["batch", "a"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.lines().any(|l| l.starts_with("gouge ") && l.ends_with("  as expected")));
    s.write("a/op1.nc", gouging_program(0.5).replace("M30", "G1 X1 X2\nM30"));
    let run = s.gouge(&["batch", "a"]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    let open = "  as expected, but not everything was checked";
    assert!(run.out.lines().any(|l| l.starts_with("gouge ") && l.ends_with(open)), "{}", run.out);
    let help = s.gouge(&["help", "job"]).out;
    assert!(help.contains("[expect]") && help.contains("Unknown always ends with 3"), "{help}");
}

/// The files for dashboards failed the program that gouged as its job expected, and passed the one
/// that came to something else. Two jobs of one program had the same suite and cases.
#[test]
fn dashboards_fail_what_the_batch_fails() {
    let s = Scene::new();
    for (name, program, verdict) in
        [("a", gouging_program(0.5), "gouge"), ("b", clean_program(), "gouge")]
    {
        job(&s, name, &program);
        s.write(&format!("{name}/gouge.toml"), format!("{JOB}[expect]\n'op1.nc' = '{verdict}'\n"));
    }
    s.write("c.toml", JOB.replace("'block.stl'", "'a/block.stl'").replace("'*.nc'", "'a/*.nc'"));
    let run = s.gouge(&["batch", "a", "b", "--results", "out"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    let suites = s.read("out/junit.xml");
    assert_eq!(suites.matches("<failure").count(), 1, "{suites}");
    assert!(suites.contains("the verdict is clean, and the job expects gouge"), "{suites}");
    let log: serde_json::Value = serde_json::from_str(&s.read("out/results.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let open = |r: &&serde_json::Value| r["suppressions"].as_array().unwrap().is_empty();
    let codes: Vec<&str> =
        results.iter().filter(open).map(|r| r["ruleId"].as_str().unwrap()).collect();
    assert_eq!(codes, ["J014"], "{log}");
    assert!(results.iter().any(|r| r["ruleId"] == "G001" && r["level"] == "note"), "{log}");
    let run = s.gouge(&["batch", "a", "c.toml", "--results", "twice"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    let suites = s.read("twice/junit.xml");
    let names: Vec<&str> = suites
        .split("<testsuite name=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(names.len() == 2 && names[0] != names[1], "{names:?}");
    assert_eq!(suites.matches("<failure").count(), 1, "{suites}");
}

/// `results.sarif` had the exit code of the verdict where that of the batch went by what was
/// expected, and the closing line said "1 clean" beside exit code 1.
#[test]
fn exit_codes_for_dashboards_and_the_closing_line_go_by_what_is_expected() {
    let s = Scene::new();
    let told = |name: &str, program: String, closing: &str| {
        job(&s, name, &program);
        s.write(&format!("{name}/gouge.toml"), format!("{JOB}[expect]\n'op1.nc' = 'gouge'\n"));
        let out = format!("out-{name}");
        let run = s.gouge(&["batch", name, "--results", &out]);
        assert!(run.out.lines().any(|line| line == closing), "{}", run.out);
        assert!(s.read(&format!("{out}/index.html")).contains(closing));
        let log = s.read(&format!("{out}/results.sarif"));
        let log: serde_json::Value = serde_json::from_str(&log).unwrap();
        let invocation = log["runs"][0]["invocations"][0].clone();
        assert_eq!(invocation["exitCode"], run.code, "{log}");
        let text = invocation["exitCodeDescription"].as_str().unwrap().to_owned();
        (run.code, text)
    };
    let (code, text) = told("met", gouging_program(0.5), "1 program: 1 gouging; 1 as expected");
    assert!(code == 0 && text.ends_with("; as the job expects"), "{text}");
    let (code, text) = told("failed", clean_program(), "1 program: 1 clean; 1 not as expected");
    let what = "; the verdict is clean, and the job expects gouge";
    assert!(code == 1 && text.ends_with(what), "{text}");
    let open = gouging_program(0.5).replace("M30", "G1 X1 X2\nM30");
    let (code, text) =
        told("open", open, "1 program: 1 gouging; 1 as expected, but not everything was checked");
    assert!(code == 3 && text.ends_with("but not everything was checked"), "{text}");
}

/// A tool library under the name of a result was overwritten and then removed.
#[test]
fn no_result_takes_the_place_of_what_a_job_reads() {
    let s = Scene::new();
    job(&s, "a", &clean_program());
    s.write("a/gouge.toml", format!("tools_from = 'op1.nc.json'\n{JOB}"));
    let library = r#"{"data": [], "version": 1}"#;
    s.write("a/op1.nc.json", library);
    for results in ["a", "a/../a"] {
        let run = s.gouge(&["batch", "a", "--results", results]);
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains("op1.nc.json: a job of this batch reads it"), "{}", run.err);
        assert!(run.err.contains("--results"), "{}", run.err);
    }
    assert_eq!(s.read("a/op1.nc.json"), library);
    let run = s.gouge(&["batch", "a", "--results", "out"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
}

/// What somebody accepted was called clean, and a failed job "as expected".
#[test]
fn accepted_is_not_clean_and_failed_is_not_expected() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    let run = s.gouge(&["batch", "a", "--results", "out"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let report: serde_json::Value = serde_json::from_str(&s.read("out/op1.nc.json")).unwrap();
    let region = report["regions"][0]["fingerprint"].as_str().unwrap();
    let tool = report["inputs"]["tools"][0]["spec"].as_str().unwrap();
    let mesh = report["inputs"]["parts"][0]["sha256"].as_str().unwrap();
    s.write(
        "base.toml",
        format!(
            "[regions.{region}]\nreason = 'it is meant'\nmesh = '{mesh}'\ntool = '{tool}'\n\
             depth_mm = 9\ncontacts = {}\nlength_mm = {}\nreach_mm = {}\n",
            report["regions"][0]["contacts"],
            report["regions"][0]["length_mm"],
            report["regions"][0]["reach_mm"],
        ),
    );
    let run = s.gouge(&["batch", "a", "--results", "out", "--baseline", "base.toml"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("accepted op1.nc"), "{}", run.out);
    assert!(run.out.contains("1 program: 1 accepted"), "{}", run.out);
    assert!(run.err.contains("regions: 1, 1 of them accepted"), "{}", run.err);
    let summary: serde_json::Value = serde_json::from_str(&s.read("out/summary.json")).unwrap();
    let row = &summary["tasks"][0];
    assert_eq!((&row["verdict"], &row["left"]), (&"gouge".into(), &"clean".into()), "{summary}");
    let page = s.read("out/index.html");
    assert!(page.contains("regions accepted: 1") && page.contains("1 accepted"), "{page}");
    s.write("a/gouge.toml", format!("{JOB}[expect]\n'op1.nc' = 'clean'\n"));
    std::fs::remove_file(s.path("a/block.stl")).unwrap();
    let run = s.gouge(&["batch", "a"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(!run.err.contains("expected"), "{}", run.err);
}

/// Programs of the same file name shared what was said of one of them.
#[test]
fn a_name_that_two_programs_have_is_refused_and_a_path_is_one() {
    let s = Scene::new();
    job(&s, "j", &clean_program());
    for folder in ["j/a", "j/b"] {
        std::fs::create_dir(s.path(folder)).unwrap();
        s.write(&format!("{folder}/op1.nc"), gouging_program(0.05));
    }
    let base = JOB.replace("'*.nc'", "['a/op1.nc', 'b/op1.nc']");
    let run = |more: &str| {
        s.write("j/gouge.toml", format!("{base}{more}"));
        s.gouge(&["batch", "j"])
    };
    for table in ["[for.program.'op1.nc']\ntolerance = 0.1\n", "[expect]\n'op1.nc' = 'gouge'\n"] {
        let both = run(table);
        assert_eq!(both.code, 2, "{}", both.out);
        assert!(both.err.contains("several programs are named `op1.nc`"), "{}", both.err);
        assert!(both.err.contains("`a/op1.nc`, `b/op1.nc`"), "{}", both.err);
    }
    let one = run("[for.program.'b/op1.nc']\ntolerance = 0.1\n");
    assert_eq!(one.code, 1, "{}{}", one.out, one.err);
    assert!(one.out.contains("gouge    a/op1.nc") && one.out.contains("clean    b/op1.nc"));
    assert_eq!(s.gouge(&["check", "j/b/op1.nc"]).code, 0);
    assert_eq!(s.gouge(&["check", "j/a/op1.nc"]).code, 1);
    let shown = s.gouge(&["job", "show", "j/b/op1.nc"]).out;
    let row = shown.lines().find(|line| line.starts_with("tolerance")).unwrap();
    assert!(row.contains("0.1") && row.ends_with("gouge.toml:7"), "{shown}");
    let one = run("[expect]\n'b/op1.nc' = 'gouge'\n'a/op1.nc' = 'gouge'\n");
    assert_eq!(one.code, 0, "{}{}", one.out, one.err);
    let wrong = run("[expect]\n'c/op1.nc' = 'gouge'\n");
    assert!(wrong.err.contains("`c/op1.nc` is not a program of this job; is `"), "{}", wrong.err);
    let twice = run(
        "[for.program.'b/op1.nc']\ntolerance = 0.1\n[for.program.'./b/op1.nc']\nallowance = 1\n",
    );
    assert!(twice.err.contains("are the same"), "{}", twice.err);
}

/// Two parts of one name were "none of the parts".
#[test]
fn a_name_that_two_parts_have_is_refused() {
    let s = Scene::new();
    job(&s, "j", &clean_program());
    for folder in ["j/a", "j/b"] {
        std::fs::create_dir(s.path(folder)).unwrap();
        std::fs::copy(s.path("block.stl"), s.path(&format!("{folder}/p.stl"))).unwrap();
    }
    let base = JOB.replace("'block.stl'", "['a/p.stl', 'b/p.stl']");
    s.write("j/gouge.toml", format!("{base}[for.part.'p.stl']\ntolerance = 0.1\n"));
    let run = s.gouge(&["batch", "j"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("several parts are named `p.stl`"), "{}", run.err);
    s.write("j/gouge.toml", format!("{base}[for.part.'a/p.stl']\ntolerance = 0.1\n"));
    assert_eq!(s.gouge(&["batch", "j"]).code, 0);
}
