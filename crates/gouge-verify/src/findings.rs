//! The proved gouges of a program, packed: any of millions of motions may be one, and few are ever
//! shown.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::finding::{Finding, Gouge};
use super::packed_trial::PackedTrial;
use super::region::{LEAST_AT_ONCE, Region};

/// Every proved gouge, in program order.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<PackedTrial>,
    /// Findings with more detail than their trials: the worst of regions.
    shown: BTreeMap<usize, Finding>,
}

impl Findings {
    /// The findings of the trials, body by body, each in program order, except for motions that are
    /// proved clean.
    pub(super) fn of(
        tried: impl Iterator<Item = Vec<PackedTrial>>,
        is_proved: impl Fn(usize) -> bool + Sync,
    ) -> Self {
        let stays = |trial: &PackedTrial| trial.shows() && !is_proved(trial.motion as usize);
        let place = |trial: &PackedTrial| (trial.motion, trial.body);
        let mut list: Vec<PackedTrial> = Vec::new();
        for mut own in tried {
            // Mostly all of them do.
            if !own.par_iter().with_min_len(LEAST_AT_ONCE).all(stays) {
                own.retain(stays);
            }
            if list.is_empty() {
                list = own;
            } else {
                list.append(&mut own);
            }
        }
        let pairs = list.par_windows(2).with_min_len(LEAST_AT_ONCE);
        if !pairs.all(|pair| place(&pair[0]) <= place(&pair[1])) {
            list.sort_by_key(place);
        }
        list.shrink_to_fit();
        Self { list, shown: BTreeMap::new() }
    }

    /// The trials behind the findings.
    pub(super) fn trials(&self) -> &[PackedTrial] {
        &self.list
    }

    /// Caps the depths of each region's findings by the bound of all of them together, mm; each is
    /// in one region at most.
    pub(super) fn cap<'r>(&mut self, regions: impl Iterator<Item = (&'r Region, [f64; 2])>) {
        let mut caps = vec![[f64::INFINITY; 2]];
        let mut of = vec![0u32; self.list.len()];
        for (region, depth) in regions {
            region.findings.iter().for_each(|&index| of[index as usize] = caps.len() as u32);
            caps.push(depth);
        }
        let own = self.list.par_iter_mut().zip(&of).with_min_len(LEAST_AT_ONCE);
        own.for_each(|(kept, &cap)| {
            kept.depth = [0, 1].map(|i| kept.depth[i].min(caps[cap as usize][i]));
        });
    }

    /// Replaces one by a more detailed finding.
    pub(super) fn show(&mut self, index: usize, finding: Finding) {
        self.shown.insert(index, finding);
    }

    /// The number of findings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The finding at an index, which must exist.
    #[must_use]
    pub fn at(&self, index: usize) -> Cow<'_, Finding> {
        match self.shown.get(&index) {
            Some(finding) => Cow::Borrowed(finding),
            None => Cow::Owned(self.list[index].finding()),
        }
    }

    /// The same in short.
    #[must_use]
    pub fn gouge(&self, index: usize) -> Gouge {
        self.shown.get(&index).map_or_else(|| self.list[index].gouge(), Gouge::from)
    }

    /// Its motion, as [`Finding::motion`].
    #[must_use]
    pub fn motion(&self, index: usize) -> usize {
        self.list[index].motion as usize
    }

    /// Its depth, as [`Finding::depth`].
    #[must_use]
    pub fn depth(&self, index: usize) -> [f64; 2] {
        self.shown.get(&index).map_or(self.list[index].depth, |finding| finding.depth)
    }

    /// All of them, in program order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Cow<'_, Finding>> + DoubleEndedIterator {
        (0..self.len()).map(|index| self.at(index))
    }

    /// The same in short.
    pub fn gouges(&self) -> impl ExactSizeIterator<Item = Gouge> {
        (0..self.len()).map(|index| self.gouge(index))
    }

    /// The findings that may have a remedy, the worst of regions, in program order.
    pub fn worst(&self) -> impl Iterator<Item = &Finding> {
        self.shown.values()
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        let shown: BTreeMap<usize, Finding> = findings.into_iter().enumerate().collect();
        Self { list: shown.values().map(PackedTrial::from).collect(), shown }
    }
}
