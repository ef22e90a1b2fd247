//! Programs nobody here wrote, built by their own build files with `CC=pnacl-clang`, and run.
//!
//!     cargo run --release -p crosstest --example real_programs -- --sources DIR [--fetch] [--native] [--quick] [--keep DIR] [NAME...]
//!
//! In: a directory with the archives of the sources: Debian's packages (`*.orig.tar.*`), and from PyPI one
//! that bundles Lua's repository with its test suite, which no package of Debian has. `--fetch` has `apt-get source
//! --download-only` and `pip download` put there what is missing. Out: for each program whether it builds, and for each of
//! its cases and each execution (natively, sandboxed, in four recipes and as code of 32 bits; the interpreter; four targets, two recipes;
//! those that compute for long natively only) whether it prints what it
//! must: the project's own expected files, or what the same sources print that were built for the host
//! (sqlite3: what Debian's `sqlite3` prints). NAMEs choose among the programs of
//! `catalogue.rs`; `--native` leaves out what is not native, `--quick` runs one execution alone. The exit status is 1 if a program does not build or a case is wrong, 2 if
//! nothing could be tried.
//!
//! Needs `pnacl-clang`, `pnacl-run` and `crosstest` beside this program's directory, and the C library
//! (`pnacl-clang --build-libc`). Nothing of the sources stays, but with `--keep DIR` what was built for PNaCl.

mod catalogue;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use catalogue::{Case, Expected, PROGRAMS, Program};
use crosstest::repository;

/// How what is kept of a case ends if its exit status is not 0.
const FAILED_END: &[u8] = b")\n";

/// How programs are executed: on this machine's processor (`pnacl-run`, with the arguments behind the first), or with these arguments of
/// `crosstest exec`.
const EXECUTIONS: &[&[&str]] = &[
    NATIVE,
    &["natively", "--opt", "Om1"],
    &["natively", "--opt", "O0"],
    &["natively", "--opt", "O3"],
    &["natively", "--target", "x8632"],
    &["--target", "x8664", "--opt", "O2"],
    &["--engine", "interp"],
    &["--target", "x8632", "--opt", "Om1"],
    &["--target", "x8632", "--opt", "O2"],
    &["--target", "x8664", "--opt", "Om1"],
    &["--target", "arm32", "--opt", "Om1"],
    &["--target", "arm32", "--opt", "O2"],
    &["--target", "mips32", "--opt", "Om1"],
    &["--target", "mips32", "--opt", "O2"],
];

/// How it is called.
const USAGE: &str = "usage: real_programs --sources DIR [--fetch] [--native] [--quick] [--keep DIR] [NAME]...

Builds programs of Debian's source packages (and of one from PyPI) with pnacl-clang and their own build files, runs them in
every execution, and compares what they print. NAMEs: lua lua-suite zlib bzip2 sqlite3 pugixml mbedtls libtommath libsodium gmp expat jansson
cjson pcre2 zstd lz4 gsl fftw3 opus flac. DIR has the archives; --fetch downloads those that are missing (apt-get source,
which needs deb-src among apt's sources; pip download). --native leaves out the interpreter and the emulator, --quick runs one execution alone. --keep builds each in a new folder of DIR, which stays. The exit status is 1 if a program does not build or a case
is wrong, 2 if nothing could be tried.";

/// The execution by `pnacl-run`.
const NATIVE: &[&str] = &["natively"];

/// What every program finds in its environment.
const ENVIRONMENT: &[&str] = &["--env", "PATH=/bin"];

/// What the command line asks for.
#[derive(Default)]
struct Options {
    sources: Option<PathBuf>,
    fetch: bool,
    native: bool,
    quick: bool,
    keep: Option<PathBuf>,
    names: Vec<String>,
}

/// Where things are.
struct Place {
    /// The programs that were built of this repository.
    tools: PathBuf,
    /// Scripts of this repository.
    scripts: PathBuf,
    sources: PathBuf,
}

/// What became of the cases.
#[derive(Default)]
struct Counts {
    right: usize,
    wrong: usize,
    missing: usize,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(counts) if counts.wrong > 0 => ExitCode::FAILURE,
        Ok(counts) if counts.right == 0 => ExitCode::from(2),
        Ok(_) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("real_programs: {message}");
            ExitCode::from(2)
        }
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options::default();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--sources" => options.sources = Some(args.next().ok_or("--sources needs a directory")?.into()),
            "--keep" => options.keep = Some(args.next().ok_or("--keep needs a directory")?.into()),
            "--fetch" => options.fetch = true,
            "--native" => options.native = true,
            "--quick" => options.quick = true,
            name if PROGRAMS.iter().any(|program| program.name == name) => options.names.push(arg),
            other => return Err(format!("{other}: neither an option nor a program\n{USAGE}")),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<Counts, String> {
    let sources = options.sources.clone().ok_or(USAGE)?;
    fs::create_dir_all(&sources).map_err(|error| format!("{}: {error}", sources.display()))?;
    let sources = fs::canonicalize(&sources).map_err(|error| format!("{}: {error}", sources.display()))?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let tools = own.ancestors().nth(2).ok_or("this program is not in cargo's target directory")?.to_path_buf();
    for name in ["pnacl-clang", "pnacl-clangxx", "pnacl-ar", "crosstest"] {
        if !tools.join(name).is_file() {
            return Err(format!("{name} is not in {}: `cargo build --release --bins`", tools.display()));
        }
    }
    let place = Place { tools, scripts: repository::root().ok_or("run inside the repository")?.join("programs/real"), sources };
    let mut counts = Counts::default();
    for program in
        PROGRAMS.iter().filter(|program| options.names.is_empty() || options.names.iter().any(|name| name == program.name))
    {
        try_program(program, &place, options, &mut counts);
    }
    println!("{} right, {} wrong, {} programs missing", counts.right, counts.wrong, counts.missing);
    Ok(counts)
}

fn try_program(program: &Program, place: &Place, options: &Options, counts: &mut Counts) {
    let needs = program.needs.iter().find(|name| !is_installed(name));
    if let Some(name) = needs {
        println!("{}: missing: {name} is not installed", program.name);
        counts.missing += 1;
        return;
    }
    let archive = match archive_of(program, place, options.fetch) {
        Ok(archive) => archive,
        Err(message) => {
            println!("{}: missing: {message}", program.name);
            counts.missing += 1;
            return;
        }
    };
    if let Err(message) = build_and_try(program, &archive, place, options, counts) {
        println!("{}: wrong: {message}", program.name);
        counts.wrong += 1;
    }
}

fn is_installed(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

/// The archive of a program's sources.
fn archive_of(program: &Program, place: &Place, fetch: bool) -> Result<PathBuf, String> {
    let find = || {
        let names = fs::read_dir(&place.sources).into_iter().flatten().flatten().map(|entry| entry.path());
        names.into_iter().find(|path| program.archive.is(&path.file_name().unwrap_or_default().to_string_lossy()))
    };
    let (name, args) = program.archive.fetch();
    if let Some(path) = find() {
        return Ok(path);
    }
    let fetched = if fetch { output_of(Command::new(name).args(&args).current_dir(&place.sources)).map(drop) } else { Ok(()) };
    match (find(), fetched) {
        (Some(path), _) => Ok(path),
        (None, Err(message)) => Err(message),
        (None, Ok(())) => {
            Err(format!("its archive is not in {}: `{name} {}` there, or --fetch", place.sources.display(), args.join(" ")))
        }
    }
}

fn build_and_try(program: &Program, archive: &Path, place: &Place, options: &Options, counts: &mut Counts) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [ours, hosts] = ["pnacl", "host"].map(|name| dir.path().join(name));
    let ours = match &options.keep {
        Some(keep) => keep.join(program.name),
        None => ours,
    };
    let ours = build(program, archive, &ours, place, true)?;
    let is_built_for_host =
        program.host_program.is_none() && program.cases.iter().any(|case| matches!(case.expected, Expected::Host));
    let hosts = match is_built_for_host {
        false => hosts,
        true => build(program, archive, &hosts, place, false)?,
    };
    println!("{}: built", program.name);
    let executions: Vec<_> =
        EXECUTIONS.iter().filter(|execution| !(program.is_long || options.native) || is_native(execution)).collect();
    let executions = if options.quick { &executions[..1] } else { &executions };
    for case in program.cases {
        let expected = expected_of(program, case, &ours, &hosts, place)?;
        for execution in executions {
            let output = execute(case, execution, &ours, place)?;
            if is_right(case, &expected, &output) {
                counts.right += 1;
            } else {
                counts.wrong += 1;
                println!(
                    "{}: wrong: {} {:?} < {:?} with {}",
                    program.name,
                    case.program,
                    case.args,
                    case.input,
                    execution.join(" ")
                );
                println!("{}", first_difference(&expected, &output));
            }
        }
    }
    Ok(())
}

/// Whether the processor itself runs it.
fn is_native(execution: &[&str]) -> bool {
    execution.first() == NATIVE.first()
}

/// Unpacks and builds; the directory of the sources.
fn build(program: &Program, archive: &Path, dir: &Path, place: &Place, for_pnacl: bool) -> Result<PathBuf, String> {
    fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    if fs::read_dir(dir).map_err(|error| error.to_string())?.next().is_some() {
        return Err(format!("{} is not empty", dir.display()));
    }
    // All is in one folder, whose name has the version in it.
    output_of(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(dir).arg("--strip-components=1"))?;
    let root = dir.join(program.archive.dir());
    for script in fs::read_dir(&place.scripts).map_err(|error| error.to_string())?.flatten() {
        fs::copy(script.path(), root.join(script.file_name())).map_err(|error| error.to_string())?;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", program.build]).current_dir(&root);
    if for_pnacl {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(place.tools.clone()).chain(std::env::split_paths(&path));
        let path = std::env::join_paths(paths).map_err(|error| error.to_string())?;
        // Without `uname`, zlib's configure asks the variable; autoconf's asks the option.
        let tools =
            [("CC", "pnacl-clang"), ("CXX", "pnacl-clangxx"), ("AR", "pnacl-ar"), ("RANLIB", "pnacl-ranlib"), ("NM", "pnacl-nm")];
        shell.env("PATH", path).envs(tools).env("HOST", "--host=i686-nacl").env("CHOST", "i686-nacl");
    } else {
        shell.envs([("CC", "cc"), ("CXX", "c++"), ("AR", "ar"), ("RANLIB", "ranlib"), ("HOST", "")]);
    }
    output_of(&mut shell)?;
    Ok(root)
}

/// Whether a case prints what it must.
fn is_right(case: &Case, expected: &[u8], output: &[u8]) -> bool {
    match case.expected {
        Expected::Success => !output.ends_with(FAILED_END),
        Expected::Saying(_) => output.windows(expected.len()).any(|part| part == expected) && !output.ends_with(FAILED_END),
        Expected::File(_) | Expected::Host => output == expected,
    }
}

/// What a case must print.
fn expected_of(program: &Program, case: &Case, ours: &Path, hosts: &Path, place: &Place) -> Result<Vec<u8>, String> {
    match case.expected {
        Expected::File(name) => {
            let path = ours.join(name);
            return fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
        }
        Expected::Saying(text) => return Ok(text.into()),
        Expected::Success => return Ok(Vec::new()),
        Expected::Host => {}
    }
    let (path, root) = match program.host_program {
        Some(name) => (PathBuf::from(name), place.scripts.as_path()),
        None => (hosts.join(case.program), hosts),
    };
    let mut command = Command::new(path);
    // As for ours: no settings of the user's, and a directory in which it may write.
    command.args(case.args).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).current_dir(root);
    printed(command, case, ours)
}

fn execute(case: &Case, execution: &[&str], root: &Path, place: &Place) -> Result<Vec<u8>, String> {
    let dir = format!("{}:/:rw", root.display());
    let mut command = if is_native(execution) {
        // What follows the program is its own.
        let mut command = Command::new(place.tools.join("pnacl-run"));
        command.args(&execution[1..]).args(ENVIRONMENT).arg("--dir").arg(dir).arg(root.join(case.program));
        command
    } else {
        let mut command = Command::new(place.tools.join("crosstest"));
        command.arg("exec").args(execution).args(ENVIRONMENT).arg("--dir").arg(dir).arg(root.join(case.program)).arg("--");
        command
    };
    command.args(case.args);
    printed(command, case, root)
}

/// What a command prints, whatever its exit status is: that is printed last.
fn printed(mut command: Command, case: &Case, root: &Path) -> Result<Vec<u8>, String> {
    let input = match case.input {
        Some(name) => {
            let path = root.join(name);
            Stdio::from(fs::File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?)
        }
        None => Stdio::null(),
    };
    let output = command.stdin(input).stderr(Stdio::null()).output().map_err(|error| error.to_string())?;
    let lines = output.stdout.split_inclusive(|&byte| byte == b'\n').skip(case.skipped);
    let mut bytes = lines.flatten().copied().collect::<Vec<u8>>();
    if !output.status.success() {
        bytes.extend(format!("({}", output.status).bytes().chain(FAILED_END.iter().copied()));
    }
    Ok(bytes)
}

/// Where two outputs differ, for people.
fn first_difference(expected: &[u8], output: &[u8]) -> String {
    let at = expected.iter().zip(output).position(|(a, b)| a != b).unwrap_or(expected.len().min(output.len()));
    let piece = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at..bytes.len().min(at + 80)]).into_owned();
    format!("    at byte {at}: expected {:?}, printed {:?}", piece(expected), piece(output))
}

/// What a command prints; if it fails, the end of its messages.
fn output_of(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let last: Vec<&str> = messages.lines().rev().take(3).collect();
    Err(last.into_iter().rev().collect::<Vec<_>>().join("\n    "))
}
