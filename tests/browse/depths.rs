//! How deep lines are said to be: no less than is proved, and `≥` where it may be more.

use std::sync::Arc;

use gouge::report::Report;
use gouge::report::data::{Kind, Motion, Verdict};
use gouge::tui::Background;

use crate::desk::{begun, cells, document, press, text};

/// What stands beside the lines from 71 to 73, on each of which the witness of a region stands,
/// where the worst of these regions covers all of them and is 2.5 mm deep.
fn beside(alter: impl Fn(&mut Report)) -> [String; 3] {
    let mut document = (*document("block-shank")).clone();
    let regions = &mut document.report.regions;
    assert_eq!((regions[0].lines, regions[0].witness.line), ([71, 76], 71));
    regions[0].depth_mm = [2.5, 2.51];
    alter(&mut document.report);
    let mut state = begun(Arc::new(document), Background::Dark);
    press(&mut state, "3 z");
    let shown = text(&cells(&mut state, (80, 24)));
    [71, 72, 73].map(|line| {
        let line = shown.lines().find(|l| l.contains(&format!("{line} ✗ ")));
        let said = line.and_then(|l| l.split_once("← ")).map_or("", |(_, said)| said);
        said.trim_end_matches(['┃', ' ']).to_owned()
    })
}

/// A motion of a report that lists motions.
pub fn gouging(line: u32, depth_mm: [f64; 2]) -> Motion {
    Motion {
        index: 0,
        line,
        operation_id: 1,
        kind: Kind::Feed,
        verdict: Verdict::Gouge,
        assumed: false,
        depth_mm,
        triangle: None,
        t: None,
    }
}

/// Beside a line stood the depth of the region whose witness is on it, and a deeper one came to
/// the line too.
#[test]
fn a_line_is_no_less_deep_than_its_motions_and_perhaps_as_deep_as_a_region_around_it() {
    assert_eq!(beside(|_| ()), ["2.500 mm", "≥ 2.000 mm", "≥ 2.000 mm"]);
    let listed = beside(|report| {
        let depths = [(72, [2.2, 9.0]), (73, [1.0, 9.0]), (73, [2.5, 9.0]), (99, [9.0, 9.0])];
        report.motions = Some(depths.map(|(line, depth)| gouging(line, depth)).into());
    });
    assert_eq!(listed, ["2.500 mm", "≥ 2.200 mm", "2.500 mm"]);
    // One that comes to none of the others.
    let apart = beside(|report| report.regions[0].lines = [71, 71]);
    assert_eq!(apart, ["2.500 mm", "2.000 mm", "2.000 mm"]);
}

#[test]
fn a_region_whose_last_line_is_before_its_first_covers_none() {
    let backward = beside(|report| report.regions[0].lines = [76, 71]);
    assert_eq!(backward, ["", "2.000 mm", "2.000 mm"]);
}

/// What was not measured stood there as if it had been.
#[test]
fn a_line_in_a_region_that_is_not_measured_may_be_deeper() {
    let stopped = beside(|report| {
        report.regions[0].unmeasured = true;
        report.regions[0].depth_mm = [0.5, 9.0];
    });
    assert_eq!(stopped, ["≥ 0.500 mm", "≥ 2.000 mm", "≥ 2.000 mm"]);
}
