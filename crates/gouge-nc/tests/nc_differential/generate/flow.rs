//! O-words: subprograms, branches, loops.

use super::{Plane, Writer};

impl Writer {
    pub(super) fn control_flow(&mut self) {
        for _ in 0..1 + self.rng.below(3) {
            match self.rng.below(6) {
                0 | 1 => self.call(),
                2 => self.branch(),
                3 => self.count_up(),
                4 => self.do_loop(),
                _ => self.repeat(),
            }
        }
        self.approach();
    }

    fn short_move(&mut self, value: &str) -> String {
        let (axis, head) = (*self.rng.pick(&["X", "Y", "Z"]), *self.rng.pick(&["G0", "G1"]));
        format!("{head} {axis}[{value}]")
    }

    fn call(&mut self) {
        let named = self.rng.one_in(3);
        let label = self.label();
        let name = if named { format!("<sub {label}>") } else { format!("{label}") };
        let inner = match self.rng.below(3) {
            0 => {
                let other = self.label();
                let step = self.short_move("#1 * 2 + #<local>");
                self.subs +=
                    &format!("o{other} sub\n#<local> = #2\n{step}\no{other} endsub [#1 + 1]\n");
                format!("o{other} call [#1 + 1] [#3]\nG0 Y[#<_value> MOD 30]")
            }
            1 => {
                let other = self.label();
                format!("o{other} if [#2 gt 3]\no{name} return [#1]\no{other} endif")
            }
            _ => "#4 = [#1 - #2]".to_owned(),
        };
        let (first, second) = (self.short_move("#1 + #2"), self.short_move("#4 MOD 40"));
        self.subs += &format!("o{name} sub\n{first}\n{inner}\n{second}\no{name} endsub [#1 * 3]\n");
        let arguments: Vec<String> =
            (0..self.rng.below(5)).map(|_| format!("[{}]", self.rng.word(-9.0, 9.0))).collect();
        self.raw(&format!("o{name} call {}", arguments.join(" ")));
        if self.rng.one_in(2) {
            self.raw("G1 X[#<_value> MOD 25] Y#<_value_returned>");
        }
    }

    /// Subprograms in files beside the program.
    pub(super) fn library(&mut self) {
        for _ in 0..1 + self.rng.below(3) {
            let value = self.rng.word(-9.0, 9.0);
            let call = *self.rng.pick(&["o<outward> call", "o<deeper> call", "O2001 CALL"]);
            self.raw(&format!("{call} [{value}] [2]"));
            if self.rng.one_in(2) {
                self.raw("G1 X[#<_value> MOD 25]");
            }
        }
        self.approach();
    }

    fn branch(&mut self) {
        let label = self.label();
        let value = self.rng.word(-5.0, 5.0);
        self.raw(&format!("#50 = {value}"));
        let steps = [0, 1, 2].map(|_| {
            let target = format!("{}", self.rng.word(-20.0, 20.0));
            self.short_move(&target)
        });
        self.raw(&format!("o{label} if [#50 gt 1]\n{}", steps[0]));
        if self.rng.one_in(2) {
            self.raw(&format!("o{label} elseif [#50 lt -1]\n{}", steps[1]));
        }
        if self.rng.one_in(2) {
            self.raw(&format!("o{label} else\n{}", steps[2]));
        }
        self.raw(&format!("o{label} endif"));
    }

    fn count_up(&mut self) {
        let (label, inner) = (self.label(), self.label());
        let turns = self.rng.below(6);
        let step = self.short_move("#51 * 1.5");
        self.raw(&format!("#51 = 0\no{label} while [#51 lt {turns}]\n{step}\n#51 = [#51 + 1]"));
        if self.rng.one_in(2) {
            let word = *self.rng.pick(&["break", "continue"]);
            self.raw(&format!(
                "o{inner} if [#51 eq 2]\no{label} {word}\no{inner} endif\nG1 Z[#51]"
            ));
        }
        self.raw(&format!("o{label} endwhile"));
    }

    fn do_loop(&mut self) {
        let label = self.label();
        let turns = self.rng.below(5);
        let step = self.short_move("#52 + 3");
        self.raw(&format!(
            "#52 = 0\no{label} do\n{step}\n#52 = [#52 + 1]\no{label} while [#52 lt {turns}]"
        ));
    }

    fn repeat(&mut self) {
        let label = self.label();
        let turns = self.rng.below(5);
        let size = self.rng.word(0.5, 4.0);
        self.plane = Plane::Xy;
        self.raw(&format!(
            "G17 G91\no{label} repeat [{turns}]\nG1 X{size} Y1\nG3 X2 Y2 I2\no{label} endrepeat\nG90"
        ));
    }
}
