//! The text of a sample program, and the answer that a checker must give about it.

use std::fmt::Write;

use crate::number::trimmed;
use crate::tool::Role;

/// What a checker must say about a sample.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Nothing.
    Clean,
    /// Exactly these gouges.
    Gouges(Vec<Planted>),
    /// A gouge on each of these lines, at least this deep; other lines may gouge, too.
    AtLeast(Vec<Planted>),
}

/// A gouge and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Planted {
    /// Line of the program, from 1.
    pub line: u32,
    /// Depth, mm.
    pub depth: f64,
    /// What cuts.
    pub role: Role,
}

/// Height of the control point before and between passes, mm: above every part.
pub(super) const SAFE: f64 = 60.0;

/// A program under construction. Lines count from 0 here.
#[derive(Default)]
pub(super) struct Program {
    lines: Vec<String>,
    planted: Vec<Planted>,
    /// Others may gouge, too.
    open: bool,
}

impl Program {
    /// Metric, absolute, tool 1 in the spindle, at the start position.
    pub fn begin() -> Self {
        let mut program = Self::default();
        program.push("G21 G90 G17 G40 G49 G80 G94");
        program.push("T1 M6");
        program.push("S12000 M3");
        program
    }

    pub fn push(&mut self, block: impl Into<String>) {
        self.lines.push(block.into());
    }

    pub fn note(&mut self, text: &str) {
        self.push(format!("({text})"));
    }

    /// Says that the line pushed last gouges.
    pub fn gouges(&mut self, depth: f64, role: Role) {
        self.planted.push(Planted { line: self.lines.len() as u32, depth, role });
    }

    /// Says that the line pushed last gouges at least so deep, and that others may.
    pub fn gouges_at_least(&mut self, depth: f64) {
        self.gouges(depth, Role::Cutter);
        self.open = true;
    }

    /// Straight down over the point: quickly to 2 mm above, then at feed.
    pub fn approach(&mut self, at: [f64; 3]) {
        const ABOVE: f64 = 2.0;
        self.push(format!("G0 Z{}", number(SAFE)));
        self.push(format!("G0 X{} Y{}", number(at[0]), number(at[1])));
        self.push(format!("G0 Z{}", number(at[2] + ABOVE)));
        self.push(format!("G1 Z{} F300", number(at[2])));
    }

    /// Straight to the point at feed, naming only the axes that move.
    pub fn feed(&mut self, from: [f64; 3], to: [f64; 3]) {
        let mut block = "G1".to_string();
        for (axis, name) in ["X", "Y", "Z"].into_iter().enumerate() {
            if from[axis] != to[axis] {
                let _ = write!(block, " {name}{}", number(to[axis]));
            }
        }
        self.push(block);
    }

    /// Up, spindle off, end; the text with its header, and what to expect.
    pub fn finish(mut self, about: &str, part: &str, tool: &str) -> (String, Expected) {
        self.push("M5");
        self.push("M2");
        let mut head = vec![
            format!("({about})"),
            format!("(GOUGE PART {part})"),
            format!("(GOUGE TOOL 1={tool})"),
            format!("(GOUGE START 0,0,{})", number(SAFE)),
        ];
        let said = if self.open { 1 } else { self.planted.len().max(1) };
        let shift = (head.len() + said) as u32;
        for planted in &mut self.planted {
            planted.line += shift;
        }
        head.extend(self.claims());
        let text = head.iter().chain(&self.lines).map(|l| format!("{l}\n")).collect();
        let expected = match (self.planted, self.open) {
            (planted, true) => Expected::AtLeast(planted),
            (planted, false) if planted.is_empty() => Expected::Clean,
            (planted, false) => Expected::Gouges(planted),
        };
        (text, expected)
    }

    fn claims(&self) -> Vec<String> {
        let deepest = self.planted.iter().max_by(|a, b| a.depth.total_cmp(&b.depth));
        match deepest {
            None => vec!["(GOUGE EXPECT clean)".into()],
            Some(worst) if self.open => {
                // Rounded down: it is a lower bound.
                let depth = (worst.depth * 1e4).floor() / 1e4;
                vec![format!("(GOUGE EXPECT gouge line={} atleast={})", worst.line, number(depth))]
            }
            Some(_) => self
                .planted
                .iter()
                .map(|p| {
                    let role = match p.role {
                        Role::Cutter => "cutter",
                        Role::Shank => "shank",
                        Role::Holder => "holder",
                    };
                    format!(
                        "(GOUGE EXPECT gouge line={} depth={:.6} component={role})",
                        p.line, p.depth
                    )
                })
                .collect(),
        }
    }
}

/// Coordinates as posts write them: at most four decimals.
pub(super) fn number(value: f64) -> String {
    trimmed(value, 4)
}

/// The least number with three decimals that is not below `value`.
pub(super) fn round_up(value: f64) -> f64 {
    // A height that already has three decimals stays.
    const NOISE: f64 = 1e-9;
    (value * 1000.0 - NOISE).ceil() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_decimals_stay_when_rounded_up() {
        assert_eq!([0.3, 0.3001, -0.3001].map(round_up), [0.3, 0.301, -0.3]);
    }

    #[test]
    fn planted_lines_are_those_of_the_text() {
        let mut program = Program::begin();
        program.push("G1 Z-1");
        program.gouges(0.25, Role::Shank);
        let (text, expected) = program.finish("a", "b.stl", "ball:6");
        let Expected::Gouges(planted) = expected else { panic!() };
        assert_eq!(text.lines().nth(planted[0].line as usize - 1), Some("G1 Z-1"));
        assert!(
            text.contains("(GOUGE EXPECT gouge line=9 depth=0.250000 component=shank)"),
            "{text}"
        );
    }
}
