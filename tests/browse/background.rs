//! A check in the background: looks with little time first, then all of it.

use std::thread;
use std::time::Duration;

use gouge::check::{Check, Running, Watch};
use gouge::job::Settings;
use gouge::tui::Document;
use gouge::tui::checking::Checking;
use gouge::tui::state::Work;
use gouge::tui::update::Message;
use std::sync::Arc;

use crate::desk::root;

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
fn followed(mut checking: Checking) -> (Vec<Arc<Document>>, Work) {
    let mut documents = Vec::new();
    loop {
        for message in checking.news() {
            match message {
                Message::Report(document) => documents.push(document),
                Message::Work(Work::Running { .. }) => {}
                Message::Work(end) => return (documents, end),
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
        let checking = Checking::begin(check("duct-low"), Running::default(), looks);
        let (documents, end) = followed(checking);
        assert_eq!(end, Work::Done);
        let last = &documents.last().unwrap().report;
        assert_eq!(last.verdict, whole.verdict);
        assert_eq!(last.coverage, whole.coverage);
        assert_eq!(last.regions, whole.regions);
        assert!(documents.len() <= looks.len() + 1);
    }
}

#[test]
fn a_stopped_check_leaves_the_rest_unknown() {
    let checking = Checking::begin(check("duct-low"), Running::default(), &[]);
    checking.stop();
    let (documents, end) = followed(checking);
    assert_eq!(end, Work::Stopped);
    let coverage = &documents.last().unwrap().report.coverage;
    assert!(coverage.unknown > 0, "{coverage:?}");
}
