//! Tolerance, allowance and deviation of single tools, operations and parts, from the job file to
//! the report and its proof.

use serde_json::{Value, json};

use super::scene::{Run, Scene};

/// Two operations of two tools on the block's top, each 0.1 mm deep, the second beginning where
/// the first one ends.
const TWO: &str = "G21 G90 G17\n(begin operation: Engrave)\nT1 M6\nG0 Z30\nG0 X5 Y10\n\
                   G1 Z9.9 F300\nG1 X20\n(begin operation: Finish)\nG1 X35\nG0 Z30\n\
                   (begin operation: Rest)\nT2 M6\nG0 X5 Y5\nG1 Z9.9\nG1 X35\nG0 Z30\nM30\n";

/// The job of that program, and what it says of limits.
fn scene(limits: &str) -> Scene {
    let s = Scene::new();
    s.write("two.nc", TWO);
    job(&s, limits);
    s
}

fn job(s: &Scene, limits: &str) {
    let job = "part = 'block.stl'\nprogram = 'two.nc'\nstart = [0, 0, 50]\n[tools]\n\
               1 = 'ball:6'\n2 = 'ball:4'\n";
    s.write("gouge.toml", format!("{job}{limits}"));
}

fn report(s: &Scene) -> Value {
    let run = s.gouge(&["check", "--format", "json", "--no-run", "--moves"]);
    assert!(matches!(run.code, 0 | 1), "{}{}", run.out, run.err);
    serde_json::from_str(&run.out).unwrap()
}

/// Names of the operations that gouge.
fn gouging(report: &Value) -> Vec<&str> {
    let list = report["operations"].as_array().unwrap().iter();
    list.filter(|o| o["gouging"] != 0).map(|o| o["name"].as_str().unwrap()).collect()
}

fn recheck(s: &Scene, report: &Value) -> Run {
    s.write("report.json", report.to_string());
    s.gouge(&["recheck", "report.json"])
}

#[test]
fn a_looser_limit_of_one_operation_stays_with_it() {
    for (limits, left) in [
        ("", &["Engrave", "Finish", "Rest"][..]),
        ("[for.operation.Engrave]\nallowance = -0.2\n", &["Finish", "Rest"]),
        ("[for.operation.Finish]\ntolerance = 0.15\n", &["Engrave", "Rest"]),
        ("[for.tool.1]\ntolerance = 0.15\n", &["Rest"]),
        ("[for.tool.2]\nallowance = -0.2\n", &["Engrave", "Finish"]),
        ("[for.part.'block.stl']\nallowance = -0.2\n", &[]),
        // The operation's figure counts more than the tool's, that more than the part's.
        (
            "[for.part.'block.stl']\ntolerance = 0.15\n[for.tool.1]\ntolerance = 0.05\n\
             [for.operation.Finish]\ntolerance = 0.2\n",
            &["Engrave"],
        ),
        // Figures that nothing says are those of the job.
        ("[for.operation.Finish]\ndeviation = 0.02\n", &["Engrave", "Finish", "Rest"]),
    ] {
        let s = scene(limits);
        let report = report(&s);
        assert_eq!(gouging(&report), left, "{limits}");
        let proved = recheck(&s, &report);
        assert_eq!(proved.code, 0, "{limits}{}", proved.out);
    }
}

/// The stricter one of two operations that meet must not be judged by the other's figure, and the
/// report must say of each what it was held to.
#[test]
fn a_region_at_the_border_of_two_operations_names_its_own_limits() {
    let s = scene("[for.operation.Engrave]\ntolerance = 0.05\nallowance = 0.01\n");
    let report = report(&s);
    assert_eq!(gouging(&report), ["Engrave", "Finish", "Rest"]);
    let own = json!({"tolerance_mm": 0.05, "allowance_mm": 0.01, "deviation_mm": 0.0});
    for region in report["regions"].as_array().unwrap() {
        let engraves = region["operation"] == "Engrave";
        assert_eq!(region.get("limits"), engraves.then_some(&own), "{region}");
        let depth = region["depth_mm"][0].as_f64().unwrap();
        let want = if engraves { 0.11 } else { 0.1 };
        assert!((depth - want).abs() < 1e-3, "{region}");
    }
    let limits: Vec<Option<&Value>> =
        report["operations"].as_array().unwrap().iter().map(|o| o.get("limits")).collect();
    let before = json!([{"body": 0, "body_role": "part", "limits": own}]);
    assert_eq!(limits, [Some(&before), None, None]);
    let rule = json!([{"of": "operation", "name": "Engrave", "tolerance_mm": 0.05,
                       "allowance_mm": 0.01, "source": "job"}]);
    assert_eq!(report["options"]["limits"], rule);
}

#[test]
fn limits_that_are_altered_in_a_report_fail() {
    let s = scene(
        "[for.operation.Engrave]\ntolerance = 0.05\ndeviation = 0.02\n[for.tool.2]\nallowance = 0.3\n",
    );
    let report = report(&s);
    assert_eq!(recheck(&s, &report).code, 0, "{}", recheck(&s, &report).out);
    let engraves = report["regions"].as_array().unwrap().iter();
    let engraves = engraves.clone().position(|r| r["operation"] == "Engrave").unwrap();
    for (place, value) in [
        ("/options/limits/0/tolerance_mm", json!(0.06)),
        ("/options/limits/0/deviation_mm", json!(0.03)),
        ("/options/limits/0/name", json!("Finish")),
        ("/options/limits/1/name", json!("1")),
        ("/options/limits/1/of", json!("part")),
        ("/options/limits/1/allowance_mm", json!(0.2)),
        ("/options/limits/1/allowance_mm", Value::Null),
        ("/options/limits", json!([])),
        ("/operations/0/limits/0/limits/tolerance_mm", json!(0.01)),
        ("/operations/0/limits", json!([])),
        ("/operations/2/limits/0/limits/allowance_mm", json!(0.2)),
        ("/operations/2/limits/0/body_role", json!("fixture")),
        ("/error_budget_mm/deviation", json!(0.0)),
        (&format!("/regions/{engraves}/limits/tolerance_mm"), json!(0.01)),
        (&format!("/regions/{engraves}/limits"), Value::Null),
    ] {
        let mut copy = report.clone();
        *copy.pointer_mut(place).unwrap() = value;
        let run = recheck(&s, &copy);
        assert_eq!(run.code, 1, "{place}: {}", run.out);
    }
    // A list of a body that is not there, or of one that is held to what holds for all.
    for (operation, body) in [(0, 7), (1, 0)] {
        let mut copy = report.clone();
        let list = json!([{"body": body, "body_role": "part", "limits":
            {"tolerance_mm": 0.01, "allowance_mm": 0.0, "deviation_mm": 0.0}}]);
        copy["operations"][operation]["limits"] = list;
        assert_eq!(recheck(&s, &copy).code, 1, "{operation}");
    }
}

#[test]
fn every_format_says_what_was_in_force() {
    let s = scene("[for.operation.Engrave]\ntolerance = 0.05\n[for.tool.2]\nallowance = -0.2\n");
    let text = s.gouge(&["check"]).out;
    for said in [
        "limits of operation Engrave: tolerance 0.05 mm (job)",
        "limits of T2: allowance -0.2 mm (job)",
        "held to limits of its own: tolerance 0.05 mm, allowance 0 mm, deviation 0 mm",
        "tolerance 0.01 mm (0.01 to 0.05 mm for tools, operations or parts with their own)",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let head = text.lines().find(|l| l.starts_with("operation ")).unwrap();
    assert!(head.ends_with("tolerance  allowance  deviation"), "{head}");
    let page = s.gouge(&["check", "--format", "html"]).out;
    assert!(page.contains("limits of T2: allowance -0.2 mm"), "{page}");
    assert!(page.contains("held to limits of its own: tolerance 0.05 mm"), "{page}");
    let table = s.gouge(&["check", "--format", "csv"]).out;
    let head = ",tolerance_mm,allowance_mm,deviation_mm,about,file,accepted";
    assert!(table.lines().next().unwrap().ends_with(head), "{table}");
    let says = |name: &str, end: &str| {
        table.lines().any(|l| l.contains(name) && l.ends_with(&format!("{end},region,,")))
    };
    assert!(says(",Engrave,", ",0.05,0,0") && says(",Finish,", ",0.01,0,0"), "{table}");
    let sarif = s.gouge(&["check", "--format", "sarif"]).out;
    assert!(sarif.contains("\"tolerance_mm\": 0.05"), "{sarif}");
    // Without limits of their own nothing is said of them.
    job(&s, "");
    let text = s.gouge(&["check"]).out;
    assert!(!text.contains("limits of") && !text.contains("deviation  "), "{text}");
}

#[test]
fn slices_of_a_program_with_limits_of_its_own_merge_to_the_whole() {
    let s = scene("[for.operation.Engrave]\nallowance = -0.2\n[for.tool.2]\ntolerance = 0.15\n");
    let whole = s.gouge(&["check", "--format", "json", "--no-run"]);
    let mut worst = 0;
    for m in 1..=3 {
        let (slice, file) = (format!("slice:{m}/3"), format!("share-{m}.json"));
        worst = worst.max(s.gouge(&["check", "--partition", &slice, "--output", &file]).code);
    }
    assert_eq!(worst, whole.code);
    let merged = s.gouge(&["merge", "share-1.json", "share-2.json", "share-3.json"]);
    assert_eq!((merged.code, merged.out), (whole.code, whole.out));
    job(&s, "[for.operation.Engrave]\nallowance = -0.05\n[for.tool.2]\ntolerance = 0.15\n");
    let slice = ["check", "--partition", "slice:1/3", "--output", "share-1.json"];
    let run = s.gouge(&[&slice[..], &["--exit-zero"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let mixed = s.gouge(&["merge", "share-1.json", "share-2.json", "share-3.json"]);
    assert_eq!(mixed.code, 2, "{}", mixed.out);
}

#[test]
fn a_proof_under_other_limits_is_no_proof() {
    let s = scene("[for.tool.2]\ntolerance = 0.15\n");
    let run = || s.gouge(&["batch", "gouge.toml", "--results", "out"]).out;
    assert!(!run().contains("from the cache"));
    assert!(run().contains("from the cache"));
    for limits in [
        "[for.tool.2]\ntolerance = 0.16\n",
        "[for.tool.1]\ntolerance = 0.16\n",
        "[for.operation.Rest]\ntolerance = 0.16\n",
        "[for.operation.Rest]\ndeviation = 0.16\n",
    ] {
        job(&s, limits);
        assert!(!run().contains("from the cache"), "{limits}");
    }
}

#[test]
fn what_is_typed_counts_for_every_tool_and_operation() {
    let s = scene("[for.operation.Finish]\ntolerance = 0.001\n[for.tool.2]\nallowance = 0.5\n");
    let run = s.gouge(&["check", "--tolerance", "0.2", "--allowance", "0"]);
    assert_eq!(run.code, 0, "{}", run.out);
    let run = s.gouge(&["check", "--tolerance", "0.2", "--format", "csv"]);
    assert_eq!(run.code, 1);
    let mut regions = run.out.lines().filter(|l| l.contains(",region,"));
    assert!(regions.all(|l| l.contains(",Rest,") && l.ends_with(",0.2,0.5,0,region,,")));
    assert!(run.out.lines().skip(1).all(|l| l.contains(",region,") || l.contains(",warning,")));
}

#[test]
fn limits_of_what_is_not_there_are_errors_with_the_nearest() {
    let s = scene("");
    for (limits, said) in [
        ("[for.operation.Engrve]\ntolerance = 1\n", &["gouge.toml:8", "is `Engrave` meant?"][..]),
        ("[for.tool.3]\ntolerance = 1\n", &["gouge.toml:8", "is T2 meant?"]),
        ("[for.tool.ball]\ntolerance = 1\n", &["is not a tool number", "[for.tool.3]"]),
        ("[for.part.'blok.stl']\ntolerance = 1\n", &["gouge.toml:8", "is `block.stl` meant?"]),
        ("[for.tool.1]\ntolerence = 1\n", &["line 8", "`for.tool.1.tolerance` meant"]),
        ("[for.tool.1]\ntolerance = 0\n", &["line 8", "for.tool.1.tolerance"]),
        ("[for.tool.1]\ntolerance = '1 furlong'\n", &["line 8", "furlong"]),
        ("[for.tool.1]\ntolerance = 1\n[for.tool.T1]\nallowance = 1\n", &["are the same"]),
        ("[for.fixture.a]\ntolerance = 1\n", &["line 7", "is not a key"]),
    ] {
        job(&s, limits);
        let run = s.gouge(&["check"]);
        assert_eq!(run.code, 2, "{limits}{}", run.out);
        for said in said {
            assert!(run.err.contains(said), "{limits}{said}: {}", run.err);
        }
    }
    // A fixture was said to be a part of the nearest name.
    job(&s, "[for.part.'vise.stl']\ntolerance = 1\n");
    let text = s.read("gouge.toml").replacen("program", "fixture = 'vise.stl'\nprogram", 1);
    s.write("gouge.toml", text);
    let told = s.gouge(&["check"]).err;
    let help = told.contains("[for.tool.3]") && !told.contains("meant");
    assert!(told.contains("`vise.stl` is a fixture, not a part") && help, "{told}");
    // Another program of the job has it; what a shop says is for many jobs.
    s.write("other.nc", TWO.replace("Engrave", "Letters"));
    s.write("gouge-shop.toml", "[for.tool.77]\ntolerance = 0.5\n");
    job(&s, "[for.operation.Letters]\nallowance = -0.2\n");
    let text = s.read("gouge.toml").replace("'two.nc'", "['two.nc', 'other.nc']");
    s.write("gouge.toml", text);
    assert_eq!(s.gouge(&["check", "two.nc"]).code, 1);
    let other = s.gouge(&["check", "other.nc", "--format", "json"]).out;
    assert_eq!(gouging(&serde_json::from_str(&other).unwrap()), ["Finish", "Rest"]);
}

#[test]
fn a_name_may_end_like_a_key() {
    let s = scene("[for.operation.'Finish.tolerance']\ntolerance = 0.5\n");
    s.write("two.nc", TWO.replace("Finish", "Finish.tolerance"));
    assert_eq!(gouging(&report(&s)), ["Engrave", "Rest"]);
}

#[test]
fn a_fixture_keeps_no_allowance_whatever_its_tool_leaves_on_parts() {
    let s = scene("[for.tool.1]\nallowance = -0.2\n[for.operation.Rest]\ntolerance = 0.15\n");
    let block = std::fs::read(s.path("block.stl")).unwrap();
    s.write("vise.stl", block);
    let job = s.read("gouge.toml").replace("program", "fixture = 'vise.stl'\nprogram");
    s.write("gouge.toml", job);
    let report = report(&s);
    let roles: Vec<_> =
        report["regions"].as_array().unwrap().iter().map(|r| &r["body_role"]).collect();
    assert!(!roles.is_empty() && roles.iter().all(|role| *role == "fixture"), "{roles:?}");
    assert_eq!(gouging(&report), ["Engrave", "Finish"]);
    assert_eq!(recheck(&s, &report).code, 0, "{}", recheck(&s, &report).out);
}

#[test]
fn a_job_shows_where_each_limit_was_set() {
    let s = scene("[for.operation.'Engrave']\nallowance = -0.2\n");
    s.write("gouge-shop.toml", "tolerance = 0.02\n[for.tool.1]\ntolerance = '0.001in'\n");
    let shown = s.gouge(&["job", "show"]).out;
    let row = |key: &str| shown.lines().find(|l| l.starts_with(key)).unwrap().to_owned();
    assert!(row("for.operation.Engrave.allowance").ends_with("gouge.toml:8"), "{shown}");
    assert!(row("for.tool.1.tolerance").contains("0.001in"), "{shown}");
    assert!(row("for.tool.1.tolerance").ends_with("gouge-shop.toml:3"), "{shown}");
    let page = s.gouge(&["help", "job"]).out;
    let order = "in this order: command line, operation, tool, part,";
    assert!(page.contains(order) && page.contains("[for.operation.\"Engrave logo\"]"), "{page}");
}

/// A job's limits of a named operation held for the next tool as well, and behind the subprogram that
/// names it: cuts as deep as that were clean.
#[test]
fn limits_of_an_operation_end_with_its_tool_and_its_subprogram() {
    let limits = "[for.operation.Engrave]\nallowance = -0.5\n";
    let s = scene(limits);
    let cut = |y: u32, z: &str| format!("G0 X5 Y{y}\nG1 Z{z} F300\nG1 X20\nG0 Z30\n");
    let (shallow, deep) = (cut(10, "9.9"), cut(20, "9.8"));
    let head = "G21 G90 G17\nO9 sub\n(Operation: Engrave)\n";
    let one = "(Operation: Engrave)\nT1 M6\nG0 Z30\n";
    for text in [
        format!("G21 G90 G17\n{one}{shallow}T2 M6\n{deep}M2\n"),
        format!("{head}{shallow}O9 endsub\nT1 M6\nG0 Z30\nO9 call\n{deep}M2\n"),
    ] {
        s.write("two.nc", &text);
        let told = report(&s);
        let regions = told["regions"].as_array().unwrap();
        assert_eq!(regions.len(), 1, "{text}: {regions:?}");
        let depth = regions[0]["depth_mm"][0].as_f64().unwrap();
        assert!((depth - 0.2).abs() < 0.01, "{text}: {depth}");
    }
}
