//! The search and its tools are not among the crates that this one is built from.

use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn depends_on_the_interpreter_and_the_meshes_alone() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let out = Command::new(cargo)
        .args(["tree", "--package=gouge-recheck", "--edges=normal,build", "--prefix=none"])
        .arg("--offline")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let list = String::from_utf8(out.stdout).unwrap();
    let names = list.lines().filter_map(|l| l.split_whitespace().next());
    let ours: BTreeSet<&str> = names.filter(|n| n.starts_with("gouge")).collect();
    assert_eq!(ours, BTreeSet::from(["gouge-mesh", "gouge-nc", "gouge-recheck"]));
}
