//! A program with what is known of its right behaviour: the oracle of in-memory bisection.
//!
//! In: a test as `crosstest` reads it: a program, or functions with calls. Out: for any object of
//! it, a [`Verdict`]. The interpreter says what is right, and what the file itself says of output
//! and results. An object is linked with the runtime and run in the emulator, all in memory:
//! milliseconds. A run may take a few times as long as that of the good object. It happens in a
//! process of its own ([`apart`]), since wrong code can crash the emulator.

use std::time::Duration;

use crosstest::case::Case;
use crosstest::compare::{Difference, show_call, show_end};
use crosstest::exec::execution::Execution;
use crosstest::exec::link::{self, Runtimes};
use crosstest::job::Target;
use crosstest::matrix::{self, FailureKind, References, Settings};
use crosstest::value::Value;
use crosstest::value::text::show;

use crate::apart::{self, Ended};

/// Fuel of the interpreter: instructions.
const FUEL: u64 = 2_000_000_000;
/// Where the search for a sufficient number of basic blocks starts, and how much more than enough a
/// run gets.
const FIRST_BLOCKS: u64 = 1 << 18;
const SPARE: u64 = 4;
/// With how much fuel a program is interpreted at first that may be short, and by how much that
/// grows.
const LEAST_FUEL: u64 = 1 << 14;
const LEAST_FUEL_GROWS: u64 = 2;
/// How long a run may take: fuel ends it long before, unless the emulator itself hangs.
const LIMIT: Duration = Duration::from_secs(60);

/// What running an object showed.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It does what is right.
    Right,
    /// It does something else: the first difference, in words.
    Wrong(String),
    /// It does not end.
    Endless,
    /// It takes the emulator down, in this way.
    Crash(String),
    /// It could not be linked or run.
    Broken(String),
}

impl Verdict {
    /// In a line.
    pub fn describe(&self) -> String {
        match self {
            Verdict::Right => "is right".into(),
            Verdict::Wrong(difference) => difference.clone(),
            Verdict::Endless => "does not end in time".into(),
            Verdict::Crash(how) => format!("takes the emulator down ({how})"),
            Verdict::Broken(why) => format!("cannot be run: {why}"),
        }
    }

    /// Whether the program failed, by itself.
    pub fn is_failure(&self) -> bool {
        matches!(self, Verdict::Wrong(_) | Verdict::Endless | Verdict::Crash(_))
    }

    /// Whether it is a failure of the same kind.
    pub fn is_like(&self, other: &Verdict) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// As bytes, for another process.
    fn to_bytes(&self) -> Vec<u8> {
        let (kind, text) = match self {
            Verdict::Right => (b'r', ""),
            Verdict::Wrong(text) => (b'w', &**text),
            Verdict::Endless => (b'e', ""),
            Verdict::Crash(text) => (b'c', &**text),
            Verdict::Broken(text) => (b'b', &**text),
        };
        [&[kind], text.as_bytes()].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Verdict> {
        let (kind, text) = bytes.split_first()?;
        let text = String::from_utf8_lossy(text).into_owned();
        Some(match kind {
            b'r' => Verdict::Right,
            b'w' => Verdict::Wrong(text),
            b'e' => Verdict::Endless,
            b'c' => Verdict::Crash(text),
            b'b' => Verdict::Broken(text),
            _ => return None,
        })
    }

    /// What a process said of a run, or what became of it.
    fn of_process(ended: std::io::Result<Ended>) -> Verdict {
        match ended {
            Ok(Ended::Said(bytes)) => {
                Verdict::from_bytes(&bytes).unwrap_or_else(|| Verdict::Broken("its process said nothing".into()))
            }
            Ok(Ended::Crashed(Some(signal))) => Verdict::Crash(format!("signal {signal}")),
            Ok(Ended::Crashed(None)) => Verdict::Crash("a panic".into()),
            Ok(Ended::TimedOut) => Verdict::Crash("it hangs".into()),
            Err(error) => Verdict::Broken(format!("a process for it: {error}")),
        }
    }
}

/// Settings of runs on a target.
fn settings(target: Target, fuel: u64) -> Settings {
    Settings::new(vec![Execution::plain(target)], fuel)
}

/// What is looked at while code runs. The checks of what it does with the stack let loops take four
/// times as long; what fails without them need not be searched with them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Checks {
    /// Everything.
    All,
    /// Only what the program itself shows.
    Outcome,
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

    /// The same for a program that may be short: with as little fuel as it needs, up to so much.
    /// Code that does not end is given up early then.
    pub fn with_little_fuel(case: Case, target: Target, most: u64) -> Result<Program, String> {
        let mut fuel = LEAST_FUEL;
        while fuel < most {
            let (cell, references) = matrix::interpret(&case, &settings(target, fuel));
            match cell.failure.map(|failure| failure.kind) {
                None => return Ok(Program { case, target, references, fuel: (fuel * SPARE).min(most) }),
                Some(FailureKind::OutOfFuel(_)) => fuel *= LEAST_FUEL_GROWS,
                Some(kind) => return Err(describe(&kind)),
            }
        }
        Program::with_fuel(case, target, most)
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

    /// Runs an object with all checks, in a process of its own.
    pub fn run(&self, object: &[u8], runtimes: &Runtimes) -> Verdict {
        self.run_with(Checks::All, object, runtimes)
    }

    /// Runs an object, in a process of its own.
    pub fn run_with(&self, checks: Checks, object: &[u8], runtimes: &Runtimes) -> Verdict {
        Verdict::of_process(apart::run(LIMIT, || self.run_here(checks, object, runtimes).to_bytes()))
    }

    /// What it takes to see that an object fails, and how it does then.
    pub fn run_with_least(&self, object: &[u8], runtimes: &Runtimes) -> (Checks, Verdict) {
        let verdict = self.run_with(Checks::Outcome, object, runtimes);
        if verdict.is_failure() { (Checks::Outcome, verdict) } else { (Checks::All, self.run(object, runtimes)) }
    }

    /// Runs an object, come what may.
    /// Whether an object is linked as it is, with its globals where the interpreter has them.
    pub fn fits(&self, object: &[u8], runtimes: &Runtimes) -> bool {
        link::object(&self.case.subject, self.target, object, runtimes).is_ok()
    }

    fn run_here(&self, checks: Checks, object: &[u8], runtimes: &Runtimes) -> Verdict {
        let settings = Settings { check_stack: checks == Checks::All, ..settings(self.target, self.fuel) };
        let cell = matrix::run_object(&self.case, &settings, &Execution::plain(self.target), object, runtimes, &self.references);
        match cell.failure.map(|failure| failure.kind) {
            None => Verdict::Right,
            Some(FailureKind::Differs(differences)) => {
                Verdict::Wrong(differences.first().map_or_else(|| "is wrong".into(), difference))
            }
            Some(FailureKind::OutOfFuel(_)) => Verdict::Endless,
            // As good as it gets: most of it is Unspecified.
            Some(FailureKind::Unspecified(_)) => Verdict::Right,
            Some(other) => match link::misplaced(&self.case.subject, self.target, object, runtimes) {
                Some(global) => Verdict::Wrong(global),
                None => Verdict::Broken(describe(&other)),
            },
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
        FailureKind::NoTest(why) | FailureKind::Error(why) | FailureKind::Undefined(why) | FailureKind::OutOfFuel(why) => {
            why.clone()
        }
        FailureKind::Differs(differences) => {
            format!("the interpreter disagrees with what the file expects: {:?}", differences.first())
        }
        FailureKind::Unspecified(_) => "most of what it computes is unspecified".into(),
        FailureKind::Mismatch(mismatch) => format!("a text of the file is not as expected: {mismatch:?}"),
        FailureKind::NoReference => "the interpreter has no outcome to compare with".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_come_back_from_other_processes() {
        let text = || "returns 1 instead of 2".to_string();
        for verdict in
            [Verdict::Right, Verdict::Wrong(text()), Verdict::Endless, Verdict::Crash(text()), Verdict::Broken(String::new())]
        {
            assert_eq!(Verdict::of_process(Ok(Ended::Said(verdict.to_bytes()))), verdict);
        }
    }

    #[test]
    fn an_emulator_that_goes_down_is_a_failure_of_the_program() {
        let crash = Verdict::of_process(Ok(Ended::Crashed(Some(libc::SIGSEGV))));
        assert!(crash.is_failure() && crash.describe() == "takes the emulator down (signal 11)");
        assert!(Verdict::of_process(Ok(Ended::TimedOut)).is_failure());
        assert!(!Verdict::of_process(Err(std::io::Error::other("no memory"))).is_failure());
        assert!(crash.is_like(&Verdict::of_process(Ok(Ended::TimedOut))) && !crash.is_like(&Verdict::Endless));
    }
}
