//! Which tool a program of a Fanuc or a Haas has chosen, and which is in the spindle.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see};

fn run(text: &str, dialect: Dialect) -> Seen {
    see(&format!("O1\nG21 G90\n{text}\nM30\n"), Options { dialect, ..at([0.0, 0.0, 50.0]) })
}

fn tools(seen: &Seen) -> Vec<u32> {
    seen.motions.iter().map(|motion| motion.tool).collect()
}

/// The old tool was checked in place of the new one.
#[test]
fn m16_of_a_haas_changes_the_tool() {
    let seen = run("T1 M6\nG0 X1.\nT2 M16\nG0 X2.\nT3\nG0 X3. M16\nG0 X4.", Dialect::Haas);
    assert_eq!(tools(&seen), [1, 2, 2, 3]);
    assert!(seen.assumptions.iter().all(|a| a.name != "m-code"), "{:?}", seen.assumed());
    assert!(run("T1 M6 M16", Dialect::Haas).refusals.iter().any(|r| r.code == "P202"));
    // Elsewhere it is the machine builder's.
    let seen = run("T1 M6\nT2 M16\nG0 X2.", Dialect::Fanuc);
    assert_eq!(tools(&seen), [1]);
    assert!(seen.assumptions.iter().any(|a| a.name == "m-code"));
}

/// It was the tool in the spindle, and 0 before the first.
#[test]
fn variable_4120_is_the_t_given_last() {
    let height = |text: &str, dialect| {
        let seen = run(text, dialect);
        seen.motions
            .last()
            .and_then(|motion| motion.to.axis(2))
            .ok_or_else(|| seen.refusals[0].code)
    };
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        assert_eq!(height("T1 M6\nT2\nG0 Z#4120", dialect), Ok(2.0));
        assert_eq!(height("T1 M6\nT2\nM6\nT3\nG0 Z#4120", dialect), Ok(3.0));
        assert_eq!(height("G0 X1.\nG0 Z#4120\nX5.", dialect), Err("P107"));
        assert_eq!(height("T1 M6\nT2 X1. Y1. Y2.\nG0 X1.\nG0 Z#4120\nX5.", dialect), Err("P203"));
    }
    let spindle = "T1 M6\nT2\nG0 Z#3026";
    assert_eq!(height(spindle, Dialect::Haas), Ok(1.0));
    assert_eq!(height("G0 Z#3026\nX5.", Dialect::Haas), Err("P107"));
    assert_eq!(height(&format!("{spindle}\nX5."), Dialect::Fanuc), Err("P107"));
}
