//! A program with what is known of its right behaviour: the oracle of in-memory bisection.
//!
//! In: a test as `crosstest` reads it: a program, or functions with calls. Out: for any object of it, a [`Verdict`]. The interpreter says what
//! is right, and what the file itself says of output and results. An object is linked with the runtime and run in the emulator, all in
//! memory: milliseconds. A run may take a few times as long as that of the good object.

use crosstest::case::Case;
use crosstest::case::values::show;
use crosstest::compare::{Difference, show_call, show_end};
use crosstest::exec::execution::Execution;
use crosstest::matrix::{self, FailureKind, References, Settings};
use crosstest::subject::{Runtimes, Target};
use crosstest::value::Value;

/// Fuel of the interpreter: instructions.
const FUEL: u64 = 2_000_000_000;
/// Where the search for a sufficient number of basic blocks starts, and how much more than enough a run gets.
const FIRST_BLOCKS: u64 = 1 << 18;
const SPARE: u64 = 4;

/// What running an object showed.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It does what is right.
    Right,
    /// It does something else: the first differences.
    Wrong(Vec<Difference>),
    /// It does not end.
    Endless,
    /// It could not be linked or run.
    Broken(String),
}

impl Verdict {
    /// In a line.
    pub fn describe(&self) -> String {
        match self {
            Verdict::Right => "is right".into(),
            Verdict::Wrong(differences) => differences.first().map_or_else(|| "is wrong".into(), difference),
            Verdict::Endless => "does not end in time".into(),
            Verdict::Broken(why) => format!("cannot be run: {why}"),
        }
    }

    /// Whether the program failed, by itself.
    pub fn is_failure(&self) -> bool {
        matches!(self, Verdict::Wrong(_) | Verdict::Endless)
    }
}

/// Settings of runs on a target.
fn settings(target: Target, fuel: u64) -> Settings {
    Settings { executions: vec![Execution::plain(target)], fuel, overrides: Default::default() }
}

/// A program that is to be run many times.
pub struct Program {
    /// The test.
    pub case: Case,
    target: Target,
    references: References,
    fuel: u64,
}

impl Program {
    /// Interprets a test. The error says why there is nothing to compare with.
    pub fn new(case: Case, target: Target) -> Result<Program, String> {
        Program::with_fuel(case, target, FUEL)
    }

    /// The same with so much fuel: instructions in the interpreter, basic blocks in the emulator.
    pub fn with_fuel(case: Case, target: Target, fuel: u64) -> Result<Program, String> {
        if case.runs() == 0 {
            return Err("nothing to run: the module has no _start, and no comment says what to call (`; run: @f(i32 1)`)".into());
        }
        let (cell, references) = matrix::interpret(&case, &settings(target, fuel));
        let program = Program { case, target, references, fuel };
        match cell.failure {
            None => Ok(program),
            Some(failure) => Err(describe(&failure.kind)),
        }
    }

    /// What it is run on.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Limits further runs to a few times what this object takes. The object should be right.
    pub fn limit_by(&mut self, object: &[u8], runtimes: &Runtimes) {
        self.fuel = FIRST_BLOCKS;
        while self.fuel < FUEL && self.run(object, runtimes) == Verdict::Endless {
            self.fuel *= SPARE;
        }
        self.fuel *= SPARE;
    }

    /// Runs an object.
    pub fn run(&self, object: &[u8], runtimes: &Runtimes) -> Verdict {
        let settings = settings(self.target, self.fuel);
        let cell = matrix::run_object(&self.case, &settings, &Execution::plain(self.target), object, runtimes, &self.references);
        match cell.failure.map(|failure| failure.kind) {
            None => Verdict::Right,
            Some(FailureKind::Differs(differences)) => Verdict::Wrong(differences),
            Some(FailureKind::Incomparable(_)) => Verdict::Endless,
            // As good as it gets: most of it is Unspecified.
            Some(FailureKind::Unspecified(_)) => Verdict::Right,
            Some(other) => Verdict::Broken(describe(&other)),
        }
    }
}

/// The first event that differs, in words.
fn difference(difference: &Difference) -> String {
    let value = |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".into(), show);
    match difference {
        Difference::End(right, wrong) => format!("{} instead of this: {}", show_end(wrong), show_end(right)),
        Difference::Result(right, wrong) => format!("returns {} instead of {}", value(wrong), value(right)),
        Difference::Stream { name, offset, context } => {
            format!("writes something else to {name}, from byte {offset} on: {} instead of {}", context[1], context[0])
        }
        Difference::Call { index, what, calls } => {
            let call = |call: &Option<_>| call.as_ref().map_or_else(|| "no call".into(), show_call);
            format!("makes another call (number {index}: {what}): {} instead of {}", call(&calls[1]), call(&calls[0]))
        }
        Difference::Memory { name, offset, total, .. } => {
            format!("leaves {total} other bytes in {name}, the first at offset {offset}")
        }
    }
}

fn describe(kind: &FailureKind) -> String {
    match kind {
        FailureKind::NoTest(why) | FailureKind::Error(why) | FailureKind::Incomparable(why) => why.clone(),
        FailureKind::Differs(differences) => {
            format!("the interpreter disagrees with what the file expects: {:?}", differences.first())
        }
        FailureKind::Unspecified(_) => "most of what it computes is unspecified".into(),
        FailureKind::Mismatch(mismatch) => format!("a text of the file is not as expected: {mismatch:?}"),
        FailureKind::NoReference => "the interpreter has no outcome to compare with".into(),
    }
}
