//! Words that a control has and that are not followed: what is known after each.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see};

fn run(text: &str, dialect: Dialect) -> Seen {
    let text = format!("G21 G90 G17\nT1 M6\nG0 G43 H1 X0. Y0. Z30.\n{text}\nM30\n");
    see(&text, Options { dialect, ..at([0.0, 0.0, 50.0]) })
}

/// Whether the last motion is known.
fn known(seen: &Seen) -> bool {
    let Some(last) = seen.motions.last() else { return false };
    let placed = last.from.known().and(last.to.known()).is_some() && !last.turned;
    placed && last.tip.shift().is_some()
}

const AFTER: &str = "\nG0 X80. Y0. Z30.\nZ10.";

/// The blocks after it were read as motions, or the program that it calls was left out.
#[test]
fn words_that_run_other_blocks_stop_the_reading() {
    let cases = [
        (Dialect::Fanuc, "G66.1 P9001"),
        (Dialect::Fanuc, "G72.1 P2 L3 X0. Y0. R120."),
        (Dialect::Fanuc, "G72.2 P2 L3 I0. J9."),
        (Dialect::Haas, "M46 Q2 P10"),
    ];
    for (dialect, line) in cases {
        let seen = run(&format!("{line}{AFTER}"), dialect);
        assert_eq!((seen.refusals.len(), seen.motions.len()), (1, 1), "{line}");
        assert!(seen.refusals[0].message.ends_with("nothing after this line was read"), "{line}");
        assert!(seen.warnings.iter().all(|warning| warning.code != "P913"), "{line}");
    }
}

/// It was said that a Fanuc does not have them, and offsets and modes stayed as they were.
#[test]
fn codes_of_a_fanuc_leave_unknown_what_they_change() {
    for line in ["G52 X20.\nG92.1 X0 Y0", "G12.1", "G112", "G7 X0", "G41.1", "G42.1", "G151"] {
        let seen = run(&format!("{line}{AFTER}"), Dialect::Fanuc);
        assert_eq!((seen.refusals.len(), known(&seen)), (1, false), "{line}");
        assert!(seen.refusals[0].message.contains("is not followed"), "{line}");
    }
    // Nothing was shifted; what began has ended.
    for line in ["G92.1 X0 Y0", "G112\nG113", "G12.1\nG113", "G41.1\nG40.1", "G152\nG150"] {
        assert!(known(&run(&format!("{line}{AFTER}"), Dialect::Fanuc)), "{line}");
    }
    // Of a Haas it is a work offset.
    let seen = run(&format!("G112 X#501{AFTER}"), Dialect::Haas);
    assert!(!known(&seen));
    let seen = run(&format!("G112 X#501\nG54{AFTER}"), Dialect::Haas);
    assert!(known(&seen));
}

/// The offset stayed known that it measures.
#[test]
fn measured_work_offsets_of_a_haas_are_not_known() {
    for line in ["G136 H1 Z-20. D54 F10.", "G36 X9. I9. F9."] {
        assert!(!known(&run(&format!("{line}{AFTER}"), Dialect::Haas)), "{line}");
    }
}

/// The operator's answer was not taken, and the variable held what the program had set.
#[test]
fn m109_of_a_haas_sets_its_variable() {
    let seen = run("#501=80.\nM109 P501 (X?)\nG0 X#501 Y0. Z30.\nZ10.", Dialect::Haas);
    assert_eq!(seen.refusals.iter().map(|r| r.span.line).collect::<Vec<_>>(), [6]);
    assert!(seen.warnings.iter().all(|warning| warning.code != "P908"));
    assert_eq!(run("M109 (X?)", Dialect::Haas).refusals[0].code, "P205");
}

/// What follows it never runs; it was read.
#[test]
fn m47_of_mach3_repeats_the_program() {
    let seen = run(&format!("G0 X5\nM47{AFTER}"), Dialect::Mach3);
    assert!(seen.refusals.is_empty());
    assert!(seen.motions.iter().all(|motion| motion.span.line < 6));
    let value = "M47 restarts the program endlessly: two runs are checked, and the second ends as it \
                 began";
    assert!(seen.assumed().contains(&("repeat", value, 5)), "{:?}", seen.assumed());
}

/// It is in force in its block alone, and the motion word of before was not known after it.
#[test]
fn a_refused_word_of_one_block_leaves_the_motion_word() {
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        let seen = run("G31 Z-5. F100.\nZ30.\nX60.\nX80.\nZ10.", dialect);
        assert_eq!((seen.refusals.len(), known(&seen)), (1, true), "{dialect}");
        assert_eq!(seen.motions[1].from.axis(2), None, "{dialect}");
    }
    let seen = run("G27 X0. Y0.\nX60. Y0. Z3.\nX80.", Dialect::Fanuc);
    assert_eq!((seen.refusals.len(), known(&seen)), (1, true));
}

/// All stayed known after a motion in W, which on a boring mill is along Z.
#[test]
fn a_refused_axis_of_another_kind_leaves_no_place_known() {
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Mach3] {
        for line in ["W-50.", "G0 X5. V#501", "G0 U.5"] {
            assert!(!known(&run(&format!("{line}{AFTER}"), dialect)), "{dialect} {line}");
        }
    }
    assert!(known(&run(&format!("G4 U2.{AFTER}"), Dialect::Fanuc)));
    assert!(known(&run(&format!("(A) ROUGH V (B){AFTER}"), Dialect::Fanuc)));
}

/// They were taken for tool lengths.
#[test]
fn haas_variables_above_10000_are_common_ones() {
    let seen = run("#100=80.\n#10100=20.\n#10005=3.\nG0 X#100 Y#10005 Z9.", Dialect::Haas);
    assert_eq!(seen.motions.last().unwrap().to.known(), Some([20.0, 3.0, 9.0]));
    let seen = run(&format!("#10500=5.\n#10999=#10500{AFTER}\nX#999"), Dialect::Haas);
    assert_eq!(seen.motions.last().unwrap().to.axis(0), Some(5.0));
    assert!(seen.refusals.is_empty() && known(&seen));
    assert_eq!(run("G0 X#10300", Dialect::Haas).refusals[0].code, "P107");
    let seen = run(&format!("#12001=1{AFTER}"), Dialect::Haas);
    assert_eq!((seen.refusals.len(), known(&seen)), (1, true));
    assert!(!known(&run(&format!("#10100=5.{AFTER}"), Dialect::Fanuc)));
}

/// The manual's own example of a conditional jump was refused, and nothing after it read.
#[test]
fn a_condition_before_m99_is_carried_out_on_a_haas() {
    let text = "#100=5.\nN50 [#100 LT 10] M99 P60\nX80.\nN60 X31.";
    let seen = run(text, Dialect::Haas);
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    assert_eq!(seen.motions.last().unwrap().from.axis(0), Some(0.0));
    let seen = run(&text.replace("LT", "GT"), Dialect::Haas);
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    assert_eq!(seen.motions.last().unwrap().from.axis(0), Some(80.0));
    for line in ["[#100 GT 10] M99 P60 X5.", "[#501 GT 10] M99 P60", "[#100 GT 10] X5."] {
        let seen = run(&format!("#100=5.\n{line}\nN60 X5."), Dialect::Haas);
        assert_eq!(seen.refusals.len(), 1, "{line}");
    }
}

/// They were read as 0.
#[test]
fn feed_and_speed_that_nothing_has_set_are_not_read_as_0() {
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        for (number, word) in [("#4109", "F9."), ("#4119", "S9")] {
            let seen = run(&format!("#1={number}\n{word}\n#1={number}\nG0 Z#1"), dialect);
            assert_eq!(seen.refusals.iter().map(|r| r.span.line).collect::<Vec<_>>(), [4]);
            assert_eq!(seen.motions.last().unwrap().to.axis(2), Some(9.0), "{dialect}");
        }
    }
}
