//! All trials of one body, packed chunk by chunk: most motions leave next to nothing, and there are
//! millions of them.

use super::packed_trial::{PackedTrial, TrialOf};
use super::plan::CHUNK;
use super::verdict::Trial;

/// The trials of tool components against one body, motion by motion.
#[derive(Debug, Default)]
pub(super) struct Trials {
    /// The trials of all chunks that have something to report, in program order: in one piece, as
    /// `clean_to`, or the memory freed between them stays unused.
    list: Vec<PackedTrial>,
    chunks: Vec<Listed>,
    /// As in [`TrialChunk`], for all chunks.
    clean_to: Vec<f64>,
}

/// Where the trials of a chunk of motions are in the list.
#[derive(Debug, Default)]
struct Listed {
    first: usize,
    /// Where the trials of each motion end, counted from `first`; none while there are none.
    ends: Box<[u32]>,
}

/// The trials of [`CHUNK`] motions, the last chunk's being fewer: one list for all of them, since a
/// list for each motion takes more time and memory than most verdicts.
#[derive(Debug, Default)]
pub(super) struct TrialChunk {
    /// The trials that have something to report.
    list: Vec<PackedTrial>,
    /// Where the trials of each motion end in the list; none while it is empty.
    ends: Vec<u32>,
    /// For each motion: none of its trials that is not in the list is deeper, the allowance
    /// counted, mm, and most motions of most programs leave no more than this. [`UNTRIED`] where
    /// the check was stopped before it.
    clean_to: Vec<f64>,
}

/// Not a depth.
const UNTRIED: f64 = f64::NEG_INFINITY;

impl TrialChunk {
    /// With room for this many motions.
    pub fn with_capacity(motions: usize) -> Self {
        Self { clean_to: Vec::with_capacity(motions), ..Self::default() }
    }

    /// Adds the next motion with its components' trials.
    pub fn put(&mut self, trials: impl Iterator<Item = Trial>, tried: TrialOf) {
        let mut clean_to = 0f64;
        for trial in trials {
            match trial.clean_to(tried.body, tried.thresholds) {
                Some(own) => clean_to = clean_to.max(own),
                None => self.list.push(PackedTrial::new(trial, tried)),
            }
        }
        self.put_clean(clean_to, 1);
    }

    /// Adds `count` motions, none of whose trials is in the list or deeper than `clean_to`, mm.
    pub fn put_clean(&mut self, clean_to: f64, count: usize) {
        let Self { list, ends, .. } = self;
        let end = self.clean_to.len() + count;
        if !list.is_empty() {
            ends.resize(self.clean_to.len(), 0);
            ends.resize(end, list.len() as u32);
        }
        self.clean_to.resize(end, clean_to);
    }

    /// The number of motions in it.
    pub fn len(&self) -> usize {
        self.clean_to.len()
    }

    /// For `count` motions, none of them tried.
    pub fn untried(count: usize) -> Self {
        Self { clean_to: vec![UNTRIED; count], ..Self::default() }
    }

    /// Appends the trials of the motions that follow.
    pub fn append(&mut self, other: Self) {
        let Self { list, ends, .. } = self;
        let (first, before) = (list.len() as u32, self.clean_to.len());
        list.extend(other.list);
        self.clean_to.extend(other.clean_to);
        if !list.is_empty() {
            ends.resize(before, 0);
            ends.extend(other.ends.into_iter().map(|end| end + first));
            ends.resize(self.clean_to.len(), first);
        }
    }

    /// Adds the next motion, which has nothing to try.
    pub fn pass(&mut self) {
        self.put_clean(0.0, 1);
    }

    /// Adds the next motion, which was not tried.
    pub fn skip(&mut self) {
        self.put_clean(UNTRIED, 1);
    }
}

impl Trials {
    /// With room for the trials of this many motions.
    pub fn with_capacity(motions: usize) -> Self {
        let chunks = Vec::with_capacity(motions.div_ceil(CHUNK));
        Self { list: Vec::new(), chunks, clean_to: Vec::with_capacity(motions) }
    }

    /// For `count` motions, none of them tried.
    pub fn none(count: usize) -> Self {
        let mut none = Self::with_capacity(count);
        none.chunks.resize_with(count.div_ceil(CHUNK), Listed::default);
        none.clean_to.resize(count, UNTRIED);
        none
    }

    /// Adds the trials of the next chunk; all before it are full.
    pub fn push(&mut self, chunk: TrialChunk) {
        self.chunks.push(Listed { first: self.list.len(), ends: chunk.ends.into() });
        self.list.extend(chunk.list);
        self.clean_to.extend(chunk.clean_to);
    }

    /// The trials of a motion.
    pub fn of(&self, motion: usize) -> &[PackedTrial] {
        let (chunk, at) = (&self.chunks[motion / CHUNK], motion % CHUNK);
        let Some(&end) = chunk.ends.get(at) else { return &[] };
        let first = at.checked_sub(1).map_or(0, |before| chunk.ends[before]);
        &self.list[chunk.first..][first as usize..end as usize]
    }

    /// All trials that have something to report, in program order.
    pub fn into_list(self) -> Vec<PackedTrial> {
        self.list
    }

    /// Whether all motions of a chunk, given its first, were tried and none has a trial in the
    /// list.
    pub fn is_quiet(&self, first: usize) -> bool {
        let own = &self.clean_to[first..self.clean_to.len().min(first + CHUNK)];
        self.chunks[first / CHUNK].ends.is_empty()
            && own.iter().all(|clean_to| *clean_to != UNTRIED)
    }

    /// The greatest possible depth, in a motion, of trials that are not in the list, mm; `None`
    /// where the motion was not tried.
    pub fn clean_to(&self, motion: usize) -> Option<f64> {
        let clean_to = self.clean_to[motion];
        (clean_to != UNTRIED).then_some(clean_to)
    }
}
