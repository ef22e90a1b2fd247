//! What is tried on a translator that may be wrong: the tests of the suites, generated modules,
//! links; and what a translation makes of each, as numbers to compare.
//!
//! An item has a [`Trace`]: a hash of what reading, printing and writing its module gives, and one
//! of each execution's object, or of the error instead. An item whose trace is that of the right
//! translator need not be run: there is nothing to notice.

use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rustc_hash::FxHasher;
use translator::options::{Isa, Options};
use translator::{bitcode, text};

use super::How;
use crate::exec::RunError;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::job::Target;
use crate::subject::Subject;

/// What a translation makes of an item: of its module first, then each execution's object; 0 for
/// what is left out.
pub type Trace = Vec<u64>;

/// That something is wrong: how, where, and on which architecture if on one.
pub type Wrong = (How, String, Option<Isa>);

/// What is tried.
pub trait Items {
    /// How many there are.
    fn count(&self) -> usize;
    /// What reports call it.
    fn name(&self, item: usize) -> String;
    /// What reading gives (the first number) and, of each of these executions, its object. `part`
    /// is told when each is done: 0, or the number of the execution and 1.
    fn trace(&mut self, item: usize, executions: &[usize], part: &mut dyn FnMut(usize)) -> Trace;
    /// Runs it in these executions; what is wrong.
    fn run(&mut self, item: usize, executions: &[usize]) -> Vec<Wrong>;
    /// The module, to be looked at, with the options of an execution.
    fn subject(&self, item: usize, execution: usize) -> Result<(Subject, Options), String>;

    /// Translates it with all checks that the translator makes on request; what they find.
    fn check(&self, item: usize, execution: usize) -> Option<String> {
        let Ok((subject, options)) = self.subject(item, execution) else { return None };
        subject.translate_as(&Options { verify_each: true, ..options }).err()
    }
}

pub(super) fn hash(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    // 0 is what was left out.
    hasher.finish().max(1)
}

/// What a panic gives.
pub(super) const PANIC: u64 = 2;

pub(super) fn caught(run: impl FnOnce() -> u64) -> u64 {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(PANIC)
}

/// The targets of executions, each once.
pub fn targets(executions: &[Execution]) -> Vec<Target> {
    let mut targets: Vec<Target> = executions.iter().map(|execution| execution.target).collect();
    targets.sort();
    targets.dedup();
    targets
}

/// Of each execution, a hash of its runtime; 0 where there is none.
pub fn runtime_trace(executions: &[Execution], runtimes: &Runtimes) -> Vec<u64> {
    let of = |execution: &Execution| match runtimes.get(execution.target, execution.features.sandbox) {
        Ok([]) => 0,
        Ok(bytes) => hash(bytes),
        Err(why) => hash(why),
    };
    executions.iter().map(of).collect()
}

/// A hash of a module as text and as bitcode: what the writers make of what the reader made.
pub(super) fn writings(subject: &Subject) -> u64 {
    let printed = text::print_module(&subject.module, &subject.bodies);
    let written = bitcode::write_module(&subject.module, &subject.bodies).map_err(|error| error.to_string());
    hash((printed, written))
}

/// A hash of an object, or of why there is none.
pub(super) fn object_hash(object: Result<Vec<u8>, RunError>) -> u64 {
    match object {
        Ok(object) => hash(object),
        Err(RunError::NotRun(why) | RunError::Error(why)) => hash(why),
    }
}
