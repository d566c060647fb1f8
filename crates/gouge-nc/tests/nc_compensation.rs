//! What cutter compensation depends on besides its own words.

mod support;

use gouge_nc::{Compensation, Dialect, Options};
use support::seen::{Seen, at, see, table};

fn run(lines: &str, compensation: Compensation) -> Seen {
    let text = format!("G90 G17 G21 F100\nT1 M6\n{lines}\nM2\n");
    let tools = table("T1 P1 D6\n");
    see(&text, Options { tools, compensation: Some(compensation), ..at([0.0, 0.0, 5.0]) })
}

/// Where the last motion ends, in the plane.
fn last(seen: &Seen) -> [f64; 2] {
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    let [x, y, _] = seen.motions.last().unwrap().to.known().unwrap();
    [x, y].map(|v| (v * 1e6).round() / 1e6)
}

/// M72, and the way back from a subprogram with M73, left compensation as it was: 3 mm beside where
/// the control cuts.
#[test]
fn a_saved_state_brings_compensation_back() {
    let run = |lines: &str| run(lines, Compensation::Control);
    let off = "M70\nG41\nG1 X20 Y0\nX40\nM72\nG1 X40 Y-20\nX0 Y-20";
    assert_eq!(last(&run(off)), [0.0, -20.0]);
    let called = "o1 sub\nM73\nG41\nG1 X20 Y0\nX40\no1 endsub\no1 call\nG1 X40 Y-20\nX0 Y-20";
    assert_eq!(last(&run(called)), [0.0, -20.0]);
    // By the tool in the spindle, whatever D said.
    let on = "G41.1 D2\nM70\nG1 X20 Y0\nX40\nG40\nG1 X40 Y-20\nM72\nG1 X0 Y-20\nX-40";
    assert_eq!(last(&run(on)), [-40.0, -23.0]);
    let same = "G41\nM70\nG1 X20 Y0\nX40\nM72\nX60\nX80";
    assert_eq!(last(&run(same)), [80.0, 3.0]);
}

/// A program that reads where the tool is got the programmed place: 3 mm beside what LinuxCNC
/// gives.
#[test]
fn the_place_under_compensation_is_not_read_by_name() {
    for (name, refused) in [("_x", true), ("_abs_y", true), ("_z", false), ("_a", false)] {
        let lines = format!("G41\nG1 X20 Y0\nX40\n#1=#<{name}>\nG1 X60");
        let seen = run(&lines, Compensation::Control);
        let codes: Vec<_> = seen.refusals.iter().map(|r| (r.code, r.span.line)).collect();
        assert_eq!(codes.first().map(|c| c.1), refused.then_some(6), "{name}: {codes:?}");
        // Where it moves nothing the place is the program's.
        assert!(run(&lines, Compensation::Wear).refusals.is_empty(), "{name}");
    }
}

/// What the program itself put into the tool table was left out where it holds the tool's path.
#[test]
fn wear_that_the_program_sets_moves_its_path() {
    let path = "G41 D1\nG1 X20 Y0\nX40";
    assert_eq!(last(&run(path, Compensation::Wear)), [40.0, 0.0]);
    let set = |r: &str| format!("G10 L1 P1 R{r}\n{path}");
    assert_eq!(last(&run(&set("-0.2"), Compensation::Wear)), [40.0, -0.2]);
    assert_eq!(last(&run(&set("0.2"), Compensation::Wear)), [40.0, 0.2]);
    assert_eq!(last(&run(&set("0.2"), Compensation::None)), [40.0, 0.0]);
    let value = "G41 moves nothing, though the tool table says D6";
    let said = |lines: &str| {
        let seen = run(lines, Compensation::Wear);
        seen.assumed().iter().filter(|a| a.0 == "wear" && a.1 == value).count()
    };
    assert_eq!([said(path), said(&set("0.2")), said("G41.1 D0.4\nG1 X20 Y0\nX40")], [1, 0, 0]);
}

/// On a Fanuc that keeps one list of offsets D11 is H11, which the program has set.
#[test]
fn a_radius_beside_a_length_of_its_number_is_an_assumption_on_a_fanuc() {
    let said = |lines: &str, dialect: Dialect| {
        let text = format!("G90 G17 G21 F100.\nT1 M6\n{lines}\nG41 D11\nG1 X20. Y0.\nM30\n");
        let compensation = Some(Compensation::Wear);
        let seen = see(&text, Options { dialect, compensation, ..at([0.0, 0.0, 5.0]) });
        seen.assumptions.iter().filter(|a| a.name == "memory").count()
    };
    assert_eq!(said("G10 L11 P11 R-0.2", Dialect::Fanuc), 1);
    assert_eq!(said("G10 L10 P11 R20.", Dialect::Fanuc), 1);
    for quiet in ["G10 L11 P11 R0", "G10 L11 P12 R-0.2", "(nothing)"] {
        assert_eq!(said(quiet, Dialect::Fanuc), 0, "{quiet}");
    }
    assert_eq!(said("G10 L11 P11 R-0.2", Dialect::Haas), 0);
}
