//! Macro statements of Fanuc and Haas that are not carried out, or not to their end.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see};

const MACRO: [Dialect; 2] = [Dialect::Fanuc, Dialect::Haas];

fn run(line: &str, dialect: Dialect) -> Seen {
    let text = format!(
        "O1\nG21 G90 G17\nT1 M6\nG54 G0 G43 H1 X0. Y0. Z30.\n#1=80.\n#2=7.\n{line}\nG0 Z10.\nX#1 \
         Y#2 Z3.\nX2.\nN10 Z31.\nM30\n"
    );
    see(&text, Options { dialect, ..at([0.0, 0.0, 50.0]) })
}

/// Which of the lines after it make motions that are known.
fn known(seen: &Seen) -> Vec<u32> {
    let placed = seen.motions.iter().filter(|motion| {
        let known = motion.from.known().and(motion.to.known()).is_some() && !motion.turned;
        known && motion.tip.shift().is_some() && motion.span.line > 7
    });
    placed.map(|motion| motion.span.line).collect()
}

/// What the words behind THEN change was kept, and a gouge was proved where the tool never is.
#[test]
fn words_behind_then_leave_unknown_what_they_may_change() {
    for dialect in MACRO {
        for line in [
            "IF[1EQ1]THEN G55",
            "IF[1EQ0]THEN G55",
            "IF[1EQ1]THEN M98 P9999",
            "IF[1EQ1]THEN G92 X1. Y1. Z1.",
        ] {
            let seen = run(line, dialect);
            assert_eq!((seen.refusals[0].code, known(&seen)), ("P501", vec![]), "{line}");
        }
        // The axis named is not known until it is named again.
        for line in ["IF[1EQ1]THEN Z0.", "WHILE[1EQ0]DO1 Z0.\nEND1", "#3=SIN[30.] Z0."] {
            let seen = run(line, dialect);
            let next = 8 + line.matches('\n').count() as u32;
            assert_eq!(known(&seen), [next + 1, next + 2, next + 3], "{line}");
        }
        for line in ["IF[1EQ1] M99 P10", "IF[1EQ1]THEN M30", "IF[1EQ0]GOTO10 X5."] {
            let seen = run(line, dialect);
            assert!(seen.refusals[0].message.ends_with("nothing after this line was read"));
            assert!(known(&seen).is_empty(), "{line}");
        }
    }
}

/// The rest of the line was not looked at where the condition is false, and a THEN without a
/// statement was no line at all.
#[test]
fn a_statement_that_is_not_reached_is_one_the_control_has() {
    for dialect in MACRO {
        for line in ["IF[1EQ0]THEN#1=10. ELSE#1=80.", "IF[1EQ1]THEN#1=10. ELSE#2=80."] {
            let seen = run(line, dialect);
            assert_eq!(seen.refusals.len(), 2, "{line}");
            assert_eq!((seen.refusals[0].code, seen.refusals[1].code), ("P501", "P107"));
        }
        assert_eq!(run("IF[1EQ0]THEN#1", dialect).refusals[0].code, "P105");
        let seen = run("IF[1EQ0]THEN", dialect);
        assert!(seen.refusals[0].message.ends_with("nothing after this line was read"));
        assert_eq!(seen.refusals.len(), 1);
        for line in [
            "IF[1EQ0]THEN#1=10.",
            "IF[1EQ0]THEN #[#1+20]=ATAN[#2]/[1]*[#1GT3] #2=-#1MOD3 (A)",
            "IF[1EQ0]GOTO[#2*2]",
            "IF[1EQ0]THEN#1=#501",
        ] {
            let seen = run(line, dialect);
            assert!(seen.refusals.is_empty(), "{line}: {:?}", seen.refusals);
            assert_eq!(known(&seen), [8, 9, 10, 11], "{line}");
        }
    }
    // Its own manual leaves THEN out.
    let seen = run("IF[#2 EQ 7.] #2=8.", Dialect::Haas);
    assert_eq!(seen.motions[2].to.axis(1), Some(8.0));
    let seen = run("IF[#2 EQ 6.] #2=8.", Dialect::Haas);
    assert_eq!(seen.motions[2].to.axis(1), Some(7.0));
    assert_eq!(run("IF[#2 EQ 7.] #2=8.", Dialect::Fanuc).refusals.len(), 2);
}

/// It held what was read before the fault, and a gouge was proved there.
#[test]
fn a_variable_whose_assignment_is_refused_is_not_known() {
    for dialect in MACRO {
        for line in ["#1=#2GT3", "#1=80.]+5.", "#2=3. #1=4. X5.", "#[1]=4. X5."] {
            let seen = run(line, dialect);
            let codes: Vec<_> = seen.refusals.iter().map(|refusal| refusal.code).collect();
            assert_eq!(codes, ["P501", "P107"], "{line}");
        }
    }
}
