//! `gouge bench`: the search engines compared on the user's own job.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use super::args::BenchArgs;
use super::typed;
use crate::check::{Check, Running, Watch};
use crate::error::{Error, Result};
use crate::tree::Engine;

/// Runs the command: the whole check once with every engine.
pub fn run(args: &BenchArgs) -> Result<ExitCode> {
    args.threads.begin();
    let mut out = stdout().lock();
    writeln!(
        out,
        "{:<12} {:>10} {:>14} {:>14}",
        "engine", "whole, s", "node tests", "facet tests"
    )?;
    let check = Check::new(&typed::settings(&args.inputs)?)?;
    let mut first = None;
    for &engine in Engine::SHIPPED {
        let began = Instant::now();
        let running = Running { engine, run_facts: true, counters: true, ..Running::default() };
        let mut report = check.run(&running, &Watch::default())?;
        let seconds = began.elapsed().as_secs_f64();
        let counters = report.run.take().and_then(|run| run.stats).unwrap_or_default();
        let count = |name| counters.get(name).copied().unwrap_or(0);
        let (nodes, facets) = (count("nodes"), count("triangles"));
        writeln!(out, "{:<12} {seconds:>10.3} {nodes:>14} {facets:>14}", engine.name)?;
        let bytes = serde_json::to_vec(&report).map_err(std::io::Error::from)?;
        match &first {
            None => first = Some(bytes),
            Some(expected) if *expected != bytes => {
                return Err(Error::new("J011", format!("{} gives another report", engine.name))
                    .help("this is an error of the program: please report it with the job"));
            }
            Some(_) => {}
        }
    }
    writeln!(out, "every engine gives the same report")?;
    Ok(ExitCode::SUCCESS)
}
