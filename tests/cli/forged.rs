//! Reports whose findings were taken out of them: what can be found out again is missed, and the
//! rest is named.

use serde_json::{Value, json};

use crate::scene::{Scene, clean_program, gouging_program};

fn report(s: &Scene, program: &str, more: &[&str]) -> Value {
    s.write("job.nc", program);
    let base =
        ["check", "block.stl", "job.nc", "--tool", "1=ball:6", "--format", "json", "--no-run"];
    let start: &[&str] = if more.contains(&"--assume") { &[] } else { &["--start=0,0,50"] };
    serde_json::from_str(&s.gouge(&[&base[..], start, more].concat()).out).unwrap()
}

fn recheck(s: &Scene, report: &Value) -> (i32, String) {
    s.write("r.json", report.to_string());
    let run = s.gouge(&["recheck", "r.json"]);
    (run.code, run.out)
}

/// Nothing is left that speaks against `clean`.
fn forged(mut report: Value) -> Value {
    for list in ["regions", "undecided", "missing", "warnings"] {
        report[list] = json!([]);
    }
    report["verdict"] = json!("clean");
    report
}

/// Such reports passed, and nothing was said of it.
#[test]
fn a_verdict_turned_clean_is_missed_or_named() {
    let s = Scene::new();
    let far = report(&s, &clean_program(), &["--origin=0,0,500"]);
    assert_eq!(far["undecided"][0]["code"], "G020");
    assert_eq!(recheck(&s, &far).0, 0);
    let (code, out) = recheck(&s, &forged(far));
    assert!(code == 1 && out.contains("undecided lack G020"), "{out}");

    let odd = clean_program().replace("G0 X10 Y10", "G0 X10 Y10 Z29");
    let denied = report(&s, &odd, &["--deny", "warnings"]);
    assert_eq!(recheck(&s, &denied).0, 0);
    let code = denied["undecided"][0]["code"].as_str().unwrap();
    let (failed, out) = recheck(&s, &forged(denied.clone()));
    assert!(failed == 1 && out.contains(&format!("warnings lack {code}")), "{out}");

    let assumed = report(&s, &clean_program(), &["--assume", "start=safe"]);
    assert_eq!(recheck(&s, &assumed).0, 0);
    let mut bare = assumed;
    bare["assumptions"] = json!([]);
    let (failed, out) = recheck(&s, &bare);
    assert!(failed == 1 && out.contains("assumptions lack `start`"), "{out}");

    let mut clean = forged(report(&s, &gouging_program(0.5), &[]));
    clean["coverage"]["clean"] = clean["coverage"]["motions"].clone();
    clean["coverage"]["gouging"] = json!(0);
    for operation in clean["operations"].as_array_mut().unwrap() {
        operation["clean"] = operation["motions"].clone();
        for none in ["gouging", "unknown", "gouging_rapids"] {
            operation[none] = json!(0);
        }
        operation["regions"] = json!([]);
        operation["deepest_mm"]["cutter"] = Value::Null;
        for zone in operation["depths"].as_array_mut().unwrap() {
            zone["motions"] = json!([0, 0]);
            zone["length_mm"] = json!([0.0, 0.0]);
        }
    }
    let (code, out) = recheck(&s, &clean);
    assert_eq!(code, 0, "{out}");
    let named =
        ["the verdict `clean`", "motions called clean", "warnings and assumptions", "operations"];
    for what in named {
        assert!(
            out.lines().any(|l| l.starts_with("not proved: ") && l.contains(what)),
            "{what}: {out}"
        );
    }
}

/// Lengths below nothing, and boxes without corners.
#[test]
fn impossible_extents_are_refused() {
    let s = Scene::new();
    let sound = report(&s, &gouging_program(0.5), &[]);
    for (place, value) in [("/length_mm", json!(-1.0)), ("/reach_mm", json!([]))] {
        let mut copy = sound.clone();
        *copy["regions"][0].pointer_mut(place).unwrap() = value;
        assert_ne!(recheck(&s, &copy).0, 0, "{place}");
    }
}

/// A report whose operations lacked what every operation has held, though nothing else reads it.
#[test]
fn an_operation_that_lacks_a_field_is_refused() {
    let s = Scene::new();
    let whole = report(&s, &gouging_program(0.5), &[]);
    assert_eq!(recheck(&s, &whole).0, 0);
    for field in ["deepest_mm", "gouging_rapids", "length_mm"] {
        let mut bare = whole.clone();
        assert!(bare["operations"][0].as_object_mut().unwrap().remove(field).is_some());
        assert_eq!(recheck(&s, &bare).0, 2, "{field}");
    }
    let mut bare = whole;
    let depths = bare["operations"][0]["deepest_mm"].as_object_mut().unwrap();
    assert!(depths.remove("shank").is_some());
    s.write("r.json", bare.to_string());
    let run = s.gouge(&["recheck", "r.json"]);
    assert!(run.code == 2 && run.err.contains("`operations[0].deepest_mm.shank`"), "{}", run.err);
}

/// A list of acceptances that named a region which is not there held, and so did a start that was
/// none of the options'.
#[test]
fn acceptances_and_a_start_that_cannot_be_are_found() {
    let s = Scene::new();
    let sound = report(&s, &gouging_program(0.5), &[]);
    s.write("accepted.toml", super::scene::acceptance(&sound, ""));
    let accepted = report(&s, &gouging_program(0.5), &["--baseline", "accepted.toml"]);
    assert_eq!(accepted["baseline"]["accepted"], json!([1]));
    let (code, out) = recheck(&s, &accepted);
    assert_eq!(code, 0, "{out}");
    let start = out.lines().find(|line| line.contains("warnings and assumptions")).unwrap();
    assert!(start.contains("all other assumptions say"), "{start}");
    let region = json!({"region": 7, "why": "it is larger"});
    let own = accepted["regions"][0]["fingerprint"].clone();
    for (place, value, field) in [
        ("/baseline/accepted", json!([99]), "baseline.accepted"),
        ("/baseline/accepted", json!([]), "baseline.accepted"),
        ("/baseline/void", json!([region]), "baseline.void.region"),
        ("/baseline/void", json!([{"region": 1, "why": ""}]), "baseline.void.region"),
        ("/baseline/unused", json!([own]), "baseline.unused"),
        ("/baseline", Value::Null, "baseline"),
        ("/regions/0/accepted", Value::Null, "baseline.accepted"),
        ("/assumptions/0/value", json!("X0 Y0 Z51"), "assumptions"),
        ("/assumptions/0/name", json!("home"), "assumptions"),
    ] {
        let mut copy = accepted.clone();
        *copy.pointer_mut(place).unwrap() = value;
        let (code, out) = recheck(&s, &copy);
        assert!(code == 1 && out.contains(&format!("report: {field} ")), "{place}: {out}");
    }
}

/// Points that were taken out of a witness were not missed, and a text report showed them as zeros.
#[test]
fn a_report_that_lacks_a_field_is_refused() {
    let s = Scene::new();
    let whole = report(&s, &gouging_program(0.5), &[]);
    assert_eq!(recheck(&s, &whole).0, 0);
    let points = ["control_point_program", "surface_point_program", "barycentric"];
    let lists = ["operations", "assumptions", "missing", "job"];
    let paths = points.map(|name| ("/regions/0/witness", name)).into_iter();
    for (place, name) in
        paths.chain(lists.map(|name| ("", name))).chain([("/regions/0", "lift_mm")])
    {
        let mut bare = whole.clone();
        let fields = bare.pointer_mut(place).unwrap().as_object_mut().unwrap();
        assert!(fields.remove(name).is_some(), "{name}");
        s.write("r.json", bare.to_string());
        let run = s.gouge(&["recheck", "r.json"]);
        assert_eq!(run.code, 2, "{name}: {}", run.out);
        assert!(run.err.contains("J008") && run.err.contains(name), "{name}: {}", run.err);
        // What may be null says no less when it is not there.
        if !["job", "lift_mm"].contains(&name) {
            let run = s.gouge(&["render", "r.json"]);
            assert!(run.code == 2 && run.err.contains(name), "{name}: {}{}", run.out, run.err);
        }
    }
}

/// What a report holds was sent to the terminal as it is: it could recolour and rewrite what stands
/// there.
#[test]
fn nothing_in_a_report_steers_the_terminal() {
    let s = Scene::new();
    let whole = report(&s, &gouging_program(0.5), &["--assume", "start=safe"]);
    s.write("old.json", whole.to_string());
    let red = |place: &str| {
        let mut copy = whole.clone();
        *copy.pointer_mut(place).unwrap() = json!("\u{1b}[31mred");
        copy
    };
    for place in [
        "/assumptions/0/value",
        "/regions/0/message",
        "/regions/0/fingerprint",
        "/regions/0/witness/block/text",
        "/regions/0/operation",
        "/inputs/program/path",
        "/inputs/tools/0/spec",
        "/options/mesh_units",
        "/options/accepted/0",
    ] {
        s.write("r.json", red(place).to_string());
        let commands = [
            &["recheck", "r.json"][..],
            &["render", "r.json"],
            &["render", "r.json", "--format", "github"],
            &["diff", "old.json", "r.json"],
        ];
        for args in commands {
            let run = s.gouge(args);
            let said = run.out + &run.err;
            assert!(!said.contains('\u{1b}'), "{place}: {args:?}: {said:?}");
        }
    }
}
