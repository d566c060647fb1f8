//! `gouge-lab`: the experiments of the sources as tables, and checks with their hierarchies.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use gouge::cli::{self, CheckArgs};
use gouge_lab::hierarchy::Engine;

mod bench;
mod land;

/// The experiments of Gouge's sources, and checks with every hierarchy that they describe
#[derive(Debug, Parser)]
#[command(name = "gouge-lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check a program as `gouge check` does, with any hierarchy
    Check(Box<CheckArgs>),
    /// The experiments as tables
    Bench(bench::BenchArgs),
    /// The land of the measurements and a path over it, as files
    Land(land::LandArgs),
}

fn main() -> ExitCode {
    cli::exit_code(match &Lab::parse().command {
        Command::Check(args) => {
            let engines: Vec<_> = Engine::ALL.iter().map(|e| e.registered()).collect();
            cli::check(args, &engines)
        }
        Command::Bench(args) => bench::run(args),
        Command::Land(args) => land::run(args),
    })
}
