//! How near tools come to what they must not touch, how far they must stick out, how low they go.

use std::collections::{BTreeMap, BTreeSet};

use super::build;
use super::data::BodyRole;
use super::data::clearance::{Clearances, Distance, Place, ToolRoom};
use super::excerpt::Texts;
use super::frame::Frame;
use super::placement::Placement;
use crate::geom::Vec3;
use crate::nc::{MotionRef, Motions, ToolNote};
use crate::verify;

/// What it is made from.
pub struct Measured<'a> {
    /// What the search measured.
    pub found: &'a verify::Clearances,
    /// The program's motions.
    pub program: &'a Motions,
    /// Descriptions of tools in the program's comments.
    pub notes: &'a [ToolNote],
    /// The program text.
    pub texts: &'a Texts<'a>,
    /// How many of the bodies are parts.
    pub parts: u32,
    /// Where the part lies.
    pub placement: Placement,
    /// Units of the program, as the report names them.
    pub units: &'a str,
    /// Depth above which a motion gouges, mm.
    pub tolerance: f64,
}

/// Makes that part of the report.
pub fn of(measured: &Measured) -> Clearances {
    // Operations are numbered in the order in which they begin, those that do not move left out.
    let moving: BTreeSet<u32> = measured.program.manners().map(|m| m.operation).collect();
    let ids: BTreeMap<u32, u32> = moving.into_iter().zip(1..).collect();
    let distance = |c: &verify::Clearance| Distance {
        operation_id: ids.get(&c.operation).copied().unwrap_or(0),
        tool: c.tool,
        component: build::component(c.role),
        body_role: if c.fixture { BodyRole::Fixture } else { BodyRole::Part },
        distance_mm: c.place.is_some().then_some(c.distance),
        motions: c.motions,
        unmeasured: c.unmeasured,
        place: c.place.as_ref().and_then(|p| measured.place(p)),
    };
    Clearances {
        distances: measured.found.distances.iter().map(distance).collect(),
        tools: measured.tools(),
    }
}

impl Measured<'_> {
    fn frame(&self) -> Frame {
        Frame::new(self.placement, self.units)
    }

    fn place(&self, p: &verify::Nearest) -> Option<Place> {
        let motion = self.program.get(p.motion as usize)?;
        let point = |p: Vec3| -> [f64; 3] { self.placement.work_to_part(p).into() };
        Some(Place {
            line: motion.span.line,
            file: self.texts.file(motion.span).map(|f| f.name.clone()),
            motion: p.motion,
            kind: build::kind(motion.kind),
            dogleg: p.dogleg,
            t: p.t,
            control_point_program: self.frame().of_work(p.control_point),
            control_point_mm: point(p.control_point),
            body: p.body.checked_sub(self.parts).unwrap_or(p.body),
            triangle: p.triangle,
            surface_point_mm: point(p.surface_point),
        })
    }

    fn tools(&self) -> Vec<ToolRoom> {
        let mut lowest: BTreeMap<u32, Lowest> = BTreeMap::new();
        for (index, motion) in self.program.iter().enumerate() {
            let lowest = lowest.entry(motion.tool).or_default();
            // Where a machine position lies in the work is not said by the program.
            let Some(z) = lowest_z(&motion).filter(|_| !motion.machine) else { continue };
            lowest.program = Some(lowest.program.map_or(z, |least| least.min(z)));
            // Rotation about Z and mirroring leave heights alone, but nobody says which it is.
            let own = self.program.zero(index).shift().map_or(z, |zero| z - zero[2]);
            lowest.own = Some(lowest.own.map_or(own, |least| least.min(own)));
        }
        let program = |mm: f64| self.frame().of_length(mm);
        lowest
            .into_iter()
            .filter(|(tool, _)| *tool != 0)
            .map(|(tool, lowest)| {
                let stick_out = self.found.stick_outs.iter().find(|s| s.tool == tool);
                let noted = self.notes.iter().filter(|n| n.number == tool);
                let promised = noted.filter_map(|n| n.lowest).reduce(f64::min);
                let below =
                    lowest.own.zip(promised).is_some_and(|(z, min)| z < min - self.tolerance);
                ToolRoom {
                    tool,
                    stick_out_mm: stick_out.map(|s| s.declared),
                    stick_out_needed_mm: stick_out.map(|s| s.needed),
                    lowest_z_program: lowest.program.map(program),
                    lowest_z_block: lowest
                        .own
                        .filter(|_| lowest.own != lowest.program)
                        .map(program),
                    zmin_program: promised.map(program),
                    below_zmin: below,
                }
            })
            .collect()
    }
}

/// The lowest Z of the motions of a tool, mm.
#[derive(Clone, Copy, Default)]
struct Lowest {
    /// In program coordinates.
    program: Option<f64>,
    /// In those that blocks are written in, which headers speak of.
    own: Option<f64>,
}

/// The lowest Z of the control point during a motion, program coordinates, mm.
fn lowest_z(motion: &MotionRef) -> Option<f64> {
    let tip = motion.tip.shift()?[2];
    let (from, to) = (motion.from.axis(2)?, motion.to.axis(2)?);
    let ends = from.min(to) + tip;
    let Some(arc) = motion.arc else { return Some(ends) };
    let (Some(start), Some(end)) = (motion.from.known(), motion.to.known()) else {
        return Some(ends);
    };
    let (normal, center) = (Vec3::from(arc.normal), Vec3::from(arc.center));
    let flat = |p: [f64; 3]| {
        let d = Vec3::from(p) - center;
        d - normal * normal.dot(&d)
    };
    let (a, b) = (flat(start), flat(end));
    // Downhill in the arc's plane.
    let down = normal * normal.z - Vec3::z();
    let (Some(toward), Some(down)) = (a.try_normalize(0.0), down.try_normalize(1e-9)) else {
        return Some(ends);
    };
    let side = normal.cross(&toward) * arc.sweep.signum();
    let angle = down.dot(&side).atan2(down.dot(&toward)).rem_euclid(std::f64::consts::TAU);
    if angle > arc.sweep.abs() {
        return Some(ends);
    }
    let share = angle / arc.sweep.abs();
    let radius = a.norm() + (b.norm() - a.norm()) * share;
    let rise = normal.z * normal.dot(&(Vec3::from(end) - Vec3::from(start))) * share;
    Some(ends.min(center.z + down.z * radius + rise + tip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nc::{Arc, Kind, Motion};

    #[test]
    fn the_lowest_point_of_an_arc_is_found_between_its_ends() {
        // Half a circle below the ends in the ZX plane, and half a circle above them.
        for (sweep, want) in [(std::f64::consts::PI, -7.0), (-std::f64::consts::PI, 3.0)] {
            let arc = Arc { center: [0.0, 0.0, 3.0], normal: [0.0, -1.0, 0.0], sweep };
            let motion = Motion {
                kind: Kind::Arc,
                arc: Some(Box::new(arc)),
                ..Motion::feed(1, [-10.0, 0.0, 3.0], [10.0, 0.0, 3.0])
            };
            let z = lowest_z(&Motions::from_iter([motion]).at(0)).unwrap();
            assert!((z - want).abs() < 1e-12, "{sweep}: {z}");
        }
        let feed = Motion::feed(1, [0.0, 0.0, 5.0], [1.0, 0.0, -2.0]);
        assert_eq!(lowest_z(&Motions::from_iter([feed]).at(0)), Some(-2.0));
    }
}
