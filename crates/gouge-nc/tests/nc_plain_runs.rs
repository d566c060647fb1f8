//! Plain blocks in sequence are read by a shorter path: each means the same as with a remark after
//! it, which is read by the long one.

use std::ops::ControlFlow;

use gouge_nc::{Dialect, Event, Interpreter, Options, Source, Span, Summary};
use gouge_random::Random;

/// What may stand between plain blocks, and change what they mean.
const OTHERS: [&str; 44] = [
    "G0 X1 Y2 Z3",
    "G0",
    "G1",
    "G1 F100",
    "G1 F0",
    "F50",
    "G91",
    "G90",
    "G20",
    "G21",
    "G92 X1 Y2",
    "G92.1",
    "G55",
    "G54",
    "G10 L2 P1 X3 R20",
    "G10 L2 P1 X0 R0",
    "G10 L2 P2 Z7",
    "G93",
    "G95 S100",
    "G94",
    "G7",
    "G8",
    "T1 M6",
    "T2 M6",
    "G43 H1",
    "G43.1 Z3",
    "G49",
    "G41.1 D1",
    "G40",
    "G28 X0",
    "G53 G0 Z0",
    "G1 A90",
    "G1 A0",
    "G2 X1 Y1 R9",
    "G81 X1 Z-1 R1",
    "G80",
    "(MILL POCKET)",
    "(begin operation: A)",
    "#1=3",
    "X#1",
    "X1 X2",
    "Q1 X1",
    "M3 S100",
    "@1 ^2",
];

fn program(random: &mut Random, remark: &str) -> (String, String) {
    let begin = if random.chance(0.7) { "G1 F100 X0 Y0 Z0\n" } else { "" };
    let (mut short, mut long) = (begin.to_owned(), begin.to_owned());
    for _ in 0..60 {
        if random.chance(0.15) {
            let line = OTHERS[random.below(OTHERS.len())];
            short += &format!("{line}\n");
            long += &format!("{line}\n");
            continue;
        }
        if random.chance(0.01) {
            let line = format!("({})\n", "x".repeat(300));
            (short, long) = (short + &line, long + &line);
        }
        let mut line = String::new();
        for letter in ["X", "y", " Z"] {
            if random.chance(0.6) {
                let digits = random.below(6);
                line += &format!("{letter}{:.digits$}", random.between(-20.0, 20.0).round() / 2.0);
            }
        }
        if random.chance(0.01) {
            line = "X1e9".replace("e9", &"0".repeat(random.below(14)));
        }
        let remark = if line.is_empty() { "" } else { remark };
        short += &format!("{line}\n");
        long += &format!("{line}{remark}\n");
    }
    (short, long)
}

/// What a program does, without how long its blocks are.
fn run(options: &Options, text: &str) -> (Vec<Event>, Summary) {
    let mut events = Vec::new();
    let mut summary =
        Interpreter::new(options.clone()).run(&Source::from_bytes("p", text), |mut event| {
            let span = match &mut event {
                Event::Motion(motion) => &mut motion.span,
                Event::Refusal(refusal) => &mut refusal.span,
                Event::Warning(warning) => &mut warning.span,
                Event::ToolNote(note) => &mut note.span,
                Event::Assumption(assumption) => &mut assumption.span,
                Event::Zero(_) => &mut Span::default(),
            };
            span.length = 0;
            events.push(event);
            ControlFlow::Continue(())
        });
    summary.operations.iter_mut().for_each(|operation| operation.span.length = 0);
    (events, summary)
}

#[test]
fn plain_blocks_mean_what_they_mean_with_a_remark() {
    let mut random = Random::new(29);
    let mut made = 0;
    for _ in 0..gouge_random::inputs(3_000) {
        let dialect = Dialect::ALL[random.below(Dialect::ALL.len())];
        let start = random.chance(0.8).then_some(0.0);
        let options = Options {
            dialect,
            start: [start, Some(0.0), Some(1.0)],
            max_motions: if random.chance(0.1) { 30 } else { 1_000 },
            ..Options::default()
        };
        let (short, long) = program(&mut random, " ;");
        let (one, other) = (run(&options, &short), run(&options, &long));
        let differs = one.0.iter().zip(&other.0).find(|(one, other)| one != other);
        assert!(one == other, "{dialect:?}\n{short}\n{differs:?}");
        made += one.0.iter().filter(|event| matches!(event, Event::Motion(_))).count();
    }
    assert!(made > 1_000);
}
