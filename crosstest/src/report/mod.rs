//! Reports of a [`Matrix`](crate::matrix::Matrix): as data ([`model`]), and from that as text, [`junit`] and [`html`].
//!
//! In: a report, a [`Style`]. Out, here: text with the table, each failing cell's first difference with the command that replays it, and a
//! summary. The text depends on nothing else, so that two runs of the same tests print the same.

mod explain;
pub mod html;
pub mod junit;
pub mod model;
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
    /// Whether to leave out the rows that have passed.
    pub quiet: bool,
}

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
    out.push('\n');
    out + &summary(report, style)
}

/// The first difference of a diagnosis, in lines.
pub fn first_difference(diagnosis: &crate::matrix::diagnose::Diagnosis) -> Vec<String> {
    explain::first(diagnosis)
}

/// Who agrees with whom, in a line for each group, with the majority and the oracle named.
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
    let rows: Vec<&TestReport> = report.tests.iter().filter(|test| !style.quiet || !test.passed()).collect();
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

/// Counts.
fn summary(report: &Report, style: Style) -> String {
    let failed = report.tests.iter().filter(|test| !test.passed()).count();
    let passed = report.tests.len() - failed;
    let columns = |wanted: bool| {
        let ran = |&(index, _): &(usize, &String)| {
            report.tests.is_empty() || report.tests.iter().any(|test| test.cells[index + 1].status != Status::NotRun)
        };
        let names = report.executions.iter().enumerate().filter(|column| ran(column) == wanted).map(|(_, name)| name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let verdict = if failed == 0 {
        style.paint(Colour::Green, &format!("{passed} {} passed", if passed == 1 { "test" } else { "tests" }))
    } else {
        style.paint(Colour::Red, &format!("{failed} of {} tests failed", report.tests.len()))
    };
    let mut out = format!("{verdict} on {}\n", columns(true));
    out += &not_run(report, style);
    if !report.complete {
        let left = report.tests_in_all.saturating_sub(report.tests.len());
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
    out
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
