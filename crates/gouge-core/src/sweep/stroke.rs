//! The volume that a convex piece sweeps along a straight line, as one convex body.

use crate::budget::MAX_CUTS;
use crate::tolerance::POSE_CLOSE_MM;
use crate::tool::{Depth, Solid};
use gouge_mesh::geom::{Aabb, Body, Vec3};

/// A convex piece on a straight path, made thicker by a ball.
#[derive(Clone, Copy, Debug)]
pub struct Stroke<'a> {
    /// The piece.
    pub piece: &'a Solid,
    /// Its control point at the start, mm.
    pub from: Vec3,
    /// Its displacement, mm.
    pub travel: Vec3,
    /// How much thicker it is on all sides, mm.
    pub grow: f64,
}

/// How a point lies to the poses of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// How deep it lies in the thickened piece at the time `t`, mm: next to the greatest there is.
    pub depth: f64,
    /// The time, 0 to 1.
    pub t: f64,
    /// Unit normal of a plane that has all the stroke on one side, ...
    pub normal: Vec3,
    /// ... `normal · x <= offset`. A point outside of the stroke is beyond it.
    pub offset: f64,
}

impl Stroke<'_> {
    /// Support of the whole stroke in the unit direction `u`, mm.
    pub fn support(&self, u: &Vec3) -> f64 {
        self.offset(u, self.piece.support(u))
    }

    /// The same, given that of the piece alone.
    fn offset(&self, u: &Vec3, support: f64) -> f64 {
        let ends = u.dot(&self.from) + u.dot(&self.travel).max(0.0);
        support + ends + self.grow
    }

    /// The box around the stroke.
    pub fn bounds(&self) -> Aabb {
        let most = |u: Vec3| self.support(&u);
        let hi = Vec3::new(most(Vec3::x()), most(Vec3::y()), most(Vec3::z()));
        let lo = -Vec3::new(most(-Vec3::x()), most(-Vec3::y()), most(-Vec3::z()));
        Aabb { lo, hi }
    }

    /// The pose in which `x` lies deepest. Depth is concave over time, and every supporting plane
    /// bounds it by a line: the crossing of the lines at both ends of an interval is the next time
    /// to look at.
    pub fn pose(&self, x: &Vec3) -> Pose {
        let at = |t: f64| (t, self.piece.depth(&(x - self.from - self.travel * t)));
        let slope = |d: &Depth| d.normal.dot(&self.travel);
        let mut left = at(0.0);
        if self.travel == Vec3::zeros() || slope(&left.1) <= 0.0 {
            return self.result(x, &left, None);
        }
        let mut right = at(1.0);
        if slope(&right.1) >= 0.0 {
            return self.result(x, &right, None);
        }
        let mut best = if left.1.depth >= right.1.depth { left } else { right };
        for round in 0..MAX_CUTS {
            let (rise, fall) = (slope(&left.1), slope(&right.1));
            let span = right.0 - left.0;
            let share = (right.1.depth - left.1.depth - fall * span) / ((rise - fall) * span);
            let roof = left.1.depth + rise * share * span;
            // A gap that is not a number is no reason to go on.
            let apart = roof - best.1.depth;
            if apart.is_nan() || apart <= POSE_CLOSE_MM || span <= f64::EPSILON {
                break;
            }
            // Lines that lean against a corner would creep towards it.
            let share = if round % 3 == 2 { 0.5 } else { share.clamp(0.01, 0.99) };
            let middle = at(left.0 + share * span);
            if middle.1.depth > best.1.depth {
                best = middle;
            }
            if slope(&middle.1) > 0.0 { left = middle } else { right = middle }
        }
        // Mixed so that it does not lean along the way, the plane holds at every time.
        let (rise, fall) = (slope(&left.1), slope(&right.1));
        let mixed = left.1.normal * -fall + right.1.normal * rise;
        self.result(x, &best, mixed.try_normalize(0.0))
    }

    /// The pose at a time; the plane is the one there, or one across `mixed` where `x` is farther
    /// beyond that.
    fn result(&self, x: &Vec3, (t, depth): &(f64, Depth), mixed: Option<Vec3>) -> Pose {
        let mut plane = (depth.normal, self.offset(&depth.normal, depth.offset));
        if let Some(normal) = mixed {
            let offset = self.support(&normal);
            if normal.dot(x) - offset >= plane.0.dot(x) - plane.1 {
                plane = (normal, offset);
            }
        }
        let (normal, offset) = plane;
        Pose { depth: depth.depth + self.grow, t: *t, normal, offset }
    }
}
