//! What the program must not cut: a part or a fixture in work coordinates.

use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::{Enclosure, Mesh, Says, Side, defects};

/// A part or a fixture.
pub struct Body<'a> {
    /// Its facets, work coordinates, mm.
    pub mesh: &'a Mesh,
    /// Around its facets, mm; walking all of them once for every chunk of motions was most of a
    /// check.
    pub bounds: Aabb,
    /// A fixture keeps no allowance.
    pub fixture: bool,
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
            facing: if report.inverted { -1.0 } else { 1.0 },
            inside: Enclosure::new(mesh, report.shells.clone()),
        }
    }

    /// How often the closed pieces of the surface wind around a point.
    pub(super) fn winding(&self, point: &Vec3) -> i32 {
        self.inside.winding(point)
    }

    /// Where a point lies as far as closed pieces of the surface tell.
    pub(super) fn closed_side(&self, point: &Vec3) -> Side {
        self.inside.closed_side(point)
    }

    /// Whether no facet stands over a point.
    pub(super) fn sees_the_sky(&self, point: &Vec3) -> bool {
        self.inside.sees_the_sky(point)
    }

    /// What a facet says of inside and outside.
    pub(super) fn says(&self, facet: u32) -> Says {
        self.inside.says(facet)
    }

    /// Whether the surface is closed and knows its outside everywhere.
    pub(super) fn whole(&self) -> bool {
        self.inside.whole()
    }
}
