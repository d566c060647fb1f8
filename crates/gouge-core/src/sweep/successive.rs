//! The exact test of one piece for facet after facet: what one teaches of the piece clears others.

use super::climb::{Deepest, climb_and_learn};
use super::deepest::deepest_loosely;
use super::domain::Patch;
use super::loose::Loose;
use super::sag::Sag;
use super::slope::Slopes;
use crate::tolerance::FLOAT_MM;
use crate::tool::{Piece, Solid};
use gouge_mesh::geom::{Triangle, Vec3};

/// A piece that is asked about facet after facet.
#[derive(Clone, Debug)]
pub struct Successive<'a> {
    piece: &'a Piece,
    slopes: Slopes,
}

impl<'a> Successive<'a> {
    /// A piece of which nothing is known.
    pub fn new(piece: &'a Piece) -> Self {
        Self { piece, slopes: Slopes::default() }
    }

    /// As [`deepest`](super::deepest()), less close where the depth is great and closeness costs much.
    ///
    /// What was asked before changes nothing: a facet is only passed over that is `gap` less deep
    /// than `floor`, and bounds that lie no farther apart than that say the same of it.
    pub fn deepest(
        &mut self,
        tri: &Triangle,
        (from, travel, sag): (&Vec3, &Vec3, &Sag),
        floor: f64,
        (gap, loose): (f64, &Loose),
    ) -> Option<Deepest> {
        let solid = match self.piece {
            Piece::Solid(solid @ Solid::Round(body)) if body.ball_column().is_none() => solid,
            Piece::Solid(solid @ Solid::Faceted(_)) => solid,
            piece => return deepest_loosely(piece, tri, from, travel, sag, floor, gap, loose),
        };
        let level = floor - gap - sag.by - 2.0 * FLOAT_MM;
        if self.slopes.clear(tri, from, travel, level) {
            return None;
        }
        let slopes = &mut self.slopes;
        let learn = &mut |slope| slopes.learn(slope);
        climb_and_learn(solid, &Patch::whole(tri), from, travel, sag, floor, gap, learn)
    }

    /// The same once more, with bounds that are closer than before: whatever else is known.
    pub fn closer(
        &self,
        tri: &Triangle,
        (from, travel, sag): (&Vec3, &Vec3, &Sag),
        floor: f64,
        (gap, loose): (f64, &Loose),
    ) -> Option<Deepest> {
        deepest_loosely(self.piece, tri, from, travel, sag, floor, gap, loose)
    }
}
