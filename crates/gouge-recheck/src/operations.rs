//! The operations of a report compared with those of the program: which motions are theirs, and
//! what these add up to.

use crate::document::{BodyRole, Deeper, Document, Kind, Operation, Region, Role, Verdict};
use crate::failures::Out;
use crate::program::{Program, Step};
use crate::tolerance::{EQUAL_MM, SUM_SHARE};
use crate::words::{bounds, called};

/// What an operation spans that moves.
struct OperationSpan {
    /// Which of the program's operations it is.
    index: usize,
    /// Of its first motion: what the program names may be none, and the spindle be assumed.
    tool: u32,
    lines: [u32; 2],
    range: [u32; 2],
    /// Its motions: all of them once for every operation would be too many.
    own: Vec<usize>,
}

/// The operations are those of the program that move, numbered as they begin; what they count is
/// what motions and regions add up to.
pub(crate) fn agree(d: &Document, program: &Program, out: &mut Out) {
    if d.operations.is_none() {
        return;
    }
    let spans = spans(program);
    if d.operations().len() != spans.len() {
        return out.fail("operations", format!("are not the {} that move", spans.len()));
    }
    for (id, (said, span)) in (1..).zip(d.operations().iter().zip(&spans)) {
        one(d, program, id, said, span, out);
    }
    let c = &d.coverage;
    for (field, of, whole) in [
        ("operations.clean", (|o| o.clean) as fn(&Operation) -> u64, c.clean),
        ("operations.gouging", |o| o.gouging, c.gouging),
        ("operations.unknown", |o| o.unknown, c.unknown),
        ("operations.assumed", |o| o.assumed, c.assumed),
    ] {
        let sum = d.operations().iter().map(of).try_fold(0u64, u64::checked_add);
        if sum != Some(whole) {
            out.fail(field, format!("do not add up to the coverage, {whole}"));
        }
    }
    references(d, program, &spans, out);
}

/// The operations that move, as the program has them.
fn spans(program: &Program) -> Vec<OperationSpan> {
    let mut spans: Vec<Option<OperationSpan>> = program.operations.iter().map(|_| None).collect();
    for (i, step) in program.steps.iter().enumerate() {
        let line = step.span.line;
        let index = step.operation as usize;
        let Some(span) = spans.get_mut(index) else { continue };
        let span = span.get_or_insert_with(|| OperationSpan {
            index,
            tool: step.tool,
            lines: [line; 2],
            range: [i as u32; 2],
            own: Vec::new(),
        });
        span.lines = [span.lines[0].min(line), span.lines[1].max(line)];
        span.range[1] = i as u32;
        span.own.push(i);
    }
    spans.into_iter().flatten().collect()
}

/// One operation of the report, which should have this number.
fn one(
    d: &Document,
    program: &Program,
    id: u32,
    said: &Operation,
    span: &OperationSpan,
    out: &mut Out,
) {
    let &OperationSpan { index, tool, lines, range, ref own } = span;
    let known = &program.operations[index];
    let holds = said.id == id
        && said.name == known.name
        && said.source == known.sign.name()
        && said.tool == tool
        && said.lines == lines
        && said.motion_range == range
        && said.motions == own.len() as u64;
    if !holds {
        let ([first, last], [from, to]) = (lines, range);
        let name = called(known.name.as_deref());
        let what = format!(
            "{id} is not {name} of T{tool}, lines {first} to {last}, motions {from} to {to}"
        );
        out.fail("operations", what);
    }
    sums(d, program, said, own, out);
    deepest(d, said, out);
    let of = d.regions.iter().filter(|r| r.operation_id == id);
    if !said.regions.iter().eq(of.map(|r| &r.id)) {
        out.fail("operations.regions", format!("of {id} are not those that name it"));
    }
    let verdicts = [said.clean, said.gouging, said.unknown, said.assumed];
    if verdicts.into_iter().try_fold(0u64, u64::checked_add) != Some(said.motions) {
        out.fail("operations", format!("of {id} do not add up"));
    }
    if let Some(motions) = &d.motions {
        let count = |want| {
            let own = own.iter().filter_map(|&i| motions.get(i));
            own.filter(|m| (m.verdict, m.assumed) == want).count() as u64
        };
        let open = Verdict::Unknown;
        let kinds = [(Verdict::Clean, false), (Verdict::Gouge, false), (open, false), (open, true)];
        if verdicts != kinds.map(count) {
            out.fail("operations", format!("of {id} do not count its motions"));
        }
    }
}

/// Motions and regions name the operations that they belong to.
fn references(d: &Document, program: &Program, spans: &[OperationSpan], out: &mut Out) {
    let mut ids = vec![0u32; program.operations.len()];
    for (id, span) in (1..).zip(spans) {
        ids[span.index] = id;
    }
    let id_of = |s: &Step| ids.get(s.operation as usize).copied().unwrap_or(0);
    for (m, step) in d.motions.iter().flatten().zip(&program.steps) {
        if m.operation_id != id_of(step) {
            out.fail("motions.operation_id", format!("of motion {} is {}", m.index, id_of(step)));
        }
    }
    for r in &d.regions {
        let step = program.steps.get(r.witness.motion as usize);
        let id = step.map_or(0, id_of);
        let name = step.and_then(|s| program.operations.get(s.operation as usize)?.name.as_ref());
        if r.operation_id != id || r.operation.as_ref() != name {
            out.fail(
                "regions.operation_id",
                format!("of region {} is {id}, {}", r.id, called(name.map(String::as_str))),
            );
        }
    }
}

/// Lengths and counts of one operation, which has these motions.
fn sums(d: &Document, program: &Program, said: &Operation, own: &[usize], out: &mut Out) {
    let id = said.id;
    let declared = |s: &Step| d.inputs.tools.iter().any(|t| t.number == s.tool);
    let length =
        |s: &Step| s.path.as_ref().ok().filter(|_| declared(s)).map_or(0.0, |p| p.length());
    let steps = || own.iter().map(|&i| &program.steps[i]);
    let same = |said: f64, sum: f64| (said - sum).abs() <= SUM_SHARE * (1.0 + sum);
    let whole: f64 = steps().map(length).sum();
    if !same(said.length_mm, whole) {
        out.fail("operations.length_mm", format!("of {id} is not {whole}"));
    }
    if !d.depth_zones_mm.iter().eq(said.depths.iter().map(|zone| &zone.than_mm)) {
        out.fail("operations.depths", format!("of {id} do not begin where the zones do"));
    }
    let rapids = steps().filter(|s| s.kind == Kind::Rapid).count() as u64;
    let Some(motions) = &d.motions else {
        // Rapids gouge that the others do not make up for.
        let least = said.gouging.saturating_sub(said.motions.saturating_sub(rapids));
        let most = rapids.min(said.gouging);
        if !(least..=most).contains(&said.gouging_rapids) {
            out.fail("operations.gouging_rapids", format!("of {id} are not {least} to {most}"));
        }
        return;
    };
    let said_of = own.iter().filter_map(|&i| Some((motions.get(i)?, &program.steps[i])));
    let gouging: Vec<_> = said_of.filter(|(m, _)| m.verdict == Verdict::Gouge).collect();
    let rapids = gouging.iter().filter(|(_, s)| s.kind == Kind::Rapid).count() as u64;
    if said.gouging_rapids != rapids {
        out.fail("operations.gouging_rapids", format!("of {id} are {rapids}"));
    }
    for zone in &said.depths {
        let deeper = |k: usize| {
            let deep = gouging.iter().filter(move |(m, _)| m.depth_mm[k] > zone.than_mm);
            deep.fold((0, 0.0), |(n, mm), (_, s)| (n + 1, mm + length(s)))
        };
        let [least, most] = [deeper(0), deeper(1)];
        let want = Deeper {
            than_mm: zone.than_mm,
            motions: [least.0, most.0],
            length_mm: [least.1, most.1],
        };
        let lengths = (0..2).all(|k| same(zone.length_mm[k], want.length_mm[k]));
        if zone.motions != want.motions || !lengths {
            let what = format!(
                "of {id} beyond {} mm are {} to {} motions of {} to {} mm",
                zone.than_mm, least.0, most.0, least.1, most.1
            );
            out.fail("operations.depths", what);
        }
    }
}

/// What depths are told of apart, in the order of the alphabet.
const SLOTS: [&str; 4] = ["cutter", "fixture", "holder", "shank"];

/// The greatest depths of an operation are at least those of its regions, and no deeper than any
/// region: the component of a region is that of its witness, which others may share it with.
fn deepest(d: &Document, said: &Operation, out: &mut Out) {
    let slot = |role: BodyRole, component: Role| match (role, component) {
        (BodyRole::Fixture, _) => "fixture",
        (_, Role::Cutter) => "cutter",
        (_, Role::Shank) => "shank",
        (_, Role::Holder) => "holder",
    };
    let greatest = |a: [f64; 2], b: [f64; 2]| [a[0].max(b[0]), a[1].max(b[1])];
    if !said.deepest_mm.keys().eq(&SLOTS) {
        let what = format!("of {} are not those of {}", said.id, SLOTS.join(", "));
        out.fail("operations.deepest_mm", what);
    }
    for (name, depth) in &said.deepest_mm {
        let in_part = |r: &&Region| r.body_role == BodyRole::Part;
        let of = d.regions.iter().filter(|r| in_part(r) == (name != "fixture"));
        let own = |r: &&Region| r.operation_id == said.id && slot(r.body_role, r.component) == name;
        let least = of.clone().filter(own).map(|r| r.depth_mm).reduce(greatest);
        let most = of.map(|r| r.depth_mm).reduce(greatest);
        let holds = match (depth, most) {
            (None, _) => least.is_none(),
            (Some([lo, hi]), Some(most)) => {
                let least = least.unwrap_or([0.0; 2]);
                least[0] - EQUAL_MM <= *lo
                    && least[1] - EQUAL_MM <= *hi
                    && lo <= hi
                    && *lo <= most[0] + EQUAL_MM
                    && *hi <= most[1] + EQUAL_MM
            }
            _ => false,
        };
        if !holds {
            let [least, most] = [least, most].map(bounds);
            let what = format!("of {} for the {name} is not that of its regions", said.id);
            out.fail("operations.deepest_mm", format!("{what}: {least} to {most}"));
        }
    }
}
