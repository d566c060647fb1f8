//! The report as SARIF 2.1.0, for code-scanning front ends.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::MAIN_SEPARATOR;

use serde::Serialize;
use serde_json::{Value, json};

use crate::report::WIDEST;
use crate::report::data::{Excerpt, Region, Report};
use crate::report::{codes, summary};

/// Relative paths begin here.
const BASE: &str = "%SRCROOT%";

/// That of the format.
pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

/// What was found in one program.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    tool: Tool,
    invocations: [Invocation; 1],
    original_uri_base_ids: Value,
    artifacts: Vec<Value>,
    results: Vec<Finding>,
    column_kind: &'static str,
    properties: Value,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    exit_code: u8,
    exit_code_description: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Value,
    locations: [Value; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_fingerprints: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Value>,
    /// Left out of all results, or of none (SARIF 2.1.0, 3.27.23).
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<Vec<Value>>,
}

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run(report, false)] };
    serde_json::to_writer_pretty(&mut *out, &log)?;
    out.write_all(b"\n")
}

/// The run of a report; gouges that are `expected` are suppressed.
pub fn run(report: &Report, expected: bool) -> Run {
    let mut results: Vec<Finding> = Vec::new();
    let named =
        |file: &Option<String>| file.clone().unwrap_or_else(|| report.inputs.program.path.clone());
    for r in &report.regions {
        let w = &r.witness;
        // Who does not know suppressions goes by the level.
        let level = if r.accepted.is_some() || expected { "note" } else { "error" };
        let message = summary::region(r);
        let mut found =
            finding(&named(&w.file), level, &r.code, &message, [w.line, w.column], &w.block);
        found.suppressions = Some(suppressions(r, expected));
        found.partial_fingerprints = Some(json!({ "gougeRegion/v1": r.fingerprint }));
        found.properties = Some(json!({ "region": r }));
        results.push(found);
    }
    for r in &report.refusals {
        results.push(finding(
            &named(&r.file),
            "error",
            &r.code,
            &r.message,
            [r.line, r.column],
            &r.block,
        ));
    }
    for u in &report.undecided {
        let message = summary::undecided(u);
        results.push(finding(
            &named(&u.file),
            "error",
            &u.code,
            &message,
            [u.line, u.column],
            &u.block,
        ));
    }
    for w in &report.warnings {
        results.push(finding(
            &named(&w.file),
            "warning",
            &w.code,
            &w.message,
            [w.line, w.column],
            &w.block,
        ));
    }
    let suppresses = report.regions.iter().any(|r| r.accepted.is_some() || expected);
    for result in &mut results {
        result.suppressions = suppresses.then(|| result.suppressions.take().unwrap_or_default());
    }
    let rules = rules(&mut results);

    Run {
        tool: Tool { driver: Driver { name: "gouge", version: env!("CARGO_PKG_VERSION"), rules } },
        invocations: [Invocation {
            execution_successful: true,
            exit_code: report.left().exit_code(),
            exit_code_description: summary::verdict(report),
        }],
        original_uri_base_ids: json!({
            BASE: { "description": { "text": "the folder that gouge was started in" } },
        }),
        artifacts: artifacts(report),
        results,
        column_kind: "unicodeCodePoints",
        properties: json!({
            "verdict": report.verdict,
            "coverage": report.coverage,
            "error_budget_mm": report.error_budget_mm,
            "summary": [summary::coverage(report), summary::budget(report)],
        }),
    }
}

fn finding(
    program: &str,
    level: &'static str,
    code: &str,
    message: &str,
    [line, column]: [u32; 2],
    block: &Excerpt,
) -> Finding {
    let mut place = json!({ "artifactLocation": location(program) });
    if line > 0 {
        let marked = block.mark[1].saturating_sub(block.mark[0]).max(1);
        // Columns count characters here and bytes in the report; of a line that is shown whole the
        // mark tells them.
        let whole = block.text.chars().count() < WIDEST;
        let first = if whole { block.mark[0].saturating_add(1) } else { column.max(1) };
        place["region"] = json!({
            "startLine": line,
            "startColumn": first,
            "endColumn": first.saturating_add(marked),
        });
        place["contextRegion"] = json!({ "startLine": line, "snippet": { "text": block.text } });
    }
    Finding {
        rule_id: code.to_owned(),
        rule_index: 0,
        level,
        message: json!({ "text": message }),
        locations: [json!({ "physicalLocation": place })],
        partial_fingerprints: None,
        properties: None,
        suppressions: None,
    }
}

/// Why a region is not to be acted upon: somebody accepted it, in a file beside the program, or its
/// job expects it.
fn suppressions(region: &Region, expected: bool) -> Vec<Value> {
    let why = expected.then(|| "the job expects this program to gouge".to_owned());
    let entry = |justification| json!({ "kind": "external", "status": "accepted", "justification": justification });
    summary::accepted(region).or(why).map(entry).into_iter().collect()
}

/// The rules the results name, in order of their codes; sets every result's index.
fn rules(results: &mut [Finding]) -> Vec<Value> {
    let mut index: BTreeMap<String, usize> =
        results.iter().map(|r| (r.rule_id.clone(), 0)).collect();
    for (at, slot) in index.values_mut().enumerate() {
        *slot = at;
    }
    for r in results {
        r.rule_index = index[&r.rule_id];
    }
    index.keys().map(|code| rule(code)).collect()
}

/// What ran, and the rules that it goes by.
pub fn tool(rules: Vec<Value>) -> Value {
    json!(Tool { driver: Driver { name: "gouge", version: env!("CARGO_PKG_VERSION"), rules } })
}

/// What a code means.
pub fn rule(code: &str) -> Value {
    match codes::find(code) {
        Some(known) => json!({
            "id": code,
            "shortDescription": { "text": known.title },
            "fullDescription": { "text": known.text },
            // All there is to say stands here: there is no page of it that a helpUri could name.
            "help": { "text": format!("{} (gouge explain {code})", known.text) },
        }),
        None => json!({ "id": code }),
    }
}

fn artifacts(report: &Report) -> Vec<Value> {
    let inputs = &report.inputs;
    std::iter::once((&inputs.program.path, &inputs.program.sha256))
        .chain(inputs.parts.iter().chain(&inputs.fixtures).map(|m| (&m.path, &m.sha256)))
        .map(
            |(path, sha256)| json!({ "location": location(path), "hashes": { "sha-256": sha256 } }),
        )
        .collect()
}

/// Where a file is: below the folder of the run, or by an absolute URI.
pub fn location(path: &str) -> Value {
    match path.starts_with('/') {
        true => json!({ "uri": format!("file://{}", uri(path)) }),
        false => json!({ "uri": uri(path), "uriBaseId": BASE }),
    }
}

/// A path as a relative URI reference (RFC 3986): unreserved characters stay. Where a backslash
/// divides no folders it is part of a name.
fn uri(path: &str) -> String {
    let path = path.replace(MAIN_SEPARATOR, "/");
    path.bytes().fold(String::with_capacity(path.len()), |mut out, b| {
        if b.is_ascii_alphanumeric() || b"-._~/".contains(&b) {
            out.push(b as char);
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
        out
    })
}
