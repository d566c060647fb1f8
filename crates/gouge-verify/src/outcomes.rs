//! The answers for all motions, packed: programs have millions of them, and for most there is
//! nothing to state but their length and their greatest possible depth.

use std::sync::Arc;

use super::finding::{Doubt, MotionOutcome, Verdict};
use super::plan::CHUNK;

/// The answer for every motion, in program order.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    brief: Vec<Brief>,
    /// For each chunk, the motions with more than a brief answer, by their place in it, ascending.
    further: Vec<Box<[Further]>>,
}

/// The answers for [`CHUNK`] motions, the last chunk's being fewer.
#[derive(Debug, Default)]
pub(super) struct OutcomeChunk {
    brief: Vec<Brief>,
    further: Vec<Further>,
}

/// The answer for a motion that is clean.
#[derive(Clone, Copy, Debug)]
struct Brief {
    /// As [`MotionOutcome::length`].
    length: f64,
    /// Its greatest possible depth, mm.
    most: f64,
}

/// The rest of an answer, as [`MotionOutcome`] has it: every motion may gouge.
#[derive(Clone, Debug)]
struct Further {
    least: f64,
    t: f64,
    doubt: Option<Arc<Doubt>>,
    triangle: u32,
    /// The motion's place in its chunk.
    place: u8,
    verdict: Verdict,
    accepted: bool,
}

const _: () = assert!(CHUNK == u8::MAX as usize + 1, "a place in a chunk is a byte");

impl OutcomeChunk {
    /// The answers for clean motions, given the length and the greatest possible depth of each, mm.
    pub fn clean(motions: impl Iterator<Item = [f64; 2]>) -> Self {
        let brief = |[length, most]: [f64; 2]| Brief { length, most };
        Self { brief: motions.map(brief).collect(), further: Vec::new() }
    }

    /// Adds the answer for the next motion.
    fn push(&mut self, outcome: MotionOutcome) {
        let brief = Brief { length: outcome.length, most: outcome.depth[1] };
        if !outcome.says(brief) {
            self.further.push(Further::of(outcome, self.brief.len() as u8));
        }
        self.brief.push(brief);
    }
}

impl FromIterator<MotionOutcome> for OutcomeChunk {
    fn from_iter<I: IntoIterator<Item = MotionOutcome>>(outcomes: I) -> Self {
        let outcomes = outcomes.into_iter();
        let brief = Vec::with_capacity(outcomes.size_hint().0);
        let mut chunk = Self { brief, further: Vec::new() };
        outcomes.for_each(|outcome| chunk.push(outcome));
        chunk
    }
}

impl Further {
    fn of(outcome: MotionOutcome, place: u8) -> Self {
        let MotionOutcome { length: _, verdict, depth, triangle, t, doubt, accepted } = outcome;
        Self { least: depth[0], t, doubt, triangle, place, verdict, accepted }
    }

    /// The whole answer.
    fn with(&self, Brief { length, most }: Brief) -> MotionOutcome {
        let Self { least, t, ref doubt, triangle, verdict, accepted, .. } = *self;
        let (depth, doubt) = ([least, most], doubt.clone());
        MotionOutcome { length, verdict, depth, triangle, t, doubt, accepted }
    }
}

impl From<Brief> for MotionOutcome {
    fn from(Brief { length, most }: Brief) -> Self {
        Self { length, depth: [0.0, most], ..Self::bare(Verdict::Clean) }
    }
}

impl MotionOutcome {
    /// Whether a brief answer says all of it, bit by bit.
    fn says(&self, brief: Brief) -> bool {
        self.depth[0].to_bits() == 0 && *self == brief.into()
    }
}

impl Outcomes {
    /// With room for the answers for this many motions.
    pub(super) fn with_capacity(motions: usize) -> Self {
        let further = Vec::with_capacity(motions.div_ceil(CHUNK));
        Self { brief: Vec::with_capacity(motions), further }
    }

    /// Adds the answers for the next chunk; all before it are full.
    pub(super) fn push(&mut self, chunk: OutcomeChunk) {
        self.brief.extend(chunk.brief);
        self.further.push(chunk.further.into());
    }

    /// The number of motions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.brief.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.brief.is_empty()
    }

    /// The answer for a motion, by its index.
    #[must_use]
    pub fn get(&self, motion: usize) -> Option<MotionOutcome> {
        (motion < self.len()).then(|| self.at(motion))
    }

    /// The answer for a motion, by an index that exists.
    #[must_use]
    pub fn at(&self, motion: usize) -> MotionOutcome {
        let (further, place) = (&self.further[motion / CHUNK], motion % CHUNK);
        let brief = self.brief[motion];
        // Where all motions of a chunk have more to say, each stands at its place.
        match further.get(place) {
            Some(own) if usize::from(own.place) == place => return own.with(brief),
            _ => {}
        }
        match further.binary_search_by_key(&place, |own| own.place.into()) {
            Ok(found) => further[found].with(brief),
            Err(_) => brief.into(),
        }
    }

    /// The length of a motion, mm, by an index that exists.
    pub(super) fn length(&self, motion: usize) -> f64 {
        self.brief[motion].length
    }

    /// All answers, in program order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MotionOutcome> + DoubleEndedIterator {
        (0..self.len()).map(|motion| self.at(motion))
    }

    /// The motions that are undecided and not accepted as they are, by their indices, each with its
    /// verdict and the reason; gouging motions too, where anything else about them is undecided.
    pub fn open(&self) -> impl Iterator<Item = (usize, Verdict, Option<&Doubt>)> {
        let open = |own: &&Further| match own.verdict {
            Verdict::Clean => false,
            Verdict::Unknown => !own.accepted,
            Verdict::Gouge => own.doubt.is_some(),
        };
        let further = self.further.iter().enumerate();
        further.flat_map(move |(chunk, further)| {
            let first = chunk * CHUNK;
            let further = further.iter().filter(open);
            let place = move |own: &Further| first + usize::from(own.place);
            further.map(move |own| (place(own), own.verdict, own.doubt.as_deref()))
        })
    }
}

impl FromIterator<MotionOutcome> for Outcomes {
    fn from_iter<I: IntoIterator<Item = MotionOutcome>>(outcomes: I) -> Self {
        let (mut all, mut outcomes) = (Self::default(), outcomes.into_iter().peekable());
        while outcomes.peek().is_some() {
            all.push(outcomes.by_ref().take(CHUNK).collect());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Doubt;

    /// Clean ones of no more than a length and a depth, and one of each kind of what else there is.
    fn some(number: usize) -> MotionOutcome {
        let clean = MotionOutcome::bare(Verdict::Clean);
        let plain = MotionOutcome { length: number as f64, depth: [0.0, 0.5], ..clean };
        match number % 29 {
            3 => MotionOutcome { verdict: Verdict::Gouge, depth: [1.0, 2.0], ..plain },
            7 => MotionOutcome { depth: [-0.0, 0.0], ..plain },
            11 => MotionOutcome { accepted: true, ..plain },
            13 => MotionOutcome { doubt: Doubt::of("G001"), ..plain },
            17 => MotionOutcome { triangle: 0, t: 0.25, ..plain },
            19 => MotionOutcome { depth: [0.0, f64::INFINITY], ..plain },
            23 => MotionOutcome { depth: [0.001, 0.002], ..plain },
            _ => plain,
        }
    }

    #[test]
    fn answers_come_back_as_they_were_put() {
        for count in [0, 1, 255, 256, 257, 2000] {
            let all: Outcomes = (0..count).map(some).collect();
            assert_eq!((all.len(), all.is_empty()), (count, count == 0));
            assert_eq!(all.iter().len(), count);
            for (number, one) in all.iter().enumerate() {
                assert_eq!(one, some(number));
                assert_eq!(one.depth[0].to_bits(), some(number).depth[0].to_bits());
                assert_eq!(all.get(number), Some(some(number)));
            }
            assert!(all.get(count).is_none());
        }
    }

    #[test]
    fn a_gouging_motion_takes_thirty_two_bytes_more() {
        assert_eq!(size_of::<Further>(), 32);
    }

    #[test]
    fn a_clean_motion_takes_sixteen_bytes() {
        assert_eq!(size_of::<Brief>(), 16);
        let clean = (0..10 * CHUNK).map(|_| MotionOutcome::bare(Verdict::Clean));
        let all: Outcomes = clean.collect();
        assert!(all.further.iter().all(|further| further.is_empty()));
    }
}
