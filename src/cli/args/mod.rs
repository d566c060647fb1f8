//! The command line, as clap reads it.

mod browse;
mod check;
mod shop;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use browse::BrowseArgs;
pub use check::{
    AnalysisArgs, CheckArgs, Color, EngineArgs, InputArgs, MotionArgs, OutputArgs, ReadingArgs,
    ReportArgs, SceneArgs, ThreadArgs,
};
pub use shop::{
    BatchArgs, CacheAction, CacheArgs, JobCommand, JobInitArgs, JobShowArgs, MergeArgs,
    ToolsCommand, ToolsImportArgs, ToolsShowArgs,
};

use crate::job::quantity::positive;

/// Proves whether a G-code program cuts into the part: where, how deep, on which line.
#[derive(Debug, Parser)]
#[command(
    name = "gouge",
    version,
    disable_help_subcommand = true,
    infer_subcommands = false,
    help_template = "{about}\n\n{usage-heading} {usage}\n\n{subcommands}\n{after-help}",
    after_help = "Exit: 0 clean, 1 gouge, 2 could not run, 3 unknown. \
                  `gouge help verdicts` explains more."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Verify a program against a part
    Check(Box<CheckArgs>),
    /// Look at a check, or at a saved report, in the terminal
    Browse(Box<BrowseArgs>),
    /// Verify every witness of a saved report, independently of the search
    Recheck(RecheckArgs),
    /// Check every program of many jobs, with one summary
    Batch(BatchArgs),
    /// Join what `--partition` divided: the shares of a batch, or the slices of one check
    Merge(MergeArgs),
    /// The cache of proved reports
    Cache(CacheArgs),
    /// Convert a saved JSON report to any format
    Render(RenderArgs),
    /// Compare the regions of two reports
    Diff(DiffArgs),
    /// What a program does, as JSON Lines: the interpreter alone, no part
    Motions(Box<MotionsArgs>),
    /// What a mesh, a program or a tool library holds
    Info(InfoArgs),
    /// Job files: write one from what is found, show what one says
    #[command(subcommand)]
    Job(JobCommand),
    /// Tool libraries: show what they hold, convert them to TOML
    #[command(subcommand)]
    Tools(ToolsCommand),
    /// Write sample parts and programs, clean ones and gouging ones
    Sample(SampleArgs),
    /// What a code such as G001 means
    Explain(ExplainArgs),
    /// Compare the search engines on a job of your own
    Bench(Box<BenchArgs>),
    /// Completions for a shell
    #[command(hide = true)]
    Completions(CompletionsArgs),
    /// Manual pages, one a command
    #[command(hide = true)]
    Man(ManArgs),
    /// More about a command or a topic
    Help(HelpArgs),
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The earlier JSON report
    pub old: PathBuf,
    /// The later one
    pub new: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// A JSON report of `check`
    pub report: PathBuf,
    #[command(flatten)]
    pub written: ReportArgs,
}

/// Arguments of `recheck`.
#[derive(Debug, Args)]
pub struct RecheckArgs {
    /// A report of `check`, JSON or HTML; `-` for standard input. Of a page only the report inside
    /// it is read, not its text and pictures
    pub report: PathBuf,
}

/// Arguments of `motions`.
#[derive(Debug, Args)]
pub struct MotionsArgs {
    /// The G-code program; `-` for standard input
    pub program: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// A LinuxCNC tool table, for length offsets
    #[arg(long, value_name = "FILE")]
    pub tools: Option<PathBuf>,
    /// File to write, whole or not at all [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// Meshes, programs and tool libraries
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// text or json
    #[arg(long, value_enum, default_value_t = InfoFormat::Text, value_name = "text|json",
          hide_possible_values = true, hide_default_value = true)]
    pub format: InfoFormat,
    /// Unit of mesh files [default: mm]
    #[arg(long, value_name = "mm|inch|m")]
    pub mesh_units: Option<String>,
    /// Control the programs were posted for [default: linuxcnc]
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
}

/// How `info` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum InfoFormat {
    /// For people.
    Text,
    /// One JSON object a file, one line each.
    Json,
}

/// Arguments of `sample`.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Samples to write, or `all`; without one, they are listed
    pub names: Vec<String>,
    /// Folder below which `molds` and `toolpaths` are written
    #[arg(long, short, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// Approximate number of triangles of the part
    #[arg(long, value_name = "N", value_parser = triangles)]
    pub triangles: Option<usize>,
    /// Distance between finishing rows [default: 5]
    #[arg(long, value_name = "MM", value_parser = rows)]
    pub rows: Option<f64>,
    /// Elevations for the terrains, a NumPy file (.npy) of 16-bit integers
    #[arg(long, value_name = "FILE")]
    pub grid: Option<PathBuf>,
    /// Terrains as open sheets instead of closed blocks
    #[arg(long)]
    pub open: bool,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A code; without one, all of them are listed
    pub code: Option<String>,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(flatten)]
    pub(in crate::cli) inputs: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) threads: ThreadArgs,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Folder of the pages
    pub folder: PathBuf,
}

/// Arguments of `help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command or a topic
    pub topic: Option<String>,
}

/// As many triangles as the largest file that is read holds.
fn triangles(text: &str) -> Result<usize, String> {
    const MOST: usize = 40_000_000;
    match text.parse() {
        Ok(count @ 1..=MOST) => Ok(count),
        _ => Err("write a number from 1 to 40000000".to_owned()),
    }
}

/// Row spacing, mm: wide enough to keep the program writable.
fn rows(text: &str) -> Result<f64, String> {
    const LEAST_MM: f64 = 0.01;
    let mm = positive(text).map_err(|e| e.to_string())?;
    if mm < LEAST_MM { Err(format!("rows are {LEAST_MM} mm apart or more")) } else { Ok(mm) }
}
