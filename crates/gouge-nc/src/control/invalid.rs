//! What a refused block left unknown.

/// What a refused block may have changed: no place is known until a block says it anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Invalid {
    /// The work offset in force.
    pub system: bool,
    /// The tool that the next change puts into the spindle.
    pub selected: bool,
    /// The tool in the spindle.
    pub tool: bool,
    /// G80 may be in force where no motion word is known to be (Grbl).
    pub idle: bool,
    /// What X, Y and Z mean: the words that end each cause of doubt.
    frames: Vec<&'static [u16]>,
}

impl Invalid {
    /// It is in doubt what X, Y and Z mean, until one of `ends` is carried out.
    pub fn doubt_frame(&mut self, ends: &'static [u16]) {
        if !self.frames.contains(&ends) {
            self.frames.push(ends);
        }
    }

    /// Whether one of `codes` ends a cause of doubt; others remain.
    pub fn settle_frame(&mut self, codes: &[u16]) -> bool {
        let before = self.frames.len();
        self.frames.retain(|ends| !codes.iter().any(|code| ends.contains(code)));
        self.frames.len() < before
    }

    /// Whether it is in doubt what X, Y and Z mean.
    pub fn doubts_frame(&self) -> bool {
        !self.frames.is_empty()
    }
}
