//! `bisect reduce`.

use std::time::{Duration, Instant};

use crosstest::case::Plan;
use crosstest::subject::{Runtimes, Target};
use translator::options::OptLevel;
use translator::text::print_module;

use super::args::{ReduceArgs, jobs};
use super::progress::Line;
use super::{Status, pexe, say, write};
use crate::program::{Program, Verdict};
use crate::reduce::change::Candidate;
use crate::reduce::oracle::{Crash, Entries, Script, WrongCode, kind_of_error};
use crate::reduce::{self, Oracle, Reduced, compact};
use crate::search::Answer;
use crate::translate::{Restriction, Translator};

/// Runs the command.
pub fn main(args: &ReduceArgs) -> Result<Status, String> {
    let file = args.file.display();
    // A module of which nothing is run is read as such.
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
    let directives = entries.as_ref().map(Entries::directives).unwrap_or_default();
    let before = candidate.instructions();
    let reduced = match &args.test {
        Some(command) => {
            let as_text = args.text || args.file.extension().is_some_and(|extension| extension == "ll");
            let limit = Duration::from_secs(args.sides.timeout);
            let (command, hangs) = (command.clone(), args.hangs);
            let script = Script { entries: runnable, command, limit, hangs, as_text, directives: directives.clone(), roots };
            check_script(&script, &candidate)?;
            run(args, candidate, &script)?
        }
        None => translation(args, candidate, runnable, roots)?,
    };
    let text = directives + &print_module(&reduced.candidate.module, &reduced.candidate.bodies);
    write(&args.output, text.as_bytes())?;
    say(&format!(
        "{}: {} instructions of {before}, {} candidates tried{}",
        args.output.display(),
        reduced.candidate.instructions(),
        reduced.tests,
        if reduced.finished { "" } else { "; it ended early" }
    ));
    Ok(if reduced.finished { Status::Done } else { Status::Partial })
}

/// Without anything to run: the first function that is visible, or the first one.
fn roots(candidate: &Candidate) -> Vec<String> {
    candidate.module.funcs.iter().filter(|(_, decl)| decl.defined).map(|(_, decl)| decl.name.clone()).take(1).collect()
}

/// Checks that the script calls the module bad as it is, and says what to do if it does not.
fn check_script(script: &Script, candidate: &Candidate) -> Result<(), String> {
    let ended = script.run(candidate)?;
    let command = &script.command;
    match (script.hangs, ended.answer()) {
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

/// Reduces what the translator makes of the module: an error, or wrong code.
fn translation(
    args: &ReduceArgs,
    candidate: Candidate,
    runnable: Option<(Entries, u64)>,
    roots: Vec<String>,
) -> Result<Reduced, String> {
    let [good, bad] = pexe::translators(&args.sides)?;
    match bad.translate(&candidate.module, &candidate.bodies, &Restriction::default()) {
        Err(error) => {
            say(&format!("the error: {}", error.lines().next().unwrap_or_default()));
            let crash = Crash { entries: runnable, translator: &bad, kind: kind_of_error(&error), roots };
            run(args, candidate, &crash)
        }
        Ok(translation) => {
            let Some((entries, fuel)) = runnable else {
                return Err(format!(
                    "{} translates the module, and nothing says what to run: add a comment `; run: @f(i32 1)`, or name a --test",
                    bad.name
                ));
            };
            wrong_code(args, candidate, (entries, fuel), &translation.object, [&good, &bad])
        }
    }
}

fn wrong_code(
    args: &ReduceArgs,
    candidate: Candidate,
    (entries, fuel): (Entries, u64),
    object: &[u8],
    [good, bad]: [&Translator; 2],
) -> Result<Reduced, String> {
    let target = Target { isa: args.sides.target, opt: OptLevel::Om1 };
    let runtimes = Runtimes::new(&[target])?;
    let case = entries.case(&candidate).ok_or("there is nothing to run")?;
    let (checks, verdict) = Program::with_fuel(case, target, fuel)?.run_with_least(object, &runtimes);
    match &verdict {
        Verdict::Right => return Err(format!("the module does not fail: {} translates it, and its code is right", bad.name)),
        Verdict::Broken(why) => return Err(format!("what {} makes of the module cannot be run: {why}", bad.name)),
        Verdict::Wrong(_) | Verdict::Endless | Verdict::Crash(_) => say(&format!("the module {}", verdict.describe())),
    }
    let restriction = Restriction::default();
    let oracle = WrongCode { entries, fuel, target, runtimes: &runtimes, good, bad, restriction, verdict, checks, only: None };
    run(args, candidate, &oracle)
}

fn run(args: &ReduceArgs, candidate: Candidate, oracle: &dyn Oracle) -> Result<Reduced, String> {
    let line = Line::new();
    let settings = reduce::Settings {
        deadline: args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        jobs: jobs(args.jobs),
        watch: &|status| {
            line.show(|| {
                let reduce::Status { phase, instructions, functions, tests } = status;
                format!("reducing {phase}: {instructions} instructions in {functions} functions left, {tests} candidates tried")
            });
            true
        },
    };
    let reduced = reduce::reduce(candidate, oracle, &settings);
    line.clear();
    reduced
}
