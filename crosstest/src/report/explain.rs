//! Failures in words: what is wrong with a cell, both sides of it, and how to see it again.
//!
//! In: a cell of a matrix with its failure. Out: lines without colours. Nothing else enters, so
//! that the same failure reads the same.

use std::fmt::Write;

use crate::compare::{Difference, Excerpt, Extent, show_call, show_end};
use crate::exec::execution::Execution;
use crate::matrix::diagnose::Diagnosis;
use crate::matrix::{Cell, Failure, FailureKind, TestResults};
use crate::shell;
use crate::value::text::show;

/// A cell in a word, not longer than the shortest title.
pub(super) fn word(cell: &Cell) -> &'static str {
    match cell.failure.as_ref().map(|failure| &failure.kind) {
        None if cell.not_run.is_some() => "n/r",
        None if cell.left_out => "-",
        None => "ok",
        Some(FailureKind::NoTest(_) | FailureKind::Error(_)) => "ERROR",
        Some(FailureKind::Differs(_)) => "DIFF",
        Some(FailureKind::Undefined(_)) => "UNDEF",
        Some(FailureKind::OutOfFuel(_)) => "FUEL",
        Some(FailureKind::Unspecified(_)) => "VAGUE",
        Some(FailureKind::Mismatch(_)) => "TEXT",
        Some(FailureKind::NoReference) => "-",
    }
}

/// What is wrong with a cell, and how to see it again: a headline, then details. Without an
/// execution, it is the interpreter's cell.
pub(super) fn explain(row: &TestResults, execution: Option<&str>, cell: &Cell, failure: &Failure) -> Vec<String> {
    let engine = execution.unwrap_or("the interpreter");
    let place = match failure.kind {
        FailureKind::NoTest(_) => String::new(),
        _ => format!(" on {engine}"),
    };
    let line = if failure.line == 0 { String::new() } else { format!(":{}", failure.line) };
    let mut out = format!("{} {}{line}{place}\n", word(cell), row.name);
    let sides = match execution {
        None => ["expected", "interpreter"],
        Some(execution) => ["interpreter", execution],
    };
    if !failure.run.is_empty() {
        field(&mut out, "run", &failure.run);
    }
    match &failure.kind {
        FailureKind::NoTest(message) | FailureKind::Error(message) => field(&mut out, "error", message),
        FailureKind::Undefined(why) | FailureKind::OutOfFuel(why) => field(&mut out, "no result", why),
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
    field(&mut out, "replay", &replay(row, execution, failure));
    out.lines().map(String::from).collect()
}

/// The first difference of a diagnosis.
pub(super) fn first(diagnosis: &Diagnosis) -> Vec<String> {
    let Some(first) = &diagnosis.first else { return Vec::new() };
    let mut out = String::new();
    field(&mut out, "first", &first.what);
    field(&mut out, "", &format!("interpreter  {}", first.reference));
    field(&mut out, "", &format!("{}  {}", first.execution, first.other));
    first.code.iter().for_each(|line| field(&mut out, "", line));
    out.lines().map(String::from).collect()
}

fn field(out: &mut String, title: &str, text: &str) {
    for (index, line) in text.lines().enumerate() {
        let title = if index == 0 { title } else { "" };
        let _ = writeln!(out, "{}", format!("  {title:<12}{line}").trim_end());
    }
}

/// A difference: what it is, and both sides of it.
fn describe(difference: &Difference, sides: &[&str; 2]) -> String {
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
    let width = sides.iter().map(|side| side.len()).max().unwrap_or(0);
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
fn replay(row: &TestResults, execution: Option<&str>, failure: &Failure) -> String {
    let mut words: Vec<String> = match row.suite {
        "" => vec!["crosstest".into(), "run".into(), row.file.clone().unwrap_or_else(|| row.name.clone())],
        suite => vec!["crosstest".into(), "--suite".into(), suite.into(), "--only".into(), row.name.clone()],
    };
    match execution.map(|name| (name, name.parse::<Execution>())) {
        Some((_, Ok(execution))) if execution.is_plain() => {
            words.extend(["--target", execution.target.isa.name(), "--opt", execution.target.opt.name()].map(String::from));
        }
        Some((name, _)) => words.extend(["--execution".into(), name.into()]),
        None => {}
    }
    if row.suite.is_empty() {
        words.extend(failure.replay.iter().cloned());
    }
    shell::join(words.iter().map(String::as_str))
}
