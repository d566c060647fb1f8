//! Whether the axes can go where the program sends them: the travel of the machine, in machine
//! coordinates.
//!
//! Machine coordinates are the program's minus `home`; an axis that G28, G30 or G53 sent to a
//! machine position stands there whatever `home` says. Z is that of the control point, as in
//! `home`. What stands beyond the travel is a warning, not a gouge: the control will refuse it.
//! Where a place is not known, the report says so.

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

use crate::error::{Error, Result};
use crate::geom::Vec3;
use crate::job::Settings;
use crate::nc::{Arc, MotionRef, Motions, Place, Span};
use crate::report::{Remark, codes, count, short};
use crate::tolerance::SAME_TRAVEL_MM;

/// Names of the axes.
const AXES: [&str; 3] = ["X", "Y", "Z"];

/// How far each axis goes, mm, machine coordinates; `None` where it is not said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Travel([Option<[f64; 2]>; 3]);

/// An axis beyond its travel in one operation, on one side.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    motions: u64,
    /// The place that is farthest beyond.
    at: f64,
    span: Span,
}

/// Motions of an axis whose place is not known.
#[derive(Clone, Copy, Debug)]
struct Unplaced {
    motions: u64,
    /// Of the first.
    span: Span,
}

/// What there is to say of where motions take the axes.
#[derive(Debug, Default)]
struct Reached {
    /// By operation, axis and side: whether above its travel.
    beyond: BTreeMap<(u32, usize, bool), Beyond>,
    unplaced: [Option<Unplaced>; 3],
}

impl Travel {
    /// What is said of it.
    ///
    /// # Errors
    /// Texts that are not lengths.
    pub fn new(settings: &Settings) -> Result<Self> {
        let mut travel = [None; 3];
        for (slot, axis) in travel.iter_mut().zip(["x", "y", "z"]) {
            *slot = settings.range(&format!("travel.{axis}"))?;
        }
        Ok(Self(travel))
    }

    /// For the report: nothing where nothing is said.
    pub fn stated(&self) -> Option<[Option<[f64; 2]>; 3]> {
        self.0.iter().any(Option::is_some).then_some(self.0)
    }

    /// Axes beyond their travel, the worst place of each operation, and axes that are not
    /// checked. `home` is machine zero in program coordinates, mm.
    pub fn remarks(&self, motions: &Motions, home: Option<[Option<f64>; 3]>) -> Vec<Remark> {
        if self.0.iter().all(Option::is_none) {
            return Vec::new();
        }
        let home = home.unwrap_or_default();
        let Reached { beyond, unplaced } = self.reached(motions, home);
        let beyond = beyond.iter().map(|(&(_, axis, above), found)| {
            overrun(axis, above, self.0[axis].unwrap_or_default(), found)
        });
        let unplaced = unplaced.iter().enumerate();
        let unplaced =
            unplaced.filter_map(|(axis, found)| Some(unchecked(axis, found.as_ref()?, home[axis])));
        beyond.chain(unplaced).collect()
    }

    /// Where the motions take the axes that have limits.
    fn reached(&self, motions: &Motions, home: [Option<f64>; 3]) -> Reached {
        let mut reached = Reached::default();
        let mut machine = [false; 3];
        for motion in motions.iter() {
            let before = std::mem::replace(&mut machine, motion.at_machine);
            for (axis, limits) in self.0.iter().enumerate() {
                let Some([least, most]) = *limits else { continue };
                let Some(ends) = ends(&motion, axis, [before[axis], machine[axis]], home[axis])
                else {
                    let first = reached.unplaced[axis]
                        .get_or_insert(Unplaced { motions: 0, span: motion.span });
                    first.motions += 1;
                    continue;
                };
                for (above, at) in [(false, ends[0]), (true, ends[1])] {
                    let by = if above { at - most } else { least - at };
                    if by <= SAME_TRAVEL_MM {
                        continue;
                    }
                    let new = Beyond { motions: 0, at, span: motion.span };
                    let key = (motion.operation, axis, above);
                    let entry = reached.beyond.entry(key).or_insert(new);
                    entry.motions += 1;
                    let farther = if above { at > entry.at } else { at < entry.at };
                    if farther {
                        (entry.at, entry.span) = (at, motion.span);
                    }
                }
            }
        }
        reached
    }
}

/// Least and greatest place of an axis in a motion, machine coordinates, mm; `None` where its end
/// is not known. `machine`: whether it stands at a machine position before and after.
fn ends(
    motion: &MotionRef,
    axis: usize,
    machine: [bool; 2],
    home: Option<f64>,
) -> Option<[f64; 2]> {
    let place = |p: Place, machine: bool| {
        let value = p.axis(axis)?;
        if machine { Some(value) } else { Some(value - home?) }
    };
    let to = place(motion.to, machine[1])?;
    let from = place(motion.from, machine[0]).unwrap_or(to);
    let mut ends = [from.min(to), from.max(to)];
    if let (Some(arc), Some(start), Some(home)) = (motion.arc, motion.from.known(), home) {
        for value in turning(arc, start, axis) {
            ends = [ends[0].min(value - home), ends[1].max(value - home)];
        }
    }
    Some(ends)
}

/// The axis goes beyond its travel.
fn overrun(axis: usize, above: bool, [least, most]: [f64; 2], found: &Beyond) -> Remark {
    let by = if above { found.at - most } else { least - found.at };
    let others = match found.motions {
        1 => String::new(),
        number => {
            format!(", the farthest of {} of this operation", count(number, "motion"))
        }
    };
    let message = format!(
        "{} goes to {} mm in machine coordinates, {} mm beyond the travel of the machine ({} to {} \
         mm){others}",
        AXES[axis],
        short(found.at),
        short(by),
        short(least),
        short(most)
    );
    Remark { span: found.span, code: codes::TRAVEL, message }
}

/// Some of the axis's travel is not checked.
fn unchecked(axis: usize, found: &Unplaced, home: Option<f64>) -> Remark {
    let name = AXES[axis];
    let message = match home {
        None => format!(
            "the travel in {name} is not checked: where machine zero lies in {name} is not known; \
             declare it with --home, or `home` in the job file"
        ),
        Some(_) => format!(
            "the travel in {name} is not checked for {} from here on: its place in {name} is not \
             known",
            count(found.motions, "motion")
        ),
    };
    Remark { span: found.span, code: codes::TRAVEL, message }
}

/// Places along `axis` where an arc that begins at `start` turns back, mm.
fn turning(arc: &Arc, start: [f64; 3], axis: usize) -> Vec<f64> {
    let (center, normal) = (Vec3::from(arc.center), Vec3::from(arc.normal));
    let toward = Vec3::from(start) - center;
    let side = normal.cross(&toward);
    let (x, y) = (toward[axis], side[axis]);
    let reach = x.hypot(y);
    let first = (arc.sweep.signum() * y).atan2(x);
    // The coordinate along the arc is reach · cos(angle - first), the angle growing from 0.
    let extremes = [(first, reach), (first + PI, -reach)];
    let passed = extremes.iter().filter(|(angle, _)| angle.rem_euclid(TAU) <= arc.sweep.abs());
    passed.map(|(_, value)| center[axis] + value).collect()
}

impl Settings {
    /// Least and greatest length, mm.
    fn range(&self, key: &str) -> Result<Option<[f64; 2]>> {
        let items = self.items(key);
        let Some(first) = items.first() else { return Ok(None) };
        let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
        let range: crate::job::quantity::Range = texts
            .join(",")
            .parse()
            .map_err(|e| Error::new("J004", format!("{}: {key}: {e}", first.origin.place())))?;
        Ok(Some(range.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nc::{Kind, Motion};
    use gouge_random::Random;

    #[test]
    fn no_place_of_an_arc_is_beyond_its_turning_points() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let mut axis = || [0, 1, 2].map(|_| random.between(-1.0, 1.0));
            let normal = Vec3::from(axis()).normalize();
            let toward = normal.cross(&Vec3::from(axis())) * 10.0;
            let center = Vec3::from(axis()) * 50.0;
            let sweep = random.between(-7.0, 7.0);
            let arc = Arc { center: center.into(), normal: normal.into(), sweep };
            let start = center + toward;
            let at = |t: f64| {
                let angle = sweep * t;
                center + toward * angle.cos() + normal.cross(&toward) * angle.sin()
            };
            for axis in 0..3 {
                let mut known = turning(&arc, start.into(), axis);
                known.extend([start[axis], at(1.0)[axis]]);
                let least = known.iter().copied().fold(f64::INFINITY, f64::min);
                let most = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let seen: Vec<f64> = (0..=2000).map(|i| at(f64::from(i) / 2000.0)[axis]).collect();
                let low = seen.iter().copied().fold(f64::INFINITY, f64::min);
                let high = seen.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!(least <= low + 1e-9 && high <= most + 1e-9, "{arc:?}");
                assert!(low - least < 1e-3 && most - high < 1e-3, "{arc:?}");
            }
        }
    }

    #[test]
    fn machine_positions_need_no_home_and_others_say_so() {
        let travel = Travel([Some([-100.0, 0.0]), None, Some([-50.0, 0.0])]);
        let home = |z: f64| {
            let to = Place::from([None, None, Some(z)]);
            Motion {
                kind: Kind::Rapid,
                machine: true,
                at_machine: [false, false, true],
                from: Place::from([None; 3]),
                to,
                ..Motion::feed(1, [0.0; 3], [0.0; 3])
            }
        };
        let told = |motions: &[Motion], home| -> Vec<String> {
            travel.remarks(&motions.into(), home).into_iter().map(|r| r.message).collect()
        };
        let to_the_top = told(&[home(0.0)], None);
        assert_eq!(to_the_top.len(), 1, "{to_the_top:?}");
        assert!(to_the_top[0].contains("travel in X is not checked"), "{to_the_top:?}");
        let above = told(&[home(1.0)], None);
        assert!(
            above[0].starts_with("Z goes to 1 mm") && above[0].contains("1 mm beyond"),
            "{above:?}"
        );
        let cut = [Motion::feed(1, [0.0; 3], [10.0, 0.0, -5.0])];
        let fits = told(&cut, Some([Some(50.0), None, Some(40.0)]));
        assert_eq!(fits, [""; 0]);
        let beyond = told(&cut, Some([Some(5.0), None, Some(46.0)]));
        assert!(
            beyond[0].contains("X goes to 5 mm in machine coordinates, 5 mm beyond"),
            "{beyond:?}"
        );
        assert!(beyond[1].contains("Z goes to -51 mm"), "{beyond:?}");
    }
}
