//! From what the search proved to what a reader gets: regions, sentences, excerpts.

use std::collections::BTreeMap;

use super::advice::{self, Case};
use super::codes;
use super::data::{
    Assumption, BodyRole, Boxes, Component, Coverage, ErrorBudget, Excerpt, Inputs, JobUsed, Kind,
    Missing, Motion, OpenMotion, Options, PartSide, Region, Remark, Report, SCHEMA, Undecided,
    Verdict, Witness, WitnessSide,
};
use super::excerpt::Texts;
use super::fingerprint::{Identity, fingerprint};
use super::frame::Frame;
use super::operations::{self, Operation};
use super::placement::Placement;
use super::summary;
use crate::geom::{Triangle, Vec3};
use crate::mesh::Mesh;
use crate::nc::{self, Span};
use crate::tolerance::EPSILON_SHARE;
use crate::tool::Role;
use crate::verify::{self, Finding, MotionOutcome};

/// Everything a report is made of.
pub struct Draft<'a> {
    /// Files and tools, as the report shows them.
    pub inputs: Inputs,
    /// How they were understood.
    pub options: Options,
    /// Depth above which a motion gouges, mm.
    pub tolerance: f64,
    /// Where the part lies.
    pub placement: Placement,
    /// The program text.
    pub texts: &'a Texts<'a>,
    /// The bodies in work coordinates: parts first, then fixtures.
    pub meshes: &'a [&'a Mesh],
    /// What the search proved to gouge.
    pub findings: &'a [Finding],
    /// What of it belongs together, worst first.
    pub regions: &'a [verify::Region],
    /// The program's motions.
    pub program: &'a [nc::Motion],
    /// The program's operations.
    pub operations: &'a [nc::Operation],
    /// Borders of the zones that depths are sorted into, mm.
    pub zones: Vec<f64>,
    /// What it proved for each motion.
    pub motions: &'a [MotionOutcome],
    /// How much it covered.
    pub coverage: verify::Coverage,
    /// What its bounds are made of.
    pub budget: ErrorBudget,
    /// Blocks not understood.
    pub refusals: &'a [nc::Refusal],
    /// Suspicious things: place, code, sentence.
    pub warnings: Vec<(Span, &'static str, String)>,
    /// Where part and cutting lie, program coordinates, mm.
    pub boxes: Boxes,
    /// Suspicions that make a verdict worthless when true: place, code, sentence.
    pub suspicions: Vec<(Span, &'static str, String)>,
    /// What is missing, and how to supply it.
    pub missing: Vec<Missing>,
    /// What the verdict rests on and nothing proves.
    pub assumptions: Vec<Assumption>,
    /// The job file that was read.
    pub job: Option<JobUsed>,
    /// Every motion goes into the report.
    pub moves: bool,
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
    let regions: Vec<Region> = draft
        .regions
        .iter()
        .zip(1..)
        .map(|(region, id)| draft.region(id, region, &operations, &ids))
        .collect();
    let operations = with_regions(operations, &regions);
    let remark = |span: Span, code: &str, message: &str| Remark {
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
        tolerance_mm: draft.tolerance,
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
        motions: draft.moves.then(|| motions(&draft, &ids)),
        operations,
        depth_zones_mm: draft.zones.clone(),
        regions,
        boxes_program_mm: draft.boxes.clone(),
        missing: draft.missing.clone(),
        assumptions: draft.assumptions.clone(),
        job: draft.job.clone(),
        baseline: None,
        pictures: None,
        undecided: undecided(&draft),
        refusals: draft.refusals.iter().map(|r| remark(r.span, r.code, &r.message)).collect(),
        warnings: draft.warnings.iter().map(|(s, code, text)| remark(*s, code, text)).collect(),
        run: None,
        inputs: draft.inputs,
        options: draft.options,
    }
}

impl Draft<'_> {
    fn region(
        &self,
        id: u32,
        region: &verify::Region,
        operations: &[Operation],
        ids: &[u32],
    ) -> Region {
        let worst = &self.findings[region.worst];
        let parts = self.inputs.parts.len() as u32;
        let (body_role, body) = match worst.body.checked_sub(parts) {
            None => (BodyRole::Part, worst.body),
            Some(fixture) => (BodyRole::Fixture, fixture),
        };
        let component = component(worst.role);
        let code = code(worst, body_role);
        let place = self.placement.work_to_part(worst.surface_point);
        let corners = [region.extent.lo, region.extent.hi].map(|c| self.placement.work_to_part(c));
        let operation_id = ids.get(worst.operation as usize).copied().unwrap_or(0);
        let operation = operations.iter().find(|o| o.id == operation_id);
        Region {
            id,
            operation: operation.and_then(|o| o.name.clone()),
            operation_id,
            fingerprint: fingerprint(&Identity {
                tool: worst.tool,
                component,
                body_role,
                body,
                place,
                block: self.texts.line(worst.span),
            }),
            code: code.to_owned(),
            message: self.sentence(worst, body_role, body),
            tool: worst.tool,
            component,
            body,
            body_role,
            lines: region.lines,
            motions: region.motions,
            contacts: region.findings.len() as u64,
            extent_mm: [
                corners[0].inf(&corners[1]).inf(&place).into(),
                corners[0].sup(&corners[1]).sup(&place).into(),
            ],
            depth_mm: worst.depth,
            lift_mm: worst.lift,
            shift_mm: worst.shift.map(Into::into),
            advice: advice::of(&Case {
                finding: worst,
                motion: self.program.get(worst.motion as usize),
                tool: self.inputs.tools.iter().find(|t| t.number == worst.tool),
                role: body_role,
                frame: &self.frame(),
                more: self.tolerance * EPSILON_SHARE,
            }),
            accepted: None,
            witness: self.witness(worst),
        }
    }

    /// The coordinates that the program works in.
    pub(super) fn frame(&self) -> Frame {
        Frame::new(self.placement, &self.inputs.program.units)
    }

    /// "T3 (6 mm ball) cuts 0.5000 mm into the part".
    fn sentence(&self, f: &Finding, role: BodyRole, body: u32) -> String {
        let name = self.inputs.tools.iter().find(|t| t.number == f.tool).map(|t| t.name.as_str());
        let tool = match name {
            Some(name) => format!("T{} ({name})", f.tool),
            None => format!("T{}", f.tool),
        };
        let files = match role {
            BodyRole::Part => &self.inputs.parts,
            BodyRole::Fixture => &self.inputs.fixtures,
        };
        let target = match (role, files.get(body as usize)) {
            (BodyRole::Part, _) if files.len() == 1 => "the part".to_owned(),
            (BodyRole::Part, Some(file)) => format!("the part `{}`", file.path),
            (BodyRole::Fixture, Some(file)) => format!("the fixture `{}`", file.path),
            (_, None) => "the part".to_owned(),
        };
        let kept = if role == BodyRole::Part { self.options.allowance_mm } else { 0.0 };
        let at_rapid = if f.kind == nc::Kind::Rapid { " at rapid" } else { "" };
        if kept > 0.0 && !f.buried {
            return self.of_allowance(f, kept, &tool, &target) + at_rapid;
        }
        let depth = summary::depth(f.depth[0], self.tolerance);
        match (f.role, f.buried) {
            (_, true) => {
                format!("{tool} is wholly inside {target}{at_rapid}, at least {depth} mm deep")
            }
            (Role::Cutter, _) => format!("{tool} cuts {depth} mm into {target}{at_rapid}"),
            (Role::Shank, _) => {
                format!("the shank of {tool} goes {depth} mm into {target}{at_rapid}")
            }
            (Role::Holder, _) => {
                format!("the holder of {tool} goes {depth} mm into {target}{at_rapid}")
            }
        }
    }

    /// Depth into the part and what is left of the allowance are told apart: the depth of a
    /// finding is their sum.
    fn of_allowance(&self, f: &Finding, kept: f64, tool: &str, target: &str) -> String {
        let into = f.depth[0] - kept;
        let text = |mm: f64| summary::depth(mm, self.tolerance);
        let who = match f.role {
            Role::Cutter => tool.to_owned(),
            Role::Shank => format!("the shank of {tool}"),
            Role::Holder => format!("the holder of {tool}"),
        };
        if into > 0.0 {
            let left = text(-into);
            return format!(
                "{who} goes {} mm into {target}, leaving {left} of {kept} mm",
                text(into)
            );
        }
        format!("{who} leaves {} of the {kept} mm that must stay on {target}", text(-into))
    }

    fn witness(&self, f: &Finding) -> Witness {
        let facet = self
            .meshes
            .get(f.body as usize)
            .filter(|m| (f.triangle as usize) < m.triangles.len())
            .map(|m| m.triangle(f.triangle as usize));
        let point = |p: Vec3| -> [f64; 3] { self.placement.work_to_part(p).into() };
        Witness {
            line: f.span.line,
            column: f.span.column,
            file: self.texts.file(f.span).map(|s| s.name.clone()),
            block: self.texts.excerpt(f.span),
            motion: f.motion,
            kind: kind(f.kind),
            dogleg: f.dogleg,
            t: f.t,
            control_point_program: self.frame().of_work(f.control_point),
            control_point_mm: point(f.control_point),
            triangle: f.triangle,
            surface_point_mm: point(f.surface_point),
            surface_point_program: self.frame().of_work(f.surface_point),
            barycentric: facet.map_or([0.0; 3], |t| barycentric(&t, &f.surface_point)),
            normal: self.placement.direction_to_part(f.normal).into(),
            tool_side_mm: f.tool_side,
            part_side_mm: f.part_side.map(|p| p.depth),
            part_side: f.part_side.map(|p| PartSide {
                inner_point_mm: point(p.inner),
                triangle: p.triangle,
                point_mm: point(p.point),
                t: p.t,
            }),
            side: match f.side {
                verify::WitnessSide::Tool => WitnessSide::Tool,
                verify::WitnessSide::Part => WitnessSide::Part,
            },
            inner_point_mm: f.inner_point.map(point),
            buried: f.buried,
        }
    }
}

fn code(f: &Finding, role: BodyRole) -> &'static str {
    match (role, f.buried, f.role) {
        (BodyRole::Fixture, ..) => "G005",
        (_, true, _) => "G006",
        (_, _, Role::Shank) => "G003",
        (_, _, Role::Holder) => "G004",
        (_, _, Role::Cutter) if f.kind == nc::Kind::Rapid => "G002",
        (_, _, Role::Cutter) => "G001",
    }
}

/// Weights of the corners of `t` that give `p`, a point of it. The longest edge comes first,
/// so that needles and degenerate facets keep their accuracy.
fn barycentric(t: &Triangle, p: &Vec3) -> [f64; 3] {
    let length = |i: usize| (t[(i + 1) % 3] - t[i]).norm_squared();
    let first = if length(0) >= length(1) && length(0) >= length(2) {
        0
    } else if length(1) >= length(2) {
        1
    } else {
        2
    };
    let [a, b, c] = [0, 1, 2].map(|k| t[(first + k) % 3]);
    let (along, to_c, to_p) = (b - a, c - a, p - a);
    let len2 = along.norm_squared();
    if len2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let height = to_c - along * (to_c.dot(&along) / len2);
    let high2 = height.norm_squared();
    let w = if high2 > 0.0 { (to_p.dot(&height) / high2).clamp(0.0, 1.0) } else { 0.0 };
    let v = (to_p - to_c * w).dot(&along) / len2;
    let mut weights = [0.0; 3];
    for (k, weight) in [1.0 - v - w, v, w].into_iter().enumerate() {
        weights[(first + k) % 3] = weight;
    }
    weights
}

fn undecided(draft: &Draft) -> Vec<Undecided> {
    let Draft { motions, texts, .. } = *draft;
    if draft.coverage.motions == 0 && draft.refusals.is_empty() {
        return vec![nowhere(verify::reason::NO_MOTION)];
    }
    let mut groups: BTreeMap<&'static str, Vec<&MotionOutcome>> = BTreeMap::new();
    for m in motions.iter().filter(|m| m.verdict == verify::Verdict::Unknown && !m.accepted) {
        groups.entry(m.reason.unwrap_or("G010")).or_default().push(m);
    }
    let group = |(code, mut list): (&'static str, Vec<&MotionOutcome>)| {
        let bound = |m: &MotionOutcome| m.left.unwrap_or(f64::NEG_INFINITY);
        list.sort_by(|a, b| bound(b).total_cmp(&bound(a)));
        let span = list[0].span;
        let open = list.iter().take(OPEN_LISTED).filter_map(|m| {
            let bound_mm = m.left?;
            Some(OpenMotion { motion: m.index, line: m.span.line, bound_mm })
        });
        Undecided {
            code: code.to_owned(),
            message: title(code),
            motions: list.len() as u64,
            line: span.line,
            column: span.column,
            file: texts.file(span).map(|f| f.name.clone()),
            block: texts.excerpt(span),
            open: open.collect(),
        }
    };
    let suspicions = draft.suspicions.iter().map(|(span, code, message)| Undecided {
        message: message.clone(),
        line: span.line,
        column: span.column,
        file: texts.file(*span).map(|f| f.name.clone()),
        block: texts.excerpt(*span),
        ..nowhere(code)
    });
    groups.into_iter().map(group).chain(suspicions).collect()
}

/// Something that leaves everything open, of no motion and no line.
fn nowhere(code: &str) -> Undecided {
    Undecided {
        code: code.to_owned(),
        message: title(code),
        motions: 0,
        line: 0,
        column: 0,
        file: None,
        block: Excerpt::default(),
        open: Vec::new(),
    }
}

fn title(code: &str) -> String {
    codes::find(code).map_or_else(String::new, |c| c.title.to_owned())
}

/// Motions listed of those that a check did not get to.
const OPEN_LISTED: usize = 1000;

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

fn motions(draft: &Draft, ids: &[u32]) -> Vec<Motion> {
    let id = |m: &MotionOutcome| {
        let motion = draft.program.get(m.index as usize)?;
        ids.get(motion.operation as usize).copied()
    };
    draft.motions.iter().map(|m| motion(m, id(m).unwrap_or(0))).collect()
}

fn motion(m: &MotionOutcome, operation_id: u32) -> Motion {
    Motion {
        index: m.index,
        line: m.span.line,
        operation_id,
        kind: kind(m.kind),
        verdict: match m.verdict {
            verify::Verdict::Clean => Verdict::Clean,
            verify::Verdict::Unknown => Verdict::Unknown,
            verify::Verdict::Gouge => Verdict::Gouge,
        },
        // Without an upper bound of its own, the greatest number there is.
        depth_mm: m.depth.map(|d| d.min(f64::MAX)),
        triangle: m.deepest.map(|d| d.0),
        t: m.deepest.map(|d| d.1),
    }
}

fn kind(kind: nc::Kind) -> Kind {
    match kind {
        nc::Kind::Rapid => Kind::Rapid,
        nc::Kind::Feed => Kind::Feed,
        nc::Kind::Arc => Kind::Arc,
    }
}

fn component(role: Role) -> Component {
    match role {
        Role::Cutter => Component::Cutter,
        Role::Shank => Component::Shank,
        Role::Holder => Component::Holder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_give_the_point_back() {
        let t = [Vec3::new(0.0, 0.0, 0.0), Vec3::new(4.0, 0.0, 1.0), Vec3::new(1.0, 3.0, 0.0)];
        for want in [[0.2, 0.3, 0.5], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5]] {
            let p = t[0] * want[0] + t[1] * want[1] + t[2] * want[2];
            let got = barycentric(&t, &p);
            assert!((0..3).all(|k| (got[k] - want[k]).abs() < 1e-12), "{got:?}");
        }
        let needle = [Vec3::zeros(), Vec3::new(10.0, 0.0, 0.0), Vec3::new(7.0, 0.0, 0.0)];
        let [a, b, c] = barycentric(&needle, &Vec3::new(5.0, 0.0, 0.0));
        let back = needle[0] * a + needle[1] * b + needle[2] * c;
        assert!((back - Vec3::new(5.0, 0.0, 0.0)).norm() < 1e-12);
    }

    #[test]
    fn depths_show_what_the_bounds_are_worth() {
        assert_eq!(summary::depth(0.512345, 0.01), "0.5123");
        assert_eq!(summary::depth(0.512345, 0.5), "0.512");
        assert_eq!(summary::depth(12.0, 1.0), "12.00");
    }
}
