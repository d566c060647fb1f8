//! The sources' experiments run and say something.

use gouge_lab::experiments::{EXPERIMENTS, Extent};

/// One small experiment, so that the suite stays short.
#[test]
fn memory_and_arithmetic() {
    let experiment = EXPERIMENTS.iter().find(|e| e.name == "table1").unwrap();
    let table = (experiment.run)(Extent { quick: true }, &|_| ());
    assert!(table.rows.iter().all(|r| r.len() == table.columns.len()));
    assert_eq!(table.csv().lines().count(), 1 + table.rows.len());
    for id in ["S0.2", "S0.7", "S0.9"] {
        assert!(table.claims.iter().any(|c| c.id == id && c.holds), "{table}");
    }
}

/// All of them: `cargo test --release --test experiments -- --ignored --nocapture`;
/// `GOUGE_EXPERIMENT=NAME` for one.
#[test]
#[ignore = "minutes"]
fn everything() {
    let only = std::env::var("GOUGE_EXPERIMENT").ok();
    for experiment in EXPERIMENTS.iter().filter(|e| only.as_ref().is_none_or(|o| o == e.name)) {
        let start = std::time::Instant::now();
        let table = (experiment.run)(Extent { quick: true }, &|what| eprintln!("  {what}"));
        println!("{} ({:.1} s)\n{table}", experiment.name, start.elapsed().as_secs_f64());
        assert!(table.rows.iter().all(|r| r.len() == table.columns.len()));
    }
}
