//! The controls whose programs are read, and how their languages differ.

use std::fmt;
use std::str::FromStr;

/// The control a program was posted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// LinuxCNC 2.9, the reference for this interpreter.
    #[default]
    LinuxCnc,
    /// Fanuc milling controls (0i and 30i families).
    Fanuc,
    /// Haas mills.
    Haas,
    /// Grbl 1.1 and what follows it.
    Grbl,
    /// Mach3 mill.
    Mach3,
}

impl Dialect {
    /// All of them, in the order of the columns of the word table.
    pub const ALL: [Dialect; 5] =
        [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Haas, Dialect::Grbl, Dialect::Mach3];

    /// Their names on the command line, in the same order.
    pub const NAMES: [&'static str; 5] = ["linuxcnc", "fanuc", "haas", "grbl", "mach3"];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// The name as its makers write it, for messages.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Dialect::LinuxCnc => "LinuxCNC",
            Dialect::Fanuc => "Fanuc",
            Dialect::Haas => "Haas",
            Dialect::Grbl => "Grbl",
            Dialect::Mach3 => "Mach3",
        }
    }

    /// Whether this control may leave the straight line on a rapid, axes arriving one by one.
    #[must_use]
    pub fn dogleg(self) -> bool {
        matches!(self, Dialect::Fanuc | Dialect::Haas)
    }

    /// Whether it speaks macro B: `#` variables that may be vacant, IF … GOTO, WHILE … DO, G65.
    #[must_use]
    pub fn macro_b(self) -> bool {
        matches!(self, Dialect::Fanuc | Dialect::Haas)
    }

    /// Whether M98 and M99 call the lines behind `O…`, wherever they stand in the text.
    pub(crate) fn subprograms_by_number(self) -> bool {
        self.macro_b() || self == Dialect::Mach3
    }

    /// Whether words may take parameters and expressions as values.
    pub(crate) fn expressions(self) -> bool {
        self != Dialect::Grbl
    }

    /// The column of this dialect in the word table.
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A dialect name that is none of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown dialect `{0}`: use one of {names}", names = Dialect::NAMES.join(", "))]
pub struct UnknownDialect(String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let lower = name.to_ascii_lowercase();
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name() == lower)
            .ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}
