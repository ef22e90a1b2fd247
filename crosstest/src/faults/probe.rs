//! A probe: runs tests or generated modules under a fault until one fails. A process of its own, because what it runs may crash it.
//!
//! In: a fault, a [`Detector`], the processor time that it may take. Out: [`Event`]s, a line each on standard output. Everything that is
//! translated is translated on one thread, on which the fault is in force from beginning to end.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use translator::faults::{Count, Fault, Plan};

use super::How;
use crate::campaign;
use crate::campaign::examine::{End, Examiner};
use crate::case::{LoadError, Test};
use crate::cli::run::{list, shared_dir};
use crate::clock;
use crate::exec::execution::Execution;
use crate::matrix::{self, Engines, Entry, FailureKind, Row, Settings, Source};
use crate::subject::{Runtimes, Target};

/// The seed of the generated modules: that of a campaign without options.
const SEED: u64 = 1;
/// Fuel of a test's run; what ends takes far less.
const FUEL: u64 = 20_000_000;
/// Fuel of a shared program's run.
const PROGRAM_FUEL: u64 = 2_000_000_000;

/// What looks for a fault.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Detector {
    /// The corpus, the file tests and the shared programs.
    Suites,
    /// Generated modules.
    Generator,
}

impl Detector {
    /// Both, in the order of [`Record::findings`](super::Record).
    pub const ALL: [Detector; 2] = [Detector::Suites, Detector::Generator];

    /// Its name, on the command line and in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Detector::Suites => "suites",
            Detector::Generator => "generator",
        }
    }

    /// The detector with this name.
    pub fn from_name(name: &str) -> Option<Detector> {
        Detector::ALL.into_iter().find(|detector| detector.name() == name)
    }
}

/// How far a probe is.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Tests or modules that it has begun.
    pub items: u64,
    /// How often the fault's place has been met.
    pub count: Count,
    /// Processor time that it has taken.
    pub time: Duration,
}

/// What a probe tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What it is about to run, and what there is to say of it so far.
    At(String, Progress),
    /// It has found something; no more comes.
    Found(How, String),
    /// Its time is up.
    Done,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |text: &str| text.replace(['\t', '\n'], " ");
        match self {
            Event::At(item, Progress { items, count: Count { reached, triggered }, time }) => {
                write!(f, "at\t{}\t{items}\t{reached}\t{triggered}\t{}", line(item), time.as_millis())
            }
            Event::Found(how, by) => write!(f, "found\t{}\t{}", how.name(), line(by)),
            Event::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Event {
    type Err = ();

    fn from_str(line: &str) -> Result<Event, ()> {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |text: &str| text.parse::<u64>().map_err(drop);
        match *fields.as_slice() {
            ["at", item, items, reached, triggered, millis] => {
                let count = Count { reached: number(reached)?, triggered: number(triggered)? };
                let time = Duration::from_millis(number(millis)?);
                Ok(Event::At(item.into(), Progress { items: number(items)?, count, time }))
            }
            ["found", how, by] => Ok(Event::Found(How::from_name(how).ok_or(())?, by.into())),
            ["done"] => Ok(Event::Done),
            _ => Err(()),
        }
    }
}

/// Runs a probe in this process, which is for nothing else: panics are caught, but not told apart.
pub fn run(fault: Option<Fault>, detector: Detector, time: Duration) -> Result<(), String> {
    let plan = fault.map_or_else(Plan::observing, Plan::of);
    // The tests of a matrix run on the threads of a pool: this one has one.
    let in_force = plan.clone();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).start_handler(move |_| std::mem::forget(in_force.enter()));
    let pool = pool.build().map_err(|error| error.to_string())?;
    let mut probe = Probe { fault, plan, time, items: 0, targets: Target::all() };
    let found = pool.install(|| match detector {
        Detector::Suites => probe.suites(),
        Detector::Generator => Ok(probe.generator()),
    })?;
    probe.at("the end");
    match found {
        Some((how, by)) => say(&Event::Found(how, by)),
        None => say(&Event::Done),
    }
    Ok(())
}

/// With nobody listening there is nobody to tell.
fn say(event: &Event) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{event}").and_then(|()| out.flush());
}

type Found = (How, String);

struct Probe {
    fault: Option<Fault>,
    plan: Plan,
    /// How much processor time it may take.
    time: Duration,
    items: u64,
    targets: Vec<Target>,
}

impl Probe {
    fn at(&self, item: &str) {
        let count = self.fault.map_or_else(Count::default, |fault| self.plan.count(fault));
        say(&Event::At(item.into(), Progress { items: self.items, count, time: clock::own() }));
    }

    fn is_late(&self) -> bool {
        clock::own() >= self.time
    }

    fn runtimes(&self) -> Result<Runtimes, Found> {
        self.at("the runtime");
        Runtimes::new(&self.targets).map_err(|why| (How::Error, format!("the runtime: {}", first_words(&why))))
    }

    fn suites(&mut self) -> Result<Option<Found>, String> {
        let tests = tests()?;
        let runtimes = match self.runtimes() {
            Ok(runtimes) => runtimes,
            Err(found) => return Ok(Some(found)),
        };
        let engines = Engines { runtimes, missing: vec![None; self.targets.len()] };
        for (suite, path) in tests {
            if self.is_late() {
                break;
            }
            let name = format!("{suite} {}", path.file_name().unwrap_or_default().display());
            self.at(&name);
            self.items += 1;
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.test(suite, &path, &engines)));
            let found = found.unwrap_or_else(|_| Some((How::Error, "panic".into())));
            if let Some((how, what)) = found {
                return Ok(Some((how, format!("{name}: {what}"))));
            }
        }
        Ok(None)
    }

    fn test(&self, suite: &str, path: &Path, engines: &Engines) -> Option<Found> {
        let fuel = if suite == PROGRAMS { PROGRAM_FUEL } else { FUEL };
        let executions = self.targets.iter().map(|&target| Execution::plain(target)).collect();
        let settings = Settings::new(executions, fuel);
        let row = match Test::load(path, &settings.overrides) {
            Ok(Test::Case(case)) => matrix::run_case(&case, &settings, engines, &()),
            // Refused before any target: there is nothing to translate.
            Ok(Test::Refused(_)) => {
                let settings = Settings { executions: Vec::new(), ..settings };
                let entry = Entry::from(Source::File(path.to_path_buf()));
                matrix::run(&[entry], &settings, &()).ok()?.rows.pop()?
            }
            Err(LoadError::Io(why) | LoadError::Content(why)) => return Some((How::Error, first_words(&why))),
        };
        self.failure(&row)
    }

    /// The first failure of a row.
    fn failure(&self, row: &Row) -> Option<Found> {
        let names = std::iter::once("reading".to_string()).chain(self.targets.iter().map(ToString::to_string));
        let (name, kind) = names.zip(std::iter::once(&row.reference).chain(&row.cells)).find_map(|(name, cell)| {
            let failure = cell.failure.as_ref()?;
            Some((name, &failure.kind))
        })?;
        Some(match kind {
            FailureKind::Error(why) | FailureKind::NoTest(why) => (How::Error, format!("{name}: {}", first_words(why))),
            _ => (How::Differs, name),
        })
    }

    fn generator(&mut self) -> Option<Found> {
        let runtimes = match self.runtimes() {
            Ok(runtimes) => runtimes,
            Err(found) => return Some(found),
        };
        let targets = self.targets.clone();
        let mut examiner = Examiner::new(&targets, &runtimes);
        for number in 0.. {
            if self.is_late() {
                break;
            }
            self.at(&format!("case {number}"));
            self.items += 1;
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let generated = campaign::generated(SEED, number);
                examiner.set_features(campaign::features(number));
                let verdict = examiner.examine(&generated);
                let invalid = (verdict.end == End::Invalid).then(|| (How::Error, format!("invalid: {}", verdict.reference)));
                let symptom = verdict.symptoms.first().map(|symptom| {
                    let how = if is_error(&symptom.kind) { How::Error } else { How::Differs };
                    (how, format!("{}: {}", symptom.target, first_words(&symptom.kind)))
                });
                symptom.or(invalid)
            }));
            let found = found.unwrap_or_else(|_| Some((How::Error, "panic".into())));
            if let Some((how, what)) = found {
                return Some((how, format!("case {number}: {what}")));
            }
        }
        None
    }
}

/// Whether a campaign's kind of symptom is an error rather than a difference of outcomes.
fn is_error(kind: &str) -> bool {
    const DIFFERENCES: [&str; 6] = ["traps", "ends otherwise", "result", "call", "memory", "ran out of fuel"];
    !DIFFERENCES.contains(&kind) && !kind.starts_with("output to") && kind != "bitcode"
}

/// As much of a message as a table has room for.
fn first_words(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(60).collect()
}

const CORPUS: &str = "corpus";
const FILE_TESTS: &str = "file test";
const PROGRAMS: &str = "program";

/// All tests with their suite: the quick suites first, and in each the small tests.
pub fn tests() -> Result<Vec<(&'static str, PathBuf)>, String> {
    let corpus = list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"), "ll")?;
    let mut programs = Vec::new();
    if let Some(shared) = shared_dir() {
        programs.extend(list(&shared, "pexe")?);
        programs.extend(list(&shared.join("programs"), "pexe").unwrap_or_default());
    }
    let mut file_tests = Vec::new();
    find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("filetests"), &mut file_tests)?;
    let mut ordered = Vec::new();
    for (suite, mut paths) in [(FILE_TESTS, file_tests), (CORPUS, corpus), (PROGRAMS, programs)] {
        paths.sort_by_cached_key(|path| (path.metadata().map_or(0, |metadata| metadata.len()), path.clone()));
        ordered.extend(paths.into_iter().map(|path| (suite, path)));
    }
    Ok(ordered)
}

/// The tests below a directory.
fn find(dir: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let about = |error: std::io::Error| format!("{}: {error}", dir.display());
    for entry in dir.read_dir().map_err(about)? {
        let path = entry.map_err(about)?.path();
        if path.is_dir() {
            find(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_read_as_they_are_written() {
        let count = Count { reached: 7, triggered: 3 };
        for event in [
            Event::At("corpus a.ll".into(), Progress { items: 12, count, time: Duration::from_millis(340) }),
            Event::Found(How::Crash, "case 3: x8632/O2: memory".into()),
            Event::Done,
        ] {
            assert_eq!(event.to_string().parse(), Ok(event));
        }
        assert_eq!(Event::Found(How::Error, "a\tb\nc".into()).to_string(), "found\terror\ta b c");
        assert_eq!("at\tx\t1\ty\t2\t3".parse::<Event>(), Err(()));
    }

    #[test]
    fn every_test_is_there_once_and_the_programs_come_last() {
        let tests = tests().unwrap();
        let count = |suite| tests.iter().filter(|test| test.0 == suite).count();
        assert!(count(CORPUS) >= 40 && count(FILE_TESTS) >= 20);
        assert!(tests.iter().rev().take(count(PROGRAMS)).all(|test| test.0 == PROGRAMS));
        let mut paths: Vec<_> = tests.iter().map(|test| &test.1).collect();
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), tests.len());
    }
}
