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

/// Operations a step, hits of card, software and exact search, bytes by encoding, swapping.
#[test]
fn the_emulated_card() {
    let run = |name: &str| {
        let experiment = EXPERIMENTS.iter().find(|e| e.name == name).unwrap();
        (experiment.run)(Extent { quick: true }, &|_| ())
    };
    let table = run("card");
    assert_eq!(table.rows.len(), 7, "{table}");
    // S4.6 is about time.
    assert!(table.claims.iter().all(|c| c.holds || c.id == "S4.6"), "{table}");
    let ids: Vec<_> = table.claims.iter().map(|c| c.id).collect();
    for id in ["S4.2", "S4.3", "S4.4", "S4.5", "S4.9"] {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
    let table = run("card-memory");
    assert_eq!(table.rows.len(), 8, "{table}");
    assert!(table.claims.iter().all(|c| c.holds), "{table}");
}

/// Bytes of the default engine, and whether all find the same, wherever they begin.
#[test]
fn engines_agree_and_the_default_is_small() {
    for (name, claims) in [("engines", 2), ("seeds", 1)] {
        let experiment = EXPERIMENTS.iter().find(|e| e.name == name).unwrap();
        let table = (experiment.run)(Extent { quick: true }, &|_| ());
        assert!(table.rows.iter().all(|r| r.len() == table.columns.len()));
        assert!(table.claims.len() == claims && table.claims.iter().all(|c| c.holds), "{table}");
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
