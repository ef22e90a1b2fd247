//! What the suites' tests come to, a sum for each suite on each target: bytes of code
//! ([`sizes`](super::sizes)), instructions that it executes ([`executed`](super::executed)).
//!
//! A translator that has lost an optimisation gives right answers; what shows it is that the code
//! grows, or that it does more. The sums are written down in `crosstest`, and a test compares: who
//! changes what is emitted sees by how much, on every target, and says that it is meant. Sums, not
//! the figures of single tests: a change that makes one test's code a little longer and many others'
//! shorter is a good one.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::case::{Case, Plan, Test};
use crate::exec::emulate::Emulators;
use crate::exec::execution::Execution;
use crate::exec::run;
use crate::job::Target;
use crate::matrix::{Entry, Settings};
use crate::repository;

/// What is measured of each test's object.
pub trait Measure: Sync {
    /// What it is a figure of.
    fn figure(&self) -> &Figure;

    /// Whether a test has anything to measure on a target.
    fn is_for(&self, case: &Case, target: Target) -> bool {
        case.plan != Plan::Read && case.directives.wants(target)
    }

    /// Of the object that a test becomes for a target, as it comes. Emulators are kept from test to test.
    ///
    /// # Errors
    /// If the object cannot be read, linked or run.
    fn of(&self, case: &Case, target: Target, object: &[u8], emulators: &mut Emulators) -> Result<u64, String>;
}

/// What is summed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its unit, in the plural.
    pub unit: &'static str,
    /// The targets of which there is a figure.
    pub targets: Vec<Target>,
}

/// Sums by suite, a number for each of the figure's targets, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sums {
    figure: Figure,
    rows: BTreeMap<String, Vec<u64>>,
}

impl Sums {
    /// Takes the figure of the tests of all suites for all targets. What is not for a target, and what the translator refuses, as its
    /// test expects, counts nothing.
    ///
    /// # Errors
    /// If there is no corpus, or a test cannot be read or has no figure.
    pub fn measure(measure: &impl Measure) -> Result<Sums, String> {
        let figure = measure.figure().clone();
        let of = |case: &Case, target, emulators: &mut Emulators| {
            let object = measure.is_for(case, target).then(|| run::object(&case.subject, &Execution::plain(target)));
            match object {
                Some(Ok(object)) => {
                    measure.of(case, target, &object, emulators).map_err(|error| format!("{}: {target}: {error}", case.name))
                }
                Some(Err(_)) | None => Ok(0),
            }
        };
        let root = repository::root().ok_or("there is no crosstest/corpus here")?;
        let entries = super::entries(&root)?;
        let overrides = Settings::new(Vec::new(), 0).overrides;
        let each = |emulators: &mut Emulators, entry: &Entry| {
            let row = match entry.source.load(&overrides)? {
                Test::Case(case) => {
                    figure.targets.iter().map(|&target| of(&case, target, emulators)).collect::<Result<Vec<u64>, _>>()?
                }
                Test::Refused(_) => vec![0; figure.targets.len()],
            };
            Ok((entry.suite.to_string(), row))
        };
        let of_tests: Vec<(String, Vec<u64>)> =
            entries.par_iter().map_init(Emulators::default, each).collect::<Result<_, String>>()?;
        let mut rows: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (suite, row) in of_tests {
            let sums = rows.entry(suite).or_insert_with(|| vec![0; row.len()]);
            sums.iter_mut().zip(row).for_each(|(sum, of_test)| *sum += of_test);
        }
        Ok(Sums { figure, rows })
    }

    /// As a table: a line of targets, then a line for each suite.
    pub fn table(&self) -> String {
        let line = |name: &str, cells: Vec<String>| {
            format!("{name:<12}{}\n", cells.iter().map(|cell| format!("{cell:>12}")).collect::<String>())
        };
        let mut text = line("suite", self.figure.targets.iter().map(Target::to_string).collect());
        for (suite, sums) in &self.rows {
            text += &line(suite, sums.iter().map(u64::to_string).collect());
        }
        text
    }

    /// Reads a table; nothing if it is none, or one of other targets than the figure's.
    pub fn parse(figure: Figure, text: &str) -> Option<Sums> {
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let targets: Vec<String> = figure.targets.iter().map(Target::to_string).collect();
        if lines.next()?.get(1..)? != targets {
            return None;
        }
        let row = |words: Vec<&str>| {
            let (suite, numbers) = words.split_first()?;
            let numbers: Vec<u64> = numbers.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
            (numbers.len() == targets.len()).then(|| (suite.to_string(), numbers))
        };
        let rows = lines.map(row).collect::<Option<_>>()?;
        Some(Sums { figure, rows })
    }

    /// What is other than it was, a line each, in the order of the table.
    pub fn changes(&self, before: &Sums) -> Vec<String> {
        let Figure { unit, targets } = &self.figure;
        let none = vec![0; targets.len()];
        let mut suites: Vec<&String> = self.rows.keys().chain(before.rows.keys()).collect();
        suites.sort();
        suites.dedup();
        let mut lines = Vec::new();
        for suite in suites {
            let (old, new) = (before.rows.get(suite).unwrap_or(&none), self.rows.get(suite).unwrap_or(&none));
            for ((target, &old), &new) in targets.iter().zip(old).zip(new) {
                if old != new {
                    let percent = (new as f64 - old as f64) * 100.0 / old.max(1) as f64;
                    lines.push(format!("{suite} on {target}: {old} {unit} before, {new} now ({percent:+.2} %)"));
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
        let figure = Figure { unit: "bytes", targets: Target::all() };
        let row = |first: u64| (0..Target::all().len() as u64).map(|index| first + index).collect::<Vec<u64>>();
        let rows = [("casts".to_string(), row(100)), ("switch".to_string(), row(0))].into();
        let before = Sums { figure: figure.clone(), rows };
        assert_eq!(Sums::parse(figure.clone(), &before.table()), Some(before.clone()));
        assert_eq!(before.changes(&before), Vec::<String>::new());
        let mut now = before.clone();
        now.rows.get_mut("casts").unwrap()[1] += 2;
        now.rows.remove("switch");
        let changes = now.changes(&before);
        assert_eq!(changes[0], format!("casts on {}: 101 bytes before, 103 now (+1.98 %)", Target::all()[1]));
        assert_eq!(changes.len(), Target::all().len(), "and all of the suite that is gone, but for the 0: {changes:?}");
        for bad in ["", "suite x8632/Om1\n", &before.table().replace("100", "many")] {
            assert_eq!(Sums::parse(figure.clone(), bad), None, "{bad}");
        }
    }
}
