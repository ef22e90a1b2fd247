//! Programs in C of other people, through `pnacl-clang`, in the interpreter and on every target.
//!
//!     cargo run --release -p crosstest --example torture -- [OPTION...] FILE.c...
//!     cargo run --release -p crosstest --example torture -- --csmith FIRST COUNT [OPTION...]
//!
//! In: files that are programs alone, such as those of gcc's `gcc.c-torture/execute` (Debian's package
//! gcc-12-source), which exit with 0 if all is well; or numbers from which the program `csmith` makes
//! some, whose output is compared with that of clang's code for a 32-bit host. OPTIONs begin with a
//! dash and go to the compiler. Out: a line for each program that is refused (with the reason) or
//! wrong, and how many there are of each. The exit status is 1 if one is wrong. Options that a file
//! asks for in a `dg-options` line and that tell the language are passed on.
//!
//! Needs `pnacl-clang` beside this program (`cargo build --release -p translator --bins`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crosstest::matrix::{self, Entry, Execution, Settings, Source, TestResults};
use crosstest::repository;
use rayon::prelude::*;

/// Fuel for each execution: the longest of gcc's programs need a tenth.
const FUEL: u64 = 400_000_000;

/// Where csmith's headers are.
const CSMITH_HEADERS: &str = "/usr/include/csmith";

/// What became of a program.
enum Built {
    /// A frozen program.
    Program(PathBuf),
    /// Why there is none.
    Refused(String),
}

/// What compiles.
struct Compiler {
    program: PathBuf,
    options: Vec<String>,
    library: PathBuf,
    headers: PathBuf,
}

impl Compiler {
    fn new(dir: &Path, options: Vec<String>) -> Result<Compiler, String> {
        let root = repository::root().ok_or("run inside the repository")?;
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let target = own.ancestors().nth(2).ok_or("this program is not in cargo's target directory")?;
        let program = target.join("pnacl-clang");
        let (library, libc) = (dir.join("libc.o"), root.join("programs/libc"));
        let mut command = Command::new(&program);
        command.args(["-O2", "-ffreestanding", "-fno-builtin", "-c"]).arg(libc.join("mini.c")).arg("-o").arg(&library);
        output_of(&mut command).map_err(|error| format!("{}: {error}", program.display()))?;
        Ok(Compiler { program, options, library, headers: libc.join("include") })
    }

    fn build(&self, source: &Path, product: PathBuf) -> Built {
        let text = String::from_utf8_lossy(&std::fs::read(source).unwrap_or_default()).into_owned();
        let mut command = Command::new(&self.program);
        // Not the C library, so that nothing depends on whether it is built.
        command.args(["-nodefaultlibs", "-nostdlibinc"]);
        command.args(["-std=gnu89", "-w", "-Wno-return-type", "-isystem"]).arg(&self.headers).arg(format!("-I{CSMITH_HEADERS}"));
        command.args(&self.options).args(language_options(&text)).arg(source).arg(&self.library).arg("-o").arg(&product);
        match output_of(&mut command) {
            Ok(_) => Built::Program(product),
            Err(reason) => Built::Refused(reason),
        }
    }
}

/// The options of a file that change what its text means.
fn language_options(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains("dg-options") || line.contains("dg-additional-options"));
    let words =
        lines.flat_map(|line| line.split(['"', ' ', '}', '{'])).filter(|word| *word == "-fwrapv" || word.starts_with("-std="));
    words.map(String::from).collect()
}

/// What a command prints; if it fails, the line of its messages that says why.
fn output_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = messages.lines().find(|line| line.contains("error: ")).or(messages.lines().next_back());
    Err(line.unwrap_or("it says nothing").into())
}

/// A reason without the place, to count by.
fn kind_of(reason: &str) -> &str {
    match reason.split_once("error: ").or_else(|| reason.rsplit_once(": ")) {
        Some((_, kind)) => kind,
        None => reason,
    }
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("torture: {message}");
            ExitCode::from(2)
        }
    }
}

/// How it is called.
const USAGE: &str = "usage: torture [COMPILER_OPTION...] FILE.c...
       torture --csmith FIRST COUNT [COMPILER_OPTION...]

Compiles each program with pnacl-clang, runs it in the interpreter and on every target with both recipes, and says
which are refused, and why, and which are wrong. The exit status is 1 if one is wrong, 2 if nothing could be tried.
gcc's own: the folder gcc.c-torture/execute of Debian's package gcc-12-source.";

fn run(mut args: Vec<String>) -> Result<bool, String> {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{USAGE}");
        return Ok(true);
    }
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut sources: Vec<PathBuf> = Vec::new();
    if args.first().is_some_and(|arg| arg == "--csmith") {
        let number = |index: usize| args.get(index).and_then(|arg| arg.parse::<u64>().ok());
        let (Some(first), Some(count)) = (number(1), number(2)) else { return Err("--csmith needs two numbers".into()) };
        args.drain(..3);
        sources = (first..first + count).map(|seed| csmith(seed, dir.path())).collect::<Result<_, _>>()?;
    }
    let (options, files): (Vec<String>, Vec<String>) = args.into_iter().partition(|arg| arg.starts_with('-'));
    sources.extend(files.into_iter().map(PathBuf::from));
    if sources.is_empty() {
        return Err(format!("no program is named\n{USAGE}"));
    }
    let compiler = Compiler::new(dir.path(), options)?;
    let built: Vec<(PathBuf, Built)> = sources
        .par_iter()
        .enumerate()
        .map(|(index, source)| {
            let product = dir.path().join(format!("{index}.pexe"));
            let _ = std::fs::write(product.with_extension("rc"), "0");
            if let Ok(expected) = std::fs::read(source.with_extension("expected")) {
                let _ = std::fs::write(product.with_extension("stdout"), expected);
            }
            (source.clone(), compiler.build(source, product))
        })
        .collect();
    judge(&built)
}

/// A program that csmith makes of a number, with what it prints on a 32-bit host beside it.
fn csmith(seed: u64, dir: &Path) -> Result<PathBuf, String> {
    let (path, host) = (dir.join(format!("seed{seed}.c")), dir.join(format!("seed{seed}.host")));
    let text =
        output_of(Command::new("csmith").args(["--seed", &seed.to_string()])).map_err(|error| format!("csmith: {error}"))?;
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let mut compile = Command::new("clang-14");
    compile.args(["-m32", "-malign-double", "-O0", "-w"]).arg(format!("-I{CSMITH_HEADERS}")).arg(&path).arg("-o").arg(&host);
    output_of(&mut compile).map_err(|error| format!("seed {seed} for the host: {error}"))?;
    // A program that does not end in time is left without an expectation; fuel ends it here, too.
    if let Ok(expected) = output_of(Command::new("timeout").arg("10").arg(&host)) {
        std::fs::write(path.with_extension("expected"), expected).map_err(|error| error.to_string())?;
    }
    Ok(path)
}

fn judge(built: &[(PathBuf, Built)]) -> Result<bool, String> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let mut programs = Vec::new();
    for (source, built) in built {
        match built {
            Built::Program(product) => programs.push((source, product.clone())),
            Built::Refused(reason) => {
                println!("refused  {}: {reason}", source.display());
                *reasons.entry(kind_of(reason)).or_default() += 1;
            }
        }
    }
    let files: Vec<PathBuf> = programs.iter().map(|(_, product)| product.clone()).collect();
    let entries: Vec<Entry> = Source::files(&files).into_iter().map(Entry::from).collect();
    let settings = Settings::new(Execution::all_plain(), FUEL);
    let matrix = matrix::run(&entries, &settings, &())?;
    let mut wrong = 0;
    for ((source, _), row) in programs.iter().zip(&matrix.rows) {
        if let Some(what) = first_failure(row, &matrix.executions) {
            wrong += 1;
            println!("wrong    {}: {what}", source.display());
        }
    }
    println!(
        "{} programs: {} right, {} refused, {wrong} wrong",
        built.len(),
        programs.len() - wrong,
        built.len() - programs.len()
    );
    for (reason, count) in reasons {
        println!("  {count:>4} refused: {reason}");
    }
    Ok(wrong == 0)
}

fn first_failure(row: &TestResults, executions: &[Execution]) -> Option<String> {
    if let Some(failure) = &row.reference.failure {
        return Some(format!("in the interpreter: {:?}", failure.kind));
    }
    let failed = row.cells.iter().zip(executions).find_map(|(cell, execution)| Some((cell.failure.as_ref()?, execution)));
    failed.map(|(failure, execution)| format!("{execution}: {:?}", failure.kind))
}
