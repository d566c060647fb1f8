//! Which length offset is in force, and whose.

mod support;

use gouge_nc::{Dialect, Options, Tip};
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
