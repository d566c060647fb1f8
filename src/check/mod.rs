//! One program against the parts and fixtures it must not cut: files in, report out.
//!
//! [`Check::new`] says what is to be read, [`Check::run`] reads, searches and puts the report
//! together. Nothing here knows a command line.
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
//! # Ok::<(), gouge::check::Error>(())
//! ```

pub mod accepted;
mod error;
pub mod input;
mod loaded;
pub mod memory;
mod missing;
mod place;
mod proof;
pub mod quantity;
pub mod reading;
mod shape;
pub mod share;
pub mod spindle;
pub mod tools;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use accepted::Accepted;
pub use error::{Error, Result};
use loaded::Loaded;
use missing::Findings;
pub use place::placement;
use reading::{Program, Reading, sub_files, units_name};
use spindle::Spindle;
use tools::{Declarations, Remark, Tools};
pub use watch::{Phase, Watch};

use crate::geom::Aabb;
use crate::job::Settings;
use crate::mesh::{Mesh, Units};
use crate::nc::{self, Event, Motion, Refusal, ToolNote};
use crate::picture::{Pictures, Scene};
use crate::report::data::{
    Assumption, Boxes, ErrorBudget, Inputs, JobUsed, Options, ProgramInput, Run,
};
use crate::report::operations::zones;
use crate::report::{Draft, Placement, Report, SubFile, Texts, build};
use crate::tolerance::DEPTH_DEFAULT_MM;
use crate::tree::Engine;
use crate::verify::{self, Body, scale};

/// How a check is run: nothing of this changes a verdict but [`Running::deny_warnings`].
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// The hierarchy to search with.
    pub engine: Engine,
    /// Depths of clean motions are measured, and every motion goes into the report.
    pub moves: bool,
    /// Borders of the zones that depths are counted in, mm; without any, those that go with the
    /// tolerance.
    pub zones: Vec<f64>,
    /// Pictures go into the report.
    pub pictures: bool,
    /// Times and host facts go into the report.
    pub run_facts: bool,
    /// So do the counters of the search.
    pub counters: bool,
    /// Warnings leave the verdict unknown.
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
    tolerance: f64,
    allowance: f64,
    deviation: f64,
    mesh_chord: f64,
}

/// What the interpreter handed out.
#[derive(Default)]
struct Read {
    motions: Vec<Motion>,
    refusals: Vec<Refusal>,
    warnings: Vec<Remark>,
    notes: Vec<ToolNote>,
    assumptions: Vec<nc::Assumption>,
    files: Vec<SubFile>,
    operations: Vec<nc::Operation>,
    units: &'static str,
}

/// A check whose program is read.
pub struct Opened {
    program: Program,
    read: Read,
    tools: Tools,
    spindle: Spindle,
    assumptions: Vec<Assumption>,
    began: Instant,
}

impl Check {
    /// The check that `settings` ask for; they name one program.
    ///
    /// # Errors
    /// Settings that are missing or do not fit, tool libraries that do not read.
    pub fn new(settings: &Settings) -> Result<Self> {
        let mut settings = settings.clone();
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
                [] | [_] => "gouge check PART PROGRAM, or a job file that names both",
                _ => "gouge check PROGRAM for one of the job's, gouge batch for all of them",
            }));
        };
        let fixtures = settings.paths("fixture");
        let streams = parts.iter().chain(&fixtures).chain([program]);
        if streams.filter(|p| input::is_stdin(p)).count() > 1 {
            return Err(Error::new("J006", "only one file can be read from standard input"));
        }
        let declarations = Declarations::gather(settings)?;
        let units = settings.text("mesh_units").map_or(Ok(Units::default()), str::parse);
        Ok(Self {
            job_files: settings.job.iter().chain(&settings.shop).cloned().collect(),
            reading: Reading::new(settings, declarations.table.clone())?,
            placement: placement(settings)?,
            accepted,
            units: units.map_err(|e: String| Error::new("J006", e))?,
            tolerance: settings.length("tolerance")?.unwrap_or(DEPTH_DEFAULT_MM),
            allowance: settings.length("allowance")?.unwrap_or(0.0),
            deviation: settings.length("deviation")?.unwrap_or(0.0),
            mesh_chord: settings.length("mesh_chord")?.unwrap_or(0.0),
            parts,
            fixtures,
            program: program.clone(),
            declarations,
            settings: settings.clone(),
        })
    }

    /// Says so when the program is 25.4 times as large as the parts, or as small.
    fn scale(&self, loaded: &[Loaded], motions: &[Motion]) -> Option<Remark> {
        let parts = loaded.iter().take(self.parts.len()).map(|l| l.mesh.bounds());
        let found = scale::mismatch(&parts.reduce(|a, b| a.union(&b))?, motions)?;
        let [x, y] = found.ratio;
        let text = format!(
            "the cutting motions are {x:.3} times as long in X and {y:.3} times in Y as the part: \
             one of them may be in inches"
        );
        Some((found.span, crate::nc::code::SCALE, text))
    }

    /// Reads everything, checks every motion, puts the report together.
    ///
    /// # Errors
    /// Files that do not read, tools that make no tool.
    pub fn run(&self, running: &Running, watch: &Watch) -> Result<Report> {
        self.search(self.open(watch)?, running, watch)
    }

    /// Reads the program and the tools it uses: all that is cheap.
    ///
    /// # Errors
    /// A program that does not read, tools that make no tool.
    pub fn open(&self, watch: &Watch) -> Result<Opened> {
        let began = Instant::now();
        watch.enter(Phase::Program);
        let program = Program::read(&self.program)?;
        let mut read = self.read(&program)?;
        let accepted = self.accepted.tool.map(|tool| (tool, self.accepted.source("tool")));
        let declared = self.declarations.numbers();
        let spindle =
            Spindle::settle(&read.motions, &program.bytes, &read.notes, &declared, accepted);
        let mut assumptions = self.accepted.assumptions();
        assumptions.extend(spindle.apply(&mut read.motions));
        if self.accepted.length {
            for motion in &mut read.motions {
                if motion.tip.shift().is_none() {
                    motion.tip = nc::Tip::AtControlPoint;
                }
            }
        }
        self.reading.take_rapids(&mut read.motions);
        let used: BTreeSet<u32> = read.motions.iter().map(|m| m.tool).collect();
        let tools = self.declarations.tools(&used, &read.notes)?;
        Ok(Opened { program, read, tools, spindle, assumptions, began })
    }

    /// Reads the meshes, checks every motion, puts the report together.
    ///
    /// # Errors
    /// Meshes that do not read.
    pub fn search(&self, opened: Opened, running: &Running, watch: &Watch) -> Result<Report> {
        self.search_rest(opened, running, watch, Vec::new())
    }

    /// The meshes of parts and fixtures.
    fn load(&self) -> Result<Vec<Loaded>> {
        let load = |path: &PathBuf| Loaded::read(path, self.units, &self.placement);
        self.parts.iter().chain(&self.fixtures).map(load).collect()
    }

    fn bodies<'a>(&self, loaded: &'a [Loaded]) -> Vec<Body<'a>> {
        let body =
            |(i, l): (usize, &'a Loaded)| Body::new(&l.mesh, &l.defects, i >= self.parts.len());
        loaded.iter().enumerate().map(body).collect()
    }

    /// What is asked of the search, but for motions `proved` clean.
    fn asked(&self, running: &Running, proved: Vec<Option<[f64; 2]>>) -> verify::Options {
        verify::Options {
            tolerance: self.tolerance,
            allowance: self.allowance,
            deviation: self.deviation,
            engine: running.engine,
            front: true,
            all_depths: running.moves,
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
        let options = self.asked(running, proved);
        watch.enter(Phase::Motions);
        let (specs, motions) = (&opened.tools.specs, &opened.read.motions);
        Ok(verify::check(&self.bodies(&loaded), specs, motions, &options, &watch.progress))
    }

    /// The same with motions that are `proved` clean.
    fn search_rest(
        &self,
        opened: Opened,
        running: &Running,
        watch: &Watch,
        proved: Vec<Option<[f64; 2]>>,
    ) -> Result<Report> {
        let Opened { program, mut read, tools, spindle, mut assumptions, began } = opened;
        let mut warnings = std::mem::take(&mut read.warnings);
        warnings.extend(tools.remarks.iter().cloned());

        watch.enter(Phase::Meshes);
        let loaded = self.load()?;
        for l in &loaded {
            warnings.extend(l.remarks.iter().cloned());
        }
        let mut suspicions: Vec<Remark> = Vec::new();
        match self.scale(&loaded, &read.motions) {
            Some(found) if self.accepted.units => warnings.push(found),
            found => suspicions.extend(found),
        }
        let read_s = began.elapsed().as_secs_f64();

        let bodies = self.bodies(&loaded);
        let options = self.asked(running, proved);
        let began = Instant::now();
        watch.enter(Phase::Motions);
        let mut outcome =
            verify::check(&bodies, &tools.specs, &read.motions, &options, &watch.progress);
        let check_s = began.elapsed().as_secs_f64();
        watch.enter(Phase::Report);
        outcome.coverage.refused_blocks = read.refusals.len() as u64;
        let boxes = self.boxes(&loaded, &outcome);
        if !outcome.within_reach && !self.accepted.place {
            suspicions.push(far(&boxes));
        }
        if running.deny_warnings {
            suspicions.append(&mut warnings);
        }
        let codes: Vec<&'static str> = suspicions.iter().map(|s| s.1).collect();
        let top = |corners: Option<[[f64; 3]; 2]>| corners.map_or(0.0, |[_, hi]| hi[2]);
        let missing = missing::missing(
            &Findings {
                motions: &read.motions,
                outcomes: &outcome.motions,
                refusals: &read.refusals,
                notes: &read.notes,
                suspicions: &codes,
                top: top(boxes.part).max(top(boxes.cutting)),
            },
            &self.declarations,
        );
        assumptions.extend(self.assumptions(&read, &tools.assumptions));

        let texts = Texts::new(&program.bytes, &read.files);
        let (parts, fixtures) = loaded.split_at(self.parts.len());
        let inputs = Inputs {
            parts: parts.iter().map(|l| l.input.clone()).collect(),
            fixtures: fixtures.iter().map(|l| l.input.clone()).collect(),
            program: ProgramInput {
                path: self.program.display().to_string(),
                sha256: input::sha256(&program.bytes),
                lines: texts.count(),
                dialect: self.reading.dialect.name().to_owned(),
                units: read.units.to_owned(),
            },
            tools: tools.inputs,
        };
        let meshes: Vec<&Mesh> = loaded.iter().map(|l| &l.mesh).collect();
        let mut report = build(Draft {
            inputs,
            options: self.options(&spindle),
            tolerance: self.tolerance,
            placement: self.placement,
            texts: &texts,
            meshes: &meshes,
            regions: &outcome.regions,
            findings: &outcome.findings,
            program: &read.motions,
            operations: &read.operations,
            zones: zones(self.tolerance, &running.zones),
            motions: &outcome.motions,
            coverage: outcome.coverage,
            budget: ErrorBudget {
                arc: outcome.budget.arc,
                tool_facets: outcome.budget.tool_facets,
                deviation: outcome.budget.deviation,
                float: outcome.budget.float,
                mesh_chord: self.mesh_chord,
            },
            refusals: &read.refusals,
            warnings,
            boxes,
            suspicions,
            missing,
            assumptions,
            job: self.job(),
            moves: running.moves,
        });
        if running.pictures {
            let scene = Scene {
                meshes: &meshes,
                parts: self.parts.len(),
                motions: &read.motions,
                outcomes: &outcome.motions,
                findings: &outcome.findings,
                tools: &tools.specs,
                placement: self.placement,
            };
            report.pictures = Some(Pictures::draw(&report, &scene, &texts));
        }
        report.run = running.run_facts.then(|| Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: running.engine.name.to_owned(),
            threads: rayon::current_num_threads() as u64,
            host: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            read_s,
            check_s,
            stats: running.counters.then(|| counters(&outcome.stats)),
        });
        Ok(report)
    }

    fn read(&self, program: &Program) -> Result<Read> {
        let mut options = self.reading.options(&self.program, &self.declarations.diameters()?)?;
        if self.settings.text("max_motions").is_none() {
            options.max_motions = options.max_motions.min(memory::motions());
        }
        let mut read = Read::default();
        let mut full = false;
        let summary = nc::Interpreter::new(options.clone()).run(&program.source(), |event| {
            match event {
                Event::Motion(m) => {
                    if read.motions.try_reserve(1).is_err() {
                        full = true;
                        return ControlFlow::Break(());
                    }
                    read.motions.push(m);
                }
                Event::Refusal(r) => read.refusals.push(r),
                Event::Warning(w) => read.warnings.push((w.span, w.code, w.message)),
                Event::ToolNote(n) => read.notes.push(n),
                Event::Assumption(a) => read.assumptions.push(a),
            }
            ControlFlow::Continue(())
        });
        let count = read.motions.len() as u64;
        if full {
            return Err(memory::too_many_motions(read.motions.len()));
        }
        memory::expect(count.saturating_mul(memory::OF_MOTION), "checking the motions")?;
        read.units = units_name(&summary);
        read.files = sub_files(&summary);
        read.operations = summary.operations;
        Ok(read)
    }

    /// What nothing proves.
    fn assumptions(&self, read: &Read, tools: &[Assumption]) -> Vec<Assumption> {
        let point = |p: [Option<f64>; 3]| {
            let axes = ["X", "Y", "Z"].iter().zip(p);
            let known = axes.filter_map(|(axis, v)| v.map(|v| format!("{axis}{v}")));
            known.collect::<Vec<_>>().join(" ")
        };
        let declared = |name: &str, value: Option<[Option<f64>; 3]>| {
            value.map(|p| Assumption {
                name: name.to_owned(),
                value: point(p),
                source: self.settings.source(name).unwrap_or("option").to_owned(),
            })
        };
        let home = self.reading.home.filter(|_| read.motions.iter().any(|m| m.machine));
        let facts = declared("start", self.reading.start).into_iter().chain(declared("home", home));
        let of_program = read.assumptions.iter().map(|a| Assumption {
            name: a.name.to_owned(),
            value: a.value.clone(),
            source: format!("line {}", a.span.line),
        });
        facts.chain(of_program).chain(tools.iter().cloned()).collect()
    }

    /// Where parts and cutting lie in program coordinates.
    fn boxes(&self, loaded: &[Loaded], outcome: &verify::Outcome) -> Boxes {
        let shift = self.placement.program_to_work();
        let corners =
            |b: Aabb| (!b.is_empty()).then(|| [(b.lo - shift).into(), (b.hi - shift).into()]);
        let parts = loaded.iter().take(self.parts.len());
        let part = parts.map(|l| l.mesh.bounds()).fold(Aabb::EMPTY, |a, b| a.union(&b));
        Boxes { part: corners(part), cutting: corners(outcome.cutting) }
    }

    /// The job file and what came from it and its shop file.
    fn job(&self) -> Option<JobUsed> {
        let path = self.settings.job.as_ref().or(self.settings.shop.as_ref())?;
        let said = |(key, items): (&str, &[crate::job::Item])| {
            let said = items.iter().filter(|item| item.origin != crate::job::Origin::Option);
            let texts: Vec<&str> = said.map(|item| item.text.as_str()).collect();
            (!texts.is_empty()).then(|| (key.to_owned(), texts.join(", ")))
        };
        Some(JobUsed {
            path: path.display().to_string(),
            values: self.settings.iter().filter_map(said).collect(),
        })
    }

    /// The options as the report shows them.
    fn options(&self, spindle: &Spindle) -> Options {
        let r = &self.reading;
        let text = |p: &PathBuf| p.display().to_string();
        Options {
            allowance_mm: self.allowance,
            deviation_mm: self.deviation,
            mesh_units: self.units.name().to_owned(),
            placement: self.placement.rows(),
            start_mm: r.start,
            home_mm: r.home,
            block_delete: r.block_delete,
            max_motions: r.max_motions,
            accepted: self.accepted.texts(),
            spindle: spindle.lines(),
            rapid: r.rapid.clone(),
            whole_units: r.whole_units,
            compensation: r.compensation.clone(),
            offsets_mm: r.offsets.clone(),
            tool_table: r.tool_table.as_ref().map(text),
            subprograms: r.subprograms.iter().map(text).collect(),
        }
    }
}

/// The suspicion that program and part have nothing to do with each other.
fn far(boxes: &Boxes) -> Remark {
    let span = |corners: Option<[[f64; 3]; 2]>| {
        corners.map_or_else(|| "nowhere".to_owned(), crate::report::span)
    };
    let text = format!(
        "no cutting motion comes near the part: the part lies at {}, the cutting at {}",
        span(boxes.part),
        span(boxes.cutting)
    );
    (nc::Span::default(), crate::report::codes::PLACE, text)
}

fn counters(stats: &crate::tree::Stats) -> BTreeMap<String, u64> {
    [
        ("nodes", stats.nodes),
        ("triangles", stats.triangles),
        ("front_kept", stats.kept),
        ("front_dropped", stats.dropped),
        ("front_raised", stats.raised),
    ]
    .map(|(name, count)| (name.to_owned(), count))
    .into()
}
