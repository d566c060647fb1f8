//! Whether a point is inside or outside a closed mesh, decided exactly.
//!
//! The winding number of a point is the signed count of the facets above it: a vertical ray
//! leaves the material through facets that look up and enters it through those that look
//! down. A ray through an edge or a corner is shifted by an infinitely small (ε, ε²) in x and
//! y, the same for every facet, so it passes each seam through exactly one of the facets at it.

use std::ops::Deref;

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::Mesh;
use super::columns::Columns;
use crate::geom::{Aabb, Triangle, Vec3};

/// Classifies points against a closed mesh (see [`super::defects::Report::closed`]).
pub struct Classifier<M> {
    mesh: M,
    columns: Columns,
}

impl<M: Deref<Target = Mesh>> Classifier<M> {
    /// Sorts the facets into a grid seen from above; linear in their number.
    pub fn new(mesh: M) -> Self {
        let columns = Columns::over(&mesh, |_, t| !upright(t));
        Self { mesh, columns }
    }

    /// How often the surface winds around `point`: 0 outside, 1 in the material of a normal
    /// mesh, -1 in that of an inverted one, more where bodies overlap, 0 again in a cavity.
    /// Exact wherever the point lies off the surface; on it, either side may be answered.
    /// Meaningless for meshes that are not closed.
    pub fn winding(&self, point: &Vec3) -> i32 {
        let facets = self.columns.at(point.x, point.y);
        facets.map(|facet| crossing(&self.mesh.triangle(facet as usize), point)).sum()
    }

    /// True when the point is in the material, whichever way the facets look. Where a normal
    /// and an inverted body overlap, their windings cancel.
    pub fn contains(&self, point: &Vec3) -> bool {
        self.winding(point) != 0
    }
}

/// Whether a facet is seen from its edge from above: it is never crossed.
pub(super) fn upright(facet: &Triangle) -> bool {
    turn(facet) == 0
}

/// +1 for a facet that looks up, -1 for one that looks down, 0 for one that does neither.
pub(super) fn turn([a, b, c]: &Triangle) -> i32 {
    sign(orient2d(flat(a), flat(b), flat(c)))
}

/// +1 when the ray up from `point` leaves through the facet, -1 when it enters, else 0.
pub(super) fn crossing(facet: &Triangle, point: &Vec3) -> i32 {
    let around = Aabb::around(*facet);
    // Every shift keeps clear of what the point lies beside.
    let beside = |axis: usize| point[axis] < around.lo[axis] || point[axis] > around.hi[axis];
    if around.hi.z < point.z || beside(0) || beside(1) {
        return 0;
    }
    let turn = turn(facet);
    // The shifted ray misses every facet that is seen from its edge.
    if turn == 0 || (0..3).any(|i| side(&facet[i], &facet[(i + 1) % 3], point) != turn) {
        return 0;
    }
    if around.lo.z > point.z {
        return turn;
    }
    let [a, b, c, p] =
        [&facet[0], &facet[1], &facet[2], point].map(|v| Coord3D { x: v.x, y: v.y, z: v.z });
    // Positive when `p` lies below a facet that is counter-clockwise seen from above.
    if sign(orient3d(a, b, c, p)) == turn { turn } else { 0 }
}

/// Which side of the line `from` → `to`, seen from above, the shifted point lies on: +1 left,
/// -1 right, never 0 unless the line is a point.
fn side(from: &Vec3, to: &Vec3, point: &Vec3) -> i32 {
    match sign(orient2d(flat(from), flat(to), flat(point))) {
        0 if from.y != to.y => sign(from.y - to.y),
        0 => sign(to.x - from.x),
        side => side,
    }
}

fn sign(value: f64) -> i32 {
    i32::from(value > 0.0) - i32::from(value < 0.0)
}

fn flat(v: &Vec3) -> Coord<f64> {
    Coord { x: v.x, y: v.y }
}
