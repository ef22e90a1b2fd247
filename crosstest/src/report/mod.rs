//! Reports of a [`Matrix`](crate::matrix::Matrix): as data ([`model`]), and from that as text,
//! [`junit`] and [`html`].
//!
//! In: a report, a [`Style`]. Out, here: text with the rows of the table that failed (or all of
//! them), each failing cell's first difference with the command that replays it, the tests that
//! took long, and a summary. The text depends on nothing else, so that two runs of the same tests
//! print the same if none takes long, but for the last lines, which say where the report comes
//! from.

mod explain;
pub mod html;
pub mod junit;
pub mod model;
pub mod origin;
pub mod progress;

use std::fmt::Write;

pub use model::Report;
use model::{Status, TestReport};

use crate::shell;

/// How the report looks.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Whether to use colours.
    pub colour: bool,
    /// Whether to show the whole table, and not only the rows that failed.
    pub verbose: bool,
}

/// From how long on a test is mentioned, in microseconds; and how many are at most.
const SLOW: u64 = 5_000_000;
const SLOWEST: usize = 5;

#[derive(Copy, Clone)]
enum Colour {
    Green,
    Red,
    Yellow,
    Bold,
}

impl Style {
    fn paint(self, colour: Colour, text: &str) -> String {
        let code = match colour {
            Colour::Green => 32,
            Colour::Red => 31,
            Colour::Yellow => 33,
            Colour::Bold => 1,
        };
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }
}

/// The whole report.
pub fn text(report: &Report, style: Style) -> String {
    let mut out = table(report, style);
    for test in &report.tests {
        for cell in &test.cells {
            if let Some((headline, details)) = cell.explanation.split_first() {
                let _ = writeln!(out, "\n{}", style.paint(Colour::Red, headline));
                details.iter().for_each(|line| out += &format!("{line}\n"));
            }
        }
        if let Some(diagnosis) = &test.diagnosis {
            let _ = writeln!(out, "\n{}", style.paint(Colour::Bold, &format!("WHO   {} {}", test.name, diagnosis.run)));
            for (index, group) in agreement(&diagnosis.agreement).iter().enumerate() {
                let _ = writeln!(out, "  {:<12}{group}", if index == 0 { "agree" } else { "" });
            }
            diagnosis.first.iter().for_each(|line| out += &format!("{line}\n"));
            if let Some(bundle) = &diagnosis.bundle {
                let _ = writeln!(out, "  {:<12}crosstest replay {}", "bundle", shell::quote(bundle));
            }
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out + &summary(report, style)
}

/// The first difference of a diagnosis, in lines.
pub fn first_difference(diagnosis: &crate::matrix::diagnose::Diagnosis) -> Vec<String> {
    explain::first(diagnosis)
}

/// The groups that agree, a line for each, with the majority and the oracle named.
pub fn agreement(groups: &[Vec<String>]) -> Vec<String> {
    let all: usize = groups.iter().map(Vec::len).sum();
    let line = |(index, group): (usize, &Vec<String>)| {
        let majority = index == 0 && group.len() * 2 > all;
        let note = match (majority, group.iter().any(|name| name == "interp")) {
            (true, true) => " (the majority, with the oracle)",
            (true, false) => " (the majority)",
            (false, true) => " (the oracle)",
            (false, false) => "",
        };
        group.join(", ") + note
    };
    groups.iter().enumerate().map(line).collect()
}

/// One line for each test, one column for each engine.
fn table(report: &Report, style: Style) -> String {
    let rows: Vec<&TestReport> = report.tests.iter().filter(|test| style.verbose || !test.passed()).collect();
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    let names = report.columns();
    let mut out = style.paint(Colour::Bold, &format!("{:width$}  {}", "test", names.join("  "))) + "\n";
    for row in rows {
        let _ = write!(out, "{:width$}", row.name);
        for (cell, name) in row.cells.iter().zip(&names) {
            let colour = match cell.status {
                Status::NotRun => Colour::Yellow,
                _ if cell.passed() => Colour::Green,
                _ => Colour::Red,
            };
            let pad = name.len().saturating_sub(cell.word.len());
            let _ = write!(out, "  {}{:pad$}", style.paint(colour, &cell.word), "");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// Tests that took long, the slowest first.
fn slow(report: &Report) -> String {
    let mut slow: Vec<&TestReport> = report.tests.iter().filter(|test| test.micros >= SLOW).collect();
    slow.sort_by_key(|test| std::cmp::Reverse(test.micros));
    let line = |test: &&TestReport| format!("slow: {:.1} s  {}\n", test.micros as f64 / 1e6, test.name);
    slow.iter().take(SLOWEST).map(line).collect()
}

/// A number of things that have a plural.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Counts.
fn summary(report: &Report, style: Style) -> String {
    let all = report.tests.len();
    let failed = report.tests.iter().filter(|test| !test.passed()).count();
    let idle = report.tests.iter().filter(|test| test.is_idle()).count();
    let verdict = match (failed, idle) {
        (0, 0) => style.paint(Colour::Green, &format!("{} passed", count(all, "test"))),
        (0, _) => style.paint(Colour::Yellow, &format!("{} passed, {idle} were not compared", count(all - idle, "test"))),
        _ => style.paint(Colour::Red, &format!("{failed} of {all} tests failed")),
    };
    let mut out = slow(report) + &format!("{verdict}\n") + &by_execution(report, style) + &not_run(report, style);
    if !report.complete {
        let left = report.tests_in_all.saturating_sub(all);
        out += &style.paint(Colour::Red, &format!("the report is partial: {left} of {} tests were not run", report.tests_in_all));
        out.push('\n');
    }
    let undefined = match report.sum(|cell| cell.undefined) {
        0 => String::new(),
        count => format!("; {count} edge cases without a defined behaviour were left out"),
    };
    let vague = report.tests.iter().flat_map(|test| &test.cells).filter(|cell| cell.status == Status::Vague).count();
    let vague = if vague == 0 { String::new() } else { format!("; {vague} cells were mostly Unspecified: not tested") };
    let _ = writeln!(
        out,
        "{} executions, {} comparisons of {} bits; {} Unspecified bits were ignored{undefined}{vague}",
        report.sum(|cell| cell.executions),
        report.sum(|cell| cell.comparisons),
        report.sum(|cell| cell.compared_bits),
        report.sum(|cell| cell.unspecified_bits),
    );
    if report.origin.is_known() {
        let width = report.origin.fields().iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in report.origin.fields() {
            let _ = writeln!(out, "{name:<width$}  {value}");
        }
    }
    out
}

/// How many tests came out how, a line for each execution that ran any, and for the interpreter if
/// it failed any.
fn by_execution(report: &Report, style: Style) -> String {
    let columns = report.columns();
    let width = columns.iter().map(|name| name.len()).max().unwrap_or(0);
    let line = |(index, name): (usize, &&str)| {
        let tally = report.tally(index);
        if tally.ran() == 0 || index == 0 && tally.failed == 0 {
            return String::new();
        }
        let parts = [
            (tally.failed, "failed", Colour::Red),
            (tally.passed, "passed", Colour::Green),
            (tally.left_out, "not about it", Colour::Yellow),
            (tally.not_run, "not run", Colour::Yellow),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what, colour)| style.paint(colour, &format!("{count} {what}"))).collect();
        format!("  {name:<width$}  {}\n", parts.join(", "))
    };
    columns.iter().enumerate().map(line).collect()
}

/// What was not run, a line for each execution and reason.
fn not_run(report: &Report, style: Style) -> String {
    let mut reasons: Vec<(&str, &str, usize)> = Vec::new();
    for test in &report.tests {
        for (cell, column) in test.cells.iter().zip(report.columns()) {
            let Some(reason) = cell.reason.as_deref().filter(|_| cell.status == Status::NotRun) else { continue };
            match reasons.iter_mut().find(|(known, why, _)| (*known, *why) == (column, reason)) {
                Some((.., count)) => *count += 1,
                None => reasons.push((column, reason, 1)),
            }
        }
    }
    let line = |(column, reason, count): (&str, &str, usize)| {
        style.paint(Colour::Yellow, &format!("not run: {count} of {} tests on {column}: {reason}", report.tests.len())) + "\n"
    };
    reasons.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests;
