//! One program against the parts and fixtures it must not cut: files in, report out.
//!
//! [`Check::new`] names what to read; [`Check::run`] reads, searches and puts the report together.
//! Nothing here knows a command line.
//!
//! ```
//! use gouge::check::{Check, Running, Watch};
//! use gouge::job::Settings;
//! use gouge::report::data::Verdict;
//!
//! let folder = env!("CARGO_MANIFEST_DIR");
//! let mut settings = Settings::default();
//! settings.say("part", [format!("{folder}/molds/duct.stl")]);
//! settings.say("program", [format!("{folder}/toolpaths/duct-low.ngc")]);
//! settings.say("tools.1", ["ball:6"]);
//! settings.say("start", [0, 0, 60]);
//! let check = Check::new(&settings)?;
//! let report = check.run(&Running::default(), &Watch::default())?;
//! assert_eq!(report.verdict, Verdict::Gouge);
//! assert_eq!(report.regions[0].lines, [67, 68]);
//! # Ok::<(), gouge::error::Error>(())
//! ```

pub mod accepted;
mod assumptions;
pub mod baseline;
mod conclude;
pub mod declarations;
pub mod inputs;
mod job_used;
mod libraries;
mod limits;
mod missing;
mod options;
mod place;
mod placed_mesh;
mod proof;
mod read;
pub mod reading;
pub(crate) mod shape;
pub mod share;
pub mod spindle;
mod suspicions;
pub mod tool_description;
pub mod tool_name;
pub mod tool_note;
pub mod tools;
mod travel;
mod watch;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use accepted::Accepted;
pub(crate) use assumptions::ASSUMPTIONS;
use declarations::Declarations;
use limits::Limits;
pub use place::placement;
use placed_mesh::PlacedMesh;
use read::Read;
use reading::{Program, Reading};
use spindle::Spindle;
use tools::Tools;
use travel::Travel;
pub use watch::{Phase, Watch};

use crate::error::{Error, Result};
use crate::files;
use crate::job::{Origin, Settings};
use crate::mesh::Units;
use crate::nc;
use crate::report::data::Assumption;
use crate::report::{Listed, Placement, Report};
use crate::tolerance::DEPTH_DEFAULT_MM;
use crate::tree::Engine;
use crate::verify::{self, Body};

/// How a check is run. Only [`Running::deny_warnings`] can change the verdict.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// The hierarchy to search with.
    pub engine: Engine,
    /// Which motions go into the report; for every one, depths of clean motions are measured.
    pub listed: Listed,
    /// Borders of the zones that depths are counted in, mm; without any, those that go with the
    /// tolerance.
    pub zones: Vec<f64>,
    /// Pictures go into the report.
    pub pictures: bool,
    /// Every facet of the bodies with its depth goes into the report.
    pub surfaces: bool,
    /// Least distances are measured.
    pub clearance: bool,
    /// Times and host facts go into the report.
    pub run_facts: bool,
    /// The counters of the search go into the report.
    pub counters: bool,
    /// The verdict is unknown when there are warnings.
    pub deny_warnings: bool,
}

/// A check whose inputs are named, not read.
pub struct Check {
    /// The job file and the shop file, where they were read.
    pub job_files: Vec<PathBuf>,
    /// Meshes of the goal shape.
    pub parts: Vec<PathBuf>,
    /// Meshes of fixtures.
    pub fixtures: Vec<PathBuf>,
    /// The program.
    pub program: PathBuf,
    settings: Settings,
    reading: Reading,
    declarations: Declarations,
    placement: Placement,
    accepted: Accepted,
    units: Units,
    limits: Limits,
    travel: Travel,
    mesh_chord: f64,
}

/// A check whose program is read.
pub struct Opened {
    program: Program,
    /// Of its text.
    sha256: String,
    read: Read,
    tools: Tools,
    spindle: Spindle,
    assumptions: Vec<Assumption>,
    began: Instant,
}

impl Opened {
    /// The subprogram files that the program calls.
    pub fn called(&self) -> Vec<PathBuf> {
        self.read.files.iter().map(|file| PathBuf::from(&file.name)).collect()
    }

    /// Files of subprograms that were looked for and are not there: with one of them the program
    /// would be another.
    pub fn absent(&self) -> &[PathBuf] {
        &self.read.absent
    }
}

impl Check {
    /// The check that `settings` ask for; they name one program.
    ///
    /// # Errors
    /// Settings that are missing or do not fit, tool libraries that do not read.
    pub fn new(settings: &Settings) -> Result<Self> {
        let mut settings = settings.clone();
        if let [program] = crate::job::programs(&settings)?.as_slice() {
            settings = settings.of_program(program)?;
        }
        let accepted = Accepted::read(&mut settings)?;
        let settings = &settings;
        let parts = settings.paths("part");
        let programs = crate::job::programs(settings)?;
        let (false, [program]) = (parts.is_empty(), programs.as_slice()) else {
            let what = match programs.as_slice() {
                [] | [_] => "a part and a program are needed",
                _ => "one program is needed, not several",
            };
            return Err(Error::new("J006", what).help(match programs.as_slice() {
                [] | [_] => "name both: PART PROGRAM, or a job file that does".to_owned(),
                all => {
                    let names: Vec<String> = all.iter().map(|p| p.display().to_string()).collect();
                    format!(
                        "name one of the job's: {} (`gouge batch` checks all of them)",
                        names.join(", ")
                    )
                }
            }));
        };
        if settings.items("program").iter().any(|item| item.origin != Origin::Option) {
            crate::job::expect_file(program)?;
        }
        let fixtures = settings.paths("fixture");
        let streams = parts.iter().chain(&fixtures).chain([program]);
        if streams.filter(|p| files::is_stdin(p)).count() > 1 {
            return Err(Error::new("J006", "only one file can be read from standard input"));
        }
        let declarations = Declarations::gather(settings)?;
        let all = verify::Limits {
            tolerance: settings.length("tolerance")?.unwrap_or(DEPTH_DEFAULT_MM),
            allowance: settings.length("allowance")?.unwrap_or(0.0),
            deviation: settings.length("deviation")?.unwrap_or(0.0),
        };
        let units = settings.text("mesh_units").map_or(Ok(Units::default()), str::parse);
        Ok(Self {
            job_files: settings.job.iter().chain(&settings.shop).cloned().collect(),
            reading: Reading::new(settings, declarations.table.clone())?,
            placement: placement(settings)?,
            accepted,
            units: units.map_err(|e: String| Error::new("J006", e))?,
            limits: Limits::gather(settings, all, &parts)?,
            travel: Travel::new(settings)?,
            mesh_chord: settings.length("mesh_chord")?.unwrap_or(0.0),
            parts,
            fixtures,
            program: program.clone(),
            declarations,
            settings: settings.clone(),
        })
    }

    /// Every file that it reads, but for subprograms: the program tells which it calls.
    pub fn reads(&self) -> Vec<PathBuf> {
        let bodies = self.parts.iter().chain(&self.fixtures);
        let named = bodies.chain([&self.program]).chain(&self.job_files);
        let named = named.chain(&self.reading.tool_table).cloned();
        let said = ["transform", "baseline"].into_iter().flat_map(|key| self.settings.paths(key));
        named.chain(said).chain(self.declarations.files()).collect()
    }

    /// Reads everything, checks every motion, puts the report together.
    ///
    /// # Errors
    /// Files that do not read, tools that make no tool.
    pub fn run(&self, running: &Running, watch: &Watch) -> Result<Report> {
        let slot = OnceLock::new();
        let bodies = || -> Result<_> {
            let loaded = self.load()?;
            let loaded: &Vec<PlacedMesh> = slot.get_or_init(|| loaded);
            Ok((&loaded[..], self.bodies(loaded, running)))
        };
        let (opened, bodies) = rayon::join(|| self.open(watch), bodies);
        let opened = opened?;
        watch.enter(Phase::Meshes);
        Ok(self.conclude(opened, bodies?, running, watch, Vec::new()))
    }

    /// Reads the program and the tools it uses: all that is cheap.
    ///
    /// # Errors
    /// A program that does not read, tools that make no tool.
    pub fn open(&self, watch: &Watch) -> Result<Opened> {
        let began = Instant::now();
        watch.enter(Phase::Program);
        let program = Program::read(&self.program)?;
        let (read, sha256) = rayon::join(|| self.read(&program), || files::sha256(&program.bytes));
        let mut read = read?;
        let accepted = self.accepted.tool.map(|tool| (tool, self.accepted.source("tool")));
        let declared = self.declarations.numbers();
        let spindle =
            Spindle::settle(&read.motions, &program.bytes, &read.notes, &declared, accepted);
        let mut assumptions = self.accepted.assumptions();
        assumptions.extend(spindle.apply(&mut read.motions));
        if self.accepted.length {
            read.motions.change(|manner| {
                if manner.tip.shift().is_none() {
                    manner.tip = nc::Tip::AtControlPoint;
                }
            });
        }
        self.reading.take_rapids(&mut read.motions);
        let used: BTreeSet<u32> = read.motions.manners().map(|m| m.tool).collect();
        let tools = self.declarations.tools(&used, &read.notes)?;
        let opened = Opened { program, sha256, read, tools, spindle, assumptions, began };
        self.expect_limits(&opened)?;
        Ok(opened)
    }

    /// Reads the meshes, checks every motion, puts the report together.
    ///
    /// # Errors
    /// Meshes that do not read.
    pub fn search(&self, opened: Opened, running: &Running, watch: &Watch) -> Result<Report> {
        self.search_rest(opened, running, watch, Vec::new())
    }

    /// The meshes of parts and fixtures.
    fn load(&self) -> Result<Vec<PlacedMesh>> {
        let load = |path: &PathBuf| PlacedMesh::read(path, self.units, &self.placement);
        self.parts.iter().chain(&self.fixtures).map(load).collect()
    }

    /// What was loaded, ready to be searched.
    fn bodies<'a>(&self, loaded: &'a [PlacedMesh], running: &Running) -> Vec<Body<'a>> {
        let body = |(i, l): (usize, &'a PlacedMesh)| {
            Body::new(&l.mesh, &l.defects, i >= self.parts.len()).built(&running.engine)
        };
        loaded.iter().enumerate().map(body).collect()
    }

    /// What is asked of the search, but for motions `proved` clean.
    fn asked(
        &self,
        opened: &Opened,
        running: &Running,
        proved: Vec<Option<[f64; 2]>>,
    ) -> verify::Options {
        let verify::Limits { tolerance, allowance, deviation } = self.limits.all;
        verify::Options {
            tolerance,
            allowance,
            deviation,
            own: self.own_limits(opened),
            engine: running.engine,
            front: true,
            all_depths: running.listed == Listed::Every,
            shift: self.placement.program_to_work(),
            home: self.reading.home(),
            accepted: verify::Accepted { start: self.accepted.start, home: self.accepted.home },
            proved,
        }
    }

    /// Checks the motions that are not `proved` clean.
    fn outcome(
        &self,
        opened: &Opened,
        running: &Running,
        watch: &Watch,
        proved: Vec<Option<[f64; 2]>>,
    ) -> Result<verify::Outcome> {
        watch.enter(Phase::Meshes);
        let loaded = self.load()?;
        let options = self.asked(opened, running, proved);
        watch.enter(Phase::Motions);
        let (specs, motions) = (&opened.tools.specs, &opened.read.motions);
        Ok(verify::check(&self.bodies(&loaded, running), specs, motions, &options, &watch.progress))
    }

    /// The same with motions that are `proved` clean.
    fn search_rest(
        &self,
        opened: Opened,
        running: &Running,
        watch: &Watch,
        proved: Vec<Option<[f64; 2]>>,
    ) -> Result<Report> {
        watch.enter(Phase::Meshes);
        let loaded = self.load()?;
        let bodies = self.bodies(&loaded, running);
        Ok(self.conclude(opened, (&loaded, bodies), running, watch, proved))
    }
}
