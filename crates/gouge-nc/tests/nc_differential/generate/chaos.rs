//! Blocks of words thrown together: most conflict, and both interpreters must say so.

use super::Writer;

const CODES: &[&str] = &[
    "G0", "G1", "G2", "G3", "G4", "G5", "G5.1", "G5.2", "G5.3", "G7", "G8", "G10", "G17", "G18",
    "G19", "G20", "G21", "G28", "G28.1", "G30", "G30.1", "G33", "G33.1", "G40", "G41", "G41.1",
    "G42", "G42.1", "G43", "G43.1", "G49", "G52", "G53", "G54", "G55", "G59.1", "G61", "G61.1",
    "G64", "G73", "G74", "G76", "G80", "G81", "G82", "G83", "G84", "G85", "G86", "G87", "G88",
    "G89", "G90", "G90.1", "G91", "G91.1", "G92", "G92.1", "G92.2", "G92.3", "G93", "G94", "G95",
    "G96", "G97", "G98", "G99", "M0", "M1", "M3", "M4", "M5", "M7", "M8", "M9", "M19", "M48",
    "M49", "M50", "M51", "M52", "M53", "M60", "M61", "M62", "M63", "M64", "M65", "M67", "M68",
    "M70", "M71", "M72", "M73",
];

const LETTERS: &[&str] = &[
    "X", "Y", "Z", "A", "B", "C", "U", "V", "W", "I", "J", "K", "R", "P", "Q", "L", "D", "E", "F",
    "H", "S", "T", "@", "^", "$",
];

impl Writer {
    pub(super) fn chaos(&mut self) {
        self.raw("G49");
        for _ in 0..1 + self.rng.below(3) {
            let mut words: Vec<String> = Vec::new();
            for _ in 0..self.rng.below(3) {
                words.push((*self.rng.pick(CODES)).to_owned());
            }
            for _ in 0..self.rng.below(5) {
                let letter = *self.rng.pick(LETTERS);
                // Whole and small for the most part, so that words which must be whole are.
                let value = match self.rng.below(6) {
                    0 => format!("{}", self.rng.word(-9.0, 9.0)),
                    1 => "-1".to_owned(),
                    _ => format!("{}", self.rng.below(4)),
                };
                words.push(format!("{letter}{value}"));
            }
            if self.rng.one_in(9) {
                words.insert(0, "/".to_owned());
            }
            self.raw(&words.join(" "));
        }
        self.recover();
    }

    /// Back to what the generator knows.
    fn recover(&mut self) {
        self.raw("G80 G40 G49");
        let units = if self.inch { "G20" } else { "G21" };
        let plane = self.plane.word();
        self.raw(&format!("G90 G94 G91.1 G8 G97 {plane} {units} F100"));
        self.raw("S1000 M3");
        self.incremental = false;
        self.approach();
    }
}
