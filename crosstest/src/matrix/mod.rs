//! Runs tests in the interpreter and on every target, and compares: a matrix of test × (ISA, recipe).
//!
//! In: files, [`Settings`]. Out: a [`Matrix`], whose rows and cells are in the order of files and targets however the work was spread over
//! threads. For each test the interpreter goes first: what the file says of the outcome is compared with its outcomes, and its outcomes
//! with each target's. A run whose behaviour the interpreter finds not defined is not run on targets; that is a failure unless the test
//! is of a kind that may be so (`case::Expect`).
//!
//! A cell has passed if every run agrees, at most half of what was compared was Unspecified, and the texts are as expected (`texts`).

mod texts;
pub mod variants;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::case::bless::Edit;
use crate::case::texts::Mismatch;
use crate::case::{Case, Expect, LoadError, Overrides, Plan, Refused, Test, values::show};
use crate::compare::{Comparison, Difference, Extent, compare};
use crate::displaced::without_differences;
use crate::outcome::{End, Outcome};
use crate::process;
use crate::subject::{Job, Runtimes, Target};

/// What to run, and how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The targets.
    pub targets: Vec<Target>,
    /// Fuel of one run.
    pub fuel: u64,
    /// What the command line says instead of the files.
    pub overrides: Overrides,
}

/// The results of all tests on all targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// The columns, after the interpreter's.
    pub targets: Vec<Target>,
    /// One for each test.
    pub rows: Vec<Row>,
}

/// The results of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The file.
    pub name: String,
    /// The interpreter's results, against what the file says.
    pub reference: Cell,
    /// The targets' results, against the interpreter's.
    pub cells: Vec<Cell>,
}

/// The results of a test on one engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    /// Runs.
    pub executions: u64,
    /// Runs that were compared with something.
    pub comparisons: u64,
    /// Runs that were left out because the interpreter found their behaviour not defined, as the test allows.
    pub undefined: u64,
    /// How much was compared.
    pub extent: Extent,
    /// The first failure.
    pub failure: Option<Failure>,
    /// How many runs failed.
    pub failed: u64,
    /// That the test is not about this engine.
    pub left_out: bool,
    /// What the file would have to say for the cell to pass.
    pub edits: Vec<Edit>,
}

/// Why a cell has not passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The line of the file that it is about; 0 if none is.
    pub line: usize,
    /// The run, as text: a call with its arguments, or the program's arguments. Empty if it is not about one run.
    pub run: String,
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
    /// Nothing could be compared.
    Incomparable(String),
    /// So much was Unspecified that agreement means little.
    Unspecified(Extent),
    /// A text is not the expected one.
    Mismatch(Mismatch),
    /// The interpreter's outcome is missing.
    NoReference,
}

impl Cell {
    /// Whether it has passed.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
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
        self.failure.get_or_insert_with(|| Failure { line, run: String::new(), replay: Vec::new(), kind });
    }

    fn fail(&mut self, case: &Case, index: usize, kind: FailureKind) {
        self.failed += 1;
        if self.failure.is_none() {
            let (run, replay) = case.describe(index);
            self.failure = Some(Failure { line: case.line(index), run, replay, kind });
        }
    }

    fn note(&mut self, case: &Case, index: usize, comparison: Comparison) {
        self.comparisons += 1;
        match comparison {
            Comparison::Agree(extent) => self.extent.add(extent),
            Comparison::Differ(differences) => self.fail(case, index, FailureKind::Differs(differences)),
            Comparison::Incomparable(why) => self.fail(case, index, FailureKind::Incomparable(why)),
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

/// Runs the tests. `done` is called after each cell, from any thread.
pub fn run(files: &[PathBuf], settings: &Settings, done: &(dyn Fn() + Sync)) -> Result<Matrix, String> {
    let runtimes = Runtimes::new(&settings.targets)?;
    let rows = files.par_iter().map(|file| {
        let row = match Test::load(file, &settings.overrides) {
            Ok(Test::Case(case)) => return run_case(&case, settings, &runtimes, done),
            Ok(Test::Refused(test)) => refused(test, settings),
            Err(LoadError::Io(message) | LoadError::Content(message)) => no_test(file, message, settings),
        };
        (0..=settings.targets.len()).for_each(|_| done());
        row
    });
    Ok(Matrix { targets: settings.targets.clone(), rows: rows.collect() })
}

fn no_test(file: &Path, message: String, settings: &Settings) -> Row {
    Row {
        name: file.display().to_string(),
        reference: Cell::failed(FailureKind::NoTest(message)),
        cells: vec![Cell::failed(FailureKind::NoReference); settings.targets.len()],
    }
}

/// A test whose module is refused, before any engine sees it.
fn refused(test: Refused, settings: &Settings) -> Row {
    let cells = vec![Cell::left_out(); settings.targets.len()];
    Row { reference: texts::refused(&test), name: test.name, cells }
}

/// Runs one test on every engine.
pub fn run_case(case: &Case, settings: &Settings, runtimes: &Runtimes, done: &(dyn Fn() + Sync)) -> Row {
    let (reference, outcomes) = interpret(case, settings);
    done();
    let cells = settings.targets.par_iter().map(|&target| {
        let cell = run_target(case, settings, target, runtimes, &outcomes);
        done();
        cell
    });
    let cells = cells.collect();
    Row { name: case.name.clone(), reference, cells }
}

fn run_target(case: &Case, settings: &Settings, target: Target, runtimes: &Runtimes, outcomes: &References) -> Cell {
    if case.plan == Plan::Read || !case.directives.wants(target) {
        return Cell::left_out();
    }
    match case.subject.translate(target) {
        Ok(object) => {
            let mut cell = run_object(case, settings, target, &object, runtimes, outcomes);
            texts::code(case, target, &object, &mut cell);
            cell
        }
        Err(why) => texts::not_translated(case, why),
    }
}

/// The interpreter's outcomes; none where there is nothing to compare a target's with.
pub type References = Vec<Option<Reference>>;

/// An outcome of the interpreter.
pub struct Reference {
    outcome: Outcome,
    /// The same without what depends on where stacks lie: made when it is first needed.
    portable: OnceLock<Outcome>,
}

impl Reference {
    fn new(outcome: Outcome) -> Self {
        Self { outcome, portable: OnceLock::new() }
    }

    /// Compares a target's outcome. Before it is called different, the interpreter runs once more with its stack elsewhere.
    fn compare(&self, case: &Case, index: usize, settings: &Settings, other: &Outcome) -> Comparison {
        match compare(&self.outcome, other) {
            Comparison::Differ(_) => compare(self.portable.get_or_init(|| self.portable(case, index, settings)), other),
            comparison => comparison,
        }
    }

    fn portable(&self, case: &Case, index: usize, settings: &Settings) -> Outcome {
        match case.subject.interpret(&case.entry(index), options(case, settings), true) {
            Ok(displaced) => without_differences(self.outcome.clone(), &displaced),
            Err(_) => self.outcome.clone(),
        }
    }
}

/// Runs a test in the interpreter, and compares with what the test says of the outcomes.
pub fn interpret(case: &Case, settings: &Settings) -> (Cell, References) {
    let mut cell = Cell::default();
    let outcomes = (0..case.runs()).map(|index| {
        cell.executions += 1;
        match case.subject.interpret(&case.entry(index), options(case, settings), false) {
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
            _ => cell.fail(case, index, FailureKind::Incomparable(format!("the program's behaviour is not defined: {why}"))),
        }
    } else if outcome.end == End::OutOfFuel {
        cell.fail(case, index, FailureKind::Incomparable("ran out of fuel".into()));
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

/// If a test says which bits are Unspecified, or nothing yet, it has to say what the interpreter found.
fn specified_otherwise(expect: Option<Expect>, outcome: &Outcome) -> Option<Difference> {
    let expected = match expect? {
        Expect::Returns(value) if value.unspecified != 0 => Some(value),
        Expect::Missing => None,
        _ => return None,
    };
    let same = expected.map(|value| value.unspecified) == outcome.result.map(|value| value.unspecified);
    (!same || expected.is_none()).then_some(Difference::Result(expected, outcome.result))
}

/// Links an object of the test's module, runs it and compares with the references.
pub fn run_object(
    case: &Case,
    settings: &Settings,
    target: Target,
    object: &[u8],
    runtimes: &Runtimes,
    references: &References,
) -> Cell {
    let image = match case.subject.link_object(target, object, runtimes) {
        Ok(image) => image,
        Err(why) => return Cell::failed(FailureKind::Error(why)),
    };
    let runs: Vec<(usize, &Reference)> = references.iter().enumerate().filter_map(|(i, o)| Some(i).zip(o.as_ref())).collect();
    let jobs = runs.iter().map(|&(index, reference)| Job {
        entry: case.entry(index),
        options: options(case, settings),
        memory: &reference.outcome.memory,
    });
    let (mut cell, mut next) = (Cell::default(), runs.iter());
    case.subject.execute(target.isa, &image, jobs, |outcome| {
        let Some(&(index, reference)) = next.next() else { return false };
        cell.executions += 1;
        match outcome {
            Ok(outcome) => {
                cell.note(case, index, reference.compare(case, index, settings, &outcome));
                // One run that does not end is enough.
                outcome.end != End::OutOfFuel
            }
            Err(why) => {
                cell.fail(case, index, FailureKind::Error(why));
                true
            }
        }
    });
    if runs.is_empty() && case.runs() > 0 && case.may_be_compared() {
        return Cell::failed(FailureKind::NoReference);
    }
    cell.finish()
}

fn options(case: &Case, settings: &Settings) -> process::Options {
    let argv = match &case.plan {
        Plan::Program(run) => run.argv.iter().map(|arg| arg.clone().into_bytes()).collect(),
        _ => Vec::new(),
    };
    process::Options { argv, fuel: settings.fuel, ..case.subject.options() }
}

impl Case {
    /// What the test says of run `index`'s end.
    fn expect(&self, index: usize) -> Option<Expect> {
        match &self.plan {
            Plan::Calls(calls) => Some(calls[index].expect),
            _ => None,
        }
    }

    /// The line that asks for run `index`.
    fn line(&self, index: usize) -> usize {
        match &self.plan {
            Plan::Calls(calls) => calls[index].line,
            _ => 0,
        }
    }

    /// What the test would have to say of a run with this outcome.
    fn edits(&self, index: usize, outcome: &Outcome) -> Vec<Edit> {
        match &self.plan {
            Plan::Program(_) => {
                let exit = self.directives.exit.as_ref().and_then(|exit| Edit::exit(exit.line, outcome));
                exit.into_iter().chain(Edit::stdout(&self.directives.stdout, &outcome.stdout)).collect()
            }
            _ => Edit::call(&self.source, self.line(index), outcome).into_iter().collect(),
        }
    }

    /// Whether there should be a run to compare.
    fn may_be_compared(&self) -> bool {
        (0..self.runs()).any(|index| !matches!(self.expect(index), Some(Expect::Undefined | Expect::Anything)))
    }

    /// What the test says of an outcome, and as much of the outcome; `None` if it says nothing.
    fn expected(&self, index: usize, outcome: &Outcome) -> Option<(Outcome, Outcome)> {
        let bare = |end: &End| Outcome {
            end: end.clone(),
            result: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
            calls: Vec::new(),
            memory: Vec::new(),
        };
        let (mut expected, mut found) = (bare(&outcome.end), bare(&outcome.end));
        match &self.plan {
            Plan::Program(run) => {
                if let Some(stdout) = &run.stdout {
                    (expected.stdout, found.stdout) = (stdout.clone(), outcome.stdout.clone());
                }
                match (run.status, &outcome.end) {
                    (Some(0), End::Returned) | (None, _) => {}
                    (Some(status), _) => expected.end = End::Exited(status),
                }
                (run.stdout.is_some() || run.status.is_some()).then_some((expected, found))
            }
            Plan::Calls(calls) => {
                match calls[index].expect {
                    Expect::Defined | Expect::Anything | Expect::Undefined | Expect::Missing => return None,
                    Expect::Returns(value) => {
                        expected.end = End::Returned;
                        (expected.result, found.result) = (Some(value), outcome.result);
                    }
                    Expect::Traps if matches!(outcome.end, End::Trapped(_)) => {}
                    Expect::Traps => expected.end = End::Trapped("expected".into()),
                }
                Some((expected, found))
            }
            Plan::Translate | Plan::Read => None,
        }
    }

    /// A run as text, and the options of `crosstest run` that run it alone.
    fn describe(&self, index: usize) -> (String, Vec<String>) {
        match &self.plan {
            Plan::Program(run) => (run.argv.join(" "), Vec::new()),
            Plan::Calls(calls) => {
                let call = &calls[index];
                let args: Vec<String> = call.args.iter().map(show).collect();
                let text = format!("@{}({})", self.subject.module.func_symbol(call.func), args.join(", "));
                let expect = match &call.expect {
                    Expect::Defined => String::new(),
                    Expect::Anything => " -> anything".into(),
                    Expect::Returns(value) => format!(" -> {}", show(value)),
                    Expect::Traps => " -> traps".into(),
                    Expect::Undefined => " -> undefined".into(),
                    Expect::Missing => " ->".into(),
                };
                (text.clone(), vec!["--call".into(), text + &expect])
            }
            Plan::Translate | Plan::Read => Default::default(),
        }
    }
}
