//! Motions: as the interpreter hands them out, and where the control point is by their own
//! definition.

use gouge::geom::Vec3;
use gouge::nc::{Arc, Kind, Motion, Span};

use crate::random::Random;

/// A motion, as the oracle follows it.
#[derive(Clone, Debug)]
pub enum Path {
    Line {
        from: Vec3,
        to: Vec3,
        dogleg: bool,
    },
    /// About `center` in the plane (u, v): radius and angle run from the first to the second
    /// value, the height from 0 to `rise`.
    Round {
        center: Vec3,
        u: Vec3,
        v: Vec3,
        radius: [f64; 2],
        angle: [f64; 2],
        rise: f64,
    },
}

pub const KINDS: [&str; 7] = ["line", "rapid", "plunge", "stand", "arc", "helix", "spiral"];

impl Path {
    pub fn at(&self, t: f64) -> Vec3 {
        match self {
            Self::Line { from, to, .. } => from + (to - from) * t,
            Self::Round { center, u, v, radius, angle, rise } => {
                let (sin, cos) = (angle[0] + (angle[1] - angle[0]) * t).sin_cos();
                let r = radius[0] + (radius[1] - radius[0]) * t;
                center + u * (r * cos) + v * (r * sin) + u.cross(v) * (rise * t)
            }
        }
    }

    /// Rate of change of the position.
    pub fn speed(&self, t: f64) -> Vec3 {
        match self {
            Self::Line { from, to, .. } => to - from,
            Self::Round { u, v, radius, angle, rise, .. } => {
                let turn = angle[1] - angle[0];
                let (sin, cos) = (angle[0] + turn * t).sin_cos();
                let (r, dr) = (radius[0] + (radius[1] - radius[0]) * t, radius[1] - radius[0]);
                (u * cos + v * sin) * dr + (v * cos - u * sin) * (r * turn) + u.cross(v) * *rise
            }
        }
    }

    pub fn shifted(&self, by: &Vec3) -> Self {
        let mut path = self.clone();
        match &mut path {
            Self::Line { from, to, .. } => {
                *from += by;
                *to += by;
            }
            Self::Round { center, .. } => *center += by,
        }
        path
    }

    /// The ways the control point may take: itself, and on a dog-leg rapid the legs too, each
    /// with the times at its ends.
    pub fn ways(&self) -> Vec<(Self, [f64; 2])> {
        let mut ways = vec![(self.clone(), [0.0, 1.0])];
        let Self::Line { from, to, dogleg: true } = self else { return ways };
        let d = to - from;
        let mut stops: Vec<f64> = d.iter().map(|x| x.abs()).filter(|&x| x > 0.0).collect();
        stops.sort_by(f64::total_cmp);
        stops.dedup();
        let whole = stops.last().copied().unwrap_or(1.0);
        let (mut at, mut time) = (*from, 0.0);
        for stop in stops {
            let next = Vec3::from_fn(|i, _| from[i] + d[i].clamp(-stop, stop));
            let leg = Self::Line { from: at, to: next, dogleg: false };
            ways.push((leg, [time, stop / whole]));
            (at, time) = (next, stop / whole);
        }
        ways
    }

    pub fn motion(&self) -> Motion {
        let mut motion = Motion {
            span: Span { line: 1, column: 1, length: 1, ..Span::default() },
            ..Motion::feed(1, self.at(0.0).into(), self.at(1.0).into())
        };
        match self {
            Self::Line { to, dogleg, .. } => {
                motion.to = <[f64; 3]>::from(*to).into();
                if *dogleg {
                    (motion.kind, motion.dogleg) = (Kind::Rapid, true);
                }
            }
            Self::Round { center, u, v, angle, .. } => {
                motion.kind = Kind::Arc;
                motion.arc = Some(Box::new(Arc {
                    center: (*center).into(),
                    normal: u.cross(v).into(),
                    sweep: angle[1] - angle[0],
                }));
            }
        }
        motion
    }
}

/// A random motion of `kind`, about as long as `size`, that is at the origin at some time.
pub fn path(kind: &str, size: f64, random: &mut Random) -> Path {
    let path = match kind {
        "line" | "rapid" => {
            let mut to = random.vector(3.0 * size);
            for i in 0..3 {
                if random.chance(0.2) {
                    to[i] = 0.0;
                }
            }
            Path::Line { from: Vec3::zeros(), to, dogleg: kind == "rapid" }
        }
        "plunge" => {
            let to = Vec3::new(0.0, 0.0, random.between(-4.0, 4.0) * size);
            Path::Line { from: Vec3::zeros(), to, dogleg: false }
        }
        "stand" => Path::Line { from: Vec3::zeros(), to: Vec3::zeros(), dogleg: false },
        _ => {
            let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
            let plane = random.below(3);
            let r = random.between(0.05, 5.0) * size;
            let begin = random.between(-3.2, 3.2);
            let sign = if random.chance(0.5) { 1.0 } else { -1.0 };
            let turn = match random.below(4) {
                0 => sign * std::f64::consts::TAU,
                1 => sign * random.between(0.01, 0.5),
                2 => sign * random.between(6.3, 15.0),
                _ => sign * random.between(0.5, 6.2),
            };
            let end = if kind == "spiral" { r * random.between(0.2, 2.0) } else { r };
            let rise = if kind == "arc" { 0.0 } else { random.between(-3.0, 3.0) * size };
            Path::Round {
                center: Vec3::zeros(),
                u: axes[plane],
                v: axes[(plane + 1) % 3],
                radius: [r, end],
                angle: [begin, begin + turn],
                rise,
            }
        }
    };
    let t = match random.below(4) {
        0 => 0.0,
        1 => 1.0,
        _ => random.between(0.0, 1.0),
    };
    let place = path.at(t);
    path.shifted(&-place)
}
