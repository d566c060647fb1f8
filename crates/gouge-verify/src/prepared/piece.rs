//! A piece of a tool prepared for a check, with what follows from its shape.

use gouge_core::tool::{ConcaveRevolve, NonconvexMesh, Piece, Solid};
use gouge_mesh::geom::{Body as _, Vec3};

use super::super::mover::Mover;
use super::bluntness::blunt_at_most;
use crate::tolerance::{ETA_MM, SHELL_BLUNTNESS};

/// A piece and what follows from its shape.
pub(in super::super) struct PreparedPiece {
    pub piece: Piece,
    /// Its bluntness where only rounding counts.
    pub bluntness: f64,
    /// The middle of a ball in it, and its radius, mm.
    interior_ball: (Vec3, f64),
    /// See [`Mover::interior_balls`].
    interior_balls: Vec<(Vec3, f64)>,
    /// A segment through that ball, and its least depth in the piece, mm.
    core: ([Vec3; 2], f64),
    /// See [`Mover::sentry`].
    pub sentry: (Vec3, f64),
    /// See [`Solid::eaves`].
    eaves: Option<f64>,
}

impl PreparedPiece {
    pub fn mover(&self) -> Mover<'_> {
        let Self { bluntness, interior_ball, core, sentry, eaves, .. } = *self;
        Mover {
            piece: &self.piece,
            bluntness,
            interior_ball,
            interior_balls: &self.interior_balls,
            core,
            sentry,
            eaves,
        }
    }

    pub fn convex(solid: &Solid) -> Self {
        let (middle, radius) = solid.inscribed();
        let deep = 0.5 * radius;
        let [low, high] = solid.hull().axis;
        // Depth is concave: what is between two points this deep is as deep.
        let core = [-1.0, 1.0].map(|sign| {
            let at = |far: f64| middle + Vec3::z() * (sign * far);
            at(farthest_along(2.0 * (high - low), |far| solid.depth(&at(far)).depth >= deep))
        });
        let depth = |at: &Vec3| solid.depth(at).depth;
        let sentry = sentry(solid.hull().bounds().lo.z, core[0].z, depth);
        let core = (core, deep);
        let piece = Piece::Solid(solid.clone());
        let (eaves, interior_ball) = (solid.eaves(), (middle, radius));
        let interior_balls = vec![interior_ball];
        Self {
            piece,
            bluntness: blunt_at_most(solid, interior_ball),
            interior_ball,
            interior_balls,
            core,
            sentry,
            eaves,
        }
    }

    /// A body of revolution with pockets, and its convex parts. What holds for each of these holds
    /// for it.
    pub fn pocketed(body: &ConcaveRevolve, parts: &[Self]) -> Self {
        let mut interior_balls: Vec<(Vec3, f64)> = Vec::new();
        for part in parts {
            // What a part holds well inside is on the side that the part is on.
            let held = |(at, _): &(Vec3, f64)| part.piece.depth(at) > 4.0 * ETA_MM;
            if !interior_balls.iter().any(held) {
                interior_balls.push(part.interior_ball);
            }
        }
        let most = |of: fn(&Self) -> f64| parts.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let eaves = parts.iter().filter_map(|part| part.eaves).reduce(f64::min);
        let piece = Piece::ConcaveRevolve(body.clone());
        let (core, sentry) = (([Vec3::zeros(); 2], 0.0), (Vec3::zeros(), 0.0));
        let (bluntness, interior_ball) = (most(|part| part.bluntness), interior_balls[0]);
        Self { piece, bluntness, interior_ball, interior_balls, core, sentry, eaves }
    }

    pub fn mesh(mesh: &NonconvexMesh) -> Self {
        let core = ([Vec3::zeros(); 2], 0.0);
        let interior_ball = (Vec3::zeros(), 0.0);
        let deepest = mesh.inscribed().iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let middle = deepest.map_or(0.0, |interior_ball| interior_ball.0.z);
        let sentry = sentry(mesh.bounds().lo.z, middle, |at| mesh.depth(at).0);
        let (piece, eaves) = (Piece::Nonconvex(mesh.clone()), Some(mesh.eaves()));
        let interior_balls = mesh.inscribed().to_vec();
        Self {
            piece,
            bluntness: SHELL_BLUNTNESS,
            interior_ball,
            interior_balls,
            core,
            sentry,
            eaves,
        }
    }
}

/// The place of the axis as high as `most`, or, where a piece is so slender that this lies far up,
/// the highest below it that is half as deep as it is high above the bottom; and how deep it is,
/// mm.
fn sentry(bottom: f64, most: f64, depth: impl Fn(&Vec3) -> f64) -> (Vec3, f64) {
    let at = |height: f64| Vec3::new(0.0, 0.0, bottom + height);
    let blunt = |height: f64| depth(&at(height)) >= 0.5 * height;
    // Depth is concave along the axis of a convex piece: where it is half the height, it is so
    // below. Of a mesh of any shape whatever place is found will do.
    let there = at(farthest_along(most - bottom, blunt));
    (there, depth(&there).max(0.0))
}

/// The farthest way up to `most` along which something holds that holds from its start to one
/// place.
fn farthest_along(most: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut near, mut out) = (0.0, most);
    for _ in 0..HALVINGS {
        let half = 0.5 * (near + out);
        if holds(half) { near = half } else { out = half }
    }
    near
}

/// How often the way through the middle of a piece is halved.
const HALVINGS: usize = 40;
