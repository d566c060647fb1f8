//! How blunt a convex body of revolution is: how far its wall is from what of it is so deep.

use super::super::edge::{Edge, Meridian, cross, dot, norm, sub};
use super::{Convex, Depth};
use crate::tolerance::{AS_DEEP_SHARE, PUSHED_SHARE, SAME_DISTANCE_MM};
use gouge_mesh::geom::Vec3;
use std::f64::consts::FRAC_PI_4;

/// Bluntness along an arc is known to this share of it, ...
const BOW_SHARE: f64 = 1e-4;

/// ... unless that takes more steps than this: then it is overstated.
const MOST_STEPS: f64 = 20_000.0;

/// Points of an arc that are looked at one by one at most, where no circle follows it: a hundred
/// pieces of a hundred edges each took minutes. With fewer points it is overstated by more.
const MOST_LOOKS: f64 = 200.0;

/// How often a point is pushed off a wall.
const MOST_PUSHES: usize = 100;

/// A stretch of an arc of a meridian.
struct Stretch {
    center: Meridian,
    /// From the centre to its ends, in the direction in which it turns, mm.
    out: [Meridian; 2],
    /// Half the angle between these.
    half: f64,
}

impl Convex {
    /// See [`crate::tool::Solid::bluntness`].
    ///
    /// The distance to a convex set is convex, so it is greatest at the corners of the meridian or
    /// along its arcs. At a corner the point c that is `scale` deep lies on the bisector. Points of
    /// an arc of radius R that are t apart in angle have no point farther than R (1 - cos t/2) from
    /// their chord between them.
    pub(in super::super) fn bluntness(&self, scale: f64) -> f64 {
        let walls = if self.open { self.edges.len() - 1 } else { self.edges.len() };
        let walls = &self.edges[..walls];
        let depth = |p: Meridian| self.depth(&Vec3::new(p[0], 0.0, p[1])).depth;
        let mut worst = 1f64;
        let mut at = |p: Meridian, inward: Meridian, ratio: f64, more: f64| {
            let far = scale * ratio;
            let c = [(p[0] + far * inward[0]).max(0.0), p[1] + far * inward[1]];
            let deep = |c: Meridian| depth(c) >= scale * (1.0 - AS_DEEP_SHARE);
            let c = if deep(c) { Some(c) } else { self.pushed_in(p, scale).filter(|c| deep(*c)) };
            let ratio = |c| (norm(sub(p, c)) + more) / scale;
            worst = worst.max(c.map_or(f64::INFINITY, ratio));
        };
        // The chain goes on over the axis as its mirror image.
        let mut before = [1.0, 0.0];
        if let Some(first) = walls.first() {
            let d = first.direction_at_start();
            before = [d[0], -d[1]];
        }
        for edge in walls {
            let (after, corner) = (edge.direction_at_start(), edge.start());
            let bisector = [-before[1] - after[1], before[0] + after[0]];
            let len = norm(bisector);
            if len > 0.0 {
                let inward = [bisector[0] / len, bisector[1] / len];
                let cos = inward[1] * after[0] - inward[0] * after[1];
                at(corner, inward, 1.0 / cos, 0.0);
            } else {
                return f64::INFINITY;
            }
            if let Edge::Arc { a, b, center, radius } = *edge {
                let (from, to) = (sub(a, center), sub(b, center));
                let turn = cross(from, to).atan2(dot(from, to)).rem_euclid(std::f64::consts::TAU);
                let step = 2.0 * (1.0 - (BOW_SHARE * scale / radius).min(1.0)).acos();
                let steps = (turn / step).ceil().clamp(1.0, MOST_STEPS);
                let bow = |steps: f64| radius * (1.0 - (0.5 * turn / steps).cos());
                let more = bow(steps.min(MOST_LOOKS));
                let steps = steps.min(MOST_LOOKS) as usize;
                let out = |i: usize| {
                    let (sin, cos) = (turn * i as f64 / steps as f64).sin_cos();
                    [from[0] * cos - from[1] * sin, from[0] * sin + from[1] * cos]
                };
                let mut look = |i: usize| {
                    let out = out(i);
                    let p = [center[0] + out[0], center[1] + out[1]];
                    if p[0] >= 0.0 {
                        at(p, [-out[0] / radius, -out[1] / radius], 1.0, more);
                    }
                };
                let mut open = vec![[0, steps]];
                while let Some([i, k]) = open.pop() {
                    let half = 0.5 * turn * (k - i) as f64 / steps as f64;
                    let stretch = Stretch { center, out: [out(i), out(k)], half };
                    if radius > scale && self.follows(edge, &stretch, scale) {
                        continue;
                    }
                    if k - i > 1 {
                        let middle = usize::midpoint(i, k);
                        open.extend([[i, middle], [middle, k]]);
                    } else {
                        look(i);
                        look(k);
                    }
                }
            }
            before = edge.direction_at_end();
        }
        worst
    }

    /// Whether a circle of the radius `scale` follows a stretch of the arc `own` without a look at
    /// each of its points: its centre goes along an arc about the same centre, which is to be no
    /// less than `scale` mm from all other walls.
    ///
    /// Over a straight one that arc is lowest at its ends or where it faces it, as it does where
    /// both touch each other smoothly. The depth under a round one is concave, so what is between
    /// the ends is as deep, and the arc no farther beside that than it bows.
    fn follows(&self, own: &Edge, stretch: &Stretch, scale: f64) -> bool {
        let Stretch { center, out, half } = *stretch;
        let radius = norm(out[0]);
        let share = 1.0 - scale / radius;
        let ends = out.map(|out| [center[0] + out[0] * share, center[1] + out[1] * share]);
        if half > FRAC_PI_4 || ends.iter().any(|p| p[0] < 0.0) {
            return false;
        }
        let bow = (radius - scale) * (1.0 - half.cos());
        let walls = if self.open { self.edges.len() - 1 } else { self.edges.len() };
        self.edges[..walls].iter().filter(|wall| !std::ptr::eq(*wall, own)).all(|wall| {
            let [first, last] = ends.map(|p| wall.height(p));
            let toward = wall.direction_at_start();
            let away = [toward[1], -toward[0]];
            let faces = cross(out[0], away) >= 0.0 && cross(away, out[1]) >= 0.0;
            match wall {
                Edge::Line { a, b, .. } if a != b => {
                    let facing = wall.height(center) - (radius - scale);
                    let least = if faces { facing } else { f64::INFINITY };
                    first.min(last).min(least) >= scale * (1.0 - AS_DEEP_SHARE)
                }
                _ => first.min(last) > scale + bow + SAME_DISTANCE_MM,
            }
        })
    }

    /// A point near `p` that is `scale` deep, found by pushing it off the nearest wall again and
    /// again; `None` where that does not end.
    pub(super) fn pushed_in(&self, p: Meridian, scale: f64) -> Option<Meridian> {
        let mut c = p;
        for _ in 0..MOST_PUSHES {
            let Depth { depth, normal, .. } = self.depth(&Vec3::new(c[0], 0.0, c[1]));
            if depth >= scale * (1.0 - PUSHED_SHARE) {
                return Some(c);
            }
            let by = scale - depth;
            c = [(c[0] - by * normal.x).max(0.0), c[1] - by * normal.z];
        }
        None
    }
}
