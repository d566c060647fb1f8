//! The rows that list what the verdict rests on, what was not understood, what is suspicious, and
//! what changed.

use super::document::Document;
use crate::report::summary::count;

/// How a row is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file is not what was checked.
    Changed,
    /// A file is not found.
    Gone,
    /// Only the user can know it.
    Missing,
    /// Taken to be true.
    Assumed,
    /// Not understood.
    Refused,
    /// Not decided.
    Undecided,
    /// Suspicious.
    Warned,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How it is meant.
    pub kind: Kind,
    /// What it says.
    pub text: String,
    /// The line it speaks of, and the file that it counts in, where that is not the program.
    pub at: Option<(Option<String>, u32)>,
}

/// All of them.
pub fn rows(document: &Document) -> Vec<Row> {
    let report = &document.report;
    let changed = document.changed.iter();
    let changed = changed.map(|text| Row { kind: Kind::Changed, text: text.clone(), at: None });
    let gone = document.missing.iter();
    let gone = gone.map(|text| Row { kind: Kind::Gone, text: text.clone(), at: None });
    let assumed = report.assumptions.iter().map(|a| Row {
        kind: Kind::Assumed,
        text: format!("{}: {} ({})", a.name, a.value, a.source),
        at: a.source.rsplit(' ').next().and_then(|n| Some((None, n.parse().ok()?))),
    });
    let undecided = report.undecided.iter().map(|u| Row {
        kind: Kind::Undecided,
        text: match u.motions {
            0 => format!("{} {}", u.code, u.message),
            motions => format!("{} {} ({})", u.code, u.message, count(motions, "motion")),
        },
        at: Some((u.file.clone(), u.line)).filter(|(_, line)| *line > 0),
    });
    let remark = |kind: Kind| {
        move |r: &crate::report::data::Remark| Row {
            kind,
            text: format!("{} {}", r.code, r.message),
            at: Some((r.file.clone(), r.line)).filter(|(_, line)| *line > 0),
        }
    };
    let missing = report.missing.iter().map(|m| {
        let ways = m.options.iter().map(|[option, what]| format!("{option} ({what})"));
        let text =
            format!("{}: {} — {}", m.name, m.message, ways.collect::<Vec<_>>().join(", or "));
        Row { kind: Kind::Missing, text, at: None }
    });
    changed
        .chain(gone)
        .chain(missing)
        .chain(undecided)
        .chain(report.refusals.iter().map(remark(Kind::Refused)))
        .chain(assumed)
        .chain(report.warnings.iter().map(remark(Kind::Warned)))
        .collect()
}
