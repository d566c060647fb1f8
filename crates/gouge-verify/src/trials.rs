//! What was tried of all motions against one body: what their components do to it, kept chunk by
//! chunk, since most motions of most programs leave next to nothing and there are millions of them.

use super::body::Body;
use super::finding::Verdict;
use super::plan::CHUNK;
use super::thresholds::Thresholds;
use super::verdict::Trial;

/// What the components of tools do to one body, motion by motion.
#[derive(Debug, Default)]
pub(super) struct Trials(Vec<TrialChunk>);

/// The trials of [`CHUNK`] motions, the last chunk's being fewer: one list for all of them, since a
/// list for each motion takes more time and memory than most verdicts.
#[derive(Debug, Default)]
pub(super) struct TrialChunk {
    /// Those that leave something to say.
    list: Vec<Trial>,
    motions: Vec<Tried>,
}

/// What was tried of one motion.
#[derive(Clone, Copy, Debug)]
struct Tried {
    /// Where the trials of the motion end in the list of its chunk.
    end: u32,
    /// False where the check was stopped before it.
    done: bool,
    /// None that is not in the list is deeper, the allowance counted, mm: most motions of most
    /// programs leave no more than this.
    quiet: f64,
}

impl TrialChunk {
    /// With room for as many motions.
    pub fn with_capacity(motions: usize) -> Self {
        Self { list: Vec::new(), motions: Vec::with_capacity(motions) }
    }

    /// Puts the next motion: its components' trials before `body`.
    pub fn put(
        &mut self,
        trials: impl Iterator<Item = Trial>,
        body: &Body,
        thresholds: &Thresholds,
    ) {
        let mut quiet = 0f64;
        for trial in trials {
            let [lo, hi] = thresholds.judged(body, trial.surface.depth, trial.part);
            let silent = trial.surface.contact.is_none()
                && trial.reached.is_none()
                && trial.untold.is_none()
                && lo <= 0.0;
            if silent && trial.verdict == Verdict::Clean {
                // Taking an allowance off and adding it again must not move it across the limit.
                quiet = quiet.max(hi.min(thresholds.tolerance));
            } else {
                self.list.push(trial);
            }
        }
        self.next(true, quiet);
    }

    /// Of as many motions as `count`, none of them tried.
    pub fn untried(count: usize) -> Self {
        let untried = Tried { end: 0, done: false, quiet: 0.0 };
        Self { list: Vec::new(), motions: vec![untried; count] }
    }

    /// Puts those of the motions that follow.
    pub fn append(&mut self, other: Self) {
        let first = self.list.len() as u32;
        self.list.extend(other.list);
        let moved = |tried: Tried| Tried { end: tried.end + first, ..tried };
        self.motions.extend(other.motions.into_iter().map(moved));
    }

    /// Puts the next motion, of which nothing is to be tried.
    pub fn pass(&mut self) {
        self.next(true, 0.0);
    }

    /// Puts the next motion, which was not tried.
    pub fn skip(&mut self) {
        self.next(false, 0.0);
    }

    fn next(&mut self, done: bool, quiet: f64) {
        self.motions.push(Tried { end: self.list.len() as u32, done, quiet });
    }
}

impl Trials {
    /// Those of all chunks, in program order.
    pub fn new(chunks: Vec<TrialChunk>) -> Self {
        Self(chunks)
    }

    /// Of as many motions as `count`, none of them tried.
    pub fn none(count: usize) -> Self {
        Self((0..count.div_ceil(CHUNK)).map(|_| TrialChunk::untried(CHUNK)).collect())
    }

    /// Those of a motion.
    pub fn of(&self, motion: usize) -> &[Trial] {
        let (chunk, at) = (&self.0[motion / CHUNK], motion % CHUNK);
        let first = at.checked_sub(1).map_or(0, |before| chunk.motions[before].end);
        &chunk.list[first as usize..chunk.motions[at].end as usize]
    }

    /// The motions of which something is in the list, in program order.
    pub fn told(&self) -> impl Iterator<Item = usize> {
        let chunks = self.0.iter().enumerate().filter(|(_, chunk)| !chunk.list.is_empty());
        chunks.flat_map(|(at, chunk)| {
            let ends = chunk.motions.iter().map(|tried| tried.end);
            let firsts = std::iter::once(0).chain(ends.clone());
            let own = firsts.zip(ends).zip(at * CHUNK..);
            own.filter(|((first, end), _)| first < end).map(|(_, motion)| motion)
        })
    }

    /// How deep what is not in the list is at most in a motion, mm; `None` where that was not
    /// tried.
    pub fn quiet(&self, motion: usize) -> Option<f64> {
        let tried = self.0[motion / CHUNK].motions[motion % CHUNK];
        tried.done.then_some(tried.quiet)
    }
}
