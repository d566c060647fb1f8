//! Signed distance to a solid of revolution from its silhouette, in closed form.
//!
//! The silhouette is the boundary of the half section (r, z), r ≥ 0: lines and arcs from the axis
//! at the bottom to the axis at the top, or to a wall that rises without end. Arcs stay arcs,
//! bulging or hollow. A point is inside when a ray outwards crosses the walls an odd number of
//! times; convexity is never assumed.

use std::f64::consts::{PI, TAU};

use gouge_mesh::geom::Vec3;

use crate::tolerance::SAME_ANGLE_RAD;

/// A point of the half section: distance from the axis and height, mm.
pub(crate) type Section = [f64; 2];

/// A piece of the boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wall {
    Line(Section, Section),
    /// Counter-clockwise about the centre from the first to the second point. A hollow arc is
    /// stored from its upper end to its lower one.
    Arc {
        from: Section,
        to: Section,
        center: Section,
    },
    /// Straight up from a point, without end.
    Rising(Section),
}

/// A solid of revolution about the control point's axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Silhouette {
    /// The boundary, in any order.
    pub walls: Vec<Wall>,
}

impl Silhouette {
    /// How deep `p` (mm, relative to the control point) lies inside; negative outside.
    pub fn depth(&self, p: &Vec3) -> f64 {
        let at = [p.x.hypot(p.y), p.z];
        let distance = self.surface().map(|w| w.distance(at)).fold(f64::INFINITY, f64::min);
        if self.holds(at) { distance } else { -distance }
    }

    fn holds(&self, at: Section) -> bool {
        self.walls.iter().map(|w| w.crossings(at)).sum::<usize>() % 2 == 1
    }

    /// The walls but for what lies on the axis, which is within the solid.
    fn surface(&self) -> impl Iterator<Item = &Wall> {
        let on_axis = |w: &&Wall| matches!(w, Wall::Line(a, b) if a[0] <= 0.0 && b[0] <= 0.0);
        self.walls.iter().filter(move |w| !on_axis(w))
    }

    /// Whether what a square of the half section, from `at` to `half` on all sides, has in common
    /// with the disc of a `radius` about `p` is in the solid.
    ///
    /// It is convex: no wall parts it where each is away from the square or from the disc, and one
    /// of its points, the nearest to `p`, tells for all.
    pub fn holds_lens(&self, at: Section, half: f64, p: Section, radius: f64) -> bool {
        // What is beyond the axis is there as well as it is before it.
        let before = |q: Section| [q[0].abs(), q[1]];
        let away = |w: &Wall| {
            w.distance(p) >= radius || w.distance(before(at)) > half * std::f64::consts::SQRT_2
        };
        // Not `clamp`, which ends the process where a report's figures are so large that this is
        // none.
        let nearest = [0, 1].map(|k| p[k].max(at[k] - half).min(at[k] + half));
        self.surface().all(away) && self.holds(before(nearest))
    }
}

impl Wall {
    /// Its ends; an endless wall has one.
    pub fn ends(&self) -> [Section; 2] {
        match *self {
            Self::Line(a, b) => [a, b],
            Self::Arc { from, to, .. } => [from, to],
            Self::Rising(a) => [a, a],
        }
    }

    fn distance(&self, p: Section) -> f64 {
        match *self {
            Self::Line(a, b) => {
                let (dr, dz) = (b[0] - a[0], b[1] - a[1]);
                let length2 = dr * dr + dz * dz;
                let s = if length2 > 0.0 {
                    (((p[0] - a[0]) * dr + (p[1] - a[1]) * dz) / length2).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                gap(p, [a[0] + s * dr, a[1] + s * dz])
            }
            Self::Rising(a) => gap(p, [a[0], p[1].max(a[1])]),
            Self::Arc { from, to, center } => {
                let faced = angle(center, from, p) <= angle(center, from, to);
                if faced && gap(p, center) > 0.0 {
                    (gap(p, center) - gap(from, center)).abs()
                } else {
                    gap(p, from).min(gap(p, to))
                }
            }
        }
    }

    /// How often a ray from `p` straight outwards crosses the wall. Lower ends count, upper
    /// ends do not, so that a corner is crossed once.
    fn crossings(&self, p: Section) -> usize {
        match *self {
            Self::Line(a, b) => {
                let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
                if p[1] < low[1] || p[1] >= high[1] {
                    return 0;
                }
                let r = low[0] + (high[0] - low[0]) * (p[1] - low[1]) / (high[1] - low[1]);
                usize::from(r > p[0])
            }
            Self::Rising(a) => usize::from(p[1] >= a[1] && a[0] > p[0]),
            Self::Arc { from, to, center } => monotone(from, to, center)
                .into_iter()
                .filter(|&(a, b, right)| {
                    let (low, high) = (a[1].min(b[1]), a[1].max(b[1]));
                    if p[1] < low || p[1] >= high {
                        return false;
                    }
                    let rise = p[1] - center[1];
                    let radius = gap(from, center);
                    let reach = (radius * radius - rise * rise).max(0.0).sqrt();
                    (if right { center[0] + reach } else { center[0] - reach }) > p[0]
                })
                .count(),
        }
    }
}

/// An arc cut where it is level: ends, and whether the stretch lies right of the centre.
fn monotone(from: Section, to: Section, center: Section) -> Vec<(Section, Section, bool)> {
    let radius = gap(from, center);
    let start = (from[1] - center[1]).atan2(from[0] - center[0]);
    let end = start + angle(center, from, to);
    let mut stretches = Vec::new();
    let (mut at, mut point) = (start, from);
    // Level points of a circle: straight above and straight below its centre.
    let mut level = (start / PI - 0.5).floor() * PI + 1.5 * PI;
    while level < end {
        let top = level.sin() > 0.0;
        let next = [center[0], center[1] + if top { radius } else { -radius }];
        stretches.push((point, next, (0.5 * (at + level)).cos() > 0.0));
        (at, point) = (level, next);
        level += PI;
    }
    stretches.push((point, to, (0.5 * (at + end)).cos() > 0.0));
    stretches
}

fn gap(a: Section, b: Section) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Angle from `a` counter-clockwise to `b` about `center`, in [0, 2π).
fn angle(center: Section, a: Section, b: Section) -> f64 {
    let of = |p: Section| (p[1] - center[1]).atan2(p[0] - center[0]);
    let turn = (of(b) - of(a)).rem_euclid(TAU);
    // A hair before the start is the start.
    if TAU - turn < SAME_ANGLE_RAD { 0.0 } else { turn }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(walls: &[Wall], r: f64, z: f64) -> f64 {
        // Off the x axis, so that the distance from the axis matters and not x.
        Silhouette { walls: walls.to_vec() }.depth(&Vec3::new(0.6 * r, -0.8 * r, z))
    }

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() < 1e-12, "{got} is not {want}");
    }

    const BALL: [Wall; 2] = [
        Wall::Arc { from: [0.0, 0.0], to: [3.0, 3.0], center: [0.0, 3.0] },
        Wall::Rising([3.0, 3.0]),
    ];

    #[test]
    fn ball_column() {
        near(depth(&BALL, 0.0, 3.0), 3.0);
        near(depth(&BALL, 0.0, 0.5), 0.5);
        near(depth(&BALL, 0.0, -0.5), -0.5);
        near(depth(&BALL, 1.0, 900.0), 2.0);
        near(depth(&BALL, 4.0, 900.0), -1.0);
        near(depth(&BALL, 3.0, 1.0), 3.0 - 13f64.sqrt());
    }

    #[test]
    fn undercut() {
        // A disc of radius 5 under a neck of radius 2.
        let slot = [
            Wall::Line([0.0, 0.0], [5.0, 0.0]),
            Wall::Line([5.0, 0.0], [5.0, 4.0]),
            Wall::Line([5.0, 4.0], [2.0, 4.0]),
            Wall::Rising([2.0, 4.0]),
        ];
        near(depth(&slot, 4.0, 2.0), 1.0);
        near(depth(&slot, 4.0, 3.5), 0.5);
        near(depth(&slot, 4.0, 5.0), -1.0);
        near(depth(&slot, 1.0, 5.0), 1.0);
        // Near the reentrant corner the wall above does not cut the depth short.
        near(depth(&slot, 0.0, 4.0), 2.0);
        near(depth(&slot, 1.0, 3.9), 1.1f64.hypot(0.0).min(0.1f64.hypot(1.0)));
    }

    #[test]
    fn hollow_and_more_than_half_round() {
        // A full ball of radius 2 on a neck of radius 1: the arc ends above its own middle.
        let up = 3f64.sqrt();
        let lollipop = [
            Wall::Arc { from: [0.0, 0.0], to: [1.0, 2.0 + up], center: [0.0, 2.0] },
            Wall::Rising([1.0, 2.0 + up]),
        ];
        near(depth(&lollipop, 1.9, 2.0), 0.1);
        near(depth(&lollipop, 1.5, 3.5), 2.0 - (1.5f64 * 1.5 * 2.0).sqrt());
        near(depth(&lollipop, 0.5, 9.0), 0.5);
        near(depth(&lollipop, 2.5, 2.0), -0.5);
        // A cove of radius 2 around (4, 0), from its upper end down.
        let cove = [
            Wall::Line([0.0, 0.0], [2.0, 0.0]),
            Wall::Arc { from: [4.0, 2.0], to: [2.0, 0.0], center: [4.0, 0.0] },
            Wall::Rising([4.0, 2.0]),
        ];
        let s = 0.5f64.sqrt();
        near(depth(&cove, 4.0 - 2.5 * s, 2.5 * s), 0.5);
        near(depth(&cove, 4.0 - 1.5 * s, 1.5 * s), -0.5);
    }
}
