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
