//! Programs on this machine's processor: translated and run by `pnacl-run`, in its sandbox and without, beside the same C compiled by clang,
//! and compiled to wasm and run by wasmtime.
//!
//! In: the programs of `crosstest/programs/speed`, and all others of which is known what they print and whose C is there. Out: a table
//! of processor time for translating and running together, and one for running alone. Time is the process's (with all its threads),
//! the least of several runs, so that what else the machine does falls out; what is below a hundredth of a second is mostly the start of
//! a process. Running alone is, for `pnacl-run`, running what is in its cache, with its validation; for clang there is nothing else. Of
//! wasmtime, which runs in a Python process (`wasi.py`), compiling and running are counted and not Python's start. All print the same, or
//! there is no figure.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crosstest::clock;
use crosstest::repository;
use translator::testing;

use crate::figures::{self, Figure, OURS, Unit};
use crate::programs::{self, Program};
use crate::translators::built;

/// What is measured.
#[derive(clap::Args)]
pub struct Args {
    /// How often each is run; the least time counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// What pnacl-run translates for: x8664, or x8632
    #[arg(long, value_name = "ISA", default_value = "x8664")]
    target: String,
    /// Only the programs that run for a while
    #[arg(long)]
    long: bool,
    /// A Python with the package wasmtime
    #[arg(long, value_name = "FILE", default_value = "python3")]
    python: PathBuf,
    /// The pnacl-run to measure (default: the release build of this checkout, which is made)
    #[arg(long, value_name = "FILE")]
    pnacl_run: Option<PathBuf>,
    /// The pnacl-clang that makes bitcode of C (default: the release build of this checkout, which is made)
    #[arg(long, value_name = "FILE")]
    pnacl_clang: Option<PathBuf>,
}

const CLANG: &str = "clang-14";
/// What all compilers are told. What is contracted, or sets `errno`, prints something else.
const FLAGS: &[&str] = &["-O2", "-w", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno"];
/// Programs that run for a while, and with which argument.
const SPEED: [(&str, &str); 4] = [("bodies", "10000000"), ("flips", "10"), ("words", "20000"), ("sieve", "150")];
const SANDBOXED: &str = OURS;
const UNSAFE: &str = "unsafe-native";
const WASMTIME: &str = "wasmtime";

/// Processor time.
#[derive(Copy, Clone)]
struct Seconds {
    /// Of translating, if that is a part of it, and running.
    all: f64,
    running: f64,
}

/// How a program is run.
struct Setting<'a> {
    args: &'a Args,
    pnacl_run: PathBuf,
    dir: &'a Path,
    has_wasm: bool,
}

/// Prints the tables.
///
/// # Errors
/// If there is no `pnacl-run`, or a program cannot be run by it.
pub fn main(args: &Args) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let pnacl_run = args.pnacl_run.clone().map_or_else(|| built("pnacl-run", &["-p", "crosstest", "--bin", "pnacl-run"]), Ok)?;
    let has_wasm = has_wasm(args, dir.path());
    let setting = Setting { args, pnacl_run, dir: dir.path(), has_wasm };
    let (mut all, mut running) = (Vec::new(), Vec::new());
    for (program, arguments) in programs(args, dir.path())? {
        for (of, seconds) in setting.measure(&program, &arguments)? {
            let what = [&*program.name].into_iter().chain(arguments.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
            all.push(Figure::exact("native", what.clone(), of, Unit::Seconds, seconds.all));
            running.push(Figure::exact("native", what, of, Unit::Seconds, seconds.running));
        }
    }
    print!("{}", figures::table("translating and running, processor time", &all));
    print!("{}", figures::table("running, processor time", &running));
    Ok(())
}

/// Those of the folder `speed`, whose bitcode is made here, and all others of which is known what they print and whose C is there, with
/// their arguments.
fn programs(args: &Args, dir: &Path) -> Result<Vec<(Program, Vec<String>)>, String> {
    let clang = args.pnacl_clang.clone().map_or_else(|| built("pnacl-clang", &["--bin", "pnacl-clang"]), Ok)?;
    let speed = repository::root().ok_or("not inside the repository")?.join("programs/speed");
    let mut found = Vec::new();
    for (name, argument) in SPEED {
        let (source, path) = (speed.join(format!("{name}.c")), dir.join(format!("{name}.pexe")));
        let mut command = Command::new(&clang);
        // The very clang that the others have.
        command.env("PNACL_CLANG", CLANG).args(FLAGS).args(["-ffreestanding", "-fno-builtin"]).arg(&source).arg("-o").arg(&path);
        compile(&mut command)?;
        let program = programs::programs(&[path])?.pop().expect("one file is one program");
        found.push((Program { source: Some(source), ..program }, vec![argument.to_string()]));
    }
    let others = if args.long { Vec::new() } else { testing::known_programs() };
    for known in others {
        let program = programs::programs(&[known.path])?.pop().expect("one file is one program");
        found.push((program, known.args.iter().map(|&arg| arg.into()).collect()));
    }
    found.retain(|(program, _)| program.source.is_some());
    Ok(found)
}

/// Whether there is what makes wasm of C and what runs it; if not, says what is missing.
fn has_wasm(args: &Args, dir: &Path) -> bool {
    let (source, wasm) = (dir.join("probe.c"), dir.join("probe.wasm"));
    let probe = std::fs::write(&source, "int main(void) { return 0; }\n").map_err(|error| error.to_string());
    let compiled = probe.and_then(|()| wasm_of(&source, &wasm));
    if let Err(why) = compiled {
        eprintln!("bench: {WASMTIME}: left out: {why} (Debian: {CLANG}, lld-14, wasi-libc, libclang-rt-14-dev-wasm32)");
        return false;
    }
    let imported = Command::new(&args.python).args(["-c", "import wasmtime"]).stderr(Stdio::null()).status();
    let is_there = imported.is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("bench: {WASMTIME}: left out: {} has no package wasmtime (PyPI: wasmtime; --python)", args.python.display());
    }
    is_there
}

fn wasm_of(source: &Path, out: &Path) -> Result<(), String> {
    // A stack as large as that of other programs: LLD's default has 64 KB.
    let options = ["--target=wasm32-wasi", "-DNATIVE", "-Wl,-z,stack-size=8388608", "-o"];
    compile(Command::new(CLANG).args(FLAGS).args(options).arg(out).arg(source))
}

fn compile(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|line| line.contains("error") || line.contains("undefined")).or(said.lines().next());
    if output.status.success() { Ok(()) } else { Err(format!("{name}: {}", line.unwrap_or("it fails"))) }
}

impl Setting<'_> {
    fn measure(&self, program: &Program, arguments: &[String]) -> Result<Vec<(&'static str, Seconds)>, String> {
        let mut found = Vec::new();
        let (first, sandboxed) = self.pnacl_run(program, arguments, &[])?;
        found.push((SANDBOXED, sandboxed));
        let mut add = |of: &'static str, measured: Result<(Output, Seconds), String>| match measured {
            Ok((output, _)) if output.stdout != first.stdout || output.status.code() != first.status.code() => {
                eprintln!("bench: {}: {of} prints something else, or ends otherwise", program.name);
            }
            Ok((_, seconds)) => found.push((of, seconds)),
            Err(why) => eprintln!("bench: {}: no figure of {of}: {why}", program.name),
        };
        add(UNSAFE, self.pnacl_run(program, arguments, &["--unsafe-native"]));
        let source = program.source.as_ref().ok_or("its C is not there")?;
        add(CLANG, self.clang(source, arguments));
        if self.has_wasm {
            add(WASMTIME, self.wasmtime(source, arguments));
        }
        Ok(found)
    }

    fn pnacl_run(&self, program: &Program, arguments: &[String], options: &[&str]) -> Result<(Output, Seconds), String> {
        let cache = tempfile::tempdir_in(self.dir).map_err(|error| error.to_string())?;
        let cached = ["--cache", cache.path().to_str().ok_or("no UTF-8")?];
        let command = |more: &[&str]| {
            let mut command = Command::new(&self.pnacl_run);
            command.args(["--target", &self.args.target]).args(options).args(more).arg(&program.path).args(arguments);
            command
        };
        let (output, all) = self.least(command(&[]))?;
        // The first run fills the cache.
        run(&mut command(&cached))?;
        let (_, running) = self.least(command(&cached))?;
        Ok((output, Seconds { all, running }))
    }

    fn clang(&self, source: &Path, arguments: &[String]) -> Result<(Output, Seconds), String> {
        let out = self.dir.join("native");
        compile(Command::new(CLANG).args(FLAGS).args(["-DNATIVE", "-o"]).arg(&out).arg(source).arg("-lm"))?;
        let mut command = Command::new(&out);
        command.args(arguments);
        let (output, all) = self.least(command)?;
        Ok((output, Seconds { all, running: all }))
    }

    fn wasmtime(&self, source: &Path, arguments: &[String]) -> Result<(Output, Seconds), String> {
        let out = self.dir.join("program.wasm");
        wasm_of(source, &out)?;
        let script = repository::root().ok_or("not inside the repository")?.join("examples/bench/wasi.py");
        let mut best: Option<(Output, Seconds)> = None;
        for _ in 0..self.args.runs {
            let output = run(Command::new(&self.args.python).arg(&script).arg(&out).args(arguments))?;
            let seconds = said(&output).ok_or_else(|| {
                let said = String::from_utf8_lossy(&output.stderr);
                said.lines().last().unwrap_or("it says nothing").to_string()
            })?;
            if best.as_ref().is_none_or(|(_, least)| seconds.all < least.all) {
                best = Some((output, seconds));
            }
        }
        best.ok_or("it was not run".into())
    }

    /// The least processor time of several runs.
    fn least(&self, mut command: Command) -> Result<(Output, f64), String> {
        let mut best: Option<(Output, f64)> = None;
        for _ in 0..self.args.runs {
            let before = clock::of_children();
            let output = run(&mut command)?;
            let seconds = (clock::of_children() - before).as_secs_f64();
            if best.as_ref().is_none_or(|(_, least)| seconds < *least) {
                best = Some((output, seconds));
            }
        }
        best.ok_or("it was not run".into())
    }
}

/// Runs a command. Exit statuses are the programs' own affair.
fn run(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))
}

/// The numbers in `compiled 0.1 ran 0.2`.
fn said(output: &Output) -> Option<Seconds> {
    let text = String::from_utf8_lossy(&output.stderr);
    let (compiled, running) = text.trim().strip_prefix("compiled ")?.split_once(" ran ")?;
    let (compiled, running): (f64, f64) = (compiled.parse().ok()?, running.parse().ok()?);
    Some(Seconds { all: compiled + running, running })
}
