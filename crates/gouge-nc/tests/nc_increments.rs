//! Least increments of Fanuc and Haas controls: what is rounded to them.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see};

const MACRO: [Dialect; 2] = [Dialect::Fanuc, Dialect::Haas];

fn run(text: &str, dialect: Dialect) -> Seen {
    see(text, Options { dialect, ..at([0.0, 0.0, 50.0]) })
}

/// It was rounded to a whole millimetre in an address, too.
#[test]
fn round_in_an_address_rounds_to_its_least_increment() {
    let x = |unit: &str, lines: &str| {
        let text = format!("O1\n{unit} G90 G17\n{lines}\nM30\n");
        MACRO.map(|dialect| {
            let seen = run(&text, dialect);
            assert!(seen.refusals.is_empty(), "{lines}: {:?}", seen.refusals);
            seen.motions.last().unwrap().to.axis(0).unwrap()
        })
    };
    assert_eq!(x("G21", "#1=10.4\nG0 X[ROUND[#1]]"), [10.4; 2]);
    assert_eq!(x("G21", "#1=1.00333\nG0 X[ROUND[#1]+ROUND[#1]]"), [2.006; 2]);
    assert_eq!(x("G21", "#1=-1.2346\nG0 XROUND[#1]"), [-1.235; 2]);
    let inches = 2.0066 * 25.4;
    for place in x("G20", "#1=1.00333\nG0 X[ROUND[#1]+ROUND[#1]]") {
        assert!((place - inches).abs() < 1e-9, "{place}");
    }
    // In statements and conditions it gives whole numbers.
    assert_eq!(x("G21", "#1=ROUND[10.4]\nG0 X#1"), [10.0; 2]);
    assert_eq!(x("G21", "IF[ROUND[1.4]EQ 1]THEN #2=7.\nG0 X#2"), [7.0; 2]);
    // Words that number something take whole numbers.
    assert_eq!(x("G21", "#1=2.4\nGROUND[#1-2.] X3. M[ROUND[#1+6.]]"), [3.0; 2]);
}

/// Whether an argument is rounded as an address is or as in a statement is not told.
#[test]
fn round_in_an_argument_of_a_macro_is_refused_where_it_tells() {
    let text = |value: &str| {
        format!("O1\nG21 G90 G17\nG0 X0. Y0.\nG65 P9 X{value}\nM30\nO9\nG0 X#24\nM99\n")
    };
    for dialect in MACRO {
        let told: Vec<_> =
            run(&text("ROUND[1.5]"), dialect).refusals.iter().map(|r| r.code).collect();
        assert_eq!(told, ["P107"], "{dialect}");
        assert!(run(&text("ROUND[2.0001]"), dialect).refusals.is_empty(), "{dialect}");
    }
}
