//! Cutter compensation by the radius of tools that no tool table states.

use super::scene::Scene;

/// A contour 5 mm off the block's front wall with a 10 mm tool, or `deep` nearer.
fn program(comment: &str, deep: f64) -> String {
    format!(
        "G21 G90 G17 G94 G40\n{comment}\nT1 M6\nG43 H1\nG0 X-20 Y-20 Z30\nG1 Z5 F500\n\
         G1 G42 D1 X-10 Y{deep}\nX45\nG40 X60 Y-20\nG0 Z30\nM2\n"
    )
}

/// With tools from comments, and no tool table, every tool was missing from the table.
#[test]
fn a_comment_declares_the_tool_that_is_compensated_for() {
    let s = Scene::new();
    let base = ["check", "block.stl", "--start=0,0,50", "--compensation", "control"];
    let check = |name: &str, text: String, more: &[&str]| {
        s.write(name, text);
        s.gouge(&[&base[..], &[name], more].concat())
    };
    let comment = "(T1 D=10. CR=0. - FLAT)";
    let json = ["--format", "json", "--output", "r.json"];
    for (name, text, more) in [
        ("commented.ngc", program(comment, 0.3), &[][..]),
        ("typed.ngc", program("", 0.3), &["--tool", "1=flat:10"]),
    ] {
        let run = check(name, text, &[more, &json].concat());
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{name}: {}", run.out);
        let report: serde_json::Value = serde_json::from_str(&s.read("r.json")).unwrap();
        assert_eq!(report["refusals"], serde_json::json!([]), "{name}");
        let depth = report["regions"][0]["depth_mm"][0].as_f64().unwrap();
        assert!((depth - 0.3).abs() < 1e-6, "{name}: {depth}");
        let held = s.gouge(&["recheck", "r.json"]);
        assert_eq!(held.code, 0, "{name}: {}{}", held.out, held.err);
    }
    let clean = check("clean.ngc", program(comment, 0.0), &[]);
    assert_eq!(clean.code, 0, "{}", clean.out);

    // Nothing tells a diameter.
    let run = check("unknown.ngc", program("", 0.0), &[]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("--tool 1=flat:D") && !run.out.contains("not in the tool table"));
    let motions = ["motions", "commented.ngc", "--start=0,0,50", "--compensation", "control"];
    let run = s.gouge(&motions);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("-4.7"), "{}", run.out);
}

/// What the control's own table holds of a declared tool was taken for granted without a word, and
/// a tool could change (M61) while its radius counted: a path that no control drives was clean.
#[test]
fn a_declared_diameter_is_an_assumption_and_m61_changes_no_tool_in_compensation() {
    let s = Scene::new();
    s.write("typed.ngc", program("", 0.0));
    let base = ["check", "block.stl", "--start=0,0,50", "--compensation", "control"];
    let run = s.gouge(&[&base[..], &["typed.ngc", "--tool", "1=flat:10"]].concat());
    let listed = "the control's table holds the declared diameter of T1, 10 mm";
    assert!(run.code == 0 && run.out.contains(listed), "{}{}", run.out, run.err);
    s.write("t.tbl", "T1 P1 D10 Z0\n");
    let table = ["typed.ngc", "--tool", "1=flat:10", "--tools", "t.tbl"];
    let run = s.gouge(&[&base[..], &table].concat());
    assert!(run.code == 0 && !run.out.contains("declared diameter"), "{}{}", run.out, run.err);
    s.write("m61.ngc", program("", 0.0).replace("X45\n", "M61 Q1\nX45\n"));
    let run = s.gouge(&[&base[..], &["m61.ngc", "--tool", "1=flat:10"]].concat());
    let refused = "the tool cannot change while cutter compensation is on";
    assert!(run.code == 3 && run.out.contains(refused), "{}{}", run.out, run.err);
}
