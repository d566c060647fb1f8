//! `gouge recheck`: every witness of a report proved again, with nothing of the search.
//!
//! No hierarchy, no front, no cache, no convex pieces: each witness is one position of the
//! control point, one facet and one point, and the tool is the silhouette that its declaration
//! says. What a witness cannot prove is left alone: that no other place is deeper, and that
//! clean motions are clean.

mod agree;
mod facets;
mod path;
mod silhouette;
mod tool;

use std::collections::BTreeMap;

use super::data::{BodyRole, Excerpt, Kind, Region, Report, Witness, WitnessSide};
use super::fingerprint::{Identity, fingerprint};
use super::placement::Placement;
use crate::geom::{Triangle, Vec3};
use crate::mesh::{Mesh, defects};
use crate::nc;
use crate::tolerance::EPSILON_SHARE;
use crate::tool::Spec;

pub use path::{Follower, Leg};
use tool::Part;

/// Share of ε that a recomputed number may differ from the reported one.
const SLACK_SHARE: f64 = 0.25;

/// And never more than this, mm.
const SLACK_MOST_MM: f64 = 1e-6;

/// Share of a depth that bounds may be wider than ε where pieces of a tool stand on each other:
/// depth is taken in convex parts of such a tool.
const WIDE_SHARE: f64 = 2e-5;

/// The inputs of a report, read again.
pub struct Scene<'a> {
    /// Parts in part coordinates, mm, in the report's order.
    pub parts: Vec<&'a Mesh>,
    /// Fixtures likewise.
    pub fixtures: Vec<&'a Mesh>,
    /// The motions that witnesses name.
    pub motions: BTreeMap<u32, Step>,
    /// The tools that witnesses name.
    pub tools: BTreeMap<u32, Spec>,
}

/// A motion of the program, read again.
pub struct Step {
    /// The block.
    pub span: nc::Span,
    /// How it moves.
    pub kind: nc::Kind,
    /// The tool in the spindle.
    pub tool: u32,
    /// Its way; `None` when an end is not known.
    pub leg: Option<Leg>,
    /// The block's line with its words marked.
    pub block: Excerpt,
    /// The bytes of that line.
    pub text: Vec<u8>,
}

/// Something in a report that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Region, from 1; `None` for the report as a whole.
    pub region: Option<u32>,
    /// Field, as the JSON names it.
    pub field: &'static str,
    /// What is wrong, with figures.
    pub what: String,
}

/// Everything in `report` that does not hold.
pub fn recheck(report: &Report, scene: &Scene) -> Vec<Failure> {
    let mut failures = agree::agree(report);
    let Ok(placement) = Placement::from_rows(report.options.placement) else {
        failures.push(failure(None, "options.placement", "is no rigid motion".to_owned()));
        return failures;
    };
    let epsilon = report.tolerance_mm * EPSILON_SHARE;
    let judge =
        Judge { report, scene, placement, slack: (SLACK_SHARE * epsilon).min(SLACK_MOST_MM) };
    for region in &report.regions {
        let mut found = Vec::new();
        judge.region(region, &mut found);
        failures
            .extend(found.into_iter().map(|(field, what)| failure(Some(region.id), field, what)));
    }
    failures
}

fn failure(region: Option<u32>, field: &'static str, what: String) -> Failure {
    Failure { region, field, what }
}

struct Judge<'a> {
    report: &'a Report,
    scene: &'a Scene<'a>,
    placement: Placement,
    slack: f64,
}

type Found = Vec<(&'static str, String)>;

impl Judge<'_> {
    fn region(&self, region: &Region, out: &mut Found) {
        let w = &region.witness;
        let [lo, hi] = region.depth_mm;
        if lo <= self.report.tolerance_mm {
            out.push(("depth_mm", format!("{lo} mm is not above the tolerance")));
        }
        let allowance = match region.body_role {
            BodyRole::Part => self.report.options.allowance_mm,
            BodyRole::Fixture => 0.0,
        };
        let tool_side = Some(w.tool_side_mm).filter(|_| allowance >= 0.0);
        let sides = [tool_side, w.part_side_mm].into_iter().flatten();
        let deepest = sides.fold(f64::NEG_INFINITY, |d, s| d.max(s[0]));
        // A tool that has to stay away may gouge without touching.
        let near = allowance > self.report.tolerance_mm && deepest <= 0.0;
        if (lo - deepest - allowance).abs() > self.slack && !near || hi < lo {
            out.push(("depth_mm", format!("[{lo}, {hi}] is not the larger of both sides")));
        }
        if let Some([low, high]) = w.part_side_mm.filter(|[low, high]| low > high) {
            out.push(("witness.part_side_mm", format!("[{low}, {high}] is no bound")));
        }
        if w.motion < region.motions[0] || w.motion > region.motions[1] {
            out.push(("motions", "do not hold the witness".to_owned()));
        }
        if w.line < region.lines[0] || w.line > region.lines[1] {
            out.push(("lines", "do not hold the witness".to_owned()));
        }
        let meshes = match region.body_role {
            BodyRole::Part => &self.scene.parts,
            BodyRole::Fixture => &self.scene.fixtures,
        };
        let Some(mesh) = meshes.get(region.body as usize) else {
            return out.push(("body", format!("there is no body {}", region.body)));
        };
        let Some(step) = self.scene.motions.get(&w.motion) else {
            return out.push(("witness.motion", format!("the program has no motion {}", w.motion)));
        };
        self.step(region, step, out);
        self.facet(w, mesh, out);
        let Some(parts) = self.scene.tools.get(&region.tool).map(tool::parts) else {
            return out.push(("tool", format!("T{} is not declared", region.tool)));
        };
        let Some(part) = parts.iter().find(|p| p.role == region.component) else {
            return out.push(("component", "the tool has no such component".to_owned()));
        };
        let grow = self.report.options.deviation_mm + part.clearance;
        match w.side {
            WitnessSide::Part => self.part_side(w, (part, &parts), grow, mesh, out),
            WitnessSide::Tool => {
                let thicker = grow - part.clearance;
                let p = self.relative(w.surface_point_mm.into(), w.control_point_mm.into());
                // Where components stand on each other, depth may be that of both together.
                let all = tool::depth_in_all(&parts, &p);
                let depths = [part.depth(&p) + grow, all + thicker, all + grow];
                self.tool_side(w, depths.map(|d| d.max(0.0)), part.is_convex(), out);
            }
        }
    }

    /// The motion: place in the program, and the control point at `t`.
    fn step(&self, region: &Region, step: &Step, out: &mut Found) {
        let w = &region.witness;
        let kind = match step.kind {
            nc::Kind::Rapid => Kind::Rapid,
            nc::Kind::Feed => Kind::Feed,
            nc::Kind::Arc => Kind::Arc,
        };
        if w.line != step.span.line {
            out.push(("witness.line", format!("the motion stands on line {}", step.span.line)));
        }
        if w.column != step.span.column {
            out.push((
                "witness.column",
                format!("its block begins at column {}", step.span.column),
            ));
        }
        if w.block != step.block {
            out.push(("witness.block", "is not what the program says there".to_owned()));
        }
        let print = fingerprint(&Identity {
            tool: region.tool,
            component: region.component,
            body_role: region.body_role,
            body: region.body,
            place: w.surface_point_mm.into(),
            block: &step.text,
        });
        if region.fingerprint != print {
            out.push(("fingerprint", format!("is not {print}")));
        }
        if w.kind != kind {
            out.push(("witness.kind", "the program says otherwise".to_owned()));
        }
        if region.tool != step.tool {
            out.push(("tool", format!("the program has T{} in the spindle", step.tool)));
        }
        if !(0.0..=1.0).contains(&w.t) {
            out.push(("witness.t", format!("{} is not within 0 and 1", w.t)));
        }
        let Some(leg) = &step.leg else {
            return out.push(("witness.motion", "its ends are not known".to_owned()));
        };
        let gap = (self.control(leg, w.t, w.dogleg) - Vec3::from(w.control_point_mm)).norm();
        if gap > self.slack {
            out.push((
                "witness.control_point_mm",
                format!("is {gap} mm from where the motion is at t = {}", w.t),
            ));
        }
    }

    /// Control point in part coordinates.
    fn control(&self, leg: &Leg, t: f64, dogleg: bool) -> Vec3 {
        self.placement.work_to_part(leg.at(t, dogleg) + self.placement.program_to_work())
    }

    /// The facet: the point lies on it, and the normal is its own.
    fn facet(&self, w: &Witness, mesh: &Mesh, out: &mut Found) {
        let Some(facet) = facet(mesh, w.triangle) else {
            return out.push(("witness.triangle", format!("the body has no facet {}", w.triangle)));
        };
        let point = Vec3::from(w.surface_point_mm);
        let off = facets::distance(&point, &facet);
        if off > self.slack {
            out.push(("witness.surface_point_mm", format!("is {off} mm off the facet")));
        }
        let [a, b, c] = w.barycentric;
        let off = (facet[0] * a + facet[1] * b + facet[2] * c - point).norm();
        if off > self.slack {
            out.push((
                "witness.surface_point_mm",
                format!("is {off} mm from its barycentric place"),
            ));
        }
        let normal = unit_normal(&facet) * facing(mesh);
        let off = (normal - Vec3::from(w.normal)).norm();
        if off > self.slack.max(1e-9) {
            out.push(("witness.normal", format!("differs by {off} from that of the facet")));
        }
    }

    /// A point in part coordinates, relative to the control point, along the program's axes.
    fn relative(&self, point: Vec3, control: Vec3) -> Vec3 {
        self.placement.part_to_work(point) - self.placement.part_to_work(control)
    }

    /// The bounds of the tool side are in order, and no wider than ε if they can be so `close`.
    fn bounds(&self, w: &Witness, close: bool, out: &mut Found) {
        let [lo, hi] = w.tool_side_mm;
        let epsilon = self.report.tolerance_mm * EPSILON_SHARE + WIDE_SHARE * hi;
        if lo > hi || (close && hi - lo > epsilon + self.slack) {
            out.push((
                "witness.tool_side_mm",
                format!("[{lo}, {hi}] is no bound of width ε = {epsilon}"),
            ));
        }
    }

    /// The surface point is as deep in the tool as reported: in its component, or in all of it.
    fn tool_side(&self, w: &Witness, depths: [f64; 3], convex: bool, out: &mut Found) {
        let [lo, hi] = w.tool_side_mm;
        let holds = |d: &f64| *d >= lo - self.slack && *d <= hi + self.slack;
        // In a tool that is not convex the upper bound may be no better than its size.
        self.bounds(w, convex && holds(&depths[0]), out);
        if !depths.iter().any(holds) {
            out.push((
                "witness.tool_side_mm",
                format!("[{lo}, {hi}], but the point is {} mm deep", depths[0]),
            ));
        }
    }

    /// The inner point lies in the tool and in the material, and nothing of the surface is nearer
    /// to it than reported.
    fn part_side(
        &self,
        w: &Witness,
        (part, parts): (&Part, &[Part]),
        grow: f64,
        mesh: &Mesh,
        out: &mut Found,
    ) {
        let (Some([depth, _]), Some(inner)) = (w.part_side_mm, w.inner_point_mm) else {
            return out.push(("witness.inner_point_mm", "or its depth is missing".to_owned()));
        };
        let inner = Vec3::from(inner);
        let p = self.relative(inner, w.control_point_mm.into());
        let outside = -part.depth(&p).max(tool::depth_in_all(parts, &p) - part.clearance) - grow;
        if outside > self.slack {
            let what = format!("is {outside} mm outside of the tool");
            out.push(("witness.inner_point_mm", what));
        }
        let found = facets::depth(&inner, &triangles(mesh));
        if found < depth - self.slack {
            let what = format!("is {depth} mm, but the point is {found} mm below the surface");
            out.push(("witness.part_side_mm", what));
        }
    }
}

fn triangles(mesh: &Mesh) -> Vec<Triangle> {
    (0..mesh.triangles.len()).map(|i| mesh.triangle(i)).collect()
}

fn facet(mesh: &Mesh, index: u32) -> Option<Triangle> {
    let index = index as usize;
    (index < mesh.triangles.len()).then(|| mesh.triangle(index))
}

fn unit_normal(t: &Triangle) -> Vec3 {
    (t[1] - t[0]).cross(&(t[2] - t[0])).try_normalize(0.0).unwrap_or_else(Vec3::zeros)
}

/// -1 for a mesh that has an inside and whose facets look inwards: its signed volume is negative.
fn facing(mesh: &Mesh) -> f64 {
    let corner = mesh.bounds().lo;
    let cone = |t: Triangle| (t[0] - corner).dot(&(t[1] - corner).cross(&(t[2] - corner)));
    let volume: f64 = triangles(mesh).into_iter().map(cone).sum();
    if volume < 0.0 && defects::examine(mesh).inverted { -1.0 } else { 1.0 }
}
