//! A closer look at a run on which engines disagree: which of them agree, and what they do
//! differently first.
//!
//! In: a test with its results. Out: a [`Diagnosis`] of its first failed run. The run is made once
//! more in every execution; outcomes that agree (the reference's Unspecified bits left out) form a
//! group. Then the interpreter and the first execution that disagrees with it are watched step by
//! step ([`trace`](crate::trace)), and byte by byte of memory their writes are compared: the
//! first one that another value overtakes is the first difference. A byte that is written twice
//! with the same value counts once, so that stores that are split, widened or overlap do not count
//! as differences.

use rustc_hash::FxHashMap;
use translator::ice::print;

use super::{Cell, Environment, Failure, FailureKind, Settings, options};
use crate::case::{Case, Plan};
use crate::compare::{Comparison, Difference, compare, show_end};
use crate::disasm;
use crate::exec::execution::{Engine, Execution};
use crate::exec::{self, RunError, emulate, link};
use crate::job::{Entry, Job};
use crate::load::Image;
use crate::outcome::{End, Outcome};
use crate::trace::{Trace, Write};

/// How the interpreter is called among executions.
pub const ORACLE: &str = "interp";
/// Instructions shown before and after the one at fault.
const AROUND: usize = 6;
/// A function of more instructions is not shown whole.
const MOST_LINES: usize = 200;

/// What a closer look at a run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// The run's number in its test.
    pub index: usize,
    /// The run in words: a call, or a program's arguments.
    pub run: String,
    /// What each engine made of it, the interpreter first; or why it made nothing.
    pub outcomes: Vec<(String, Result<Outcome, String>)>,
    /// The groups that agree, the largest first.
    pub groups: Vec<Vec<String>>,
    /// What the interpreter and an execution do differently first.
    pub first: Option<First>,
    /// The intermediate representation of the function at fault, and its code in an execution that
    /// differs and in one that does not.
    pub listings: Vec<Listing>,
}

/// The first thing that two engines do differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct First {
    /// The execution that is compared with the interpreter.
    pub execution: String,
    /// What it is.
    pub what: String,
    /// Where the interpreter was: function, block and instruction.
    pub reference: String,
    /// Where the execution was: function, block and instruction, with the address.
    pub other: String,
    /// The code around that address.
    pub code: Vec<String>,
}

/// A text beside a diagnosis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// What it is.
    pub title: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Looks at the first failed run of a test whose results are in `cells`. `None` if no cell failed
/// on a run.
pub fn diagnose(case: &Case, settings: &Settings, environment: &Environment, cells: [&[Cell]; 2]) -> Option<Diagnosis> {
    let about_run = |cell: &&Cell| {
        let relevant = |failure: &&Failure| {
            !matches!(
                failure.kind,
                FailureKind::NoTest(_) | FailureKind::Unspecified(_) | FailureKind::Mismatch(_) | FailureKind::NoReference
            )
        };
        cell.failure.as_ref().filter(relevant).and_then(|failure| failure.index)
    };
    let index = cells.concat().iter().find_map(|cell| about_run(&cell))?;
    diagnose_run(case, index, settings, environment)
}

/// Makes a run in every execution and compares.
pub fn diagnose_run(case: &Case, index: usize, settings: &Settings, environment: &Environment) -> Option<Diagnosis> {
    if matches!(case.plan, Plan::Read | Plan::Translate) {
        return None;
    }
    let run = case.describe(index).0;
    let entry = case.entry(index);
    let reference = match case.subject.interpret(&entry, options(case, settings), 0) {
        Ok(outcome) => outcome,
        Err(why) => {
            let outcomes = vec![(ORACLE.to_string(), Err(why))];
            return Some(Diagnosis { index, run, outcomes, groups: Vec::new(), first: None, listings: Vec::new() });
        }
    };
    let portable = case.subject.portable(&entry, || options(case, settings), &reference);
    let mut outcomes = vec![(ORACLE.to_string(), Ok(reference))];
    if !matches!(portable.end, End::Undefined(_)) {
        for (execution, missing) in settings.executions.iter().zip(&environment.missing) {
            let outcome = match missing {
                _ if !case.directives.wants(execution.target) => continue,
                Some(why) => Err(format!("not run: {why}")),
                None => outcome_of(case, &entry, settings, environment, execution, &portable),
            };
            outcomes.push((execution.to_string(), outcome));
        }
    }
    let groups = groups(&portable, &outcomes);
    let differs = |execution: &&Execution| {
        let name = execution.to_string();
        !groups.iter().any(|group| group.contains(&name) && group.iter().any(|other| other == ORACLE))
            && outcomes.iter().any(|(other, outcome)| *other == name && outcome.is_ok())
    };
    let watched = |execution: &&Execution| execution.engine == Engine::Unicorn;
    let suspect = settings.executions.iter().filter(watched).find(differs);
    let mut look = Look { case, entry: &entry, settings, environment, portable: &portable };
    let first = suspect.and_then(|execution| {
        let other = outcomes.iter().find(|(name, _)| *name == execution.to_string())?.1.as_ref().ok()?;
        look.first_difference(execution, other)
    });
    let agrees = settings.executions.iter().filter(watched).find(|execution| {
        suspect.is_some_and(|suspect| suspect.target.isa == execution.target.isa)
            && outcomes.iter().any(|(name, _)| *name == execution.to_string())
            && !differs(execution)
    });
    let listings = suspect.map_or_else(Vec::new, |suspect| look.listings(first.as_ref(), suspect, agrees));
    Some(Diagnosis { index, run, outcomes, groups, first, listings })
}

fn outcome_of(
    case: &Case,
    entry: &Entry,
    settings: &Settings,
    environment: &Environment,
    execution: &Execution,
    reference: &Outcome,
) -> Result<Outcome, String> {
    let object = exec::run::object(&case.subject, execution).map_err(explain)?;
    let job = Job { entry: entry.clone(), options: options(case, settings), memory: &reference.memory };
    let mut found = Err("it was not run".to_string());
    let ended = exec::run::jobs(&case.subject, execution, &object, &environment.runtimes, vec![job], &mut |outcome| {
        found = outcome.map_err(explain);
        false
    });
    ended.map_err(explain)?;
    found
}

fn explain(error: RunError) -> String {
    match error {
        RunError::NotRun(why) => format!("not run: {why}"),
        RunError::Error(why) => why,
    }
}

/// The groups that agree. The first outcome is the oracle's, and `reference` says which of its bits
/// are Unspecified.
fn groups(reference: &Outcome, outcomes: &[(String, Result<Outcome, String>)]) -> Vec<Vec<String>> {
    let mut groups: Vec<(Outcome, Vec<String>)> = Vec::new();
    for (name, outcome) in outcomes {
        let Ok(outcome) = outcome else { continue };
        let outcome = if name == ORACLE { reference.clone() } else { masked(outcome.clone(), reference) };
        match groups.iter_mut().find(|(known, _)| agree(known, &outcome)) {
            Some((_, names)) => names.push(name.clone()),
            None => groups.push((outcome, vec![name.clone()])),
        }
    }
    groups.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    groups.into_iter().map(|(_, names)| names).collect()
}

fn agree(a: &Outcome, b: &Outcome) -> bool {
    match (&a.end, &b.end) {
        (End::OutOfFuel, End::OutOfFuel) | (End::Undefined(_), End::Undefined(_)) => true,
        _ => matches!(compare(a, b), Comparison::Agree(_)),
    }
}

/// An outcome in which the bits that the reference calls Unspecified are so too.
fn masked(mut outcome: Outcome, reference: &Outcome) -> Outcome {
    if let (Some(value), Some(known)) = (&mut outcome.result, &reference.result) {
        value.unspecified |= known.unspecified;
    }
    for (call, known) in outcome.calls.iter_mut().zip(&reference.calls) {
        call.args.iter_mut().zip(&known.args).for_each(|(arg, known)| arg.unspecified |= known.unspecified);
    }
    for region in &mut outcome.memory {
        let same = reference.memory.iter().find(|known| known.addr == region.addr && known.name == region.name);
        if let Some(known) = same.filter(|known| !known.unspecified.is_empty()) {
            region.unspecified.clone_from(&known.unspecified);
        }
    }
    outcome
}

/// Everything that finding the first difference needs.
struct Look<'a> {
    case: &'a Case,
    entry: &'a Entry,
    settings: &'a Settings,
    environment: &'a Environment,
    portable: &'a Outcome,
}

impl Look<'_> {
    fn first_difference(&mut self, execution: &Execution, other: &Outcome) -> Option<First> {
        let subject = &self.case.subject;
        let object = subject.translate_as(&execution.options(subject.features)).ok()?;
        let image = link::object(subject, execution.target, &object, &self.environment.runtimes).ok()?;
        let job = Job { entry: self.entry.clone(), options: options(self.case, self.settings), memory: &[] };
        let ours = emulate::trace(subject, execution.target.isa, &image, job).ok()?;
        let theirs = subject.trace_reference(self.entry, options(self.case, self.settings)).ok()?;
        let differences = match compare(self.portable, &masked(other.clone(), self.portable)) {
            Comparison::Differ(differences) => differences,
            _ => Vec::new(),
        };
        let call = differences.iter().find_map(|difference| match difference {
            Difference::Call { index, what, .. } => Some((*index, what.clone())),
            _ => None,
        });
        let write = first_write(&theirs, &ours);
        let earlier = |write: &Differing<'_>| call.as_ref().is_none_or(|(index, _)| write.reference.calls_before <= *index);
        let (what, reference, at) = match (write.filter(earlier), call) {
            (Some(write), _) => (
                describe(&write, &image),
                write.reference.place.clone(),
                write.other.map_or(ours.last, |other| Some(other.place)),
            ),
            (None, Some((index, what))) => {
                (format!("call {index}: {what}"), theirs.calls.get(index).cloned()?, ours.calls.get(index).copied().or(ours.last))
            }
            (None, None) => {
                let ends = [self.portable, other].map(|outcome| show_end(&outcome.end));
                let what = if ends[0] == ends[1] {
                    "all calls and writes to globals and allocated memory are the same; the results differ".into()
                } else {
                    format!("all calls and writes are the same up to the end: {} instead of {}", ends[1], ends[0])
                };
                (what, theirs.last.clone().unwrap_or_default(), ours.last)
            }
        };
        let (place, code) = at.map_or_else(Default::default, |pc| code_around(execution, &object, &image, pc));
        Some(First { execution: execution.to_string(), what, reference, other: place, code })
    }

    /// The function's representation, and its code in both executions.
    fn listings(&self, first: Option<&First>, suspect: &Execution, agrees: Option<&Execution>) -> Vec<Listing> {
        let subject = &self.case.subject;
        let (Entry::Program(start) | Entry::Call(start, _)) = *self.entry;
        let named = first.and_then(|first| first.reference.split(": ").next()).unwrap_or_default();
        let body = subject.bodies.iter().find(|body| subject.module.func_symbol(body.id) == named);
        let Some(body) = body.or_else(|| subject.bodies.iter().find(|body| body.id == start)) else { return Vec::new() };
        let name = subject.module.func_symbol(body.id).into_owned();
        let text = print::function(body, Some(&subject.module)).to_string();
        let mut listings = vec![Listing { title: format!("@{name}"), lines: cut(text.lines().map(String::from).collect()) }];
        for execution in [Some(suspect), agrees].into_iter().flatten() {
            let code = subject
                .translate_as(&execution.options(subject.features))
                .and_then(|object| disasm::function(execution.target.isa, &object, &name));
            listings.extend(code.ok().map(|lines| Listing { title: format!("@{name} as {execution}"), lines: cut(lines) }));
        }
        listings
    }
}

fn cut(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        let left = lines.len() - MOST_LINES;
        lines.truncate(MOST_LINES);
        lines.push(format!("... {left} more lines"));
    }
    lines
}

/// A byte that the reference writes and another trace does not, or with another value.
struct Differing<'t> {
    addr: u32,
    value: u8,
    found: Option<u8>,
    reference: &'t Write<String>,
    other: Option<&'t Write<u32>>,
}

/// The values that a byte of memory had, one after the other, and what wrote them. A value that is
/// written again counts once.
type Histories<'t> = FxHashMap<u32, Vec<(u8, &'t Write<u32>)>>;

fn first_write<'t>(reference: &'t Trace<String>, other: &'t Trace<u32>) -> Option<Differing<'t>> {
    if reference.cut || other.cut {
        return None;
    }
    let mut histories = Histories::default();
    for write in &other.writes {
        for (addr, &value) in (write.addr..).zip(&write.bytes) {
            let history = histories.entry(addr).or_default();
            if history.last().is_none_or(|(last, _)| *last != value) {
                history.push((value, write));
            }
        }
    }
    // Of each byte: the last value, and how many there were. Once a value is Unspecified, the byte
    // says no more.
    let mut seen: FxHashMap<u32, Option<(u8, usize)>> = FxHashMap::default();
    for write in &reference.writes {
        for (offset, (addr, &value)) in (write.addr..).zip(&write.bytes).enumerate() {
            let known = seen.entry(addr).or_insert(Some((value.wrapping_add(1), 0)));
            let Some((last, count)) = *known else { continue };
            if write.unspecified.get(offset).is_some_and(|&mask| mask != 0) {
                *known = None;
                continue;
            }
            if count > 0 && last == value {
                continue;
            }
            let found = histories.get(&addr).and_then(|history| history.get(count));
            if found.is_none_or(|(found, _)| *found != value) {
                let (other, found) = (found.map(|&(_, write)| write), found.map(|&(found, _)| found));
                return Some(Differing { addr, value, found, reference: write, other });
            }
            *known = Some((value, count + 1));
        }
    }
    None
}

fn describe(write: &Differing<'_>, image: &Image) -> String {
    let place = image.symbolize(write.addr).map_or_else(String::new, |name| format!(" ({name})"));
    let found = write.found.map_or_else(|| "is not written".to_string(), |found| format!("gets {found:#04x}"));
    format!("the byte at {:#010x}{place} {found} instead of {:#04x}", write.addr, write.value)
}

/// Where an address is (function, block, instruction, as the interpreter's place is), and the
/// instructions around it. A block of code goes by the label in front of it in the listing; the
/// first one has none.
fn code_around(execution: &Execution, object: &[u8], image: &Image, pc: u32) -> (String, Vec<String>) {
    let unknown = format!("{pc:#010x}");
    let Some((symbol, offset)) = image.symbol_at(pc) else { return (unknown, Vec::new()) };
    let address = format!("{unknown} ({}+{offset:#x})", symbol.name);
    let Ok(lines) = disasm::listing(execution.target.isa, object, &symbol.name) else { return (address, Vec::new()) };
    let Some(at) = lines.iter().rposition(|line| line.offset.is_some_and(|start| start <= u64::from(offset))) else {
        return (address, Vec::new());
    };
    let label = lines[..at].iter().rfind(|line| line.offset.is_none());
    let block = label.map_or("entry", |line| line.text.trim_end_matches(':'));
    let place = format!("{}: {block}: {} at {address}", symbol.name, lines[at].text.trim());
    let shown = at.saturating_sub(AROUND)..(at + AROUND + 1).min(lines.len());
    let mark = |index: usize| if index == at { ">" } else { " " };
    let code = shown.map(|index| format!("{}{}", mark(index), lines[index].text)).collect();
    (place, code)
}
