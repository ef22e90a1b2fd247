//! Makes mutants of the translator's source: from files to files in which every mutant is a guarded
//! alternative.
//!
//! In: the texts of a crate's files. Out: [`Crate`]: the table of [`Mutant`]s, and, rendered
//! without those parts that the compiler refuses, the texts. Everything is a function of the texts:
//! the same source gives the same mutants with the same numbers, whatever is taken out.
//!
//! ```text
//! texts ─► expand: item macros written out ─► names ─► collect, operators: edits ─► render ─► texts, marks ─► (compiler) ─► refuse ─┐
//!                                                                                     ▲                                            │
//!                                                                                     └──────────── parts taken out ◄──────────────┘
//! ```

pub mod collect;
pub mod edits;
pub mod expand;
pub mod macros;
pub mod names;
pub mod operators;
pub mod render;
pub mod rooms;
pub mod source;
#[cfg(test)]
mod tests;
pub mod uses;

use std::collections::{BTreeMap, BTreeSet};

use edits::Edits;
use expand::Expanded;
use names::Names;
use operators::Operator;
use render::{Mark, Part, Rendered};

/// A mistake that a build can be told to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// Its number: from 1, in the order of files and places.
    pub id: u32,
    /// The file, from the source directory.
    pub file: String,
    /// Where it is, both from 1.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// The part of the translator.
    pub room: String,
    /// The kind of mistake.
    pub operator: Operator,
    /// The function or constant.
    pub place: String,
    /// What it reads.
    pub original: String,
    /// What it reads with the mutant on.
    pub mutated: String,
}

/// A file that is mutated.
struct File {
    path: String,
    original: String,
    expanded: Expanded,
    edits: Edits,
    /// Number of its first mutant.
    first: usize,
}

/// A crate with its mutants.
pub struct Crate {
    files: Vec<File>,
    /// What the compiler refused, by file.
    removed: BTreeMap<String, BTreeSet<Part>>,
}

impl Crate {
    /// Finds the mutants of files, given with their paths from the source directory, in order.
    /// Files in no room are read for their names only.
    ///
    /// # Errors
    /// If a file is not Rust.
    pub fn new(texts: &[(String, String)]) -> Result<Crate, String> {
        let about = |path: &str, error: syn::Error| format!("{path}: {error}");
        let mut macros = expand::Macros::new();
        for (path, text) in texts {
            expand::add(&mut macros, &syn::parse_file(text).map_err(|error| about(path, error))?);
        }
        let mut names = Names::default();
        let mut parsed = Vec::new();
        for (path, text) in texts {
            let file = syn::parse_file(text).map_err(|error| about(path, error))?;
            let expanded = expand::expand(text, &file, &macros);
            let file = syn::parse_file(&expanded.text).map_err(|error| about(path, error))?;
            if !rooms::is_test(path) {
                names.add(path, &file);
            }
            parsed.push((path, text, expanded, file));
        }
        let mut files = Vec::new();
        let mut first = 1;
        for (path, text, expanded, file) in parsed {
            let mut edits = Edits::default();
            if rooms::room(path).is_some() {
                edits = collect::collect(path, &expanded.text, &file, &names);
                sort(&mut edits);
            } else if !rooms::is_left(path) {
                edits = collect::collect(path, &expanded.text, &file, &names);
                keep_constants(&mut edits);
            }
            let count = edits.mutants.len();
            files.push(File { path: path.clone(), original: text.clone(), expanded, edits, first });
            first += count;
        }
        Ok(Crate { files, removed: BTreeMap::new() })
    }

    /// All mutants, in order, refused ones too.
    pub fn mutants(&self) -> Vec<Mutant> {
        let of_file = |file: &File| {
            let mutants = file.edits.mutants.iter().enumerate();
            let made = mutants.map(|(index, draft)| {
                let (line, column) = source::line_and_column(&file.original, file.expanded.origin(draft.range.start));
                Mutant {
                    id: (file.first + index) as u32,
                    file: file.path.clone(),
                    line,
                    column,
                    room: rooms::room(&file.path).unwrap_or_default().to_string(),
                    operator: draft.operator,
                    place: draft.place.clone(),
                    original: one_line(&draft.original),
                    mutated: one_line(&draft.mutated),
                }
            });
            made.collect::<Vec<_>>()
        };
        self.files.iter().flat_map(of_file).collect()
    }

    /// Numbers of the mutants that the compiler has refused.
    pub fn refused(&self) -> BTreeSet<u32> {
        let mut refused = BTreeSet::new();
        for file in &self.files {
            let Some(removed) = self.removed.get(&file.path) else { continue };
            for part in removed {
                if let Part::Mutant(index) = part {
                    refused.insert((file.first + index) as u32);
                }
            }
        }
        refused
    }

    /// What has been taken out: to begin with it the next time.
    pub fn removed(&self) -> &BTreeMap<String, BTreeSet<Part>> {
        &self.removed
    }

    /// Takes parts out of a file.
    pub fn remove(&mut self, path: &str, parts: impl IntoIterator<Item = Part>) {
        self.removed.entry(path.into()).or_default().extend(parts);
    }

    /// The files that change, with their texts.
    pub fn render(&self) -> Vec<(String, Rendered)> {
        let none = BTreeSet::new();
        let changes = |file: &&File| !file.edits.edits.is_empty() || !file.edits.renames.is_empty();
        let render = |file: &File| {
            let removed = self.removed.get(&file.path).unwrap_or(&none);
            (file.path.clone(), render::render(&file.expanded.text, &file.edits, file.first, removed))
        };
        self.files.iter().filter(changes).map(render).collect()
    }

    /// All files as they are, with their paths.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|file| (file.path.as_str(), file.original.as_str()))
    }

    /// The `const` functions of this name that have doubles: file and part.
    pub fn functions(&self, name: &str) -> Vec<(String, Part)> {
        let of_file = |file: &File| {
            let edits = file.edits.edits.iter();
            let doubles = edits.filter_map(|edit| match &edit.form {
                edits::Form::Function(parts) if file.expanded.text[parts.name.clone()] == *name => {
                    Some((file.path.clone(), Part::Edit(edit.range.start, edit.range.len())))
                }
                _ => None,
            });
            doubles.collect::<Vec<_>>()
        };
        self.files.iter().flat_map(of_file).collect()
    }
}

/// Orders mutants by place, so that their numbers do not depend on how they were found.
fn sort(edits: &mut Edits) {
    let mut order: Vec<usize> = (0..edits.mutants.len()).collect();
    order.sort_by_key(|&index| (edits.mutants[index].range.start, usize::MAX - edits.mutants[index].range.end, index));
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    edits.mutants = order.iter().map(|&old| edits.mutants[old].clone()).collect();
    for edit in &mut edits.edits {
        match &mut edit.form {
            edits::Form::Choice(alternatives) => {
                alternatives.iter_mut().for_each(|alternative| alternative.0 = place[alternative.0])
            }
            edits::Form::Unless(mutant) | edits::Form::Guard(mutant) => *mutant = place[*mutant],
            _ => {}
        }
    }
}

/// Of a file that is not mutated, what others rely on: doubles, and the names that go with them.
fn keep_constants(edits: &mut Edits) {
    edits.mutants.clear();
    edits.edits.retain(|edit| !matches!(edit.form, edits::Form::Choice(_) | edits::Form::Unless(_) | edits::Form::Guard(_)));
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The innermost marks around some bytes, and what they say can be taken out. Own text of an
/// alternative comes before all else.
pub fn blame(marks: &[Mark], bytes: std::ops::Range<usize>) -> Option<&Mark> {
    let around = marks.iter().filter(|mark| mark.range.start <= bytes.start && bytes.end <= mark.range.end);
    around.min_by_key(|mark| (mark.range.len(), !mark.is_own))
}
