//! Sections that change offsets, tools and parameters.

use super::{AXES, TOOL_NUMBERS, Writer};

const SYSTEMS: [&str; 9] = ["G54", "G55", "G56", "G57", "G58", "G59", "G59.1", "G59.2", "G59.3"];

impl Writer {
    pub(super) fn tool_change(&mut self) {
        let tool = *self.rng.pick(&TOOL_NUMBERS);
        // A straight move first: the judge reads the position after M6 from the last one.
        let words = (0..3).map(|k| format!("{}{}", AXES[k], self.at[k])).collect::<Vec<_>>();
        self.raw(&format!("G0 {}", words.join(" ")));
        if self.rng.one_in(2) {
            self.line(vec![format!("T{tool}"), "M6".into()]);
        } else {
            self.raw(&format!("T{tool}"));
            self.raw("M6");
        }
        // The change stops the spindle.
        self.raw("M3");
        self.approach();
        match self.rng.below(5) {
            0..3 => {
                let mut words = vec!["G43".to_owned()];
                if self.rng.one_in(2) {
                    words.push(format!("H{}", self.rng.pick(&TOOL_NUMBERS)));
                }
                self.line(words);
            }
            3 => {
                let z = self.coordinate(-20.0, 80.0);
                self.raw(&format!("G43.1 Z{z}"));
            }
            _ => self.raw("G49"),
        }
        self.approach();
    }

    pub(super) fn offsets(&mut self) {
        for _ in 0..1 + self.rng.below(3) {
            let [x, y, z] = [0; 3].map(|_| self.coordinate(-40.0, 40.0));
            let some = |w: &mut Writer, head: &str| {
                let mut words = vec![head.to_owned()];
                for (axis, value) in AXES.iter().zip([x, y, z]) {
                    if w.rng.one_in(2) {
                        words.push(format!("{axis}{}", w.number(value)));
                    }
                }
                if words.len() == 1 {
                    words.push(format!("X{x}"));
                }
                words
            };
            match self.rng.below(11) {
                0..3 => {
                    let system = *self.rng.pick(&SYSTEMS);
                    self.raw(system);
                }
                3..6 => {
                    let system = self.rng.below(10);
                    let mut words = some(self, "G10");
                    let kind = *self.rng.pick(&["L2", "L2", "L20"]);
                    words.extend([kind.to_owned(), format!("P{system}")]);
                    if kind == "L2" && self.rng.one_in(3) {
                        let angle = self.rng.word(-180.0, 180.0);
                        words.push(format!("R{angle}"));
                    }
                    self.line(words);
                }
                6 | 7 => {
                    let head = *self.rng.pick(&["G92", "G92", "G52"]);
                    let words = some(self, head);
                    self.line(words);
                }
                8 => {
                    let word = *self.rng.pick(&["G92.1", "G92.2", "G92.3"]);
                    self.raw(word);
                }
                9 => {
                    let head = *self.rng.pick(&["G28", "G30"]);
                    let words =
                        if self.rng.one_in(2) { vec![head.to_owned()] } else { some(self, head) };
                    self.line(words);
                }
                _ => {
                    let word = *self.rng.pick(&["G28.1", "G30.1"]);
                    self.raw(word);
                }
            }
            // An axis without a word goes on from where the shift left it.
            match self.rng.below(3) {
                0 => self.approach(),
                1 => self.one_axis(),
                _ => {}
            }
        }
        if self.rng.one_in(2) {
            self.modes();
            self.one_axis();
        }
        self.approach();
        match self.rng.below(3) {
            0 => self.arcs(),
            _ => self.straight_lines(),
        }
    }

    fn one_axis(&mut self) {
        let (axis, to) = (*self.rng.pick(&AXES), self.coordinate(-40.0, 40.0));
        let word = *self.rng.pick(&["G0", "G1"]);
        self.line(vec![word.to_owned(), format!("{axis}{to}")]);
    }

    /// Parameters that the interpreter itself keeps, used as coordinates.
    pub(super) fn parameters(&mut self) {
        for _ in 0..1 + self.rng.below(4) {
            let axis = *self.rng.pick(&AXES);
            let parameter = match self.rng.below(4) {
                0 => format!("#{}", 5420 + self.rng.below(3)),
                1 => format!("#{}", 5221 + 20 * self.rng.below(9) + self.rng.below(3)),
                2 => format!(
                    "#{}",
                    self.rng.pick(&[5220, 5400, 5403, 5211, 5212, 5213, 5210, 5161, 5181, 31])
                ),
                _ => {
                    let name = *self.rng.pick(&[
                        "_x",
                        "_y",
                        "_z",
                        "_metric",
                        "_imperial",
                        "_absolute",
                        "_incremental",
                        "_plane",
                        "_coord_system",
                        "_current_tool",
                        "_selected_tool",
                        "_rpm",
                        "_ccomp",
                        "_tool_offset",
                        "_motion_mode",
                        "_call_level",
                        "_retract_r_plane",
                        "_units_per_minute",
                        "_spindle_on",
                    ]);
                    format!("#<{name}>")
                }
            };
            let head = *self.rng.pick(&["G0", "G1"]);
            match self.rng.below(3) {
                0 => self.raw(&format!("{head} {axis}[{parameter} MOD 97]")),
                1 => {
                    let n = 70 + self.rng.below(10);
                    self.raw(&format!("#{n} = [{parameter} * 0.5 + 1]"));
                    self.raw(&format!("{head} {axis}[#{n} MOD 50]"));
                }
                _ => self.raw(&format!("{head} {axis}[exists[{parameter}] + 2] ")),
            }
        }
        self.approach();
    }

    /// Lathe diameters, inverse time, saved states: modes that change how later blocks are read.
    pub(super) fn rare_modes(&mut self) {
        let [x, y] = [0; 2].map(|_| self.coordinate(-30.0, 30.0));
        match self.rng.below(4) {
            0 => {
                self.raw(&format!("G7\nG1 X{x} Y{y}\nG91 X1 Y1\nG90"));
                if self.rng.one_in(2) {
                    self.raw(&format!("G18 G2 X{x} I{} K2", self.length(3.0)));
                    self.plane = super::Plane::Zx;
                }
                self.raw("G8");
            }
            1 => {
                self.raw(&format!("G93 G1 X{x} F2"));
                let word = *self.rng.pick(&["G1 Y2", "Y3 F1.5", "G0 Y1"]);
                self.raw(word);
                self.raw("G94 F200");
            }
            2 => {
                self.raw("M70");
                let word = *self.rng.pick(&["G91", "G19", "G99", "G90.1", "G55", "F33"]);
                self.raw(word);
                self.raw("M72");
                self.raw(&format!("G1 X{x} F100"));
            }
            _ => {
                let label = self.label();
                self.subs +=
                    &format!("o{label} sub\nM73\nG91 G19 F77\nG1 X1 Z2\no{label} endsub\n");
                self.raw(&format!("o{label} call\nG1 Y{y}"));
            }
        }
        self.approach();
    }

    /// A block that the control refuses.
    pub(super) fn wrong_block(&mut self) {
        let block = *self.rng.pick(&[
            "G0 G1 X1",
            "G17 G18 X1",
            "G90 G91",
            "M3 M4",
            "X1 X2",
            "G1 X1 D3",
            "G81 X1 Y1 Z-1",
            "G2 X1 Y1",
            "G2 X1 Y1 I1 R2",
            "G1 X",
            "G1 X1.2.3",
            "G1 X1 W",
            "G999",
            "G1.5 X1",
            "M999",
            "G4",
            "G10 L2 X1",
            "G10 P1 X1",
            "G43 X1",
            "G41 G42 D1",
            "G40 G41",
            "G53 X1 G91",
            "G92",
            "G80 X1",
            "(open comment",
            "G1 X[1+2",
            "G1 X[2/0]",
            "G1 X#-1",
            "#5602 = 3",
            "#5400 = 3",
            "G1 Xsqrt[-1]",
            "G1 X1 %",
            "G1 @1 X2",
            "G1 ^1 @",
            "O700 endif",
            "G5 X1 Y1 I1",
            "G5.3",
            "G76 X1",
            "G33 X1",
            "G61 X1 R3",
            "N G1 X1",
            "G20 G21",
            "M6 M61 Q1",
            "T99 M6",
            "G43 H99",
            "G93 G1 X1",
            "G95 G96",
            "S-5",
            "F-1",
            "H5",
            "L2",
            "P-1",
            "Q3",
            "K2",
            "U1",
            "G1 X1 Y2 X3",
            "G83 X1 Y1 Z-3 R1",
            "G28 G1 X1",
            "G91.1 G90.1",
            "G98 G99",
            "G3 X9999 Y1 R1",
            "M98",
            "#<x1 = 3",
            "#_ = 3",
        ]);
        self.raw(block);
    }
}
