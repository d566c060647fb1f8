//! The path of the control point during one motion, and its straight pieces.

pub(super) mod round;

use std::f64::consts::TAU;

use self::round::Round;
use super::polyline::Polyline;
use crate::tolerance::LONG_MOTION_MM;
use gouge_core::sweep::Sag;
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_nc::Arc as Programmed;

/// Where the control point is at t in [0, 1], work coordinates, mm.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Path {
    /// Straight.
    Line {
        /// Start.
        from: Vec3,
        /// Displacement.
        travel: Vec3,
    },
    /// Circle, helix or spiral; see [`Round`].
    Arc(Round),
    /// Straight from point to point: that of several motions.
    Along(Box<Polyline>),
}

/// A straight segment of a path, for any but a line a chord: the control point moves from `from` by
/// `travel` while t goes from `t0` to `t1`, and the true path is never farther than `sag` from it
/// at the same time, and only in directions perpendicular to `normal`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSegment {
    pub from: Vec3,
    pub travel: Vec3,
    pub t0: f64,
    pub t1: f64,
    pub sag: f64,
}

impl Path {
    /// The path of an arc motion between two programmed ends.
    pub fn round(arc: &Programmed, from: Vec3, to: Vec3, shift: &Vec3) -> Self {
        let center = Vec3::from(arc.center) + shift;
        let normal = Vec3::from(arc.normal);
        let flat = |p: Vec3| {
            let w = p - center;
            w - normal * normal.dot(&w)
        };
        let (a, b) = (flat(from), flat(to));
        let toward = if a.norm() > 0.0 { a.normalize() } else { Vec3::zeros() };
        Self::Arc(Round {
            center,
            normal,
            toward,
            side: normal.cross(&toward),
            radius: [a.norm(), b.norm()],
            rise: normal.dot(&(to - from)),
            sweep: arc.sweep,
            end: to,
        })
    }

    /// Position at `t`, mm.
    pub fn at(&self, t: f64) -> Vec3 {
        match self {
            Self::Line { from, travel } => from + travel * t,
            Self::Arc(a) if t >= 1.0 => a.end,
            Self::Arc(a) => {
                let radius = a.radius_at(t);
                let (sin, cos) = (a.sweep * t).sin_cos();
                a.center + (a.toward * cos + a.side * sin) * radius + a.normal * (a.rise * t)
            }
            Self::Along(points) => points.at(t),
        }
    }

    /// The chord between two times.
    pub fn segment(&self, t0: f64, t1: f64) -> PathSegment {
        let (from, to) = (self.at(t0), self.at(t1));
        PathSegment { from, travel: to - from, t0, t1, sag: self.sag([t0, t1]) }
    }

    /// How far the path reaches in the direction `u` between two times, mm, or a little more.
    pub fn support(&self, u: &Vec3, [t0, t1]: [f64; 2]) -> f64 {
        let ends = u.dot(&self.at(t0)).max(u.dot(&self.at(t1)));
        match self {
            Self::Line { .. } => ends,
            Self::Arc(a) => ends.max(a.support(u, [t0, t1])),
            Self::Along(points) => points.support(u, [t0, t1]),
        }
    }

    /// The time between two others at which the path is cut in two.
    pub fn middle(&self, times: [f64; 2]) -> f64 {
        match self {
            Self::Line { .. } | Self::Arc(_) => 0.5 * (times[0] + times[1]),
            Self::Along(points) => points.middle(times),
        }
    }

    /// Nothing is deeper between two times, as far as is known, mm.
    pub fn cap(&self, times: [f64; 2]) -> f64 {
        match self {
            Self::Line { .. } | Self::Arc(_) => f64::INFINITY,
            Self::Along(points) => points.cap(times),
        }
    }

    /// How far the path bends away from its chord between two times, mm.
    ///
    /// The chord of an arc interpolates linearly, so the error is at most |p''| dt²/8; in polar
    /// form with linear angle and radius |p''| <= r θ'² + 2 |r'| |θ'|, and p'' has no part along
    /// the normal.
    pub fn sag(&self, times: [f64; 2]) -> f64 {
        match self {
            Self::Line { .. } => 0.0,
            Self::Arc(a) => {
                let dt = times[1] - times[0];
                let r = a.radius[0].max(a.radius[1]);
                let bend =
                    r * a.sweep * a.sweep + 2.0 * (a.radius[1] - a.radius[0]).abs() * a.sweep.abs();
                // At the end the programmed point stands in for the computed one.
                bend * dt * dt / 8.0 + self.joint(a)
            }
            Self::Along(points) => points.sag(times),
        }
    }

    /// What is left of [`sag`](Self::sag) however short a stretch is, mm.
    pub fn least_sag(&self) -> f64 {
        match self {
            Self::Line { .. } | Self::Along(_) => 0.0,
            Self::Arc(a) => self.joint(a),
        }
    }

    /// How the path leaves the chord of a segment of it.
    pub fn sagitta(&self, segment: &PathSegment) -> Sag {
        let arc = match self {
            Self::Line { .. } | Self::Along(_) => None,
            Self::Arc(arc) => arc.stretch([segment.t0, segment.t1], self.joint(arc)),
        };
        Sag { by: segment.sag, normal: self.normal(), arc }
    }

    /// An arc whose axis is upright, and how far from it the path may be, mm.
    pub fn upright(&self) -> Option<(&Round, f64)> {
        let Self::Arc(arc) = self else { return None };
        // One that begins on its axis has no angles.
        let upright = arc.normal.x == 0.0 && arc.normal.y == 0.0 && arc.toward != Vec3::zeros();
        upright.then(|| (arc, self.joint(arc) + arc.rounding()))
    }

    /// How far the programmed end of an arc is from the computed one, mm.
    fn joint(&self, arc: &Round) -> f64 {
        (arc.end - self.computed_end(arc)).norm()
    }

    fn computed_end(&self, a: &Round) -> Vec3 {
        let (sin, cos) = a.sweep.sin_cos();
        a.center + (a.toward * cos + a.side * sin) * a.radius[1] + a.normal * a.rise
    }

    /// Between which times a straight path that is long is within `room`; both zero for never.
    /// `None` for what need not be cut.
    pub fn near(&self, room: &Aabb) -> Option<[f64; 2]> {
        let Self::Line { from, travel } = self else { return None };
        if travel.amax() <= LONG_MOTION_MM {
            return None;
        }
        let mut times = [0.0f64, 1.0];
        for i in 0..3 {
            if travel[i] == 0.0 {
                if from[i] < room.lo[i] || from[i] > room.hi[i] {
                    return Some([0.0, 0.0]);
                }
                continue;
            }
            let at = |border: f64| (border - from[i]) / travel[i];
            let (a, b) = (at(room.lo[i]), at(room.hi[i]));
            times = [times[0].max(a.min(b)), times[1].min(a.max(b))];
        }
        Some(if times[0] < times[1] { times } else { [0.0, 0.0] })
    }

    /// The same path, moved by `by` mm.
    pub fn moved(&self, by: &Vec3) -> Self {
        match self {
            Self::Line { from, travel } => Self::Line { from: from + by, travel: *travel },
            Self::Arc(a) => Self::Arc(Round { center: a.center + by, end: a.end + by, ..*a }),
            Self::Along(points) => Self::Along(Box::new(points.moved(by))),
        }
    }

    /// Length of the path, mm.
    pub fn length(&self) -> f64 {
        match self {
            Self::Line { travel, .. } => travel.norm(),
            Self::Arc(a) => a.length(),
            Self::Along(points) => points.length(),
        }
    }

    /// A box around the path.
    pub fn bounds(&self) -> Aabb {
        match self {
            Self::Line { from, travel } => Aabb::around([*from, from + travel]),
            Self::Arc(a) => a.bounds(),
            Self::Along(points) => points.bounds(),
        }
    }

    /// The least number of pieces that the path is cut into to begin with.
    pub fn first_cut(&self) -> usize {
        match self {
            Self::Line { .. } | Self::Along(_) => 1,
            Self::Arc(a) => {
                (a.sweep.abs() / std::f64::consts::FRAC_PI_4).ceil().clamp(1.0, 1e6) as usize
            }
        }
    }

    /// The time after which the path has been everywhere, except for the rounding of its end:
    /// circles may be driven many times over.
    pub fn once(&self) -> f64 {
        match self {
            Self::Arc(a) if a.rise == 0.0 && a.radius[0] == a.radius[1] => {
                (TAU / a.sweep.abs()).min(1.0)
            }
            _ => 1.0,
        }
    }

    /// The direction in which the path never leaves its chords; zero for any but arcs.
    pub fn normal(&self) -> Vec3 {
        match self {
            Self::Line { .. } | Self::Along(_) => Vec3::zeros(),
            Self::Arc(a) => a.normal,
        }
    }
}

/// The path of a rapid whose axes all run at the same speed until each arrives: corners after
/// the start, mm, with the time of each, 0 to 1.
pub fn dogleg(from: Vec3, travel: Vec3) -> Vec<(f64, Vec3)> {
    let longest = travel.amax();
    let mut times: Vec<f64> = travel.iter().map(|d| d.abs()).filter(|&d| d > 0.0).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
        .into_iter()
        .map(|reach| (reach / longest, from + travel.map(|d| d.signum() * d.abs().min(reach))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    #[test]
    fn no_place_of_a_path_is_beyond_its_support() {
        let mut random = Random::new(19);
        for round in 0..4000 {
            let (center, from) = (random.vector(9.0), random.vector(9.0));
            let normal = if round % 2 == 0 { Vec3::z() } else { random.direction() };
            let sweep = random.between(-14.0, 14.0);
            let arc = Programmed { center: center.into(), normal: normal.into(), sweep };
            let path = match round % 4 {
                3 => Path::Line { from, travel: random.vector(9.0) },
                _ => Path::round(&arc, from, random.vector(9.0), &Vec3::zeros()),
            };
            let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            let (times, u) = ([a.min(b), a.max(b)], random.direction());
            let places = (0..=200).map(|i| times[0] + (times[1] - times[0]) * f64::from(i) / 200.0);
            let seen = places.map(|t| u.dot(&path.at(t.min(times[1])))).fold(f64::MIN, f64::max);
            let support = path.support(&u, times);
            assert!(seen <= support + 1e-12, "{path:?} {times:?} {u:?}: {seen} {support}");
            // A line's is told exactly.
            if let Path::Line { .. } = path {
                assert!(support - seen < 1e-12, "{path:?} {times:?} {u:?}: {seen} {support}");
            }
        }
    }

    /// A spiral was as long as at its mean radius: `recheck` refused a report that held.
    #[test]
    fn a_spiral_is_as_long_as_its_chords() {
        const CHORDS: u32 = 20_000;
        let mut random = Random::new(41);
        for round in 0..300 {
            let sweep = random.between(-9.0, 9.0) * [1.0, 1e-3, 1e-7][round % 3];
            let normal = random.direction();
            let center = random.vector(3.0);
            let arc = Programmed { center: center.into(), normal: normal.into(), sweep };
            let from = center + random.vector(9.0);
            let grows = 10f64.powf(random.between(-9.0, 1.0));
            let to = center + (from - center) * (1.0 + grows) + normal * random.between(-3.0, 3.0);
            let path = Path::round(&arc, from, to, &Vec3::zeros());
            let Path::Arc(spiral) = &path else { panic!("{path:?}") };
            // Its last place is the programmed end, wherever that is.
            let at = |i: u32| {
                let t = f64::from(i) / f64::from(CHORDS);
                let (sin, cos) = (spiral.sweep * t).sin_cos();
                let out = spiral.toward * cos + spiral.side * sin;
                spiral.center + out * spiral.radius_at(t) + spiral.normal * (spiral.rise * t)
            };
            let chords: f64 = (0..CHORDS).map(|i| (at(i + 1) - at(i)).norm()).sum();
            let length = path.length();
            let off = (length - chords).abs();
            assert!(off <= 1e-6 * chords, "{path:?}: {length} {chords}");
        }
    }

    /// `bounds` of an arc held every place of it, and twice its radius beside them: a shallow arc
    /// of two metres' radius made the cutting of a small part four metres wide.
    #[test]
    fn boxes_of_arcs_hold_all_of_them_and_no_more() {
        let mut random = Random::new(7);
        for round in 0..2000 {
            let (center, from) = (random.vector(9.0), random.vector(9.0));
            let normal = if round % 2 == 0 { Vec3::z() } else { random.direction() };
            let sweep = random.between(-14.0, 14.0);
            let rise = if round % 3 == 0 { 0.0 } else { random.between(-5.0, 5.0) };
            let grown = if round % 4 < 3 { 1.0 } else { random.between(0.9, 1.1) };
            // A centre lies at the start's height.
            let center = center + normal * normal.dot(&(from - center));
            let flat = from - center;
            let (sin, cos) = f64::sin_cos(sweep);
            let turned = flat * cos + normal.cross(&flat) * sin;
            let to = from - flat + turned * grown + normal * rise;
            let arc = Programmed { center: center.into(), normal: normal.into(), sweep };
            let path = Path::round(&arc, from, to, &Vec3::zeros());
            let bounds = path.bounds();
            let mut seen = Aabb::EMPTY;
            for i in 0..=4000 {
                let at = path.at(f64::from(i) / 4000.0);
                seen = seen.union(&Aabb::around([at]));
                let inside = |k: usize| bounds.lo[k] <= at[k] && at[k] <= bounds.hi[k];
                assert!(
                    (0..3).all(inside),
                    "{arc:?} {from:?} {to:?}: {at:?} is outside of {bounds:?}"
                );
            }
            if normal == Vec3::z() && grown == 1.0 {
                let loose = (bounds.size() - seen.size()).amax();
                assert!(loose < 1e-3, "{arc:?} {from:?} {to:?}: {bounds:?} around {seen:?}");
            }
        }
    }
}
