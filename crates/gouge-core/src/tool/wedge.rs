//! Where the middles of balls lie that the lines of a range keep off a pocket.

use super::edge::{Meridian, at_angle, dot, level_direction, meridian_of, sub};
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::Vec3;

/// A box in the meridian plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeridianBox {
    /// Least and greatest distance from the axis, mm.
    r: [f64; 2],
    /// Least and greatest height, mm.
    z: [f64; 2],
}

impl MeridianBox {
    /// One that holds what the convex hull of some points sweeps about the axis, and all that is
    /// within `by` mm of it; the points are relative to the control point.
    pub fn around(points: &[Vec3], by: f64) -> Self {
        let middle = points.iter().sum::<Vec3>();
        let [x, y] = level_direction(&middle);
        let (mut r, mut z) = ([f64::INFINITY, 0.0f64], [f64::INFINITY, f64::NEG_INFINITY]);
        for point in points {
            let [far, high] = meridian_of(point);
            // Nothing is nearer to the axis than it is far along one direction.
            r = [r[0].min(x * point.x + y * point.y), r[1].max(far)];
            z = [z[0].min(high), z[1].max(high)];
        }
        let by = by + FLOAT_MM;
        Self { r: [(r[0] - by).max(0.0), r[1] + by], z: [z[0] - by, z[1] + by] }
    }
}

/// Where the middle of a ball lies that a line of some range keeps off a pocket, at a right angle to
/// the way from the pocket to it.
///
/// Let the lines fall from one angle to another and touch the pocket from one corner to another. The
/// middle of a ball whose nearest point of the pocket is one of these corners or lies between two is
/// no farther back than the first corner along the first line, and no farther on than the last one
/// along the last: it stands aside of its own corner, and from corner to corner the pocket leads on
/// along every line of a range of less than a right angle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wedge {
    /// A corner and the direction of the line there: nothing is farther back.
    first: Option<[Meridian; 2]>,
    /// The same at the other end: nothing is farther on.
    last: Option<[Meridian; 2]>,
}

impl Wedge {
    /// That of lines whose angles fall over a range, from one corner to another; none stands beyond
    /// a border of the pocket.
    pub fn new(range: [f64; 2], corners: [Option<Meridian>; 2]) -> Self {
        let [first, last] = [0, 1].map(|i| corners[i].map(|corner| [corner, at_angle(range[i])]));
        Self { first, last }
    }

    /// Whether any place of a box may be in it.
    pub fn meets(&self, MeridianBox { r, z }: &MeridianBox) -> bool {
        let least = |d: Meridian| [r[usize::from(d[0] < 0.0)], z[usize::from(d[1] < 0.0)]];
        let along = |p: Meridian, [corner, d]: [Meridian; 2]| dot(sub(p, corner), d);
        let back = |d: Meridian| [-d[0], -d[1]];
        let begins = |[corner, d]: [Meridian; 2]| along(least(back(d)), [corner, d]) >= 0.0;
        let ends = |[corner, d]: [Meridian; 2]| along(least(d), [corner, d]) <= 0.0;
        self.first.is_none_or(begins) && self.last.is_none_or(ends)
    }
}
