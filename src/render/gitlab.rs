//! The report as GitLab Code Quality: a JSON list of issues, as its documentation names their
//! fields (description, check_name, fingerprint, severity, location).

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::report::data::{Remark, Report};
use crate::report::summary;

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// What is said of a place; `of` tells it from others under the same code.
struct Said<'a> {
    severity: &'static str,
    code: &'a str,
    description: String,
    file: Option<&'a str>,
    line: u32,
    of: &'a str,
}

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let program = report.inputs.program.path.as_str();
    // Issues that say the same are told apart by their order: lines may be renumbered.
    let mut seen: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let issues: Vec<Issue> = all(report)
        .map(|said| {
            let count = seen.entry((said.code, said.of)).or_insert(0);
            *count += 1;
            let known = format!("{program}\n{}\n{}\n{count}", said.code, said.of);
            let digest = Sha256::digest(known.as_bytes());
            Issue {
                description: said.description,
                check_name: said.code,
                fingerprint: digest.iter().take(16).map(|b| format!("{b:02x}")).collect(),
                severity: said.severity,
                location: Location {
                    path: said.file.unwrap_or(program),
                    lines: Lines { begin: said.line.max(1) },
                },
            }
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    out.write_all(b"\n")
}

fn all(report: &Report) -> impl Iterator<Item = Said<'_>> {
    let regions = report.regions.iter().map(|r| Said {
        severity: if r.accepted.is_some() { "info" } else { "critical" },
        code: &r.code,
        description: summary::region(r),
        file: r.witness.file.as_deref(),
        line: r.witness.line,
        of: &r.fingerprint,
    });
    let undecided = report.undecided.iter().map(|u| Said {
        severity: "major",
        code: &u.code,
        description: summary::undecided(u),
        file: u.file.as_deref(),
        line: u.line,
        of: &u.message,
    });
    let refusals = report.refusals.iter().map(|r| remark("major", r));
    let warnings = report.warnings.iter().map(|w| remark("minor", w));
    regions.chain(refusals).chain(undecided).chain(warnings)
}

fn remark<'a>(severity: &'static str, remark: &'a Remark) -> Said<'a> {
    Said {
        severity,
        code: &remark.code,
        description: remark.message.clone(),
        file: remark.file.as_deref(),
        line: remark.line,
        of: &remark.message,
    }
}
