//! What a shift of a chord has to prove.

use super::chord::Chord;
use crate::thresholds::Slack;
use crate::tolerance::HALVING_GAIN;
use smallvec::SmallVec;

/// What a shift of a chord is to tell, mm.
pub(super) struct Wanted {
    /// Something is this deep.
    pub lo: f64,
    /// What is no deeper than this need not be looked into.
    pub level: f64,
    /// Nothing of the chord is deeper, as was known before.
    pub hi: f64,
    /// How much longer than the shortest it may be.
    pub gap: f64,
    /// How long those are that lead where others did before, one after the other.
    pub lengths: SmallVec<[f64; 2]>,
    /// Of the piece.
    pub bluntness: f64,
    pub slack: Slack,
}

impl Wanted {
    /// What may lie deeper than a shift is long: the true path bends, and what only touches may be
    /// a little deeper.
    pub fn beside(&self, chord: &Chord) -> f64 {
        chord.bend() + self.left_in(chord)
    }

    /// What is no deeper than this takes a good share off what is left to tell.
    pub fn gains(&self) -> f64 {
        self.hi - HALVING_GAIN * (self.hi - self.level)
    }

    /// Whether one may tell anything: a chord that bends away farther than what is left to say says
    /// nothing.
    pub fn tells(&self, chord: &Chord) -> bool {
        self.lo + chord.sag + self.left_in(chord) < self.hi
    }

    /// What is no deeper in the piece than all that still touches it is no farther from the rest
    /// than this, mm.
    pub fn left_in(&self, chord: &Chord) -> f64 {
        (2.0 * chord.eta() + self.slack.crack) * self.bluntness + self.slack.float
    }
}
