//! The tests of the suites, with a figure of each that is summed: a mistake that only makes code longer, or has it do more, shows in no
//! answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::options::Options;

use super::items::{Items, Trace, Wrong, hash};
use super::suites::Suites;
use crate::case::{Case, Test};
use crate::exec;
use crate::exec::emulate::Emulators;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::subject::Subject;
use crate::suites::sums::Measure;

/// A figure of some code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// A hash of the object that it is of.
    pub of: u32,
    /// The figure.
    pub number: u32,
}

impl Figure {
    /// As a number of a trace.
    pub fn pack(self) -> u64 {
        u64::from(self.of) << 32 | u64::from(self.number)
    }

    /// From a number of a trace; nothing from 0.
    pub fn unpack(packed: u64) -> Option<Figure> {
        (packed != 0).then_some(Figure { of: (packed >> 32) as u32, number: packed as u32 })
    }
}

/// The tests of the repository's suites. Their traces have no first number, and a [`Figure`] for executions that are plain and of a target
/// that is measured.
pub struct Figures<M> {
    suites: Suites,
    executions: Vec<Execution>,
    measure: M,
    emulators: Emulators,
}

impl<M: Measure> Figures<M> {
    /// All tests.
    ///
    /// # Errors
    /// If there is no corpus.
    pub fn new(executions: Vec<Execution>, measure: M) -> Result<Figures<M>, String> {
        let suites = Suites::without_programs(executions.clone(), Runtimes::new(&[])?)?;
        Ok(Figures { suites, executions, measure, emulators: Emulators::default() })
    }

    /// The suite that an item belongs to.
    pub fn suite(&self, item: usize) -> &'static str {
        self.suites.suite(item)
    }

    /// The unit of the figures, in the plural.
    pub fn unit(&self) -> &'static str {
        self.measure.figure().unit
    }

    fn is_measured(&self, execution: usize) -> bool {
        let execution = &self.executions[execution];
        execution.is_plain() && self.measure.figure().targets.contains(&execution.target)
    }

    /// The figure of one test; `before` is what it was, with the same number if it was of the same object.
    fn figure(&mut self, case: &Case, execution: usize, before: Option<Figure>) -> Option<Figure> {
        let execution = &self.executions[execution];
        if !self.measure.is_for(case, execution.target) {
            return None;
        }
        let object = exec::run::object(&case.subject, execution).ok()?;
        let of = hash(&object) as u32;
        match before {
            Some(before) if before.of == of => Some(before),
            _ => {
                let number = self.measure.of(case, execution.target, &object, &mut self.emulators).ok()?;
                Some(Figure { of, number: number as u32 })
            }
        }
    }

    /// As [`Items::trace`], of an item whose trace was `before`: a figure of the same code is not taken again.
    pub fn figures(&mut self, item: usize, executions: &[usize], before: &[u64], part: &mut dyn FnMut(usize)) -> Trace {
        let mut trace = vec![0; self.executions.len() + 1];
        let loaded = catch_unwind(AssertUnwindSafe(|| self.suites.test(item)));
        part(0);
        if let Ok(Ok(Test::Case(case))) = &loaded {
            let measured: Vec<usize> = executions.iter().copied().filter(|&index| self.is_measured(index)).collect();
            for index in measured {
                let before = before.get(index + 1).copied().and_then(Figure::unpack);
                // A translation that panics has none: others look for that.
                let figure = catch_unwind(AssertUnwindSafe(|| self.figure(case, index, before))).ok().flatten();
                trace[index + 1] = figure.map_or(0, Figure::pack);
                part(index + 1);
            }
        }
        trace
    }
}

impl<M: Measure> Items for Figures<M> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_reads_as_it_was_packed() {
        for figure in [Figure { of: 0, number: 7 }, Figure { of: u32::MAX, number: 0 }, Figure { of: 1, number: u32::MAX }] {
            assert_eq!(Figure::unpack(figure.pack()), Some(figure));
        }
        assert_eq!(Figure::unpack(0), None);
    }
}
