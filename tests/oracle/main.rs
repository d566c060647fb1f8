//! The sweep and the driver against an oracle that shares no code with them.
//!
//! `GOUGE_ORACLE_CASES=100000 cargo test --release --test oracle` runs that many cases of each
//! pair of tool kind and motion kind.

mod climb;
mod defects;
mod inside;
mod judge;
mod meridian;
mod part_side;
mod path;
mod random;
mod same;
mod scene;
mod solid;
mod solids;
mod tool_side;
mod tools;

/// How many cases to try: as asked for in the environment, or `few`.
fn cases(few: usize) -> usize {
    std::env::var("GOUGE_ORACLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}
