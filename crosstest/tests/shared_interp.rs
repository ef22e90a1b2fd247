//! The real programs of `shared/pexe`, read by the bitcode reader and run by the interpreter in the
//! process that `irt` plays: output and exit status must be what their README files say. Without
//! that directory the tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use crosstest::interp::{Config, Interp};
use crosstest::layout::Layout;
use crosstest::outcome::{End, Outcome};
use crosstest::process::{AddressSpace, Options, run_program};
use translator::bitcode::read_module;
use translator::ice::{Function, Module};

/// Enough for the longest of them many times over.
const FUEL: u64 = 4_000_000_000;

/// The directory with the files, if it is there.
fn shared() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = ["../../shared/pexe", "../../../shared/pexe"].map(|path| root.join(path)).into_iter().find(|path| path.is_dir());
    if found.is_none() {
        println!("skipped: there is no shared/pexe next to the workspace");
    }
    found
}

fn read(path: &Path) -> (Module, Vec<Function>) {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read_module(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs a program with its file's name and these arguments.
fn run(path: &Path, args: &[&str]) -> Outcome {
    let (module, bodies) = read(path);
    let layout = Layout::of(&module).expect("the globals fit");
    let mut options = Options::new(AddressSpace::of(&layout));
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    options.argv = std::iter::once(name.as_str()).chain(args.iter().copied()).map(|arg| arg.as_bytes().to_vec()).collect();
    options.fuel = FUEL;
    let start = module.func_by_name("_start").expect("a program has a start");
    let mut interp = Interp::new(&module, &bodies, layout, Config::default(), |_| None).expect("the program loads");
    let start = interp.func_address(start);
    run_program(&mut interp, start, options).expect("the program starts")
}

/// Compares an outcome with the expected status and the expected output; what is wrong, if
/// anything.
fn check(path: &Path, args: &[&str], status: i32) -> Option<String> {
    let outcome = run(path, args);
    let expected = fs::read(path.with_extension("stdout")).unwrap_or_default();
    let name = path.display();
    if outcome.end != End::Exited(status) {
        let stderr = String::from_utf8_lossy(&outcome.stderr);
        return Some(format!("{name}: {:?} instead of status {status}; stderr: {stderr}", outcome.end));
    }
    let got = String::from_utf8_lossy(&outcome.stdout);
    (outcome.stdout != expected).then(|| format!("{name}: wrong output:\n{got}"))
}

#[test]
fn sdk_programs_print_what_they_should() {
    let Some(dir) = shared() else { return };
    let rows: [(&str, &[&str]); 7] = [
        ("main", &[]),
        ("puts", &[]),
        ("printf", &["one", "two"]),
        ("setjmp", &["10"]),
        ("fannkuchredux", &["7"]),
        ("nbody", &["1000"]),
        ("fasta", &["1000"]),
    ];
    let wrong: Vec<String> =
        rows.iter().filter_map(|(name, args)| check(&dir.join(name).with_extension("pexe"), args, 0)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_empty_start_returns() {
    let Some(dir) = shared() else { return };
    let outcome = run(&dir.join("start.pexe"), &[]);
    assert_eq!(outcome.end, End::Returned);
    assert!(outcome.calls.is_empty());
}

#[test]
fn test_programs_print_what_they_should() {
    let Some(dir) = shared() else { return };
    let entries = fs::read_dir(dir.join("programs")).expect("a directory of programs");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "pexe"));
    programs.sort();
    assert!(programs.len() >= 17, "{} programs", programs.len());
    let mut wrong = Vec::new();
    for program in &programs {
        let status = fs::read_to_string(program.with_extension("rc")).map_or(0, |text| text.trim().parse().expect("a status"));
        wrong.extend(check(program, &[], status));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn two_runs_are_the_same() {
    let Some(dir) = shared() else { return };
    let run = || run(&dir.join("printf.pexe"), &["one", "two"]);
    let outcome = run();
    assert_eq!(outcome, run());
    let written = outcome.calls.iter().filter(|call| call.name == "fdio.write").flat_map(|call| &call.sent);
    assert!(written.eq(&outcome.stdout), "the trace has the bytes");
}
