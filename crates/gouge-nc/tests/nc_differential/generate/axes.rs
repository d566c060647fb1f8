//! Sections about the axes besides X, Y and Z, tool data, and polar words in cycles.

use super::{AXES, Plane, TOOL_NUMBERS, Writer};

const REST: [char; 6] = ['A', 'B', 'C', 'U', 'V', 'W'];

impl Writer {
    fn rest_words(&mut self) -> Vec<String> {
        let first = self.rng.below(6) as usize;
        let count = 1 + self.rng.below(3) as usize;
        (0..count)
            .map(|k| {
                let value = self.coordinate(-40.0, 40.0);
                format!("{}{}", REST[(first + k) % 6], self.number(value))
            })
            .collect()
    }

    /// Offsets, machine coordinates and reference points of A … W.
    pub(super) fn other_axes(&mut self) {
        for _ in 0..2 + self.rng.below(5) {
            let mut words = self.rest_words();
            let head = match self.rng.below(12) {
                0..4 => (*self.rng.pick(&["G0", "G1"])).to_owned(),
                4 => format!("G10 L2 P{}", self.rng.below(4)),
                5 => format!("G10 L20 P{}", self.rng.below(4)),
                6 => "G92".to_owned(),
                7 => "G52".to_owned(),
                8 => "G53 G0".to_owned(),
                9 => (*self.rng.pick(&["G28", "G30"])).to_owned(),
                10 => {
                    words.clear();
                    (*self.rng.pick(&["G28.1", "G30.1", "G92.1", "G92.2", "G92.3", "G55", "G54"]))
                        .to_owned()
                }
                _ => {
                    let on = !self.incremental;
                    self.set_incremental(on);
                    "G1".to_owned()
                }
            };
            if head.starts_with("G53") {
                self.set_incremental(false);
            }
            words.insert(0, head);
            self.line(words);
        }
        if self.rng.one_in(2) {
            let name = *self.rng.pick(&[
                "#5423",
                "#5424",
                "#5426",
                "#5428",
                "#<_a>",
                "#<_b>",
                "#<_u>",
                "#<_w>",
                "#5224",
                "#5227",
                "#5214",
                "#5217",
                "#5164",
                "#5188",
                "#<_abs_a>",
                "#<_abs_z>",
            ]);
            self.raw(&format!("G1 X[{name} * 0.1]"));
        }
        self.approach();
    }

    /// Tool data set by the program, then used. No tool change may follow: the judge's machine does
    /// not keep what G10 sets.
    pub(super) fn tool_data(&mut self) {
        self.tools_set = true;
        for _ in 0..1 + self.rng.below(3) {
            let tool = *self.rng.pick(&TOOL_NUMBERS);
            let kind = *self.rng.pick(&["L1", "L10", "L11"]);
            let mut words = vec![format!("G10 {kind} P{tool}")];
            for axis in AXES {
                if self.rng.one_in(2) {
                    let value = self.coordinate(-40.0, 40.0);
                    words.push(format!("{axis}{value}"));
                }
            }
            if self.rng.one_in(3) {
                words.extend(self.rest_words());
            }
            if self.rng.one_in(3) {
                words.push(format!("R{}", self.length(2.5)));
            }
            self.line(words);
            self.raw(&format!("G43 H{tool}"));
            self.approach();
            if self.rng.one_in(2) {
                let axis = *self.rng.pick(&AXES);
                let number = 5400 + self.rng.below(14);
                self.raw(&format!("G1 {axis}[#{number} MOD 50]"));
            }
        }
        if self.rng.one_in(2) {
            let axis = *self.rng.pick(&AXES);
            let value = self.coordinate(-30.0, 30.0);
            // G43.2 with axis words fails in the version that judges, and works in later ones.
            let mut words = vec!["G43.1".to_owned(), format!("{axis}{value}")];
            if self.rng.one_in(2) {
                words.extend(self.rest_words());
            }
            self.line(words);
            let tool = *self.rng.pick(&TOOL_NUMBERS);
            self.raw(&format!("G43.2 H{tool}"));
            self.approach();
        }
        self.straight_lines();
    }

    /// Holes by polar words.
    pub(super) fn polar_holes(&mut self) {
        if self.plane != Plane::Xy {
            self.plane = Plane::Xy;
            self.raw("G17");
        }
        let incremental = self.rng.one_in(2);
        self.set_incremental(incremental);
        let (r, z) = if incremental { ("-1", "-2") } else { ("1", "-3") };
        let retract = *self.rng.pick(&["G98", "G99"]);
        for hole in 0..1 + self.rng.below(4) {
            let radius = self.coordinate(1.0, 30.0);
            let angle = self.rng.word(-180.0, 180.0);
            let mut words = Vec::new();
            if hole == 0 {
                words.extend([retract.to_owned(), "G81".into(), format!("R{r}"), format!("Z{z}")]);
            }
            match self.rng.below(3) {
                0 => words.push(format!("@{radius}")),
                1 => words.push(format!("^{angle}")),
                _ => words.extend([format!("@{radius}"), format!("^{angle}")]),
            }
            if self.rng.one_in(4) {
                words.push(format!("L{}", 1 + self.rng.below(3)));
            }
            self.line(words);
        }
        self.raw("G80");
        self.set_incremental(false);
        self.approach();
    }
}
