//! The tests of the suites, and how many instructions the code of each executes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::options::Options;

use super::items::{Items, Trace, Wrong, hash};
use super::suites::Suites;
use super::summed::{Figure, Summed};
use crate::case::{Case, Test};
use crate::exec;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::subject::Subject;
use crate::suites::executed;

/// The tests of the repository's suites. Their traces have no first number, and figures for executions that are plain only, at the
/// recipes of which executed instructions are written down.
pub struct Executed {
    suites: Suites,
    executions: Vec<Execution>,
    runtimes: Runtimes,
}

impl Executed {
    /// All tests.
    ///
    /// # Errors
    /// If there is no corpus.
    pub fn new(executions: Vec<Execution>, runtimes: Runtimes) -> Result<Executed, String> {
        let suites = Suites::without_programs(executions.clone(), Runtimes::new(&[])?)?;
        Ok(Executed { suites, executions, runtimes })
    }

    fn is_counted(&self, execution: usize) -> bool {
        let execution = &self.executions[execution];
        execution.is_plain() && executed::figure().targets.contains(&execution.target)
    }

    /// The figure of one test; `before` is what it was, with the same number if it was of the same object.
    fn figure(&self, case: &Case, execution: usize, before: Option<Figure>) -> Option<Figure> {
        let execution = &self.executions[execution];
        if !executed::is_for(case, execution.target) {
            return None;
        }
        let object = exec::run::object(&case.subject, execution).ok()?;
        let of = hash(&object) as u32;
        match before {
            Some(before) if before.of == of => Some(before),
            _ => Some(Figure { of, number: executed::of(case, execution.target, &object, &self.runtimes).ok()? as u32 }),
        }
    }
}

impl Items for Executed {
    fn count(&self) -> usize {
        self.suites.count()
    }

    fn name(&self, item: usize) -> String {
        self.suites.name(item)
    }

    fn trace(&mut self, item: usize, executions: &[usize], part: &mut dyn FnMut(usize)) -> Trace {
        self.figures(item, executions, &[], part)
    }

    /// What is wrong others say.
    fn run(&mut self, _: usize, _: &[usize]) -> Vec<Wrong> {
        Vec::new()
    }

    fn subject(&self, item: usize, execution: usize) -> Result<(Subject, Options), String> {
        self.suites.subject(item, execution)
    }
}

impl Summed for Executed {
    fn suite(&self, item: usize) -> &'static str {
        self.suites.suite(item)
    }

    fn figures(&mut self, item: usize, executions: &[usize], before: &[u64], part: &mut dyn FnMut(usize)) -> Trace {
        let mut trace = vec![0; self.executions.len() + 1];
        let loaded = catch_unwind(AssertUnwindSafe(|| self.suites.test(item)));
        part(0);
        if let Ok(Ok(Test::Case(case))) = &loaded {
            for &index in executions.iter().filter(|&&index| self.is_counted(index)) {
                let before = before.get(index + 1).copied().and_then(Figure::unpack);
                // A translation that panics executes nothing: others look for that.
                let figure = catch_unwind(AssertUnwindSafe(|| self.figure(case, index, before))).ok().flatten();
                trace[index + 1] = figure.map_or(0, Figure::pack);
                part(index + 1);
            }
        }
        trace
    }
}
