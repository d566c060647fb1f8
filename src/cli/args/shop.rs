//! Arguments about what a shop keeps: jobs, tool libraries, batches and their cache.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::check::threads;
use crate::batch::Partition;

/// Memory, MB.
fn megabytes(text: &str) -> Result<u64, &'static str> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or("write a whole number of MB, 1 or more")
}

/// An age, days.
fn days(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "write a whole number of days")
}

/// What to do with job files.
#[derive(Debug, Subcommand)]
pub enum JobCommand {
    /// Write a job file from the meshes, programs and tool libraries of a folder
    Init(JobInitArgs),
    /// Show every effective value of a job, with its origin
    Show(JobShowArgs),
}

/// Arguments of `job init`.
#[derive(Debug, Args)]
pub struct JobInitArgs {
    /// The folder
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// Print it instead of writing gouge.toml
    #[arg(long)]
    pub print: bool,
}

/// Arguments of `job show`.
#[derive(Debug, Args)]
pub struct JobShowArgs {
    /// A job file, a folder or a program
    #[arg(default_value = ".")]
    pub job: PathBuf,
}

/// What to do with tool libraries.
#[derive(Debug, Subcommand)]
pub enum ToolsCommand {
    /// Show what a library holds, with a silhouette of each tool
    Show(ToolsShowArgs),
    /// Write a library as TOML, and say what could not be carried over
    Import(ToolsImportArgs),
}

/// Arguments of `tools show`.
#[derive(Debug, Args)]
pub struct ToolsShowArgs {
    /// Tool libraries; N=FILE for a single tool bit
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// Arguments of `tools import`.
#[derive(Debug, Args)]
pub struct ToolsImportArgs {
    /// Tool libraries; N=FILE for a single tool bit
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// File to write, whole or not at all [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Job files, and folders to look through for `gouge.toml`, hidden ones left out
    #[arg(required = true, value_name = "FOLDER|JOB")]
    pub places: Vec<PathBuf>,
    /// Folder of the results
    #[arg(long, value_name = "FOLDER", default_value = "gouge-results")]
    pub results: PathBuf,
    /// Folder of proved reports, which several machines may share [default: .cache in --results]
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
    /// Accepted regions, for jobs that name no file of them
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Check one share of the tasks: slice:1/4 (by cost) or hash:1/4 (by name)
    #[arg(long, value_name = "KIND:M/N")]
    pub partition: Option<Partition>,
    /// Programs checked at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
    /// Memory that they may use together, MB [default: half of what is free]
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    pub memory: Option<u64>,
    /// Stay, and check a program again when it is saved or posted
    #[arg(long)]
    pub watch: bool,
    /// Exit with 0 whatever the verdicts, for job schedulers that treat any other code as a
    /// failure; with 2 if a program could not run
    #[arg(long)]
    pub exit_zero: bool,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The shares' summaries
    #[arg(required = true, value_name = "PART.json")]
    pub parts: Vec<PathBuf>,
    /// Folder of the merged results [default: that of the first share; standard output for the
    /// report of one program's slices]
    #[arg(long, value_name = "FOLDER")]
    pub results: Option<PathBuf>,
    /// Exit with 0 whatever the verdicts; with 2 if a program could not run
    #[arg(long)]
    pub exit_zero: bool,
}

/// Arguments of `cache`.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// What to do with it
    #[command(subcommand)]
    pub action: CacheAction,
}

/// What to do with the cache.
#[derive(Debug, Subcommand)]
pub enum CacheAction {
    /// Show how much it holds
    Show {
        /// Its folder
        folder: PathBuf,
    },
    /// Remove what is old
    Prune {
        /// Its folder
        folder: PathBuf,
        /// Remove reports kept for longer than this, days
        #[arg(long, value_name = "DAYS", default_value_t = 90, value_parser = days)]
        older: u32,
    },
    /// Hash every report again
    Verify {
        /// Its folder
        folder: PathBuf,
    },
}
