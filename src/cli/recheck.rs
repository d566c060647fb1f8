//! `gouge recheck`: every witness of a report proved again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::RecheckArgs;
use super::error::{Error, Result};
use super::input;
use super::reading::{Program, Reading};
use crate::mesh::{Mesh, Units};
use crate::nc::{self, Event};
use crate::report::Report;
use crate::report::data::MeshInput;
use crate::report::recheck::{Failure, Follower, Scene, Step, recheck};
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

    fn meshes(&mut self, inputs: &[MeshInput], units: Units) -> Result<Vec<Mesh>> {
        let mut meshes = Vec::new();
        for mesh in inputs {
            let file = input::mesh(&self.find(&mesh.path)?, units)?;
            self.compare(&mesh.path, &mesh.sha256, &file.sha256);
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
        let wanted: BTreeSet<u32> = report.regions.iter().map(|r| r.witness.motion).collect();
        let (mut steps, mut follower, mut index) = (BTreeMap::new(), Follower::default(), 0);
        nc::run(&program.source(), &options, &mut |event| {
            if let Event::Motion(m) = event {
                let leg = follower.leg(&m, reading.home());
                if wanted.contains(&index) {
                    steps.insert(index, Step { span: m.span, kind: m.kind, tool: m.tool, leg });
                }
                index += 1;
            }
            ControlFlow::Continue(())
        });
        Ok(steps)
    }

    fn tools(&self, report: &Report) -> Result<BTreeMap<u32, Spec>> {
        let parse = |t: &crate::report::data::ToolInput| {
            Ok((t.number, Spec::parse(&t.spec, Path::new(&t.base)).map_err(spec_error)?))
        };
        report.inputs.tools.iter().map(parse).collect()
    }
}

fn spec_error(e: crate::tool::SpecError) -> Error {
    Error::new("T020", e.to_string())
}
