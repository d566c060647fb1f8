//! How deep lines and operations are said to be: no less than is proved, and `≥` where it may be
//! more.

use std::sync::Arc;

use gouge::report::Report;
use gouge::report::data::{Deepest, Kind, Motion, Verdict};
use gouge::tui::Background;
use gouge::tui::check_state::CheckState;
use gouge::tui::state::State;

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

/// Row of the first operation.
fn operation(state: &mut State) -> String {
    press(state, "1 z");
    text(&cells(state, (120, 40))).lines().nth(2).unwrap().to_owned()
}

/// Stopped while it measured, a check left plain figures with the operations, and did not say that
/// the one in which it had been had motions left.
#[test]
fn an_operation_in_which_the_check_was_stopped_may_be_deeper_and_has_open_motions() {
    let measured = operation(&mut begun(document("duct-low"), Background::Dark));
    assert!(measured.contains(" ✗   0.050 mm  T1") && !measured.contains("open"), "{measured}");
    let mut document = (*document("duct-low")).clone();
    document.report.regions[0].unmeasured = true;
    document.report.operations[0].unknown = 7;
    let mut state = begun(Arc::new(document), Background::Dark);
    state.check = CheckState::Stopped;
    let stopped = operation(&mut state);
    assert!(stopped.contains(" ✗ ≥ 0.050 mm  T1  7 open"), "{stopped}");
}

/// So did pictures, and what was copied.
#[test]
fn a_depth_that_is_not_measured_is_a_lower_bound_in_pictures_and_in_what_is_copied() {
    let mut document = (*document("duct-low")).clone();
    document.report.regions[0].unmeasured = true;
    let mut state = begun(Arc::new(document), Background::Dark);
    let copied = format!("{:?}", press(&mut state, "y"));
    assert!(copied.contains("≥ 0.050 mm too deep"), "{copied}");
    press(&mut state, "v z");
    for (key, label) in [("x", " ≥ 0.050 mm "), ("m", "✗1 ≥ 0.050 mm"), ("o", "✗1 ≥ 0.050 mm")]
    {
        press(&mut state, key);
        let shown = text(&cells(&mut state, (200, 60)));
        // The head of the screen says it too.
        assert!(shown.lines().skip(1).any(|l| l.contains(label)), "{key}: {shown}");
    }
}

/// The operation of a gouge that was seen, but not measured before the check was stopped, had none.
#[test]
fn an_operation_is_as_deep_as_what_was_seen_of_it() {
    let mut document = (*document("duct-low")).clone();
    document.report.regions[0].unmeasured = true;
    let own = &mut document.report.operations[0];
    (own.deepest_mm, own.unknown) = (Deepest::default(), own.motions);
    let row = operation(&mut begun(Arc::new(document), Background::Dark));
    assert!(row.contains(" ✗ ≥ 0.050 mm  T1  182 open"), "{row}");
}
