//! Rules that are LinuxCNC's own, as its interpreter (rs274) carries them out.

mod support;

use gouge_nc::Options;
use support::seen::{Seen, at, see, table};

fn run(text: &str) -> Seen {
    see(&format!("G21 G90 G54\n{text}\nM2\n"), at([0.0, 0.0, 50.0]))
}

/// Where the last motion ends.
fn last(seen: &Seen) -> [Option<f64>; 3] {
    seen.motions.last().unwrap().to.axes()
}

fn close(seen: &Seen, point: [f64; 3]) {
    let end = last(seen).map(|axis| axis.unwrap());
    assert!((0..3).all(|k| (end[k] - point[k]).abs() < 1e-4), "{end:?} {point:?}");
}

/// The other axis of the plane was kept as it was stored, and was 7.9 mm off once it was read again.
#[test]
fn g10_l20_of_one_axis_moves_a_turned_zero_along_both() {
    let one = run("G0 X20 Y0\nG10 L2 P1 R-50\nG10 L20 P1 Y5\nG10 L2 P1 R0\nG0 X0 Y0");
    close(&one, [7.90626, 6.63414, 50.0]);
    let other = run("G0 X20 Y0\nG10 L2 P2 R-50\nG10 L20 P2 Y5\nG55\nG0 X1 Y1\nG0 X0 Y0");
    close(&other, [7.90626, 6.63414, 50.0]);
    let straight = run("G0 X20 Y3\nG10 L20 P1 Y5\nG10 L2 P1 R0\nG0 X0 Y0");
    close(&straight, [0.0, -2.0, 50.0]);
}

/// Halves were rounded up: REPEAT [0.5] ran once, [2.5] three times.
#[test]
fn repeat_rounds_halves_to_the_even_number() {
    for (count, runs) in [("0.5", 0), ("1.5", 2), ("2.5", 2), ("3.5", 4), ("1.49", 1), ("-1", 0)] {
        let seen = run(&format!("O1 REPEAT [{count}]\nG91 G0 X1\nO1 ENDREPEAT"));
        assert_eq!((seen.motions.len(), seen.refusals.len()), (runs, 0), "{count}");
    }
}

/// They were negative zeros, which ATAN tells from others: -180 for 180.
#[test]
fn round_and_offsets_that_are_not_set_give_no_negative_zero() {
    assert_eq!(last(&run("G0 X[ATAN[ROUND[-0.1]]/[-1]]"))[0], Some(180.0));
    let home = Options { home: [Some(0.0); 3], ..at([0.0; 3]) };
    let seen = see("G21 G90\nG0 X[ATAN[#5221]/[-1]]\nM2\n", home);
    assert_eq!(last(&seen)[0], Some(180.0));
    // As on the control, these keep it.
    assert_eq!(last(&run("G0 X[ATAN[FUP[-0.1]]/[-1]]"))[0], Some(-180.0));
}

/// The offset in force was read again, with what had been stored of it by hand, and was known.
#[test]
fn a_refused_g10_of_another_offset_leaves_the_one_in_force() {
    let seen = run("G0 X1 Y1\n#5223=20\nG10 L20 P2 X#5181\nG0 Z30\nZ10\nX80");
    assert_eq!(seen.refusals.len(), 1);
    assert_eq!(last(&seen), [80.0, 1.0, 10.0].map(Some));
    let same = run("G0 X1 Y1\nG10 L20 P1 X#5181\nG0 Z30\nX80");
    assert_eq!(last(&same), [None; 3]);
    let read = run("G0 X1 Y1\nG10 L20 P2 X#5181\nG55\nG0 X1 Y1 Z1");
    assert_eq!(last(&read), [None; 3]);
}

/// They were stored, and took effect when the work offset changed, which the path did not follow.
#[test]
fn parameters_of_g92_set_by_hand_are_refused() {
    for setting in ["#5213=-7", "#5210=1", "#5219=2", "#[5211]=2"] {
        let seen = run(&format!("G92 X0\nG0 X1 Y1 Z10\n{setting}\nG0 X3 Y3 Z3\nG55\nG0 X1"));
        assert_eq!(seen.refusals.iter().map(|r| r.code).collect::<Vec<_>>(), ["P207"]);
        assert_eq!(last(&seen), [None; 3], "{setting}");
    }
    let again = run("#5213=-7\nG92 X1 Y1 Z1\nG0 X3");
    assert_eq!(last(&again), [None; 3]);
}

/// The length was unknown, and the height printed that the program had named before it was taken.
#[test]
fn a_length_that_a_refused_g10_may_have_set_leaves_no_height_known() {
    let options = || Options { tools: table("T1 P1 Z50 D6\n"), ..at([0.0, 0.0, 99.0]) };
    for line in ["G10 L1 P1 Z#5399", "G10 L10 P1 Z#5399", "G10 L11 P1 Z#5399"] {
        let text = format!(
            "G21 G90\nT1 M6\nG43 H1\nG0 X0 Y0 Z50\n{line}\nG0 X0 Y0 Z10\nG43\nG0 X80 Y0\nG0 Z9\n\
             G10 L1 P1 Z51 R3\nG43\nG0 Z8\nX9\nM2\n"
        );
        let seen = see(&text, options());
        let heights: Vec<_> = seen.motions.iter().rev().map(|m| m.to.axis(2)).collect();
        assert_eq!(heights[..3], [Some(8.0), Some(9.0), None], "{line}");
    }
}

/// The angle of before was known once the zero had been placed anew.
#[test]
fn the_angle_of_a_refused_g10_is_not_known() {
    let seen = run("G0 X1 Y1\nG10 L2 P1 R#5161\nG10 L2 P1 X0 Y0 Z0\nG0 X5 Y5 Z5\nX6");
    assert_eq!(last(&seen), [None, None, Some(5.0)]);
    let seen = run("G0 X1 Y1\nG10 L2 P1 R#5161\nG10 L2 P1 X0 Y0 Z0 R0\nG0 X5 Y5 Z5\nX6");
    assert_eq!(last(&seen), [6.0, 5.0, 5.0].map(Some));
}

/// It is the length of the tool that M6 takes out: that of the new one left a tip 11.5 mm too high.
#[test]
fn h0_beside_m6_is_refused() {
    let tools = || table("T1 P1 Z50 D6\nT2 P2 Z61.5 D6\n");
    let run = |line: &str| {
        let text = format!("G21 G90\nT1 M6\nG43\nG0 X0 Y0 Z50\n{line}\nG0 X0 Y0 Z20\nM2\n");
        see(&text, Options { tools: tools(), ..at([0.0, 0.0, 99.0]) })
    };
    let seen = run("T2 M6 G43 H0");
    assert_eq!(seen.refusals.iter().map(|r| r.code).collect::<Vec<_>>(), ["P202"]);
    assert_eq!(last(&seen)[2], None);
    for line in ["T2 M6 G43", "T2 M6 G43 H2", "T2 M6\nG43 H0"] {
        assert!(run(line).refusals.is_empty(), "{line}");
    }
}

/// They were taken for words of a program that is not shown, and nothing was refused.
#[test]
fn user_m_words_use_p_and_q_alone() {
    for line in ["M100 I2", "H1 M101", "M101 P1 L2", "M199 R1", "M100 E1", "M100 D1", "M100 $0"] {
        let seen = run(&format!("G0 X1\n{line}"));
        assert_eq!(seen.refusals.iter().map(|refusal| refusal.code).collect::<Vec<_>>(), ["P204"]);
    }
    for line in ["M100", "M101 P1 Q-2", "M101 P-3 X1", "G2 X3 I1 F9 M101 P1", "M110 S5 F3 T1"] {
        assert!(run(&format!("G0 X1\n{line}")).refusals.is_empty(), "{line}");
    }
}

/// Each line was a block, while to the control the whole file is one: the tool went down beside the
/// part here, and through it there.
#[test]
fn a_file_of_carriage_returns_is_no_program_there() {
    let text = "G21 G90 G17\rF500\rG1 X110 Y0\rZ-20\rM2\r";
    let seen = see(text, at([0.0; 3]));
    assert_eq!((seen.refusals.len(), seen.motions.len()), (1, 0));
    assert!(seen.refusals[0].message.contains("line feeds"));
    // A sender of Grbl's hands out its lines, and to Grbl a return ends one.
    let grbl = Options { dialect: gouge_nc::Dialect::Grbl, ..at([0.0; 3]) };
    let seen = see(text, grbl);
    assert_eq!((seen.refusals.len(), seen.motions.len()), (0, 2));
}
