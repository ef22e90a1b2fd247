//! `bisect reduce`.

use std::path::PathBuf;
use std::time::Duration;

use crosstest::case::Plan;
use crosstest::exec::link::Runtimes;
use crosstest::job::Target;
use crosstest::signals::Requests;
use translator::options::OptLevel;

use super::args::{ReduceArgs, jobs};
use super::keep::Keeper;
use super::progress::Line;
use super::{Status, identity, listen, pexe, say};
use crate::budget::Budget;
use crate::journal::Journal;
use crate::program::{Program, Verdict};
use crate::reduce::change::Candidate;
use crate::reduce::oracle::{Crash, Entries, Script, WrongCode, kind_of_error};
use crate::reduce::{self, Oracle, Reduced, compact};
use crate::search::Answer;
use crate::translate::{Restriction, Translator};

/// What is reduced: the module, and what is run of it, if anything is.
struct Original {
    candidate: Candidate,
    entries: Option<Entries>,
    /// What is run if it is to stay well defined, with the interpreter's fuel.
    runnable: Option<(Entries, u64)>,
    /// Functions that have to stay.
    roots: Vec<String>,
}

/// A reduction in progress.
struct Session<'a> {
    args: &'a ReduceArgs,
    directives: String,
    keeper: Keeper,
    budget: Budget,
    requests: Requests,
}

/// Runs the command.
pub fn main(args: &ReduceArgs) -> Result<Status, String> {
    let original = read(args)?;
    let before = original.candidate.instructions();
    let keeper = Keeper { path: args.out.clone(), header: String::new(), name: "reduction".into() };
    let mut journal = journal(args)?;
    let session = Session {
        args,
        directives: original.entries.as_ref().map(Entries::directives).unwrap_or_default(),
        keeper,
        budget: Budget::new(args.reduce_seconds.map(|seconds| Duration::from_secs(seconds) * jobs(args.jobs) as u32)),
        requests: listen()?,
    };
    let reduced = match &args.test {
        Some(command) => session.by_script(command, original, &mut journal)?,
        None => session.by_translation(original, &mut journal)?,
    };
    let interrupted = session.requests.have_come();
    let end = match (reduced.finished, interrupted) {
        (true, _) => "",
        (_, true) => "; interrupted: the same command goes on",
        _ => "; cut short by --reduce-seconds: the same command goes on",
    };
    say(&format!(
        "{}: {} instructions of {before}, {} candidates tried{end}",
        args.out.display(),
        reduced.candidate.instructions(),
        reduced.tests,
    ));
    Ok(match (reduced.finished, interrupted) {
        (true, _) => Status::Done,
        (_, true) => Status::Interrupted,
        _ => Status::Partial,
    })
}

/// Reads the module. One of which nothing is run is read as such.
fn read(args: &ReduceArgs) -> Result<Original, String> {
    let file = args.file.display();
    let (candidate, entries) = match pexe::load(&args.file, &[], &[]) {
        Ok(case) => {
            let candidate = Candidate { module: case.subject.module.clone(), bodies: case.subject.bodies.clone() };
            let entries = (!matches!(case.plan, Plan::Translate | Plan::Read)).then(|| Entries::of(&case));
            (candidate, entries)
        }
        Err(_) => {
            let loaded = crosstest::case::read_module(&args.file).map_err(|error| format!("{file}: {error}"))?;
            (Candidate { module: loaded.module, bodies: loaded.bodies }, None)
        }
    };
    let candidate = compact::normal(&candidate).map_err(|why| format!("{file}: {why}"))?;
    let roots = entries.as_ref().map_or_else(|| roots(&candidate), Entries::names);
    let runnable = match entries.clone().filter(|_| !args.undefined) {
        None => None,
        Some(entries) => match entries.fuel(&candidate) {
            Ok(fuel) => Some((entries, fuel)),
            Err(why) => return Err(format!("{file}: {why}; to reduce it nevertheless: --undefined")),
        },
    };
    Ok(Original { candidate, entries, runnable, roots })
}

/// Without anything to run: the first function that is visible, or the first one.
fn roots(candidate: &Candidate) -> Vec<String> {
    candidate.module.funcs.iter().filter(|(_, decl)| decl.defined).map(|(_, decl)| decl.name.clone()).take(1).collect()
}

/// The journal beside the result. That of another reduction is replaced, as its result is.
fn journal(args: &ReduceArgs) -> Result<Journal, String> {
    let mut name = args.out.as_os_str().to_os_string();
    name.push(".journal");
    let path = PathBuf::from(name);
    let file = std::fs::read(&args.file).map_err(|error| format!("{}: {error}", args.file.display()))?;
    let ReduceArgs { test, hangs, text, undefined, sides, .. } = args;
    let identity = identity(&[&file, format!("{test:?} {hangs} {text} {undefined} {sides:?}").as_bytes()]);
    if path.exists() && (args.fresh || !Journal::is_of(&path, &identity)) {
        std::fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Journal::open(&path, &identity)
}

/// Checks that the script calls the module bad as it is, and says what to do if it does not.
fn check_script(script: &Script<'_>, candidate: &Candidate) -> Result<(), String> {
    let ended = script.run(candidate)?;
    let command = &script.command;
    match (script.hangs, Answer::from(ended.is_good())) {
        (true, _) if ended.status.is_some() => Err(format!(
            "`{command}` {} instead of taking longer than --timeout; lower --timeout or leave --hangs out",
            ended.describe()
        )),
        (true, _) | (false, Answer::Fails) => Ok(()),
        (false, Answer::Passes) => Err(format!(
            "`{command}` exited with status 0, which means good: the module does not fail as it is; test for the failure"
        )),
        (false, Answer::Unresolved) if ended.status.is_none() => Err(format!(
            "`{command}` takes longer than {} s; raise --timeout, or give --hangs if that is the failure",
            script.limit.as_secs()
        )),
        (false, Answer::Unresolved) => {
            Err(format!("`{command}` {}, which means that it cannot tell\n{}", ended.describe(), ended.tail()))
        }
    }
}

impl Session<'_> {
    fn by_script(&self, command: &str, original: Original, journal: &mut Journal) -> Result<Reduced, String> {
        let args = self.args;
        let script = Script {
            entries: original.runnable,
            command: command.into(),
            limit: args.sides.limit(),
            budget: &self.budget,
            hangs: args.hangs,
            as_text: args.text || args.file.extension().is_some_and(|extension| extension == "ll"),
            directives: self.directives.clone(),
            roots: original.roots,
        };
        check_script(&script, &original.candidate)?;
        self.run(original.candidate, &script, journal)
    }

    /// Reduces what the translator makes of the module: an error, or wrong code.
    fn by_translation(&self, original: Original, journal: &mut Journal) -> Result<Reduced, String> {
        let [good, bad] = pexe::translators(&self.args.sides)?;
        let Original { candidate, runnable, roots, .. } = original;
        match bad.translate(&candidate.module, &candidate.bodies, &Restriction::default()) {
            Err(error) => {
                say(&format!("the error: {}", error.lines().next().unwrap_or_default()));
                let crash = Crash { entries: runnable, translator: &bad, kind: kind_of_error(&error), roots };
                self.run(candidate, &crash, journal)
            }
            Ok(translation) => {
                let Some((entries, fuel)) = runnable else {
                    return Err(format!(
                        "{} translates the module, and nothing says what to run: add a comment `; run: @f(i32 1)`, or name a --test",
                        bad.name
                    ));
                };
                let wrong = (entries, fuel, &*translation.object);
                self.wrong_code(candidate, wrong, [&good, &bad], journal)
            }
        }
    }

    fn wrong_code(
        &self,
        candidate: Candidate,
        (entries, fuel, object): (Entries, u64, &[u8]),
        [good, bad]: [&Translator; 2],
        journal: &mut Journal,
    ) -> Result<Reduced, String> {
        let target = Target { isa: self.args.sides.target, opt: OptLevel::Om1 };
        let runtimes = Runtimes::new(&[target])?;
        let case = entries.case(&candidate).ok_or("there is nothing to run")?;
        let (checks, verdict) = Program::with_fuel(case, target, fuel)?.run_with_least(object, &runtimes);
        match &verdict {
            Verdict::Right => {
                return Err(format!("the module does not fail: {} translates it, and its code is right", bad.name));
            }
            Verdict::Broken(why) => return Err(format!("what {} makes of the module cannot be run: {why}", bad.name)),
            Verdict::Wrong(_) | Verdict::Endless | Verdict::Crash(_) => say(&format!("the module {}", verdict.describe())),
        }
        let restriction = Restriction::default();
        let oracle =
            WrongCode { entries, fuel, target, runtimes: &runtimes, good, bad, restriction, verdict, checks, only: None };
        self.run(candidate, &oracle, journal)
    }

    /// Reduces, from where an earlier run has left off.
    fn run(&self, original: Candidate, oracle: &dyn Oracle, journal: &mut Journal) -> Result<Reduced, String> {
        let Session { args, directives, keeper, budget, requests } = self;
        let earlier = keeper.earlier(journal).filter(|earlier| oracle.shows(&earlier.candidate));
        let (start, finished) = earlier.map_or((original, None), |earlier| (earlier.candidate, earlier.finished));
        if let Some(tests) = finished {
            say("it finished before; to begin anew: --fresh");
            return Ok(Reduced { candidate: start, tests, finished: true });
        }
        keeper.begin(journal)?;
        let line = Line::new();
        let settings = reduce::Settings {
            jobs: jobs(args.jobs),
            watch: &|status| {
                line.reduction(status);
                !budget.is_spent() && !requests.have_come()
            },
            keep: &|candidate| keeper.keep(directives, candidate),
        };
        let reduced = reduce::reduce(start, oracle, &settings);
        line.clear();
        let reduced = reduced?;
        keeper.end(journal, &reduced)?;
        Ok(reduced)
    }
}
