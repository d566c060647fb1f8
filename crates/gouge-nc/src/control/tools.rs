//! The control's tools while a program runs: what is chosen, what is in the spindle, what is known.

use crate::control::tool_table::{ToolEntry, ToolTable};

/// Tools: the table, what is chosen and what is in the spindle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tools {
    /// `None`: every number is a tool without length or diameter until the program sets one.
    given: bool,
    table: ToolTable,
    /// Tool chosen by T.
    pub selected: u32,
    /// Tool in the spindle, 0 for none.
    pub spindle_number: u32,
    spindle: ToolEntry,
}

impl Tools {
    pub fn new(table: Option<ToolTable>) -> Self {
        Tools {
            given: table.is_some(),
            table: table.unwrap_or_default(),
            selected: 0,
            spindle_number: 0,
            spindle: ToolEntry::default(),
        }
    }

    /// A tool's entry; 0 is what is in the spindle. `None` when the table lacks it.
    pub fn entry(&self, number: u32) -> Option<ToolEntry> {
        if number == 0 {
            return Some(self.spindle);
        }
        let found = self.table.get(number);
        if self.given { found } else { Some(found.unwrap_or_default()) }
    }

    /// Offsets X, Y and Z of the tool in the spindle, mm, when its length is known.
    pub fn spindle_length(&self) -> Option<[f64; 3]> {
        let [x, y, z, ..] = self.spindle.offset;
        self.spindle.length_known.then_some([x, y, z])
    }

    pub fn pocket(&self, number: u32) -> u32 {
        self.table.get(number).map_or(0, |entry| entry.pocket)
    }

    /// Puts the tool into the spindle; 0 empties it.
    pub fn load(&mut self, number: u32) {
        self.spindle_number = number;
        self.spindle =
            if number == 0 { ToolEntry::default() } else { self.entry(number).unwrap_or_default() };
    }

    /// Changes a tool's entry, in the spindle too if it is there.
    pub fn change(&mut self, number: u32, entry: ToolEntry) {
        self.table.insert(number, entry);
        if number == self.spindle_number {
            self.spindle = entry;
        }
    }
}
