//! Random expressions, used as coordinates.

use super::{AXES, Writer};

/// The judge takes lines of up to 255 characters.
const LONGEST: usize = 200;

impl Writer {
    pub(super) fn expressions(&mut self) {
        for _ in 0..1 + self.rng.below(4) {
            if self.rng.one_in(3) {
                let value = self.expression(2);
                let n = 200 + self.rng.below(8);
                self.raw(&format!("#{n} = {value}"));
            }
            let axis = *self.rng.pick(&AXES);
            let value = self.expression(3);
            let head = *self.rng.pick(&["G0", "G1", ""]);
            self.raw(&format!("{head} {axis}[{value} MOD 50]"));
        }
        self.approach();
    }

    /// Bracketed, at most `depth` deep.
    fn expression(&mut self, depth: u32) -> String {
        loop {
            let text = self.any_expression(depth);
            if text.len() < LONGEST {
                return text;
            }
        }
    }

    fn any_expression(&mut self, depth: u32) -> String {
        let mut text = format!("[{}", self.operand(depth));
        for _ in 0..self.rng.below(4) {
            let operator = *self.rng.pick(&[
                "+", "-", "*", "/", "+", "-", "*", " MOD ", " AND ", " OR ", " XOR ", " EQ ",
                " NE ", " GT ", " GE ", " LT ", " LE ", "**",
            ]);
            // Powers stay small and real; the rest of a division by zero is whatever the judge's
            // compiler makes of it.
            let right = match operator {
                "**" => format!("{}", self.rng.below(4)),
                " MOD " => format!("{}", self.rng.word(1.0, 20.0)),
                _ => self.operand(depth),
            };
            text += &format!("{operator}{right}");
        }
        text + "]"
    }

    fn operand(&mut self, depth: u32) -> String {
        match self.rng.below(if depth == 0 { 3 } else { 8 }) {
            0 => format!("{}", self.rng.word(0.0, 20.0)),
            1 => format!("{}", self.rng.word(-20.0, 20.0)),
            2 => format!("#{}", 200 + self.rng.below(8)),
            3 => self.expression(depth - 1),
            4 => {
                let inner = self.expression(depth - 1);
                let function = *self
                    .rng
                    .pick(&["abs", "cos", "sin", "tan", "fix", "fup", "round", "ABS", "Sin"]);
                format!("{function}{inner}")
            }
            5 => {
                let inner = self.expression(depth - 1);
                match self.rng.below(5) {
                    0 => format!("sqrt[abs{inner}]"),
                    1 => format!("ln[1+abs{inner}]"),
                    2 => format!("asin[sin{inner}]"),
                    3 => format!("acos[cos{inner}]"),
                    _ => format!("exp[{inner} MOD 5]"),
                }
            }
            6 => format!("{}", self.rng.word(1.0, 9.0)),
            _ => {
                let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("atan{a}/{b}")
            }
        }
    }
}
