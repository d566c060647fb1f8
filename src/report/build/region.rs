//! The report's entry for a region: code, sentence, advice, and the witness that proves it.

use std::borrow::Cow;

use rayon::prelude::*;

use super::reach::Reach;
use super::{Draft, case, component, kind};
use crate::geom::{Aabb, Triangle, Vec3};
use crate::nc;
use crate::report::advice::{self, Case};
use crate::report::cells::Passed;
use crate::report::data::{BodyRole, Cells, Operation, PartSide, Region, Witness, WitnessSide};
use crate::report::fingerprint::{Identity, fingerprint};
use crate::report::operations::stated;
use crate::report::placement::Placement;
use crate::report::summary;
use crate::tolerance::EPSILON_SHARE;
use crate::tool::Role;
use crate::verify::{self, Finding};

/// Gouges that a thread looks at together.
const PART: usize = 1 << 14;

/// What gouges of a region's motions are told by.
pub(super) struct Gouges<'a> {
    pub worst: Cow<'a, Finding>,
    pub motions: [u32; 2],
    pub lines: [u32; 2],
    pub contacts: u64,
    pub rapids: u64,
    pub unmeasured: bool,
    /// Box around the surface points, part coordinates, mm: one in work coordinates would not be
    /// one of the part, where that is turned.
    pub extent: Aabb,
    /// How far their motions go; `None` where that is not told yet.
    pub reach: Option<Reach>,
    /// Where their motions go; likewise.
    pub cells: Option<Cells>,
}

impl<'a> Gouges<'a> {
    pub fn of(region: &verify::Region, draft: &Draft<'a>, bounds: &[Aabb]) -> Self {
        let (findings, placement) = (draft.findings, &draft.placement);
        let around = |part: &[u32]| {
            let points = part.iter().map(|&i| findings.gouge(i as usize).surface_point);
            Aabb::around(points.map(|p| placement.work_to_part(p)))
        };
        let worst = findings.at(region.worst);
        let window = draft.window(&worst, bounds);
        let motion = |&i: &u32| draft.program.get(findings.motion(i as usize));
        let place = placement.work_to_part(worst.control_point);
        let body = bounds.get(worst.body as usize).copied().unwrap_or(Aabb::EMPTY);
        let none = Passed::none(&body, placement);
        let reach = |part: &[u32]| {
            let (motions, mut passed) = (part.iter().filter_map(motion), none.clone());
            let of = |motion: nc::MotionRef| {
                Reach::of(&motion, &draft.asked.shift, &window, placement, &mut passed)
            };
            (motions.map(of).fold(Reach::NOTHING, Reach::and), passed)
        };
        let rapids = |part: &[u32]| {
            part.iter().filter_map(motion).filter(|m| m.kind == nc::Kind::Rapid).count()
        };
        // Parts are joined in order: which zero is kept of two, and how a sum is rounded, must not
        // depend on threads.
        let parts: Vec<(Aabb, (Reach, Passed), usize)> = region
            .findings
            .par_chunks(PART)
            .map(|part| (around(part), reach(part), rapids(part)))
            .collect();
        let least = Reach { around: Aabb::around([place]), length: 0.0 };
        let mut passed = none;
        passed.pass([place; 2]);
        let (rapids, extent) = parts.iter().fold((0, Aabb::EMPTY), |(rapids, all), part| {
            (rapids + part.2 as u64, all.union(&part.0))
        });
        let (reach, passed) = parts
            .into_iter()
            .map(|(_, part, _)| part)
            .fold((least, passed), |(all, cells), (part, passed)| {
                (all.and(part), cells.and(passed))
            });
        Self {
            worst,
            motions: region.motions,
            lines: region.lines,
            contacts: region.findings.len() as u64,
            rapids,
            unmeasured: region.unmeasured,
            extent,
            reach: Some(reach),
            cells: Some(passed.runs()),
        }
    }

    pub fn seen(sighting: &'a verify::Sighting, placement: &Placement) -> Self {
        Self {
            worst: Cow::Borrowed(&sighting.worst),
            motions: sighting.motions,
            lines: sighting.lines,
            contacts: sighting.contacts,
            rapids: u64::from(sighting.worst.kind == nc::Kind::Rapid),
            unmeasured: true,
            extent: Aabb::around([placement.work_to_part(sighting.worst.surface_point)]),
            reach: None,
            cells: None,
        }
    }
}

impl Draft<'_> {
    pub(super) fn region(&self, id: u32, gouges: &Gouges, operation: Option<&Operation>) -> Region {
        let worst = &*gouges.worst;
        let (body_role, body) = self.inputs.body(worst.body);
        let component = component(worst.role);
        let code = code(worst, body_role);
        let place = self.placement.work_to_part(worst.surface_point);
        Region {
            id,
            operation: operation.and_then(|o| o.name.clone()),
            operation_id: operation.map_or(0, |o| o.id),
            fingerprint: fingerprint(&Identity {
                tool: worst.tool,
                component,
                body_role,
                body,
                place,
                block: self.texts.line(worst.span),
            }),
            code: code.to_owned(),
            message: self.sentence(worst, gouges.unmeasured, body_role, body),
            tool: worst.tool,
            component,
            body,
            body_role,
            lines: gouges.lines,
            motions: gouges.motions,
            contacts: gouges.contacts,
            rapids: gouges.rapids,
            extent_mm: [gouges.extent.lo.inf(&place).into(), gouges.extent.hi.sup(&place).into()],
            reach_mm: gouges.reach.map(|r| [r.around.lo.into(), r.around.hi.into()]),
            length_mm: gouges.reach.map(|r| r.length),
            cells: gouges.cells.clone(),
            depth_mm: worst.depth,
            unmeasured: gouges.unmeasured,
            limits: self.asked.own.of(case(worst)).map(|limits| stated(limits, body_role)),
            lift_mm: worst.lift,
            shift_mm: worst.shift.as_deref().copied().map(Into::into),
            advice: advice::of(&Case {
                finding: worst,
                motion: self.program.get(worst.motion as usize),
                zero: self.program.zero(worst.motion as usize),
                tool: self.tool(worst),
                role: body_role,
                frame: &self.frame(),
                more: self.limits(worst).tolerance * EPSILON_SHARE,
            }),
            accepted: None,
            witness: self.witness(worst),
        }
    }

    /// "T3 (6 mm ball) cuts 0.5000 mm into the part".
    fn sentence(&self, f: &Finding, unmeasured: bool, role: BodyRole, body: u32) -> String {
        let input = self.tool(f);
        let tool = match input.map(|t| t.name.as_str()) {
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
        let limits = self.limits(f);
        let kept = if role == BodyRole::Part { limits.allowance } else { 0.0 };
        let at_rapid = if f.kind == nc::Kind::Rapid { " at rapid" } else { "" };
        let clearance = self.component(f).map_or(0.0, |c| c.clearance_mm);
        if clearance > 0.0 && clearance + kept > 0.0 && !f.buried {
            return self.of_clearance(f, [clearance, kept], &tool, &target) + at_rapid;
        }
        if kept > 0.0 && !f.buried {
            return self.of_allowance(f, kept, &tool, &target) + at_rapid;
        }
        let text = |mm: f64| summary::depth(mm, limits.tolerance);
        // What may be cut away counts as cut all the same.
        let depth = text(f.depth[0] - kept.min(0.0));
        let beyond = if kept < 0.0 {
            format!(", {} mm deeper than the {} mm that may go", text(f.depth[0]), -kept)
        } else {
            String::new()
        };
        let sentence = if f.buried {
            let stands_alone = input.is_none_or(|tool| tool.components.len() < 2);
            let who = match f.role {
                Role::Cutter if !stands_alone => format!("the cutter of {tool}"),
                _ => component_of(f, &tool),
            };
            format!("{who} is wholly inside {target}{at_rapid}, at least {depth} mm deep")
        } else {
            let (who, does) =
                (component_of(f, &tool), if f.role == Role::Cutter { "cuts" } else { "goes" });
            let hi = f.depth[1];
            let depth = match (unmeasured, summary::is_wide(f.depth, limits.tolerance)) {
                (true, _) => format!("at least {depth}"),
                (false, true) => {
                    format!("at least {depth} and at most {}", text(hi - kept.min(0.0)))
                }
                (false, false) => depth,
            };
            format!("{who} {does} {depth} mm into {target}{at_rapid}")
        };
        sentence + &beyond
    }

    /// A component that keeps a distance may be too near without touching: the depth of a finding
    /// is what it goes in, and all that must stay between.
    fn of_clearance(
        &self,
        f: &Finding,
        [clearance, kept]: [f64; 2],
        tool: &str,
        target: &str,
    ) -> String {
        let who = component_of(f, tool);
        let room = summary::short(clearance + kept);
        let text = |mm: f64| summary::depth(mm, self.limits(f).tolerance);
        let into = f.depth[0] - (clearance + kept);
        if into > 0.0 {
            return format!(
                "{who} goes {} mm into {target}, {room} mm must stay clear",
                text(into)
            );
        }
        let near = text(-into);
        if near.parse() == Ok(0.0) {
            return format!("{who} touches {target}; it must stay {room} mm clear");
        }
        format!("{who} comes within {near} mm of {target}, {room} mm must stay clear")
    }

    /// Depth into the part and what is left of the allowance are told apart: the depth of a
    /// finding is their sum.
    fn of_allowance(&self, f: &Finding, kept: f64, tool: &str, target: &str) -> String {
        let into = f.depth[0] - kept;
        let text = |mm: f64| summary::depth(mm, self.limits(f).tolerance);
        let who = component_of(f, tool);
        if into > 0.0 {
            let does = if f.role == Role::Cutter { "cuts" } else { "goes" };
            return format!(
                "{who} {does} {} mm into {target}, where {kept} mm should remain",
                text(into)
            );
        }
        format!("{who} leaves {} of the {kept} mm that must stay on {target}", text(-into))
    }

    /// The control point as its block would say it, where offsets move that.
    fn in_block(&self, f: &Finding) -> Option<[f64; 3]> {
        let motion = self.program.get(f.motion as usize)?;
        let zero = self.program.zero(f.motion as usize);
        let by = Vec3::from(zero.shift()?) + Vec3::from(motion.tip.shift()?);
        (by != Vec3::zeros()).then(|| self.frame().of_work(f.control_point - by))
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
            control_point_block: self.in_block(f),
            control_point_mm: point(f.control_point),
            triangle: f.triangle,
            surface_point_mm: point(f.surface_point),
            surface_point_program: self.frame().of_work(f.surface_point),
            barycentric: facet.map_or([0.0; 3], |t| barycentric(&t, &f.surface_point)),
            normal: self.placement.direction_to_part(f.normal).into(),
            tool_side_mm: f.tool_side,
            part_side_mm: f.part_side.as_ref().map(|p| p.depth),
            part_side: f.part_side.as_ref().map(|p| PartSide {
                inner_point_mm: point(p.inner),
                triangle: p.triangle,
                point_mm: point(p.point),
                t: p.t,
            }),
            side: match f.side {
                verify::WitnessSide::Tool => WitnessSide::Tool,
                verify::WitnessSide::Part => WitnessSide::Part,
            },
            inner_point_mm: f.inner_point.as_deref().copied().map(point),
            buried: f.buried,
        }
    }
}

/// Which component of a tool a finding is about.
fn component_of(f: &Finding, tool: &str) -> String {
    match f.role {
        Role::Cutter => tool.to_owned(),
        Role::Shank => format!("the shank of {tool}"),
        Role::Holder => format!("the holder of {tool}"),
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
