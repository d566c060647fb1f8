//! What a report says twice must be the same both times, and what it says at all must be possible.

use super::{Failure, failure};
use crate::report::data::{BodyRole, Component, Kind, Region, Report, SCHEMA, Verdict};

/// Barycentric weights may differ by this from what they must be (a plain number).
const WEIGHT_SLACK: f64 = 1e-6;

/// Everything in the report that does not agree with the rest of it.
pub(super) fn agree(report: &Report) -> Vec<Failure> {
    let mut out = Vec::new();
    whole(report, &mut out);
    for (index, region) in report.regions.iter().enumerate() {
        let mut fail = |field, what: &str| {
            out.push(failure(Some(region.id), field, what.to_owned()));
        };
        if region.id as usize != index + 1 {
            fail("id", &format!("is not {}, its place in the list", index + 1));
        }
        self::region(report, region, &mut fail);
    }
    out
}

fn whole(report: &Report, out: &mut Vec<Failure>) {
    let mut fail = |field, what: &str| out.push(failure(None, field, what.to_owned()));
    if report.schema != SCHEMA {
        fail("schema", &format!("is `{}`, not `{SCHEMA}`", report.schema));
    }
    let c = &report.coverage;
    let sum =
        [c.clean, c.gouging, c.unknown, c.assumed].into_iter().try_fold(0u64, u64::checked_add);
    if sum != Some(c.motions) || c.checked > c.motions || c.clean > c.checked {
        fail("coverage", "does not add up");
    }
    if report.refusals.len() as u64 != c.refused_blocks {
        fail("coverage.refused_blocks", "is not the number of refusals");
    }
    if !(c.length_mm >= 0.0 && c.length_mm.is_finite()) {
        fail("coverage.length_mm", "is no length");
    }
    let open = report.undecided.iter().map(|u| u.motions).try_fold(0u64, u64::checked_add);
    if open != Some(c.unknown) {
        fail("undecided", "do not hold as many motions as are unknown");
    }
    if report.regions.is_empty() != (c.gouging == 0) {
        fail("regions", "do not agree with the number of gouging motions");
    }
    let verdict = if !report.regions.is_empty() {
        Verdict::Gouge
    } else if c.unknown > 0
        || c.refused_blocks > 0
        || c.motions == 0
        || report.undecided.iter().any(|u| u.motions == 0)
    {
        Verdict::Unknown
    } else {
        Verdict::Clean
    };
    if report.verdict != verdict {
        fail("verdict", "does not follow from regions and coverage");
    }
    let b = &report.error_budget_mm;
    let shares = [b.arc, b.tool_facets, b.deviation, b.float, b.mesh_chord];
    if !shares.iter().all(|v| *v >= 0.0 && v.is_finite()) || b.float == 0.0 {
        fail("error_budget_mm", "holds what is no length");
    }
    if b.deviation != report.options.deviation_mm {
        fail("error_budget_mm.deviation", "is not the deviation of the options");
    }
    if let Some(motions) = &report.motions {
        let count = |want| motions.iter().filter(|m| m.verdict == want).count() as u64;
        if [Verdict::Clean, Verdict::Gouge, Verdict::Unknown].map(count)
            != [c.clean, c.gouging, c.unknown + c.assumed]
        {
            fail("motions", "do not agree with the coverage");
        }
        if motions.iter().enumerate().any(|(i, m)| m.index as usize != i) {
            fail("motions", "are not numbered in their order");
        }
        let possible = |[lo, hi]: [f64; 2]| 0.0 <= lo && lo <= hi && hi.is_finite();
        if !motions.iter().all(|m| possible(m.depth_mm)) {
            fail("motions", "have depths that are no bounds");
        }
        if motions.iter().filter_map(|m| m.t).any(|t| !(0.0..=1.0).contains(&t)) {
            fail("motions", "have times that are not within 0 and 1");
        }
    }
}

fn region(report: &Report, region: &Region, fail: &mut impl FnMut(&'static str, &str)) {
    let w = &region.witness;
    let code = match (region.body_role, w.buried, region.component) {
        (BodyRole::Fixture, ..) => "G005",
        (_, true, _) => "G006",
        (_, _, Component::Shank) => "G003",
        (_, _, Component::Holder) => "G004",
        (_, _, Component::Cutter) if w.kind == Kind::Rapid => "G002",
        (_, _, Component::Cutter) => "G001",
    };
    if region.code != code {
        fail("code", &format!("is not {code}, as what touches what says"));
    }
    let [first, last] = region.motions;
    let most = u64::from(last.saturating_sub(first)) + 1;
    if first > last || region.contacts == 0 || region.contacts > most {
        fail("contacts", "are not one or more, at most one a motion");
    }
    if u64::from(last) >= report.coverage.motions {
        fail("motions", "are more than the program has");
    }
    if region.lift_mm.is_some_and(|lift| !(lift >= 0.0 && lift.is_finite())) {
        fail("lift_mm", "is no raise");
    }
    let [lo, hi] = region.extent_mm;
    if !(0..3).all(|i| lo[i] <= hi[i] && lo[i].is_finite() && hi[i].is_finite()) {
        fail("extent_mm", "is no box");
    }
    let weights = w.barycentric;
    let within = weights.iter().all(|v| (-WEIGHT_SLACK..=1.0 + WEIGHT_SLACK).contains(v));
    if !within || (weights.iter().sum::<f64>() - 1.0).abs() > WEIGHT_SLACK {
        fail("witness.barycentric", "are no weights of a point of the facet");
    }
    if w.dogleg && w.kind != Kind::Rapid {
        fail("witness.dogleg", "only rapids have one");
    }
    if let Some(motion) = report.motions.as_ref().and_then(|list| list.get(w.motion as usize))
        && (motion.verdict != Verdict::Gouge || motion.line != w.line || motion.kind != w.kind)
    {
        fail("witness.motion", "is another one in the list of motions");
    }
}
