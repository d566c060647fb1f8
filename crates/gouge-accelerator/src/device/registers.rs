//! The matrix registers: one set a lane, loaded with a check, read by every unit that needs
//! them in the cycle it needs them.

use crate::margin::Registers;

#[derive(Debug)]
pub(crate) struct MatrixRegisters {
    lanes: Vec<Option<Registers>>,
    staged: Vec<(usize, Registers)>,
}

impl MatrixRegisters {
    pub fn new(lanes: usize) -> Self {
        Self { lanes: vec![None; lanes], staged: Vec::new() }
    }

    pub fn load(&mut self, lane: usize, registers: Registers) {
        self.staged.push((lane, registers));
    }

    /// A lane's set; `None` before its first check.
    pub fn of(&self, lane: usize) -> Option<&Registers> {
        self.lanes[lane].as_ref()
    }

    pub fn commit(&mut self) -> bool {
        let moved = !self.staged.is_empty();
        for (lane, registers) in self.staged.drain(..) {
            self.lanes[lane] = Some(registers);
        }
        moved
    }
}
