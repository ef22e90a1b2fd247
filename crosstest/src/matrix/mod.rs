//! Runs tests in the interpreter and in every execution, and compares: a matrix of test ×
//! [`Execution`].
//!
//! In: tests, [`Settings`]. Out: a [`Matrix`], whose rows and cells are in the order of tests and
//! executions however the work was spread over threads. For each test the interpreter goes first:
//! what the file says of the outcome is compared with its outcomes, and its outcomes with each
//! execution's. A run whose behaviour the interpreter finds not defined is not run elsewhere; that
//! is a failure unless the test is of a kind that may be so (`case::Expect`).
//!
//! A cell has passed if every run agrees, at most half of what was compared was Unspecified, and
//! the texts are as expected (`texts`). Of a row with a disagreement, the first such run is looked
//! at closely ([`diagnose`]). A cell whose engine is not installed, or cannot run such a test, is
//! not run: neither passed nor failed.

pub mod diagnose;
mod texts;
pub mod variants;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;

use crate::case::bless::Edit;
use crate::case::texts::Mismatch;
use crate::case::{Case, Expect, LoadError, Overrides, Plan, Refused, Test};
use crate::compare::{Comparison, Difference, Extent, compare};
use crate::displaced::Portable;
pub use crate::exec::execution::{Choice, Engine, Execution};
use crate::exec::link::Runtimes;
use crate::exec::{self, RunError};
use crate::job::{Job, Target};
use crate::outcome::{End, Outcome};
use crate::process;
use crate::repository;
use diagnose::Diagnosis;

/// What to run, and how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The executions, besides the interpreter's.
    pub executions: Vec<Execution>,
    /// Fuel of one run.
    pub fuel: u64,
    /// What the command line says instead of the files.
    pub overrides: Overrides,
    /// Whether executors look at what code does with the stack. Loops take four times as long then.
    pub check_stack: bool,
}

impl Settings {
    /// Executions with so much fuel, as the files say, with all checks.
    pub fn new(executions: Vec<Execution>, fuel: u64) -> Settings {
        Settings { executions, fuel, overrides: Overrides::default(), check_stack: true }
    }
}

/// Where a test comes from.
#[derive(Clone)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A function that makes it, under this name.
    Made(String, Arc<dyn Fn() -> Result<Case, String> + Send + Sync>),
}

impl Source {
    /// The tests in these files.
    pub fn files(files: &[PathBuf]) -> Vec<Source> {
        files.iter().cloned().map(Source::File).collect()
    }

    /// What reports call it: of a file of the repository its place there, whatever the command line
    /// calls it.
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => repository::name_of(path),
            Source::Made(name, _) => name.clone(),
        }
    }

    /// What the command line calls it, if it is a file.
    fn file(&self) -> Option<String> {
        match self {
            Source::File(path) => Some(path.display().to_string()),
            Source::Made(..) => None,
        }
    }

    /// Reads or makes the test.
    pub fn load(&self, overrides: &Overrides) -> Result<Test, String> {
        match self {
            Source::File(path) => match Test::load(path, overrides) {
                Ok(test) => Ok(test),
                Err(LoadError::Io(message) | LoadError::Content(message)) => Err(message),
            },
            Source::Made(_, make) => make().map(|case| Test::Case(Box::new(case))),
        }
    }
}

/// A test, and the suite that it belongs to if any.
#[derive(Clone)]
pub struct Entry {
    /// The suite's name; empty outside of suites.
    pub suite: &'static str,
    /// Where the test comes from.
    pub source: Source,
}

impl From<Source> for Entry {
    fn from(source: Source) -> Entry {
        Entry { suite: "", source }
    }
}

/// What is told how far a run is.
pub trait Observer: Sync {
    /// One cell is done.
    fn step(&self) {}
    /// A row is done: that of the test with this index.
    fn row(&self, _index: usize, _row: &TestResults) {}
    /// Whether no further test shall be started.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// The results of all tests in all executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// The columns, after the interpreter's.
    pub executions: Vec<Execution>,
    /// One for each test that was run.
    pub rows: Vec<TestResults>,
}

/// The results of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestResults {
    /// The file, by its place in the repository if it is in it, or the name of a test that is made.
    pub name: String,
    /// What the command line calls the file, if it is one.
    pub file: Option<String>,
    /// The suite's name; empty outside of suites.
    pub suite: &'static str,
    /// The interpreter's results, against what the file says.
    pub reference: Cell,
    /// The executions' results, against the interpreter's.
    pub cells: Vec<Cell>,
    /// What a closer look at the first disagreement showed.
    pub diagnosis: Option<Box<Diagnosis>>,
    /// When the test started, in microseconds since the run did.
    pub start_micros: u64,
    /// How long it took, in microseconds.
    pub micros: u64,
}

impl TestResults {
    /// Results under a name: of no suite, at no time, not looked at closely.
    pub fn new(name: String, reference: Cell, cells: Vec<Cell>) -> TestResults {
        TestResults { name, file: None, suite: "", reference, cells, diagnosis: None, start_micros: 0, micros: 0 }
    }
}

/// The results of a test on one engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    /// Runs.
    pub executions: u64,
    /// Runs that were compared with something.
    pub comparisons: u64,
    /// Runs that were left out because the interpreter found their behaviour not defined, as the
    /// test allows.
    pub undefined: u64,
    /// How much was compared.
    pub extent: Extent,
    /// The first failure.
    pub failure: Option<Failure>,
    /// How many runs failed.
    pub failed: u64,
    /// That the test is not about this engine.
    pub left_out: bool,
    /// Why it was not run, if it should have been.
    pub not_run: Option<String>,
    /// What the file would have to say for the cell to pass.
    pub edits: Vec<Edit>,
}

/// Why a cell has not passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The line of the file that it is about; 0 if none is.
    pub line: usize,
    /// The run, as text: a call with its arguments, or the program's arguments. Empty if it is not
    /// about one run.
    pub run: String,
    /// Which run it is, if it is about one.
    pub index: Option<usize>,
    /// What to tell `crosstest run` besides the file, to run this alone.
    pub replay: Vec<String>,
    /// What happened.
    pub kind: FailureKind,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The file is no test.
    NoTest(String),
    /// The translator, the linker or the engine reports an error.
    Error(String),
    /// The outcome is not the expected one.
    Differs(Vec<Difference>),
    /// Nothing could be compared: the program's behaviour is not defined.
    Undefined(String),
    /// Nothing could be compared: an engine ran out of fuel.
    OutOfFuel(String),
    /// So much was Unspecified that agreement means little.
    Unspecified(Extent),
    /// A text is not the expected one.
    Mismatch(Mismatch),
    /// The interpreter's outcome is missing.
    NoReference,
}

impl Cell {
    /// Whether nothing is wrong with it.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }

    /// A cell that was not run, for this reason.
    fn not_run(why: String) -> Cell {
        Cell { not_run: Some(why), ..Cell::default() }
    }

    fn failed(kind: FailureKind) -> Cell {
        let mut cell = Cell::default();
        cell.fail_at(0, kind);
        cell
    }

    /// A cell of a test that is not about this engine.
    fn left_out() -> Cell {
        Cell { left_out: true, ..Cell::default() }
    }

    /// A failure that is not about a run.
    fn fail_at(&mut self, line: usize, kind: FailureKind) {
        self.failed += 1;
        self.failure.get_or_insert_with(|| Failure { line, run: String::new(), index: None, replay: Vec::new(), kind });
    }

    fn fail(&mut self, case: &Case, index: usize, kind: FailureKind) {
        self.failed += 1;
        if self.failure.is_none() {
            let (run, replay) = case.describe(index);
            self.failure = Some(Failure { line: case.line(index), run, index: Some(index), replay, kind });
        }
    }

    fn note(&mut self, case: &Case, index: usize, comparison: Comparison) {
        self.comparisons += 1;
        match comparison {
            Comparison::Agree(extent) => self.extent.add(extent),
            Comparison::Differ(differences) => self.fail(case, index, FailureKind::Differs(differences)),
            // What the reference leaves undefined is not compared, and nobody but the interpreter says so.
            Comparison::Incomparable(why) => self.fail(case, index, FailureKind::OutOfFuel(why)),
        }
    }

    fn finish(mut self) -> Cell {
        if self.failure.is_none() && self.extent.is_mostly_unspecified() {
            self.fail_at(0, FailureKind::Unspecified(self.extent));
        }
        self
    }
}

impl Matrix {
    /// Whether every cell has passed.
    pub fn passed(&self) -> bool {
        self.cells().all(Cell::passed)
    }

    /// All cells, the interpreter's included.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| [&row.reference].into_iter().chain(&row.cells))
    }
}

/// Runs the tests.
pub fn run(tests: &[Entry], settings: &Settings, observer: &dyn Observer) -> Result<Matrix, String> {
    let targets: Vec<Target> = settings.executions.iter().map(|execution| execution.target).collect();
    let environment =
        Environment { runtimes: Runtimes::new(&targets)?, missing: settings.executions.iter().map(exec::run::missing).collect() };
    let run = Instant::now();
    let rows = tests.par_iter().enumerate().filter_map(|(index, entry)| {
        if observer.is_stopped() {
            return None;
        }
        let started = Instant::now();
        let row = match entry.source.load(&settings.overrides) {
            Ok(Test::Case(case)) => run_case(&case, settings, &environment, observer),
            Ok(Test::Refused(test)) => refused(test, settings),
            Err(message) => no_test(&entry.source, message, settings),
        };
        let row = TestResults {
            name: entry.source.name(),
            file: entry.source.file(),
            suite: entry.suite,
            start_micros: (started - run).as_micros() as u64,
            micros: started.elapsed().as_micros() as u64,
            ..row
        };
        observer.row(index, &row);
        Some(row)
    });
    Ok(Matrix { executions: settings.executions.clone(), rows: rows.collect() })
}

/// What every test needs.
pub struct Environment {
    /// The translated runtimes.
    pub runtimes: Runtimes,
    /// Of each execution, what is not installed that it needs.
    pub missing: Vec<Option<String>>,
}

fn no_test(source: &Source, message: String, settings: &Settings) -> TestResults {
    let cells = vec![Cell::failed(FailureKind::NoReference); settings.executions.len()];
    TestResults::new(source.name(), Cell::failed(FailureKind::NoTest(message)), cells)
}

/// A test whose module is refused, before any engine sees it.
fn refused(test: Refused, settings: &Settings) -> TestResults {
    let cells = vec![Cell::left_out(); settings.executions.len()];
    let reference = texts::refused(&test);
    TestResults::new(test.name, reference, cells)
}

/// Runs one test in every execution.
pub fn run_case(case: &Case, settings: &Settings, environment: &Environment, observer: &dyn Observer) -> TestResults {
    let (reference, outcomes) = interpret(case, settings);
    observer.step();
    let executions = settings.executions.par_iter().zip(&environment.missing);
    let cells: Vec<Cell> = executions
        .map(|(execution, missing)| {
            let cell = match missing {
                Some(why) => Cell::not_run(why.clone()),
                None => run_execution(case, settings, execution, &environment.runtimes, &outcomes),
            };
            observer.step();
            cell
        })
        .collect();
    let diagnosis = diagnose::diagnose(case, settings, environment, [std::slice::from_ref(&reference), &cells[..]]);
    TestResults { diagnosis: diagnosis.map(Box::new), ..TestResults::new(case.name.clone(), reference, cells) }
}

fn run_execution(case: &Case, settings: &Settings, execution: &Execution, runtimes: &Runtimes, outcomes: &References) -> Cell {
    if case.plan == Plan::Read || !case.directives.wants(execution.target) {
        return Cell::left_out();
    }
    let of_others = matches!(execution.engine, Engine::Llvm(_) | Engine::Other(_));
    if of_others && case.runs() == 0 {
        return Cell::left_out();
    }
    match exec::run::object(&case.subject, execution) {
        Ok(object) => {
            let mut cell = run_object(case, settings, execution, &object, runtimes, outcomes);
            if execution.is_plain() {
                texts::code(case, execution.target, &object, &mut cell);
            }
            cell
        }
        Err(RunError::NotRun(why)) => Cell::not_run(why),
        Err(RunError::Error(why)) if of_others => Cell::failed(FailureKind::Error(why)),
        Err(RunError::Error(why)) => texts::not_translated(case, why),
    }
}

/// The interpreter's outcomes; none where there is nothing to compare a target's with.
pub type References = Vec<Option<Reference>>;

/// An outcome of the interpreter.
pub struct Reference {
    outcome: Outcome,
    /// The same without what depends on where stacks and functions lie, as far as it was needed.
    portable: Mutex<Portable>,
}

impl Reference {
    fn new(outcome: Outcome) -> Self {
        Self { portable: Mutex::new(Portable::new(outcome.clone())), outcome }
    }

    /// Compares a target's outcome. Before it is called different, the interpreter runs again with
    /// stacks and functions elsewhere.
    fn compare(&self, case: &Case, index: usize, settings: &Settings, other: &Outcome) -> Comparison {
        match compare(&self.outcome, other) {
            Comparison::Differ(_) => {
                let mut portable = self.portable.lock().unwrap_or_else(PoisonError::into_inner);
                let entry = case.entry(index);
                portable.compare(other, |displacement| case.subject.interpret(&entry, options(case, settings), displacement))
            }
            comparison => comparison,
        }
    }
}

/// Runs a test in the interpreter, and compares with what the test says of the outcomes.
pub fn interpret(case: &Case, settings: &Settings) -> (Cell, References) {
    let mut cell = Cell::default();
    let outcomes = (0..case.runs()).map(|index| {
        cell.executions += 1;
        match case.subject.interpret(&case.entry(index), options(case, settings), 0) {
            Ok(outcome) => {
                judge(case, index, &outcome, &mut cell);
                (!matches!(outcome.end, End::Undefined(_) | End::OutOfFuel)).then(|| Reference::new(outcome))
            }
            Err(why) => {
                cell.fail(case, index, FailureKind::Error(why));
                None
            }
        }
    });
    let outcomes = outcomes.collect();
    texts::module(case, &mut cell);
    (cell.finish(), outcomes)
}

/// Compares a reference outcome with what the test says of it.
fn judge(case: &Case, index: usize, outcome: &Outcome, cell: &mut Cell) {
    let failed = cell.failed;
    let expect = case.expect(index);
    if let End::Undefined(why) = &outcome.end {
        match expect {
            Some(Expect::Undefined) => cell.comparisons += 1,
            Some(Expect::Anything) => cell.undefined += 1,
            _ => cell.fail(case, index, FailureKind::Undefined(format!("the program's behaviour is not defined: {why}"))),
        }
    } else if outcome.end == End::OutOfFuel {
        cell.fail(case, index, FailureKind::OutOfFuel("ran out of fuel; --fuel gives it more".into()));
    } else if expect == Some(Expect::Undefined) {
        let difference = Difference::End(End::Undefined("as the test says".into()), outcome.end.clone());
        cell.comparisons += 1;
        cell.fail(case, index, FailureKind::Differs(vec![difference]));
    } else if let Some(difference) = specified_otherwise(expect, outcome) {
        cell.comparisons += 1;
        cell.fail(case, index, FailureKind::Differs(vec![difference]));
    } else if let Some((expected, found)) = case.expected(index, outcome) {
        cell.note(case, index, compare(&expected, &found));
    }
    if cell.failed > failed {
        cell.edits.extend(case.edits(index, outcome));
    }
}

/// If a test says which bits are Unspecified, or nothing yet, it has to say what the interpreter
/// found.
fn specified_otherwise(expect: Option<Expect>, outcome: &Outcome) -> Option<Difference> {
    let expected = match expect? {
        Expect::Returns(value) if value.unspecified != 0 => Some(value),
        Expect::Missing => None,
        _ => return None,
    };
    let same = expected.map(|value| value.unspecified) == outcome.result.map(|value| value.unspecified);
    (!same || expected.is_none()).then_some(Difference::Result(expected, outcome.result))
}

/// Runs an object of the test's module and compares with the references.
pub fn run_object(
    case: &Case,
    settings: &Settings,
    execution: &Execution,
    object: &[u8],
    runtimes: &Runtimes,
    references: &References,
) -> Cell {
    let runs: Vec<(usize, &Reference)> = references.iter().enumerate().filter_map(|(i, o)| Some(i).zip(o.as_ref())).collect();
    let jobs = runs.iter().map(|&(index, reference)| Job {
        entry: case.entry(index),
        options: options(case, settings),
        memory: &reference.outcome.memory,
    });
    let (mut cell, mut next) = (Cell::default(), runs.iter());
    let ended = exec::run::jobs(&case.subject, execution, object, runtimes, jobs.collect(), &mut |outcome| {
        let Some(&(index, reference)) = next.next() else { return false };
        match outcome {
            Ok(outcome) => {
                cell.executions += 1;
                cell.note(case, index, reference.compare(case, index, settings, &outcome));
                // One run that does not end is enough.
                outcome.end != End::OutOfFuel
            }
            Err(RunError::NotRun(why)) => {
                cell.not_run.get_or_insert(why);
                true
            }
            Err(RunError::Error(why)) => {
                cell.executions += 1;
                cell.fail(case, index, FailureKind::Error(why));
                true
            }
        }
    });
    match ended {
        Ok(()) => {}
        Err(RunError::NotRun(why)) => return Cell::not_run(why),
        Err(RunError::Error(why)) => return Cell::failed(FailureKind::Error(why)),
    }
    if runs.is_empty() && case.runs() > 0 && case.may_be_compared() {
        return Cell::failed(FailureKind::NoReference);
    }
    if cell.not_run.is_some() && cell.extent.is_mostly_unspecified() {
        // What could be run says too little.
        return cell;
    }
    if cell.comparisons > 0 {
        // Single runs that this engine cannot do are left out, and the number of executions says
        // so.
        cell.not_run = None;
    }
    cell.finish()
}

/// How a test's runs are run.
pub(crate) fn options(case: &Case, settings: &Settings) -> process::Options {
    let argv = match &case.plan {
        Plan::Program(run) => run.argv.iter().map(|arg| arg.clone().into_bytes()).collect(),
        _ => Vec::new(),
    };
    process::Options {
        argv,
        fuel: settings.fuel,
        check_stack: settings.check_stack,
        check_reads: settings.check_stack,
        ..case.subject.options()
    }
}
