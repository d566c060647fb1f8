//! Turns what the search proved into what a reader gets: regions, sentences, excerpts.

mod motion;
mod reach;
mod region;
mod sighted;

use motion::{motions, undecided};
use region::Gouges;
pub use sighted::sighted;

use super::data::{
    self, Assumption, Boxes, Component, Coverage, ErrorBudget, Inputs, JobUsed, Kind, Missing,
    Operation, Options, Region, Report, SCHEMA, ToolComponent, ToolInput, Verdict,
};
use super::excerpt::Texts;
use super::frame::Frame;
use super::operations;
use super::placement::Placement;
use super::remark::Remark;
use crate::geom::Aabb;
use crate::mesh::Mesh;
use crate::nc::{self, Span};
use crate::tool::Role;
use crate::verify::{self, Finding, Findings, Gouge, Outcomes};

/// Everything a report is made of.
pub struct Draft<'a> {
    /// Files and tools, as the report shows them.
    pub inputs: Inputs,
    /// How they were understood.
    pub options: Options,
    /// What was asked of the search.
    pub asked: &'a verify::Options,
    /// Where the part lies.
    pub placement: Placement,
    /// The program text.
    pub texts: &'a Texts<'a>,
    /// The bodies in work coordinates: parts first, then fixtures.
    pub meshes: &'a [&'a Mesh],
    /// What the search proved to gouge.
    pub findings: &'a Findings,
    /// What of it belongs together, worst first.
    pub regions: &'a [verify::Region],
    /// The program's motions.
    pub program: &'a nc::Motions,
    /// The program's operations.
    pub operations: &'a [nc::Operation],
    /// Borders of the zones that depths are sorted into, mm.
    pub zones: Vec<f64>,
    /// What it proved for each motion.
    pub motions: &'a Outcomes,
    /// How much it covered.
    pub coverage: verify::Coverage,
    /// What its bounds are made of.
    pub budget: ErrorBudget,
    /// Blocks not understood.
    pub refusals: &'a [nc::Refusal],
    /// Suspicious things.
    pub warnings: Vec<Remark>,
    /// Where part and cutting lie, program coordinates, mm.
    pub boxes: Boxes,
    /// Suspicions that make a verdict worthless when true.
    pub suspicions: Vec<Remark>,
    /// What is missing, and how to supply it.
    pub missing: Vec<Missing>,
    /// What the verdict rests on and nothing proves.
    pub assumptions: Vec<Assumption>,
    /// The job file that was read.
    pub job: Option<JobUsed>,
    /// Which motions go into the report one by one.
    pub listed: Listed,
}

/// Which motions a report lists one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listed {
    /// None: what regions say is enough.
    #[default]
    Nothing,
    /// Those that gouge: pictures of all of them need no more.
    Gouging,
    /// Every one, with the depths of clean ones.
    Every,
}

/// Makes the report, without its `run` part.
pub fn build(draft: Draft) -> Report {
    let c = &draft.coverage;
    let verdict = if !draft.findings.is_empty() {
        Verdict::Gouge
    } else if c.unknown > 0
        || c.refused_blocks > 0
        || c.checked + c.assumed < c.motions
        || c.motions == 0
        || !draft.suspicions.is_empty()
    {
        Verdict::Unknown
    } else {
        Verdict::Clean
    };
    let (operations, ids) = number(operations::table(&draft));
    // Reading all corners is for nothing where nothing gouges.
    let bounded = if draft.regions.is_empty() { &[][..] } else { draft.meshes };
    let bounds: Vec<Aabb> = bounded.iter().map(|mesh| mesh.bounds()).collect();
    let regions: Vec<Region> = draft
        .regions
        .iter()
        .zip(1..)
        .map(|(region, id)| {
            let gouges = Gouges::of(region, &draft, &bounds);
            let own = ids.get(gouges.worst.operation as usize).copied().unwrap_or(0);
            draft.region(id, &gouges, operations.iter().find(|o| o.id == own))
        })
        .collect();
    let operations = with_regions(operations, &regions);
    let remark = |span: Span, code: &str, message: &str| data::Remark {
        line: span.line,
        column: span.column,
        file: draft.texts.file(span).map(|f| f.name.clone()),
        code: code.to_owned(),
        message: message.to_owned(),
        block: draft.texts.excerpt(span),
    };
    Report {
        schema: SCHEMA.to_owned(),
        verdict,
        tolerance_mm: draft.asked.tolerance,
        coverage: Coverage {
            motions: c.motions,
            checked: c.checked,
            clean: c.clean,
            gouging: c.gouging,
            unknown: c.unknown,
            assumed: c.assumed,
            refused_blocks: c.refused_blocks,
            length_mm: c.length_mm,
        },
        error_budget_mm: draft.budget,
        motions: (draft.listed != Listed::Nothing).then(|| motions(&draft, &ids)),
        operations,
        depth_zones_mm: draft.zones.clone(),
        regions,
        boxes_program_mm: draft.boxes.clone(),
        missing: draft.missing.clone(),
        assumptions: draft.assumptions.clone(),
        job: draft.job.clone(),
        baseline: None,
        pictures: None,
        surfaces: None,
        clearances: None,
        undecided: undecided(&draft),
        refusals: draft.refusals.iter().map(|r| remark(r.span, r.code, &r.message)).collect(),
        warnings: draft.warnings.iter().map(|w| remark(w.span, w.code, &w.message)).collect(),
        run: None,
        inputs: draft.inputs,
        options: draft.options,
    }
}

impl Draft<'_> {
    /// The tool that a finding is about, where it is declared.
    fn tool(&self, f: &Finding) -> Option<&ToolInput> {
        self.inputs.tools.iter().find(|t| t.number == f.tool)
    }

    /// The component of a tool that a finding is about.
    fn component(&self, f: &Finding) -> Option<&ToolComponent> {
        self.tool(f)?.components.iter().find(|c| c.role == component(f.role))
    }

    /// The coordinates that the program works in.
    pub(super) fn frame(&self) -> Frame {
        Frame::new(self.placement, &self.inputs.program.units)
    }

    /// What a gouge was held to.
    pub(super) fn limits(&self, f: &Finding) -> verify::Limits {
        self.asked.limits_of(case(f))
    }
}

/// The tool of a gouge in its operation before its body.
pub(super) fn case(f: &Finding) -> verify::Case {
    Gouge::from(f).case()
}

/// Numbers the operations that move, from 1; also the number for each operation of the program,
/// 0 for those left out.
fn number(table: Vec<Operation>) -> (Vec<Operation>, Vec<u32>) {
    let mut ids = Vec::with_capacity(table.len());
    let mut kept = Vec::with_capacity(table.len());
    for operation in table {
        if operation.motions == 0 {
            ids.push(0);
            continue;
        }
        let id = kept.len() as u32 + 1;
        ids.push(id);
        kept.push(Operation { id, ..operation });
    }
    (kept, ids)
}

fn with_regions(mut operations: Vec<Operation>, regions: &[Region]) -> Vec<Operation> {
    for region in regions {
        if let Some(operation) = operations.iter_mut().find(|o| o.id == region.operation_id) {
            operation.regions.push(region.id);
        }
    }
    operations
}

pub(super) fn kind(kind: nc::Kind) -> Kind {
    match kind {
        nc::Kind::Rapid => Kind::Rapid,
        nc::Kind::Feed => Kind::Feed,
        nc::Kind::Arc => Kind::Arc,
    }
}

pub(super) fn component(role: Role) -> Component {
    match role {
        Role::Cutter => Component::Cutter,
        Role::Shank => Component::Shank,
        Role::Holder => Component::Holder,
    }
}
