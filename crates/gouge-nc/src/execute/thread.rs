//! Threading passes of G76 (LinuxCNC: `convert_threading_cycle`; lathe, G18): roughing by equal
//! area, spring passes, tapers.

/// A G76 block with the start it runs from. Lengths in program units, X as radii, angles in
/// radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thread {
    /// Where the cycle starts (X, Y, Z): on the drive line.
    pub start: [f64; 3],
    /// Where it ends: Z of the thread's end; the last rapid goes there.
    pub end: [f64; 3],
    /// I: thread peak from the drive line, negative for external threads.
    pub peak: f64,
    /// J: depth of the first cut beyond the peak.
    pub first_cut: f64,
    /// K: full depth beyond the peak.
    pub full_depth: f64,
    /// Q: compound slide angle.
    pub compound: f64,
    /// R: degression of the cuts, 1 for equal cuts.
    pub degression: f64,
    /// H: passes repeated at full depth.
    pub springs: u32,
    /// E: length along Z of the tapers.
    pub taper: f64,
    /// L1, L3: taper at the start.
    pub entry_taper: bool,
    /// L2, L3: taper at the end.
    pub exit_taper: bool,
}

/// Why a threading cycle was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThreadError {
    /// I is 0.
    #[error("I of G76 must not be 0: it is the thread peak seen from the drive line")]
    Peak,
    /// J is not positive.
    #[error("J of G76, the first cut, must be greater than 0")]
    FirstCut,
    /// K is not greater than J.
    #[error("K of G76, the full depth, must be greater than J, the first cut")]
    FullDepth,
}

/// One straight move of the cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Whether it is a rapid; the others are at thread feed.
    pub rapid: bool,
    /// Its end.
    pub to: [f64; 3],
}

impl Thread {
    /// Checks the words.
    ///
    /// # Errors
    /// See [`ThreadError`].
    pub fn check(&self) -> Result<(), ThreadError> {
        if self.peak == 0.0 {
            Err(ThreadError::Peak)
        } else if self.first_cut <= 0.0 {
            Err(ThreadError::FirstCut)
        } else if self.full_depth <= self.first_cut {
            Err(ThreadError::FullDepth)
        } else {
            Ok(())
        }
    }

    /// Hands out the cycle's moves in order. A strong degression asks for very many passes:
    /// `out` ends the cycle by an error.
    ///
    /// # Errors
    /// Whatever `out` returns.
    pub fn run<E>(&self, mut out: impl FnMut(Step) -> Result<(), E>) -> Result<(), E> {
        let peak = self.peak.abs();
        let end_depth = self.full_depth + peak;
        let degression = if self.degression > 1.0 { self.degression } else { 1.0 };
        let mut cuts = 1.0;
        let mut depth = peak + self.first_cut;
        while depth < end_depth {
            self.pass(depth, &mut out)?;
            cuts += 1.0;
            depth = peak + self.first_cut * f64::powf(cuts, 1.0 / degression);
        }
        for _ in 0..=self.springs {
            self.pass(end_depth, &mut out)?;
        }
        out(Step { rapid: true, to: self.end })
    }

    fn pass<E>(&self, depth: f64, out: &mut impl FnMut(Step) -> Result<(), E>) -> Result<(), E> {
        let [x, y, z] = self.start;
        let toward = if self.peak > 0.0 { 1.0 } else { -1.0 };
        let away = if self.end[2] > z { -1.0 } else { 1.0 };
        let slope = (self.compound * away).tan();
        let shift = (depth - self.peak.abs()) * slope;
        let target = self.end[2] + self.full_depth * slope;
        let taper = self.taper.max(0.0) * away;
        let at = |depth: f64, z: f64| [x + toward * depth, y, z];
        let clear = depth - (self.full_depth + self.peak.abs());
        let crest = depth - self.full_depth;
        let (first, last) = (z - shift, target - shift);
        let mut step = |rapid: bool, to: [f64; 3]| out(Step { rapid, to });
        step(true, at(clear, first))?;
        if taper != 0.0 && self.entry_taper {
            step(false, at(crest, first))?;
            step(false, at(depth, first - taper))?;
        } else {
            step(true, at(depth, first))?;
        }
        if taper != 0.0 && self.exit_taper {
            step(false, at(depth, last + taper))?;
            step(false, at(crest, last))?;
        } else {
            step(false, at(depth, last))?;
        }
        step(true, at(clear, last))
    }
}
