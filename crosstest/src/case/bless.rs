//! Rewriting expectations: what the lines of a test's text would have to say for the test to pass.
//!
//! In: outcomes and texts. Out: [`Edit`]s, and the text with them applied. What a call returns
//! comes from the interpreter, never from a target under test; a test that disagrees with a target,
//! a pattern that is not found and an error that does not come have no edit.

use std::ops::Range;

use crate::case::directive::Line;
use crate::outcome::{End, Outcome};
use crate::value::text::show;

/// New lines for old ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The numbers of the lines that go, from 1.
    pub lines: Range<usize>,
    /// The lines that come.
    pub text: Vec<String>,
}

impl Edit {
    /// A call's line, with another outcome behind the arrow. `None` if the outcome cannot be said
    /// there.
    pub fn call(source: &str, line: usize, outcome: &Outcome) -> Option<Edit> {
        let text = source.lines().nth(line.checked_sub(1)?)?;
        let (call, _) = text.split_once("->")?;
        let end = match (&outcome.end, &outcome.result) {
            (End::Returned, Some(value)) => Some(show(value)).filter(|text| !text.contains("unspecified"))?,
            (End::Trapped(_), _) => "traps".into(),
            (End::Undefined(_), _) => "undefined".into(),
            _ => return None,
        };
        Some(Edit { lines: line..line + 1, text: vec![format!("{call}-> {end}")] })
    }

    /// A program's exit status.
    pub fn exit(line: usize, outcome: &Outcome) -> Option<Edit> {
        let status = match outcome.end {
            End::Exited(status) => status,
            End::Returned => 0,
            _ => return None,
        };
        Some(Edit { lines: line..line + 1, text: vec![format!("; exit: {status}")] })
    }

    /// A program's output, a line for each of its lines, where the old ones began.
    pub fn stdout(old: &[Line<Vec<u8>>], output: &[u8]) -> Vec<Edit> {
        let mut lines: Vec<String> =
            output.split_inclusive(|&byte| byte == b'\n').map(|line| format!("; stdout: {}", escape(line))).collect();
        if lines.is_empty() {
            lines.push("; stdout:".into());
        }
        replace(old, lines)
    }

    /// The lines of an error.
    pub fn error(old: &[Line<String>], found: &[String]) -> Vec<Edit> {
        replace(old, found.iter().map(|line| format!("; error: {line}")).collect())
    }

    /// A text after its directive, of which `old` lines are there.
    pub fn block(directive: usize, old: usize, found: &[String]) -> Edit {
        let text = found.iter().map(|line| format!(";| {line}").trim_end().into()).collect();
        Edit { lines: directive + 1..directive + 1 + old, text }
    }
}

/// The first of the old lines becomes all of the new ones, the others go.
fn replace<T>(old: &[Line<T>], new: Vec<String>) -> Vec<Edit> {
    let mut new = Some(new);
    old.iter().map(|old| Edit { lines: old.line..old.line + 1, text: new.take().unwrap_or_default() }).collect()
}

/// Bytes as the directive `stdout` reads them.
fn escape(bytes: &[u8]) -> String {
    let last = bytes.len().saturating_sub(1);
    let first = |index: usize| index == 0 || index == last;
    let mut text = String::new();
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'\\' => text += "\\\\",
            // Blanks at either end would be lost.
            b' ' if first(index) => text += "\\20",
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text += &format!("\\{byte:02x}"),
        }
    }
    text
}

/// A text with edits applied. Of edits of the same lines the first one counts.
pub fn apply(source: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    let mut sorted: Vec<&Edit> = Vec::new();
    for edit in edits {
        let overlaps = |other: &&Edit| edit.lines.start < other.lines.end && other.lines.start < edit.lines.end;
        if !sorted.iter().any(|other| overlaps(other) || other.lines == edit.lines) {
            sorted.push(edit);
        }
    }
    sorted.sort_by_key(|edit| edit.lines.start);
    for edit in sorted.iter().rev() {
        let range = (edit.lines.start - 1).min(lines.len())..(edit.lines.end - 1).min(lines.len());
        lines.splice(range, edit.text.iter().map(String::as_str));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use translator::ice::Type;

    fn outcome(end: End, result: Option<Value>) -> Outcome {
        Outcome { end, result, stdout: Vec::new(), stderr: Vec::new(), calls: Vec::new(), memory: Vec::new() }
    }

    #[test]
    fn edits_replace_lines_from_the_end() {
        let edit = |lines: Range<usize>, text: &[&str]| Edit { lines, text: text.iter().map(|&line| line.into()).collect() };
        let edits = [edit(1..2, &["A", "A2"]), edit(3..5, &["C"]), edit(5..5, &["D"]), edit(3..5, &["again"])];
        assert_eq!(apply("a\nb\nc\nd\ne\n", &edits), "A\nA2\nb\nC\nD\ne\n");
        assert_eq!(apply("a\n", &[edit(2..2, &["b"])]), "a\nb\n");
    }

    #[test]
    fn calls_get_what_the_interpreter_found() {
        let source = "\n ; run: @f() -> i32 5\n";
        let text = |outcome: &Outcome| Edit::call(source, 2, outcome).map(|edit| edit.text[0].clone());
        let returned = |value| outcome(End::Returned, Some(value));
        assert_eq!(text(&returned(Value::new(Type::I32, 7))).as_deref(), Some(" ; run: @f() -> i32 7"));
        assert_eq!(text(&returned(Value::unspecified(Type::I32))).as_deref(), Some(" ; run: @f() -> i32 ?"));
        let partly = Value { unspecified: 2, ..Value::new(Type::I32, 1) };
        assert_eq!(text(&returned(partly)), None);
        assert_eq!(text(&outcome(End::Trapped("why".into()), None)).as_deref(), Some(" ; run: @f() -> traps"));
        assert_eq!(text(&outcome(End::OutOfFuel, None)), None);
        assert_eq!(Edit::call("; run: @f()\n", 1, &outcome(End::Trapped("why".into()), None)), None);
    }

    #[test]
    fn several_lines_become_as_many_as_there_are_now() {
        let old = [Line { line: 2, says: String::new() }, Line { line: 4, says: String::new() }];
        let edits = Edit::error(&old, &["one".into(), "two".into(), "three".into()]);
        assert_eq!(apply("a\n; error:\nb\n; error:\n", &edits), "a\n; error: one\n; error: two\n; error: three\nb\n");
        let old = [Line { line: 1, says: Vec::new() }];
        let edits = Edit::stdout(&old, b" a\\\n\xffb ");
        assert_eq!(apply("x\n", &edits), "; stdout: \\20a\\\\\\n\n; stdout: \\ffb\\20\n");
    }
}
