//! Gouges in files of subprograms: named in the list, shown and edited where they are.

use std::path::PathBuf;
use std::sync::Arc;

use gouge::report::Report;
use gouge::tui::Background;
use gouge::tui::effect::Effect;
use gouge::tui::state::State;
use gouge::tui::update::{Message, update};

use crate::depths::gouging;
use crate::desk::{begun, cells, press, text};
use crate::programs::{checked, opened};

/// A program that gouges on lines 3 and 4 of the file of its subprogram.
struct Job {
    folder: tempfile::TempDir,
    report: Report,
}

impl Job {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("main.ngc");
        let text = format!(
            "G21 G90 G17 G40 G49 G80 G94\nT1 M6\nS1000 M3\nG0 Z60\nG0 X20 Y30\no<{name}> call\n\
             G0 Z70\nM2\n"
        );
        std::fs::write(&program, text).unwrap();
        let file = folder.path().join(format!("{name}.ngc"));
        let text =
            format!("o<{name}> sub\nG1 Z-5 F300\nG1 X10 Y17\nG0 Z60\no<{name}> endsub\nM2\n");
        std::fs::write(file, text).unwrap();
        let report = checked(&program, &[("tools.1", "flat:6")]);
        assert_eq!(report.regions[0].lines, [3, 4]);
        Self { folder, report }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn opened(&self) -> State {
        opened(self.report.clone())
    }
}

/// Its lines were told as if they were those of the program, which stood at line 1, in the editor
/// too.
#[test]
fn a_gouge_in_a_file_of_a_subprogram_is_shown_and_edited_there() {
    let job = Job::new("sub1");
    let mut state = job.opened();
    let narrow = text(&cells(&mut state, (80, 24)));
    assert!(narrow.contains(" sub1.ngc:3–4"), "{narrow}");
    let wide = text(&cells(&mut state, (240, 60)));
    assert!(wide.contains("sub1.ngc line 3–4"), "{wide}");

    press(&mut state, "Enter Enter");
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("sub1.ngc · called by main.ngc"), "{shown}");
    assert!(shown.contains("▶3 ✗ G1 X10 Y17  ← 3.000 mm"), "{shown}");
    assert!(shown.contains("4 │ G0 Z60"), "{shown}");
    assert!(shown.contains("line 3 of sub1.ngc") && shown.contains("from line 6"), "{shown}");
    assert_eq!(press(&mut state, "e"), [Effect::Edit(job.file("sub1.ngc"), 3)]);
    let copied = press(&mut state, "y");
    assert!(format!("{copied:?}").contains("sub1.ngc:3: T1"), "{copied:?}");

    // What is searched for and gone through is that file, until one leaves it.
    press(&mut state, "/ e n d s u b Enter");
    assert_eq!((state.file, state.line.at), (1, 4));
    press(&mut state, "k");
    assert_eq!(state.document.path.steps[state.cursor.motion].line, 4);
    press(&mut state, ".");
    let back = text(&cells(&mut state, (200, 60)));
    assert!(back.contains("main.ngc") && !back.contains("called by"), "{back}");
    assert_eq!(press(&mut state, "e"), [Effect::Edit(job.file("main.ngc"), 7)]);
    press(&mut state, "] : 6 Enter");
    assert_eq!((state.file, state.line.at), (0, 5));
}

/// Where a file is gone, its motions were marked on the lines of those numbers in the program.
#[test]
fn motions_of_a_subprogram_that_is_not_found_are_marked_nowhere() {
    let mut job = Job::new("sub1");
    job.report.motions = Some(vec![gouging(3, [3.0, 3.0])]);
    std::fs::remove_file(job.file("sub1.ngc")).unwrap();
    let mut state = job.opened();
    press(&mut state, "3");
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("3   S1000 M3"), "{shown}");
}

/// Of a file that is gone, the list told lines of the program.
#[test]
fn a_subprogram_that_is_not_found_is_reported_where_it_is_called() {
    let job = Job::new("sub1");
    std::fs::remove_file(job.file("sub1.ngc")).unwrap();
    let mut state = job.opened();
    press(&mut state, "Enter Enter");
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("sub1.ngc is not found · main.ngc calls it"), "{shown}");
    assert!(shown.contains("▶6   o<sub1> call") && !shown.contains("✗ G1"), "{shown}");
    assert!(shown.contains("FILES NOT FOUND"), "{shown}");
    assert_eq!(press(&mut state, "e"), [Effect::Edit(job.file("main.ngc"), 6)]);
}

/// The lines of a file that changed were marked on its new text.
#[test]
fn in_a_changed_file_of_a_subprogram_only_lines_found_again_are_marked() {
    let job = Job::new("sub1");
    let was = std::fs::read_to_string(job.file("sub1.ngc")).unwrap();
    std::fs::write(job.file("sub1.ngc"), was.replace("G1 Z-5", "(NEW)\nG1 Z-5")).unwrap();
    let mut state = job.opened();
    press(&mut state, "3");
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains("sub1.ngc · not as it was checked"), "{shown}");
    assert!(shown.contains("▶4 ✗ G1 X10 Y17"), "{shown}");
    let marked = shown.lines().filter(|line| line.contains(" ✗ G1") || line.contains(" │ G"));
    assert_eq!(marked.count(), 1, "{shown}");
}

/// The files of a program that was edited are numbered anew: another one was shown than before.
#[test]
fn an_edited_program_leaves_its_subprogram_in_sight() {
    let job = Job::new("sub1");
    std::fs::write(job.file("sub0.ngc"), "o<sub0> sub\nG0 Z60\no<sub0> endsub\nM2\n").unwrap();
    let mut state = job.opened();
    let was = std::fs::read_to_string(job.file("main.ngc")).unwrap();
    let edited = was.replace("S1000", "o<sub0> call\nS1000");
    std::fs::write(job.file("main.ngc"), edited).unwrap();
    let again = state.document.again().unwrap().unwrap();
    update(&mut state, Message::Report(Arc::new(again)));
    assert_eq!(state.document.files.len(), 2);
    assert_eq!(press(&mut state, "e"), [Effect::Edit(job.file("sub1.ngc"), 3)]);
}

/// Beside a report in another folder, no subprogram was found, and all were said to be gone.
#[test]
fn subprograms_are_found_beside_the_report() {
    let job = Job::new("sub1");
    let mut report = job.report.clone();
    report.inputs.program.path = "main.ngc".to_owned();
    report.inputs.program.subprograms[0].file = "sub1.ngc".to_owned();
    report.regions[0].witness.file = Some("sub1.ngc".to_owned());
    let document = gouge::tui::load(report, job.folder.path()).unwrap();
    assert_eq!((document.changed.clone(), document.missing.clone()), (Vec::new(), Vec::new()));
    let mut state = begun(Arc::new(document), Background::Dark);
    assert_eq!(press(&mut state, "e"), [Effect::Edit(job.file("sub1.ngc"), 3)]);
}

/// Half a name is no name, half a number another one.
#[test]
fn a_long_name_of_a_file_leaves_its_line_in_sight() {
    let job = Job::new("a_probe_of_the_finished_rim");
    let mut state = job.opened();
    let narrow = text(&cells(&mut state, (80, 24)));
    assert!(narrow.contains("…:3…"), "{narrow}");
}

/// A region that goes on from the program into a file had its first and last line told, each of
/// another file.
#[test]
fn a_region_in_several_files_shows_its_worst_line_only() {
    let mut job = Job::new("sub1");
    let deeper = std::fs::read_to_string(job.file("main.ngc")).unwrap();
    let deeper = deeper.replace("o<sub1> call", "G0 Z-1\nG1 X10 Y16.9\no<sub1> call");
    std::fs::write(job.file("main.ngc"), deeper).unwrap();
    job.report = checked(&job.file("main.ngc"), &[("tools.1", "flat:6")]);
    let mut state = job.opened();
    let region = state.chosen().unwrap().clone();
    assert!(state.document.is_mixed(&region), "{:?}", region.motions);
    let shown = text(&cells(&mut state, (200, 60)));
    assert!(shown.contains(&format!("sub1.ngc line {}…", region.witness.line)), "{shown}");
    assert_eq!(state.spans[0], (1, [region.witness.line; 2]));
}

/// First and last line of a region in several files may count in any of them: which lines it comes
/// to is not known.
#[test]
fn beside_a_region_in_several_files_any_line_may_be_deeper() {
    let mut job = Job::new("sub1");
    let deeper = std::fs::read_to_string(job.file("main.ngc")).unwrap();
    let deeper = deeper.replace("o<sub1> call", "G0 Z-1\nG1 X10 Y16.9\no<sub1> call");
    std::fs::write(job.file("main.ngc"), deeper).unwrap();
    let report = checked(&job.file("main.ngc"), &[("tools.1", "flat:6")]);
    let mut other = report.regions[0].clone();
    let depth = other.depth_mm[0];
    (other.id, other.depth_mm, other.lines) = (2, [depth / 2.0; 2], [7, 7]);
    (other.witness.file, other.witness.line) = (None, 7);
    let shown = |report: &Report| {
        let mut state = opened(report.clone());
        press(&mut state, ": 7 Enter");
        text(&cells(&mut state, (200, 60)))
    };
    job.report = report;
    job.report.regions.push(other);
    let said = format!("← ≥ {:.3} mm", depth / 2.0);
    assert!(shown(&job.report).contains(&said), "{}", shown(&job.report));
    // Without the file, which motions are made is not known either.
    std::fs::remove_file(job.file("sub1.ngc")).unwrap();
    assert!(shown(&job.report).contains(&said), "{}", shown(&job.report));
}
