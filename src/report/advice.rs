//! What would clear a gouge, by its cause: moving away from a wall, rising from a floor, a longer
//! stick-out for a holder, a higher rapid. Advice for the reader; no verdict rests on it.

use super::data::{Advice, BodyRole, Component, Remedy, ToolInput};
use super::frame::Frame;
use crate::geom::Vec3;
use crate::nc;
use crate::tool::Role;
use crate::verify::{Finding, Gouge, Limits};

/// What advice is made from.
pub(super) struct Case<'a> {
    pub finding: &'a Finding,
    pub motion: Option<nc::MotionRef<'a>>,
    /// Where the zero of its block lies.
    pub zero: &'a nc::Zero,
    pub tool: Option<&'a ToolInput>,
    pub role: BodyRole,
    pub frame: &'a Frame,
    /// Added to what clears, so that a check can decide it, mm.
    pub more: f64,
}

/// Advice is rounded up to a whole number of these: as many digits as are shown.
const STEPS_IN_A_MM: f64 = 1e4;

/// The next step that is not less.
fn enough(mm: f64) -> f64 {
    (mm * STEPS_IN_A_MM).ceil() / STEPS_IN_A_MM
}

/// What would clear a finding, the least trouble first.
pub(super) fn of(case: &Case) -> Vec<Advice> {
    let f = case.finding;
    if f.kind == nc::Kind::Rapid && f.role != Role::Holder {
        return safe_z(case).into_iter().collect();
    }
    match f.role {
        Role::Holder => stick_out(case).into_iter().collect(),
        Role::Cutter | Role::Shank => {
            let mut all: Vec<Advice> = shift(case).into_iter().chain(lift(case)).collect();
            all.sort_by(|a, b| a.by_mm.total_cmp(&b.by_mm));
            all
        }
    }
}

fn advice(remedy: Remedy, by_mm: f64, message: String) -> Advice {
    Advice { remedy, message, by_mm, move_mm: None, to_mm: None }
}

/// The raise that clears a motion, where one does.
fn raise(f: &Finding) -> Option<f64> {
    f.lift.filter(|by| *by > 0.0)
}

fn lift(case: &Case) -> Option<Advice> {
    let by = enough(raise(case.finding)? + case.more);
    let message =
        format!("raising this motion by {} clears it", case.frame.length(case.frame.enough(by)));
    Some(advice(Remedy::Lift, by, message))
}

fn shift(case: &Case) -> Option<Advice> {
    let by = case.finding.shift.as_deref().filter(|by| by.norm() > 0.0)?;
    let length = by.norm();
    let length = (enough(length + case.more), length);
    let by = by * (length.0 / length.1);
    let wall = if case.role == BodyRole::Part { "the wall" } else { "the fixture's wall" };
    let axes = if *case.zero == nc::Zero::Turned {
        " along the axes of the program's zero, not its own,"
    } else {
        ""
    };
    let message = format!(
        "{wall} faces {}: moving this motion by {}{axes} clears it",
        towards(&by),
        case.frame.moved(&by)
    );
    Some(Advice { move_mm: Some(by.into()), ..advice(Remedy::Shift, length.0, message) })
}

fn stick_out(case: &Case) -> Option<Advice> {
    let by = enough(raise(case.finding)? + case.more);
    let edges = case.tool?.components.iter().filter(|c| c.role == Component::Holder);
    let low = edges.filter_map(|c| c.profile_mm.as_ref()).flatten();
    let now = low.map(|e| e.from[1].min(e.to[1])).reduce(f64::min);
    let message = match now {
        Some(now) => format!(
            "a stick-out of {} instead of {} clears the holder here",
            case.frame.length(case.frame.enough(now + by)),
            case.frame.length(now)
        ),
        None => format!(
            "{} more stick-out clears the holder here",
            case.frame.length(case.frame.enough(by))
        ),
    };
    Some(Advice { to_mm: now.map(|now| now + by), ..advice(Remedy::StickOut, by, message) })
}

/// Above its XY every pose is clear that is raised by the lift or more: a rapid straight down may
/// go down to its end raised so, one straight up may begin at its start raised so, and any other
/// one is clear where it runs level at its highest point raised so. The end alone of one that
/// climbs or falls across does not clear it, since it leaves the rest as low as before.
fn safe_z(case: &Case) -> Option<Advice> {
    let by = enough(raise(case.finding)? + case.more);
    let motion = case.motion?;
    let (from, to) = (motion.from.known()?, motion.to.known()?);
    let upright = from[0] == to[0] && from[1] == to[1];
    let base = if upright { from[2].min(to[2]) } else { from[2].max(to[2]) };
    let z = enough(base + by);
    // Another component of the tool has advice of its own.
    let what =
        if case.finding.role == Role::Shank { "the shank on this rapid" } else { "this rapid" };
    // One that slopes is not advised a height: raised as it is, it was proved clear.
    let level = upright || from[2] == to[2];
    let message = match case.zero.shift().filter(|_| level) {
        Some(zero) => {
            let z = case.frame.number(case.frame.enough(z - zero[2]));
            match (upright, from[2] - to[2]) {
                (true, down) if down > 0.0 => format!("{what} is clear down to Z{z}"),
                (true, _) => format!("{what} is clear if it starts at Z{z} or higher"),
                (false, _) => format!("at Z{z} or higher {what} is clear"),
            }
        }
        None => format!(
            "{what} is clear if the whole of it is raised by {}",
            case.frame.length(case.frame.enough(by))
        ),
    };
    Some(Advice { to_mm: Some(z), ..advice(Remedy::SafeZ, by, message) })
}

/// "+X", or the components of the direction.
fn towards(d: &Vec3) -> String {
    /// The sine of 1°.
    const SMALL: f64 = 0.0175;
    let d = d.normalize();
    let sign = |v: f64| if v > 0.0 { '+' } else { '-' };
    match (d.x.abs() < SMALL, d.y.abs() < SMALL) {
        (false, true) => format!("{}X", sign(d.x)),
        (true, false) => format!("{}Y", sign(d.y)),
        _ => format!("X{:.2} Y{:.2}", d.x, d.y),
    }
}

/// Fewer gouging motions than this show no rule.
const LEAST_MOTIONS: usize = 8;

/// Share of the cutting motions of an operation that must gouge, so that one cause is likely: links
/// between cuts often run beside the part.
const LEAST_SHARE: f64 = 0.25;

/// Depths that one cause explains differ by no more than this share.
const ALIKE: f64 = 0.05;

/// What an operation's cause is looked for in.
#[derive(Clone, Default)]
pub(super) struct Cut {
    /// Gouges of its cutter in parts.
    gouges: usize,
    /// Those at feed.
    fed: usize,
    /// No more than this is proved of any of these, mm.
    deepest: f64,
    /// Those of these that have been measured for a remedy: the worst of each region.
    measured: Vec<Finding>,
    /// What the first of all was held to.
    limits: Option<Limits>,
}

impl Cut {
    /// Takes in a gouge of its cutter in a part.
    pub fn take(&mut self, gouge: &Gouge, limits: impl FnOnce() -> Limits) {
        self.limits.get_or_insert_with(limits);
        self.gouges += 1;
        if gouge.kind != nc::Kind::Rapid {
            self.fed += 1;
            self.deepest = self.deepest.max(gouge.depth[0]);
        }
    }

    /// Takes in what the worst of a region was measured for, of those that were taken in.
    pub fn measure(&mut self, finding: &Finding) {
        if finding.kind != nc::Kind::Rapid && finding.lift.is_some() {
            self.measured.push(finding.clone());
        }
    }
}

/// The likely cause where an operation is deep by one constant: all its regions would be clear if
/// the tool were that much shorter, or thinner, and no motion is proved deeper. `cutting` are all
/// its motions at feed.
pub(super) fn constant(cut: &Cut, cutting: u64, frame: &Frame) -> Option<Advice> {
    let few = cut.fed < LEAST_MOTIONS || (cut.fed as f64) < LEAST_SHARE * cutting as f64;
    if few || cut.fed < cut.gouges {
        return None;
    }
    let limits = cut.limits?;
    let common = |remedy: fn(&Finding) -> Option<f64>| {
        let moves = cut.measured.iter().map(|f| Some((remedy(f)?, f.depth[0])));
        let moves: Option<Vec<(f64, f64)>> = moves.collect();
        let moves = moves.filter(|m| !m.is_empty())?;
        let error = moves.iter().map(|m| m.0).fold(0.0, f64::max) + limits.tolerance;
        let slack = ALIKE * error;
        let alike = moves.iter().all(|(by, depth)| {
            (by + limits.tolerance - error).abs() <= slack && (depth - error).abs() <= slack
        });
        let allowance = limits.allowance.max(0.0);
        (alike && cut.deepest <= error + slack).then(|| enough(error - allowance))
    };
    if let Some(by) = common(|f| f.lift) {
        let message = format!(
            "every floor it cuts is {} too deep: the tool's length or the height of the program's \
             zero may be wrong by that",
            frame.length(by)
        );
        return Some(advice(Remedy::Length, by, message));
    }
    let by = common(|f| f.shift.as_ref().map(|by| by.norm()))?;
    let message = format!(
        "every wall it cuts is {} too deep: the tool's radius (the diameter by {}) or its wear \
         offset may be wrong by that",
        frame.length(by),
        frame.length(2.0 * by)
    );
    Some(advice(Remedy::Radius, by, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_advised_is_enough() {
        for mm in [0.0123, 0.01231, 1.0, 0.99999, 1e-9, 7.0 / 3.0] {
            let by = enough(mm);
            assert!(by >= mm && by - mm <= 1.01 / STEPS_IN_A_MM, "{mm}: {by}");
        }
    }

    #[test]
    fn a_wall_is_named_by_the_axis_it_looks_along() {
        assert_eq!(towards(&Vec3::new(-0.3, 0.001, 0.0)), "-X");
        assert_eq!(towards(&Vec3::new(0.0, 2.0, 0.0)), "+Y");
        assert_eq!(towards(&Vec3::new(3.0, -4.0, 0.0)), "X0.60 Y-0.80");
    }
}
