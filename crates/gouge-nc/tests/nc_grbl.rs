//! Rules that are Grbl's own.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see};

fn run(text: &str) -> Seen {
    let options = Options { dialect: Dialect::Grbl, ..at([80.0, 0.0, 30.0]) };
    see(&format!("G21 G90\n{text}\nM2\n"), options)
}

/// They were carried out, and what followed was checked where the tool never is.
#[test]
fn blocks_that_grbl_rejects_are_refused() {
    for line in [
        "N10000001 G0 X0 Y0",
        "N10000001.5 G0 X0 Y0",
        "G0 X0 N10000001",
        "N1 G0 X0 N1",
        "N-1 G0 X0",
        "G0 X0\u{18}",
        "G0 X0.\u{c}5",
        "T256 G0 X0 Y0",
        "G10 L2 P1",
        "G43.1 Z1 G0",
        "G49 G0",
        "G43.1",
        "G0 X0 G80",
        "G80 G0 X0",
        "G0 G0 X0",
        "T1 M6 G0 X0",
        "M6 X0",
        "M61 Q2 Z5",
        "G92.1 X0",
        "G92.1 G4 P1",
        "G4 P1 G92.1",
        "G53 G92.1",
        "G28 G92.1",
        "G92.1 G28.1",
        "G92.1 G30",
        "G30.1 G92.1",
        "G10 L1 P1 Z1",
        "G10 L10 P1 Z1",
        "G10 L11 P1 Z1",
        "G10 L0 X1",
        "G10 P1 X1",
        &format!("G0 X0 Y0.{}", "0".repeat(80)),
    ] {
        let seen = run(&format!("{line}\nG0 Z10"));
        assert_eq!((seen.refusals.len(), seen.motions.len()), (1, 1), "{line}");
    }
    // Its modes are not in force either.
    for line in ["T300 G91", "T300 G20"] {
        let seen = run(&format!("{line}\nG21 X0 Y0 Z10\nX5"));
        assert!(seen.motions.iter().all(|motion| motion.turned), "{line}");
    }
    for line in ["G92 X0", "G10 L2 P1 X1", "G28 X0", "G43.1 Z1"] {
        assert_eq!(run(&format!("G80\n{line}\nG0 Z10")).refusals.len(), 1, "{line}");
    }
    for line in [
        "N10000000 G0 X0 Y0",
        "N1.5 X0 Y0",
        "T255 X0 Y0",
        "G43.1 Z0\nX0 Y0",
        "G49 G80\nG0 X0 Y0",
        "T1 M6\nX0 Y0",
        "T1 M6 S1000 M3 F100\nX0 Y0",
        "G92.1\nX0 Y0",
        &format!("X0 Y0 ({}) ({}) ; {}", "a".repeat(40), "b".repeat(40), "c".repeat(80)),
        &format!("X0{}Y0", " ".repeat(80)),
    ] {
        let seen = run(line);
        assert!(seen.refusals.is_empty(), "{line}: {:?}", seen.refusals);
        assert_eq!(seen.motions[0].to.known().map(|to| [to[0], to[1]]), Some([0.0; 2]), "{line}");
    }
}

/// They were refused.
#[test]
fn blocks_that_grbl_takes_are_carried_out() {
    let end = |text: &str| {
        let seen = run(text);
        assert!(seen.refusals.is_empty(), "{text}: {:?}", seen.refusals);
        seen.motions.last().unwrap().to.known().unwrap()
    };
    let known = "G10 L2 P1 X0 Y0 Z0\nG0 X80 Y0 Z30\n";
    let short = format!("{known}G10 L20 X5\nG0 X0");
    assert_eq!(end(&short), [75.0, 0.0, 30.0]);
    assert_eq!(end(&format!("{known}G55\nG10 L2 X3\nG0 X0 Y0 Z0")), [3.0, 0.0, 0.0]);
    assert_eq!(end("G10 L2 P1.9 X7 Y0 Z0\nG0 X1 Y0 Z0"), [8.0, 0.0, 0.0]);
    assert_eq!(end("G49 Z5\nG0 X1"), [1.0, 0.0, 30.0]);
    assert_eq!(end("N5 /G0 X1 / Y2"), [1.0, 2.0, 30.0]);
    assert_eq!(end("G0 X1 N5. Y2"), [1.0, 2.0, 30.0]);
    assert_eq!(end("\u{c}G0 X1\u{c}Y2"), [1.0, 2.0, 30.0]);
    assert_eq!(end("G0 X1 (left open"), [1.0, 0.0, 30.0]);
    assert_eq!(end("G0 X1 (one (and two) Y2"), [1.0, 2.0, 30.0]);
    let line = format!("/G0 X1.{}", "0".repeat(74));
    assert_eq!(end(&line), [1.0, 0.0, 30.0]);
    let seen = run(&format!("{line}0"));
    assert!(seen.refusals[0].message.contains("80 characters"), "{:?}", seen.refusals);
    for line in ["G10 L20 P-0.5 X1", "G10 L2 P7.5 X1", "G80 G49 Z5", "G0 X1 (a) b)", "G4 P-1"] {
        assert_eq!(run(line).refusals.len(), 1, "{line}");
    }
}

/// The zero that it set was that of the offset in force, which may be another.
#[test]
fn g10_after_a_refused_work_offset_places_the_one_that_it_names() {
    let last = |line: &str| {
        let seen = run(&format!("G0 X0 Y0 Z9\nG55 G64\n{line}\nG0 X1 Y1 Z1\nX3"));
        let last = seen.motions.last().unwrap();
        last.from.known().and(last.to.known())
    };
    for line in ["G10 L2 P1 X0 Y0 Z0", "G10 L2 P0 X0 Y0 Z0", "G10 L20 X0 Y0 Z0"] {
        assert_eq!(last(line), None, "{line}");
    }
    assert_eq!(last("G10 L2 P1 X5 Y0 Z0\nG54"), Some([8.0, 1.0, 1.0]));
}

/// It was refused by LinuxCNC's rules.
#[test]
fn g53_goes_to_the_machine_position_in_g91_and_nowhere_without_axis_words() {
    let home = [Some(10.0), Some(20.0), Some(60.0)];
    let options = || Options { dialect: Dialect::Grbl, home, ..at([80.0, 0.0, 30.0]) };
    let text = "G21 G90 F9\nG53\nG91\nG53 G0 Z-5\nG1\nG53\nG53 X-10\nX1\nM2\n";
    let seen = see(text, options());
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    let ends: Vec<_> = seen.motions.iter().map(|motion| motion.to.known().unwrap()).collect();
    assert_eq!(ends, [[80.0, 0.0, 55.0], [0.0, 0.0, 55.0], [1.0, 0.0, 55.0]]);
    // Error 30.
    for text in ["G80\nG53", "G2 X9 I4.5\nG53", "G53 G2 X9 I4.5", "G53 G80"] {
        let seen = see(&format!("G21 G90 F9\nG0 X0\n{text}\nM2\n"), options());
        assert_eq!(seen.refusals.len(), 1, "{text}");
    }
}

/// Its G20, G55 or plane counted as carried out, and a gouge was proved where the tool never is.
#[test]
fn a_block_rejected_amid_its_execution_changes_no_mode() {
    let head = "F500\nG10 L2 P2 X70\nG92 X5\nG0 X0 Y0 Z50";
    let after = |line: &str, then: &str| {
        let seen = run(&format!("{head}\n{line}\n{then}"));
        let last = seen.motions.last().unwrap().clone();
        (last.from.known().and(last.to.known()).is_some() && !last.turned, last.to.known())
    };
    let on = "G0 X0 Y0 Z10\nX3";
    for line in [
        "G20 G2 X1 Y1",
        "G91 G2 X9 Y9 I1 J1",
        "G55 G3 X30 Y0 R1",
        "G92.1 G2 X1 Y1",
        "G18 G2 X1 Z1",
        "G17 G18",
        "G18 G64",
        "G93 G2 X1 Y1 F9",
    ] {
        assert!(!after(line, on).0, "{line}");
    }
    // What it says anew is as it was, and a rapid goes the way of a cut.
    for line in ["G21 G90 G54 G17 G2 X1 Y1", "G0 G64"] {
        assert_eq!(after(line, on), (true, Some([78.0, 0.0, 10.0])), "{line}");
    }
    let straight = after("G1 X1 X2", "X0 Y0 Z10\nX3");
    assert_eq!(straight, (true, Some([78.0, 0.0, 10.0])));
    for line in ["G2 X1 I1 X2", "G80 G64"] {
        assert_eq!(after(line, "X0 Y0 Z10\nX3").1, Some([75.0, 0.0, 50.0]), "{line}");
    }
    // Nor is the place known that G28.1 stores.
    let stores = "G28.1 G2 X1 Y1\nG0 X0 Y0 Z10\nG28";
    assert_eq!(after(stores, "G0 Y9").1, None);
    // Nor does its F count, and a cut without one is dropped with its modes.
    let seen = run("G0 X0 Y0 Z9\nG2 X1 Y1 F100\nG1 X5\nG1 Y5 F9\nX6");
    assert_eq!((seen.refusals.len(), seen.motions.len()), (2, 3));
    assert_eq!(seen.motions[2].from.known(), None);
}

/// It was followed to where it leads.
#[test]
fn a_cut_in_inverse_time_with_f0_is_rejected() {
    for text in ["G93 G1 F0 Z5", "G93\nG1 Z5 F0"] {
        let seen = run(&format!("{text}\nG94\nG0 X1"));
        assert_eq!((seen.refusals.len(), seen.motions.len()), (1, 1), "{text}");
        assert!(seen.refusals[0].message.contains("error 22"), "{text}");
    }
}

/// The G10 beside whose axis words G80 stayed in force counted as carried out.
#[test]
fn no_axis_word_is_taken_where_g80_may_be_in_force() {
    let refused = |text: &str| run(&format!("F9\nG0 X0 Y0 Z50\n{text}\nG0 X1")).refusals.len();
    for line in ["G10 L2 P1 Z40", "G92 Z9", "G28 Z0", "G43.1 Z5", "G10 L20 P1 Z9"] {
        assert_eq!(refused(&format!("G80\nG2 X1 Y1\n{line}")), 2, "{line}");
        assert_eq!(refused(&format!("G80\nG2 X1 Y1\nG999\n{line}")), 3, "{line}");
        assert_eq!(refused(&format!("G1 X1\nG80 X1\n{line}")), 2, "{line}");
        assert_eq!(refused(&format!("G80\nG2 X1 Y1\nG0\n{line}")), 1, "{line}");
        assert_eq!(refused(&format!("G1 X1\nG2 X1 Y1\n{line}")), 1, "{line}");
    }
    let zero = run("G80\nG2 X1 Y1\nG10 L2 P1 Z40\nG0 X1 Y1 Z9\nX5");
    assert_eq!(zero.motions.last().unwrap().to.axis(2), None);
}

/// Its G91 or G20 counted as carried out.
#[test]
fn nothing_of_a_block_that_sets_a_length_is_known() {
    for line in ["G91 G10 L1 P1 Z1", "G20 G10 L11 P1 Z1", "G91 G10 L10 P1 Z1"] {
        let seen = run(&format!("{line}\nG0 X0 Y0 Z9\nX5"));
        assert!(seen.motions.iter().all(|motion| motion.turned), "{line}");
    }
    let seen = run("G10 P1 X1");
    assert!(seen.refusals[0].message.contains("L2 and L20 alone"));
    let seen = run("G92 X5\nG92.1 G4 P1\nG0 X0 Y0 Z9\nX5");
    assert_eq!(seen.motions.last().unwrap().to.axis(0), None);
}

/// They had numbers, of a unit that is not known, and looked like any others.
#[test]
fn places_of_an_unknown_meaning_are_none() {
    let seen = run("F9\nG17 Q1\nG0 X1\nG20 Q1\nG0 X3 Y0 Z0.4\nG2 X5 I1\nG1 X1\nX2\nX3");
    assert_eq!(seen.motions[0].to.known(), Some([1.0, 0.0, 30.0]));
    assert_eq!(seen.motions.len(), 6);
    for motion in &seen.motions[1..] {
        assert_eq!((motion.from.axes(), motion.to.axes()), ([None; 3], [None; 3]));
        assert!(motion.turned && motion.arc.is_none());
    }
}

/// It is carried out before it is kept, and all stayed known after it.
#[test]
fn a_startup_line_runs_at_once() {
    let turned = |line: &str| run(&format!("{line}\nG0 X1 Y1 Z9\nX5")).motions[1].turned;
    assert!(turned("$N0=G92 X70") && turned("$N1=G91"));
}

/// It was said that Grbl does not read them.
#[test]
fn real_time_commands_are_named() {
    for line in ["?", "!", "~", "X5 ?"] {
        let seen = run(line);
        assert!(seen.refusals[0].message.contains("real-time command"), "{line}");
    }
}

/// It was refused wherever home lies, and nothing was known after it.
#[test]
fn the_homing_command_goes_home_where_that_is_known() {
    let options = |home| Options { dialect: Dialect::Grbl, home, ..at([80.0, 0.0, 30.0]) };
    let text = "G21 G90\nG0 X1\n$H\nG0 X5 Y5\nZ2\nM2\n";
    let seen = see(text, options([Some(300.0), Some(200.0), Some(60.0)]));
    assert!(seen.refusals.is_empty());
    let ends: Vec<_> = seen.motions.iter().map(|motion| motion.to.known().unwrap()).collect();
    let up = [1.0, 0.0, 60.0];
    assert_eq!(ends[1..4], [up, [300.0, 200.0, 60.0], [5.0, 5.0, 60.0]]);
    let assumed = ("reference", "$H ends at home X300 Y200 Z60", 3);
    assert!(seen.assumed().contains(&assumed), "{:?}", seen.assumed());
    let seen = see(text, options([None; 3]));
    assert_eq!((seen.refusals.len(), seen.motions.last().unwrap().to.axis(2)), (1, Some(2.0)));
    assert_eq!(seen.motions[1].from.known(), None);
    assert_eq!(see(&text.replace("$H", "$HX"), options([Some(0.0); 3])).refusals.len(), 1);
}

/// It was refused, and the tool stayed where it was.
#[test]
fn a_command_begins_its_line_whatever_grbl_drops_before_it() {
    let home = [Some(0.0), Some(0.0), Some(60.0)];
    for line in ["(home)$H", "/$H", "$H ; home", " $ h (a (b) ", "(a (b) / $H"] {
        let text = format!("G21 G90\nG0 X1\n{line}\nX5\nM2\n");
        let options = |home| Options { dialect: Dialect::Grbl, home, ..at([80.0, 0.0, 30.0]) };
        let seen = see(&text, options(home));
        let last = seen.motions.last().unwrap();
        assert_eq!(last.from.known(), Some([0.0, 0.0, 60.0]), "{line}: {:?}", seen.refusals);
        let seen = see(&text, options([None; 3]));
        assert_eq!((seen.refusals.len(), seen.motions[1].from.known()), (1, None), "{line}");
    }
    assert_eq!(run("N5 $H\n( $H\n; $H").refusals.len(), 1);
}

/// They were refused, and nothing in the program could be proved.
#[test]
fn commands_that_show_something_are_passed_over() {
    let seen = run("$X\n$$\n$#\n$G\n$I\n$N\n$\n(a) $g ; b\nG0 X5");
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    assert_eq!(seen.motions[0].to.known(), Some([5.0, 0.0, 30.0]));
    for line in ["$G5", "$C", "$J=X5 F9", "$10=3"] {
        assert_eq!(run(line).refusals.len(), 1, "{line}");
    }
}

/// A switch was assumed that the control does not have.
#[test]
fn grbl_has_no_block_delete() {
    assert_eq!(run("/G0 X1\nX2").assumed(), run("G0 X1\nX2").assumed());
}

/// Grbl 1.1 rejects their blocks; that the control has them was taken for granted without a word.
#[test]
fn rotary_axes_are_an_assumption_on_grbl() {
    let seen = run("G0 X1 A0\nX2 A0");
    let value = "the control has the rotary axes that the program names";
    let assumed = seen.assumed();
    assert_eq!(assumed.iter().filter(|one| **one == ("rotary-axes", value, 2)).count(), 1);
    assert!(seen.refusals.is_empty());
}

/// All their digits were read: 50 mm above where the tool goes.
#[test]
fn a_number_of_more_than_eight_digits_is_read_as_grbl_does() {
    let ends = |lines: &str| -> Vec<_> {
        let seen = run(lines);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        seen.motions.iter().map(|motion| motion.to.known().unwrap()).collect()
    };
    assert_eq!(ends("G0 Z0000000050"), [[80.0, 0.0, 0.0]]);
    // In a run of plain blocks too.
    let lines = "G1 F9 X1\nX2\nX0000080.0000 Z0000014.9950\nX00000081.5\nZ123.456789";
    assert_eq!(ends(lines)[2..], [[80.0, 0.0, 14.9], [81.0, 0.0, 14.9], [81.0, 0.0, 123.45678]]);
}
