//! What a program finds in a numbered parameter that it has not set. LinuxCNC's user manual,
//! "Numbered Parameters": #1 … #5000 are the user's, empty when the control is switched on; what
//! stands above is the machine's, and outlives the program. To Mach3, work offsets go on from
//! #5391.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::control::Control;
use crate::control::params::{DIAMETER, HOME, MACHINES, POSITION, TOOL, offset_slot};
use crate::dialect::Dialect;

/// Something that nothing states, and that the program has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trust {
    /// Where machine zero lies.
    MachineZero,
    /// That a parameter of the user's is empty.
    Empty(usize),
    /// The diameter that the control's table holds of the tool in the spindle.
    Diameter,
    /// Where one of A, B, C, U, V, W stands.
    Rest(usize),
}

/// What the program has read on trust and is yet to be listed.
#[derive(Debug, Default)]
pub(crate) struct Trusted {
    read: RefCell<BTreeSet<Trust>>,
}

impl Trusted {
    pub fn note(&self, trust: Trust) {
        self.read.borrow_mut().insert(trust);
    }

    pub fn take(&mut self) -> BTreeSet<Trust> {
        std::mem::take(self.read.get_mut())
    }
}

impl Control<'_> {
    /// A numbered parameter as the program reads it, NaN where the machine alone knows it. Work
    /// offsets count from machine zero there.
    pub fn parameter(&self, number: usize) -> f64 {
        if self.is_position(number) {
            return self.position(number - POSITION);
        }
        let of_tool = (TOOL..=TOOL + 13).contains(&number);
        let lost = self.invalid.tool || (number != TOOL && self.tools.has_lost(0));
        if of_tool && lost {
            return f64::NAN;
        }
        let Some(value) = self.params.stated(number) else { return self.unstated(number) };
        if let Some((system, axis @ 0..3)) = offset_slot(number)
            && !self.is_placed(system)
        {
            self.reads_from_zero(axis);
        }
        self.weigh_stated(number);
        self.home_of(number).map_or(value, |home| value - home)
    }

    /// Whether a parameter is the current position, X … W.
    pub fn is_position(&self, number: usize) -> bool {
        self.options.dialect != Dialect::Mach3 && (POSITION..POSITION + 9).contains(&number)
    }

    fn position(&self, axis: usize) -> f64 {
        match axis {
            0..=2 => self.work_place(axis),
            _ => self.rest_place(axis - 3),
        }
    }

    /// Where one of A, B, C, U, V, W stands in work coordinates.
    pub fn rest_place(&self, axis: usize) -> f64 {
        self.trusted.note(Trust::Rest(axis));
        self.state.rest[axis]
    }

    /// The program reads a place of an axis that counts from machine zero.
    pub fn reads_from_zero(&self, axis: usize) {
        if self.options.home[axis].is_none() {
            self.trusted.note(Trust::MachineZero);
        }
    }

    /// What is stated may rest on more than the program.
    fn weigh_stated(&self, number: usize) {
        for (first, of_work) in HOME.into_iter().zip(self.stored_home) {
            if let Some(axis @ 0..3) = number.checked_sub(first)
                && of_work.is_some_and(|of_work| of_work[axis])
            {
                self.reads_from_zero(axis);
            }
        }
        let set = || self.tools.entry(0).is_some_and(|entry| entry.diameter_set);
        if number == DIAMETER && !self.tools.has_table() && !set() {
            self.trusted.note(Trust::Diameter);
        }
    }

    fn unstated(&self, number: usize) -> f64 {
        match offset_slot(number) {
            // Where the first lies is where the program's zero does.
            Some((1, axis @ 0..3)) => {
                self.reads_from_zero(axis);
                0.0 - self.home_of(number).unwrap_or(0.0)
            }
            _ if number >= MACHINES => f64::NAN,
            _ => {
                self.trusted.note(Trust::Empty(number));
                0.0
            }
        }
    }
}
