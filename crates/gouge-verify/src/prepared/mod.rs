//! A tool prepared for a check: everything that is worked out once, not motion by motion.

mod bluntness;
mod piece;

use gouge_core::tool::{Component, Piece, Silhouette, Solid, Tool};
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

use self::bluntness::{farthest, rising};
pub(super) use self::piece::PreparedPiece;
use super::joint::{Joint, MeshJoint};
use super::mover::Mover;
use super::plan::TimedPath;
use crate::budget::FEW_PIECES;
use crate::tolerance::{FLOAT_MM, TINY_MM, VERDICT_SLACK_MM};

/// A tool prepared for a check: its components and where they stand on each other.
pub(super) struct PreparedTool {
    pub components: Vec<PreparedComponent>,
    pub joints: Vec<Joint>,
    pub mesh_joint: Option<MeshJoint>,
}

impl PreparedTool {
    /// Makes a tool ready; `scale` is the least depth, mm, up to which what is said of small depths
    /// must hold, `deviation` how much thicker all of it is, mm.
    pub fn new(tool: Tool, scale: f64, deviation: f64) -> Self {
        let grow: Vec<f64> = tool.components.iter().map(|c| c.clearance + deviation).collect();
        let joints: Vec<Joint> =
            tool.seams.iter().filter_map(|seam| Joint::new(seam, scale, &grow)).collect();
        let mesh_joint = MeshJoint::of(&tool, &grow);
        let components = tool.components.into_iter().zip(&grow);
        let ready = components.map(|(c, grow)| PreparedComponent::new(c, scale, *grow));
        let mut components: Vec<PreparedComponent> = ready.collect();
        for joint in &joints {
            components[joint.lower].raised = raised(&components[joint.lower..], scale);
        }
        Self { components, joints, mesh_joint }
    }

    /// How much larger the bodies that give depths at a joint are than declared, mm, the growth of
    /// the two components included.
    pub fn excess_at(&self, joint: &Joint) -> f64 {
        self.components.iter().map(|c| c.component.facet_error).fold(joint.excess, f64::max)
    }
}

/// A component and what follows from its shape alone.
pub(super) struct PreparedComponent {
    pub component: Component,
    /// How much thicker it is on all sides than its pieces, mm.
    pub grow: f64,
    /// Inscribed balls of the pieces that have a top: centre and radius, mm. A piece without a top
    /// ends above everything, so some of it is always outside.
    pub interior_balls: Vec<(Vec3, f64)>,
    /// The convex pieces it is made of, and meshes that are not convex.
    movers: Vec<PreparedPiece>,
    /// The body of revolution with pockets that many of these pieces make up.
    whole: Option<PreparedPiece>,
    /// How blunt it is at rising depths, mm: none where a piece is not convex.
    bluntness: Vec<[f64; 2]>,
    /// The same where the component that stands on it continues above its rim; empty where none
    /// does.
    raised: Vec<[f64; 2]>,
    /// The bluntness of its lowest part, extended above its widest place, and the height of that
    /// place, mm.
    column: Option<(Vec<[f64; 2]>, f64)>,
    /// How much larger the slabs of a mesh, which are this blunt, are than the mesh, in which
    /// depths are measured, mm: what is d deep in the mesh may be this much deeper in a slab.
    slab_excess: f64,
}

/// How blunt the first of some components is where the next goes on above its rim: of depths so
/// small that the end of that one is far away.
fn raised(stack: &[PreparedComponent], scale: f64) -> Vec<[f64; 2]> {
    let [own, above, ..] = stack else { return Vec::new() };
    let ([Piece::Solid(solid)], [Piece::Solid(next)]) =
        (&own.component.pieces[..], &above.component.pieces[..])
    else {
        return Vec::new();
    };
    let raised = solid.raised_into(next).filter(|_| own.grow <= above.grow);
    let Some((raised, height)) = raised else { return Vec::new() };
    let smallest = own.interior_balls.iter().map(|ball| ball.1).fold(f64::INFINITY, f64::min);
    let far = |b: &[f64; 2]| b[0] * (1.0 + b[1]) <= height;
    let table = rising(scale, smallest, &[&raised]);
    table.into_iter().take_while(far).collect()
}

impl PreparedComponent {
    fn new(mut component: Component, scale: f64, grow: f64) -> Self {
        let mut left = grow;
        if grow > 0.0 {
            if let [piece] = &mut component.pieces[..]
                && let Some((larger, excess)) = piece.inflated(grow)
            {
                *piece = larger;
                component.facet_error += excess;
                left = 0.0;
            } else {
                for piece in &mut component.pieces {
                    if let Piece::Nonconvex(mesh) = piece {
                        *mesh = mesh.to_grow(grow);
                    }
                }
            }
        }
        component.facet_error += component.pieces.iter().map(Piece::excess).fold(0.0, f64::max);
        let pieces = &component.pieces;
        let closed = pieces.iter().filter(|p| !p.is_open());
        let interior_balls: Vec<(Vec3, f64)> = closed.flat_map(Piece::interior_balls).collect();
        let smallest = interior_balls.iter().map(|ball| ball.1).fold(f64::INFINITY, f64::min);
        let mut movers = Vec::new();
        for piece in pieces {
            // What it covers is asked point by point: no more of them are needed than hold each.
            match (piece.cover(), piece) {
                (None, Piece::Nonconvex(mesh)) => movers.push(PreparedPiece::mesh(mesh)),
                (cover, _) => {
                    movers.extend(cover.into_iter().flatten().map(PreparedPiece::convex));
                }
            }
        }
        let solids: Option<Vec<&[Solid]>> = pieces.iter().map(Piece::solids).collect();
        let bluntness = solids.map_or_else(Vec::new, |solids| {
            let all: Vec<&Solid> = solids.into_iter().flatten().collect();
            rising(scale, smallest, &all)
        });
        let slab_excess = |piece: &Piece| match piece {
            Piece::Nonconvex(mesh) => mesh.excess(),
            Piece::Solid(_) | Piece::ConcaveRevolve(_) => 0.0,
        };
        let slab_excess = pieces.iter().map(slab_excess).fold(0.0, f64::max);
        let raised = Vec::new();
        let column = match &pieces[..] {
            [piece] => {
                piece.column().map(|(column, rim)| (rising(scale, smallest, &[&column]), rim))
            }
            _ => None,
        };
        let whole = match &pieces[..] {
            [Piece::ConcaveRevolve(body)] if movers.len() > FEW_PIECES => {
                Some(PreparedPiece::pocketed(body, &movers))
            }
            _ => None,
        };
        Self {
            grow: left,
            interior_balls,
            movers,
            whole,
            bluntness,
            raised,
            column,
            slab_excess,
            component,
        }
    }

    /// The declared shape, where that alone makes its piece larger.
    pub fn declared(&self) -> Option<&Silhouette> {
        let [piece] = &self.component.pieces[..] else { return None };
        piece.declared(self.component.facet_error)
    }

    /// The whole component as one piece, where it is a body of revolution made of many.
    pub fn whole(&self) -> Option<Mover<'_>> {
        self.whole.as_ref().map(PreparedPiece::mover)
    }

    /// The pieces that are moved.
    pub fn movers(&self) -> impl Iterator<Item = Mover<'_>> + Clone {
        self.movers.iter().map(PreparedPiece::mover)
    }

    /// A box around the space that one of its movers covers on a path.
    pub fn room(&self, mover: &Mover, timed: &TimedPath) -> Aabb {
        let ends = timed.path.bounds();
        mover.covered(ends.lo, ends.size(), self.grow)
    }

    /// The boxes of all its movers on some paths.
    pub fn rooms(&self, paths: &[TimedPath]) -> impl Iterator<Item = Aabb> {
        self.movers().flat_map(move |mover| paths.iter().map(move |timed| self.room(&mover, timed)))
    }

    /// The least tool-side depth, mm, at which part-side depth can be more than `limit`, as far as
    /// the shape of the component alone says, with its middle outside of the material.
    ///
    /// What it grew by is as blunt as a ball: see [`grown`](Self::grown).
    pub fn harmless(&self, limit: f64) -> f64 {
        let Some([scale, blunt]) = self.bluntness.first() else { return 0.0 };
        let left = limit - VERDICT_SLACK_MM;
        let round = left.min(self.grow);
        (round + ((left - round) / blunt).min(*scale) - self.slab_excess).max(0.0)
    }

    /// How far a point of it may be from what is `depth` deep in it, mm, as a table of the
    /// bluntness of what grew says.
    ///
    /// Of K grown by a ball of radius g what is deeper than d is what of K is deeper than d - g. A
    /// point of it has one of K within g, and that has one as deep within H(d - g): no farther than
    /// g + H(d - g). Where d is no more than g, all of K is as deep, and none is farther than d.
    fn grown(&self, table: &[[f64; 2]], depth: f64) -> Option<f64> {
        let all = farthest(table, depth)?;
        if depth <= self.grow {
            return Some(depth);
        }
        let own = farthest(table, depth - self.grow)?;
        Some(all.min(self.grow + own))
    }

    /// How deep a motion can be on the part side whose middle stays outside of the material and
    /// whose tool-side depth is at most `depth`, mm; `None` where nothing follows.
    ///
    /// See [`Solid::bluntness`]: it rises with depth, and the middle, deeper in the tool than any
    /// surface, stays where it is.
    pub fn part_side(&self, depth: f64) -> Option<f64> {
        if depth <= -FLOAT_MM {
            // Nothing of it is any nearer to the surface.
            return Some(depth);
        }
        let at_least = depth.max(FLOAT_MM) + self.slab_excess;
        let told = self.grown(&self.bluntness, at_least).unwrap_or(f64::INFINITY);
        // So near the surface, rounding may keep the bluntness of an arc from being worked out.
        let touch = self.movers.iter().map(|m| m.bluntness).fold(1.0, f64::max) * TINY_MM;
        let touches = depth <= FLOAT_MM && self.slab_excess == 0.0;
        let most = if touches { touch.min(told) } else { told };
        Some(most).filter(|most| most.is_finite())
    }

    /// As [`part_side`](Self::part_side), where it stands below another component and no surface is
    /// deeper than `depth` in both together, mm.
    ///
    /// Let E be the component with its wall led on up through the next one, and E' what is deeper
    /// than `depth` in it: all of it is in the tool, so that no surface meets E', which is convex
    /// and holds the middle of the component. What is said of the component and what is deep in it
    /// holds of E and E', for points of the component: the way to E' needs no corner at a rim that
    /// is none.
    pub fn part_side_below(&self, depth: f64) -> Option<f64> {
        let least = depth.max(0.0) + FLOAT_MM + self.slab_excess;
        self.grown(&self.raised, least)
    }

    /// As [`part_side`](Self::part_side), where no material is near its widest place or above that:
    /// with it comes how high some may be, mm above the control point.
    ///
    /// Let E be its lowest part led on up from the widest place, both grown by g. A point y of it
    /// that is lower than that place by H(d) + d or more has a point x of E within H(d) that is
    /// more than d deep in that. The ball of radius d about x ends below the place, where E and the
    /// component are the same before they grow; and what grew into there from above it grew from
    /// its disc as well. So x is more than d deep in the component.
    pub fn below_rim(&self, depth: f64) -> Option<(f64, f64)> {
        let (table, rim) = self.column.as_ref()?;
        let least = depth.max(0.0) + FLOAT_MM + self.slab_excess;
        let far = self.grown(table, least)?;
        Some((far, rim - far - least - FLOAT_MM))
    }

    /// Whether a surface no deeper than `depth` in the component, mm, leaves its middle on the same
    /// side.
    pub fn keeps_side(&self, depth: f64) -> bool {
        self.interior_balls.iter().all(|(_, radius)| *radius > depth)
    }

    /// How deep the sentry of each of its pieces lies in that, mm.
    pub fn sentry_depth(&self) -> f64 {
        self.movers.iter().map(|m| m.sentry.1).fold(f64::INFINITY, f64::min) + self.grow
    }

    /// How far it reaches sideways from the axis, mm.
    pub fn reach(&self) -> f64 {
        self.component.pieces.iter().map(|p| p.hull().radius).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests;
