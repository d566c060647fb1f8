//! What the program must not cut: a part or a fixture in work coordinates.

use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::{Enclosure, Mesh, Side, defects};

/// A part or a fixture.
pub struct Body<'a> {
    /// Its facets, work coordinates, mm.
    pub mesh: &'a Mesh,
    /// Around its facets, mm; walking all of them once for every chunk of motions was most of a
    /// check.
    pub bounds: Aabb,
    /// A fixture keeps no allowance.
    pub fixture: bool,
    /// Facets agree on which side the material is, so part-side depth has a meaning.
    pub oriented: bool,
    /// -1 when the facets look into the material.
    pub facing: f64,
    inside: Enclosure<&'a Mesh>,
}

impl<'a> Body<'a> {
    /// A body with what its mesh allows to be said about it.
    pub fn new(mesh: &'a Mesh, report: &defects::Report, fixture: bool) -> Self {
        Self {
            mesh,
            bounds: mesh.bounds(),
            fixture,
            oriented: report.flipped_edges == 0 && report.non_manifold_edges == 0,
            facing: if report.inverted { -1.0 } else { 1.0 },
            inside: Enclosure::new(mesh, report.shells.clone()),
        }
    }

    /// Where a point lies.
    pub(super) fn side(&self, point: &Vec3) -> Side {
        self.inside.side(point)
    }

    /// Whether it is told everywhere what is inside.
    pub(super) fn whole(&self) -> bool {
        self.inside.whole()
    }
}
