//! Random programs for LinuxCNC, valid for the most part.
//!
//! A program is a chain of sections. Each brings the machine to a known place, then does one thing
//! (lines, arcs, a cycle, a compensated contour, control flow, …). The state that a section needs
//! to stay valid (units, distance mode, plane, position) is kept here; everything else is left to
//! the two interpreters.

mod axes;
mod chaos;
mod cut;
mod expression;
mod flow;
mod setup;

use super::rng::Rng;

/// The tool table every program is run with, mm.
pub const TOOLS: &str =
    "T1 P1 Z50.0 D6.0\nT2 P2 Z40.5 D4.0\nT3 P3 Z-12.25 D10.0\nT7 P12 Z101.6 D1.5\n";
const TOOL_NUMBERS: [u32; 4] = [1, 2, 3, 7];

/// Subprogram files that stand beside every program.
pub const LIBRARY: [(&str, &str); 3] = [
    ("outward.ngc", "o<outward> sub\nG91 G1 X#1 Y[#2 / 2]\nG90\no<outward> endsub [#1 + #2]\n"),
    (
        "deeper.ngc",
        "(calls another file)\no<deeper> sub\n#<kept> = #1\no<outward> call [#1] [3]\n\
         G0 Z[#<_value> + #<kept>]\no<deeper> endsub\nM2\n",
    ),
    (
        "2001.ngc",
        "o2001 sub\no1 if [#1 gt 2]\no2001 return [7]\no1 endif\nG1 Y#1\no2001 endsub [8]\n",
    ),
];

/// The active plane: letters of first, second and normal axis, and of the centre offsets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    Xy,
    Zx,
    Yz,
}

impl Plane {
    fn axes(self) -> [usize; 3] {
        match self {
            Plane::Xy => [0, 1, 2],
            Plane::Zx => [2, 0, 1],
            Plane::Yz => [1, 2, 0],
        }
    }

    fn word(self) -> &'static str {
        match self {
            Plane::Xy => "G17",
            Plane::Zx => "G18",
            Plane::Yz => "G19",
        }
    }
}

const AXES: [char; 3] = ['X', 'Y', 'Z'];
const CENTERS: [char; 3] = ['I', 'J', 'K'];

pub struct Writer {
    rng: Rng,
    body: String,
    /// Subprograms, written before or after the main program.
    subs: String,
    labels: u32,
    /// The program has set tool data: see [`Writer::tool_data`].
    tools_set: bool,
    inch: bool,
    incremental: bool,
    plane: Plane,
    /// In program units; valid within a section.
    at: [f64; 3],
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut w = Writer {
        rng: Rng::new(seed),
        body: String::new(),
        subs: String::new(),
        labels: 100,
        tools_set: false,
        inch: false,
        incremental: false,
        plane: Plane::Xy,
        at: [0.0; 3],
    };
    w.preamble();
    for _ in 0..1 + w.rng.below(7) {
        w.section();
    }
    let end = *w.rng.pick(&["M2", "M30", "m2", "M02"]);
    let Writer { body, subs, .. } = w;
    // O-word subprograms may only stand before the main program's end.
    format!("{subs}{body}{end}\n")
}

impl Writer {
    fn preamble(&mut self) {
        let feed = self.rng.word(10.0, 900.0).max(1.0);
        self.line(vec!["G21".into(), "G90".into(), "G17".into(), "G40".into(), format!("F{feed}")]);
        if self.rng.one_in(2) {
            self.tool_change();
        }
        self.raw("S1000 M3");
    }

    fn section(&mut self) {
        self.modes();
        self.approach();
        match self.rng.below(28) {
            0..3 => self.straight_lines(),
            3..6 => self.arcs(),
            6..8 => self.drilling(),
            8..11 => self.compensated(),
            11 => self.splines(),
            12 => self.threads(),
            13..16 => self.offsets(),
            16 if !self.tools_set => self.tool_change(),
            17 => self.expressions(),
            18 => self.control_flow(),
            19 => self.rare_modes(),
            21 | 22 => self.other_axes(),
            23 => self.tool_data(),
            24 => self.polar_holes(),
            25 => self.library(),
            26 if self.rng.one_in(2) => self.chaos(),
            20 if self.rng.one_in(3) => self.wrong_block(),
            _ => self.parameters(),
        }
    }

    /// Switches units, plane, distance mode, feed mode and harmless ones now and then.
    fn modes(&mut self) {
        if self.rng.one_in(6) {
            self.inch = !self.inch;
            let word = if self.inch { "G20" } else { "G21" };
            let feed = self.rng.word(1.0, 90.0).max(0.5);
            // The judge's machine does not convert the tool length.
            self.raw("G49");
            self.line(vec![word.into(), format!("F{feed}")]);
        }
        if self.rng.one_in(4) {
            self.plane = *self.rng.pick(&[Plane::Xy, Plane::Zx, Plane::Yz]);
            self.line(vec![self.plane.word().into()]);
        }
        if self.rng.one_in(10) {
            let word = *self.rng.pick(&[
                "G61",
                "G64",
                "G64 P0.01",
                "G61.1",
                "M8",
                "M9",
                "G4 P0.1",
                "M1",
                "S500",
                "M48",
                "G94 F150",
                "G98",
                "G99",
            ]);
            self.raw(word);
        }
        self.set_incremental(false);
    }

    fn set_incremental(&mut self, on: bool) {
        if self.incremental != on {
            self.incremental = on;
            self.raw(if on { "G91" } else { "G90" });
        }
    }

    /// A rapid to a stated place, which every section starts from.
    fn approach(&mut self) {
        self.set_incremental(false);
        let to = [0, 1, 2].map(|_| self.coordinate(-60.0, 60.0));
        let mut words = vec![if self.rng.one_in(4) { "G1".into() } else { "G0".to_owned() }];
        for k in 0..3 {
            words.push(format!("{}{}", AXES[k], self.number(to[k])));
        }
        self.at = to;
        self.line(words);
    }

    /// A length in program units for a range in mm, as a program states it.
    fn coordinate(&mut self, low: f64, high: f64) -> f64 {
        let unit = if self.inch { 25.4 } else { 1.0 };
        self.rng.word(low / unit, high / unit)
    }

    /// A length in program units for one in mm, to four places.
    fn length(&self, mm: f64) -> f64 {
        round(if self.inch { mm / 25.4 } else { mm })
    }

    /// The word's value for moving to `to` on axis `k` in the distance mode in force.
    fn target(&self, k: usize, to: f64) -> f64 {
        if self.incremental { round(to - self.at[k]) } else { to }
    }

    /// A number in one of the ways a program may write it.
    fn number(&mut self, value: f64) -> String {
        match self.rng.below(24) {
            0 => format!("[{value:.4}]"),
            1 => format!("[{:.4}+{:.4}]", value - 1.5, 1.5),
            2 if value >= 0.0 => format!("+{value}"),
            3 if value.fract() == 0.0 => format!("{value:.0}."),
            4 => format!("{value:.4}").replacen("0.", ".", usize::from(value.abs() < 1.0)),
            5 => {
                let n = 100 + self.rng.below(60);
                self.raw(&format!("#{n}={value:.4}"));
                format!("#{n}")
            }
            6 => {
                let name = *self.rng.pick(&["x1", "depth", "_global", "long_name", "A b"]);
                self.raw(&format!("#<{name}> = {value:.4}"));
                format!("#<{name}>")
            }
            7 if value < 0.0 => format!("-[{:.4}]", -value),
            _ => format!("{value}"),
        }
    }

    /// A block of words in any order, spelt in any way.
    fn line(&mut self, mut words: Vec<String>) {
        if self.rng.one_in(3) {
            for i in (1..words.len()).rev() {
                words.swap(i, self.rng.below(i as u64 + 1) as usize);
            }
        }
        let space = *self.rng.pick(&[" ", " ", "", "  ", "\t"]);
        let mut text = words.join(space);
        if self.rng.one_in(8) {
            text = text.to_lowercase();
        }
        if self.rng.one_in(12) {
            text = format!("N{} {text}", self.rng.below(9999));
        }
        if self.rng.one_in(60) {
            // Skipped on both sides.
            self.raw(&format!("/{text} G999"));
        }
        match self.rng.below(30) {
            0 => text += " (a comment: G1 X99)",
            1 => text += " ; to the end G0 Z-99",
            2 if !text.starts_with('N') => text = format!("(first) {text}"),
            _ => {}
        }
        self.raw(&text);
    }

    fn raw(&mut self, text: &str) {
        self.body += text;
        self.body.push('\n');
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }
}

/// To the four places that programs are written with.
fn round(value: f64) -> f64 {
    let rounded = (value * 1e4).round() / 1e4;
    if rounded == 0.0 { 0.0 } else { rounded }
}
