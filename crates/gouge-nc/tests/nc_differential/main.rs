//! Random programs through this interpreter and through LinuxCNC's own, where it is installed.
//!
//! `GOUGE_DIFFERENTIAL=10000 cargo test --test nc_differential` runs more than the default.

#[path = "../support/absent.rs"]
mod absent;
mod compensation;
mod generate;
mod oracle;
mod programs;
mod rng;

fn count(default: u64) -> u64 {
    std::env::var("GOUGE_DIFFERENTIAL").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn compensated_contours() {
    compensation::run(count(300));
}

#[test]
fn random_programs() {
    let first = std::env::var("GOUGE_DIFFERENTIAL_SEED").ok().and_then(|n| n.parse().ok());
    programs::run_all(first.unwrap_or(0), count(300));
}
