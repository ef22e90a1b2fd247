//! The report of a [`Matrix`]: the table, each failing cell's first difference with the command that replays it, and a summary.
//!
//! In: a matrix, a [`Style`]. Out: text. The text depends on nothing else, so that two runs of the same tests print the same.

pub mod progress;

use std::fmt::Write;

use crate::case::values::show;
use crate::compare::{Difference, Excerpt, Extent, show_call, show_end};
use crate::matrix::{Cell, Failure, FailureKind, Matrix, Row};
use crate::subject::Target;

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
    Bold,
}

impl Style {
    fn paint(self, colour: Colour, text: &str) -> String {
        let code = match colour {
            Colour::Green => 32,
            Colour::Red => 31,
            Colour::Bold => 1,
        };
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }
}

/// The whole report.
pub fn text(matrix: &Matrix, style: Style) -> String {
    let mut out = table(matrix, style);
    for row in &matrix.rows {
        let reference = [(None, &row.reference)].into_iter();
        let cells = reference.chain(matrix.targets.iter().map(|&target| Some(target)).zip(&row.cells));
        for (target, cell) in cells {
            if let Some(failure) = cell.failure.as_ref().filter(|failure| failure.kind != FailureKind::NoReference) {
                out.push('\n');
                out += &explain(row, target, cell, failure, style);
            }
        }
    }
    out.push('\n');
    out + &summary(matrix, style)
}

/// One line for each test, one column for each engine.
fn table(matrix: &Matrix, style: Style) -> String {
    let rows: Vec<&Row> = matrix.rows.iter().filter(|row| !style.quiet || !row_passed(row)).collect();
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    let names: Vec<String> = ["interp".into()].into_iter().chain(matrix.targets.iter().map(Target::to_string)).collect();
    let mut out = style.paint(Colour::Bold, &format!("{:width$}  {}", "test", names.join("  "))) + "\n";
    for row in rows {
        let _ = write!(out, "{:width$}", row.name);
        for (cell, name) in [&row.reference].into_iter().chain(&row.cells).zip(&names) {
            let word = word(cell);
            let colour = if cell.passed() { Colour::Green } else { Colour::Red };
            let _ = write!(out, "  {}{:pad$}", style.paint(colour, word), "", pad = name.len() - word.len());
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

fn row_passed(row: &Row) -> bool {
    row.reference.passed() && row.cells.iter().all(Cell::passed)
}

/// A cell in a word, not longer than the shortest title.
fn word(cell: &Cell) -> &'static str {
    match cell.failure.as_ref().map(|failure| &failure.kind) {
        None if cell.left_out => "-",
        None => "ok",
        Some(FailureKind::NoTest(_) | FailureKind::Error(_)) => "ERROR",
        Some(FailureKind::Differs(_)) => "DIFF",
        Some(FailureKind::Incomparable(_)) => "UNDEF",
        Some(FailureKind::Unspecified(_)) => "VAGUE",
        Some(FailureKind::Mismatch(_)) => "TEXT",
        Some(FailureKind::NoReference) => "-",
    }
}

/// What is wrong with a cell, and how to see it again.
fn explain(row: &Row, target: Option<Target>, cell: &Cell, failure: &Failure, style: Style) -> String {
    let engine = target.map_or("the interpreter".into(), |target| target.to_string());
    let place = match failure.kind {
        FailureKind::NoTest(_) => String::new(),
        _ => format!(" on {engine}"),
    };
    let line = if failure.line == 0 { String::new() } else { format!(":{}", failure.line) };
    let mut out = style.paint(Colour::Red, &format!("{} {}{line}{place}", word(cell), row.name)) + "\n";
    let sides = match target {
        None => ["expected".to_string(), "interpreter".into()],
        Some(target) => ["interpreter".into(), target.to_string()],
    };
    if !failure.run.is_empty() {
        field(&mut out, "run", &failure.run);
    }
    match &failure.kind {
        FailureKind::NoTest(message) | FailureKind::Error(message) => field(&mut out, "error", message),
        FailureKind::Incomparable(why) => field(&mut out, "no result", why),
        FailureKind::Unspecified(Extent { compared, ignored }) => {
            field(&mut out, "vague", &format!("{ignored} bits were Unspecified and ignored, and only {compared} compared"));
        }
        FailureKind::NoReference => {}
        FailureKind::Mismatch(mismatch) => {
            field(&mut out, "difference", &format!("{} (- expected, + found)", mismatch.what));
            mismatch.diff.iter().for_each(|line| out += &format!("    {line}\n"));
        }
        FailureKind::Differs(differences) => {
            for (index, difference) in differences.iter().enumerate() {
                let text = describe(difference, &sides);
                if index == 0 { out += &text } else { field(&mut out, "also", text.trim_start().lines().next().unwrap_or("")) }
            }
        }
    }
    if cell.failed > 1 {
        field(&mut out, "in all", &format!("{} runs of {} failed; this is the first", cell.failed, cell.executions));
    }
    field(&mut out, "replay", &replay(row, target, failure));
    out
}

fn field(out: &mut String, title: &str, text: &str) {
    for (index, line) in text.lines().enumerate() {
        let title = if index == 0 { title } else { "" };
        let _ = writeln!(out, "{}", format!("  {title:<12}{line}").trim_end());
    }
}

/// A difference: what it is, and both sides of it.
fn describe(difference: &Difference, sides: &[String; 2]) -> String {
    let (what, values) = match difference {
        Difference::End(a, b) => ("end".into(), [show_end(a), show_end(b)]),
        Difference::Result(a, b) => ("result".into(), [a, b].map(|value| value.as_ref().map_or("no value".into(), show))),
        Difference::Stream { name, offset, context } => (
            format!("{name} differs at byte {offset}"),
            context.clone().map(|excerpt| format!("{excerpt} ({} bytes)", excerpt.len)),
        ),
        Difference::Call { index, what, calls } => {
            let show = |call: &Option<_>| call.as_ref().map_or("no call".into(), show_call);
            (format!("call {index}: {what}"), calls.each_ref().map(show))
        }
        Difference::Memory { name, addr, offset, context, total } => {
            let place = format!("memory of {name} (at {addr:#010x}) differs at byte {offset}; {total} bytes differ in all");
            (place, context.clone().map(|excerpt| excerpt.map_or("not accessible".into(), |e| show_memory(&e))))
        }
    };
    let width = sides.iter().map(String::len).max().unwrap_or(0);
    let mut out = String::new();
    field(&mut out, "difference", &what);
    for (side, value) in sides.iter().zip(values) {
        field(&mut out, "", &format!("{side:<width$}  {value}"));
    }
    out
}

fn show_memory(excerpt: &Excerpt) -> String {
    format!("[{:#x}] {}", excerpt.start, excerpt.hex())
}

/// The command that runs this alone.
fn replay(row: &Row, target: Option<Target>, failure: &Failure) -> String {
    let mut words: Vec<String> = ["crosstest", "run", &row.name].map(String::from).to_vec();
    if let Some(Target { isa, opt }) = target {
        words.extend(["--target", isa.name(), "--opt", opt.name()].map(String::from));
    }
    words.extend(failure.replay.iter().cloned());
    let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
    words.join(" ")
}

/// A word as a shell reads it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Counts.
fn summary(matrix: &Matrix, style: Style) -> String {
    let sum = |count: fn(&Cell) -> u64| matrix.cells().map(count).sum::<u64>();
    let failed = matrix.rows.iter().filter(|row| !row_passed(row)).count();
    let passed = matrix.rows.len() - failed;
    let targets = matrix.targets.iter().map(Target::to_string).collect::<Vec<_>>().join(", ");
    let verdict = if matrix.passed() {
        style.paint(Colour::Green, &format!("{passed} {} passed", if passed == 1 { "test" } else { "tests" }))
    } else {
        style.paint(Colour::Red, &format!("{failed} of {} tests failed", matrix.rows.len()))
    };
    let undefined = match sum(|cell| cell.undefined) {
        0 => String::new(),
        count => format!("; {count} edge cases without a defined behaviour were left out"),
    };
    format!(
        "{verdict} on {targets}\n{} executions, {} comparisons of {} bits; {} Unspecified bits were ignored{undefined}\n",
        sum(|cell| cell.executions),
        sum(|cell| cell.comparisons),
        sum(|cell| cell.extent.compared),
        sum(|cell| cell.extent.ignored),
    )
}

#[cfg(test)]
mod tests;
