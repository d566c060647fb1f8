//! What lines of the program are marked as: gouging, between such lines, open.

use gouge::check::{Check, Running, Watch};
use gouge::job::Settings;
use gouge::report::{Listed, Report};
use gouge::tui::Background;
use gouge::tui::state::State;
use ratatui::style::{Color, Modifier};

use crate::desk::{begun, cells, press, root, text};

fn checked(blocks: &str, listed: Listed) -> (tempfile::TempDir, Report) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.ngc");
    let head = "G21 G90 G17 G40 G49 G80 G94\nT1 M6\nS1000 M3\nG0 Z60\nG0 X20 Y30\nG0 Z-3\n";
    std::fs::write(&program, format!("{head}G1 Z-5 F300\n{blocks}G0 Z60\nM2\n")).unwrap();
    let mut settings = Settings::default();
    settings.say("part", [root().join("molds/block.stl").display()]);
    settings.say("program", [program.display()]);
    settings.say("start", [0, 0, 60]);
    settings.say("tools.1", ["flat:6"]);
    let running = Running { listed, ..Running::default() };
    let report = Check::new(&settings).unwrap().run(&running, &Watch::default()).unwrap();
    (folder, report)
}

fn opened(report: &Report) -> State {
    begun(
        std::sync::Arc::new(gouge::tui::load(report.clone(), "".as_ref()).unwrap()),
        Background::Dark,
    )
}

/// Signs of the lines from one to another, with the colours and attributes that they have.
fn signs(state: &mut State, lines: std::ops::RangeInclusive<usize>) -> Vec<(String, Color, bool)> {
    press(state, "3");
    state.full = true;
    state.line.at = 0;
    let buffer = cells(state, (80, 30));
    // The head of the screen, and the border; the sign stands behind two digits.
    let sign = |line: usize| {
        let cell = &buffer[(5, line as u16 + 1)];
        (cell.symbol().to_owned(), cell.fg, cell.modifier.contains(Modifier::BOLD))
    };
    lines.map(sign).collect()
}

/// Every line between the first and the last of a region looked like one that gouges.
#[test]
fn lines_between_gouging_ones_are_marked_otherwise() {
    let blocks = "G1 X12.5\nG1 X20\nG1 Y35\nG1 Y30\nG1 X12.4\nG1 X20\n";
    let bar = || ("│".to_owned(), Color::Red, true);
    let between = || ("┊".to_owned(), Color::DarkGray, false);
    let witness = || ("✗".to_owned(), Color::Red, true);
    let (_folder, report) = checked(blocks, Listed::Every);
    let region = &report.regions[0];
    assert_eq!((region.lines, region.witness.line), ([8, 13], 12));
    let marked = signs(&mut opened(&report), 8..=13);
    assert_eq!(marked, [bar(), bar(), between(), between(), witness(), bar()]);
    // Without its motions, a report tells the first and the last line and the worst.
    let (_folder, report) = checked(blocks, Listed::Nothing);
    let marked = signs(&mut opened(&report), 8..=13);
    assert_eq!(marked, [bar(), between(), between(), between(), witness(), bar()]);
}

/// Nothing led from "no gouge was found" to what was not decided, and no line of it was marked.
#[test]
fn what_is_open_is_marked_and_found_from_the_first_screen() {
    let open = || ("?".to_owned(), Color::Yellow, false);
    let none = || (" ".to_owned(), Color::Reset, false);
    let (_folder, report) = checked("G999 X21\nG1 X22\nG1 X23\n", Listed::Nothing);
    assert_eq!((report.refusals[0].line, report.undecided[0].line), (8, 9));
    let mut state = opened(&report);
    let first = text(&cells(&mut state, (80, 24)));
    assert!(first.contains("everything is decided: 5 lists"), "{first}");
    assert!(first.lines().last().unwrap().contains("5 what is open"), "{first}");
    assert_eq!(signs(&mut opened(&report), 7..=9), [none(), open(), open()]);
    press(&mut state, "5 Enter");
    assert_eq!(state.line.at + 1, 9);
    // A clean program has nothing of that.
    let (_folder, clean) = checked("", Listed::Nothing);
    let first = text(&cells(&mut opened(&clean), (80, 24)));
    assert!(first.contains("no gouge was found") && !first.contains("open"), "{first}");
}
