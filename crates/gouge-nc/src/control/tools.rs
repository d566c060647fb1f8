//! The control's tools while a program runs: what is chosen, what is in the spindle, what is known.

use std::collections::{BTreeMap, BTreeSet};

use crate::control::tool_table::{ToolEntry, ToolTable};
use crate::fanuc::registers::Registers;

/// Highest number of an offset, on any control.
const MOST_OFFSETS: u32 = 999;

/// Tools: the table, what is chosen and what is in the spindle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tools {
    /// Where it is not the control's own, every number is a tool, of which nothing is known but
    /// what was declared or the program sets.
    table: ToolTable,
    /// Diameters are known of declared tools alone.
    declared: bool,
    /// Tool chosen by T.
    pub selected: u32,
    /// A T has chosen one.
    is_selected: bool,
    /// Tool in the spindle, 0 for none.
    pub spindle_number: u32,
    /// The program has put it there.
    is_loaded: bool,
    spindle: ToolEntry,
    /// Offsets X, Y and Z of the tools that the program sets, as they were first stated, mm: what
    /// it sets later moves the tip, and the tool stays as long as it is.
    first: BTreeMap<u32, [f64; 3]>,
    /// Tools whose own offset, which nobody states, was in force: by how much a figure that the
    /// program states later differs from it is not known.
    of_unknown: BTreeSet<u32>,
    /// Of these a block that was refused may have set lengths or diameters.
    lost: BTreeSet<u32>,
    /// Fanuc and Haas: what the program set of the length registers.
    pub registers: Registers,
}

impl Tools {
    pub fn new(table: Option<ToolTable>) -> Self {
        Tools {
            declared: table.as_ref().is_some_and(|table| !table.is_whole()),
            table: table.unwrap_or_default(),
            selected: 0,
            is_selected: false,
            spindle_number: 0,
            is_loaded: false,
            spindle: ToolEntry::default(),
            first: BTreeMap::new(),
            of_unknown: BTreeSet::new(),
            lost: BTreeSet::new(),
            registers: Registers::default(),
        }
    }

    /// A tool's entry; 0 is what is in the spindle. `None` when the table lacks it.
    pub fn entry(&self, number: u32) -> Option<ToolEntry> {
        if number == 0 {
            return Some(self.spindle);
        }
        let found = self.table.get(number);
        if self.table.is_whole() { found } else { Some(found.unwrap_or_default()) }
    }

    /// Offsets X, Y and Z of the tool in the spindle, mm, when its length is known.
    pub fn spindle_length(&self) -> Option<[f64; 3]> {
        if self.counts_from_unknown(self.spindle_number) {
            return None;
        }
        let first = self.first.get(&self.spindle_number).copied();
        first.or(self.spindle.length_known.then(|| self.spindle.xyz()))
    }

    /// Whether a tool of the table has an offset along X or Y.
    pub fn has_sideways(&self) -> bool {
        self.table.has_sideways()
    }

    /// Whether a table states the length of the tool in the spindle.
    pub fn is_in_table(&self) -> bool {
        self.spindle.length_known
    }

    /// The offset of the tool in the spindle, which nobody states, comes into force.
    pub fn use_unknown(&mut self) {
        self.of_unknown.insert(self.spindle_number);
    }

    /// Whether a tool has moved under its own offset before anything stated it.
    pub fn counts_from_unknown(&self, number: u32) -> bool {
        self.of_unknown.contains(&number)
    }

    /// What the control holds of a tool is not known any more; with none, of any.
    pub fn lose_data(&mut self, number: Option<u32>) {
        match number {
            Some(number) => _ = self.lost.insert(number),
            None => self.lost.extend(0..=MOST_OFFSETS),
        }
    }

    /// A block states a length anew.
    pub fn find_data(&mut self, number: u32) {
        self.lost.remove(&self.in_place_of(number));
    }

    /// Whether what the control holds of a tool is not known since a block was refused; 0 is the
    /// tool in the spindle.
    pub fn has_lost(&self, number: u32) -> bool {
        self.lost.contains(&self.in_place_of(number))
    }

    /// The tool that a number means: 0 is the one in the spindle.
    fn in_place_of(&self, number: u32) -> u32 {
        if number == 0 { self.spindle_number } else { number }
    }

    /// Takes the first figure stated of the tool in the spindle for its length, mm; whether this
    /// was it.
    pub fn take_length(&mut self, stated: [f64; 3]) -> bool {
        let number = self.spindle_number;
        let new = self.spindle_length().is_none() && !self.counts_from_unknown(number);
        if new {
            self.first.insert(number, stated);
        }
        new
    }

    /// Tools are declared, and this one is not, or without a diameter.
    pub fn lacks_diameter(&self, entry: &ToolEntry) -> bool {
        self.declared && entry.diameter <= 0.0
    }

    /// The control's own table was given.
    pub fn has_table(&self) -> bool {
        self.table.is_whole()
    }

    /// A table was given, and nobody said which unit it is in.
    pub fn unit_taken(&self) -> bool {
        self.table.is_whole() && self.table.unit_taken()
    }

    pub fn pocket(&self, number: u32) -> u32 {
        self.table.get(number).map_or(0, |entry| entry.pocket)
    }

    /// A T chooses a tool.
    pub fn select(&mut self, number: u32) {
        (self.selected, self.is_selected) = (number, true);
    }

    /// The T given last, before or after its change.
    pub fn last_selected(&self) -> Option<u32> {
        self.is_selected.then_some(self.selected)
    }

    /// The tool that the program has put into the spindle; which was there before is not told.
    pub fn loaded(&self) -> Option<u32> {
        self.is_loaded.then_some(self.spindle_number)
    }

    /// Puts the tool into the spindle; 0 empties it.
    pub fn load(&mut self, number: u32) {
        (self.spindle_number, self.is_loaded) = (number, true);
        self.spindle =
            if number == 0 { ToolEntry::default() } else { self.entry(number).unwrap_or_default() };
    }

    /// Changes a tool's entry, in the spindle too if it is there.
    pub fn change(&mut self, number: u32, entry: ToolEntry) {
        let before = self.table.get(number).filter(|before| before.length_known);
        let known = before.or(Some(entry).filter(|entry| entry.length_known));
        if let Some(known) = known {
            self.first.entry(number).or_insert(known.xyz());
        }
        self.table.insert(number, entry);
        if number == self.spindle_number {
            self.spindle = entry;
        }
    }
}
