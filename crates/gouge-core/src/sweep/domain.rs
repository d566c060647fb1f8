//! The facet side of an exact test: a convex polygon in the plane of a facet.

use super::arc::Reach;
use super::cut::Cut;
use crate::tolerance::{FLOAT_MM, PARALLEL_SINE, SHORTEST_MM};
use crate::tool::Depth;
use gouge_mesh::geom::{Aabb, Triangle, Vec3, convex_hull};
use gouge_mesh::tolerance::PARALLEL_SHARE;
use smallvec::{SmallVec, smallvec};

/// So many corners take no room of their own in memory.
const USUAL_CORNERS: usize = 4;

type Corners = SmallVec<[[f64; 2]; USUAL_CORNERS]>;
type Sides = SmallVec<[Side; USUAL_CORNERS]>;

/// A convex polygon `origin + α e1 + β e2` with corners (α, β) counter-clockwise.
#[derive(Clone, Debug)]
pub struct Patch {
    pub(super) origin: Vec3,
    pub(super) e1: Vec3,
    pub(super) e2: Vec3,
    pub(super) corners: Corners,
    /// The half plane of each corner's side to the next one.
    pub(super) sides: Sides,
}

/// A half plane `normal · (α, β) <= most`, its normal of length one.
///
/// A side keeps the line that it was cut along: the corners at its ends may lie so near each other
/// that their difference is all rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub normal: [f64; 2],
    pub most: f64,
}

impl Side {
    fn between(p: [f64; 2], q: [f64; 2]) -> Self {
        Self::new([q[1] - p[1], p[0] - q[0]], p)
    }

    /// The half plane against `away`, up to `p`.
    fn new(away: [f64; 2], p: [f64; 2]) -> Self {
        let size = (away[0] * away[0] + away[1] * away[1]).sqrt();
        let normal = if size > SHORTEST_MM { away.map(|v| v / size) } else { [0.0; 2] };
        Self { normal, most: normal[0] * p[0] + normal[1] * p[1] }
    }
}

/// A polygon with sides as its corners say.
fn polygon(corners: Corners) -> (Corners, Sides) {
    let next = corners.iter().cycle().skip(1);
    let sides = corners.iter().zip(next).map(|(p, q)| Side::between(*p, *q)).collect();
    (corners, sides)
}

impl Patch {
    /// The whole of a triangle.
    pub fn whole(tri: &Triangle) -> Self {
        let (corners, sides) = polygon(smallvec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        Self { origin: tri[0], e1: tri[1] - tri[0], e2: tri[2] - tri[0], corners, sides }
    }

    /// The parallelogram of a corner and its two neighbours.
    pub(super) fn parallelogram([origin, a, b]: &Triangle) -> Self {
        let (corners, sides) = polygon(smallvec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        Self { origin: *origin, e1: a - origin, e2: b - origin, corners, sides }
    }

    /// The point with plane coordinates `y`, mm.
    pub fn point(&self, y: [f64; 2]) -> Vec3 {
        self.origin + self.e1 * y[0] + self.e2 * y[1]
    }

    /// The corners in space, mm.
    pub fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.corners.iter().map(|&y| self.point(y))
    }

    /// The middle of the corners, in plane coordinates.
    pub(super) fn middle(&self) -> [f64; 2] {
        let n = self.corners.len() as f64;
        let sum = self.corners.iter().fold([0.0, 0.0], |s, c| [s[0] + c[0], s[1] + c[1]]);
        [sum[0] / n, sum[1] / n]
    }

    /// Plane coordinates of a point of the plane; for a degenerate facet, of the nearest point
    /// of its line.
    pub(super) fn locate(&self, p: &Vec3) -> [f64; 2] {
        let (a, b, c) = (self.e1.dot(&self.e1), self.e1.dot(&self.e2), self.e2.dot(&self.e2));
        let w = p - self.origin;
        let (d, e) = (self.e1.dot(&w), self.e2.dot(&w));
        let det = a * c - b * b;
        if det > PARALLEL_SHARE * a * c {
            [(c * d - b * e) / det, (a * e - b * d) / det]
        } else if a >= c && a > 0.0 {
            [d / a, 0.0]
        } else if c > 0.0 {
            [0.0, e / c]
        } else {
            [0.0, 0.0]
        }
    }

    /// The supporting plane `depth` of a body that moves from `from` by `travel`, as a cut over
    /// this patch; `along` is the direction that s moves the patch in, or `None` when s is depth.
    pub(super) fn cut(
        &self,
        from: &Vec3,
        travel: &Vec3,
        plane: &Depth,
        along: Option<&Vec3>,
    ) -> Cut {
        let u = &plane.normal;
        Cut {
            a: plane.offset - u.dot(&(self.origin - from)),
            b: -u.dot(&self.e1),
            c: -u.dot(&self.e2),
            d: u.dot(travel),
            g: along.map_or(1.0, |w| u.dot(w)),
        }
    }
}

impl Patch {
    /// The supporting plane `depth` of a body whose control point reaches along it as far as
    /// `reach` says.
    pub(super) fn cut_along(&self, plane: &Depth, reach: &Reach) -> Cut {
        let u = &plane.normal;
        let a = plane.offset - u.dot(&self.origin) + reach.start;
        Cut { a, b: -u.dot(&self.e1), c: -u.dot(&self.e2), d: reach.slope, g: 1.0 }
    }

    /// The polygon that a facet covers when it moves by `-travel` in its own plane; `None` when
    /// the motion leaves the plane, or there is none.
    pub fn slid(tri: &Triangle, travel: &Vec3) -> Option<Self> {
        let normal = (tri[1] - tri[0]).cross(&(tri[2] - tri[0]));
        let size = normal.norm() * travel.norm();
        if size <= 0.0 || normal.dot(travel).abs() > PARALLEL_SINE * size {
            return None;
        }
        let whole = Self::whole(tri);
        let shift = whole.locate(&(whole.origin - travel));
        let mut points = whole.corners.to_vec();
        points.extend(whole.corners.iter().map(|c| [c[0] + shift[0], c[1] + shift[1]]));
        let (corners, sides) = polygon(convex_hull(points).into());
        Some(Self { corners, sides, ..whole })
    }

    /// The part of the patch inside a box; `None` when there is none.
    pub fn clipped(&self, reach: &Aabb) -> Option<Self> {
        let mut patch = self.clone();
        for axis in 0..3 {
            let mut g = Vec3::zeros();
            g[axis] = 1.0;
            patch = patch.side(&g, reach.lo[axis])?.side(&-g, -reach.hi[axis])?;
        }
        Some(patch)
    }

    /// The part of the patch where `g · x >= level`; `None` when there is none, or none with an
    /// area.
    pub(super) fn side(&self, g: &Vec3, level: f64) -> Option<Self> {
        let heights: Vec<f64> = self.points().map(|p| p.dot(g) - level).collect();
        let mut corners = Corners::new();
        let mut sides = Sides::new();
        let back = [-g.dot(&self.e1), -g.dot(&self.e2)];
        for (i, a) in self.corners.iter().enumerate() {
            let j = (i + 1) % self.corners.len();
            let (b, ha, hb) = (&self.corners[j], heights[i], heights[j]);
            let w = ha / (ha - hb);
            let cut = [a[0] + w * (b[0] - a[0]), a[1] + w * (b[1] - a[1])];
            if ha >= 0.0 && (ha > 0.0 || hb >= 0.0) {
                corners.push(*a);
                sides.push(self.sides[i]);
            }
            if ha >= 0.0 && hb < 0.0 {
                corners.push(cut);
                sides.push(Side::new(back, cut));
            }
            if ha < 0.0 && hb > 0.0 {
                corners.push(cut);
                sides.push(self.sides[i]);
            }
        }
        (corners.len() > 2).then(|| Self { corners, sides, ..self.clone() })
    }

    /// Cuts the patch in two across the in-plane direction `g`, at the middle of its extent;
    /// `None` when it has no extent that way.
    pub fn split(&self, g: &Vec3) -> Option<[Self; 2]> {
        let (lo, hi) = self.heights(g);
        self.split_at(g, 0.5 * (lo + hi))
    }

    /// Cuts the patch in two where `g · x = level`; `None` when there is next to nothing on one
    /// side: on which side of a thinner strip its corners lie would be left to rounding.
    pub fn split_at(&self, g: &Vec3, level: f64) -> Option<[Self; 2]> {
        let (lo, hi) = self.heights(g);
        let least = FLOAT_MM * g.norm();
        if !(lo + least < level && level + least < hi) {
            return None;
        }
        Some([self.side(g, level)?, self.side(&-g, -level)?])
    }

    /// Least and greatest `g · x` of the corners.
    pub fn heights(&self, g: &Vec3) -> (f64, f64) {
        self.points()
            .map(|p| p.dot(g))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)))
    }

    /// How far the corners reach along `g`, in units of its length.
    pub fn extent(&self, g: &Vec3) -> f64 {
        let (lo, hi) = self.heights(g);
        hi - lo
    }

    /// The in-plane direction in which the patch is longest between two corners.
    pub fn longest(&self) -> Vec3 {
        let points: Vec<Vec3> = self.points().collect();
        let mut best = Vec3::zeros();
        for (i, a) in points.iter().enumerate() {
            for b in &points[i + 1..] {
                if (b - a).norm_squared() > best.norm_squared() {
                    best = b - a;
                }
            }
        }
        best
    }
}
