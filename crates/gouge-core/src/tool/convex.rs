//! A convex body of revolution about +Z: the piece that the exact tests work on.
//!
//! The body is given by its meridian, a chain of line and arc edges in the half plane
//! (r, z), r >= 0, from the axis at the bottom to the axis at the top, material on the left.

mod bluntness;

use super::edge::{
    Edge, Foot, Meridian, cross, direction, dot, in_fan, level_direction, meridian_of, norm, sub,
    unit,
};
use super::outline::{outline, walls};
use crate::tolerance::{FLOAT_MM, NO_DIRECTION_MM, SAME_DISTANCE_MM};
use gouge_mesh::geom::{Body, Hull, Outline, Vec3, Wall};

/// How deep a point lies in a body, with the supporting plane that proves it.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Distance to the boundary, mm; negative outside.
    pub depth: f64,
    /// Outward unit normal of the supporting plane nearest to the point.
    pub normal: Vec3,
    /// Support of the body in `normal`: the plane is `normal · x = offset`.
    pub offset: f64,
}

/// A convex body of revolution.
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    edges: Vec<Edge>,
    /// The column continues upwards without end as far as depth is concerned: the top cap is a
    /// bound for searching only, never a boundary that depth is measured to.
    open: bool,
    hull: Hull,
    outline: Outline,
    walls: Vec<Wall>,
    /// How far the body reaches along the normal of each straight wall, mm; none where walls alone
    /// do not give the depth of points inside.
    supports: Option<Vec<Option<f64>>>,
}

impl Convex {
    /// A body from the edges of its convex meridian; `open` leaves the last edge, the top
    /// cap, out of every depth.
    pub(super) fn new(edges: Vec<Edge>, open: bool) -> Self {
        let hull = Hull { axis: [0.0, 0.0], radius: 0.0, round: false };
        let (outline, walls) = (outline(&edges, open), walls(&edges));
        let mut body = Self { edges, open, hull, outline, walls, supports: None };
        body.hull = body.upright_hull();
        body.supports = body.wall_supports();
        body
    }

    /// See [`Convex::supports`]: edges without a length have no wall, and without a top the last
    /// wall has to lead straight up. Where the meridian leaves or meets the axis in a dimple, the
    /// corner there may be nearer than any wall, the body not being convex.
    fn wall_supports(&self) -> Option<Vec<Option<f64>>> {
        let (bottom, top) = (self.edges.first()?, self.edges.last()?);
        if self.is_dimpled() || bottom.start()[0] != 0.0 || top.end()[0] != 0.0 {
            return None;
        }
        let short = |e: &Edge| norm(sub(e.end(), e.start())) <= NO_DIRECTION_MM;
        let last = self.walls.len().checked_sub(1 + usize::from(self.open))?;
        let upright = |wall: &Wall| matches!(wall, Wall::Straight { normal: [1.0, 0.0], .. });
        if self.edges.iter().any(short) || (self.open && !upright(&self.walls[last])) {
            return None;
        }
        let support = |wall: &Wall| match wall {
            Wall::Straight { normal, .. } => Some(self.meridian_support(*normal)),
            Wall::Round(_) => None,
        };
        Some(self.walls.iter().map(support).collect())
    }

    /// Whether the meridian, convex for itself, leaves or meets the axis so that the body is hollow
    /// there: planes that support it then stay away from it, however many there are.
    pub(super) fn is_dimpled(&self) -> bool {
        let down = |d: Option<Meridian>| d.is_some_and(|d| d[1] < 0.0);
        down(self.edges.first().map(Edge::direction_at_start))
            || down(self.edges.last().map(Edge::direction_at_end))
    }

    fn upright_hull(&self) -> Hull {
        let down = -self.meridian_support([0.0, -1.0]);
        let up = self.meridian_support([0.0, 1.0]);
        let radius = self.meridian_support([1.0, 0.0]);
        // A round end of the full radius: the capsule around the axis is tighter than the cylinder.
        // It only holds the body where that end goes as far round as to the height of its centre:
        // what leaves a ball before lies outside of it, whether the ball is as wide as the body or
        // wider.
        let ball_end = matches!(self.edges.first(), Some(Edge::Arc { a, b, center, radius: r })
            if a[0] == 0.0 && center[0] == 0.0 && b[1] >= center[1] && *r >= radius);
        if ball_end {
            return Hull { axis: [down + radius, up], radius, round: true };
        }
        Hull { axis: [down, up], radius, round: false }
    }

    /// Edges of the meridian, bottom to top.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// True for a column without a top.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Radius of the ball when the whole body is a ball-ended column, with a flat top or without
    /// one.
    pub fn ball_column(&self) -> Option<f64> {
        match self.edges[..] {
            [Edge::Arc { a: [0.0, 0.0], b, center, radius }, Edge::Line { a: foot, b: top }, _]
                if center == [0.0, radius]
                    && b == [radius, radius]
                    && foot == b
                    && top[0] == radius =>
            {
                Some(radius)
            }
            _ => None,
        }
    }

    /// The body with its wall extended straight up from its rim by `height` mm, a column whose top
    /// is no boundary; `None` for a body without a top, or whose wall leans in at the rim.
    pub(super) fn raised(&self, height: f64) -> Option<Self> {
        let [walls @ .., Edge::Line { a: rim, .. }] = &self.edges[..] else { return None };
        let wall = walls.last().filter(|_| !self.open)?;
        if wall.direction_at_end()[0] < 0.0 || wall.end() != *rim {
            return None;
        }
        let top = [rim[0], rim[1] + height];
        let mut edges = walls.to_vec();
        edges.push(Edge::Line { a: *rim, b: top });
        edges.push(Edge::Line { a: top, b: [0.0, top[1]] });
        Some(Self::new(edges, true))
    }

    pub(super) fn meridian_support(&self, d: Meridian) -> f64 {
        self.edges.iter().map(|e| dot(e.extreme(d), d)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// How deep `x` (mm, relative to the control point) lies in the body.
    pub fn depth(&self, x: &Vec3) -> Depth {
        let p = meridian_of(x);
        let (depth, m, support) = self.depth_inside(p).unwrap_or_else(|| self.depth_by_edges(p));
        let [cx, cy] = level_direction(x);
        let normal = Vec3::new(m[0] * cx, m[0] * cy, m[1]);
        Depth { depth, normal, offset: support.unwrap_or_else(|| self.support(&normal)) }
    }

    /// Depth, direction outwards and support there of a point inside: the least distance to the
    /// lines and circles of the walls; `None` where that does not tell it.
    ///
    /// What of a line is no edge lies outside, so that the way to it leads through a nearer wall;
    /// of a circle only what is seen from its centre through the edge counts.
    fn depth_inside(&self, p: Meridian) -> Option<(f64, Meridian, Option<f64>)> {
        let supports = self.supports.as_ref()?;
        let walls = self.walls.len() - usize::from(self.open);
        let mut least = (f64::INFINITY, [0.0, 1.0], None);
        for (i, (wall, support)) in self.walls.iter().zip(supports).enumerate() {
            let (height, normal) = match wall {
                Wall::Straight { normal, offset } => (offset - dot(*normal, p), *normal),
                Wall::Round(arc) => {
                    let out = sub(p, arc.center);
                    if !in_fan(out, arc.first, arc.last) {
                        if cross(sub(arc.last, arc.first), sub(out, arc.first)) < 0.0 {
                            return None;
                        }
                        continue;
                    }
                    let normal = direction(out)?;
                    (arc.radius - norm(out), normal)
                }
            };
            if height < 0.0 {
                return None;
            }
            if i < walls && height < least.0 {
                least = (height, normal, *support);
            }
        }
        least.0.is_finite().then_some(least)
    }

    /// The same of any point, by the edge that it is nearest to.
    ///
    /// Before the corner nearest to a point outside it lies between the normals of both edges, so
    /// that one of them at least does not keep it: those that do need not be looked at.
    fn depth_by_edges(&self, p: Meridian) -> (f64, Meridian, Option<f64>) {
        let walls = if self.open { self.edges.len() - 1 } else { self.edges.len() };
        let walls = &self.edges[..walls];
        let best = nearest(walls.iter().filter(|e| !e.keeps(p)), p);
        let inside = best.is_none() && self.edges.iter().all(|e| e.keeps(p));
        let best = best.or_else(|| nearest(walls.iter(), p));
        let (distance, foot) =
            best.unwrap_or((f64::INFINITY, Foot { at: p, outward: [0.0, 1.0], end: false }));
        // The way to a foot this near is mostly rounding, and a plane across it would lie
        // anywhere; the edge knows its normal.
        let m = if inside || !foot.end || distance < NO_DIRECTION_MM {
            foot.outward
        } else {
            unit(sub(p, foot.at))
        };
        (if inside { distance } else { -distance }, m, None)
    }

    /// See [`super::Solid::eaves`]: the highest place where the body is as wide as anywhere.
    pub(super) fn eaves(&self) -> f64 {
        let widest = self.hull.radius - FLOAT_MM;
        let ends = |e: &Edge| [e.start(), e.end(), e.extreme([1.0, 0.0])];
        let wide = self.edges.iter().flat_map(ends).filter(|p| p[0] >= widest);
        wide.map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Centre height and radius of the largest ball on the axis inside the body, mm.
    pub fn inscribed(&self) -> (f64, f64) {
        let [lo, hi] = [-self.meridian_support([0.0, -1.0]), self.meridian_support([0.0, 1.0])];
        let (mut a, mut b) = (lo, hi);
        let at = |z: f64| self.depth(&Vec3::new(0.0, 0.0, z)).depth;
        // The depth along the axis is concave: golden section, to far below any tolerance.
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        for _ in 0..80 {
            let (m, n) = (b - ratio * (b - a), a + ratio * (b - a));
            if at(m) >= at(n) { b = n } else { a = m }
        }
        let z = 0.5 * (a + b);
        (z, at(z))
    }
}

/// The nearest of some edges, and how far it is, mm.
fn nearest<'a>(edges: impl Iterator<Item = &'a Edge>, p: Meridian) -> Option<(f64, Foot)> {
    let mut best: Option<(f64, Foot)> = None;
    for edge in edges {
        let foot = edge.nearest(p);
        let d = norm(sub(foot.at, p));
        // Of two edges that meet in the foot, the one that the point is farther beyond.
        let beyond = |f: &Foot| dot(sub(p, f.at), f.outward);
        let nearer = |(least, other): (f64, Foot)| {
            d < least - SAME_DISTANCE_MM
                || (d <= least + SAME_DISTANCE_MM && beyond(&foot) > beyond(&other))
        };
        if best.is_none_or(nearer) {
            best = Some((d, foot));
        }
    }
    best
}

impl Body for Convex {
    fn support(&self, u: &Vec3) -> f64 {
        self.meridian_support([norm([u.x, u.y]), u.z])
    }

    fn hull(&self) -> Hull {
        self.hull
    }

    fn outline(&self) -> Option<&Outline> {
        Some(&self.outline)
    }

    fn walls(&self) -> &[Wall] {
        &self.walls
    }
}

#[cfg(test)]
mod tests;
