//! What the compiler says of a mutated crate, and which parts of it are to blame.
//!
//! In: cargo's messages, a line of JSON each. Out: errors with the bytes that they are about; and
//! by the marks of the files, the parts that have to go. Errors of one phase of the compiler hide
//! those of the next: the caller goes on until there are none.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::mutate::render::{Part, Rendered};
use super::mutate::{Crate, blame};

/// A place that an error names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceRange {
    /// The file, as the compiler names it.
    pub file: String,
    /// Its bytes.
    pub bytes: Range<usize>,
    /// Whether the error is there, rather than explained by it.
    pub is_primary: bool,
}

/// An error of the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its code.
    pub code: String,
    /// What it says.
    pub message: String,
    /// Where.
    pub places: Vec<SourceRange>,
    /// As the compiler shows it.
    pub shown: String,
}

/// The errors in cargo's messages.
pub fn failures(messages: &str) -> Vec<Failure> {
    messages.lines().filter_map(|line| failure(&serde_json::from_str(line).ok()?)).collect()
}

fn failure(message: &Value) -> Option<Failure> {
    let message =
        message.get("message").filter(|message| message["level"].as_str().is_some_and(|level| level.starts_with("error")))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut places = Vec::new();
    for span in message["spans"].as_array().into_iter().flatten() {
        add_places(span, span["is_primary"] == true, &mut places);
    }
    for child in message["children"].as_array().into_iter().flatten() {
        child["spans"].as_array().into_iter().flatten().for_each(|span| add_places(span, false, &mut places));
    }
    // "aborting due to ..." is about nothing.
    (!places.is_empty()).then(|| Failure {
        code: text(&message["code"]["code"]),
        message: text(&message["message"]),
        places,
        shown: text(&message["rendered"]),
    })
}

/// A span, and where the macro was used that made it.
fn add_places(span: &Value, is_primary: bool, places: &mut Vec<SourceRange>) {
    let number = |name: &str| span[name].as_u64().map(|number| number as usize);
    if let (Some(start), Some(end), Some(file)) = (number("byte_start"), number("byte_end"), span["file_name"].as_str()) {
        places.push(SourceRange { file: file.into(), bytes: start..end, is_primary });
    }
    if span["expansion"].is_object() {
        add_places(&span["expansion"]["span"], is_primary, places);
    }
}

/// The parts that are to blame for an error, with their files (from the source directory, which the
/// compiler calls `prefix`).
pub fn guilty(failure: &Failure, prefix: &str, krate: &Crate, rendered: &BTreeMap<String, Rendered>) -> Vec<(String, Part)> {
    let marked: Vec<(&SourceRange, &str, &super::mutate::render::Mark)> = failure
        .places
        .iter()
        .filter_map(|place| {
            let path = place.file.strip_prefix(prefix)?;
            let mark = blame(&rendered.get(path)?.marks, place.bytes.clone())?;
            Some((place, path, mark))
        })
        .collect();
    let parts = |of: &[&(&SourceRange, &str, &super::mutate::render::Mark)]| -> Vec<(String, Part)> {
        of.iter().flat_map(|(_, path, mark)| mark.parts.iter().map(|&part| (path.to_string(), part))).collect()
    };
    // What is surely wrong: an alternative that an error is in, or that explains it.
    let own: Vec<_> = marked.iter().filter(|(_, _, mark)| mark.is_own).collect();
    if !own.is_empty() {
        return parts(&own);
    }
    let primary: Vec<_> = marked.iter().filter(|(place, ..)| place.is_primary).collect();
    if !primary.is_empty() {
        return parts(&primary);
    }
    // A `const` function that something outside calls where the compiler has to evaluate it.
    if failure.code == "E0015"
        && let Some(name) = failure.message.split('`').nth(1).and_then(|path| path.rsplit("::").next())
    {
        let functions = krate.functions(name);
        if !functions.is_empty() {
            return functions;
        }
    }
    let any: Vec<_> = marked.iter().collect();
    if !any.is_empty() {
        return parts(&any);
    }
    nearby(failure, prefix, rendered)
}

/// How many lines around an error are looked at, the nearest first, when it is in no part.
const AROUND: [usize; 5] = [0, 3, 10, 30, 100];

/// The parts near an error: what a compiler infers in one line may come from another.
fn nearby(failure: &Failure, prefix: &str, rendered: &BTreeMap<String, Rendered>) -> Vec<(String, Part)> {
    let Some(path) =
        failure.places.iter().find_map(|place| place.file.strip_prefix(prefix).filter(|path| rendered.contains_key(*path)))
    else {
        return Vec::new();
    };
    let Rendered { text, marks } = &rendered[path];
    let here = || failure.places.iter().filter(|place| place.file.strip_prefix(prefix) == Some(path));
    let start = here().map(|place| place.bytes.start).min().unwrap_or(0);
    let end = here().map(|place| place.bytes.end).max().unwrap_or(0);
    for lines in AROUND {
        let from = text[..start].rmatch_indices('\n').nth(lines).map_or(0, |(at, _)| at);
        let to = text[end..].match_indices('\n').nth(lines).map_or(text.len(), |(at, _)| end + at);
        let inside = marks.iter().filter(|mark| from <= mark.range.start && mark.range.end <= to);
        let parts: Vec<_> = inside.flat_map(|mark| mark.parts.iter().map(|&part| (path.to_string(), part))).collect();
        if !parts.is_empty() {
            return parts;
        }
    }
    Vec::new()
}
