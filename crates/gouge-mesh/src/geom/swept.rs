//! A convex body moved along a straight line, as far as bounding volumes need to know it.

use super::{Aabb, Vec3};

/// A convex body about the control point (the origin), axis +Z.
pub trait Body {
    /// Support function: the largest `u · k` over the points `k` of the body, mm for unit `u`.
    /// Homogeneous: `support(c u) = c support(u)` for `c >= 0`.
    fn support(&self, u: &Vec3) -> f64;

    /// A simpler body around this one, for distance pruning.
    fn hull(&self) -> Hull;

    /// What the support is made of where the convex hull is a body of revolution.
    fn outline(&self) -> Option<&Outline> {
        None
    }

    /// An outline around a body that is none of revolution: a support that is a little more than
    /// its own, and sooner told.
    fn around(&self) -> Option<&Outline> {
        None
    }

    /// The walls of a convex body of revolution: a point that lies inside of all of them is as deep
    /// as the nearest of them is away. None where the body is of another kind.
    fn walls(&self) -> &[Wall] {
        &[]
    }
}

/// A point of the half plane beside the axis: distance from the axis and height, mm.
pub type Meridian = [f64; 2];

/// The outline of a convex body of revolution: its support in (d_r, d_z) is the greatest of its
/// corners' and of those arcs' whose fan holds the direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Ends of edges, points of the axis included.
    pub corners: Vec<Meridian>,
    /// Round edges.
    pub arcs: Vec<OutlineArc>,
    /// Where supporting planes that separate the body from something are worth looking for.
    pub facing: Vec<Facing>,
}

/// A round edge, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlineArc {
    /// Its centre.
    pub center: Meridian,
    /// Its radius, mm.
    pub radius: f64,
    /// From the centre to its first end.
    pub first: Meridian,
    /// From the centre to its last end.
    pub last: Meridian,
}

/// A part of the boundary of a convex body of revolution, beside the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall {
    /// Points inside have `normal · (r, z) < offset`.
    Straight {
        /// Outward, of length one.
        normal: Meridian,
        /// mm.
        offset: f64,
    },
    /// Points inside are nearer to the centre than the radius, where the fan holds them.
    Round(OutlineArc),
}

/// A normal of a supporting plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Facing {
    /// Away from this point of the meridian.
    From(Meridian),
    /// Always this one, of length one.
    Along(Meridian),
}

/// A body of revolution around another: the axis segment `axis` widened by `radius`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull {
    /// Lowest and highest point of the axis segment, mm above the control point.
    pub axis: [f64; 2],
    /// Widening, mm.
    pub radius: f64,
    /// True: widened in all directions (a capsule). False: widened sideways only, with
    /// flat ends (an upright cylinder).
    pub round: bool,
}

impl Hull {
    /// The box around it, about the control point, mm: a capsule's ends reach beyond its axis.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        let ends = if self.round { self.radius } else { 0.0 };
        let [low, high] = self.axis;
        Aabb {
            lo: Vec3::new(-self.radius, -self.radius, low - ends),
            hi: Vec3::new(self.radius, self.radius, high + ends),
        }
    }
}

/// The set `{ from + s travel + k : s in [0,1], k in body }` grown by a ball of radius `grow`.
#[derive(Clone, Copy)]
pub struct Swept<'a> {
    /// Control point at the start, mm.
    pub from: Vec3,
    /// Displacement to the end, mm; zero for a position.
    pub travel: Vec3,
    /// The body that moves.
    pub body: &'a dyn Body,
    /// Growth on all sides, mm: allowance, deviation, sagitta. Negative shrinks.
    pub grow: f64,
}
