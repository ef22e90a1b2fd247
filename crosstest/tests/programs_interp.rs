//! Real programs, read by the bitcode reader and run by the interpreter in the process that `irt`
//! plays: output and exit status must be what lies beside them. The programs are ours and, where
//! they are, the SDK's.

use std::fs;
use std::path::{Path, PathBuf};

use crosstest::case::manifest::{self, Manifest};
use crosstest::interp::{Config, Interp};
use crosstest::layout::Layout;
use crosstest::outcome::{End, Outcome};
use crosstest::process::{AddressSpace, Options, run_program};
use crosstest::suites;
use translator::bitcode::read_module;
use translator::testing::skipped;

/// Enough for the longest of them many times over.
const FUEL: u64 = 4_000_000_000;

fn programs() -> Vec<PathBuf> {
    suites::programs(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the programs are part of the repository")
}

/// Runs a program with its file's name and these arguments.
fn run(path: &Path, args: &[String]) -> Outcome {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (module, bodies) = read_module(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let layout = Layout::of(&module).expect("the globals fit");
    let mut options = Options::new(AddressSpace::of(&layout));
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    options.argv = std::iter::once(&name).chain(args).map(|arg| arg.as_bytes().to_vec()).collect();
    options.fuel = FUEL;
    let start = module.func_by_name("_start").expect("a program has a start");
    let mut interp = Interp::new(&module, &bodies, layout, Config::default(), |_| None).expect("the program loads");
    let start = interp.func_address(start);
    run_program(&mut interp, start, options).expect("the program starts")
}

/// Compares an outcome with what is expected; what is wrong, if anything.
fn check(path: &Path, known: &Manifest) -> Option<String> {
    let outcome = run(path, known.args.as_deref().unwrap_or_default());
    let (name, status) = (path.display(), known.status.unwrap_or(0));
    if outcome.end != End::Exited(status) {
        let stderr = String::from_utf8_lossy(&outcome.stderr);
        return Some(format!("{name}: {:?} instead of status {status}; stderr: {stderr}", outcome.end));
    }
    let got = String::from_utf8_lossy(&outcome.stdout);
    (Some(&outcome.stdout) != known.stdout.as_ref()).then(|| format!("{name}: wrong output:\n{got}"))
}

#[test]
fn programs_print_what_they_should() {
    let known = |path: PathBuf| {
        let known = manifest::of(&path).unwrap_or_else(|error| panic!("{error}"));
        known.stdout.is_some().then_some((path, known))
    };
    let programs: Vec<(PathBuf, Manifest)> = programs().into_iter().filter_map(known).collect();
    assert!(programs.len() >= 8, "{} programs", programs.len());
    let wrong: Vec<String> = programs.iter().filter_map(|(path, known)| check(path, known)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_empty_start_returns() {
    let Some(path) = crosstest::repository::shared_dir().map(|dir| dir.join("start.pexe")) else {
        return skipped("the SDK's program without a body: there is no ../shared/pexe");
    };
    let outcome = run(&path, &[]);
    assert_eq!(outcome.end, End::Returned);
    assert!(outcome.calls.is_empty());
}

#[test]
fn two_runs_are_the_same() {
    let path = programs().into_iter().find(|path| path.ends_with("texts.pexe")).expect("it is one of ours");
    let run = || run(&path, &["one".into(), "two".into()]);
    let outcome = run();
    assert_eq!(outcome, run());
    let written = outcome.calls.iter().filter(|call| call.name == "fdio.write").flat_map(|call| &call.sent);
    assert!(written.eq(&outcome.stdout), "the trace has the bytes");
}
