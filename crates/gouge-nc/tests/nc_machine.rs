//! What counts from machine zero: work offsets by G10, reference points, lengths.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see, table};

const HOME: [Option<f64>; 3] = [Some(300.0), Some(200.0), Some(400.0)];

fn with_home(text: &str, dialect: Dialect, home: [Option<f64>; 3]) -> Seen {
    see(text, Options { dialect, home, ..at([0.0, 0.0, 50.0]) })
}

/// Where each motion ends.
fn ends(seen: &Seen) -> Vec<[f64; 3]> {
    seen.motions.iter().filter_map(|m| m.to.known()).collect()
}

/// Program Z0 is machine Z-400 where home is at Z400: the offset does not move, and it did.
#[test]
fn g10_l2_counts_from_home_where_that_is_known() {
    let text =
        "G90 G17 G21\nG0 X0. Y0. Z10.\nG10 L2 P1 X-300. Y-200. Z-390.\nG54 G0 X1. Y0. Z20.\n";
    for dialect in Dialect::ALL {
        let seen = with_home(text, dialect, HOME);
        assert_eq!(ends(&seen), [[0.0, 0.0, 10.0], [1.0, 0.0, 30.0]], "{dialect}");
        let value = "work offset 1 at X0 Y0 Z10 by G10 L2, counted from home X300 Y200 Z400";
        assert_eq!(seen.assumed(), [("offset", value, 3)], "{dialect}");
        let alone = with_home(text, dialect, [None, None, Some(400.0)]);
        assert_eq!(ends(&alone)[1], [-299.0, -200.0, 30.0], "{dialect}");
        let value = "work offset 1 at X-300 Y-200 Z10 by G10 L2, counted from home Z400";
        assert_eq!(alone.assumed(), [("offset", value, 3)], "{dialect}");
        let none = with_home(text, dialect, [None; 3]);
        assert_eq!(ends(&none)[1], [-299.0, -200.0, -370.0], "{dialect}");
        let value = "work offset 1 at X-300 Y-200 Z-390 by G10 L2";
        assert_eq!(none.assumed(), [("offset", value, 3)], "{dialect}");
    }
}

/// In G91 the value is added to what the offset is, which no machine zero touches.
#[test]
fn g10_l2_adds_in_g91_whatever_home_is() {
    let text = "G21 G91\nG10 L2 P1 Z5.\nG90 G54 G0 Z10.\n";
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        for home in [HOME, [None; 3]] {
            let seen = with_home(text, dialect, home);
            assert_eq!(ends(&seen), [[0.0, 0.0, 15.0]], "{dialect}");
            assert!(seen.assumptions.is_empty(), "{dialect}");
        }
    }
    let other = with_home("G21 G91\nG10 L2 P2 Z5.\nG90 G55 G0 Z10.\n", Dialect::Fanuc, HOME);
    assert_eq!(other.assumed(), [("offset", "work offset 2 at X0 Y0 Z5 by G10 L2", 2)]);
}

/// A program reads and sets the offsets of its control in machine coordinates.
#[test]
fn offset_parameters_count_from_home() {
    let text = "G21 G90\nG10 L2 P1 Z[#5223+5]\nG0 Z10\n#5243=-380\nG55 G0 Z0\n";
    let seen = with_home(text, Dialect::LinuxCnc, HOME);
    assert_eq!(ends(&seen), [[0.0, 0.0, 15.0], [0.0, 0.0, 20.0]]);
}

/// A turned work offset is LinuxCNC's alone: the others were turned by the R as well.
#[test]
fn r_of_g10_is_refused_where_it_turns_nothing() {
    let text = "G90 G17 G21\nG0 X0. Y0. Z10.\nG10 L2 P1 X0. Y0. R90.\nG0 X10. Y0.\n";
    for dialect in Dialect::ALL {
        let seen = with_home(text, dialect, [None; 3]);
        let refused: Vec<_> =
            seen.refusals.iter().map(|r| (r.code, r.span.line, r.span.column)).collect();
        let expected: &[_] = if dialect == Dialect::LinuxCnc { &[] } else { &[("P204", 3, 19)] };
        assert_eq!(refused, expected, "{dialect}");
    }
}

/// The spindle goes to a machine height, and the tip hangs below it by a length that nobody said.
#[test]
fn an_unknown_length_at_a_machine_height_is_an_assumption() {
    let said = |tool: u32| {
        format!(
            "T{tool} is taken to have no length where it moves to machine heights; \
             a tool table (--tools) tells it"
        )
    };
    let told = |text: &str, home: [Option<f64>; 3], tools: &str| -> Vec<(String, u32)> {
        let tools = (!tools.is_empty()).then(|| table(tools)).flatten();
        let options = Options { dialect: Dialect::Fanuc, home, tools, ..at([0.0, 0.0, 50.0]) };
        let seen = see(text, options);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        seen.assumptions.iter().map(|a| (a.value.clone(), a.span.line)).collect()
    };
    for way in ["G91 G28 Z0.", "G91 G30 Z0.", "G53 G0 Z0.", "G49 G53 Z0."] {
        let text = format!(
            "G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\n{way}\nG90 G0 X9.\nT2 M6\nG0 X1. Y1.\n\
             G43 H2 Z20.\nG53 G0 Z0.\n"
        );
        let lengths = |all: Vec<(String, u32)>| -> Vec<(String, u32)> {
            all.into_iter().filter(|(value, _)| value.starts_with('T')).collect()
        };
        let all = lengths(told(&text, [None, None, Some(400.0)], ""));
        // The second tool was changed at that height.
        assert_eq!(all, [(said(1), 4), (said(2), 7)], "{way}");
        assert_eq!(lengths(told(&text, [None, None, Some(400.0)], "T1 P1 Z50\nT2 P2 Z60\n")), []);
        assert_eq!(lengths(told(&text, [Some(1.0), Some(1.0), None], "")), []);
    }
    // Across, and where heights do not count from the tip.
    let text = "G90 G17 G21\nT1 M6\nG43 H1 G0 Z10.\nG53 G0 X5.\n";
    assert_eq!(told(text, HOME, ""), []);
    assert_eq!(told("G90 G17 G21\nT1 M6\nG0 Z10.\nG53 G0 Z0.\n", HOME, ""), []);
}

/// A Haas goes to machine zero at M6 and a Fanuc where its builder sends it: said, where the
/// program has not gone up before.
#[test]
fn a_tool_change_at_a_work_height_is_an_assumption() {
    let told = |dialect: Dialect, up: &str, then: &str, tool_change: [Option<f64>; 3]| {
        let text = format!("G90 G17 G21\nT1 M6\nG0 X1. Y2. Z10.\n{up}\n{then} M6\nG0 X9.\n");
        let options = Options { dialect, home: HOME, tool_change, ..at([0.0, 0.0, 50.0]) };
        let seen = see(&text, options);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        let changes = seen.assumptions.iter().filter(|a| a.name == "tool-change");
        changes.map(|a| (a.value.clone(), a.span.line, a.span.column)).collect::<Vec<_>>()
    };
    let nothing = [None; 3];
    let said = ("the tool is changed where it stands, at Z 10.000 mm".to_owned(), 5, 4);
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        assert_eq!(told(dialect, "M5", "T2", nothing), std::slice::from_ref(&said), "{dialect}");
        for up in ["G91 G28 Z0.\nG90", "G53 G0 Z0."] {
            assert_eq!(told(dialect, up, "T2", nothing), [], "{dialect} {up}");
        }
        assert_eq!(told(dialect, "M5", "T2", [None, None, Some(0.0)]), [], "{dialect}");
        // The tool is in the spindle already.
        assert_eq!(told(dialect, "M5", "T1", nothing), [], "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Mach3] {
        assert_eq!(told(dialect, "M5", "T2", nothing), [], "{dialect}");
    }
}

/// "At Z NaN mm", where nobody said from where the machine starts.
#[test]
fn a_tool_change_at_an_unknown_height_says_so() {
    let options = Options { dialect: Dialect::Fanuc, ..Options::default() };
    let seen = see("G90 G17 G21\nT1 M6\nG0 X1. Y2.\nT2 M6\nG0 X9.\n", options);
    let all: Vec<_> = seen.assumptions.iter().filter(|a| a.name == "tool-change").collect();
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].value, "the tool is changed where it stands, Z is not known");
}

/// The point of G30, and that of G28 where it is stored, is set at the machine: it is not home.
#[test]
fn reference_points_taken_to_be_home_are_assumptions() {
    let told = |dialect: Dialect, block: &str| -> Vec<(String, u32)> {
        let home = [None, Some(7.0), Some(100.0)];
        let text = format!("G90 G17 G21\nG0 X0. Y0. Z10.\nG91 {block}\nG90\n");
        let seen = with_home(&text, dialect, home);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        seen.assumptions.iter().map(|a| (a.value.clone(), a.span.line)).collect()
    };
    let second = "G30 goes to the second reference position, taken to be home Z100".to_owned();
    let third = "G30 P3 goes to the third reference position, taken to be home Y7 Z100".to_owned();
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        assert_eq!(told(dialect, "G30 Z0."), [(second.clone(), 3)]);
        assert_eq!(told(dialect, "G30 P3 X0. Y0. Z0."), [(third.clone(), 3)]);
        assert_eq!(told(dialect, "G30 X0."), []);
        assert_eq!(told(dialect, "G28 Z0."), []);
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Grbl] {
        for word in ["G28", "G30"] {
            let value = format!("{word} goes to the position stored, taken to be home Z100");
            assert_eq!(told(dialect, &format!("{word} Z0.")), [(value, 3)], "{dialect}");
            let here = format!("{word}.1\n{word} Z0.");
            assert_eq!(told(dialect, &here), [], "{dialect}");
        }
    }
    assert_eq!(told(Dialect::Mach3, "G30 Z0."), [(second, 3)]);
}

/// G28.1 stores where the tool stands, and G28 comes back there, wherever home is.
#[test]
fn a_stored_reference_point_is_where_it_was_stored() {
    let text = "G90 G17 G21\nG0 X1 Y2 Z10\nG28.1\nG0 X5 Y5 Z20\nG28 Z25\n";
    for home in [HOME, [None; 3]] {
        let seen = with_home(text, Dialect::LinuxCnc, home);
        let (last, way) = (seen.motions.last().unwrap(), &seen.motions[seen.motions.len() - 2]);
        assert_eq!(way.to.known(), Some([5.0, 5.0, 25.0]));
        assert_eq!((last.at_machine, last.to.axis(2)), ([false; 3], Some(10.0)));
    }
}

/// A zero that is set, and a level that a cycle comes back to, at a machine position: where home is
/// known they lie there, where not they are unknown. They were taken from the numbers of the
/// machine.
#[test]
fn zeros_and_levels_at_home_lie_where_home_is() {
    let home = "G90 G17 G21\nG0 X0. Y0. Z10.\nG91 G28 Z0.\nG90 ";
    let z = |dialect: Dialect, text: &str, home: [Option<f64>; 3]| {
        let seen = with_home(text, dialect, home);
        seen.motions.last().and_then(|m| m.to.axis(2))
    };
    for dialect in Dialect::ALL {
        let zero = format!("{home}G92 Z0.\nG0 Z5.\n");
        assert_eq!(z(dialect, &zero, HOME), Some(405.0), "{dialect}");
        assert_eq!(z(dialect, &zero, [None; 3]), None, "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Grbl, Dialect::Mach3] {
        let zero = format!("{home}G10 L20 P1 Z0.\nG0 Z5.\n");
        assert_eq!(z(dialect, &zero, HOME), Some(405.0), "{dialect}");
        assert_eq!(z(dialect, &zero, [None; 3]), None, "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Haas, Dialect::Mach3] {
        let cycle = format!("{home}M3 S1 G98 G81 X5. Z-1. R2. F100.\n");
        assert_eq!(z(dialect, &cycle, HOME), Some(400.0), "{dialect}");
        let seen = with_home(&cycle, dialect, [None; 3]);
        assert_eq!(seen.refusals.first().map(|r| r.code), Some("P302"), "{dialect}");
        let low = cycle.replace("G98", "G99");
        assert_eq!(z(dialect, &low, [None; 3]), Some(2.0), "{dialect}");
    }
}

/// The numbers of an axis at home are the machine's: what reads them, or turns about them, waits
/// for home.
#[test]
fn places_read_at_home_are_unknown_without_it() {
    let home = "G90 G17 G21\nG0 X1. Y2. Z10.\nG91 G28 X0. Y0.\nG90\n";
    let cases = [
        (Dialect::LinuxCnc, "G0 X[#5420+1.]\n", [301.0, 200.0]),
        (Dialect::Fanuc, "#100=#5041\nG0 X[#100+1.]\n", [301.0, 200.0]),
        (Dialect::Fanuc, "G68 R90.\nG0 X310. Y200.\n", [300.0, 210.0]),
        (Dialect::Mach3, "G16\nG1 F100. X10. Y90.\n", [300.0, 210.0]),
    ];
    for (dialect, text, there) in cases {
        let text = format!("{home}{text}");
        let seen = with_home(&text, dialect, HOME);
        let end = ends(&seen).pop().unwrap();
        assert!((0..2).all(|k| (end[k] - there[k]).abs() < 1e-9), "{text}: {end:?}");
        let lost = with_home(&text, dialect, [None; 3]);
        assert!(!lost.refusals.is_empty(), "{text}");
    }
}

/// Where machine zero lies in the program is a matter of what zero is called: with the offsets
/// there too, every word goes to the same places of the machine.
#[test]
fn places_of_the_machine_do_not_depend_on_where_home_is() {
    let text = "G90 G17 G21 F100\nG0 X1 Y2 Z30\nG53 G0 X-3 Z8\nG10 L20 P0 X2 Z4\nG0 X5\nG28.1\n\
                G92 X-7 Y3\nG0 X#5420 Y[#5221+1]\nG30 X1 Y1\nG91 G0 X3\nG90 G28 Z40\n\
                G10 L2 P2 Y5\nG55 G0 Y6\nG92.1\nG53 G0 Z9\nG98 G81 X1 Y1 Z-4 R2\nG80\n\
                G0 X#<_abs_x> Y1 Z9\nG20 G53 G0 X1 Y1 Z1\nG10 L2 P1 X1 Z1\nG54 G0 Y0 Z1\nM2\n";
    let ways = |home: [f64; 3]| -> Vec<[f64; 3]> {
        let [x, y, z] = home.map(|value| -value);
        let offsets: String = [1, 2].map(|p| format!("G10 L2 P{p} X{x} Y{y} Z{z}\n")).concat();
        let options = Options { home: home.map(Some), ..at(home) };
        let seen = see(&format!("G21\n{offsets}{text}"), options);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        assert!(seen.motions.iter().all(|m| m.at_machine == [false; 3]));
        let of_machine = |end: [f64; 3]| std::array::from_fn(|axis| end[axis] - home[axis]);
        ends(&seen).into_iter().map(of_machine).collect()
    };
    // The offsets are the same numbers of the machine, so that home at zero needs them as well.
    let far = ways([11.0, -7.0, 90.0]);
    let options = Options { home: [Some(0.0); 3], ..at([0.0; 3]) };
    let offsets = "G10 L2 P1 X-11 Y7 Z-90\nG10 L2 P2 X-11 Y7 Z-90\n";
    let near = ends(&see(&format!("G21\n{offsets}{text}"), options));
    assert_eq!(far.len(), near.len());
    assert!(far.len() > 15);
    for (one, other) in far.iter().zip(&near) {
        assert!((0..3).all(|k| (one[k] - other[k]).abs() < 1e-9), "{one:?} {other:?}");
    }
}

/// Machine zero was taken for the program's, and nothing said so.
#[test]
fn places_that_count_from_an_unknown_machine_zero_are_an_assumption() {
    let said = |lines: &str, home: [Option<f64>; 3]| {
        let seen =
            with_home(&format!("G90 G17 G21\nG0 X0 Y0 Z10\n{lines}\n"), Dialect::LinuxCnc, home);
        assert!(seen.refusals.is_empty(), "{:?}", seen.refusals);
        seen.assumptions.iter().filter(|a| a.name == "machine-zero").map(|a| a.span.line).collect()
    };
    let none = [None; 3];
    let nothing: [u32; 0] = [];
    let lines = |lines: &str, home| -> Vec<u32> { said(lines, home) };
    assert_eq!(lines("G0 Z#<_abs_z>\nG0 X#5221", none), [3]);
    assert_eq!(lines("G0 Z5\nG0 X#5221", none), [4]);
    assert_eq!(lines("G0 Z#<_abs_z>\nG0 X#5221", HOME), nothing);
    assert_eq!(lines("G0 Z#<_abs_z>", [None, None, Some(400.0)]), nothing);
    assert_eq!(lines("#1=#5220\nG0 Z#<_z>\nG92 X4\nG0 X#5211", none), nothing);
    // What the program has set itself it knows, on the same assumption.
    assert_eq!(lines("G10 L2 P1 Z-5\nG0 Z#5223", none), nothing);
}
