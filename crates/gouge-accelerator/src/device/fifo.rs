//! The output FIFO between the polygon unit and the host interface.

use std::collections::VecDeque;

use super::messages::Found;
use super::unit::{Cycles, Wake};
use super::wires::Wires;
use crate::description::Description;
use crate::statistics::{Statistics, Unit};

const STATES: &[(&str, &str)] = &[
    ("empty", "The FIFO holds nothing."),
    ("filled", "The FIFO holds results and has room."),
    ("full", "The FIFO has no room: the polygon unit has to wait."),
];

#[derive(Debug)]
pub(crate) struct Fifo {
    entries: VecDeque<Found>,
    limit: usize,
    highest: usize,
    passed: u64,
    pub cycles: Cycles,
}

impl Fifo {
    pub fn new(d: &Description) -> Self {
        Self {
            entries: VecDeque::new(),
            limit: d.fifo.entries as usize,
            highest: 0,
            passed: 0,
            cycles: Cycles::new(STATES),
        }
    }

    pub fn tick(&mut self, wires: &mut Wires, _now: u64) -> Wake {
        let full = self.entries.len() >= self.limit;
        if let Some(&first) = self.entries.front()
            && wires.results.offer(first).is_ok()
        {
            self.entries.pop_front();
            self.passed += 1;
        }
        if !full && let Some(found) = wires.found.take() {
            self.entries.push_back(found);
            self.highest = self.highest.max(self.entries.len());
        }
        self.cycles.is(match self.entries.len() {
            0 => 0,
            _ if full => 2,
            _ => 1,
        });
        None
    }

    pub fn report(&self, out: &mut Statistics) {
        self.cycles.report("fifo", out);
        let sentence = "Most entries in the FIFO.";
        out.put_greatest("fifo.highest", self.highest as f64, Unit::Entries, sentence);
        let sentence = "Entries that went through the FIFO.";
        out.put("fifo.passed", self.passed as f64, Unit::Entries, sentence);
    }
}
