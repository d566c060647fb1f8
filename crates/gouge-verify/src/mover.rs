//! A piece of a tool on its way through the material.

use crate::tolerance::FLOAT_MM;
use gouge_core::tool::Piece;
use gouge_mesh::geom::{
    Aabb, Body as _, Vec3, closest_on_segment, closest_on_triangle, unit_normal,
};

/// How often a point is moved in over one plane.
const STEPS_IN: usize = 6;

/// A piece of a tool, with the properties that the search of the material needs.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    /// A convex piece or a closed mesh of any shape.
    pub piece: &'a Piece,
    /// No point of it is farther than this many times a tiny depth from what is that deep.
    pub bluntness: f64,
    /// The middle of a ball in it, and its radius, mm; zero for a mesh.
    pub interior_ball: (Vec3, f64),
    /// Middles and radii of balls in it, mm: where these are outside and no surface is in it, all
    /// of it is.
    pub interior_balls: &'a [(Vec3, f64)],
    /// A segment through that ball, and its least depth in the piece, mm; zero for a mesh.
    pub core: ([Vec3; 2], f64),
    /// Where it has to see the sky not to be beneath an open surface, and how deep that lies in it,
    /// mm; zero for a sharp cone, which is beneath wherever its tip is, and for a mesh that is not
    /// about its axis.
    pub sentry: (Vec3, f64),
    /// See [`Solid::eaves`](gouge_core::tool::Solid::eaves).
    pub eaves: Option<f64>,
}

impl Mover<'_> {
    /// A point of its middle near `x`, about the control point, if that is deeper in it than
    /// `deep`.
    pub fn middle(&self, x: &Vec3, deep: f64) -> Option<Vec3> {
        let (([a, b], depth), (middle, most)) = (self.core, self.interior_ball);
        // Depth is concave: nearer to the middle of the interior ball by that much, the path is
        // deep enough.
        let share = match depth > deep {
            true => 1.0,
            false => 0.5 * (most - deep) / (most - depth).max(most - deep),
        };
        let toward = |end: Vec3| middle + (end - middle) * share;
        (most.max(depth) > deep).then(|| closest_on_segment(x, &toward(a), &toward(b)))
    }

    /// A point `by` mm deeper in the piece than `x`, about the control point; `depth` is that of
    /// `x`.
    ///
    /// It is moved straight in over the planes that it is beyond; where that does not come to an
    /// end soon, towards the core, where depth rises at least as a straight line does.
    pub fn deeper(&self, x: &Vec3, depth: f64, by: f64) -> Vec3 {
        let there = |at: &Vec3| match self.piece {
            Piece::Solid(solid) => {
                let there = solid.depth(at);
                (there.depth, there.normal)
            }
            Piece::ConcaveRevolve(body) => (body.depth(at), body.outward(at)),
            Piece::Nonconvex(shell) => {
                let (inner, face) = shell.depth(at);
                let away = (at - closest_on_triangle(at, &face)).try_normalize(FLOAT_MM);
                let out = |v: Vec3| if inner > 0.0 { -v } else { v };
                (inner, away.map_or_else(|| unit_normal(&face), out))
            }
        };
        if let Piece::Nonconvex(_) = self.piece {
            return x - there(x).1 * by;
        }
        let (enough, mut at) = (depth + by, *x);
        for _ in 0..STEPS_IN {
            let (reached, outward) = there(&at);
            if reached >= enough {
                return at;
            }
            at -= outward * (enough - reached + FLOAT_MM);
        }
        if let Piece::ConcaveRevolve(_) = self.piece {
            return at;
        }
        let ([a, b], deep) = self.core;
        let toward = closest_on_segment(x, &a, &b) - x;
        x + toward * (by / (deep - depth).max(by))
    }

    /// The box around the space it covers on a chord, made thicker by `grow`.
    #[inline]
    pub fn covered(&self, from: Vec3, travel: Vec3, grow: f64) -> Aabb {
        let Aabb { lo, hi } = self.piece.hull().bounds();
        let at = |c: Vec3| Aabb { lo: c + lo, hi: c + hi };
        at(from).union(&at(from + travel)).grown(grow)
    }
}
