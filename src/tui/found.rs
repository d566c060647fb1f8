//! Where the lines of a report stand in a program that changed since.

use std::collections::HashMap;

use super::document::Document;
use super::text::Lines;
use crate::report::WIDEST;
use crate::report::data::{Region, Report};

/// Lines of regions' witnesses in the program as it is now, by the regions' ids. A line that is
/// there several times cannot be told from its like, unless the program has as many lines as it
/// had: such a line is not in here.
pub fn found_again(report: &Report, program: &[u8]) -> HashMap<u32, u32> {
    let lines = Lines::new(program);
    let said = |r: &Region| r.witness.block.text.trim_end().to_owned();
    // Of a longer line the report holds a stretch.
    let whole =
        |r: &&Region| r.witness.file.is_none() && r.witness.block.text.chars().count() < WIDEST;
    let mut places: HashMap<String, Vec<u32>> =
        report.regions.iter().filter(whole).map(|r| (said(r), Vec::new())).collect();
    for index in 0..lines.count() {
        if let Some(own) = places.get_mut(lines.line(program, index).trim_end()) {
            own.push(index as u32 + 1);
        }
    }
    let as_long = lines.count() as u64 == report.inputs.program.lines;
    let now = |r: &Region| match places.get(&said(r))?.as_slice() {
        own if as_long && own.contains(&r.witness.line) => Some(r.witness.line),
        [one] => Some(*one),
        _ => None,
    };
    report.regions.iter().filter(whole).filter_map(|r| Some((r.id, now(r)?))).collect()
}

impl Document {
    /// The line of a region's worst motion, in the program as it is now; none in a subprogram file,
    /// and where the program changed and the line is not found again.
    pub fn line_of(&self, region: &Region) -> Option<u32> {
        let own = region.witness.file.is_none();
        match &self.found {
            None => own.then_some(region.witness.line),
            Some(found) => found.get(&region.id).copied(),
        }
    }

    /// First and last line of a region in the program as it is now, as far as that is known.
    pub fn span_of(&self, region: &Region) -> Option<[u32; 2]> {
        match (self.line_of(region)?, &self.found) {
            (_, None) => Some(region.lines),
            // What is around it may have changed.
            (line, Some(_)) => Some([line; 2]),
        }
    }
}
