//! A million lines of plain G1, and of modal shorthand, through the interpreter; beside it the
//! `gcode` crate on the same text. What differs: `gcode` reads words into a tree with f32 values
//! and does not follow what they mean; the interpreter makes every motion, in f64, and keeps none.
//!
//! `cargo bench --bench nc`

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use gouge::nc::{Event, Interpreter, Options, Source};

const LINES: usize = 1_000_000;
const REPEATS: usize = 5;

/// Lines as a finishing pass has them.
fn program(full: bool) -> String {
    let mut text = String::from("G21 G90 G94\nF1200\nG0 X0 Y0 Z5\nG1 Z0\n");
    for i in 0..LINES {
        let (x, y) = ((i % 1000) as f64 * 0.137, (i / 1000) as f64 * 0.251);
        let z = -1.0 - ((i * 7919) % 1000) as f64 * 0.001;
        let result = if full {
            writeln!(text, "G1 X{x:.4} Y{y:.4} Z{z:.4}")
        } else {
            writeln!(text, "X{x:.3}Y{y:.3}Z{z:.3}")
        };
        assert!(result.is_ok());
    }
    text.push_str("M30\n");
    text
}

fn best(name: &str, bytes: usize, mut work: impl FnMut() -> usize) {
    let mut least = f64::INFINITY;
    let mut count = 0;
    for _ in 0..REPEATS {
        let start = Instant::now();
        count = work();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{name:32} {:8.1} ms {:6.2} million blocks/s {:7.1} MB/s  ({count} counted)",
        least * 1e3,
        LINES as f64 / least / 1e6,
        bytes as f64 / least / 1e6
    );
}

fn main() {
    for (name, full) in [("G1 X… Y… Z…", true), ("X…Y…Z…", false)] {
        let text = program(full);
        let source = Source::from_bytes("memory", text.as_bytes());
        let options = Options::default();
        best(&format!("gouge, {name}"), text.len(), || {
            let mut motions = 0;
            Interpreter::new(options.clone()).run(&source, |event| {
                motions += usize::from(matches!(event, Event::Motion(_)));
                ControlFlow::Continue(())
            });
            motions
        });
        best(&format!("gcode 0.7, {name}"), text.len(), || {
            gcode::parse(&text).map_or(0, |program| program.blocks.len())
        });
    }
}
