//! Every tool, prepared for each kind of limits that it is checked against.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::body::Body;
use super::limits::{Case, Limits, OwnLimits};
use super::narrowed::Narrowed;
use super::options::Options;
use super::prepared::{PreparedComponent, PreparedTool};
use super::thresholds::{Slack, Thresholds};
use gouge_core::tool::Spec;

/// Every tool, prepared for each kind of limits that it is checked against.
pub(super) struct PreparedTools<'a> {
    own: &'a OwnLimits,
    /// By kind of limits.
    thresholds: Vec<Thresholds>,
    /// By number and kind.
    tools: BTreeMap<(u32, u32), ReadyTool>,
}

/// A tool, and its components offset inwards from their walls by what they may cut: of parts, and
/// of fixtures, once that is asked for.
struct ReadyTool {
    tool: PreparedTool,
    narrowed: Vec<[OnceLock<Option<Narrowed>>; 2]>,
}

/// A tool and the limits it is checked against.
#[derive(Clone, Copy)]
pub(super) struct HeldTool<'a> {
    /// Number and kind of limits: the same only for what is the same tool in every respect.
    pub key: (u32, u32),
    pub tool: &'a PreparedTool,
    pub thresholds: Thresholds,
    narrowed: &'a [[OnceLock<Option<Narrowed>>; 2]],
}

impl<'a> PreparedTools<'a> {
    /// Prepares the tools. `column` is the height of those without an end, mm, `slack` that of all
    /// bodies.
    pub fn new(
        specs: &BTreeMap<u32, Spec>,
        options: &'a Options,
        column: impl Fn(&Spec, &Limits) -> f64,
        slack: Slack,
    ) -> Self {
        let own = &options.own;
        let kinds: Vec<Limits> =
            std::iter::once(options.limits()).chain(own.kinds().iter().copied()).collect();
        let numbers = specs.keys().map(|&number| (number, 0));
        let held = own.tools();
        let ready = |key: (u32, u32)| {
            let (spec, limits) = (specs.get(&key.0)?, kinds.get(key.1 as usize)?);
            let tool = spec.build(column(spec, limits));
            let tool = PreparedTool::new(tool, limits.tolerance, limits.deviation);
            let narrowed = tool.components.iter().map(|_| Default::default()).collect();
            Some((key, ReadyTool { tool, narrowed }))
        };
        let thresholds = |limits: &Limits| Thresholds {
            tolerance: limits.tolerance,
            allowance: limits.allowance,
            all: options.all_depths,
            slack,
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
        let ReadyTool { tool, narrowed } = self.tools.get(&key)?;
        Some(HeldTool { key, tool, thresholds: self.thresholds(case), narrowed })
    }

    /// The limits that a case is checked against.
    pub fn thresholds(&self, case: Case) -> Thresholds {
        self.thresholds[self.own.kind(case) as usize]
    }

    /// Every tool, once for each of the limits that it is checked against.
    pub fn all(&self) -> impl Iterator<Item = (u32, &PreparedTool)> {
        self.tools.iter().map(|((number, _), ready)| (*number, &ready.tool))
    }
}

impl<'a> HeldTool<'a> {
    /// Its components, and what makes each ready that is offset inwards by what it may cut of a
    /// body.
    pub fn narrowed(
        self,
        body: &'a Body,
    ) -> impl Iterator<Item = (&'a PreparedComponent, impl FnOnce() -> Option<&'a Narrowed> + 'a)>
    {
        let (of, thresholds) = (usize::from(body.fixture), self.thresholds);
        let level = thresholds.limit(body);
        self.tool.components.iter().zip(self.narrowed).map(move |(component, narrowed)| {
            let new = move || Narrowed::new(component, level, thresholds.slack);
            (component, move || narrowed[of].get_or_init(new).as_ref())
        })
    }

    /// How deep anything can be in the tool, mm.
    pub fn most(&self, body: &Body) -> f64 {
        let thicker = self.thresholds.allowance(body).max(0.0);
        let bound = |c: &PreparedComponent| c.reach() + c.grow + thicker;
        self.tool.components.iter().map(bound).fold(0.0, f64::max)
    }
}
