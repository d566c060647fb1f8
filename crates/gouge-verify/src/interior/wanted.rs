//! What a shift of a chord has to prove.

use super::chord::Chord;
use crate::thresholds::Slack;
use crate::tolerance::HALVING_GAIN;
use smallvec::SmallVec;

/// What a shift of a chord has to prove, mm.
pub(super) struct Wanted {
    /// Something is this deep.
    pub lo: f64,
    /// Depths up to this need not be looked into.
    pub level: f64,
    /// Nothing on the chord is deeper, as was known before.
    pub hi: f64,
    /// How much longer than the shortest a shift may be.
    pub gap: f64,
    /// The lengths, tried one after the other, of shifts that lead where others did before.
    pub lengths: SmallVec<[f64; 2]>,
    /// The piece's bluntness.
    pub bluntness: f64,
    pub slack: Slack,
}

impl Wanted {
    /// How much deeper than a shift is long something may lie: the true path bends, and what only
    /// touches may be a little deeper.
    pub fn beside(&self, chord: &Chord) -> f64 {
        chord.bend() + self.left_in(chord)
    }

    /// A bound no greater than this closes a good share of what is open.
    pub fn gains(&self) -> f64 {
        self.hi - HALVING_GAIN * (self.hi - self.level)
    }

    /// Whether a shift can prove anything: on a chord that bends away farther than what is open it
    /// proves nothing.
    pub fn tells(&self, chord: &Chord) -> bool {
        self.lo + chord.sag + self.left_in(chord) < self.hi
    }

    /// What is no deeper in the piece than all that still touches it is no farther from the rest
    /// than this, mm.
    pub fn left_in(&self, chord: &Chord) -> f64 {
        (2.0 * chord.eta() + self.slack.crack) * self.bluntness + self.slack.float
    }
}
