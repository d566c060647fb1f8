//! Tools: stacks of components along the axis, each cut into convex pieces where it can be.

mod convex;
pub mod library;
mod polyhedron;
mod profile;
mod profile_file;
mod shell;
mod spec;

use crate::geom::{Body, Hull, Triangle, Vec3};
use crate::verify::Role;

pub use convex::{Convex, Depth, Edge, Meridian};
pub use polyhedron::Polyhedron;
pub use profile::{Profile, ProfileError, Step};
pub use shell::Shell;
pub use spec::{Shape, Spec, SpecError};

/// A convex piece of a tool about the control point, axis +Z.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A body of revolution.
    Round(Convex),
    /// A convex mesh, translated but never turned.
    Faceted(Polyhedron),
}

impl Solid {
    /// How deep `x` (mm, relative to the control point) lies in the piece, with the supporting
    /// plane nearest to it.
    pub fn depth(&self, x: &Vec3) -> Depth {
        match self {
            Self::Round(body) => body.depth(x),
            Self::Faceted(body) => body.depth(x),
        }
    }

    /// How much farther a corner of the piece reaches from its middle than its sides do: every
    /// point p of the piece has some interior point c on its spine with
    /// |p - c| <= sharpness × depth(c).
    ///
    /// A ball of radius s inside the material about p, with c outside of it, puts the surface
    /// between them at a depth of at least s / sharpness, because depth is concave along p c. So
    /// no motion takes material deeper than sharpness × its tool-side depth, as long as the
    /// spine itself is outside.
    pub fn sharpness(&self) -> f64 {
        match self {
            Self::Round(body) => body.sharpness(),
            Self::Faceted(body) => body.sharpness(),
        }
    }
}

/// A piece of a tool about the control point, axis +Z.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A convex piece.
    Solid(Solid),
    /// A closed mesh of any shape.
    Hollow(Shell),
}

impl Piece {
    /// How deep `x` (mm, relative to the control point) lies in the piece, mm; negative outside.
    pub fn depth(&self, x: &Vec3) -> f64 {
        match self {
            Self::Solid(body) => body.depth(x).depth,
            Self::Hollow(body) => body.depth(x).0,
        }
    }

    /// The piece, if it is convex.
    pub fn solid(&self) -> Option<&Solid> {
        match self {
            Self::Solid(body) => Some(body),
            Self::Hollow(_) => None,
        }
    }

    /// The facets it was read from; none for a body of revolution.
    pub fn triangles(&self) -> Vec<Triangle> {
        match self {
            Self::Solid(Solid::Round(_)) => Vec::new(),
            Self::Solid(Solid::Faceted(body)) => body.triangles(),
            Self::Hollow(body) => body.triangles(),
        }
    }

    /// True for a column without a top.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Solid(Solid::Round(body)) if body.is_open())
    }

    /// A point well inside, mm relative to the control point, and its depth.
    pub fn inscribed(&self) -> (Vec3, f64) {
        match self {
            Self::Solid(Solid::Round(body)) => {
                let (z, depth) = body.inscribed();
                (Vec3::new(0.0, 0.0, z), depth)
            }
            Self::Solid(Solid::Faceted(body)) => body.inscribed(),
            Self::Hollow(body) => body.inscribed(),
        }
    }
}

impl Body for Solid {
    fn support(&self, u: &Vec3) -> f64 {
        match self {
            Self::Round(body) => body.support(u),
            Self::Faceted(body) => body.support(u),
        }
    }

    fn hull(&self) -> Hull {
        match self {
            Self::Round(body) => body.hull(),
            Self::Faceted(body) => body.hull(),
        }
    }
}

impl Body for Piece {
    fn support(&self, u: &Vec3) -> f64 {
        match self {
            Self::Solid(body) => body.support(u),
            Self::Hollow(body) => body.support(u),
        }
    }

    fn hull(&self) -> Hull {
        match self {
            Self::Solid(body) => body.hull(),
            Self::Hollow(body) => body.hull(),
        }
    }
}

/// One component of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// What it is for.
    pub role: Role,
    /// Distance to keep from the part, mm; zero for cutters.
    pub clearance: f64,
    /// Pieces whose union it is.
    pub pieces: Vec<Piece>,
    /// How far the pieces overstate the declared shape, mm.
    pub facet_error: f64,
}

/// A tool ready for checking.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Components, cutter first.
    pub components: Vec<Component>,
}
