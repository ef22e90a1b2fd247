//! A report as JUnit's XML, the form that CI systems read.
//!
//! In: a report. Out: the text: a `testsuite` for each execution, in it a `testcase` for each test, classed by suite. What was not run, or is
//! not about an execution, is `skipped`. What JUnit has no place for is left out.

use std::fmt::Write;

use super::Report;
use super::model::Status;

/// The XML text.
pub fn xml(report: &Report) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"crosstest\">\n");
    for (index, column) in report.columns().into_iter().enumerate() {
        let cells = || report.tests.iter().map(|test| (test, &test.cells[index]));
        let count = |wanted: &[Status]| cells().filter(|(_, cell)| wanted.contains(&cell.status)).count();
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">",
            escape(column),
            report.tests.len(),
            count(&[Status::Failed, Status::Vague]),
            count(&[Status::LeftOut, Status::NotRun]),
        );
        for (test, cell) in cells() {
            let class = if test.suite.is_empty() { "files" } else { &test.suite };
            // The time is the whole row's: it is spread evenly.
            let seconds = test.micros as f64 / 1e6 / test.cells.len().max(1) as f64;
            let _ = write!(
                out,
                "    <testcase name=\"{}\" classname=\"{}.{}\" time=\"{seconds:.6}\"",
                escape(&test.name),
                escape(column),
                escape(class)
            );
            match cell.status {
                Status::Passed => out += "/>\n",
                Status::LeftOut => out += "><skipped message=\"the test is not about this execution\"/></testcase>\n",
                Status::NotRun => {
                    let why = escape(cell.reason.as_deref().unwrap_or("not run"));
                    let _ = writeln!(out, "><skipped message=\"{why}\"/></testcase>");
                }
                Status::Failed | Status::Vague => {
                    let message = cell.explanation.first().map_or(cell.word.as_str(), String::as_str);
                    let mut text = cell.explanation.join("\n");
                    if let Some(diagnosis) = &test.diagnosis {
                        text +=
                            &format!("\n{}\n{}", super::agreement(&diagnosis.agreement).join("\n"), diagnosis.first.join("\n"));
                    }
                    let (message, text) = (escape(message), escape(&text));
                    let _ = writeln!(out, "><failure message=\"{message}\" type=\"{}\">{text}</failure></testcase>", cell.word);
                }
            }
        }
        out += "  </testsuite>\n";
    }
    out + "</testsuites>\n"
}

/// A text inside of XML. Characters that XML cannot hold become a question mark.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' => out += "&#10;",
            '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
