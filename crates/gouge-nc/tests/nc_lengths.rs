//! Which length offset is in force, and whose.

mod support;

use gouge_nc::{Compensation, Dialect, Options, Tip};
use support::seen::{Seen, at, see, table};

const MODAL: [Dialect; 3] = [Dialect::Fanuc, Dialect::Haas, Dialect::Mach3];
const MACRO: [Dialect; 2] = [Dialect::Fanuc, Dialect::Haas];

fn run(text: &str, dialect: Dialect, tools: &str) -> Seen {
    let tools = (!tools.is_empty()).then(|| table(tools)).flatten();
    see(text, Options { dialect, tools, ..at([0.0, 0.0, 50.0]) })
}

fn tips(seen: &Seen) -> Vec<Tip> {
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    seen.motions.iter().map(|motion| motion.tip.clone()).collect()
}

fn shifted(z: f64) -> Tip {
    Tip::Shifted(Box::new([0.0, 0.0, z]))
}

/// H0 was taken for the tool's own offset, as LinuxCNC has it.
#[test]
fn h0_is_an_offset_of_zero() {
    let text = "G90 G17 G21\nT1 M6\nG43 H0 G0 Z10.\nG1 Z1. F100.\nM30\n";
    for dialect in MODAL {
        let seen = run(text, dialect, "");
        assert_eq!(tips(&seen), vec![Tip::Unknown("P903"); 2], "{dialect}");
        assert_eq!(seen.warnings[0].code, "P903", "{dialect}");
        let known = run(text, dialect, "T1 P1 Z40 D6\n");
        assert_eq!(tips(&known), vec![shifted(-40.0); 2], "{dialect}");
        assert!(known.warnings[0].message.contains("40.000 mm too low"), "{:?}", known.warnings);
    }
    assert_eq!(tips(&run(text, Dialect::LinuxCnc, "")), vec![Tip::AtControlPoint; 2]);
}

/// Without H a G43 was taken for the tool's own offset: it is that of the last H.
#[test]
fn g43_without_h_takes_the_last_h() {
    let first = "G90 G17 G21\nT2 M6\nG43 G0 Z10.\nM30\n";
    let later = "G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\nT2 M6\nG43 Z20.\nM30\n";
    let own = "G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\nG49\nG43 Z20.\nM30\n";
    for dialect in MODAL {
        assert_eq!(tips(&run(first, dialect, "")), [Tip::Unknown("P903")], "{dialect}");
        let seen = run(later, dialect, "");
        assert_eq!(tips(&seen), [Tip::AtControlPoint, Tip::Unknown("P903")], "{dialect}");
        assert!(seen.warnings[0].message.contains("H1 is the length of tool 1"), "{dialect}");
        let known = run(later, dialect, "T1 P1 Z40\nT2 P2 Z45\n");
        assert_eq!(tips(&known).last(), Some(&shifted(-5.0)), "{dialect}");
        assert_eq!(tips(&run(own, dialect, "")), vec![Tip::AtControlPoint; 2], "{dialect}");
    }
    let seen = run(later, Dialect::LinuxCnc, "");
    assert_eq!(tips(&seen), vec![Tip::AtControlPoint; 2]);
}

/// An H that stood alone was dropped, or refused as without use.
#[test]
fn h_alone_takes_effect_while_g43_is_in_force() {
    let text =
        |word: &str| format!("G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\n{word} Z5.\nG1 Z1. F100.\nM30\n");
    for dialect in MACRO {
        let wrong = [Tip::AtControlPoint, Tip::Unknown("P903"), Tip::Unknown("P903")];
        assert_eq!(tips(&run(&text("H2"), dialect, "")), wrong, "{dialect}");
        assert_eq!(tips(&run(&text("H0"), dialect, "")), wrong, "{dialect}");
        assert_eq!(tips(&run(&text("H1"), dialect, "")), vec![Tip::AtControlPoint; 3]);
        // None is in force.
        let off = run(&text("G49\nH2"), dialect, "");
        assert_eq!(off.refusals[0].code, "P204", "{dialect}");
    }
    assert_eq!(run(&text("H2"), Dialect::Mach3, "").refusals[0].code, "P204");
}

const AFTER: &str = "G90 G0 X20. Y0.\nZ10.\nG1 Z0.5 F100.\nM30\n";

/// The tool ran on as if its offset were in force.
#[test]
fn g28_ends_the_length_offset_on_a_haas() {
    let text = |way: &str| format!("G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\nG91 {way}\n{AFTER}");
    let home = [Some(200.0), Some(200.0), Some(300.0)];
    let with = |way: &str, tools: &str| {
        let tools = (!tools.is_empty()).then(|| table(tools)).flatten();
        let options = Options { dialect: Dialect::Haas, home, tools, ..at([0.0, 0.0, 50.0]) };
        see(&text(way), options)
    };
    let seen = with("G28 Z0.", "");
    assert_eq!(tips(&seen).last(), Some(&Tip::Unknown("P904")));
    let known = with("G28 Z0.", "T1 P1 Z40\n");
    assert_eq!(tips(&known).last(), Some(&shifted(-40.0)));
    // The machine stands still where the offset ends: its height is no longer that of the tip.
    let heights: Vec<_> = known.motions.iter().filter_map(|m| m.to.axis(2)).collect();
    assert_eq!((heights[1] - heights[0], &heights[2..]), (40.0, &[10.0, 0.5][..]));
    let again = with("G28 Z0.\nG90 G43 H1 G0 Z20.", "");
    assert_eq!(tips(&again).last(), Some(&Tip::AtControlPoint));
    // G53 leaves it out for its own block.
    let once = with("G90 G53 G0 Z0.", "");
    assert_eq!(tips(&once).last(), Some(&Tip::AtControlPoint));
}

/// Whether a cancelled offset comes back is a parameter.
#[test]
fn an_offset_that_comes_back_after_a_reference_point_is_an_assumption() {
    let said = |dialect: Dialect, way: &str, after: &str| -> Vec<(String, u32)> {
        let text = format!("G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\n{way}\n{after}");
        let seen = run(&text, dialect, "T1 P1 Z40\n");
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let lengths = seen.assumptions.iter().filter(|a| a.name == "length");
        lengths.map(|a| (a.value.clone(), a.span.line)).collect()
    };
    let back = |word: &str| format!("offset taken to be in force again after {word} in line 4");
    for (way, word) in [("G28 Z10.", "G28"), ("G30 Z10.", "G30"), ("G53 G0 Z0.", "G53")] {
        assert_eq!(said(Dialect::Fanuc, way, AFTER), [(back(word), 6)]);
        // Across at that height, and with a new G43, nothing rests on it.
        assert_eq!(said(Dialect::Fanuc, way, "G0 X5. Y5.\nG43 H1 Z20.\nM30\n"), []);
    }
    assert_eq!(said(Dialect::Fanuc, "G28 X0. Y0.", AFTER), []);
    assert_eq!(said(Dialect::Haas, "G30 Z10.", AFTER), [(back("G30"), 6)]);
    assert_eq!(said(Dialect::Haas, "G53 G0 Z0.", AFTER), []);
    assert_eq!(said(Dialect::LinuxCnc, "G28 Z10.", AFTER), []);
}

/// A length that the program changes moves the tip: it was said to be where it was before.
#[test]
fn offsets_that_g10_changes_move_the_tip() {
    let text =
        |set: &str| format!("G90 G17 G21\nT1 M6\n{set}\nG43 H1 G0 X1. Z10.\nG1 Z1. F100.\nM30\n");
    let last = |dialect: Dialect, set: &str, tools: &str| {
        let seen = run(&text(set), dialect, tools);
        assert!(seen.refusals.is_empty(), "{dialect} {set}: {:?}", seen.refusals);
        let warned = seen.warnings.iter().filter(|w| w.code == "P903").count();
        (tips(&seen).pop().unwrap(), warned)
    };
    let (clear, table) = ((Tip::AtControlPoint, 0), "T1 P1 Z100 D6\n");
    let low = (shifted(-0.5), 1);
    for dialect in MACRO {
        for set in
            ["G10 L10 P1 R100.", "G10 L11 P1 R0.", "G10 L11 P2 R-1.", "G91 G10 L10 P1 R0.\nG90"]
        {
            assert_eq!(last(dialect, set, ""), clear, "{dialect} {set}");
            assert_eq!(last(dialect, set, table), clear, "{dialect} {set}");
        }
        for set in [
            "G10 L11 P1 R-.5",
            "G91 G10 L10 P1 R-.5\nG90",
            "G91 G10 L11 P1 R-.25\nG10 L11 P1 R-.25\nG90",
            "G10 L10 P1 R100.\nG43 H1 G0 Z12.\nG10 L10 P1 R99.5",
            "G10 L11 P1 R1.\nG10 L11 P1 R-.5",
        ] {
            assert_eq!(last(dialect, set, ""), low, "{dialect} {set}");
            assert_eq!(last(dialect, set, table), low, "{dialect} {set}");
        }
        assert_eq!(last(dialect, "G10 L10 P1 R99.5", table), low, "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Mach3] {
        let twice = "G10 L1 P1 Z100\nG43 H1 G0 Z12\nG10 L1 P1 Z99.5";
        assert_eq!(last(dialect, twice, ""), low, "{dialect}");
        assert_eq!(last(dialect, "G10 L1 P1 Z99.5", table), low, "{dialect}");
        assert_eq!(last(dialect, "G10 L1 P1 Z100", ""), clear, "{dialect}");
        assert_eq!(last(dialect, "G10 L1 P1 Z100\nG10 L1 P1 R3", ""), clear, "{dialect}");
    }
}

/// What the control held before the program set an offset is known only there.
#[test]
fn registers_that_g10_sets_are_assumptions() {
    let said = |set: &str| {
        let seen = run(&format!("G90 G17 G21\nT1 M6\n{set}\nM30\n"), Dialect::Haas, "");
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        seen.assumptions
            .iter()
            .map(|a| a.value.clone())
            .filter(|v| v.contains('H'))
            .collect::<Vec<_>>()
    };
    assert_eq!(said("G10 L10 P1 R9."), ["H1 as G10 L10 sets it is the length of its tool"]);
    assert_eq!(said("G10 L11 P1 R-1."), ["the wear of H1 was 0 before G10 L11"]);
    let later = "H1 as G10 L11 sets it counts from the next G43 or H on";
    assert_eq!(said("G43 H1 G0 Z9.\nG10 L11 P1 R0.\nG10 L12 P1 R3."), [later]);
    let refused = |set: &str, compensation| {
        let options = Options { dialect: Dialect::Fanuc, compensation, ..at([0.0, 0.0, 50.0]) };
        let seen = see(&format!("G90 G17 G21\nG0 X1.\n{set}\nM30\n"), options);
        seen.refusals.first().map(|r| (r.code, r.span.line))
    };
    let wear = Some(Compensation::Wear);
    assert_eq!(refused("G10 L12 P1 R3.", wear), Some(("P207", 3)));
    assert_eq!(refused("G10 L13 P1 R-.1", wear), Some(("P207", 3)));
    assert_eq!(refused("G10 L12 P1 R0.", wear), None);
    assert_eq!(refused("G10 L12 P1 R3.", Some(Compensation::None)), None);
    assert_eq!(refused("G10 L10 R3.", None), Some(("P205", 3)));
    assert_eq!(refused("G91 G10 L10 P1 R-1.\nG90 G10 L10 P1 R5.", None), Some(("P207", 4)));
}

/// A program that sets its lengths and begins again is as it was: the second run sets them once
/// more.
#[test]
fn lengths_set_again_to_the_same_are_no_change() {
    let text = "G90 G17 G21\nT1 M6\nG10 L1 P1 Z100\nG43 H1 G0 X1 Z10\nX2\nM99\n";
    let seen = run(text, Dialect::LinuxCnc, "");
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    assert!(tips(&seen).iter().skip(1).all(|tip| *tip == Tip::AtControlPoint), "{:?}", tips(&seen));
}

/// Whether the axis moves by a change of the offset in force or stands still is a parameter.
#[test]
fn a_changed_offset_that_moves_nothing_is_an_assumption_on_a_fanuc() {
    let said = |dialect: Dialect, lines: &str| {
        let text = format!("G90 G17 G21 F100.\nT1 M6\nG0 X0. Y0.\n{lines}\nM30\n");
        let seen = run(&text, dialect, "T1 P1 Z40\nT2 P2 Z45\n");
        let found = seen.assumptions.iter().filter(|a| a.name == "length-change");
        found.map(|a| (a.value.clone(), a.span.line)).collect::<Vec<_>>()
    };
    let stands = |name: &str, change: &str, line: u32| {
        let value = format!("Z does not move at {name}, which changes the offset by {change} mm");
        vec![(value, line)]
    };
    let fanuc = |lines: &str| said(Dialect::Fanuc, lines);
    assert_eq!(fanuc("G43 H1 Z9.\nG49\nG1 X5.\nG49"), stands("G49", "-40.000", 5));
    assert_eq!(fanuc("G43 H1\nG1 Z9."), stands("G43 H1", "40.000", 4));
    assert_eq!(fanuc("G43 H1 Z9.\nX1. H2"), stands("G43 H2", "5.000", 5));
    let farther = "Z goes 40.000 mm higher than its word in the block of G43 H1, by the change of \
                   the offset";
    assert_eq!(fanuc("G91 G43 H1 Z-32."), [(farther.to_owned(), 4)]);
    assert_eq!(fanuc("G91\nG43 H1 Z-32."), [(farther.to_owned(), 5)]);
    for quiet in [
        "G43 H1 Z9.\nG49 Z20.",
        "G43 H1 Z9.\nG43 H1\nX1.",
        "G91 G28 Z0.\nG49\nG43 H1\nG90 G0 Z9.",
        "G49\nG91 G43 H0 Z-3.",
        "G91 G28 Z0.\nG43 H1 Z-3.",
    ] {
        assert_eq!(fanuc(quiet), [], "{quiet}");
    }
    assert_eq!(said(Dialect::Haas, "G43 H1 Z9.\nG49\nG1 X5."), []);
}

/// The way of G91 was taken without the change of the offset, which a Fanuc adds to it: clean 3 mm
/// above where the tool cuts.
#[test]
fn a_way_of_g91_is_as_much_farther_on_a_fanuc_as_the_offset_changes() {
    let text = |word: &str| {
        format!("G90 G17 G21\nT1 M6\nG43 H1 G0 Z20.\nG1 Z5. F100.\nG10 L11 P1 R-3.\n{word}\nM30\n")
    };
    let tools = "T1 P1 Z40\n";
    let ends = |word: &str, dialect: Dialect| {
        let seen = run(&text(word), dialect, tools);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let last = seen.motions.last().unwrap();
        let shift = last.tip.shift().unwrap_or_default();
        (last.to.axis(2).unwrap(), shift[2])
    };
    let (absolute, shift) = ends("G43 H1 G1 Z0.5", Dialect::Fanuc);
    assert_eq!(ends("G91 G43 H1 G1 Z-4.5", Dialect::Fanuc), (absolute, shift));
    assert_eq!(ends("G43 H1 G1 Z0.5\nG91 G1 Z-0.", Dialect::Fanuc), (absolute, shift));
}

/// Down at rapid without an offset that was there before, a tool was taken to be on its way to
/// where its own comes into force: clean, where it runs into the part with all its length.
#[test]
fn a_rapid_down_after_the_offset_was_taken_off_is_not_known() {
    let known = |lines: &str, dialect: Dialect, tools: &str| {
        let text =
            format!("G90 G17 G21\nT1 M6\nG0 X0. Y0.\nG43 H1 Z20.\nG1 Z5. F100.\n{lines}\nM30\n");
        let seen = run(&text, dialect, tools);
        let low = seen.warnings.iter().filter(|w| w.code == "P904").count();
        let tips = tips(&seen);
        (tips.iter().filter(|tip| **tip == Tip::Unknown("P904")).count(), low)
    };
    for dialect in [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Haas] {
        let off = |lines: &str| known(&format!("G0 Z50.\nG49\n{lines}"), dialect, "");
        assert_eq!(off("G0 X10.\nZ1.\nX30."), (2, 1), "{dialect}");
        // Up to a height that counts from the spindle, which may be below.
        assert_eq!(off("G0 X10.\nZ90.\nX30."), (2, 1), "{dialect}");
        // Up by a way, at the same height, or under the offset of the next tool.
        assert_eq!(off("G0 X10.\nG91 Z40.\nX30."), (0, 0), "{dialect}");
        assert_eq!(off("G0 Z1.\nG43 H1\nG1 Z5."), (1, 1), "{dialect}");
        assert_eq!(off("T2 M6\nG0 Z40.\nG43 H2 Z5."), (0, 0), "{dialect}");
        assert_eq!(known("G0 Z50.\nG49\nG0 Z1.", dialect, "T1 P1 Z40\n").0, 0, "{dialect}");
    }
    let home = "G91 G28 Z0.\nG90 G0 Z50.\nZ1.\nX30.";
    assert_eq!(known(home, Dialect::Haas, "").0, 3);
}

/// Where each motion to a new Z begins and ends, and whether its tip is known.
fn heights(seen: &Seen) -> Vec<(Option<f64>, Option<f64>, bool)> {
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    let all = seen.motions.iter();
    all.map(|m| (m.from.axis(2), m.to.axis(2), m.tip.shift().is_some())).collect()
}

/// A motion to the same number of Z was dropped, though the tool goes there by the change of its
/// offset.
#[test]
fn the_same_z_under_another_offset_is_a_motion() {
    let last = |change: &str, dialect: Dialect, tools: &str| {
        let text =
            format!("G90 G17 G21 F100.\nT1 M6\nG43 H1 G0 Z30.\nG1 Z5.\nG0 Z30.\n{change}\nM30\n");
        let seen = run(&text, dialect, tools);
        heights(&seen)[3..].to_vec()
    };
    for dialect in [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Haas, Dialect::Mach3] {
        let lost = [(None, Some(30.0), false)];
        for change in ["G49\nG0 Z30.", "G0 G49 Z30.", "G43 H2\nG0 Z30.", "G43 H2 Z30."] {
            assert_eq!(last(change, dialect, ""), lost, "{dialect} {change}");
        }
        let known = last("G49\nG0 Z30.", dialect, "T1 P1 Z50\n");
        assert_eq!(known, [(Some(80.0), Some(30.0), true)], "{dialect}");
        // Back under its own offset, the tool comes from a height that is not known.
        let back = last("G49\nG0 Z30.\nG43 H1\nG0 Z30.", dialect, "");
        assert_eq!(back[1..], [(None, Some(30.0), true)], "{dialect}");
        // It has not moved.
        assert_eq!(last("G49\nG43 H1\nG0 Z30.", dialect, ""), [], "{dialect}");
        assert_eq!(last("G43 H2\nG43 H1\nG0 Z30.", dialect, ""), [], "{dialect}");
        let aside = last("G49\nG0 X5.\nG43 H1 Z30.", dialect, "");
        assert_eq!(aside, [(Some(30.0), Some(30.0), true)], "{dialect}");
    }
    let register = last("G10 L11 P1 R-2.\nG43 H1 Z30.", Dialect::Fanuc, "");
    assert_eq!(register, [(Some(32.0), Some(30.0), true)]);
    // The first approach is what was declared.
    let first = run("G90 G21\nT1 M6\nG43 H1 G0 Z50.\nX5.\nM30\n", Dialect::Fanuc, "");
    assert_eq!(heights(&first), [(Some(50.0), Some(50.0), true)]);
}

/// The height that a wrong offset left was taken for one under the right offset: a gouge where the
/// tool may be far above.
#[test]
fn a_height_under_a_wrong_offset_is_none_under_the_right_one() {
    let text = "G21 G90 G17 F100\nT1 M6\nG43 H1\nG0 X0 Y0 Z100\nG43 H3\nG0 Z5\nG43 H1\nG91\nG0 Z-20\nG90 X4\nZ9\nX7\nM2\n";
    let seen = run(text, Dialect::LinuxCnc, "");
    let known = [(None, None, true), (None, None, true), (None, Some(9.0), true)];
    assert_eq!(heights(&seen)[2..5], known);
    assert_eq!(heights(&seen)[5], (Some(9.0), Some(9.0), true));
    let with = run(text, Dialect::LinuxCnc, "T1 P1 Z20 D6\nT3 P3 Z80 D6\n");
    assert_eq!(heights(&with)[2], (Some(65.0), Some(45.0), true));
}

/// Lengths that a program states were each taken for that of the tool, which cannot be right of two
/// that differ.
#[test]
fn lengths_that_g43_1_states_are_compared() {
    let text = "G21 G90 G17 F100\nT1 M6\nG43.1 Z50\nG0 Z10\nG43.1 Z0\nG1 Z9\nM2\n";
    for dialect in [Dialect::LinuxCnc, Dialect::Grbl] {
        let seen = run(text, dialect, "");
        assert_eq!(tips(&seen), [Tip::AtControlPoint, shifted(-50.0)], "{dialect}");
        let said = seen.assumed().into_iter().filter(|(name, ..)| *name == "register");
        let value = "G43.1 states the length of T1: 50.000 mm";
        assert_eq!(said.collect::<Vec<_>>(), [("register", value, 3)], "{dialect}");
        let known = run(text, dialect, "T1 P1 Z49\n");
        assert_eq!(tips(&known), [shifted(1.0), shifted(-49.0)], "{dialect}");
    }
    // Of each tool, and of one that no word brought.
    let each = "G21 G90\nT1 M6\nG43.1 Z50\nG0 Z10\nT2 M6\nG43.1 Z40\nG0 Z9\nM2\n";
    assert_eq!(tips(&run(each, Dialect::LinuxCnc, "")), vec![Tip::AtControlPoint; 2]);
    let none = "G21 G90\nG43.1 Z50\nG0 Z10\nG43.1 Z48\nG0 Z9\nM2\n";
    assert_eq!(tips(&run(none, Dialect::Grbl, "")), [Tip::AtControlPoint, shifted(-2.0)]);
    // Taken over by the next tool.
    let stale = "G21 G90 F100\nT1 M6\nG43.1 Z50\nG0 Z10\nT2 M6\nG1 Z9\nM2\n";
    assert_eq!(tips(&run(stale, Dialect::LinuxCnc, ""))[1], Tip::Unknown("P904"));
}

/// A length that a program states was compared with that of the tool table, which nobody states.
#[test]
fn a_stated_length_after_an_unknown_one_is_not_compared() {
    let tip = |change: &str, tools: &str| {
        let text = format!(
            "G21 G90 G17 F100\nT1 M6\nG43 H1\nG0 X0 Y0 Z30\nG1 Z0\nG0 Z30\n{change}\nG0 Z10\nM2\n"
        );
        let seen = run(&text, Dialect::LinuxCnc, tools);
        (tips(&seen).pop().unwrap(), seen.motions.last().unwrap().from.axis(2))
    };
    let unknown = (Tip::Unknown("P903"), None);
    for change in ["G43.1 Z20", "G10 L1 P1 Z50\nG43", "G43.2 H2", "G49\nG43.1 Z20"] {
        assert_eq!(tip(change, ""), unknown, "{change}");
    }
    assert_eq!(tip("G10 L1 P1 Z50\nG43", "T1 P1 Z50\n"), (Tip::AtControlPoint, Some(30.0)));
    // By so much the program changes what is in force.
    let measured = "G10 L10 P1 Z60\nG43";
    assert_eq!(tip(measured, ""), (shifted(-30.0), Some(60.0)));
    assert_eq!(tip(measured, "T1 P1 Z50\n"), (shifted(-30.0), Some(60.0)));
    assert_eq!(tip("G43.2 Z-1", "").0, shifted(-1.0));
    let refused = |lines: &str| {
        let text = format!("G21 G90\nT1 M6\n{lines}\nM2\n");
        let seen = see(&text, Options::default());
        seen.refusals.iter().map(|r| (r.code, r.span.line)).collect::<Vec<_>>()
    };
    assert_eq!(refused("G10 L10 P1 Z5"), [("P107", 3)]);
    assert_eq!(refused("G0 Z5\nG10 L10 P1 Z5"), []);
    assert_eq!(refused("G43 H2\nG0 Z5\nG10 L10 P1 Z5"), [("P107", 5)]);
}

/// The height of a rapid under the offset of the tool before was taken as programmed.
#[test]
fn a_rapid_to_a_height_under_the_offset_of_the_tool_before_is_not_known() {
    let known = |lines: &str, tools: &str| {
        let text = format!(
            "G21 G90 G17 F100\nT1 M6\nG43 H1\nG0 X0 Y0 Z30\nG1 Z0\nG0 Z30\nT2 M6\n{lines}\nM2\n"
        );
        let tips = tips(&run(&text, Dialect::LinuxCnc, tools));
        tips[3..].iter().map(|tip| tip.shift().is_some()).collect::<Vec<_>>()
    };
    let after = "G43 H2 Z30\nG1 Z0";
    assert_eq!(known(&format!("G0 X5 Z0.5\nX7\n{after}"), ""), [false, false, true, true]);
    assert_eq!(known(&format!("G0 X5\nG91 G0 Z9\nG90\n{after}"), ""), [true, false, true, true]);
    assert_eq!(known(&format!("G0 X5\nY7\n{after}"), ""), [true, true, true]);
    assert_eq!(known(&format!("G49\nG0 X5 Z40\n{after}"), ""), [true, true, true]);
    assert_eq!(known("G0 X5 Z0.5", "T1 P1 Z50\nT2 P2 Z58\n"), [true]);
}

/// A rapid under the own offset of a tool whose height no block had said yet was as high as the tool
/// before, and nothing listed that.
#[test]
fn the_height_of_the_tool_before_is_an_assumption_until_one_is_said() {
    let listed = |lines: &str, tools: &str| {
        let text = format!("G21 G90 G17\nT1 M6\nG0 G43 H1 Z5\nX10\nT2 M6\n{lines}\nM2\n");
        let seen = run(&text, Dialect::LinuxCnc, tools);
        let own = |fact: &&gouge_nc::Assumption| fact.value == "T2 at its programmed height";
        seen.assumptions.iter().filter(own).map(|fact| fact.span.line).collect::<Vec<_>>()
    };
    assert_eq!(listed("G43 H2\nG0 X30\nZ9", ""), [7]);
    assert_eq!(listed("G43 H2 Z9\nG0 X30", ""), [6]);
    assert_eq!(listed("G43 H2\nG53 G0 Z0\nX30", ""), Vec::<u32>::new());
    assert_eq!(listed("G43 H2\nG0 X30", "T1 P1 Z50\nT2 P2 Z70\n"), Vec::<u32>::new());
}

/// It was listed as an assumption of motions that are undecided for want of a length.
#[test]
fn no_height_is_assumed_of_a_motion_whose_tip_is_not_known() {
    let text = "G21 G90\nT1 M6\nG0 G43 H1 X0. Y0. Z30.\nT2 M6\nG1 Z10. F100\nG43 H2 Z9.\nM30\n";
    let dialect = Dialect::Haas;
    let seen = see(text, Options { dialect, ..at([0.0, 0.0, 99.0]) });
    assert!(seen.motions.iter().any(|motion| matches!(motion.tip, Tip::Unknown(_))));
    let assumed = seen.assumed().into_iter().filter(|fact| fact.0 == "length" && fact.2 == 5);
    assert_eq!(assumed.count(), 0, "{:?}", seen.assumed());
}
