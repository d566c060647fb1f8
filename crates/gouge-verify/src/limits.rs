//! What motions are held to: one tolerance, allowance and deviation for all, and others where a
//! tool, an operation or a part has its own.

use std::collections::BTreeMap;

use super::options::Options;
use super::prepared::PreparedTool;
use super::thresholds::Thresholds;
use gouge_core::tool::Spec;

/// What a motion is held to before a body, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Depth above which it gouges.
    pub tolerance: f64,
    /// Stock that must stay on parts; negative: what may go.
    pub allowance: f64,
    /// How far the machine may leave the programmed path.
    pub deviation: f64,
}

/// A tool of an operation before a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Index of the body: parts first, then fixtures.
    pub body: u32,
    /// Tool number.
    pub tool: u32,
    /// Index of the operation.
    pub operation: u32,
}

/// The cases that are held to limits of their own.
#[derive(Clone, Debug, Default)]
pub struct OwnLimits {
    /// Every limits that there are, once.
    kinds: Vec<Limits>,
    /// The kind of each case, from 1.
    cases: BTreeMap<Case, u32>,
}

impl OwnLimits {
    /// Holds a case to limits of its own.
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

    /// Every limits that there are, once.
    #[must_use]
    pub fn kinds(&self) -> &[Limits] {
        &self.kinds
    }

    /// Which limits a case is held to: those of all are 0.
    fn kind(&self, case: Case) -> u32 {
        if self.cases.is_empty() { 0 } else { self.cases.get(&case).copied().unwrap_or(0) }
    }
}

impl Options {
    /// What holds where nothing else does.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let Self { tolerance, allowance, deviation, .. } = *self;
        Limits { tolerance, allowance, deviation }
    }

    /// What a case is held to.
    #[must_use]
    pub fn limits_of(&self, case: Case) -> Limits {
        self.own.of(case).unwrap_or_else(|| self.limits())
    }

    /// The greatest of a figure over all limits that there are.
    pub(super) fn most(&self, figure: impl Fn(&Limits) -> f64) -> f64 {
        self.own.kinds.iter().map(&figure).fold(figure(&self.limits()), f64::max)
    }
}

/// Every tool, made ready for each kind of limits that it is held to.
pub(super) struct PreparedTools<'a> {
    own: &'a OwnLimits,
    /// By kind.
    thresholds: Vec<Thresholds>,
    /// By number and kind.
    tools: BTreeMap<(u32, u32), PreparedTool>,
}

/// A tool and what it is held to.
#[derive(Clone, Copy)]
pub(super) struct HeldTool<'a> {
    /// Number and kind of limits: the same only for what is the same tool in every respect.
    pub key: (u32, u32),
    pub tool: &'a PreparedTool,
    pub thresholds: Thresholds,
}

impl<'a> PreparedTools<'a> {
    /// Makes the tools ready. `column` is the height of those without an end, mm, `float` the
    /// rounding of the exact tests, mm.
    pub fn new(
        specs: &BTreeMap<u32, Spec>,
        options: &'a Options,
        column: impl Fn(&Spec, &Limits) -> f64,
        float: f64,
    ) -> Self {
        let own = &options.own;
        let kinds: Vec<Limits> =
            std::iter::once(options.limits()).chain(own.kinds.iter().copied()).collect();
        let numbers = specs.keys().map(|&number| (number, 0));
        let held = own.cases.iter().map(|(case, &kind)| (case.tool, kind));
        let ready = |key: (u32, u32)| {
            let (spec, limits) = (specs.get(&key.0)?, kinds.get(key.1 as usize)?);
            let tool = spec.build(column(spec, limits));
            Some((key, PreparedTool::new(tool, limits.tolerance, limits.deviation)))
        };
        let thresholds = |limits: &Limits| Thresholds {
            tolerance: limits.tolerance,
            allowance: limits.allowance,
            all: options.all_depths,
            float,
        };
        Self {
            own,
            thresholds: kinds.iter().map(thresholds).collect(),
            tools: numbers.chain(held).filter_map(ready).collect(),
        }
    }

    /// The tool of a case.
    pub fn of(&self, case: Case) -> Option<HeldTool<'_>> {
        let key = (case.tool, self.own.kind(case));
        Some(HeldTool { key, tool: self.tools.get(&key)?, thresholds: self.thresholds(case) })
    }

    /// What a case is held to.
    pub fn thresholds(&self, case: Case) -> Thresholds {
        self.thresholds[self.own.kind(case) as usize]
    }

    /// Every tool, as often as there are limits that it is held to.
    pub fn all(&self) -> impl Iterator<Item = (u32, &PreparedTool)> {
        self.tools.iter().map(|((number, _), tool)| (*number, tool))
    }
}
