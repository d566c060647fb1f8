//! The joint where a component stands on a mesh cutter; the two have no common body.
//!
//! The mesh grows by g and then ends at z; what stands on it grows by h and begins at y: between y
//! and z there may be both, below only the mesh, above only what stands on it. Let q be deeper than
//! d in the tool, but no deeper than that in either. Then a ball of a radius r > d about q lies in
//! the tool.
//!
//! - One of the two holds q. A point of its surface is no farther from q than d, so it lies in the
//!   other one too: between y and z, and no farther from the axis than the slimmer one reaches
//!   there.
//! - What stands at the height of q holds a level disc of radius d about it.
//! - Where q is no farther than d from the height y, all of the ball below y lies in the mesh: at
//!   y, the mesh holds a disc of the radius that the ball has there. At z, so does what stands on
//!   it.
//!
//! Between two heights, each holds for q as it does at the height where it says less.

use crate::tolerance::FLOAT_MM;
use gouge_core::tool::{Component, Edge, Piece, Tool, radii};
use gouge_mesh::geom::{Body as _, Triangle, Vec3, convex_hull};
use std::sync::OnceLock;

/// Where a component stands on a mesh.
pub(in super::super) struct MeshJoint {
    /// Index of the component that stands on the mesh.
    pub upper: usize,
    /// The heights y and z, mm above the control point.
    both: [f64; 2],
    /// Facets of the mesh and how high they reach, mm, the highest first.
    facets: Vec<(f64, Triangle)>,
    /// Silhouettes of all that stands on it.
    above: Vec<Edge>,
    /// By how much the mesh grows, and what stands on it does at most, mm.
    grow: [f64; 2],
    /// No ball in the tool is larger, mm.
    pub reach: f64,
}

/// Bodies that hold everything deeper at the joint than some depth.
pub(in super::super) struct Rooms<'a> {
    joint: &'a MeshJoint,
    around: Piece,
    /// Parts of it, each between two heights.
    layers: Vec<Room>,
}

/// A cylinder that holds what is in a layer, and, as soon as they are asked for, the prisms that do.
struct Room {
    layer: Layer,
    cylinder: Piece,
    prisms: OnceLock<Option<Vec<Piece>>>,
}

impl Rooms<'_> {
    /// Whether something may be in there, of which each piece is asked whether it comes into that.
    pub fn may_hold(&self, comes_into: impl Fn(&Piece) -> bool) -> bool {
        let holds = |room: &Room| {
            let prisms = || room.prisms.get_or_init(|| room.layer.prisms(self.joint)).as_ref();
            comes_into(&room.cylinder) && prisms().is_some_and(|all| all.iter().all(&comes_into))
        };
        comes_into(&self.around) && self.layers.iter().any(holds)
    }
}

impl MeshJoint {
    /// The joint of a tool whose components grow by `grow`, if it has one.
    pub fn of(tool: &Tool, grow: &[f64]) -> Option<Self> {
        let lower = |i: &usize| tool.seams.iter().all(|seam| seam.lower != *i);
        let lower = (0..tool.components.len().checked_sub(1)?).find(lower)?;
        let (below, above) = tool.components.split_at(lower + 1);
        let greatest = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        let (own, others) = grow.split_at(lower + 1);
        let grow = [greatest(own), greatest(others)];
        let farthest = |of: &[Component], u: Vec3| {
            let pieces = of.iter().flat_map(|c| &c.pieces);
            pieces.map(|piece| piece.support(&u)).fold(f64::NEG_INFINITY, f64::max)
        };
        let ends = [-farthest(above, -Vec3::z()), farthest(below, Vec3::z())];
        let both = [ends[0].min(ends[1]) - grow[1], ends[0].max(ends[1]) + grow[0]];
        let mesh = below.last().into_iter().flat_map(|c| &c.pieces).flat_map(Piece::triangles);
        let top = |facet: &Triangle| facet.iter().map(|a| a.z).fold(f64::NEG_INFINITY, f64::max);
        let mut facets: Vec<_> = mesh.map(|facet| (top(&facet), facet)).collect();
        facets.sort_by(|a, b| b.0.total_cmp(&a.0));
        let above = above.iter().flat_map(|c| &c.pieces).filter_map(Piece::meridian).flatten();
        let hulls = tool.components.iter().flat_map(|c| &c.pieces).map(Piece::hull);
        let reach = hulls.map(|hull| hull.radius).fold(0.0, f64::max) + grow[0].max(grow[1]);
        Some(Self { upper: lower + 1, both, facets, above: above.collect(), grow, reach })
    }

    /// The rooms that hold every point deeper than `least` mm in the tool, but neither in the mesh
    /// nor in what stands on it; `None` where there is none.
    pub fn rooms(&self, least: f64) -> Option<Rooms<'_>> {
        let [low, high] = self.both;
        let half = 0.5 * least;
        let levels = [low - least, low - half, low, high, high + half, high + least];
        let (mut layers, mut reach) = (Vec::new(), 0f64);
        let [mut bottom, mut top] = [f64::INFINITY, f64::NEG_INFINITY];
        for (from, to) in levels.into_iter().zip(levels.into_iter().skip(1)) {
            let layer = Layer { from, to, least, both: self.both };
            let radius = layer.radius(self);
            if radius < 0.0 {
                continue;
            }
            let cylinder = Piece::room(radius, [from, to]);
            layers.push(Room { layer, cylinder, prisms: OnceLock::new() });
            (reach, bottom, top) = (reach.max(radius), bottom.min(from), top.max(to));
        }
        let around = || Piece::room(reach, [bottom, top]);
        (!layers.is_empty()).then(|| Rooms { joint: self, around: around(), layers })
    }

    /// How far from the axis the mesh that grew reaches at and above a level, mm.
    fn mesh_radius(&self, level: f64) -> f64 {
        let corners = self.above_level(level);
        corners.iter().map(|a| a.x.hypot(a.y)).fold(0.0, f64::max) + self.grow[0]
    }

    /// How far from the axis what grew and stands on the mesh reaches at and below a level, mm.
    fn upper_radius(&self, level: f64) -> f64 {
        let grow = self.grow[1];
        radii(&self.above, [f64::NEG_INFINITY, level + grow])[1] + grow
    }

    /// Corners of what of the mesh is as high as a level if it grows: convex bodies that hold these
    /// and grow as much hold all of it there.
    fn above_level(&self, level: f64) -> Vec<Vec3> {
        let level = level - self.grow[0] - FLOAT_MM;
        let high = self.facets.iter().take_while(|(top, _)| *top >= level);
        high.flat_map(|(_, facet)| clipped(facet, |a| a.z - level)).collect()
    }
}

/// What may be deeper than `least` mm at a joint between two heights, neither of them across one of
/// those where mesh and upper component end.
struct Layer {
    from: f64,
    to: f64,
    least: f64,
    both: [f64; 2],
}

impl Layer {
    /// No such point is farther from the axis, mm.
    fn radius(&self, joint: &MeshJoint) -> f64 {
        let [low, high] = self.both;
        let [mesh, upper] = [joint.mesh_radius(low), joint.upper_radius(high)];
        let at_its_height = if self.is_below() {
            joint.mesh_radius(self.from)
        } else if self.is_above() {
            joint.upper_radius(self.to)
        } else {
            mesh.max(upper)
        };
        let discs = [self.disc_at(low).map(|d| mesh - d), self.disc_at(high).map(|d| upper - d)];
        let near = mesh.min(upper) + self.beside();
        discs.into_iter().flatten().fold(near.min(at_its_height - self.least), f64::min)
    }

    /// Prisms that each hold all such points, as the sides of the mesh tell them; `None` where
    /// there are none.
    fn prisms(&self, joint: &MeshJoint) -> Option<Vec<Piece>> {
        let [low, _] = self.both;
        let own = self.is_below().then_some((self.from, -self.least));
        let near = (low, self.disc_at(low).map_or(self.beside(), |disc| -disc));
        let mut prisms = Vec::new();
        for (level, by) in own.into_iter().chain([near]) {
            let by = by + joint.grow[0];
            let corners = drawn_in(&joint.above_level(level), -by.min(0.0))?;
            prisms.extend(Piece::room_about(&corners, by.max(0.0), [self.from, self.to]));
        }
        Some(prisms)
    }

    fn is_below(&self) -> bool {
        self.to <= self.both[0]
    }

    fn is_above(&self) -> bool {
        self.from >= self.both[1]
    }

    /// How far in level a point may be from where there are both, mm.
    fn beside(&self) -> f64 {
        let [low, high] = self.both;
        let apart = (self.from - high).max(low - self.to).max(0.0);
        (self.least * self.least - apart * apart).max(0.0).sqrt()
    }

    /// The radius of the disc that balls about all points have at a height, mm, if all reach it.
    fn disc_at(&self, height: f64) -> Option<f64> {
        let far = (self.from - height).abs().max((self.to - height).abs());
        let left = (self.least * self.least - far * far).max(0.0).sqrt();
        (far <= self.least + FLOAT_MM).then_some(left)
    }
}

/// Points whose hull holds in level all middles of discs of radius `by` mm that the hull of some
/// points holds; `None` where it holds no such disc.
fn drawn_in(points: &[Vec3], by: f64) -> Option<Vec<Vec3>> {
    let hull = convex_hull(points.iter().map(|p| [p.x, p.y]).collect());
    if hull.len() < 2 {
        return (by <= FLOAT_MM).then(|| points.to_vec());
    }
    let mut left: Vec<Vec3> = hull.iter().map(|[x, y]| Vec3::new(*x, *y, 0.0)).collect();
    for (k, a) in hull.iter().enumerate() {
        let b = hull[(k + 1) % hull.len()];
        let along = [b[0] - a[0], b[1] - a[1]];
        let length = along[0].hypot(along[1]);
        let inside = |p: &Vec3| {
            let across = along[0] * (p.y - a[1]) - along[1] * (p.x - a[0]);
            across / length - by + FLOAT_MM
        };
        if length > 0.0 {
            left = clipped(&left, inside);
        }
    }
    (!left.is_empty()).then_some(left)
}

/// Corners of the part of a convex polygon where something linear is not negative.
fn clipped(polygon: &[Vec3], inside: impl Fn(&Vec3) -> f64) -> Vec<Vec3> {
    let mut kept = Vec::new();
    for (k, a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        let (from, to) = (inside(a), inside(&b));
        if from >= 0.0 {
            kept.push(*a);
        }
        if (from < 0.0) != (to < 0.0) {
            kept.push(a + (b - a) * (from / (from - to)));
        }
    }
    kept
}

#[cfg(test)]
mod tests;
