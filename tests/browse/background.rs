//! A check in the background: looks with little time first, then all of it.

use std::thread;
use std::time::Duration;

use gouge::check::{Check, Running, Watch};
use gouge::job::Settings;
use gouge::report::Listed;
use gouge::report::data::{BodyRole, Verdict};
use gouge::tui::check_state::CheckState;
use gouge::tui::checking::Checking;
use gouge::tui::update::{Message, update};
use gouge::tui::{Background, Document};
use gouge::verify::{Observer, Progress, Sighting};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use crate::desk::{begun, cells, document, press, root, text};

fn check(name: &str) -> Check {
    let made = gouge::sample::make(name, &gouge::sample::Size::default()).unwrap();
    let mut settings = Settings::default();
    settings.say("part", [root().join(&made.part_file).display()]);
    settings.say("program", [root().join(&made.program_file).display()]);
    settings.say("start", made.start);
    for (number, tool) in &made.tools {
        settings.say(&format!("tools.{number}"), [tool]);
    }
    Check::new(&settings).unwrap()
}

/// All documents, and how it ended.
fn followed(mut checking: Checking) -> (Vec<Arc<Document>>, CheckState) {
    let mut documents = Vec::new();
    loop {
        for message in checking.news() {
            match message {
                Message::Report(document) => documents.push(document),
                Message::Sighted(_) | Message::Check(CheckState::Running { .. }) => {}
                Message::Check(end) => return (documents, end),
                other => panic!("{other:?}"),
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_last_of_several_looks_is_the_whole_check() {
    const LOOKS: [&[Duration]; 3] =
        [&[], &[Duration::ZERO, Duration::from_millis(20)], &[Duration::from_secs(600)]];
    let whole = check("duct-low").run(&Running::default(), &Watch::default()).unwrap();
    for looks in LOOKS {
        let checking = Checking::begin(check("duct-low"), Running::default(), looks, None);
        let (documents, end) = followed(checking);
        assert_eq!(end, CheckState::Done);
        let last = &documents.last().unwrap().report;
        assert_eq!(last.verdict, whole.verdict);
        assert_eq!(last.coverage, whole.coverage);
        assert_eq!(last.regions, whole.regions);
        assert!(documents.len() <= looks.len() + 1);
    }
}

/// Reading a large part twice takes seconds, and drawing it anew too.
#[test]
fn what_was_read_before_the_check_is_not_read_again() {
    let watch = Watch::default();
    watch.progress.cancel.store(true, Ordering::Relaxed);
    let empty = check("duct-low").run(&Running::default(), &watch).unwrap();
    let read = gouge::tui::load(empty, root()).unwrap();
    let bodies = Arc::clone(&read.bodies);
    let checking = Checking::begin(check("duct-low"), Running::default(), &[], Some(read));
    let (documents, _) = followed(checking);
    assert!(documents.iter().all(|d| Arc::ptr_eq(&d.bodies, &bodies)));
}

#[test]
fn a_stopped_check_leaves_the_rest_unknown() {
    let checking = Checking::begin(check("duct-low"), Running::default(), &[], None);
    checking.stop();
    let (documents, end) = followed(checking);
    assert_eq!(end, CheckState::Stopped);
    let coverage = &documents.last().unwrap().report.coverage;
    assert!(coverage.unknown > 0, "{coverage:?}");
}

/// What a check tells while it runs.
fn seen(name: &str) -> (Vec<Sighting>, gouge::report::Report) {
    let list = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&list);
    let observer = Some(Observer::new(move |one| all.lock().unwrap().push(one)));
    let watch = Watch::new(Progress { observer, ..Progress::default() });
    let report = check(name).run(&Running::default(), &watch).unwrap();
    let mut list = std::mem::take(&mut *list.lock().unwrap());
    list.sort_by_key(|s| s.motions);
    (list, report)
}

#[test]
fn what_a_running_check_reports_stays_and_changes_nothing() {
    for name in ["duct-low", "block-shank", "boss"] {
        let (sightings, told) = seen(name);
        let running = Running { listed: Listed::Every, ..Running::default() };
        let whole = check(name).run(&running, &Watch::default()).unwrap();
        assert_eq!(told.regions, whole.regions);
        assert_eq!(sightings.is_empty(), whole.regions.is_empty(), "{name}");
        let motions = whole.motions.unwrap();
        for s in &sightings {
            let motion = &motions[s.worst.motion as usize];
            assert_eq!(motion.verdict, Verdict::Gouge);
            assert!(s.worst.depth[0] > told.tolerance_mm && s.worst.depth[0] <= motion.depth_mm[1]);
        }
        let contacts: u64 = sightings.iter().map(|s| s.contacts).sum();
        assert!(contacts >= whole.coverage.gouging, "{name}: {contacts}");
    }
}

#[test]
fn regions_are_listed_while_the_check_runs_and_replaced_when_it_is_over() {
    let (sightings, whole) = seen("duct-low");
    let watch = Watch::default();
    watch.progress.cancel.store(true, Ordering::Relaxed);
    let empty = check("duct-low").run(&Running::default(), &watch).unwrap();
    let mut state = begun(Arc::new(gouge::tui::load(empty, root()).unwrap()), Background::Dark);
    assert!(state.listed.is_empty());

    state.check = CheckState::begun();
    update(&mut state, Message::Sighted(sightings.clone()));
    assert_eq!(state.listed.len(), sightings.len());
    let shown = text(&cells(&mut state, (120, 40)));
    assert!(shown.contains("not measured yet"), "{shown}");
    press(&mut state, "a");
    assert!(state.prompt.is_none() && state.message.contains("still running"), "{}", state.message);
    let first = state.chosen().unwrap().clone();
    update(&mut state, Message::Sighted(sightings));
    assert_eq!(state.chosen(), Some(&first), "what one looks at stays");

    let count = whole.regions.len();
    let whole = gouge::tui::load(whole, root()).unwrap();
    update(&mut state, Message::Report(Arc::new(whole)));
    update(&mut state, Message::Check(CheckState::Done));
    assert_eq!(state.listed.len(), count);
    assert!(state.chosen().unwrap().overlaps(&first));
    let shown = text(&cells(&mut state, (120, 40)));
    assert!(!shown.contains('≥'), "{shown}");
}

/// A check that was stopped while it measured looked complete: a depth too low, bounds far apart,
/// and the loose one went into the baseline.
#[test]
fn what_was_not_measured_says_so_and_is_not_accepted() {
    let mut document = (*document("duct-low")).clone();
    assert!(document.report.regions.iter().all(|r| !r.unmeasured));
    document.report.regions[0].unmeasured = true;
    let mut state = begun(Arc::new(document), Background::Dark);
    state.check = CheckState::Stopped;
    let shown = text(&cells(&mut state, (200, 60)));
    for part in ["STOPPED", "worst ≥ ", "not measured: the check"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    press(&mut state, "a");
    assert!(
        state.prompt.is_none() && state.message.contains("stopped before"),
        "{}",
        state.message
    );
}

/// The first frame told a verdict before anything was looked at.
#[test]
fn a_check_that_begins_has_no_verdict() {
    let watch = Watch::default();
    watch.progress.cancel.store(true, Ordering::Relaxed);
    let empty = check("duct-low").run(&Running::default(), &watch).unwrap();
    let mut state = begun(Arc::new(gouge::tui::load(empty, root()).unwrap()), Background::Dark);
    state.check = CheckState::begun();
    let shown = text(&cells(&mut state, (120, 40)));
    assert!(!shown.contains("UNKNOWN") && !shown.contains("no gouge"), "{shown}");
}

#[test]
fn measured_distances_are_below_the_operations() {
    let running = Running { clearance: true, ..Running::default() };
    let report = check("block-shank").run(&running, &Watch::default()).unwrap();
    let mut state = begun(Arc::new(gouge::tui::load(report, root()).unwrap()), Background::Dark);
    assert!(text(&cells(&mut state, (120, 40))).contains("least mm: cutter"));
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("least mm: cutter in rapids 1.999 :"), "{shown}");
    press(&mut state, "1");
    assert!(text(&cells(&mut state, (80, 24))).contains("least mm: cutter"));
}

/// Nearest to a fixture by a cutting motion, a cutter was said to be so in rapids.
#[test]
fn how_near_a_cutter_comes_to_fixtures_is_not_told_of_rapids() {
    let running = Running { clearance: true, ..Running::default() };
    let mut report = check("block-shank").run(&running, &Watch::default()).unwrap();
    for distance in &mut report.clearances.as_mut().unwrap().distances {
        distance.body_role = BodyRole::Fixture;
    }
    let mut state = begun(Arc::new(gouge::tui::load(report, root()).unwrap()), Background::Dark);
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("least mm: cutter from fixtures 1.999 :"), "{shown}");
}

/// Lists may be long: only what pictures show is in them.
#[test]
fn every_gouging_motion_is_on_the_map_of_a_check_that_lists_no_others() {
    let running = Running { listed: Listed::Gouging, ..Running::default() };
    let report = check("block-shank").run(&running, &Watch::default()).unwrap();
    let motions = report.motions.clone().unwrap();
    assert!(motions.iter().all(|m| m.verdict == Verdict::Gouge));
    assert_eq!(motions.len() as u64, report.coverage.gouging);
    let mut named: Vec<u32> = report.regions.iter().map(|r| r.witness.motion).collect();
    named.sort_unstable();
    let mut state = begun(Arc::new(gouge::tui::load(report, root()).unwrap()), Background::Dark);
    press(&mut state, "m");
    let shown = text(&cells(&mut state, (120, 40)));
    assert!(!shown.contains("check --moves"), "{shown}");
    // The next gouge of the program is the next one in its order, not in that of the list.
    press(&mut state, "2 g ( ( ( (");
    assert_eq!(state.cursor.motion as u32, named[0]);
    press(&mut state, ") )");
    assert_eq!(state.cursor.motion as u32, named[2]);
}

/// Rows closer together than pixels hid the part.
#[test]
fn a_dense_path_leaves_the_part_in_sight() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("rows.nc");
    let rows = (0..250).map(|i| format!("G1 Y{:.2}\nX{}\n", 0.24 * f64::from(i), 110 * (i % 2)));
    let text = format!("G21 G90\nG0 X0 Y0 Z20\nF900\n{}M2\n", rows.collect::<String>());
    std::fs::write(&program, text).unwrap();
    let mut settings = Settings::default();
    settings.say("part", [root().join("molds/block.stl").display()]);
    settings.say("program", [program.display()]);
    settings.say("start", [0, 0, 60]);
    settings.say("tools.1", ["flat:6"]);
    let report = Check::new(&settings).unwrap().run(&Running::default(), &Watch::default());
    let document = gouge::tui::load(report.unwrap(), root()).unwrap();
    let mut state = begun(Arc::new(document), Background::Dark);
    press(&mut state, "o v z t");
    let buffer = cells(&mut state, (120, 40));
    let feed = ratatui::style::Color::Rgb(98, 178, 246);
    let of = |c: &ratatui::buffer::Cell| match c.symbol() {
        "█" => 2 * usize::from(c.fg == feed),
        "▀" | "▄" => usize::from(c.fg == feed) + usize::from(c.bg == feed),
        _ => 2 * usize::from(c.bg == feed),
    };
    let blue: usize = buffer.content.iter().map(of).sum();
    let all = 2 * buffer.content.len();
    assert!(blue > all / 100 && blue < all * 3 / 20, "{blue} of {all}");
}
