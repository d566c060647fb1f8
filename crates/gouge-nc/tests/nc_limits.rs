//! Programs that would not end, or that leave something unknown, and how they are reported.

use std::ops::ControlFlow;

use gouge_nc::{Dialect, Event, Interpreter, Motion, Options, Refusal, Source, Summary, Warning};

#[derive(Default)]
struct Seen {
    motions: Vec<Motion>,
    refusals: Vec<Refusal>,
    warnings: Vec<Warning>,
    summary: Summary,
}

fn see_with(text: &str, options: &Options) -> Seen {
    let mut seen = Seen::default();
    let source = Source::from_bytes("test", text);
    seen.summary = Interpreter::new(options.clone()).run(&source, |event| {
        match event {
            Event::Motion(motion) => seen.motions.push(motion),
            Event::Refusal(refusal) => seen.refusals.push(refusal),
            Event::Warning(warning) => seen.warnings.push(warning),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    seen
}

/// What comes after the end is never run: a second program in the file, or the rest of one that
/// ends too early, was left out without a word.
#[test]
fn motions_after_the_end_are_reported() {
    let told = |text: &str, dialect: Dialect| -> Vec<(String, u32)> {
        let seen = see_with(text, &Options { dialect, ..Options::default() });
        let behind = seen.warnings.into_iter().filter(|w| w.code == "P913");
        behind.map(|w| (w.message, w.span.line)).collect()
    };
    let own =
        "O0002 is a program of its own that this one never calls: its motions are not checked";
    let lost = |end: u32| {
        format!(
            "the program ends in line {end}: motions from here on are never run, and not checked"
        )
    };
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        let two = "O0001\nG90 G0 X1.\nM30\nO0002\nG0 X2.\nM99\n";
        assert_eq!(told(two, dialect), [(own.to_owned(), 5)], "{dialect}");
        let called = "O0001\nG90 M98 P2\nM30\nO0002\nG0 X2.\nM99\n";
        assert_eq!(told(called, dialect), [], "{dialect}");
    }
    // A block that is called or jumped to there is run, up to where it leads away.
    let called = "G21 G90 G0 X1.\nM97 P1000\nM30\nN1000\nG0 X2.\nIF [1 EQ 2] GOTO 1000\nX4.\nM99\n";
    assert_eq!(told(called, Dialect::Haas), []);
    assert_eq!(told(&format!("{called}G0 X5.\n"), Dialect::Haas), [(lost(3), 9)]);
    assert_eq!(told(&called.replace("P1000", "P7"), Dialect::Haas), []);
    assert_eq!(told(&called.replace("M97 P1000", ""), Dialect::Haas), [(lost(3), 5)]);
    let jumped = "G21 G90 G0 X1.\nGOTO 1000\nN50 G0 Z5.\nM30\nN1000 X2.\nGOTO 50\nX3.\n";
    for dialect in [Dialect::Fanuc, Dialect::Haas] {
        assert_eq!(told(jumped, dialect), [(lost(4), 7)], "{dialect}");
    }
    for dialect in [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Mach3] {
        let cut = "G21 G90\nG0 X1.\nM2\n(more)\nG0 X2.\nM30\n";
        assert_eq!(told(cut, dialect), [(lost(3), 5)], "{dialect}");
        assert_eq!(told("%\nG90\nG0 X1.\n%\nG0 X2.\nM2\n", dialect), [(lost(4), 5)], "{dialect}");
        let words = "G21 G90\nG0 X1.\nM30\n%\nBY A MACHINIST, EXACTLY\n(X1)\nM5\n";
        assert_eq!(told(words, dialect), [], "{dialect}");
    }
}

/// Lines of a subprogram that was called were said to be never run.
#[test]
fn subprograms_behind_the_end_are_run_on_linuxcnc() {
    let lost = |text: &str| {
        let seen = see(text);
        assert_eq!(seen.motions.len(), 2, "{:?}", seen.refusals);
        let behind = seen.warnings.into_iter().filter(|w| w.code == "P913");
        behind.map(|w| w.span.line).collect::<Vec<_>>()
    };
    let by_number = "O1 (MAIN)\nG90 G21 F100 G0 X1\nM98 P1000\nM30\nO1000 (SUB)\nG1 X2\nM99\n";
    assert_eq!(lost(by_number), []);
    assert_eq!(lost(&format!("{by_number}O1001\nG1 X3\nM99\n")), [9]);
    let by_name = "G90 G21 F100 G0 X1\no<A b> call\nM2\no<ab> sub\nG1 X2\no<ab> endsub\n";
    assert_eq!(lost(by_name), []);
    assert_eq!(lost(&format!("{by_name}G0 X3\n")), [7]);
}

fn see(text: &str) -> Seen {
    see_with(text, &Options::default())
}

fn known() -> Options {
    Options { start: [Some(0.0); 3], ..Options::default() }
}

#[test]
fn endless_loops_end_in_a_refusal_with_the_place() {
    let few = Options { max_motions: 100, max_idle_jumps: 1000, ..Options::default() };
    let idle = see_with("o1 while [1]\n#1=[#1+1]\no1 endwhile\nM2\n", &few);
    assert_eq!((idle.refusals[0].code, idle.refusals.len()), ("P503", 1));
    assert_eq!(idle.refusals[0].span.line, 3);

    let moving = see_with("F1\no1 while [1]\nG91 G1 X1\no1 endwhile\nM2\n", &few);
    assert_eq!((moving.refusals[0].code, moving.refusals[0].span.line), ("P503", 3));
    assert_eq!(moving.motions.len(), 100);

    let many = see_with("F1 G0 X0 Y0 Z5\nG91 G81 X1 Z-1 R-1 L99999999\nM2\n", &few);
    assert_eq!((many.refusals[0].code, many.refusals[0].span.line), ("P503", 2));

    let pecks = see_with("F1 G0 X0 Y0 Z5\nG83 X1 Z-1 R1 Q.000000001\nM2\n", &few);
    assert_eq!(pecks.refusals[0].code, "P503");
}

#[test]
fn runaway_recursion_names_the_calls() {
    let seen = see("o1 sub\no1 call\no1 endsub\no1 call\nM2\n");
    assert_eq!((seen.refusals[0].code, seen.refusals[0].span.line), ("P503", 2));
    let lines: Vec<u32> = seen.refusals[0].calls.iter().map(|call| call.line).collect();
    assert_eq!((lines.len(), lines[0], lines[1]), (9, 4, 2));
}

#[test]
fn motions_in_subprograms_carry_their_own_line() {
    let seen = see("o1 sub\nG0 X1\no1 endsub\no1 call\nG0 X2\nM2\n");
    let lines: Vec<u32> = seen.motions.iter().map(|motion| motion.span.line).collect();
    assert_eq!(lines, [2, 5]);
}

#[test]
fn subprogram_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("part.ngc"), "\no<part> sub\nG0 Z#1\no<part> endsub\n")
        .unwrap();
    let options = Options { search_paths: vec![folder.path().to_owned()], ..Options::default() };
    let seen = see_with("o<part> call [3]\nG0 X1\nM2\n", &options);
    assert_eq!(seen.refusals, []);
    let places: Vec<(u16, u32)> =
        seen.motions.iter().map(|motion| (motion.span.file, motion.span.line)).collect();
    assert_eq!(places, [(1, 3), (0, 2)]);
    assert!(seen.summary.files[1].ends_with("part.ngc"));
}

#[test]
fn an_axis_without_a_place_stays_unknown_until_it_is_set() {
    let seen = see("G0 Z5\nX1\nG1 F9 Y2\nM2\n");
    let ends: Vec<_> =
        seen.motions.iter().map(|motion| (motion.from.axes(), motion.to.axes())).collect();
    assert_eq!(ends[0], ([None; 3], [None, None, Some(5.0)]));
    assert_eq!(ends[1], ([None, None, Some(5.0)], [Some(1.0), None, Some(5.0)]));
    assert_eq!(ends[2].1, [Some(1.0), Some(2.0), Some(5.0)]);

    let steps = see("G91 G0 X1\nG90 X3\nM2\n");
    assert_eq!(steps.motions[0].to.axes(), [None; 3]);
    assert_eq!(steps.motions[1].to.axes(), [Some(3.0), None, None]);

    let arc = see("G0 X1\nF9 G2 X2 I1\nM2\n");
    assert_eq!(arc.refusals[0].code, "P302");
}

#[test]
fn a_refused_block_leaves_its_axes_unknown() {
    let seen = see_with("F9 G1 X1 Y1 Z1\nG1 X2 Q5\nG1 Y2\nX3\nM2\n", &known());
    assert_eq!((seen.refusals.len(), seen.refusals[0].span.line), (1, 2));
    let span = seen.refusals[0].span;
    assert_eq!((span.column, span.length), (7, 2));
    assert_eq!(seen.motions[1].from.axes(), [None, Some(1.0), Some(1.0)]);
    assert_eq!(seen.motions[1].to.axes(), [None, Some(2.0), Some(1.0)]);
    assert_eq!(seen.motions[2].to.axes(), [Some(3.0), Some(2.0), Some(1.0)]);
}

#[test]
fn a_refused_motion_word_is_not_replaced_by_the_one_before() {
    let seen = see_with("F9 G1 X1\nG123 X2\nX3\nG1 X4\nM2\n", &known());
    let codes: Vec<_> =
        seen.refusals.iter().map(|refusal| (refusal.span.line, refusal.code)).collect();
    assert_eq!(codes, [(2, "P201"), (3, "P206")]);
    assert_eq!(seen.motions.len(), 2);
}

#[test]
fn compensation_must_be_declared() {
    let seen = see_with("F9 G1 X1\nG41 D1\nG1 X5 Y5\nX9\nG40\nX1 Y1\nM2\n", &known());
    assert_eq!((seen.refusals.len(), seen.refusals[0].code), (1, "P402"));
    assert_eq!(seen.motions[1].to.axes(), [None, None, Some(0.0)]);
    assert_eq!(seen.motions.last().unwrap().to.axes(), [Some(1.0), Some(1.0), Some(0.0)]);
}

#[test]
fn suspicious_things_are_warned_about() {
    let codes = |text: &str| -> Vec<&'static str> {
        see_with(text, &known()).warnings.iter().map(|warning| warning.code).collect()
    };
    assert_eq!(codes("F9 G1 X1\nG3 X-1.02 I-1\nM2\n"), ["P901"]);
    assert_eq!(codes("F9 G2 X2 R1.0001\nM2\n"), ["P902"]);
    assert_eq!(codes("T1 M6 G43 H2\nM2\n"), ["P903"]);
    assert_eq!(codes("F9 T1 M6\nG1 Z-1\nG43 H1 G0 Z5\nM2\n"), ["P904"]);
    assert_eq!(codes("G0 X1 Y1 Z-1\nM2\n"), ["P905"]);
    assert_eq!(codes("G0 X1\n"), ["P906"]);
    assert_eq!(codes("G0 X1\nG55 X2\nM2\n"), ["P907"]);
    assert_eq!(codes("(T1 D=0.25 CR=0 - flat end mill)\nG21 G0 X1\nM2\n"), ["P910"]);
    assert_eq!(see("G92 X0\nM2\n").warnings[0].code, "P909");
}

#[test]
fn frequent_warnings_are_counted_instead() {
    let mut text = String::new();
    for i in 0..50 {
        text += &format!("G0 X{i} Z-{i}\n");
    }
    text += "M2\n";
    let seen = see_with(&text, &known());
    assert_eq!(seen.warnings.len(), 21);
    assert!(
        seen.warnings[20].message.contains("the same 29 more times"),
        "{:?}",
        seen.warnings[20]
    );
}

#[test]
fn a_missing_feed_is_refused_once_and_the_path_goes_on() {
    let seen = see_with("G1 X1\nX2\nF5 X3\nM2\n", &known());
    assert_eq!((seen.refusals.len(), seen.refusals[0].code), (1, "P303"));
    assert_eq!(seen.motions.len(), 3);
}

#[test]
fn other_languages_are_refused_by_name() {
    let heidenhain = see("0 BEGIN PGM PLATE MM\n1 L X+10 FMAX\n");
    assert_eq!((heidenhain.refusals.len(), heidenhain.refusals[0].code), (1, "P701"));
    assert!(heidenhain.refusals[0].message.contains("Heidenhain"));
    let siemens = see("G0 X1\nTRANS X10\nG1 X5\n");
    assert!(siemens.refusals[0].message.contains("Siemens"));
}

#[test]
fn text_after_a_stray_percent_is_not_lost() {
    let seen = see("G0 X1\n%\nG0 X2\nM2\n");
    assert_eq!((seen.refusals.len(), seen.refusals[0].span.line), (1, 2));
    assert_eq!(seen.motions.len(), 2);
    assert_eq!(see("G0 X1\n%\n").refusals, []);
}

#[test]
fn the_receiver_can_break_off() {
    let source = Source::from_bytes("test", "G0 X1\nX2\nX3\nM2\n");
    let mut left = 2;
    let summary = Interpreter::new(Options::default()).run(&source, |event| {
        left -= u32::from(matches!(event, Event::Motion(_)));
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(summary.stopped);
    assert_eq!(summary.motions, 2);
}

#[test]
fn a_new_zero_does_not_hide_a_turned_part() {
    let seen = see_with("F9 G1 A90\nG92 A0\nG1 X1\nG92.1\nG1 A0 X2\nG1 X3\nM2\n", &known());
    let turned: Vec<bool> = seen.motions.iter().map(|motion| motion.turned).collect();
    assert_eq!(turned, [true, true, false, false]);
}

#[test]
fn what_lies_beyond_all_numbers_is_refused() {
    let seen = see_with("#1=[10**308]\nG91\nG0 X#1\nX#1\nG90 G0 X1\nM2\n", &known());
    assert_eq!((seen.refusals.len(), seen.refusals[0].code), (1, "P208"));
    assert_eq!(seen.motions.last().unwrap().to.axis(0), Some(1.0));
}
