//! The limits that motions are checked against: one tolerance, allowance and deviation for all, and
//! others where a tool, an operation or a part has its own.

use std::collections::BTreeMap;

/// The limits of a motion at a body, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Depth above which it gouges.
    pub tolerance: f64,
    /// Stock that must stay on parts; negative: what may go.
    pub allowance: f64,
    /// How far the machine may leave the programmed path.
    pub deviation: f64,
}

/// A tool of an operation against a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Index of the body: parts first, then fixtures.
    pub body: u32,
    /// Tool number.
    pub tool: u32,
    /// Index of the operation.
    pub operation: u32,
}

/// The cases that are checked against limits of their own.
#[derive(Clone, Debug, Default)]
pub struct OwnLimits {
    /// All the different limits, each once.
    kinds: Vec<Limits>,
    /// The kind of each case, from 1.
    cases: BTreeMap<Case, u32>,
}

impl OwnLimits {
    /// Gives a case limits of its own.
    pub fn put(&mut self, case: Case, limits: Limits) {
        let known = self.kinds.iter().position(|kind| *kind == limits);
        let index = known.unwrap_or_else(|| {
            self.kinds.push(limits);
            self.kinds.len() - 1
        });
        self.cases.insert(case, index as u32 + 1);
    }

    /// The limits of a case that has its own.
    #[must_use]
    pub fn of(&self, case: Case) -> Option<Limits> {
        self.cases.get(&case).and_then(|&kind| self.kinds.get(kind as usize - 1).copied())
    }

    /// All the different limits, each once.
    #[must_use]
    pub fn kinds(&self) -> &[Limits] {
        &self.kinds
    }

    /// The tools that are checked against limits of their own, each with the index of these, from
    /// 1.
    pub(super) fn tools(&self) -> impl Iterator<Item = (u32, u32)> {
        self.cases.iter().map(|(case, &kind)| (case.tool, kind))
    }

    /// The index of the limits that a case is checked against; 0 for those of all.
    pub(super) fn kind(&self, case: Case) -> u32 {
        if self.cases.is_empty() { 0 } else { self.cases.get(&case).copied().unwrap_or(0) }
    }
}
