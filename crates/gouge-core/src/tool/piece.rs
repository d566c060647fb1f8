//! A piece of a tool, convex or not.

use std::f64::consts::TAU;

use super::column::column;
use super::concave::ConcaveRevolve;
use super::edge::Edge;
use super::nonconvex_mesh::NonconvexMesh;
use super::polyhedron::Polyhedron;
use super::profile::Profile;
use super::silhouette::Silhouette;
use super::solid::Solid;
use crate::tolerance::CROSSING_ROOM_MM;
use gouge_mesh::geom::{Body, Hull, Outline, Triangle, Vec3, Wall};

/// A piece of a tool about the control point, axis +Z.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A convex piece.
    Solid(Solid),
    /// A body of revolution that is not convex.
    ConcaveRevolve(ConcaveRevolve),
    /// A closed mesh of any shape.
    Nonconvex(NonconvexMesh),
}

/// Sides of the prism around a room: square tools have theirs among them.
const ROOM_SIDES: usize = 16;

impl Piece {
    /// The body of a profile; `open` leaves the top cap of a convex one out of every depth.
    pub(super) fn turned(profile: &Profile, open: bool) -> Self {
        match ConcaveRevolve::new(profile) {
            Some(body) => Self::ConcaveRevolve(body),
            None => Self::Solid(Solid::Round(profile.body(open))),
        }
    }

    /// A cylinder about the axis, a little larger than these measures, mm: a room for testing
    /// whether the surface enters it.
    #[must_use]
    pub fn room(radius: f64, [bottom, top]: [f64; 2]) -> Self {
        let more = 2.0 * CROSSING_ROOM_MM;
        let [a, b] = [[radius + more, bottom - more], [radius + more, top + more]];
        let edges = vec![Edge::Line { a: [0.0, a[1]], b: a }, Edge::Line { a, b }];
        Self::turned(&Profile::from_edges(edges), false)
    }

    /// The same about points instead of the axis: a prism that holds all places within `by` of the
    /// points, measured level, between two heights.
    ///
    /// A convex body is within the lines that support it in some directions; around a disc about
    /// each point these lie `by` farther out.
    pub fn room_about(points: &[Vec3], by: f64, [bottom, top]: [f64; 2]) -> Option<Self> {
        let more = 2.0 * CROSSING_ROOM_MM;
        let line = |k: usize| {
            let (sin, cos) = (TAU * k as f64 / ROOM_SIDES as f64).sin_cos();
            let far =
                points.iter().map(|p| cos * p.x + sin * p.y).fold(f64::NEG_INFINITY, f64::max);
            (cos, sin, far + by + more)
        };
        let corner = |k: usize| {
            let ((a, b, h), (c, d, k)) = (line(k), line(k + 1));
            let per = 1.0 / (a * d - b * c);
            Vec3::new(per * (h * d - k * b), per * (k * a - h * c), bottom - more)
        };
        let polygon: Vec<Vec3> = (0..ROOM_SIDES).map(corner).collect();
        let up = Vec3::z() * (top - bottom + 2.0 * more);
        Some(Self::Solid(Solid::Faceted(Polyhedron::prism(&polygon, &up)?)))
    }

    /// The lowest part of a body of revolution, up to where it is widest, extended straight up from
    /// there as a column without a top; and the height of that place, mm above the control point.
    /// Below it the two are the same.
    pub fn column(&self) -> Option<(Solid, f64)> {
        let edges = match self {
            Self::Solid(Solid::Round(body)) => body.edges(),
            Self::ConcaveRevolve(body) => body.chain(),
            Self::Solid(Solid::Faceted(_)) | Self::Nonconvex(_) => return None,
        };
        column(edges).map(|(column, rim)| (Solid::Round(column), rim))
    }

    /// How far a mesh may be overstated, mm: a point that deep in the piece is in the mesh as it
    /// was read.
    pub fn excess(&self) -> f64 {
        match self {
            Self::Solid(Solid::Faceted(body)) => body.excess(),
            Self::Nonconvex(body) => body.excess(),
            Self::Solid(Solid::Round(_)) | Self::ConcaveRevolve(_) => 0.0,
        }
    }

    /// How deep `x` (mm, relative to the control point) lies in the piece, mm; negative outside.
    pub fn depth(&self, x: &Vec3) -> f64 {
        match self {
            Self::Solid(body) => body.depth(x).depth,
            Self::ConcaveRevolve(body) => body.depth(x),
            Self::Nonconvex(body) => body.depth(x).0,
        }
    }

    /// The declared shape, where that alone makes the piece exceed it by `excess` mm.
    pub fn declared(&self, excess: f64) -> Option<&Silhouette> {
        let Self::ConcaveRevolve(body) = self else { return None };
        body.declared().filter(|_| body.overstated() == excess)
    }

    /// The space within `by` mm of a body of revolution that is not convex, and how far it is
    /// overstated, mm. `None` for others: depth in a convex piece rises by `by` as it grows.
    pub fn inflated(&self, by: f64) -> Option<(Self, f64)> {
        match self {
            Self::ConcaveRevolve(body) => Some(body.inflated(by)),
            Self::Solid(_) | Self::Nonconvex(_) => None,
        }
    }

    /// Whether depth in the piece can exceed what its facets show: where bodies of a mesh meet, and
    /// where a mesh that is to be enlarged then fills some of its pockets.
    pub fn fills(&self) -> bool {
        matches!(self, Self::Nonconvex(body) if body.filled().is_some())
    }

    /// How deep in the piece anything is, at least, that counts as `level` deep, mm: that much, but
    /// for what is in pockets that fill or where bodies meet.
    pub fn least(&self, level: f64) -> f64 {
        match self {
            Self::Nonconvex(body) => body.filled().map_or(level, |filled| filled.least(level)),
            Self::Solid(_) | Self::ConcaveRevolve(_) => level,
        }
    }

    /// Convex bodies whose union is the piece, such that depth in one of them is about depth in the
    /// piece; `None` for a mesh that has none.
    pub fn solids(&self) -> Option<&[Solid]> {
        match self {
            Self::Solid(body) => Some(std::slice::from_ref(body)),
            Self::ConcaveRevolve(body) => Some(body.coarse()),
            Self::Nonconvex(body) => body.slabs(),
        }
    }

    /// As few convex bodies as possible whose union is the piece; `None` for a mesh that has none.
    pub fn cover(&self) -> Option<&[Solid]> {
        match self {
            Self::ConcaveRevolve(body) => Some(body.cover()),
            _ => self.solids(),
        }
    }

    /// The meridian from the axis at the bottom to the axis at the top; `None` for a mesh.
    pub fn meridian(&self) -> Option<Vec<Edge>> {
        match self {
            Self::Solid(Solid::Round(body)) => Some(body.edges().to_vec()),
            Self::ConcaveRevolve(body) => Some(body.meridian()),
            Self::Solid(Solid::Faceted(_)) | Self::Nonconvex(_) => None,
        }
    }

    /// The facets it was read from; none for a body of revolution.
    pub fn triangles(&self) -> Vec<Triangle> {
        match self {
            Self::Solid(Solid::Round(_)) | Self::ConcaveRevolve(_) => Vec::new(),
            Self::Solid(Solid::Faceted(body)) => body.triangles(),
            Self::Nonconvex(body) => body.triangles(),
        }
    }

    /// True for a column without a top.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Solid(Solid::Round(body)) if body.is_open())
    }

    /// Points well inside, mm relative to the control point, and their depths: one for each convex
    /// body that the piece is made of.
    pub fn interior_balls(&self) -> Vec<(Vec3, f64)> {
        match (self.solids(), self) {
            (None, Self::Nonconvex(body)) => body.inscribed().to_vec(),
            (solids, _) => solids.into_iter().flatten().map(Solid::inscribed).collect(),
        }
    }
}

impl Body for Piece {
    fn support(&self, u: &Vec3) -> f64 {
        match self {
            Self::Solid(body) => body.support(u),
            Self::ConcaveRevolve(body) => body.support(u),
            Self::Nonconvex(body) => body.support(u),
        }
    }

    fn hull(&self) -> Hull {
        match self {
            Self::Solid(body) => body.hull(),
            Self::ConcaveRevolve(body) => body.hull(),
            Self::Nonconvex(body) => body.hull(),
        }
    }

    fn outline(&self) -> Option<&Outline> {
        match self {
            Self::Solid(body) => body.outline(),
            Self::ConcaveRevolve(body) => body.outline(),
            Self::Nonconvex(body) => body.outline(),
        }
    }

    fn around(&self) -> Option<&Outline> {
        match self {
            Self::Solid(body) => body.around(),
            Self::ConcaveRevolve(body) => Body::around(body),
            Self::Nonconvex(body) => body.around(),
        }
    }

    fn walls(&self) -> &[Wall] {
        match self {
            Self::Solid(body) => body.walls(),
            Self::ConcaveRevolve(_) | Self::Nonconvex(_) => &[],
        }
    }
}
