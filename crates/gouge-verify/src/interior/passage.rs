//! One component of a tool on its path, and a point of the material that it reaches.

use std::ops::Range;

use super::super::mover::Mover;
use super::super::plan::TimedPath;
use crate::tolerance::INSIDE_MM;
use gouge_core::tool::{Piece, Silhouette};
use gouge_mesh::geom::Vec3;

/// One component of a tool on its path during one motion.
pub(in super::super) struct Passage<'a> {
    pub paths: Vec<TimedPath>,
    /// Its pieces, and after these all of them as one if shifts are first sought for that.
    pub movers: Vec<Mover<'a>>,
    /// How many pieces.
    pub pieces: usize,
    /// How much thicker it is on all sides than it is declared, mm.
    pub grow: f64,
    /// Its movers are larger than what was declared by this much at most, mm: a point that deep in
    /// them is in the tool.
    pub excess: f64,
    /// What decides exactly whether a point lies in what was declared, where the movers are larger
    /// than that; none where only the excess is known.
    pub declared: Option<&'a Silhouette>,
    /// Points deeper in it than this are outside the material all along, mm; none where that is not
    /// known.
    pub outside: Option<f64>,
    /// It comes beneath an open surface: the place that it came from does not determine its side
    /// there.
    pub roofed: bool,
    /// Before an open surface that it comes beneath, what is no farther than this from what sees
    /// the sky does not count, mm.
    pub shell: f64,
}

/// A point of the material that the tool covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Reached {
    /// Its index among all passages.
    pub passage: usize,
    /// Proved least distance to the surface, mm.
    pub depth: f64,
    /// The point, mm.
    pub x: Vec3,
    /// The nearest point of the surface, mm.
    pub foot: Vec3,
    pub triangle: u32,
    /// Time along the motion.
    pub t: f64,
    pub control: Vec3,
    pub dogleg: bool,
}

impl Passage<'_> {
    /// How many chords each of its pieces begins with.
    pub(super) fn first_chords(&self) -> usize {
        self.paths.iter().map(|timed| timed.path.first_cut()).sum()
    }

    /// The movers for which shifts are first sought.
    pub(super) fn first(&self) -> Range<usize> {
        let count = self.movers.len();
        if count > self.pieces { self.pieces..count } else { 0..count }
    }

    /// How deep in a mover a point has to lie to be in the tool, mm, where nothing decides that
    /// exactly.
    pub(super) fn inside(&self) -> f64 {
        INSIDE_MM + if self.declared.is_some() { 0.0 } else { self.excess }
    }

    /// Whether a mover is a body of revolution with pockets whose level sections are discs.
    pub(super) fn is_round(&self, mover: usize) -> bool {
        let Piece::ConcaveRevolve(body) = self.movers[mover].piece else { return false };
        body.rises()
    }

    /// Whether a mover is all pieces as one.
    pub(super) fn is_whole(&self, mover: usize) -> bool {
        mover >= self.pieces
    }
}
