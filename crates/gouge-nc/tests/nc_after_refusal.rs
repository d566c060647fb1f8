//! What is known after a block that was refused.

mod support;

use gouge_nc::{Compensation, Dialect, Motion, Options, Tip};
use support::seen::{Seen, at, see, table};

const MACRO: [Dialect; 2] = [Dialect::Fanuc, Dialect::Haas];

fn run(text: &str, dialect: Dialect) -> Seen {
    see(text, Options { dialect, home: [Some(0.0); 3], ..at([0.0, 0.0, 50.0]) })
}

fn known(motion: &Motion) -> bool {
    let placed = motion.from.known().and(motion.to.known()).is_some();
    placed && !motion.turned && !matches!(motion.tip, Tip::Unknown(_))
}

/// Whether motions along Z, and after all axes have been named again, are known after a line that
/// is refused.
fn after(line: &str, dialect: Dialect) -> [bool; 2] {
    let head = match dialect {
        Dialect::Grbl => "G21 G90\nG0 X1 Y1 Z30\n",
        Dialect::LinuxCnc | Dialect::Mach3 => "G21 G90\nT1 M6\nG0 G43 H1 X1 Y1 Z30\n",
        _ => "O1\nG21 G90 G54\nT1 M6\nG0 G43 H1 X1. Y1. Z30.\n",
    };
    let text = format!("{head}{line}\nG0 Z10.\nG0 X2. Y2. Z5.\nG0 X3.\nM30\n");
    let seen = run(&text, dialect);
    assert!(!seen.refusals.is_empty(), "{dialect}: {line} is not refused");
    let at = |line: u32| seen.motions.iter().find(|motion| motion.span.line == line);
    let last = 1 + text[..text.find("\nG0 X3.").unwrap()].matches('\n').count() as u32 + 1;
    [last - 2, last].map(|line| at(line).is_some_and(known))
}

/// The zero or a length that such a statement sets was kept as it was, and a gouge was proved where
/// the tool never is.
#[test]
fn a_refused_system_variable_leaves_what_it_sets_unknown() {
    for dialect in MACRO {
        for line in [
            "#5221=-80.",
            "#5221=#501",
            "#5203=1.",
            "#7001=2.",
            "#14001=2.",
            "#2001=50.",
            "#2501=5.",
            "#[#501]=5.",
            "IF[1 EQ 1]THEN #5223=4.",
        ] {
            assert_eq!(after(line, dialect), [false; 2], "{dialect} {line}");
        }
        // A zero that is not in force, and signals.
        assert_eq!(after("#5241=3.", dialect), [false, true], "{dialect}");
        assert_eq!(after("#1132=1", dialect), [true; 2], "{dialect}");
        let seen = run("O1\nG21 G90\nG0 X1.\n#3005=2\nG0 X2.\nM30\n", dialect);
        assert_eq!((seen.motions.len(), seen.refusals.len()), (1, 1));
        // A new G43 does not find the length again.
        let seen = run(
            "O1\nG21 G90\nT1 M6\nG0 G43 H1 Z9.\n#2001=5.\nG43 H1 Z8.\nX1. Y1. Z1.\nX3.\nM30\n",
            dialect,
        );
        assert!(!known(seen.motions.last().unwrap()), "{dialect}");
    }
}

/// They were passed over as if they left the tool where it was.
#[test]
fn words_that_are_not_followed_leave_the_tool_anywhere() {
    let fanuc =
        ["G27 X0. Y0.", "G76 X1. Z-5. R2. Q1.", "G87 Z-5. R2.", "G37 Z0.", "G999", "G[#501]"];
    let haas = [
        "G70 I40. J0. L4",
        "G71 I4. J0. K9. L4",
        "G72 I4. J0. L4",
        "G12 I4. F9.",
        "G13 I4.",
        "G150 P5 X1. Y1. Z-1. R1. Q1.",
        "G47 P0 X1.",
        "G35 H1 D1",
        "G37 Z0. H1",
    ];
    let mach3 = ["G28.1 Z0", "M250", "G31.1 X9 Y9 Z9", "M6 G999"];
    let linuxcnc = ["G5.5", "M250", "G12 I5"];
    let cases = [
        (Dialect::Fanuc, &fanuc[..]),
        (Dialect::Haas, &haas),
        (Dialect::Mach3, &mach3),
        (Dialect::LinuxCnc, &linuxcnc),
        (Dialect::Grbl, &["G81 R1 Z1", "$J=G91 X10 F100"]),
    ];
    for (dialect, lines) in cases {
        for line in lines {
            assert!(!after(line, dialect)[0], "{dialect} {line}");
        }
    }
    // What only probes goes nowhere on other axes.
    let probe = run("G21 G90\nG0 X1 Y1 Z9\nG38.2 Z-5 F9\nG1 X4\nM2\n", Dialect::LinuxCnc);
    assert_eq!(probe.motions.last().unwrap().to.axes(), [Some(4.0), Some(1.0), None]);
    for dialect in [Dialect::LinuxCnc, Dialect::Mach3, Dialect::Fanuc] {
        assert_eq!(after("$H", dialect), [false, true], "{dialect}");
    }
    // Settings and offsets of a Grbl.
    for line in ["$100=250", "$RST=#", "$C", "$SLP", "$J=G91 X1 F9", "(jog) / $J=X1 F9"] {
        assert_eq!(after(line, Dialect::Grbl), [false; 2], "{line}");
    }
}

/// Blocks after it were carried out, though they may be jumped over or another program's.
#[test]
fn nothing_is_read_after_a_line_that_may_lead_elsewhere() {
    let cases = [
        (Dialect::Fanuc, "M198 P5"),
        (Dialect::Haas, "M198 P5"),
        (Dialect::Haas, "M96 P50 Q1"),
        (Dialect::Fanuc, "X1. Y#501 M30"),
        (Dialect::Fanuc, "X1. Y#501 M99"),
        (Dialect::LinuxCnc, "G0 X#5161 M2"),
        (Dialect::LinuxCnc, "o9 call [#5161]"),
        (Dialect::Mach3, "G0 X#5161 M30"),
        (Dialect::Grbl, "X1 Y1 Y2 M2"),
    ];
    for (dialect, line) in cases {
        let seen = run(&format!("G21 G90\nG0 X1. Y1. Z9.\n{line}\nG0 Z5.\nM30\n"), dialect);
        assert_eq!(seen.motions.len(), 1, "{dialect} {line}");
        assert!(seen.refusals[0].message.ends_with("nothing after this line was read"), "{line}");
    }
    // A subprogram that was not called may have set any offset.
    for dialect in MACRO {
        for line in ["M98", "G65 A1.", "G91 G65 P9"] {
            assert_eq!(after(line, dialect), [false; 2], "{dialect} {line}");
        }
    }
}

/// Words behind the one that was refused were taken for unwritten.
#[test]
fn words_behind_the_refused_one_count() {
    let lines = ["X5. Y#501 G55", "X5. Y#501 G92 Z3.", "X5. Y#501 G43 H2", "X5. Y#501 T2 M6"];
    for dialect in MACRO {
        for line in lines {
            assert_eq!(after(line, dialect), [false; 2], "{dialect} {line}");
        }
        assert_eq!(after("X5. Y#501 (G55 M6)", dialect), [false, true], "{dialect}");
    }
    assert_eq!(after("X[SQRT[#501]]", Dialect::Fanuc), [false, true]);
}

/// The table turned, and what was cut next was checked on the part as it lay before.
#[test]
fn a_refused_rotary_axis_is_not_where_it_was() {
    for (dialect, line) in
        [(Dialect::Fanuc, "A#501"), (Dialect::Haas, "G0 A#501"), (Dialect::LinuxCnc, "G0 A#5161")]
    {
        let text = format!("G21 G90\nG0 X1. Y1. Z9.\n{line}\nG0 Z5.\nG0 A0.\nG0 Z4.\nM30\n");
        let seen = run(&text, dialect);
        let turned: Vec<_> = seen.motions.iter().map(|motion| motion.turned).collect();
        assert!(turned[1] && !turned.last().unwrap(), "{dialect}: {turned:?}");
    }
    let plane = run("G21 G90 F9\nG0 X1 Y1 Z9\nG17.1\nG1 X2\nG17\nG1 X3\nM2\n", Dialect::LinuxCnc);
    let turned: Vec<_> = plane.motions.iter().map(|motion| motion.turned).collect();
    assert_eq!(turned, [false, true, false]);
}

/// The hole was drilled with the levels of the hole before, or with none.
#[test]
fn levels_of_a_refused_cycle_are_not_those_of_before() {
    let head = "G21 G90 G99 F9\nT1 M6\nG0 X1. Y1. Z30.\n";
    let drilled = |text: &str, dialect| {
        let seen = run(&format!("{head}{text}\nM30\n"), dialect);
        seen.motions.iter().filter_map(|m| m.to.axis(2)).filter(|z| *z < 0.0).count()
    };
    for dialect in MACRO {
        assert_eq!(drilled("G81 Z-5. R2.\nG81 X3. Z#501 R1.\nX9.", dialect), 1, "{dialect}");
        assert_eq!(drilled("G81 Z-5. R2.\nX3. Z-7. ,C1\nX9.", dialect), 1, "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Mach3] {
        let text = "G81 Z-5 R2\nG81 X3 Z#5161 R1\nX9 Y1 Z5";
        assert_eq!(drilled(text, dialect), 1, "{dialect}");
    }
}

/// A tool's figures were kept after a G10 that was refused.
#[test]
fn a_refused_g10_leaves_the_tool_of_its_p_unknown() {
    let options = || Options {
        tools: table("T1 P1 Z50 D6\nT2 P2 Z40 D6\n"),
        compensation: Some(Compensation::Control),
        ..at([0.0, 0.0, 99.0])
    };
    let head = "G21 G90 F9\nT1 M6\nG0 G43 H1 X1 Y1 Z9\n";
    let last = |text: &str| {
        let seen = see(&format!("{head}{text}\nM2\n"), options());
        known(seen.motions.last().unwrap())
    };
    assert!(!last("G10 L1 P1 Z#5161\nG43 H1\nG0 X2 Y2 Z3\nG0 X9"));
    assert!(last("G10 L1 P2 Z#5161\nG43 H1\nG0 X2 Y2 Z3\nG0 X9"));
    assert!(last("G10 L1 P1 Z#5161\nG10 L1 P1 Z50 R3\nG43 H1\nG0 X2 Y2 Z3\nG0 X9"));
    assert!(!last("G10 L1 P1 R#5161\nG43 H1\nG0 X2 Y2 Z3\nG41\nG1 X20 Y9\nG1 X30"));
    assert!(
        see(&format!("{head}G10 L1 P1 R#5161\nG0 X#5410\nM2\n"), options()).refusals.len() == 2
    );
}

/// The offset, units and all else stayed as they were known, and a gouge was proved.
#[test]
fn a_g_whose_number_is_not_known_may_be_any() {
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::LinuxCnc, Dialect::Mach3] {
        let unknown = if MACRO.contains(&dialect) { "#501" } else { "#5399" };
        for line in [format!("G{unknown}"), format!("X9. G[{unknown}+1]"), format!("G0G{unknown}")]
        {
            assert_eq!(after(&line, dialect), [false; 2], "{dialect} {line}");
        }
        let text = format!("G21 G90\nG0 X1. Y1. Z9.\nM{unknown}\nG0 Z5.\nM30\n");
        let seen = run(&text, dialect);
        assert_eq!(seen.motions.len(), 1, "{dialect}");
        assert!(seen.refusals[0].message.ends_with("nothing after this line was read"));
    }
    assert_eq!(after("#2=54.\nG#2 X#501", Dialect::Fanuc), [false, true]);
}

/// Macros put back what was in force; it was refused where it is known.
#[test]
fn words_in_force_are_read_and_put_back() {
    for (dialect, offset) in [(Dialect::Fanuc, "#4014"), (Dialect::Haas, "#4012")] {
        let text = format!(
            "G21 G90 G18 G99 G56\nG0 X1. Y1. Z9.\n#1={offset}\n#2=#4003\n#3=#4001\n#4=#4002\n\
             #5=#4010\nG91 G17 G98 G55\nG1 X1. F9.\nG#1 G#2 G#3 G#4 G#5\nX4. Y4. Z4.\nM30\n"
        );
        let seen = run(&text, dialect);
        assert!(seen.refusals.is_empty(), "{dialect} {:?}", seen.refusals);
        let last = seen.motions.last().unwrap();
        assert_eq!((last.to.known(), last.kind), (Some([4.0; 3]), gouge_nc::Kind::Rapid));
    }
    let text = "G21 G90\nG0 X1. Y1. Z9.\nG#501\n#1=#4003\n#2=#4014\nM30\n";
    assert_eq!(run(text, Dialect::Fanuc).refusals.len(), 3);
}

/// The length of before was kept under an H that was not read.
#[test]
fn an_h_that_is_not_known_leaves_no_length_known() {
    for dialect in MACRO {
        for line in ["H#501", "X9. Z30. H#501", "G43 H#501", "H2 X#501"] {
            assert_eq!(after(line, dialect), [false; 2], "{dialect} {line}");
        }
        let seen = run(
            "G21 G90\nT1 M6\nG0 G43 H1 Z9.\nG49\nG43 H#501\nG43 Z9.\nG43 H1 X1. Y1. Z9.\nX4.\nM30\n",
            dialect,
        );
        let lines: Vec<_> = seen.refusals.iter().map(|refusal| refusal.span.line).collect();
        assert_eq!((lines, known(seen.motions.last().unwrap())), (vec![5, 6], true), "{dialect}");
    }
}

/// A second block behind `;` is refused, and what it changes stayed as it was.
#[test]
fn a_block_behind_the_end_of_one_may_be_carried_out() {
    for dialect in MACRO {
        assert_eq!(after("G10 L2 P2 X5.; G55", dialect), [false; 2], "{dialect}");
        assert_eq!(after("#3=1.; X7.", dialect), [false, true], "{dialect}");
        assert_eq!(after("#3=1.; THE CAP OF A BOX", dialect), [true; 2], "{dialect}");
    }
}

/// What they end went on as if it were known, and a gouge was proved where the tool never is.
#[test]
fn a_figure_whose_end_is_refused_leaves_no_place_known() {
    let cases = [
        (Dialect::Fanuc, "G68 X0. Y0. R90.", "G69"),
        (Dialect::Fanuc, "G51 X0. Y0. Z0. P2.", "G50"),
        (Dialect::Fanuc, "G51.1 X0.", "G50.1"),
        (Dialect::Fanuc, "G16", "G15"),
        (Dialect::Haas, "G68 X0. Y0. R90.", "G69"),
        (Dialect::Haas, "G51 X0. Y0. Z0. P2.", "G50"),
        (Dialect::Haas, "G101 X0.", "G100"),
        (Dialect::Mach3, "G68 A0 B0 R90", "G69"),
        (Dialect::Mach3, "G51 X2 Y2 Z2", "G50"),
        (Dialect::Mach3, "G16", "G15"),
    ];
    for (dialect, on, off) in cases {
        let ends = |line: &str| {
            let text = format!(
                "G21 G90 G17\nT1 M6\nG0 X1. Y1. Z9.\n{on}\n{line}\nG0 X5. Y6. Z7.\nX8. Y6.\n{off}\nG0 \
                 X1. Y2. Z3.\nX4.\nM30\n"
            );
            let seen = run(&text, dialect);
            let at = |line: u32| known(seen.motions.iter().rfind(|m| m.span.line == line).unwrap());
            (at(7), at(10))
        };
        assert_eq!(ends(&format!("{off} G31 Z#5399")), (false, true), "{dialect} {off}");
        assert_eq!(ends("G90"), (true, true), "{dialect} {on}");
        // Nothing is ended that is not there.
        let seen = run(
            &format!("G21 G90\nG0 X1. Y1. Z9.\n{off} G31 Z#5399\nG0 X5. Y6. Z7.\nX8.\nM30\n"),
            dialect,
        );
        assert!(known(seen.motions.last().unwrap()), "{dialect} {off}");
    }
    // The plane of the block is that of its rotation.
    let text = "G21 G90\nG0 X1. Y1. Z9.\nG18 G68 X0. Z#501 R9.\nG0 X1. Y2. Z3.\nG69\nM30\n";
    let turned = run(text, Dialect::Fanuc);
    assert_eq!(turned.motions.last().unwrap().to.axes(), [None, Some(2.0), None]);
}

/// They were dropped, and what followed was read in the modes of before.
#[test]
fn the_modes_of_a_refused_block_count() {
    let lowest = |text: &str, dialect| {
        let seen = run(&format!("G21 G90 F9\nT1 M6\n{text}\nM30\n"), dialect);
        let last = seen.motions.last().unwrap();
        (last.from.axis(2), last.to.known())
    };
    for dialect in MACRO {
        let text = "G0 X1. Y1. Z30.\nG99 X#5021\nG0 X1. Y1. Z30.\nG81 X2. Z-5. R8.\nG0 X3.";
        assert_eq!(lowest(text, dialect).0, Some(8.0), "{dialect}");
    }
    let inch = "G70 G31 Z1\nG0 X1 Y1 Z1\nX2";
    assert_eq!(lowest(inch, Dialect::Mach3).1, Some([50.8, 25.4, 25.4]));
    let text = "M66 P0 L3 Q1 G7\nG0 X4 Y1 Z1";
    assert_eq!(lowest(text, Dialect::LinuxCnc).1, Some([2.0, 1.0, 1.0]));
    let text = "G7\nM66 P0 L3 Q1 G8\nG0 X4 Y1 Z1";
    assert_eq!(lowest(text, Dialect::LinuxCnc).1, Some([4.0, 1.0, 1.0]));
    let arc = "G0 X1 Y1 Z1\nM66 P0 L3 Q1 G90.1\nG0 X1 Y0 Z1\nG2 X-1 Y0 I0 J0";
    let seen = run(&format!("G21 G90 F9\n{arc}\nM2\n"), Dialect::LinuxCnc);
    assert_eq!(seen.motions.last().unwrap().arc.as_ref().unwrap().center, [0.0, 0.0, 1.0]);
    let stored = "G0 X1 Y1 Z1\nM66 P0 L3 Q1 G28.1\nG0 X2 Y2 Z2\nG28\nG0 X1";
    assert_eq!(lowest(stored, Dialect::LinuxCnc), (None, None));
    // The state that was saved or restored is not known.
    for word in ["M70", "M72", "M73"] {
        let text = format!("M70\nG91\nM66 P0 L3 Q1 {word}\nG0 X1 Y1 Z1\nX2");
        assert_eq!(lowest(&text, Dialect::LinuxCnc), (None, None), "{word}");
    }
}

/// It was as if nothing had been called, though the block is carried out and its macro after it.
#[test]
fn a_refused_block_may_have_called_the_macro_of_g66() {
    for dialect in MACRO {
        let last = |line: &str| {
            let text = format!(
                "O1\nG21 G90\nT1 M6\nG0 X1. Y1. Z9.\n{line}\nG0 X2. Y2. Z5.\nX4.\nM30\nO2\nG1 Z1. \
                 F9.\nM99\nO3\nG67 X#5021\nM99\n"
            );
            known(run(&text, dialect).motions.last().unwrap())
        };
        assert!(!last("G66 P2\nX#5021"), "{dialect}");
        assert!(!last("G66 P2\nG67 X#5021"), "{dialect}");
        assert!(!last("G66 P3\nX3."), "{dialect}");
        assert!(last("G66 P2\nX3.\nG67\nX#5021"), "{dialect}");
    }
}

/// The second took the place of the first: with the end of the second alone all was known again,
/// also what nothing ends.
#[test]
fn two_causes_of_doubt_end_each_by_itself() {
    for dialect in MACRO {
        let last = |lines: &str| {
            let text = format!(
                "O1\nG21 G90\nT1 M6\nG0 X1. Y1. Z9.\n{lines}\nG0 X2. Y2. Z5.\nG0 X4.\nM30\n"
            );
            let seen = run(&text, dialect);
            seen.motions.last().unwrap().to.known().is_some()
        };
        let both = "G43.4 H1\nG68.2 X0. Y0. Z0. I0. J0. K0.";
        assert!(!last(&format!("{both}\nG69")), "{dialect}");
        assert!(!last(&format!("{both}\nG49")), "{dialect}");
        assert!(last(&format!("{both}\nG69\nG49")), "{dialect}");
        assert!(!last("G#500\nG43.4 H1\nG49"), "{dialect}");
    }
}

/// It went on as if the block had not been there: 3 mm beside where the control may cut.
#[test]
fn compensation_that_a_refused_block_may_have_ended_leaves_the_path_unknown() {
    let run = |line: &str, radius: &str| {
        let text = format!(
            "G21 G90 F9\nG41.1 D{radius}\nG1 X20 Y0\nX40\n{line}\nG1 X60 Y0\nX80\nG40\nG1 X99 Y0 Z1\n\
             X100\nM2\n"
        );
        let seen = see(&text, at([0.0, 0.0, 50.0]));
        let at = |line: u32| known(seen.motions.iter().rfind(|m| m.span.line == line).unwrap());
        (at(7), at(10))
    };
    for code in ["G40", "G42", "G41.1 D4"] {
        let line = format!("M66 P0 L3 Q1 {code}");
        assert_eq!(run(&line, "6"), (false, true), "{code}");
        assert_eq!(run(&line, "0"), (true, true), "{code}");
    }
    assert_eq!(run("M66 P0 L3 Q1", "6"), (true, true));
}

/// It moved by the difference to the length of before, as if the block had not been there.
#[test]
fn a_new_length_does_not_find_the_place_where_the_one_before_is_not_known() {
    let head = "G21 G90\nT1 M6\nG43 H1\nG0 X0 Y0 Z50.\n";
    let after = |dialect, lines: &str| {
        let tools = table("T1 P1 X0 Y0 Z50 D6\nT2 P2 X0 Y0 Z61.5 D8\n");
        let home = [Some(0.0); 3];
        let options = Options { dialect, tools, home, ..at([0.0, 0.0, 100.0]) };
        let head = if dialect == Dialect::Grbl { "G21 G90 F9\nG43.1 Z40\n" } else { head };
        let seen = see(&format!("{head}{lines}\nG0 X80.\nG0 Z5.\nG0 X9.\nM2\n"), options);
        let [.., one, _, last] = &seen.motions[..] else { panic!() };
        assert!(known(last) && one.to.axis(0) == Some(80.0), "{dialect} {lines}");
        one.to.axis(2)
    };
    let refused = ["G49 M66 P0 L3 Q1", "G43 H2 M66 P0 L3 Q1", "G43.1 Z5 M66 P0 L3 Q1"];
    for line in refused.into_iter().chain(["G43.2 H2 M66 P0 L3 Q1"]) {
        for way in ["G0 X0 Y0 Z60", "G53 G0 Z0\nG0 X0 Y0", "G28 Z50\nG0 X0 Y0"] {
            for end in ["G43 H1", "G43.1 Z5", "G49"] {
                let lines = format!("{line}\n{way}\n{end}");
                let z = after(Dialect::LinuxCnc, &lines);
                assert_eq!(z, None, "{lines}");
            }
        }
    }
    let mach3 = "G43 H2 E5\nG0 X0 Y0 Z60\nG43 H1";
    assert_eq!(after(Dialect::Mach3, mach3), None);
    for dialect in MACRO {
        for line in ["G43 H2 X#5021", "G49 X#5021", "H2 X#5021"] {
            let lines = format!("{line}\nG0 X0. Y0. Z60.\nG43 H1");
            assert_eq!(after(dialect, &lines), None, "{dialect} {line}");
        }
    }
    let grbl = "G0 X0 Y0 Z50\nG2 X1 Y1 I5\nG49 Z5\nG0 X0 Y0 Z50\nG43.1 Z40";
    assert_eq!(after(Dialect::Grbl, grbl), None);
    // Nothing was refused.
    assert_eq!(after(Dialect::LinuxCnc, "G43 H2\nG43 H1"), Some(50.0));
}

/// They were as they had been before the block.
#[test]
fn offsets_sideways_are_lost_with_the_length() {
    let run = |rows: &str| {
        let options = Options { tools: table(rows), ..at([0.0, 0.0, 99.0]) };
        let text = "G21 G90\nT1 M6\nG43 H1 M66 P0 L3 Q1\nG0 X0 Y0 Z60\nG43 H1\nG0 Z9\nM2\n";
        see(text, options).motions.last().unwrap().to.axes()
    };
    assert_eq!(run("T1 P1 Z50\n"), [Some(0.0), Some(0.0), Some(9.0)]);
    assert_eq!(run("T1 P1 X3 Z50\n"), [None, None, Some(9.0)]);
}

/// The tool stayed at the level of the hole before, though the block may have drilled another.
#[test]
fn a_refused_block_under_a_cycle_leaves_no_level_known() {
    let level = |dialect, head: &str, lines: &str| {
        let text = format!("G21 G90 G17 F9.\nG0 X0 Y0 Z30.\n{head}\n{lines}\nX80.\nG0 Z5.\nM30\n");
        let seen = run(&text, dialect);
        let across = seen.motions.iter().rfind(|m| m.to.axis(0) == Some(80.0)).unwrap();
        across.from.axis(2)
    };
    for dialect in MACRO {
        let cycle = "G99 G81 X0 Y0 Z-9. R5.";
        let known = |lines: &str| level(dialect, cycle, lines).is_some();
        for line in ["R6. F#5021", "X9. F#5021", "G98 Y9. F#5021", "G53 Z0.\nX9. F#5021"] {
            assert!(!known(&format!("{line}\nG0")), "{dialect} {line}");
        }
        assert!(known("F#5021\nG0") && known("G0 X9. F#5021\nG0"), "{dialect}");
        // The series began before it, on a level that nothing tells any more.
        let text = "G98 G81 X1. Y1. Z-9. R5. F#5021\nG53 Z0.";
        let seen = run(&format!("G21 G90 G17\nG0 X0 Y0 Z30.\n{text}\nX9. Y9.\nM30\n"), dialect);
        assert_eq!(seen.refusals.len(), 2, "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Mach3] {
        let doubtful = if dialect == Dialect::Mach3 { "E5" } else { "M66 P0 L3 Q1" };
        let known =
            |lines: &str| level(dialect, "G99 G81 X0 Y0 Z-9 R5", &format!("{lines}\nG0")).is_some();
        assert!(!known(&format!("X9 R6 {doubtful}")), "{dialect}");
        assert!(!known(&format!("G98 X9 {doubtful}")), "{dialect}");
        assert!(!known(&format!("S9 {doubtful}\nX9")), "{dialect}");
    }
}

/// It was no motion, and was neither shown nor counted.
#[test]
fn a_way_home_from_a_place_in_doubt_is_a_motion() {
    let lines = |text: &str, dialect| -> Vec<_> {
        let home = [Some(100.0), Some(0.0), Some(200.0)];
        let seen = see(text, Options { dialect, home, ..at([0.0, 0.0, 100.0]) });
        seen.motions.iter().map(|motion| motion.span.line).collect()
    };
    for home in ["G28", "G30", "$H", "G53 X0", "G53 X0 Y0 Z0"] {
        let text = format!("G21 G90\nG0 X60 Y0 Z10\nG10 L2 P1 X0 Y0 R45\n{home}\nG0 X-50\nM2\n");
        let all = lines(&text, Dialect::Grbl);
        assert!(all.contains(&4) && all.contains(&5), "{home}: {all:?}");
    }
    for dialect in MACRO {
        for home in ["G91 G28 X0", "G91 G30 X0", "G28", "G53 X0"] {
            let text = format!("O1\nG21 G90\nG0 X60. Z9.\nG10 L2 P1 X#5021\n{home}\nG0 X1.\nM30\n");
            assert!(lines(&text, dialect).contains(&5), "{dialect} {home}");
        }
        // Equal numbers tell nothing while it is in doubt what they mean.
        let text = "O1\nG21 G90\nG0 X100. Z9.\nG68.2 X0 Y0 Z0 I0 J0 K0\nG0 X100.\nG28 X100.\nM30\n";
        assert!(lines(text, dialect).contains(&6), "{dialect}");
    }
}

/// It read `Y` and what is not a number.
#[test]
fn a_zero_that_is_not_known_is_called_unknown() {
    let text = "G21 G90\nG0 X0 Y0 Z50\nG10 L20 P-1 X1 Y1 Z1\nG10 L2 P1 X0 Z0\nG0 X5 Z20\nM2\n";
    let seen = run(text, Dialect::Grbl);
    let value = "work offset 1 at X0 Y unknown Z0 by G10 L2, counted from home X0 Z0";
    assert!(seen.assumed().contains(&("offset", value, 4)), "{:?}", seen.assumed());
    // Nor is a length stated that is not known.
    let text = "G21 G90\nT1 M6\nG43.1 Z5 M66 P0 L3 Q1\nG43.1 X1\nG0 X1 Y1 Z9\nG43.1 Z5\nG0 X2 \
                Y2 Z8\nG0 Z7\nM2\n";
    let seen = run(text, Dialect::LinuxCnc);
    let [first, .., last] = &seen.motions[..] else { panic!() };
    assert!(matches!(first.tip, Tip::Unknown(_)) && known(last));
    let lengths = seen.assumed().into_iter().filter(|(name, ..)| *name == "register");
    assert_eq!(
        lengths.collect::<Vec<_>>(),
        [("register", "G43.1 states the length of T1: 5.000 mm", 6)]
    );
}
