//! `gouge cache`: what is kept, whether it is sound, and what may be removed.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Duration;

use super::args::{CacheAction, CacheArgs};
use crate::cache::Cache;
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::report::count;

/// Runs the command.
pub fn run(args: &CacheArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    match &args.action {
        CacheAction::Show { folder } => {
            let held = opened(folder)?.holdings()?;
            let megabytes = held.bytes as f64 / 1e6;
            let [keys, results] =
                [(held.keys, "proof"), (held.results, "report")].map(|(n, noun)| count(n, noun));
            writeln!(out, "{keys}, {results}, {megabytes:.1} MB")?;
        }
        CacheAction::Prune { folder, older } => {
            let age = Duration::from_secs(u64::from(*older) * 24 * 3600);
            writeln!(out, "{} removed", count(opened(folder)?.prune(age)?, "file"))?;
        }
        CacheAction::Verify { folder } => {
            let cache = opened(folder)?;
            let faults = cache.verify()?;
            for fault in &faults {
                writeln!(out, "damaged: {}", shown(fault))?;
            }
            let sound = cache.holdings()?.keys - faults.len() as u64;
            writeln!(out, "proofs: {sound} sound, {} damaged", faults.len())?;
            if !faults.is_empty() {
                return Ok(ExitCode::from(1));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A cache that is there: none is made by looking.
fn opened(folder: &std::path::Path) -> Result<Cache> {
    if !["keys", "results"].iter().all(|kind| folder.join(kind).is_dir()) {
        return Err(Error::new("J001", format!("{}: there is no cache here", folder.display()))
            .help("`gouge batch` keeps one in its results, in `.cache`"));
    }
    Cache::open(folder)
}
