//! Least increments of Fanuc and Haas controls: what is rounded to them.

mod support;

use gouge_nc::{Decimals, Dialect, Options};
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
fn round_in_a_macro_argument_is_refused_where_it_matters() {
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

/// A control brings every such value to its increment, and over many ways of G91 that adds up.
#[test]
fn coordinates_finer_than_the_increment_are_one_assumption() {
    let said = |unit: &str, lines: &str| {
        let text = format!("O1\n{unit} G90 G17\nG0 X0. Y0. Z9.\n{lines}\nM30\n");
        MACRO.map(|dialect| {
            // X of G4 is a time on a Fanuc alone.
            let dwell = if dialect == Dialect::Haas { "G4 P.00001" } else { "G4 X.00001" };
            let seen = run(&text.replace("G4 X.00001", dwell), dialect);
            assert!(seen.refusals.is_empty(), "{lines}: {:?}", seen.refusals);
            let found = seen.assumptions.iter().filter(|a| a.name == "finer");
            found.map(|a| (a.value.clone(), a.span.line)).collect::<Vec<_>>()
        })
    };
    let off = |step: &str, most: &str, line: u32| {
        let from = format!("on an axis up to {most} mm from where the control goes");
        let value = format!("coordinates finer than {step} count as they are, {from}");
        [(); 2].map(|()| vec![(value.clone(), line)])
    };
    let metric = |most: &str, line: u32| off("0.001 mm", most, line);
    let none: [Vec<(String, u32)>; 2] = [vec![], vec![]];
    assert_eq!(said("G21", "G0 X1.2345\nX2.3456"), metric("0.0005", 4));
    assert_eq!(said("G20", "G0 X1.23456"), off("0.0001 inch", "0.00127", 4));
    let ways = "#1=10./3./100.\n#2=0\nG91\nWHILE[#2 LT 3000]DO1\nG0 X#1\n#2=#2+1\nEND1";
    assert_eq!(said("G21", ways), metric("1.5", 8));
    // A place ends what has added up, a zero set there does not.
    let way = "G91\nX1.0003\nX1.0003";
    assert_eq!(said("G21", &format!("{way}\nG90 X0.\n{way}")), metric("0.001", 5));
    assert_eq!(said("G21", &format!("{way}\nG90 G92 X0.\n{way}")), metric("0.002", 5));
    let exact = "#1=.1+.2\nG0 X[#1+1000.] Y1.50000\nX[SIN[30]*1.1]\nG4 X.00001\nF1.23456";
    assert_eq!(said("G21", exact), none);
    assert_eq!(said("G20", "G0 X1.2345 Y[1/8]"), none);
}

/// Levels of cycles count from where they began; holes on the way add up.
#[test]
fn repeated_holes_add_up_and_their_levels_do_not() {
    let text = |count: &str| {
        format!(
            "O1\nG21 G90 G17 M3 S9 F9.\nG0 X0. Y0. Z9.\n\
             G91 G98 G81 X1.0003 Z-3.0003 R-2.0003 {count}\nG80\nM30\n"
        )
    };
    for (dialect, count) in [(Dialect::Fanuc, "K10"), (Dialect::Haas, "L10")] {
        let seen = run(&text(count), dialect);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let found = seen.assumptions.iter().find(|a| a.name == "finer").unwrap();
        assert!(found.value.contains("up to 0.005 mm"), "{}", found.value);
    }
}

/// U, V and W counted whole units, and nothing said that the others rest on a setting.
#[test]
fn numbers_without_a_point_in_a_macro_call_are_increments_and_an_assumption() {
    let run = |call: &str, dialect, decimals| {
        let text = format!("O1\nG21 G90\n{call}\nM30\nO50\nG0 Z[#23+#26+#1+#9]\nM99\n");
        see(&text, Options { dialect, decimals, ..at([0.0, 0.0, 50.0]) })
    };
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        for (call, height, said) in [
            ("G65 P50 W20", 0.02, Some("W20 is 0.02 mm")),
            ("G65 P50 Z20000", 20.0, Some("Z20000 is 20 mm")),
            ("G65 P50 A2500", 2.5, Some("A2500 is 2.5")),
            ("G65 P50 F20", 20.0, None),
            ("G65 P50 W20.", 20.0, None),
            ("G65 P50 L1 Z9. W0", 9.0, None),
        ] {
            let seen = run(call, dialect, None);
            let end = seen.motions[0].to.axis(2).unwrap();
            assert!((end - height).abs() < 1e-12, "{call}: {end}");
            let facts: Vec<_> = seen
                .assumptions
                .iter()
                .filter(|a| a.name == "decimals")
                .map(|a| &a.value)
                .collect();
            assert_eq!(facts.first().map(|value| value.as_str()), said, "{call}");
            let warned = seen.warnings.iter().any(|warning| warning.code == "P912");
            assert_eq!(warned, said.is_some(), "{call}");
        }
        let whole = run("G65 P50 W20", dialect, Some(Decimals::Whole));
        assert_eq!(whole.motions[0].to.axis(2), Some(20.0));
        assert!(whole.warnings.is_empty());
        assert!(run("G65 P50 W20", dialect, Some(Decimals::Increments)).warnings.is_empty());
    }
    let modal = "O1\nG21 G90\nG66 P50 V5\nG0 X1.\nG67\nM30\nO50\nM99\n";
    let seen = see(modal, Options { dialect: Dialect::Fanuc, ..at([0.0; 3]) });
    assert!(seen.assumed().contains(&("decimals", "V5 is 0.005 mm", 3)));
}

/// An angle was told in mm, and counted ten thousandths of a degree in inches.
#[test]
fn an_angle_under_g16_counts_degrees() {
    for (unit, radius, angle) in [("G21", "X10.", "Y30000"), ("G20", "X10.", "Y30000")] {
        let text =
            format!("O1\n{unit} G90 G17\nG0 X0. Y0. Z1.\nG16\nG0 {radius} {angle}\nG15\nM30\n");
        let seen = run(&text, Dialect::Fanuc);
        let value = ("decimals", "Y30000 is 30 degrees", 5);
        assert!(seen.assumed().contains(&value), "{unit}: {:?}", seen.assumed());
        let [x, y, _] = seen.motions.last().unwrap().to.known().unwrap();
        assert!((y.atan2(x).to_degrees() - 30.0).abs() < 1e-9, "{unit}: {x} {y}");
    }
    let seen = run("O1\nG21 G90\nG0 X0. Y0. Z1.\nG16\nG15 G0 Y30000\nM30\n", Dialect::Fanuc);
    assert!(seen.assumed().contains(&("decimals", "Y30000 is 30 mm", 5)));
}
