//! The tests of the suites as items, with the shared programs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::options::Options;

use super::items::{Items, PANIC, Trace, Wrong, caught, hash, object_hash, writings};
use super::{How, first_words};
use crate::case::{Plan, Test};
use crate::exec;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::matrix::{self, Entry, Environment, FailureKind, Settings, Source, TestResults};
use crate::repository;
use crate::subject::Subject;
use crate::suites;

/// Fuel of a test's run; what ends takes far less.
const FUEL: u64 = 20_000_000;
/// Fuel of a shared program's run.
const PROGRAM_FUEL: u64 = 500_000_000;
/// The suite of the shared programs.
const PROGRAMS: &str = "shared";

/// The tests of the suites.
pub struct Suites {
    entries: Vec<Entry>,
    executions: Vec<Execution>,
    environment: Environment,
}

impl Suites {
    /// All tests, the quick ones first: small files, what is made, large files, the shared
    /// programs.
    pub fn new(executions: Vec<Execution>, runtimes: Runtimes) -> Result<Suites, String> {
        let mut suites = Self::without_programs(executions, runtimes)?;
        // They stay in order: programs come after all others.
        if let Some(dir) = repository::shared_dir() {
            suites.entries.extend(suites::shared(&dir)?);
        }
        suites.entries.sort_by_cached_key(order);
        Ok(suites)
    }

    /// The tests that lie in the repository, in the same order.
    pub fn without_programs(executions: Vec<Execution>, runtimes: Runtimes) -> Result<Suites, String> {
        let root = repository::root().ok_or("there is no crosstest/corpus here")?;
        let mut entries = suites::entries(&root)?;
        entries.sort_by_cached_key(order);
        let environment = Environment { runtimes, missing: vec![None; executions.len()] };
        Ok(Suites { entries, executions, environment })
    }

    /// The suite that an item belongs to.
    pub(super) fn suite(&self, item: usize) -> &'static str {
        self.entries[item].suite
    }

    /// Reads or makes an item's test.
    pub(super) fn test(&self, item: usize) -> Result<Test, String> {
        self.entries[item].source.load(&self.settings(item, &[]).overrides)
    }

    fn settings(&self, item: usize, executions: &[usize]) -> Settings {
        let fuel = if self.entries[item].suite == PROGRAMS { PROGRAM_FUEL } else { FUEL };
        Settings::new(executions.iter().map(|&index| self.executions[index].clone()).collect(), fuel)
    }

    fn row(&self, item: usize, executions: &[usize]) -> Result<TestResults, String> {
        let settings = self.settings(item, executions);
        match self.entries[item].source.load(&settings.overrides)? {
            Test::Case(case) => Ok(matrix::run_case(&case, &settings, &self.environment, &())),
            // Refused before any target: there is nothing to translate.
            Test::Refused(_) => {
                let settings = Settings { executions: Vec::new(), ..settings };
                let matrix = matrix::run(&self.entries[item..=item], &settings, &())?;
                matrix.rows.into_iter().next().ok_or_else(|| "no row".into())
            }
        }
    }
}

impl Items for Suites {
    fn count(&self) -> usize {
        self.entries.len()
    }

    fn name(&self, item: usize) -> String {
        let name = self.entries[item].source.name();
        let name = name.rsplit_once("crosstest/").map_or(name.as_str(), |(_, rest)| rest);
        format!("{}: {}", self.entries[item].suite, name.rsplit_once("pexe/").map_or(name, |(_, rest)| rest))
    }

    fn trace(&mut self, item: usize, executions: &[usize], part: &mut dyn FnMut(usize)) -> Trace {
        let mut trace = vec![0; self.executions.len() + 1];
        let loaded = catch_unwind(AssertUnwindSafe(|| self.test(item)));
        trace[0] = match &loaded {
            Err(_) => PANIC,
            Ok(Err(why)) => hash(why),
            Ok(Ok(Test::Refused(refused))) => hash(&refused.found),
            Ok(Ok(Test::Case(case))) => caught(|| writings(&case.subject)),
        };
        part(0);
        if let Ok(Ok(Test::Case(case))) = &loaded
            && case.plan != Plan::Read
        {
            for &index in executions {
                let execution = &self.executions[index];
                if case.directives.wants(execution.target) {
                    trace[index + 1] = object_hash(exec::run::object(&case.subject, execution));
                    part(index + 1);
                }
            }
        }
        trace
    }

    fn run(&mut self, item: usize, executions: &[usize]) -> Vec<Wrong> {
        match catch_unwind(AssertUnwindSafe(|| self.row(item, executions))) {
            Err(_) => vec![(How::Error, "panic".into(), None)],
            Ok(Err(why)) => vec![(How::Error, first_words(&why), None)],
            Ok(Ok(row)) => {
                let executions: Vec<&Execution> = executions.iter().map(|&index| &self.executions[index]).collect();
                failures(&row, &executions)
            }
        }
    }

    fn subject(&self, item: usize, execution: usize) -> Result<(Subject, Options), String> {
        match self.test(item)? {
            Test::Case(case) => {
                let options = self.executions[execution].options(case.subject.features);
                Ok((case.subject, options))
            }
            Test::Refused(_) => Err("the module is refused".into()),
        }
    }
}

/// What has failed in a row.
fn failures(row: &TestResults, executions: &[&Execution]) -> Vec<Wrong> {
    let places = std::iter::once(None).chain(executions.iter().map(Some));
    let cells = std::iter::once(&row.reference).chain(&row.cells);
    let wrong = places.zip(cells).filter_map(|(place, cell)| {
        let kind = &cell.failure.as_ref()?.kind;
        let (name, isa) = place.map_or(("reading".into(), None), |it| (it.to_string(), Some(it.target.isa)));
        Some(match kind {
            FailureKind::Error(why) | FailureKind::NoTest(why) => (How::Error, format!("{name}: {}", first_words(why)), isa),
            FailureKind::Mismatch(_) => (How::Differs, format!("{name}: text"), isa),
            _ => (How::Differs, name, isa),
        })
    });
    wrong.collect()
}

/// What an item is sorted by.
fn order(entry: &Entry) -> (bool, u64, String) {
    let size = match &entry.source {
        Source::File(path) => path.metadata().map_or(0, |metadata| metadata.len()),
        Source::Made(..) => TYPICAL_SIZE,
    };
    (entry.suite == PROGRAMS, size, entry.source.name())
}

/// How large a file test is of which there are many: what is made is taken to be as large.
const TYPICAL_SIZE: u64 = 8000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_is_there_once_and_the_programs_come_last() {
        let suites = Suites::new(Execution::all_plain(), Runtimes::new(&[]).unwrap()).unwrap();
        let count = suites.count();
        assert!(count > 900, "{count}");
        let mut names: Vec<String> = (0..count).map(|item| suites.name(item)).collect();
        let programs = names.iter().filter(|name| name.starts_with(PROGRAMS)).count();
        assert!(names[count - programs..].iter().all(|name| name.starts_with(PROGRAMS)));
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
