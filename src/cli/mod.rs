//! The command line: arguments in, exit code out.

mod args;
mod batch;
mod bench;
mod browse;
mod cache;
mod check;
mod diff;
mod explain;
mod help;
mod info;
mod interrupted;
mod job;
mod merge;
mod motions;
mod preferences;
mod progress;
mod recheck;
mod reports;
mod sample;
mod share;
mod shell;
mod tool_sketch;
mod tools;
mod topics;
mod typed;
mod version;
mod wrap;

use std::process::ExitCode;

use clap::Parser;

use crate::error::Result;
pub use args::CheckArgs;

use crate::stderr;
use crate::tree::Engine;
use args::{Cli, Command};

/// The command could not run: usage, unreadable input, unwritable output.
const COULD_NOT_RUN: u8 = 2;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => {
            // Help and version are not errors; a closed pipe while printing them is none either.
            let code = u8::try_from(usage.exit_code()).unwrap_or(COULD_NOT_RUN);
            return usage.print().map_or(ExitCode::from(COULD_NOT_RUN), |()| ExitCode::from(code));
        }
    };
    interrupted::outlive_file_limit();
    // The browser has a terminal to give back, and listens itself.
    if !matches!(cli.command, Command::Browse(_)) {
        interrupted::listen();
    }
    let done = match &cli.command {
        Command::Batch(args) => batch::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Cache(args) => cache::run(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
        Command::Bench(args) => bench::run(args),
        Command::Browse(args) => browse::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Help(args) => help::run(args),
        Command::Info(args) => info::run(args),
        Command::Check(args) => check::run(args, Engine::SHIPPED),
        Command::Motions(args) => motions::run(args),
        Command::Render(args) => reports::run(args),
        Command::Recheck(args) => recheck::run(args),
        Command::Job(command) => job::run(command),
        Command::Tools(command) => tools::run(command),
        Command::Sample(args) => sample::run(args),
    };
    exit_code(done)
}

/// Runs `check` with engines of the caller's choice, the default first.
///
/// # Errors
/// What keeps the command from running: usage, unreadable input, unwritable output.
pub fn check(args: &CheckArgs, engines: &[Engine]) -> Result<ExitCode> {
    check::run(args, engines)
}

/// The exit code of a command; prints why one could not run.
pub fn exit_code(done: Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        if !error.is_quiet() {
            let text = error.to_string();
            stderr::line(wrap::of_stderr().map_or(text.clone(), |w| wrap::broken(&text, w)));
        }
        ExitCode::from(COULD_NOT_RUN)
    })
}
