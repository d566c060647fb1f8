//! `gouge check`: one program against one part.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, IsTerminal, Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::args::{CheckArgs, OutputArgs, SceneArgs};
use super::error::{Error, Result};
use super::input::{self, MeshFile};
use super::job::{self, Job};
use super::progress;
use super::reading::{Program, Reading, sub_files, units_name};
use super::tools::{self, Declarations, Remark};
use crate::geom::Vec3;
use crate::mesh::{Mesh, Units, complaints, defects};
use crate::nc::{self, Event, Motion, Refusal, Span, ToolNote};
use crate::output;
use crate::report::data::{
    Assumption, ErrorBudget, Inputs, MeshInput, Options, ProgramInput, Run, Verdict,
};
use crate::report::{Draft, Format, Look, Placement, Report, SubFile, Texts, build, render};
use crate::tolerance::{DEPTH_DEFAULT_MM, LARGEST_MM};
use crate::tree::Engine;
use crate::verify::{self, Body, scale};

/// Runs the command.
pub fn run(args: &CheckArgs, engines: &[Engine]) -> Result<ExitCode> {
    if args.list_engines {
        let mut out = stdout().lock();
        for engine in engines {
            writeln!(out, "{:<16} {}", engine.name, engine.about)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(threads) = args.threads {
        // Only fails when the pool is already there, which no command before this one makes.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    }
    if let Some(path) = &args.output.output {
        output::expect_folder(path)?;
    }
    let check = Check::prepare(args, chosen(args, engines)?)?;
    if let Some(path) = &args.output.output {
        let named = args.scene.tools.iter().chain(&args.scene.transform).chain(&check.job);
        let read = check.parts.iter().chain(&check.fixtures).chain([&check.program]);
        output::expect_apart(path, read.chain(named))?;
    }
    let (report, counters) = check.run(args)?;
    if args.stats {
        for (name, count) in counters {
            eprintln!("{name:<12} {count:>16}");
        }
    }
    write(&report, &args.output)?;
    Ok(ExitCode::from(match report.verdict {
        Verdict::Clean => 0,
        Verdict::Gouge => 1,
        Verdict::Unknown => 3,
    }))
}

/// The engine that was asked for, or the first one.
fn chosen(args: &CheckArgs, engines: &[Engine]) -> Result<Engine> {
    let Some(name) = &args.engine else {
        return Ok(engines.first().copied().unwrap_or_default());
    };
    engines.iter().copied().find(|e| e.name == name).ok_or_else(|| {
        Error::new("J006", format!("`{name}` is not a valid engine"))
            .help("`--list-engines` names them")
    })
}

/// Writes a report where it was asked for.
fn write(report: &Report, args: &OutputArgs) -> Result<()> {
    if let Some(path) = &args.output {
        return Ok(output::write_with(path, |out| {
            render(report, args.format, Look::default(), out)
        })?);
    }
    let terminal =
        stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let look = Look { color: terminal && args.format == Format::Text };
    let mut out = BufWriter::new(stdout().lock());
    let done = render(report, args.format, look, &mut out).and_then(|()| out.flush());
    match done {
        // The verdict is known, whether or not somebody reads all of it.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// A check whose inputs are named, not read.
pub(super) struct Check {
    job: Option<PathBuf>,
    parts: Vec<PathBuf>,
    fixtures: Vec<PathBuf>,
    program: PathBuf,
    reading: Reading,
    declarations: Declarations,
    placement: Placement,
    units: Units,
    tolerance: f64,
    allowance: f64,
    deviation: f64,
    mesh_chord: f64,
    engine: Engine,
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
    units: &'static str,
}

impl Check {
    /// Joins command line and job file.
    pub fn prepare(args: &CheckArgs, engine: Engine) -> Result<Self> {
        let found = match (&args.job, &args.program) {
            (Some(path), _) => Some(path.clone()),
            (None, Some(program)) if !input::is_stdin(program) => job::find(program),
            (None, _) => None,
        };
        let job = found.as_ref().map_or(Ok(Job::default()), |path| job::read(path))?;
        let scene = &args.scene;
        let mut parts: Vec<PathBuf> = args.part.iter().chain(&scene.parts).cloned().collect();
        if parts.is_empty() {
            parts = job.parts.clone();
        }
        let program = args.program.clone().or(job.program.clone());
        let (false, Some(program)) = (parts.is_empty(), program) else {
            return Err(Error::new("J006", "a part and a program are needed")
                .help("gouge check PART PROGRAM, or a job file that names both"));
        };
        let mut fixtures = scene.fixtures.clone();
        fixtures.extend(job.fixtures.iter().cloned());
        let streams = parts.iter().chain(&fixtures).chain([&program]);
        if streams.filter(|p| input::is_stdin(p)).count() > 1 {
            return Err(Error::new("J006", "only one file can be read from standard input"));
        }
        let declarations = Declarations::gather(scene, &job)?;
        let units = scene.mesh_units.as_ref().or(job.mesh_units.as_ref());
        Ok(Self {
            job: found,
            reading: Reading::new(&args.reading, &job, declarations.table.clone())?,
            placement: placement(scene, &job)?,
            units: units
                .map_or(Ok(Units::default()), |word| word.parse())
                .map_err(|e: String| Error::new("J006", e))?,
            tolerance: scene.tolerance.or(job.tolerance).unwrap_or(DEPTH_DEFAULT_MM),
            allowance: scene.allowance.or(job.allowance).unwrap_or(0.0),
            deviation: scene.deviation.or(job.deviation).unwrap_or(0.0),
            mesh_chord: scene.mesh_chord.or(job.mesh_chord).unwrap_or(0.0),
            parts,
            fixtures,
            program,
            declarations,
            engine,
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

    /// Reads the inputs and checks them; says how much work that was.
    pub fn run(self, args: &CheckArgs) -> Result<(Report, Counters)> {
        let began = Instant::now();
        let until = args.budget.and_then(|time| began.checked_add(time));
        let program = Program::read(&self.program)?;
        let mut read = self.read(&program)?;
        let used: BTreeSet<u32> = read.motions.iter().map(|m| m.tool).collect();
        let tools = self.declarations.tools(&used, &read.notes)?;
        let mut warnings = std::mem::take(&mut read.warnings);
        warnings.extend(tools.remarks.iter().cloned());

        let load = |path: &PathBuf| Loaded::read(path, self.units, &self.placement);
        let loaded: Vec<Loaded> =
            self.parts.iter().chain(&self.fixtures).map(load).collect::<Result<_>>()?;
        for l in &loaded {
            warnings.extend(l.remarks.iter().cloned());
        }
        warnings.extend(self.scale(&loaded, &read.motions));
        let read_s = began.elapsed().as_secs_f64();

        let bodies: Vec<Body> = loaded
            .iter()
            .enumerate()
            .map(|(i, l)| Body::new(&l.mesh, &l.defects, i >= self.parts.len()))
            .collect();
        let options = verify::Options {
            tolerance: self.tolerance,
            allowance: self.allowance,
            deviation: self.deviation,
            engine: self.engine,
            front: true,
            all_depths: args.output.moves,
            shift: self.placement.program_to_work(),
            home: self.reading.home(),
        };
        let began = Instant::now();
        let mut outcome = progress::shown(until, |progress| {
            verify::check(&bodies, &tools.specs, &read.motions, &options, progress)
        });
        let check_s = began.elapsed().as_secs_f64();
        outcome.coverage.refused_blocks = read.refusals.len() as u64;
        let counters = counters(&outcome.stats);

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
        let specs = &tools.specs;
        let mut report = build(Draft {
            inputs,
            options: self.options(),
            tolerance: self.tolerance,
            placement: self.placement,
            texts: &texts,
            meshes: &meshes,
            reach: &|number, role| specs.get(&number).map_or(0.0, |spec| tools::reach(spec, role)),
            findings: &outcome.findings,
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
            assumptions: self.assumptions(&read, &tools.assumptions),
            job: None,
            moves: args.output.moves,
        });
        report.run = (!args.output.no_run).then(|| Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: self.engine.name.to_owned(),
            threads: rayon::current_num_threads() as u64,
            host: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            read_s,
            check_s,
            stats: args.stats.then(|| counters.clone()),
        });
        Ok((report, counters))
    }

    fn read(&self, program: &Program) -> Result<Read> {
        let options = self.reading.options(&self.program, &self.declarations.diameters()?)?;
        let mut read = Read::default();
        let summary = nc::run(&program.source(), &options, &mut |event| {
            match event {
                Event::Motion(m) => read.motions.push(m),
                Event::Refusal(r) => read.refusals.push(r),
                Event::Warning(w) => read.warnings.push((w.span, w.code, w.message)),
                Event::ToolNote(n) => read.notes.push(n),
                Event::Assumption(a) => read.assumptions.push(a),
                Event::Missing(_) => {}
            }
            ControlFlow::Continue(())
        });
        read.units = units_name(&summary);
        read.files = sub_files(&summary);
        Ok(read)
    }

    /// What nothing proves.
    fn assumptions(&self, read: &Read, tools: &[Assumption]) -> Vec<Assumption> {
        let point = |p: [f64; 3]| format!("X{} Y{} Z{}", p[0], p[1], p[2]);
        let declared = |name: &str, value: Option<[f64; 3]>| {
            value.map(|p| Assumption {
                name: name.to_owned(),
                value: point(p),
                source: "option".to_owned(),
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

    /// The options as the report shows them.
    fn options(&self) -> Options {
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
            compensation: r.compensation.clone(),
            offsets_mm: r.offsets.clone(),
            tool_table: r.tool_table.as_ref().map(text),
            subprograms: r.subprograms.iter().map(text).collect(),
        }
    }
}

/// A mesh in work coordinates.
struct Loaded {
    mesh: Mesh,
    defects: defects::Report,
    input: MeshInput,
    remarks: Vec<Remark>,
}

impl Loaded {
    fn read(path: &Path, units: Units, placement: &Placement) -> Result<Self> {
        let MeshFile { loaded, sha256 } = input::mesh(path, units)?;
        let mut mesh = loaded.mesh;
        let defects = defects::examine(&mesh);
        let input = MeshInput::of(&path.display().to_string(), sha256, &mesh, &defects);
        if placement.turns() {
            for v in &mut mesh.vertices {
                *v = placement.part_to_work(*v);
            }
        }
        let warnings = loaded.warnings.into_iter().chain(complaints(&defects));
        let remarks = warnings
            .map(|w| (Span::default(), w.code, format!("{}: {}", path.display(), w.message)))
            .collect();
        Ok(Self { mesh, defects, input, remarks })
    }
}

/// The counters of a search by name.
pub(super) type Counters = BTreeMap<String, u64>;

fn counters(stats: &crate::tree::Stats) -> Counters {
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

/// Where the part lies: the command line's origin or transform, else the job's.
fn placement(scene: &SceneArgs, job: &Job) -> Result<Placement> {
    if let Some(origin) = scene.origin {
        return Ok(Placement::at_origin(Vec3::from(origin.0)));
    }
    if let Some(path) = scene.transform.as_ref().or(job.transform_file.as_ref()) {
        let numbers = transform_numbers(&input::text(path)?);
        return rigid(path, numbers);
    }
    if let Some(numbers) = &job.transform {
        return rigid(&job.path, Some(numbers.clone()));
    }
    Ok(Placement::at_origin(job.origin.map_or(Vec3::zeros(), |o| Vec3::from(o.0))))
}

fn rigid(path: &Path, numbers: Option<Vec<f64>>) -> Result<Placement> {
    let wrong = |what: String| {
        Error::new("J003", format!("{}: {what}", path.display()))
            .help("write 16 numbers, row by row, as JSON or separated by white space")
    };
    let numbers = numbers.ok_or_else(|| wrong("this is no list of numbers".to_owned()))?;
    let count = numbers.len();
    if numbers.iter().any(|n| n.abs() > LARGEST_MM) {
        return Err(wrong("it moves the part by more than 100 km".to_owned()));
    }
    let rows: [f64; 16] =
        numbers.try_into().map_err(|_| wrong(format!("there are {count} numbers, not 16")))?;
    Placement::from_rows(rows).map_err(|e| wrong(e.to_string()))
}

/// Numbers as JSON (a list, or a list of rows) or separated by white space or commas.
fn transform_numbers(text: &str) -> Option<Vec<f64>> {
    if let Ok(list) = serde_json::from_str::<Vec<f64>>(text) {
        return Some(list);
    }
    if let Ok(rows) = serde_json::from_str::<Vec<Vec<f64>>>(text) {
        return Some(rows.concat());
    }
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    words.map(|w| w.parse().ok()).collect()
}
