//! Gouges that the check has reported so far, grouped where they are close in the program.

use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use super::document::Document;
use crate::report::Texts;
use crate::report::data::Verdict;
use crate::verify::{Observer, Sighting};

/// Gouges of the same tool, component, body and operation with at most so many motions between them
/// are shown as one.
const APART: u32 = 256;

/// At most so many are shown before the check is over, the deepest.
const MOST: usize = 1000;

/// What was seen so far; threads of the search add to it, the screen looks.
#[derive(Clone, Debug, Default)]
pub(super) struct Sightings(Arc<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    list: Vec<Sighting>,
    /// Something came since somebody looked.
    news: bool,
}

impl Sightings {
    /// Hears of what a search sees.
    pub fn observer(&self) -> Observer {
        let all = self.clone();
        Observer::new(move |sighting| {
            let mut seen = all.0.lock().unwrap_or_else(PoisonError::into_inner);
            seen.news = true;
            add(&mut seen.list, sighting);
        })
    }

    /// The deepest first, if something came since the last time.
    pub fn news(&self) -> Option<Vec<Sighting>> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut seen.news).then(|| seen.list.clone()).map(deepest)
    }

    /// The deepest first.
    pub fn all(&self) -> Vec<Sighting> {
        deepest(self.0.lock().unwrap_or_else(PoisonError::into_inner).list.clone())
    }
}

fn deepest(mut list: Vec<Sighting>) -> Vec<Sighting> {
    list.sort_by(deepest_first);
    list.truncate(MOST);
    list
}

/// The order that they are shown in.
pub(super) fn deepest_first(a: &Sighting, b: &Sighting) -> Ordering {
    let depth = |s: &Sighting| s.worst.depth[0];
    depth(b).total_cmp(&depth(a)).then_with(|| a.motions.cmp(&b.motions))
}

/// Puts one in, and joins what it bridges.
fn add(list: &mut Vec<Sighting>, mut one: Sighting) {
    let apart = |a: &Sighting, b: &Sighting| {
        a.motions[0].saturating_sub(b.motions[1]).max(b.motions[0].saturating_sub(a.motions[1]))
    };
    while let Some(at) = list.iter().position(|s| s.is_kin(&one) && apart(s, &one) <= APART) {
        let known = list.swap_remove(at);
        one.join(known);
    }
    list.push(one);
}

impl Document {
    /// The same with what is told of a check that is not over: regions seen but not measured, after
    /// those that are. What is there already is not shown twice.
    pub(super) fn with_sighted(&self, sightings: &[Sighting]) -> Self {
        let texts = Texts::new(&self.program, &self.files);
        let meshes: Vec<_> = self.bodies.iter().map(|b| &b.mesh).collect();
        let mut document = self.clone();
        let regions = &mut document.report.regions;
        regions.truncate(self.measured());
        let seen =
            crate::report::sighted(&document.report, self.placement, &texts, &meshes, sightings);
        let regions = &mut document.report.regions;
        let measured = regions.len();
        for region in seen {
            if !regions.iter().any(|known| known.overlaps(&region)) {
                regions.push(region);
            }
        }
        document.sighted = regions.len() - measured;
        if document.sighted > 0 {
            document.report.verdict = Verdict::Gouge;
        }
        document
    }

    /// How many of the report's regions are measured: the first.
    pub fn measured(&self) -> usize {
        self.report.regions.len().saturating_sub(self.sighted)
    }
}
