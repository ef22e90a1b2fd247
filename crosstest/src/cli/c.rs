//! `crosstest c`: programs in C, compiled, run on every target and compared.
//!
//! In: suites or files. Out: the report of the run, then what was refused or left out and why, and
//! for each wrong program the commands that show it again, bisect it and reduce it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use translator::options::OptLevel;

use super::args::CArgs;
use super::{USAGE, complain, run};
use crate::c::compiler::Compiler;
use crate::c::host::Host;
use crate::c::reduce::{self, Reduction};
use crate::c::{Build, Builder, Fate, Program, Tally, csmith, own, torture};
use crate::case::Overrides;
use crate::matrix::{Entry, Source};
use crate::report::model::{Report, TestReport};
use crate::report::progress::Progress;
use crate::repository;
use crate::shell;

/// The compiler's options, when nothing is said.
const FLAGS: [&str; 2] = ["-O0", "-O2"];

/// How long one run may take, if nothing is said: many times what a processor does while the host's
/// program is waited for, so that no program that ends there is cut off here.
const FUEL: u64 = 50_000_000_000;

/// Runs the command; the exit status.
pub fn main(args: &CArgs) -> u8 {
    let mut args = args.clone();
    args.matrix.fuel.get_or_insert(FUEL);
    match built(&args) {
        Ok((builder, builds)) => examine(&args, &builder, &builds),
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

/// The programs that a command line names.
fn programs(args: &CArgs, root: &Path) -> Result<Vec<Program>, String> {
    let own = ["own".to_string()];
    let what = if args.what.is_empty() { &own[..] } else { &args.what };
    let mut programs = Vec::new();
    for word in what {
        match word.as_str() {
            "own" | own::NAME => programs.extend(own::programs(root)?),
            torture::NAME => programs.extend(torture::programs(&torture::sources(args.sources.as_deref(), &args.dir)?)?),
            csmith::NAME => programs.extend(csmith::programs(first_seeds(args), &args.dir)?),
            file => {
                let path = Path::new(file);
                std::fs::File::open(path).map_err(|error| format!("{file}: {error} (suites are own, torture, csmith)"))?;
                programs.push(Program::file(path));
            }
        }
    }
    if let Some(only) = &args.only {
        programs.retain(|program| program.name.contains(only));
        if programs.is_empty() {
            return Err(format!("no program's name contains `{only}`"));
        }
    }
    programs.iter_mut().for_each(|program| program.flags.extend(args.every.iter().cloned()));
    Ok(programs)
}

/// The numbers that are named, or so many from 1 on.
fn first_seeds(args: &CArgs) -> std::ops::RangeInclusive<u64> {
    args.seeds.as_ref().map_or(1..=args.count as u64, |seeds| seeds.0.clone())
}

/// The next of csmith's programs: as many as of those before are not tried.
fn more_seeds(args: &CArgs, builds: &[Build]) -> Result<Vec<Program>, String> {
    let of_csmith = builds.iter().filter(|build| build.program.suite == csmith::NAME);
    let tried = |build: &&Build| !matches!(build.fate, Fate::NotTried(_));
    let names = |builds: Vec<&Build>| builds.iter().map(|build| build.program.name.clone()).collect::<BTreeSet<_>>().len();
    let (all, tried) = (names(of_csmith.clone().collect()), names(of_csmith.filter(tried).collect()));
    let missing = if all == 0 { 0 } else { args.count.saturating_sub(tried) };
    // Without it csmith need not be installed.
    if missing == 0 || args.seeds.is_some() || args.only.is_some() {
        return Ok(Vec::new());
    }
    let mut programs = csmith::programs((all + 1..=all + missing).map(|seed| seed as u64), &args.dir)?;
    programs.iter_mut().for_each(|program| program.flags.extend(args.every.iter().cloned()));
    Ok(programs)
}

/// Compiles what the command line names.
fn built(args: &CArgs) -> Result<(Builder, Vec<Build>), String> {
    let root = repository::root().ok_or("there is no crosstest/programs here: run inside the repository")?;
    std::fs::create_dir_all(&args.dir).map_err(|error| format!("{}: {error}", args.dir.display()))?;
    let mut programs = programs(args, &root)?;
    let builder =
        Builder { compiler: Compiler::new(this_program()?, &root, &args.dir)?, host: Host::new()?, dir: args.dir.clone() };
    let flags: Vec<String> = if args.flags.is_empty() { FLAGS.map(String::from).into() } else { args.flags.clone() };
    let mut builds = Vec::new();
    while !programs.is_empty() {
        let progress = Progress::new(programs.len() * flags.len());
        builds.extend(builder.build(&programs, &flags, &|| progress.step()));
        progress.finish();
        programs = more_seeds(args, &builds)?;
    }
    Ok((builder, builds))
}

fn this_program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("this program's own file: {error}"))
}

/// Runs what was compiled, and says what became of all.
fn examine(args: &CArgs, builder: &Builder, builds: &[Build]) -> u8 {
    for build in builds {
        match &build.fate {
            Fate::Built(_) => {}
            Fate::Refused(why) => println!("refused  {}: {why}", build.title()),
            Fate::NotTried(why) => println!("left out {}: {why}", build.title()),
        }
    }
    let products = || builds.iter().filter_map(|build| Some((build, built_path(build)?)));
    let entries = products().map(|(_, path)| Entry::from(Source::File(path.clone())));
    let status = run::run(entries.collect(), args.matrix.executions(), &args.matrix, Overrides::default(), &|report| {
        for test in report.tests.iter().filter(|test| !test.passed()) {
            let found = products().find(|(_, path)| repository::name_of(path) == test.name);
            if let Some((build, path)) = found {
                println!("{}", advice(args, builder, build, path, report, test));
            }
        }
        if args.reduce
            && let Some(first) = report.tests.iter().find(|test| !test.passed())
            && let Some((build, _)) = products().find(|(_, path)| repository::name_of(path) == first.name)
        {
            match reduced(builder, build, failing(report, first)) {
                Ok(path) => println!("reduced to {}", path.display()),
                Err(why) => complain(&why),
            }
        }
        print!("{}", Tally::of(builds).lines());
    });
    if builds.iter().any(|build| matches!(build.fate, Fate::Built(_))) { status } else { USAGE }
}

fn built_path(build: &Build) -> Option<&PathBuf> {
    match &build.fate {
        Fate::Built(path) => Some(path),
        _ => None,
    }
}

/// The first execution that goes wrong, unless the interpreter does, too.
fn failing<'r>(report: &'r Report, test: &TestReport) -> Option<&'r str> {
    let (reference, cells) = test.cells.split_first()?;
    let index = cells.iter().position(|cell| !cell.passed()).filter(|_| reference.passed())?;
    report.executions.get(index).map(String::as_str)
}

fn reduced(builder: &Builder, build: &Build, execution: Option<&str>) -> Result<PathBuf, String> {
    let reducer = reduce::installed().ok_or("nothing is installed that reduces C: `apt-get install cvise`")?;
    Reduction::new(&this_program()?, &builder.host, build, execution)?.run(reducer)
}

/// What can be done with a wrong program.
fn advice(args: &CArgs, builder: &Builder, build: &Build, path: &Path, report: &Report, test: &TestReport) -> String {
    let execution = failing(report, test);
    let name = build.program.suite;
    let what = match name {
        own::NAME => "own".into(),
        "" => build.program.source.display().to_string(),
        name => name.to_string(),
    };
    let mut again: Vec<String> = ["crosstest", "c"].map(String::from).into();
    again.push(what);
    again.push(format!("--flags={}", build.flags));
    match name {
        csmith::NAME => again.push(format!("--seeds={}", build.program.name.trim_start_matches("seed"))),
        "" => {}
        _ => again.push(format!("--only={}", build.program.name)),
    }
    again.extend(execution.map(|name| format!("--execution={name}")));
    let product = path.display().to_string();
    let mut text = format!("wrong    {}: {product}\n", build.title());
    text += &format!("  again:  {}\n", shell::join(again.iter().map(String::as_str)));
    if let Some(target) = execution.and_then(|name| name.split('/').next()) {
        let [good, bad] = [OptLevel::Om1, OptLevel::O2].map(OptLevel::name);
        text += &format!("  bisect: bisect pexe {} --target {target} --good {good} --bad {bad}\n", shell::quote(&product));
    }
    match (reduce::installed(), args.reduce) {
        (Some(reducer), false) => match this_program().and_then(|own| Reduction::new(&own, &builder.host, build, execution)) {
            Ok(reduction) => text += &format!("  reduce: {}\n", reduction.command(reducer)),
            Err(why) => text += &format!("  reduce: {why}\n"),
        },
        (None, _) => text += "  reduce: cvise is not installed: `apt-get install cvise`\n",
        _ => {}
    }
    text.trim_end().into()
}
