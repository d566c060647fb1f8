//! A memory budget that several threads share.

use std::sync::{Condvar, Mutex, PoisonError};

/// Lets tasks in as long as what they hold together stays within the budget, and always one.
pub struct Gate {
    budget: u64,
    held: Mutex<u64>,
    freed: Condvar,
}

/// What a task holds, until it is dropped.
pub struct Held<'a> {
    gate: &'a Gate,
    bytes: u64,
}

impl Gate {
    /// A budget in bytes.
    pub fn new(budget: u64) -> Self {
        Self { budget, held: Mutex::new(0), freed: Condvar::new() }
    }

    /// Waits until `bytes` fit. What is larger than the budget waits until it is alone.
    pub fn enter(&self, bytes: u64) -> Held<'_> {
        let bytes = bytes.clamp(1, self.budget.max(1));
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while *held > 0 && held.saturating_add(bytes) > self.budget {
            held = self.freed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        *held += bytes;
        Held { gate: self, bytes }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        *self.gate.held.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.gate.freed.notify_all();
    }
}
