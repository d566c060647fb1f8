//! Where the control point is during a motion.

use crate::geom::Vec3;
use crate::nc::MotionRef;

/// The way of the control point, work coordinates, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    from: Vec3,
    to: Vec3,
    round: Option<Round>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Round {
    center: Vec3,
    normal: Vec3,
    sweep: f64,
}

impl Track {
    /// A straight way.
    pub fn line(from: Vec3, to: Vec3) -> Self {
        Self { from, to, round: None }
    }

    /// The way of a motion between known points; `shift` takes program to work coordinates.
    pub fn of(motion: &MotionRef, shift: &Vec3) -> Option<Self> {
        let tip = Vec3::from(motion.tip.shift()?);
        let place = |p: [f64; 3]| Vec3::from(p) + shift + tip;
        let round = motion.arc.map(|arc| Round {
            center: place(arc.center),
            normal: Vec3::from(arc.normal),
            sweep: arc.sweep,
        });
        Some(Self { from: place(motion.from.known()?), to: place(motion.to.known()?), round })
    }

    /// The control point at `t` in [0, 1]: angle, height and radius grow linearly.
    pub fn at(&self, t: f64) -> Vec3 {
        let Some(Round { center, normal, sweep }) = self.round else {
            return self.from + (self.to - self.from) * t;
        };
        let flat = |p: Vec3| (p - center) - normal * normal.dot(&(p - center));
        let (a, b) = (flat(self.from), flat(self.to));
        let Some(toward) = a.try_normalize(0.0) else { return self.from };
        let radius = a.norm() + (b.norm() - a.norm()) * t;
        let (sin, cos) = (sweep * t).sin_cos();
        let rise = normal.dot(&(self.to - self.from)) * t;
        center + (toward * cos + normal.cross(&toward) * sin) * radius + normal * rise
    }

    /// Both ends.
    pub fn ends(&self) -> [Vec3; 2] {
        [self.from, self.to]
    }

    /// Points along it, both ends included, between which a round way is nowhere farther than `sag`
    /// mm from its chords, if these are not too many.
    pub fn within(&self, sag: f64) -> Vec<Vec3> {
        let Some(round) = self.round else { return vec![self.from, self.to] };
        let radius = [self.from, self.to].map(|p| (p - round.center).cross(&round.normal).norm());
        let radius = radius[0].max(radius[1]).max(sag);
        let step = 2.0 * (1.0 - sag / radius).acos();
        let count = (round.sweep.abs() / step).ceil().clamp(1.0, MOST_CHORDS);
        (0..=count as u32).map(|i| self.at(f64::from(i) / count)).collect()
    }

    /// Points along it, both ends included: two for a straight way, one every few degrees for a
    /// round one.
    pub fn points(&self) -> Vec<Vec3> {
        let Some(round) = self.round else { return vec![self.from, self.to] };
        let count = (round.sweep.abs() / ROUND_STEP_RAD).ceil().clamp(1.0, 720.0) as usize;
        (0..=count).map(|i| self.at(i as f64 / count as f64)).collect()
    }
}

/// Chords of a round way at most.
const MOST_CHORDS: f64 = 65_536.0;

/// Angle between drawn points of a round way.
const ROUND_STEP_RAD: f64 = 0.1;
