//! The meaning of every G and M word, control by control. The reader, the refusals and the
//! documentation all work from this one table.

pub(crate) mod guide;
pub(crate) mod table;

use crate::dialect::Dialect;
use crate::words::table::WORDS;

/// What a control does with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Carried out.
    Done,
    /// Read, and without influence on where the tool goes.
    Ignored,
    /// The control has it; this reading cannot follow it, for the reason given.
    Refused(&'static str),
    /// The control does not have it.
    Absent,
}

/// Words of one modal group exclude each other in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Acts in its own block only (group 0).
    Once,
    /// G0 … G89: how the block moves.
    Motion,
    /// G17 … G19.
    Plane,
    /// G90, G91.
    Distance,
    /// G90.1, G91.1.
    ArcDistance,
    /// G93 … G95.
    FeedMode,
    /// G20, G21.
    Units,
    /// G40 … G42.1.
    CutterCompensation,
    /// G43 … G49.
    ToolLength,
    /// G98, G99.
    ReturnLevel,
    /// G54 … G59.3.
    WorkOffset,
    /// G61, G64.
    PathControl,
    /// G96, G97.
    SpindleMode,
    /// G7, G8.
    LatheDiameter,
    /// G92.1 … G92.3.
    OffsetState,
    /// G50, G51.
    Scaling,
    /// G50.1, G51.1.
    Mirror,
    /// G68, G69.
    Rotation,
    /// G15, G16.
    Polar,
    /// G66, G67.
    ModalCall,
    /// M0, M1, M2, M30, M46, M47, M60, M96 … M99.
    Stop,
    /// M62 … M68.
    InputOutput,
    /// M6, M16, M61.
    ToolChange,
    /// M3, M4, M5, M19, M70 … M73.
    Spindle,
    /// M7, M8, M9.
    Coolant,
    /// M48 … M53.
    Override,
    /// M100 … M199.
    User,
}

/// Number of [`Group`]s.
pub(crate) const GROUPS: usize = Group::User as usize + 1;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// `G` or `M`.
    pub letter: char,
    /// The number; tenths for G (G38.2 is 382).
    pub code: u16,
    /// Its modal group.
    pub group: Group,
    /// What it does, in a few words.
    pub what: &'static str,
    /// What each control does with it, in the order of [`Dialect::ALL`].
    pub uses: [Use; 5],
}

impl Word {
    /// The word as written: `G38.2`.
    #[must_use]
    pub fn name(&self) -> String {
        code_name(self.letter, self.code)
    }
}

/// A code as written: G in tenths.
pub(crate) fn code_name(letter: char, code: u16) -> String {
    match (letter, code / 10, code % 10) {
        ('G', whole, 0) => format!("G{whole}"),
        ('G', whole, tenth) => format!("G{whole}.{tenth}"),
        _ => format!("{letter}{code}"),
    }
}

/// The whole table, for the documentation.
#[must_use]
pub fn words() -> &'static [Word] {
    WORDS
}

/// The rows one control knows, by number.
pub(crate) struct Lookup {
    dialect: Dialect,
    g: Vec<u16>,
    m: Vec<u16>,
}

/// First G number, in tenths, that no control has.
const G_LIMIT: usize = 3000;
/// First M number that no control has.
const M_LIMIT: usize = 1000;
const NONE: u16 = u16::MAX;

impl Lookup {
    pub fn new(dialect: Dialect) -> Self {
        let mut lookup = Lookup { dialect, g: vec![NONE; G_LIMIT], m: vec![NONE; M_LIMIT] };
        for (row, word) in WORDS.iter().enumerate() {
            if word.uses[dialect.index()] == Use::Absent {
                continue;
            }
            let column = if word.letter == 'G' { &mut lookup.g } else { &mut lookup.m };
            if let Some(slot) = column.get_mut(usize::from(word.code)) {
                *slot = u16::try_from(row).unwrap_or(NONE);
            }
        }
        lookup
    }

    /// The row of a G number (tenths), when this control has it.
    #[inline]
    pub fn g(&self, code: u16) -> Option<&'static Word> {
        self.g.get(usize::from(code)).and_then(|row| WORDS.get(usize::from(*row)))
    }

    /// The row of an M number, when this control has it.
    #[inline]
    pub fn m(&self, code: u16) -> Option<&'static Word> {
        self.m.get(usize::from(code)).and_then(|row| WORDS.get(usize::from(*row)))
    }

    /// What this control does with a row it has.
    #[inline]
    pub fn use_of(&self, word: &Word) -> Use {
        word.uses[self.dialect.index()]
    }

    /// The message for a word that the table does not give this control: says which others have it.
    /// Not that this one has none, since a maker's options are more than any table.
    pub fn absent(&self, letter: char, code: u16) -> String {
        let name = code_name(letter, code);
        let others: Vec<&str> = Dialect::ALL
            .into_iter()
            .filter(|dialect| {
                WORDS.iter().any(|word| {
                    word.letter == letter
                        && word.code == code
                        && word.uses[dialect.index()] != Use::Absent
                })
            })
            .map(Dialect::title)
            .collect();
        let here = self.dialect.title();
        match others.as_slice() {
            [] => format!("{name} is not read here, for {here} or any other control"),
            [one] => format!(
                "{name} is not read here for {here}, for {one} it is: name the control with --dialect"
            ),
            [many @ .., last] => format!(
                "{name} is not read here for {here}, for {} and {last} it is: name the control with \
                 --dialect",
                many.join(", ")
            ),
        }
    }
}

/// G codes in tenths, as blocks carry them.
pub(crate) mod g {
    pub const G0: u16 = 0;
    pub const G1: u16 = 10;
    pub const G2: u16 = 20;
    pub const G3: u16 = 30;
    pub const G4: u16 = 40;
    pub const G5: u16 = 50;
    pub const G5_1: u16 = 51;
    pub const G5_2: u16 = 52;
    pub const G5_3: u16 = 53;
    pub const G7: u16 = 70;
    pub const G8: u16 = 80;
    pub const G10: u16 = 100;
    pub const G12: u16 = 120;
    pub const G13: u16 = 130;
    pub const G17: u16 = 170;
    pub const G18: u16 = 180;
    pub const G19: u16 = 190;
    pub const G20: u16 = 200;
    pub const G28: u16 = 280;
    pub const G28_1: u16 = 281;
    pub const G29: u16 = 290;
    pub const G30: u16 = 300;
    pub const G30_1: u16 = 301;
    pub const G33: u16 = 330;
    pub const G33_1: u16 = 331;
    pub const G38_2: u16 = 382;
    pub const G38_5: u16 = 385;
    pub const G40: u16 = 400;
    pub const G41: u16 = 410;
    pub const G41_1: u16 = 411;
    pub const G42: u16 = 420;
    pub const G42_1: u16 = 421;
    pub const G43: u16 = 430;
    pub const G43_1: u16 = 431;
    pub const G43_2: u16 = 432;
    pub const G49: u16 = 490;
    pub const G16: u16 = 160;
    pub const G51: u16 = 510;
    pub const G51_1: u16 = 511;
    pub const G54_1: u16 = 541;
    pub const G65: u16 = 650;
    pub const G66: u16 = 660;
    pub const G67: u16 = 670;
    pub const G68: u16 = 680;
    pub const G101: u16 = 1010;
    pub const G103: u16 = 1030;
    pub const G110: u16 = 1100;
    pub const G129: u16 = 1290;
    pub const G154: u16 = 1540;
    pub const G187: u16 = 1870;
    pub const G52: u16 = 520;
    pub const G53: u16 = 530;
    pub const G54: u16 = 540;
    pub const G59: u16 = 590;
    pub const G64: u16 = 640;
    pub const G70: u16 = 700;
    pub const G71: u16 = 710;
    pub const G71_2: u16 = 712;
    pub const G72: u16 = 720;
    pub const G72_2: u16 = 722;
    pub const G73: u16 = 730;
    pub const G74: u16 = 740;
    pub const G76: u16 = 760;
    pub const G80: u16 = 800;
    pub const G81: u16 = 810;
    pub const G82: u16 = 820;
    pub const G83: u16 = 830;
    pub const G84: u16 = 840;
    pub const G85: u16 = 850;
    pub const G86: u16 = 860;
    pub const G87: u16 = 870;
    pub const G88: u16 = 880;
    pub const G89: u16 = 890;
    pub const G90: u16 = 900;
    pub const G90_1: u16 = 901;
    pub const G91: u16 = 910;
    pub const G91_1: u16 = 911;
    pub const G92: u16 = 920;
    pub const G92_1: u16 = 921;
    pub const G92_2: u16 = 922;
    pub const G92_3: u16 = 923;
    pub const G93: u16 = 930;
    pub const G94: u16 = 940;
    pub const G95: u16 = 950;
    pub const G96: u16 = 960;
    pub const G98: u16 = 980;
    pub const G99: u16 = 990;

    /// Drilling, boring and tapping cycles.
    pub fn is_cycle(code: u16) -> bool {
        (code > G80 && code < G90) || code == G73 || code == G74
    }

    /// Lathe roughing and finishing cycles G70 … G72.2.
    pub fn is_lathe_cycle(code: u16) -> bool {
        code == G70 || (G71..=G71_2).contains(&code) || (G72..=G72_2).contains(&code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_has_two_meanings_for_a_word() {
        for dialect in Dialect::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for word in WORDS.iter().filter(|word| word.uses[dialect.index()] != Use::Absent) {
                assert!(seen.insert((word.letter, word.code)), "{dialect}: {}", word.name());
            }
        }
    }

    #[test]
    fn a_missing_word_names_the_controls_that_have_it() {
        let message = Lookup::new(Dialect::Grbl).absent('G', g::G81);
        assert!(message.contains("LinuxCNC") && message.contains("Haas"), "{message}");
        // A Fanuc has G22; what is not read here says nothing of what a control has.
        let message = Lookup::new(Dialect::Fanuc).absent('G', 220);
        assert_eq!(message, "G22 is not read here, for Fanuc or any other control");
    }
}
