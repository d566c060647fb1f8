#![doc = include_str!("../README.md")]

mod agree;
mod ball;
mod baseline;
mod boxes;
mod cluster;
mod declaration;
mod document;
mod failures;
mod fields;
mod files;
mod foot;
mod inner;
mod limits;
mod operations;
mod path;
mod place;
mod program;
mod remarks;
mod silhouette;
mod skin;
mod solid_angle;
mod surface;
mod tolerance;
mod tool;
mod undecided;
mod witness;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gouge_mesh::mesh::Units;
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::Value;

use document::{BodyRole, Document, Limits};
use files::Files;
use place::Placement;
use program::Program;
use surface::Surface;
use tool::Body;

pub use fields::{Leaf, leaves, proves};

/// Something in a report that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Region, from 1; `None` for the report as a whole.
    pub region: Option<u32>,
    /// Field, as the JSON names it.
    pub field: String,
    /// What is wrong, with figures.
    pub what: String,
}

/// What came of a recheck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Everything that does not hold.
    pub failures: Vec<Failure>,
    /// What the report says and nothing here proves, a sentence each.
    pub not_proved: Vec<String>,
    /// Witnesses in the report.
    pub witnesses: usize,
    /// Witnesses that hold.
    pub proved: usize,
}

impl Outcome {
    /// Nothing failed.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Why a report cannot be rechecked at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The report is not one.
    #[error("this is not a JSON report of `gouge check`: {0}")]
    Report(#[from] serde_json::Error),
    /// Something that the report names cannot be read.
    #[error("{0}")]
    Input(String),
}

/// Rechecks a JSON report. Files that it names are looked for in the current folder, then in
/// `folder`, where the report lies.
///
/// # Errors
/// When the text is not a report, or a file that it names cannot be read.
pub fn recheck(text: &str, folder: &Path) -> Result<Outcome, Error> {
    let value: Value = serde_json::from_str(text)?;
    let document = Document::deserialize(&value)?;
    let mut failures = Vec::new();
    let mut files = Files::beside(folder);
    agree::within(&document, &mut failures);

    let units = &document.options.mesh_units;
    let units: Units =
        units.parse().map_err(|e| serde_json::Error::custom(format!("options.mesh_units: {e}")))?;
    let mut surfaces = |list: &[document::MeshFile]| -> Result<Vec<Surface>, Error> {
        list.iter()
            .map(|said| {
                let (mesh, digest) = files.mesh(said, units).map_err(Error::Input)?;
                agree::mesh(said, &mesh, &digest, &mut failures);
                Ok(files::surface(&mesh))
            })
            .collect()
    };
    let parts = surfaces(&document.inputs.parts)?;
    let fixtures = surfaces(&document.inputs.fixtures)?;

    let tools = tools(&document, &mut files, &mut failures);
    let diameters = tools.iter().map(|(&number, tool)| (number, tool.diameter())).collect();
    let named = &document.inputs.program.path;
    let (bytes, digest) = files.bytes(named).map_err(Error::Input)?;
    let path = files.find(Path::new(named));
    let program = Program::read(&document, &path, &bytes, &diameters, |p| files.find(p))
        .map_err(Error::Input)?;
    agree::program(&document, &program, &digest, &mut failures);
    limits::agree(&document, &program, &mut failures);

    let before = failures.len();
    match Placement::new(&document.options.placement) {
        None => failures.push(failure(None, "options.placement", "is not a rigid motion")),
        Some(placement) => {
            boxes::agree(&document, &placement, &parts, &program, &mut failures);
            boxes::far(&document, &placement, &parts, &tools, &program, &mut failures);
            undecided::places(&document, &placement, program.units, &mut failures);
            for region in &document.regions {
                let bodies = match region.body_role {
                    BodyRole::Part => &parts,
                    BodyRole::Fixture => &fixtures,
                };
                let body = (region.body_role, region.body);
                let step = program.steps.get(region.witness.motion as usize);
                let limits = step.map(|step| limits::of(&document, &program, step, body));
                let deviation = limits.map_or(document.options.deviation_mm, |l| l.deviation_mm);
                let thicker = (deviation != document.options.deviation_mm)
                    .then(|| tool(&document, region.tool, deviation, &mut files));
                let judge = witness::Judge {
                    limits: limits.or(region.limits).unwrap_or(Limits {
                        tolerance_mm: document.tolerance_mm,
                        allowance_mm: document.options.allowance_mm,
                        deviation_mm: deviation,
                    }),
                    placement: &placement,
                    program: &program,
                    tool: match &thicker {
                        Some(own) => own.as_ref(),
                        None => tools.get(&region.tool),
                    },
                    surface: bodies.get(region.body as usize),
                };
                let found = judge.region(region).into_iter();
                failures.extend(found.map(|(field, what)| failure(Some(region.id), field, what)));
            }
        }
    }
    let bad: BTreeSet<u32> = failures[before..].iter().filter_map(|f| f.region).collect();
    let witnesses = document.regions.len();
    Ok(Outcome {
        proved: witnesses - bad.len().min(witnesses),
        failures,
        not_proved: fields::not_proved(&value),
        witnesses,
    })
}

fn failure(region: Option<u32>, field: &str, what: impl Into<String>) -> Failure {
    Failure { region, field: field.to_owned(), what: what.into() }
}

/// A declared tool, as thick as a deviation of its own makes it.
fn tool(d: &Document, number: u32, deviation: f64, files: &mut Files) -> Option<Body> {
    let tool = d.inputs.tools.iter().find(|t| t.number == number)?;
    Body::new(&tool.components, deviation, Path::new(&tool.base), files).ok()
}

/// The declared tools, each held against the text of its declaration.
fn tools(d: &Document, files: &mut Files, failures: &mut Vec<Failure>) -> BTreeMap<u32, Body> {
    let mut tools = BTreeMap::new();
    for tool in &d.inputs.tools {
        let mut fail = |what: String| {
            failures.push(failure(None, "inputs.tools", format!("T{}: {what}", tool.number)));
        };
        let base = Path::new(&tool.base);
        match declaration::read(&tool.spec, base, files) {
            Err(what) => fail(what),
            Ok(said) => {
                if said.kind != tool.kind {
                    fail(format!("the declaration says {}", said.kind));
                }
                if said.components.is_some_and(|c| !declaration::alike(&c, &tool.components)) {
                    fail("the components are not what the declaration says".to_owned());
                }
            }
        }
        match Body::new(&tool.components, d.options.deviation_mm, base, files) {
            Err(what) => fail(what),
            Ok(body) => {
                if tools.insert(tool.number, body).is_some() {
                    fail("is declared more than once".to_owned());
                }
            }
        }
    }
    tools
}
