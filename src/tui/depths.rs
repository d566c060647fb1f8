//! How deep regions, operations and the lines that witnesses stand on are, as far as that is proved.

use std::collections::{BTreeMap, HashMap};

use super::document::Document;
use super::line_marks::LineMarks;
use super::place::Place;
use crate::report::data::{Operation, Region, Report};
use crate::report::summary::is_wide;

/// What is proved of a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proved {
    /// It is no less, mm.
    pub mm: f64,
    /// Nothing shows that it is not more.
    pub at_least: bool,
}

impl Proved {
    /// Of a region.
    pub fn of(region: &Region) -> Self {
        Self { mm: region.depth_mm[0], at_least: region.unmeasured }
    }

    /// Of two that belong together.
    fn and(self, other: Self) -> Self {
        Self { mm: self.mm.max(other.mm), at_least: self.at_least || other.at_least }
    }
}

/// Depths that every frame tells of, worked out once: there may be many regions.
#[derive(Clone, Debug, Default)]
pub struct Depths {
    lines: HashMap<Place, Proved>,
    /// In the order of the report.
    operations: Vec<Option<Proved>>,
}

impl Depths {
    /// Those of a document and its marks.
    pub fn of(document: &Document, marks: &LineMarks) -> Self {
        Self { lines: lines(document, marks), operations: operations(&document.report) }
    }

    /// How deep a line is; none where no witness stands on it.
    pub fn of_line(&self, at: Place) -> Option<Proved> {
        self.lines.get(&at).copied()
    }

    /// How deep an operation gouges, by its index in the report; none where no gouge of it is
    /// known.
    pub fn of_operation(&self, index: usize) -> Option<Proved> {
        self.operations.get(index).copied().flatten()
    }
}

fn lines(document: &Document, marks: &LineMarks) -> HashMap<Place, Proved> {
    let report = &document.report;
    let mut lines: HashMap<Place, Proved> = HashMap::new();
    // Lines as the report counts them: of a changed file, regions know no others.
    let mut uncovered: BTreeMap<(Option<&str>, u32), Place> = BTreeMap::new();
    for region in &report.regions {
        let Some(at) = document.place_of(region) else { continue };
        let own = Proved { mm: region.depth_mm[0], at_least: marks.is_open(at) };
        lines.entry(at).and_modify(|known| *known = known.and(own)).or_insert(own);
        uncovered.insert((region.witness.file.as_deref(), region.witness.line), at);
    }
    for motion in report.motions.iter().flatten() {
        let at = document.place_of_motion(motion.index, motion.line);
        if let Some(known) = at.and_then(|at| lines.get_mut(&at)) {
            known.mm = known.mm.max(motion.depth_mm[0]);
        }
    }
    // No motion is deeper than its regions, so the deepest region around a line bounds the line;
    // of one that is not measured that is not known.
    let mut order: Vec<&Region> = report.regions.iter().collect();
    order.sort_by(|a, b| {
        b.unmeasured.cmp(&a.unmeasured).then(b.depth_mm[0].total_cmp(&a.depth_mm[0]))
    });
    for region in order {
        let file = region.witness.file.as_deref();
        let [first, last] = region.lines;
        let covered: Vec<_> = match document.is_known_to_be_in_one_file(region) {
            true if first > last => Vec::new(),
            true => uncovered.range((file, first)..=(file, last)).map(|(line, _)| *line).collect(),
            // It may cover any line.
            false => uncovered.keys().copied().collect(),
        };
        let tolerance = region.held_to(report).tolerance_mm;
        for line in covered {
            let at = uncovered.remove(&line);
            if let Some(known) = at.and_then(|at| lines.get_mut(&at)) {
                // Closer than this, measured depths are not told apart.
                let is_deeper = is_wide([known.mm, region.depth_mm[0]], tolerance);
                known.at_least |= region.unmeasured || is_deeper;
            }
        }
    }
    lines
}

fn operations(report: &Report) -> Vec<Option<Proved>> {
    // What was only seen while the check ran is in no operation's own figures.
    let mut of_regions: HashMap<u32, Proved> = HashMap::new();
    for region in &report.regions {
        let own = Proved::of(region);
        let known = of_regions.entry(region.operation_id).or_insert(own);
        *known = known.and(own);
    }
    let deepest = |operation: &Operation| {
        let d = &operation.deepest_mm;
        let told = [d.cutter, d.shank, d.holder, d.fixture].into_iter().flatten();
        let told = told.map(|[least, _]| Proved { mm: least, at_least: false });
        told.chain(of_regions.get(&operation.id).copied()).reduce(Proved::and)
    };
    report.operations.iter().map(deepest).collect()
}
