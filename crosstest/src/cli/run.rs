//! `crosstest` and `crosstest run`: run a matrix of tests and print its report.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::args::{CArgs, Cli, MatrixArgs, RunArgs};
use super::output::{self, Files};
use super::{NOT_WRITTEN, USAGE, c, complain};
use crate::bundle;
use crate::c as programs_in_c;
use crate::case::{Overrides, Test};
use crate::exec::execution::Execution;
use crate::matrix::{self, Entry, Observer, Settings, Source, TestResults};
use crate::report::model::{Report, TestReport};
use crate::report::origin::Clock;
use crate::report::progress::Progress;
use crate::repository;
use crate::signals::{INTERRUPTED, Requests};
use crate::suites::{self, SUITES, Suite};

/// `crosstest run FILES`; the exit status.
pub fn files(args: &RunArgs) -> u8 {
    let split = |text: &String| text.split_whitespace().map(String::from).collect();
    let overrides = Overrides { args: args.args.as_ref().map(split), calls: args.call.clone() };
    if let Some(missing) = args.files.iter().find_map(|file| std::fs::File::open(file).err().map(|error| (file, error))) {
        complain(&format!("{}: {}", missing.0.display(), missing.1));
        return USAGE;
    }
    run(
        Source::files(&args.files).into_iter().map(Entry::from).collect(),
        args.matrix.executions(),
        &args.matrix,
        overrides,
        &|_| {},
    )
}

/// `crosstest` without a command: suites; the exit status.
pub fn suites(cli: &Cli) -> u8 {
    if cli.list_suites {
        let suites = SUITES.iter().map(|suite| (suite.name, suite.about)).chain(programs_in_c::SUITES);
        let width = suites.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
        let list: String = suites.map(|(name, about)| format!("{name:<width$}  {about}\n")).collect();
        let _ = io::stdout().write_all(list.as_bytes());
        return 0;
    }
    // What is compiled first is a command of its own.
    let is_in_c = |name: &String| programs_in_c::SUITES.iter().any(|(known, _)| known == name);
    match (cli.suite.iter().find(|name| is_in_c(name)), cli.suite.iter().find(|name| !is_in_c(name))) {
        (Some(_), None) => return c::main(&CArgs::of_suites(cli.suite.clone(), cli.only.clone(), cli.matrix.clone())),
        (Some(c), Some(other)) => {
            complain(&format!("the suite {c} is compiled first, {other} is not: run them one after the other"));
            return USAGE;
        }
        (None, _) => {}
    }
    match entries(cli) {
        Ok(entries) => {
            let executions = if cli.matrix.is_default() { suites::default_executions() } else { cli.matrix.executions() };
            run(entries, executions, &cli.matrix, Overrides::default(), &|_| {})
        }
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

/// The tests that a command line asks for: those of its suites, else of all, with the shared
/// programs where they exist.
fn entries(cli: &Cli) -> Result<Vec<Entry>, String> {
    let names = || SUITES.iter().map(|suite| suite.name).chain(programs_in_c::SUITES.map(|(name, _)| name));
    let known = || names().collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        let suite = SUITES.iter().find(|suite| suite.name == name);
        suite.ok_or_else(|| format!("there is no suite {name}; there are {}", known()))
    };
    let chosen: Vec<&Suite> =
        if cli.suite.is_empty() { SUITES.iter().collect() } else { cli.suite.iter().map(find).collect::<Result<_, _>>()? };
    let mut entries = Vec::new();
    if let Some(corpus) = std::env::var_os("CROSSTEST_CORPUS").filter(|_| cli.suite.is_empty()) {
        let files = Source::files(&repository::list(Path::new(&corpus), "ll")?);
        entries.extend(files.into_iter().map(|source| Entry { suite: "corpus", source }));
    } else {
        let root =
            repository::root().ok_or("there is no crosstest/corpus here: run inside the repository, or set CROSSTEST_CORPUS")?;
        for suite in chosen {
            entries.extend(suite.entries(&root)?);
        }
    }
    if cli.suite.is_empty() {
        entries.extend(programs()?);
    }
    if let Some(only) = &cli.only {
        entries.retain(|entry| entry.source.name().contains(only));
        if entries.is_empty() {
            return Err(format!("no test's name contains `{only}`"));
        }
    }
    Ok(entries)
}

/// The shared programs, where they exist.
fn programs() -> Result<Vec<Entry>, String> {
    match repository::shared_dir() {
        Some(dir) => suites::shared(&dir),
        None => {
            complain("there is no ../shared/pexe (or $CROSSTEST_SHARED/pexe): the programs there are not run");
            Ok(Vec::new())
        }
    }
}

/// How long one run may take, if nothing is said.
const FUEL: u64 = 2_000_000_000;

/// How long tests that run when the user interrupts may go on.
const GRACE: Duration = Duration::from_secs(3);

/// Collects what the matrix finds, and files bundles.
struct Collector<'a> {
    entries: &'a [(usize, Entry)],
    settings: &'a Settings,
    names: Vec<String>,
    bundles: &'a Path,
    progress: Progress,
    requests: &'a Requests,
    tests: Mutex<Vec<TestReport>>,
    errors: Mutex<Vec<String>>,
}

impl Observer for Collector<'_> {
    fn step(&self) {
        self.progress.step();
    }

    fn row(&self, index: usize, row: &TestResults) {
        let (number, entry) = &self.entries[index];
        let mut report = TestReport::of(*number, row, &self.names);
        if let (Some(diagnosis), Some(shown)) = (&row.diagnosis, &mut report.diagnosis) {
            let written = match entry.source.load(&self.settings.overrides) {
                Ok(Test::Case(case)) => bundle::write(self.bundles, &case, &entry.source, self.settings, diagnosis),
                Ok(Test::Refused(_)) => Err(format!("{}: the file has changed", row.name)),
                Err(message) => Err(message),
            };
            match written {
                Ok(path) => shown.bundle = Some(path.display().to_string()),
                Err(message) => self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(message),
            }
        }
        self.tests.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    }

    fn is_stopped(&self) -> bool {
        self.requests.have_come()
    }
}

/// Runs tests, prints and writes the report, and shows it to `also`; the exit status.
pub(super) fn run(
    entries: Vec<Entry>,
    executions: Vec<Execution>,
    args: &MatrixArgs,
    overrides: Overrides,
    also: &dyn Fn(&Report),
) -> u8 {
    if let Some(message) = args.objection(&executions) {
        complain(&message);
        return USAGE;
    }
    let files = Files { json: args.json.clone(), junit: args.junit.clone(), html: args.html.clone() };
    if let Err(objection) = files.check() {
        return objection.complain();
    }
    let settings = Settings { overrides, ..Settings::new(executions, args.fuel.unwrap_or(FUEL)) };
    let in_all = entries.len();
    let is_ours = |number: usize| args.shard.is_none_or(|shard| number % shard.count == shard.index - 1);
    let entries: Vec<(usize, Entry)> = entries.into_iter().enumerate().filter(|(number, _)| is_ours(*number)).collect();
    let plain: Vec<Entry> = entries.iter().map(|(_, entry)| entry.clone()).collect();
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build() {
        Ok(pool) => pool,
        Err(error) => {
            complain(&error.to_string());
            return 1;
        }
    };
    // Panics are caught and reported in their cells.
    std::panic::set_hook(Box::new(|_| {}));
    let requests = match Requests::listen() {
        Ok(requests) => requests,
        Err(error) => {
            complain(&format!("signals: {error}"));
            return 1;
        }
    };
    let names: Vec<String> = settings.executions.iter().map(ToString::to_string).collect();
    let clock = Clock::start(&settings.executions, suites::SEED);
    let collector = Collector {
        entries: &entries,
        settings: &settings,
        names: names.clone(),
        bundles: &args.bundles,
        progress: Progress::new(plain.len() * (settings.executions.len() + 1)),
        requests: &requests,
        tests: Mutex::default(),
        errors: Mutex::default(),
    };
    let report = |complete: bool| {
        collector.progress.finish();
        let mut tests = collector.tests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        tests.sort_by_key(|test| test.number);
        let report = Report { tests, complete, origin: clock.stop(), ..Report::new(names.clone(), args.shard, in_all) };
        let status = output::finish(&report, &files, args.verbose);
        also(&report);
        let errors = collector.errors.lock().unwrap_or_else(PoisonError::into_inner).clone();
        errors.iter().for_each(|message| complain(&format!("a bundle was not written: {message}")));
        if errors.is_empty() { status } else { NOT_WRITTEN }
    };
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let result = pool.install(|| matrix::run(&plain, &settings, &collector).map(drop));
            // The receiver is gone if the run was given up.
            let _ = done.send(result);
        });
        let mut deadline = None;
        loop {
            match ended.recv_timeout(Duration::from_millis(50)) {
                Ok(Err(message)) => {
                    complain(&message);
                    return 1;
                }
                Ok(Ok(())) => {
                    let interrupted = collector.is_stopped();
                    let status = report(!interrupted);
                    return if interrupted && status != NOT_WRITTEN { INTERRUPTED } else { status };
                }
                Err(_) if !collector.is_stopped() => {}
                Err(_) => {
                    let end = *deadline.get_or_insert_with(|| {
                        complain("interrupted: waiting for the tests that run");
                        Instant::now() + GRACE
                    });
                    if Instant::now() >= end {
                        report(false);
                        // The threads that run tests cannot be stopped otherwise.
                        std::process::exit(i32::from(INTERRUPTED));
                    }
                }
            }
        }
    })
}
