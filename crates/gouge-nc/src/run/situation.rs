//! What is in force when a program makes a motion, and the calls that led there.

use std::ops::ControlFlow;

use super::files::Files;
use super::{Interpreter, uses_lengths};
use crate::control::Control;
use crate::control::length::InForce;
use crate::control::state::{FeedMode, Spindle, Units};
use crate::fault::Halt;
use crate::motion::{Event, Span};
use crate::options::FURTHER;
use crate::read::source::Source;
use crate::run::session::Session;
use crate::words::{code_name, g};

/// How things stand when a motion is made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Situation {
    /// The words in force, as a control shows them: `G1`, `G17`, `F300`, `T2`.
    pub words: Vec<String>,
    /// Blocks of the calls that are open, outermost first.
    pub calls: Vec<Span>,
}

impl Interpreter {
    /// How things stand when a program makes its motion of that number, counted from 0; `None`
    /// where it makes fewer. The program runs up to there, through every call: its text alone does
    /// not tell which of several callers is meant.
    #[must_use]
    pub fn situation(&self, source: &Source, motion: u64) -> Option<Situation> {
        let mut left = motion;
        let mut sink = |event| match event {
            Event::Motion(_) if left == 0 => ControlFlow::Break(()),
            Event::Motion(_) => {
                left -= 1;
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        };
        let mut session = Session::new(&self.options, &mut sink);
        session.control.length.used = uses_lengths(source);
        match session.read_all(&mut Files::new(source, &self.options)) {
            Err(Halt::Stop) => Some(Situation {
                words: words(&session.control),
                calls: session.control.scope.calls(),
            }),
            Ok(()) | Err(Halt::Fault(_)) => None,
        }
    }
}

fn words(control: &Control<'_>) -> Vec<String> {
    let state = &control.state;
    let pick = |on: bool, one: u16, other: u16| if on { one } else { other };
    let code = |code: u16| code_name('G', code);
    let feed = match state.feed_mode {
        FeedMode::InverseTime => g::G93,
        FeedMode::PerMinute => g::G94,
        FeedMode::PerRevolution => g::G95,
    };
    let offset = match state.system {
        system @ 1..=6 => code(g::G54 + 10 * (system as u16 - 1)),
        system if system > FURTHER => format!("{} P{}", code(g::G54_1), system - FURTHER),
        system => code(g::G59 + (system as u16 - 6)),
    };
    let length = match control.length.in_force {
        InForce::Nothing => code(g::G49),
        InForce::Of(tool, _) => format!("{} H{tool}", code(g::G43)),
        InForce::Stated | InForce::Unknown => code(g::G43),
    };
    let spindle = match state.spindle {
        Spindle::Stopped => "M5",
        Spindle::Clockwise => "M3",
        Spindle::CounterClockwise => "M4",
    };
    let number = |letter: char, value: f64| (value > 0.0).then(|| format!("{letter}{value}"));
    let tool = control.tools.spindle_number;
    state
        .motion
        .map(code)
        .into_iter()
        .chain([
            code(state.plane.code()),
            if state.units == Units::Inch { "G20" } else { "G21" }.to_owned(),
            code(control.compensation_code()),
            length,
            offset,
            code(pick(state.incremental, g::G91, g::G90)),
            code(feed),
            spindle.to_owned(),
        ])
        .chain(number('F', state.feed))
        .chain(number('S', state.speed))
        .chain((tool > 0).then(|| format!("T{tool}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::options::{Decimals, Options};

    /// The text above a line is that of its last caller, whichever motion is meant.
    #[test]
    fn each_call_of_a_subprogram_has_what_is_in_force_by_it() {
        let text = "O1\nG21 G90\nT1 M6\nG0 X0 Y0 Z0\nG1 X5 F300\nM98 P2\nG90\nT2 M6\nG1 X9 F200\n\
                    M98 P2\nM30\nO2\nG91\nG1 Y1\nM99\n";
        let options = Options {
            dialect: Dialect::Fanuc,
            decimals: Some(Decimals::Whole),
            ..Options::default()
        };
        let (reader, source) = (Interpreter::new(options), Source::from_bytes("a.nc", text));
        let told = |motion| {
            let Situation { words, calls } = reader.situation(&source, motion)?;
            let lines: Vec<u32> = calls.iter().map(|span| span.line).collect();
            Some((words.join(" "), lines))
        };
        let first = "G1 G17 G21 G40 G49 G54 G91 G94 M5 F300 T1".to_owned();
        let second = "G1 G17 G21 G40 G49 G54 G91 G94 M5 F200 T2".to_owned();
        assert_eq!(told(2), Some((first, vec![6])));
        assert_eq!(told(4), Some((second, vec![10])));
        assert_eq!(told(3).map(|(_, calls)| calls), Some(Vec::new()));
        assert_eq!(told(5), None);
    }
}
