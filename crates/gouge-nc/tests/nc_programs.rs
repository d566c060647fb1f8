//! Real programs against LinuxCNC's own interpreter, where both are at hand.

mod support;

use support::oracle::{self, Judged};
use support::programs;

/// Largest allowed difference of a coordinate, mm, and of an angle, radians.
const CLOSE: f64 = 1e-6;

#[test]
fn every_program_moves_as_the_oracle_says_or_is_refused() {
    let programs = programs::all();
    if programs.is_empty() || !oracle::installed() {
        support::absent::absent("the collection of programs or LinuxCNC's interpreter");
        return;
    }
    let mut wrong = Vec::new();
    for path in &programs {
        let judged = oracle::motions(path);
        let ours = oracle::ours(path);
        let verdict = compare(&judged, &ours);
        println!("{}\t{verdict}", path.display());
        if verdict.starts_with("DIFFERS") {
            wrong.push(format!("{}: {verdict}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn compare(judged: &Judged, ours: &oracle::Ours) -> String {
    let common = judged.motions.len().min(ours.before_refusal());
    for (index, (theirs, our)) in judged.motions.iter().zip(&ours.motions).take(common).enumerate()
    {
        if let Some(difference) = oracle::difference(theirs, our, CLOSE) {
            return format!("DIFFERS at motion {index}, line {}: {difference}", theirs.line);
        }
    }
    let refused = ours.refusal.as_deref().unwrap_or("not refused");
    if ours.refusal.is_none() && judged.motions.len() != ours.motions.len() {
        return format!("DIFFERS: {} motions, not {}", ours.motions.len(), judged.motions.len());
    }
    if ours.before_refusal() < judged.motions.len() && judged.error.is_none() {
        return format!("refused early after {common} of {}: {refused}", judged.motions.len());
    }
    let theirs = judged.error.as_deref().unwrap_or("accepted");
    format!("equal, {common} motions; oracle: {theirs}; ours: {refused}")
}
