//! A chord told by a single cell, before it is halved or the pieces on it are taken apart.

use super::cell::Cell;
use super::{InteriorQuery, Item};
use crate::tolerance::HALVING_GAIN;
use gouge_mesh::geom::Vec3;

/// Whether a single cell of a chord may tell enough, although the path bends away from it or all
/// pieces of a tool are on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AsCell {
    /// It was not asked; those of so many longer ones in a row told little.
    Unasked(u8),
    /// It told much, so that those of both halves may tell more.
    Told,
    /// It told little, as did those of so many longer ones that it was cut from.
    InVain(u8),
}

impl AsCell {
    /// The same of both halves of a chord.
    pub fn of_halves(self) -> Self {
        match self {
            Self::InVain(vain) | Self::Unasked(vain) => Self::Unasked(vain),
            Self::Told => Self::Unasked(0),
        }
    }
}

impl InteriorQuery<'_> {
    /// Bounds a chord by a single cell, for which it matters only how far the true path may leave it
    /// towards the surface, and puts it again unless it holds nothing of interest.
    pub(super) fn tell_as_cell(
        &mut self,
        at: usize,
        vain: u8,
        hi: f64,
        level: f64,
        parts: &mut Vec<(f64, Item)>,
    ) {
        self.spend(1);
        let chord = self.chords[at];
        let off = self.off(&chord);
        let (room, away) = (chord.room, Vec3::zeros());
        // Along the rim of a tool its planes are many: beneath a lid each of them tells something.
        let near = self.target.nearest_from(&((room.lo + room.hi) * 0.5), None);
        let toward = near
            .map(|near| self.target.body.outward(near.triangle))
            .filter(|toward| *toward != Vec3::zeros());
        let near = near.map(|near| near.triangle);
        let mut cell = Cell { chord: at, times: [0.0, 1.0], room, toward, away, near, bent: 0.0 };
        let Some(told) = self.bound_beside(&mut cell, off, hi, level) else { return };
        if told <= level {
            self.left = self.left.max(told);
            return;
        }
        let gains = told <= hi - HALVING_GAIN * (hi - level);
        self.chords[at].as_cell = if gains { AsCell::Told } else { AsCell::InVain(vain + 1) };
        parts.push((hi.min(told), Item::Chord(at)));
    }
}
