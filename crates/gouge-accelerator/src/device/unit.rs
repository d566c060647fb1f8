//! What all units have in common: when to wake them, and what they did with their cycles.

use crate::statistics::{Statistics, Unit};

/// The next cycle in which a unit can do something by itself; `None` if it waits for others.
pub(crate) type Wake = Option<u64>;

/// The sooner of two.
pub(crate) fn sooner(a: Wake, b: Wake) -> Wake {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// How many cycles a unit spent in each of its states.
#[derive(Debug)]
pub(crate) struct Cycles {
    states: &'static [(&'static str, &'static str)],
    now: usize,
    spent: Vec<u64>,
}

impl Cycles {
    /// With the names of the states and a sentence for each.
    pub fn new(states: &'static [(&'static str, &'static str)]) -> Self {
        Self { states, now: 0, spent: vec![0; states.len()] }
    }

    pub fn is(&mut self, state: usize) {
        self.now = state;
    }

    pub fn state(&self) -> &'static str {
        self.states[self.now].0
    }

    pub fn pass(&mut self, cycles: u64) {
        self.spent[self.now] += cycles;
    }

    pub fn report(&self, unit: &str, out: &mut Statistics) {
        for (&(name, sentence), &spent) in self.states.iter().zip(&self.spent) {
            out.put(&format!("{unit}.cycles.{name}"), spent as f64, Unit::Cycles, sentence);
        }
    }
}
