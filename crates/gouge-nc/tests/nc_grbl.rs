//! Rules that are Grbl's own.

mod support;

use gouge_nc::{Dialect, Options};
use support::seen::{Seen, at, see};

fn run(text: &str) -> Seen {
    let options = Options { dialect: Dialect::Grbl, ..at([80.0, 0.0, 30.0]) };
    see(&format!("G21 G90\n{text}\nM2\n"), options)
}

/// They were carried out, and what followed was checked where the tool never is.
#[test]
fn blocks_that_grbl_rejects_are_refused() {
    for line in [
        "N10000001 G0 X0 Y0",
        "N10000001.5 G0 X0 Y0",
        "T256 G0 X0 Y0",
        "G10 L2 P1",
        "G43.1 Z1 G0",
        "G49 G0",
        "G43.1",
        "G49 X0",
        "G0 X0 G80",
        "G80 G0 X0",
        "G0 G0 X0",
        "T1 M6 G0 X0",
        "M6 X0",
        "M61 Q2 Z5",
        "G92.1 X0",
        &format!("G0 X0 Y0.{}", "0".repeat(80)),
    ] {
        let seen = run(&format!("{line}\nG0 Z10"));
        assert_eq!((seen.refusals.len(), seen.motions.len()), (1, 1), "{line}");
    }
    // Its modes are not in force either.
    for line in ["T300 G91", "T300 G20"] {
        let seen = run(&format!("{line}\nG21 X0 Y0 Z10\nX5"));
        assert!(seen.motions.iter().all(|motion| motion.turned), "{line}");
    }
    for line in ["G92 X0", "G10 L2 P1 X1", "G28 X0", "G43.1 Z1"] {
        assert_eq!(run(&format!("G80\n{line}\nG0 Z10")).refusals.len(), 1, "{line}");
    }
    for line in [
        "N10000000 G0 X0 Y0",
        "N1.5 X0 Y0",
        "T255 X0 Y0",
        "G43.1 Z0\nX0 Y0",
        "G49 G80\nG0 X0 Y0",
        "T1 M6\nX0 Y0",
        "T1 M6 S1000 M3 F100\nX0 Y0",
        "G92.1\nX0 Y0",
        &format!("X0 Y0 ({}) ({}) ; {}", "a".repeat(40), "b".repeat(40), "c".repeat(80)),
        &format!("X0{}Y0", " ".repeat(80)),
    ] {
        let seen = run(line);
        assert!(seen.refusals.is_empty(), "{line}: {:?}", seen.refusals);
        assert_eq!(seen.motions[0].to.known().map(|to| [to[0], to[1]]), Some([0.0; 2]), "{line}");
    }
}

/// It is carried out before it is kept, and all stayed known after it.
#[test]
fn a_startup_line_runs_at_once() {
    let turned = |line: &str| run(&format!("{line}\nG0 X1 Y1 Z9\nX5")).motions[1].turned;
    assert!(turned("$N0=G92 X70") && turned("$N1=G91"));
    assert!(!turned("$N"));
}

/// It was said that Grbl does not read them.
#[test]
fn real_time_commands_are_named() {
    for line in ["?", "!", "~", "X5 ?"] {
        let seen = run(line);
        assert!(seen.refusals[0].message.contains("real-time command"), "{line}");
    }
}

/// It was refused wherever home lies, and nothing was known after it.
#[test]
fn the_homing_command_goes_home_where_that_is_known() {
    let options = |home| Options { dialect: Dialect::Grbl, home, ..at([80.0, 0.0, 30.0]) };
    let text = "G21 G90\nG0 X1\n$H\nG0 X5 Y5\nZ2\nM2\n";
    let seen = see(text, options([Some(300.0), Some(200.0), Some(60.0)]));
    assert!(seen.refusals.is_empty());
    let ends: Vec<_> = seen.motions.iter().map(|motion| motion.to.known().unwrap()).collect();
    let up = [1.0, 0.0, 60.0];
    assert_eq!(ends[1..4], [up, [300.0, 200.0, 60.0], [5.0, 5.0, 60.0]]);
    let assumed = ("reference", "$H ends at home X300 Y200 Z60", 3);
    assert!(seen.assumed().contains(&assumed), "{:?}", seen.assumed());
    let seen = see(text, options([None; 3]));
    assert_eq!((seen.refusals.len(), seen.motions.last().unwrap().to.axis(2)), (1, Some(2.0)));
    assert_eq!(seen.motions[1].from.known(), None);
    assert_eq!(see(&text.replace("$H", "$HX"), options([Some(0.0); 3])).refusals.len(), 1);
}

/// Grbl 1.1 rejects their blocks; that the control has them was taken for granted without a word.
#[test]
fn rotary_axes_are_an_assumption_on_grbl() {
    let seen = run("G0 X1 A0\nX2 A0");
    let value = "the control has the rotary axes that the program names";
    let assumed = seen.assumed();
    assert_eq!(assumed.iter().filter(|one| **one == ("rotary-axes", value, 2)).count(), 1);
    assert!(seen.refusals.is_empty());
}
