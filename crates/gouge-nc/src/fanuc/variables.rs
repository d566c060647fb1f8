//! Variables of macro B, which may be vacant, as Fanuc and Haas controls keep them.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// A value; `None` is a vacant variable (`#0`).
pub(crate) type Value = Option<f64>;

/// Number of local variables, `#1` … `#33`.
const LOCALS: usize = 33;

/// Variables set by the program: local to a macro call (`#1` … `#33`) and common.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Variables {
    levels: Vec<[Value; LOCALS]>,
    common: HashMap<u32, Value>,
    /// Common variables that were read and that the program had not set.
    unset: RefCell<BTreeSet<u32>>,
    /// A Haas has more of them, above #10000.
    haas: bool,
}

/// Why a variable has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// No control has it.
    Missing,
    /// A system or lasting variable whose value the program text does not give.
    AtMachine,
    /// The statement that set it was refused.
    Lost,
}

impl Variables {
    pub fn new(haas: bool) -> Self {
        Variables {
            haas,
            levels: vec![[None; LOCALS]],
            common: HashMap::new(),
            unset: RefCell::default(),
        }
    }

    /// Enters a macro call whose arguments are `arguments` (number, value).
    pub fn enter(&mut self, arguments: &[(u32, f64)]) {
        let mut level = [None; LOCALS];
        for (number, value) in arguments {
            if let Some(slot) = level.get_mut(*number as usize - 1) {
                *slot = Some(*value);
            }
        }
        self.levels.push(level);
    }

    /// Leaves it.
    pub fn leave(&mut self) {
        if self.levels.len() > 1 {
            self.levels.pop();
        }
    }

    /// A variable that the program sets; system variables are not kept here.
    pub fn get(&self, number: u32) -> Result<Value, Unreadable> {
        let value = self.kept(number)?;
        if value.is_some_and(f64::is_nan) { Err(Unreadable::Lost) } else { Ok(value) }
    }

    /// The number by which a variable is kept. On a Haas those above #10000 are the common ones, and
    /// the old numbers of some name the same: mill operator's manual, "Macro Variables".
    fn kept_as(&self, number: u32) -> u32 {
        match number {
            10_100..=10_199 | 10_500..=10_699 | 10_800..=10_999 if self.haas => number - 10_000,
            _ => number,
        }
    }

    fn kept(&self, number: u32) -> Result<Value, Unreadable> {
        match self.kept_as(number) {
            0 => Ok(None),
            number @ 1..=33 => Ok(self.levels.last().and_then(|level| level[number as usize - 1])),
            number @ 100..=999 => match self.common.get(&number) {
                Some(value) => Ok(*value),
                // Of these switching the control off leaves nothing.
                None if number < 500 => {
                    self.unset.borrow_mut().insert(number);
                    Ok(None)
                }
                // These outlive the program: what an earlier one left there is not known.
                None => Err(Unreadable::AtMachine),
            },
            34..=99 => Err(Unreadable::Missing),
            number => self.common.get(&number).copied().ok_or(Unreadable::AtMachine),
        }
    }

    /// Common variables read since the last time that an earlier program may have set.
    pub fn take_unset(&mut self) -> BTreeSet<u32> {
        std::mem::take(self.unset.get_mut())
    }

    /// A variable that a refused statement sets has no known value from there on; `false` when it
    /// is none of those that are kept here.
    pub fn lose(&mut self, number: u32) -> bool {
        self.set(number, Some(f64::NAN))
    }

    /// A statement that was refused may have set any of them.
    pub fn lose_all(&mut self) {
        let all = (1..=33).chain(100..=999).chain(10_000..=10_999);
        all.for_each(|number| _ = self.lose(number));
    }

    /// Sets a variable; `false` when the program cannot set this one.
    pub fn set(&mut self, number: u32, value: Value) -> bool {
        match self.kept_as(number) {
            number @ 1..=33 => {
                if let Some(level) = self.levels.last_mut() {
                    level[number as usize - 1] = value;
                }
            }
            number @ 100..=999 => _ = self.common.insert(number, value),
            number @ 10_000..=10_999 if self.haas => _ = self.common.insert(number, value),
            _ => return false,
        }
        true
    }
}
