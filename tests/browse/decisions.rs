//! What is accepted, and what of it counts.

use std::sync::Arc;

use chrono::NaiveDate;
use gouge::report::baseline::{Baseline, Entry};
use gouge::tui::effect::Effect;
use gouge::tui::state::State;
use gouge::tui::update::{Message, update};
use gouge::tui::{Background, Document, Target};

use crate::desk::{begun, cells, document, press, root, text};

const TODAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 11, 26);

fn typed(state: &mut State, words: &str) -> Vec<Effect> {
    for c in words.chars() {
        let name = if c == ' ' { "Space".to_owned() } else { c.to_string() };
        update(state, Message::Key(name.parse().unwrap()));
    }
    press(state, "Enter")
}

/// What a screen says of the only region when its acceptance is `change`d.
fn said(change: impl Fn(&mut Entry)) -> String {
    accepted(begun(document("duct-low"), Background::Dark), change)
}

fn accepted(mut state: State, change: impl Fn(&mut Entry)) -> String {
    state.today = TODAY;
    let region = state.chosen().unwrap().clone();
    let mut entry = Entry {
        reason: Some("meant so".to_owned()),
        ..Entry::bound(&state.document.report, &region)
    };
    change(&mut entry);
    state.decisions.insert(region.fingerprint, entry);
    state.weigh();
    // The list, and the witness with room for whole sentences.
    let list = text(&cells(&mut state, (200, 60)));
    press(&mut state, "4 z");
    list + &text(&cells(&mut state, (200, 60)))
}

/// The check of such a report ends with 3, and the banner had a tick.
#[test]
fn an_accepted_gouge_beside_what_is_not_decided_has_no_tick() {
    let mut open = (*document("duct-low")).clone();
    open.report.coverage.refused_blocks = 1;
    let shown = accepted(begun(Arc::new(open), Background::Dark), |_| ());
    assert!(shown.contains("? ACCEPTED gouge in 1 region, not everything is decided"), "{shown}");
    assert!(said(|_| ()).contains("✓ ACCEPTED gouge in 1 region"));
}

/// Acceptances that `check` does not count had a tick.
#[test]
fn an_acceptance_that_is_void_is_not_shown_as_one() {
    let counts = said(|_| ());
    assert!(counts.contains("ACCEPTED gouge in 1 region") && counts.contains("✓ 1 accepted"));
    let void = |change: fn(&mut Entry), why: &str| {
        let shown = said(change);
        assert!(shown.contains(&format!("not accepted: {why}")), "{why}: {shown}");
        assert!(!shown.contains("ACCEPTED") && shown.contains("GOUGE in 1 region"), "{shown}");
    };
    void(|e| e.until = Some("2026-11-25".to_owned()), "it was accepted until 2026-11-25");
    void(|e| e.depth_mm = Some(0.001), "it is deeper than the accepted depth");
    void(|e| e.tool = Some("flat:3".to_owned()), "the tool is not the one it was accepted for");
    void(|e| e.mesh = Some("0".to_owned()), "the mesh is not the one it was accepted for");
    void(|e| e.allowance_mm = Some(9.0), "it was accepted under an allowance of 9 mm");
    void(|e| e.mesh = None, "the file does not say what it was accepted for: no mesh");
    void(|e| e.reach_mm = None, "the file does not say what it was accepted for: no reach_mm");
}

#[test]
fn an_acceptance_of_today_replaces_a_void_one_and_leaves_those_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gouge-baseline.toml");
    let mut state = begun(document("duct-low"), Background::Dark);
    (state.today, state.baseline) = (TODAY, Some(path.clone()));
    let own = state.chosen().unwrap().fingerprint.clone();
    let old = format!("[regions.{own}]\nreason = \"old\"\nuntil = \"2026-01-01\"\n");
    std::fs::write(&path, format!("{old}[regions.0000000000000000]\nnote = \"theirs\"\n")).unwrap();
    state.recall().unwrap();
    assert_eq!(state.accepted, 0);
    press(&mut state, "a");
    typed(&mut state, "old");
    typed(&mut state, "2026-11-25");
    assert!(state.message.contains("is over") && state.prompt.is_some(), "{}", state.message);
    press(&mut state, "Ctrl-u");
    assert_eq!(typed(&mut state, "2027-03-31"), [Effect::Keep(own.clone())]);
    assert_eq!(state.accepted, 1);
    let kept = toml::to_string(&Baseline { regions: state.decisions.clone() }).unwrap();
    assert!(kept.contains("depth_mm") && kept.contains("theirs"), "{kept}");
    assert!(["tolerance_mm", "allowance_mm", "deviation_mm"].iter().all(|key| kept.contains(key)));
}

/// A last day that is over, or that no calendar has, was refused without a word on the screen.
#[test]
fn why_a_last_day_is_refused_stands_where_it_is_typed() {
    let mut state = begun(document("duct-low"), Background::Dark);
    state.today = TODAY;
    press(&mut state, "a");
    typed(&mut state, "meant so");
    let mut foot = |day: &str| {
        press(&mut state, "Ctrl-u");
        assert_eq!(typed(&mut state, day), []);
        let refused = text(&cells(&mut state, (80, 24))).lines().last().unwrap().to_owned();
        press(&mut state, "Backspace");
        let mended = text(&cells(&mut state, (80, 24))).lines().last().unwrap().to_owned();
        assert!(mended.contains("Enter for no expiry"), "{mended}");
        refused
    };
    let over = foot("2020-01-01");
    assert!(over.contains("2020-01-01 is over: today is 2026-11-26"), "{over}");
    assert!(over.ends_with("until: 2020-01-01"), "{over}");
    let none = foot("2027-02-30");
    assert!(none.contains("`2027-02-30` is not a day"), "{none}");
    assert!(none.ends_with("until: 2027-02-30"), "{none}");
}

/// The picture was written over the program without a question.
#[test]
fn a_picture_goes_over_no_file_that_is_needed_and_asks_before_others() {
    let mut state = begun(document("duct-low"), Background::Dark);
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let other = folder.path().join("gouge.png");
    std::fs::write(&report, "{}").unwrap();
    state.kept = vec![report.clone()];
    for needed in [root().join("toolpaths/duct-low.ngc"), root().join("molds/duct.stl"), report] {
        assert!(matches!(state.target(&needed), Target::Refused(_)), "{}", needed.display());
    }
    assert_eq!(state.target(&other), Target::Free);
    std::fs::write(&other, "old").unwrap();
    assert_eq!(state.target(&other), Target::There);

    let asks = |state: &mut State, answer: &str| {
        state.picture.clone_from(&other);
        let what = gouge::tui::prompt::Asked::Overwrite;
        state.prompt = Some(gouge::tui::prompt::Prompt { what, text: String::new() });
        typed(state, answer)
    };
    assert_eq!(asks(&mut state, "n"), []);
    assert_eq!(asks(&mut state, "y"), [Effect::Export(other.clone(), true)]);
}

/// A report all of whose gouges are accepted was headed GOUGE where its file of them lies
/// elsewhere, or is gone.
#[test]
fn what_a_report_says_is_accepted_is_shown_so() {
    let folder = tempfile::tempdir().unwrap();
    let duct = document("duct-low");
    let mut report = duct.report.clone();
    let region = &report.regions[0];
    let entry = Entry { reason: Some("meant so".to_owned()), ..Entry::bound(&report, region) };
    let accepted = Baseline { regions: [(region.fingerprint.clone(), entry)].into() };
    accepted.apply(&mut report, "elsewhere.toml".as_ref(), TODAY.unwrap());
    assert!(report.regions[0].accepted.is_some());
    let shown = |file: Option<&Baseline>| {
        let there = folder.path().join("elsewhere.toml");
        match file {
            Some(file) => std::fs::write(there, toml::to_string(file).unwrap()).unwrap(),
            None => drop(std::fs::remove_file(there)),
        }
        let shown = Document {
            report: report.clone(),
            folder: folder.path().to_owned(),
            ..(*duct).clone()
        };
        let mut state = begun(Arc::new(shown), Background::Dark);
        state.today = TODAY;
        state.recall().unwrap();
        text(&cells(&mut state, (200, 60)))
    };
    for file in [None, Some(&accepted)] {
        assert!(shown(file).contains("ACCEPTED gouge in 1 region"));
    }
    // What was taken back since counts no more.
    let none = shown(Some(&Baseline::default()));
    assert!(none.contains("GOUGE in 1 region") && !none.contains("ACCEPTED"), "{none}");
}
