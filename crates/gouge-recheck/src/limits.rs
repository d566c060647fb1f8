//! The limits that motions are held to: settled anew from what the options say of tools, operations
//! and parts, and compared with what operations and regions say.

use crate::Failure;
use crate::document::{BodyLimits, BodyRole, Document, Limits, LimitsOf, OwnLimits};
use crate::program::{Program, Step};

/// What a motion is held to before a body: the operation's figure counts more than the tool's, that
/// more than the part's, and that more than what holds for all. A fixture keeps no allowance.
pub(crate) fn of(
    d: &Document,
    program: &Program,
    step: &Step,
    (role, body): (BodyRole, u32),
) -> Limits {
    let operation = program.operations.get(step.operation as usize);
    let operation = operation.and_then(|o| o.name.as_deref());
    let says = |own: &&OwnLimits| match own.of {
        LimitsOf::Operation => operation == Some(own.name.as_str()),
        LimitsOf::Tool => own.name.parse() == Ok(step.tool),
        LimitsOf::Part => role == BodyRole::Part && own.name.parse() == Ok(body),
    };
    let first = |figure: fn(&OwnLimits) -> Option<f64>| {
        let ranks = [LimitsOf::Operation, LimitsOf::Tool, LimitsOf::Part];
        let mut own = ranks.iter().flat_map(|rank| {
            d.options.limits.iter().filter(move |own| own.of == *rank).filter(says)
        });
        own.find_map(figure)
    };
    Limits {
        tolerance_mm: first(|own| own.tolerance_mm).unwrap_or(d.tolerance_mm),
        allowance_mm: match role {
            BodyRole::Part => first(|own| own.allowance_mm).unwrap_or(d.options.allowance_mm),
            BodyRole::Fixture => 0.0,
        },
        deviation_mm: first(|own| own.deviation_mm).unwrap_or(d.options.deviation_mm),
    }
}

/// What holds for all, before a body of some kind.
fn common(d: &Document, role: BodyRole) -> Limits {
    let kept = if role == BodyRole::Part { d.options.allowance_mm } else { 0.0 };
    Limits {
        tolerance_mm: d.tolerance_mm,
        allowance_mm: kept,
        deviation_mm: d.options.deviation_mm,
    }
}

/// What a motion is held to before a body, where that is not what holds for all.
fn own(d: &Document, program: &Program, step: &Step, body: (BodyRole, u32)) -> Option<Limits> {
    Some(of(d, program, step, body)).filter(|limits| *limits != common(d, body.0))
}

/// Every body of the report.
fn bodies(d: &Document) -> impl Iterator<Item = (BodyRole, u32)> {
    let of = |role, count: usize| (0..count as u32).map(move |body| (role, body));
    of(BodyRole::Part, d.inputs.parts.len()).chain(of(BodyRole::Fixture, d.inputs.fixtures.len()))
}

/// Limits of operations and regions that are not what the options give.
pub(crate) fn agree(d: &Document, program: &Program, failures: &mut Vec<Failure>) {
    let mut fail = |region, field: &str, what: String| {
        failures.push(Failure { region, field: field.to_owned(), what });
    };
    for own in &d.options.limits {
        let figures = [own.tolerance_mm, own.allowance_mm, own.deviation_mm];
        if figures.iter().flatten().any(|v| !v.is_finite())
            || own.tolerance_mm.is_some_and(|v| v <= 0.0)
            || own.deviation_mm.is_some_and(|v| v < 0.0)
        {
            fail(None, "options.limits", format!("of {} are not limits", own.name));
        }
    }
    for operation in d.operations() {
        let Some(step) = program.steps.get(operation.motion_range[0] as usize) else { continue };
        let want: Vec<BodyLimits> = bodies(d)
            .filter_map(|(body_role, body)| {
                let limits = own(d, program, step, (body_role, body))?;
                Some(BodyLimits { body, body_role, limits })
            })
            .collect();
        if operation.limits != want {
            let want: Vec<String> = want.iter().map(|own| words(&own.limits)).collect();
            let what = format!("of operation {} are not [{}]", operation.id, want.join("; "));
            fail(None, "operations.limits", what);
        }
    }
    for region in &d.regions {
        let Some(step) = program.steps.get(region.witness.motion as usize) else { continue };
        let want = own(d, program, step, (region.body_role, region.body));
        if region.limits != want {
            let want = want.map_or_else(|| "those of all".to_owned(), |want| words(&want));
            fail(Some(region.id), "limits", format!("are not {want}"));
        }
    }
}

fn words(limits: &Limits) -> String {
    let Limits { tolerance_mm, allowance_mm, deviation_mm } = limits;
    format!("tolerance {tolerance_mm}, allowance {allowance_mm}, deviation {deviation_mm} mm")
}

/// Least and greatest tolerance that a motion of an operation is held to.
pub(crate) fn tolerances(d: &Document, operation_id: u32) -> [f64; 2] {
    let operation = d.operations().iter().find(|o| o.id == operation_id);
    let own = operation.map_or(&[][..], |o| &o.limits);
    let all = bodies(d).count() > own.len();
    let said = own.iter().map(|own| own.limits.tolerance_mm);
    let said = said.chain(all.then_some(d.tolerance_mm));
    said.fold([f64::INFINITY, 0.0], |[lo, hi], t| [lo.min(t), hi.max(t)])
}

/// The greatest deviation that any motion is held to.
pub(crate) fn deviation(d: &Document) -> f64 {
    let own = d.operations().iter().flat_map(|o| &o.limits).map(|own| own.limits.deviation_mm);
    own.fold(d.options.deviation_mm, f64::max)
}
