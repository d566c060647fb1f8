//! Tests that need data or tools from outside the project.

/// Says that a test cannot run here; with `GOUGE_REQUIRE_DATA=1` that is a failure.
#[track_caller]
pub fn absent(what: &str) {
    let required = std::env::var_os("GOUGE_REQUIRE_DATA").is_some_and(|value| value == "1");
    assert!(!required, "{what} is not here, and GOUGE_REQUIRE_DATA=1 asks for it");
    eprintln!("SKIPPED: {what} is not here");
}
