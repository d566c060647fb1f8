//! Motions that are undecided now and were decided before. A report holds, for each reason, the
//! number of motions and the block of the first, and for each operation the number: if as many are
//! undecided but they are others, one of these shows it.

use std::collections::BTreeMap;

use super::data::{Motion, Report, Undecided, Verdict};
use super::summary;

/// A sentence for each reason and operation that has other motions open than before, where they are
/// not more than before: of these the number tells.
pub fn others(old: &Report, new: &Report) -> Vec<String> {
    if new.coverage.unknown > old.coverage.unknown {
        return Vec::new();
    }
    if let Some(motions) = listed(old, new) {
        return motions.into_iter().collect();
    }
    let of_reasons = new.undecided.iter().filter(|u| is_other(u, old, new)).map(|u| {
        let sentence = summary::undecided(u);
        format!("{sentence}, from line {} on: other motions than before", u.line)
    });
    let were = by_operation(old);
    let of_operations = by_operation(new).into_iter().filter_map(move |(operation, count)| {
        let was = were.get(&operation).copied().unwrap_or(0);
        let (name, tool) = operation;
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        (count > was).then(|| format!("{name}T{tool}: {count} motions, {was} before"))
    });
    of_reasons.chain(of_operations).collect()
}

/// A sentence for motions that were decided before, if there are any; `None` where the reports do
/// not list all motions of one program.
fn listed(old: &Report, new: &Report) -> Option<Option<String>> {
    if old.inputs.program.sha256 != new.inputs.program.sha256 {
        return None;
    }
    fn all(report: &Report) -> Option<&[Motion]> {
        report.motions.as_deref().filter(|list| list.len() as u64 == report.coverage.motions)
    }
    let (then, now) = (all(old)?, all(new)?);
    let is_open = |m: &Motion| m.verdict == Verdict::Unknown && !m.assumed;
    let decided = then.iter().zip(now).filter(|(then, now)| is_open(now) && !is_open(then));
    let lines: Vec<u32> = decided.map(|(_, now)| now.line).collect();
    let from = |line: &u32| {
        let motions = summary::count(lines.len() as u64, "motion");
        let were = if lines.len() == 1 { "was" } else { "were" };
        format!("{motions} that {were} decided before, from line {line} on")
    };
    Some(lines.first().map(from))
}

/// Whether the motions of a reason are others than the old report's.
fn is_other(now: &Undecided, old: &Report, new: &Report) -> bool {
    // Which motions a stopped check did not get to differs from run to run.
    if now.motions == 0 || !now.open.is_empty() {
        return false;
    }
    let Some(then) = old.undecided.iter().find(|u| u.code == now.code && u.motions > 0) else {
        return true;
    };
    let same_program = old.inputs.program.sha256 == new.inputs.program.sha256;
    let place = |u: &Undecided| (u.file.clone(), u.line, u.column);
    let same = match same_program {
        true => place(now) == place(then),
        false => words(now) == words(then),
    };
    // Where fewer are left, the first of them is a later one.
    let is_left = now.motions < then.motions && now.line > then.line;
    now.motions > then.motions || !same && !is_left
}

/// A block without its number, which every posting counts anew.
fn words(u: &Undecided) -> String {
    let text = u.block.text.trim();
    match text.strip_prefix(['N', 'n']) {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned(),
        None => text.to_owned(),
    }
}

/// Motions not decided, by name and tool of their operations.
fn by_operation(report: &Report) -> BTreeMap<(Option<String>, u32), u64> {
    let mut counts = BTreeMap::new();
    for o in &report.operations {
        *counts.entry((o.name.clone(), o.tool)).or_default() += o.unknown;
    }
    counts
}
