//! What is accepted in a file, and does not count.

use crate::baseline::{accept, check, report};
use crate::scene::Scene;

/// A figure that is no number is not less than any: such an acceptance covered every depth.
#[test]
fn an_acceptance_without_a_reason_or_with_figures_that_none_has_is_refused() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "");
    let whole = s.read("accepted.toml");
    let corners = "reach_mm: two corners are needed here";
    for (key, value, words) in [
        ("depth_mm", "nan", "depth_mm = NaN: a number from 0 to "),
        ("depth_mm", "inf", "depth_mm = inf: "),
        ("depth_mm", "-0.1", "depth_mm = -0.1: "),
        ("depth_mm", "1e300", "depth_mm = 1"),
        ("length_mm", "nan", "length_mm = NaN: "),
        ("reach_mm", "[[nan, 0, 0], [1, 1, 1]]", corners),
        ("reach_mm", "[[-inf, -inf, -inf], [inf, inf, inf]]", corners),
        ("reach_mm", "[[2, 0, 0], [1, 1, 1]]", corners),
        ("contacts", "-1", "invalid value"),
        ("reason", "\"\"", "the reason is empty"),
        ("reason", "\" \\t\"", "the reason is empty"),
    ] {
        let line = |line: &str| match line.starts_with(key) {
            true => format!("{key} = {value}\n"),
            false => format!("{line}\n"),
        };
        s.write("accepted.toml", whole.lines().map(line).collect::<String>());
        let run = check(&s, "1=ball:6", 0.5, &["--baseline", "accepted.toml"]);
        assert_eq!(run.code, 2, "{key} = {value}: {}", run.out);
        assert!(run.err.contains(words), "{key} = {value}: {}", run.err);
    }
}

/// Another cutter in the same file was accepted as the one of before.
#[test]
fn an_acceptance_is_void_where_a_file_of_the_tool_has_other_contents() {
    let s = Scene::new();
    s.write("cutter.txt", "start 0 0\nline 3 0\nline 3 30\n");
    let tool = "1=profile:cutter.txt";
    let report = report(&s, tool, 0.5, "r.json");
    let digest = gouge::files::sha256(s.read("cutter.txt").as_bytes());
    assert_eq!(report["inputs"]["tools"][0]["sha256"], serde_json::json!([digest]));
    let base = ["--baseline", "accepted.toml"];
    // A file written by hand may not say which.
    accept(&s, &report, "");
    let run = check(&s, tool, 0.5, &base);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("what it was accepted for: no tool_sha256;"), "{}", run.out);
    accept(&s, &report, &format!("tool_sha256 = [\"{digest}\"]\n"));
    let run = check(&s, tool, 0.5, &base);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    s.write("cutter.txt", "start 0 0\nline 3 0\nline 3 29\n");
    let run = check(&s, tool, 0.5, &base);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(
        run.out.contains("a file of the tool has changed since it was accepted"),
        "{}",
        run.out
    );
    check(&s, tool, 0.5, &["--format", "json", "--output", "other.json"]);
    let diff = s.gouge(&["diff", "r.json", "other.json"]);
    assert!(diff.out.contains("changed: inputs.tools.T1.sha256: "), "{}", diff.out);
}

/// A report of last year said that all was accepted.
#[test]
fn what_was_accepted_until_a_day_is_shown_as_over_after_it() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "until = \"9999-12-31\"\n");
    let json = ["--baseline", "accepted.toml", "--format", "json", "--output", "a.json"];
    assert_eq!(check(&s, "1=ball:6", 0.5, &json).code, 0);
    let then = s.gouge(&["render", "a.json"]);
    assert!(then.out.contains("in 1 region, all accepted"), "{}", then.out);
    s.write("a.json", s.read("a.json").replace("9999-12-31", "2020-12-31"));
    let now = s.gouge(&["render", "a.json"]);
    assert!(now.out.contains("it was accepted until 2020-12-31"), "{}", now.out);
    assert!(!now.out.contains("all accepted"), "{}", now.out);
    assert!(s.gouge(&["render", "a.json", "--format", "junit"]).out.contains("<failure"));
}
