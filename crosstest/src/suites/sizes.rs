//! How much code the suites' tests become: bytes, of each suite for each target.
//!
//! A translator that has lost an optimisation gives right answers; what shows it is that the code
//! grows. The sums are written down in `crosstest/code_sizes.txt`, and a test compares: who changes
//! what is emitted sees by how much, on every target, and says that it is meant. Sums, not the
//! sizes of single tests: a change that makes one test's code a little longer and many others'
//! shorter is a good one.

use std::collections::BTreeMap;

use object::{Object, ObjectSection, SectionKind};
use rayon::prelude::*;

use crate::case::{Case, Plan, Test};
use crate::exec;
use crate::exec::execution::Execution;
use crate::job::Target;
use crate::matrix::{Entry, Settings};
use crate::repository;

/// Bytes of code by suite, a number for each of the targets, in the order of [`Target::all`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sizes(BTreeMap<String, Vec<u64>>);

/// Bytes of code that a test becomes for a target as it comes; 0 if it is not for that target, or
/// has nothing to translate.
pub fn of(case: &Case, target: Target) -> Result<u64, String> {
    let execution = Execution::plain(target);
    if case.plan == Plan::Read || !case.directives.wants(target) {
        return Ok(0);
    }
    match exec::run::object(&case.subject, &execution) {
        Ok(object) => code_bytes(&object).map_err(|error| format!("{}: {target}: {error}", case.name)),
        // A test that expects that the translator refuses something.
        Err(_) => Ok(0),
    }
}

/// Bytes in the sections of an object that hold code.
fn code_bytes(object: &[u8]) -> Result<u64, object::Error> {
    let file = object::File::parse(object)?;
    Ok(file.sections().filter(|section| section.kind() == SectionKind::Text).map(|section| section.size()).sum())
}

impl Sizes {
    /// Translates the tests of all suites for all targets.
    ///
    /// # Errors
    /// If there is no corpus, or a test cannot be read.
    pub fn measure() -> Result<Sizes, String> {
        let root = repository::root().ok_or("there is no crosstest/corpus here")?;
        let entries = super::entries(&root)?;
        let overrides = Settings::new(Vec::new(), 0).overrides;
        let each = |entry: &Entry| {
            let row = match entry.source.load(&overrides)? {
                Test::Case(case) => Target::all().into_iter().map(|target| of(&case, target)).collect::<Result<Vec<u64>, _>>()?,
                Test::Refused(_) => vec![0; Target::all().len()],
            };
            Ok((entry.suite.to_string(), row))
        };
        let rows: Vec<(String, Vec<u64>)> = entries.par_iter().map(each).collect::<Result<_, String>>()?;
        let mut sizes = Sizes::default();
        for (suite, row) in rows {
            let sums = sizes.0.entry(suite).or_insert_with(|| vec![0; row.len()]);
            sums.iter_mut().zip(row).for_each(|(sum, bytes)| *sum += bytes);
        }
        Ok(sizes)
    }

    /// As a table: a line of targets, then a line for each suite.
    pub fn table(&self) -> String {
        let line = |name: &str, cells: Vec<String>| {
            format!("{name:<12}{}\n", cells.iter().map(|cell| format!("{cell:>12}")).collect::<String>())
        };
        let mut text = line("suite", Target::all().iter().map(Target::to_string).collect());
        for (suite, sums) in &self.0 {
            text += &line(suite, sums.iter().map(u64::to_string).collect());
        }
        text
    }

    /// Reads a table; nothing if it is none, or one of other targets.
    pub fn parse(text: &str) -> Option<Sizes> {
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let targets: Vec<String> = Target::all().iter().map(Target::to_string).collect();
        if lines.next()?.get(1..)? != targets {
            return None;
        }
        let row = |words: Vec<&str>| {
            let (suite, numbers) = words.split_first()?;
            let numbers: Vec<u64> = numbers.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
            (numbers.len() == targets.len()).then(|| (suite.to_string(), numbers))
        };
        Some(Sizes(lines.map(row).collect::<Option<_>>()?))
    }

    /// What is other than it was, a line each, in the order of the table.
    pub fn changes(&self, before: &Sizes) -> Vec<String> {
        let none = vec![0; Target::all().len()];
        let mut suites: Vec<&String> = self.0.keys().chain(before.0.keys()).collect();
        suites.sort();
        suites.dedup();
        let mut lines = Vec::new();
        for suite in suites {
            let (old, new) = (before.0.get(suite).unwrap_or(&none), self.0.get(suite).unwrap_or(&none));
            for ((target, &old), &new) in Target::all().iter().zip(old).zip(new) {
                if old != new {
                    let percent = (new as f64 - old as f64) * 100.0 / old.max(1) as f64;
                    lines.push(format!("{suite} on {target}: {old} bytes before, {new} now ({percent:+.2} %)"));
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_as_it_was_written_and_says_what_has_changed() {
        let row = |first: u64| (0..Target::all().len() as u64).map(|index| first + index).collect::<Vec<u64>>();
        let before = Sizes([("casts".to_string(), row(100)), ("switch".to_string(), row(0))].into());
        assert_eq!(Sizes::parse(&before.table()), Some(before.clone()));
        assert_eq!(before.changes(&before), Vec::<String>::new());
        let mut now = before.clone();
        now.0.get_mut("casts").unwrap()[1] += 2;
        now.0.remove("switch");
        let changes = now.changes(&before);
        assert_eq!(changes[0], format!("casts on {}: 101 bytes before, 103 now (+1.98 %)", Target::all()[1]));
        assert_eq!(changes.len(), Target::all().len(), "and all of the suite that is gone, but for the 0: {changes:?}");
        for bad in ["", "suite x8632/Om1\n", &before.table().replace("100", "many")] {
            assert_eq!(Sizes::parse(bad), None, "{bad}");
        }
    }
}
