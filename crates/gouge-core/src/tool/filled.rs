//! Where depth in a mesh exceeds the distance to its facets: where its bodies overlap, and next to
//! pockets that fill when the mesh grows by a ball.
//!
//! A point whose nearest facet lies inside the union of the bodies is no farther from the outside
//! than the facet's distance to the outside plus the point's distance to the facet.
//!
//! Let K be the mesh, g the ball's radius, y the point of K's surface nearest to some x, and n the
//! outward direction between them. Where y + g n is no nearer to K than g, it is not inside the
//! grown mesh, and x is g deeper in the grown mesh than in K. That is so where nothing of K within
//! 2 g of y is higher along n than y: `|y + g n - q|² = g² - 2 g n·(q - y) + |q - y|²`. At a point
//! of an edge, n lies between the normals of the facets that meet there, so it is enough that this
//! holds for all of those.
//!
//! At the other facets, those next to a pocket, x is no farther from the outside of the grown mesh
//! than y's distance to that outside plus the distance from x to y. Nor is it farther than its
//! distance to the points g above any facet that is not next to a pocket.

mod bodies;
mod clear;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use self::bodies::Bodies;
use self::clear::Clear;
use super::NonconvexMesh;
use crate::budget::{MOST_LOOKS, MOST_PIECES};
use crate::sweep::Patch;
use crate::tolerance::{FILLED_SHARE, FLAT_FACE_MM, FLOAT_MM};
use crate::tree::{Hierarchy, KdopTree, nearest};
use gouge_mesh::geom::{self, Aabb, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// The pieces of a mesh's surface that have material on both sides, at once or when it has grown.
pub struct Filled {
    /// By how much it grows, mm.
    by: f64,
    /// Smaller cells than this say no more, mm.
    finest: f64,
    /// No point of the pieces is farther from the outside of what grew, mm.
    out: f64,
    /// Nothing at all is deeper in what grew, mm.
    most: f64,
    pieces: Mesh,
    tree: KdopTree<9>,
    /// All others.
    clear: Clear,
}

impl Filled {
    /// The pieces of a mesh that grows by `by`, mm; `None` where it fills nothing. What is inside
    /// its bodies stays inside.
    pub(super) fn new(mesh: &NonconvexMesh, by: f64) -> Option<Self> {
        let size = mesh.bounds().size();
        let least = (PIECE_SHARE * by).max(size.max() / FINEST);
        let (mut pieces, outer) = match mesh.filled() {
            Some(inner) => (inner.pieces.facets().collect(), inner.clear.pieces.facets().collect()),
            None => (Vec::new(), mesh.triangles()),
        };
        let mut ways = vec![f64::INFINITY; pieces.len()];
        let mut open: VecDeque<(Triangle, Vec3)> =
            outer.into_iter().map(|piece| (piece, mesh.outward(&piece))).collect();
        let mut clear: Vec<(Triangle, Vec3)> = Vec::new();
        let mut left = MOST_PIECES;
        while let Some((piece, normal)) = open.pop_front() {
            if is_clear(mesh, &piece, &normal, by) {
                clear.push((piece, normal));
                continue;
            }
            let (side, length) = geom::longest_side(&piece);
            if length > least && left > 0 {
                left -= 1;
                open.extend(geom::halves(&piece, side).map(|half| (half, normal)));
                continue;
            }
            ways.push(way_out(mesh, &piece, &normal, by));
            pieces.push(piece);
        }
        // What grew lies in the box around it, moved out: so does any ball in it.
        let most = 0.5 * size.min() + by;
        let mut filled = Self::of(&pieces, clear, by, most)?;
        let out = |(piece, way): (&Triangle, &f64)| way.min(filled.clear.from(piece, by) + by);
        filled.out = pieces.iter().zip(&ways).map(out).fold(by, f64::max);
        filled.finest = FINE_SHARE * by;
        Some(filled)
    }

    /// The pieces of a mesh whose bodies touch or overlap, as it is; `None` where none do.
    pub(super) fn inner(mesh: &NonconvexMesh, pieces: &[usize]) -> Option<Self> {
        let size = mesh.bounds().size();
        let least = size.max() / FINEST_INNER;
        let triangles = mesh.triangles();
        let bodies = Bodies::new(&triangles, pieces);
        let mut open: VecDeque<(Triangle, usize)> =
            triangles.into_iter().zip(pieces.iter().copied()).collect();
        let (mut inner, mut outer): (Vec<Triangle>, Vec<Triangle>) = (Vec::new(), Vec::new());
        let mut left = MOST_PIECES;
        while let Some((piece, body)) = open.pop_front() {
            let (side, length) = geom::longest_side(&piece);
            match bodies.meet(&piece, body) {
                false if mesh.has_both_sides_in(&piece) => inner.push(piece),
                false => outer.push(piece),
                true if length > least && left > 0 => {
                    left -= 1;
                    open.extend(geom::halves(&piece, side).map(|half| (half, body)));
                }
                true => inner.push(piece),
            }
        }
        let most = 0.5 * size.min();
        let outer = outer.into_iter().map(|piece| (piece, Vec3::zeros())).collect();
        let mut filled = Self::of(&inner, outer, 0.0, most)?;
        let out = inner.iter().map(|piece| filled.clear.from(piece, 0.0));
        filled.out = out.fold(FLOAT_MM, f64::max).min(most);
        filled.finest = FINE_SHARE * filled.out;
        Some(filled)
    }

    /// As deep as nothing is deeper, before more is told.
    fn of(pieces: &[Triangle], clear: Vec<(Triangle, Vec3)>, by: f64, most: f64) -> Option<Self> {
        let pieces = mesh_of(pieces);
        let tree = (!pieces.triangles.is_empty()).then(|| KdopTree::build(&pieces))?;
        let clear = Clear::new(clear);
        Some(Self { by, finest: 0.0, out: most, most, pieces, tree, clear })
    }

    /// How deep points are in what grew at most, what that grew by not counted, told from the
    /// facets with the outside above them, mm; and as much of the point in the `middle` of them.
    pub fn below_clear(&self, middle: &Vec3, corners: impl Iterator<Item = Vec3>) -> [f64; 2] {
        let own = self.clear.farthest(middle, [*middle].into_iter(), self.by);
        [self.clear.farthest(middle, corners, self.by), own]
    }

    /// How deep in what did not grow anything is that is `level` deep in what grew, what that grew
    /// by not counted, at least, mm.
    pub fn least(&self, level: f64) -> f64 {
        // What is outside is no deeper than where the pieces are.
        let inside = level - (self.out - self.by) - FLOAT_MM;
        if level > self.out { inside } else { inside.min(-self.by - FLOAT_MM) }
    }

    /// Whether what of the surface is nearest to any point within `reach` of a middle, which is
    /// `depth` deep, may be next to a pocket, mm.
    pub fn is_near(&self, middle: &Vec3, depth: f64, reach: f64) -> bool {
        let far = depth.abs() + 2.0 * reach + FLOAT_MM;
        nearest(&self.tree, &self.pieces, *middle, far).is_some()
    }

    /// How deep points next to pockets are in what grew at most, what that grew by not counted, of
    /// which none is deeper than `hi` in what did not grow or farther from that than `away`, mm;
    /// `None` where that is farther than what it grows by.
    pub fn deepest(&self, hi: f64, away: f64) -> Option<f64> {
        // What is outside is no farther away than it grows by.
        let out = || (hi.max(away.min(self.by)) + self.out).min(self.most) - self.by;
        (hi >= -self.by).then(out)
    }

    /// Where something is `lo` deep in what did not grow, no more has to be told of what grew than
    /// this, mm.
    pub fn enough(&self, lo: f64) -> f64 {
        lo + FILLED_SHARE * (lo + self.by).max(0.0)
    }

    /// Cells of which no point is farther from the middle say as much as smaller ones, mm.
    pub fn finest(&self) -> f64 {
        self.finest
    }
}

/// Some facets as a mesh.
fn mesh_of(facets: &[Triangle]) -> Mesh {
    let triangles = (0..facets.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh { vertices: facets.iter().flatten().copied().collect(), triangles }
}

/// Whether nothing of the mesh near a piece of a facet is above that, so that what is above it
/// stays outside where the mesh grows: by no more than half of what a face may be uneven, which is
/// counted.
fn is_clear(mesh: &NonconvexMesh, piece: &Triangle, normal: &Vec3, by: f64) -> bool {
    let near = Aabb::around(*piece).grown(2.0 * (by + FLAT_FACE_MM) + FLOAT_MM);
    let level = normal.dot(&piece[0]) + FLAT_FACE_MM;
    let mut clear = *normal != Vec3::zeros();
    let mut looks = 0;
    mesh.faces_in(&near, |face| {
        // Where a mesh grows by much of its size, each facet would be held against all.
        looks += 1;
        clear &= looks <= MOST_LOOKS;
        let high = face.iter().map(|c| normal.dot(c)).fold(f64::NEG_INFINITY, f64::max);
        if high > level {
            let near = Patch::whole(face).clipped(&near);
            clear &= near.is_none_or(|patch| patch.heights(normal).1 <= level);
        }
        clear
    });
    clear
}

/// How far points of a piece of a facet are from the outside of what grew at most, mm; infinite
/// where none is found.
fn way_out(mesh: &NonconvexMesh, piece: &Triangle, normal: &Vec3, by: f64) -> f64 {
    let middle = (piece[0] + piece[1] + piece[2]) / 3.0;
    let mut at = middle + normal * by;
    for _ in 0..STEPS_OUT {
        let (depth, face) = mesh.depth(&at);
        if depth <= -by {
            return piece.iter().map(|c| (c - at).norm()).fold(0.0, f64::max) + FLOAT_MM;
        }
        let near = closest_on_triangle(&at, &face);
        let away = (at - near) * -depth.signum();
        let Some(away) = away.try_normalize(FLOAT_MM) else { break };
        // A little farther than to the ball about what is nearest, so that corners are left soon.
        at = near + away * (by * STRIDE);
    }
    f64::INFINITY
}

/// A cell is small next to a pocket at this share of what the mesh grows by, and next to a facet in
/// another body at this share of the way out.
const FINE_SHARE: f64 = 0.25;

/// Pieces are halved down to this share of what a mesh grows by, and no finer than a share of its
/// size.
const PIECE_SHARE: f64 = 0.5;
const FINEST: f64 = 512.0;

/// Where bodies meet pieces are halved down to this share of the size of them all.
const FINEST_INNER: f64 = 64.0;

/// Steps on the way out of a pocket, and how far each goes, as a share of what the mesh grows by.
const STEPS_OUT: usize = 60;
const STRIDE: f64 = 1.02;
