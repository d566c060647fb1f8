//! The program's text: what is marked in it, what is in force, by which calls one came there.

use std::path::Path;
use std::sync::Arc;

use gouge::check::{Check, Running, Watch};
use gouge::job::Settings;
use gouge::report::Report;
use gouge::tui::Background;
use gouge::tui::effect::Effect;
use gouge::tui::state::State;
use gouge::tui::update::{Message, update};

use crate::desk::{begun, cells, press, root, text};

/// A check of the block with these settings more.
pub fn checked(program: &Path, more: &[(&str, &str)]) -> Report {
    let mut settings = Settings::default();
    settings.say("part", [root().join("molds/block.stl").display()]);
    settings.say("program", [program.display()]);
    settings.say("start", [0, 0, 60]);
    more.iter().for_each(|(key, value)| settings.say(key, [value]));
    Check::new(&settings).unwrap().run(&Running::default(), &Watch::default()).unwrap()
}

/// As browse begins with a report.
pub fn opened(report: Report) -> State {
    begun(Arc::new(gouge::tui::load(report, "".as_ref()).unwrap()), Background::Dark)
}

/// Marks went by the numbers of lines of the old text, on the new one.
#[test]
fn a_program_that_changed_has_no_other_line_marked() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.ngc");
    let text_of = |lead: &str, z: &str| {
        format!("{lead}G21 G90\nG0 X3 Y3 Z60\nG1 Z{z} F300\nG1 X8\nG1 X3\nG0 Z60\nM2\n")
    };
    std::fs::write(&program, text_of("", "-1")).unwrap();
    let report = checked(&program, &[("tools.1", "ball:6")]);
    let line = report.regions[0].witness.line;
    let marked = |state: &mut State| {
        press(state, "3 g");
        let shown = text(&cells(state, (200, 60)));
        let marked: Vec<String> = shown
            .lines()
            .filter(|l| l.contains("✗ G") && !l.contains("GOUGE"))
            .map(str::to_owned)
            .collect();
        (shown, marked)
    };
    let (_, as_checked) = marked(&mut opened(report.clone()));
    assert_eq!(as_checked.len(), 1);

    std::fs::write(&program, text_of("(NEW)\n(HEAD)\n", "-1")).unwrap();
    let mut state = opened(report.clone());
    assert_eq!(state.line.at as u32 + 1, line + 2);
    let (shown, moved) = marked(&mut state);
    assert!(moved.len() == 1 && moved[0].contains(&format!("{} ✗ ", line + 2)), "{shown}");
    assert!(shown.contains("not as it was checked"), "{shown}");
    assert!(shown.contains("SHA-256"), "{shown}");

    std::fs::write(&program, text_of("(NEW)\n(HEAD)\n", "-1.5")).unwrap();
    let changed = checked(&program, &[("tools.1", "ball:6")]).regions[0].witness.block.text.clone();
    if changed != report.regions[0].witness.block.text {
        let (shown, none) = marked(&mut opened(report));
        assert!(none.is_empty(), "{shown}");
    }
}

/// What is in force came from the text above, which is that of the last call.
#[test]
fn in_a_subprogram_what_is_in_force_is_that_of_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.nc");
    let text_of = "O1000\nG21 G90 G17 G40 G49 G80 G94\nT1 M6\nG0 X20 Y30\nG0 Z-3\nG1 Z-5 F300\n\
        M98 P2000\nG0 Z60\nT2 M6\nG0 X20 Y30\nG0 Z-3\nG1 Z-5 F200\nM98 P2000\nG0 Z60\nM30\n\
        O2000\nG91 G1 X3\nM98 P3000\nG90\nM99\nO3000\nG1 Y1\nM99\n";
    std::fs::write(&program, text_of).unwrap();
    let tools = [("tools.1", "flat:6"), ("tools.2", "ball:8")];
    let more = [("dialect", "fanuc"), ("decimals", "units")];
    let report = checked(&program, &[&tools[..], &more[..]].concat());
    let mut state = opened(report);
    let inner: Vec<usize> = state
        .document
        .path
        .steps
        .iter()
        .zip(0..)
        .filter(|(s, _)| s.line == 22)
        .map(|(_, i)| i)
        .collect();
    assert_eq!(inner.len(), 2);
    for (motion, force, calls) in
        [(inner[0], "F300", "line 7 › line 18"), (inner[1], "F200", "line 13 › line 18")]
    {
        let digits: Vec<String> = motion.to_string().chars().map(String::from).collect();
        press(&mut state, &format!(": m o t i o n Space {}", digits.join(" ")));
        press(&mut state, "Enter 3");
        let shown = text(&cells(&mut state, (200, 60)));
        let tool = if force == "F300" { "T1" } else { "T2" };
        assert!(shown.contains("G91") && shown.contains(force) && shown.contains(tool), "{shown}");
        assert!(shown.contains(&format!("from {calls}")), "{shown}");
    }
}

/// Coordinates of an inch program stood there in millimetres without a unit.
#[test]
fn an_inch_program_has_its_points_in_inches() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.ngc");
    std::fs::write(&program, "G20 G90\nG0 X0.1 Y0.1 Z2\nG1 Z-0.1 F10\nG1 X0.35\nG0 Z2\nM2\n")
        .unwrap();
    let report = checked(&program, &[("tools.1", "ball:6")]);
    let [x, y, z] = report.regions[0].witness.control_point_program.map(gouge::report::short);
    let mut state = opened(report);
    press(&mut state, "4");
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains(&format!("X{x} Y{y} Z{z} inch")), "{shown}");
    press(&mut state, "u");
    let shown = text(&cells(&mut state, (200, 60)));
    let cuts = shown.lines().find(|l| l.contains("cuts within")).unwrap();
    assert!(cuts.contains("X 0.1 … 0.35") && cuts.contains("inch"), "{cuts}");
}

/// Text and verdict of before stood there as if nothing had happened when the editor returned.
#[test]
fn an_edited_program_is_shown_as_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.ngc");
    let text_of = |z: &str| format!("G21 G90\nG0 X3 Y3 Z60\nG1 Z{z} F300\nG0 Z60\nM2\n");
    std::fs::write(&program, text_of("50")).unwrap();
    let mut state = opened(checked(&program, &[("tools.1", "ball:6")]));
    assert!(state.document.again().is_none());
    let mut shown = |program_text: &str| {
        std::fs::write(&program, program_text).unwrap();
        let again = state.document.again().unwrap().unwrap();
        update(&mut state, Message::Report(Arc::new(again)));
        press(&mut state, "3 g");
        text(&cells(&mut state, (200, 60)))
    };
    let edited = shown(&text_of("-1"));
    assert!(edited.contains("FILES CHANGED") && edited.contains("G1 Z-1 F300"), "{edited}");
    let back = shown(&text_of("50"));
    assert!(!back.contains("FILES CHANGED") && back.contains("G1 Z50 F300"), "{back}");
}

/// A program without any text was said not to be readable.
#[test]
fn an_empty_program_is_read_and_empty() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("empty.ngc");
    std::fs::write(&program, "").unwrap();
    let report = checked(&program, &[("tools.1", "flat:6")]);
    let mut state = opened(report.clone());
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("the program is empty") && !shown.contains("could not"), "{shown}");
    assert_eq!(press(&mut state, "3 e"), [Effect::Edit(program.clone(), 1)]);
    std::fs::remove_file(&program).unwrap();
    let shown = text(&cells(&mut opened(report), (200, 60)));
    assert!(shown.contains("the program could not be read"), "{shown}");
}

/// Files that were not found from the folder one stood in counted as changed.
#[test]
fn what_is_not_found_has_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.ngc");
    std::fs::write(&program, "G21 G90\nG0 X3 Y3 Z60\nG1 Z-1 F300\nG0 Z60\nM2\n").unwrap();
    let report = checked(&program, &[("tools.1", "ball:6")]);
    std::fs::remove_file(&program).unwrap();
    let mut state = opened(report);
    press(&mut state, "5");
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("FILES NOT FOUND, see 5") && !shown.contains("CHANGED"), "{shown}");
    assert!(shown.contains("no file") && shown.contains("no such file"), "{shown}");
}

/// A tool library that declares another tool than the one that was checked went unnoticed.
#[test]
fn a_changed_tool_library_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let [program, library] = ["p.ngc", "tools.toml"].map(|name| folder.path().join(name));
    std::fs::write(&program, "T1 M6\nG21 G90\nG0 X3 Y3 Z60\nG1 Z-1 F300\nM2\n").unwrap();
    std::fs::write(&library, "1 = \"flat:6\"\n2 = \"ball:3\"\n").unwrap();
    let report = checked(&program, &[("tools_from", library.to_str().unwrap())]);
    let shown = || text(&cells(&mut opened(report.clone()), (200, 60)));
    assert!(!shown().contains("FILES"), "{}", shown());
    // One that the program does not use may change.
    std::fs::write(&library, "1 = \"flat:6\"\n2 = \"ball:8\"\n").unwrap();
    assert!(!shown().contains("FILES"), "{}", shown());
    std::fs::write(&library, "1 = \"flat:20\"\n").unwrap();
    assert!(shown().contains("FILES CHANGED"), "{}", shown());
    assert!(shown().contains("T1 was flat:6, is"), "{}", shown());
}

/// Of two programs of one name, the one in the folder one stood in was shown, not the one that was
/// checked.
#[test]
fn of_two_files_of_one_name_the_one_that_was_checked_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    // Tests run in the folder of this one.
    let name = "toolpaths/duct-low.ngc";
    std::fs::create_dir(folder.path().join("toolpaths")).unwrap();
    let program = folder.path().join(name);
    std::fs::write(&program, "G21 G90\nG0 X3 Y3 Z60\nG1 Z-1 F300\nM2 (OWN)\n").unwrap();
    let mut report = checked(&program, &[("tools.1", "ball:6")]);
    report.inputs.program.path = name.to_owned();
    let document = gouge::tui::load(report, folder.path()).unwrap();
    assert_eq!((document.changed.clone(), document.missing.clone()), (Vec::new(), Vec::new()));
    let shown = text(&cells(&mut begun(Arc::new(document), Background::Dark), (200, 60)));
    assert!(shown.contains("M2 (OWN)"), "{shown}");
}
