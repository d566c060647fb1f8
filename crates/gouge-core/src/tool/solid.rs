//! A convex piece of a tool: a body of revolution or a mesh.

use super::convex::{Convex, Depth};
use super::drawn::{self, Drawn};
use super::edge::Meridian;
use super::narrow;
use super::polyhedron::Polyhedron;
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Body, Hull, Outline, Vec3, Wall};

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

    /// Whether planes that support the piece come arbitrarily near to it.
    pub fn is_convex(&self) -> bool {
        match self {
            Self::Round(body) => !body.is_dimpled(),
            Self::Faceted(_) => true,
        }
    }

    /// The height up to which every cross section holds all lower ones, mm about the control point;
    /// none for a column without a top. A ball in the piece stays in it when it rises, as long as
    /// its top is no higher: a point lower by d than the eaves is d deep if a point straight below
    /// it is.
    pub fn eaves(&self) -> Option<f64> {
        match self {
            Self::Round(body) => (!body.is_open()).then(|| body.eaves()),
            Self::Faceted(body) => Some(body.eaves()),
        }
    }

    /// A point well inside, mm relative to the control point, and its depth.
    pub fn inscribed(&self) -> (Vec3, f64) {
        match self {
            Self::Round(body) => {
                let (z, depth) = body.inscribed();
                (Vec3::new(0.0, 0.0, z), depth)
            }
            Self::Faceted(body) => body.inscribed(),
        }
    }

    /// How far a point of the piece can be from what is at least `depth` mm deep in it, as a
    /// multiple of `depth`: 1 where a ball of that radius can follow everywhere, infinite where
    /// nothing is that deep. It never falls with rising depth.
    ///
    /// Let K be the piece, K' what is more than d deep in it, and no surface deeper than d; then
    /// K', which is convex, lies on one side of the surface. If that is outside, a point of K in
    /// the material has surface between itself and the nearest point of K'.
    pub fn bluntness(&self, depth: f64) -> f64 {
        match self {
            Self::Round(body) => body.bluntness(depth),
            Self::Faceted(body) => body.bluntness(depth),
        }
    }

    /// The piece offset inwards from its wall: of a body of revolution the part nearer to the axis
    /// than its widest place by `by` mm or more, of a mesh its offset towards the middle; raised by
    /// `up` mm. No point of the piece is farther from that than hypot(by, up), but for rounding.
    /// None where that is next to nothing.
    pub fn narrowed(&self, by: f64, up: f64) -> Option<Self> {
        match self {
            Self::Round(body) => narrow::narrowed(body, by, up).map(Self::Round),
            Self::Faceted(body) => body.narrowed(by, up).map(Self::Faceted),
        }
    }

    /// The piece offset inwards by `by` mm and raised by `up` mm (lowered where that is less than
    /// none): a body of revolution in every level section, a mesh towards its middle. None where
    /// next to nothing is left.
    pub fn drawn(&self, [by, up]: [f64; 2]) -> Option<Drawn> {
        match self {
            Self::Round(body) => drawn::drawn(body, [by, up]),
            Self::Faceted(body) => {
                let solid = Self::Faceted(body.narrowed(by, up)?);
                Some(Drawn { solid, tip: None, far: by.hypot(up), shared: 0.0 })
            }
        }
    }

    /// A body of revolution with its wall led on straight up from its rim, where `above`, which
    /// stands on it, holds all of that: of the two together no less than this. With it comes how
    /// far it is led on, mm.
    pub fn raised_into(&self, above: &Self) -> Option<(Self, f64)> {
        let (Self::Round(own), Self::Round(above)) = (self, above) else { return None };
        let hull = own.hull();
        let height = above.hull().axis[1] - hull.axis[1];
        let raised = own.raised(height).filter(|_| height > 0.0)?;
        // Convex, it holds the wall where it holds both of its ends.
        let rim = raised.edges().iter().rev().nth(1)?;
        let holds = |p: Meridian| above.depth(&Vec3::new(p[0], 0.0, p[1])).depth >= -FLOAT_MM;
        (holds(rim.start()) && holds(rim.end())).then_some((Self::Round(raised), height))
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

    fn outline(&self) -> Option<&Outline> {
        match self {
            Self::Round(body) => body.outline(),
            Self::Faceted(body) => body.outline(),
        }
    }

    fn around(&self) -> Option<&Outline> {
        match self {
            Self::Round(body) => body.around(),
            Self::Faceted(body) => body.around(),
        }
    }

    fn walls(&self) -> &[Wall] {
        match self {
            Self::Round(body) => body.walls(),
            Self::Faceted(body) => body.walls(),
        }
    }
}
