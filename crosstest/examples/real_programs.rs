//! Programs nobody here wrote, built by their own build files with `CC=pnacl-clang`, and run.
//!
//!     cargo run --release -p crosstest --example real_programs -- --sources DIR [--fetch] [NAME...]
//!
//! In: a directory with the archives of the sources: Debian's packages (`*.orig.tar.*`), and from PyPI one
//! that bundles Lua's repository with its test suite, which no package of Debian has. `--fetch` has `apt-get source
//! --download-only` and `pip download` put there what is missing. Out: for each program whether it builds, and for each of
//! its cases and each execution (natively, the interpreter, four targets, both recipes) whether it prints what it
//! must: the project's own expected files, or what the same sources print that were built for the host
//! (sqlite3: what Debian's `sqlite3` prints). NAMEs choose among lua, lua-suite, zlib, bzip2, sqlite3, pugixml;
//! `--quick` runs one target alone. The exit status is 1 if a program does not build or a case is wrong, 2 if
//! nothing could be tried.
//!
//! Needs `pnacl-clang`, `pnacl-run` and `crosstest` beside this program's directory, and the C library
//! (`pnacl-clang --build-libc`). Nothing of the sources stays.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crosstest::repository;

/// A program and how it is built and tried.
struct Program {
    name: &'static str,
    archive: Archive,
    /// A shell script that builds it, in its sources, with `CC`, `AR` and `RANLIB` set. `HOST` is empty
    /// or what configure is to be told.
    build: &'static str,
    /// A host program in place of the product of a build for the host.
    host_program: Option<&'static str>,
    /// What else it needs of the machine.
    needs: &'static [&'static str],
    cases: &'static [Case],
}

/// Where the sources come from.
enum Archive {
    /// Debian's source package of this name.
    Debian(&'static str),
    /// PyPI's source archive of this name and version, and the directory in it.
    PyPi(&'static str, &'static str, &'static str),
}

impl Archive {
    /// Whether a file of this name is the archive.
    fn is(&self, file: &str) -> bool {
        match self {
            Self::Debian(package) => file.starts_with(&format!("{package}_")) && file.contains(".orig.tar."),
            Self::PyPi(package, version, _) => file == format!("{package}-{version}.tar.gz"),
        }
    }

    /// The command that puts it into the current directory.
    fn fetch(&self) -> (&'static str, Vec<String>) {
        match self {
            Self::Debian(package) => ("apt-get", ["source", "--download-only", "-qq", package].map(String::from).into()),
            // pip prepares what it downloads and needs not succeed in that: the archive is there by then.
            Self::PyPi(package, version, _) => {
                let what = format!("{package}=={version}");
                (
                    "pip",
                    ["download", "-q", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", &what]
                        .map(String::from)
                        .into(),
                )
            }
        }
    }

    /// The directory of the sources in what is unpacked.
    fn dir(&self) -> &'static str {
        match self {
            Self::Debian(_) => "",
            Self::PyPi(_, _, dir) => dir,
        }
    }
}

/// Something that a program does.
struct Case {
    /// The program, in the sources.
    program: &'static str,
    args: &'static [&'static str],
    /// A file for standard input: in the sources, or else in `crosstest/programs/real`.
    input: Option<&'static str>,
    /// How many lines at the beginning are the machine's: zlib's sizes of types.
    skipped: usize,
    expected: Expected,
}

/// What says what a case prints.
enum Expected {
    /// The program built for the host.
    Host,
    /// A file in the sources.
    File(&'static str),
    /// The project's own tests, if they exit with 0 and say this: how many there are and how long they take
    /// differs between hosts.
    Saying(&'static str),
}

const fn case(program: &'static str, args: &'static [&'static str], input: Option<&'static str>) -> Case {
    Case { program, args, input, skipped: 0, expected: Expected::Host }
}

const fn against(program: &'static str, args: &'static [&'static str], input: &'static str, expected: &'static str) -> Case {
    Case { program, args, input: Some(input), skipped: 0, expected: Expected::File(expected) }
}

#[rustfmt::skip]
const PROGRAMS: &[Program] = &[
    Program {
        name: "lua", archive: Archive::Debian("lua5.4"), needs: &[], host_program: None,
        build: "make -C src generic CC=\"$CC -std=gnu99\" AR=\"$AR rcu\" RANLIB=\"$RANLIB\"",
        cases: &[
            case("src/lua", &["closures.lua"], None),
            case("src/lua", &["strings.lua"], None),
            case("src/lua", &["programs.lua"], None),
            case("src/lua", &["files.lua"], None),
            case("src/lua", &["-"], Some("programs.lua")),
            case("src/luac", &["-s", "-o", "-", "closures.lua"], None),
        ],
    },
    // The suite of Lua's authors, as far as it is for every system (`_U`). newlib takes the name of any locale and goes on with
    // C's decimal point, where the suite wants a comma if there is a `pt_BR`: there is none.
    Program {
        name: "lua-suite", archive: Archive::PyPi("lupa", "2.8", "third-party/lua54"), needs: &[], host_program: None,
        build: "$CC -std=gnu99 -O2 -DLUA_COMPAT_5_3 -o testes/lua onelua.c -lm && cp -r testes/. .",
        cases: &[Case { expected: Expected::Saying("\nfinal OK !!!\n"), ..case("testes/lua", &["-e", LUA_SUITE, "all.lua"], None) }],
    },
    Program {
        name: "zlib", archive: Archive::Debian("zlib"), needs: &[], host_program: None,
        build: "./configure --static && make libz.a example minigzip && gzip -c README > README.gz",
        cases: &[
            Case { skipped: 1, ..case("example", &[], None) },
            case("minigzip", &["-9"], Some("deflate.c")),
            case("minigzip", &["-1"], Some("README")),
            case("minigzip", &["-d"], Some("README.gz")),
        ],
    },
    Program {
        name: "bzip2", archive: Archive::Debian("bzip2"), needs: &[], host_program: None,
        build: "make CC=\"$CC\" AR=\"$AR\" RANLIB=\"$RANLIB\" libbz2.a bzip2",
        cases: &[
            against("bzip2", &["-1"], "sample1.ref", "sample1.bz2"),
            against("bzip2", &["-2"], "sample2.ref", "sample2.bz2"),
            against("bzip2", &["-3"], "sample3.ref", "sample3.bz2"),
            against("bzip2", &["-d"], "sample1.bz2", "sample1.ref"),
            against("bzip2", &["-d"], "sample2.bz2", "sample2.ref"),
            against("bzip2", &["-ds"], "sample3.bz2", "sample3.ref"),
        ],
    },
    Program {
        name: "sqlite3", archive: Archive::Debian("sqlite3"), needs: &["tclsh", "sqlite3"], host_program: Some("sqlite3"),
        build: "./configure $HOST --disable-shared --disable-tcl --disable-readline --disable-load-extension BUILD_CC=cc && make sqlite3",
        cases: &[
            case("sqlite3", &[], Some("basics.sql")),
            case("sqlite3", &[], Some("changes.sql")),
        ],
    },
    // C++: the project's own tests, without what PNaCl does not have. They say how many there are.
    Program {
        name: "pugixml", archive: Archive::Debian("pugixml"), needs: &[], host_program: None,
        build: "make BUILD=build config=release defines=PUGIXML_NO_EXCEPTIONS,PUGIXML_NO_STL",
        cases: &[Case { expected: Expected::Saying("Success: "), ..case("build/test", &[], None) }],
    },
];

/// What Lua's suite is told.
const LUA_SUITE: &str = "_U = true
    local set = os.setlocale
    os.setlocale = function(name, what) if not name or name == 'C' or name == '' then return set(name, what) end end";

/// How what is kept of a case ends if its exit status is not 0.
const FAILED_END: &[u8] = b")\n";

/// How programs are executed: on this machine's processor (`pnacl-run`), or with these arguments of `crosstest exec`.
const EXECUTIONS: &[&[&str]] = &[
    NATIVE,
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
const USAGE: &str = "usage: real_programs --sources DIR [--fetch] [--quick] [lua|lua-suite|zlib|bzip2|sqlite3|pugixml]...

Builds programs of Debian's source packages (and of one from PyPI) with pnacl-clang and their own build files, runs them in
every execution, and compares what they print. DIR has the archives; --fetch downloads those that are missing (apt-get source,
which needs deb-src among apt's sources; pip download). --quick runs one target alone. The exit status is 1 if a program does not build or a case
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
    quick: bool,
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
            "--fetch" => options.fetch = true,
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
    let ours = build(program, archive, &ours, place, true)?;
    let is_built_for_host =
        program.host_program.is_none() && program.cases.iter().any(|case| matches!(case.expected, Expected::Host));
    let hosts = match is_built_for_host {
        false => hosts,
        true => build(program, archive, &hosts, place, false)?,
    };
    println!("{}: built", program.name);
    let executions = if options.quick { &EXECUTIONS[..1] } else { EXECUTIONS };
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

/// Unpacks and builds; the directory of the sources.
fn build(program: &Program, archive: &Path, dir: &Path, place: &Place, for_pnacl: bool) -> Result<PathBuf, String> {
    fs::create_dir_all(dir).map_err(|error| error.to_string())?;
    output_of(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(dir))?;
    let inside = fs::read_dir(dir).map_err(|error| error.to_string())?.flatten().next();
    let root = inside.ok_or("the archive is empty")?.path().join(program.archive.dir());
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
    let mut command = if execution == NATIVE {
        // What follows the program is its own.
        let mut command = Command::new(place.tools.join("pnacl-run"));
        command.args(ENVIRONMENT).arg("--dir").arg(dir).arg(root.join(case.program));
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
