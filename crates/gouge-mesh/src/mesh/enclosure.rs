//! Inside or outside of a mesh with flaws, as far as its facets prove it.

use std::ops::Deref;

use super::Mesh;
use super::columns::Columns;
use super::inside::{crossing, upright};
use super::shells::{Says, Shells};
use crate::geom::{Aabb, Vec3};

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In the material.
    Inside,
    /// Not in the material.
    Outside,
    /// The mesh does not tell.
    Untold,
}

/// Tells the inside of a mesh from its outside.
///
/// A missing piece of the surface is taken to lie within the box around the pieces that have open
/// edges: there nothing is told, and everything outside of that box is told by the others.
pub struct Enclosure<M> {
    mesh: M,
    shells: Shells,
    columns: Columns,
    loose: Aabb,
    whole: bool,
}

impl<M: Deref<Target = Mesh>> Enclosure<M> {
    /// Sorts the facets into a grid seen from above; linear in their number.
    pub fn new(mesh: M, shells: Shells) -> Self {
        let closed = |i: usize| matches!(shells.says(i), Says::Winding | Says::Parity(_));
        let columns = Columns::over(&mesh, |i, t| closed(i) && !upright(t));
        let loose = (0..mesh.triangles.len()).filter(|&i| shells.says(i) == Says::Loose);
        let loose = Aabb::around(loose.flat_map(|i| mesh.triangle(i)));
        let whole = shells.whole();
        Self { mesh, shells, columns, loose, whole }
    }

    /// Whether every point off the surface is told.
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// Where `point` lies. On the surface, either side may be answered.
    ///
    /// The material is where the surface winds around a point at all, whichever way its facets
    /// look. A piece that disagrees with itself is material where nothing else is; around or inside
    /// other material it could as well be a cavity.
    pub fn side(&self, point: &Vec3) -> Side {
        if self.loose.holds(point) {
            return Side::Untold;
        }
        let mut winding = 0;
        let mut turned: Vec<u32> = Vec::new();
        for &facet in self.columns.at(point.x, point.y) {
            let turn = crossing(&self.mesh.triangle(facet as usize), point);
            match self.shells.says(facet as usize) {
                Says::Winding => winding += turn,
                Says::Parity(piece) if turn != 0 => turned.push(piece),
                _ => {}
            }
        }
        turned.sort_unstable();
        let around = turned.chunk_by(|a, b| a == b).filter(|c| c.len() % 2 == 1).count();
        match (winding, around) {
            (0, 0) => Side::Outside,
            (_, 0) | (0, 1) => Side::Inside,
            _ => Side::Untold,
        }
    }
}
