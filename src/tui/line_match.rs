//! Finds the lines named by a report again, in a file that has changed since.

use std::collections::HashMap;

use super::text::Lines;
use crate::report::WIDEST;
use crate::report::data::{Region, Report};

/// Lines of regions' witnesses in a file as it is now, by the regions' ids. A line that is there
/// several times cannot be told from its like, unless the file has as many lines as it had: such a
/// line is not in here. `name` is that of a subprogram file, as the report has it.
pub fn found_again(report: &Report, name: Option<&str>, text: &[u8]) -> HashMap<u32, u32> {
    let lines = Lines::new(text);
    let said = |r: &Region| r.witness.block.text.trim_end().to_owned();
    // Of a longer line the report holds a stretch.
    let whole = |r: &&Region| {
        r.witness.file.as_deref() == name && r.witness.block.text.chars().count() < WIDEST
    };
    let mut places: HashMap<String, Vec<u32>> =
        report.regions.iter().filter(whole).map(|r| (said(r), Vec::new())).collect();
    for index in 0..lines.count() {
        if let Some(own) = places.get_mut(lines.line(text, index).trim_end()) {
            own.push(index as u32 + 1);
        }
    }
    // Reports do not tell how long subprogram files were.
    let as_long = name.is_none() && lines.count() as u64 == report.inputs.program.lines;
    let now = |r: &Region| match places.get(&said(r))?.as_slice() {
        own if as_long && own.contains(&r.witness.line) => Some(r.witness.line),
        [one] => Some(*one),
        _ => None,
    };
    report.regions.iter().filter(whole).filter_map(|r| Some((r.id, now(r)?))).collect()
}
