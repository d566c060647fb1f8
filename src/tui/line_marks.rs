//! Marked lines besides those of regions: where motions gouge, and where something is open.

use super::document::Document;
use super::place::Place;
use crate::report::data::Verdict;

/// Marked lines, each list in order.
#[derive(Clone, Debug, Default)]
pub struct LineMarks {
    gouging: Vec<Place>,
    open: Vec<Place>,
}

impl LineMarks {
    /// Those of a document, as far as its report lists motions.
    pub fn of(document: &Document) -> Self {
        let report = &document.report;
        let motions = |verdict: Verdict| {
            let all = report.motions.iter().flatten().filter(move |m| m.verdict == verdict);
            all.filter_map(move |m| document.place_of_motion(m.index, m.line))
        };
        let refused = report.refusals.iter().map(|r| (r.file.as_deref(), r.line));
        let undecided = report.undecided.iter().map(|u| (u.file.as_deref(), u.line));
        let said = refused.chain(undecided);
        let said = said.filter_map(|(file, line)| document.place_at(file, line));
        let left = report.undecided.iter().flat_map(|u| &u.open);
        let left = left.filter_map(|m| document.place_of_motion(m.motion, m.line));
        Self {
            gouging: sorted(motions(Verdict::Gouge)),
            open: sorted(said.chain(left).chain(motions(Verdict::Unknown))),
        }
    }

    /// Whether a motion of this line is known to gouge.
    pub fn gouges(&self, at: Place) -> bool {
        self.gouging.binary_search(&at).is_ok()
    }

    /// Whether something on this line is refused or not decided.
    pub fn is_open(&self, at: Place) -> bool {
        self.open.binary_search(&at).is_ok()
    }
}

fn sorted(places: impl Iterator<Item = Place>) -> Vec<Place> {
    let mut places: Vec<Place> = places.collect();
    places.sort_unstable();
    places.dedup();
    places
}
