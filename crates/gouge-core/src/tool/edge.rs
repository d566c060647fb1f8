//! Lines and arcs of a meridian in the half plane (r, z), r >= 0.

use super::bound_tree::Extent;
use crate::tolerance::{PROFILE_JOIN_MM, SHORTEST_MM};

pub use gouge_mesh::geom::Meridian;
use gouge_mesh::geom::Vec3;

/// Nearest point of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) at: Meridian,
    /// Outward unit normal of the edge there.
    pub(super) outward: Meridian,
    /// It is an end of the edge.
    pub(super) end: bool,
}

/// One edge of a convex meridian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge {
    /// Straight.
    Line {
        /// Lower end.
        a: Meridian,
        /// Upper end.
        b: Meridian,
    },
    /// Bulging outwards, counter-clockwise from `a` to `b`.
    Arc {
        /// First end.
        a: Meridian,
        /// Second end.
        b: Meridian,
        /// Centre; may lie beyond the axis (barrel cutters).
        center: Meridian,
        /// Radius, mm.
        radius: f64,
    },
}

impl Edge {
    /// The edge with its points moved, all by the same way.
    pub(super) fn map(self, moved: impl Fn(Meridian) -> Meridian) -> Self {
        match self {
            Self::Line { a, b } => Self::Line { a: moved(a), b: moved(b) },
            Self::Arc { a, b, center, radius } => {
                Self::Arc { a: moved(a), b: moved(b), center: moved(center), radius }
            }
        }
    }

    /// First end.
    pub fn start(&self) -> Meridian {
        match *self {
            Self::Line { a, .. } | Self::Arc { a, .. } => a,
        }
    }

    /// Second end.
    pub fn end(&self) -> Meridian {
        match *self {
            Self::Line { b, .. } | Self::Arc { b, .. } => b,
        }
    }

    /// Direction in which the chain leaves the first end.
    pub(super) fn direction_at_start(&self) -> Meridian {
        match *self {
            Self::Line { a, b } => unit(sub(b, a)),
            Self::Arc { a, center, .. } => unit([center[1] - a[1], a[0] - center[0]]),
        }
    }

    /// Direction in which the chain arrives at the second end.
    pub(super) fn direction_at_end(&self) -> Meridian {
        match *self {
            Self::Line { a, b } => unit(sub(b, a)),
            Self::Arc { b, center, .. } => unit([center[1] - b[1], b[0] - center[0]]),
        }
    }

    /// How far it leads below where it begins, mm.
    pub(super) fn dip(&self) -> f64 {
        self.start()[1] - self.extreme([0.0, -1.0])[1]
    }

    /// How far it leads above where it ends, mm.
    pub(super) fn bulge(&self) -> f64 {
        self.extreme([0.0, 1.0])[1] - self.end()[1]
    }

    /// The box around the edge.
    pub(super) fn bounds(&self) -> Extent<2> {
        [0, 1].map(|k| {
            let along = |sign: f64| {
                let mut d = [0.0; 2];
                d[k] = sign;
                self.extreme(d)[k]
            };
            [along(-1.0), along(1.0)]
        })
    }

    /// Nearest point of the edge to `p`, the outward unit normal of the edge there, and whether
    /// the point is an end of the edge.
    pub(super) fn nearest(&self, p: Meridian) -> Foot {
        let (a, b) = (self.start(), self.end());
        match *self {
            Self::Line { .. } => {
                let e = sub(b, a);
                let len2 = dot(e, e);
                let s = if len2 > 0.0 { (dot(sub(p, a), e) / len2).clamp(0.0, 1.0) } else { 0.0 };
                Foot {
                    at: [a[0] + s * e[0], a[1] + s * e[1]],
                    outward: unit([e[1], -e[0]]),
                    end: s <= 0.0 || s >= 1.0,
                }
            }
            Self::Arc { center, radius, .. } => {
                let d = sub(p, center);
                if let Some(outward) = direction(d)
                    && in_fan(d, sub(a, center), sub(b, center))
                {
                    let at = [center[0] + outward[0] * radius, center[1] + outward[1] * radius];
                    return Foot { at, outward, end: false };
                }
                let at = if norm(sub(p, a)) <= norm(sub(p, b)) { a } else { b };
                Foot { at, outward: unit(sub(at, center)), end: true }
            }
        }
    }

    /// Where the edge has a coordinate, the first (0) or the second (1).
    pub(super) fn at_level(&self, k: usize, level: f64) -> impl Iterator<Item = Meridian> {
        let (a, b) = (self.start(), self.end());
        let met: [Option<Meridian>; 2] = match *self {
            Self::Line { .. } => {
                let share = (level - a[k]) / (b[k] - a[k]);
                let at = [0, 1].map(|i| a[i] + share * (b[i] - a[i]));
                [(0.0..=1.0).contains(&share).then_some(at), None]
            }
            Self::Arc { center, radius, .. } => {
                let by = level - center[k];
                let half = (radius * radius - by * by).max(0.0).sqrt();
                [-half, half].map(|across| {
                    let mut way = [across; 2];
                    way[k] = by;
                    let on = by.abs() <= radius && in_fan(way, sub(a, center), sub(b, center));
                    on.then(|| [center[0] + way[0], center[1] + way[1]])
                })
            }
        };
        met.into_iter().flatten()
    }

    /// How far `p` is on the material side of the line or circle that this edge is a part of, mm:
    /// no more than it is from the edge where it is on that side.
    pub(super) fn height(&self, p: Meridian) -> f64 {
        let (a, b) = (self.start(), self.end());
        match *self {
            Self::Line { .. } => {
                let length = norm(sub(b, a));
                if length > 0.0 { cross(sub(b, a), sub(p, a)) / length } else { norm(sub(p, a)) }
            }
            Self::Arc { center, radius, .. } => radius - norm(sub(p, center)),
        }
    }

    /// The part of the edge between two of its points.
    pub(super) fn with_ends(&self, [a, b]: [Meridian; 2]) -> Self {
        match *self {
            Self::Line { .. } => Self::Line { a, b },
            Self::Arc { center, radius, .. } => Self::Arc { a, b, center, radius },
        }
    }

    /// The second point in which an edge meets the one that follows it; none where that leads on,
    /// not back. Lines and circles meet again where they mirror the point in which they met.
    pub(super) fn meets_again(&self, next: &Self) -> Option<Meridian> {
        let met = self.end();
        let (on, across) = match (*self, *next) {
            (Self::Line { .. }, Self::Line { .. }) => return None,
            (Self::Arc { center, .. }, Self::Line { a, b })
            | (Self::Line { a, b }, Self::Arc { center, .. }) => {
                let [r, z] = sub(b, a);
                (center, [-z, r])
            }
            (Self::Arc { center, .. }, Self::Arc { center: other, .. }) => {
                (center, sub(other, center))
            }
        };
        let leads_back = dot(self.direction_at_end(), next.direction_at_start()) < 0.0;
        let along = [across[1], -across[0]];
        let by = -2.0 * dot(sub(met, on), along) / dot(along, along);
        let point = [met[0] + by * along[0], met[1] + by * along[1]];
        let apart = |p: Meridian| norm(sub(p, point)) > PROFILE_JOIN_MM;
        let on_both = !apart(self.nearest(point).at) && !apart(next.nearest(point).at);
        let within = [self.start(), met, next.end()].into_iter().all(apart);
        (leads_back && on_both && within).then_some(point)
    }

    /// Whether `p` is on the material side of this edge of a convex meridian.
    ///
    /// What is within the chord of an arc, but not behind the arc, another edge does not keep;
    /// where that chord lies along the axis, there is none.
    pub(super) fn keeps(&self, p: Meridian) -> bool {
        let (a, b) = (self.start(), self.end());
        let within_chord = || cross(sub(b, a), sub(p, a)) >= 0.0;
        match *self {
            Self::Line { .. } => within_chord(),
            Self::Arc { center, radius, .. } => {
                let along_axis = || {
                    a[0].abs().max(b[0].abs()) <= PROFILE_JOIN_MM
                        && self.extreme([1.0, 0.0])[0] > PROFILE_JOIN_MM
                };
                (within_chord() && !along_axis()) || norm(sub(p, center)) <= radius
            }
        }
    }

    /// Whether a level way from `p` away from the axis meets the edge an odd number of times.
    ///
    /// With its chord an arc of at most half a turn closes a loop, which the way leaves as often as
    /// it enters it but for once where it begins in there. Both are told by the same sign, so that
    /// no rounding of a point on the chord counts it twice.
    pub(super) fn parts_outwards(&self, p: Meridian) -> bool {
        let (a, b) = (self.start(), self.end());
        let left = cross(sub(b, a), sub(p, a)) > 0.0;
        let rises = a[1] <= p[1] && p[1] < b[1];
        let falls = b[1] <= p[1] && p[1] < a[1];
        let chord = (rises && left) || (falls && !left);
        match *self {
            Self::Line { .. } => chord,
            Self::Arc { center, radius, .. } => chord ^ (!left && norm(sub(p, center)) < radius),
        }
    }

    /// The point of the edge farthest along `d`.
    pub(super) fn extreme(&self, d: Meridian) -> Meridian {
        let (a, b) = (self.start(), self.end());
        if let Self::Arc { center, radius, .. } = *self
            && let Some(u) = direction(d)
            && in_fan(d, sub(a, center), sub(b, center))
        {
            return [center[0] + u[0] * radius, center[1] + u[1] * radius];
        }
        if dot(a, d) >= dot(b, d) { a } else { b }
    }
}

/// The level edge from the top of a chain to the axis.
pub(super) fn cap(chain: &[Edge]) -> Edge {
    let top = chain.last().map_or([0.0, 0.0], Edge::end);
    Edge::Line { a: top, b: [0.0, top[1]] }
}

/// The least and the greatest radius of some edges between two heights, mm.
pub fn radii(edges: &[Edge], [low, high]: [f64; 2]) -> [f64; 2] {
    let near = low - PROFILE_JOIN_MM..=high + PROFILE_JOIN_MM;
    let told = edges.iter().flat_map(|edge| {
        let own = [edge.start(), edge.end(), edge.extreme([1.0, 0.0])];
        let own = own.into_iter().filter(|p| near.contains(&p[1]));
        own.chain([low, high].into_iter().flat_map(|z| edge.at_level(1, z)))
    });
    told.fold([f64::INFINITY, 0.0], |[least, most], p| [p[0].min(least), p[0].max(most)])
}

pub(super) fn sub(a: Meridian, b: Meridian) -> Meridian {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn dot(a: Meridian, b: Meridian) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn cross(a: Meridian, b: Meridian) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Length. The root of the sum of the squares is rounded alike on every machine, which a library's
/// `hypot` is not promised to be, and several times as fast.
pub(super) fn norm(a: Meridian) -> f64 {
    dot(a, a).sqrt()
}

/// The unit direction at an angle from straight outwards, radians; upwards is a quarter turn.
pub(super) fn at_angle(angle: f64) -> Meridian {
    [angle.cos(), angle.sin()]
}

/// The direction of a vector; upwards for one too short to have any.
pub(super) fn unit(a: Meridian) -> Meridian {
    direction(a).unwrap_or([0.0, 1.0])
}

/// The direction of a vector, where it is long enough to have one.
pub(super) fn direction(a: Meridian) -> Option<Meridian> {
    let len = norm(a);
    (len > SHORTEST_MM).then(|| [a[0] / len, a[1] / len])
}

/// The meridian coordinates of a point.
pub(super) fn meridian_of(x: &Vec3) -> Meridian {
    [norm([x.x, x.y]), x.z]
}

/// The level direction of a point from the axis; near the axis any direction is as good, and +X
/// serves.
pub(super) fn level_direction(x: &Vec3) -> [f64; 2] {
    direction([x.x, x.y]).unwrap_or([1.0, 0.0])
}

/// Whether `d` lies in the fan from `a` counter-clockwise to `b`, at most half a turn wide.
pub(super) fn in_fan(d: Meridian, a: Meridian, b: Meridian) -> bool {
    cross(a, d) >= 0.0 && cross(d, b) >= 0.0
}
