//! `gouge recheck`: every witness of a report proved again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::RecheckArgs;
use crate::check::reading::{Program, Reading, sub_files, units_name};
use crate::check::spindle::Spindle;
use crate::check::tools;
use crate::check::{Error, Result, input};
use crate::mesh::{Mesh, Units, defects};
use crate::nc::{self, Event};
use crate::report::Report;
use crate::report::Texts;
use crate::report::data::MeshInput;
use crate::report::recheck::{Failure, Follower, Leg, Scene, Step, recheck};
use crate::tool::Spec;

/// Runs the command.
pub fn run(args: &RecheckArgs) -> Result<ExitCode> {
    let path = &args.report;
    let report: Report = serde_json::from_str(&input::text(path)?).map_err(|e| {
        Error::new("J008", format!("{}: {e}", path.display()))
            .help("recheck reads the JSON report of `gouge check --format json`")
    })?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut failures = Vec::new();
    let mut inputs = Inputs { folder, changed: Vec::new() };

    let units: Units =
        report.options.mesh_units.parse().map_err(|e: String| Error::new("J008", e))?;
    let parts = inputs.meshes(&report.inputs.parts, units)?;
    let fixtures = inputs.meshes(&report.inputs.fixtures, units)?;
    let motions = inputs.motions(&report)?;
    let tools = inputs.tools(&report)?;
    let scene = Scene {
        parts: parts.iter().collect(),
        fixtures: fixtures.iter().collect(),
        motions,
        tools,
    };
    failures.extend(inputs.changed);
    failures.extend(recheck(&report, &scene));

    let mut out = stdout().lock();
    for Failure { region, field, what } in &failures {
        match region {
            Some(id) => writeln!(out, "region {id}: {field} {what}")?,
            None => writeln!(out, "report: {field} {what}")?,
        }
    }
    let count = report.regions.len();
    let bad: BTreeSet<u32> = failures.iter().filter_map(|f| f.region).collect();
    writeln!(
        out,
        "{} of {count} witnesses hold{}",
        count - bad.len().min(count),
        if failures.is_empty() { "" } else { "; the report does not" }
    )?;
    Ok(ExitCode::from(u8::from(!failures.is_empty())))
}

/// Reads inputs again, and notes what is not the file that was checked.
struct Inputs {
    /// Where the report lies: paths that lead nowhere from here may lead somewhere from there.
    folder: PathBuf,
    changed: Vec<Failure>,
}

impl Inputs {
    fn find(&self, path: &str) -> Result<PathBuf> {
        let path = PathBuf::from(path);
        if input::is_stdin(&path) {
            return Err(Error::new("J008", "an input was read from standard input")
                .help("check again with files, so that they can be read again"));
        }
        let beside = self.folder.join(&path);
        Ok(if !path.exists() && beside.exists() { beside } else { path })
    }

    fn compare(&mut self, path: &str, reported: &str, found: &str) {
        if reported != found {
            let what = format!("of {path} is {found}, so it is not the file that was checked");
            self.changed.push(Failure { region: None, field: "inputs.sha256", what });
        }
    }

    fn differs(&mut self, field: &'static str, what: String) {
        self.changed.push(Failure { region: None, field, what });
    }

    fn compare_mesh(&mut self, said: &MeshInput, mesh: &Mesh) {
        let found = MeshInput::of(&said.path, said.sha256.clone(), mesh, &defects::examine(mesh));
        if *said != found {
            let what = format!(
                "of {} are {} triangles, watertight {}, bounds {:?}",
                found.path, found.triangles, found.watertight, found.bounds_mm
            );
            self.differs("inputs", what);
        }
    }

    /// What the interpreter says of the whole program.
    fn compare_program(
        &mut self,
        report: &Report,
        motions: u64,
        lines: u64,
        refused: &[(u32, &str)],
        units: &str,
    ) {
        let said = &report.inputs.program;
        if said.lines != lines || said.units != units {
            let what = format!("has {lines} lines and works in {units}");
            self.differs("inputs.program", what);
        }
        if report.coverage.motions != motions {
            let what = format!("is not {motions}, what the program makes");
            self.differs("coverage.motions", what);
        }
        let listed = report.refusals.iter().map(|r| (r.line, r.code.as_str()));
        if !listed.eq(refused.iter().copied()) {
            let what = format!("are not the {} of the program", refused.len());
            self.differs("refusals", what);
        }
    }

    fn meshes(&mut self, inputs: &[MeshInput], units: Units) -> Result<Vec<Mesh>> {
        let mut meshes = Vec::new();
        for mesh in inputs {
            let file = input::mesh(&self.find(&mesh.path)?, units)?;
            self.compare(&mesh.path, &mesh.sha256, &file.sha256);
            self.compare_mesh(mesh, &file.loaded.mesh);
            meshes.push(file.loaded.mesh);
        }
        Ok(meshes)
    }

    /// The motions that witnesses name.
    fn motions(&mut self, report: &Report) -> Result<BTreeMap<u32, Step>> {
        let named = &report.inputs.program;
        let path = self.find(&named.path)?;
        let program = Program::read(&path)?;
        self.compare(&named.path, &named.sha256, &input::sha256(&program.bytes));
        let reading = Reading::of_report(report)?;
        let diameters = report.inputs.tools.iter().map(|t| {
            Ok((
                t.number,
                Spec::parse(&t.spec, Path::new(&t.base)).map_err(spec_error)?.shape.diameter(),
            ))
        });
        let options = reading.options(&path, &diameters.collect::<Result<_>>()?)?;
        let spindle = Spindle::of_report(&report.options.spindle);
        let accepts_length = report.options.accepted.iter().any(|a| a == "length");
        let wanted: BTreeSet<u32> = report.regions.iter().map(|r| r.witness.motion).collect();
        let (mut found, mut refused) = (BTreeMap::new(), Vec::new());
        let (mut follower, mut index) = (Follower::default(), 0);
        let summary = nc::Interpreter::new(options.clone()).run(&program.source(), |event| {
            match event {
                Event::Motion(mut m) => {
                    m.tool = spindle.tool(&m);
                    reading.take_rapids(std::slice::from_mut(&mut m));
                    if accepts_length && m.tip.shift().is_none() {
                        m.tip = nc::Tip::AtControlPoint;
                    }
                    let leg = follower.leg(&m, reading.home());
                    if wanted.contains(&index) {
                        found.insert(index, (m, leg));
                    }
                    index += 1;
                }
                Event::Refusal(r) => refused.push((r.span.line, r.code)),
                Event::Warning(_)
                | Event::ToolNote(_)
                | Event::Assumption(_)
                | Event::Missing(_) => {}
            }
            ControlFlow::Continue(())
        });
        let files = sub_files(&summary);
        let texts = Texts::new(&program.bytes, &files);
        self.compare_program(report, index.into(), texts.count(), &refused, units_name(&summary));
        let step = |(index, (m, leg)): (u32, (nc::Motion, Option<Leg>))| {
            let (block, text) = (texts.excerpt(m.span), texts.line(m.span).to_owned());
            (index, Step { span: m.span, kind: m.kind, tool: m.tool, leg, block, text })
        };
        Ok(found.into_iter().map(step).collect())
    }

    fn tools(&mut self, report: &Report) -> Result<BTreeMap<u32, Spec>> {
        let mut tools = BTreeMap::new();
        for t in &report.inputs.tools {
            let spec = Spec::parse(&t.spec, Path::new(&t.base)).map_err(spec_error)?;
            let (kind, name) = (spec.shape.kind(), tools::name(&spec));
            if t.kind != kind || t.name != name {
                self.differs("inputs.tools", format!("T{} is a {kind}: {name}", t.number));
            }
            if tools.insert(t.number, spec).is_some() {
                self.differs("inputs.tools", format!("hold T{} more than once", t.number));
            }
        }
        Ok(tools)
    }
}

fn spec_error(e: crate::tool::SpecError) -> Error {
    Error::new("T020", e.to_string())
}
