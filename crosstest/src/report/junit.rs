//! A report as JUnit's XML, the form that CI systems read.
//!
//! In: a report. Out: the text: a `testsuite` for each execution, in it a `testcase` for each test,
//! classed by suite, with times; where the report comes from are properties of each suite. What was
//! not run, or is not about an execution, is `skipped`. What JUnit has no place for is left out.
//! The crate `quick-junit` writes the XML.

use std::time::Duration;

use chrono::{DateTime, FixedOffset, TimeDelta};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::Report;
use super::model::{CellReport, Status, TestReport};

/// The XML text.
pub fn xml(report: &Report) -> Result<String, String> {
    let start = report.origin.start();
    let mut out = quick_junit::Report::new("crosstest");
    out.set_time(report.origin.duration());
    if let Some(start) = start {
        out.set_timestamp(start);
    }
    for (index, column) in report.columns().into_iter().enumerate() {
        let mut suite = TestSuite::new(column);
        suite.set_time(report.tests.iter().map(time).sum());
        if let Some(start) = start {
            suite.set_timestamp(start);
        }
        if report.origin.is_known() {
            for (name, value) in report.origin.fields() {
                suite.add_property((name, value.as_str()));
            }
        }
        for test in &report.tests {
            let class = if test.suite.is_empty() { "files" } else { &test.suite };
            let mut case = TestCase::new(test.name.as_str(), status(test, &test.cells[index]));
            case.set_classname(format!("{column}.{class}")).set_time(time(test));
            if let Some(start) = start {
                case.set_timestamp(later(start, test.start_micros));
            }
            suite.add_test_case(case);
        }
        out.add_test_suite(suite);
    }
    out.to_string().map_err(|error| format!("JUnit: {error}"))
}

fn later(start: DateTime<FixedOffset>, micros: u64) -> DateTime<FixedOffset> {
    i64::try_from(micros).ok().and_then(|micros| start.checked_add_signed(TimeDelta::microseconds(micros))).unwrap_or(start)
}

/// What a test took in one column: the time is the whole row's, and is spread evenly.
fn time(test: &TestReport) -> Duration {
    Duration::from_micros(test.micros) / test.cells.len().max(1) as u32
}

fn status(test: &TestReport, cell: &CellReport) -> TestCaseStatus {
    let skipped = |why: &str| {
        let mut status = TestCaseStatus::skipped();
        status.set_message(why);
        status
    };
    match cell.status {
        Status::Passed => TestCaseStatus::success(),
        Status::LeftOut => skipped("the test is not about this execution"),
        Status::NotRun => skipped(cell.reason.as_deref().unwrap_or("not run")),
        Status::Failed | Status::Vague => {
            let message = cell.explanation.first().map_or(cell.word.as_str(), String::as_str);
            let mut text = cell.explanation.join("\n");
            if let Some(diagnosis) = &test.diagnosis {
                text += &format!("\n{}\n{}", super::agreement(&diagnosis.agreement).join("\n"), diagnosis.first.join("\n"));
            }
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(message).set_type(cell.word.as_str()).set_description(text);
            status
        }
    }
}
