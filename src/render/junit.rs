//! The report as JUnit XML: the program is a suite; a gouge is a failure, an undecided motion an
//! error, and everything proved clean passes, as do accepted regions and warnings: a warning that
//! is denied leaves something undecided.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use crate::report::data::{Excerpt, Remark, Report};
use crate::report::summary;

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut whole = quick_junit::Report::new("gouge");
    whole.add_test_suite(suite(report, &report.inputs.program.path, false));
    whole.serialize(&mut *out).map_err(io::Error::other)
}

/// The suite of a report, by a name that it has to itself; gouges that are `expected` pass.
pub fn suite(report: &Report, name: &str, expected: bool) -> TestSuite {
    let class = name;
    let mut suite = TestSuite::new(class);
    let mut put = |mut case: TestCase| {
        case.set_classname(class);
        suite.add_test_case(case);
    };
    for r in &report.regions {
        let w = &r.witness;
        let place = place(report, &w.file, [w.line, w.column], &w.block);
        let name = format!("{} region {} ({})", r.code, r.id, r.fingerprint);
        if r.accepted.is_some() || expected {
            let mut case = TestCase::new(name, TestCaseStatus::success());
            case.set_system_out(format!("{}\n{place}", summary::region(r)));
            put(case);
            continue;
        }
        put(TestCase::new(name, bad(NonSuccessKind::Failure, &r.code, &r.message, place)));
    }
    let remark = |r: &Remark| {
        let name = match r.line {
            0 => r.code.clone(),
            line => format!("{} line {line} column {}", r.code, r.column),
        };
        (name, place(report, &r.file, [r.line, r.column], &r.block))
    };
    for r in &report.refusals {
        let (name, place) = remark(r);
        put(TestCase::new(name, bad(NonSuccessKind::Error, &r.code, &r.message, place)));
    }
    for u in &report.undecided {
        let place = place(report, &u.file, [u.line, u.column], &u.block);
        let status = bad(NonSuccessKind::Error, &u.code, &summary::undecided(u), place);
        put(TestCase::new(format!("{} undecided motions", u.code), status));
    }
    for w in &report.warnings {
        let (name, place) = remark(w);
        let mut case = TestCase::new(name, TestCaseStatus::success());
        case.set_system_out(format!("warning: {}\n{place}", w.message));
        put(case);
    }
    let name = format!("{} motions proved clean", report.coverage.clean);
    put(TestCase::new(name, TestCaseStatus::success()));
    let lines = [summary::verdict(report), summary::coverage(report), summary::budget(report)];
    suite.set_system_out(lines.join("\n"));
    suite
}

/// The status of a case that is none to pass, and where that shows.
pub fn bad(kind: NonSuccessKind, code: &str, message: &str, place: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(code).set_message(message).set_description(place);
    status
}

/// File, line, column and block; of what has no line, the file.
fn place(report: &Report, file: &Option<String>, at: [u32; 2], block: &Excerpt) -> String {
    let file = file.as_ref().unwrap_or(&report.inputs.program.path);
    match at {
        [0, _] => file.clone(),
        [line, column] => format!("{file}:{line}:{column}\n{}", block.text),
    }
}
