//! Rules of single controls that decide where the tool goes.

mod support;

use std::ops::ControlFlow;

use gouge_nc::{Dialect, Event, Interpreter, Kind, Options, Source};
use support::seen::{Seen, at, see};

const MACRO: [Dialect; 2] = [Dialect::Fanuc, Dialect::Haas];

fn run(text: &str, dialect: Dialect) -> Seen {
    see(text, Options { dialect, ..at([0.0, 0.0, 50.0]) })
}

/// Code and line of each refusal.
fn refused(seen: &Seen) -> Vec<(&'static str, u32)> {
    seen.refusals.iter().map(|r| (r.code, r.span.line)).collect()
}

/// The second block was dropped, as was what stood behind a comment.
#[test]
fn nothing_vanishes_behind_a_macro_statement() {
    let after = |line: &str| {
        let text =
            format!("O1\nG90 G17 G21 F100.\nG0 X0. Y0. Z9.\n#2=1.\n{line}\nG0 Z8.\nN9 M30\n");
        MACRO.map(|dialect| refused(&run(&text, dialect)))
    };
    for line in [
        "#1=-5.; G1 Z#1",
        "IF[#2 GT 5]GOTO9; G1 Z-6.",
        "IF[#2 GT 5]THEN #3=1; G1 Z-6.",
        "IF[#2 GT 0]THEN #3=1; G1 Z-6.",
        "POPEN; G1 Z-6.",
        "POPEN; (A) G1 Z-6.",
        "#1=-5.;(A) G1 Z#1",
        "WHILE[#2 LT 5]DO1; G1 Z-6.\n#2=9.\nEND1",
    ] {
        assert_eq!(after(line), [[("P101", 5)]; 2], "{line}");
    }
    assert_eq!(after("#3006=1(CHECK) G1 Z-7."), [[("P501", 5)]; 2]);
    assert_eq!(after("WHILE[#2 GT 5]DO1\nEND1; G1 Z-6."), [[("P101", 6)]; 2]);
    let clear: [Vec<(&str, u32)>; 2] = [vec![], vec![]];
    for line in [
        "#1=5. (a) (b);",
        "#1=5.; (a)",
        "IF[#2 GT 5]GOTO9;",
        "IF[#2 GT 0]GOTO9; G1 Z-6.",
        "WHILE[#2 GT 5]DO1; G1 Z-6.\nEND1",
    ] {
        assert_eq!(after(line), clear, "{line}");
    }
}

/// A control passes over a G53 in G91; it was carried out where both stood in one block.
#[test]
fn g53_is_refused_beside_g91() {
    for dialect in MACRO {
        let block =
            |block: &str| refused(&run(&format!("G90 G17 G21\nG0 Z9.\n{block}\nM30\n"), dialect));
        assert_eq!(block("G0 G91 G53 Z0."), [("P202", 3)]);
        assert_eq!(block("G91\nG53 G0 Z0."), [("P202", 4)]);
        assert_eq!(block("G91\nG90 G53 G0 Z0."), []);
    }
}

/// In which order they count was guessed.
#[test]
fn figures_set_in_another_order_than_theirs_are_refused() {
    let set = |dialect: Dialect, first: &str, then: &str| {
        let text = format!("G90 G17 G21\nG0 X0. Y0. Z9.\n{first}\n{then}\nG0 X5. Y5.\nM30\n");
        refused(&run(&text, dialect))
    };
    let turn = "G68 X0. Y0. R30.";
    let scale = "G51 X0. Y0. Z0. P2.";
    for dialect in MACRO {
        assert_eq!(set(dialect, turn, scale), [("P202", 4)], "{dialect}");
        assert_eq!(set(dialect, scale, turn), [], "{dialect}");
    }
    assert_eq!(set(Dialect::Fanuc, "G51.1 X0.", turn), [("P202", 4)]);
    assert_eq!(set(Dialect::Haas, "G101 X0.", turn), [("P202", 4)]);
}

/// A setting of the control says whether R adds to the angle in force.
#[test]
fn an_incremental_angle_is_an_assumption() {
    let said = |dialect: Dialect, mode: &str| {
        let text = format!("G90 G17 G21\nG0 X0. Y0. Z9.\nG68 X0. Y0. {mode} R45.\nG69\nG90\nM30\n");
        let seen = run(&text, dialect);
        let found = seen.assumptions.iter().find(|a| a.name == "rotation");
        found.map(|a| (a.value.clone(), a.span.line))
    };
    let adds = "R of G68 in G91 adds to the angle in force".to_owned();
    let is = "R of G68 in G91 is the angle itself, not one added to it".to_owned();
    assert_eq!(said(Dialect::Haas, "G91"), Some((adds, 3)));
    assert_eq!(said(Dialect::Fanuc, "G91"), Some((is, 3)));
    assert_eq!(MACRO.map(|dialect| said(dialect, "G90")), [None, None]);
}

/// Factors of single axes are not a Haas's: it passes over them or stops.
#[test]
fn factors_of_axes_are_refused_on_a_haas() {
    let text = "G90 G17 G21\nG0 X0. Y0. Z9.\nG51 X0. Y0. Z0. I2. J2. K1.\nG0 X5.\nM30\n";
    let haas = run(text, Dialect::Haas);
    assert_eq!(refused(&haas), [("P204", 3)]);
    assert!(haas.refusals[0].message.contains("by P"), "{:?}", haas.refusals);
    assert_eq!(refused(&run(text, Dialect::Fanuc)), []);
}

/// It was refused: G54 P1 is G54.1 P1.
#[test]
fn g54_with_p_is_a_further_work_offset_on_a_fanuc() {
    let text = "G90 G17 G21\nG10 L20 P1 X10. Y0. Z0.\nG54 P1\nG0 X1. Y2. Z9.\nM30\n";
    let seen = run(text, Dialect::Fanuc);
    assert_eq!(refused(&seen), []);
    assert_eq!(seen.motions[0].to.known(), Some([11.0, 2.0, 9.0]));
    assert_eq!(refused(&run(text, Dialect::Haas)), [("P204", 3)]);
    // The P of a dwell is the dwell's.
    let dwell = run("G90 G17 G21\nG0 X1.\nG54 G4 P1\nG0 X2.\nM30\n", Dialect::Fanuc);
    assert_eq!((refused(&dwell), dwell.assumptions.len()), (vec![], 0));
}

/// The position was read as the tip's, and it counts with the length.
#[test]
fn the_height_under_an_unknown_length_is_not_read() {
    let text = |read: &str| {
        format!("G90 G17 G21\nT1 M6\nG0 X1. Y1.\nG43 H1 Z9.\n#1={read}\nG0 Z[#1+1.]\nM30\n")
    };
    for dialect in MACRO {
        assert_eq!(refused(&run(&text("#5043"), dialect))[0], ("P107", 5), "{dialect}");
        assert_eq!(refused(&run(&text("#5041"), dialect)), [], "{dialect}");
        let off = text("#5043").replace("G43 H1", "G49");
        assert_eq!(refused(&run(&off, dialect)), [], "{dialect}");
    }
}

/// A variable that another program may have set was taken to be vacant without a word.
#[test]
fn common_variables_read_and_never_set_are_assumptions() {
    let said = |lines: &str| {
        let text = format!("O1\nG90 G17 G21\nG0 X0. Y0. Z9.\n{lines}\nM30\n");
        MACRO.map(|dialect| {
            let seen = run(&text, dialect);
            let found = seen.assumptions.iter().filter(|a| a.name == "variable");
            found.map(|a| (a.value.clone(), a.span.line)).collect::<Vec<_>>()
        })
    };
    let vacant = |number: u32| format!("#{number} is vacant when the program starts");
    let twice = said("G0 Z#101 X5.\n#1=#101\nIF[#130 EQ #0]GOTO9\nG0 X9.\nN9 G0 X1.");
    assert_eq!(twice, [(); 2].map(|()| vec![(vacant(101), 4), (vacant(130), 6)]));
    assert_eq!(said("#101=5.\nG0 Z#101\n#102=#0\n#1=#102\n#2=#3"), [(); 2].map(|()| vec![]));
}

/// A sender sends what comes after the end, and Grbl carries it out.
#[test]
fn motions_behind_the_end_are_refused_on_grbl() {
    let behind = |end: &str, rest: &str| {
        let text = format!("%\nG21 G90\nG0 X1 Y1 Z5\n{end}\n{rest}\n");
        refused(&run(&text, Dialect::Grbl))
    };
    for end in ["M30", "M2", "%"] {
        assert_eq!(behind(end, "(end)\nG1 Z-5 F100\nX2"), [("P207", 6)], "{end}");
        assert_eq!(behind(end, "$H"), [("P207", 5)], "{end}");
        assert_eq!(behind(end, "(X1 Y1)\n%\nM5 ; X9\nN10 M30\n"), [], "{end}");
    }
    // A run that is given up has not ended.
    let options = Options { dialect: Dialect::Grbl, max_motions: 1, ..at([0.0; 3]) };
    let long = see("G21 G90\nG0 X1 Y1\nX2\nX3\nM30\n", options);
    assert_eq!(refused(&long), [("P503", 3)]);
    let fanuc = run("%\nG21 G90\nG0 X1. Y1. Z5.\nM30\nG1 Z-5.\n%\n", Dialect::Fanuc);
    assert_eq!(refused(&fanuc), []);
}

/// Which is in force at first is a setting of these controls.
#[test]
fn absolute_coordinates_never_declared_are_an_assumption() {
    let said = |dialect: Dialect, text: &str| {
        let seen = run(text, dialect);
        let found = seen.assumptions.iter().find(|a| a.name == "distance");
        found.map(|a| (a.value.clone(), a.span.line))
    };
    let absolute = Some(("absolute coordinates (G90)".to_owned(), 2));
    let text = "G21 G17\nG0 X1.\nG90\nG0 X2.\nM30\n";
    for dialect in Dialect::ALL {
        let told = matches!(dialect, Dialect::Fanuc | Dialect::Mach3);
        assert_eq!(said(dialect, text), absolute.clone().filter(|_| told), "{dialect}");
        assert_eq!(said(dialect, "G21 G17 G90\nG0 X1.\nM30\n"), None, "{dialect}");
    }
}

/// Grbl keeps no tool lengths, so a second tool cuts where its operator sets the zero.
#[test]
fn lengths_after_a_tool_change_are_an_assumption_on_grbl() {
    let said = |text: &str| {
        let seen = run(text, Dialect::Grbl);
        assert_eq!(refused(&seen), []);
        seen.assumed().iter().map(|a| (a.1.to_owned(), a.2)).collect::<Vec<_>>()
    };
    let text = "G21 G90\nG0 Z9\nT1 M6\nG0 X1\nT1 M6\nG0 X2\nT2 M6\nG0 X3\nX4\nM30\n";
    assert_eq!(said(text), [("T2 at its programmed height".to_owned(), 8)]);
    assert_eq!(said("G21 G90\nT1 M6\nG0 X1\nM30\n"), []);
    let length = |tool: u32, z: &str, line: u32| {
        (format!("G43.1 states the length of T{tool}: {z} mm"), line)
    };
    let stated = [length(1, "0.000", 3), length(2, "5.000", 6)];
    assert_eq!(said("G21 G90\nT1 M6\nG43.1 Z0\nG0 X1\nT2 M6\nG43.1 Z5\nG0 X2\nM30\n"), stated);
}

/// Motions under a figure that was refused were checked as if it were not there.
#[test]
fn a_refused_figure_leaves_no_place_known_until_it_ends() {
    let ends = |dialect: Dialect, figure: &str, end: &str| {
        let text = format!(
            "G90 G17 G21\nG0 X0. Y0. Z9.\n{figure}\nG0 X5. Y6. Z7.\n{end}\nG0 X1. Y2. Z3.\nM30\n"
        );
        let seen = run(&text, dialect);
        assert_eq!(seen.refusals.len(), 1, "{:?}", seen.refusals);
        let ends: Vec<_> = seen.motions.iter().map(|m| m.to.axes()).collect();
        assert_eq!(ends.last(), Some(&[Some(1.0), Some(2.0), Some(3.0)]), "{figure}");
        ends[1]
    };
    assert_eq!(ends(Dialect::Haas, "G51 X0. Y0. Z0. I2. J2. K1.", "G50"), [None; 3]);
    assert_eq!(ends(Dialect::Fanuc, "G68 X0. Y0.", "G69"), [None, None, Some(7.0)]);
    assert_eq!(ends(Dialect::Fanuc, "G51.1 X0. Q1.", "G50.1 X0."), [None, Some(6.0), Some(7.0)]);
}

/// The second took the place of the first, whose macro was called no more.
#[test]
fn a_g66_within_another_is_refused() {
    let text = |between: &str| {
        format!(
            "O1\nG90 G17 G21 F100.\nG0 X0. Y0. Z9.\nG66 P5\n{between}G66 P6\nG0 X10.\nG67\nM30\n\
             O5\nG1 Z-5.\nG0 Z9.\nM99\nO6\nG0 Y5.\nG0 Y0.\nM99\n"
        )
    };
    for dialect in MACRO {
        assert_eq!(refused(&run(&text(""), dialect)), [("P207", 5)], "{dialect}");
        assert_eq!(refused(&run(&text("G67\n"), dialect)), [], "{dialect}");
    }
}

/// The block was sought from M99 on, and one of that number further down in the called program was
/// taken for the caller's.
#[test]
fn m99_p_leads_to_a_block_of_the_caller() {
    let text = |call: &str, caller: &str, sub: &str| {
        format!("O1000\nG21 G90 G17 G0 X0. Y0. Z50. F100.\n{call}\nM30\n{caller}M30\n{sub}M30\n")
    };
    let caller = "N8 G1 Z-3.\n";
    for dialect in MACRO {
        for call in ["M98 P5000", "G65 P5000"] {
            for sub in ["X3.\nM99 P8\nN8 X7.\n", "N8 X3.\nM99 P8\n"] {
                let seen = run(&text(call, caller, &format!("O5000\n{sub}")), dialect);
                assert_eq!(refused(&seen), [], "{dialect} {call}");
                let ends = seen.motions.iter().map(|m| m.to.known().unwrap());
                let ends: Vec<[f64; 3]> = ends.collect();
                assert_eq!(ends, [[3.0, 0.0, 50.0], [3.0, 0.0, -3.0]], "{dialect} {call} {sub}");
            }
        }
        let none = run(&text("M98 P5000", "", "O5000\nX3.\nM99 P8\nN8 X7.\n"), dialect);
        assert_eq!(refused(&none).len(), 1, "{dialect}");
    }
}

/// Labels were kept by where their programs begin, of whichever file: the main program's GOTO led
/// into the subprogram.
#[test]
fn programs_in_files_of_their_own_have_labels_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let sub = "O6000\nX10.\nGOTO8\nX20.\nN8 X30.\nM99\n";
    std::fs::write(folder.path().join("O6000.nc"), sub).unwrap();
    let text = "O5000\nG90 G21 G17 G0 Y0. Z50.\nM98 P6000\nX1.\nGOTO8\nX2.\nN8 X3.\nM30\n";
    for dialect in MACRO {
        let search_paths = vec![folder.path().to_owned()];
        let seen = see(text, Options { dialect, search_paths, ..at([0.0, 0.0, 50.0]) });
        assert_eq!(refused(&seen), [], "{dialect}");
        let ends: Vec<f64> = seen.motions.iter().map(|m| m.to.known().unwrap()[0]).collect();
        assert_eq!(ends, [10.0, 30.0, 1.0, 3.0], "{dialect}");
    }
}

/// Only four digits and an ending were looked for.
#[test]
fn files_of_programs_may_have_five_digits_no_ending_or_no_letter() {
    for name in ["O6000.nc", "O6000", "O06000.nc", "O06000", "6000.nc", "6000"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), "O6000\nX10.\nM99\n").unwrap();
        let text = "O5000\nG90 G21 G17 G0 Y0. Z50.\nM98 P6000\nM30\n";
        for dialect in MACRO {
            let search_paths = vec![folder.path().to_owned()];
            let seen = see(text, Options { dialect, search_paths, ..at([0.0, 0.0, 50.0]) });
            assert_eq!((refused(&seen), seen.motions.len()), (vec![], 1), "{dialect} {name}");
        }
    }
}

/// LinuxCNC leaves G92 out where G10 L2 turns the axes. Ends and centre of the arc were its own,
/// and the angle between them was not: 1.57 for 3.18, as its interpreter has it.
#[test]
fn an_arc_leads_on_from_where_the_tool_stands() {
    for (to, sweep) in [("X-18.535534 Y7.463470", 3.176_253_97), ("", 1.605_457_65)] {
        let text = format!(
            "G21 G90 G17 F100\nG0 X10 Y0 Z5\nG52 X20 Y0\nG10 L2 P1 R30\n\
             G3 {to} I-6.169375 J-3.705905\nM2\n"
        );
        let seen = run(&text, Dialect::LinuxCnc);
        assert_eq!(refused(&seen), [], "{to}");
        let arc = seen.motions[1].arc.as_deref().unwrap();
        assert!((arc.sweep - sweep).abs() < 1e-6, "{to}: {}", arc.sweep);
    }
}

/// The macro was called after motions of the main program alone, and never told of.
#[test]
fn calls_and_returns_are_not_followed_while_g66_is_in_force() {
    let head = "O1\nG21 G90 G17 F100.\nG0 X0. Y0. Z10.\n";
    let macros = "O1000\nG1 Z#26\nG0 Z10.\nM99\n";
    for dialect in MACRO {
        for call in ["M98 P1001", "G65 P1001"] {
            let text =
                format!("{head}G66 P1000 Z-5.\n{call}\nG67\nM30\n{macros}O1001\nG0 X10.\nM99\n");
            assert_eq!(refused(&run(&text, dialect)), [("P207", 5)], "{dialect} {call}");
        }
        let within = format!("{head}M98 P1001\nG67\nM30\n{macros}O1001\nG66 P1000 Z-5.\nM99\n");
        assert_eq!(refused(&run(&within, dialect)), [("P207", 13)], "{dialect}");
        // A macro may call what it likes: none is in force in it.
        let by_macro = format!(
            "{head}G66 P1000\nG0 X10.\nG67\nM30\nO1000\nM98 P1001\nM99\nO1001\nG0 Y1.\nM99\n"
        );
        assert_eq!(refused(&run(&by_macro, dialect)), [], "{dialect}");
    }
}

/// A loop of tenths ended a step early, by the last bit of a sum.
#[test]
fn what_rounding_alone_decides_is_refused() {
    for dialect in MACRO {
        let said = |line: &str| {
            let text = format!("O1\nG90 G17 G21 F100.\nG0 X0. Y0. Z9.\n{line}\nG0 Z8.\nN9 M30\n");
            refused(&run(&text, dialect))
        };
        assert_eq!(said("#1=FIX[1.2/0.1]"), [("P107", 4)], "{dialect}");
        assert_eq!(said("IF[0.1+0.2 EQ 0.3]GOTO9"), [("P107", 4)], "{dialect}");
        assert_eq!(
            said("#1=0.1\nWHILE[#1 LE 0.3]DO1\n#1=#1+0.1\nEND1"),
            [("P107", 5)],
            "{dialect}"
        );
        for split in
            ["#1=ROUND[.35/.1]", "#1=.6/.2\n#2=#1 MOD 3", "#1=0.3-0.1-0.1-0.1\nIF[#1 GE 0]GOTO9"]
        {
            assert_eq!(said(split)[0].0, "P107", "{dialect} {split}");
        }
        for fine in [
            "#1=ROUND[2.5]",
            "#1=7 MOD 3",
            "#1=6 MOD 3",
            "#1=FIX[1.25/0.1]",
            "#1=FIX[12.]",
            "IF[0.1+0.2 GT 0.25]GOTO9",
            "IF[#1 EQ #0]GOTO9",
            "#1=0\nWHILE[#1 LT 5]DO1\n#1=#1+1\nEND1",
        ] {
            assert_eq!(said(fine), [], "{dialect} {fine}");
        }
        // Written so one would have been read as 5 EQ [5 AND 10] EQ 10.
        for chain in ["IF[#1 EQ 5 AND #2 EQ 10]GOTO9", "IF[1 EQ 0 EQ 0]GOTO9"] {
            assert_eq!(said(chain)[0], ("P103", 4), "{dialect} {chain}");
        }
        assert_eq!(said("IF[[#1 EQ 5] AND [#2 EQ 10]]GOTO9"), [], "{dialect}");
    }
}

/// 1.2 by 0.4 is three but for the last bit, and was cut to two.
#[test]
fn a_number_of_runs_is_the_whole_number_that_it_stands_for() {
    for dialect in MACRO {
        let repeat = if dialect == Dialect::Fanuc { "K" } else { "L" };
        let text = |line: &str| {
            format!(
                "O1\nG21 G90 G17 F100.\nG0 X0. Y0. Z10.\n#1=1.2/0.4\n{line}\nG80\nM30\n\
                 O2\nG91 G1 X1.\nG90\nM99\n"
            )
        };
        for line in ["M98 P2 L#1", "G65 P2 L[1.2/0.4]", &format!("G91 G81 X1. Z-1. R0. {repeat}#1")]
        {
            let seen = run(&text(line), dialect);
            assert_eq!(refused(&seen), [], "{dialect} {line}");
            let most = seen.motions.iter().map(|m| m.to.known().unwrap()[0]).fold(0.0, f64::max);
            assert_eq!(most, 3.0, "{dialect} {line}");
        }
        assert_eq!(refused(&run(&text("M98 P2 L2.5"), dialect)).len(), 1, "{dialect}");
    }
}

/// The first was run, and the other passed over without a word.
/// Comments before the first % refused it, in sixteen of the programs of strangers.
#[test]
fn comments_may_stand_before_the_percent_that_opens_a_program() {
    let text = "(PART 12)\n\n(FIRST SIDE)\n%\nO100\nG21 G90 G54 G94\nG0 X0. Y0. Z10.\nM30\n%\n";
    for dialect in MACRO {
        assert_eq!(refused(&run(text, dialect)), [], "{dialect:?}");
        let code = text.replace("(FIRST SIDE)", "G21");
        assert_eq!(refused(&run(&code, dialect)), [("P101", 4)], "{dialect:?}");
    }
    assert_eq!(refused(&run(text, Dialect::LinuxCnc)).len(), 1);
}

#[test]
fn a_program_that_is_there_twice_is_refused() {
    let text = "O1\nG21 G90 G17 F100.\nG0 X0. Y0. Z10.\nM98 P2\nM30\n\
                O2\nG1 Z1.\nM99\nO2\nG1 Z-5.\nM99\n";
    for dialect in MACRO {
        assert_eq!(refused(&run(text, dialect)), [("P502", 9)], "{dialect}");
    }
}

/// In a cycle it was the cycle's code, which is of another group.
#[test]
fn number_4001_is_no_cycle() {
    let text = "O1\nG21 G90 G17\nG0 X0. Y0. Z10.\nG1 Y1. F100.\nG98 G81 Y3. Z1. R2.\n\
                IF[#4001 EQ 1]GOTO20\nG80\nM30\nN20 G80\nX5.\nM30\n";
    for dialect in MACRO {
        let seen = run(text, dialect);
        assert_eq!(refused(&seen), [], "{dialect}");
        assert_eq!(seen.motions.last().unwrap().to.known().unwrap()[0], 5.0, "{dialect}");
    }
}

/// The tool was taken to stand where it stood, the plane to be the one of before.
#[test]
fn a_refused_block_leaves_its_plane_and_no_place_after_its_call() {
    let arc = "O1\nG21 G90 G18 G64.1\nG0 X-10. Y0. Z10.\nG2 X10. R11. F300.\nM30\n";
    let seen = run(arc, Dialect::Fanuc);
    assert_eq!(refused(&seen).len(), 1);
    assert_eq!(seen.motions.last().unwrap().arc.as_deref().unwrap().normal, [0.0, 1.0, 0.0]);
    let call =
        "O1\nG21 G90 G17\nG0 X0. Y0. Z10.\nM98 P1000 Q1\nG0 Y20.\nM30\nO1000\nG0 X-80.\nM99\n";
    let seen = run(call, Dialect::Fanuc);
    assert_eq!(refused(&seen).len(), 1);
    assert_eq!(seen.motions.last().unwrap().to.known(), None);
}

/// Which axis drills there is a parameter's, and nothing told of it.
#[test]
fn a_cycle_in_another_plane_is_an_assumption() {
    let text = "O1\nG21 G90 G18\nG0 X0. Y80. Z10.\nG99 G81 X1. Y70. Z-5. R75. F100.\nG80\nM30\n";
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::LinuxCnc] {
        let seen = run(text, dialect);
        let said = seen.assumptions.iter().filter(|a| a.name == "cycle-axis").count();
        assert_eq!(said, usize::from(dialect != Dialect::LinuxCnc), "{dialect}");
        assert_eq!(
            run(&text.replace("G18", "G17"), dialect).assumptions.len() + said,
            seen.assumptions.len()
        );
    }
}

/// The beginning of a line that ends in a million blanks was a block of its own, and the rest lost.
#[test]
fn a_line_that_is_too_long_is_refused_in_a_file_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.nc");
    for blanks in [70_000, 500_000, 1_000_000, 3_000_000] {
        let text =
            format!("G21 G90 F100.\nG0 X0. Y0. Z10.\nG1 X1.{}Z-5.\nM30\n", " ".repeat(blanks));
        std::fs::write(&path, text).unwrap();
        let mut codes = Vec::new();
        Interpreter::new(at([0.0, 0.0, 50.0])).run(&Source::open(&path).unwrap(), |event| {
            if let Event::Refusal(refusal) = event {
                codes.push(refusal.code);
            }
            ControlFlow::Continue(())
        });
        assert!(codes.contains(&"P106"), "{blanks}: {codes:?}");
    }
}

/// Signs went on to be read, as LinuxCNC alone does.
#[test]
fn a_second_sign_is_no_part_of_a_number() {
    for dialect in Dialect::ALL {
        let seen = run("G90 G17 G21 F100.\nG1 Z--5.\nM30\n", dialect);
        let want: &[(&str, u32)] = if dialect == Dialect::LinuxCnc { &[] } else { &[("P102", 2)] };
        assert_eq!(refused(&seen), want, "{dialect}");
    }
}

/// The axis not named was kept where it stands without a word.
#[test]
fn one_axis_alone_after_a_rotation_is_an_assumption() {
    let said = |dialect: Dialect, lines: &str| {
        let text = format!("G90 G17 G21 F100.\nG0 X10. Y10. Z9.\n{lines}\nM30\n");
        let seen = run(&text, dialect);
        assert_eq!(refused(&seen), [], "{lines}");
        let found = seen.assumptions.iter().filter(|a| a.name == "first-turned");
        found.map(|a| (a.value.clone(), a.span.line)).collect::<Vec<_>>()
    };
    let stays = |other: &str, code: &str, named: &str, line: u32| {
        let place = format!("{other} stays in place in the first move after {code}");
        vec![(format!("{place}, by {named} alone"), line)]
    };
    let turn = "G68 X0. Y0. R45.";
    for dialect in MACRO {
        let said = |lines: &str| said(dialect, lines);
        assert_eq!(said(&format!("{turn}\nG1 Y5.\nX1.")), stays("X", "G68", "Y", 4));
        assert_eq!(said(&format!("{turn}\nG0 Z5.\nG1 X5.")), stays("Y", "G68", "X", 5));
        let ended = format!("{turn}\nG1 X5. Y5.\nG69 X1.\nY2.");
        assert_eq!(said(&ended), stays("Y", "G69", "X", 5));
        // Where both are named, or the place has the same coordinate, there is nothing to tell.
        assert_eq!(said(&format!("{turn}\nG1 X5. Y5.\nX1.\nG69\nG0 X1. Y1.\nX2.")), []);
        assert_eq!(said(&format!("{turn}\nG69\nG1 X5.\nY5.")), []);
        assert_eq!(said("G68 X10. Y10. R45.\nG1 X5."), []);
        assert_eq!(said(&format!("{turn}\nG91 X5.\nG90 Y5.")), []);
    }
}

/// Z was scaled without a word of it in the program.
#[test]
fn scaling_an_axis_without_a_centre_is_an_assumption_on_a_fanuc() {
    let said = |dialect: Dialect, block: &str| {
        let text = format!("G90 G17 G21 F100.\nG0 X0. Y0. Z20.\n{block}\nG1 Z-5.\nG50\nM30\n");
        let seen = run(&text, dialect);
        assert_eq!(refused(&seen), [], "{block}");
        seen.assumed().iter().map(|a| (a.0.to_owned(), a.1.to_owned())).collect::<Vec<_>>()
    };
    let scaled = |axes: &str| {
        let value = format!("G51 also scales {axes}, without naming a centre");
        vec![("scaled-axes".to_owned(), value)]
    };
    assert_eq!(said(Dialect::Fanuc, "G51 X0. Y0. P.5"), scaled("Z"));
    assert_eq!(said(Dialect::Fanuc, "G51 P2."), scaled("X, Y, Z"));
    assert_eq!(said(Dialect::Fanuc, "G51 X0. Y0. I2. J2. K1."), []);
    assert_eq!(said(Dialect::Fanuc, "G51 X0. Y0. Z0. P2."), []);
    assert_eq!(said(Dialect::Haas, "G51 X0. Y0. P2."), []);
}

/// It was said that G10 L2 P-1 is not followed, which nobody had written.
#[test]
fn g10_without_a_whole_number_says_what_is_wrong() {
    for dialect in MACRO {
        let told = |block: &str| {
            let seen = run(&format!("G90 G17 G21\n{block}\nM30\n"), dialect);
            (refused(&seen), seen.refusals[0].message.clone())
        };
        let (code, message) = told("G10 L2 X5.");
        assert_eq!(code, [("P205", 2)]);
        assert_eq!(message, "G10 L2 needs P, the number of the work offset");
        let (code, message) = told("G10 L20 P1.5 X5.");
        assert_eq!(
            (code, message.as_str()),
            (vec![("P208", 2)], "P of G10 must be a whole number")
        );
        let (code, message) = told("G10 L1.5 P1 X5.");
        assert_eq!(
            (code, message.as_str()),
            (vec![("P208", 2)], "L of G10 must be a whole number")
        );
        assert_eq!(told("G10 L2 P7 X5.").0, [("P207", 2)]);
    }
}

/// One of them was dropped: the G80 on whichever side of the cycle it stood.
#[test]
fn a_cycle_beside_its_end_or_another_motion_is_refused() {
    for dialect in MACRO {
        let block = |words: &str| {
            let text =
                format!("G90 G17 G21 M3 S9 F9.\nG0 X0. Y0. Z9.\n{words} X1. Z-5. R2.\nM30\n");
            let seen = run(&text, dialect);
            (refused(&seen), seen.refusals.first().map(|r| r.message.clone()).unwrap_or_default())
        };
        let (code, message) = block("G81 G80");
        assert_eq!(code, [("P202", 3)], "{dialect}");
        assert!(message.starts_with("G81 and G80 are in one"), "{message}");
        assert!(block("G80 G83 Q1.").1.starts_with("G80 and G83 are in one"));
        assert_eq!(block("G0 G81").0, [("P202", 3)]);
        assert_eq!(block("G98 G81").0, []);
        let seen = run("G90 G17 G21 G80 G0 X1.\nG0 G80 X2.\nM30\n", dialect);
        assert_eq!((refused(&seen), seen.motions.len()), (vec![], 2), "{dialect}");
    }
}

/// The place in such a block was dropped.
#[test]
fn a_place_beside_no_repeats_is_refused() {
    for (dialect, none) in [(Dialect::Fanuc, "K0"), (Dialect::Haas, "L0")] {
        let block = |words: &str| {
            let text = format!(
                "G90 G17 G21 M3 S9 F9.\nG0 X1. Y0. Z9.\nG99 {words} {none}\nG90 X5.\nG80\nM30\n"
            );
            refused(&run(&text, dialect))
        };
        assert_eq!(block("G81 X2. Z-5. R2."), [("P207", 3)], "{dialect}");
        assert_eq!(block("G91 G81 Y1. Z-7. R-7."), [("P207", 3)], "{dialect}");
        assert_eq!(block("G81 X1. Y0. Z-5. R2."), [], "{dialect}");
        assert_eq!(block("G91 G81 X0. Z-7. R-7."), [], "{dialect}");
        assert_eq!(block("G81 Z-5. R2."), [], "{dialect}");
    }
}

/// They were followed, P turns of them.
#[test]
fn turns_of_arcs_are_refused_on_mach3() {
    let text = "G90 G17 G21 G91.1 F9\nG0 X0 Y0 Z0\nG2 X0 I5 J0 P3\nG2 X0 I5 J0\nM30\n";
    assert_eq!(refused(&run(text, Dialect::Mach3)), [("P204", 3), ("P302", 4)]);
    assert_eq!(refused(&run(text, Dialect::LinuxCnc)), []);
}

/// The outer loop ended inside the inner one, and ran on.
#[test]
fn loops_that_cross_are_refused() {
    let cross = "#1=0\nWHILE[#1 LT 3]DO1\nWHILE[#1 LT 5]DO2\n#1=#1+1\nG0 X#1\nEND1\nEND2\n";
    let nested = "#1=0\nWHILE[#1 LT 3]DO1\n#2=0\nWHILE[#2 LT 2]DO2\n#2=#2+1\nEND2\n#1=#1+1\nEND1\n";
    let left = "#1=0\nWHILE[#1 LT 3]DO1\n#1=#1+1\nDO2\nIF[#1 GT 0]GOTO5\nEND2\nN5 G0 X#1\nEND1\n";
    for dialect in MACRO {
        let lines = |lines: &str| run(&format!("G90 G17 G21\n{lines}M30\n"), dialect);
        let seen = lines(cross);
        assert_eq!(refused(&seen), [("P501", 7)], "{dialect}");
        assert!(seen.refusals[0].message.contains("END 1"), "{:?}", seen.refusals);
        let passed = cross.replace("#1 LT 5", "#1 GT 5");
        assert_eq!(refused(&lines(&passed)), [("P501", 7)], "{dialect}");
        assert_eq!(refused(&lines(nested)), [], "{dialect}");
        assert_eq!(refused(&lines(&nested.replace("#2 LT", "#2 GT"))), [], "{dialect}");
        assert_eq!((refused(&lines(left)), lines(left).motions.len()), (vec![], 3), "{dialect}");
    }
}

/// LinuxCNC's planner and Grbl drive a full circle where the ends are less than 1e-6 and 5e-7
/// radians apart, others round them to one place: it was told to be an arc of 1e-7 radians.
#[test]
fn an_arc_whose_ends_no_control_tells_apart_is_a_full_circle() {
    for dialect in Dialect::ALL {
        for (end, turns) in [("Y0.299999", true), ("Y0.3", true), ("Y0.2999", false)] {
            let text = format!("G21 G90 G17 G94 F100.\nG1 X0. Y0.3\nG3 X0. {end} I10. J0.\n");
            let seen = see(&text, Options { dialect, ..at([5.0, 0.0, 0.0]) });
            // A tenth of an increment is none to a Fanuc or a Haas, or makes a whole one.
            let told = turns || !MACRO.contains(&dialect);
            assert_eq!(seen.refusals.is_empty(), told, "{dialect}: {:?}", seen.refusals);
            if !told {
                continue;
            }
            let arc = seen.motions.last().unwrap().arc.as_ref().unwrap();
            let turn = arc.sweep.abs() > 1.0;
            assert_eq!(turn, turns, "{dialect} {end}: {}", arc.sweep);
        }
    }
}

/// After a call or jump that led nowhere the rest was left out without a word, and where a file was
/// looked for was not said.
#[test]
fn a_call_that_leads_nowhere_says_what_was_not_read_and_what_was_tried() {
    let said = |text: &str, dialect: Dialect, parts: &[&str]| {
        let seen = run(text, dialect);
        assert_eq!(seen.refusals.len(), 1, "{dialect}: {:?}", seen.refusals);
        assert_eq!(seen.motions.len(), 1, "{dialect}");
        let refusal = &seen.refusals[0];
        assert_eq!(refusal.span.line, 4, "{dialect}");
        for part in parts.iter().chain(&["; nothing after this line was read"]) {
            assert!(refusal.message.contains(part), "{dialect}: `{part}`: {}", refusal.message);
        }
    };
    for (dialect, file) in
        [(Dialect::LinuxCnc, "5.ngc"), (Dialect::Fanuc, "O0005.ngc"), (Dialect::Haas, "O0005.ngc")]
    {
        let text = "O1\nG21 G90 G17\nG0 X1.\nM98 P5\nG0 X2.\nM30\n";
        let text =
            if dialect == Dialect::LinuxCnc { text.replace("O1", "(1)") } else { text.into() };
        said(&text, dialect, &[file, ".nc, .NC or .tap", "--subprograms"]);
    }
    let call = "(1)\nG21 G90\nG0 X1\no100 call\nG0 X2\nM2\n";
    said(call, Dialect::LinuxCnc, &["O<100>", "100.ngc", "--subprograms"]);
    for dialect in MACRO {
        said("O1\nG21 G90 G17\nG0 X1.\nGOTO9\nG0 X2.\nM30\n", dialect, &["block N9 is not in"]);
    }
}

/// "LinuxCNC, Mach3 have: use --dialect to say which control"; "its path is not followed by this
/// reading".
#[test]
fn a_refused_word_is_answered_in_a_sentence() {
    let message = |text: &str, dialect| run(text, dialect).refusals[0].message.clone();
    assert_eq!(
        message("G21 G90\nG81 X1 Z-1 R1 F100\n", Dialect::Grbl),
        "G81 is not read here for Grbl, for LinuxCNC, Fanuc, Haas and Mach3 it is: name the control \
         with --dialect"
    );
    let circle = message("O1\nG21 G90\nG70 I10. J0. L4\nM30\n", Dialect::Haas);
    assert!(circle.ends_with(") is not supported"), "{circle}");
    let down = run("G21 G90\nG0 X1 Y1 Z9\nM2\n", Dialect::LinuxCnc);
    let down = &down.warnings[0].message;
    assert_eq!(down, "a rapid moves down and sideways at the same time");
}

/// Grbl begins in G0, and a program that counts on it was not read.
#[test]
fn coordinates_before_any_motion_word_are_a_rapid_on_grbl() {
    let seen = run("G21 G90\nX10 Y5\nG80\nX20\nM2\n", Dialect::Grbl);
    let kinds: Vec<Kind> = seen.motions.iter().map(|m| m.kind).collect();
    assert_eq!(kinds, [Kind::Rapid]);
    assert_eq!(refused(&seen).iter().map(|r| r.1).collect::<Vec<_>>(), [4]);
    for dialect in Dialect::ALL.into_iter().filter(|d| *d != Dialect::Grbl) {
        assert!(run("G21 G90\nX10. Y5.\nM2\n", dialect).motions.is_empty(), "{dialect}");
    }
}

/// A NUL hid the rest of its block, and a leader of them the first one: `X3.\0Z-20.` was clean.
#[test]
fn a_nul_hides_nothing_but_on_linuxcnc() {
    let controls = Dialect::ALL.map(|dialect| (dialect, dialect == Dialect::LinuxCnc));
    for (dialect, ends_lines) in controls {
        let inside = |line: &str| {
            let text = format!("G90 G17 G21 F100.\nG0 X0. Y0. Z9.\n{line}\nM30\n");
            refused(&run(&text, dialect))
        };
        for line in ["X3.\0Z-20.", "X3. \0 Z-20.", "X3\0.", "\0X3.", "(A)\0Z-20."] {
            let expected = if ends_lines { vec![] } else { vec![("P101", 3)] };
            assert_eq!(inside(line), expected, "{dialect}: {line:?}");
        }
        for line in ["X3.\0\0", "\0\0\0", "(A)\0"] {
            assert_eq!(inside(line), [], "{dialect}: {line:?}");
        }
        let led = "\0\0G90 G17 G20\nG0 X1. Y2. Z3.\nM30\n";
        let scale = if ends_lines { 1.0 } else { 25.4 };
        let ends = |text: &str| run(text, dialect).motions.last().and_then(|m| m.to.known());
        assert_eq!(ends(led), Some([1.0, 2.0, 3.0].map(|place| place * scale)), "{dialect}");
        if ends_lines {
            continue;
        }
        let taped = "\0\0\0\0\0\0\0%\nG90 G17 G21\nG0 X1. Y2. Z9.\nM30\n%\n\0\0\0";
        assert_eq!(refused(&run(taped, dialect)), [], "{dialect}");
        assert_eq!(ends(taped), Some([1.0, 2.0, 9.0]), "{dialect}");
    }
    let refusal = &run("G21 G90\nX3.\0Z-20.\n", Dialect::Grbl).refusals[0];
    assert!(refusal.message.contains("0x00"), "{refusal:?}");
    let behind = run("G21 G90\nG0 X1 Y1 Z5\nM30\n\0G1 Z-5 F100\n", Dialect::Grbl);
    assert_eq!(refused(&behind), [("P207", 4)]);
}

/// A block behind `;` was dropped where a comment stood before it: `X3.; (DOWN) Z-20.` was clean.
#[test]
fn a_comment_hides_no_block_behind_the_end_of_one() {
    for dialect in MACRO {
        let block = |line: &str| {
            let text = format!("O1\nG90 G17 G21 F100.\nG0 X0. Y0. Z9.\n{line}\nM30\n");
            refused(&run(&text, dialect))
        };
        for line in [
            "X3.; (DOWN) Z-20.",
            ";(A) Z-20.",
            "N5;(A)Z-20.",
            "M0 ;(CHECK) G1 Z-20.",
            "X3.;(A) M98 P5",
            "X3.; (A) (B) Z-20.",
            "X3.; (A); Z-20.",
        ] {
            assert_eq!(block(line), [("P101", 4)], "{dialect}: {line}");
        }
        assert_eq!(block("X3.; (A Z-20."), [("P104", 4)], "{dialect}");
        for line in ["X3.; (A)", "X3.;(A) (B) ;", "X3.;", ";(A)", "N5 ; (A);(B)"] {
            assert_eq!(block(line), [], "{dialect}: {line}");
        }
    }
}

/// The level that G98 returns to became 25.4 times as high, and the way to the next hole clear.
#[test]
fn the_level_a_cycle_began_on_is_kept_in_another_unit() {
    let text = "G21 G90 G17 F100.\nG0 X0. Y0. Z3.\nG98 G81 X5. Y5. Z-1. R1.\nG20\nX1.\nG80\nM30\n";
    for dialect in MACRO {
        let seen = run(text, dialect);
        assert_eq!(refused(&seen), [], "{dialect}");
        let ends: Vec<_> = seen.motions.iter().filter_map(|m| m.to.known()).collect();
        let last = ends.last().copied().unwrap_or_default();
        let off = [25.4, 5.0, 3.0].iter().zip(last).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f64::max) < 1e-9, "{dialect}: {ends:?}");
    }
}

/// Axis words beside words that have no use for them were left out: `G4 P500 Z-20.` was clean.
#[test]
fn axis_words_that_nothing_uses_are_refused() {
    let refused_on = |dialect: Dialect, block: &str| {
        let text = format!("G90 G17 G21 F100.\nG0 X0. Y0. Z9.\n{block}\nG69\nM30\n");
        refused(&run(&text, dialect))
    };
    let idle = vec![("P204", 3)];
    for dialect in MACRO {
        for block in ["G4 P500 Z-20.", "G4 P1. X5.", "G4 Y5.", "G1 G4 P500 Z-20.", "G4 P1. A90."] {
            assert_eq!(refused_on(dialect, block), idle, "{dialect}: {block}");
        }
        for block in ["G68 X0. Y0. Z-5. R30.", "G51 X0. Y0. A5. P2."] {
            assert_eq!(refused_on(dialect, block), idle, "{dialect}: {block}");
        }
        for block in ["G4 P500", "G68 X0. Y0. R30.", "G18 G68 X0. Z0. R30.", "G10 L2 P1 Z-5."] {
            assert_eq!(refused_on(dialect, block), [], "{dialect}: {block}");
        }
        // These leave them to the motion in force.
        for word in ["G9", "G61", "G64", "G40", "G94", "M8", "M19", "M88", "M10", "T2 M6"] {
            let text = format!("G90 G17 G21\nG0 X0. Y0. Z9.\n{word} X5.\nM30\n");
            let seen = run(&text, dialect);
            let end = seen.motions.last().and_then(|m| m.to.known());
            assert_eq!((refused(&seen), end), (vec![], Some([5.0, 0.0, 9.0])), "{dialect}: {word}");
        }
    }
    for block in ["G4 X1.5", "G5.1 Q1", "G5.1 Q2 X0 Y0 Z0", "G51.1 X5."] {
        assert_eq!(refused_on(Dialect::Fanuc, block), [], "{block}");
    }
    for block in ["G5.1 Q1 X5.", "G5.1 Q2 X5. Y0 Z0", "G51.1 X5. A0"] {
        assert_eq!(refused_on(Dialect::Fanuc, block), idle, "{block}");
    }
    for block in ["G4 X1.5", "G101 X0. A0."] {
        assert_eq!(refused_on(Dialect::Haas, block), idle, "{block}");
    }
}

/// The number of the relay was refused as a word without use.
#[test]
fn output_relays_are_switched_by_number_on_a_haas() {
    let block = |dialect: Dialect, block: &str| {
        let seen = run(&format!("G90 G17 G21\nG0 X0. Y0. Z9.\n{block}\nM30\n"), dialect);
        (refused(&seen), seen.assumptions.iter().filter(|a| a.name == "m-code").count())
    };
    assert_eq!(block(Dialect::Haas, "M59 P1133\nM69 P1133"), (vec![], 0));
    assert_eq!(block(Dialect::Fanuc, "M59 P1133"), (vec![("P204", 3)], 1));
}

/// That no file was there was said of one that lacks its program number.
#[test]
fn a_file_without_its_program_number_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("O9004.nc"), "(SUB)\n\n\n\nX10.\nM99\n").unwrap();
    let text = "O5000\nG90 G21 G17 G0 Y0. Z50.\nM98 P9004\nX1.\nM30\n";
    for dialect in MACRO {
        let search_paths = vec![folder.path().to_owned()];
        let seen = see(text, Options { dialect, search_paths, ..at([0.0, 0.0, 50.0]) });
        let [refusal] = &seen.refusals[..] else { panic!("{:?}", seen.refusals) };
        let told = (refusal.code, refusal.span.file, refusal.span.line);
        assert_eq!(told, ("P502", 0, 3), "{dialect}");
        let message = &refusal.message;
        assert!(message.contains("O9004.nc does not hold it"), "{message}");
        assert!(message.contains("the line O9004 with which it begins is missing"), "{message}");
    }
}

/// A call that other words stood before was passed over, and its subprogram with it.
#[test]
fn a_call_or_return_behind_other_words_is_refused_on_linuxcnc() {
    let text = |call: &str, back: &str| {
        format!("G21 G90 F100\nG0 X0 Y0 Z5\n{call}\nM2\nO100\nG1 Z-5\n{back}\nO101\n")
    };
    let said = |call: &str, back: &str| refused(&run(&text(call, back), Dialect::LinuxCnc));
    assert_eq!(said("M98 P100", "M99"), []);
    assert_eq!(said("N7 M98 P100", "N8 M99"), []);
    assert_eq!(said("M8 M98 P100", "M99"), [("P501", 3)]);
    assert_eq!(said("M98 P100", "M8 M99"), [("P501", 7)]);
}

/// F counted as forgotten wherever G94 stood, which only LinuxCNC does where it is in force.
#[test]
fn a_feed_mode_that_is_said_again_keeps_f() {
    let said = |dialect: Dialect, again: &str| {
        let text = format!("G90 G94 G21 G17\nG0 X0. Y0. Z9.\nG1 Z5. F100.\n{again}\nG1 X5.\nM30\n");
        refused(&run(&text, dialect))
    };
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Mach3, Dialect::Grbl] {
        assert_eq!(said(dialect, "G94"), [], "{dialect}");
        assert_eq!(said(dialect, "G90 G94 G17"), [], "{dialect}");
        assert_eq!(said(dialect, "G93\nG94"), [("P303", 6)], "{dialect}");
    }
    assert_eq!(said(Dialect::LinuxCnc, "G94"), [("P303", 5)]);
}

/// The motion in the block of the first tool change was taken to be made by the new tool.
#[test]
fn a_motion_beside_the_first_tool_change_is_not_of_the_new_tool() {
    let text = "O1\nG90 G17 G21 G0 X0. Y0. Z30.\nG1 Z5. F100. M6 T1\nG0 Z30.\nM30\n";
    for dialect in MACRO {
        let seen = run(text, dialect);
        assert_eq!(refused(&seen), [], "{dialect}");
        assert!(seen.motions.iter().map(|motion| motion.tool).eq([0, 0, 1]), "{dialect}");
    }
    let first = run(text, Dialect::LinuxCnc);
    assert!(first.motions.iter().map(|motion| motion.tool).eq([0, 1, 1]));
}

/// A Fanuc keeps the point that G28 passes axis by axis; the last block alone counted.
#[test]
fn g29_goes_by_the_points_of_several_g28() {
    let text = |lines: &str| format!("O1\nG90 G17 G21 G0 X0. Y0. Z30.\n{lines}\nM30\n");
    let run = |lines: &str, dialect: Dialect| run(&text(lines), dialect);
    let each = "G28 X40.\nG28 Y60.\nG29 X10. Y20.";
    let seen = run(each, Dialect::Fanuc);
    assert_eq!(refused(&seen), []);
    let ends = seen.motions.iter().filter(|motion| motion.span.line == 5);
    assert!(ends.map(|m| m.to.axes()).eq([[40., 60., 30.], [10., 20., 30.]].map(|p| p.map(Some))));
    assert_eq!(refused(&run(each, Dialect::Haas)), [("P205", 5)]);
    for dialect in MACRO {
        assert_eq!(refused(&run("G28 X40.\nG29 X1. Y2.", dialect)), [("P205", 4)], "{dialect}");
        assert_eq!(refused(&run("G28 X40. Y60.\nG29 Y2.", dialect)), [], "{dialect}");
        assert_eq!(refused(&run("G28\nG29 X1. Y2.", dialect)), [], "{dialect}");
    }
}

/// A carriage return in a line ended the block: LinuxCNC takes it for a blank.
#[test]
fn a_carriage_return_within_a_line_ends_no_block() {
    let text = "G21 G90 G17 F100.\r\nG0 X0 Y0 Z5.\n\rG1 X4\r0. Y40.\n; c \r G1 X99.\nG1 Z3.\nM2\n";
    let seen = run(text, Dialect::LinuxCnc);
    assert_eq!(refused(&seen), []);
    let ends = seen.motions.iter().map(|motion| (motion.span.line, motion.to.known()));
    let expected = [(2, [0., 0., 5.]), (3, [40., 40., 5.]), (5, [40., 40., 3.])];
    assert!(ends.eq(expected.map(|(line, to)| (line, Some(to)))));
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Grbl, Dialect::Mach3] {
        let seen = run(text, dialect);
        assert_eq!((refused(&seen), seen.motions.len()), (vec![("P101", 3)], 1), "{dialect}");
    }
}

/// A file that began with its subprogram was checked as if that were the program, and one of two
/// programs was left out with a warning.
#[test]
fn the_main_program_is_the_one_that_no_other_calls() {
    const SUB: &str = "O1000 (SUB)\nG90 G21 G17\nG1 Z0. F100.\nM99\n";
    const MAIN: &str = "O1 (MAIN)\nG90 G21 G17 G0 X0. Y0. Z10.\nM98 P1000\nG1 Z-5. F100.\nM30\n";
    for dialect in MACRO {
        let seen = run(&format!("%\n{SUB}{MAIN}%\n"), dialect);
        assert!(seen.refusals.is_empty(), "{dialect}: {:?}", seen.refusals);
        let lines: Vec<u32> = seen.motions.iter().map(|motion| motion.span.line).collect();
        assert_eq!(lines, [7, 4, 9], "{dialect}");
        let said = seen.assumptions.iter().filter(|a| a.name == "program");
        let said: Vec<_> = said.map(|a| (a.value.as_str(), a.span.line)).collect();
        assert_eq!(said, [("O0001 is the main program", 2)], "{dialect}");
        // As most files have it.
        let first = run(&format!("%\n{MAIN}{SUB}%\n"), dialect);
        assert!(first.refusals.is_empty() && first.motions.len() == 3, "{dialect}");
        assert!(first.assumptions.iter().all(|a| a.name != "program"), "{dialect}");
        // Which of two it is, nobody says.
        let two = run(&format!("{SUB}{MAIN}{}", MAIN.replace("O1 ", "O2 ")), dialect);
        assert_eq!(refused(&two).last(), Some(&("P913", 6)), "{dialect}");
    }
}

/// The motions of a second program with a name for a number were only warned of.
#[test]
fn a_program_of_its_own_with_a_name_is_refused() {
    let text = "<PART1>\nG21 G90 G17 G54\nG0 X1. Y0. Z5.\nM30\n<PART2>\nG0 X7. Z-5.\nM30\n";
    let seen = run(text, Dialect::Fanuc);
    assert_eq!(refused(&seen), [("P913", 6)]);
    assert!(seen.refusals[0].message.starts_with("<PART2> is a program of its own"));
}

/// A G53 between two holes made machine zero the level that G98 returns to, a G28 did not.
#[test]
fn the_level_that_a_series_of_holes_began_on_stays_after_g53_and_g28() {
    for dialect in MACRO {
        for way in ["G53 Z0.", "G91 G28 Z0.\nG90", "G91 G30 Z0.\nG90"] {
            let text = format!(
                "O1\nG21 G90 G17\nT1 M6\nG0 X0. Y0. G43 H1 Z10.\nG98 G81 Z-19. R-15. F100.\n\
                 {way}\nX40.\nX80.\nG80\nM30\n"
            );
            let home = [Some(0.0), Some(0.0), Some(300.0)];
            let seen = see(&text, Options { dialect, home, ..at([0.0, 0.0, 100.0]) });
            assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
            // Across at machine zero, then at the level that the series began on.
            let across: Vec<_> = seen
                .motions
                .iter()
                .filter(|m| m.from.axis(0) != m.to.axis(0))
                .map(|m| m.to.axis(2).unwrap())
                .collect();
            assert_eq!(across, [300.0, 10.0], "{dialect} {way}");
            let said = seen.assumptions.iter().any(|a| a.name == "initial");
            assert_eq!(said, dialect == Dialect::Haas, "{way}");
        }
        // After a G0 the control changes to a cycle anew.
        let text =
            "O1\nG21 G90 G17 F9.\nG0 X0. Y0. Z10.\nG98 G81 Z-1. R2.\nG0 Z20.\nG81 X5. Z-1.\nM30\n";
        let seen = run(text, dialect);
        assert_eq!(seen.motions.last().unwrap().to.axis(2), Some(20.0), "{dialect}");
    }
}

/// It was taken for granted without a word.
#[test]
fn a_hole_without_a_place_is_an_assumption_on_a_haas() {
    for dialect in MACRO {
        let said = |line: &str| {
            let text = format!(
                "O1\nG21 G90 G17 F9.\nG0 X0. Y0. Z10.\nG99 G81 Z-19. R5.\n{line}\nG80\nM30\n"
            );
            let seen = run(&text, dialect);
            let drilled =
                seen.motions.iter().filter(|m| m.to.axis(2).is_some_and(|z| z < -15.0)).count();
            (drilled, seen.assumptions.iter().any(|a| a.name == "level-alone"))
        };
        let haas = dialect == Dialect::Haas;
        assert_eq!([said("R60."), said("Z-18.")], [(2, haas); 2], "{dialect}");
        assert_eq!([said("X1. R60."), said("G81 R60."), said("Y0.")], [(2, false); 3], "{dialect}");
        assert_eq!(said("F8."), (1, false), "{dialect}");
    }
}

/// The next cycle went back to the level of the one before, which such a word had ended.
#[test]
fn a_motion_word_beside_g53_g28_g52_or_g4_ends_a_series_of_holes() {
    let ways = [
        "G0 G53 Z0.",
        "G53 G1 Z0.",
        "G91 G0 G28 Z0.\nG90",
        "G91 G0 G30 Z0.\nG90",
        "G0 G52 X0.\nG53 Z0.",
        "G0 G4 P9\nG53 Z0.",
        "G0 X#5021\nG53 Z0.",
    ];
    for dialect in MACRO {
        for way in ways {
            let text = format!(
                "O1\nG21 G90 G17 F9.\nG0 X0. Y0. Z10.\nG98 G81 Z-19. R2.\n{way}\nG98 G81 X40. \
                 Z-19. R5.\nG80\nM30\n"
            );
            let home = [Some(0.0), Some(0.0), Some(300.0)];
            let seen = see(&text, Options { dialect, home, ..at([0.0, 0.0, 100.0]) });
            let last = seen.motions.last().unwrap().to.axis(2);
            assert_eq!(last, Some(300.0), "{dialect} {way}");
            assert!(seen.assumptions.iter().all(|a| a.name != "initial"), "{dialect} {way}");
        }
        // It was passed over, and the cycle went on.
        for way in ["G80 G53 Z0.", "G91 G80 G28 Z0.\nG90", "G80 G4 P9", "G80 G52 X0."] {
            let text = format!(
                "O1\nG21 G90 G17 F9.\nG0 X0. Y0. Z10.\nG98 G81 Z-19. R2.\n{way}\nX40.\nM30\n"
            );
            let seen = see(&text, Options { dialect, ..at([0.0, 0.0, 100.0]) });
            let drilled = seen.motions.iter().filter(|m| m.to.axis(2) == Some(-19.0)).count();
            assert_eq!(drilled, 1, "{dialect} {way}");
        }
    }
}

/// Grbl refuses such an arc, and the rule was LinuxCNC's.
#[test]
fn an_arc_by_a_short_radius_is_refused_as_grbl_decides() {
    let run = |radius: &str, dialect| {
        let text = format!("G21 G90 F9\nG0 X0 Y0 Z5\nG2 X10 Y0 R{radius}\nM2\n");
        see(&text, Options { dialect, ..at([0.0, 0.0, 50.0]) })
    };
    let short = run("4.999", Dialect::Grbl);
    assert_eq!(refused(&short), [("P301", 3)]);
    assert!(short.refusals[0].message.starts_with("Grbl refuses this arc: radius 4.9990"));
    assert!(run("5", Dialect::Grbl).refusals.is_empty());
    // What single precision does not tell from 5 is as long.
    assert!(run("4.9999999", Dialect::Grbl).refusals.is_empty());
    assert!(run("4.999", Dialect::LinuxCnc).refusals.is_empty());
    let inch = "G20 G90 F9\nG0 X0 Y0 Z1\nG2 X0.2 Y0 R0.1\nM2\n";
    let seen = see(inch, Options { dialect: Dialect::Grbl, ..at([0.0, 0.0, 50.0]) });
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
}

/// Every program of SheetCam's for Mach3 begins so, and none could be proved clean.
#[test]
fn a_g53_of_mach3_without_axis_words_moves_nothing() {
    let text = "G21\nG53 G90 G91.1 G40\nG0 X1 Y1 Z9\nG91\nG53\nG90\nG2 X3 I1 F9\nM30\n";
    let seen = run(text, Dialect::Mach3);
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    assert!(seen.assumed().iter().all(|(name, ..)| *name != "arc-centres"));
    assert_eq!(seen.motions.last().unwrap().to.known(), Some([3.0, 1.0, 9.0]));
    // As rs274 does.
    assert_eq!(refused(&run(text, Dialect::LinuxCnc)), [("P202", 2), ("P202", 5)]);
    assert_eq!(refused(&run("G21 G90\nG2 X9 I4.5 F9\nG53 X1\nM30\n", Dialect::Mach3)).len(), 1);
}
