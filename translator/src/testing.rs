//! What tests need of the repository: where their inputs are, and what one says that cannot do its
//! work.
//!
//! The corpus and the programs of `crosstest` are part of the repository: a test that misses them
//! fails. The SDK's programs of `shared/pexe`, in a directory above the workspace, are an extra, and
//! so are tools; without one a test says so with [`skipped`]. [`pages`] are what people read. What takes long is done in part
//! ([`takes_turn`]).

pub mod pages;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Says on standard error that something was not tried, in a line `skipped: WHY` that the test
/// harness does not capture, so that whoever looks at a green run sees what it did not show.
/// `.ci/run` counts these lines.
pub fn skipped(why: impl Display) {
    // Not `eprintln!`: the harness captures that. One write, so that lines of tests do not mix.
    let _ = std::io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}

/// Whether a test does what has this number, of work that takes long: all of it if the variable [`THOROUGH`] is set, else one in `of`, which
/// one depends on `turn` (the number of the target, as a rule), so that nothing is left out by everybody.
pub fn takes_turn(number: usize, of: usize, turn: usize) -> bool {
    number % of == turn % of || is_thorough()
}

/// Whether tests do all that they can, and not a part.
pub fn is_thorough() -> bool {
    std::env::var_os(THOROUGH).is_some()
}

/// The environment variable that has tests do all that they can.
pub const THOROUGH: &str = "THOROUGH";

/// The files of a directory with this extension, sorted by name.
///
/// # Panics
/// If the directory cannot be read.
pub fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry of a directory").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

fn crosstest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest")
}

/// The modules of the corpus, as text.
///
/// # Panics
/// If they are not there.
pub fn corpus() -> Vec<PathBuf> {
    let files = files(&crosstest().join("corpus"), "ll");
    assert!(files.len() > 40, "the corpus has {} modules", files.len());
    files
}

/// Frozen programs: ours, then the SDK's where they are. What they should print lies beside most.
///
/// # Panics
/// If ours are not there.
pub fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = files(&crosstest().join("programs"), "pexe");
    programs.extend(files(&root.join("bench"), "pexe"));
    assert!(programs.len() > 8, "there are {} programs", programs.len());
    match root.ancestors().map(|dir| dir.join("shared/pexe")).find(|dir| dir.is_dir()) {
        Some(shared) => programs.extend([files(&shared, "pexe"), files(&shared.join("programs"), "pexe")].concat()),
        None => skipped("the SDK's programs: there is no shared/pexe in a directory above the workspace"),
    }
    programs
}

/// A program of [`programs`] of which is known what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownProgram {
    /// The file.
    pub path: PathBuf,
    /// The name under which it is started.
    pub name: String,
    /// Its arguments, without the name.
    pub args: &'static [&'static str],
    /// What it prints.
    pub stdout: Vec<u8>,
    /// Its exit status.
    pub status: i32,
}

/// Those of the programs beside which lies what they print, and the one that prints nothing. The arguments are those of the tables in
/// the README of each folder.
///
/// # Panics
/// If ours are not there.
pub fn known_programs() -> Vec<KnownProgram> {
    let known = |path: PathBuf| {
        let stem = path.file_stem()?.to_str()?;
        let stdout = match std::fs::read(path.with_extension("stdout")) {
            Ok(stdout) => stdout,
            Err(_) if stem == "main" => Vec::new(),
            Err(_) => return None,
        };
        let status = std::fs::read_to_string(path.with_extension("rc")).map_or(0, |text| text.trim().parse().expect("a number"));
        Some(KnownProgram { name: format!("{stem}.pexe"), args: arguments(stem), stdout, status, path })
    };
    let programs: Vec<_> = programs().into_iter().filter_map(known).collect();
    assert!(programs.len() >= 8, "what {} programs do is known", programs.len());
    programs
}

fn arguments(program: &str) -> &'static [&'static str] {
    match program {
        "printf" | "texts" => &["one", "two"],
        "lines" => &["3"],
        "setjmp" => &["10"],
        "fannkuchredux" => &["7"],
        "nbody" | "fasta" => &["1000"],
        _ => &[],
    }
}
