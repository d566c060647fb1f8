//! The command line, as clap reads it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::batch::Partition;
use crate::check::quantity::{PartPoint, Point, count, length, not_negative, positive, time};
use crate::report::Format;
use crate::tui::ColorDepth;

/// Proves whether a G-code program cuts into the part: where, how deep, on which line.
#[derive(Debug, Parser)]
#[command(
    name = "gouge",
    version,
    disable_help_subcommand = true,
    infer_subcommands = false,
    help_template = "{about}\n\n{usage-heading} {usage}\n\n{subcommands}\n{after-help}",
    after_help = "Exit: 0 clean, 1 gouge, 2 could not run, 3 unknown. \
                  `gouge help verdicts` tells the rest."
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
    /// Verify every witness of a JSON report, independently of the search
    Recheck(RecheckArgs),
    /// Check every program of many jobs; one summary
    Batch(BatchArgs),
    /// Join the shares of a batch that `--partition` divided
    Merge(MergeArgs),
    /// The cache of proved reports
    Cache(CacheArgs),
    /// Convert a saved JSON report to any format
    Render(RenderArgs),
    /// What became of the regions from one report to the next
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
    /// The engines side by side on a job of one's own
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

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The finished part: STL, OBJ, PLY or 3MF; `-` for standard input
    pub part: Option<PathBuf>,
    /// The G-code program; `-` for standard input
    pub program: Option<PathBuf>,

    #[command(flatten)]
    pub(super) scene: SceneArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,

    /// Job file; `gouge.toml` beside the program or above is found by itself
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub job: Option<PathBuf>,
    /// Hierarchy to search with; every one gives the same report
    #[arg(long, value_name = "NAME", help_heading = "Running")]
    pub engine: Option<String>,
    /// List the engines and exit
    #[arg(long, help_heading = "Running")]
    pub list_engines: bool,
    /// Device that `--engine accelerator` emulates: a preset, or a TOML file [default: card]
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    pub device: Option<PathBuf>,
    /// Threads; all cores by default
    #[arg(long, value_name = "N", help_heading = "Running",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Stop after this long (200ms, 2s): what is not proved by then is unknown, worst first
    #[arg(long, value_name = "TIME", help_heading = "Running", value_parser = time)]
    pub budget: Option<Duration>,
    /// Only a slice of the motions, slice:1/4; `gouge merge` makes the report of all slices
    #[arg(long, value_name = "slice:M/N", help_heading = "Running",
          conflicts_with_all = ["budget", "moves", "pictures", "stats"])]
    pub partition: Option<Partition>,
    /// Print the counters of the search to standard error
    #[arg(long, help_heading = "Running")]
    pub stats: bool,
}

/// Part, fixtures, tools and what counts as a gouge.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct SceneArgs {
    /// One more mesh of the finished part
    #[arg(long = "part", id = "more_parts", value_name = "FILE")]
    pub parts: Vec<PathBuf>,
    /// A mesh that holds the part: no motion may touch it
    #[arg(long = "fixture", value_name = "FILE")]
    pub fixtures: Vec<PathBuf>,
    /// A tool, N=SPEC, such as 1=ball:6 (`gouge help tools`)
    #[arg(long = "tool", value_name = "N=SPEC", allow_hyphen_values = true)]
    pub tool: Vec<String>,
    /// A tool library: TOML, Fusion JSON, FreeCAD .fctb, LinuxCNC .tbl
    #[arg(long, value_name = "FILE")]
    pub tools: Vec<PathBuf>,
    /// Unit of the mesh files [default: mm]
    #[arg(long, value_name = "mm|inch|m")]
    pub mesh_units: Option<String>,
    /// Program zero in part coordinates [default: 0,0,0]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, conflicts_with = "transform")]
    pub origin: Option<Point>,
    /// Part to program coordinates: 16 numbers, row-major
    #[arg(long, value_name = "FILE")]
    pub transform: Option<PathBuf>,
    /// The part is turned over about X or Y, or this side of it is up
    #[arg(long, value_name = "x|y|SIDE", conflicts_with = "transform",
          value_parser = ["x", "y", "top", "bottom", "front", "back", "left", "right"],
          hide_possible_values = true)]
    pub flip: Option<String>,
    /// And then turned about Z by so many degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, conflicts_with = "transform")]
    pub rotate: Option<String>,
    /// Depth above which a motion gouges [default: 0.01]
    #[arg(long, value_name = "MM", value_parser = positive, allow_hyphen_values = true)]
    pub tolerance: Option<f64>,
    /// Stock that must stay on the part; negative: the part may be cut so deep [default: 0]
    #[arg(long, value_name = "MM", value_parser = length, allow_hyphen_values = true)]
    pub allowance: Option<f64>,
    /// How far the machine may leave the programmed path [default: 0]
    #[arg(long, value_name = "MM", value_parser = not_negative, allow_hyphen_values = true)]
    pub deviation: Option<f64>,
    /// Chordal error of the mesh; reported, not added [default: 0]
    #[arg(long, value_name = "MM", value_parser = not_negative, allow_hyphen_values = true)]
    pub mesh_chord: Option<f64>,
}

/// How the program is read.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Reading the program")]
pub struct ReadingArgs {
    /// Control it was posted for [default: linuxcnc]
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
    /// Control point before the first block, program coordinates; an axis may be left empty
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub start: Option<PartPoint>,
    /// Machine zero in program coordinates
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub home: Option<PartPoint>,
    /// Numbers without a point (Fanuc, Haas): X1 is 0.001 mm, or 1 mm [default: increments]
    #[arg(long, value_name = "increments|units", value_parser = ["increments", "units"],
          hide_possible_values = true)]
    pub decimals: Option<String>,
    /// The way that rapids take [default: by the control]
    #[arg(long, value_name = "straight|dogleg", value_parser = ["straight", "dogleg"],
          hide_possible_values = true)]
    pub rapid: Option<String>,
    /// Where a work offset lies, G55=X,Y,Z: from an undeclared G54
    #[arg(long = "offset", value_name = "G5x=X,Y,Z", allow_hyphen_values = true)]
    pub offsets: Vec<String>,
    /// Accept an assumption, such as start=safe (`gouge help assumptions`)
    #[arg(long, value_name = "NAME[=VALUE]", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Leave out blocks that begin with `/`
    #[arg(long)]
    pub block_delete: bool,
    /// What G41 and G42 are given: the part's contour, the tool's path (wear), nothing
    #[arg(long, value_name = "control|wear|none")]
    pub compensation: Option<String>,
    /// A folder of subprogram files, after the program's own
    #[arg(long = "subprograms", value_name = "FOLDER")]
    pub subprograms: Vec<PathBuf>,
    /// Refuse to go on after this many motions
    #[arg(long, value_name = "N", value_parser = count)]
    pub max_motions: Option<u64>,
}

/// Where the report goes and what it looks like.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct OutputArgs {
    #[command(flatten)]
    pub written: WrittenArgs,
    /// Accepted regions: they fail no check while part, tool and depth are those accepted
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Put every motion into the JSON report
    #[arg(long)]
    pub moves: bool,
    /// Put sections and views into the JSON report, so that every format can be made from it
    #[arg(long)]
    pub pictures: bool,
    /// Boundaries of the depth histogram, mm
    #[arg(long, value_name = "MM,…", value_delimiter = ',', value_parser = positive)]
    pub zones: Vec<f64>,
    /// Warnings leave the verdict unknown
    #[arg(long, value_name = "warnings", value_parser = ["warnings"], hide_possible_values = true)]
    pub deny: Option<String>,
    /// Leave times and host facts out, so that equal inputs give equal bytes
    #[arg(long)]
    pub no_run: bool,
}

/// Arguments of `browse`.
#[derive(Debug, Args)]
pub struct BrowseArgs {
    #[command(flatten)]
    pub check: CheckArgs,
    /// How pictures are drawn; `test` shows every way side by side [default: half-block]
    #[arg(long, value_name = "MODE", help_heading = "Screen")]
    pub graphics: Option<String>,
    /// Colours of the terminal; told from the environment otherwise
    #[arg(long, value_name = "true|256|16|none", help_heading = "Screen")]
    pub colors: Option<ColorDepth>,
    /// Background of the terminal; asked of it otherwise
    #[arg(long, value_name = "dark|light", help_heading = "Screen",
          value_parser = ["dark", "light"], hide_possible_values = true)]
    pub background: Option<String>,
    /// Measure milliseconds and bytes of a frame in every mode, and stop
    #[arg(long, help_heading = "Screen")]
    pub bench: bool,
    /// Keys to press first, separated by blanks, such as `o 0`
    #[arg(long, value_name = "KEYS", help_heading = "Screen")]
    pub press: Option<String>,
    /// Write the screen as an SVG picture, and stop
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub shot: Option<PathBuf>,
    /// Cells of the screen that is measured or written
    #[arg(
        long,
        value_name = "COLUMNSxROWS",
        default_value = "200x60",
        hide_default_value = true,
        help_heading = "Screen"
    )]
    pub size: Cells,
}

/// A screen's width and height in cells.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub ratatui::layout::Size);

impl std::str::FromStr for Cells {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (columns, rows) = text.split_once('x').ok_or("write COLUMNSxROWS, such as 200x60")?;
        match (columns.parse(), rows.parse()) {
            (Ok(width @ 1..=1000), Ok(height @ 1..=1000)) => {
                Ok(Self(ratatui::layout::Size { width, height }))
            }
            _ => Err("columns and rows are whole numbers up to 1000".to_owned()),
        }
    }
}

/// Formats and files of a report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct WrittenArgs {
    /// Format of the report; repeat it, each with its --output
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "text|json|jsonl|csv|sarif|junit|github|gitlab|svg|html"
    )]
    pub format: Vec<Format>,
    /// File to write, whole or not at all; standard output otherwise
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Colours in text
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "auto|always|never",
          hide_possible_values = true, hide_default_value = true)]
    pub color: Color,
    /// Text in one line: the verdict
    #[arg(long, short)]
    pub quiet: bool,
}

/// When text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On terminals.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The earlier JSON report
    pub old: PathBuf,
    /// The later one
    pub new: PathBuf,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// A JSON report of `check`
    pub report: PathBuf,
    #[command(flatten)]
    pub written: WrittenArgs,
}

/// Arguments of `recheck`.
#[derive(Debug, Args)]
pub struct RecheckArgs {
    /// A JSON report of `check`; `-` for standard input
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
    /// File to write, whole or not at all; standard output otherwise
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

/// What to do with job files.
#[derive(Debug, Subcommand)]
pub enum JobCommand {
    /// Write a job file from the meshes, programs and tool libraries of a folder
    Init(JobInitArgs),
    /// Every effective value of a job, with its origin
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
    /// What a library holds, with a silhouette of each tool
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
    /// File to write, whole or not at all; standard output otherwise
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `sample`.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Samples to write, or `all`; without one, they are listed
    pub names: Vec<String>,
    /// Folder below which `molds` and `toolpaths` are written
    #[arg(long, short, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// Triangles of the part, about
    #[arg(long, value_name = "N")]
    pub triangles: Option<usize>,
    /// Distance of finishing rows [default: 5]
    #[arg(long, value_name = "MM", value_parser = positive)]
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
    pub check: CheckArgs,
}

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Job files, and folders to look through for `gouge.toml`
    #[arg(required = true, value_name = "FOLDER|JOB")]
    pub places: Vec<PathBuf>,
    /// Folder of the results
    #[arg(long, value_name = "FOLDER", default_value = "gouge-results")]
    pub results: PathBuf,
    /// Folder of proved reports, which several machines may share [default: .cache in the results]
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
    /// Only one share of the tasks: slice:1/4 (by cost) or hash:1/4 (by name)
    #[arg(long, value_name = "KIND:M/N")]
    pub partition: Option<Partition>,
    /// Programs at the same time; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory that they may take together, MB; half of what is free by default
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,
    /// Stay, and check a program again when it is saved or posted
    #[arg(long)]
    pub watch: bool,
    /// Exit with 0 whatever the verdicts, for engines that know success only
    #[arg(long)]
    pub exit_zero: bool,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The shares' summaries
    #[arg(required = true, value_name = "PART.json")]
    pub parts: Vec<PathBuf>,
    /// Folder of the merged results; that of the first share by default
    #[arg(long, value_name = "FOLDER")]
    pub results: Option<PathBuf>,
    /// Exit with 0 whatever the verdicts
    #[arg(long)]
    pub exit_zero: bool,
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
    /// How much it holds
    Show {
        /// Its folder
        folder: PathBuf,
    },
    /// Remove what is old
    Prune {
        /// Its folder
        folder: PathBuf,
        /// Remove what was kept longer ago, days
        #[arg(long, value_name = "DAYS", default_value_t = 90)]
        older: u32,
    },
    /// Hash every report again
    Verify {
        /// Its folder
        folder: PathBuf,
    },
}

/// Arguments of `help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command or a topic
    pub topic: Option<String>,
}
