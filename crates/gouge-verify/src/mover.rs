//! A piece of a tool on its way through the material.

use crate::tolerance::FLOAT_MM;
use gouge_core::tool::Piece;
use gouge_mesh::geom::{
    Aabb, Body as _, Vec3, closest_on_segment, closest_on_triangle, unit_normal,
};

/// How often a point is moved in over one plane.
const STEPS_IN: usize = 6;

/// A piece of a tool, with what the search of the material wants to know of it.
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
    /// A way through that, and how deep it lies in the piece at least, mm; zero for a mesh.
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
        // Depth is concave: nearer to the middle of the interior ball by that much, the way is deep
        // enough.
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
        let Piece::Nonconvex(shell) = self.piece else {
            if let Piece::ConcaveRevolve(body) = self.piece {
                let (enough, mut at) = (depth + by, *x);
                for _ in 0..STEPS_IN {
                    let there = body.depth(&at);
                    if there >= enough {
                        break;
                    }
                    at -= body.outward(&at) * (enough - there + FLOAT_MM);
                }
                return at;
            }
            if let Piece::Solid(solid) = self.piece {
                let (enough, mut at) = (depth + by, *x);
                for _ in 0..STEPS_IN {
                    let there = solid.depth(&at);
                    if there.depth >= enough {
                        return at;
                    }
                    at -= there.normal * (enough - there.depth + FLOAT_MM);
                }
            }
            let ([a, b], deep) = self.core;
            let toward = closest_on_segment(x, &a, &b) - x;
            return x + toward * (by / (deep - depth).max(by));
        };
        let (inner, face) = shell.depth(x);
        let away = (x - closest_on_triangle(x, &face)).try_normalize(FLOAT_MM);
        let out = away.map_or_else(|| unit_normal(&face), |v| if inner > 0.0 { -v } else { v });
        x - out * by
    }

    /// The box around what it covers on a chord, made thicker by `grow`.
    #[inline]
    pub fn covered(&self, from: Vec3, travel: Vec3, grow: f64) -> Aabb {
        let Aabb { lo, hi } = self.piece.hull().bounds();
        let at = |c: Vec3| Aabb { lo: c + lo, hi: c + hi };
        at(from).union(&at(from + travel)).grown(grow)
    }
}
