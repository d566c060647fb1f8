//! LinuxCNC's tool table: user manual, "Tool Table Format".

use std::collections::BTreeMap;
use std::path::Path;

use crate::read::source::small_file;

/// What a control knows about one tool.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ToolEntry {
    /// Offsets X Y Z A B C U V W, mm and degrees; Z is the length.
    pub offset: [f64; 9],
    /// The length is stated, not only left at zero.
    pub length_known: bool,
    /// Diameter, mm.
    pub diameter: f64,
    /// The program itself has set the diameter (G10 with R).
    pub diameter_set: bool,
    /// Lathe tool angles, degrees.
    pub angles: [f64; 2],
    /// Lathe tool orientation, 0 … 9.
    pub orientation: u8,
    /// Pocket number.
    pub pocket: u32,
}

impl ToolEntry {
    /// A mill of this length and diameter, mm.
    #[must_use]
    pub fn mill(length: f64, diameter: f64) -> Self {
        let mut entry = ToolEntry { diameter, ..ToolEntry::default() };
        entry.offset[2] = length;
        entry.length_known = true;
        entry
    }

    /// Its offsets X, Y and Z, mm.
    pub(crate) fn xyz(&self) -> [f64; 3] {
        let [x, y, z, ..] = self.offset;
        [x, y, z]
    }
}

/// The control's tool table, by tool number; or what is declared of some tools in its stead, which
/// is no table that another tool could be missing from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolTable {
    tools: BTreeMap<u32, ToolEntry>,
    /// It was read from the control's file: a tool that it lacks does not exist.
    whole: bool,
    /// Nothing said which unit it is in.
    unit_taken: bool,
}

/// Why a tool table could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ToolTableError {
    /// The file could not be opened or read.
    #[error("cannot read tool table {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line that is not tool data.
    #[error("{path}:{line}: `{word}` is not tool data: a line reads T1 P1 Z50.0 D10.0 ; text")]
    Word {
        /// The file.
        path: String,
        /// Line, from 1.
        line: usize,
        /// The guilty word.
        word: String,
    },
    /// Two lines that say different things of one tool.
    #[error(
        "{path}:{line}: tool {number} is on line {first} too, with different figures: keep the line that \
         is right (LinuxCNC takes the first)"
    )]
    Twice {
        /// The file.
        path: String,
        /// Line of the second one, from 1.
        line: usize,
        /// Line of the first one.
        first: usize,
        /// The tool.
        number: u32,
    },
}

impl ToolTable {
    /// Reads a LinuxCNC `.tbl`; `scale` is millimetres per unit of the table.
    ///
    /// # Errors
    /// When the file cannot be read or a line is not tool data.
    pub fn read(path: &Path, scale: f64) -> Result<Self, ToolTableError> {
        let name = path.display().to_string();
        let text = small_file(path)
            .map_err(|source| ToolTableError::Unreadable { path: name.clone(), source })?;
        Self::parse(&name, &String::from_utf8_lossy(&text), scale)
    }

    /// The same for text already read.
    ///
    /// # Errors
    /// When a line is not tool data.
    pub fn parse(name: &str, text: &str, scale: f64) -> Result<Self, ToolTableError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut table = ToolTable { whole: true, ..ToolTable::default() };
        let mut lines = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let data = line.split(';').next().unwrap_or_default();
            let mut number = None;
            let mut entry = ToolEntry::default();
            for word in data.split_ascii_whitespace() {
                let wrong = || ToolTableError::Word {
                    path: name.to_owned(),
                    line: index + 1,
                    word: word.to_owned(),
                };
                let mut letters = word.chars();
                let letter = letters.next().unwrap_or(' ').to_ascii_uppercase();
                let value: f64 = letters.as_str().parse().map_err(|_| wrong())?;
                if !value.is_finite() {
                    return Err(wrong());
                }
                match letter {
                    // A pocket that is empty.
                    'T' if value == -1.0 => {}
                    'T' if value < 0.0 || value.fract() != 0.0 => return Err(wrong()),
                    'T' => number = Some(value as u32),
                    'P' => entry.pocket = value as u32,
                    'D' => entry.diameter = value * scale,
                    'I' => entry.angles[0] = value,
                    'J' => entry.angles[1] = value,
                    'Q' => entry.orientation = value as u8,
                    _ => {
                        let axis =
                            AXES.iter().position(|axis| *axis == letter).ok_or_else(wrong)?;
                        let length = !(3..6).contains(&axis);
                        entry.offset[axis] = if length { value * scale } else { value };
                        entry.length_known |= axis == 2;
                    }
                }
            }
            let Some(number) = number else { continue };
            let first = *lines.entry(number).or_insert(index + 1);
            // One tool may be entered for several pockets.
            let pocket = entry.pocket;
            let before = *table.tools.entry(number).or_insert(entry);
            if (ToolEntry { pocket, ..before }) != entry {
                let (path, line) = (name.to_owned(), index + 1);
                return Err(ToolTableError::Twice { path, line, first, number });
            }
        }
        Ok(table)
    }

    /// The same table where nobody said which unit it is in: what an inch program takes from it is
    /// then an assumption.
    #[must_use]
    pub fn of_taken_unit(self) -> Self {
        ToolTable { unit_taken: true, ..self }
    }

    /// Nobody said which unit it is in.
    pub(crate) fn unit_taken(&self) -> bool {
        self.unit_taken
    }

    /// It is the control's own.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// A tool has an offset along X or Y.
    pub(crate) fn has_sideways(&self) -> bool {
        self.tools.values().any(|entry| entry.offset[..2] != [0.0; 2])
    }

    /// The entry of a tool.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<ToolEntry> {
        self.tools.get(&number).copied()
    }

    /// Every entry, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &ToolEntry)> {
        self.tools.iter().map(|(number, entry)| (*number, entry))
    }

    /// Puts or replaces an entry.
    pub fn insert(&mut self, number: u32, entry: ToolEntry) {
        self.tools.insert(number, entry);
    }
}

const AXES: [char; 9] = ['X', 'Y', 'Z', 'A', 'B', 'C', 'U', 'V', 'W'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lengths_and_diameters() {
        let table = ToolTable::parse("t", "T1 P2 Z+1.5 D.25 ;quarter\n; none\nT2 A5 Q3", 25.4);
        let table = table.unwrap();
        let one = table.get(1).unwrap();
        assert_eq!((one.offset[2], one.diameter, one.pocket), (1.5 * 25.4, 0.25 * 25.4, 2));
        assert_eq!(table.get(2).unwrap().offset[3], 5.0);
        assert!(table.get(3).is_none());
    }

    /// Of two lines for one tool the second counted; LinuxCNC takes the first.
    #[test]
    fn a_tool_has_one_line() {
        let read = |text: &str| ToolTable::parse("t", text, 1.0);
        let twice = read("T1 Z50 D6\nT2 Z9\nT1 Z60 D6\n").unwrap_err().to_string();
        assert!(twice.starts_with("t:3: tool 1 is on line 1 too"), "{twice}");
        assert!(read("T1 P1 Z50\nT1 P2 Z50\n").is_ok());
        assert!(read("T-1 P1\nT-1 P2 Z3\n").unwrap().get(0).is_none());
        assert!(read("T1.5 Z3\n").is_err());
    }

    /// Editors that mark a file as UTF-8 made its first line no tool data.
    #[test]
    fn a_byte_order_mark_is_no_word() {
        assert!(ToolTable::parse("t", "\u{feff}T1 Z50\n", 1.0).unwrap().get(1).is_some());
    }

    #[test]
    fn names_the_guilty_word() {
        let error = ToolTable::parse("t", "T1 D1\nT2 Zfoo", 1.0).unwrap_err();
        assert_eq!(error.to_string().split(':').nth(1), Some("2"));
    }
}
