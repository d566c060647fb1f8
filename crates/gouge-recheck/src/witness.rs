//! One region: its witness proves the lower bound of its depth, and the report's statements about
//! it follow from the program, the mesh and the tool.

use gouge_mesh::geom::Vec3;
use gouge_nc::stripped;
use sha2::{Digest, Sha256};

use crate::document::{BodyRole, Kind, Limits, Region, Role, Side, Witness};
use crate::foot::distance;
use crate::place::Placement;
use crate::program::{Program, Step};
use crate::surface::Surface;
use crate::tolerance::{
    ADVICE_STEP_MM, EPSILON_SHARE, FINGERPRINT_GRID_MM, SAME_MM, SHARE, SLACK_MOST_MM, SLACK_SHARE,
};
use crate::tool::Body;

/// What does not hold: field and sentence.
pub(crate) type Found = Vec<(&'static str, String)>;

/// What witnesses are judged by.
pub(crate) struct Judge<'a> {
    /// What the region is held to.
    pub limits: Limits,
    pub placement: &'a Placement,
    pub program: &'a Program,
    /// The tool of the region, if it is declared.
    pub tool: Option<&'a Body>,
    /// The body of the region, if there is one.
    pub surface: Option<&'a Surface>,
}

impl Judge<'_> {
    pub fn slack(&self) -> f64 {
        (SLACK_SHARE * EPSILON_SHARE * self.limits.tolerance_mm).min(SLACK_MOST_MM)
    }

    /// Everything of a region that does not hold.
    pub fn region(&self, region: &Region) -> Found {
        let out = &mut Vec::new();
        self.bounds(region, out);
        let w = &region.witness;
        let Some(step) = self.program.steps.get(w.motion as usize) else {
            out.push(("witness.motion", format!("the program has no motion {}", w.motion)));
            return std::mem::take(out);
        };
        self.step(region, step, out);
        match (self.surface, self.tool) {
            (None, _) => out.push(("body", format!("there is no body {}", region.body))),
            (_, None) => out.push(("tool", format!("T{} is not declared", region.tool))),
            (Some(surface), Some(tool)) => {
                self.facet(w, surface, out);
                match w.side {
                    Side::Tool => self.tool_side(region, tool, out),
                    Side::Part => self.part_side(region, tool, surface, out),
                }
                self.found_at(region, step, tool, surface, out);
                self.buried(region, step, tool, surface, out);
                self.remedies(region, step, tool, surface, out);
                self.extent(region, surface, out);
            }
        }
        std::mem::take(out)
    }

    fn bounds(&self, region: &Region, out: &mut Found) {
        let w = &region.witness;
        let [lo, hi] = region.depth_mm;
        let tolerance = self.limits.tolerance_mm;
        if lo <= tolerance {
            out.push(("depth_mm", format!("{lo} mm is not above the tolerance")));
        }
        let allowance = self.limits.allowance_mm;
        // With material allowed to go, only how far below the surface it goes counts.
        let tool_side = Some(w.tool_side_mm).filter(|_| allowance >= 0.0);
        let sides: Vec<[f64; 2]> = [tool_side, w.part_side_mm].into_iter().flatten().collect();
        let most =
            |k: usize| sides.iter().map(|s| s[k]).fold(f64::NEG_INFINITY, f64::max) + allowance;
        if (lo - most(0)).abs() > SAME_MM || hi < most(1) - SAME_MM {
            out.push(("depth_mm", format!("[{lo}, {hi}] is not the larger of both sides")));
        }
        if !(lo <= hi && hi.is_finite()) {
            out.push(("depth_mm", format!("[{lo}, {hi}] is not a pair of bounds")));
        }
        if sides.iter().any(|[lo, hi]| !(lo <= hi && hi.is_finite())) {
            out.push(("witness", "has a side whose bounds are not in order".to_owned()));
        }
        let shown = match w.side {
            Side::Tool => Some(w.tool_side_mm),
            Side::Part => w.part_side_mm,
        };
        if shown.is_none_or(|s| s[0] + allowance < lo - SAME_MM) {
            out.push(("witness.side", "is not the deeper one".to_owned()));
        }
        if w.motion < region.motions[0] || w.motion > region.motions[1] {
            out.push(("motions", "do not hold the witness".to_owned()));
        }
        if w.line < region.lines[0] || w.line > region.lines[1] {
            out.push(("lines", "do not hold the witness".to_owned()));
        }
        let code = match (region.body_role, region.component) {
            (BodyRole::Fixture, _) => "G005",
            _ if w.buried => "G006",
            (_, Role::Shank) => "G003",
            (_, Role::Holder) => "G004",
            (_, Role::Cutter) if w.kind == Kind::Rapid => "G002",
            (_, Role::Cutter) => "G001",
        };
        if region.code != code {
            out.push(("code", format!("is not {code}, as what touches what says")));
        }
    }

    /// The motion: place in the program, and the control point at `t`.
    fn step(&self, region: &Region, step: &Step, out: &mut Found) {
        let w = &region.witness;
        if w.line != step.span.line {
            out.push(("witness.line", format!("the motion stands on line {}", step.span.line)));
        }
        if w.column != step.span.column {
            out.push(("witness.column", format!("its block begins at {}", step.span.column)));
        }
        if !self.program.shows(step.span, &w.block) {
            let line = String::from_utf8_lossy(self.program.line(step.span)).into_owned();
            out.push(("witness.block", format!("is not `{}`, what stands there", line.trim_end())));
        }
        let print = fingerprint(region, self.program.line(step.span));
        if region.fingerprint != print {
            out.push(("fingerprint", format!("is not {print}")));
        }
        if w.kind != step.kind {
            let kind = format!("{:?}", step.kind).to_lowercase();
            out.push(("witness.kind", format!("is {kind} in the program")));
        }
        if w.dogleg && w.kind != Kind::Rapid {
            out.push(("witness.dogleg", "only rapids have one".to_owned()));
        }
        if region.tool != step.tool {
            out.push(("tool", format!("the program has T{} in the spindle", step.tool)));
        }
        if !(0.0..=1.0).contains(&w.t) {
            return out.push(("witness.t", format!("{} is not within 0 and 1", w.t)));
        }
        let Some(path) = step.at(w.t) else {
            return out
                .push(("witness.motion", "the program does not say where it is then".to_owned()));
        };
        let there = path.at(w.t, w.dogleg);
        let gap = (self.placement.to_part(there) - Vec3::from(w.control_point_mm)).norm();
        if gap > self.slack() {
            let what = format!("is {gap} mm from where the motion is at t = {}", w.t);
            out.push(("witness.control_point_mm", what));
        }
        let inch = if self.program.units == "inch" { 25.4 } else { 1.0 };
        if (Vec3::from(w.control_point_program) * inch - there).norm() > self.slack() {
            let what = format!("is not {:?}", (there / inch).as_slice());
            out.push(("witness.control_point_program", what));
        }
        let moved = step.moved.filter(|by| *by != Vec3::zeros());
        let own = moved.map(|by| (there - by) / inch);
        let differs = |said: [f64; 3]| {
            own.is_none_or(|own| (own - Vec3::from(said)).norm() * inch > self.slack())
        };
        if w.control_point_block.map_or(own.is_some(), differs) {
            let what = match own {
                Some(own) => format!("is not {:?}", own.as_slice()),
                None => "is of a block without offsets".to_owned(),
            };
            out.push(("witness.control_point_block", what));
        }
        let said = self.placement.to_part(Vec3::from(w.surface_point_program) * inch);
        let off = (said - Vec3::from(w.surface_point_mm)).norm();
        if off > self.slack() {
            let what = format!("is {off} mm from the same point of the part");
            out.push(("witness.surface_point_program", what));
        }
    }

    /// The facet: the point lies on it, and the normal is its own.
    fn facet(&self, w: &Witness, surface: &Surface, out: &mut Found) {
        let Some(facet) = surface.facets.get(w.triangle as usize) else {
            return out.push(("witness.triangle", format!("the body has no facet {}", w.triangle)));
        };
        let point = Vec3::from(w.surface_point_mm);
        let off = distance(&point, facet);
        if off > self.slack() {
            out.push(("witness.surface_point_mm", format!("is {off} mm off the facet")));
        }
        let [a, b, c] = w.barycentric;
        let off = (facet[0] * a + facet[1] * b + facet[2] * c - point).norm();
        let within = [a, b, c].iter().all(|v| (-SHARE..=1.0 + SHARE).contains(v));
        if off > self.slack() || (a + b + c - 1.0).abs() > SHARE || !within {
            out.push(("witness.barycentric", format!("is {off} mm from the point")));
        }
        let cross = (facet[1] - facet[0]).cross(&(facet[2] - facet[0]));
        let normal = cross.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        let said = Vec3::from(w.normal);
        let off = (normal - said).norm().min((normal + said).norm());
        if off > self.slack().max(SAME_MM) {
            out.push(("witness.normal", format!("differs by {off} from that of the facet")));
        } else if (normal - said).norm() > SHARE && surface.closed {
            // Turned over: right where the shell is inside out. The point may lie on an edge.
            let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
            let below = middle - said * SLACK_MOST_MM;
            if surface.winding(&below).is_none_or(|n| n == 0) {
                out.push(("witness.normal", "does not point away from the material".to_owned()));
            }
        }
    }

    /// A point of the part as seen from a control point.
    pub fn relative(&self, control: &Vec3, point: [f64; 3]) -> Vec3 {
        self.placement.along_program(control, &point.into())
    }

    /// The surface point is as deep in the tool as reported, and in the component named.
    fn tool_side(&self, region: &Region, tool: &Body, out: &mut Found) {
        let w = &region.witness;
        let p = self.relative(&w.control_point_mm.into(), w.surface_point_mm);
        let depth = tool.depth(&p);
        let lo = w.tool_side_mm[0];
        if depth < lo - self.slack() && !tool.holds_ball(&p, lo - self.slack()) {
            let what = format!("at least {lo} mm, but the point is {depth} mm deep");
            out.push(("witness.tool_side_mm", what));
        }
        // What leaves too little of the allowance stays off the part.
        self.component(region, tool, &p, (-lo).max(0.0), out);
    }

    pub fn component(&self, region: &Region, tool: &Body, p: &Vec3, off: f64, out: &mut Found) {
        match tool.depth_in(region.component, p) {
            None => out.push(("component", "the tool has no such component".to_owned())),
            Some(depth) if depth < -off - self.slack() => {
                out.push(("component", format!("the point is {} mm outside of it", -depth)));
            }
            Some(_) => {}
        }
    }

    /// Raised by the lift, or moved by the shift, the tool (of a holder, that alone) is clear to
    /// tolerance at the ends and where it was deepest, of every corner of the surface and of the
    /// witness's points.
    fn remedies(
        &self,
        region: &Region,
        step: &Step,
        tool: &Body,
        surface: &Surface,
        out: &mut Found,
    ) {
        if let Some(lift) = region.lift_mm {
            if !(lift >= 0.0 && lift.is_finite()) {
                return out.push(("lift_mm", format!("{lift} is not a raise")));
            }
            let up = Vec3::z() * (lift + self.slack());
            if let Some(what) = self.still_cut(region, step, tool, surface, up) {
                out.push(("lift_mm", format!("{lift} mm up {what}")));
            }
        }
        if let Some(shift) = region.shift_mm {
            let by = Vec3::from(shift);
            if !(by.norm().is_finite() && by.z == 0.0) {
                return out.push(("shift_mm", format!("{shift:?} is not a level move")));
            }
            let by = by + by.try_normalize(0.0).unwrap_or_else(Vec3::zeros) * self.slack();
            if let Some(what) = self.still_cut(region, step, tool, surface, by) {
                out.push(("shift_mm", format!("moved by {shift:?} {what}")));
            }
        }
        for advice in &region.advice {
            let least = match advice.remedy.as_str() {
                "lift" | "stick_out" | "safe_z" => region.lift_mm,
                "shift" => region.shift_mm.map(|by| Vec3::from(by).norm()),
                _ => None,
            };
            let most = 2.0 * ADVICE_STEP_MM + EPSILON_SHARE * self.limits.tolerance_mm;
            if least.is_none_or(|least| !(least..=least + most).contains(&advice.by_mm)) {
                let what = format!("{} mm is not what clears it", advice.by_mm);
                out.push(("advice.by_mm", what));
            }
            let moved = advice.move_mm.map(|by| Vec3::from(by).norm());
            if moved.is_some_and(|by| (by - advice.by_mm).abs() > SAME_MM) {
                out.push(("advice.move_mm", "is not as long as the advice says".to_owned()));
            }
        }
    }

    /// What is still cut with the motion moved by `by`, in program axes.
    fn still_cut(
        &self,
        region: &Region,
        step: &Step,
        tool: &Body,
        surface: &Surface,
        by: Vec3,
    ) -> Option<String> {
        let path = step.at(region.witness.t)?;
        let w = &region.witness;
        let allowance = self.limits.allowance_mm;
        let most = self.limits.tolerance_mm - allowance.max(0.0);
        // Only a holder is moved alone.
        let deep = |p: &Vec3| match region.component {
            Role::Holder => tool.depth_in(Role::Holder, p).unwrap_or(f64::NEG_INFINITY),
            Role::Cutter | Role::Shank => tool.depth(p),
        };
        for t in [0.0, w.t, 1.0] {
            let control = self.placement.to_part(path.at(t, w.dogleg) + by);
            // With material allowed to go, the surface may lie in the tool.
            if allowance >= 0.0 {
                let deep = |v: &Vec3| deep(&self.placement.along_program(&control, v));
                if surface.has_deeper_corner(most.max(0.0) + self.slack(), deep) {
                    return Some(format!("it is not clear at t = {t}"));
                }
            }
        }
        let control = self.placement.to_part(path.at(w.t, w.dogleg) + by);
        let q = self.placement.along_program(&control, &w.surface_point_mm.into());
        let inner_deep = w.inner_point_mm.filter(|_| w.side == Side::Part).is_some_and(|x| {
            let lo = w.part_side_mm.map_or(0.0, |s| s[0]);
            lo + allowance.min(0.0) > most
                && deep(&self.placement.along_program(&control, &x.into())) > self.slack()
        });
        let outer_deep = allowance >= 0.0 && deep(&q) > most.max(0.0) + self.slack();
        (inner_deep || outer_deep).then(|| "the witness is still cut".to_owned())
    }

    /// The extent is a box around the witness, on the body.
    fn extent(&self, region: &Region, surface: &Surface, out: &mut Found) {
        if region.length_mm.is_some_and(|mm| !(mm >= 0.0 && mm.is_finite())) {
            out.push(("length_mm", format!("{:?} is not a length", region.length_mm)));
        }
        if region.reach_mm.is_some_and(|[lo, hi]| (0..3).any(|i| lo[i] > hi[i])) {
            out.push(("reach_mm", "is not a least and a greatest corner".to_owned()));
        }
        let [lo, hi] = region.extent_mm;
        let point = region.witness.surface_point_mm;
        let room = self.slack();
        for i in 0..3 {
            let [least, most] = [surface.bounds.lo[i], surface.bounds.hi[i]];
            let holds = lo[i] - room <= point[i] && point[i] <= hi[i] + room;
            if !(lo[i] <= hi[i] && holds && least - room <= lo[i] && hi[i] <= most + room) {
                let what = format!(
                    "{} to {} along {} does not hold the witness at {}, or leaves the body from \
                     {least} to {most}",
                    lo[i],
                    hi[i],
                    ["x", "y", "z"][i],
                    point[i]
                );
                return out.push(("extent_mm", what));
            }
        }
    }
}

/// The name of a region: the head of a SHA-256 over tool, component, body, place and block.
fn fingerprint(region: &Region, block: &[u8]) -> String {
    let [x, y, z] =
        region.witness.surface_point_mm.map(|c| (c / FINGERPRINT_GRID_MM).round() as i64);
    let mut hash = Sha256::new();
    let (tool, component) = (region.tool, region.component);
    let (role, body) = (region.body_role, region.body);
    hash.update(format!("{tool} {component:?} {role:?} {body} {x} {y} {z} "));
    hash.update(stripped(block));
    hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect()
}
