//! A batch in the formats of dashboards: one SARIF run and one JUnit file, one suite per program.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use quick_junit::{NonSuccessKind, TestCase, TestSuite};
use serde_json::{Map, Value, json};

use super::results::report_of;
use super::summary::{Row, Summary};
use crate::error::Result;
use crate::output::write_with;
use crate::render::{junit, sarif};
use crate::report::codes::NOT_EXPECTED;
use crate::report::data::{Report, Verdict};

/// Writes `results.sarif` and `junit.xml` into the folder of the results.
///
/// # Errors
/// Reports that are gone, a folder that cannot be written to.
pub fn write(summary: &Summary, results: &Path) -> Result<()> {
    let mut log = Log::default();
    let mut suites = quick_junit::Report::new("gouge");
    for row in &summary.tasks {
        if let Some(why) = &row.failure {
            log.fail(row, why);
            suites.add_test_suite(failed_suite(row, why));
            continue;
        }
        let report = report_of(row, results)?;
        // What an expected gouge leaves unknown fails all the same.
        let gouges = row.expected == Some(Verdict::Gouge) && row.is_expected() == Some(true);
        log.put(row, &report, gouges)?;
        let mut suite = junit::suite(&report, &row.name, gouges);
        if let Some(what) = not_as_expected(row) {
            let file = report.inputs.program.path;
            let status = junit::bad(NonSuccessKind::Failure, NOT_EXPECTED, &what, file);
            let mut case = TestCase::new(format!("{NOT_EXPECTED} expected verdict"), status);
            case.set_classname(row.name.as_str());
            suite.add_test_case(case);
        }
        suites.add_test_suite(suite);
    }
    write_with(&results.join("results.sarif"), |out| {
        serde_json::to_writer_pretty(&mut *out, &log.whole())?;
        writeln!(out)
    })?;
    write_with(&results.join("junit.xml"), |out| {
        suites.serialize(&mut *out).map_err(io::Error::other)
    })?;
    Ok(())
}

/// How a row differs from what its job expects, as a sentence.
fn not_as_expected(row: &Row) -> Option<String> {
    let (expected, verdict) = (row.expected?, row.verdict?);
    (row.is_expected() == Some(false)).then(|| {
        format!("the verdict is {}, and the job expects {}", verdict.word(), expected.word())
    })
}

/// What a program counts in the exit code of the batch, where its job expects something of it.
fn tell_exit(row: &Row, invocation: &mut Value) {
    if row.is_expected().is_none() {
        return;
    }
    let code = row.exit_code();
    let what = match (not_as_expected(row), code) {
        (Some(what), _) => what,
        (None, 0) => "as the job expects".to_owned(),
        (None, _) => "as the job expects, but not everything was checked".to_owned(),
    };
    let proved = invocation["exitCodeDescription"].as_str().unwrap_or_default();
    invocation["exitCodeDescription"] = json!(format!("{proved}; {what}"));
    invocation["exitCode"] = json!(code);
}

/// All programs as one run: what takes SARIF up for code scanning takes one of a tool, and few.
#[derive(Default)]
struct Log {
    /// What is the same of all runs: tool, base of the paths, kind of columns.
    common: Map<String, Value>,
    invocations: Vec<Value>,
    /// By the place of the file: a part may be that of many programs.
    artifacts: BTreeMap<String, Value>,
    results: Vec<Value>,
    programs: Vec<Value>,
}

impl Log {
    fn put(&mut self, row: &Row, report: &Report, gouges: bool) -> io::Result<()> {
        let Value::Object(mut run) = serde_json::to_value(sarif::run(report, gouges))? else {
            return Ok(());
        };
        let mut list = |key: &str| match run.remove(key) {
            Some(Value::Array(list)) => list,
            _ => Vec::new(),
        };
        let [mut invocations, artifacts, results] =
            ["invocations", "artifacts", "results"].map(&mut list);
        for invocation in &mut invocations {
            tell_exit(row, invocation);
        }
        self.invocations.extend(invocations);
        let place = |artifact: &Value| artifact["location"].to_string();
        self.artifacts.extend(artifacts.into_iter().map(|a| (place(&a), a)));
        self.results.extend(results);
        if let Some(what) = not_as_expected(row) {
            let place = sarif::location(&report.inputs.program.path);
            self.results.push(json!({
                "ruleId": NOT_EXPECTED,
                "level": "error",
                "message": { "text": format!("{}: {what}", row.name) },
                "locations": [{ "physicalLocation": { "artifactLocation": place } }],
            }));
        }
        let mut own = json!({ "name": row.name });
        if let (Some(own), Some(Value::Object(said))) =
            (own.as_object_mut(), run.remove("properties"))
        {
            own.extend(said);
        }
        self.programs.push(own);
        self.common.append(&mut run);
        Ok(())
    }

    /// A task that could not run.
    fn fail(&mut self, row: &Row, why: &str) {
        self.invocations.push(json!({
            "executionSuccessful": false,
            "exitCode": 2,
            "toolExecutionNotifications": [
                {"level": "error", "message": {"text": format!("{}: {why}", row.name)}},
            ],
        }));
        self.programs.push(json!({ "name": row.name }));
    }

    fn whole(mut self) -> Value {
        // Left out of all results, or of none (SARIF 2.1.0, 3.27.23).
        if self.results.iter().any(|result| result.get("suppressions").is_some()) {
            for result in self.results.iter_mut().filter_map(Value::as_object_mut) {
                result.entry("suppressions").or_insert_with(|| json!([]));
            }
        }
        let code = |result: &Value| result["ruleId"].as_str().unwrap_or_default().to_owned();
        let codes: BTreeSet<String> = self.results.iter().map(code).collect();
        for result in &mut self.results {
            let own = code(result);
            result["ruleIndex"] = json!(codes.iter().position(|code| *code == own));
        }
        let rules: Vec<Value> = codes.iter().map(|code| sarif::rule(code)).collect();
        let mut run = self.common;
        run.insert("tool".to_owned(), sarif::tool(rules));
        run.insert("automationDetails".to_owned(), json!({ "id": "gouge/" }));
        run.insert("invocations".to_owned(), Value::Array(self.invocations));
        run.insert("artifacts".to_owned(), self.artifacts.into_values().collect());
        run.insert("results".to_owned(), Value::Array(self.results));
        run.insert("properties".to_owned(), json!({ "programs": self.programs }));
        json!({ "$schema": sarif::SCHEMA, "version": "2.1.0", "runs": [run] })
    }
}

/// A task that could not run, as JUnit says it.
fn failed_suite(row: &Row, why: &str) -> TestSuite {
    let mut suite = TestSuite::new(row.name.as_str());
    let mut status = quick_junit::TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_description(why);
    let mut case = TestCase::new("could not run", status);
    case.set_classname(row.name.as_str());
    suite.add_test_case(case);
    suite
}
