//! Any bytes at all as a program: no panic, no endless run, and every place named lies in the text.
//! `NC_NOISE=100000 cargo test --release --test nc_noise` runs the full count.

#[expect(dead_code, reason = "shared with the differential test, which uses the rest")]
#[path = "nc_differential/rng.rs"]
mod rng;
mod support;

use std::ops::ControlFlow;

use gouge_nc::{Compensation, Dialect, Event, Interpreter, Options, Source, Span};
use rng::Rng;
use support::programs;

const DEFAULT_COUNT: u64 = 1_000;

/// A program with most of the language in it, for where the shared programs are not.
const SAMPLE: &str = "%\nO10 (T1 D=6. CR=0. - flat end mill)\nN1 G17 G20 G40 G49 G80 G90 G94\n\
    #1=[2*3.5-#2] #<_width>=[sin[30]**2]\no100 sub\n#3=[#1+1]\no101 while [#3 gt 0]\n\
    G91 G1 X#3 Y-.25 F10\n#3=[#3-1]\no101 endwhile\no100 endsub [#1]\no100 call [3] [4]\n\
    o102 if [#<_width> lt 1]\nG90 G0 X0 Y0 Z1\no102 elseif [1 eq 1]\nG0 Z2\no102 else\nG0 Z3\n\
    o102 endif\no103 repeat [3]\nG91 X1\no103 endrepeat\nG90 T1 M6 G43 H1\nM3 S1000\n\
    G41.1 D.5 G1 X2 Y2\nG3 X3 Y3 I1 J0\nG1 X5\nG40 G1 X6\nG2 X7 Y3 R4 P2\nG18 G2 X8 Z2 K.5 I.5\n\
    G17 G98 G83 X1 Y1 Z-1 R.5 Q.2 L2\nG73 X2 Y2 Z-2 R.1 Q.3\nG80\nG5 X1 Y1 I1 J0 P-1 Q0\n\
    G5.2 X1 Y1 P1 L3\nX2 Y2 P1\nX3 Y0 P2\nG5.3\nG10 L2 P2 X1 Y2 Z3 R45\nG55 G0 @2 ^30\n\
    G92 X0 Y0\nG92.1\nG28 Z0\nG53 G0 Z0\nM73\nG91\nM72\nG18 G90\nG8\no200 sub\nG1 X10 Z0\nZ-5\nG2 X12 Z-7 I2\nG1 X14 A.5\nX16 Z-14\nX20 C1\n\
    Z-20\nU2\no200 endsub\nG71 Q200 X22 Z1 D.5 I1 R.5\nG70 Q200 X22 Z1 E0 D.2 P2\nG72 Q200 X22 Z1 I1\n\
    G17 G21\nM98 P10 L2\nM30\n%\n";

/// Pieces that programs are made of, to be strewn in.
const WORDS: [&str; 89] = [
    "G0",
    "G1",
    "G2",
    "G3",
    "G41",
    "G42.1",
    "G40",
    "G81",
    "G83",
    "G76",
    "G92",
    "G10",
    "L20",
    "G54",
    "G91",
    "G90.1",
    "G33",
    "M98",
    "M99",
    "P1",
    "X",
    "Y",
    "Z-1e",
    "I.",
    "R0",
    "[",
    "]",
    "#",
    "#<a>",
    "=",
    "o1",
    "while",
    "sub",
    "endsub",
    "call",
    "if",
    "(",
    ")",
    ";",
    "%",
    "/",
    "exists[#",
    "atan",
    "99999999999",
    "-",
    "D0",
    "H-1",
    "GOTO",
    "GOTO 1",
    "G65",
    "G66 P1",
    "G67",
    "G68 R",
    "G69",
    "G51 P",
    "G50",
    "G51.1 X",
    "G16",
    "G54.1 P2",
    "G154",
    "WHILE[",
    "DO1",
    "END1",
    "IF[",
    "THEN",
    "#1=",
    "N1",
    "O1",
    "M97",
    "K3",
    "ATAN[",
    "EQ#0]",
    "G71 Q100",
    "U1 V-2 W3",
    "G10 L2 P2 U5 A10",
    "#1=[10**308]",
    "G91 G0 X#1 Y#1",
    "O200\n",
    "M98 P200 L2",
    "M99",
    "G13 I2",
    "G16",
    "G68 A1 B2 R30",
    "G51 X2 Y-2",
    "G28 X1.",
    "G29 X1. Z2.",
    "G72.1 Q100",
    "G70 Q100",
    "G18",
];

/// What programs are written in.
const PLAIN: &[u8] = b" \n!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcxyz";

fn count() -> u64 {
    std::env::var("NC_NOISE").ok().and_then(|count| count.parse().ok()).unwrap_or(DEFAULT_COUNT)
}

/// Runs it in some dialect and looks at every place that comes out.
fn survive(text: &[u8], rng: &mut Rng) {
    let options = Options {
        dialect: *rng.pick(&Dialect::ALL),
        start: [[None; 3], [Some(0.0); 3]][rng.below(2) as usize],
        compensation: *rng.pick(&[None, Some(Compensation::Control), Some(Compensation::Wear)]),
        block_delete: rng.one_in(2),
        max_motions: 2_000,
        max_idle_jumps: 2_000,
        ..Options::default()
    };
    let ends =
        |at: &usize| text[*at] == b'\n' || (text[*at] == b'\r' && text.get(at + 1) != Some(&b'\n'));
    let lines = 1 + (0..text.len()).filter(ends).count() as u32;
    let check = |span: Span| {
        let text = String::from_utf8_lossy(text);
        assert!(span.line <= lines, "line {} of {lines} in {text:?}", span.line);
        assert!(span.length >= 1 && span.column >= 1, "{span:?} in {text:?}");
    };
    let source = Source::from_bytes("noise", text);
    let summary = Interpreter::new(options.clone()).run(&source, |event| {
        match event {
            Event::Motion(motion) => {
                check(motion.span);
                let ends = motion.from.axes().into_iter().chain(motion.to.axes()).flatten();
                assert!(ends.into_iter().all(|value| value.is_finite()));
                assert!(motion.arc.is_none() || motion.from.known().is_some());
            }
            Event::Refusal(refusal) => check(refusal.span),
            Event::Warning(warning) => check(warning.span),
            Event::ToolNote(note) => check(note.span),
            Event::Assumption(assumption) => check(assumption.span),
            Event::Zero(_) => {}
        }
        ControlFlow::Continue(())
    });
    assert!(summary.motions <= options.max_motions);
}

#[test]
fn random_bytes() {
    let mut rng = Rng::new(1);
    for _ in 0..count() {
        let length = rng.below(400);
        let plain = rng.one_in(2);
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                let byte = rng.next() as u8;
                if plain { *rng.pick(PLAIN) } else { byte }
            })
            .collect();
        survive(&bytes, &mut rng);
    }
}

#[test]
fn mutated_programs() {
    let mut corpus = vec![SAMPLE.as_bytes().to_vec()];
    let small =
        |path: &std::path::PathBuf| std::fs::metadata(path).is_ok_and(|data| data.len() < 200_000);
    corpus.extend(programs::all().iter().filter(|path| small(path)).flat_map(std::fs::read));
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/nc");
    let folders = std::fs::read_dir(cases).into_iter().flatten().flatten();
    let mut kept: Vec<_> = folders.map(|folder| folder.path().join("program.ngc")).collect();
    kept.sort();
    let shared = corpus.len();
    corpus.extend(kept.iter().flat_map(std::fs::read));
    if shared == 1 {
        support::absent::absent("the collection of programs");
    }
    let mut rng = Rng::new(2);
    for _ in 0..count() {
        let program = rng.pick(&corpus);
        let lines: Vec<&[u8]> = program.split_inclusive(|byte| *byte == b'\n').collect();
        let first = rng.below(lines.len() as u64) as usize;
        let first = if rng.one_in(2) { 0 } else { first };
        let last = (first + 1 + rng.below(60) as usize).min(lines.len());
        let mut text = lines[first..last].concat();
        for _ in 0..1 + rng.below(8) {
            mutate(&mut text, &mut rng);
        }
        survive(&text, &mut rng);
    }
}

fn mutate(text: &mut Vec<u8>, rng: &mut Rng) {
    if text.is_empty() {
        return;
    }
    let at = rng.below(text.len() as u64) as usize;
    match rng.below(6) {
        0 => {
            text.remove(at);
        }
        1 => text[at] = rng.next() as u8,
        2 => {
            let word = rng.pick(&WORDS).bytes();
            text.splice(at..at, word);
        }
        3 => {
            let end = (at + rng.below(40) as usize).min(text.len());
            let piece = text[at..end].to_vec();
            let to = rng.below(text.len() as u64) as usize;
            text.splice(to..to, piece);
        }
        4 => {
            let end = (at + rng.below(12) as usize).min(text.len());
            text.drain(at..end);
        }
        _ => {
            let other = rng.below(text.len() as u64) as usize;
            text.swap(at, other);
        }
    }
}
