//! The facts that a verdict rests on: assumptions, tool lengths.

mod support;

use gouge_nc::{Compensation, Decimals, Dialect, Motion, Options, Tip, ToolEntry, ToolTable};
use support::seen::{at, see, table};

const WRONG_H: &str = "G21 G90\nT3 M6\nG43 H1\nG0 Z5\nG1 Z-1 F100\nM2\n";

#[test]
fn known_lengths_move_the_tool() {
    let tools = table("T1 P1 Z50 D6\nT3 P3 Z59.5 D6\n");
    let seen = see(WRONG_H, Options { tools, ..at([0.0, 0.0, 9.0]) });
    // T3 is 9.5 mm longer than the offset in force says.
    for motion in &seen.motions {
        assert_eq!(motion.tip, Tip::Shifted(Box::new([0.0, 0.0, -9.5])));
    }
    assert_eq!(seen.motions.len(), 2);
    assert_eq!(seen.warnings[0].code, "P903");
    assert!(seen.warnings[0].message.contains("9.500 mm too low"), "{}", seen.warnings[0].message);
    assert!(seen.refusals.is_empty());
}

#[test]
fn a_wrong_offset_and_an_unknown_length_make_motions_unknown() {
    for tools in [None, table("T1 P1 Z50\nT3 P3 D6\n"), table("T1 P1\nT3 P3 Z3\n")] {
        let seen = see(WRONG_H, Options { tools, ..at([0.0, 0.0, 9.0]) });
        assert!(seen.motions.iter().all(|m| m.tip == Tip::Unknown("P903")));
        assert!(seen.assumptions.is_empty());
    }
}

#[test]
fn the_right_offset_needs_no_lengths() {
    for word in ["G43", "G43 H3", "G43 H0"] {
        let text = WRONG_H.replace("G43 H1", word);
        let seen = see(&text, at([0.0, 0.0, 9.0]));
        assert!(seen.motions.iter().all(|m| m.tip == Tip::AtControlPoint), "{word}");
        assert!(seen.assumptions.is_empty(), "{word}");
    }
}

#[test]
fn cutting_before_the_length_offset_is_unknown() {
    let text = "G21 G90\nT3 M6\nG0 X1\nG1 X2 F100\nG43 H3 Z5\nG1 X3\nM2\n";
    let seen = see(text, at([0.0, 0.0, 9.0]));
    let tips: Vec<_> = seen.motions.iter().map(|m| m.tip.clone()).collect();
    // The rapid only passes; the cut does not.
    assert_eq!(tips[0], Tip::AtControlPoint);
    assert_eq!(tips[1], Tip::Unknown("P904"));
    assert!(tips[2..].iter().all(|tip| *tip == Tip::AtControlPoint));
    assert_eq!(seen.assumed(), [("length", "T3 at its programmed height", 3)]);
    let known = Options { tools: table("T3 P3 Z40\n"), ..at([0.0, 0.0, 9.0]) };
    let seen = see(text, known);
    assert_eq!(seen.motions[1].tip, Tip::Shifted(Box::new([0.0, 0.0, -40.0])));
    assert_eq!(seen.motions.last().unwrap().tip, Tip::AtControlPoint);
}

#[test]
fn a_program_without_length_offsets_moves_the_tip() {
    let tools = table("T3 P3 Z40\n");
    let seen = see("G21\nT3 M6\nG0 X1\nG1 X2 F100\nM2\n", Options { tools, ..at([0.0; 3]) });
    assert!(seen.motions.iter().all(|m| m.tip == Tip::AtControlPoint));
    // The table says that the spindle is 40 above it: a G43 may have been forgotten.
    assert_eq!(seen.assumed(), [("no-length", "T3 at its programmed height", 3)]);
    let unknown = see("G21\nT3 M6\nG0 X1\nG1 X2 F100\nM2\n", at([0.0; 3]));
    assert!(unknown.assumptions.is_empty());
}

#[test]
fn a_start_of_which_only_z_is_known() {
    let start = [None, None, Some(100.0)];
    let seen = see("G21 G90\nG0 X1 Y1\nZ5\nM2\n", Options { start, ..Options::default() });
    assert_eq!(seen.motions[0].from.axes(), [None, None, Some(100.0)]);
    assert_eq!(seen.motions[1].from.known(), Some([1.0, 1.0, 100.0]));
}

#[test]
fn numbers_without_a_point_are_reported_once() {
    let text = "%\nO1\nG21 G90 G0 X0 Y0\nX10\nX20\nM30\n%\n";
    let haas = Options { dialect: Dialect::Haas, ..at([0.0; 3]) };
    let seen = see(text, haas.clone());
    assert_eq!(seen.assumed(), [("decimals", "X10 is 0.01 mm", 4)]);
    assert_eq!(seen.warnings.iter().filter(|w| w.code == "P912").count(), 1);
    assert_eq!(seen.motions.last().unwrap().to.axis(0), Some(0.02));
    for (decimals, x) in [(Decimals::Increments, 0.02), (Decimals::Whole, 20.0)] {
        let seen = see(text, Options { decimals: Some(decimals), ..haas.clone() });
        assert!(seen.assumptions.is_empty() && seen.warnings.is_empty());
        assert_eq!(seen.motions.last().unwrap().to.axis(0), Some(x));
    }
}

#[test]
fn units_never_set_are_an_assumption() {
    let seen = see("G90 G0 X1\nX2\nM2\n", at([0.0; 3]));
    assert_eq!(seen.assumed(), [("units", "mm", 1)]);
}

/// On a Grbl nothing was said of it, and the program that ran before may have left it in inches.
#[test]
fn units_never_set_are_an_assumption_on_every_control() {
    for dialect in Dialect::ALL {
        let seen = see("G90 G0 X1.\nX2.\nM2\n", Options { dialect, ..at([0.0; 3]) });
        let found = seen.assumptions.iter().filter(|a| a.name == "units");
        assert_eq!(found.map(|a| (a.value.as_str(), a.span.line)).collect::<Vec<_>>(), [("mm", 1)]);
    }
}

/// What was declared of G41 and G42 was listed nowhere, nor that D of another tool was meant.
#[test]
fn what_is_declared_of_compensation_is_an_assumption() {
    let said = |dialect: Dialect, compensation: Compensation, lines: &str| {
        let text = format!("G90 G17 G21\nT3 M6\nG0 X0. Y0. Z9.\n{lines}\nM30\n");
        let options = Options { dialect, compensation: Some(compensation), ..at([0.0; 3]) };
        let seen = see(&text, options);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let found = seen.assumptions.iter().filter(|a| a.name == "compensation");
        found.map(|a| (a.value.clone(), a.span.line)).collect::<Vec<_>>()
    };
    let wear = "G41 and G42 add no more than wear, which is zero (--compensation wear)".to_owned();
    let none = "G41 and G42 do nothing (--compensation none)".to_owned();
    let contour = |d: &str| format!("G1 G41 {d} X5. F9.\nX9.\nG40 X0.\nG41 {d} X5.\nG40 X0.");
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Mach3] {
        let other = ("D7 holds the wear of T3, which is zero".to_owned(), 4);
        let own = said(dialect, Compensation::Wear, &contour("D3"));
        assert_eq!(own, [(wear.clone(), 4)], "{dialect}");
        let wrong = said(dialect, Compensation::Wear, &contour("D7"));
        assert_eq!(wrong, [(wear.clone(), 4), other], "{dialect}");
        assert_eq!(said(dialect, Compensation::None, &contour("D3")), [(none.clone(), 4)]);
        assert_eq!(said(dialect, Compensation::Wear, "G40 X5."), []);
    }
}

#[test]
fn an_undeclared_offset_is_an_assumption() {
    let seen = see("G21 G90 G0 X1\nG55\nX2\nG56\nX3\nG55\nX4\nM2\n", at([0.0; 3]));
    let said = [("offset", "G55 at X0 Y0 Z0", 2), ("offset", "G56 at X0 Y0 Z0", 4)];
    assert_eq!(seen.assumed(), said);
}

#[test]
fn undeclared_compensation_is_one_refusal() {
    let pass = "G41 D1 X1 Y1\nG1 X5\nG40 X0 Y0\n";
    let text = format!("G21 G90 G17 F100 G1 X0.5\n{}M2\n", pass.repeat(50));
    let seen = see(&text, at([0.0; 3]));
    assert_eq!(seen.refusals.len(), 1);
    assert_eq!(seen.refusals[0].code, "P402");
    assert!(seen.refusals[0].message.contains("--compensation control"));
    // Where the tool runs in the plane is unknown until G40.
    assert_eq!(seen.motions[1].to.axes(), [None, None, Some(0.0)]);
    // Offered, it was refused on these.
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Mach3] {
        let seen = see(&text, Options { dialect, ..at([0.0; 3]) });
        let refusal = seen.refusals.iter().find(|r| r.code == "P402").unwrap();
        assert!(!refusal.message.contains("--compensation control"), "{}", refusal.message);
        assert!(refusal.message.contains("--compensation wear"), "{}", refusal.message);
    }
}

/// Home X0 is not the work's X0: the way between was left out, and a plunge was looked at
/// elsewhere.
#[test]
fn equal_numbers_of_home_and_work_are_two_places() {
    let frames = |text: &str| -> Vec<[bool; 3]> {
        let options = Options { dialect: Dialect::Fanuc, ..at([1.0, 2.0, 50.0]) };
        see(text, options).motions.iter().map(|m| m.at_machine).collect()
    };
    let (none, across) = ([false; 3], [true, true, false]);
    let home = "G21 G90\nT1 M6\nG0 X5. Y5. Z9.\nG91 G28 X0. Y0.\nG90 ";
    assert_eq!(frames(&format!("{home}G0 X0. Y0.\nG1 Z-5. F100.\n")), [none, across, none, none]);
    // An axis that is not named stays where it is.
    assert_eq!(frames(&format!("{home}G1 Z-5. F100.\n")), [none, across, across]);
    assert_eq!(frames(&format!("{home}G0 X0.\n")), [none, across, [false, true, false]]);
    // A way from home ends at a place of the machine.
    assert_eq!(frames(&format!("{home}G91 X7. G0 Y0.\n")), [none, across, across]);
    let zero = "G21 G90\nT1 M6\nG0 X0. Y0. Z9.\n";
    assert_eq!(frames(&format!("{zero}G53 G0 X0.\n")), [none, [true, false, false]]);
    assert_eq!(frames(&format!("{zero}G28 X0. Y0.\n")), [none, across]);
    // Cycles name their holes, a drawing cycle also the level above them.
    let cycle = format!("{home}G99 G81 X0. Y0. Z-5. R2. F100.\n");
    assert_eq!(frames(&cycle)[2], none);
}

/// Where a work offset lies that is counted from machine zero rests on where that is.
#[test]
fn an_offset_from_machine_zero_is_an_assumption() {
    let set = "G21 G90\nT1 M6\nG10 L2 P2 X-90 Y-70 Z0\nG0 X1 Y1 Z1\nG55\nG1 X5 F100\n";
    let seen = see(set, at([0.0, 0.0, 9.0]));
    let value = "work offset 2 at X-90 Y-70 Z0 by G10 L2";
    assert_eq!(seen.assumed(), [("offset", value, 3)]);
    // That machine zero is the program's zero is as much of an assumption.
    let same = see("G21 G90\nT1 M6\nG10 L2 P1 X0 Y0 Z0\nG0 X1\n", at([0.0, 0.0, 9.0]));
    assert_eq!(same.assumed(), [("offset", "work offset 1 at X0 Y0 Z0 by G10 L2", 3)]);
}

/// Which way the block delete switch stands is the operator's, and decides what is cut.
#[test]
fn the_block_delete_switch_is_an_assumption() {
    let text = "G21 G90\nG0 X1\n/G0 Z5\n/X2\nX3\nM2\n";
    let loops = "G21 G90\no1 repeat [3]\n/G0 Z5\nG0 Z6\no1 endrepeat\nM2\n";
    let told = |text: &str, block_delete: bool| -> Vec<(String, u32)> {
        let seen = see(text, Options { block_delete, ..at([0.0; 3]) });
        seen.assumed()
            .into_iter()
            .map(|(name, value, line)| (format!("{name}: {value}"), line))
            .collect()
    };
    let off = "block-delete: the switch is off: 2 blocks that begin with / are carried out, the first on line 3";
    assert_eq!(told(text, false), [(off.to_owned(), 3)]);
    let on = "block-delete: the switch is on: 2 blocks that begin with / are left out, the first on line 3";
    assert_eq!(told(text, true), [(on.to_owned(), 3)]);
    let once = "block-delete: the switch is off: 1 block that begins with / is carried out";
    assert_eq!(told(loops, false), [(once.to_owned(), 3)]);
    assert_eq!(told("G21 G90\nG0 X1\nM2\n", true), []);
}

/// M99 in the main program begins it again, endlessly: what drifts from run to run cuts ever deeper.
#[test]
fn a_main_program_that_repeats_itself_must_end_as_it_began() {
    let with = |dialect: Dialect| Options { dialect, ..at([0.0, 0.0, 3.5]) };
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Mach3, Dialect::LinuxCnc] {
        let drifts = see("G90 G17 G21\nT1 M6\nG91 G1 Z-1. F100.\nX1.\nM99\n", with(dialect));
        let told: Vec<_> = drifts.refusals.iter().map(|r| (r.code, r.span.line)).collect();
        assert_eq!(told, [("P503", 5)], "{dialect}");
        assert!(drifts.refusals[0].message.contains("the tool is elsewhere"), "{dialect}");
        let stays = "G90 G17 G21\nT1 M6\nG0 X1. Z2.\nG91 X.1\nX.2\nX-.3\nG90 G0 Z9.\nM99\n";
        let stays = see(stays, with(dialect));
        assert!(stays.refusals.is_empty(), "{dialect}: {:?}", stays.refusals);
        let value = "M99 restarts the program endlessly: two runs are checked, and the second ends as \
                     it began";
        assert_eq!(stays.assumed(), [("repeat", value, 8)], "{dialect}");
        assert_eq!(stays.motions.len(), 10, "{dialect}");
    }
    let counts = see("G90 G21\n#100=#100+1\nG0 X1.\nX2.\nM99\n", with(Dialect::Fanuc));
    assert!(counts.refusals[0].message.contains("variables"), "{:?}", counts.refusals);
    let shifts = see("G90 G21\nG92 X1.\nG0 X2.\nX3.\nM99\n", with(Dialect::LinuxCnc));
    assert!(shifts.refusals[0].message.contains("offsets"), "{:?}", shifts.refusals);
}

/// Counts are no lengths, and the angle of a rotation is worth what the setting says.
#[test]
fn numbers_without_a_point_are_reported_where_the_setting_matters() {
    let warned = |dialect: Dialect, block: &str| {
        let text = format!("G90 G17 G21 M3 S1 F100.\nG0 X0. Y0. Z9.\n{block}\nM30\n");
        let seen = see(&text, Options { dialect, ..at([0.0; 3]) });
        assert!(seen.refusals.is_empty(), "{block}: {:?}", seen.refusals);
        let decimals = seen.assumptions.iter().find(|a| a.name == "decimals");
        decimals.map(|a| a.value.clone())
    };
    let (fanuc, haas) = (Dialect::Fanuc, Dialect::Haas);
    assert_eq!(warned(fanuc, "G91 G99 G81 X1. Z-3. R-8. K3"), None);
    assert_eq!(warned(haas, "G91 G99 G81 X1. Z-3. R-8. L3"), None);
    assert_eq!(warned(fanuc, "G5.1 Q1"), None);
    assert_eq!(warned(haas, "G84 X1. Z-3. R2. J4"), None);
    let turned = Some("R90 is 0.09 degrees".to_owned());
    assert_eq!(warned(fanuc, "G68 X0. Y0. R90"), turned);
    assert_eq!(warned(haas, "G68 X0. Y0. R90"), turned);
    assert_eq!(warned(fanuc, "G83 X1. Z-3. R2. Q500"), Some("Q500 is 0.5 mm".to_owned()));
}

/// Thousandths or hundred thousandths: a parameter of the control says which.
#[test]
fn a_factor_without_a_point_is_an_assumption() {
    let text = "G90 G17 G21\nG0 X0. Y0. Z9.\nG51 X0. Y0. Z0. P2000\nG0 X20.\nG50\nM30\n";
    let seen = see(text, Options { dialect: Dialect::Fanuc, ..at([0.0; 3]) });
    assert_eq!(seen.assumed(), [("scale", "P2000 of G51 is a factor of 2, in thousandths", 3)]);
    assert_eq!(seen.motions[1].to.axis(0), Some(40.0));
}

/// A word that does nothing was dropped.
#[test]
fn words_without_use_are_refused_on_fanuc_and_haas() {
    let refused = |dialect: Dialect, block: &str| {
        let text = format!("G90 G17 G21\n{block}\nM30\n");
        let seen = see(&text, Options { dialect, ..at([0.0; 3]) });
        seen.refusals.first().map(|r| (r.code, r.span.column))
    };
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        assert_eq!(refused(dialect, "G0 X1. E2"), Some(("P204", 8)));
        assert_eq!(refused(dialect, "G28 H1"), Some(("P204", 5)));
        assert_eq!(refused(dialect, "G0 X--5."), Some(("P102", 5)));
        assert_eq!(refused(dialect, "G0 X-[-5.]"), None);
        assert_eq!(refused(dialect, "G67"), None);
        assert_eq!(refused(dialect, "G0 G43 Z5. H1"), None);
    }
    assert_eq!(refused(Dialect::Haas, "G187 P1 E0.1"), None);
    // K repeats a hole on a Fanuc; on a Haas it is the least peck.
    let hole = "G0 Z9. M3 S1 F9.\nG99 G81 X0. Z-1. R2. K3";
    assert_eq!(refused(Dialect::Haas, hole), Some(("P204", 22)));
    assert_eq!(refused(Dialect::Fanuc, hole), None);
    let pecks = "G0 Z9. M3 S1 F9.\nG99 G83 X0. Z-1. R2. I1. J.1 K.5";
    assert_eq!(refused(Dialect::Haas, pecks), None);
}

/// On some machines one mirrors an axis: a verdict rests on that it does not.
#[test]
fn what_an_unknown_m_code_does_is_an_assumption() {
    let said = |dialect: Dialect, words: &str| {
        let text = format!("G90 G17 G21\nG0 X0. Y0. Z9.\n{words}\nG0 X1.\n{words}\nM30\n");
        let seen = see(&text, Options { dialect, ..at([0.0; 3]) });
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let found = seen.assumptions.iter().filter(|a| a.name == "m-code");
        let found: Vec<_> = found.map(|a| (a.value.clone(), a.span.line)).collect();
        (found, seen.warnings.iter().filter(|w| w.code == "P908").count())
    };
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        let once = vec![("M21 moves nothing".to_owned(), 3)];
        assert_eq!(said(dialect, "M21"), (once.clone(), 2), "{dialect}");
        let both = [once, vec![("M80 moves nothing".to_owned(), 3)]].concat();
        assert_eq!(said(dialect, "M21 M80"), (both, 4), "{dialect}");
        assert_eq!(said(dialect, "M3 S9 M8\nM10\nM19\nM9 M5"), (vec![], 0), "{dialect}");
    }
    let user = (vec![("M110 moves nothing".to_owned(), 3)], 2);
    assert_eq!(said(Dialect::LinuxCnc, "M110 P1"), user);
}

/// How I and J count is a setting of Mach3 where the program does not say it.
#[test]
fn arc_centres_never_declared_are_an_assumption_on_mach3() {
    let said = |mode: &str, options: Options| {
        let text = format!("G90 G17 G21{mode} F9\nG0 X5 Y0 Z0\nG2 I10 J0\nG2 I10 J0\nM30\n");
        let seen = see(&text, Options { start: [Some(0.0); 3], ..options });
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        seen.assumed().iter().map(|a| (a.1.to_owned(), a.2)).collect::<Vec<_>>()
    };
    let mach3 = Options { dialect: Dialect::Mach3, ..Options::default() };
    let counts = ("I, J and K count from the start of the arc (G91.1)".to_owned(), 3);
    assert_eq!(said("", mach3.clone()), [counts]);
    assert_eq!(said(" G91.1", mach3.clone()), []);
    assert_eq!(said(" G90.1", mach3.clone()), []);
    let declared = Options { absolute_arc_centers: true, ..mach3 };
    assert_eq!(said("", declared), []);
    assert_eq!(said("", Options::default()), []);
}

/// A further work offset could not be declared, though the warning asked for that.
#[test]
fn further_work_offsets_are_declared_by_name() {
    use gouge_nc::{WorkOffset, Zero};
    let numbers = ["G54", "g59.3", "G54.1P1", "G154 P99", "G110", "G129"].map(WorkOffset::numbered);
    assert_eq!(numbers, [Some(1), Some(9), Some(101), Some(199), Some(101), Some(120)]);
    for name in ["G53", "G54.1", "G54.1P0", "G154P301", "G130", "G54P1", "P1", ""] {
        assert_eq!(WorkOffset::numbered(name), None, "{name}");
    }
    let text = "G90 G21\nT1 M6\nG0 X0. Y0. Z9.\nG54.1 P2 X5. Z1.\nM30\n";
    let system = WorkOffset::numbered("G54.1P2").unwrap();
    let offset = WorkOffset { system, at: [10.0, 20.0, 30.0], rotation: 0.0 };
    let base = gouge_nc::Options { dialect: Dialect::Fanuc, ..at([0.0, 0.0, 50.0]) };
    let seen = see(text, gouge_nc::Options { offsets: vec![offset], ..base.clone() });
    assert!(seen.warnings.is_empty(), "{:?}", seen.warnings);
    let ends: Vec<_> = seen.motions.iter().map(|m| m.to.known().unwrap()).collect();
    assert_eq!(ends[1], [15.0, 0.0, 31.0]);
    assert_eq!(seen.zeros, [Zero::Moved(Box::new([10.0, 20.0, 30.0]))]);
    let asked = see(text, base);
    let named = "declare it with --offset G54.1P2=X,Y,Z";
    assert!(asked.warnings[0].message.contains(named), "{:?}", asked.warnings);
}

/// A tool table of an inch machine was taken to be in millimetres, without a word: tools 2 inches
/// long were 2 mm long.
#[test]
fn the_unit_of_a_tool_table_is_an_assumption_in_an_inch_program() {
    let told = |text: &str, tools: &str, stated: bool| {
        let tools = table(tools).map(|t| if stated { t } else { t.of_taken_unit() });
        let seen = see(text, Options { tools, ..at([0.0, 0.0, 100.0]) });
        let units = seen.assumptions.iter().filter(|a| a.name == "table");
        units.map(|a| (a.value.clone(), a.span.line)).collect::<Vec<_>>()
    };
    let text = "G20 G90 T1 M6\nG0 X1\nG43 H1 Z3\nG1 X2 F10\nM2\n";
    let taken = ("the tool table is in mm (--table-units says its unit)".to_owned(), 2);
    assert_eq!(told(text, "T1 Z2", false), [taken]);
    assert_eq!(told(text, "T1 Z2", true), []);
    assert_eq!(told(text, "T1 Z0", false), []);
    assert_eq!(told(&text.replace("G20", "G21"), "T1 Z2", false), []);
}

/// A refused block left the offsets, the unit and the tool of before in force, and gouges were
/// proved with them.
#[test]
fn what_a_refused_block_may_have_changed_is_not_known() {
    let head = "G21 G90 G17 G54\nT1 M6\nG0 G43 H1 X0 Y0 Z30\n";
    let after = "G1 X1 Y0 Z5.5 F100\nG1 X2 Y0\nM2\n";
    let run = |block: &str| see(&format!("{head}{block}\n{after}"), at([0.0, 0.0, 50.0]));
    let known = |m: &Motion| m.to.known().is_some() && !matches!(m.tip, Tip::Unknown(_));
    let ends = |block: &str| {
        let seen = run(block);
        assert_eq!(seen.refusals.len(), 1, "{block}");
        [2, 1].map(|back| seen.motions[seen.motions.len() - back].clone())
    };
    for word in ["G55", "G92 X0 Y0 Z0", "G52 Z40", "G43 H2", "G49", "G10 L2 P1 Z40", "T2 M6"] {
        let ends = ends(&format!("{word} G187"));
        assert!(!ends.iter().any(known), "{word}: {ends:?}");
    }
    // Said anew, the offset is known again; the tool only by another change.
    let anew = |block: &str, word: &str| known(&ends(&format!("{block} G187\n{word}"))[1]);
    assert!(anew("G55", "G55") && anew("G55", "G54") && anew("G92 Z0", "G92.1"));
    assert!(anew("G49", "G43 H1") && anew("T2 M6", "T1 M6\nG43 H1"));
    assert!(!anew("T2 M6", "G43 H2") && !anew("T2 M6", "G54") && !anew("T2", "M6\nG43 H2"));
    // Nor does what was stored before, or what only adds to it.
    assert!(!anew("G92 X0 Y0 Z0", "G92.2\nG92.3") && !anew("G43 H2", "G43.2 Z1"));
    // What would have changed nothing leaves no doubt, and what can be read of the rest counts.
    assert!(ends("G54 G187").iter().all(known) && ends("G92.1 G187").iter().all(known));
    let inch = ends("G20 G187");
    assert!((inch[1].to.axis(0).unwrap() - 50.8).abs() < 1e-9, "{inch:?}");
}

/// After a tilted plane, polar interpolation and their like had been refused, places counted as if
/// they were those of before, and gouges were proved there.
#[test]
fn what_x_y_and_z_mean_after_a_refused_plane_is_not_known_until_its_end() {
    let see = |dialect: Dialect, block: &str, end: &str| {
        let head = "G21 G90 G17 G54\nT1 M6\nG0 X50. Y30. Z50.\n";
        let text =
            format!("{head}{block}\nG1 X5. Y3. Z5. F100.\nX9.\n{end}\nG0 X1. Y2. Z50.\nX3.\nM30\n");
        let seen = see(&text, Options { dialect, ..at([0.0, 0.0, 99.0]) });
        assert!(!seen.refusals.is_empty(), "{block}");
        let known = |m: &Motion| !m.turned && m.from.known().and(m.to.known()).is_some();
        // The last under it, and the last after its end.
        let count = seen.motions.len();
        [count - 3, count - 1].map(|at| known(&seen.motions[at]))
    };
    let pairs = [
        ("G68.2 X0 Y0 Z100. I0 J0 K0", "G69"),
        ("G12.1", "G13.1"),
        ("G7.1 C20.", "G7.1 C0"),
        ("G43.4 H1", "G49"),
        ("G16 J9.", "G15"),
    ];
    for (block, end) in pairs {
        assert_eq!(see(Dialect::Fanuc, block, end), [false, true], "{block}");
    }
    for (block, end) in [("G234 H1", "G49"), ("G268 X0 Y0", "G269"), ("G254", "G255")] {
        assert_eq!(see(Dialect::Haas, block, end), [false, true], "{block}");
    }
    assert_eq!(see(Dialect::Mach3, "G41 P6", "G40"), [false, true]);
    // Nothing of the kind was refused.
    assert_eq!(see(Dialect::Fanuc, "G27 Q3", "G69"), [true, true]);
}

/// The axis words of a block that smooths name its axes; the tool was sent there, and what it cut
/// next was not where it was.
#[test]
fn smoothing_moves_nothing() {
    let text =
        "G21 G90 G54\nT1 M6\nG0 X50. Y40. Z5.\nG05.1 Q3 X0 Y0 Z0\nG1 Z-5. F100.\nG5.1 Q0\nM30\n";
    let seen = see(text, Options { dialect: Dialect::Fanuc, ..at([0.0, 0.0, 99.0]) });
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    let ends: Vec<_> = seen.motions.iter().map(|m| m.to.known().unwrap()).collect();
    assert_eq!(ends, [[50.0, 40.0, 5.0], [50.0, 40.0, -5.0]]);
}

/// Ends that a control takes for one made next to no way, which hid a full circle.
#[test]
fn an_arc_that_ends_within_an_increment_of_its_start_may_be_a_full_circle() {
    let run = |dialect: Dialect, unit: &str, end: &str| {
        let text = format!(
            "{unit} G90 G54\nT1 M6\nG0 X2. Y0. Z1.\nG1 Z0.1 F20.\nG3 {end} I-2. J0.\nM30\n"
        );
        see(&text, Options { dialect, ..at([0.0, 0.0, 99.0]) }).refusals.len()
    };
    assert_eq!(run(Dialect::Haas, "G20", "X2. Y0.00004"), 1);
    assert_eq!(run(Dialect::Fanuc, "G21", "X2. Y0.0004"), 1);
    assert_eq!(run(Dialect::Fanuc, "G21", "X2. Y0."), 0);
    assert_eq!(run(Dialect::Fanuc, "G21", "X2. Y0.001"), 0);
    assert_eq!(run(Dialect::LinuxCnc, "G21", "X2. Y0.0004"), 0);
}

/// Grbl keeps the radius that an arc begins with, and where it goes was taken for a spiral without
/// a word.
#[test]
fn that_arcs_of_a_grbl_are_spirals_is_an_assumption() {
    let run = |dialect: Dialect, end: &str| {
        let text =
            format!("G21 G90\nG0 X100.09 Y0 Z5\nG1 Z-2 F200\nG3 {end} Y0 I-100.09 J0\nM30\n");
        let seen = see(&text, Options { dialect, ..at([0.0, 0.0, 99.0]) });
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let own = seen.assumptions.into_iter().filter(|a| a.name == "spiral");
        own.map(|a| (a.span.line, a.value)).collect::<Vec<_>>()
    };
    let value =
        "arcs whose radii differ are spirals, at their ends up to 0.090 mm from where Grbl goes";
    assert_eq!(run(Dialect::Grbl, "X-100"), [(4, value.to_owned())]);
    assert_eq!(run(Dialect::Grbl, "X-100.085"), []);
    assert_eq!(run(Dialect::LinuxCnc, "X-100"), []);
}

/// M codes take effect at the end of their block: the tool that was in the spindle makes the
/// motion, and was not the one that was checked.
#[test]
fn a_tool_changes_after_the_motion_of_its_block() {
    let text = "G21 G90 G54\nT1 M6\nG0 X-30. Y-30. Z50.\nG0 X6. T2 M6\nG0 Y7.\nG91 G28 Z0 T3 M6\nG90 G0 X1.\nM30\n";
    let tools = |dialect: Dialect| {
        let seen = see(text, Options { dialect, ..at([0.0, 0.0, 99.0]) });
        seen.motions.iter().map(|m| m.tool).collect::<Vec<_>>()
    };
    for dialect in [Dialect::Haas, Dialect::Fanuc] {
        let tools = tools(dialect);
        assert_eq!((&tools[..3], tools.last()), (&[1, 1, 2][..], Some(&3)), "{dialect}: {tools:?}");
        assert!(tools[3..tools.len() - 1].iter().all(|tool| *tool == 2), "{dialect}: {tools:?}");
    }
    // LinuxCNC changes first.
    assert_eq!(tools(Dialect::LinuxCnc)[..3], [1, 2, 2]);
}

/// Grbl has six work offsets and a length along Z alone; others were taken for known.
#[test]
fn grbl_has_no_further_offsets_and_no_length_sideways() {
    let refused = |block: &str| {
        let text = format!("G21 G90\n{block}\nG0 X1 Y1 Z1\nM30\n");
        see(&text, Options { dialect: Dialect::Grbl, ..at([0.0, 0.0, 9.0]) }).refusals.len()
    };
    assert_eq!(["G10 L2 P7 X1", "G10 L20 P9 X1", "G43.1 X5"].map(refused), [1, 1, 1]);
    assert_eq!(["G10 L2 P6 X1", "G10 L20 P0 X1", "G43.1 Z5"].map(refused), [0, 0, 0]);
}

/// A dwell was warned about as a length without a point.
#[test]
fn a_dwell_is_no_length() {
    let text = "G21 G90\nG0 X1. Y1. Z1.\nG04 X100\nM30\n";
    let seen = see(text, Options { dialect: Dialect::Fanuc, ..at([0.0, 0.0, 9.0]) });
    assert!(seen.warnings.iter().all(|w| w.code != "P912"), "{:?}", seen.warnings);
}

/// Chords stood for a spline without a word, a tenth of a millimetre from it where it is large.
#[test]
fn how_far_chords_are_from_a_spline_is_an_assumption() {
    let run = |scale: f64| {
        let [x, i, j] = [400.0, 150.0, 500.0].map(|v| v * scale);
        let text = format!(
            "G21 G90 G17 F500\nG0 X0 Y0 Z-2\nG5 X{x} Y0 I{i} J{j} P-{i} Q{j}\nG0 Z20\nM2\n"
        );
        let seen = see(&text, at([0.0, 0.0, 99.0]));
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let own = seen.assumptions.iter().find(|a| a.name == "spline").unwrap();
        let figure = own.value.rsplit_once("about ").unwrap().1.split_once(" mm").unwrap().0;
        assert_eq!(own.span.line, 3);
        figure.parse::<f64>().unwrap()
    };
    // The second derivative of the cubic, 6 (P0 - 2 P1 + P2), over 8 times 60 squared.
    let most = 6.0 * 500f64.hypot(100.0) / 8.0 / 3600.0;
    let large = run(1.0);
    assert!((0.5 * most..=1.01 * most).contains(&large), "{large} {most}");
    assert!((run(0.1) - 0.1 * large).abs() < 2e-4);
}

/// A rotary table was silently taken to stand at A0, so that the A0 of a post moved nothing.
#[test]
fn the_start_of_a_rotary_axis_is_listed_as_an_assumption() {
    for dialect in [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Haas, Dialect::Mach3] {
        let see = |text: &str| {
            let seen = see(text, Options { dialect, ..at([0.0, 0.0, 9.0]) });
            seen.assumed()
                .into_iter()
                .filter(|a| a.0 == "axis-start")
                .map(|a| a.1.to_owned())
                .collect()
        };
        let none: [&str; 0] = [];
        let stands: Vec<String> = see("G21 G90\nG0 A0. X1.\nA0. X2.\nM30\n");
        assert_eq!(stands, ["A is at 0 when the program begins"], "{dialect:?}");
        // What the program turns stands where it says.
        let turned: Vec<String> = see("G21 G90\nG0 A90.\nG0 A0.\nA0. X2.\nM30\n");
        assert_eq!(turned, none, "{dialect:?}");
        let steps: Vec<String> = see("G21 G91\nG0 A0. X1.\nM30\n");
        assert_eq!(steps, none, "{dialect:?}");
    }
}

/// Tools that no table stated were said to be missing from the tool table, and all was unknown.
#[test]
fn no_tool_is_missing_from_a_table_that_was_not_given() {
    let declared = |diameters: &[(u32, f64)]| {
        let mut table = ToolTable::default();
        for &(number, diameter) in diameters {
            table.insert(number, ToolEntry { diameter, ..ToolEntry::default() });
        }
        let compensation = Some(Compensation::Control);
        Options { tools: Some(table), compensation, ..at([0.0, 0.0, 9.0]) }
    };
    let plain = "G21 G90\nT1 M6\nG43 H1\nG10 L1 P1 Z30\nG0 X1\nG1 Z1 F100\nM2\n";
    let seen = see(plain, declared(&[]));
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);

    let contour = "G21 G90\nT1 M6\nG0 X0 Y0\nG1 G41 D1 X10 Y5 F100\nX30\nG40 X40 Y0\nG1 X50\nM2\n";
    let seen = see(contour, declared(&[(1, 8.0)]));
    assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
    assert!(seen.motions.iter().any(|m| m.to.known() == Some([30.0, 9.0, 9.0])));
    // Without a diameter the radius was zero, or is not known.
    for tools in [&[][..], &[(2, 8.0)]] {
        let seen = see(contour, declared(tools));
        let codes: Vec<_> = seen.refusals.iter().map(|r| (r.code, r.span.line)).collect();
        assert_eq!(codes, [("P601", 4)]);
        let said = &seen.refusals[0].message;
        assert!(said.contains("--tool 1=flat:D") && !said.contains("is not in"), "{said}");
        assert!(seen.motions.iter().any(|m| m.to.known().is_none()));
        assert_eq!(seen.motions.last().unwrap().to.known(), Some([50.0, 0.0, 9.0]));
    }
    let empty = see(&contour.replace("T1 M6\n", "").replace(" D1", ""), declared(&[(1, 8.0)]));
    assert!(empty.refusals[0].message.contains("in the spindle"), "{:?}", empty.refusals);
    // The control's own table is complete.
    let seen = see(plain, Options { tools: table("T2 Z3\n"), ..at([0.0, 0.0, 9.0]) });
    assert_eq!(seen.refusals[0].code, "P601");
}
