//! Sections that cut: lines, arcs, drilling, compensated contours, splines, threads.

use super::{AXES, CENTERS, Plane, Writer, round};

impl Writer {
    pub(super) fn straight_lines(&mut self) {
        for _ in 0..1 + self.rng.below(8) {
            if self.rng.one_in(5) {
                let on = !self.incremental;
                self.set_incremental(on);
            }
            let mut words = Vec::new();
            if self.rng.one_in(2) {
                words.push((*self.rng.pick(&["G0", "G1", "G01", "g00", "G1"])).to_owned());
            }
            let polar = self.plane == Plane::Xy && self.rng.one_in(8);
            if polar {
                if !self.rng.one_in(3) {
                    let radius = self.coordinate(1.0, 40.0);
                    words.push(format!("@{radius}"));
                }
                if words.last().is_none_or(|w| !w.starts_with('@')) || self.rng.one_in(2) {
                    let angle = self.rng.word(-360.0, 360.0);
                    words.push(format!("^{angle}"));
                }
            }
            for (k, axis) in AXES.into_iter().enumerate() {
                if (k < 2 && polar) || !self.rng.one_in(2) {
                    continue;
                }
                let to = self.coordinate(-60.0, 60.0);
                let value = self.target(k, to);
                words.push(format!("{axis}{}", self.number(value)));
                self.at[k] = to;
            }
            if self.rng.one_in(12) {
                let axis = *self.rng.pick(&['A', 'B', 'C', 'U', 'V', 'W']);
                let angle = self.rng.word(-180.0, 180.0);
                words.push(format!("{axis}{angle}"));
            }
            if self.rng.one_in(12) {
                let feed = self.rng.word(10.0, 500.0).max(1.0);
                words.push(format!("F{feed}"));
            }
            if !words.is_empty() {
                self.line(words);
            }
            if polar {
                // The generator does not follow polar words.
                self.approach();
            }
        }
        if self.rng.one_in(4) {
            self.set_incremental(false);
            let place = self.coordinate(-50.0, 50.0);
            let axis = *self.rng.pick(&AXES);
            self.line(vec!["G53".into(), "G0".into(), format!("{axis}{place}")]);
        }
    }

    pub(super) fn arcs(&mut self) {
        let absolute_centers = self.rng.one_in(4);
        if absolute_centers {
            self.raw("G90.1");
        }
        for _ in 0..1 + self.rng.below(5) {
            if self.rng.one_in(5) {
                let on = !self.incremental;
                self.set_incremental(on);
            }
            let radius = self.rng.between(0.5, 30.0);
            if self.rng.one_in(4) {
                self.radius_arc(radius);
            } else {
                self.center_arc(radius, absolute_centers);
            }
        }
        if absolute_centers {
            self.raw("G91.1");
        }
    }

    fn center_arc(&mut self, radius: f64, absolute_center: bool) {
        let [u, v, n] = self.plane.axes();
        let unit = if self.inch { 25.4 } else { 1.0 };
        let radius = radius / unit;
        let toward = self.rng.between(-3.2, 3.2);
        let center =
            [round(self.at[u] + radius * toward.cos()), round(self.at[v] + radius * toward.sin())];
        let (du, dv) = (self.at[u] - center[0], self.at[v] - center[1]);
        let angle = dv.atan2(du) + self.rng.between(-3.2, 3.2);
        let full = self.rng.one_in(6);
        let end = if full {
            [self.at[u], self.at[v]]
        } else {
            let r = du.hypot(dv);
            [round(center[0] + r * angle.cos()), round(center[1] + r * angle.sin())]
        };
        let mut words = vec![(*self.rng.pick(&["G2", "G3", "G02", "G03"])).to_owned()];
        if !full || self.rng.one_in(2) {
            for (k, to) in [(u, end[0]), (v, end[1])] {
                let value = self.target(k, to);
                words.push(format!("{}{}", AXES[k], self.number(value)));
            }
        }
        if self.rng.one_in(4) {
            let to = self.coordinate(-30.0, 30.0);
            let value = self.target(n, to);
            words.push(format!("{}{value}", AXES[n]));
            self.at[n] = to;
        }
        for (k, c, at) in [(u, center[0], self.at[u]), (v, center[1], self.at[v])] {
            let value = if absolute_center { c } else { round(c - at) };
            words.push(format!("{}{}", CENTERS[k], self.number(value)));
        }
        if self.rng.one_in(6) {
            words.push(format!("P{}", 1 + self.rng.below(4)));
        }
        self.line(words);
        (self.at[u], self.at[v]) = (end[0], end[1]);
    }

    fn radius_arc(&mut self, radius: f64) {
        let [u, v, n] = self.plane.axes();
        let unit = if self.inch { 25.4 } else { 1.0 };
        let radius = round(radius / unit);
        let toward = self.rng.between(-3.2, 3.2);
        // Beyond the diameter now and then: refused by both.
        let chord = radius * if self.rng.one_in(20) { 2.1 } else { self.rng.between(0.1, 1.99) };
        let end =
            [round(self.at[u] + chord * toward.cos()), round(self.at[v] + chord * toward.sin())];
        let mut words = vec![(*self.rng.pick(&["G2", "G3"])).to_owned()];
        for (k, to) in [(u, end[0]), (v, end[1])] {
            let value = self.target(k, to);
            words.push(format!("{}{}", AXES[k], self.number(value)));
        }
        if self.rng.one_in(4) {
            let to = self.coordinate(-30.0, 30.0);
            let value = self.target(n, to);
            words.push(format!("{}{value}", AXES[n]));
            self.at[n] = to;
        }
        let sign = if self.rng.one_in(3) { -1.0 } else { 1.0 };
        words.push(format!("R{}", radius * sign));
        self.line(words);
        (self.at[u], self.at[v]) = (end[0], end[1]);
    }

    pub(super) fn drilling(&mut self) {
        let [u, v, n] = self.plane.axes();
        let retract = *self.rng.pick(&["G98", "G99"]);
        self.raw(retract);
        let incremental = self.rng.one_in(3);
        self.set_incremental(incremental);
        let cycle = *self
            .rng
            .pick(&["G81", "G82", "G83", "G73", "G85", "G86", "G89", "G88", "G84", "G74", "G87"]);
        let (depth, clear) = if incremental {
            (self.coordinate(-20.0, -1.0), self.coordinate(-10.0, 10.0))
        } else {
            (self.coordinate(-60.0, -5.0), self.coordinate(-5.0, 40.0))
        };
        if cycle == "G74" {
            self.raw("M4");
        }
        for hole in 0..1 + self.rng.below(4) {
            let mut words = Vec::new();
            if hole == 0 || self.rng.one_in(4) {
                words.push(cycle.to_owned());
            }
            for k in [u, v] {
                if self.rng.one_in(3) && hole > 0 && words.len() > 1 {
                    continue;
                }
                let value = self.coordinate(-30.0, 30.0);
                words.push(format!("{}{}", AXES[k], self.number(value)));
            }
            if hole == 0 || self.rng.one_in(5) {
                words.push(format!("{}{depth}", AXES[n]));
                words.push(format!("R{clear}"));
                match cycle {
                    "G83" | "G73" => {
                        let peck = {
                            let mm = self.rng.word(0.5, 9.0).max(0.5);
                            self.length(mm)
                        };
                        words.push(format!("Q{peck}"));
                    }
                    "G82" | "G86" | "G88" | "G89" | "G84" | "G74" => words.push("P0.2".to_owned()),
                    "G87" => words.extend(["I0.5", "J-0.25", "K1"].map(str::to_owned)),
                    _ => {}
                }
            }
            if self.rng.one_in(5) {
                words.push(format!("L{}", 1 + self.rng.below(4)));
            }
            self.line(words);
        }
        self.raw("G80");
        if cycle == "G74" {
            self.raw("M3");
        }
        self.set_incremental(false);
        self.approach();
    }

    pub(super) fn compensated(&mut self) {
        if self.plane == Plane::Yz {
            self.plane = Plane::Xy;
            self.raw("G17");
        }
        let [u, v, n] = self.plane.axes();
        let radius = self.rng.word(0.3, 3.0).max(0.3);
        let unit = if self.inch { 25.4 } else { 1.0 };
        if self.rng.one_in(3) {
            let (word, tool) =
                (*self.rng.pick(&["G41", "G42"]), *self.rng.pick(&super::TOOL_NUMBERS));
            self.line(vec![word.into(), format!("D{tool}")]);
        } else {
            let word = *self.rng.pick(&["G41.1", "G42.1"]);
            let diameter = self.length(radius * 2.0);
            self.line(vec![word.into(), format!("D{diameter}")]);
        }
        let mut heading = self.rng.below(8) as f64 * 45f64.to_radians();
        for _ in 0..2 + self.rng.below(9) {
            if self.rng.one_in(8) {
                let on = !self.incremental;
                self.set_incremental(on);
            }
            heading += match self.rng.below(8) {
                0 => 0.0,
                1..5 => self.rng.pick(&[-90f64, 90.0, 45.0, -45.0]).to_radians(),
                _ => self.rng.between(-2.9, 2.9),
            };
            let length = self.rng.between(2.5, 12.0) * radius / unit;
            let mut words = Vec::new();
            let end = if self.rng.one_in(3) {
                let turns = *self.rng.pick(&[1.0, -1.0]);
                let sweep = self.rng.between(0.3, 4.0);
                let center = [
                    round(self.at[u] - heading.sin() * length * turns),
                    round(self.at[v] + heading.cos() * length * turns),
                ];
                let (du, dv) = (self.at[u] - center[0], self.at[v] - center[1]);
                let angle = dv.atan2(du) + sweep * turns;
                heading += sweep * turns;
                words.push(if turns > 0.0 { "G3" } else { "G2" }.to_owned());
                words.push(format!("{}{}", CENTERS[u], round(center[0] - self.at[u])));
                words.push(format!("{}{}", CENTERS[v], round(center[1] - self.at[v])));
                let r = du.hypot(dv);
                [round(center[0] + r * angle.cos()), round(center[1] + r * angle.sin())]
            } else {
                words.push(if self.rng.one_in(9) { "G0" } else { "G1" }.to_owned());
                [
                    round(self.at[u] + length * heading.cos()),
                    round(self.at[v] + length * heading.sin()),
                ]
            };
            for (k, to) in [(u, end[0]), (v, end[1])] {
                let value = self.target(k, to);
                words.push(format!("{}{}", AXES[k], self.number(value)));
            }
            if self.rng.one_in(6) {
                let to = self.coordinate(-20.0, 20.0);
                let value = self.target(n, to);
                words.push(format!("{}{value}", AXES[n]));
                self.at[n] = to;
            }
            self.line(words);
            (self.at[u], self.at[v]) = (end[0], end[1]);
            if self.rng.one_in(12) {
                let to = self.coordinate(-20.0, 20.0);
                let value = self.target(n, to);
                self.line(vec!["G1".into(), format!("{}{value}", AXES[n])]);
                self.at[n] = to;
            }
            if self.rng.one_in(25) {
                self.raw("M0");
            }
        }
        self.raw("G40");
        self.set_incremental(false);
        self.approach();
    }

    pub(super) fn splines(&mut self) {
        if self.plane != Plane::Xy {
            self.plane = Plane::Xy;
            self.raw("G17");
        }
        // The judge takes Z from the last straight move.
        self.line_to_here();
        match self.rng.below(3) {
            0 => {
                for piece in 0..1 + self.rng.below(3) {
                    let [i, j, p, q, x, y] = [0; 6].map(|_| self.coordinate(-20.0, 20.0));
                    let mut words = vec!["G5".to_owned(), format!("P{p}"), format!("Q{q}")];
                    if piece == 0 || self.rng.one_in(2) {
                        words.extend([format!("I{i}"), format!("J{j}")]);
                    }
                    words.extend([format!("X{x}"), format!("Y{y}")]);
                    self.line(words);
                }
            }
            1 => {
                let [i, j, x, y] = [0; 4].map(|_| self.coordinate(-20.0, 20.0));
                self.line(vec![
                    "G5.1".into(),
                    format!("I{i}"),
                    format!("J{j}"),
                    format!("X{x}"),
                    format!("Y{y}"),
                ]);
            }
            _ => {
                let order = 3 + self.rng.below(2);
                if self.rng.one_in(2) {
                    let weight = self.rng.word(0.5, 3.0).max(0.5);
                    self.line(vec!["G5.2".into(), format!("P{weight}"), format!("L{order}")]);
                }
                for _ in 0..4 + self.rng.below(4) {
                    let [x, y] = [0; 2].map(|_| self.coordinate(-30.0, 30.0));
                    let weight = self.rng.word(0.5, 3.0).max(0.5);
                    let mut words = vec![format!("X{x}"), format!("Y{y}"), format!("P{weight}")];
                    words.insert(0, "G5.2".to_owned());
                    self.line(words);
                }
                self.raw("G5.3");
            }
        }
        self.approach();
    }

    fn line_to_here(&mut self) {
        let words = (0..3).map(|k| format!("{}{}", AXES[k], self.at[k]));
        let text = format!("G1 {}", words.collect::<Vec<_>>().join(" "));
        self.raw(&text);
    }

    pub(super) fn threads(&mut self) {
        match self.rng.below(3) {
            0 => {
                let [x, z] = [0; 2].map(|_| self.coordinate(-30.0, 30.0));
                self.line(vec!["G33".into(), format!("X{x}"), format!("Z{z}"), "K1.5".into()]);
            }
            1 => {
                let z = self.coordinate(-30.0, 0.0);
                self.line(vec!["G33.1".into(), format!("Z{z}"), "K1.25".into()]);
            }
            _ => {
                self.plane = Plane::Zx;
                self.raw("G18");
                let end = round(self.at[2] + self.length(-25.0));
                let [i, j, k] = [-2.0, 0.25, 1.5].map(|mm| self.length(mm));
                let mut words = vec!["G76".to_owned(), "P1.5".into(), format!("Z{end}")];
                let sign = if self.rng.one_in(3) { -1.0 } else { 1.0 };
                words.extend([format!("I{}", i * sign), format!("J{j}"), format!("K{k}")]);
                for (word, odds) in [("R1.5", 2), ("Q29.5", 2), ("H2", 3)] {
                    if self.rng.one_in(odds) {
                        words.push(word.to_owned());
                    }
                }
                if self.rng.one_in(2) {
                    let taper = self.length(1.2);
                    words.push(format!("E{taper}"));
                    words.push(format!("L{}", self.rng.below(4)));
                }
                self.line(words);
            }
        }
        self.approach();
    }
}
