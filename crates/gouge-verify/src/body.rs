//! A body that the program must not cut: a part or a fixture in work coordinates.

use std::ops::Deref;

use gouge_mesh::geom::{Aabb, Vec3, unit_normal};
use gouge_mesh::mesh::{Capped, Enclosure, Mesh, Rims, Says, Side, defects};

use super::orientation::near_mm;
use gouge_core::tree::{Engine, Facets};

/// The hierarchy over a body's facets.
pub(super) enum Built<'a> {
    Before(&'a dyn Facets),
    Now(Box<dyn Facets + 'a>),
}

impl<'a> Deref for Built<'a> {
    type Target = dyn Facets + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Before(facets) => *facets,
            Self::Now(facets) => &**facets,
        }
    }
}

/// A part or a fixture.
pub struct Body<'a> {
    /// Its facets, work coordinates, mm.
    pub mesh: &'a Mesh,
    /// Around its facets, mm; kept, since walking all of them for every chunk of motions takes
    /// longer than most searches.
    pub bounds: Aabb,
    /// A fixture keeps no allowance.
    pub fixture: bool,
    inside: Enclosure<&'a Mesh>,
    rims: Rims,
    capped: Option<Capped>,
    /// The hierarchy over its facets and its name, if it was built beforehand.
    built: Option<(&'static str, Box<dyn Facets + 'a>)>,
}

impl<'a> Body<'a> {
    /// A body, with what an examination of its mesh found, even one from before it was placed.
    pub fn new(mesh: &'a Mesh, report: &defects::Report, fixture: bool) -> Self {
        Self {
            mesh,
            bounds: mesh.bounds(),
            fixture,
            inside: Enclosure::new(mesh, report.shells.clone()),
            rims: Rims::of(mesh, &report.rims),
            capped: Capped::of(mesh, report),
            built: None,
        }
    }

    /// The same with the hierarchy that it is going to be searched with: built while other things
    /// are read.
    #[must_use]
    pub fn built(self, engine: &Engine) -> Self {
        let built = Some((engine.name, (engine.build)(self.mesh)));
        Self { built, ..self }
    }

    /// The hierarchy, built now if it was not.
    pub(super) fn facets(&self, engine: &Engine) -> Built<'_> {
        match &self.built {
            Some((name, facets)) if *name == engine.name => Built::Before(&**facets),
            _ => Built::Now((engine.build)(self.mesh)),
        }
    }

    /// Its mesh with its holes capped, where that tells the inside everywhere.
    pub(super) fn capped(&self) -> Option<&Capped> {
        self.capped.as_ref()
    }

    /// Prepares what separates its inside from its outside.
    pub(super) fn ready(&self) {
        self.inside.ready();
    }

    /// The unit normal of a facet, away from the material; zero for a degenerate one.
    ///
    /// Only that of a facet in a shell that is inside out is turned over: next to it, the surface
    /// winds around nothing on one side and a negative number of times on the other.
    pub(super) fn outward(&self, facet: u32) -> Vec3 {
        let corners = self.mesh.triangle(facet as usize);
        let normal = unit_normal(&corners);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let before = middle + normal * near_mm(&middle);
        let turned = match self.says(facet) {
            Says::Winding => self.winding(&before) < 0,
            Says::Parity(_) => self.closed_side(&before) == Side::Inside,
            Says::Nothing | Says::NoMaterial | Says::Loose => false,
        };
        if turned { -normal } else { normal }
    }

    /// How often the closed pieces of the surface wind around a point.
    pub(super) fn winding(&self, point: &Vec3) -> i32 {
        self.inside.winding(point)
    }

    /// Where a point lies, as far as closed pieces of the surface show.
    pub(super) fn closed_side(&self, point: &Vec3) -> Side {
        self.inside.closed_side(point)
    }

    /// Whether facets seem to be missing anywhere.
    pub(super) fn has_gaps(&self) -> bool {
        self.inside.has_gaps()
    }

    /// Whether open pieces of the surface may have a say about a point.
    pub(super) fn is_among_loose(&self, point: &Vec3) -> bool {
        self.inside.is_among_loose(point)
    }

    /// Whether the first of the open pieces met on the path down from the sky to a point agrees
    /// with that point being outside.
    pub(super) fn is_covered_rightly(&self, point: &Vec3) -> bool {
        self.inside.loose_turns(point) >= 0
    }

    /// Whether a box reaches a place where a facet above it may be missing.
    pub(super) fn may_miss_cover(&self, room: &Aabb) -> bool {
        self.inside.may_miss_cover(room)
    }

    /// Whether no facet stands over a point, and none seems to be missing there.
    pub(super) fn sees_the_sky(&self, point: &Vec3) -> bool {
        self.inside.sees_the_sky(point)
    }

    /// The height, mm, above which a point sees the sky that has no facet over it, but seems to
    /// miss one.
    pub(super) fn opens_above(&self, point: &Vec3) -> Option<f64> {
        self.inside.opens_above(point)
    }

    /// Whether no edge in a box, seen from above, is one at which the surface ends or does not know
    /// its sides: a path in the box then leads from one side to the other only through the surface.
    pub(super) fn rimless(&self, room: &Aabb) -> bool {
        self.whole() || !self.rims.meet(room)
    }

    /// What a facet shows about inside and outside.
    pub(super) fn says(&self, facet: u32) -> Says {
        self.inside.says(facet)
    }

    /// Whether some of the surface has open edges: a path may lead around it.
    pub(super) fn open(&self) -> bool {
        self.inside.open()
    }

    /// Whether an edge belongs to a crack that counts as closed.
    pub(super) fn is_closed_crack(&self, ends: [u32; 2]) -> bool {
        self.inside.is_closed_crack(ends)
    }

    /// How far any point of a crack that counts as closed is from the surface at most, mm.
    pub(super) fn crack_mm(&self) -> f64 {
        self.inside.crack_mm()
    }

    /// Whether the surface is closed and knows its outside everywhere.
    pub(super) fn whole(&self) -> bool {
        self.inside.whole()
    }
}
