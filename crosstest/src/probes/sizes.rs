//! The tests of the suites, and how much code each becomes: a trace's numbers are bytes, not
//! hashes ([`summed`](super::summed)).

use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::options::Options;

use super::items::{Items, Trace, Wrong};
use super::suites::Suites;
use super::summed::Summed;
use crate::case::Test;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::subject::Subject;
use crate::suites::sizes;

/// The tests of the repository's suites. Their traces have no first number, and numbers for
/// executions that are plain only.
pub struct Sizes {
    suites: Suites,
    executions: Vec<Execution>,
}

impl Sizes {
    /// All tests.
    ///
    /// # Errors
    /// If there is no corpus.
    pub fn new(executions: Vec<Execution>) -> Result<Sizes, String> {
        Ok(Sizes { suites: Suites::without_programs(executions.clone(), Runtimes::new(&[])?)?, executions })
    }
}

impl Summed for Sizes {
    fn suite(&self, item: usize) -> &'static str {
        self.suites.suite(item)
    }

    fn figures(&mut self, item: usize, executions: &[usize], _: &[u64], part: &mut dyn FnMut(usize)) -> Trace {
        self.trace(item, executions, part)
    }
}

impl Items for Sizes {
    fn count(&self) -> usize {
        self.suites.count()
    }

    fn name(&self, item: usize) -> String {
        self.suites.name(item)
    }

    fn trace(&mut self, item: usize, executions: &[usize], part: &mut dyn FnMut(usize)) -> Trace {
        let mut trace = vec![0; self.executions.len() + 1];
        let loaded = catch_unwind(AssertUnwindSafe(|| self.suites.test(item)));
        part(0);
        if let Ok(Ok(Test::Case(case))) = &loaded {
            for &index in executions.iter().filter(|&&index| self.executions[index].is_plain()) {
                let target = self.executions[index].target;
                // A translation that refuses it or panics emits nothing: others look for that.
                let bytes = catch_unwind(AssertUnwindSafe(|| sizes::of(case, target)));
                trace[index + 1] = bytes.map_or(0, |bytes| bytes.unwrap_or(0));
                part(index + 1);
            }
        }
        trace
    }

    /// There is nothing to run.
    fn run(&mut self, _: usize, _: &[usize]) -> Vec<Wrong> {
        Vec::new()
    }

    fn subject(&self, item: usize, execution: usize) -> Result<(Subject, Options), String> {
        self.suites.subject(item, execution)
    }
}
