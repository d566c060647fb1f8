//! What is known about the control and the machine besides the program text.

use std::path::PathBuf;

use crate::control::params::ParameterFile;
use crate::control::state::Units;
use crate::control::tool_table::ToolTable;
use crate::dialect::Dialect;

/// How the program uses cutter radius compensation (G41, G42).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compensation {
    /// The program holds the contour; the control offsets by the tool's radius.
    Control,
    /// The program holds the tool's path; the control adds wear only, taken as none here.
    Wear,
    /// G41 and G42 are taken to do nothing.
    None,
}

/// What a number without a decimal point is worth on Fanuc and Haas controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimals {
    /// Least increments: `X1` is 0.001 mm or 0.0001 inch.
    Increments,
    /// Whole units, as on a pocket calculator: `X1` is 1 mm or 1 inch.
    Whole,
}

/// Where a work offset lies, in machine coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkOffset {
    /// 1 is G54 … 6 is G59, 7 is G59.1 … 9 is G59.3, 101 the first of the further ones of Fanuc and
    /// Haas.
    pub system: usize,
    /// Its zero, mm.
    pub at: [f64; 3],
    /// Its rotation about Z, degrees.
    pub rotation: f64,
}

/// Numbers of further work offsets begin behind this: P1 is the next.
pub(crate) const FURTHER: usize = 100;
/// Most of them on any control.
pub(crate) const MOST_FURTHER: usize = 300;

/// Names of the work offsets that most controls have, from the first on.
const SYSTEMS: [&str; 9] = ["G54", "G55", "G56", "G57", "G58", "G59", "G59.1", "G59.2", "G59.3"];

impl WorkOffset {
    /// All names that [`WorkOffset::numbered`] knows, for people.
    pub const NAMES: &str =
        "G54 to G59, G59.1 to G59.3, G54.1P1 or G154P1 to P300, and G110 to G129";

    /// The number of the offset of a name: `G55`, `G59.1`, `G54.1P3`, `G154P3`, `G112`.
    #[must_use]
    pub fn numbered(name: &str) -> Option<usize> {
        let name = name.trim().to_ascii_uppercase();
        if let Some(at) = SYSTEMS.iter().position(|system| *system == name) {
            return Some(at + 1);
        }
        let further = name.strip_prefix("G54.1").or_else(|| name.strip_prefix("G154"));
        let number = match further {
            Some(rest) => rest.trim_start().strip_prefix('P')?.trim_start().parse().ok()?,
            None => {
                let code: usize = name.strip_prefix('G')?.parse().ok()?;
                (110..=129).contains(&code).then(|| code - 109)?
            }
        };
        (1..=MOST_FURTHER).contains(&number).then(|| FURTHER + number)
    }
}

/// What is known about the control and the machine beside the program text.
#[derive(Clone, Debug)]
pub struct Options {
    /// The control.
    pub dialect: Dialect,
    /// Control point before the first block, work coordinates, mm, axis by axis; `None` where it
    /// is not known.
    pub start: [Option<f64>; 3],
    /// Machine zero in program coordinates, mm, axis by axis. Where it is known, machine positions
    /// are places of the program as any other; where not, motions say which axes stand at one.
    pub home: [Option<f64>; 3],
    /// Where M6 takes the control point before the tool changes, machine coordinates, mm: Z first,
    /// then X and Y. An axis without a value stays, and so does all before the first motion.
    pub tool_change: [Option<f64>; 3],
    /// Skip blocks that begin with `/`.
    pub block_delete: bool,
    /// Motions after which the program is taken to be endless.
    pub max_motions: u64,
    /// Jumps without a motion between them after which the program is taken to be endless.
    pub max_idle_jumps: u64,
    /// Folders of subprogram files, after the program's own.
    pub search_paths: Vec<PathBuf>,
    /// The program's folder; by default that of the source.
    pub program_folder: Option<PathBuf>,
    /// The control's tool table, or entries of declared tools in its stead: then every tool exists,
    /// and compensation is refused for one without a diameter. Without either, no tool has a length
    /// or a diameter.
    pub tools: Option<ToolTable>,
    /// The control's parameter file.
    pub parameters: Option<ParameterFile>,
    /// Work offsets set before the program runs, over those of the parameter file.
    pub offsets: Vec<WorkOffset>,
    /// Unit in force when the program starts.
    pub units: Units,
    /// Unit of the machine's own data (parameter file, positions in `#5161` …).
    pub machine_units: Units,
    /// Fanuc and Haas setting: what numbers without a decimal point are worth; undeclared,
    /// increments, and that is an assumption.
    pub decimals: Option<Decimals>,
    /// Mach3's setting for arc centres: absolute when true.
    pub absolute_arc_centers: bool,
    /// The machine has U, V and W (LinuxCNC). Without them their words are reported, and their
    /// motion is carried all the same.
    pub secondary_axes: bool,
    /// How the program uses cutter compensation; undeclared, it is refused.
    pub compensation: Option<Compensation>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            dialect: Dialect::default(),
            start: [None; 3],
            home: [None; 3],
            tool_change: [None; 3],
            block_delete: false,
            max_motions: 100_000_000,
            max_idle_jumps: 2_000_000,
            search_paths: Vec::new(),
            program_folder: None,
            tools: None,
            parameters: None,
            offsets: Vec::new(),
            units: Units::Mm,
            machine_units: Units::Mm,
            decimals: None,
            absolute_arc_centers: false,
            secondary_axes: false,
            compensation: None,
        }
    }
}
