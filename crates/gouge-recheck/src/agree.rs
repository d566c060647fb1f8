//! The totals of a report: sums, orders and counts that follow from each other, from the files and
//! from the program.

use gouge_mesh::mesh::Mesh;

use crate::Failure;
use crate::baseline;
use crate::document::{Coverage, Document, Kind, MeshFile, Verdict};
use crate::failures::Out;
use crate::files::watertight;
use crate::limits;
use crate::operations;
use crate::program::Program;
use crate::remarks;
use crate::tolerance::{EPSILON_SHARE, ROUNDINGS, SUM_SHARE};
use crate::undecided::{self, LOOKED_AT, STOPPED};
use crate::words::count;

/// Value of the schema field that this reads.
const SCHEMA: &str = "gouge-report/1";

/// Everything in the report that does not agree with the rest of it.
pub(crate) fn within(d: &Document, failures: &mut Vec<Failure>) {
    let mut out = Out(failures);
    if d.schema != SCHEMA {
        out.fail("schema", format!("is `{}`, not `{SCHEMA}`", d.schema));
    }
    if !(d.tolerance_mm > 0.0 && d.tolerance_mm.is_finite()) {
        out.fail("tolerance_mm", format!("{} is not above 0", d.tolerance_mm));
    }
    let c = &d.coverage;
    let sum =
        [c.clean, c.gouging, c.unknown, c.assumed].into_iter().try_fold(0u64, u64::checked_add);
    if sum != Some(c.motions) || c.checked > c.motions || c.clean > c.checked {
        let Coverage { motions, checked, clean, gouging, unknown, assumed, .. } = *c;
        let what = format!(
            "does not add up: {clean} clean, {gouging} gouging, {unknown} unknown and {assumed} \
             assumed of {motions}, {checked} of them checked"
        );
        out.fail("coverage", what);
    }
    if d.refusals.len() as u64 != c.refused_blocks {
        let what = format!("is {}, of {}", c.refused_blocks, count(d.refusals.len(), "refusal"));
        out.fail("coverage.refused_blocks", what);
    }
    let open = d.undecided.iter().map(|u| u.motions).try_fold(0u64, u64::checked_add);
    if open != Some(c.unknown) {
        let held = open.map_or_else(|| "too many".to_owned(), |n| n.to_string());
        out.fail("undecided", format!("hold {held} motions of {} that are unknown", c.unknown));
    }
    if d.undecided.iter().any(|u| u.gouging > c.gouging) {
        let what = format!("is more than {}, the number of motions that gouge", c.gouging);
        out.fail("undecided.gouging", what);
    }
    if d.regions.is_empty() != (c.gouging == 0) {
        let what = format!("are {}, of {} gouging motions", d.regions.len(), c.gouging);
        out.fail("regions", what);
    }
    if c.assumed > 0 && d.options.accepted.is_empty() {
        out.fail("coverage.assumed", "is not 0, though nothing was accepted");
    }
    let open = c.unknown > 0
        || c.refused_blocks > 0
        || c.checked.checked_add(c.assumed).is_none_or(|n| n < c.motions)
        || c.motions == 0;
    // Suspicions, which are of no motion, may leave a verdict open that motions alone would decide.
    let open = open || !d.undecided.is_empty();
    let follows = match d.verdict {
        Verdict::Gouge => !d.regions.is_empty(),
        Verdict::Unknown => d.regions.is_empty() && open,
        Verdict::Clean => d.regions.is_empty() && !open,
    };
    if !follows {
        let what = format!(
            "is {:?}, with {} and {}",
            d.verdict,
            count(d.regions.len(), "region"),
            if open { "something that is not decided" } else { "everything decided" }
        );
        out.fail("verdict", what.to_lowercase());
    }
    for (index, region) in d.regions.iter().enumerate() {
        if region.id as usize != index + 1 {
            out.fail("regions.id", format!("{} stands in place {}", region.id, index + 1));
        }
    }
    let contacts = d.regions.iter().map(|r| r.contacts).try_fold(0u64, u64::checked_add);
    if contacts.is_none_or(|n| n < c.gouging) {
        let sum = contacts.map_or_else(|| "too many".to_owned(), |n| n.to_string());
        out.fail("regions.contacts", format!("are {sum}, of {} gouging motions", c.gouging));
    }
    budget(d, &mut out);
    motions(d, &mut out);
    baseline::agree(d, &mut out);
}

fn budget(d: &Document, out: &mut Out) {
    let b = &d.error_budget_mm;
    if !b.values().all(|v| *v >= 0.0 && v.is_finite()) {
        out.fail("error_budget_mm", "holds what is not a length");
    }
    for name in ["arc", "tool_facets", "deviation", "float"] {
        if !b.contains_key(name) {
            out.fail("error_budget_mm", format!("lacks `{name}`"));
        }
    }
    if b.get("deviation") != Some(&limits::deviation(d)) {
        let most = limits::deviation(d);
        out.fail("error_budget_mm.deviation", format!("is not {most}, the greatest declared"));
    }
    if b.get("float") == Some(&0.0) {
        out.fail("error_budget_mm.float", "is not 0 anywhere");
    }
}

fn motions(d: &Document, out: &mut Out) {
    let Some(motions) = &d.motions else { return };
    let c = &d.coverage;
    let count = |want: (Verdict, bool)| {
        motions.iter().filter(|m| (m.verdict, m.assumed) == want).count() as u64
    };
    let open = Verdict::Unknown;
    let counts =
        [(Verdict::Clean, false), (Verdict::Gouge, false), (open, false), (open, true)].map(count);
    if counts != [c.clean, c.gouging, c.unknown, c.assumed] {
        let [clean, gouging, open, assumed] = counts;
        let what = format!(
            "hold {clean} clean, {gouging} gouging, {open} unknown, {assumed} assumed: the coverage not"
        );
        out.fail("motions", what);
    }
    let rounding = ROUNDINGS * d.error_budget_mm.get("float").copied().unwrap_or(0.0);
    for (i, m) in motions.iter().enumerate() {
        let [lo, hi] = m.depth_mm;
        if m.index as usize != i {
            out.fail("motions.index", format!("{} stands in place {i}", m.index));
        }
        if !(0.0 <= lo && lo <= hi && hi.is_finite()) {
            out.fail(
                "motions.depth_mm",
                format!("[{lo}, {hi}] of motion {i} is not a pair of bounds"),
            );
        }
        let [least, most] = limits::tolerances(d, m.operation_id);
        let decided = match m.verdict {
            Verdict::Clean => hi <= most + rounding.min(EPSILON_SHARE * most),
            Verdict::Gouge => lo > least,
            Verdict::Unknown => true,
        };
        if !decided {
            let what = format!("[{lo}, {hi}] of motion {i} does not give its verdict");
            out.fail("motions.depth_mm", what);
        }
        if m.t.is_some_and(|t| !(0.0..=1.0).contains(&t)) {
            out.fail("motions.t", format!("of motion {i} is not within 0 and 1"));
        }
        let facets = d.inputs.parts.iter().chain(&d.inputs.fixtures).map(|p| p.triangles).max();
        if m.triangle.is_some_and(|t| facets.is_none_or(|n| u64::from(t) >= n)) {
            out.fail("motions.triangle", format!("of motion {i} is not a facet of any body"));
        }
        let gouges = m.verdict == Verdict::Gouge;
        // A motion that cutter and shank share is in a region of each, and as deep as the deeper
        // one.
        let holding = d.regions.iter().filter(|r| (r.motions[0]..=r.motions[1]).contains(&m.index));
        let deepest = holding.map(|r| r.depth_mm[1]).reduce(f64::max);
        match deepest {
            None if gouges => out.fail("regions.motions", format!("hold motion {i} nowhere")),
            Some(hi) if gouges && lo > hi => {
                out.fail("regions.depth_mm", format!("are below what motion {i} says: {lo}"));
            }
            _ => {}
        }
    }
    for r in &d.regions {
        let of = |i: u32| motions.get(i as usize).map(|m| m.verdict);
        if r.motions.iter().any(|&i| of(i) != Some(Verdict::Gouge)) {
            out.fail(
                "regions.motions",
                format!("of region {} begin or end with one that does not gouge", r.id),
            );
        }
        let motion = motions.get(r.witness.motion as usize);
        if motion.is_some_and(|m| r.depth_mm[0] > m.depth_mm[1]) {
            out.fail("regions.depth_mm", format!("of region {} contradicts its own motion", r.id));
        }
    }
}

/// What the report says of a mesh file, against the file.
pub(crate) fn mesh(said: &MeshFile, mesh: &Mesh, digest: &str, failures: &mut Vec<Failure>) {
    let mut out = Out(failures);
    let name = &said.path;
    if said.sha256 != digest {
        out.fail("inputs.sha256", format!("of {name} is {digest}: not the file that was checked"));
    }
    if said.triangles != mesh.triangles.len() as u64 {
        out.fail("inputs.triangles", format!("of {name} are {}", mesh.triangles.len()));
    }
    if said.watertight != watertight(mesh) {
        let what = format!("of {name} is {}, as its edges say", !said.watertight);
        out.fail("inputs.watertight", what);
    }
    let used = || mesh.triangles.iter().flatten().map(|&v| mesh.vertices[v as usize]);
    let bounds = used().next().map(|first| {
        let (lo, hi) = used().fold((first, first), |(lo, hi), v| (lo.inf(&v), hi.sup(&v)));
        [lo.into(), hi.into()]
    });
    if said.bounds_mm != bounds {
        let are = match bounds {
            Some([lo, hi]) => format!("{lo:?} to {hi:?}"),
            None => "null: it has no facets".to_owned(),
        };
        out.fail("inputs.bounds_mm", format!("of {name} are {are}"));
    }
}

/// What the report says of the program, against its own reading.
pub(crate) fn program(d: &Document, program: &Program, digest: &str, failures: &mut Vec<Failure>) {
    let mut out = Out(failures);
    let said = &d.inputs.program;
    if said.sha256 != digest {
        let what = format!("of {} is {digest}: not the file that was checked", said.path);
        out.fail("inputs.sha256", what);
    }
    if said.lines != program.lines {
        out.fail("inputs.program.lines", format!("are {}", program.lines));
    }
    if said.units != program.units {
        out.fail("inputs.program.units", format!("are {}", program.units));
    }
    if d.coverage.motions != program.steps.len() as u64 {
        let what = format!("is not {}, what the program makes", program.steps.len());
        out.fail("coverage.motions", what);
    }
    let listed = d.refusals.iter().map(|r| (r.line, r.column, r.code.as_str()));
    if !listed.eq(program.refusals.iter().map(|(l, c, code)| (*l, *c, code.as_str()))) {
        let differs = |i: &usize| {
            let said = d.refusals.get(*i).map(|r| (r.line, r.column, r.code.as_str()));
            said != program.refusals.get(*i).map(|(l, c, code)| (*l, *c, code.as_str()))
        };
        let most = d.refusals.len().max(program.refusals.len());
        let first = (0..most).find(differs).unwrap_or(most);
        let what = match program.refusals.get(first) {
            Some((line, column, code)) => {
                format!("{first} is not {code} at line {line}, column {column}")
            }
            None => format!("are more than the {} of the program", program.refusals.len()),
        };
        out.fail("refusals", what);
    }
    for (i, (m, step)) in d.motions.iter().flatten().zip(&program.steps).enumerate() {
        if m.line != step.span.line || m.kind != step.kind {
            out.fail("motions", format!("{i} is on line {}, {:?}", step.span.line, step.kind));
        }
    }
    checked(d, program, &mut out);
    remarks::subprograms(d, program, &mut out);
    remarks::agree(d, program, &mut out);
    operations::agree(d, program, &mut out);
    undecided::agree(d, program, &mut out);
    for r in &d.regions {
        let [first, last] = r.motions.map(|m| m as usize);
        let Some(steps) = program.steps.get(first..=last).filter(|_| first <= last) else {
            out.fail("regions.motions", format!("of region {} are not in the program", r.id));
            continue;
        };
        let of_tool = || steps.iter().filter(|s| s.tool == r.tool);
        if of_tool().count() == 0 || r.contacts == 0 || r.contacts > of_tool().count() as u64 {
            out.fail(
                "regions.contacts",
                format!("of region {} are not one or more, at most one a motion", r.id),
            );
        }
        // Of its gouging motions as many at most are rapids as of its tool's, and as many at most
        // are not.
        let rapids = of_tool().filter(|s| s.kind == Kind::Rapid).count() as u64;
        let cuts = of_tool().count() as u64 - rapids;
        let by_witness = u64::from(r.witness.kind == Kind::Rapid);
        let least = r.contacts.saturating_sub(cuts).max(by_witness);
        let most = rapids.min(r.contacts.saturating_sub(1 - by_witness));
        if r.rapids.is_some_and(|n| !(least..=most).contains(&n)) {
            out.fail("regions.rapids", format!("of region {} are not {least} to {most}", r.id));
        }
        let ends = [&steps[0], &steps[steps.len() - 1]];
        let held = |line: u32| (r.lines[0]..=r.lines[1]).contains(&line);
        let met = |line: u32| of_tool().any(|s| s.span.line == line);
        if ends.iter().any(|s| !held(s.span.line)) || r.lines.iter().any(|&l| !met(l)) {
            out.fail("regions.lines", format!("of region {} are not those of its motions", r.id));
        }
    }
}

/// How many motions were checked, and the length of their ways. Those without a way are above
/// everything, or they are not decided, for a reason of their own, or accepted.
fn checked(d: &Document, program: &Program, out: &mut Out) {
    let declared = |tool: u32| d.inputs.tools.iter().any(|t| t.number == tool);
    let able: Vec<f64> = program
        .steps
        .iter()
        .filter(|s| declared(s.tool))
        .filter_map(|s| Some(s.path.as_ref().ok()?.length()))
        .collect();
    let c = &d.coverage;
    let open = |of: &dyn Fn(&str) -> bool| {
        let own = d.undecided.iter().filter(|u| of(&u.code));
        own.fold(0u64, |sum, u| sum.saturating_add(u.motions))
    };
    let stopped = open(&|code| code == STOPPED);
    let aside = open(&|code| code != STOPPED && !LOOKED_AT.contains(&code));
    let aside = aside.saturating_add(c.assumed);
    if aside > (program.steps.len() - able.len()) as u64 {
        out.fail("undecided", "are more than have no known way");
    }
    let want = c.motions.checked_sub(aside.saturating_add(stopped));
    if want != Some(c.checked) {
        let what = format!("is not {} less those that were not looked at", c.motions);
        out.fail("coverage.checked", what);
    }
    let (sum, said) = (able.iter().sum::<f64>(), c.length_mm);
    let room = SUM_SHARE * (1.0 + sum);
    let short = stopped == 0 && said < sum - room;
    if said.is_nan() || said < 0.0 || said > sum + room || short {
        out.fail("coverage.length_mm", format!("is not {sum}, that of all ways"));
    }
}
