//! Runs a program and keeps what it hands out.

use std::ops::ControlFlow;

use gouge_nc::{
    Assumption, Event, Interpreter, Motion, Options, Refusal, Source, ToolTable, Warning, Zero,
};

/// What a run handed out.
#[derive(Default)]
pub struct Seen {
    pub motions: Vec<Motion>,
    pub refusals: Vec<Refusal>,
    pub warnings: Vec<Warning>,
    pub assumptions: Vec<Assumption>,
    pub zeros: Vec<Zero>,
}

impl Seen {
    /// Name, value and line of each assumption.
    pub fn assumed(&self) -> Vec<(&str, &str, u32)> {
        self.assumptions.iter().map(|a| (a.name, a.value.as_str(), a.span.line)).collect()
    }
}

/// Runs a program.
pub fn see(text: &str, options: Options) -> Seen {
    let mut seen = Seen::default();
    Interpreter::new(options).run(&Source::from_bytes("test", text), |event| {
        match event {
            Event::Motion(motion) => seen.motions.push(motion),
            Event::Refusal(refusal) => seen.refusals.push(refusal),
            Event::Warning(warning) => seen.warnings.push(warning),
            Event::Assumption(assumption) => seen.assumptions.push(assumption),
            Event::Zero(zero) => seen.zeros.push(zero),
            Event::ToolNote(_) => {}
        }
        ControlFlow::Continue(())
    });
    seen
}

/// The tool stands there before the first block.
pub fn at(point: [f64; 3]) -> Options {
    Options { start: point.map(Some), ..Options::default() }
}

/// A tool table.
pub fn table(text: &str) -> Option<ToolTable> {
    Some(ToolTable::parse("tools", text, 1.0).unwrap())
}
