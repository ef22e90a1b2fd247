//! What a reduction keeps: a wrong translation, a crash or hang of the translator, or whatever a
//! script says.
//!
//! Each oracle first interprets the candidate, where there is something to run: it has to stay well
//! defined, so that the reduced module is a test that means something. A module of which nothing is
//! run can only be reduced for a crash, a hang or a script.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crosstest::case::{CallRun, Case, Expect, Plan, ProgramRun};
use crosstest::exec::link::Runtimes;
use crosstest::job::{Entry, Target};
use crosstest::outcome::{CallEvent, End};
use crosstest::process;
use crosstest::subject::Subject;
use crosstest::value::Value;
use crosstest::value::text::show;
use translator::bitcode::write_module;
use translator::ice::FuncId;
use translator::text::print_module;

use super::change::Candidate;
use super::{Oracle, first_of};
use crate::budget::Budget;
use crate::mix::{Mixer, References};
use crate::program::{Checks, Program, Verdict};
use crate::search::Answer;
use crate::translate::{Restriction, Translator};
use crosstest::relocatable::Object;
use crosstest::script;

/// How much longer than the original a candidate may be interpreted.
const SPARE: u64 = 2;
/// Instructions that the interpreter may execute at first, when looking for enough.
const FIRST_FUEL: u64 = 1 << 16;
/// ... and at most.
const MOST_FUEL: u64 = 1 << 31;

/// What is run of a module, by name: modules change under it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entries {
    plan: Vec<(String, Plan)>,
}

impl Entries {
    /// Those of a test.
    pub fn of(case: &Case) -> Entries {
        let name = |func| case.subject.module.func_symbol(func).into_owned();
        let plan = match &case.plan {
            Plan::Program(run) => vec![(name(run.start), Plan::Program(run.clone()))],
            Plan::Calls(calls) => calls.iter().map(|call| (name(call.func), Plan::Calls(vec![call.clone()]))).collect(),
            Plan::Translate | Plan::Read => Vec::new(),
        };
        Entries { plan }
    }

    /// A call of one function.
    pub fn call(name: &str, func: FuncId, args: Vec<Value>) -> Entries {
        let call = CallRun { func, args, expect: Expect::Defined, line: 0 };
        Entries { plan: vec![(name.into(), Plan::Calls(vec![call]))] }
    }

    /// As the directives of a test.
    pub fn directives(&self) -> String {
        let mut text = String::new();
        for (name, plan) in &self.plan {
            match plan {
                Plan::Program(run) if run.argv.len() > 1 => text += &format!("; args: {}\n", run.argv[1..].join(" ")),
                Plan::Calls(calls) => {
                    for call in calls {
                        let args: Vec<String> = call.args.iter().map(show).collect();
                        text += &format!("; run: @{name}({})\n", args.join(", "));
                    }
                }
                _ => {}
            }
        }
        text
    }

    /// The functions, by name.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.plan.iter().map(|(name, _)| name.clone()).collect();
        names.dedup();
        names
    }

    /// Whether it is a single run.
    pub fn is_one(&self) -> bool {
        self.plan.len() == 1
    }

    /// The plan for a module; `None` if it lacks one of the functions.
    fn plan(&self, candidate: &Candidate) -> Option<Plan> {
        let mut calls = Vec::new();
        for (name, plan) in &self.plan {
            let func = candidate.module.func_by_name(name).filter(|&func| candidate.module.funcs[func].defined)?;
            match plan {
                Plan::Program(run) => {
                    // What the original wrote is not what a smaller one writes.
                    let run = ProgramRun { start: func, stdout: None, status: None, ..run.clone() };
                    return Some(Plan::Program(run));
                }
                Plan::Calls(one) => {
                    let expect = Expect::Defined;
                    calls.extend(one.iter().map(|call| CallRun { func, expect, ..call.clone() }));
                }
                Plan::Translate | Plan::Read => {}
            }
        }
        (!calls.is_empty()).then_some(Plan::Calls(calls))
    }

    /// A candidate as a test.
    pub fn case(&self, candidate: &Candidate) -> Option<Case> {
        let subject = Subject::new(candidate.module.clone(), candidate.bodies.clone()).ok()?;
        let plan = self.plan(candidate)?;
        Some(Case { name: "candidate".into(), subject, plan, directives: Default::default(), source: String::new() })
    }

    /// Whether every run ends within so many instructions; `None` if one is not well defined.
    fn is_defined(&self, candidate: &Candidate, fuel: u64) -> Option<bool> {
        let case = self.case(candidate)?;
        let mut in_time = true;
        for index in 0..case.runs() {
            let options = process::Options { fuel, argv: argv(&case.plan), ..case.subject.options() };
            let entry: Entry = case.entry(index);
            match case.subject.interpret(&entry, options, 0).ok()?.end {
                End::Undefined(_) => return None,
                End::OutOfFuel => in_time = false,
                _ => {}
            }
        }
        Some(in_time)
    }

    /// The calls that leave the module, of all runs: of each, those until it ends or has executed
    /// so many instructions.
    pub fn calls(&self, candidate: &Candidate, fuel: u64) -> Vec<CallEvent> {
        let Some(case) = self.case(candidate) else { return Vec::new() };
        let options = || process::Options { fuel, argv: argv(&case.plan), ..case.subject.options() };
        let outcomes = (0..case.runs()).filter_map(|index| case.subject.interpret(&case.entry(index), options(), 0).ok());
        outcomes.flat_map(|outcome| outcome.calls).collect()
    }

    /// Whether every run ends within so many instructions, and is well defined.
    pub fn end_within(&self, candidate: &Candidate, fuel: u64) -> bool {
        self.is_defined(candidate, fuel) == Some(true)
    }

    /// Enough fuel for modules like this one; an error if it is not well defined or does not end.
    pub fn fuel(&self, candidate: &Candidate) -> Result<u64, String> {
        let mut fuel = FIRST_FUEL;
        while fuel <= MOST_FUEL {
            match self.is_defined(candidate, fuel) {
                None => return Err("the interpreter finds that the module's behaviour is not defined".into()),
                Some(true) => return Ok(fuel * SPARE),
                Some(false) => fuel *= 4,
            }
        }
        Err("the module runs for too long in the interpreter".into())
    }
}

fn argv(plan: &Plan) -> Vec<Vec<u8>> {
    match plan {
        Plan::Program(run) => run.argv.iter().map(|arg| arg.clone().into_bytes()).collect(),
        _ => Vec::new(),
    }
}

/// Keeps code that is wrong, while a good translation's is right.
pub struct WrongCode<'o> {
    /// What is run.
    pub entries: Entries,
    /// Instructions that the interpreter may execute.
    pub fuel: u64,
    /// The target.
    pub target: Target,
    /// Its runtime.
    pub runtimes: &'o Runtimes,
    /// The translation that is right.
    pub good: &'o Translator,
    /// The translation that is not.
    pub bad: &'o Translator,
    /// What is asked of the bad one.
    pub restriction: Restriction,
    /// What goes wrong: only the kind counts.
    pub verdict: Verdict,
    /// What it takes to see that.
    pub checks: Checks,
    /// The functions and variables that the bad translation is used for, if it is not all: what
    /// else is wrong with it shall not show.
    pub only: Option<Vec<String>>,
}

/// What is wrong with the bad object, mixed into the good one; `None` if one of the functions is
/// not there any more.
fn mixed(candidate: &Candidate, only: &[String], good: &[u8], bad: &[u8]) -> Option<Vec<u8>> {
    let is_variable = |name: &str| candidate.module.globals.iter().any(|(_, global)| global.name == name);
    let is_there = only.iter().all(|name| candidate.module.func_by_name(name).is_some() || is_variable(name));
    if is_there { mix_named(good, bad, only).ok() } else { None }
}

/// The good object with some functions from the bad one.
pub fn mix_named(good: &[u8], bad: &[u8], names: &[String]) -> Result<Vec<u8>, String> {
    let mixer = Mixer::new(&Object::read(good)?, &Object::read(bad)?, References::AllRelocated)?;
    let named = (0..).zip(mixer.elements()).filter(|(_, element)| names.contains(&element.name));
    mixer.mix(&named.map(|(index, _)| index).collect())
}

impl Oracle for WrongCode<'_> {
    fn shows(&self, candidate: &Candidate) -> bool {
        let Some(case) = self.entries.case(candidate) else { return false };
        let Ok(program) = Program::with_little_fuel(case, self.target, self.fuel) else { return false };
        let translate = |translator: &Translator, restriction: &Restriction| {
            let translation = translator.translate(&candidate.module, &candidate.bodies, restriction).ok()?;
            Some(translation.object)
        };
        let Some(bad) = translate(self.bad, &self.restriction) else { return false };
        // Most candidates do not fail: the good translation is made for those that do, unless it is
        // needed for a mix.
        let good = || translate(self.good, &Restriction::default());
        let (bad, known) = match &self.only {
            None => (bad, None),
            Some(only) => {
                let Some(good) = good() else { return false };
                let Some(mixed) = mixed(candidate, only, &good, &bad) else { return false };
                (mixed, Some(good))
            }
        };
        if !program.run_with(self.checks, &bad, self.runtimes).is_like(&self.verdict) {
            return false;
        }
        known.or_else(good).is_some_and(|good| program.run_with(self.checks, &good, self.runtimes) == Verdict::Right)
    }

    fn first(&self, candidates: Vec<Candidate>) -> Option<(usize, Candidate)> {
        first_of(self, candidates)
    }

    fn roots(&self) -> Vec<String> {
        self.entries.names()
    }
}

/// The part of an error that stays the same while a module gets smaller.
pub fn kind_of_error(error: &str) -> String {
    let line = error.lines().next().unwrap_or_default();
    let mut words: Vec<String> =
        line.split_whitespace().map(|word| word.chars().filter(|c| !c.is_ascii_digit()).collect()).collect();
    words.truncate(12);
    words.join(" ")
}

/// Keeps an error, crash or hang of a translator.
pub struct Crash<'o> {
    /// What is run, if it is to stay well defined; with the interpreter's fuel.
    pub entries: Option<(Entries, u64)>,
    /// The translator.
    pub translator: &'o Translator,
    /// The kind of its error.
    pub kind: String,
    /// Functions that have to stay.
    pub roots: Vec<String>,
}

impl Oracle for Crash<'_> {
    fn shows(&self, candidate: &Candidate) -> bool {
        let is_defined = |(entries, fuel): &(Entries, u64)| entries.is_defined(candidate, *fuel) == Some(true);
        if !self.entries.as_ref().is_none_or(is_defined) {
            return false;
        }
        match self.translator.translate(&candidate.module, &candidate.bodies, &Restriction::default()) {
            Ok(_) => false,
            Err(error) => kind_of_error(&error) == self.kind,
        }
    }

    fn first(&self, candidates: Vec<Candidate>) -> Option<(usize, Candidate)> {
        first_of(self, candidates)
    }

    fn roots(&self) -> Vec<String> {
        self.roots.clone()
    }
}

/// Keeps what a script calls bad.
pub struct Script<'o> {
    /// What is run, if it is to stay well defined; with the interpreter's fuel.
    pub entries: Option<(Entries, u64)>,
    /// The command: it gets the candidate's file as its last argument.
    pub command: String,
    /// How long it may take.
    pub limit: Duration,
    /// What the reduction may take.
    pub budget: &'o Budget,
    /// Whether taking longer is what is looked for.
    pub hangs: bool,
    /// Whether candidates are handed over as text rather than bitcode.
    pub as_text: bool,
    /// Comments that go before a text: what is run.
    pub directives: String,
    /// Functions that have to stay.
    pub roots: Vec<String>,
}

impl Script<'_> {
    /// Runs the command on a candidate.
    pub fn run(&self, candidate: &Candidate) -> Result<script::Ended, String> {
        let fail = |error: std::io::Error| format!("a temporary file: {error}");
        let dir = tempfile::tempdir().map_err(fail)?;
        let bitcode = if self.as_text { None } else { write_module(&candidate.module, &candidate.bodies).ok() };
        let (path, bytes): (PathBuf, Vec<u8>) = match bitcode {
            Some(bytes) => (dir.path().join("candidate.pexe"), bytes),
            None => {
                let text = self.directives.clone() + &print_module(&candidate.module, &candidate.bodies);
                (dir.path().join("candidate.ll"), text.into_bytes())
            }
        };
        fs::write(&path, bytes).map_err(fail)?;
        let ended = script::run(&self.command, &[path.as_os_str()], &[], self.limit)?;
        if ended.status.is_none() {
            self.budget.add(self.limit);
        }
        Ok(ended)
    }
}

impl Oracle for Script<'_> {
    fn shows(&self, candidate: &Candidate) -> bool {
        let is_defined = |(entries, fuel): &(Entries, u64)| entries.is_defined(candidate, *fuel) == Some(true);
        if !self.entries.as_ref().is_none_or(is_defined) {
            return false;
        }
        match self.run(candidate) {
            Ok(ended) if self.hangs => ended.status.is_none(),
            Ok(ended) => Answer::from(ended.is_good()) == Answer::Fails,
            Err(_) => false,
        }
    }

    fn first(&self, candidates: Vec<Candidate>) -> Option<(usize, Candidate)> {
        first_of(self, candidates)
    }

    fn roots(&self) -> Vec<String> {
        self.roots.clone()
    }
}
