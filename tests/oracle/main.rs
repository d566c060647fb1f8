//! The sweep and the driver against an oracle that shares no code with them.
//!
//! `GOUGE_ORACLE_CASES=100000 cargo test --release --test oracle` runs that many cases of each
//! pair of tool kind and motion kind; `GOUGE_ORACLE_FIRST=100000` starts where such a run ended.

mod climb;
mod defects;
mod inside;
mod judge;
mod meridian;
mod path;
mod random;
mod same;
mod scene;
mod solid;
mod solids;
mod tool_side;
mod tools;

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// How many cases to try: as asked for in the environment, or `few`.
fn cases(few: usize) -> usize {
    number("GOUGE_ORACLE_CASES").unwrap_or(few)
}

/// The first case to try.
fn first() -> usize {
    number("GOUGE_ORACLE_FIRST").unwrap_or(0)
}
