//! The operations of the program, each with what was proved of it.

use super::advice::{self, Cut};
use super::build::Draft;
use super::data::{BodyLimits, BodyRole, Deeper, Deepest, Limits, Operation, Report};
use crate::nc;
use crate::tool::Role;
use crate::verify::{self, Case, Finding, Gouge, MotionOutcome, Verdict};

/// Zones of depth, as multiples of the tolerance.
const ZONES: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// The borders that are asked for, least first; without any those that go with the tolerance, mm.
pub fn zones(tolerance: f64, asked: &[f64]) -> Vec<f64> {
    if !asked.is_empty() {
        let mut zones = asked.to_vec();
        zones.sort_by(f64::total_cmp);
        zones.dedup();
        return zones;
    }
    // Rounded to six digits: 0.01 × 5 is to read 0.05 in every report.
    let round = |v: f64| format!("{v:.5e}").parse().unwrap_or(v);
    ZONES.iter().map(|share| round(share * tolerance)).collect()
}

/// The operations of a draft, without their regions. Operations that do not move are left out.
pub(super) fn table(draft: &Draft) -> Vec<Operation> {
    let ((mut list, cutting), (deepest, cuts)) = rayon::join(|| moved(draft), || gouged(draft));
    let own = deepest.into_iter().zip(&cuts).zip(cutting);
    for (operation, ((deepest, cut), cutting)) in list.iter_mut().zip(own) {
        operation.deepest_mm = deepest;
        operation.advice = advice::constant(cut, cutting, &draft.frame()).into_iter().collect();
    }
    list
}

/// The operations with what their motions come to, and how many of these cut.
fn moved(draft: &Draft) -> (Vec<Operation>, Vec<u64>) {
    let mut list: Vec<Operation> = draft.operations.iter().map(|o| empty(o, draft)).collect();
    let mut cutting = vec![0; list.len()];
    for (index, (motion, outcome)) in draft.program.iter().zip(draft.motions.iter()).enumerate() {
        let own = motion.operation as usize;
        if let Some(operation) = list.get_mut(own) {
            if operation.motions == 0 {
                // The program need not say which: it may be an assumption about the spindle.
                operation.tool = motion.tool;
                operation.limits = limits(&motion, draft);
            }
            operation.add(index as u32, &motion, &outcome);
            cutting[own] += u64::from(motion.kind != nc::Kind::Rapid);
        }
    }
    (list, cutting)
}

/// How deep each operation gouges, and what its cutter does to parts.
fn gouged(draft: &Draft) -> (Vec<Deepest>, Vec<Cut>) {
    let count = draft.operations.len();
    let (mut deepest, mut cuts) = (vec![Deepest::default(); count], vec![Cut::default(); count]);
    let parts = draft.inputs.parts.len();
    for gouge in draft.findings.gouges() {
        let own = gouge.operation as usize;
        let (Some(deepest), Some(cut)) = (deepest.get_mut(own), cuts.get_mut(own)) else {
            continue;
        };
        deepest.deepen(&gouge, parts);
        if gouge.role == Role::Cutter && (gouge.body as usize) < parts {
            cut.take(&gouge, || draft.asked.limits_of(gouge.case()));
        }
    }
    let by_cutter = |f: &&Finding| f.role == Role::Cutter && (f.body as usize) < parts;
    for finding in draft.findings.worst().filter(by_cutter) {
        if let Some(cut) = cuts.get_mut(finding.operation as usize) {
            cut.measure(finding);
        }
    }
    (deepest, cuts)
}

/// What a motion is held to, body by body where it has limits of its own.
fn limits(motion: &nc::MotionRef, draft: &Draft) -> Vec<BodyLimits> {
    let own = |body: u32| {
        let case = Case { body, tool: motion.tool, operation: motion.operation };
        let (body_role, body) = draft.inputs.body(body);
        let limits = stated(draft.asked.own.of(case)?, body_role);
        Some(BodyLimits { body, body_role, limits })
    };
    (0..draft.meshes.len() as u32).filter_map(own).collect()
}

fn empty(o: &nc::Operation, draft: &Draft) -> Operation {
    let depths = draft.zones.iter().map(|z| Deeper { than_mm: *z, ..Deeper::default() }).collect();
    Operation {
        name: o.name.clone(),
        source: o.sign.name(),
        tool: o.tool,
        depths,
        ..Operation::default()
    }
}

/// Limits as the report has them.
pub(super) fn stated(limits: verify::Limits, role: BodyRole) -> Limits {
    Limits {
        tolerance_mm: limits.tolerance,
        allowance_mm: if role == BodyRole::Part { limits.allowance } else { 0.0 },
        deviation_mm: limits.deviation,
    }
}

impl Operation {
    /// What it is held to before a body, where that is not what holds for all.
    pub fn limits_before(&self, role: BodyRole, body: u32) -> Option<Limits> {
        let own = self.limits.iter().find(|own| (own.body_role, own.body) == (role, body));
        own.map(|own| own.limits)
    }

    /// Tolerance, allowance and deviation that its motions are held to; where bodies differ, each
    /// figure once. Fixtures keep no allowance.
    pub fn held_to(&self, report: &Report) -> [String; 3] {
        let inputs = &report.inputs;
        let of = |role, count: usize| (0..count as u32).map(move |body| (role, body));
        let parts = of(BodyRole::Part, inputs.parts.len());
        let fixtures = of(BodyRole::Fixture, inputs.fixtures.len());
        let held = |(role, body)| {
            (role, self.limits_before(role, body).unwrap_or_else(|| report.limits(role)))
        };
        let held: Vec<(BodyRole, Limits)> = parts.chain(fixtures).map(held).collect();
        let text = |figure: fn(&(BodyRole, Limits)) -> Option<f64>| {
            let mut figures: Vec<f64> = held.iter().filter_map(figure).collect();
            figures.sort_by(f64::total_cmp);
            figures.dedup();
            figures.iter().map(f64::to_string).collect::<Vec<_>>().join("/")
        };
        [
            text(|(_, l)| Some(l.tolerance_mm)),
            text(|(role, l)| (*role == BodyRole::Part).then_some(l.allowance_mm)),
            text(|(_, l)| Some(l.deviation_mm)),
        ]
    }

    fn add(&mut self, index: u32, motion: &nc::MotionRef, m: &MotionOutcome) {
        let line = motion.span.line;
        if self.motions == 0 {
            self.lines = [line; 2];
            self.motion_range = [index; 2];
        }
        self.lines = [self.lines[0].min(line), self.lines[1].max(line)];
        self.motion_range[1] = index;
        self.motions += 1;
        self.length_mm += m.length;
        match m.verdict {
            _ if m.accepted => self.assumed += 1,
            Verdict::Clean => self.clean += 1,
            Verdict::Gouge => self.gouging += 1,
            Verdict::Unknown => self.unknown += 1,
        }
        let rapid = motion.kind == nc::Kind::Rapid && m.verdict == Verdict::Gouge;
        self.gouging_rapids += u64::from(rapid);
        if m.verdict != Verdict::Gouge {
            return;
        }
        for zone in &mut self.depths {
            for (k, bound) in m.depth.iter().enumerate() {
                if *bound > zone.than_mm {
                    zone.motions[k] += 1;
                    zone.length_mm[k] += m.length;
                }
            }
        }
    }

    /// What to call it: its name, or its tool.
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("T{}", self.tool))
    }
}

impl Deepest {
    fn deepen(&mut self, f: &Gouge, parts: usize) {
        let slot = match f.role {
            _ if f.body as usize >= parts => &mut self.fixture,
            Role::Cutter => &mut self.cutter,
            Role::Shank => &mut self.shank,
            Role::Holder => &mut self.holder,
        };
        let [lo, hi] = slot.unwrap_or([0.0; 2]);
        *slot = Some([lo.max(f.depth[0]), hi.max(f.depth[1])]);
    }
}
