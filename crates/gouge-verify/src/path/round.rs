//! The path round an arc: circle, helix or spiral.

use std::f64::consts::{FRAC_PI_2, TAU};

use crate::tolerance::{ARC_ROUNDING, SPIRAL_SHARE};
use gouge_core::sweep::{Arc, Turn};
use gouge_mesh::geom::{Aabb, Vec3};

/// An arc about `center`: angle, height along `normal` and radius all grow linearly with t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Round {
    pub(super) center: Vec3,
    /// Unit normal of the plane.
    pub normal: Vec3,
    /// Unit vector from the centre to the start, in the plane.
    pub(super) toward: Vec3,
    /// `normal × toward`.
    pub(super) side: Vec3,
    pub(super) radius: [f64; 2],
    pub(super) rise: f64,
    pub(super) sweep: f64,
    /// The programmed end: the last position is exactly this.
    pub(super) end: Vec3,
}

/// Where something that goes round is: its angle from where that begins, radians, and how far from
/// the axis and how high it is, mm.
pub(crate) struct TurnPlace {
    pub turn: f64,
    pub radius: f64,
    pub height: f64,
}

impl Round {
    /// Of one whose axis is upright.
    pub fn place(&self, t: f64) -> TurnPlace {
        TurnPlace {
            turn: self.sweep * t,
            radius: self.radius_at(t),
            height: self.center.z + self.normal.z * self.rise * t,
        }
    }

    pub(super) fn radius_at(&self, t: f64) -> f64 {
        self.radius[0] + (self.radius[1] - self.radius[0]) * t
    }

    /// A point in its plane, seen from the axis and the start, mm.
    pub fn seen(&self, p: &Vec3) -> [f64; 2] {
        let w = p - self.center;
        [w.dot(&self.toward), w.dot(&self.side)]
    }

    /// How far one whose axis is upright leads at most in all its time, across that and along it,
    /// mm.
    pub fn speed(&self) -> Vec3 {
        let around = self.radius[0].max(self.radius[1]) * self.sweep.abs();
        Vec3::new(around, self.radius[1] - self.radius[0], self.rise)
    }

    /// Length of the path, mm.
    ///
    /// With a radius r that grows by Δ and the angle ω the speed is √(c² + ω²r²), c² being Δ² and
    /// the rise squared; over r that is integrated by parts. Where Δ or ω is next to nothing, which
    /// would leave a difference of nearly equal numbers, at the mean radius instead.
    pub(super) fn length(&self) -> f64 {
        let [first, last] = self.radius;
        let across = last - first;
        let climb = self.rise.hypot(across);
        if (self.sweep * across).abs() <= SPIRAL_SHARE * first.max(last) {
            return (0.5 * (first + last) * self.sweep).hypot(climb);
        }
        let sum = |radius: f64| {
            let around = radius * self.sweep;
            0.5 * (around * around.hypot(climb) + climb * climb * (around / climb).asinh())
        };
        (sum(last) - sum(first)) / (self.sweep * across)
    }

    /// How far a place may be off, mm.
    pub(super) fn rounding(&self) -> f64 {
        let size = self.center.amax() + self.radius[0].max(self.radius[1]) + self.rise.abs();
        ARC_ROUNDING * size
    }

    /// The arc between two times, from which it is no farther than `joint` and rounding; `None` of
    /// one that turns by more than a quarter.
    pub(super) fn stretch(&self, [t0, t1]: [f64; 2], joint: f64) -> Option<Arc> {
        let turn = self.sweep * (t1 - t0);
        if turn.abs() > FRAC_PI_2 {
            return None;
        }
        let (sin, cos) = (self.sweep * t0).sin_cos();
        Some(Arc {
            center: self.center + self.normal * (self.rise * t0),
            toward: self.toward * cos + self.side * sin,
            side: self.side * cos - self.toward * sin,
            radius: [self.radius_at(t0), self.radius_at(t1)],
            turn: Turn::by(turn),
            rise: self.normal * (self.rise * (t1 - t0)),
            off: joint + self.rounding(),
        })
    }

    /// How far the computed way reaches in the direction `u` between two times, mm, or a little
    /// more: as far as the larger radius does with the larger rise.
    pub(super) fn support(&self, u: &Vec3, [t0, t1]: [f64; 2]) -> f64 {
        let (x, y) = (u.dot(&self.toward), u.dot(&self.side));
        // Where the radius points along `u`, if it comes there, or at an end.
        let [first, last] = [t0, t1].map(|t| self.sweep * t);
        let turned = y.atan2(x) - first.min(last);
        let passes = turned.rem_euclid(TAU) <= (last - first).abs() + ARC_ROUNDING;
        let at = |angle: f64| x * angle.cos() + y * angle.sin();
        let most = if passes { x.hypot(y) } else { at(first).max(at(last)) };
        let reach = (self.radius_at(t0) * most).max(self.radius_at(t1) * most);
        let climb = u.dot(&self.normal) * self.rise;
        u.dot(&self.center) + reach + (climb * t0).max(climb * t1) + self.rounding()
    }

    /// A box around the path: that of a circular arc of the larger radius, from which the path is
    /// never farther than the radii differ, moved by the rise.
    pub(super) fn bounds(&self) -> Aabb {
        let radius = self.radius[0].max(self.radius[1]);
        let apart = (self.radius[0] - self.radius[1]).abs();
        let slack = apart + ARC_ROUNDING * (self.center.amax() + radius + self.rise.abs());
        let (sin, cos) = self.sweep.sin_cos();
        let last = self.toward * cos + self.side * sin;
        let mut bounds = Aabb::around([self.end]);
        for i in 0..3 {
            let (x, y) = (self.toward[i], self.side[i]);
            let climb = self.normal[i] * self.rise;
            for sign in [-1.0, 1.0] {
                // The coordinate is extreme where the radius points along its axis, or at an end.
                let turn = self.sweep.signum() * (sign * y).atan2(sign * x);
                let passes = turn.rem_euclid(TAU) <= self.sweep.abs();
                let most = if passes { x.hypot(y) } else { (sign * x).max(sign * last[i]) };
                let reach = sign * (radius * most + slack) + sign * (sign * climb).max(0.0);
                bounds.lo[i] = bounds.lo[i].min(self.center[i] + reach);
                bounds.hi[i] = bounds.hi[i].max(self.center[i] + reach);
            }
        }
        bounds
    }
}
