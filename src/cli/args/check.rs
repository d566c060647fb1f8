//! Arguments of `check`: inputs, reading, running, report. Those that other commands take too are
//! in groups of their own, so that each command takes only what it uses.

use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::batch::Partition;
use crate::job::quantity::{PartPoint, Point, count, length, not_negative, positive, time};
use crate::render::Format;

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub(in crate::cli) inputs: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
    #[command(flatten)]
    pub(in crate::cli) engine: EngineArgs,

    /// List the engines and exit
    #[arg(long, help_heading = "Running")]
    pub list_engines: bool,
    /// Stop after this time (200ms, 2s), worst motions first; what is not proved by then is unknown
    #[arg(long, value_name = "TIME", help_heading = "Running", value_parser = time)]
    pub budget: Option<Duration>,
    /// Check one slice of the motions (slice:1/4); `gouge merge` joins the slices into one report
    #[arg(long, value_name = "slice:M/N", help_heading = "Running",
          conflicts_with_all = ["budget", "clearance", "moves", "pictures", "stats"])]
    pub partition: Option<Partition>,
    /// With --partition: exit with 0 whatever the verdict, for job schedulers that treat any other
    /// code as a failure
    #[arg(long, help_heading = "Running", requires = "partition")]
    pub exit_zero: bool,
    /// Print the counters of the search to standard error
    #[arg(long, help_heading = "Running")]
    pub stats: bool,
}

/// What is checked: the job, from the command line and from its file.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// The finished part: STL, OBJ, PLY or 3MF; `-` for standard input
    pub part: Option<PathBuf>,
    /// The G-code program; `-` for standard input
    pub program: Option<PathBuf>,
    /// Files beyond the program: refused with what would help
    #[arg(hide = true)]
    pub rest: Vec<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) scene: SceneArgs,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) motions: MotionArgs,

    /// Job file [default: the nearest `gouge.toml` beside or above the program]
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub job: Option<PathBuf>,
}

/// How the motions of a program are taken.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading the program")]
pub struct MotionArgs {
    /// How rapids move [default: by the control]
    #[arg(long, value_name = "straight|dogleg", value_parser = ["straight", "dogleg"],
          hide_possible_values = true)]
    pub rapid: Option<String>,
    /// Accept an assumption, such as start=safe (`gouge help assumptions`)
    #[arg(long, value_name = "NAME[=VALUE]", allow_hyphen_values = true)]
    pub assume: Vec<String>,
}

/// What searches.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Search engine; all of them give the same report
    #[arg(long = "engine", value_name = "NAME", help_heading = "Running")]
    pub name: Option<String>,
    /// Device that `--engine accelerator` emulates: a preset, or a TOML file [default: card]
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    pub device: Option<PathBuf>,
    #[command(flatten)]
    pub threads: ThreadArgs,
}

/// Number of worker threads.
#[derive(Debug, Args)]
pub struct ThreadArgs {
    /// Threads [default: one for each core]
    #[arg(long = "threads", value_name = "N", help_heading = "Running",
          value_parser = threads)]
    pub count: Option<u16>,
}

/// How many of them there may be.
pub(super) fn threads(text: &str) -> Result<u16, &'static str> {
    let count = text.parse().ok().filter(|count| (1..=1024).contains(count));
    count.ok_or("write a whole number from 1 to 1024")
}

impl ThreadArgs {
    /// Makes the threads of this process.
    pub fn begin(&self) {
        if let Some(count) = self.count {
            // Only fails when the pool is already there, which no command before this one makes.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(count.into()).build_global();
        }
    }
}

/// Part, fixtures, tools and what counts as a gouge.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct SceneArgs {
    /// Another mesh of the finished part, beside PART or the job's
    #[arg(long = "part", id = "more_parts", value_name = "FILE")]
    pub parts: Vec<PathBuf>,
    /// A mesh of what holds the part: no motion may touch it
    #[arg(long = "fixture", value_name = "FILE")]
    pub fixtures: Vec<PathBuf>,
    /// A tool, N=SPEC, such as 1=ball:6 (`gouge help tools`)
    #[arg(long = "tool", value_name = "N=SPEC", allow_hyphen_values = true)]
    pub tool: Vec<String>,
    /// A tool library: TOML, Fusion JSON or .tools, FreeCAD .fctb or .fctl, LinuxCNC .tbl, CSV
    #[arg(long, value_name = "FILE")]
    pub tools: Vec<PathBuf>,
    /// Unit of the meshes of parts and fixtures [default: mm]
    #[arg(long, value_name = "mm|inch|m")]
    pub mesh_units: Option<String>,
    /// Program zero in part coordinates [default: 0,0,0]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, conflicts_with = "transform")]
    pub origin: Option<Point>,
    /// Part to program coordinates: 16 numbers, row-major
    #[arg(long, value_name = "FILE")]
    pub transform: Option<PathBuf>,
    /// Turn the part over about X or Y, or put the named side up
    #[arg(long, value_name = "x|y|SIDE", conflicts_with = "transform",
          value_parser = ["x", "y", "top", "bottom", "front", "back", "left", "right"],
          hide_possible_values = true)]
    pub flip: Option<String>,
    /// Then turn it about Z by this angle, degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, conflicts_with = "transform")]
    pub rotate: Option<String>,
    /// Depth above which a motion gouges [default: 0.01]
    #[arg(long, value_name = "MM", value_parser = positive, allow_hyphen_values = true)]
    pub tolerance: Option<f64>,
    /// Stock to leave on the part; negative: how deep the part may be cut [default: 0]
    #[arg(long, value_name = "MM", value_parser = length, allow_hyphen_values = true)]
    pub allowance: Option<f64>,
    /// How far the machine may stray from the programmed path [default: 0]
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
    /// Control the program was posted for [default: linuxcnc]
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
    /// Zero of a work offset, G55=X,Y,Z: seen from G54, unless that is declared too
    #[arg(long = "offset", value_name = "G5x=X,Y,Z", allow_hyphen_values = true)]
    pub offsets: Vec<String>,
    /// Unit of a LinuxCNC tool table, which is in the machine's [default: mm]
    #[arg(long, value_name = "mm|inch", value_parser = ["mm", "inch"], hide_possible_values = true)]
    pub table_units: Option<String>,
    /// Skip blocks that begin with `/`
    #[arg(long)]
    pub block_delete: bool,
    /// What the program holds under G41 and G42: the part's contour (control), the tool's path
    /// (wear), or nothing (none)
    #[arg(long, value_name = "control|wear|none")]
    pub compensation: Option<String>,
    /// A folder to look for subprogram files in, after the program's own
    #[arg(long = "subprograms", value_name = "FOLDER")]
    pub subprograms: Vec<PathBuf>,
    /// Stop reading after this many motions
    #[arg(long, value_name = "N", value_parser = count)]
    pub max_motions: Option<u64>,
}

/// Where the report goes and what it looks like.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct OutputArgs {
    #[command(flatten)]
    pub written: ReportArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    /// Put sections, views and depths of the surface into the JSON report, so that every format can
    /// be made from it
    #[arg(long)]
    pub pictures: bool,
    /// Leave times and host facts out, so that equal inputs give equal bytes
    #[arg(long)]
    pub no_run: bool,
}

/// What is measured, and what of it counts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct AnalysisArgs {
    /// File of accepted regions: they do not fail the check while part, tool, depth and size are
    /// those accepted
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Put every motion into the JSON report
    #[arg(long)]
    pub moves: bool,
    /// Measure how near cutters in rapids, shanks and holders come, and how far tools must stick
    /// out
    #[arg(long)]
    pub clearance: bool,
    /// Boundaries of the depth histogram, mm
    #[arg(long, value_name = "MM,…", value_delimiter = ',', value_parser = positive)]
    pub zones: Vec<f64>,
    /// Make the verdict unknown when there are warnings
    #[arg(long, value_name = "warnings", value_parser = ["warnings"], hide_possible_values = true)]
    pub deny: Option<String>,
}

/// Formats and files of a report, with the order in which they were typed.
#[derive(Debug)]
pub struct ReportArgs {
    /// What was typed.
    pub formats: FormatArgs,
    /// Where each format stands on the command line, and where each file does.
    pub places: [Vec<usize>; 2],
}

impl ReportArgs {
    fn placed(matches: &ArgMatches, formats: FormatArgs) -> Self {
        let places = ["format", "output"]
            .map(|id| matches.indices_of(id).map(Iterator::collect).unwrap_or_default());
        Self { formats, places }
    }
}

impl Deref for ReportArgs {
    type Target = FormatArgs;

    fn deref(&self) -> &FormatArgs {
        &self.formats
    }
}

impl FromArgMatches for ReportArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self::placed(matches, FormatArgs::from_arg_matches(matches)?))
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        // The values are taken out of the matches, and their places with them.
        let seen = matches.clone();
        Ok(Self::placed(&seen, FormatArgs::from_arg_matches_mut(matches)?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for ReportArgs {
    fn augment_args(command: Command) -> Command {
        FormatArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormatArgs::augment_args_for_update(command)
    }
}

/// Formats and files of a report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct FormatArgs {
    /// Format of the report; repeat it, each with its --output
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "text|json|jsonl|csv|sarif|junit|github|gitlab|svg|html|ply|vtp"
    )]
    pub format: Vec<Format>,
    /// File to write, whole or not at all [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Colours in text
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "auto|always|never",
          hide_possible_values = true, hide_default_value = true)]
    pub color: Color,
    /// In text, print the verdict alone, in one line
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
